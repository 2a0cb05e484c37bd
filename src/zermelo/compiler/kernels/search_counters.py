"""The counters of a running search, and the flag that ends it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.kernel_records import new_kernel_record

ENOUGH: Final = -1  # why a search ends: it was stopped, or reached its limit


@dataclass(slots=True)
class SearchCounters:
    """The counters of one search in one thread."""

    stop: int = 0  # 0 while the search goes on; then why it ends: ENOUGH, or what the kernel lacks
    nodes: int = 0  # positions visited
    limit: int = 0  # nodes after which to stop, 0 for none
    together: int = 0  # plies from the root in which threads look out for each other, 0 for one alone
    folds: int = 0  # plies from the root in which symmetric positions are one


def new_search_counters(*, native: bool, limit: int = 0, together: int = 0, folds: int = 0) -> SearchCounters:
    """Return the watch of a search that has not begun, in machine code or interpreted."""
    return new_kernel_record(SearchCounters(limit=limit, together=together, folds=folds), native=native)


def stop_searches(watches: Sequence[SearchCounters]) -> None:
    """Stop the searches; an end that one has already reported stays."""
    for watch in watches:
        if watch.stop == 0:
            watch.stop = ENOUGH


def find_missing_capacity(watches: Sequence[SearchCounters]) -> int:
    """Return what a kernel lacked, 0 where none lacked anything."""
    return max(0, *(int(watch.stop) for watch in watches))


def count_nodes(watches: Sequence[SearchCounters]) -> int:
    """Return how many positions searches have visited together."""
    return sum(int(watch.nodes) for watch in watches)


def build_may_continue_kernel(jit: Jit) -> Any:
    """Return may_continue(watch) -> whether the search may visit another position; past its limit it ends."""

    def may_continue(watch: SearchCounters) -> bool:
        if watch.limit > 0 and watch.nodes > watch.limit:
            watch.stop = ENOUGH
        return watch.stop == 0

    return jit.inline(may_continue)
