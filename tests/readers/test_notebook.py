"""Notebooks: cells of Markdown and code with exact places, outputs by choice, pictures counted."""

from __future__ import annotations

import json
from typing import Any

import pytest

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import UnreadableError
from chunkviz.readers.notebook import NotebookOptions

PICTURE = {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo=", "text/plain": ["<Figure size 640x480>"]}}
CELLS: list[Any] = [
    {
        "cell_type": "markdown",
        "source": ["# Tides\n", "\n", "Heights in *metres*.\n"],
        "attachments": {"a.png": {"image/png": "aa"}},
    },
    {
        "cell_type": "code",
        "source": "heights = [1.2, 3.4]\nprint(max(heights))\n",
        "outputs": [{"output_type": "stream", "name": "stdout", "text": ["3.4\n"]}, PICTURE],
    },
    {"cell_type": "markdown", "source": "## Next\n\n- one\n- two"},
    {"cell_type": "raw", "source": "left as it is"},
    {
        "cell_type": "code",
        "source": ["1 / 0"],
        "outputs": [{"output_type": "error", "traceback": ["\x1b[0;31mZeroDivisionError\x1b[0m: division"]}],
    },
    {"cell_type": "code", "source": "", "outputs": []},
    "no cell",
]  # fmt: skip
NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {"kernelspec": {"language": "python"}, "language_info": {"name": "python"}},
    "cells": CELLS,
}
TEXT = """# Tides

Heights in *metres*.

heights = [1.2, 3.4]
print(max(heights))

## Next

- one
- two

left as it is

1 / 0"""


def read(notebook: Any, **options: Any) -> Document:
    return chunkviz.read(json.dumps(notebook).encode(), "tides.ipynb", options=NotebookOptions(**options))


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def test_cells_stand_in_their_order_with_their_blocks() -> None:
    document = read(NOTEBOOK)
    assert document.kind == "notebook"
    assert document.text == TEXT
    assert blocks(document) == [
        ("heading", "# Tides"),
        ("paragraph", "Heights in *metres*."),
        ("code", "heights = [1.2, 3.4]\nprint(max(heights))"),
        ("heading", "## Next"),
        ("list", "- one\n- two"),
        ("item", "- one"),
        ("paragraph", "one"),
        ("item", "- two"),
        ("paragraph", "two"),
        ("paragraph", "left as it is"),
        ("code", "1 / 0"),
    ]
    assert [block.attributes["language"] for block in document.blocks if block.kind == "code"] == ["python", "python"]
    assert document.metadata["title"] == "Tides"
    assert document.notes == ("Left out: 2 pictures, 2 outputs of code cells, 1 cell that is none.",)


def test_outputs_are_read_as_text_where_that_is_chosen() -> None:
    document = read(NOTEBOOK, outputs=True)
    code = [text for kind, text in blocks(document) if kind == "code"]
    assert code == ["heights = [1.2, 3.4]\nprint(max(heights))", "3.4", "1 / 0", "ZeroDivisionError: division"]
    assert document.notes == ("Left out: 2 pictures, 1 cell that is none.",)


def test_nbformat_3_is_read() -> None:
    sheets = [
        {
            "cells": [
                {"cell_type": "heading", "level": 2, "source": ["Old"]},
                {
                    "cell_type": "code",
                    "input": ["x = 1"],
                    "language": "python",
                    "outputs": [{"output_type": "pyout", "text": ["1"]}],
                },
            ]
        }
    ]
    document = read({"nbformat": 3, "metadata": {}, "worksheets": sheets})
    assert blocks(document) == [("heading", "## Old"), ("code", "x = 1")]
    assert document.notes == ("Left out: 1 output of a code cell.",)


def test_a_notebook_is_known_by_what_it_holds() -> None:
    assert chunkviz.read(json.dumps(NOTEBOOK).encode(), "download").kind == "notebook"
    assert chunkviz.read(b'{"nbformat": 1, "role": "user", "content": "hi"}', "chat.json").kind != "notebook"


@pytest.mark.parametrize(
    ("data", "says"),
    [(b'{"cells": [', "is no notebook, or it is damaged"), (b'{"cells": 3}', "holds no cells"), (b"[" * 10**5, "is no notebook")],
)
def test_what_is_no_notebook_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(UnreadableError, match=f"^tides.ipynb {says}"):
        chunkviz.read(data, "tides.ipynb", kind="notebook")
