"""Things are found by looking into a folder: adding one is adding a file."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from chunkviz.errors import ChunkvizError
from chunkviz.registry import Registry
from chunkviz.strategy import strategies

MODULE = """
from {package} import registry

@registry.register
class Thing:
    label = "Thing in {name}"
    {extra}
"""

Make = Callable[..., Registry[type]]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes a package with these modules (name -> lines of the class, or a whole source) and a registry over it."""
    monkeypatch.syspath_prepend(tmp_path)
    made = iter(range(100))

    def package(sources: dict[str, str]) -> Registry[type]:
        name = f"things_{tmp_path.name}_{next(made)}"
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(f"from chunkviz.registry import Registry\nregistry = Registry('{name}', 'thing')\n")
        for module, source in sources.items():
            (folder / f"{module}.py").write_text(
                source if "\n" in source else MODULE.format(package=name, name=module, extra=source)
            )
        module = __import__(name)
        assert list(sys.modules).count(f"{name}.{next(iter(sources), '')}") == 0  # nothing is imported before it is asked for
        return module.registry  # type: ignore[no-any-return]

    return package


def test_modules_are_found_under_their_names_in_their_order(make: Make) -> None:
    registry = make({"b": "order = 10", "a": "order = 20", "d": "pass", "c": "pass"})
    assert registry.keys() == ["b", "a", "c", "d"]
    assert [thing.label for thing in registry] == [f"Thing in {name}" for name in "bacd"]
    assert registry.items()[0] == ("b", registry.get("b"))


def test_a_thing_may_have_a_key_of_its_own(make: Make) -> None:
    registry = make({"module": "key = 'own'"})
    assert registry.keys() == ["own"]


def test_what_is_not_there_is_said_with_what_is(make: Make) -> None:
    with pytest.raises(ChunkvizError) as error:
        make({"a": "pass", "b": "pass"}).get("c")
    assert str(error.value) == "There is no thing “c”; there are: a, b."


def test_two_of_one_key_are_a_mistake_of_the_programmer(make: Make) -> None:
    with pytest.raises(ValueError, match=r"two of .* are called same"):
        make({"a": "key = 'same'", "b": "key = 'same'"}).keys()


def test_half_a_registry_never_passes_for_the_whole(make: Make) -> None:
    registry = make({"a": "pass", "broken": "raise ImportError('no such library')\n"})
    for _ in range(2):
        with pytest.raises(ImportError, match="no such library"):
            registry.get("a")


def test_two_threads_that_ask_at_once_both_find_everything(make: Make) -> None:
    slow = "import time\ntime.sleep(0.2)\n" + MODULE
    registry = make({"a": "pass", "b": "pass"})
    (Path(sys.modules[registry.package].__file__ or "").parent / "c.py").write_text(
        slow.format(package=registry.package, name="c", extra="pass")
    )
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(registry.keys())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["a", "b", "c"]] * 4


def test_the_strategies_are_found_by_the_names_of_their_modules() -> None:
    assert {"fixed", "separator", "recursive", "sentences"} <= set(strategies.keys())
    for key, strategy in strategies.items():
        assert strategy.key == key == strategy.__module__.rpartition(".")[2]
        assert strategy.label
        assert strategy.__doc__
