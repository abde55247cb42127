"""Questions with exact answers, and the files they are kept in.

An answer is a place, never a chunk, so the same questions judge every strategy. What a file calls an answer is a quote;
it is looked for in the documents once, while reading. A quote that is not found stays with its question, in `missing`,
and is reported; such a question is not judged until somebody mends it.

Forms that are read, each as JSON (a list, or an object with the list under `questions`), JSON lines or CSV:

    question, answers            ours: each answer a quote, or {"quote", "occurrence" (from 0), "start", "end", "document"}
    query, relevant_passages     common in guides
    query, expected_chunks       common in guides: quotes, or the ids of a collection's chunks
    question, references, corpus_id    Chroma's: references are {"content", "start_index", "end_index"}
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ..document import Document
from ..errors import ChunkvizError
from ..place import Place
from ..text.file_names import same_file
from ..text.json_text import decoded
from ..text.records_file import records

LONGEST = 100_000  # characters of a question or a quote
MOST = 20_000  # questions of a file, and answers of a question

TEXT = ("question", "query")  # what files call a question
ANSWERS = ("answers", "references", "relevant_passages", "expected_chunks", "answer")  # what they call its answers

NO_IDS: Mapping[str, Place] = MappingProxyType({})
_ID = re.compile(r"(?=.*[\d_:#/-])\S{1,200}")  # what may be a chunk's id: no blank, and a digit or a mark as ids have them
_DOCUMENT = ("document", "corpus_id")
_QUOTE = ("quote", "content", "text")


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the places that answer it, all of which are needed.

    missing    quotes that stand in no document: until they are mended the question cannot be judged
    document   name of the document it was asked of; "" where the answers alone say it
    note       what somebody wrote about it, such as why it is hard
    """

    text: str
    answers: tuple[Place, ...] = ()
    missing: tuple[str, ...] = ()
    document: str = ""
    note: str = ""

    @property
    def judged(self) -> bool:
        return bool(self.answers) and not self.missing


@dataclass
class QuestionsRead:
    """The questions of a file, in order, and a sentence for each thing in it that is wrong or doubtful."""

    questions: list[Question] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read_questions(data: bytes, name: str, documents: Sequence[Document], ids: Mapping[str, Place] = NO_IDS) -> QuestionsRead:
    """The questions in a file's bytes, their quotes found in `documents`.

    name   the file's name: `manual.md.json` says which document its questions are about where they do not say it
    ids    where the chunks of a collection are, by their ids: an answer that is such an id stands for the chunk's place
    Raises ChunkvizError, one sentence, where the file is no file of questions at all.
    """
    by_name = documents_by_name(documents)
    reading = QuestionsRead()
    about = _stem_of(name, by_name)
    for number, entry in enumerate(_entries(data, name), 1):
        _read(entry, number, about, by_name, ids, reading)
    if not reading.questions:
        raise ChunkvizError(" ".join([f"{name} holds no question.", *reading.problems[:3]]))
    return reading


def documents_by_name(documents: Iterable[Document]) -> dict[str, Document]:
    """The documents by name; a ChunkvizError where two have the same, since answers tell documents apart by it."""
    found: dict[str, Document] = {}
    for document in documents:
        if document.name in found:
            raise ChunkvizError(f"Two documents are called “{document.name}”; rename one, as questions tell them apart by name.")
        found[document.name] = document
    return found


def as_json(questions: Iterable[Question], documents: Sequence[Document]) -> str:
    """Our own form: quotes with their places, so that it can be read by people, by chunkviz and after small edits."""
    texts = documents_by_name(documents)
    plain = []
    for question in questions:
        answers: list[Any] = [
            {"quote": texts[place.document].text[place.start : place.end], **place._asdict()} for place in question.answers
        ]
        entry: dict[str, Any] = {"question": question.text, "answers": [*answers, *question.missing]}
        if question.document:
            entry["document"] = question.document
        if question.note:
            entry["why_hard"] = question.note
        plain.append(entry)
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def as_csv(questions: Iterable[Question], documents: Sequence[Document]) -> str:
    """Chroma's form: question, references, corpus_id; the last without its ending where that names it still."""
    texts = documents_by_name(documents)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["question", "references", "corpus_id"])
    for question in questions:
        references: list[dict[str, Any]] = [
            {"content": texts[place.document].text[place.start : place.end], "start_index": place.start, "end_index": place.end}
            for place in question.answers
        ]
        names = [place.document for place in question.answers] or [question.document]
        if len(set(names)) > 1:
            references = [one | {"document": name} for one, name in zip(references, names, strict=True)]
        references += [{"content": quote} for quote in question.missing]
        table.writerow([question.text, json.dumps(references, ensure_ascii=False), names[0]])
    return out.getvalue()


def _entries(data: bytes, name: str) -> list[Any]:
    """What the file holds for each question, not yet checked."""
    found = records(data, name, "questions")
    entries = found.listed("questions")
    if entries is None:
        raise ChunkvizError(f"{name} holds no list of questions; write [{{“question”: …, “answers”: [“a quote”]}}].")
    if len(entries) > MOST:
        raise ChunkvizError(f"{name} holds {len(entries):,} questions; the limit is {MOST:,}.")
    if found.table:
        columns = list(entries[0]) if entries else []
        if not any(one in columns for one in TEXT) or not any(one in columns for one in ANSWERS):
            has = ", ".join(str(column)[:40] for column in columns[:6]) or "nothing"
            raise ChunkvizError(f"{name} needs a column question (or query) and one of {', '.join(ANSWERS)}; it has: {has}.")
        return [{column: _cell(cell) if column in ANSWERS else cell for column, cell in row.items()} for row in entries]
    return entries


