"""Thin a tier of a perfect index to some of its places, to predict decided places and repeated looks.

The cost of solving a tier depends on its answers, which are not known in advance. But a tier can be thinned:
65,536 of its places are kept, in runs. A move to a place that is not kept leads to a substitute, in a run
nearby and at the same offset in the run. So a place keeps its number of moves, which of them leave the tier,
and about where they lead. The remaining graph is solved by rounds of values and levels of remoteness, as in
`solver.methods.indexed_retrograde`. Answers of later tiers come from their own thinned tiers.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.boards.indexes.index_rows import ROW_BITS
from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.core.values import NO_END
from zermelo.solver.cluster.cyclic.bucket_places import make_rank_directory
from zermelo.solver.cluster.cyclic.cyclic_tasks import WIDTHS, choose_answer_fold_by_width
from zermelo.solver.graph.position_slots import Look, PositionSlots, run_kernel_over_places
from zermelo.solver.kernels.buckets.partitioned_retrograde import build_list_child_ranks_kernel
from zermelo.solver.kernels.dense.dense_retrograde import LAST_OPEN
from zermelo.solver.kernels.position_folds import WIDE
from zermelo.solver.kernels.retrograde_kernels import MoveSpace, build_expand_moves_kernel
from zermelo.solver.kernels.slot_lookup import RANKED
from zermelo.solver.methods.answer_codes import REST
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.retrograde_analysis import get_undecided_answer

Column = npt.NDArray[Any]
AnswersOf = Callable[[Column], Column]

RUNS: Final = 2048  # that are kept of a tier
RUN: Final = 32  # places of each
NEAR: Final = 64  # runs nearby, of which one stands for another
OPEN: Final = -1  # a level: never decided


@dataclass
class SubsampledTier:
    """A tier of an index thinned to runs: places of it, and the moves that stay in it.

    `edges` are (parents, children, turns), ascending by parent: numbers of places kept, and whether the
    mover changes. `outside` [places] are answers of moves that leave the tier, packed, `blank` where there
    are none. `values` and `levels` are what `solve` finds, level `OPEN` where play has no end.
    """

    first: int
    runs: Column  # numbers of runs of the tier, ascending
    legal: Column  # [places] bool
    edges: tuple[Column, Column, Column]
    outside: Column
    blank: int
    values: Column = field(default_factory=lambda: np.empty(0, np.int64))
    levels: Column = field(default_factory=lambda: np.empty(0, np.int64))
    looks: list[int] = field(default_factory=list)  # how many look at all their moves, level by level

    @property
    def position_count(self) -> int:
        """Number of places with a position."""
        return int(np.count_nonzero(self.legal))

    @property
    def decided_share(self) -> float:
        """The share of positions that are decided, and so send marks."""
        return float(np.mean(self.levels[self.legal] != OPEN)) if self.position_count else 0.0

    @property
    def mean_checks_per_position(self) -> float:
        """Mean number of times that a position looks at all its moves."""
        return sum(self.looks) / max(1, self.position_count)

    def collect_kept_records(self) -> tuple[Column, Column]:
        """Return the values and remoteness of the places that are kept, as a solution has them."""
        remoteness = np.where(self.levels == OPEN, NO_END, self.levels)
        return self.values.astype(np.int16), remoteness.astype(np.uint16)

    def find_representatives_of_ranks(self, ranks: Column) -> Column:
        """Return the numbers of the places that are kept in the stead of ranks of the tier."""
        return _choose_representatives(self.runs, self.legal, ranks - self.first)

    def list_packed_answers(self) -> Column:
        """Return the packed answers of the places that are kept."""
        packed: Column = (self.values << WIDE) + np.where(self.levels == OPEN, REST, self.levels)
        return packed

    def find_answers_for_ranks(self, ranks: Column) -> Column:
        """Return the packed answers of the places that stand for ranks of the tier."""
        found: Column = self.list_packed_answers()[self.find_representatives_of_ranks(ranks)]
        return found

    def solve(self) -> None:
        """Decide by rounds of values and levels, the greatest value first."""
        _SubsampledSolve(self).decide_all_places()


def subsample_tier(places: PositionSlots, tier: int, answers_of: AnswersOf) -> SubsampledTier:
    """Return a thinned tier; `answers_of(ranks)` returns the packed answers of ranks of later tiers.

    Raises `BadRules` where the rules break the contract.
    """
    first, beyond = places.bounds[tier], places.bounds[tier + 1]
    every = -(-(beyond - first) // RUN)
    runs = np.unique(np.linspace(0, every - 1, RUNS).round().astype(np.int64))
    spans = [(begin, min(begin + RUN, beyond)) for begin in (first + runs * RUN).tolist()]
    looking = _MoveSampler(places, tier)
    asked = np.unique(np.concatenate([looking.find_requested_places(*span) for span in spans]))
    looking.set_answers_of_later_places(asked, answers_of(asked))
    parents, children, turns, outside = [], [], [], []
    for number, span in enumerate(spans):
        tails, heads, out = looking.expand_moves(*span)
        parents.append((tails >> 1) + number * RUN)
        children.append(heads)
        turns.append(tails & 1 == 0)
        outside.append(out)
    found = np.concatenate(outside)
    legal = found != looking.no_known_answers
    tails, heads = np.concatenate(parents), np.concatenate(children)
    order = np.argsort(tails, kind="stable")
    tails = tails[order]
    kept = _choose_representatives(runs, legal, heads[order], tails)
    return SubsampledTier(
        first, runs, legal, (tails, kept, np.concatenate(turns)[order]), found, looking.blank
    )


class _MoveSampler:
    """Looks at the moves of a tier's runs, by the kernels of tiers that go by buckets."""

    def __init__(self, places: PositionSlots, tier: int) -> None:
        self.places, self.program = places, places.program
        self.first, self.beyond = places.bounds[tier], places.bounds[tier + 1]
        self.question: FoldQuestion = choose_answer_fold_by_width(self.program.game, max(WIDTHS))
        self.blank = get_undecided_answer(self.question.fold.column)
        self.no_known_answers = self.blank + 1

    def find_requested_places(self, begin: int, end: int) -> Column:
        """Return the places of later tiers that moves from some places lead to."""
        kernel = self.program.kernel(build_list_child_ranks_kernel)
        tier = self.first, self.beyond, self.places.place_count
        parts = []

        def collect_requested_places(begin: int, end: int, most: int, work: Any) -> tuple[int, int, int]:
            found = np.empty(most, np.int64)
            stopped, made, status = kernel(tier, begin, end, found, work)
            parts.append(found[:made].copy())
            return int(stopped), int(made), int(status)

        self._run_kernel(begin, end, collect_requested_places)
        return np.concatenate(parts)

    def set_answers_of_later_places(self, ranks: Column, answers: Column) -> None:
        """Note the packed answers of ascending ranks of later tiers."""
        told: Column = answers.astype(self.question.fold.column)
        self.tables: Any = self.places.tables, ranks, *make_rank_directory(ranks), told

    def expand_moves(self, begin: int, end: int) -> tuple[Column, Column, Column]:
        """Return of places' moves inside (parent * 2 + does the mover stay, child), and what is outside."""
        kernel = self.program.kernel(
            build_expand_moves_kernel, MoveSpace(RANKED, in_bucket=True), self.question.fold
        )
        column, size, own = self.question.fold.column, end - begin, (self.first, self.beyond, begin, True)
        answers: Column = np.empty(size, column)
        outside: Column = np.empty(size, column)
        arrays = answers, outside, np.empty(size, np.uint16), self.blank
        parts = []

        def expand_span(begin: int, end: int, most: int, work: Any) -> tuple[int, int, int]:
            edges = np.empty(most, np.uint32), np.empty(most, np.uint32)
            stopped, made, status = kernel(
                self.tables, own, begin, end, arrays, edges, work, self.question.parameter
            )
            parts.append([each[:made].astype(np.int64) for each in edges])
            return int(stopped), int(made), int(status)

        self._run_kernel(begin, end, expand_span)
        heads, tails = (np.concatenate(side) for side in zip(*parts, strict=True))
        outside[answers == self.no_known_answers] = self.no_known_answers
        return tails, heads, outside.astype(np.int64)

    def _run_kernel(self, begin: int, end: int, look: Look) -> None:
        """Run a kernel over all moves of places; raise `BadRules` where the rules break the contract."""
        fold = self.question.fold
        fault = run_kernel_over_places(self.places, begin, end, fold.column, look)
        if fault is not None:
            raise_status_error(self.program.game, self.places.position_at(fault[0]), fault[1], fold.misfit)


