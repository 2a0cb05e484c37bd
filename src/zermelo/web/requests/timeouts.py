"""Time limits for rules: a call of any game's rules that does not return is ended.

Rules are Python, a person's own or the catalogue's with a stranger's parameters, and `moves` may never
return. One thread watches the threads that answer requests. A thread that takes too long is sent an
exception, as Python does for Ctrl-C, but only while it runs rules. Any loop in rules ends so. One operation
within C cannot be ended; `position_url` and `explorer_games` keep numbers and texts short: none takes long.
"""

import contextlib
import ctypes
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import zermelo
from zermelo.core import BadRules, find_rule_error
from zermelo.games import is_rules_module

SECONDS = 10.0  # for one request, a search against the clock included
STEP = 0.05
PATHS = sysconfig.get_paths()
LIBRARY_PATHS = (
    str(Path(zermelo.__file__).parent),
    PATHS["stdlib"],
    PATHS["purelib"],
    PATHS["platlib"],
    "<",
)


class RuleTimedOut(BaseException):
    """Raised in a thread that has taken too long; no `except Exception` of the rules swallows it."""


class RuleTimeLimit:
    """Watches threads, each for so many seconds; the watching thread lives as long as anybody is watched."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        self._until: dict[int, float] = {}
        self._ended: set[int] = set()
        self._watcher: threading.Thread | None = None

    @contextlib.contextmanager
    def limit_time_of_rules(self, owner: str, seconds: float | None = None) -> Iterator[None]:
        """End the block with `BadRules` where it takes longer; `owner` says whose rules were asked."""
        thread = threading.get_ident()
        limit = self.seconds if seconds is None else seconds
        outer = self._start_watching(thread, limit)
        try:
            yield
        except RuleTimedOut:
            raise BadRules(
                f"{owner} was asked for more than {limit:g} seconds and did not answer: its rules may loop, "
                "or its parameters are too large"
            ) from None
        except BaseException as error:
            if isinstance(error, Exception) or (fault := find_rule_error(error)) is None:
                raise
            raise fault from error
        finally:
            self._stop_watching(thread, outer)

    def _start_watching(self, thread: int, limit: float) -> float | None:
        """Watch a thread; return until when it was watched already, which nothing within prolongs."""
        with self._lock:
            outer = self._until.get(thread)
            until = time.monotonic() + limit
            self._until[thread] = until if outer is None else min(outer, until)
            if self._watcher is None:
                self._watcher = threading.Thread(
                    target=self._watch_threads_for_timeouts, daemon=True, name="rule time limit"
                )
                self._watcher.start()
            return outer

    def _stop_watching(self, thread: int, outer_limit: float | None) -> None:
        with self._lock:
            if outer_limit is None:
                self._until.pop(thread, None)
            else:
                self._until[thread] = outer_limit
            if thread in self._ended:
                self._ended.discard(thread)
                _clear_pending_exception(thread)

    def _watch_threads_for_timeouts(self) -> None:
        while True:
            time.sleep(STEP)
            now = time.monotonic()
            is_compiling = (
                zermelo.compiler.is_compiling()
            )  # which is waited for, once, and not to be torn apart
            with self._lock:
                frames = sys._current_frames()  # no sooner: who waits for the lock may have left the rules
                if not self._until:
                    self._watcher = None
                    return
                if is_compiling:
                    self._until = {thread: until + STEP for thread, until in self._until.items()}
                for thread, until in self._until.items():
                    if until < now and _is_running_rules(frames.get(thread)):
                        self._ended.add(thread)
                        _raise_timeout_in_thread(thread)


def _raise_timeout_in_thread(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(RuleTimedOut))


def _clear_pending_exception(thread: int) -> None:
    """Have nothing left to arrive in this thread: it may have been sent, and not have come.

    It is sent once more and waited for. Taken back, by sending none, Python 3.11 would look for it for ever:
    all code of the process would be slower, and a thread with a profiler never get past its first call.
    """
    with contextlib.suppress(RuleTimedOut):
        _raise_timeout_in_thread(thread)
        while True:
            pass


def _is_running_rules(frame: FrameType | None) -> bool:
    """Return whether rules are running: an exception raised there leaves no lock of zermelo held."""
    if frame is None:
        return False
    if is_rules_module(str(frame.f_globals.get("__name__", ""))):
        return True
    file = frame.f_code.co_filename
    return not file.startswith(LIBRARY_PATHS)  # of a person's own folder
