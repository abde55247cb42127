"""The process that waits for files: each is worked on in a copy of it (a fork), within the bounds, which ends with the file.

Where processes cannot be copied (Windows), it works on one file itself and ends. It says how a copy failed by its own exit
status, since a copy that broke can say nothing.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from ..errors import ChunkvizError
from ..pdf.pages import page_picture
from ..reader import read, readers
from .messages import Message, packed_document, received, send

MUCH_MEMORY, MUCH_TIME, BROKEN = 71, 72, 73  # exit statuses
_LARGEST_REQUEST = 1 << 40


def main(ahead: bool) -> None:
    """Work on what comes from standard input until it ends; what goes wrong is in the exit status.

    ahead   whether to import what any reader needs before the first file comes
    """
    with os.fdopen(os.dup(0), "rb") as requests, os.fdopen(os.dup(1), "wb") as answers:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)  # what a library prints must not come between the messages
        for reader in readers if ahead else ():
            _import(reader.libraries)
        gc.freeze()  # copies share what there is so far, which a collection would touch
        while (request := received(requests, _LARGEST_REQUEST)) is not None:
            _import(_libraries(request["arguments"]["name"]))
            status = _in_a_copy(request, requests, answers) if hasattr(os, "fork") else _work(request, answers)
            del request
            if status or not hasattr(os, "fork"):
                sys.exit(status)


def _import(libraries: Iterable[str]) -> None:
    """What is imported here is there in every copy."""
    for library in libraries:
        with contextlib.suppress(ImportError):  # the reader says what is missing
            importlib.import_module(library)


def _libraries(name: str) -> Iterator[str]:
    """What files with such a name probably need; nothing here looks into a file."""
    ending = Path(name).suffix.lower()
    for reader in readers:
        if ending in reader.extensions:
            yield from reader.libraries


def _in_a_copy(request: Message, requests: BinaryIO, answers: BinaryIO) -> int:
    """Status of a copy of this process that works on a request."""
    if (copy := os.fork()) == 0:
        status = BROKEN
        try:
            os.close(requests.fileno())  # it shall not read what others ask
            _limit(request["memory"], request["seconds"])
            gc.disable()  # it ends with the file
            status = _work(request, answers)
        finally:
            os._exit(status)
    _, ended, usage = os.wait4(copy, 0)
    if not os.WIFSIGNALED(ended):
        return os.WEXITSTATUS(ended)
    if os.WTERMSIG(ended) == signal.SIGXCPU:
        return MUCH_TIME
    return MUCH_MEMORY if _strained(usage.ru_maxrss, request) else BROKEN


def _strained(resident: int, request: Message) -> bool:
    """Whether a process that had so much memory at its most (as `getrusage` counts it) probably broke for want of more: libraries
    in C end by a signal then, or raise errors of their own."""
    unit = 1 if sys.platform == "darwin" else 1024
    return bool(resident * unit > request["memory"] // 2)


def _limit(memory: int, seconds: int) -> None:
    """Bind this process to the bounds, where the system knows them; it may write no file either."""
    import resource

    bounds = {
        resource.RLIMIT_AS: _taken() + memory,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for bound, most in bounds.items():
        with contextlib.suppress(ValueError, OSError):  # macOS knows no bound of address space
            hard = most + 1 if bound == resource.RLIMIT_CPU else most
            resource.setrlimit(bound, (most, hard))


def _taken() -> int:
    """Bytes of address space that this process has already."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _work(request: Message, answers: BinaryIO) -> int:
    """Do what is asked and send what comes of it; the status to end with."""
    try:
        try:
            answer: Message = {"result": _TASKS[request["task"]](request["arguments"])}
        except ChunkvizError as error:
            if error.__cause__ is not None and _wants_memory(request):
                return MUCH_MEMORY
            answer = {"error": (type(error).__name__, str(error))}
        send(answers, answer)
    except MemoryError:
        return MUCH_MEMORY
    except Exception:  # a reader's fault: which it is shows where the file is read in the process itself
        return MUCH_MEMORY if _wants_memory(request) else BROKEN
    return 0


def _wants_memory(request: Message) -> bool:
    """Whether what this process raises probably comes of its bounds."""
    try:
        import resource
    except ImportError:  # there are no bounds then
        return False
    return _strained(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, request)


def _document(arguments: Mapping[str, Any]) -> Message:
    return packed_document(read(arguments["data"], arguments["name"], arguments["kind"], arguments["options"]))


def _picture(arguments: Mapping[str, Any]) -> bytes:
    return page_picture(arguments["data"], arguments["page"], arguments["scale"])


_TASKS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {"document": _document, "picture": _picture}
