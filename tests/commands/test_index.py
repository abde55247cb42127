"""`chunkviz index` and `chunkviz search`: files and folders into Chroma, and questions to it."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from chunkviz.cli import main
from chunkviz.embedder import embedder_for
from chunkviz.index import Store
from chunkviz.index.folder import only_writer

SAMPLES = Path(__file__).parents[2] / "sample_docs"


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "docs"
    (folder / "inner").mkdir(parents=True)
    (folder / "fees.md").write_text("# Fees\n\nBoats pay ten euros a night.\n\n# Hours\n\nThe office opens at nine.\n")
    (folder / "inner" / "dogs.txt").write_text("Dogs are free on the pier. Parrots pay half.")
    (folder / "picture.txt").write_bytes(b"\x89PNG\0\0\0")
    (folder / "empty.txt").write_text(" \n")
    (folder / ".hidden.txt").write_text("not this")
    (folder / "link.txt").symlink_to(folder / "fees.md")
    return folder


def run(capsys, *arguments):
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def index(capsys, corpus, db, *more):
    return run(capsys, "index", corpus, "--db", db, "--collection", "docs", "--embedder", "hashing", *more)


def test_index_then_search(capsys, corpus, tmp_path):
    db = tmp_path / "db"
    status, out, _ = index(capsys, corpus, db, "--json")
    told = json.loads(out)
    assert status == 0
    assert (told["documents"], told["removed"]) == (2, 0)
    assert told["new"] == told["chunks"] >= 3
    assert set(told["skipped"]) == {"docs/picture.txt", "docs/empty.txt"}
    assert told["skipped"]["docs/empty.txt"] == "It holds no text."

    status, out, _ = run(capsys, "search", "Do dogs pay on the pier?", "--db", db, "--json", "-k", 1)
    passage = json.loads(out)
    assert (status, passage["rank"], passage["document"], passage["start"], passage["end"]) == (
        0,
        1,
        "docs/inner/dogs.txt",
        0,
        44,
    )
    assert passage["text"] == "Dogs are free on the pier. Parrots pay half."
    assert passage["hits"][0]["score"] == pytest.approx(passage["score"])

    status, out, _ = run(capsys, "search", "What do boats pay?", "--db", db, "-k", 1)
    assert out.startswith("1. 0.")
    assert "docs/fees.md, characters" in out
    assert "Boats pay ten euros a night." in out


def test_repeating_changes_nothing_and_a_changed_file_takes_its_place(capsys, corpus, tmp_path):
    index(capsys, corpus, tmp_path / "db")
    before = Store.folder(tmp_path / "db").open("docs").records()
    _, out, _ = index(capsys, corpus, tmp_path / "db", "--json")
    assert json.loads(out)["new"] == 0
    assert Store.folder(tmp_path / "db").open("docs").records() == before
    (corpus / "inner" / "dogs.txt").write_text("Dogs pay one euro now.")
    _, out, _ = index(capsys, corpus, tmp_path / "db")
    assert "1 of them new; 1 of earlier states removed" in out
    texts = [
        record.text for record in Store.folder(tmp_path / "db").open("docs").records() if record.name == "docs/inner/dogs.txt"
    ]
    assert texts == ["Dogs pay one euro now."]


def test_filters_and_patterns(capsys, corpus, tmp_path):
    index(capsys, corpus, tmp_path / "db", "--strategy", "sentence_window")
    search = ("search", "What do boats pay?", "--db", tmp_path / "db", "--json")
    _, out, _ = run(capsys, *search, "--where", '{"name": "docs/inner/dogs.txt"}')
    assert {json.loads(line)["document"] for line in out.splitlines()} == {"docs/inner/dogs.txt"}
    _, out, _ = run(capsys, *search, "--contains", "Parrots")
    assert [json.loads(line)["text"] for line in out.splitlines()] == ["Parrots pay half."]
    _, out, _ = run(capsys, *search, "--pattern", "parent_document", "--set", "children=1", "-k", 1)
    assert len(json.loads(out)["text"]) > len("Boats pay ten euros a night.")
    _, out, _ = run(capsys, *search, "--contains", "nowhere")
    assert out == ""
    _, out, _ = run(capsys, *search[:-1], "--contains", "nowhere")
    assert out == "Nothing was found.\n"


WRONG = [
    (("search", "x", "--db", "DB", "--where", "{"), "The filter is not JSON"),
    (("search", "x", "--db", "DB", "--where", '{"a": {"$like": 1}}'), "is no operator"),
    (("search", "x", "--db", "DB", "--collection", "none"), "There is no collection “none”; there are: docs."),
    (("search", "x", "--db", "DB", "--pattern", "magic"), "There is no retrieval pattern “magic”"),
    (("search", "x", "--db", "DB", "--pattern", "sentence_window"), "needs the documents' own text"),
    (("search", " ", "--db", "DB"), "The question is empty"),
    (("search", "x", "--db", "DB", "-k", "0"), "-k must be at least 1"),
    (("search", "x", "--db", "missing"), "is no Chroma folder"),
    (("search", "x", "--server", "127.0.0.1:1"), "No Chroma server answers"),
    (("search", "x", "--db", "DB", "--embedder", "all-MiniLM-L6-v2"), "was made with the embedding model hashing 1"),
    (("index", "missing.md", "--db", "DB", "--collection", "docs"), "There is no missing.md"),
    (
        ("index", "DOCS", "--db", "DB", "--collection", "docs", "--embedder", "hashing", "--set", "size=99"),
        "was made with the settings",
    ),
    (("index", "DOCS", "--db", "DB", "--collection", "d", "--embedder", "hashing"), "3 to 512"),
    (("index", "DOCS", "--db", "DB"), "--collection"),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_said_in_a_sentence(capsys, corpus, tmp_path, arguments, sentence, monkeypatch):
    monkeypatch.chdir(tmp_path)
    index(capsys, corpus, "DB", "--strategy", "recursive")
    given = [str(corpus) if one == "DOCS" else one for one in arguments]
    if "size=99" in given:
        given += ["--strategy", "recursive"]
    status, out, err = run(capsys, *given)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_folder_made_elsewhere_is_not_written(capsys, tmp_path):
    import chromadb

    from chunkviz.embedder import embedder_for

    embedder = embedder_for("hashing")
    client = chromadb.PersistentClient(str(tmp_path / "theirs"), settings=chromadb.Settings(anonymized_telemetry=False))
    theirs = client.create_collection("pages", embedding_function=None)
    texts = ["Boats pay ten euros.", "Dogs are free."]
    theirs.add(ids=["a", "b"], embeddings=embedder.embed(texts), documents=texts)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "theirs").rglob("*")}
    _, _, err = run(capsys, "search", "dogs", "--db", tmp_path / "theirs")
    assert "“pages” does not say which model it was made with; give it with --embedder." in err
    _, out, _ = run(capsys, "search", "dogs", "--db", tmp_path / "theirs", "--embedder", "hashing", "-k", 1, "--json")
    passage = json.loads(out)
    assert (passage["text"], passage["start"], passage["document"]) == ("Dogs are free.", None, "")
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "theirs").rglob("*")}


def test_two_files_of_one_name(capsys, corpus, tmp_path):
    (corpus / "fees").mkdir()
    (corpus / "inner" / "fees.md").write_text("other")
    status, _, err = run(
        capsys, "index", corpus / "fees.md", corpus / "inner" / "fees.md", "--db", tmp_path / "db", "--collection", "docs"
    )
    assert (status, "Two files would both be called fees.md" in err) == (2, True)


def _records(db):
    return Store.folder(db).open("docs").records()


def test_another_file_of_the_same_name_takes_nothing_away(capsys, tmp_path, monkeypatch):
    for folder, text in (("a", "Boats pay ten euros."), ("b", "Dogs are free.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "readme.md").write_text(text)
    db = tmp_path / "db"
    index(capsys, tmp_path / "a" / "readme.md", db)
    index(capsys, tmp_path / "b" / "readme.md", db)
    assert sorted(record.text for record in _records(db)) == ["Boats pay ten euros.", "Dogs are free."]
    (tmp_path / "b" / "readme.md").write_text("Dogs pay now.")
    index(capsys, tmp_path / "b" / "readme.md", db)
    assert sorted(record.text for record in _records(db)) == ["Boats pay ten euros.", "Dogs pay now."]
    monkeypatch.chdir(tmp_path)
    index(capsys, "a/readme.md", tmp_path / "other")
    assert [record.name for record in _records(tmp_path / "other")] == ["a/readme.md"]  # as for `index a`


def test_a_file_is_the_same_document_on_its_own_and_in_its_folder(capsys, corpus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    index(capsys, "docs", "db")
    before = [record.id for record in _records("db")]
    _, out, _ = index(capsys, "docs/fees.md", "db", "--json")
    assert (json.loads(out)["new"], [record.id for record in _records("db")]) == (0, before)
    (corpus / "inner" / "fees.md").write_text("Another price list.")  # of the same name in another folder
    status, out, err = run(
        capsys, "explain", "What do boats pay?", "docs/fees.md", "--answer", "ten euros", "--db", "db", "--embedder", "hashing"
    )
    assert status == 0, err
    assert "chunks are in the document exactly" in err


def test_vanished_files_are_reported_and_pruned(capsys, corpus, tmp_path):
    db = tmp_path / "db"
    index(capsys, corpus, db)
    (corpus / "inner" / "dogs.txt").unlink()
    _, out, _ = index(capsys, corpus, db)
    assert "1 file no longer there (docs/inner/dogs.txt); --prune removes their chunks." in out
    assert any(record.name == "docs/inner/dogs.txt" for record in _records(db))
    _, out, _ = index(capsys, corpus, db, "--prune", "--json")
    assert (json.loads(out)["vanished"], json.loads(out)["removed"]) == (["docs/inner/dogs.txt"], 1)
    assert {record.name for record in _records(db)} == {"docs/fees.md"}


def test_a_second_writer_is_refused(capsys, corpus, tmp_path):
    with only_writer(tmp_path / "db"):
        status, _, err = index(capsys, corpus, tmp_path / "db")
    assert status == 2
    assert err.strip().endswith("wait until it is done, then try again.")
    assert index(capsys, corpus, tmp_path / "db")[0] == 0


WRITER = """
import sys, chromadb, numpy as np
who = int(sys.argv[2])
collection = chromadb.PersistentClient(sys.argv[1]).get_collection("docs", embedding_function=None)
random = np.random.default_rng(who)
for batch in range(12):
    vectors = random.normal(size=(64, collection.metadata["chunkviz:dimension"]))
    ids = [f"{who} {batch} {i}" for i in range(64)]
    collection.upsert(ids=ids, embeddings=vectors.astype("f4"), documents=ids)
