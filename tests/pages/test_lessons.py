"""What the lessons say comes out: step by step by hand, and the failure modes with the real model."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_embedder import Tiny

import chunkviz
from chunkviz.document import Document
from chunkviz.inspection.steps import recursive_steps, semantic_steps
from chunkviz.inspection.topics import Advice
from chunkviz.inspection.unread import readings
from chunkviz.metric import metrics
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.semantic import Semantic
from chunkviz.strategy import Tools, strategies
from chunkviz.tokenizer import tokenizers, tokens_of

sys.path.insert(0, str(Path(__file__).parents[2]))

from pages.lessons import (
    choosing,
    cut_answer,
    function_halves,
    headings,
    measuring,
    model_window,
    no_overlap,
    overlap,
    own_splitter,
    parents,
    step_recursive,
    table_row,
)
from pages.parts.controls import documents
from pages.parts.learn.answers import place
from pages.parts.learn.course import Course, lessons
from pages.parts.learn.lesson import Stage
from pages.parts.learn.own import Subject

FEES = "# Fees\n\nA berth costs ten euros. Canoes pay two. Nothing is charged in winter.\n\nOpen all day.\nClosed on Monday."


def characters(text: str) -> Tools:
    return Tools(Document(text), tokenizers.get("characters"))


def test_the_recursive_decisions_of_a_short_text_by_hand() -> None:
    strategy, tools = Recursive(size=40, overlap=0), characters(FEES)
    steps, chunks = recursive_steps(strategy, tools)
    assert [(step.kind, step.depth, len(step.made)) for step in steps] == [
        ("separator", 0, 0),  # three paragraphs
        ("chunk", 0, 1),  # the heading: the paragraph behind it does not fit
        ("large", 0, 1),
        ("separator", 1, 1),  # no line end inside it
        ("large", 1, 1),
        ("separator", 2, 1),  # three sentences
        ("chunk", 2, 2),  # two sentences, 24 characters, a space and 15: 40 and no more
        ("chunk", 2, 3),
        ("chunk", 0, 4),  # the last paragraph
        ("done", 0, 4),
    ]
    assert steps[2].sentence == "This paragraph alone has 70 of 40 characters: it does not fit a chunk."
    assert [FEES[span.start : span.end] for span in steps[5].spans] == [
        "A berth costs ten euros. ",
        "Canoes pay two. ",
        "Nothing is charged in winter.\n\n",
    ]
    assert steps[6].lengths == (24, 40, 70)  # what would be a chunk's own text, without the space after it
    assert [FEES[chunk.start : chunk.end] for chunk in chunks][1:4] == [
        "A berth costs ten euros. Canoes pay two.",
        "Nothing is charged in winter.",
        "Open all day.\nClosed on Monday.",
    ]


@given(
    st.text(alphabet="ab .\n。é👩🏽‍🚒", max_size=200),
    st.integers(1, 40),
    st.integers(0, 10),
    st.sampled_from(["chunk", "pieces"]),
    st.sampled_from(["natural", "drop", "start"]),
)
def test_the_steps_end_with_the_chunks_of_the_strategy(text: str, size: int, overlap: int, measure: str, keep: str) -> None:
    strategy, tools = Recursive(size=size, overlap=min(overlap, size - 1), measure=measure, keep=keep), characters(text)
    steps, chunks = recursive_steps(strategy, tools)
    assert chunks == strategy.split(tools.document, tools)
    assert steps[-1].made == tuple(chunk.span for chunk in chunks)
    made = [len(step.made) for step in steps]
    assert made == sorted(made)


def test_the_semantic_steps_of_a_text_of_two_topics() -> None:
    text = "Boats pay. Boats dock. Boats leave. Bread rises. Bread bakes. Bread cools."
    tools = Tools(Document(text), tokenizers.get("words"), Tiny())
    strategy = Semantic(percentile=80.0, window=0)
    steps, chunks = semantic_steps(strategy, tools)
    assert [step.kind for step in steps] == ["sentences", "vectors", "distances", "threshold", "cuts", "done"]
    assert [text[span.start : span.end] for span in steps[0].spans] == [f"{one}." for one in text.rstrip(".").split(". ")]
    assert chunks == strategy.split(tools.document, tools)
    curve = strategy.curve(tools)
    assert f"{curve.distances.max():.2f}" in steps[2].sentence
    assert f"{np.percentile(curve.distances, 80):.2f}" in steps[3].sentence


@pytest.mark.parametrize("text", ["", " \n", "One sentence alone."])
def test_steps_of_texts_with_nothing_to_decide(text: str) -> None:
    tools = Tools(Document(text), tokenizers.get("words"), Tiny())
    steps, chunks = semantic_steps(Semantic(), tools)
    assert steps[-1].kind == "done"
    assert len(chunks) == bool(text.strip())
    assert recursive_steps(Recursive(), tools)[0][-1].kind == "done"


def test_six_chunks_by_hand() -> None:
    """The answer is chunk 2 (11 characters with its line end) and chunk 3 without its line end (10)."""
    chunking = measuring.chunks()
    assert [chunking.text(chunk) for chunk in chunking.chunks][:2] == ["Ferry fees\n", "Person: 4.\n"]
    found = measuring.case(chunking, "1 2 4 3 5 6", 2)
    values = {key: metrics.get(key).of(found) for key in measuring.METRICS}
    assert values == {
        "recall": 11 / 21,
        "precision": 11 / 22,
        "iou": 11 / (22 + 10),
        "chunk_recall": 1 / 2,
        "chunk_precision": 1 / 2,
        "mrr": 1 / 2,
    }
    hand = measuring.by_hand(found)
    assert hand["recall"].startswith("11 ")
    assert "/ 21" in hand["recall"]
    assert hand["mrr"].startswith("1 / 2")
    assert measuring.by_hand(measuring.case(chunking, "4 5 6 1 2 3", 3))["mrr"].startswith("0")


@pytest.mark.parametrize(
    ("sample", "ends", "size"),
    [
        ("inventory.py", "code", 512),
        ("manual.md", "by_format", 512),
        ("refunds.md", "by_format", 512),
        ("support_chat.jsonl", "messages", 512),
        ("berths.csv", "tables", 512),
        ("essay.txt", "recursive", 512),
    ],
)
def test_the_tree_ends_where_the_document_says(sample: str, ends: str, size: int) -> None:
    tools = Tools(documents.sample(sample), tokenizers.get("cl100k_base"))
    turns, strategy, found = choosing.walk(tools, None, "mixed", 5, 4_000)
    assert (strategy, found) == (ends, size)
    assert sum(bool(turn.decides) for turn in turns) >= 2


def test_drift_facts_and_the_budget_turn_the_tree() -> None:
    tools = Tools(documents.sample("essay.txt"), tokenizers.get("cl100k_base"))
    clear = Advice("clear", "It dips.")
    assert choosing.walk(tools, clear, "steps", 3, 16_000)[1:] == ("semantic", 1024)
    assert choosing.walk(tools, clear, "facts", 3, 16_000)[2] == 256
    assert choosing.walk(tools, clear, "steps", 10, 4_000)[2] == 256  # 10 x 512 does not fit, 10 x 256 does
    assert choosing.walk(tools, Advice("flat", "Flat."), "mixed", 3, 16_000)[1] == "recursive"


def test_the_example_splitter_cuts_at_headings_and_keeps_its_size() -> None:
    source = own_splitter.EXAMPLE.replace("@strategies.register\n", "")  # not into the menu of this run
    module: dict[str, Any] = {"__name__": "chunkviz.strategies.my_headings", "__package__": "chunkviz.strategies"}
    sys.modules.setdefault("chunkviz.strategies.my_headings", type(sys)("chunkviz.strategies.my_headings"))
    exec(compile(source, "my_headings.py", "exec"), module)
    document = chunkviz.read(b"# Fees\n\nTen.\n\n## Boats\n\nTwo. Three.\n\n# Hours\n\nAll day.\n", "a.md")
    chunking = chunkviz.chunk(document, module["MyHeadings"](size=20), "characters")
    assert [chunking.text(chunk) for chunk in chunking.chunks] == [
        "# Fees\n\nTen.",
        "## Boats",
        "Two. Three.",
        "# Hours\n\nAll day.",
    ]
    assert "my_headings" not in strategies.keys()  # noqa: SIM118


def test_a_typed_splitter_is_looked_at_and_not_run(tmp_path: Path) -> None:
    assert own_splitter.looked_at(own_splitter.EXAMPLE).startswith("It has all")
    assert own_splitter.looked_at("x = (") == "Line 1: '(' was never closed."
    assert own_splitter.looked_at("x = 1") == "There is no class that is a Strategy."
    bare = "class Mine(Strategy):\n    pass"
    assert "no method “split”" in own_splitter.looked_at(bare)
    mark = tmp_path / "ran"
    own_splitter.looked_at(f"open({str(mark)!r}, 'w')")
    assert not mark.exists()
    assert own_splitter.looked_at("(" * 10_000)


def test_headings_parted_from_their_text_are_counted() -> None:
    document = chunkviz.read(b"# A\n\nOne two three.\n\n# B\n\nFour.\n", "a.md")
    chunking = chunkviz.chunk(document, Recursive(size=16, overlap=0), "characters")
    assert [chunking.text(chunk) for chunk in chunking.chunks] == ["# A", "One two three.", "# B\n\nFour."]
    assert own_splitter.parted(chunking) == (1, 2)


def test_functions_cut_in_half_are_counted() -> None:
    document = chunkviz.read(b"def a():\n    return 1\n\n\ndef b():\n    return 2\n", "a.py")
    fixed = chunkviz.chunk(document, strategies.get("fixed")(size=30, overlap=0), "characters")
    assert function_halves.halves(fixed) == (1, 2)  # b begins at character 24
    assert function_halves.halves(chunkviz.chunk(document, strategies.get("code")(size=30), "characters")) == (0, 2)


def test_every_lesson_says_what_it_should() -> None:
    asked = ("sizes", "cut_answer", "fixed_recursive", "overlap", "headings", "function_halves", "table_row", "meaning_curves")
    asked += ("model_window", "parents", "late", "headers", "measuring", "budget_sums", "choosing")
    asked += ("step_recursive", "step_semantic", "three_sizes", "no_overlap", "own_splitter")
    assert lessons.keys() == list(asked)
    for lesson in lessons:
        assert lesson.question.rstrip().endswith(("?", "."))
        assert len(lesson.claim) < 320, lesson.key
        assert "!" not in lesson.claim + lesson.question + lesson.guess
        assert len(lesson.guess) < 140, lesson.key
        assert lesson.guess.endswith("?")
        assert lesson.takes in ("", "document", "question", "questions")


@pytest.mark.parametrize("key", lessons.keys())
def test_every_lesson_draws_a_picture_of_its_own_chunks(key: str) -> None:
    import streamlit

    lesson = lessons.get(key)
    drawn = lesson.picture(Stage(lesson, Course(key), streamlit.container(), streamlit.container()))
    assert drawn.strips
    for strip in drawn.strips:
        inside = [span for span in strip.spans if span.overlaps(drawn.shown)]
        assert inside, strip.label
        assert len(inside) < 120, strip.label  # on a wall each bar can be seen
        assert [span.start for span in strip.spans] == sorted(span.start for span in strip.spans)
    if drawn.answer is not None:
        assert drawn.shown.contains(drawn.answer)


def test_a_long_document_is_stepped_through_up_to_a_line_end() -> None:
    short = Document("Two lines.\nOf text.\n", "short.txt")
    assert step_recursive.excerpt(short) is short
    cut = step_recursive.excerpt(Document("A line of text.\n" * 1_000, "long.txt"))
    assert cut.text == "A line of text.\n" * (step_recursive.LONGEST // 16)
    assert len(step_recursive.excerpt(Document("x" * 10_000, "line.txt"))) == step_recursive.LONGEST


def case(cases: dict[str, tuple[str, str]], question: str) -> Subject:
    sample, quote = cases[question]
    document = documents.sample(sample)
    return Subject(document, question, place(document, quote))


@pytest.fixture(scope="module")
def stage() -> Stage:
    """A lesson's stage without a page: cutting and asking work the same."""
    import streamlit

    return Stage(lessons.get("sizes"), Course(), streamlit.container(), streamlit.container())


