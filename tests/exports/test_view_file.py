"""A view in one file: written, read again, and wrong."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkviz.errors import ChunkvizError
from chunkviz.exports.view_file import View, read_view, written

VIEW = View("debug", {"strategy": "fixed", "q": "Wie viel?"}, "härbour.md", b"\xff\x00 bytes", '[{"question": "Q"}]', "# Q")


def test_what_is_written_is_read_again() -> None:
    assert read_view(written(VIEW).encode(), "a.chunkviz.json") == VIEW


def test_it_is_json_that_anyone_can_read() -> None:
    found = json.loads(written(VIEW))
    assert found["address"] == {"strategy": "fixed", "q": "Wie viel?"}
    assert base64.b64decode(found["file"]["content"]) == b"\xff\x00 bytes"
    assert found["questions"] == [{"question": "Q"}]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"format": "chunkviz view 2"}',
        b"[" * 100_000,
        json.dumps({**json.loads(written(VIEW)), "file": {"name": "a", "content": "no base64!"}}).encode(),
        json.dumps({**json.loads(written(VIEW)), "page": 3}).encode(),
        json.dumps({**json.loads(written(VIEW)), "address": []}).encode(),
    ],
)
def test_what_is_no_view_is_one_sentence(data: bytes) -> None:
    with pytest.raises(ChunkvizError, match=r"a\.chunkviz\.json holds no saved view of chunkviz; save it again"):
        read_view(data, "a.chunkviz.json")


@given(st.binary(max_size=200))
def test_no_bytes_break_it(data: bytes) -> None:
    with pytest.raises(ChunkvizError):
        read_view(data, "a.chunkviz.json")
