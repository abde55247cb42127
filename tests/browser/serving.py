"""The app, served for a browser that is driven by a program."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextmanager
def served(script: Path = ROOT / "app.py", *, before: str = "") -> Iterator[str]:
    """Serve the app, or another script, and give its address; ended on leaving. `before` is Python that the server runs first.
    Raises RuntimeError with the server's log where it does not answer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve = f"{before}\nfrom streamlit.web.cli import main\nmain(prog_name='streamlit')"
    command = [sys.executable, "-c", serve, "run", str(script), f"--server.port={port}", "--server.headless=true"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CHUNKVIZ_OPEN")}
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            if not _answers(f"http://localhost:{port}/_stcore/health", server):
                log.seek(0)
                raise RuntimeError(f"the app does not answer: {log.read()}")
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _answers(address: str, server: subprocess.Popen[bytes]) -> bool:
    until = time.monotonic() + 300
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=30):
                return True
        except OSError:
            time.sleep(0.05)
    return False