"""


def test_vectors_lost_by_two_writers_are_stored_again(capsys, corpus, tmp_path):
    db = tmp_path / "db"
    index(capsys, corpus, db)
    for attempt in range(5):
        both = [subprocess.Popen([sys.executable, "-c", WRITER, db, str(2 * attempt + one)]) for one in (0, 1)]
        assert [one.wait(120) for one in both] == [0, 0]
        store = Store.folder(db)
        collection = store.open("docs")
        lost = collection.lost([record.id for record in collection.records()])
        if lost:
            break
        store.close()
    else:
        pytest.skip("Chroma lost nothing this time")
    embedder = embedder_for("hashing")
    records = [record for record in collection.records() if record.id in lost]
    assert collection.add(records, embedder) == len(lost)
    assert collection.lost([record.id for record in collection.records()]) == []
    store.close()


def test_questions_that_name_chunks_of_a_collection_by_id(capsys, corpus, tmp_path):
    db = tmp_path / "db"
    index(capsys, corpus, db)
    dogs = next(record for record in _records(db) if record.name == "docs/inner/dogs.txt")
    questions = tmp_path / "questions.json"
    questions.write_text(json.dumps([{"query": "Do dogs pay?", "expected_chunks": [dogs.id]}]))
    given = ["evaluate", questions, "--corpus", corpus / "inner", "--embedder", "hashing", "--json"]
    status, _, err = run(capsys, *given)
    assert (status, "--chunk-ids" in err) == (2, True)
    status, out, err = run(capsys, *given, "--chunk-ids", db)
    assert status == 0, err
    assert json.loads(out)["questions"] == 1


READER = """
import json, sys, chromadb
stored = chromadb.PersistentClient(sys.argv[1]).get_collection("docs", embedding_function=None)
print(json.dumps(stored.get(where=json.loads(sys.argv[2]))["metadatas"]))
"""


def _with_chroma_alone(db, where):
    """The metadata of the records that pass, read by another program."""
    return json.loads(
        subprocess.run([sys.executable, "-c", READER, db, json.dumps(where)], check=True, capture_output=True).stdout
    )


def test_what_is_stored_is_read_back_with_chroma_alone(capsys, tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "refunds.md").write_text(
        "---\nauthor: Ines\ntags: [fees, boats]\n---\n# Refunds Policy\n\n## EU Customers\n\n### Window\n\nFourteen days.\n"
    )
    (folder / "report.pdf").write_bytes((SAMPLES / "report.pdf").read_bytes())
    (folder / "report.pdf.meta.json").write_text('{"tenant": "harbour", "year": 2025, "nested": {"a": 1}}')
    db = tmp_path / "db"
    status, out, err = index(capsys, folder, db, "--meta", "version=3", "--meta", "permissions=all")
    assert (status, err) == (0, "")
    assert out.startswith("2 documents")

    (window,) = _with_chroma_alone(db, {"section_heading": "Window"})
    assert window["section_path"] == "Refunds Policy > EU Customers > Window"
    assert (window["author"], window["tags"], window["version"], window["permissions"]) == ("Ines", "fees, boats", "3", "all")
    assert (window["name"], window["line_start"], window["line_end"]) == ("docs/refunds.md", 5, 11)
    assert datetime.fromisoformat(window["ingested_at"]).tzinfo is not None
    pages = _with_chroma_alone(db, {"$and": [{"page": {"$gte": 3}}, {"tenant": "harbour"}, {"year": 2025}]})
    assert pages
    assert all(one["page"] >= 3 and one["page_end"] >= one["page"] for one in pages)
    names = ("source", "title", "name", "document", "format", "kind", "chunk_index", "chunk_total", "char_start", "char_end")
    names += ("line_start", "line_end", "page", "page_end", "pages", "tokens", "content_hash", "ingested_at")
    for one in pages:
        assert set(names) <= set(one)
    readme = (SAMPLES.parent / "README.md").read_text("utf-8")
    assert all(f"`{name}`" in readme for name in [*names, "section_heading", "symbol", "speaker", "parent_start"])
    status, out, _ = run(capsys, "search", "low water", "--db", db, "--where", '{"page": {"$gte": 3}}', "--json", "-k", 1)
    assert json.loads(out)["document"] == "docs/report.pdf"


@pytest.mark.parametrize("wrong", ["tenant", "=x"])
def test_a_field_without_a_name_or_a_value_is_refused(capsys, corpus, tmp_path, wrong):
    status, _, err = index(capsys, corpus, tmp_path / "db", "--meta", wrong)
    assert (status, "--meta takes NAME=VALUE" in err) == (2, True)


MAKER = """
import sys, chromadb
made = chromadb.PersistentClient(sys.argv[1]).create_collection("docs", embedding_function=None)
made.add(ids=["a", "b"], documents=["one", "two"], embeddings=[[1.0, 0.0], [0.0, 1.0]])
"""


def test_what_chunkviz_did_not_make_is_not_destroyed_without_a_word(capsys, corpus, tmp_path, monkeypatch):
    db = tmp_path / "db"
    subprocess.run([sys.executable, "-c", MAKER, db], check=True)
    status, _, err = index(capsys, corpus, db, "--replace")
    assert status == 2
    assert err.startswith("The collection “docs” holds 2 records and was not made by chunkviz; --replace would destroy it")
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", lambda words: "n")
    assert index(capsys, corpus, db, "--replace")[0] == 2
    assert len(Store.folder(db).open("docs")) == 2
    monkeypatch.setattr("builtins.input", lambda words: "y")
    assert index(capsys, corpus, db, "--replace")[0] == 0
    assert Store.folder(db).open("docs").about is not None
    assert index(capsys, corpus, db, "--replace")[0] == 0  # chunkviz made this one: nobody is asked
    monkeypatch.undo()


class Terminal:
    """Somebody sits in front of it."""

    def isatty(self):
        return True


def test_a_folder_that_may_not_be_written_is_searched_in_a_copy(capsys, corpus, tmp_path, monkeypatch):
    db = tmp_path / "db"
    index(capsys, corpus, db)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    status, out, err = run(capsys, "search", "Do dogs pay?", "--db", db, "--json", "-k", 1)
    assert (status, json.loads(out)["document"]) == (0, "docs/inner/dogs.txt"), err


UNEVEN = """
import sys, chromadb
made = chromadb.PersistentClient(sys.argv[1]).create_collection(
    "docs", embedding_function=None, configuration={"hnsw": {"space": sys.argv[2]}}
)
made.add(ids=["a", "b"], documents=["one", "two"], embeddings=[[float(sys.argv[3]), 0.0], [0.0, 1.0]])
"""


@pytest.mark.parametrize(("space", "length", "doubt"), [("l2", 3, True), ("ip", 3, True), ("cosine", 3, False), ("l2", 1, False)])
def test_an_order_that_cannot_be_reproduced_is_said_to_be(tmp_path, space, length, doubt):
    subprocess.run([sys.executable, "-c", UNEVEN, tmp_path / "db", space, str(length)], check=True)
    said = Store.reading(tmp_path / "db").open("docs").doubt
    assert bool(said) == doubt
    if doubt:
        assert said.startswith(f"The collection measures by {space}, and its vectors have lengths from 1.00 to 3.00: ")
