"""Every position of a small game with its moves, by the rules alone.

Policies are about moves, and a move has a meaning in one position only. So symmetric positions are kept
apart here, moves are kept in the rules' order, and positions are any hashable. The walk is ordinary Python:
about two hundred bytes a move, and a few hundred thousand moves a second.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from zermelo.compiler.guards.checked_rules import CheckedRules, rule_errors_at
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, Move
from zermelo.core.rule_queries import chances_at, moves_at
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.loop_detection import make_loop_error, sort_topologically


class EnumeratedMove(NamedTuple):
    """A move and its result: the next position, whether its player moves again, and the points for it."""

    move: Move
    child: int
    stays: bool
    gain: int


@dataclass(frozen=True, eq=False)
class EnumeratedGame:
    """Positions 0, 1, 2, ... in the order in which a walk from the starts meets them, the starts first.

    `explore` are the moves of each, empty where play has ended; `ends` has the mover's value there, else 0.
    """

    game: Game
    positions: list[Hashable] = field(repr=False)
    numbers: dict[Hashable, int] = field(repr=False)
    steps: list[tuple[EnumeratedMove, ...]] = field(repr=False)
    ends: list[int] = field(repr=False)
    starts: int

    @property
    def numbers_with_moves(self) -> list[int]:
        """The numbers of the positions with a move."""
        return [number for number, steps in enumerate(self.steps) if steps]


def enumerate_game_or_none(game: Game, most: int, budget: Budget | None = None) -> EnumeratedGame | None:
    """Return the walk of a game of at most `most` positions, None where there are more.

    Raises `BadRules` where the rules raise, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.games import Subtraction
    >>> walk = enumerate_game_or_none(Subtraction(heap=2), 100)
    >>> walk.positions, [[step.child for step in steps] for steps in walk.steps]
    ([2, 1, 0], [[1, 2], [2], []])
    >>> enumerate_game_or_none(Subtraction(heap=100), 100) is None
    True
    """
    budget = budget or Budget()

    def report_progress(number: int) -> None:
        budget.report("positions", number)
        budget.check_memory(f"the positions of {game!r}", "allow more, or take a smaller game")

    met = Exploration(game, list_checked_starts(game), bounded=False)
    walk = EnumeratedGame(game, met.nodes, met.numbers, [], [], len(met.nodes))
    for _, expansion, children in met.explore_positions(report_progress):
        steps = zip(children, expansion.branch_rows, strict=True)
        walk.steps.append(
            tuple(EnumeratedMove(move, child, sign > 0, gain) for child, (move, _, sign, gain) in steps)
        )
        walk.ends.append(expansion.end or 0)
        if len(met.nodes) > most:
            return None
    return walk


def enumerate_game(game: Game, most: int, wish: str, budget: Budget | None = None) -> EnumeratedGame:
    """Return the walk of a game; raises `OutOfBudget` where it has more than `most` positions."""
    walk = enumerate_game_or_none(game, most, budget)
    if walk is None:
        raise OutOfBudget(
            f"{game!r} has more than {most:,} positions, and {wish} all of them: take a smaller game, "
            "or allow more with most="
        )
    return walk


def check_acyclic(walk: EnumeratedGame) -> None:
    """Raise `LoopFound` where play can return to a position."""
    _, loop = sort_topologically([[step.child for step in steps] for steps in walk.steps])
    if loop:
        raise make_loop_error(walk.game, [walk.positions[number] for number in loop])


def list_distinct_moves(walk: EnumeratedGame) -> Iterable[Move]:
    """Yield every move of the game once, in ascending order if moves have one, else in the walk's order."""
    return sort_distinct_moves(step.move for steps in walk.steps for step in steps)


def sort_distinct_moves(moves: Iterable[Move]) -> list[Move]:
    """Return each move once, in ascending order if moves have one, else in the given order."""
    met = dict.fromkeys(moves)
    try:
        return sorted(met)
    except TypeError:
        return list(met)


def list_positions(game: Game, most: int, budget: Budget | None = None) -> list[Hashable] | None:
    """Return every position of a game of any kind, None where there are more than `most`.

    Games with dice or payoffs and puzzles for one are included, and so are positions at which dice are
    thrown. Raises as `enumerate_game_or_none` does.

    >>> from zermelo.games import Strike
    >>> list_positions(Strike(preferences=("ABC", "BCA")), 100)
    [7, 6, 5, 3, 4, 2, 1]
    """
    budget = budget or Budget()
    rules = CheckedRules(game, bounded=False)
    found = dict.fromkeys(list_checked_starts(game))
    waiting = list(found)
    for number, position in enumerate(waiting):  # the list grows meanwhile
        for child in list_children(rules, position):
            if child not in found:
                found[child] = None
                waiting.append(child)
        if len(waiting) > most:
            return None
        if number % 1024 == 0:
            budget.report("positions", number)
            budget.check_memory(f"the positions of {game!r}", "allow more, or take a smaller game")
    return waiting


def list_children(rules: CheckedRules, position: Hashable) -> list[Hashable]:
    """Return the positions after a throw or a move, none where play is over."""
    with rule_errors_at(rules.game, position):
        thrown = chances_at(rules.game, position)
    if thrown:
        return [child for _, child in thrown]
    return [rules.game.play(position, move) for move in rules.moves(position)]


def iterate_legal_moves(game: Game, positions: Iterable[Hashable]) -> Iterable[Move]:
    """Yield the moves of all positions at which somebody is to decide."""
    for position in positions:
        if not chances_at(game, position):
            yield from moves_at(game, position)
