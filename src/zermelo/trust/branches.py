"""What the rules say of one position: its branches, or its value where it has none.

For methods in plain Python that walk a game tree vertex by vertex. Whatever breaks the contract is named with
the position where it did.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.core.errors import BadRules, ZermeloError, said_by
from zermelo.core.game import Game, Move, Position
from zermelo.core.rules import end_at, gained, goes_on
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.kernels import MANY, MOST_MOVES, RANGE, VALUE
from zermelo.trust.faults import raise_fault, say_position
from zermelo.trust.soundness import is_whole, kind_fault


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


def expand(game: Game, position: Position) -> Expansion:
    """Ask the rules about a position; raises `BadRules` where they raise or break the contract."""
    with asking(game, position):
        branches = tuple(branches_of(game, position))
        return Expansion(None if branches else end_of(game, position), branches)


def branches_of(game: Game, position: Position) -> Iterator[Branch]:
    """Yield the branches of a position, each made when it is asked for; none where play is over.

    What the rules raise is passed on: see `asking`.
    """
    if game.outcome(position) != UNDECIDED:
        return
    for count, move in enumerate(game.moves(position), 1):
        yield _branch(game, position, move)
        if count > MOST_MOVES:
            raise_fault(game, position, MANY)


def end_of(game: Game, position: Position) -> int:
    """Return the value of a position that has no branches."""
    value = end_at(game, position)
    if not is_whole(value):
        raise BadRules(f"{game!r}: {kind_fault(game, position)}, at position {say_position(game, position)}")
    if not -LARGEST_VALUE <= value <= LARGEST_VALUE:
        raise_fault(game, position, VALUE)
    return int(value)


def _branch(game: Any, position: Position, move: Move) -> Branch:
    child = game.play(position, move)
    if isinstance(position, int) and not (isinstance(child, int) and 0 <= child < 1 << 63):
        raise_fault(game, position, RANGE)
    gain = gained(game, position, move)
    if not -LARGEST_VALUE <= gain <= LARGEST_VALUE or gain != int(gain):
        raise_fault(game, position, VALUE)
    return Branch(move, child, 1 if goes_on(game, position, child) else -1, int(gain))


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
