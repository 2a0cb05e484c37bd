"""Heaps as text: whole numbers with blanks between them."""

from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game


def read_heaps(game: Game, text: str) -> list[int]:
    """Return the numbers of `text`, with blanks or commas between them.

    Raises `UnreadablePosition` where a word is no number.
    """
    words = text.strip().strip("()").replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 20):
            raise make_unreadable_heaps_error(game, text, f"{word!r} is no number of stones")
    return [int(word) for word in words]


def make_unreadable_heaps_error(game: Game, text: str, reason: str) -> UnreadablePosition:
    """Return the error with the reason why `text` is no position of `game`, and the start as a model."""
    why = f"{reason}: write it like {game.show(game.start())!r}"
    error = UnreadablePosition(f"{text.strip()!r} is not a position of {game!r}: {why}")
    error.reason = why
    return error
