"""Boards as text: rows from the top, on lines of their own or, for a command line, with `/` between."""

from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game


def split_rows(text: str) -> list[str]:
    """Return the rows of a text board, without the blanks around them."""
    rows = [row.strip() for row in text.strip().replace("/", "\n").split("\n")]
    return [row for row in rows if row]


def unreadable(game: Game, text: str, reason: str, remedy: str) -> UnreadablePosition:
    """Return the error that says why `text` is no position of `game`, on one line."""
    return UnreadablePosition(
        f"{'/'.join(split_rows(text))!r} is not a position of {game!r}: {reason}: {remedy}"
    )
