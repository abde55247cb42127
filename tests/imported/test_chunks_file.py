"""Chunks that something else made: the forms they come in, and laying them onto their document."""

from __future__ import annotations

import json

import pytest

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.imported.chunks_file import Foreign, foreign_of, from_index, lay, read_chunks
from chunkviz.index import Store
from chunkviz.search.record import Record
from chunkviz.span import Span

TEXT = "# Fees\n\nBoats pay ten euros.\n\n# Hours\n\nThe office opens at nine and closes at five."


def read(value, name="chunks.json"):
    return read_chunks((value if isinstance(value, str) else json.dumps(value)).encode(), name)


def test_langchain_documents_as_values_and_as_files():
    from langchain_core.documents import Document
    from langchain_core.load import dumps
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(chunk_size=30, chunk_overlap=0, add_start_index=True)
    documents = splitter.split_documents([Document(TEXT, metadata={"source": "a.md"})])
    starts = [one.metadata["start_index"] for one in documents]
    expected = [
        Foreign(one.page_content, {"source": "a.md", "start_index": start}, start, "a.md")
        for one, start in zip(documents, starts, strict=True)
    ]
    assert foreign_of(documents) == expected
    assert read([one.model_dump(include={"page_content", "metadata"}) for one in documents]) == expected
    assert [(one.text, one.start) for one in read("[" + ",".join(dumps(one) for one in documents) + "]")] == [
        (one.text, one.start) for one in expected
    ]
    laid = lay(expected, chunkviz.Document(TEXT, "a.md"))
    assert [laid.chunking.text(chunk) for chunk in laid.chunking.chunks] == [one.page_content for one in documents]
    assert (laid.lost, laid.wrong) == ([], ())


NODE = {
    "id_": "n1",
    "text": "Boats pay ten euros.",
    "start_char_idx": 8,
    "end_char_idx": 28,
    "metadata": {"page": 2},
    "relationships": {"1": {}},
    "embedding": [0.1],
}
FLAT = {"id_": "n1", "start_char_idx": 8, "end_char_idx": 28, "page": 2}


def test_llamaindex_nodes():
    expected = [Foreign("Boats pay ten euros.", FLAT, 8)]
    assert read([NODE]) == expected
    assert read({"docstore/data": {"n1": {"__data__": NODE, "__type__": "1"}}}) == expected
    assert read({"docstore/data": {"n1": {"__data__": json.dumps(NODE), "__type__": "1"}}}) == expected
    assert read([{"node": NODE, "score": 0.5}]) == expected


def test_other_forms():
    assert read([{"content": "a", "meta": {"x": 1}}]) == [Foreign("a", {"x": 1})]
    assert read([{"text": "a", "start_index": 3, "end_index": 4}]) == [Foreign("a", {"start_index": 3, "end_index": 4}, 3)]
    assert read('{"text": "a"}\n\n{"chunk": "b", "n": 2}\n', "chunks.jsonl") == [Foreign("a"), Foreign("b", {"n": 2})]
    assert read({"chunks": [{"text": "a"}]}) == [Foreign("a")]
    assert read('text,start,page\n"a, b\nc",7,2\n', "chunks.csv") == [Foreign("a, b\nc", {"start": "7", "page": "2"}, 7)]
    assert foreign_of(["a", {"text": "b"}]) == [Foreign("a"), Foreign("b")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        ("[]", "holds no chunks; each needs its text under one of: page_content, text"),
        ('[{"body": "a"}, 3, null]', "holds no chunks"),
        ('[{"text": "a"}', "is not JSON"),
        ('{"text": "a"}\n{"text": ', r"is not JSON \(line 2\)"),
        ("[" * 100_000, "is not JSON|nested too deeply"),
        ("a;b\n1;2\n", "holds no chunks"),
    ],
)
def test_what_is_no_file_of_chunks_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(ChunkvizError, match=sentence):
        read(text, "chunks.txt")


