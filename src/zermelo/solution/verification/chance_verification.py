"""The check of a game of chance: every expectation is recomputed from those of its moves, or of its chances.

The rules are asked again for the whole graph, and its positions must be those of the records. Values may
differ from what their moves and chances give by the solution's own error bound, on both sides, and by
rounding. Without loops that proves them, by induction from the ends. Where dice lead round in a circle it
shows that they keep the equation of value, which has one solution where play surely ends. Where it need not,
the values must also be those that endless play leaves as they are, and only one solution is (see
`solver.methods.value_iteration`).
"""

from itertools import pairwise
from typing import Any

import numpy as np

from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.chance_graph_kernels import END, build_reevaluate_places_kernel
from zermelo.compiler.kernels.chance_index_kernels import build_recompute_bounds_kernel
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import DamagedSolution
from zermelo.core.game import Game
from zermelo.core.values import ROUNDING
from zermelo.solution.solution import Solution
from zermelo.solver.graph.chance_graph import ChanceGraph, build_chance_graph, count_expected_outcomes
from zermelo.solver.graph.position_slots import build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.methods.indexed_value_iteration import build_tier_parts, make_initial_bounds
from zermelo.solver.methods.value_iteration import fill_endless_bounds
from zermelo.solver.records.ranked_records import RankedRecords
from zermelo.solver.runs.value_tallies import ENDLESS, LOOPS
from zermelo.solver.storage.array_store import ArrayStore

MOVES = "its moves or chances give"
SECURED = "what players can secure by endless play is"
SLACK = 1e-12  # of the largest value: rounding of a position's own sum


def verify_expectations(solution: Solution, program: Program | None, budget: Budget) -> int:
    """Return how many records agree with their moves' and chances' records, which is all of them.

    Raises `DamagedSolution` at the first that does not, or that no position has.
    """
    game = solution.game
    if isinstance(solution.records, RankedRecords):
        return _verify_index_expectations(solution, solution.records, program or interpret_game(game), budget)
    with ArrayStore(budget) as array_store, array_store.reserve(0) as reservation:
        graph = build_chance_graph(game, program, budget, reservation)
        values = _read_stored_values(solution, graph)
        again = np.empty_like(values)
        gradual = LazyKernels(compiled=program is not None and program.native)
        gradual.kernel(build_reevaluate_places_kernel, len(values) + len(graph.arrays[3]))(
            graph.arrays, values, again
        )
        _compare_values(solution, graph, values, again, MOVES)
        method = solution.summary.method
        if method in (LOOPS, ENDLESS):
            members = np.flatnonzero(graph.arrays[1] != END)[::-1]  # a place before those it was found from
            endless = np.full((2, len(values)), np.nan)
            fill_endless_bounds(graph, members, (values, values), endless, gradual, budget)
            for bound in endless:
                _compare_values(solution, graph, values, np.where(np.isnan(bound), values, bound), SECURED)
        totals = count_expected_outcomes(game, program, graph, values)
        is_decisive = graph.is_decisive and method != ENDLESS
        _compare_summary(solution, values[graph.starts[0]], is_decisive, len(values), totals)
    return len(values)


def _compare_values(solution: Solution, graph: ChanceGraph, values: Any, again: Any, by: str) -> None:
    """Raise `DamagedSolution` where the values of places are not those found `again`, by what."""
    wrong = np.flatnonzero(~(np.abs(again - values) <= _compute_tolerance(solution, values)))
    if len(wrong):
        place = int(wrong[0])
        raise _make_difference_error(solution.game, graph.position_at(place), values[place], again[place], by)


def _compute_tolerance(solution: Solution, values: Any) -> float:
    """Return how far a value may be from what its moves and chances give."""
    return 2 * (solution.summary.error_bound or 0.0) + SLACK * max(1.0, float(np.nanmax(np.abs(values))))


def _make_difference_error(
    game: Game, position: Any, stored: float, again: float, by: str = MOVES
) -> DamagedSolution:
    return DamagedSolution(
        f"{game!r}: position {describe_position(game, position)} is stored as {stored:.12g}, "
        f"but {by} {again:.12g}; run `zermelo solve --again`"
    )


