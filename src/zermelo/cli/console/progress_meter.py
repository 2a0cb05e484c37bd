"""Progress on standard error, one line rewritten in place, on a terminal only.

A command has one meter. Budgets report to it what is done and what is left. After a second without news it
says by itself how long the work has lasted, whether anything reports or not. What the command prints clears
the line, and the meter is silent from then until more work is reported.
"""

import contextlib
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from zermelo import compiler
from zermelo.cli.console.safe_output import SafeStream, mark_own_control_sequence
from zermelo.core import format_duration

if TYPE_CHECKING:
    from zermelo.core import Progress

EVERY: Final = 0.2  # seconds between two lines
SILENCE_LIMIT: Final = 1.0  # seconds without news until a line is written anyway
SHORT: Final = 0.5  # seconds in which work ends in silence
CLEAR: Final = mark_own_control_sequence("\r") + mark_own_control_sequence("[K")
WORKING: Final = "working"
COMPILING: Final = "compiling what is new: once, the next time it is there"


class ProgressMeter:
    """Shows phase, what is done and what is left; `clock` has seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.RLock()  # of the command's thread and the one that ticks
        self._shown = self._writing = False
        self._written = clock()  # when a line was last written, or cleared
        self.begin()

    def begin(self) -> None:
        """Begin work of which nothing is known yet."""
        with self._lock:
            now = self._clock()
            self._next = now + SHORT
            self._paused = False
            self._describe: Callable[[float], str] = _describe_unknown_work
            self._said = now  # when that was said

    def __call__(self, progress: "Progress") -> None:
        """Show where the work stands."""
        self._show(lambda since: format_progress(progress, since))

    def show_line(self, line: str) -> None:
        """Show a line, unless the last one is too new or nobody watches."""
        self._show(lambda _: line)

    def tick(self) -> None:
        """Write the line again where there has been no news for a second."""
        with self._lock:
            if not self._paused and self._clock() - self._written >= SILENCE_LIMIT:
                self._write()

    def tick_until(self, done: threading.Event) -> None:
        """Tick, until `done` is set."""
        while not done.wait(EVERY):
            self.tick()

    def print_lasting_notice(self, text: str) -> None:
        """Say a sentence that stays, whether anybody watches the line or not."""
        with self._lock:
            self.pause()
            sys.stderr.write(f"zermelo: {text}\n")
            sys.stderr.flush()
            self.begin()

    def pause(self) -> None:
        """Clear the line, and write none until more is reported."""
        with self._lock:
            if self._writing:
                return
            self._paused, self._written = True, self._clock()
            if self._shown:
                self._shown = False
                self._send(CLEAR)

    def ask_yes_or_no(self, question: str) -> bool:
        """Ask on standard error, and return whether the answer was yes; Enter alone is no."""
        with self._lock:
            sys.stderr.write(f"zermelo: {question} [y/N] ")
            sys.stderr.flush()
            answer = sys.stdin.readline()
            self.begin()
            return answer.strip().lower() in ("y", "yes")

    def clear_line(self) -> None:
        """Clear the line; what follows is not known."""
        self.pause()
        self.begin()

    def _show(self, describe: Callable[[float], str]) -> None:
        with self._lock:
            now = self._clock()
            if self._paused:  # new work, which may be short
                self._next, self._written = now + SHORT, now
            self._describe, self._said, self._paused = describe, now, False
            if now >= self._next:
                self._write()

    def _write(self) -> None:
        now = self._clock()
        self._written, self._next = now, now + EVERY
        if sys.stderr.isatty():
            self._shown = True
            width = shutil.get_terminal_size().columns - 1  # a longer one would not be rewritten in place
            self._send(f"{CLEAR}{self._describe(now - self._said)[:width]}")

    def _send(self, text: str) -> None:
        self._writing = True
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        finally:
            self._writing = False


def format_progress(progress: "Progress", since: float = 0.0) -> str:
    """Return how work stands that was reported `since` seconds ago.

    >>> from zermelo.core import Progress
    >>> format_progress(Progress("solve", 250, 1_000, 10.0)), format_progress(Progress("plan", 0, 0, 3.0))
    ('solve: 250 of 1,000 positions, 30 s left', 'plan: 3.0 s')
    >>> format_progress(Progress("search", 2_000, 0, 10.0, "lists"), since=2.0)
    'search: 2,000 lists so far, 12 s'
    """
    parts = []
    if progress.total:
        parts.append(f"{progress.done:,} of {progress.total:,} {progress.unit}")
    elif progress.done:
        parts.append(f"{progress.done:,} {progress.unit} so far")
    left = progress.seconds_left if progress.total else None
    if left is not None and left >= since and progress.seconds + since >= SILENCE_LIMIT:
        parts.append(f"{format_duration(left - since)} left")
    else:
        parts.append(format_duration(progress.seconds + since))
    return f"{progress.phase}: {', '.join(parts)}"


def _describe_unknown_work(since: float) -> str:
    return f"{COMPILING if compiler.is_compiling() else WORKING}, {format_duration(since)}"


_METER: ContextVar[ProgressMeter] = ContextVar("_METER")


def find_meter() -> ProgressMeter:
    """Return the meter of the command that runs, or a new one where there is none."""
    return _METER.get(None) or ProgressMeter()


@contextlib.contextmanager
def show_progress_of_command(clock: Callable[[], float] | None = None) -> Iterator[None]:
    """Have a meter while the block runs; what the block prints clears the line. Without a clock it ticks."""
    meter, done = ProgressMeter(clock or time.monotonic), threading.Event()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, SafeStream):
            stream.before_write = meter.pause
    if clock is None and sys.stderr.isatty():
        threading.Thread(target=meter.tick_until, args=(done,), daemon=True).start()
    token = _METER.set(meter)
    try:
        yield
    finally:
        _METER.reset(token)
        done.set()
        meter.pause()
