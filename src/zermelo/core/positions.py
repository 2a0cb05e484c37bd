"""Positions and moves as people give them: texts, any kind of integer, a list or an array for a tuple.

Wherever a position or a move is asked for, these two read it. What cannot be one is refused here, so that
"not reachable" is said only of what is a position.
"""

import operator
from typing import Any

from zermelo.core.errors import IllegalMove, UnreadablePosition, ZermeloError
from zermelo.core.game import Game, Move, Position
from zermelo.core.literals import read_literal

LARGEST = 1 << 63
DECORATION = "+#x!?= "  # signs that say more of a move than which it is
MOST_NAMED = 12  # moves that an error names


def as_position(game: Game, given: Any, start: Position | None = None) -> Position:
    """Return the position that somebody means: the first start for None, else a text or a number read.

    Integers of any kind are one (truth values are none), and sequences of them where positions are tuples.
    Raises `UnreadablePosition`.

    >>> from zermelo.games.nim import Nim
    >>> as_position(Nim(heaps=(3, 4)), "2 1")
    10
    """
    start = next(iter(game.starts())) if start is None else start
    if given is None:
        return start
    if isinstance(given, str) and not isinstance(start, str):
        given = _read(game, start, given)
    if isinstance(start, bool):
        return given
    if isinstance(start, int):
        found = _whole(given)
        if found is None or not 0 <= found < LARGEST:
            raise _refused(game, given, "positions of this game are integers, 0 <= p < 2**63, or texts")
        return found
    if isinstance(start, tuple) and all(type(word) is int for word in start):
        listed = given.tolist() if hasattr(given, "tolist") else given
        words = [_whole(word) for word in listed] if isinstance(listed, list | tuple) else [None]
        if None in words:
            raise _refused(game, given, "positions of this game are tuples of integers, or texts")
        return tuple(words)
    return given


def _whole(value: Any) -> int | None:
    """Return an integer of any kind as Python's own; None for what is none."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def _read(game: Game, start: Position, text: str) -> Position:
    """Return the position that a text writes, as a number, a tuple or as the game shows it."""
    if isinstance(start, int):
        try:
            return int(text)
        except ValueError:
            pass
    if isinstance(start, tuple):
        try:
            found = read_literal(text.strip())
        except ValueError:
            found = None
        if isinstance(found, tuple):
            return found
    try:
        return game.parse(text.replace("\\n", "\n"))
    except ZermeloError:
        raise
    except Exception as error:
        raise _refused(game, text, " ".join(str(error).split())) from error


def _refused(game: Game, given: Any, reason: str) -> UnreadablePosition:
    return UnreadablePosition(
        f"{given!r} is not a position of {game!r} ({reason}): write it as `zermelo show` does, or as a number"
    )


def as_move(game: Game, position: Position, given: Any) -> Move:
    """Return the move that somebody means: a move, its name, or its name without signs and capitals.

    The first way that finds just one move is taken. Raises `IllegalMove`, which names the choices where there
    are several.

    >>> from zermelo.games.nim import Nim
    >>> nim = Nim(heaps=(1, 2))
    >>> nim.name(nim.start(), as_move(nim, nim.start(), "2 From Heap 2"))
    '2 from heap 2'
    """
    moves = list(game.moves(position))
    for move in moves:
        if type(move) is type(given) and move == given:
            return move
    if isinstance(given, str):
        names = [game.name(position, move) for move in moves]
        for plain in (str, _undecorated, str.casefold, lambda name: _undecorated(name).casefold()):
            found = [place for place, name in enumerate(names) if plain(name) == plain(given.strip())]
            if len(found) == 1:
                return moves[found[0]]
            if found:
                named = ", ".join(names[place] for place in found)
                raise IllegalMove(f"{given!r} may be each of {named}: write the whole name")
    else:
        whole = _whole(given)
        if whole is not None and whole in moves:
            return whole
    named = ", ".join([game.name(position, move) for move in moves[:MOST_NAMED]]) or "none, the game is over"
    more = f" and {len(moves) - MOST_NAMED:,} others" if len(moves) > MOST_NAMED else ""
    shown = "/".join(game.show(position).splitlines())
    raise IllegalMove(f"{given!r} is no move at {shown}: moves are {named}{more}")


def _undecorated(name: str) -> str:
    return name.translate(dict.fromkeys(map(ord, DECORATION))) or name
