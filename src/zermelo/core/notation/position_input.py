"""Positions and moves as people give them: texts, any kind of integer, a list or an array for a tuple.

Wherever a position or a move is asked for, these read it. What cannot be one is refused here, so that
"not reachable" is said only of what is a position.
"""

import operator
import re
from collections.abc import Sequence
from numbers import Integral
from typing import Any

from zermelo.core.errors import IllegalMove, UnreadablePosition, quote
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_codec import (
    LARGEST,
    START,
    encode,
    find_position_fault,
    get_position_types,
)
from zermelo.core.notation.position_notation import NUMBER, read_position_notation
from zermelo.core.rule_queries import moves_at

DECORATION = "x= "  # signs that do not distinguish moves, anywhere in a name
DASHES = re.compile(r"(?<=\w) *[-\u2013\u2212] *(?=\w)")  # and those that do so between two cells
LAST_SIGNS = "+#!? "  # and those that do so at its end: before it, `?` asks for something else
MOST_NAMED = 12  # moves that an error names


def as_position(game: Game, given: Any = START, start: Any = START) -> Position:
    """Return the position that is meant: the first start for `START`, else a text or a value read.

    None is the start too, where it is no position of the game. Integers of any kind are one (truth values
    are none), lists and arrays are tuples, and what has the fields of a NamedTuple becomes one where
    positions are such. Raises `UnreadablePosition`.

    >>> from zermelo.games.heaps.nim import Nim
    >>> as_position(Nim(heaps=(3, 4)), "2 1")
    10
    """
    start = next(iter(game.starts())) if start is START else start
    if given is START:
        return start
    if type(given) is int and type(start) is int and 0 <= given < LARGEST:
        return given
    types = get_position_types(game)
    if not types.kinds:
        types.record_types(start)
    if given is None:
        return None if types.has_type(type(None)) else start
    if isinstance(given, str):
        if not has(game, "parse"):
            types.record_sampled_types()  # a text may be a position, though the start is none
        return given if types.has_met_type(str) else read_position(game, start, given)
    return _convert_to_position(game, given)


def _convert_to_position(game: Game, given: Any) -> Position:
    """Return a value as the rules write it; more positions are looked at before it is refused."""
    types = get_position_types(game)
    for look_further in (types.record_sampled_types, types.record_all_types, None):
        reason = ""
        try:
            found = types.convert_to_met_types(given)
            reason = find_position_fault(found)
            if type(found) is int and not 0 <= found < LARGEST:
                reason = _position_kinds_text(game)
            if not reason and types.has_met_type(type(found)):
                return found
        except ValueError as error:
            reason = str(error)
        if look_further is None or types.has_only_type(int):
            break
        look_further()
    raise _make_unreadable_position_error(
        game, given, reason if types.has_met_type(type(given)) and reason else _position_kinds_text(game)
    )


def _position_kinds_text(game: Game) -> str:
    """Return the kinds of positions that a game has, in the words of an error."""
    names = {int: "integers, 0 <= p < 2**63", type(None): "None", bool: "truth values", str: "texts"}
    names |= {tuple: "tuples", frozenset: "frozensets", float: "floating-point numbers", bytes: "bytes"}
    types = get_position_types(game)
    kinds = types.kinds[()]
    said = sorted(names.get(kind, kind.__name__) for kind in kinds)
    if kinds == {tuple} and all(found == {int} for place, found in types.kinds.items() if len(place) == 1):
        said = ["tuples of integers"]
    return f"positions of this game are {' or '.join(said)}{'' if str in kinds else ', or texts'}"


def position_to_json(position: object) -> object:
    """Return a position or a payoff as JSON can write it.

    Parameters
    ----------
    position : Position
        A position of any game, or a payoff.

    Returns
    -------
    object
        Tuples as lists; what JSON cannot write, as the text that a game reads back.
    """
    if isinstance(position, bool | int | float | str) or position is None:
        return position
    if isinstance(position, Integral):  # as NumPy has them
        return int(position)
    if _is_json_value(position):
        return [position_to_json(each) for each in position]  # type: ignore[attr-defined]
    try:
        return encode(position)
    except ValueError:  # a payoff: several numbers, maybe fractions
        return [position_to_json(each) for each in position] if type(position) is tuple else str(position)


def _is_json_value(thing: object) -> bool:
    """Return whether a value consists of lists, plain tuples, numbers and texts, which JSON has."""
    if type(thing) is tuple or isinstance(thing, list):
        return all(map(_is_json_value, thing))
    return isinstance(thing, int | float | str | Integral) or thing is None


