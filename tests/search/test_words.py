"""Words of many scripts, the question's and the document's the same way."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkviz.search.words import terms


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't pay 5.20", ["don", "t", "pay", "5", "20"]),
        ("CAFÉ Straße Ångström", ["cafe", "strasse", "angstrom"]),
        ("ﬁrst １２３ ｋｇ", ["first", "123", "kg"]),
        ("東京のホテル", ["東", "京", "の", "ホ", "テ", "ル"]),
        ("서울에서", ["서", "울", "에", "서"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("كِتَابٌ كـتاب", ["كتاب", "كتاب"]),
        ("שָׁלוֹם", ["שלום"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ΆΝΕΜΟΣ άνεμος", ["ανεμοσ", "ανεμοσ"]),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert terms(text) == [unicodedata.normalize("NFC", word) for word in words]


@given(st.text(max_size=40))
def test_composed_and_decomposed_letters_are_the_same_words(text: str) -> None:
    assert terms(unicodedata.normalize("NFC", text)) == terms(unicodedata.normalize("NFD", text))
