"""Cost at scale: three examples worked out by hand, for 50,000 documents of 4,000 tokens and 8K tokens of context."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chunkviz.errors import SettingError
from chunkviz.inspection.cost import Scale

CORPUS = Scale(documents=50_000, tokens=4_000, size=512, k=10, budget=8_000)


def test_512_tokens_with_12_percent_overlap():
    scale = replace(CORPUS, size=512, overlap=55)  # 55 of 457
    assert scale.new == 457
    assert scale.chunks == 437_637  # 200,000,000 / 457: about 438,000
    assert scale.embedded == 224_070_144  # 224M
    assert scale.context == 5_120
    assert scale.coverage == 0.64
    assert scale.fits == 10


def test_1024_tokens_with_10_percent_overlap():
    scale = replace(CORPUS, size=1024, overlap=102)
    assert scale.new == 922
    assert scale.chunks == 216_920  # about 217,000
    assert scale.embedded == 222_126_080  # 222M
    assert scale.context == 10_240
    assert scale.fits == 7  # 7 x 1,024 = 7,168


def test_children_of_256_under_parents_of_2048():
    scale = replace(CORPUS, size=256, parent=2048, k=4)
    assert scale.chunks == 781_250  # about 781,000 vectors
    assert scale.embedded == 200_000_000
    assert scale.context == 8_192
    assert scale.fits == 3  # of 8,000 tokens; where 8K means 8,192, all four
    assert replace(scale, budget=8_192).fits == 4


def test_memory_is_what_chromas_own_files_have():
    # 3,000 vectors of 384 numbers, measured with Chroma 1.5.9: data_level0.bin 5,028,000 bytes, link_lists.bin 26,756,
    # of which 4 bytes a vector are a count
    scale = replace(CORPUS, documents=3_000, tokens=10, size=10)
    assert scale.chunks == 3_000
    assert scale.memory == pytest.approx(5_028_000 + 26_756, rel=0.01)


def test_a_document_smaller_than_a_chunk_is_one_chunk():
    scale = replace(CORPUS, documents=1_000, tokens=100)
    assert (scale.chunks, scale.embedded) == (1_000, 100_000)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"size": 0}, "size must be larger than 0; it is 0"),
        ({"overlap": 512}, "overlap must be at least 0 and smaller than size"),
        ({"parent": 100}, "parent must be at least size"),
        ({"tokens": float("nan")}, "tokens must be larger than 0"),
        ({"k": -1}, "k must be larger"),
    ],
)
def test_settings_that_cannot_be(settings, sentence):
    with pytest.raises(SettingError, match=sentence):
        replace(CORPUS, **settings)