def _convert_to_integer(value: Any) -> int | None:
    """Return an integer of any kind as Python's own; None for what is none."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def read_position(game: Game, start: Position, text: str) -> Position:
    """Return the position that a text writes.

    As `core.notation.position_codec` does, or as the game shows it.

    Raises `UnreadablePosition`.
    """
    encoded = _decode_text(game, start, text)
    if encoded is not START and not has(game, "parse"):
        return encoded
    return read_position_notation(game, start, text, encoded, find_move)


def _decode_text(game: Game, start: Position, text: str) -> Any:
    """Return the number or the value that a text writes, `START` where it writes none of this game.

    What has a `parse` is checked by that; a game without one takes every value of its kinds.
    """
    types = get_position_types(game)
    if type(start) is str:
        return START
    if type(start) is int and NUMBER.fullmatch(text.strip()):
        return int(text) if has(game, "parse") else _convert_to_position(game, int(text))
    try:
        found = types.decode(text)
    except ValueError:
        return START
    if type(found) is tuple and isinstance(start, tuple):
        return found if has(game, "parse") and type(start) is tuple else _convert_to_position(game, found)
    return found if types.has_met_type(type(found)) and type(found) is not int else START


def _make_unreadable_position_error(game: Game, given: Any, reason: str) -> UnreadablePosition:
    return UnreadablePosition(
        f"{quote(given)} is not a position of {game!r} ({reason}): "
        "write it as `zermelo show` does, or as a number"
    )


def as_move(game: Game, position: Position, given: Move) -> Move:
    """Return the move that is meant: a move, its name, or its name without signs and capitals.

    Else the one that begins so. The first way that finds just one move is taken. Raises `IllegalMove`, which
    names the choices where there are several, all of them.

    >>> from zermelo.games.heaps.nim import Nim
    >>> nim = Nim(heaps=(1, 2))
    >>> nim.name(nim.start(), as_move(nim, nim.start(), "2 From Heap 2"))
    '2 from heap 2'
    >>> nim.name(nim.start(), as_move(nim, nim.start(), "2"))
    '2 from heap 2'
    """
    found = find_move(game, position, given)
    if found is not None:
        return found
    begun = find_move_by_prefix(game, position, given)
    if begun is not None:
        return begun
    names = [game.name(position, move) for move in moves_at(game, position)]
    shown = "/".join(game.show(position).splitlines())
    raise IllegalMove(f"{quote(given)} is no move at {shown}: moves are {moves_for_message(names, given)}")


def find_move_by_prefix(game: Game, position: Position, given: Any) -> Move | None:
    """Return the one move whose name begins as was typed, None where none does.

    Raises `IllegalMove` where several do, and names them all.
    """
    if not isinstance(given, str):
        return None
    moves = moves_at(game, position)
    names = [game.name(position, move) for move in moves]
    begun = [place for place, name in enumerate(names) if _has_prefix(name, given)]
    if len(begun) > 1:
        named = ", ".join(names[place] for place in begun)
        raise IllegalMove(f"{quote(given)} may be each of {named}: write more of it")
    return moves[begun[0]] if begun else None


def moves_for_message(names: Sequence[str], given: Any) -> str:
    """Return the moves that an error names: those that begin as what was typed does, or the first of them.

    >>> moves_for_message(["Ka1", "Kb1", "Qa4", "Qa5"], "Kh8")
    'Ka1, Kb1 and 2 others'
    """
    left = len(names) - MOST_NAMED
    first = ", ".join(names[:MOST_NAMED]) or "none, the game is over"
    return moves_with_prefix(names, given) or first + (f" and {left:,} others" if left > 0 else "")


def moves_with_prefix(names: Sequence[str], given: Any) -> str:
    """Return all moves that begin as what was typed does, none left out, and how many others there are."""
    found = [name for name in names if isinstance(given, str) and _has_prefix(name, given.strip()[:1])]
    left = len(names) - len(found)
    others = f" and {left:,} other{'s' if left > 1 else ''}" if left else ""
    return ", ".join(found) + others if found else ""


def _has_prefix(name: str, given: str) -> bool:
    """Return whether a move's name begins as what was typed, whatever the signs and capitals."""
    typed = _strip_move_decoration(given).casefold()
    return bool(typed.strip()) and _strip_move_decoration(name).casefold().startswith(typed)


def find_move(game: Game, position: Position, given: Any) -> Move | None:
    """Return the move that is meant, like `as_move`, or None: a prompt then reads it otherwise.

    Raises `IllegalMove` where a name may be each of several.
    """
    moves = moves_at(game, position)
    for move in moves:
        if type(move) is type(given) and move == given:
            return move
    if isinstance(given, str):
        names = [game.name(position, move) for move in moves]
        for plain in (
            str,
            _strip_move_decoration,
            str.casefold,
            lambda name: _strip_move_decoration(name).casefold(),
        ):
            found = [place for place, name in enumerate(names) if plain(name) == plain(given.strip())]
            if len(found) == 1:
                return moves[found[0]]
            if found:
                named = ", ".join(names[place] for place in found)
                raise IllegalMove(f"{quote(given)} may be each of {named}: write the whole name")
        return None
    whole = _convert_to_integer(given)
    return whole if whole is not None and whole in moves else None


def _strip_move_decoration(name: str) -> str:
    plain = DASHES.sub("", name.strip()).rstrip(LAST_SIGNS)
    return plain.translate(dict.fromkeys(map(ord, DECORATION))) or name
