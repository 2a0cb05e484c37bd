"""Check a given encoding against the game, or make a new one."""

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.learn.encoding.game_encoding import GameEncoding, make_encoding


def use_or_make_encoding(
    game: Game, encoding: GameEncoding | None, *, planes: bool, budget: Budget | None = None
) -> GameEncoding:
    """Return `encoding`, or make one; raises `BadParameter` where it is of another game.

    >>> from zermelo.games import Subtraction
    >>> use_or_make_encoding(Subtraction(heap=3), None, planes=False).choices
    3
    """
    if encoding is None:
        return make_encoding(game, planes=planes, budget=budget)
    if encoding.game != game:
        raise BadParameter(f"the encoding is of {encoding.game!r}, not of {game!r}: make another")
    return encoding
