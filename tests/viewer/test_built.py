"""The viewer's scripts and style sheets as they are checked in; nothing here needs npm."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from chunkviz.viewer import script, style

ROOT = Path(__file__).parents[2]
VIEWER = ROOT / "chunkviz" / "viewer"
MODULES = sorted((VIEWER / "modules").rglob("*.js"), key=lambda path: path.relative_to(VIEWER / "modules").as_posix())
ROOMS = ("data", "drawing", "viewing", "entries")  # each may import from itself and from those before it


def test_the_bundles_were_made_from_the_modules_as_they_are() -> None:
    digest = hashlib.sha256()
    for path in MODULES:
        digest.update(path.relative_to(VIEWER / "modules").as_posix().encode() + b"\n" + path.read_bytes())
    for built in (VIEWER / "built").iterdir():
        first = built.read_text("utf-8").split("\n", 1)[0]
        assert first.endswith(f"sha256 {digest.hexdigest()}"), (
            f"{built.name} is out of date: run `make viewer` and commit the result"
        )


def test_each_entry_has_its_bundle_and_no_bundle_is_left_over() -> None:
    entries = {path.name for path in MODULES if path.parent.name == "entries"}
    assert {path.name for path in (VIEWER / "built").iterdir()} == entries
    assert entries == {"page.js", "component.js", "carrier.js", "outline.js"}
    for name in entries - {"page.js"}:
        assert re.search(r"export \{\s*\w+ as default\s*\}", script(name.removesuffix(".js"))), (
            "Streamlit calls the default export"
        )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_modules_are_small_and_import_only_what_stands_below(path: Path) -> None:
    source = path.read_text("utf-8")
    assert source.count("\n") <= 260
    allowed = ROOMS[: ROOMS.index(path.parent.name) + 1]
    for target in re.findall(r'from "([^"]+)"', source):
        found = (path.parent / target).resolve()
        assert found in MODULES, f"{target} is no module"
        assert found.parent.name in allowed


@pytest.mark.parametrize("form", ["page", "component", "outline"])
def test_every_class_in_the_style_sheets_is_one_that_is_drawn(form: str) -> None:
    selectors = re.sub(r"/\*.*?\*/", "", style(form), flags=re.DOTALL)
    selectors = " ".join(re.findall(r"([^{};]+)\{", selectors))
    drawn = "\n".join(path.read_text("utf-8") for path in MODULES)
    kinds = {"class", "function", "method", "page"}  # what an entry of the outline is, from Python
    kinds |= {"fixed", "heading-1", "heading-2", "heading-3"}  # faces, from Python
    for name in set(re.findall(r"\.([a-z][\w-]*)", selectors)) - kinds:
        assert re.search(rf'["`\s]{name}["`\s$]', drawn), f".{name} is styled and never drawn"


def test_the_lock_file_names_no_registry_and_versions_are_exact() -> None:
    lock = (ROOT / "tools" / "javascript" / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
    package = json.loads((ROOT / "tools" / "javascript" / "package.json").read_text("utf-8"))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package["devDependencies"].values())
