"""The index: real Chroma in memory, in a folder and as a server."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patience import until
from tiny_embedder import Tiny

import chunkviz
from chunkviz.embedder import embedder_for
from chunkviz.errors import ChunkvizError
from chunkviz.index import About, Store
from chunkviz.search.exact_index import ExactIndex, exact_copy, missed
from chunkviz.search.filters import check_where, parsed
from chunkviz.search.hits import Hit
from chunkviz.search.record import Record, fields, records_of
from chunkviz.span import Span
from chunkviz.strategies.fixed import Fixed

TEXT = "\n".join(
    f"Berth {n} lies at pier {n % 7} and costs {n * 3} crowns. The harbour master of pier {n % 7} keeps its key."
    for n in range(300)
)


@pytest.fixture(scope="module")
def chunking():
    return chunkviz.chunk(chunkviz.Document(TEXT, "berths.txt"), Fixed(size=30, overlap=5), "words")


def answers(address):
    try:
        Store.server(address)
    except ChunkvizError:
        return False
    return True


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = Path(sys.executable).with_name("chroma")
    folder = tmp_path_factory.mktemp("server")
    process = subprocess.Popen(
        [program, "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"127.0.0.1:{port}"
    until(lambda: answers(address), "Chroma's server answers")
    yield address
    process.terminate()
    process.wait(10)


@pytest.fixture(params=["memory", "folder", "server"])
def store(request, tmp_path):
    if request.param == "memory":
        store = Store.memory()
    elif request.param == "folder":
        store = Store.folder(tmp_path / "db")
    else:
        store = Store.server(request.getfixturevalue("server"))
    yield store
    for name in store.collections():
        store.remove(name)


def everything(index):
    records = index.records()
    return records, index.vectors([record.id for record in records])


def test_what_is_stored_comes_back_and_exact_search_agrees(store, chunking):
    embedder = Tiny()
    index = store.make("berths", About.of(chunking, embedder))
    records = records_of(chunking)
    assert index.add(records, embedder) == len(records) == len(index)
    assert index.records() == records
    assert [TEXT[record.span.start : record.span.end] for record in index.records()] == [record.own for record in records]
    exact = ExactIndex.of(chunking, embedder)
    question = embedder.embed(["Who keeps the key of berth 250 at pier 5?"])[0]
    found, true = index.search(question, 8), exact.search(question, 8)
    assert [hit.rank for hit in found] == list(range(1, 9))
    assert np.allclose([hit.score for hit in found], [hit.score for hit in true], atol=1e-5)
    assert np.allclose([1 - hit.score for hit in found], [hit.distance for hit in found], atol=1e-5)
    assert missed(found, true) == []
    again, vectors = everything(exact_copy(index))
    assert again == records
    assert np.allclose(vectors, exact.vectors([record.id for record in records]), atol=1e-6)


def test_repeating_an_ingest_changes_nothing_and_embeds_nothing(store, chunking):
    embedder = Tiny()
    records = records_of(chunking)
    store.make("berths", About.of(chunking, embedder)).add(records, embedder)
    embedder.embedded.clear()
    calls = []
    index = store.make("berths", About.of(chunking, embedder))
    assert index.add(records, embedder, lambda done, total: calls.append((done, total))) == 0
    assert embedder.embedded == []
    assert calls == [(len(records), len(records))]
    assert index.records() == records


def test_a_stopped_ingest_goes_on_where_it_was(store):
    embedder = Tiny()
    chunking = chunkviz.chunk(chunkviz.Document(TEXT, "berths.txt"), Fixed(size=4, overlap=0), "words")
    records = records_of(chunking)
    assert len(records) > 600
    index = store.make("berths", About.of(chunking, embedder))

    def stop(done, total):
        if done >= 512:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index.add(records, embedder, stop)
    assert len(index) == 512
    index = store.make("berths", About.of(chunking, embedder))
    assert index.add(records, embedder) == len(records) - 512
    assert index.records() == records
    assert len(embedder.embedded) <= len(records)


def test_another_model_is_refused(store, chunking):
    embedder = Tiny()
    store.make("berths", About.of(chunking, embedder)).add(records_of(chunking)[:3], embedder)
    with pytest.raises(
        ChunkvizError, match=r"made with the embedding model tiny@1, not with tiny@2; choose that model, or index again\."
    ):
        store.open("berths", Tiny("tiny@2"))
    with pytest.raises(
        ChunkvizError, match=r"made with the embedding model tiny@1, not tiny@2; give another name, or replace it\."
    ):
        store.make("berths", About.of(chunking, Tiny("tiny@2")))
    other = chunkviz.chunk(chunking.document, Fixed(size=40, overlap=5), "words")
    with pytest.raises(ChunkvizError, match="made with the settings"):
        store.make("berths", About.of(other, embedder))
    assert len(store.make("berths", About.of(other, embedder), replace=True)) == 0


def test_metadata_of_a_collection(store, chunking):
    embedder = Tiny()
    index = store.make("berths", About.of(chunking, embedder))
    assert index.metadata == {
        "chunkviz:model": "tiny@1",
        "chunkviz:dimension": 64,
        "chunkviz:strategy": "fixed",
        "chunkviz:settings": '{"fixed": {"size": 30, "overlap": 5}}',
        "chunkviz:tokenizer": "words",
        "chunkviz:document": chunking.document.id,
        "chunkviz:version": chunkviz.__version__,
    }
    assert store.open("berths").about == About.of(chunking, embedder)
    assert index.space == "cosine"


def test_names(store, chunking):
    about = About.of(chunking, Tiny())
    for name in ("ab", "-berths", "ber ths", "berths/..", "x" * 513, ""):
        with pytest.raises(ChunkvizError, match="3 to 512"):
            store.make(name, about)
    store.make("berths.1", about)
    with pytest.raises(ChunkvizError, match=r"There is no collection “berths”; there are: berths\.1\."):
        store.open("berths")


def test_a_changed_document_takes_the_place_of_its_earlier_state(store, chunking):
    embedder = Tiny()
    changed = chunkviz.chunk(chunkviz.Document(TEXT[:2000], "berths.txt"), Fixed(size=30, overlap=5), "words")
    other = chunkviz.chunk(chunkviz.Document(TEXT[:1000], "other.txt"), Fixed(size=30, overlap=5), "words")
    index = store.make("berths", About.of(chunking, embedder, document=""))
    for one in (chunking, other, changed):
        index.add(records_of(one), embedder)
    assert index.drop_others("berths.txt", changed.document.id) == len(chunking)
    assert index.records() == records_of(changed) + records_of(other)


def test_sessions_do_not_see_each_other(chunking):
    store, embedder = Store.memory(), Tiny()
    one, two = store.temporary(About.of(chunking, embedder)), store.temporary(About.of(chunking, embedder))
    one.add(records_of(chunking), embedder)
    assert (len(one), len(two)) == (len(chunking), 0)
    names = {one.name, two.name}
    assert names <= set(store.collections())
    one.forget()
    assert names & set(store.collections()) == {two.name}
    del two
    assert not names & set(store.collections())


def test_a_removed_collection_leaves_nothing_on_the_disk(tmp_path):
    embedder = Tiny()
    store = Store.folder(tmp_path / "db")
    keep = [Record(f"k{n}", f"This stays, number {n}.", "d", "keep", Span(0, 5), n) for n in range(1200)]
    drop = [Record(f"d{n}", f"Wurzelzwerg, number {n}.", "d", "drop", Span(0, 5), n) for n in range(1200)]
    about = About("tiny@1", 64)
    kept = store.make("keep", about)
    kept.add(keep, embedder)
    store.make("drop", about).add(drop, embedder)
    assert len([path for path in (tmp_path / "db").iterdir() if path.is_dir()]) == 2
    assert b"Wurzelzwerg" in (tmp_path / "db/chroma.sqlite3").read_bytes()
    store.remove("drop")
    assert len([path for path in (tmp_path / "db").iterdir() if path.is_dir()]) == 1
    assert b"wurzelz" not in (tmp_path / "db/chroma.sqlite3").read_bytes().lower()
    assert kept.records() == keep
    kept.add([Record("k-new", "One more.", "d", "keep", Span(0, 5), 1200)], embedder)
    assert len(kept.search(embedder.embed(["One more."])[0], 5)) == 5
    assert store.collections() == ["keep"]


INGEST = """
import sys
sys.path.insert(0, sys.argv[2])
from tiny_embedder import Tiny
import chunkviz
from chunkviz.search.filters import check_where, parsed
from chunkviz.index import About, Store
from chunkviz.search.record import Record
from chunkviz.span import Span
records = [Record(f"r{n:04}", f"Berth {n} lies at pier {n % 7}.", "d", "b", Span(0, 9), n) for n in range(2000)]
index = Store.folder(sys.argv[1]).make("berths", About("tiny@1", 64))
index.add(records, Tiny(), lambda done, total: print(done, flush=True))
"""


def test_kill_9_in_the_middle_of_an_ingest_then_resume(tmp_path):
    def ingest(folder):
        return subprocess.Popen(
            [sys.executable, "-c", INGEST, str(folder), str(Path(__file__).parents[1])], stdout=subprocess.PIPE, text=True
        )

    whole, killed = tmp_path / "whole", tmp_path / "killed"
    with ingest(whole) as at_once:
        for when in (256, 1100):  # killed twice: early, and when an index file is being written
            with ingest(killed) as process:
                for line in process.stdout:
                    if int(line) >= when:
                        os.kill(process.pid, signal.SIGKILL)
                        break
            assert process.returncode == -signal.SIGKILL
        with ingest(killed) as process:
            done = [int(line) for line in process.stdout]
        assert 0 < done[0] < 2000
        assert done[-1] == 2000
    assert (process.returncode, at_once.returncode) == (0, 0)
    (records, vectors), (again, others) = (
        everything(Store.folder(folder, make=False).open("berths")) for folder in (whole, killed)
    )
    assert len(records) == 2000
    assert records == again
    assert np.array_equal(vectors, others)
    question = Tiny().embed(["Berth 1990 lies at pier 2."])[0]
    for folder in (whole, killed):
        assert Store.folder(folder, make=False).open("berths").search(question, 1)[0].score == pytest.approx(1, abs=1e-5)


def test_somebody_elses_folder_is_copied_and_never_written(tmp_path):
    import chromadb

    folder = tmp_path / "theirs"
    client = chromadb.PersistentClient(str(folder), settings=chromadb.Settings(anonymized_telemetry=False))
    theirs = client.create_collection("docs", embedding_function=None)  # l2, and vectors that are not unit vectors
    theirs.add(
        ids=["b", "a"],
        embeddings=[[0.0, 3.0], [2.0, 0.0]],
        documents=["second", "first"],
        metadatas=[{"page": 2}, {"start": "x"}],
    )
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.rglob("*") if path.is_file()}
    store = Store.copy(folder)
    index = store.open("docs")
    assert (store.collections(), len(index), index.about, index.space, index.dimension) == (["docs"], 2, None, "l2", 2)
    assert index.records() == [Record("b", "second", metadata={"page": 2}), Record("a", "first", metadata={"start": "x"})]
    first, second = index.search(np.array([1, 0], np.float32), 5)
    assert (first.record.id, first.score, first.distance) == ("a", pytest.approx(1), pytest.approx(1))  # (2 - 1) squared
    assert (second.score, second.distance) == (pytest.approx(0), pytest.approx(10))  # 1 + 9
    with pytest.raises(ChunkvizError, match="This is a copy"):
        store.make("mine", About("m", 2))
    with pytest.raises(ChunkvizError, match=r"have 2 numbers and those of Tiny 64"):
        store.open("docs", Tiny())
    kept = Path(store._folder)
    assert kept.is_dir()
    del store, index, first, second
    assert not kept.exists()
    assert before == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.rglob("*") if path.is_file()}


def test_what_cannot_be_opened_is_said_in_a_sentence(tmp_path):
    with pytest.raises(ChunkvizError, match="is no Chroma folder"):
        Store.copy(tmp_path)
    with pytest.raises(ChunkvizError, match="is no Chroma folder"):
        Store.folder(tmp_path / "missing", make=False)
    (tmp_path / "notes.txt").write_text("not a database")
    with pytest.raises(ChunkvizError, match="is no Chroma folder"):
        Store.folder(tmp_path)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/chroma.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(ChunkvizError, match="could not"):
        Store.copy(tmp_path / "bad")
    with pytest.raises(ChunkvizError, match="could not open"):
        Store.folder(tmp_path / "bad")
    for address in ("localhost", "localhost:", ":80", "localhost:99999", "localhost:http"):
        with pytest.raises(ChunkvizError, match="is not HOST:PORT"):
            Store.server(address)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(
        ChunkvizError, match=f"No Chroma server answers at 127.0.0.1:{port} .*start one with: chroma run --port {port}"
    ):
        Store.server(f"127.0.0.1:{port}")


# Filters: ours must mean what Chroma's mean, so that the exact index may be compared with it

VALUES = [1, 2, 1.0, 2.5, -1, -1.5, 0, True, False, "1", "pier", "Pier", "5 %", "a_b", "aXb", ""]
ROWS = [{"v": value, "n": number} for number, value in enumerate(VALUES)] + [{"n": 99}]
scalars = st.sampled_from([*VALUES, 7, "quay"])
numbers = st.sampled_from([1, 2, 1.0, 2.5, -1, 0, 7.5, -0.5, -1.5, 1.5])
simple = st.one_of(
    scalars.map(lambda value: {"v": value}),
    st.tuples(st.sampled_from(["$eq", "$ne"]), scalars).map(lambda pair: {"v": dict([pair])}),
    st.tuples(st.sampled_from(["$gt", "$gte", "$lt", "$lte"]), numbers).map(lambda pair: {"v": dict([pair])}),
    st.tuples(
        st.sampled_from(["$in", "$nin"]), st.sampled_from([["1", "pier"], [1, 2], [1.0, 2.5], [-1.5, 0.5], [True], [False, True]])
    ).map(lambda pair: {"v": dict([pair])}),
    st.integers(0, 16).map(lambda number: {"n": {"$lt": number}}),
)


def joined(inner):
    return st.tuples(st.sampled_from(["$and", "$or"]), st.lists(inner, min_size=2, max_size=3)).map(lambda pair: dict([pair]))


wheres = st.recursive(simple, joined, max_leaves=6)
texts = st.recursive(
    st.tuples(
        st.sampled_from(["$contains", "$not_contains"]),
        st.sampled_from(["pier", "Pier", "5 %", "%", "_", "a_b", "text", "*", '"']),
    ).map(lambda pair: dict([pair])),
    joined,
    max_leaves=4,
)


@pytest.fixture(scope="module")
def both():
    records = [
        Record(f"r{n:02}", f"text {row.get('v', '')}", "d", "n", Span(0, 1), n, metadata=row) for n, row in enumerate(ROWS)
    ]
    embedder = Tiny()
    index = Store.memory().temporary(About("tiny@1", 64))
    index.add(records, embedder)
    return index, ExactIndex(records, embedder.embed([record.text for record in records]))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.none() | wheres, where_document=st.none() | texts)
def test_filters_mean_what_they_mean_to_chroma(both, where, where_document):
    index, exact = both
    assert [record.id for record in index.records(where, where_document)] == [
        record.id for record in exact.records(where, where_document)
    ]


def test_filters_hold_in_a_search(both):
    index, exact = both
    vector = Tiny().embed(["pier"])[0]
    for one in both:
        assert [hit.record.id for hit in one.search(vector, 5, {"v": {"$in": ["pier", "Pier"]}}, {"$contains": "Pier"})] == [
            "r11"
        ]
    assert fields(index.records({"chunk_index": 3})[0]) == fields(exact.records({"chunk_index": 3})[0])


WRONG = [
    ({}, "is empty"),
    ([], "is an object"),
    ({"a": 1, "b": 2}, "join them with $and"),
    ({"$and": [{"a": 1}]}, "at least two conditions"),
    ({"$xor": [{"a": 1}, {"b": 1}]}, "“$xor” is neither"),
    ({"a": {"$gt": 1, "$lt": 3}}, "two bounds are two conditions"),
    ({"a": {"$like": "x"}}, "“$like” on “a” is no operator"),
    ({"a": {"$gt": "x"}}, '$gt on “a” needs a number; this is "x"'),
    ({"a": {"$in": []}}, "a list of 1 to"),
    ({"a": {"$in": [1, "x"]}}, "values of one kind"),
    ({"a": None}, "needs a text, a number or true/false"),
    ({"a": [1]}, "needs a text, a number or true/false"),
    ({"a": 2**64}, "beyond 64 bits"),
    ({"a": {"$eq": float("nan")}}, "this is NaN"),
]


@pytest.mark.parametrize(("where", "sentence"), WRONG)
def test_a_wrong_filter_is_refused_in_a_sentence(both, where, sentence):
    with pytest.raises(ChunkvizError, match=re.escape(sentence)):
        check_where(where)
    for index in both if where else ():
        with pytest.raises(ChunkvizError, match=re.escape(sentence)):
            index.records(where)


def test_deep_filters_are_refused():
    where = {"a": 1}
    for _ in range(3000):
        where = {"$and": [where, {"b": 1}]}
    with pytest.raises(ChunkvizError, match="nests deeper"):
        check_where(where)
    for text in ("{", "[" * 100_000, "NaN"):
        with pytest.raises(ChunkvizError, match="filter"):
            parsed(text)


def test_missed_names_what_an_approximation_left_out():
    def hit(id, score, rank):
        return Hit(Record(id, id), score, rank)

    true = [hit("a", 0.9, 1), hit("b", 0.8, 2), hit("c", 0.7, 3)]
    assert [one.record.id for one in missed([hit("a", 0.9, 1), hit("c", 0.7, 2), hit("d", 0.6, 3)], true)] == ["b"]
    assert missed([hit("a", 0.9, 1), hit("b", 0.8, 2), hit("x", 0.7, 3)], true) == []  # x is as near as c
    assert [one.record.id for one in missed([hit("a", 0.9, 1)], true)] == ["b", "c"]


def test_an_exact_search_by_hand():
    records = [Record(id, id) for id in "abc"]
    index = ExactIndex(records, np.array([[1, 0], [0, 1], [0.6, 0.8]], np.float32))
    hits = index.search(np.array([1, 0], np.float32), 2)
    assert [(hit.record.id, round(hit.score, 6), hit.rank) for hit in hits] == [("a", 1.0, 1), ("c", 0.6, 2)]
    with pytest.raises(ChunkvizError, match="vector has 3 numbers and the index 2"):
        index.search(np.ones(3, np.float32), 1)


SAMPLES = Path(__file__).parents[2] / "sample_docs"


@pytest.mark.parametrize("name", ["manual.md", "refunds.md", "dosage.txt", "berths.csv", "multilingual.txt"])
def test_exact_search_and_chroma_agree_on_the_samples(name):
    embedder = embedder_for("hashing")
    sample = chunkviz.chunk(chunkviz.read(SAMPLES / name), Fixed(size=48, overlap=12))
    index, exact = Store.memory().temporary(About.of(sample, embedder)), ExactIndex.of(sample, embedder)
    index.add(records_of(sample), embedder)
    questions = [entry["question"] for entry in json.loads((SAMPLES / "questions" / f"{name}.json").read_text())]
    assert questions
    for vector in embedder.embed(questions):
        found, true = index.search(vector, 10), exact.search(vector, 10)
        assert missed(found, true) == []
        assert np.allclose([hit.score for hit in found], [hit.score for hit in true], atol=1e-5)
