"""A document and a question of one's own in a lesson: a teacher's instead of the lesson's.

The address of such a lesson holds the document's name and fingerprint, never its text, and the question with
the place of its answer: a link opens the same lesson for whoever has the file, and says which file to drop where it is not here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.asked import add
from chunkviz.evaluation.questions import Question, find_quote
from chunkviz.place import Place
from chunkviz.reader import LIMIT
from chunkviz.span import Span

from ..controls import documents
from ..evaluate.asked import LONGEST
from ..evaluate.judging import judging, known
from ..notices import problem
from ..session.choice import choice, run_again, shown
from .answers import place

if TYPE_CHECKING:
    from .lesson import Stage

Said = dict[str, str]
"""What the address says of a lesson, by name."""

_LESSON, _WANTED = "lesson", "wanted"  # besides the options of controls.documents: the lesson's own text, and one not here


class Wanted(ChunkvizError):
    """A document or a question is still to be brought; the sentence says which."""


class Subject(NamedTuple):
    """What a lesson asks, of which document, and where that answers it."""

    document: Document
    question: str
    answer: Span


def document(here: Stage, texts: Mapping[str, str], default: str, made: Callable[[str], Document], name: str) -> Document:
    """One of the lesson's texts (key -> label), which `made` makes and the address says under `name`, or the person's own
    document where the lesson takes one."""
    option = _menu(here, {f"sample:{key}": label for key, label in texts.items()}, f"sample:{default}", name)
    found = _option(option, made)
    if here.lesson.takes == "questions" and not questions(found):
        raise Wanted(
            f"{found.name} has no question yet: type one under “Your own”, with the words that answer it, "
            "or mark some on Evaluate."
        )
    return found


def subject(here: Stage, cases: Mapping[str, tuple[str, str]]) -> Subject:
    """One of these cases (question -> sample, quote of the answer), or a question of the person's own."""
    option = _menu(here, {_LESSON: "The lesson’s own"}, _LESSON)
    if option == _LESSON:
        question = here.choose("question", "Question", list(cases), next(iter(cases)))
        sample, quote = cases[question]
        return Subject(text := documents.sample(sample), question, place(text, quote))
    text, said = documents.document_of(option), here.course.values[here.lesson.key]
    _linked(text, said)
    asked = {one.text: one.answers[0].span for one in questions(text)}
    if not asked:
        raise Wanted(f"Type a question about {text.name} under “Your own”, with the words that answer it.")
    question = here.choose("question", "Question", list(asked), next(iter(asked)))
    answer = asked[question]
    said["question"], said["answer"] = question, f"{answer.start}-{answer.end}"
    return Subject(text, question, answer)


def questions(document: Document) -> list[Question]:
    """The questions of a document that can be judged: those of Evaluate, or those that come with a sample."""
    return [
        one
        for one in known(document)
        if one.judged and all(answer.document == document.name and answer.end <= len(document) for answer in one.answers)
    ]


def option(said: Said) -> str | None:
    """Which document of `controls.documents` an address means; None where it is none of them."""
    name = said.get("document", "")
    if "hash" not in said:
        return f"sample:{name}" if name in documents.samples() else None
    return documents.option_of(said["hash"]) or None


def wanted(said: Said) -> str:
    """A sentence that says which document is to be dropped, where an address means one that is not here; else ""."""
    if "hash" not in said or option(said):
        return ""
    name = said.get("document", "") or "a document"
    mine = [file[0] for one in documents.options() if (file := documents.file_of(one)) is not None]
    if name in mine:
        return (
            f"This link was made for another version of {name}: the one here has other text. Drop the file it was made for here."
        )
    return f"This link was made for {name}; drop it here."


def say(said: Said, chosen: str, name: str = "document") -> None:
    """Put a document into the address: the key of a sample under `name`, or the name and fingerprint of one's own. A question
    asked of another one goes."""
    if chosen != option(said):
        for gone in (name, "document", "hash", "question", "answer"):
            said.pop(gone, None)
    origin, _, key = chosen.partition(":")
    if origin == "sample":
        said[name] = key
    elif (file := documents.file_of(chosen)) is not None:
        said["document"], said["hash"] = file


