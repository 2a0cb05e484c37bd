"""Ascending runs of mixes: merge many into one, and look up one in another."""

import heapq
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.core.errors import DamagedScratch
from zermelo.solver.kernels.buckets.merge_runs import (
    build_merge_runs_kernel,
    build_select_answers_kernel,
    build_subtract_runs_kernel,
)

Mixes = npt.NDArray[np.uint64]
FEW: Final = 32  # where one run is this many times longer, items of the other are looked up by search


def merge_runs(runs: Sequence[Mixes]) -> Mixes:
    """Return what stands in any of the runs, ascending, once; each run has everything once.

    The two shortest are merged first: so of runs of one length each entry is moved as often as there are
    binary digits in their number.
    """
    merge = shared_kernel(build_merge_runs_kernel)
    waiting = [(len(run), number, run) for number, run in enumerate(runs)]
    heapq.heapify(waiting)
    made = len(waiting)
    while len(waiting) > 1:
        (_, _, first), (_, _, second) = heapq.heappop(waiting), heapq.heappop(waiting)
        room = np.empty(len(first) + len(second), np.uint64)
        count = merge(first, second, room)
        heapq.heappush(waiting, (count, made, room[:count]))
        made += 1
    return waiting[0][2].copy() if waiting else np.empty(0, np.uint64)


def subtract_runs(run: Mixes, known: Mixes) -> Mixes:
    """Return what of an ascending run is not among ascending `known` ones; each has everything once."""
    if FEW * len(run) < len(known):
        places = np.minimum(np.searchsorted(known, run), len(known) - 1)
        found: Mixes = run[known[places] != run]
        return found
    fresh = np.empty(len(run), np.uint64)
    return fresh[: shared_kernel(build_subtract_runs_kernel)(run, known, fresh)]


class SortedRuns:
    """Mixes that come in ascending runs, none of them twice: kept in few, each twice as long as the next."""

    def __init__(self) -> None:
        self._runs: list[Mixes] = []

    @property
    def size(self) -> int:
        """Number of items."""
        return sum(map(len, self._runs))

    def add_run(self, run: Mixes) -> None:
        """Add some that are lacking."""
        while self._runs and len(self._runs[-1]) < 2 * len(run):
            run = merge_runs([self._runs.pop(), run])
        self._runs.append(run)

    def select_items_not_held(self, run: Mixes) -> Mixes:
        """Return those of an ascending run that are not there."""
        for known in self._runs:
            run = subtract_runs(run, known)
        return run

    def merge_all(self) -> Mixes:
        """Return all of them, ascending."""
        return merge_runs(self._runs)


def select_answers_of_keys(keys: Mixes, answers: npt.NDArray[Any], asked: Mixes) -> npt.NDArray[Any]:
    """Return the answers of those asked for, all of them among the ascending keys.

    Raises `DamagedScratch` where one is not.
    """
    found = np.empty(len(asked), answers.dtype)
    if shared_kernel(build_select_answers_kernel)(keys, answers, asked, found):
        raise DamagedScratch(
            "a child is in no bucket of its tier: remove the folder of the work, and begin anew"
        )
    return found
