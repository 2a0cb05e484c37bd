"""Cost per place of solving a tier of a perfect index: looking at moves and sending marks, timed on samples.

The kernels that solve a tier are timed on places of that tier. First `initialise_tier_slices` evaluates the
moves that leave the tier. Then in some blocks each place sends marks once, and looks once at all its moves,
at random levels.
"""

import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.boards.indexes.index_rows import ROW
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

SLICES, PLACES = 8, 1 << 14  # of a tier whose moves are looked at: so many slices of so many places
TIMES: Final = 3  # after one that loads kernels and touches memory
NEAR: Final = 1 << 14  # codes beside one that is asked for which are made up with it
BLOCKS: Final = 32  # whose places send marks and look
LEVELS: Final = 12  # at which they do
SILENT: Final = FIRST + 1  # the code of a place that has sent its marks


class DryRunCosts(NamedTuple):
    """Core seconds: for all places of a tier to look outside; for a position to send marks, and to look."""

    exit_seconds: float
    send_seconds: float
    check_seconds: float


def measure_dry_run_seconds(places: PositionSlots, tier: int, workers: Workers) -> DryRunCosts:
    """Return what the work on a tier takes."""
    own, beyond = places.bounds[tier], places.bounds[tier + 1]
    size = beyond - own
    book = AnswerCodes(COLUMNS[0])
    code = book.get_or_add_code(pack_answer(0, 0))
    codes = np.zeros(places.place_count, book.column)
    codes[own:beyond] = OPEN  # memory comes into being now

    def fill_later_codes(place: int) -> None:
        """Make up what later places are worth."""
        later = bisect_right(places.bounds, place) - 1
        first = max(places.bounds[later], place // NEAR * NEAR)
        codes[first : min(places.bounds[later + 1], first + NEAR)] = code

    step = max(PLACES, size // SLICES // ROW * ROW)
    slices = [(begin, min(begin + PLACES, size)) for begin in range(0, size, step)]
    looked = sum(end - begin for begin, end in slices)

    def make_unsolved_tier() -> IndexedTier:
        for begin, end in slices:
            codes[own + begin : own + end] = OPEN
        return IndexedTier(places, tier, workers, codes, book, fill_later_codes)

    outside = _measure_median_seconds(make_unsolved_tier, lambda made: made.initialise_tier_slices(slices))
    acts = _SampledBlocks(make_unsolved_tier, places, tier)
    told, looks = (
        _measure_median_seconds(acts.open_sampled_tier, act) / acts.many
        for act in (acts.send_marks_of_all_levels, acts.check_moves_of_all_levels)
    )
    return DryRunCosts(outside * size / looked, told, looks)


def _measure_median_seconds(begin: Callable[[], Any], work: Callable[[Any], Any]) -> float:
    """Return the seconds that work on what begins takes, which is not timed."""
    found = []
    for number in range(1 + TIMES):
        made = begin()
        began = time.thread_time()
        work(made)
        if number:
            found.append(time.thread_time() - began)
    return sorted(found)[TIMES // 2]


class _SampledBlocks:
    """Some blocks of a tier, in which every place sends marks and looks."""

    def __init__(self, begin: Callable[[], IndexedTier], places: PositionSlots, tier: int) -> None:
        self.begin_anew = begin
        self.codes = codes = begin().codes
        self.kinds = np.iinfo(codes.dtype).max + 1  # of codes: answers from outside the tier have any
        self.program, self.first, self.beyond = places.program, places.bounds[tier], places.bounds[tier + 1]
        every = np.linspace(0, (self.beyond - self.first - 1) // BLOCK, BLOCKS)
        self.slices = [
            (block * BLOCK, (block + 1) * BLOCK) for block in np.unique(every.astype(int)).tolist()
        ]
        self.open_sampled_tier()
        ranks = np.concatenate([np.arange(*each) for each in self.slices])
        ranks = ranks[ranks < self.beyond - self.first] + self.first
        self.ranks = ranks[codes[ranks] != NONE]
        self.many = max(1, len(self.ranks))
        levels = np.random.default_rng(1).integers(0, LEVELS, len(self.ranks))
        self.crowds = [self.ranks[levels == level] for level in range(LEVELS)]
        self.blocks = [np.unique((crowd - self.first) // BLOCK).astype(np.uint32) for crowd in self.crowds]

    def open_sampled_tier(self) -> IndexedTier:
        """Return the tier with all of them open."""
        for begin, end in self.slices:
            self.codes[self.first + begin : min(self.first + end, self.beyond)] = OPEN
        made = self.begin_anew()
        made.initialise_tier_slices(self.slices)
        return made

    def send_marks_of_all_levels(self, made: IndexedTier) -> None:
        """Let all places send marks, level by level, to the places with a move to them."""
        kernel, kind = self.program.kernel(build_send_marks_kernel), self.codes.dtype.type
        sends = (kind(FIRST), STAYS | CHANGES) * 2
        becomes, written = np.arange(self.kinds, dtype=self.codes.dtype), made.make_block_marks()
        becomes[OPEN] = MARKED
        for crowd, blocks in zip(self.crowds, self.blocks, strict=True):
            self.codes[crowd] = FIRST
            kernel(made.tier, blocks, 0, len(blocks), self.codes, sends, becomes, written)
            self.codes[crowd] = SILENT

    def check_moves_of_all_levels(self, made: IndexedTier) -> None:
        """Let all places look at all their moves, level by level."""
        kernel, wins, written = (
            self.program.kernel(build_propagate_losses_kernel),
            np.ones(2 * self.kinds, np.uint8),
            made.make_block_marks(),
        )
        for crowd, blocks in zip(self.crowds, self.blocks, strict=True):
            self.codes[crowd] = MARKED
            kernel(made.tier, blocks, 0, len(blocks), self.codes, wins, FIRST, written)
