"""The processes that read files, as those who ask see them: started before they are needed, as many as there are processors.

A process that breaks, or goes beyond its time, is replaced by another; what it was asked for ends in one sentence.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from .. import errors
from ..errors import ChunkvizError, MissingError, UnreadableError
from .bounds import PROCESSOR, WALL, memory_for
from .messages import Message, WrongMessageError, received, send
from .worker import MUCH_MEMORY, MUCH_TIME

_SOURCES = str(Path(__file__).parents[2])
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from chunkviz.isolation.worker import main; main(sys.argv[2] == 'ahead')"
)
# A process that has threads cannot be copied safely.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

_free: list[_Process] = []
_lock = threading.Lock()
_places = threading.BoundedSemaphore(os.cpu_count() or 1)


def prepare(ahead: bool = False) -> None:
    """Start a process where none waits, without waiting for it.

    ahead   whether it imports what any reader needs: for those that will be asked for many files, of any kind
    """
    with _lock:
        if not _free:
            _free.append(_Process(ahead))


def result_of(task: str, name: str, arguments: Message) -> Any:
    """What a process of its own makes of a file's `data`. Raises the ChunkvizError that it raises; an UnreadableError that
    names the file where it breaks or goes beyond the bounds."""
    memory = memory_for(len(arguments["data"]))
    with _places:
        process = _waiting()
        try:
            answer = process.answer({"task": task, "arguments": arguments, "memory": memory, "seconds": PROCESSOR})
        except BaseException as error:
            process.end()
            if isinstance(error, WrongMessageError):
                raise _broken(name) from None
            raise
        if answer is None:
            status = process.end()
            prepare()
            raise _failed(name, status, process.late, memory)
        if process.lasts:
            with _lock:
                _free.append(process)
        else:
            process.end()
            prepare()
    if "result" in answer:
        return answer["result"]
    raise _error(answer, name)


class _Process:
    lasts = hasattr(os, "fork")  # whether it takes another file afterwards

    def __init__(self, ahead: bool = False) -> None:
        paths = [_SOURCES, *(path for path in sys.path if path)]
        command = [sys.executable, "-I", "-c", _PROGRAM, json.dumps(paths), "ahead" if ahead else ""]
        self.late = False
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | _ONE_THREAD,
                start_new_session=True,  # so that it ends with its copies, and the terminal's interrupts pass it by
            )
        except OSError as error:
            raise MissingError(f"The process that reads files cannot be started ({error.strerror}); free some memory.") from None

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def answer(self, request: Message) -> Message | None:
        """What it sends back; None where it ends before, or has to be ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        timer = threading.Timer(WALL, self._stop)
        timer.daemon = True
        timer.start()
        try:
            send(self._process.stdin, request)  # type: ignore[arg-type]
            return received(self._process.stdout)  # type: ignore[arg-type]
        except BrokenPipeError:
            return None
        finally:
            timer.cancel()

    def _stop(self) -> None:
        self.late = True
        self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):  # it may have ended just now
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def end(self) -> int:
        """End it, where it has not ended, and return its exit status."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._kill()
        self._process.stdout.close()  # type: ignore[union-attr]
        return self._process.wait()


def _waiting() -> _Process:
    """A process that is not at work."""
    with _lock:
        while _free:
            process = _free.pop()
            if process.runs:
                return process
            process.end()
    return _Process()


def _failed(name: str, status: int, late: bool, memory: int) -> UnreadableError:
    if late or status == MUCH_TIME:
        return UnreadableError(
            f"{name} takes more than {PROCESSOR} seconds to read and is not read; split it, or save it in a simpler form."
        )
    if status == MUCH_MEMORY:
        return UnreadableError(
            f"{name} takes more than {memory // 1_000_000:,} MB of memory to read and is not read; "
            "split it, or save it in a simpler form."
        )
    return _broken(name)


def _broken(name: str) -> UnreadableError:
    return UnreadableError(
        f"{name} broke the process that read it and is not read; save it again with the program it comes from."
    )


def _error(answer: Message, name: str) -> ChunkvizError:
    """The error that was sent: one of ours, with a sentence of bounded length."""
    try:
        kind, sentence = answer["error"]
        found = getattr(errors, kind)
        if issubclass(found, ChunkvizError) and isinstance(sentence, str):
            error: ChunkvizError = found(sentence[:5_000])
            return error
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    return _broken(name)


def _end_all() -> None:
    with _lock:
        while _free:
            _free.pop().end()


def _forget() -> None:
    """A copy of the process that asks must not speak to processes that its original speaks to."""
    global _lock, _places
    _lock, _places = threading.Lock(), threading.BoundedSemaphore(os.cpu_count() or 1)
    _free.clear()


atexit.register(_end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
