"""Texts with line ends and spaces, as a person types them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts.controls import notation


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (r"\n\n", "\n\n"),
        (r'". "', ". "),
        ('""', ""),
        ('" "', " "),
        (r"\d+\s", r"\d+\s"),  # a regular expression stays as it is
        (r"\\n", r"\n"),
        (r'"say \"so\""', 'say "so"'),
        ('"', '"'),
        (r"\nclass ", "\nclass "),
    ],
)
def test_what_is_typed_stands_for(typed: str, text: str) -> None:
    assert notation.understood(typed) == text


def test_a_list_is_written_one_a_line_with_nothing_invisible() -> None:
    assert notation.lines(("\n\n", "\n", ". ", " ", "")) == '\\n\\n\n\\n\n". "\n" "\n""'


def test_empty_lines_are_not_separators() -> None:
    assert notation.from_lines('\n\\n\n\n" "\n') == ("\n", " ")


@given(
    st.lists(st.text(alphabet=st.one_of(st.sampled_from('\\nrt" \n\r\t\u2028\u00a0'), st.characters(codec="utf-8"))), max_size=5)
)
def test_reading_is_the_inverse_of_writing(texts: list[str]) -> None:
    assert notation.from_lines(notation.lines(tuple(texts))) == tuple(texts)
