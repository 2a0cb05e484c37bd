"""Forecast the cost of solving a perfect index: it is thinned and solved, and the solver's steps are timed.

How many places are decided, and how often they look at their moves, is not known in advance. So some places
of each tier are solved by the interpreter, as if they were all. A move to a place that is not kept leads to
one nearby that is. That loses chains which depend on exact places.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget
from zermelo.core.game import has
from zermelo.core.rule_queries import keeps_turn, moves_at, terminal_value
from zermelo.core.values import NO_END
from zermelo.solver.forecast.dry_run import measure_dry_run_seconds
from zermelo.solver.forecast.solve_phases import TierCounts
from zermelo.solver.graph.hashable_graph import HashableGraph
from zermelo.solver.graph.position_slots import PositionSlots, build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.dense.dense_retrograde import FIRST
from zermelo.solver.kernels.position_folds import SCORE, WIDE
from zermelo.solver.methods.answer_codes import COLUMNS
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.interpreted_retrograde import solve_cyclic_hashable_graph
from zermelo.solver.methods.predecessor_sources import sample_moves
from zermelo.solver.solution_files.tier_file_writer import build_values_column, write_answer_slice
from zermelo.solver.storage.temporary_folders import temporary_folder

Column = npt.NDArray[Any]

RUNS, TIER_RUNS = 8192, 512  # that are kept of an index, and of a tier
RUN: Final = 32  # places of each
NEAR: Final = 20  # part of a tier among whose kept places one stands for others
COUNTED: Final = 1 << 15  # places of a tier that are looked at to count positions and moves
ROUGH: Final = 1.5  # within which planned seconds and bytes were those of real solves, of eight indexes
UNDECIDED: Final = (1 << WIDE) - 1  # of remoteness


class IndexCosts(NamedTuple):
    """An index as it is planned; tiers have places, and `later` are those that moves lead to."""

    tiers: list[TierCounts]
    positions: list[float]  # of each tier
    moves: list[float]
    seconds: list[float]  # of a core
    file: float  # bytes of a place in the solution's files
    width: int  # bytes of a code
    sampled: int  # places of the thinned index
    counted: bool  # whether all places were looked at, and not a sample


class ThinnedIndex(NamedTuple):
    """An index of which few places are kept, and what they are worth."""

    kept: Column  # ranks, ascending, with those that have no position
    legal: Column  # [kept] bool
    children: list[list[int]]  # of each position
    values: Column
    levels: Column  # `UNDECIDED` where play has no end
    tiers: Column  # of each position
    checks: Column  # how often each looks at all its moves


def measure_index_costs(program: Program, budget: Budget) -> IndexCosts:
    """Return what solving a perfect index with parents takes, by one thread."""
    places = build_slots_of_index(program)
    thinned = thin_index(places, budget)
    answers = len(np.unique(thinned.values << WIDE | thinned.levels))
    width = next(np.dtype(each).itemsize for each in COLUMNS if FIRST + answers <= np.iinfo(each).max)
    tiers, positions, moves, seconds, whole = [], [], [], [], True
    with Workers(budget) as workers:
        for tier in range(places.tier_count):
            budget.report("plan", 0)
            begin, end = places.bounds[tier], places.bounds[tier + 1]
            mine = np.flatnonzero(thinned.tiers == tier)
            look = sample_moves(places, begin, end, COUNTED)
            pace = measure_dry_run_seconds(places, tier, workers) if end > begin else None
            positions.append(look.share * (end - begin))
            moves.append(look.branching * (end - begin))
            whole &= end - begin < 2 * COUNTED
            later = {int(thinned.tiers[child]) for place in mine for child in thinned.children[place]} - {
                tier
            }
            tiers.append(TierCounts(end - begin, 0.0, later=dict.fromkeys(sorted(later), 0.0)))
            decided = float(np.mean(thinned.levels[mine] != UNDECIDED)) if len(mine) else 0.0
            checks = float(np.mean(thinned.checks[mine])) if len(mine) else 0.0
            acts = (
                positions[-1] * (pace.send_seconds * decided + pace.check_seconds * checks) if pace else 0.0
            )
            seconds.append(acts + (pace.exit_seconds if pace else 0.0))
    file = _measure_file_bytes(program.game, thinned)
    return IndexCosts(tiers, positions, moves, seconds, file, width, len(thinned.kept), whole)


def thin_index(places: PositionSlots, budget: Budget) -> ThinnedIndex:
    """Return a thinned index, solved; raises `BadRules` where the rules break the contract."""
    game: Any = places.program.game
    kept = np.concatenate([np.empty(0, np.int64), *_yield_kept_ranks(places)])
    found = [places.position_at(rank) for rank in kept.tolist()]
    legal = np.array([position != -1 for position in found], bool)
    positions, ranks = [position for position in found if position != -1], kept[legal].tolist()
    bounds = np.searchsorted(ranks, places.bounds).tolist()
    tiers = np.searchsorted(bounds, np.arange(len(ranks)), "right") - 1
    children, signs, ends = list[list[int]](), list[list[int]](), dict[int, int]()
    for place, position in enumerate(positions):
        if not place % 1024:
            budget.report("plan", 0)
        after = [game.play(position, move) for move in moves_at(game, position)]
        stands = [_choose_representative(places, ranks, bounds, game.rank(child), place) for child in after]
        if all(each is None for each in stands):
            ends[place] = 0 if after else terminal_value(game, position)
        stays = [1 if has(game, "mover") and keeps_turn(game, position, child) else -1 for child in after]
        children.append([each for each in stands if each is not None])
        signs.append([sign for sign, each in zip(stays, stands, strict=True) if each is not None])
    graph = HashableGraph(positions, {}, children, signs, None, ends, [], [])
    answers = np.array(
        solve_cyclic_hashable_graph(graph, FoldQuestion(SCORE, WIDE), budget, game), np.int64
    ).reshape(-1)
    values = answers >> WIDE
    checks = [
        _count_checks(place, sign, child, tiers, answers)
        for place, (sign, child) in enumerate(zip(signs, children, strict=True))
    ]
    return ThinnedIndex(kept, legal, children, values, answers & UNDECIDED, tiers, np.array(checks))


def _count_checks(place: int, signs: list[int], children: list[int], tiers: Column, answers: Column) -> float:
    """Return about how often a position looks at all its moves: whenever the good one it noted proves bad.

    It never does where it is won, or a move out of its tier is good.
    """
    bad = [sign * (answers[child] >> WIDE) < 0 for sign, child in zip(signs, children, strict=True)]
    saved = any(tiers[child] != tiers[place] and not lost for child, lost in zip(children, bad, strict=True))
    levels = {int(answers[child] & UNDECIDED) for child, lost in zip(children, bad, strict=True) if lost}
    return 1 + math.log(len(levels)) if levels and not saved and answers[place] >> WIDE <= 0 else 0.0


def _yield_kept_ranks(places: PositionSlots) -> Iterator[Column]:
    """Yield the ranks that are kept of each tier: runs at equal distances."""
    for tier in range(places.tier_count):
        begin, end = places.bounds[tier], places.bounds[tier + 1]
        every = -(-(end - begin) // RUN)
        many = min(every, TIER_RUNS, RUNS // places.tier_count)
        runs = np.linspace(0, every - 1, many).round().astype(np.int64)
        ranks = (begin + RUN * runs[:, None] + np.arange(RUN)).reshape(-1)
        yield ranks[ranks < end]


def _choose_representative(
    places: PositionSlots, ranks: list[int], bounds: list[int], rank: int, own: int
) -> int | None:
    """Return which kept position stands for a rank, one of the nearest of its tier; None where there is none.

    For a rank that is not kept it is the same one for all but for `own`, which leads elsewhere where it can.
    """
    at = bisect_left(ranks, rank)
    if at < len(ranks) and ranks[at] == rank:
        return at
    tier = bisect_right(places.bounds, rank) - 1
    first, beyond = bounds[tier], bounds[tier + 1]
    near = max(1, (beyond - first) // NEAR)
    at = max(first, min(beyond - 1, at + (rank * 0x9E3779B1 >> 15) % near - near // 2))
    if at == own:
        at += 1 if own + 1 < beyond else -1 if own > first else 0
    return at if first < beyond else None


def _measure_file_bytes(game: Any, thinned: ThinnedIndex) -> float:
    """Return the bytes of a place of a thinned index in a file."""
    values, remoteness = np.zeros(len(thinned.legal), np.int16), np.zeros(len(thinned.legal), np.int32)
    values[thinned.legal] = thinned.values
    remoteness[thinned.legal] = np.where(thinned.levels == UNDECIDED, NO_END, thinned.levels)
    rows = build_values_column(values, scored=game.scored), remoteness, thinned.legal
    with temporary_folder() as folder:
        one, whole = (
            int(write_answer_slice(folder / f"{many}.parquet", *(each[:many] for each in rows))["bytes"])
            for many in (1, len(values))
        )
    return max(0, whole - one) / len(values)  # what every file has is no place's
