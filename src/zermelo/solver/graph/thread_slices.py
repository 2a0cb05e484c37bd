"""Threads over slices: the only way that work is spread over cores.

Kernels release the global lock, so a slice is a call. Slices are short, so a request to stop, a
Ctrl-C or an error in a rule ends the work within one of them.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.errors import Cancelled

GRAIN = 1 << 16  # positions in a slice


class Workers:
    """A budget's threads; use as a context manager."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.threads = budget.threads
        self._pool: ThreadPoolExecutor | None = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if (
            self._pool is not None
        ):  # a slice whose rules loop for ever would not let Ctrl-C back to the prompt
            self._pool.shutdown(wait=kind is not KeyboardInterrupt, cancel_futures=True)

    def map_items(self, work: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
        """Return work(item) for every item, in order; the first error stops the rest."""
        listed = list(items)
        if len(listed) <= 1 or self.threads == 1:
            return [self._run_unless_cancelled(work, item) for item in listed]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        futures = [self._pool.submit(self._run_unless_cancelled, work, item) for item in listed]
        try:
            return [future.result() for future in futures]
        except BaseException:
            for future in futures:
                future.cancel()
            raise

    def map_spans(self, work: Callable[[int, int], Any], count: int, grain: int = GRAIN) -> list[Any]:
        """Return work(begin, end) for slices that cover range(count)."""
        if 0 < count <= grain:
            return [self._run_unless_cancelled(lambda end: work(0, end), count)]
        return self.map_items(lambda span: work(*span), split_into_spans(count, grain))

    def _run_unless_cancelled(self, work: Callable[[Any], Any], item: Any) -> Any:
        if self.budget.stop.is_set():
            raise Cancelled("stopped on request: run again to resume")
        return work(item)


def split_into_spans(count: int, grain: int = GRAIN) -> list[tuple[int, int]]:
    """Return (begin, end) slices of about `grain` that cover range(count), none empty."""
    pieces = max(1, -(-count // grain))
    edges = [count * piece // pieces for piece in range(pieces + 1)]
    return [(begin, end) for begin, end in pairwise(edges) if end > begin]


def allocate_move_arrays(room: int, column: Any) -> tuple[Any, ...]:
    """Return what a slice makes its moves in: children, places, heads, found [column], signs, gains."""
    return (
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room, column),
        np.empty(room, np.int8),
        np.empty(room, np.int32),
    )
