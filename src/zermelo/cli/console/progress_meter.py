"""Progress on standard error, one line rewritten in place, on a terminal only."""

import shutil
import sys
import threading
import time
from typing import TYPE_CHECKING

from zermelo.cli.console.safe_output import mark_own_control_sequence
from zermelo.core import format_duration

if TYPE_CHECKING:
    from zermelo.core import Progress

EVERY = 0.2  # seconds between two lines
SILENCE_LIMIT = 2.0  # seconds of silence until it is said what is being waited for
CLEAR = mark_own_control_sequence("\r") + mark_own_control_sequence("[K")
PREPARING = "compiling what is new: once, the next time it is there"


class ProgressMeter:
    """Shows phase, positions done and what is left."""

    def __init__(self) -> None:
        self._next = time.monotonic() + 0.5  # short work stays silent
        self._shown = self._finished = False
        self._lock = threading.Lock()
        self._silence = threading.Timer(SILENCE_LIMIT, self._print_preparing_message)
        self._silence.daemon = True
        if sys.stderr.isatty():
            self._silence.start()

    def __call__(self, progress: "Progress") -> None:
        """Show where the work stands."""
        if progress.total:
            left = "" if progress.seconds_left is None else f", {format_duration(progress.seconds_left)} left"
            where = f"{progress.done:,} of {progress.total:,} positions{left}"
        else:
            where = f"{progress.done:,} positions so far"
        self.show_line(f"{progress.phase}: {where}")

    def show_line(self, line: str) -> None:
        """Show a line, unless the last one is too new or nobody watches."""
        now = time.monotonic()
        if now < self._next or not sys.stderr.isatty():
            return
        self._next = now + EVERY
        self._silence.cancel()
        self._write_line(line)

    def print_lasting_notice(self, text: str) -> None:
        """Say a sentence that stays, whether anybody watches the line or not."""
        with self._lock:
            clear = "\r\x1b[K" if self._shown else ""
            sys.stderr.write(f"{clear}zermelo: {text}\n")
            sys.stderr.flush()

    def ask_yes_or_no(self, question: str) -> bool:
        """Ask on standard error, and return whether the answer was yes; Enter alone is no."""
        with self._lock:
            sys.stderr.write(f"zermelo: {question} [y/N] ")
            sys.stderr.flush()
            return sys.stdin.readline().strip().lower() in ("y", "yes")

    def clear_line(self) -> None:
        """Clear the line."""
        self._silence.cancel()
        with self._lock:
            self._finished = True
        if self._shown:
            sys.stderr.write(CLEAR)
            sys.stderr.flush()

    def _print_preparing_message(self) -> None:
        self._write_line(PREPARING)

    def _write_line(self, line: str) -> None:
        with self._lock:
            if not self._finished:
                self._shown = True
                width = shutil.get_terminal_size().columns - 1  # a longer one would not be rewritten in place
                sys.stderr.write(f"{CLEAR}{line[:width]}")
                sys.stderr.flush()
