"""The page's address: read, written, and wrong."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkviz.errors import SettingError
from chunkviz.params import Setting, settings_of
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.separator import Separator
from chunkviz.strategy import strategies
from pages.parts.controls import address
from pages.parts.session import work
from pages.parts.session.brought import _browser, fingerprint
from pages.parts.session.choice import Choice


def test_what_is_written_is_read_again() -> None:
    choice = Choice(document="sample:essay.txt", strategy="fixed", tokenizer="words", values={"size": 100, "overlap": 7})
    query = address.query_of(choice)
    assert query == {"sample": "essay.txt", "strategy": "fixed", "tokenizer": "words", "size": "100", "overlap": "7"}
    assert address.parse(query) == (choice, [])


def test_defaults_are_not_written() -> None:
    assert set(address.query_of(Choice(document="sample:manual.md", strategy="fixed"))) == {"sample", "strategy", "tokenizer"}


def test_lists_survive_the_address() -> None:
    choice = Choice(strategy="recursive", values={"separators": ("\n\n", ". ", "")})
    query = address.query_of(choice)
    assert json.loads(query["separators"]) == ["\n\n", ". ", ""]
    assert address.parse(query)[0].values == choice.values


def test_an_embedder_of_ones_own_is_written_whatever_the_strategy() -> None:
    assert address.query_of(Choice(strategy="fixed", embedder="hashing"))["embedder"] == "hashing"
    assert "embedder" not in address.query_of(Choice(strategy="fixed"))


def test_an_overlap_left_alone_follows_a_small_size() -> None:
    choice, _ = address.parse({"strategy": "recursive", "size": "12"})
    assert work.made(choice)[0] == Recursive(size=12, overlap=1)
    assert address.query_of(choice) == {"strategy": "recursive", "tokenizer": "cl100k_base", "size": "12"}
    choice.values["overlap"] = 64
    with pytest.raises(SettingError, match="overlap must be smaller than size"):
        work.made(choice)


def test_a_document_that_is_gone_is_never_written() -> None:
    assert set(address.query_of(Choice(document="yours:3", strategy="fixed"))) == {"strategy", "tokenizer"}


def test_a_file_that_nobody_brought_is_awaited() -> None:
    """The fingerprint is the beginning of the file's SHA-256, as any tool gives it."""
    assert fingerprint(b"abc") == "ba7816bf8f01cfea"
    query = {"file": "fees.csv", "is": fingerprint(b"abc"), "strategy": "fixed", "tokenizer": "words", "size": "20"}
    choice, notes = address.parse(query)
    assert (choice.document, choice.awaited, notes) == ("", ("fees.csv", "ba7816bf8f01cfea"), [])
    assert choice.values == {"size": 20}
    assert address.query_of(choice) == query


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ({"sample": "../../etc/passwd"}, "There is no sample document “../../etc/passwd”; manual.md is shown."),
        ({"strategy": "guess"}, "There is no strategy “guess”"),
        ({"tokenizer": "cl1"}, "There is no tokenizer “cl1”"),
        ({"strategy": "fixed", "size": "0"}, "size must be between 1 and 8192; it is 0. The default, 512, is used."),
        ({"strategy": "fixed", "size": "many"}, "size must be a whole number; “many” is not. The default, 512, is used."),
        ({"strategy": "fixed", "colour": "red"}, "Nothing here is called “colour”; it is left out."),
        ({"refine": "polish"}, "There is no refinement “polish”; it is left out."),
        ({"strategy": "recursive", "separators": "[" * 1900}, "The default, [], is used."),
    ],
)
def test_a_wrong_part_gives_the_default_and_a_note(query: dict[str, str], note: str) -> None:
    choice, notes = address.parse(query)
    assert len(notes) == 1
    assert note in notes[0]
    assert choice.values == {}


@given(
    st.dictionaries(
        st.sampled_from(
            ["sample", "file", "is", "read.kind", "strategy", "tokenizer", "refine", "size", "overlap", "separators", "x"]
        ),
        st.text(max_size=50),
    )
)
def test_no_address_breaks_the_page(query: dict[str, str]) -> None:
    choice, _ = address.parse(query)
    assert strategies.get(choice.strategy)
    assert address.parse(address.query_of(choice)) == (choice, [])


@pytest.mark.parametrize("key", strategies.keys())
def test_every_setting_of_every_strategy_can_stand_in_it(key: str) -> None:
    for setting in settings_of(strategies.get(key)):
        value = _another(setting)
        choice = Choice(strategy=key, values={setting.name: value} if value != setting.default else {})
        if not setting.by_hand:
            assert address.parse(address.query_of(choice)) == (choice, [])


def _another(setting: Setting) -> Any:
    """A value that is right and not the default."""
    if setting.choices:
        return list(setting.choices)[-1]
    if setting.type is bool:
        return not setting.default
    if setting.type in (int, float):
        return setting.type(setting.low) if setting.low is not None and setting.low != setting.default else setting.default + 1
    return ("a\nb",) if setting.type is tuple else "a=b&c"


def test_a_browser_is_known_by_its_token_whatever_hides_it() -> None:
    """A cookie as Tornado makes it: version, mask, token XOR mask, time; here worked out by hand for two masks."""
    token = bytes(range(16))
    for mask in (b"\x00\x00\x00\x00", b"\x01\x02\x03\xff"):
        hidden = bytes(byte ^ mask[i % 4] for i, byte in enumerate(token))
        assert _browser(f"2|{mask.hex()}|{hidden.hex()}|1700000000") == token.hex()
    for wrong in ("", "2|zz|00|1", "1|00|00|1", "2||00|1", "2|00|00|1", "a|b|c|d|e"):
        assert _browser(wrong) == ""


def test_a_link_does_not_switch_regular_expressions_on() -> None:
    """A pattern in a stranger's link would run on the server; the separator is shown, as plain text."""
    choice, notes = address.parse({"strategy": "separator", "regex": "true", "separator": "(a+)+~"})
    assert work.made(choice)[0] == Separator(separator="(a+)+~")
    assert notes == ["The address asks for “Regular expression”, which only you can switch on: see More settings."]
    assert address.parse({"strategy": "separator", "regex": "false"})[1] == []
