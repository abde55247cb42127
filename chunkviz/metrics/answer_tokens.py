"""Answer tokens per retrieved token: what a reader gets for what is paid."""

from __future__ import annotations

from ..case import Case
from ..metric import metric


@metric("Answer tokens per token retrieved", "cost", order=6)
def answer_tokens_per_token(case: Case) -> float:
    """Tokens of answers found / tokens retrieved; 0 where nothing was retrieved.

    An answer's token that two passages repeat was paid for twice and counts once.
    """
    read = sum(case.tokens)
    return case.answer_tokens / read if read else 0.0