def _option(option: str, made: Callable[[str], Document]) -> Document:
    origin, _, key = option.partition(":")
    return made(key) if origin == "sample" else documents.document_of(option)


def _read(option: str) -> Document | None:
    """The document, read as this session chose; None where it cannot be read so."""
    try:
        return documents.document_of(option)
    except ChunkvizError:
        return None


def _menu(here: Stage, offered: dict[str, str], default: str, name: str = "document") -> str:
    """The menu of documents, with those of the person where the lesson takes one, and what brings another."""
    said = here.course.values.setdefault(here.lesson.key, {})
    missing = wanted(said) if here.lesson.takes else ""
    if here.lesson.takes:
        mine = {one: f"{label} (yours)" for one, label in documents.options().items() if one.startswith("yours:")}
        offered = ({_WANTED: f"{said.get('document', '')}, not here"} if missing else {}) | offered | mine
    found = _WANTED if missing else (option(said) or "") if "hash" in said else f"sample:{said.get(name)}"
    if found not in offered or found == default:
        found = default
        for gone in (name, "document", "hash", "answer"):
            said.pop(gone, None)

    def change(to: str) -> None:
        say(said, to, name)

    key = f"{here.lesson.key} document"
    if len(offered) > 1 or default != _LESSON:
        with here.control:
            label = offered.__getitem__
            st.selectbox(
                "Document",
                list(offered),
                format_func=label,
                **shown(key, found, change, list(offered)),
            )
    if missing:
        with here.live:
            _upload(said)
        raise Wanted(missing)
    if here.lesson.takes:
        with here.control, st.container(key="own"), st.popover("Your own", icon=":material/upload_file:"):
            _upload(said)
            if here.lesson.takes != "document" and found.startswith("yours:") and (text := _read(found)) is not None:
                _question(text, said)
    return found


def _upload(said: Said) -> None:
    """A file to be put into the lesson; what is wrong with it is said."""
    turn = st.session_state.setdefault("learn brought", 0)
    file = st.file_uploader("Your document", key=f"learn upload {turn}", max_upload_size=LIMIT // 1_000_000)
    if file is not None:
        before = wanted(said)
        try:
            documents.add(choice(), file.getvalue(), file.name)
            if not before or not wanted(said):  # what the link was made for, or nothing asked for: it is shown
                say(said, choice().document)
        except ChunkvizError as error:
            st.session_state["learn refused"] = str(error)
        st.session_state["learn brought"] = turn + 1
        run_again()
    if sentence := st.session_state.pop("learn refused", ""):
        problem(sentence)


def _question(text: Document, said: Said) -> None:
    """A question typed here, with the words that answer it; it is one of Evaluate's from then on."""
    with st.form("learn question", border=False):
        question = st.text_input("Your question", key="learn own question", max_chars=LONGEST)
        quote = st.text_area("The words that answer it, from the document", key="learn own answer", max_chars=LONGEST, height=100)
        if not st.form_submit_button("Ask this", type="primary"):
            return
    question = " ".join(question.split())
    found, sentence = find_quote(quote.strip(), None, [text]) if quote.strip() else (None, "paste the words that answer it.")
    if not question or found is None:
        problem("Type the question." if not question else sentence[:1].upper() + sentence[1:])
        return
    _add(text, question, found)
    said["question"] = question
    run_again()


def _linked(text: Document, said: Said) -> None:
    """Take over the question of a link, with its answer: it was made for this very text."""
    start, _, end = said.get("answer", "").partition("-")
    question = said.get("question", "").strip()[:LONGEST]
    if not question or not all(one.isdecimal() and len(one) < 12 for one in (start, end)):
        return
    answer = Place(text.name, int(start), int(end))
    inside = 0 <= answer.start < answer.end <= len(text) and text.text[answer.start : answer.end].strip()
    if inside and question not in [one.text for one in questions(text)]:
        _add(text, question, answer)


def _add(text: Document, question: str, answer: Place) -> None:
    state = judging()
    state.asked.setdefault(text.name, list(known(text)))
    add(state.asked, text.name, question, answer)
