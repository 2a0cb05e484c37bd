"""Ctrl-C while LLVM is at work."""

import contextlib
import functools
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_compiling: list[int] = []  # a thread's number for each function that Numba compiles, until it is compiled


def compiling(begins: bool) -> None:
    """Note that this thread begins, or ends, to compile something."""
    if begins:
        _compiling.append(threading.get_ident())
    elif threading.get_ident() in _compiling:  # stopped between the two, it has not begun
        _compiling.remove(threading.get_ident())


def is_compiling() -> bool:
    """Return whether some thread compiles: it answers to nothing for seconds, and will come to an end."""
    return bool(_compiling)


@contextlib.contextmanager
def held_back() -> Iterator[None]:
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


def hold_back_during(owner: type, name: str) -> None:
    """Let a method of `owner` run with the signals held back."""
    work = getattr(owner, name)

    @functools.wraps(work)
    def held(*arguments: Any, **named: Any) -> Any:
        with held_back():
            return work(*arguments, **named)

    setattr(owner, name, held)
