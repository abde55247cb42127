"""fixed, separator, recursive, sentences: small tables to check by eye, causes in words, refinements and numbers."""

from __future__ import annotations

import pytest

import chunkviz
from chunkviz.cutting.separators import levels_of, unescaped
from chunkviz.errors import SettingError
from chunkviz.refinements.overlap import Overlap
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentences import Sentences
from chunkviz.strategies.separator import Separator


def texts(chunking: chunkviz.Chunking) -> list[str]:
    return [chunking.text(chunk) for chunk in chunking.chunks]


# Each line: strategy, what is counted, the text, its chunks. The first ones are the examples in the strategies' lessons.
TABLE = [
    (Fixed(4, 1), "words", "a b c d e f g h", ["a b c d", "d e f g", "g h"]),
    (Fixed(3, 0), "characters", "abcdefgh", ["abc", "def", "gh"]),
    (Fixed(3, 2), "characters", "abcde", ["abc", "bcd", "cde"]),
    (Fixed(2, 0), "words", "「猫。犬」 x", ["「猫。犬」", "x"]),
    (Fixed(8, 0), "characters", "      ab", ["      ab"]),
    (Separator(12, 0, "\\n\\n"), "characters", "One.\n\nTwo.\n\nA long third one.", ["One.\n\nTwo.", "A long third one."]),
    (Separator(4, 0, ","), "characters", "a,b,c,d", ["a,b,", "c,d"]),
    (Separator(4, 0, ",", keep="start"), "characters", "a,b,c,d", ["a,b", ",c,d"]),
    (Separator(4, 0, ",", keep="drop"), "characters", "a,b,c,d", ["a,b", "c,d"]),
    (Separator(5, 3, ","), "characters", "a,b,c,d", ["a,b,", "b,c,d"]),
    (Recursive(14, 0), "characters", "Red fox.\n\nA hen sat. It slept.", ["Red fox.", "A hen sat.", "It slept."]),
    (Recursive(14, 0), "characters", "Red fox.\r\n\r\nA hen sat. It slept.", ["Red fox.", "A hen sat.", "It slept."]),
    (Recursive(8, 0, trim=False), "characters", "One. Two.\n\nEnd.", ["One. ", "Two.\n", "End."]),
    (Recursive(9, 0, separators=("|",), keep="start"), "characters", "ab|cd|efgh|i", ["ab|cd", "|efgh|i"]),
    (Recursive(20, 0, preset="markdown"), "characters", "# A\n\ntext one\n# B\n\ntext two", ["# A\n\ntext one", "# B\n\ntext two"]),
    (Recursive(25, 0, preset="python"), "characters", "x = 1\ndef f():\n    return 1\ndef g():\n    pass", ["x = 1", "def f():\n    return 1", "def g():\n    pass"]),
    (Sentences(8), "words", "Ana ran. Dr. Bo sat down. It rained all day.", ["Ana ran. Dr. Bo sat down.", "It rained all day."]),
    (Sentences(4, 2), "words", "One two. Three four. Five six.", ["One two. Three four.", "Three four. Five six."]),
    (Sentences(3), "words", "One two three four five. Six.", ["One two three", "four five.", "Six."]),
]  # fmt: skip


@pytest.mark.parametrize(("strategy", "tokenizer", "text", "chunks"), TABLE)
def test_by_eye(strategy: chunkviz.strategy.Strategy, tokenizer: str, text: str, chunks: list[str]) -> None:
    assert texts(chunkviz.chunk(text, strategy, tokenizer)) == chunks


def test_causes_in_words() -> None:
    text = "Red fox.\n\nA hen sat. It slept."
    assert [chunk.cause.sentence for chunk in chunkviz.chunk(text, Recursive(14, 0), "characters").chunks] == [
        "Blank line; the next paragraph alone makes 20 of 14 characters.",
        "Full stop; with the next sentence the chunk would have made 20 of 14 characters.",
        "The text ends here.",
    ]
    cause = chunkviz.chunk("One two. Three four. Five six.", Sentences(4), "words").chunks[0].cause
    assert (cause.kind, cause.numbers["would"], cause.numbers["size"]) == ("separator", 6, 4)
    assert cause.sentence == "Sentence end; with the next sentence the chunk would have made 6 of 4 words."
    assert chunkviz.chunk("abcdef", Fixed(4, 0), "characters").chunks[0].cause.sentence == "The chunk is full: 4 characters."


def test_why_an_overlap_is_smaller_than_asked_for() -> None:
    one, two = chunkviz.chunk("One two three. Four five six. Seven.", Sentences(6, 2), "words").chunks
    assert (one.overlap.asked, two.overlap.asked, two.overlap.got) == (0, 2, 0)
    assert two.overlap.why == "Overlap is made of whole sentences; one more would have made 3 words."


def test_words_can_be_more_tokens_without_the_space_before_them() -> None:
    """“ antidisestablishment” is three tokens with its space and more without it: a trimmed chunk is counted as it is."""
    text = "xx. " + "antidisestablishmentarianism " * 40
    chunking = chunkviz.chunk(text, Recursive(6, 0, separators=(" ",)))
    assert chunking.numbers.tokens_max <= 6


