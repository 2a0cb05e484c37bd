"""Every value of few positions, in plain Python: for views of small games.

Backward induction from the ends, and what play may go round in is settled by retrograde analysis. Nothing is
compiled and nothing is kept: dictionaries, and the definitions word for word.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, MissingCapability, UnknownPosition, ZermeloError, said_by
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.values import LARGEST_VALUE, NO_END, UNDECIDED
from zermelo.graph.faults import raise_fault, say_position
from zermelo.graph.hashable import HashableGraph
from zermelo.graph.loops import find_loop, loop_error
from zermelo.kernels import MANY, MOST_MOVES, RANGE, VALUE
from zermelo.kernels.folds import SCORE, WIDE
from zermelo.solvers.backward_induction import Question
from zermelo.solvers.hashable_loops import solve_hashable_loops


class Branch(NamedTuple):
    """A move, where it leads, and what makes of a value there one here: the sign, then the points."""

    move: Move
    child: Position
    sign: int
    gain: int


@dataclass(frozen=True)
class Expansion:
    """What the rules say of a position: its branches, or its value where it has none."""

    end: int | None
    branches: tuple[Branch, ...]


class Known(NamedTuple):
    """A value, the mover's, and the remoteness, None where play need not end."""

    value: int
    remoteness: int | None


def expand(game: Game, position: Position) -> Expansion:
    """Ask the rules about a position; raises `BadRules` where they raise or break the contract."""
    with asking(game, position):
        value = game.outcome(position)
        branches: list[Branch] = []
        if value == UNDECIDED:
            for move in game.moves(position):
                branches.append(_branch(game, position, move))
                if len(branches) > MOST_MOVES:
                    raise_fault(game, position, MANY)
            if branches:
                return Expansion(None, tuple(branches))
            value = game.stuck(position)
        if value is None or not -LARGEST_VALUE <= value <= LARGEST_VALUE or value != int(value):
            raise_fault(game, position, VALUE)
        return Expansion(int(value), ())


def _branch(game: Any, position: Position, move: Move) -> Branch:
    child = game.play(position, move)
    if isinstance(position, int) and not (isinstance(child, int) and 0 <= child < 1 << 63):
        raise_fault(game, position, RANGE)
    same = has(game, "mover") and game.mover(position) == game.mover(child)
    gain = game.gain(position, move) if has(game, "gain") else 0
    if not -LARGEST_VALUE <= gain <= LARGEST_VALUE or gain != int(gain):
        raise_fault(game, position, VALUE)
    return Branch(move, child, 1 if same else -1, int(gain))


@contextmanager
def asking(game: Game, position: Position) -> Iterator[None]:
    """Turn what the rules raise at a position into `BadRules`."""
    try:
        yield
    except ZermeloError:
        raise
    except Exception as error:
        reason = said_by(error)
        raise BadRules(
            f"{game!r}: the rules raise {reason} at position {say_position(game, position)}"
        ) from error


def check_drawable(game: Game, position: Position) -> None:
    """Refuse games of chance or of more players, and what cannot be a position at all."""
    if game.players != 2 or has(game, "chances"):
        what = "has chances" if game.players == 2 else f"has {game.players} players"
        raise MissingCapability(f"{game!r} {what}: tables and trees are for two players without chance")
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
    ways: dict[Hashable, int] = {}
    parents: dict[Hashable, list[Hashable]] = {}
    answers: dict[Hashable, Known] = {}
    for key, expansion in graph.items():
        ways[key] = len(expansion.branches)
        for branch in expansion.branches:
            parents.setdefault(known_as(branch.child), []).append(key)
        if expansion.end is not None:
            answers[key] = Known(expansion.end, 0)
    ready = list(answers)
    for key in ready:  # grows while it is walked
        for parent in parents.get(key, ()):
            ways[parent] -= 1
            if ways[parent] == 0:
                branches = graph[parent].branches
                answers[parent] = best([given_by(each, answers[known_as(each.child)]) for each in branches])
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
    branches = [expansion.branches for expansion in graph.values()]
    whole = HashableGraph(
        positions=list(graph),
        index=index,
        children=[[index[known_as(branch.child)] for branch in each] for each in branches],
        signs=[[branch.sign for branch in each] for each in branches],
        gains=[[branch.gain for branch in each] for each in branches],
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
        loop = find_loop(held, lambda key: [known_as(branch.child) for branch in graph[key].branches])
        raise loop_error(game, loop)
