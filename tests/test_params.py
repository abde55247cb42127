"""A setting is declared once; what it refuses is one sentence that names it."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkviz.errors import SettingError
from chunkviz.params import Setting, Settings, made_from, param, settings_of
from chunkviz.refinement import refinements
from chunkviz.strategies.by_format import ByFormat
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategy import strategies


@dataclass(frozen=True)
class Oven(Settings):
    key = "oven"
    degrees: int = param(180, "How hot.", low=50, high=300)
    share: float = param(0.5, "How full.", low=0, high=1)
    fan: bool = param(False, "Whether air moves.", label="Air")
    mode: str = param("top", "Where heat comes from.", choices={"top": "From above", "grill": "Grill"})
    name: str = param("", "What it is called.")
    trays: tuple[str, ...] = param((), "What is in it.", when=("mode", "top"))

    def check(self) -> None:
        if self.mode == "grill" and self.fan:
            raise SettingError("mode grill and fan exclude each other; switch one off.")


def _settings() -> dict[str, Setting]:
    return {setting.name: setting for setting in settings_of(Oven)}


def test_a_declaration_is_read_in_its_order() -> None:
    found = settings_of(Oven)
    assert [setting.name for setting in found] == ["degrees", "share", "fan", "mode", "name", "trays"]
    assert [setting.type for setting in found] == [int, float, bool, str, str, tuple]
    degrees, _, fan, mode, _, trays = found
    assert (degrees.default, degrees.help, degrees.low, degrees.high, degrees.label) == (180, "How hot.", 50, 300, "Degrees")
    assert fan.label == "Air"
    assert list(mode.choices) == ["top", "grill"]
    assert trays.when == ("mode", "top")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("degrees", "200", 200),
        ("share", "0.25", 0.25),
        ("share", "1", 1.0),
        ("fan", "true", True),
        ("fan", "No", False),
        ("mode", "grill", "grill"),
        ("name", "a=b, c", "a=b, c"),
        ("trays", '["\\n\\n", " ", "\\u732b"]', ("\n\n", " ", "猫")),
        ("trays", "[]", ()),
    ],
)
def test_a_value_is_read_from_text(name: str, text: str, value: Any) -> None:
    assert getattr(made_from(Oven, {name: text}), name) == value


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("degrees", "hot", "degrees must be a whole number; “hot” is not."),
        ("degrees", "1.5", "degrees must be a whole number; “1.5” is not."),
        ("degrees", "", "degrees must be a whole number; “” is not."),
        ("degrees", "301", "degrees must be between 50 and 300; it is 301."),
        ("degrees", "-1", "degrees must be between 50 and 300; it is -1."),
        ("share", "nan", "share must be a number; it is not one."),
        ("share", "inf", "share must be between 0 and 1; it is inf."),
        ("fan", "maybe", "fan must be true or false; “maybe” is not."),
        ("mode", "steam", "mode must be one of top, grill; it is “steam”."),
        ("trays", "a,b", 'trays must be a list of texts such as ["\\n\\n", " "]; “a,b” is not.'),
        ("trays", '"a"', 'trays must be a list of texts such as ["\\n\\n", " "]; “"a"” is not.'),
        ("trays", "[1]", 'trays must be a list of texts such as ["\\n\\n", " "]; it is (1,).'),
        ("colour", "red", "oven has no setting “colour”; it has: degrees, share, fan, mode, name, trays."),
    ],
)
def test_a_wrong_value_is_one_sentence_that_names_the_setting(name: str, text: str, sentence: str) -> None:
    with pytest.raises(SettingError) as error:
        made_from(Oven, {name: text})
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    "wrong",
    [
        {"degrees": "200"},
        {"degrees": True},
        {"degrees": 200.0},
        {"fan": 1},
        {"name": 5},
        {"trays": "ab"},
        {"trays": ("a", 1)},
        {"mode": None},
    ],
)
def test_a_value_of_another_type_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match=f"^{next(iter(wrong))} must be "):
        Oven(**wrong)


def test_values_are_made_what_they_are_declared_to_be() -> None:
    oven = Oven(share=1, trays=["a"])  # type: ignore[arg-type]
    assert (oven.share, type(oven.share), oven.trays) == (1.0, float, ("a",))
    assert hash(oven) == hash(Oven(share=1.0, trays=("a",)))


def test_settings_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(SettingError, match="mode grill and fan exclude each other"):
        Oven(mode="grill", fan=True)


@pytest.mark.parametrize(
    ("size", "overlap"), [(8192, 64), (512, 64), (511, 63), (200, 25), (65, 8), (64, 8), (20, 2), (12, 1), (7, 0), (1, 0)]
)
def test_an_overlap_nobody_chose_is_64_or_an_eighth_of_the_size(size: int, overlap: int) -> None:
    for made in (Recursive(size=size), Recursive(size=size, overlap=None), dataclasses.replace(Recursive(), size=size)):  # type: ignore[arg-type]
        assert made.overlap == overlap
        assert json.dumps(made.overlap) == repr(made.overlap) == str(overlap)
        assert made == Recursive(size=size, overlap=overlap)
        assert hash(made) == hash(Recursive(size=size, overlap=overlap))
        assert Recursive(**made.changed()) == made
        assert dataclasses.replace(made, size=512) == Recursive()  # nothing of the smaller size stays
    again = dataclasses.replace(Recursive(size=size, overlap=overlap), size=512)
    assert again.overlap == (64 if overlap else 0)  # a number out of a saved run goes on following; “none” was said on purpose


def test_a_chosen_overlap_stays_when_another_setting_is_replaced() -> None:
    chosen = Recursive(size=200, overlap=20)
    assert dataclasses.replace(chosen, trim=False).overlap == dataclasses.replace(chosen, size=100).overlap == 20
    with pytest.raises(SettingError, match="overlap must be smaller than size; it is 20 and size is 20"):
        dataclasses.replace(chosen, size=20)
    with pytest.raises(SettingError, match="overlap must be smaller than size; it is 64 and size is 20"):
        dataclasses.replace(Recursive(), size=20, overlap=64)


@pytest.mark.parametrize("size", [None, "12", True, 1.5])
def test_a_wrong_size_is_named_before_an_overlap_is_made_of_it(size: Any) -> None:
    with pytest.raises(SettingError, match=r"^size must be a whole number"):
        Recursive(size=size)


def test_a_strategy_of_another_size() -> None:
    assert Recursive().resized(256) == Recursive(size=256, overlap=32)
    assert Recursive(size=20).resized(512) == Recursive(size=512, overlap=64)
    assert Recursive(size=200, overlap=20).resized(100) == Recursive(size=100, overlap=10)  # a tenth stays a tenth
    assert Recursive(size=200, overlap=0).resized(400) == Recursive(size=400, overlap=0)
    assert ByFormat(size=100, overlap=10, min_size=9).resized(50) == ByFormat(size=50, overlap=5, min_size=9)
    with pytest.raises(SettingError, match="size must be between 1 and 8192; it is 0"):
        Recursive().resized(0)


@pytest.mark.parametrize("kind", list(strategies), ids=lambda kind: kind.key)
def test_every_strategy_with_a_size_has_others(kind: Any) -> None:
    strategy = kind()
    if hasattr(strategy, "size"):
        assert strategy.resized(strategy.size) == strategy
        for size in (1, 20, strategy.size // 2, strategy.size + 1):
            assert strategy.resized(size).size == size
            assert strategy.resized(size).resized(strategy.size) == strategy  # nothing of the other size stays


def test_only_what_differs_from_the_defaults_is_changed() -> None:
    assert Oven().changed() == {}
    assert Oven(trays=("a",), degrees=60).changed() == {"degrees": 60, "trays": ("a",)}


@given(text=st.text(), texts=st.lists(st.text()), number=st.integers(50, 300), share=st.floats(0, 1), fan=st.booleans())
def test_a_value_written_as_text_is_read_back_the_same(text: str, texts: list[str], number: int, share: float, fan: bool) -> None:
    oven = Oven(degrees=number, share=share, fan=fan, name=text, trays=tuple(texts))
    declared = _settings()
    assert made_from(Oven, {name: declared[name].text(value) for name, value in vars(oven).items()}) == oven


@pytest.mark.parametrize("owner", [*strategies, *refinements], ids=lambda owner: owner.key)
def test_every_declaration_is_whole(owner: Any) -> None:
    """What the app, the command line and the URL rely on."""
    owner()  # the defaults are allowed
    declared = {setting.name: setting for setting in settings_of(owner)}
    for setting in declared.values():
        assert setting.type in (int, float, bool, str, tuple)
        assert setting.help.endswith(".")
        assert setting.check(setting.default) == setting.parse(setting.text(setting.default)) == setting.default
        assert "." not in setting.name
        if setting.type in (int, float):
            assert setting.low is not None
            assert setting.high is not None
        if setting.within:
            assert setting.default <= declared[setting.within].default // setting.part  # what its own rule makes of it
        if setting.when is not None:
            other, value = setting.when
            assert declared[other].check(value) == value


@pytest.mark.parametrize(
    "owner", [owner for registry in (strategies, refinements) for owner in registry], ids=lambda owner: owner.key
)
def test_any_size_alone_is_enough(owner: Any) -> None:
    for setting in settings_of(owner):
        if setting.name == "size":
            for size in (1, 2, 9, 12, 50, 64, 512):
                owner(size=size)
