"""Every value of few positions, in plain Python: for views of small games.

Backward induction from the ends, and what play may go round in is settled by retrograde analysis. Nothing is
compiled and nothing is kept: dictionaries, and the definitions word for word.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from zermelo.core.budget import Budget
from zermelo.core.errors import UnknownPosition
from zermelo.core.game import Game, Position, has
from zermelo.core.requirements import check_two_players
from zermelo.core.values import NO_END
from zermelo.graph.hashable import HashableGraph
from zermelo.graph.loops import find_loop, loop_error
from zermelo.kernels.folds import SCORE, WIDE
from zermelo.solvers.backward_induction import Question
from zermelo.solvers.hashable_loops import solve_hashable_loops
from zermelo.solvers.subgame_perfect import Ways, combine, mover_at, payoffs_at
from zermelo.trust.branches import Branch, Expansion, asking

Answer = TypeVar("Answer")


class Known(NamedTuple):
    """A value, the mover's, and the remoteness, None where play need not end."""

    value: int
    remoteness: int | None


def check_drawable(game: Game, position: Position) -> None:
    """Refuse games of chance or of more players, and what cannot be a position at all."""
    check_two_players(game, "tables and trees are")
    check_position(game, position)


def check_position(game: Game, position: Position) -> None:
    """Refuse what cannot be a position at all."""
    if isinstance(position, int) and not 0 <= position < 1 << 63:
        raise UnknownPosition(
            f"position {position} is not reachable in {game!r}: positions are integers, 0 <= p < 2**63"
        )


def first_mover(game: Any, position: Position) -> int:
    """Return who moves at the position that play begins from: 0, unless the game says."""
    if not has(game, "mover"):
        return 0
    with asking(game, position):
        return int(game.mover(position))


def next_mover(mover: int, branch: Branch) -> int:
    """Return who moves after a branch."""
    return mover if branch.sign > 0 else 1 - mover


def best(given: Sequence[Known]) -> Known:
    """Return the best of what moves give: the value, then the winner hurries and the loser delays."""
    value = max(known.value for known in given)
    plies = [
        NO_END if known.remoteness is None else known.remoteness for known in given if known.value == value
    ]
    remoteness = max(plies) if value < 0 else min(plies)
    return Known(value, None if remoteness == NO_END else remoteness)


def given_by(branch: Branch, child: Known) -> Known:
    """Return what a branch gives its mover, where the position after it is known."""
    remoteness = None if child.remoteness is None else child.remoteness + 1
    return Known(branch.gain + branch.sign * child.value, remoteness)


def resolve(
    graph: Mapping[Hashable, Expansion], known_as: Callable[[Position], Hashable]
) -> dict[Hashable, Known]:
    """Return what is known of positions by backward induction from the ends among them.

    `known_as` takes a child to its key in the graph. Positions that lead to one outside it, or into a
    loop, stay unknown and are not in the answer.
    """

    def leaf(key: Hashable) -> Known:
        end = graph[key].end
        assert end is not None
        return Known(end, 0)

    def together(key: Hashable, children: list[Known]) -> Known:
        return best([given_by(*each) for each in zip(graph[key].branches, children, strict=True)])

    return _fold(graph, known_as, leaf, together)


def resolve_payoffs(game: Game, graph: Mapping[Hashable, Expansion]) -> dict[Hashable, Ways]:
    """Return what subgame-perfect play can bring, as far as it follows from the ends among positions."""

    def leaf(position: Hashable) -> Ways:
        return {payoffs_at(game, position): 1}

    def together(position: Hashable, children: list[Ways]) -> Ways:
        return combine(children, mover_at(game, position))

    return _fold(graph, lambda position: position, leaf, together)


def _fold(
    graph: Mapping[Hashable, Expansion],
    known_as: Callable[[Position], Hashable],
    leaf: Callable[[Hashable], Answer],
    together: Callable[[Hashable, list[Answer]], Answer],
) -> dict[Hashable, Answer]:
    """Return the answers that follow from the ends in a graph."""
    ways: dict[Hashable, int] = {}
    parents: dict[Hashable, list[Hashable]] = {}
    answers: dict[Hashable, Answer] = {}
    for key, expansion in graph.items():
        ways[key] = len(expansion.children)
        for child in expansion.children:
            parents.setdefault(known_as(child), []).append(key)
        if expansion.end is not None:
            answers[key] = leaf(key)
    ready = list(answers)
    for key in ready:  # grows while it is walked
        for parent in parents.get(key, ()):
            ways[parent] -= 1
            if ways[parent] == 0:
                below = [answers[known_as(child)] for child in graph[parent].children]
                answers[parent] = together(parent, below)
                ready.append(parent)
    return answers


def resolve_whole(
    game: Game, graph: Mapping[Hashable, Expansion], known_as: Callable[[Position], Hashable]
) -> dict[Hashable, Known]:
    """Return what every position of a whole graph is worth, also where play may go round in a circle.

    Raises `BadRules` where a move in such a circle brings points.
    """
    answers = resolve(graph, known_as)
    if len(answers) == len(graph):
        return answers
    index = {key: place for place, key in enumerate(graph)}
    whole = HashableGraph(
        positions=list(graph),
        index=index,
        children=[[index[known_as(child)] for child in each.children] for each in graph.values()],
        signs=[each.signs or [] for each in graph.values()] if has(game, "mover") else None,
        gains=[each.gains or [] for each in graph.values()] if has(game, "gain") else None,
        ends={index[key]: expansion.end for key, expansion in graph.items() if expansion.end is not None},
        order=[],
        loop=[],
    )
    found = solve_hashable_loops(whole, Question(SCORE, WIDE), Budget(), game)
    pairs = ((answer >> WIDE, answer & NO_END) for answer in found)
    return {
        key: Known(value, None if remoteness == NO_END else remoteness)
        for key, (value, remoteness) in zip(graph, pairs, strict=True)
    }


def refuse_loop(
    game: Game,
    graph: Mapping[Hashable, Expansion],
    answers: Mapping[Hashable, Known],
    known_as: Callable[[Position], Hashable],
) -> None:
    """Raise `LoopFound` with a loop among the positions of a whole graph that stayed unknown, if any."""
    held = {key for key in graph if key not in answers}
    if held:
        loop = find_loop(held, lambda key: [known_as(child) for child in graph[key].children])
        raise loop_error(game, loop)
