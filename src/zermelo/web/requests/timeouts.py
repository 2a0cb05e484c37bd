"""Time limits for rules: a call of any game's rules that does not return is ended.

Rules are Python, a person's own or the catalogue's with a stranger's parameters, and `moves` may never
return. One thread watches the threads that answer requests. A thread that takes too long is sent an
exception, as Python does for Ctrl-C, but only while it runs rules. Any loop in rules ends so. One operation
within C cannot be ended; `position_url` and `explorer_games` keep numbers and texts short: none takes long.

Seconds are those of the processor that a thread has had, so a busy machine ends no rules. The clock on the
wall counts for what waits, as rules that sleep do; then nothing is said against the rules.
"""

import contextlib
import ctypes
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import zermelo
from zermelo.core import BadRules, find_rule_error
from zermelo.games import is_rules_module

SECONDS = 10.0  # of processor time for one request
PATIENCE = (
    12.0  # times that by the clock on the wall: a busy machine is waited for, rules that wait are ended
)
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


class RuleTookTooLong(BadRules):
    """Rules that were asked for longer than they may take."""


def read_thread_clock() -> Callable[[], float]:
    """Return a clock of the processor time of this thread, which another thread may read.

    Where the system has none, it is that of the whole process, which is never behind.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


@dataclass
class WatchedThread:
    """Until when a thread may run, by its own clock of processor time and by the clock on the wall."""

    read_clock: Callable[[], float]
    processor: float
    wall: float
    extended: float = 0.0

    def is_late(self, now: float) -> bool:
        """Return whether its time is over."""
        return now > self.wall or self.read_clock() > self.processor

    def extend(self, seconds: float) -> None:
        """Let it run for longer."""
        self.processor, self.wall = self.processor + seconds, self.wall + seconds
        self.extended += seconds


class RuleTimeLimit:
    """Watches threads, each for so many seconds; the watching thread lives as long as anybody is watched.

    `make_thread_clock` is a clock of the calling thread's processor time; `read_wall` is that on the wall.
    """

    def __init__(
        self,
        seconds: float = SECONDS,
        make_thread_clock: Callable[[], Callable[[], float]] = read_thread_clock,
        read_wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seconds = seconds
        self._make_thread_clock, self._read_wall = make_thread_clock, read_wall
        self._lock = threading.Lock()
        self._watched: dict[int, WatchedThread] = {}
        self._ended: set[int] = set()
        self._watcher: threading.Thread | None = None

    @contextlib.contextmanager
    def limit_time_of_rules(self, owner: str, seconds: float | None = None) -> Iterator[None]:
        """End the block with `RuleTookTooLong` where it takes longer; `owner` says whose rules were asked."""
        thread = threading.get_ident()
        limit = self.seconds if seconds is None else seconds
        outer = self._start_watching(thread, limit)
        try:
            yield
        except RuleTimedOut:
            watched = self._watched[thread]
            if watched.read_clock() > watched.processor:
                why = (
                    f"{owner} was asked for more than {limit:g} seconds of processor time and did not "
                    "answer: its parameters may be too large, or its rules may loop"
                )
            else:
                why = (
                    f"{owner} did not answer for {PATIENCE * limit:g} seconds, though it computed for less "
                    f"than {limit:g} of them: the machine is busy, or the rules wait for something; try again"
                )
            raise RuleTookTooLong(why) from None
        except BaseException as error:
            if (fault := find_rule_error(error)) is None:
                raise
            raise fault from error
        finally:
            self._stop_watching(thread, outer)

    def _start_watching(self, thread: int, limit: float) -> WatchedThread | None:
        """Limit a thread's time; return the limit it already had, which an inner one cannot extend."""
        clock = self._make_thread_clock()
        made = WatchedThread(clock, clock() + limit, self._read_wall() + PATIENCE * limit)
        with self._lock:
            outer = self._watched.get(thread)
            if outer is not None:
                made.processor, made.wall = min(made.processor, outer.processor), min(made.wall, outer.wall)
            self._watched[thread] = made
            if self._watcher is None:
                self._watcher = threading.Thread(
                    target=self._watch_threads_for_timeouts, daemon=True, name="rule time limit"
                )
                self._watcher.start()
            return outer

    def _stop_watching(self, thread: int, outer: WatchedThread | None) -> None:
        with self._lock:
            inner = self._watched.pop(thread)
            if outer is not None:
                self._watched[thread] = outer
                outer.extend(inner.extended)  # by compiling, which the outer one waits for as well
            if thread in self._ended:
                self._ended.discard(thread)
                _clear_pending_exception(thread)

    def _watch_threads_for_timeouts(self) -> None:
        before = time.monotonic()
        while True:
            time.sleep(STEP)
            now = time.monotonic()
            passed, before = now - before, now
            is_compiling = zermelo.compiler.is_compiling()  # which is waited for, once, and not torn apart
            with self._lock:
                frames = sys._current_frames()  # no sooner: who waits for the lock may have left the rules
                if not self._watched:
                    self._watcher = None
                    return
                wall = self._read_wall()
                for thread, watched in self._watched.items():
                    if is_compiling:
                        watched.extend(passed)
                    if watched.is_late(wall) and _is_running_rules(frames.get(thread)):
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
