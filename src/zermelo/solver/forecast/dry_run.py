"""Cost per place of solving a tier of a perfect index: looking at moves and sending marks, timed on samples.

The kernels that solve a tier are timed on some of its blocks. First the moves that leave the tier are
evaluated. Then each place of the blocks sends marks once, and looks once at all its moves, at random levels.
"""

import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from zermelo.solver.graph.position_slots import PositionSlots
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.dense.dense_retrograde import (
    BLOCK,
    FIRST,
    MARKED,
    NONE,
    OPEN,
    build_propagate_losses_kernel,
    build_send_marks_kernel,
)
from zermelo.solver.methods.answer_codes import COLUMNS, AnswerCodes, pack_answer
from zermelo.solver.methods.indexed_retrograde import CHANGES, STAYS, IndexedTier

TIMES: Final = 3  # after one that loads kernels and touches memory
NEAR: Final = 1 << 14  # codes beside one that is asked for which are made up with it
BLOCKS: Final = 128  # that stand for a tier
LEVELS: Final = 12  # at which their places send marks and look
SILENT: Final = FIRST + 1  # the code of a place that has sent its marks


class DryRunCosts(NamedTuple):
    """Core seconds: for all places of a tier to look outside; for a position to send marks, and to look."""

    exit_seconds: float
    send_seconds: float
    check_seconds: float


def measure_dry_run_seconds(places: PositionSlots, tier: int, workers: Workers) -> DryRunCosts:
    """Return what the work on a tier takes."""
    run = _DryRun(places, tier, workers)
    exits = _measure_median_seconds(run.open_blocks, lambda made: made.initialise_tier_slices(run.slices))
    sent, checked = (
        _measure_median_seconds(run.look_outside, step) / max(1, run.position_count)
        for step in (run.send_marks_of_all_levels, run.check_moves_of_all_levels)
    )
    return DryRunCosts(exits * run.size / sum(end - begin for begin, end in run.slices), sent, checked)


def _measure_median_seconds(begin: Callable[[], IndexedTier], work: Callable[[IndexedTier], object]) -> float:
    """Return the seconds that work on what begins takes, which is not timed."""
    found = []
    for number in range(1 + TIMES):
        made = begin()
        began = time.thread_time()
        work(made)
        if number:
            found.append(time.thread_time() - began)
    return sorted(found)[TIMES // 2]


class _DryRun:
    """Some blocks of a tier, in which every place sends marks and looks."""

    def __init__(self, places: PositionSlots, tier: int, workers: Workers) -> None:
        self.places, self.tier, self.workers, self.program = places, tier, workers, places.program
        self.first, self.size = places.bounds[tier], places.bounds[tier + 1] - places.bounds[tier]
        self.book = AnswerCodes(COLUMNS[0])
        self.code = self.book.get_or_add_code(pack_answer(0, 0))
        self.codes = np.zeros(places.place_count, self.book.column)
        self.codes[self.first : self.first + self.size] = OPEN  # memory comes into being now
        blocks = np.unique(np.linspace(0, (self.size - 1) // BLOCK, BLOCKS).astype(int)).tolist()
        self.slices = [(block * BLOCK, min((block + 1) * BLOCK, self.size)) for block in blocks]
        self.look_outside()
        ranks = np.concatenate([np.arange(*each) for each in self.slices]) + self.first
        ranks = ranks[self.codes[ranks] != NONE]
        self.position_count = len(ranks)
        levels = np.random.default_rng(1).integers(0, LEVELS, len(ranks))
        crowds = [ranks[levels == level] for level in range(LEVELS)]
        self.crowds = [(each, np.unique((each - self.first) // BLOCK).astype(np.uint32)) for each in crowds]

    def open_blocks(self) -> IndexedTier:
        """Return the tier with all places of the blocks open."""
        for begin, end in self.slices:
            self.codes[self.first + begin : self.first + end] = OPEN
        return IndexedTier(
            self.places, self.tier, self.workers, self.codes, self.book, self._fill_later_codes
        )

    def look_outside(self) -> IndexedTier:
        """Return the same after the moves that leave the tier were evaluated."""
        made = self.open_blocks()
        made.initialise_tier_slices(self.slices)
        return made

    def _fill_later_codes(self, place: int) -> None:
        """Make up what later places are worth."""
        bounds = self.places.bounds
        later = bisect_right(bounds, place) - 1
        first = max(bounds[later], place // NEAR * NEAR)
        self.codes[first : min(bounds[later + 1], first + NEAR)] = self.code

    def send_marks_of_all_levels(self, made: IndexedTier) -> None:
        """Let all places send marks, level by level, to the places with a move to them."""
        kernel, kind = self.program.kernel(build_send_marks_kernel), self.codes.dtype.type
        sends = (kind(FIRST), STAYS | CHANGES) * 2
        becomes = np.arange(np.iinfo(self.codes.dtype).max + 1, dtype=self.codes.dtype)
        becomes[OPEN] = MARKED
        written = made.make_block_marks()
        for crowd, blocks in self.crowds:
            self.codes[crowd] = FIRST
            kernel(made.tier, blocks, 0, len(blocks), self.codes, sends, becomes, written)
            self.codes[crowd] = SILENT

    def check_moves_of_all_levels(self, made: IndexedTier) -> None:
        """Let all places look at all their moves, level by level."""
        kernel = self.program.kernel(build_propagate_losses_kernel)
        wins = np.ones(
            2 * (np.iinfo(self.codes.dtype).max + 1), np.uint8
        )  # answers from outside have any code
        written = made.make_block_marks()
        for crowd, blocks in self.crowds:
            self.codes[crowd] = MARKED
            kernel(made.tier, blocks, 0, len(blocks), self.codes, wins, FIRST, written)
