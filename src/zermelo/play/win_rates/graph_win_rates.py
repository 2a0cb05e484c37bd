"""Win rates of three kinds of player against each other, over the graph of all that play can reach.

The graph is enumerated once and kept, with the solution's answers beside it. Where play ends, one sweep over
it, children first, gives every expectation. Where play may cycle, a game is stopped after `LONGEST` plies and
drawn: so many sweeps compute exactly that, each from the one before. Where those would take too long, or
their figures too much memory, random games are played instead, without a graph; see
`play.win_rates.random_playouts`.
"""

import dataclasses
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.chance_graph_kernels import END, build_find_components_kernel
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import DamagedSolution, OutOfBudget
from zermelo.core.game import Move, Position, has
from zermelo.core.rule_queries import keeps_turn, moves_at
from zermelo.core.values import NO_END
from zermelo.play.kernels.match_expectations import (
    FIGURES,
    KINDS,
    LOST,
    PAIRS,
    POINTS,
    WON,
    build_mark_best_moves,
    build_rank_positions,
    build_update_win_rates,
)
from zermelo.play.matches.match import LONGEST
from zermelo.solution.scan import find_program_for_records
from zermelo.solution.solution import Solution
from zermelo.solver.graph.chance_graph import ChanceGraph, build_chance_graph, make_representative_function
from zermelo.solver.graph.thread_slices import Workers, split_into_spans
from zermelo.solver.records.ranked_records import SLICE, RankedRecords
from zermelo.solver.storage.array_store import ArrayStore

MOST_POSITIONS = 16_000_000  # in a graph that is enumerated
MOST_STEPS = 1_500_000_000  # moves visited: about a minute
BYTES_A_POSITION = 2 * 8 * FIGURES * PAIRS + 64
STEPS_A_MOVE = 40  # steps that a move costs in ordinary Python

Rates = npt.NDArray[np.float64]


class GraphWinRates(NamedTuple):
    """Rates [mover's kind, other's kind, (won, drawn, lost, plies, points)], from the first player's side.

    `root` has the rates of the start; `first` each first move, in the rules' order, with the rates after it.
    Where play `goes_round`, the remainder up to one is the share of games that are not over after `LONGEST`
    plies.
    """

    root: Rates
    first: list[tuple[Move, Rates]]
    goes_round: bool


def compute_graph_win_rates(solution: Solution, error_rate: float, budget: Budget) -> GraphWinRates | None:
    """Return the rates at the start of a solved game, or None where they would take too much time or memory.

    It is also None where only values were kept, which do not identify best moves. The same holds where moves
    bring points at once, because the winner then depends on the points so far.
    """
    game, summary = solution.game, solution.summary
    too_many = summary.solved > MOST_POSITIONS and not has(game, "rank")
    if too_many or summary.values_only or summary.is_to_come or summary.has_expectations:
        return None
    program = find_program_for_records(game, solution.records)
    if program is None and summary.solved > MOST_POSITIONS // 100:
        return None
    limited = dataclasses.replace(budget, listener=_refuse_many_positions, gate=None)
    most = MOST_STEPS // LONGEST if summary.has_cycles else MOST_STEPS
    try:
        with (
            Workers(budget) as workers,
            ArrayStore(limited) as array_store,
            array_store.reserve(0) as reservation,
        ):
            graph = build_chance_graph(game, program, limited, reservation, most)
            fold = _WinRateFold(solution, program, graph, error_rate, workers)
            order = fold.order_children_first()
            if order is None and len(fold.edges[1]) > MOST_STEPS // LONGEST:
                return None
            with array_store.reserve(BYTES_A_POSITION * len(graph.positions)):
                return fold.compute_rates(order)
    except OutOfBudget:
        return None


def _refuse_many_positions(progress: Progress) -> None:
    if progress.done > MOST_POSITIONS:
        raise OutOfBudget(f"more than {MOST_POSITIONS:,} positions")


