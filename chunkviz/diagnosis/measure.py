"""Why a passage that answers a question was not retrieved: everything that can be measured about it.

`explain` measures and returns an `Explanation` with the reasons that follow from it, each a module of `reasons`; what both
mean in words for a person is said in `wording`; what would have worked is tried in `remedies`.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from ..chunking import Chunking
from ..cutting.packing import trimmed
from ..inspection.unread import readings
from ..pattern import Pattern, Search, retrieve
from ..patterns.hybrid import word_scores
from ..search.exact_index import ExactIndex, exact_copy
from ..search.hits import Hit, Passage
from ..search.record import Record
from ..search.retrieved import completed_by, holds, retrieved_at
from ..span import Span, intersection
from ..tokenizer import tokens_of
from .explanation import Cut, Explanation, Holder, Winner
from .missing_words import has, lacking, surroundings
from .reason import reasons_of
from .repetitions import LOOKED_AT, repetitions
from .sentence_scores import why


def explain(question: str, answer: Span, chunking: Chunking, search: Search, pattern: Pattern, k: int) -> Explanation:
    """Measure what became of `answer`, a span of the chunking's document, when `question` was asked.

    search   an index of the chunking's chunks (and perhaps of others), its records with their places
    Retrieved means what `chunkviz.search.retrieved` says. Raises ChunkvizError where the question is blank.
    """
    passages = retrieve(question, search, pattern, k)
    holders = _holders(answer, chunking, search, question, passages)
    exact = _exact(search)
    completed, exact_rank = completed_by(answer, chunking, passages), None
    if not completed and exact is not search.index:
        beside = dataclasses.replace(search, index=exact, _kept={})
        exact_rank = retrieved_at(answer, chunking, retrieve(question, beside, pattern, k))
    order = _order(search, question)
    subject = _subject(holders)
    found = Explanation(
        question=question,
        answer=answer,
        k=k,
        pattern=pattern.label,
        chunks=len(exact),
        completed_by=completed,
        exact_rank=exact_rank,
        score_at_k=order[k - 1].score if len(order) >= k else None,
        filtered=bool(search.where or search.where_document),
        holders=holders,
        uncovered=tuple(_uncovered(answer, chunking)),
        cuts=tuple(_cuts(answer, chunking)),
        subject=subject,
    )
    repeats = repetitions(list(order[: LOOKED_AT if subject is None or subject.rank is None else subject.rank - 1]), exact)
    found = dataclasses.replace(found, winners=_winners(found, passages, chunking, search))
    if subject is not None:
        found = _looked_into(found, subject, repeats, chunking, search)
    return dataclasses.replace(found, reasons=reasons_of(found))


def _exact(search: Search) -> ExactIndex:
    index = search.index
    return index if isinstance(index, ExactIndex) else search.once("exact copy", lambda: exact_copy(index))


def _order(search: Search, question: str) -> list[Hit]:
    """All chunks that pass the filters, by similarity."""
    exact = _exact(search)
    key = "order", question, repr(search.where), repr(search.where_document)
    return search.once(key, lambda: exact.search(search.vector(question), len(exact), search.where, search.where_document))


def _holders(answer: Span, chunking: Chunking, search: Search, question: str, passages: Sequence[Passage]) -> tuple[Holder, ...]:
    document = chunking.document
    parts = {}
    for number, chunk in enumerate(chunking.chunks):
        part = chunk.span.intersection(answer)
        if part and document.solid[part.end] > document.solid[part.start]:
            parts[number] = part
    if not parts:
        return ()
    exact = _exact(search)
    ids = _ids(chunking, exact.records())
    ranked = {hit.record.id: hit for hit in _order(search, question)}
    by_words = _by_words(question, search)
    hits = {hit.record.id for passage in passages for hit in passage.hits}
    only = dataclasses.replace(chunking, chunks=tuple(chunking.chunks[number] for number in parts))
    tokenizer = search.embedder.tokenizer
    tokens = search.once(("model tokens", document.id), lambda: tokens_of(document.text, tokenizer))
    read = readings(only, search.embedder, tokens)
    vector = search.vector(question)
    found = []
    for (number, part), reading in zip(parts.items(), read, strict=True):
        span = chunking.chunks[number].span
        id = ids.get(number)
        hit = ranked.get(id) if id else None
        score = hit.score if hit else float((exact.vectors([id]) @ vector)[0]) if id else None
        shared = tuple(other for other, its in parts.items() if other != number and its.overlaps(part))
        whole = holds(span, answer, document)
        rank = hit.rank if hit else None
        words = by_words.get(id) if id else None
        found.append(Holder(number, span, part, whole, shared, score, rank, words, reading.unread, id in hits))
    return tuple(found)


def _ids(chunking: Chunking, records: Sequence[Record]) -> dict[int, str]:
    """The id of each chunk's record, by the chunk's number. The same text may have been stored twice: of several chunks and
    records with one span, each chunk has a record of its own, in order."""
    waiting: dict[Span | None, list[str]] = defaultdict(list)
    for record in reversed(records):
        if record.document == chunking.document.id:
            waiting[record.span].append(record.id)
    return {number: waiting[chunk.span].pop() for number, chunk in enumerate(chunking.chunks) if waiting.get(chunk.span)}


def _by_words(question: str, search: Search) -> dict[str, tuple[float, int]]:
    """BM25 score and rank of the records that share a word with the question, by id."""
    scores = word_scores(question, search)
    order = np.argsort(-scores, kind="stable").tolist()
    return {search.records[i].id: (float(scores[i]), rank) for rank, i in enumerate(order, 1) if scores[i] > 0}


def _subject(holders: Sequence[Holder]) -> Holder | None:
    whole = [one for one in holders if one.whole]
    among = whole or [one for one in holders if not one.found] or holders
    return min(among, key=lambda one: (one.rank is None, one.rank or 0, -(one.score or 0), one.number), default=None)


def _uncovered(answer: Span, chunking: Chunking) -> list[Span]:
    solid, at, left = chunking.document.solid, answer.start, []
    for held in [*intersection([chunk.span for chunk in chunking.chunks], [answer]), Span(answer.end, answer.end)]:
        if solid[held.start] > solid[at]:
            left.append(Span(*trimmed(chunking.document.text, at, held.start)))
        at = held.end
    return left


def _cuts(answer: Span, chunking: Chunking) -> list[Cut]:
    return [
        Cut(chunk.end, number, chunk.cause.sentence)
        for number, chunk in enumerate(chunking.chunks)
        if answer.start < chunk.end < answer.end and not holds(chunk.span, answer, chunking.document)
    ]


def _winners(found: Explanation, passages: Sequence[Passage], chunking: Chunking, search: Search) -> tuple[Winner, ...]:
    """What was retrieved, with the sentences and words that speak for it."""
    vector = search.vector(found.question)
    numbers = {id: number for number, id in _ids(chunking, _exact(search).records()).items()}
    repeats = repetitions([passage.hits[0] for passage in passages], _exact(search))
    subject = chunking.embedded_text(chunking.chunks[found.subject.number]) if found.subject else ""
    lacks = lacking(found.question, subject)
    winners = []
    for passage in passages:
        hit = passage.hits[0]
        here = hit.record.span is not None and hit.record.document == chunking.document.id
        span = hit.record.span if here and hit.record.span is not None else Span(0, len(hit.record.own))
        text = chunking.document.text if here else hit.record.own
        best = why(vector, text, span, hit.score, search.embedder).best
        winners.append(
            Winner(
                passage.rank,
                hit.score,
                passage.name,
                numbers.get(hit.record.id),
                passage.span if here else None,
                text[best.span.start : best.span.end] if best else "",
                best.score if best else hit.score,
                best.span if best and here else None,
                has(hit.record.text, lacks),
                repeats[hit.record.id] + 1 if hit.record.id in repeats else None,
            )
        )
    return tuple(winners)


def _looked_into(found: Explanation, subject: Holder, repeats: dict[str, int], chunking: Chunking, search: Search) -> Explanation:
    """The explanation with why the subject's score is what it is."""
    chunk, embedder, vector = chunking.chunks[subject.number], search.embedder, search.vector(found.question)
    text = chunking.embedded_text(chunk)
    before = text[: len(text) - chunk.span.length]
    sentences = why(vector, chunking.document.text, chunk.span, subject.score or 0, embedder, before=before).sentences
    own = [one for one in sentences if one.span.overlaps(subject.part)]
    alone = max((one.score for one in own), default=None)
    if len(own) > 1:
        stretch = chunking.document.text[own[0].span.start : own[-1].span.end]
        alone = max(alone or -1, float(embedder.embed([stretch])[0] @ vector))
    return dataclasses.replace(
        found,
        distinct_rank=None if subject.rank is None else subject.rank - min(len(repeats), subject.rank - 1),
        sentences=sentences,
        alone=alone,
        surroundings=surroundings(found.question, subject.number, chunking, embedder, vector),
        lacks=lacking(found.question, text),
    )