def test_overlap_saves_some_answers_and_moves_others(stage: Stage) -> None:
    from pages.parts.evaluate.judging import golden

    document = documents.sample("manual.md")
    none, some = (stage.cut(document, "fixed", "cl100k_base", size=64, overlap=overlap) for overlap in (0, 12))
    questions = golden(document)
    left, right = ([no_overlap.whole(one, chunking) for one in questions] for chunking in (none, some))
    assert sum(left) < sum(right) < len(questions)
    assert some.numbers.stored_tokens > 1.15 * none.numbers.stored_tokens


def test_no_path_is_made_of_a_documents_name(tmp_path: Path) -> None:
    from pages.parts.evaluate.judging import golden

    (tmp_path / "mine.md.json").write_text('[{"question": "Who?", "answers": ["You."]}]', "utf-8")
    assert golden(documents.sample("manual.md"))
    assert golden(Document("You.", str(tmp_path / "mine.md"))) == []


@pytest.mark.model
def test_the_cut_answers_fail_and_are_mended_as_the_lesson_says(stage: Stage) -> None:
    retry, timeout, dosage = (cut_answer.CASES[key] for key in ("retry", "timeout", "dosage"))
    failed = cut_answer.result(stage, retry, "recursive", 256)
    assert failed.passages[0].text.endswith("the retry limit says how often: six attempts in")
    assert failed.rank is None
    assert failed.whole
    said = cut_answer.noticed(failed, retry)
    assert said.startswith("The sentence that names it came back at rank 1, but the answer, whole in chunk 53, did not.")
    assert cut_answer.result(stage, retry, "recursive", 512).rank
    assert cut_answer.result(stage, retry, "window", 256).rank
    assert cut_answer.result(stage, timeout, "fixed", 256).rank is None
    spared = cut_answer.result(stage, timeout, "recursive", 256)
    assert spared.rank == 1
    assert "the failure does not come out here" in cut_answer.noticed(spared, timeout)
    number = cut_answer.result(stage, dosage, "recursive", 256)
    assert number.passages[0].text.endswith("It is never more\nthan")  # found, and the number is behind the cut
    assert number.rank is None
    assert cut_answer.result(stage, dosage, "recursive", 320).rank
    assert cut_answer.result(stage, dosage, "sentences", 256).rank == 1


