"""The check of a game of chance: every expectation is recomputed from those of its moves, or of its chances.

The rules are asked again for the whole graph, and its positions must be those of the records. Values may
differ from what their moves and chances give by the solution's own error bound, on both sides, and by
rounding. Without loops that proves them, by induction from the ends. Where dice lead round in a circle it
shows that they keep the equation of value, which has one solution where play surely ends.
"""

from typing import Any

import numpy as np

from zermelo.compiler import Program
from zermelo.compiler.gradual import Gradual
from zermelo.core.budget import Budget
from zermelo.core.errors import DamagedSolution
from zermelo.graph.chances import ChanceGraph, totals_of, walk
from zermelo.kernels.chances import build_again
from zermelo.query.solution import Solution
from zermelo.storage.shelf import Shelf
from zermelo.trust.faults import say_position

SLACK = 1e-12  # of the largest value: rounding of a position's own sum


def verify_expectations(solution: Solution, program: Program | None, budget: Budget) -> int:
    """Return how many records agree with their moves' and chances' records, which is all of them.

    Raises `DamagedSolution` at the first that does not, or that no position has.
    """
    game = solution.game
    with Shelf(budget) as shelf, shelf.reserved(0) as reservation:
        graph = walk(game, program, budget, reservation)
        values = _stored(solution, graph)
        again = np.empty_like(values)
        gradual = Gradual(compiled=program is not None and program.native)
        gradual.kernel(build_again, len(values) + len(graph.arrays[3]))(graph.arrays, values, again)
        largest = max(1.0, float(np.abs(values).max()))
        allowed = 2 * (solution.summary.error_bound or 0.0) + SLACK * largest
        wrong = np.flatnonzero(~(np.abs(again - values) <= allowed))
        if len(wrong):
            place = int(wrong[0])
            where = say_position(game, graph.position(place))
            raise DamagedSolution(
                f"{game!r}: position {where} is stored as {values[place]:.12g}, "
                f"but its moves or chances give {again[place]:.12g}; run `zermelo solve --again`"
            )
        _compare_summary(solution, graph, values, totals_of(game, program, graph, values))
    return len(values)


def _stored(solution: Solution, graph: ChanceGraph) -> Any:
    """Return the stored value of every place; raise `DamagedSolution` where positions are not the same."""
    records = solution.records
    block = records.block(0)
    places = {position: place for place, position in enumerate(block.positions.tolist())}
    keys = graph.positions if isinstance(graph.positions, list) else graph.positions.tolist()
    if records.words is not None and isinstance(graph.positions, list):
        keys = [records.words.pack(position) for position in graph.positions]
    found = [places.get(key, -1) for key in keys]
    if -1 in found:
        where = say_position(solution.game, graph.position(found.index(-1)))
        raise DamagedSolution(
            f"{solution.game!r}: position {where} has no record; run `zermelo solve --again`"
        )
    if len(places) != len(found) or len(block.positions) != len(found):
        raise DamagedSolution(
            f"{solution.game!r}: {len(block.positions):,} records for {len(found):,} positions; "
            "run `zermelo solve --again`"
        )
    return block.values[found]


def _compare_summary(solution: Solution, graph: ChanceGraph, values: Any, totals: list[int]) -> None:
    summary = solution.summary
    value = float(values[graph.starts[0]])
    decisive = not solution.game.scored and graph.is_decisive
    found = {
        "value": value,
        "win_probability": (value + 1) / 2 if decisive else None,
        "solved": len(values),
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
