"""Questions to the rules about one position, which all packages use.

They are asked as they are: what they raise is raised, and what breaks the contract is not noticed, but for
moves without an end. Where the rest must be named, with the position, see `compiler.guards.checked_rules`.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from zermelo.core.errors import BadRules, quote
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.values import UNDECIDED, Answer, answer_from, list_value_counts

T = TypeVar("T")
MOST_MOVES: Final = 1 << 20  # past this many moves in one position, `moves` is taken not to end


def is_finished(game: Game, position: Position) -> bool:
    """Return whether the rules end play at a position; a position without moves is another question."""
    return bool(game.outcome(position) != UNDECIDED)


def moves_at(game: Game, position: Position) -> list[Move]:
    """Return the moves at a position, none where play is over."""
    return [] if is_finished(game, position) else list_moves(game, position)


def list_moves(game: Game, position: Position) -> list[Move]:
    """Return what `moves` yields where play goes on; raise `BadRules` where that does not end."""
    return _list_yielded(game, "moves", game.moves(position), position)


def chances_at(game: Game, position: Position) -> list[tuple[float, Position]]:
    """Return the probabilities and positions after a throw; none where there is no throw or play is over."""
    if is_finished(game, position):
        return []
    return _list_yielded(game, "chances", game.chances(position), position)


def is_chance_position(game: Game, position: Position) -> bool:
    """Return whether dice decide at a position where play is not over."""
    return any(True for _ in game.chances(position))


def iterate_answer(game: Game, method: str, items: Iterable[T]) -> Iterator[T]:
    """Return an iterator over a method's answer; raise `BadRules` where it is nothing to iterate over."""
    try:
        return iter(items)
    except TypeError:
        fault = describe_wrong_answer(game, method, items, "yield each of them, or return a list")
        raise BadRules(f"{game!r}: {fault}") from None


def describe_wrong_answer(game: Game, method: str, answer: object, remedy: str) -> str:
    """Return that a method of the rules returns what it should not, where it is written, and what to do."""
    code = getattr(getattr(type(game), method, None), "__code__", None)
    where = "" if code is None else f" ({Path(code.co_filename).name} line {code.co_firstlineno})"
    return f"{method}(){where} returns {answer!r}: {remedy}"


def _list_yielded(game: Game, method: str, items: Iterable[T], position: Position) -> list[T]:
    found = list(islice(iterate_answer(game, method, items), MOST_MOVES + 1))
    if len(found) > MOST_MOVES:
        raise BadRules(
            f"{game!r}: {method}() does not end at position {quote(position)}: more than {MOST_MOVES:,}; "
            "add the missing bound"
        )
    return found


def terminal_value(game: Game, position: Position) -> int:
    """Return what a position without moves is worth to its mover."""
    value = game.outcome(position)
    return game.stuck(position) if value == UNDECIDED else value


def value_if_over(game: Game, position: Position) -> int | None:
    """Return what a position is worth to its mover where play is over there, None where it goes on."""
    value = game.outcome(position)
    if value != UNDECIDED:
        return value
    return None if any(True for _ in game.moves(position)) else game.stuck(position)


def keeps_turn(game: Any, position: Position, child: Position) -> bool:
    """Return whether the mover of a position moves again after a move that leads to `child`."""
    return has(game, "mover") and bool(game.mover(position) == game.mover(child))


def points_of_move(game: Any, position: Position, move: Move) -> int:
    """Return the points that a move brings its mover, 0 where the game counts none on the way."""
    return game.gain(position, move) if has(game, "gain") else 0


def answer_from_record(game: Game, value: float, remoteness: int) -> Answer:
    """Return the answer of a game's record: where moves bring points it counts those still to come."""
    return ANSWERS.choose(game)(value, remoteness, game.scored)


def list_future_points_note(game: Game) -> list[str]:
    """Return the note that values of games with `gain` need, as the only line or none."""
    return NOTES.choose(game)


_TO_COME: Final = partial(answer_from, to_come=True)
ANSWERS: Final[ByKind[Callable[..., Answer]]] = ByKind(
    "what a record says",
    answer_from,
    dice_gains=_TO_COME,
    puzzle=partial(answer_from, alone=True),
    gains=_TO_COME,
)
# Where play begins no points were gained before: the value is the final result.
START_ANSWERS: Final[ByKind[Callable[..., Answer]]] = ByKind(
    "what a record says of a start", answer_from, puzzle=partial(answer_from, alone=True)
)
_COUNT_POINTS: Final = partial(list_value_counts, alone=False, to_come=True)
VALUE_COUNTS: Final = ByKind(
    "how many positions have which value",
    partial(list_value_counts, alone=False, to_come=False),
    dice_gains=_COUNT_POINTS,
    puzzle=partial(list_value_counts, alone=True, to_come=False),
    gains=_COUNT_POINTS,
)
_NOTE: Final = ["(points still to come, the mover's minus the other's; the final result adds those so far)"]
NOTES: Final = ByKind[list[str]]("note below values", [], dice_gains=_NOTE, gains=_NOTE)
