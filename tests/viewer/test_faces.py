"""Which stretches of a document are set in another face."""

import time

from chunkviz import Block, Document
from chunkviz.reader import read
from chunkviz.viewer import document_data
from chunkviz.viewer.data import numbers
from chunkviz.viewer.faces import Face, faces, is_fixed


def test_headings_code_and_tables_of_a_markdown_page() -> None:
    text = "🙂\n\n# Farm\n\nA hen.\n\n```\nx = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    document = read(text.encode(), "farm.md")
    assert [(document.text[face.start : face.end].strip(), face.name) for face in faces(document)] == [
        ("# Farm", "heading-1"),
        ("```\nx = 1\n```", "fixed"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "fixed"),
    ]
    data = document_data(document)
    assert numbers(data["faces"]["start"])[0] == 4  # the emoji counts two
    assert data["faces"]["name"] == ["heading-1", "fixed", "fixed"]
    assert not data["fixed"]


def test_source_and_csv_are_fixed_as_a_whole_and_prose_is_not() -> None:
    kinds = {"a.py": b"def f():\n    return 1\n", "a.csv": b"a,b\n1,2\n", "a.txt": b"One fox.\n"}
    assert [(name, is_fixed(document := read(data, name)), faces(document)) for name, data in kinds.items()] == [
        ("a.py", True, []),
        ("a.csv", True, []),
        ("a.txt", False, []),
    ]


def test_of_nested_blocks_the_outer_one_counts() -> None:
    blocks = (Block("table", 0, 9), Block("heading", 2, 4, 2), Block("code", 9, 9), Block("heading", 9, 12, 9))
    assert faces(Document("x" * 12, blocks=blocks)) == [Face(0, 9, "fixed"), Face(9, 12, "heading-6")]


def test_100_000_headings_take_no_noticeable_time() -> None:
    blocks = tuple(Block("heading", 10 * i, 10 * i + 5, 1) for i in range(100_000))
    document = Document("x" * 1_000_000, blocks=blocks)
    began = time.process_time()
    assert len(faces(document)) == 100_000
    assert time.process_time() - began < 2
