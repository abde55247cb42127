"""A strategy of one's own, copied from where README and the course show it, holds what every strategy must hold."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
LESSON = (ROOT / "pages/lessons/own_splitter.txt").read_text(encoding="utf-8")
# The shared suite in a Python of its own, where one more folder holds strategies; only what is parametrized with `key` runs.
SUITE = """
import sys
import pytest
import chunkviz.strategies

folder, key, suite = sys.argv[1:]
chunkviz.strategies.__path__.append(folder)

class Only:
    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if hasattr(item, "callspec") and item.callspec.params["key"] == key]

sys.exit(pytest.main([suite, "-rA", "-p", "no:cacheprovider", "-p", "no:xdist"], plugins=[Only()]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "source"), [pytest.param("lines", README[1], id="README"), pytest.param("my_headings", LESSON, id="lesson")]
)
def test_an_example_holds_what_every_strategy_holds(key: str, source: str, tmp_path: Path) -> None:
    (tmp_path / f"{key}.py").write_text(source, encoding="utf-8")
    suite = ROOT / "tests/strategies/test_shared.py"
    run = subprocess.run([sys.executable, "-c", SUITE, tmp_path, key, suite], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    passed = {re.sub(r"\[.*", "", line.partition("::")[2]) for line in run.stdout.splitlines() if line.startswith("PASSED")}
    parametrized = re.findall(r'mark\.parametrize\("key".*?def (test_\w+)', suite.read_text(encoding="utf-8"), re.S)
    assert passed == set(parametrized)
