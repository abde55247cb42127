"""The packaged model, and its tokenizer, against the libraries they come from."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkviz.embedder import embedder_for, embedders
from chunkviz.embedders.minilm import MiniLM
from chunkviz.errors import ChunkvizError
from chunkviz.tokenizer import Tokens, tokenizers

pytestmark = pytest.mark.model

TEXTS = [
    "The harbour office opens at nine.",
    "Boats over ten metres pay a berth fee that depends on their length and on the season.",
    "Penguins live in the far south.",
    "",
    "東京は大きい。 😀",
    "word " * 400,
]


@pytest.fixture(scope="module")
def model():
    return embedders.get("all-MiniLM-L6-v2")


def test_vectors_are_those_of_sentence_transformers_own_encode(model):
    from sentence_transformers import SentenceTransformer

    bare = SentenceTransformer(str(model.folder), local_files_only=True).encode(TEXTS)
    vectors = model.embed(TEXTS)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, bare, atol=2e-6)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)


def test_it_reads_256_tokens_of_which_two_are_markers(model):
    within, beyond = "word " * 254, "word " * 254 + "penguin"
    assert model.tokenizer.count(within) == 254 == model.limit - model.markers
    same, cut, other = model.embed([within, beyond, "word " * 253 + "penguin"])
    np.testing.assert_allclose(cut, same, atol=1e-5)
    assert np.abs(other - same).max() > 1e-3
    assert (model.loaded.max_seq_length, model.loaded.get_embedding_dimension()) == (model.limit, model.dimension)


def test_the_same_model_in_a_folder_gives_the_same_vectors_under_another_name(model):
    other = embedder_for(f"st:{model.folder}")
    np.testing.assert_allclose(other.embed(TEXTS[:2]), model.embed(TEXTS[:2]), atol=2e-6)
    assert (other.limit, other.markers, other.dimension) == (256, 2, 384)
    assert other.model != model.model
    assert tokenizers.get(other.key).count("harbour office") == 2


def test_token_vectors_have_the_places_of_the_tokens(model):
    text = "Berlin is the capital. It has unbelievably many people."
    vectors, starts, ends = model.token_vectors(text)
    assert vectors.shape == (len(starts), 384)
    assert [starts.tolist(), ends.tolist()] == [part.tolist() for part in model.tokenizer.spans(text)]
    assert model.loaded.max_seq_length == 256


def test_token_vectors_read_510_tokens(model):
    vectors, _starts, ends = model.token_vectors("word " * 600)
    assert model.reach == 510
    assert (len(vectors), ends[-1]) == (510, 5 * 510 - 1)


def test_weights_that_were_changed_are_refused(model, monkeypatch):
    monkeypatch.setattr("chunkviz.embedders.minilm._SHA256", "0" * 64)
    with pytest.raises(ChunkvizError, match="not the ones that were published"):
        MiniLM().embed(["a text that is nowhere else in these tests"])


def test_nothing_heavy_is_imported_before_the_first_vector():
    code = (
        "import sys; from chunkviz.embedder import embedder_for; e = embedder_for('all-MiniLM-L6-v2');"
        "e.limit, e.dimension, e.tokenizer.count('a b'); print(sorted({'torch', "
        "'sentence_transformers', 'transformers'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


AWKWARD = st.text(st.sampled_from("ab Z\n\t\r.,-'[]é\u0301ﬁ東京。😀\u200d\x00\xa0\u3000İß#_"), max_size=60) | st.sampled_from(
    ["a [SEP] b[MASK].c", "x" * 300 + " y", "don't re-use e.g. this (or that)", "\ud800 a"]
)


@given(text=AWKWARD, places=st.tuples(st.integers(0, 60), st.integers(0, 60)))
def test_counts_anywhere_are_what_the_text_by_itself_has(text, places):
    tokenizer = tokenizers.get("all-MiniLM-L6-v2")
    start, end = sorted(places)
    tokens = Tokens(text, tokenizer)
    alone = tokenizer.count(text[start:end])
    assert tokens.count(start, min(end, len(text))) == alone
    assert tokens.counts([start], [min(end, len(text))]).tolist() == [alone]


def test_a_long_text_has_the_tokens_it_has_in_one_piece():
    tokenizer = tokenizers.get("all-MiniLM-L6-v2")
    text = "".join(f"Sentence {i} of the unbelievable harbour's price-list, [SEP] é東京.\n" for i in range(2000))
    whole = tokenizer.rules.encode(text, add_special_tokens=False)
    starts, ends = tokenizer.spans(text)
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == whole.offsets
