"""Ctrl-C where nothing answers: rules that loop for ever in machine code.

Python runs its signal handlers between two of its own instructions, so never while a kernel is at work. But
the number of a signal is written to a file (`signal.set_wakeup_fd`) at once, by the system's handler; a
thread reads it there. Where the command has not ended some time later, the thread ends the process. What is
on disk is whole at every moment, as after any kill.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Final

GRACE: Final = 2.0  # seconds that a command has to end by itself
STOPS: Final = (signal.SIGINT, signal.SIGTERM)
SAID: Final = (
    f"zermelo: stopped, though what ran did not answer for {GRACE:.0f} s: do the rules come to an end at "
    "every position? A solve goes on from what it had finished\n"
)


@contextlib.contextmanager
def ending_in_time() -> Iterator[None]:
    """End the process with status 130 where the block does not end soon after Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():  # it alone is told of signals
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    done = threading.Event()
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reading, done), daemon=True).start()
    try:
        yield
    finally:
        done.set()
        signal.set_wakeup_fd(before)
        os.close(writing)


def _watch(reading: int, done: threading.Event) -> None:
    while came := os.read(reading, 1):
        if came[0] in STOPS and not done.wait(GRACE):
            sys.stderr.write(SAID)
            sys.stderr.flush()
            os._exit(130)
    os.close(reading)
