"""The current line of play of a depth-first search, and the count of what it has visited."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.kernels import FAR, VALUE
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, BadRules
from zermelo.core.game import Game, Move, Position
from zermelo.core.requirements import check_question, require
from zermelo.core.values import LARGEST_REMOTENESS, LARGEST_VALUE, Answer
from zermelo.solver.graph.loop_detection import make_loop_error

REPORT = 1 << 12  # positions between two reports
Moves = tuple[Move, Any] | None  # a move and the moves after it: a line that grows at its beginning


@dataclass(frozen=True)
class TreeSearchResult:
    """What a search of one position found.

    `answer` is a `ValueAlone` where the search did not look at all that the remoteness needs. `line` is one
    of best play, to the end or to where the depth ended it. `visited` counts vertices of the game tree, a
    position as often as the search came to it, `leaves` those with nothing below, and `guessed` the leaves
    where the depth ended the search: without any the value is exact. Alpha-beta counts the vertices at which
    it left moves out, and those of them where another ancestor's bound allowed it than the parent's.
    """

    answer: Answer
    line: tuple[Move, ...]
    visited: int
    leaves: int
    guessed: int = 0
    cutoffs: int = 0
    deep_cutoffs: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether no value in it is a guess."""
        return self.guessed == 0


class SearchPath:
    """The positions from the root to the current one of a search: which, how deep, how many so far."""

    def __init__(
        self,
        game: Game,
        depth: int | None,
        guess: Callable[[Position], int] | None,
        budget: Budget | None,
        *,
        whole: bool = True,
    ) -> None:
        check_question(game, "minimax")
        if depth is not None and depth < 0:
            raise BadParameter(f"the depth {depth} is no number of plies: give 0 or more")
        if depth is not None and guess is None:
            because = f"a search to depth {depth} ends by it; without a depth none is needed"
            require(game, because, needs=("estimate",))
        self.game, self.depth, self.budget, self.whole = game, depth, budget, whole
        self.guess: Callable[[Position], Any] = guess or _make_estimate_function(game)
        self.positions: dict[Position, None] = {}
        self.visited = self.leaves = self.guessed = 0

    def enter_position(self, position: Position, depth: int) -> None:
        """Go on to a position; raises `LoopFound` where it is on the line already, `Cancelled`."""
        if self.budget is not None and self.visited % REPORT == 0:
            self.budget.report("search", self.visited)
        self.visited += 1
        if self.depth is not None:
            return
        if position in self.positions:
            line = list(self.positions)
            raise make_loop_error(self.game, [*line[line.index(position) :], position])
        if depth > LARGEST_REMOTENESS:
            where = describe_position(self.game, position)
            raise BadRules(
                f"{self.game!r}: play is longer than {LARGEST_REMOTENESS:,} plies at {where}: give a depth"
            )
        self.positions[position] = None

    def leave_position(self) -> None:
        """Go back by one position."""
        if self.depth is None:
            self.positions.popitem()

    def estimate_leaf_value(self, position: Position) -> Any:
        """Return the guess that stands for a position where the depth ends."""
        self.guessed += 1
        value = self.guess(position)
        if value is None or not -LARGEST_VALUE <= value <= LARGEST_VALUE:
            raise_status_error(self.game, position, VALUE)
        if self.whole and value != int(value):
            raise_status_error(self.game, position, VALUE)
        return int(value) if self.whole else value

    def check_value(self, position: Position, value: float) -> None:
        """Raise `BadRules` where points together leave the range of values."""
        if abs(value) > LARGEST_VALUE:
            raise_status_error(self.game, position, FAR, f"its value is past {LARGEST_VALUE:,}")


def make_value_bound_error(game: Game, position: Position, value: int, largest: float) -> BadParameter:
    """Return the error for a value past the largest that was declared possible."""
    where = describe_position(game, position)
    return BadParameter(f"the largest value {largest} is too small for {game!r}: {where} is worth {value}")


def _make_estimate_function(game: Any) -> Callable[[Position], Any]:
    def call_estimate(position: Position) -> Any:
        return game.estimate(position)

    return call_estimate


def list_moves_of_line(line: Moves) -> tuple[Move, ...]:
    """Return the moves of a line in their order.

    >>> list_moves_of_line((1, (2, None)))
    (1, 2)
    """
    moves = []
    while line is not None:
        move, line = line
        moves.append(move)
    return tuple(moves)
