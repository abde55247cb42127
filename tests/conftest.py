"""What all tests share: no network, a cache of their own, and browser tests only where there is a browser."""

from __future__ import annotations

import ipaddress
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

CI = os.environ.get("CI") == "true"
ROOT = Path(__file__).parents[1]

# The time an example takes depends on what else the machine does; in CI the examples are the same each time.
hypothesis.settings.register_profile("chunkviz", deadline=None, derandomize=CI, max_examples=50, print_blob=True)
hypothesis.settings.load_profile("chunkviz")


def pytest_configure(config: pytest.Config) -> None:
    """A cache that lives as long as the run, shared by its processes (they inherit the variable)."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="chunkviz-tests-")
        os.environ["CHUNKVIZ_CACHE"] = folder.name
        config.add_cleanup(folder.cleanup)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    driven = [item for item in items if item.get_closest_marker("browser")]
    if not driven or chromium_path():
        return
    if CI:
        raise pytest.UsageError("CI=true and there is no Chromium: the browser tests cannot run, and they must.")
    for item in driven:
        item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


def chromium_path() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the browser; only for tests marked `browser`, which are skipped where there is none."""
    path = chromium_path()
    assert path, "mark the test: @pytest.mark.browser"
    return path


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Connections leave this machine for no test: everything must work offline."""
    real = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_here(address[0]):
            raise OSError(f"a test tried to reach {address[0]}; everything must work offline")
        real(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect)
        yield


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
