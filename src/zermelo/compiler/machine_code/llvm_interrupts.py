"""Ctrl-C while LLVM is at work."""

import contextlib
import functools
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class CompilingThreads:
    """Which threads compile, and how many functions each has begun."""

    def __init__(self) -> None:
        self.forget_threads()

    def record_thread(self, begins: bool) -> None:
        """Note that this thread begins, or ends, to compile something."""
        thread = threading.get_ident()
        with self._lock:
            self._begun[thread] += 1 if begins else -1
            if self._begun[thread] <= 0:  # stopped between the two, it has not begun
                del self._begun[thread]

    def is_any_compiling(self) -> bool:
        """Return whether some thread compiles."""
        with self._lock:
            return bool(self._begun)

    def forget_threads(self) -> None:
        """Know of no thread: a forked process has none of them."""
        self._lock = threading.RLock()  # a signal's handler may ask in the thread that notes
        self._begun: Counter[int] = Counter()


_compiling = CompilingThreads()
os.register_at_fork(after_in_child=_compiling.forget_threads)


def record_thread_compiling(begins: bool) -> None:
    """Note that this thread begins, or ends, to compile something."""
    _compiling.record_thread(begins)


def is_compiling() -> bool:
    """Return whether some thread compiles: it answers to nothing for seconds, and will come to an end."""
    return _compiling.is_any_compiling()


@contextlib.contextmanager
def defer_signals() -> Iterator[None]:
    """Let the signals that stop a program come only when the block has ended.

    Python runs their handlers in the main thread alone; in another there is nothing to hold back.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
    before = {number: handler for number in SIGNALS if callable(handler := signal.getsignal(number))}
    try:
        for number, handler in before.items():
            signal.signal(number, lambda *told, handler=handler: came.append((handler, told)))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for handler, told in came:
            handler(*told)


def defer_signals_during(owner: type, name: str) -> None:
    """Let a method of `owner` run with the signals held back."""
    work = getattr(owner, name)

    @functools.wraps(work)
    def call_with_deferred_signals(*arguments: Any, **named: Any) -> Any:
        with defer_signals():
            return work(*arguments, **named)

    setattr(owner, name, call_with_deferred_signals)
