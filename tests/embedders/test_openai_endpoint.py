"""The endpoint embedder, against a small server on this machine."""

from __future__ import annotations

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from chunkviz.embedders.openai_endpoint import Endpoint
from chunkviz.errors import ChunkvizError


class Server:
    """Answers with the vector (length of the text, 1), after the refusals and oddities it is told to begin with."""

    def __init__(self):
        self.requests, self.first, self.encoded = [], [], False
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                served.requests.append((self.path, self.headers.get("authorization"), body))
                status, headers, answer = served.first.pop(0) if served.first else (200, {}, None)
                if status == 200 and answer is None:
                    answer = {"data": [{"index": i, "embedding": served.vector(t)} for i, t in enumerate(body["input"])][::-1]}
                content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.http.server_port}/v1"

    def vector(self, text):
        vector = [float(len(text)), 1.0]
        return base64.b64encode(np.array(vector, "<f4").tobytes()).decode() if self.encoded else vector


@pytest.fixture
def server(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CHUNKVIZ_EMBEDDINGS_KEY"):
        monkeypatch.delenv(name, raising=False)
    server = Server()
    yield server
    server.http.shutdown()
    server.http.server_close()


@pytest.fixture
def waits():
    return []


@pytest.fixture
def embedder(server, waits):
    embedder = Endpoint("small", server.base, waits.append)
    embedder.dimension = 2
    embedder.cached = False
    return embedder


@pytest.mark.parametrize("encoded", [False, True])
def test_vectors_come_back_in_order_at_unit_length(server, embedder, encoded):
    server.encoded = encoded
    np.testing.assert_allclose(embedder.encode(["abc", ""]), [[3 / 10**0.5, 1 / 10**0.5], [1 / 2**0.5, 1 / 2**0.5]], rtol=1e-6)
    assert server.requests == [("/v1/embeddings", None, {"model": "small", "input": ["abc", " "]})]


def test_the_dimension_is_asked_for_once(server, waits):
    embedder = Endpoint("small", server.base, waits.append)
    assert (embedder.dimension, embedder.dimension, len(server.requests)) == (2, 2, 1)


def test_many_texts_go_in_batches(server, embedder):
    texts = [f"text {i}" for i in range(600)]
    assert embedder.encode(texts).shape == (600, 2)
    assert [len(body["input"]) for _, _, body in server.requests] == [256, 256, 88]


def test_a_refusal_for_the_moment_is_tried_again_after_the_wait_the_server_asks_for(server, embedder, waits):
    server.first = [(429, {"retry-after": "7"}, {}), (503, {}, {}), (500, {}, {})]
    assert embedder.encode(["a"]).shape == (1, 2)
    assert waits == [7.0, 1.0, 2.0]


def test_five_refusals_are_an_error_in_one_sentence(server, embedder, waits):
    server.first = [(503, {}, {"error": {"message": "Overloaded"}})] * 5
    with pytest.raises(ChunkvizError, match=r"^small at 127.0.0.1 did not embed the texts \(503 Overloaded\); check its"):
        embedder.encode(["a"])
    assert waits == [0.5, 1.0, 2.0, 4.0]


def test_a_wrong_key_is_not_tried_again_and_not_shown(server, embedder, waits, monkeypatch):
    monkeypatch.setenv("CHUNKVIZ_EMBEDDINGS_KEY", "secret-1")
    server.first = [(401, {}, {"error": {"message": "Wrong key secret-1"}})]
    with pytest.raises(ChunkvizError, match="401 Wrong key …"):
        embedder.encode(["a"])
    assert waits == []


def test_no_server_is_an_error_in_one_sentence(waits):
    with pytest.raises(ChunkvizError, match="did not embed the texts"):
        Endpoint("small", "http://127.0.0.1:9/v1", waits.append).encode(["a"])
    assert len(waits) == 4


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"<html>", "something other than embeddings"),
        ({"data": []}, "0 vectors for 1 texts"),
        ({"data": [{"index": 0, "embedding": [1, 2, 3]}]}, "different lengths"),
        ({"data": [{"index": 0, "embedding": [0, 0]}]}, "no direction"),
        (b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}', "no direction"),
        ({"data": [{"index": 0, "embedding": "####"}]}, "something other than embeddings"),
        ({"data": 5}, "something other than embeddings"),
    ],
)
def test_an_answer_that_is_not_embeddings_is_refused(server, embedder, answer, sentence):
    server.first = [(200, {}, answer)]
    with pytest.raises(ChunkvizError, match=sentence):
        embedder.encode(["a"])


def test_the_key_of_openai_goes_only_where_the_environment_says(server, embedder, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "mine")
    embedder.encode(["a"])
    monkeypatch.setenv("OPENAI_BASE_URL", server.base)
    embedder.encode(["a"])
    monkeypatch.setenv("OPENAI_BASE_URL", "http://elsewhere.example/v1")
    monkeypatch.setenv("CHUNKVIZ_EMBEDDINGS_KEY", "theirs")
    embedder.encode(["a"])
    assert [key for _, key, _ in server.requests] == [None, "Bearer mine", "Bearer theirs"]


def test_a_model_with_a_known_limit_is_sent_no_more_than_it_reads(server, waits):
    embedder = Endpoint("text-embedding-3-small", server.base, waits.append)
    embedder.dimension = 2
    embedder.encode([" word" * 9000])
    assert server.requests[0][2]["input"] == [" word" * 8191]


@pytest.mark.parametrize("status", [400, 413, 422, 200])
def test_a_server_that_takes_ten_texts_gets_ten(server, embedder, status):
    texts = ["x" * n for n in range(1, 60)]
    answered = server.vector

    def refuse():
        body = {"error": {"message": "batch size is invalid, it should not be larger than 10."}}
        server.first = [(status, {}, body) if size > 10 else (200, {}, None) for size in (59, 29, 14)]

    refuse()
    vectors = embedder.encode(texts)
    sizes = [len(body["input"]) for _, _, body in server.requests]
    assert sizes[:3] == [59, 29, 14]
    assert (max(sizes[3:]), sum(sizes[3:])) == (7, 59)  # each text once
    expected = np.array([answered(text) for text in texts])
    np.testing.assert_allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True), rtol=1e-5)
    server.requests.clear()
    embedder.encode(texts)
    assert max(len(body["input"]) for _, _, body in server.requests) == 7  # learned


def test_what_a_server_says_in_an_answer_that_is_called_good_is_shown(server, embedder):
    server.first = [(200, {}, {"error": {"message": "No such model."}})]
    with pytest.raises(ChunkvizError, match=r"did not embed the texts \(200 No such model\.\)"):
        embedder.encode(["one"])
    server.first = [(200, {}, {"code": 7, "message": "Quota."})]
    with pytest.raises(ChunkvizError, match=r"200 Quota\."):
        embedder.encode(["one"])


def test_how_many_texts_a_server_takes_can_be_said(server, monkeypatch):
    monkeypatch.setenv("CHUNKVIZ_EMBEDDINGS_BATCH", "4")
    embedder = Endpoint("small", server.base)
    embedder.dimension = 2
    embedder.encode([str(n) for n in range(10)])
    assert [len(body["input"]) for _, _, body in server.requests] == [4, 4, 2]
    monkeypatch.setenv("CHUNKVIZ_EMBEDDINGS_BATCH", "many")
    with pytest.raises(ChunkvizError, match="must be a number of texts"):
        Endpoint("small", server.base)


def test_a_proxy_is_not_used_for_this_machine(server, embedder, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert embedder.encode(["one"]).shape == (1, 2)