def test_own_separators_understand_escapes() -> None:
    assert unescaped("\\n\\t\\\\n") == "\n\t\\n"
    assert [level.piece for level in levels_of(["\\n\\n", ". ", ""])] == ["paragraph", "sentence", "character"]
    text = "a\n\nb"
    assert texts(chunkviz.chunk(text, Recursive(2, 0, separators=("\\n\\n",)), "characters")) == ["a", "b"]


def test_a_wrong_regular_expression_is_one_sentence() -> None:
    with pytest.raises(SettingError, match=r"separators holds “\(”, which is not a regular expression"):
        Recursive(separators=("(",), regex=True)
    for wrong in ("a{1,99999999999999999999}", "(" * 249 + ")" * 249 + "(", "[" * 400, "(?(DEFINE)", "\\"):
        with pytest.raises(SettingError, match="which is not a regular expression: "):
            Separator(separator=wrong, regex=True)
    with pytest.raises(SettingError, match="of 5,000 characters; it may have at most 500"):
        Separator(separator="a" * 5000, regex=True)


@pytest.mark.parametrize(
    ("refinement", "chunks"),
    [
        (Overlap(before=1, unit="sentences"), ["A ran. B sat.", "B sat. C slept."]),
        (Overlap(0, 1, "sentences"), ["A ran. B sat.", "B sat. C slept."]),
        (Overlap(3, unit="tokens"), ["A ran.", "an. B sat.", "at. C slept."]),
        (Overlap(3, 1, "tokens"), ["A ran. B", "an. B sat. C", "at. C slept."]),
        (Overlap(2000, unit="tokens"), ["A ran. B sat.", "B sat. C slept."]),
    ],
)
def test_overlap_added_to_chunks(refinement: Overlap, chunks: list[str]) -> None:
    text = "A ran. B sat. C slept."
    assert texts(chunkviz.chunk(text, Sentences(8), "characters", refinements=[refinement])) == chunks


def test_overlap_in_sentences_is_counted_in_sentences() -> None:
    chunking = chunkviz.chunk(
        "A ran. B sat. C slept.", Sentences(8), "characters", refinements=[Overlap(before=2, unit="sentences")]
    )
    assert [(chunk.overlap.asked, chunk.overlap.got, chunk.overlap.unit) for chunk in chunking.chunks] == [
        (0, 0, "sentences"),
        (2, 1, "sentences"),
    ]
    assert chunking.size is None, "what whole sentences add cannot be said beforehand"


def test_numbers_by_hand() -> None:
    """“abcd” “cdef” “ef” “g”: of the 7 letters, c, d, e and f are in two chunks; overlaps of 2 of the 2 asked for."""
    chunking = chunkviz.chunk("abcdefg", Fixed(4, 2), "characters")
    assert texts(chunking) == ["abcd", "cdef", "efg"]
    numbers = chunking.numbers
    assert (numbers.chunks, numbers.tokens_min, numbers.tokens_median, numbers.tokens_max) == (3, 3, 4, 4)
    assert numbers.covered_more == pytest.approx(4 / 7)
    assert numbers.covered_once == pytest.approx(3 / 7)
    assert numbers.uncovered == 0
    assert (numbers.overlap_asked, numbers.overlap_got, numbers.stored_tokens) == (4, 4, 11)
    assert numbers.mid_sentence == pytest.approx(2 / 3), "the end of the text ends no sentence in its middle"


def test_text_left_out_is_counted() -> None:
    numbers = chunkviz.chunk("aa-bb-cc", Separator(2, 0, "-", keep="drop"), "characters").numbers
    assert numbers.uncovered == pytest.approx(2 / 8)
    assert numbers.covered_once == pytest.approx(6 / 8)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("One. Two.", 0),
        ("One, two.", 1 / 2),
        ("“One.” “Two.”", 0),
        ("One\n\ntwo.", 0),
        ("今天。明天", 0),
        ("One… two!", 0),
        ("One)\ntwo.", 1 / 2),
    ],
)
def test_ends_in_mid_sentence(text: str, share: float) -> None:
    half = len(text) // 2 + 1
    cut = next(i for i in range(half - 2, half + 3) if text[i - 1] in " \n。," or text[i] in "\n ")
    first = text[:cut].rstrip()
    chunks = tuple(chunkviz.Chunk(*span, chunkviz.cause.END, tokens=1) for span in ((0, len(first)), (cut, len(text))))
    chunking = chunkviz.Chunking(chunkviz.Document(text), Fixed(), chunkviz.tokenizer.tokenizers.get("words"), chunks)
    assert chunking.numbers.mid_sentence == share


def test_chunks_beyond_the_limit_of_chroma_cloud() -> None:
    text = "é" * 9_000  # 18,000 bytes
    assert chunkviz.chunk(text, Fixed(8192, 0), "characters").numbers.over_cloud_limit == 0
    assert chunkviz.chunk(text, Separator(8192, 0), "characters").numbers.over_cloud_limit == 1
