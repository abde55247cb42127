"""Recall, precision, precision-omega and IoU as Chroma's report has them in its code, so that figures compare.

Source: Smith and Troynikov, Evaluating Chunking Strategies for Retrieval (Chroma, 2024), and its code,
chunking_evaluation. They differ from ours in this:

- precision and IoU count what overlapping chunks repeat twice; recall divides by the answers' lengths added up;
- in precision-omega a chunk that only stands beside an answer counts as well;
- the place of a chunk is where its text first stands in the document, since it is searched for. In a document that repeats
  itself, a later chunk is taken for an earlier one with the same text (276 of 831 in the report's finance corpus, cut at
  200 tokens, which changes precision-omega from 21.4 to 21.0 %).

Lengths are in characters. k is that of the search; the chunks of all documents are in one index.
"""

from __future__ import annotations

from ..case import Case
from ..metric import metric
from ..place import Place, length, shared


def _sum(places: tuple[Place, ...]) -> int:
    return sum(place.length for place in places)


@metric("Recall, published", "published", order=80)
def published_recall(case: Case) -> float:
    """Characters shared by answers and chunks found, each once / lengths of the answers added up."""
    return shared(case.answers, case.searched[0]) / _sum(case.answers)


@metric("Precision, published", "published", order=81)
def published_precision(case: Case) -> float:
    """Characters shared by answers and chunks found, each once / lengths of all chunks found added up."""
    passages = case.searched[0]
    return shared(case.answers, passages) / _sum(passages) if passages else 0.0


@metric("Precision-omega, published", "published", order=82)
def published_precision_omega(case: Case) -> float:
    """Characters shared by answers and chunks of the corpus / characters of the chunks that touch an answer, also where
    they only stand beside it, and of the answers no chunk holds, each once."""
    holders = case.searched[1]
    return shared(case.answers, holders) / length([*holders, *case.answers])


@metric("IoU, published", "published", order=83)
def published_iou(case: Case) -> float:
    """Characters shared by answers and chunks found, each once / lengths of the chunks found added up and the answers'
    characters that were not found."""
    passages = case.searched[0]
    found = shared(case.answers, passages)
    return found / (_sum(passages) + length(case.answers) - found)
