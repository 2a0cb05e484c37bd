"""All positions that play can reach, one by one: the player to move, the moves, and the answer of each.

Symmetric positions are separate here, because people see different positions. Where the rules do not report
who moves, a position may occur with either player to move, and is then listed twice. Positions are in the
order in which they were found, so those at the same distance from the start are together.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.checked_rules import CheckedRules, rule_errors_at
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability, TooLarge
from zermelo.core.game import Game, Position, has
from zermelo.core.requirements import check_question
from zermelo.core.values import Answer
from zermelo.solution.solution import Solution
from zermelo.solver.plans.solve_planner import plan_solve

PAGE_LIMIT: Final = 1_000_000  # positions of a page
MARGIN: Final = 4  # times the limit: plans are estimates, and may count unreachable positions
REPORTED: Final = 2_000  # positions between two progress reports

Column = npt.NDArray[Any]


class GraphStep(NamedTuple):
    """A step from one position to another: a move's name, or an outcome of dice with its probability."""

    name: str
    chance: float = 0.0  # 0: a move, not a throw
    gain: int = 0  # points for the player who makes the move


@dataclass
class PositionGraph:
    """The positions in the order in which they were found, and their edges in the same order.

    `firsts[n]` to `firsts[n + 1]` are the edges of position n: `children` are numbers of positions and
    `steps` numbers of `kinds`. `layers` are the indices where the positions one ply farther from the start
    begin.
    """

    game: Game
    positions: list[Position]
    movers: bytearray  # 0 began the game
    firsts: Column  # [position + 1] int64
    children: Column  # [edge] int32
    steps: Column  # [edge] int32
    kinds: list[GraphStep]
    layers: list[int]
    starts: int  # the number of starts, which are listed first
    numbers: dict[Any, int] = field(repr=False)

    def find_position_number(self, position: Position, mover: int) -> int | None:
        """Return the number of a position, None where play does not reach it with this player to move."""
        return self.numbers.get(self.make_position_key(position, mover))

    def make_position_key(self, position: Position, mover: int) -> Any:
        """Return the key of a position."""
        return position if has(self.game, "mover") else (position, mover)


def enumerate_positions(solution: Solution, budget: Budget, limit: int = PAGE_LIMIT) -> PositionGraph:
    """Enumerate all positions that play can reach from the starts of a solved game.

    Raises `TooLarge` where there are more than `limit` positions, `MissingCapability` for games of payoffs,
    `BadRules`, `Cancelled`.
    """
    game: Any = solution.game
    check_question(game, "page")
    rules, has_mover = CheckedRules(game), has(game, "mover")
    begins = list(game.starts())
    first = game.mover(begins[0]) if has_mover else 0

    def find_mover(position: Position, alternating: int) -> int:
        return int(game.mover(position) != first) if has_mover else alternating

    found = PositionGraph(game, [], bytearray(), *(np.empty(0, np.int64),) * 3, [], [0], 0, {})
    positions, movers, numbers = found.positions, found.movers, found.numbers

    def number_position(position: Position, mover: int) -> int:
        key = position if has_mover else (position, mover)
        number = numbers.setdefault(key, len(positions))
        if number == len(positions):
            positions.append(position)
            movers.append(mover)
            if number >= limit:
                raise make_too_large_error(game, f"more than {limit:,} positions", limit)
        return number

    for position in begins:
        number_position(position, find_mover(position, 0))
    found.starts = len(positions)
    kinds: dict[GraphStep, int] = {}
    firsts, children, steps = [0], [], []
    number, layer_end = 0, len(positions)
    while number < len(positions):
        if number == layer_end:
            found.layers.append(number)
            layer_end = len(positions)
        position, mover = positions[number], movers[number]
        expansion = rules.expand(position)
        with rule_errors_at(game, position):
            named = _list_steps(game, position, mover, find_mover, expansion)
        for child, step in zip(expansion.children, named, strict=True):
            children.append(number_position(child, find_mover(child, 1 - mover)))
            steps.append(kinds.setdefault(step, len(kinds)))
        firsts.append(len(children))
        number += 1
        if number % REPORTED == 0:
            budget.report("positions", number, 0)
    found.firsts, found.kinds = np.array(firsts, np.int64), list(kinds)
    found.children, found.steps = np.array(children, np.int32), np.array(steps, np.int32)
    return found


def _list_steps(
    game: Game, position: Position, mover: int, mover_of: Callable[[Position, int], int], expansion: Any
) -> list[GraphStep]:
    """Return the steps from a position to each child; for a throw, the new lines in the text."""
    if expansion.probabilities is None:
        gains = expansion.gains or [0] * len(expansion.moves)
        return [
            GraphStep(game.name(position, move), 0.0, int(gain))
            for move, gain in zip(expansion.moves, gains, strict=True)
        ]
    before = game.show_for_player(position, mover).splitlines()
    found = []
    for chance, child in zip(expansion.probabilities, expansion.children, strict=True):
        lines = game.show_for_player(child, mover_of(child, 1 - mover)).splitlines()
        found.append(GraphStep(" / ".join(line for line in lines if line not in before), float(chance)))
    return found


def read_answers_of_positions(
    solution: Solution, found: PositionGraph, budget: Budget
) -> tuple[Column, Column]:
    """Return (values, remoteness) of all positions: the remoteness is -1 where play need not end."""
    least, known = build_representative_function(solution.game), dict[Any, Answer]()
    dtype = np.float64 if solution.summary.has_expectations else np.int64
    values = np.zeros(len(found.positions), dtype)
    plies = np.full(len(found.positions), -1, np.int64)
    for number, position in enumerate(found.positions):
        stands = least(position)
        answer = known.get(stands)
        if answer is None:
            answer = known[stands] = solution.value(stands)
        values[number] = answer.value
        if answer.remoteness is not None:
            plies[number] = answer.remoteness
        if number % REPORTED == 0:
            budget.report("answers", number, len(found.positions))
    return values, plies


def check_solution_size(solution: Solution, limit: int = PAGE_LIMIT) -> None:
    """Raise `TooLarge` where a solution's known size exceeds a page's limit."""
    count = solution.summary.positions
    if count is not None and count > limit:
        raise make_too_large_error(solution.game, f"{count:,} positions", limit)


def check_planned_size(game: Game, budget: Budget, *, interpreted: bool | None = None) -> None:
    """Raise `TooLarge` where a game's plan shows that a page cannot hold it; takes a few seconds.

    Some games of chance have no plan: then nothing is raised.
    """
    try:
        positions = plan_solve(game, budget, interpreted=interpreted, quick=True).positions
    except MissingCapability:
        return
    if positions > MARGIN * PAGE_LIMIT:
        raise make_too_large_error(game, f"about {positions:,.0f} positions")


def make_too_large_error(game: Game, reason: str, limit: int = PAGE_LIMIT) -> TooLarge:
    """Return the error for a game that is too large for a page."""
    return TooLarge(
        f"{game!r} has {reason}, and a page holds {limit:,} at most: take smaller parameters, or an "
        'endgame of it, named "GAME from POSITION", from which less can be reached'
    )
