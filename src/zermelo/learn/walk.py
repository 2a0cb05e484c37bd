"""Every position of a small game with its moves, by the rules alone.

Policies are about moves, and a move means something in one position only. So symmetric positions are kept
apart here, moves are kept as the rules yield them, and positions are any hashable. It is ordinary Python:
about two hundred bytes a move, and a few hundred thousand moves a second.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.core.budget import Budget, resident_memory
from zermelo.core.errors import BadRules, OutOfBudget, ZermeloError, said_by
from zermelo.core.game import Game, Move, Position
from zermelo.core.rules import gained, goes_on
from zermelo.core.values import UNDECIDED
from zermelo.graph.loops import find_loop, loop_error
from zermelo.kernels import MANY, MOST_MOVES
from zermelo.trust.faults import raise_fault, say_position
from zermelo.work.solving import checked_starts

REPORT = 1 << 12  # positions between two reports


class Step(NamedTuple):
    """A move and what it does: where it leads to, whether the same player goes on, the points he gets."""

    move: Move
    child: int
    stays: bool
    gain: int


@dataclass(frozen=True, eq=False)
class Walk:
    """Positions 0, 1, 2, ... in the order in which a walk from the starts meets them, the starts first.

    `steps` are the moves of each, none where play has ended; `ends` has the mover's value there, else 0.
    """

    game: Game
    positions: list[Hashable] = field(repr=False)
    numbers: dict[Hashable, int] = field(repr=False)
    steps: list[tuple[Step, ...]] = field(repr=False)
    ends: list[int] = field(repr=False)
    starts: int

    @property
    def open(self) -> list[int]:
        """The numbers of the positions where somebody has a move."""
        return [number for number, steps in enumerate(self.steps) if steps]


def find_walk(game: Game, most: int, budget: Budget | None = None) -> Walk | None:
    """Return the walk of a game of at most `most` positions, None where there are more.

    Raises `BadRules` where the rules raise, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.games import Subtraction
    >>> walk = find_walk(Subtraction(heap=2), 100)
    >>> walk.positions, [[step.child for step in steps] for steps in walk.steps]
    ([2, 1, 0], [[1, 2], [2], []])
    >>> find_walk(Subtraction(heap=100), 100) is None
    True
    """
    budget = budget or Budget()
    starts = list(dict.fromkeys(checked_starts(game)))
    walk = Walk(game, starts, {start: number for number, start in enumerate(starts)}, [], [], len(starts))
    ask = _asker(game)
    number = 0
    while number < len(walk.positions):
        if number % REPORT == 0:
            budget.report("positions", number)
            _check_memory(game, budget)
        position = walk.positions[number]
        try:
            steps, end = ask(position, walk)
        except ZermeloError:
            raise
        except Exception as error:
            where = say_position(game, position)
            raise BadRules(f"{game!r}: the rules raise {said_by(error)} at position {where}") from error
        walk.steps.append(steps)
        walk.ends.append(end)
        number += 1
        if len(walk.positions) > most:
            return None
    return walk


def whole_walk(game: Game, most: int, wish: str, budget: Budget | None = None) -> Walk:
    """Return the walk of a game; raises `OutOfBudget` where it has more than `most` positions."""
    walk = find_walk(game, most, budget)
    if walk is None:
        raise OutOfBudget(
            f"{game!r} has more than {most:,} positions, and {wish} all of them: take a smaller game, "
            "or allow more with most="
        )
    return walk


def check_ends(walk: Walk) -> None:
    """Raise `LoopFound` where play can return to a position."""
    ways = [0] * len(walk.positions)
    for steps in walk.steps:
        for step in steps:
            ways[step.child] += 1
    order = [number for number, count in enumerate(ways) if count == 0]
    for number in order:  # grows while it is walked
        for step in walk.steps[number]:
            ways[step.child] -= 1
            if ways[step.child] == 0:
                order.append(step.child)
    if len(order) < len(ways):
        held = {number for number, count in enumerate(ways) if count > 0}
        loop = find_loop(held, lambda number: [step.child for step in walk.steps[number]])
        raise loop_error(walk.game, [walk.positions[number] for number in loop])


def _asker(game: Game) -> Any:
    """Return the function that asks the rules about a position and numbers its children."""

    def ask(position: Position, walk: Walk) -> tuple[tuple[Step, ...], int]:
        value = game.outcome(position)
        if value != UNDECIDED:
            return (), int(value)
        steps = []
        for move in game.moves(position):
            child = game.play(position, move)
            number = walk.numbers.setdefault(child, len(walk.positions))
            if number == len(walk.positions):
                walk.positions.append(child)
            gain = int(gained(game, position, move))
            steps.append(Step(move, number, goes_on(game, position, child), gain))
            if len(steps) > MOST_MOVES:
                raise_fault(game, position, MANY)
        return tuple(steps), 0 if steps else int(game.stuck(position))

    return ask


def distinct_moves(walk: Walk) -> Iterable[Move]:
    """Yield every move of the game once, in ascending order if they have one, else as the walk meets them."""
    met = dict.fromkeys(step.move for steps in walk.steps for step in steps)
    try:
        yield from sorted(met)
    except TypeError:
        yield from met


def _check_memory(game: Game, budget: Budget) -> None:
    held = resident_memory()
    if held > budget.memory:
        raise OutOfBudget(
            f"memory {budget.memory >> 20:,} MB is too little for the positions of {game!r} "
            f"(already {held >> 20:,} MB): allow more, or take a smaller game"
        )
