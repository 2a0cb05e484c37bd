"""Many positions of a solved game in one request: `POST /-/lookup/GAME`, a list in and arrays out.

A position may be a number, a text as the game shows it, or a list where positions are tuples. What the
solution does not have is marked, not refused: a program that asks for ten thousand wants the others.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from zermelo import Game, Solution
from zermelo.errors import (
    BadParameter,
    MissingCapability,
    MissingSolution,
    UnknownPosition,
    UnreadablePosition,
    ZermeloError,
)
from zermelo.rules import is_of_payoffs, read_plain
from zermelo.web.patience import Patience
from zermelo.web.shelf import Shelf

MOST: Final = 10_000  # positions a request
AT_ONCE: Final = 2.0  # seconds that a small game is waited for
TIMES: Final = 3.0  # a page's patience


class Found(NamedTuple):
    """Answers by the places of the positions; where `known` is false the others say None, or nothing."""

    values: Sequence[float | None]
    remoteness: Sequence[int | None]
    known: Sequence[bool]
    best: Sequence[Sequence[str]]  # names of moves


def answer(game: Game, body: bytes, shelf: Shelf, patience: Patience) -> dict[str, Any]:
    """Return what a request is answered with.

    Raises `BadParameter` for a body that is no list, or too long a one, `MissingSolution` where the game is
    not solved, `MissingCapability` for payoffs.
    """
    positions = read_positions(body)
    if is_of_payoffs(game):
        raise MissingCapability(f"{game!r} has payoffs: ask for one position, by its address with .json")
    solution = shelf.find(game, wait=AT_ONCE).solution
    if solution is None:
        raise MissingSolution(f"{game!r} is not solved: open its page, or run `zermelo solve`")
    with patience.watching(f"{len(positions):,} positions of {game!r}", TIMES * patience.seconds):
        found = look_up(solution, positions)
    return {
        "game": repr(game),
        "count": len(positions),
        "known": list(found.known),
        "values": list(found.values),
        "remoteness": list(found.remoteness),
        "best": [list(names) for names in found.best],
        "values_only": solution.summary.values_only,
    }


def read_positions(body: bytes) -> list[Any]:
    """Return the positions that a body lists, as JSON has them.

    >>> read_positions(b'[0, "X../.../...", [1, 2]]')
    [0, 'X../.../...', (1, 2)]
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadParameter("the body is no JSON: send a list of positions, numbers or texts") from error
    if not isinstance(found, list):
        raise BadParameter("the body is no list: send a list of positions, numbers or texts")
    if len(found) > MOST:
        raise BadParameter(f"{len(found):,} positions are asked for at once: {MOST:,} at most")
    return [read_plain(each) for each in found]


def look_up(solution: Solution, positions: Iterable[Any]) -> Found:
    """Return the answers of positions, in their order."""
    met: dict[Any, Any] = {}  # by kind, too: True is 1 in a dictionary
    rows = []
    for position in positions:
        key = type(position), repr(position)
        if key not in met:
            met[key] = _answer(solution, position)
        rows.append(met[key])
    return Found(*zip(*rows, strict=True)) if rows else Found((), (), (), ())


def _answer(solution: Solution, position: Any) -> tuple[float | None, int | None, bool, list[str]]:
    unknown: tuple[None, None, bool, list[str]] = (None, None, False, [])
    if not isinstance(position, int | str | tuple) or isinstance(position, bool):
        return unknown
    try:
        found = solution.value(position)
        return found.value, found.remoteness, True, [move.name for move in solution.best(position)]
    except (UnknownPosition, UnreadablePosition):
        return unknown
    except ZermeloError:
        raise
    except Exception:  # rules that are asked about what is no position of theirs may raise anything
        return unknown
