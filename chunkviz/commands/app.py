"""Open the app in the browser, on a file if one is given.

The app is the repository's app.py and pages/, which an installed package does not carry: run this from a clone.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from ..embedder import embedder_for
from ..errors import MissingError
from ..imported.splitter import splitter_named
from ..isolation.reading import read_isolated

APP = Path(__file__).parents[2] / "app.py"

_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_SHARED_UPLOAD = 10  # MB of a file: what one visitor brings is in everybody's memory
_OPEN = "Visitors may upload files, and name folders of this machine and servers that it reaches."
_SHARED = (
    f"Shared mode: visitors may upload files of up to {_SHARED_UPLOAD} MB, and name no folder and no server; "
    "--trust-visitors allows that."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="a document to begin with")
    parser.add_argument("--kind", help="kind of document, where its name and content do not tell or tell wrong")
    parser.add_argument(
        "--embedder",
        action="append",
        default=[],
        metavar="KEY",
        help="another model for the app's menu, st:NAME-OR-FOLDER or openai:MODEL@BASE-URL; may be given more than once",
    )
    parser.add_argument(
        "--splitter",
        action="append",
        default=[],
        metavar="MODULE:THING",
        help="a splitter for the app's menu, such as langchain_text_splitters:TokenTextSplitter; may be given more than once",
    )
    parser.add_argument("--port", type=int, help="where to serve (the first that is free from 8501)")
    parser.add_argument("--address", help="who may connect: 127.0.0.1 this machine alone, 0.0.0.0 others too (127.0.0.1)")
    trust = parser.add_mutually_exclusive_group()
    trust.add_argument(
        "--trust-visitors",
        action="store_true",
        help="let visitors name folders of this machine and servers it reaches (so where only this machine may connect)",
    )
    trust.add_argument("--shared", action="store_true", help="do not, as when others may connect: after a proxy on this machine")
    parser.add_argument("--no-browser", action="store_true", help="print the address and open nothing")


def run(arguments: argparse.Namespace) -> int:
    if not APP.exists():
        raise MissingError(
            "This installation has no app, which the repository holds beside the package; clone it and run make app there."
        )
    environment = dict(os.environ)
    if arguments.file:
        read_isolated(arguments.file, kind=arguments.kind)  # what is wrong with the file is better said here than in the browser
        environment["CHUNKVIZ_OPEN"] = str(Path(arguments.file).resolve())
        environment["CHUNKVIZ_OPEN_KIND"] = arguments.kind or ""
    trusted = trusts_visitors(arguments)
    environment["CHUNKVIZ_TRUST_VISITORS"] = "1" if trusted else ""
    print(_OPEN if trusted else _SHARED, flush=True)
    environment["CHUNKVIZ_EMBEDDERS"] = "\n".join(embedder_for(name).key for name in arguments.embedder)
    for spec in arguments.splitter:
        splitter_named(spec)  # as above
    environment["CHUNKVIZ_SPLITTERS"] = "\n".join(arguments.splitter)
    if arguments.splitter:  # the app runs in another folder, and a splitter may be in this one
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [os.getcwd(), environment.get("PYTHONPATH")]))
    os.chdir(APP.parent)
    os.execve(sys.executable, command(arguments), environment)  # takes this process's place, so that signals reach it


def trusts_visitors(arguments: argparse.Namespace) -> bool:
    """As asked for; else where only this machine may connect."""
    return bool(arguments.trust_visitors) or not (arguments.shared or arguments.address not in (None, *_THIS_MACHINE))


def command(arguments: argparse.Namespace) -> list[str]:
    """The command that serves the app; everything else is in .streamlit/config.toml beside it."""
    screen = sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    options = [
        f"--server.headless={'false' if screen and not arguments.no_browser else 'true'}",
        "--server.showEmailPrompt=false",
    ]
    if not trusts_visitors(arguments):
        options.append(f"--server.maxUploadSize={_SHARED_UPLOAD}")
    if arguments.port is not None:
        options.append(f"--server.port={arguments.port}")
    if arguments.address is not None:
        options.append(f"--server.address={arguments.address}")
    if arguments.address in ("0.0.0.0", "::"):
        options.append("--browser.serverAddress=localhost")  # else Streamlit asks an outside server for this machine's address
    return [sys.executable, "-m", "streamlit", "run", str(APP), *options]