class _WinRateFold:
    """The arrays for one game's rates."""

    def __init__(
        self,
        solution: Solution,
        program: Program | None,
        graph: ChanceGraph,
        error_rate: float,
        workers: Workers,
    ) -> None:
        self.solution, self.program, self.graph = solution, program, graph
        self.error_rate, self.workers = error_rate, workers
        heads, kinds, ends, children, _ = graph.arrays
        self.edges, self.ends = (heads, children, kinds), ends
        self.gradual = LazyKernels(compiled=program is not None and program.native)
        self.is_best = self._mark_best_moves()

    def _mark_best_moves(self) -> npt.NDArray[np.uint8]:
        """Return for each move whether it keeps its position's value and remoteness."""
        count = len(self.edges[1])
        is_best = np.zeros(count, np.uint8)
        best = self.gradual.kernel(build_mark_best_moves, count)
        without = best(self.edges, self._read_answers(), NO_END, is_best)
        if without >= 0:
            where = describe_position(self.solution.game, self.graph.position_at(without))
            raise self._make_damage_error(f"no move gives what position {where} is said to be worth")
        return is_best

    def compute_rates(self, order: Any) -> GraphWinRates:
        """Return the rates of the root and of its moves; `order` is from `order_children_first`."""
        _, children, kinds = self.edges
        sweeps = LONGEST if order is None else 1
        after: Rates = np.zeros((len(kinds), PAIRS * FIGURES))
        before = after if order is not None else np.zeros_like(after)
        expect = self.gradual.kernel(build_update_win_rates, STEPS_A_MOVE * sweeps * len(children))
        given = (self.edges, self.ends, self.is_best, self.error_rate)
        if order is not None:
            expect(*given, order, before, after, np.empty(PAIRS * FIGURES))
            return self._make_start_win_rates(after, after, has_cycles=False)
        places = np.arange(len(kinds), dtype=np.int32)
        slices = [places[begin:end] for begin, end in split_into_spans(len(places))]
        over = np.flatnonzero(kinds == END).astype(np.int32)
        expect(*given, over, before, after, np.empty(PAIRS * FIGURES))  # at first only ended play is over
        for _ in range(LONGEST):
            before, after = after, before
            self.workers.map_items(
                lambda part: expect(*given, part, before, after, np.empty(PAIRS * FIGURES)),  # noqa: B023  # called at once
                slices,
            )
        return self._make_start_win_rates(after, before, has_cycles=True)

    def order_children_first(self) -> Any:
        """Return all places, each after its children, or None where play may cycle."""
        heads, children, _ = self.edges
        places = len(heads) - 1
        order, bounds = np.empty(places, np.int32), np.empty(places + 1, np.int64)
        work = (*np.empty((5, places), np.int32), np.empty(places, np.int64))
        count = self.gradual.kernel(build_find_components_kernel, len(children))(
            heads, children, order, bounds, work
        )
        own = np.repeat(np.arange(places), np.diff(heads))
        to_itself = (np.where(children < 0, ~children, children) == own).any()
        return order if count == places and not to_itself else None

    def _read_answers(self) -> npt.NDArray[np.int32]:
        """Return (value, remoteness) of each place, from the records."""
        positions, records = self.graph.positions, self.solution.records
        found = np.full((len(positions), 2), -1, np.int32)
        if self.program is None:
            for place, position in enumerate(positions):
                found[place] = records.find(position) or (0, -1)
        elif isinstance(records, RankedRecords):
            ranks = np.empty(len(positions), np.int64)
            self.program.kernel(build_rank_positions)(positions, ranks)
            for number in range(records.tier_count):
                values, remoteness, _ = records.answers.read_answers_of_slice(number)
                here = np.flatnonzero(ranks // SLICE == number)
                found[here, 0] = values[ranks[here] - number * SLICE]
                found[here, 1] = remoteness[ranks[here] - number * SLICE]
        else:
            order = np.argsort(positions)
            ordered = positions[order]
            for tier in range(records.tier_count):
                keys, values, remoteness = records.read_tier_block(tier)
                places = np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)
                held = ordered[places] == keys
                found[order[places[held]], 0] = values[held]
                found[order[places[held]], 1] = remoteness[held]
        missing = np.flatnonzero(found[:, 1] < 0)
        if len(missing):
            where = describe_position(self.solution.game, self.graph.position_at(int(missing[0])))
            raise self._make_damage_error(f"position {where} has no record")
        return found

    def _make_damage_error(self, reason: str) -> DamagedSolution:
        return DamagedSolution(f"{self.solution.game!r}: {reason}: run `zermelo solve --again`")

    def _make_start_win_rates(
        self, root_rates: Rates, child_rates: Rates, *, has_cycles: bool
    ) -> GraphWinRates:
        """Return the rates of the start and of its moves; after a move one ply less is left."""
        game = self.solution.game
        stand_in = make_representative_function(game, self.program)
        start = next(iter(game.starts()))
        root = root_rates[self._find_place(stand_in(start))].reshape(KINDS, KINDS, FIGURES)
        first = []
        for move in moves_at(game, start):
            child = game.play(start, move)
            rates = child_rates[self._find_place(stand_in(child))].reshape(KINDS, KINDS, FIGURES)
            first.append((move, rates if keeps_turn(game, start, child) else _swap_players(rates)))
        return GraphWinRates(root, first, has_cycles)

    def _find_place(self, position: Position) -> int:
        positions = self.graph.positions
        if isinstance(positions, list):
            return positions.index(position)
        assert self.program is not None
        return int(np.flatnonzero(positions == self.program.key_of_position(position))[0])


def _swap_players(rates: Rates) -> Rates:
    """Return rates from the other player's side."""
    turned = rates.transpose(1, 0, 2).copy()
    turned[:, :, [WON, LOST]] = turned[:, :, [LOST, WON]]
    turned[:, :, POINTS] *= -1
    return turned