@pytest.mark.model
def test_overlap_as_long_as_the_answer_insures_it_and_a_shorter_one_only_by_luck(stage: Stage) -> None:
    document = documents.sample("manual.md")
    subject = Subject(document, overlap.QUESTION, place(document, overlap.ANSWER))
    whole = {share: bool(overlap.result(stage, subject, share).whole) for share in (0, 10, 20, 30, 40, 50)}
    assert whole == {0: False, 10: True, 20: False, 30: True, 40: True, 50: True}
    assert overlap.result(stage, subject, 0).in_pieces  # both halves come back: retrieved, and the reader has to join them
    assert overlap.result(stage, subject, 30).rank


@pytest.mark.model
def test_structure_brings_answers_up(stage: Stage) -> None:
    question, *_, harmed = (case(headings.CASES, one) for one in headings.CASES)
    assert [headings.result(stage, way, question).rank for way in headings.WAYS] == [None, 3, 2]
    assert [headings.result(stage, way, harmed).rank for way in headings.WAYS] == [3, 4, 4]
    code = case({function_halves.QUESTION: ("inventory.py", function_halves.ANSWER)}, function_halves.QUESTION)
    assert [function_halves.result(stage, way, code, 128).rank for way in function_halves.WAYS] == [None, 4, 2]
    row = case(table_row.CASES, next(iter(table_row.CASES)))
    assert [table_row.result(stage, way, row, 96).rank for way in ("recursive", "lines")] == [3, 1]
    retry = case(parents.CASES, next(iter(parents.CASES)))
    assert [parents.result(stage, way, retry).rank for way in parents.WAYS] == [None, 1, 1, 1]


@pytest.mark.model
def test_what_stands_past_the_window_is_not_found(stage: Stage) -> None:
    question = case(model_window.CASES, next(iter(model_window.CASES)))
    assert [model_window.result(stage, question, size).rank for size in (256, 384, 512)] == [1, 1, None]
    chunking = model_window.result(stage, question, 512).chunking
    embedder = stage.embedder
    found = readings(chunking, embedder, tokens_of(chunking.document.text, embedder.tokenizer))
    assert found[0].unread is not None
    assert found[0].unread.contains(model_window.result(stage, question, 512).answer)
    assert model_window.proof(chunking, found, embedder) == pytest.approx(1, abs=1e-4)