def test_laid_chunks_headers_and_wrong_claims():
    foreign = [
        Foreign("Fees\nBoats pay ten euros.", start=8),
        Foreign("The office opens at nine and closes at five.", {"page": 1}, start=3),
        Foreign("Nothing of the kind."),
    ]
    laid = lay(foreign, chunkviz.Document(TEXT, "a.md"), "words")
    one, two = laid.chunking.chunks
    assert (one.span, one.added, one.tokens) == (Span(2, 28), "", 5)  # “Fees” stands right before it: no header
    assert (two.span, two.metadata, two.cause.kind) == (Span(39, 83), {"page": 1}, "end")
    assert laid.lost == [(2, "Its text does not stand in the document.")]
    assert laid.wrong == (0, 1)
    headed = lay(
        [Foreign("Handbook, chapter one\n\nThe office opens at nine and closes at five.")], chunkviz.Document(TEXT, "a.md")
    )
    assert (headed.chunking.chunks[0].span, headed.chunking.chunks[0].added) == (Span(39, 83), "Handbook, chapter one")
    assert (
        headed.chunking.embedded_text(headed.chunking.chunks[0])
        == "Handbook, chapter one\nThe office opens at nine and closes at five."
    )


def test_an_existing_chroma_collection_is_laid_onto_its_source(tmp_path):
    import chromadb

    client = chromadb.PersistentClient(str(tmp_path / "theirs"), settings=chromadb.Settings(anonymized_telemetry=False))
    theirs = client.create_collection("docs", embedding_function=None)
    pieces = [TEXT[:28], TEXT[28:50], TEXT[45:]]
    theirs.add(
        ids=["1", "2", "3"], embeddings=[[1.0, n] for n in range(3)], documents=pieces, metadatas=[{"n": n} for n in range(3)]
    )
    laid = lay(from_index(Store.copy(tmp_path / "theirs").open("docs")), chunkviz.Document(TEXT, "a.md"))
    assert [chunk.span for chunk in laid.chunking.chunks] == [(0, 28), (28, 50), (45, 83)]
    assert [chunk.metadata for chunk in laid.chunking.chunks] == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert laid.chunking.chunks[2].overlap.got > 0


def test_chunks_of_other_documents_are_not_laid_onto_this_one():
    document = Document("Closed on Sundays.\n\nThe pier is long.", "docs/pier.md")
    entries = [
        {"text": "Closed on Sundays.", "metadata": {"source": "/data/docs/quay.md"}},
        {"text": "Closed on Sundays.", "metadata": {"source": "/data/docs/pier.md"}},
        {"text": "The pier is long.", "metadata": {}},
    ]
    laid = lay(foreign_of(entries), document)
    assert [one.span for one in laid.located] == [None, (0, 18), (20, 37)]
    assert laid.lost == [(0, "It says that it is of /data/docs/quay.md.")]
    renamed = lay(foreign_of(entries[:1]), document)  # no chunk names this file: it may have another name now
    assert [one.span for one in renamed.located] == [(0, 18)]


def test_a_node_that_llama_index_stored_says_where_it_begins():
    text = "Closed on Sundays. The pier is long. Closed on Sundays."
    node = {"start_char_idx": 37, "end_char_idx": 55, "metadata": {"file_name": "pier.md"}, "text": ""}
    record = Record("a", "Closed on Sundays.", metadata={"_node_content": json.dumps(node), "doc_id": "x"})
    (foreign,) = foreign_of([record])
    assert (foreign.start, foreign.file, foreign.id) == (37, "pier.md", "a")
    assert lay([foreign], Document(text, "pier.md")).located[0].span == (37, 55)
    for broken in ("{", "[]", "[" * 5000):
        assert foreign_of([Record("a", "x", metadata={"_node_content": broken})])[0].start is None


def test_how_many_were_laid_and_how_is_said():
    laid = lay(
        foreign_of(["Closed on Sundays.", "the  pier is long.", "The quay is wide."]),
        Document("Closed on Sundays. The pier is long."),
    )
    assert laid.account == (
        "1 of 3 chunks is in the document exactly; 0 up to white space and Unicode form; 1 nearly; 1 was not located."
    )
    assert [chunk.metadata.get("differs") for chunk in laid.chunking.chunks] == [
        None,
        "It nearly stands there: “the” instead of “The”.",
    ]
