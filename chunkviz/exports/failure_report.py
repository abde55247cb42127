"""One failure to send to a colleague: as Markdown, and as a page that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from ..chunking import Chunking
from ..diagnosis.explanation import Explanation
from ..diagnosis.remedies import Tried
from ..diagnosis.wording import account, verdict
from ..phrases import counted
from ..pipeline import Pipeline
from ..viewer.data import DrawnHit, Mark
from .html import html as viewer_page

_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|<>~$&])")
_STYLE = (
    "body > section { max-width: 52rem; padding: 0 1rem; line-height: 1.5 } body > section h2 { "
    "font-size: 1rem } body > section li { margin: .3rem 0 }"
)


def markdown(found: Explanation, chunking: Chunking, pipeline: Pipeline, tried: Sequence[Tried] | None = None) -> str:
    """The report; nothing in it that is quoted can become markup."""
    lines = [f"# {_plain(found.question)}", "", _plain(verdict(found)), ""]
    lines += [f"> {_plain(line)}" for line in _quote(found, chunking).split("\n")]
    lines += [
        "",
        f"{_plain(chunking.document.name)}, cut by {_plain(pipeline.label)}; {counted(len(chunking), 'chunk')}, k {found.k}.",
    ]
    for section in account(found, chunking, tried):
        lines += ["", f"## {section.title}", "", *(f"- {_plain(sentence)}" for sentence in section.sentences)]
    return "\n".join(lines) + "\n"


def html(found: Explanation, chunking: Chunking, pipeline: Pipeline, tried: Sequence[Tried] | None = None) -> str:
    """The report over the document with its chunks, the answer marked and what was retrieved numbered."""
    parts = [f"<h2>{escape(found.question)}</h2><p><strong>{escape(verdict(found))}</strong></p>"]
    parts.append(f"<blockquote>{escape(_quote(found, chunking))}</blockquote>")
    parts.append(
        f"<p>{escape(chunking.document.name)}, cut by {escape(pipeline.label)}; "
        f"{counted(len(chunking), 'chunk')}, k {found.k}.</p>"
    )
    for section in account(found, chunking, tried):
        listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in section.sentences)
        parts.append(f"<h2>{escape(section.title)}</h2><ul>{listed}</ul>")
    page = viewer_page(chunking, marks=marks(found), hits=hits(found), goto=found.answer)
    page = page.replace("</style>", f"{_STYLE}</style>", 1)
    return page.replace('<div id="chunkviz">', f'<section>{"".join(parts)}</section>\n<div id="chunkviz">', 1)


def marks(found: Explanation) -> list[Mark]:
    """What is drawn in the text: the answer, each sentence of its chunk with its similarity, the winners' best sentences."""
    sentences = [Mark(one.span, f"{one.score:.3f} by itself", "sentence", max(0.0, one.score)) for one in found.sentences]
    best = [
        Mark(one.place, f"Best sentence of passage {one.rank}: {one.best_score:.3f}", "sentence", max(0.0, one.best_score))
        for one in found.winners
        if one.place is not None
    ]
    return [Mark(found.answer, found.question), *dict.fromkeys([*sentences, *best])]


def hits(found: Explanation) -> list[DrawnHit]:
    return [DrawnHit(one.span, one.rank, one.score) for one in found.winners if one.span is not None]


def _quote(found: Explanation, chunking: Chunking) -> str:
    return chunking.document.text[found.answer.start : found.answer.end].strip()


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
