"""What an author says of a document, checked."""

from __future__ import annotations

import pytest

from chunkviz.errors import ChunkvizError
from chunkviz.text.front_matter import fields_of, front_matter, sidecar


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("---\nauthor: Ines\nyear: 2025\ndraft: false\n---", {"author": "Ines", "year": 2025, "draft": False}),
        ("---\ntags: [a, b]\ndate: 2025-07-01\n---", {"tags": "a, b", "date": "2025-07-01"}),
        ('+++\nauthor = "Ines"\n+++', {"author": "Ines"}),
        ("---\nnested:\n  a: 1\nb: x\n---", {"b": "x"}),
        ("---\n: : [\n---", {}),
        ("---\n!!python/object/apply:os.system ['echo']\n---", {}),
        ("---\n- a\n---", {}),
        ("+++\nno toml\n+++", {}),
        ("", {}),
        ("---\n" + "[" * 5000 + "\n---", {}),
        ("---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---", {"a": "x, x"}),
        ("---\nlong: " + "x" * 20_000 + "\n---", {}),
    ],
)
def test_front_matter(text: str, fields: dict[str, object]) -> None:
    assert front_matter(text) == fields


def test_a_file_beside_the_document() -> None:
    assert sidecar(b'{"tenant": "harbour", "roles": ["a", "b"]}', "a.meta.json") == {"tenant": "harbour", "roles": "a, b"}
    for wrong in (b"[]", b"{", b"\xff", b"[" * 5000):
        with pytest.raises(ChunkvizError, match="does not hold a JSON object"):
            sidecar(wrong, "a.meta.json")
    assert len(fields_of({str(i): i for i in range(500)})) == 100