def _cell(cell: Any) -> Any:
    """A list of answers in a cell is JSON; anything else is one quote."""
    if isinstance(cell, str) and cell.lstrip()[:1] in ("[", "{"):
        try:
            return decoded(cell)
        except (ValueError, RecursionError):
            return cell
    return cell


def _read(
    entry: Any, number: int, about: str, documents: Mapping[str, Document], ids: Mapping[str, Place], reading: QuestionsRead
) -> None:
    """Add the question of one entry, or say why it is none."""
    if not isinstance(entry, Mapping):
        reading.problems.append(f"Question {number} is not an object with “question” and “answers”.")
        return
    text = next((entry[name] for name in TEXT if name in entry), None)
    if isinstance(text, str) and len(text) > LONGEST:
        reading.problems.append(f"Question {number} is longer than {LONGEST:,} characters; shorten it.")
        return
    if not isinstance(text, str) or not text.strip():
        reading.problems.append(f"Question {number} has no text; write it under “question”.")
        return
    named = f"Question {number} (“{_short(text, 60)}”)"
    given = next((entry[name] for name in ANSWERS if name in entry), None)
    given = [given] if isinstance(given, str | Mapping) else given
    if not isinstance(given, list) or not given or len(given) > MOST:
        reading.problems.append(f"{named} has no answers; write a list of quotes under “answers”.")
        given = []
    asked = next((str(entry[name]) for name in _DOCUMENT if entry.get(name)), "")
    document = _stem_of(asked, documents) or about
    unknown = asked and not _stem_of(asked, documents)
    if unknown:
        reading.problems.append(f"{named} is about “{_short(asked, 60)}”, which is not among the documents.")
    answers: list[Place] = []
    missing: list[str] = []
    for one in given:
        found, problem = (None, "") if unknown else _answer(one, document, documents, ids)
        if problem:
            reading.problems.append(f"{named}: {problem}")
        if found is not None:
            answers.append(found)
        else:
            missing.append(_quote_of(one))
    note = entry.get("why_hard", entry.get("note", ""))
    reading.questions.append(
        Question(text, tuple(answers), tuple(missing), document or asked, note if isinstance(note, str) else "")
    )


def _answer(given: Any, document: str, documents: Mapping[str, Document], ids: Mapping[str, Place]) -> tuple[Place | None, str]:
    """The place an answer stands for, and what is wrong or doubtful about it ("" where nothing is)."""
    quote = _quote_of(given)
    if quote in ids:
        return ids[quote], ""
    if isinstance(given, Mapping):
        own = str(given.get("document", "") or "")
        document = _stem_of(own, documents) or document
        start, end = given.get("start", given.get("start_index")), given.get("end", given.get("end_index"))
        if own and own != document and _stem_of(own, documents) != document:
            return None, f"the answer “{_short(quote)}” is in “{_short(own, 60)}”, which is not among the documents."
        if document in documents and _is_place(start, end, documents[document]):
            if not quote or documents[document].text[start:end] == quote:
                return Place(document, start, end), ""
        elif not quote:
            return None, f"the answer {_short(json.dumps(given, default=str))} is neither a quote nor a place in a document."
    if not quote or len(quote) > LONGEST:
        return None, "an answer is empty or no text; write a quote from the document."
    occurrence = given.get("occurrence") if isinstance(given, Mapping) else None
    among = [documents[document]] if document in documents else list(documents.values())
    place, problem = find_quote(quote, occurrence, among)
    if place is None and occurrence is None and _ID.fullmatch(quote):
        return None, f"“{_short(quote)}” is no quote; if it is the id of a chunk, name its collection (--chunk-ids)."
    return place, problem


def find_quote(quote: str, occurrence: Any, among: Sequence[Document]) -> tuple[Place | None, str]:
    """The place of a quote, and what is wrong or doubtful about it; white space may differ.

    occurrence   which one, from 0, where it stands in several places; None: the first, and the sentence says so
    """
    exact = [Place(one.name, *span) for one in among for span in _places(re.escape(quote), one.text)]
    words = quote.split()
    found = exact or [Place(one.name, *span) for one in among for span in _places(r"\s+".join(map(re.escape, words)), one.text)]
    where = among[0].name if len(among) == 1 else "any of the documents"
    if not found or not words:
        return None, f"the quote “{_short(quote)}” is not in {where}."
    if occurrence is None:
        if len(found) > 1:
            return found[0], f"the quote “{_short(quote)}” occurs in {len(found)} places; the first is taken."
        return found[0], ""
    if isinstance(occurrence, bool) or not isinstance(occurrence, int) or not 0 <= occurrence < len(found):
        times = "once" if len(found) == 1 else f"{len(found)} times"
        return (
            None,
            f"the quote “{_short(quote)}” occurs {times} in {where}; there is no occurrence {_short(str(occurrence))} (from 0).",
        )
    return found[occurrence], ""


def _places(pattern: str, text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(pattern, text)]


def _quote_of(given: Any) -> str:
    if isinstance(given, Mapping):
        given = next((given[name] for name in _QUOTE if name in given), "")
    return given if isinstance(given, str) else ""


def _is_place(start: Any, end: Any, document: Document) -> bool:
    whole = all(isinstance(one, int) and not isinstance(one, bool) for one in (start, end))
    return whole and 0 <= start < end <= len(document)


def _stem_of(name: str, documents: Mapping[str, Any]) -> str:
    """The document that `name` means: its name, its name without the ending, or its name with “.json” and the like."""
    if name in documents:
        return name
    stem = name.rpartition(".")[0]
    if stem in documents:
        return stem
    alike = [one for one in documents if one.rpartition(".")[0] == name] or [one for one in documents if same_file(one, name)]
    return alike[0] if len(alike) == 1 and name else ""


def _short(text: str, most: int = 80) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
