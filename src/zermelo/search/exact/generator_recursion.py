"""Recursion on a stack of its own, so that games longer than Python's limit can be searched.

A recursive function is written as a generator: where it would call itself it yields the call, and is sent
what that returns. What a call raises ends the whole recursion and passes through no other call.
"""

from collections.abc import Generator
from typing import Any

Call = Generator[Any, Any, Any]  # yields calls, is sent what they return, and returns its own


def run_generator_recursion(call: Call) -> Any:
    """Return what a recursion returns.

    >>> def depth(left):
    ...     return 0 if left == 0 else 1 + (yield depth(left - 1))
    >>> run_generator_recursion(depth(100_000))
    100000
    """
    stack, returned = [call], None
    while stack:
        try:
            stack.append(stack[-1].send(returned))
            returned = None
        except StopIteration as done:
            stack.pop()
            returned = done.value
    return returned
