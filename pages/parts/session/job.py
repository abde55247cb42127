"""Long work beside the page: one thread, which reports its progress and can be stopped.

The thread touches nothing of Streamlit. The page looks at the job whenever it is drawn, and keeps it in its own session.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from chunkviz.errors import ChunkvizError

Tell = Callable[[float, str, "float | None"], None]
"""(share of the work done, what is at work, seconds left or None): called by the work, and where it is stopped."""

_log = logging.getLogger(__name__)


class Stopped(Exception):
    """Raised inside the work where the person wants it to stop."""


class Job:
    """`work` is run at once in a thread of its own and given `tell`; `problem` says, in the end, what went wrong."""

    def __init__(self, work: Callable[[Tell], None]) -> None:
        self.share, self.words = 0.0, "Beginning"
        self.left: float | None = None
        self.problem = ""
        self.stopped = False
        self._work = work
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="chunkviz job")
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop and has not come to the next step yet."""
        return self.running and self._stop.is_set()

    def stop(self) -> None:
        """Ask it to stop; it does at the next step."""
        self._stop.set()

    def wait(self, seconds: float) -> None:
        self._thread.join(seconds)

    def _tell(self, share: float, words: str, left: float | None) -> None:
        if self._stop.is_set():
            raise Stopped
        self.share, self.words, self.left = share, words, left

    def _run(self) -> None:
        try:
            self._work(self._tell)
        except Stopped:
            self.stopped = True
        except ChunkvizError as error:
            self.problem = str(error)
        except Exception as error:
            _log.exception("The work beside the page failed")
            self.problem = f"This failed ({type(error).__name__}); change a setting. The server's log says more."
