"""The rules' answers about one position, checked: its branches, the throws there, or its value at an end.

Whatever goes through positions in plain Python asks here. What breaks the contract is named with the position
where it did.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from numbers import Integral, Real
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position, list_yielded_items, raise_status_error
from zermelo.compiler.guards.rules_soundness import find_answer_type_fault, is_plain_integer
from zermelo.compiler.kernels import MANY, MOST_MOVES, RANGE, VALUE
from zermelo.compiler.kernels.chance_graph_kernels import SUM_WITHIN, UNEVEN
from zermelo.core.errors import BadRules, describe_error
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.rule_errors import must_propagate
from zermelo.core.rule_queries import list_moves, terminal_value
from zermelo.core.values import LARGEST_VALUE, UNDECIDED

NUMBERS: Final = (int, np.integer)  # positions that have a range to stay in


class CheckedMove(NamedTuple):
    """A move, where it leads, and what makes of a value there one here: the sign, then the points."""

    move: Move
    child: Position
    sign: int
    gain: int


class CheckedExpansion(NamedTuple):
    """What the rules say of a position: its value where play is over, else the positions that follow.

    `children` come in the order of the moves, or of what dice bring. What is the same at all of them is None.
    """

    end: Any  # an integer, or any number where those are allowed
    moves: list[Move]
    children: list[Position]
    signs: list[int] | None  # None: -1, as everything passes the turn
    gains: list[int] | None  # None: 0, as no move brings points
    probabilities: list[float] | None = None  # of the children, where dice decide

    @property
    def branch_rows(self) -> Iterator[tuple[Move, Position, int, int]]:
        """The parts of branches, for callers that take branches apart at once."""
        return zip(self.moves, self.children, self.signs or repeat(-1), self.gains or repeat(0), strict=False)

    @property
    def branches(self) -> list[CheckedMove]:
        """The moves, one by one."""
        return list(map(CheckedMove._make, self.branch_rows))


_expansion = (
    CheckedExpansion._make
)  # takes a third of the time of Expansion(...), and some rules take no longer


# With dice 1.0 is as good as 1.
VALUE_CHECKS: Final[ByKind[Callable[[Any], bool]]] = ByKind(
    "values that rules may give", is_plain_integer, payoffs=is_plain_integer, dice=lambda _: True
)


class CheckedRules:
    """The rules of a game, to be asked about one position after the other.

    What they raise, and what breaks the contract, is raised as `BadRules`, which names the position. Where no
    position is ever kept in a machine word integers may be of any size, and `bounded` is False; where no
    value is, those at the ends may be any numbers, and `whole` is False.
    """

    def __init__(self, game: Game, *, bounded: bool = True, whole: bool = True) -> None:
        asked: Any = game
        self.game, self.play, self.whole = game, game.play, whole
        self.bounded = NUMBERS if bounded else ()
        self.mover = asked.mover if has(game, "mover") else None
        self.gain = asked.gain if has(game, "gain") else None

    def expand(self, position: Position) -> CheckedExpansion:
        """Return what the rules say of a position."""
        try:
            value = self.game.outcome(position)
            if value == UNDECIDED:
                if thrown := self._expand_chances(position):
                    return thrown
                expansion = self._expand_listed_moves(position, self.game.moves(position))
                if expansion.children:
                    return expansion
                value = self.game.stuck(position)
            return CheckedExpansion(self._require_value_in_range(position, value), [], [], None, None)
        except BaseException as error:
            if must_propagate(error):
                raise
            raise make_rule_error(self.game, position, error) from error

    def moves(self, position: Position) -> list[Move]:
        """Return the moves of a position, none where play is over."""
        try:
            if self.game.outcome(position) != UNDECIDED:
                return []
            return list_moves(self.game, position)
        except BaseException as error:
            if must_propagate(error):
                raise
            raise make_rule_error(self.game, position, error) from error

    def yield_branches(self, position: Position) -> Iterator[CheckedMove]:
        """Yield the branches of a position, each made when it is asked for; none where play is over."""
        with rule_errors_at(self.game, position):
            if self.game.outcome(position) == UNDECIDED:
                for count, move in enumerate(self.game.moves(position)):
                    if count == MOST_MOVES:
                        raise_status_error(self.game, position, MANY)
                    yield from self.expand_moves(position, (move,)).branches

    def expand_moves(self, position: Position, moves: Iterable[Move]) -> CheckedExpansion:
        """Return what comes of these moves of a position."""
        try:
            return self._expand_listed_moves(position, moves)
        except BaseException as error:
            if must_propagate(error):
                raise
            raise make_rule_error(self.game, position, error) from error

    def end(self, position: Position) -> Any:
        """Return the value of a position that has no branches."""
        try:
            return self._require_value_in_range(position, terminal_value(self.game, position))
        except BaseException as error:
            if must_propagate(error):
                raise
            raise make_rule_error(self.game, position, error) from error

    def _expand_listed_moves(self, position: Position, moves: Iterable[Move]) -> CheckedExpansion:
        """Return what comes of moves. One loop: lists made one after the other took a sixth longer."""
        play, gain, is_number = self.play, self.gain, isinstance(position, self.bounded)
        made: list[Move] = []
        children: list[Position] = []
        for move in moves:
            child = play(position, move)
            if is_number and (type(child) is not int or not 0 <= child < 1 << 63):
                self._check_range(position, child)
            made.append(move)
            children.append(child)
            if len(made) > MOST_MOVES:
                raise_status_error(self.game, position, MANY)
        signs = None if self.mover is None else self._list_child_signs(position, children)
        gains = (
            None
            if gain is None
            else [self._require_points_in_range(position, gain(position, move)) for move in made]
        )
        return _expansion((None, made, children, signs, gains, None))

    def _list_child_signs(self, position: Position, children: list[Position]) -> list[int] | None:
        """Return -1 for each child where another player moves, else 1."""
        mover = self.mover
        if mover is None or not children:
            return None
        here = mover(position)
        return [1 if mover(child) == here else -1 for child in children]

    def _expand_chances(self, position: Position) -> CheckedExpansion | None:
        """Return what dice may bring where play is not over, None where no dice are thrown."""
        chances = list_yielded_items(self.game, "chances", self.game.chances(position), position)
        if not chances:
            return None
        children = [child for _, child in chances]
        probabilities = [float(probability) for probability, _ in chances]
        signs = self._list_child_signs(position, children)
        if not (min(probabilities) > 0 and abs(sum(probabilities) - 1) <= SUM_WITHIN):
            raise_status_error(self.game, position, UNEVEN)
        if isinstance(position, self.bounded):
            for child in children:
                if type(child) is not int or not 0 <= child < 1 << 63:
                    self._check_range(position, child)
        return _expansion((None, [], children, signs, None, probabilities))

    def _check_range(self, position: Position, child: Any) -> None:
        """Raise `BadRules` for a number that is no position; any other value may be of another shape."""
        if isinstance(child, Real) and not (isinstance(child, Integral) and 0 <= int(child) < 1 << 63):
            raise_status_error(self.game, position, RANGE)

    def _require_points_in_range(self, position: Position, points: Any) -> int:
        if not -LARGEST_VALUE <= points <= LARGEST_VALUE or points != int(points):
            raise_status_error(self.game, position, VALUE)
        return int(points)

    def _require_value_in_range(self, position: Position, value: Any) -> Any:
        """Return a value that the rules have said, as an integer unless any numbers are allowed."""
        if type(value) is int and -LARGEST_VALUE <= value <= LARGEST_VALUE:
            return value  # as nearly always, and at once
        if not self.whole and isinstance(value, Real) and abs(float(value)) <= LARGEST_VALUE:
            below = math.floor(value)
            return value if value != below else below
        if not VALUE_CHECKS.choose(self.game)(value):
            fault = find_answer_type_fault(self.game, position)
            raise BadRules(f"{self.game!r}: {fault}, at position {describe_position(self.game, position)}")
        if value is None:
            raise_status_error(self.game, position, VALUE)
        return self._require_points_in_range(position, value)


class rule_errors_at:  # noqa: N801  (read as a verb; and a generator in its place takes four times as long)
    """Turn what the rules raise at a position into `BadRules`: `with asking(game, position):`."""

    __slots__ = ("game", "position")

    def __init__(self, game: Game, position: Position) -> None:
        self.game, self.position = game, position

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None and not must_propagate(error):
            raise make_rule_error(self.game, self.position, error) from error


def make_rule_error(game: Game, position: Position, error: BaseException) -> BadRules:
    """Return the error for rules that raised `error` at a position."""
    return BadRules(
        f"{game!r}: the rules raise {describe_error(error)} at position {describe_position(game, position)}"
    )
