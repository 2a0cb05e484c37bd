"""A kernel at work: in a thread with a deep stack, counted, and stopped on request."""

import sys
import threading
from collections.abc import Callable
from typing import Any

from zermelo.core.budget import Budget
from zermelo.kernels.negamax import NODES, STOP

WAIT = 0.05  # seconds between two looks at the clock and the budget
MOST_PLIES = 4096  # no line is longer, as each ply takes some of the stack
STACK = 256 << 20  # bytes: only what is used is taken


def watched(task: Callable[[], Any], counters: Any, budget: Budget, before: int) -> Any:
    """Return what `task` returns, run in a thread while this one reports and listens.

    `counters` is the kernel's own row; `before` is how many positions were visited earlier. Raises
    `Cancelled`, and what the task raises.
    """
    answers: list[Any] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(task())
        except BaseException as error:
            errors.append(error)

    size, depth = threading.stack_size(STACK), sys.getrecursionlimit()
    sys.setrecursionlimit(max(depth, 8 * MOST_PLIES))  # interpreted, a kernel goes down by Python's own calls
    try:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(WAIT)
            budget.report("search", before + int(counters[NODES]))
    finally:
        counters[STOP] = 1
        thread.join()
        threading.stack_size(size)
        sys.setrecursionlimit(depth)
    if errors:
        raise errors[0]
    return answers[0]