def _verify_index_expectations(
    solution: Solution, records: RankedRecords, program: Program, budget: Budget
) -> int:
    """Do the same for the ranks of a perfect index, tier by tier; it takes as much memory as solving."""
    game = solution.game
    places = build_slots_of_index(program)
    gradual = LazyKernels(compiled=program.native)
    values = np.concatenate(
        [records.answers.read_answers_of_slice(number)[0] for number in range(records.tier_count)]
    )
    allowed = _compute_tolerance(solution, values)
    is_decisive = True
    with (
        Workers(budget) as workers,
        ArrayStore(budget) as array_store,
        array_store.reserve(0) as reservation,
    ):
        bounds = make_initial_bounds(places)
        for first, beyond in reversed(list(pairwise(places.bounds))):
            parts = build_tier_parts(places, first, beyond, workers, reservation, bounds)
            steps = sum(len(part.edges[1]) + part.end - part.begin for part in parts)
            weigh_again = gradual.kernel(build_recompute_bounds_kernel, steps)
            legal = bounds[first:beyond, 0] <= bounds[first:beyond, 1]
            for part in parts:
                mine = bounds[part.begin : part.end]
                goes_on = np.diff(part.edges[0]) > 0
                ends = mine[~goes_on & legal[part.begin - first : part.end - first], 0]
                is_decisive = is_decisive and bool((np.abs(ends) == 1).all())
                mine[goes_on] = values[part.begin : part.end][goes_on, None]
            for part in parts:
                mine, stored = bounds[part.begin : part.end], values[part.begin : part.end]
                again = np.empty(len(stored))
                weigh_again(part.edges, bounds, part.begin, again)
                again = np.where(np.diff(part.edges[0]) > 0, again, mine[:, 0])
                is_legal = legal[part.begin - first : part.end - first]
                agree = np.where(is_legal, np.abs(again - stored) <= allowed, np.isnan(stored))
                if not agree.all():
                    place = int(np.flatnonzero(~agree)[0])
                    raise _make_difference_error(
                        game, places.position_at(part.begin + place), stored[place], again[place]
                    )
    start = records.find(build_representative_function(game)(next(iter(game.starts()))))
    assert start is not None
    wins, losses = int(np.count_nonzero(values >= ROUNDING)), int(np.count_nonzero(values <= -ROUNDING))
    solved = int(np.count_nonzero(~np.isnan(values)))
    _compare_summary(solution, start[0], is_decisive, solved, [wins, solved - wins - losses, losses])
    return solved


def _read_stored_values(solution: Solution, graph: ChanceGraph) -> Any:
    """Return the stored value of every place; raise `DamagedSolution` where positions are not the same."""
    records = solution.records
    block = records.read_tier_block(0)
    places = {position: place for place, position in enumerate(block.positions.tolist())}
    keys = graph.positions if isinstance(graph.positions, list) else graph.positions.tolist()
    if records.words is not None and isinstance(graph.positions, list):
        keys = [records.words.pack(position) for position in graph.positions]
    found = [places.get(key, -1) for key in keys]
    if -1 in found:
        where = describe_position(solution.game, graph.position_at(found.index(-1)))
        raise DamagedSolution(
            f"{solution.game!r}: position {where} has no record; run `zermelo solve --again`"
        )
    if len(places) != len(found) or len(block.positions) != len(found):
        raise DamagedSolution(
            f"{solution.game!r}: {len(block.positions):,} records for {len(found):,} positions; "
            "run `zermelo solve --again`"
        )
    return block.values[found]


def _compare_summary(
    solution: Solution, value: float, is_decisive: bool, solved: int, totals: list[int]
) -> None:
    summary = solution.summary
    found = {
        "value": float(value),
        "win_probability": (value + 1) / 2 if is_decisive and not solution.game.scored else None,
        "solved": solved,
        "positions": sum(totals),
        "wins": totals[0],
        "draws": totals[1],
        "losses": totals[2],
    }
    for name, figure in found.items():
        said = getattr(summary, name)
        counted = name in ("positions", "wins", "draws", "losses")
        if said != figure and not (counted and said is None):
            raise DamagedSolution(
                f"{solution.game!r}: the summary says {name} {said}, the records say {figure}; "
                "run `zermelo solve --again`"
            )
