"""A collection into which the same text was put twice: each record is a holder of its own."""

from __future__ import annotations

from pathlib import Path

import chromadb

from chunkviz.diagnosis.measure import explain
from chunkviz.document import Document
from chunkviz.embedder import embedder_for
from chunkviz.imported.placed_index import placed
from chunkviz.index import Store
from chunkviz.pattern import Search, patterns
from chunkviz.span import Span


def test_each_of_two_equal_records_has_its_own_rank(tmp_path: Path) -> None:
    document = Document("Boats pay ten crowns a night. Canoes pay two.", "fees.md")
    folder = tmp_path / "db"
    client = chromadb.PersistentClient(str(folder))
    collection = client.create_collection("twice", metadata={"hnsw:space": "cosine"})
    embedder = embedder_for("hashing")
    texts = ["Boats pay ten crowns a night.", "Boats pay ten crowns a night.", "Canoes pay two."]
    collection.add(ids=["a", "b", "c"], documents=texts, embeddings=embedder.embed(texts))
    client.close()
    store = Store.reading(folder)
    laid, index = placed(store.open("twice"), document)
    assert [one.span for one in laid.located] == [(0, 29), (0, 29), (30, 45)]
    search = Search(index, embedder, {document.id: laid.chunking})
    found = explain("What do boats pay a night?", Span(0, 29), laid.chunking, search, patterns.get("plain")(), 1)
    assert found.retrieved
    assert sorted((one.number, one.rank) for one in found.holders) == [(0, 1), (1, 2)]
    assert sum(one.found for one in found.holders) == 1  # which of two equal ones the index gives is its own affair
