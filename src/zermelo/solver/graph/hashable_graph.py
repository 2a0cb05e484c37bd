"""The same graph for positions of any hashable type, by the interpreter: dictionaries and lists.

For rules that are not compiled. A graph here keeps its edges, because asking the rules again costs more
than remembering; about 200 bytes a position and 10 a move.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

from zermelo.compiler.guards.rules_soundness import check_symmetric_images
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, has
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.loop_detection import sort_topologically


@dataclass
class HashableGraph:
    """Every position once, with its moves as indexes; `order` lists positions before their children.

    There is no order, but a `loop` of indexes, the first repeated at the end, where play can return to a
    position.
    """

    positions: list[Hashable]
    index: dict[Hashable, int]
    children: list[list[int]]
    signs: list[list[int]] | None  # None: every move passes the turn
    gains: list[list[int]] | None  # None: no move brings points
    ends: dict[int, int]  # index of a position without moves -> its value
    order: list[int]
    loop: list[int]


class TooManyPositions(OutOfBudget):
    """There are more positions than were asked for."""


def build_hashable_graph(
    game: Game,
    budget: Budget,
    *,
    by_class: bool = True,
    most: int | None = None,
) -> HashableGraph:
    """Return the graph of all reachable positions, one for each symmetry class unless not `by_class`.

    Raises `BadRules` where the rules raise or break the contract, `OutOfBudget`, `TooManyPositions` where
    there are more positions than `most`.
    """
    walk = Exploration(
        game, known_as=build_representative_function(game) if by_class and has(game, "symmetries") else None
    )
    graph = HashableGraph(
        walk.nodes,
        walk.numbers,
        children=[],
        signs=[] if has(game, "mover") else None,
        gains=[] if has(game, "gain") else None,
        ends={},
        order=[],
        loop=[],
    )
    known = len(walk.nodes)
    waves = [known]
    budget.check_tier_sizes(waves, whole=True)
    for number, expansion, children in walk.explore_positions(partial(_report_progress, budget)):
        graph.children.append(children)
        if expansion.end is not None:
            graph.ends[number] = expansion.end
        if graph.signs is not None:
            graph.signs.append(expansion.signs or [])
        if graph.gains is not None:
            graph.gains.append(expansion.gains or [])
        if number + 1 == known < len(walk.nodes):  # the last that is as near
            waves.append(len(walk.nodes) - known)
            known = len(walk.nodes)
            budget.check_tier_sizes(waves, whole=True)
        if most is not None and len(walk.nodes) > most:
            raise TooManyPositions(f"{game!r} has more than {most:,} positions: take a smaller game")
    if by_class and has(game, "symmetries"):
        check_symmetric_images(game, graph.positions)
    graph.order, graph.loop = sort_topologically(graph.children)
    return graph


def _report_progress(budget: Budget, number: int) -> None:
    budget.report("enumerate", number)
    budget.check_memory("interpreted rules", "raise --memory, or write rules that compile")
