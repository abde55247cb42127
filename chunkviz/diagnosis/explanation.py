"""What is known about a passage that should have answered a question: values only."""

from __future__ import annotations

from dataclasses import dataclass

from ..span import Span
from .missing_words import Surrounding
from .sentence_scores import Sentence

EQUAL = 1e-4  # similarities closer than this are equal


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A reason that applies: its key, the title it is printed under, and a sentence with the numbers it rests on."""

    key: str
    section: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A chunk that ends inside the answer: where, which one (from 0), and the sentence that says why it ends there."""

    at: int
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A chunk that holds the answer or a part of it, and what became of it.

    number   from 0, in the order of chunks
    part     what it holds of the answer
    shared   the other chunks that hold some of this part too: it stands in an overlap
    score    similarity to the question; None where the index does not have the chunk
    rank     by similarity among all chunks that pass the filters, from 1; None where it does not pass them
    by_words score and rank by BM25; None where it shares no word with the question, or is filtered out
    unread   the part of the chunk that the model never read; None where it read all
    found    whether it is among the hits of what was retrieved
    """

    number: int
    span: Span
    part: Span
    whole: bool
    shared: tuple[int, ...]
    score: float | None
    rank: int | None
    by_words: tuple[float, int] | None
    unread: Span | None
    found: bool

    @property
    def read(self) -> bool:
        """Whether the model read all it holds of the answer."""
        return self.unread is None or self.part.end <= self.unread.start


@dataclass(frozen=True, slots=True)
class Winner:
    """A passage that was retrieved.

    number    of the chunk it was found by (from 0); span: its place; both None where it is of another document
    best      its sentence nearest to the question, and how near
    words     words of the question that it has and the best holder has not
    repeats   rank of an earlier passage that says the same; None where it is new
    """

    rank: int
    score: float
    name: str
    number: int | None
    span: Span | None
    best: str
    best_score: float
    place: Span | None
    words: tuple[str, ...] = ()
    repeats: int | None = None


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What was measured. The holder that is looked into, `subject`, is the best ranked of those that hold the answer whole, or,
    where none does, of the pieces that were not found.

    completed_by    ranks of the passages that hold the answer, see `chunkviz.search.retrieved`; empty where it is not retrieved
    exact_rank      the rank it would have if the index had compared the question with every vector; None where it is
                    retrieved or the index does compare with every vector
    score_at_k      similarity of the last chunk that was let in, by similarity alone; None where all chunks were
    filtered        whether filters were asked for
    uncovered       parts of the answer that no chunk holds
    distinct_rank   the subject's rank if of passages that say the same only the first counted
    sentences       of the subject, with their own similarity
    alone           similarity of the answer's own sentences, without the rest of their chunk
    surroundings    what stands around the subject and has words of the question that it lacks, each tried in front of it
    lacks           words of the question that the subject has not
    reasons         why it was not retrieved, the strongest first; empty where it was
    """

    question: str
    answer: Span
    k: int
    pattern: str
    chunks: int
    completed_by: tuple[int, ...]
    exact_rank: int | None
    score_at_k: float | None
    filtered: bool
    holders: tuple[Holder, ...]
    uncovered: tuple[Span, ...]
    cuts: tuple[Cut, ...]
    winners: tuple[Winner, ...] = ()
    subject: Holder | None = None
    distinct_rank: int | None = None
    sentences: tuple[Sentence, ...] = ()
    alone: float | None = None
    surroundings: tuple[Surrounding, ...] = ()
    lacks: tuple[str, ...] = ()
    reasons: tuple[Diagnosis, ...] = ()

    @property
    def retrieved(self) -> bool:
        return bool(self.completed_by)

    @property
    def rank(self) -> int | None:
        """Of the passage with which the answer is complete; None where it is not retrieved."""
        return self.completed_by[-1] if self.completed_by else None

    @property
    def deciding(self) -> list[Holder]:
        """The holders that count: those that hold the answer whole, or all where none does."""
        return [one for one in self.holders if one.whole] or list(self.holders)

    @property
    def short_by(self) -> float | None:
        """What the subject's score lacks to the score at rank k; None where it is not for its score that it was not found."""
        subject = self.subject
        if subject is None or subject.found or subject.score is None or self.score_at_k is None:
            return None
        missing = self.score_at_k - subject.score
        return missing if missing >= 0 and (subject.rank is None or subject.rank > self.k) else None

    @property
    def causes(self) -> list[str]:
        """The keys of the reasons."""
        return [reason.key for reason in self.reasons]
