"""Ctrl-C for commands that do not respond: rules that loop for ever in machine code.

Python runs its signal handlers between two of its own instructions, so never while a kernel is at work. But
the number of a signal is written to a file (`signal.set_wakeup_fd`) at once, by the system's handler; a
thread reads it there. Where the command has not ended some time later, or has left a thread in such rules,
the thread ends the process and names the position. Compiling is waited for. What is on disk is whole at
every moment, as after any kill. In Python, where there is no command, Ctrl-C waits for the kernel.

The system calls no handler of a signal that is ignored, and writes no number. So while a command runs, rules
that ask Python to ignore Ctrl-C (`signal.SIG_IGN`) do not get it, and its handler stays.
"""

import contextlib
import functools
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo import compiler
from zermelo.core import is_rule_frame

GRACE: Final = 2.0  # seconds that a command has to end by itself
PAUSE: Final = 0.05
STOPS: Final = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def exit_soon_after_interrupt() -> Iterator[None]:
    """End the process with status 130 where the block does not end soon after Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    done = threading.Event()
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    setting, signal.signal = signal.signal, _refuse_to_ignore_interrupts(signal.signal)
    threading.Thread(target=_exit_process_after_interrupt, args=(reading, done), daemon=True).start()
    try:
        yield
    finally:
        done.set()
        signal.signal = setting
        signal.set_wakeup_fd(before)
        os.close(writing)


def _refuse_to_ignore_interrupts(setting: Callable[..., Any]) -> Any:
    """Return a replacement of `signal.signal` that does nothing where rules ask to ignore Ctrl-C."""

    @functools.wraps(setting)
    def set_handler(number: int, handler: Any) -> Any:
        if handler == signal.SIG_IGN and number in STOPS and is_rule_frame(sys._getframe(1)):
            return signal.getsignal(number)
        return setting(number, handler)

    set_handler.stands_for = setting  # type: ignore[attr-defined]  # what rules that name it depend on
    return set_handler


def _exit_process_after_interrupt(reading: int, done: threading.Event) -> None:
    while came := os.read(reading, 1):
        if came[0] in STOPS and not _wait_until_done_or_grace_ends(done, reading):
            sys.stderr.write(_format_forced_exit_message())
            sys.stderr.flush()
            os._exit(130)
    os.close(reading)


def _wait_until_done_or_grace_ends(done: threading.Event, reading: int) -> bool:
    """Return whether the command, and what its threads have begun, end in time; compiling is waited for.

    A second Ctrl-C waits for nothing.
    """
    left = GRACE
    while left > 0:
        if select.select([reading], [], [], 0)[0] and (again := os.read(reading, 1)) and again[0] in STOPS:
            return False
        if done.wait(PAUSE):
            if not compiler.is_kernel_running():
                return True
            time.sleep(PAUSE)
        left = GRACE if compiler.is_compiling() else left - PAUSE
    return False


def _format_forced_exit_message() -> str:
    where = compiler.find_endless_position()
    question = "do the rules come to an end at every position?"  # which rules, is not known
    if where is not None:
        question = f"the rules do not come to an end {where}: add the missing bound."
    return (
        f"zermelo: stopped, though what ran did not answer for {GRACE:.0f} s, "
        f"or until a second Ctrl-C: {question} "
        "A solve goes on from what it had finished\n"
    )
