"""Waiting for a condition: a test fails only where it never comes true, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300  # seconds


def until(condition: Callable[[], object], what: str) -> None:
    """Return once the condition holds; a TimeoutError that says `what` where it never does."""
    ends = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > ends:
            raise TimeoutError(f"{what}: not within {PATIENCE} seconds")
        time.sleep(0.05)