def _choose_representatives(
    runs: Column, legal: Column, places: Column, own: "Column | None" = None
) -> Column:
    """Return which kept places stand for places of a tier; for none that place of `own`, where one can.

    A run stands for itself, else one of the nearest does, the same one for all of its places; of it the
    place at the same distance from its begin, or the next with a position.
    """
    run, offset = places // RUN, places % RUN
    at = np.minimum(np.searchsorted(runs, run), len(runs) - 1)
    lot = (places * 0x9E3779B1 >> 15) % NEAR - NEAR // 2
    there = runs[at] == run
    at = np.where(there, at, np.clip(at + lot, 0, len(runs) - 1))
    found = at * RUN + offset
    if own is not None:
        other = (at + 1) % len(runs) * RUN + offset
        found = np.where((found == own) & ~there, other, found)
    kept = np.flatnonzero(legal)
    stands: Column = kept[np.minimum(np.searchsorted(kept, found), len(kept) - 1)]
    return stands


class _SubsampledSolve:
    """A thinned tier while it is decided."""

    def __init__(self, tier: SubsampledTier) -> None:
        self.tier = tier
        size = len(tier.legal)
        self.values, self.levels = np.zeros(size, np.int64), np.full(size, OPEN, np.int64)
        self.open = tier.legal.copy()
        self.alone = tier.outside == tier.blank  # nothing leads out
        self.worth = np.where(self.alone | ~tier.legal, 0, tier.outside >> WIDE)
        self.due = np.where(self.alone | ~tier.legal, REST, tier.outside & REST)
        self.witness = np.zeros(size, np.int64)
        self.parents, self.children, self.turns = tier.edges
        self.begins = np.searchsorted(self.parents, np.arange(size + 1))
        self.back = np.argsort(self.children, kind="stable")  # edges by child
        self.heads = np.searchsorted(self.children[self.back], np.arange(size + 1))

    def decide_all_places(self) -> None:
        """Decide all that can be."""
        waits = self.tier.legal & ~self.alone
        for value in sorted({0, *np.abs(self.worth[waits]).tolist()}, reverse=True):
            self._run_round(value)
        self.tier.values, self.tier.levels = self.values, self.levels

    def _run_round(self, value: int) -> None:
        mine = self.tier.legal & ~self.alone & (np.abs(self.worth) == value) & (self.due != REST)
        seeds = np.flatnonzero(mine)
        seeds = seeds[np.argsort(self.due[seeds], kind="stable")]
        dues = self.due[seeds]
        level, fresh = 0, np.empty(0, np.int64)
        while len(fresh) or len(dues):
            if not len(fresh):
                level = int(dues[0])
            cut = int(np.searchsorted(dues, level, "right"))
            due, seeds, dues = seeds[:cut], seeds[cut:], dues[cut:]
            fresh = self._run_level(value, level, fresh, due[self.open[due]])
            level += 1

    def _run_level(self, value: int, level: int, fresh: Column, due: Column) -> Column:
        """Return the places decided at a level: by those decided at the level before, and from outside."""
        edges = self._list_edges_into_places(fresh)
        worth = np.where(self.turns[edges], -1, 1) * self.values[self.children[edges]]
        told = self.parents[edges]
        won = np.unique(
            np.concatenate([told[self.open[told] & (worth >= value)], due[self.worth[due] == value]])
        )
        self._decide_places(won, value, level)
        if not value:
            return won
        row = self.children[edges] >> ROW_BITS
        witness = ((row * 0x9E3779B1 >> 20) & (LAST_OPEN - 1)) + 1
        hears = (worth <= -value) & self.open[told] & self._find_places_with_lost_exits(told, value, level)
        hears &= (self.witness[told] == 0) | (self.witness[told] == witness)
        late = due[self.worth[due] == -value]
        looks = np.unique(np.concatenate([told[hears], late[self.open[late]]]))
        lost = looks[self._find_lost_places(looks, value)] if len(looks) else looks
        if len(looks):
            self.tier.looks.append(len(looks))
        self._decide_places(lost, -value, level)
        return np.concatenate([won, lost])

    def _decide_places(self, places: Column, value: int, level: int) -> None:
        self.values[places], self.levels[places], self.open[places] = value, level, False

    def _find_places_with_lost_exits(self, places: Column, value: int, level: int) -> Column:
        lost: Column = self.alone[places] | ((self.worth[places] <= -value) & (self.due[places] <= level))
        return lost

    def _list_edges_into_places(self, places: Column) -> Column:
        """Return the edges that lead to places."""
        found: Column = self.back[_concatenate_ranges(self.heads[places], self.heads[places + 1])]
        return found

    def _find_lost_places(self, places: Column, value: int) -> Column:
        """Return which of `places` are lost, with all moves to decided wins; the others keep a witness."""
        begins, ends = self.begins[places], self.begins[places + 1]
        edges = _concatenate_ranges(begins, ends)
        whose = np.repeat(np.arange(len(places)), ends - begins)
        children = self.children[edges]
        worth = np.where(self.turns[edges], -1, 1) * self.values[children]
        escapes = self.open[children] | (worth > -value)
        lost = np.ones(len(places), bool)
        lost[whose[escapes]] = False
        who, at = np.unique(whose[escapes], return_index=True)
        row = children[escapes][at] >> ROW_BITS
        self.witness[places[who]] = ((row * 0x9E3779B1 >> 20) & (LAST_OPEN - 1)) + 1
        return lost


def _concatenate_ranges(begins: Column, ends: Column) -> Column:
    """Return all numbers from begins[n] to ends[n] - 1, one n after the other."""
    counts = ends - begins
    starts = np.cumsum(counts) - counts
    found: Column = np.arange(int(counts.sum())) + np.repeat(begins - starts, counts)
    return found
