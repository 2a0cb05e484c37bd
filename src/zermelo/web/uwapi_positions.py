"""Positions as GamesmanUni takes them: text that stands in a URL as it is, whose turn it is, and a lead."""

import re
from typing import Final
from urllib.parse import unquote

from zermelo import Game
from zermelo.errors import UnreadablePosition, ZermeloError
from zermelo.matches import Match
from zermelo.rules import Position, has, is_for_one, position, shown

UNSAFE: Final = re.compile(r"[^A-Za-z0-9 /.,()|*=_~'-]")  # in a URL's query, or in a history of moves
WHERE: Final = re.compile(r"([12])_(.*?)(?:;(-?\d{1,6}))?", re.DOTALL)


def written(match: Match) -> str:
    """Return the last position of a match: whose turn it is, the position, and a lead in points.

    >>> import zermelo
    >>> match = Match(zermelo.game("dao(size=3)"))
    >>> match.play(match.moves()[0])
    >>> written(match)
    '2_X.X/X.O/.OO/O to move'
    """
    text = _said(match.game, match.position, match.mover)
    lead = lead_of(match)
    return f"{match.mover + 1}_{UNSAFE.sub(_escaped, text)}" + (f";{lead}" if lead else "")


def match_at(game: Game, text: str) -> Match:
    """Return a match that begins at a position as `written` writes it. Raises `UnreadablePosition`."""
    found = WHERE.fullmatch(text.strip())
    if found is None:
        raise UnreadablePosition(f"{text[:60]!r} is no position here: write 1_ or 2_, for whose turn it is")
    said = unquote(found[2].replace("!", "%"))
    match = Match(game, [position(game, said)])
    mover = int(found[1]) - 1
    other = has(game, "mover") and match.mover != mover
    if other or (is_for_one(game) and mover) or _contradicts(said, shown(game, match.position, mover)):
        raise UnreadablePosition(f"{text[:60]!r} says that it is {mover + 1}'s turn, which it is not there")
    match.movers[0] = mover
    match.points[0] = (int(found[3] or 0), 0)
    return match


def _contradicts(said: str, text: str) -> bool:
    """Return whether two texts of a position end with who is to move, and name another."""
    ends = [each.rpartition("/")[2] for each in (said, text.replace("\n", "/"))]
    return all(each.endswith(" to move") for each in ends) and ends[0] != ends[1]


def _said(game: Game, where: Position, mover: int) -> str:
    """Return a position on one line that is read as itself: its text, else its number."""
    text = "/".join(shown(game, where, mover).splitlines()).strip()
    try:
        if position(game, text) == where:
            return text
    except ZermeloError:
        pass
    return repr(where)


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"!{byte:02X}" for byte in found[0].encode())


def lead_of(match: Match) -> int:
    """Return by how many points whoever began is ahead."""
    first, second = match.points[-1]
    return first - second
