"""Whether two names are of one file, however much of its path each of them has."""

from __future__ import annotations

import re


def same_file(one: str, other: str) -> bool:
    """Whether two names may be of one file: the folders of the one are the last of the other's.

    >>> same_file("/data/docs/manual.md", "docs/manual.md"), same_file("a/readme.md", "b/readme.md")
    (True, False)
    """
    left, right = ([part for part in re.split(r"[/\\]", name) if part not in ("", ".")] for name in (one, other))
    shared = min(len(left), len(right))
    return shared > 0 and left[-shared:] == right[-shared:]
