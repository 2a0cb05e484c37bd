"""Many positions of a solved game in one request: `POST /-/lookup/GAME`, a list in and arrays out.

A position may be a number, a text as the game shows it, or a list where positions are tuples. What the
solution does not have is marked, not refused: a program that asks for ten thousand wants the others.
"""

import json
from typing import Any, Final

from zermelo import Game
from zermelo.errors import BadParameter, MissingCapability, MissingSolution
from zermelo.rules import is_of_payoffs, read_plain
from zermelo.web.patience import Patience
from zermelo.web.shelf import Shelf

MOST: Final = 10_000  # positions a request
AT_ONCE: Final = 2.0  # seconds that a small game is waited for
TIMES: Final = 3.0  # a page's patience


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
        found = solution.lookup(positions, moves=True, unknown="mark").to_arrow().to_pydict()
    return {
        "game": repr(game),
        "count": len(positions),
        "known": [value is not None for value in found["value"]],
        "values": found["value"],
        "remoteness": found["remoteness"],
        "best": found["best"],
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
