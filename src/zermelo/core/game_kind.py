"""The kind of a game, and tables of what depends on it.

A game is of one kind, by what its rules declare. What differs between kinds stands in a table, `ByKind`, with
an entry for each kind that needs its own: a function, a limit, a word. So code that serves several kinds asks
for none of them, and a new kind of game is a new entry.
"""

from enum import Enum
from typing import Final, Generic, TypeVar

from zermelo.core.game import Game, has

T = TypeVar("T")


class GameKind(Enum):
    """The kinds of games; a game that fits several is of the first."""

    PAYOFFS = "each player's payoff"
    DICE = "expectations, as dice decide"
    PUZZLE = "whether one player solves it"
    POINTS = "points"
    OUTCOMES = "win, draw or loss"


def find_kind(game: Game) -> GameKind:
    """Return the kind of a game.

    >>> class Stones(Game): pass
    >>> find_kind(Stones())
    <GameKind.OUTCOMES: 'win, draw or loss'>
    """
    if game.has_payoffs:
        return GameKind.PAYOFFS
    if has(game, "chances"):
        return GameKind.DICE
    if game.is_puzzle:
        return GameKind.PUZZLE
    return GameKind.POINTS if game.scored else GameKind.OUTCOMES


class ByKind(Generic[T]):
    """What depends on the kind of game: `default`, and what kinds of games have instead.

    >>> words = ByKind("win", dice="expectation")
    >>> class Stones(Game): pass
    >>> words.choose(Stones())
    'win'
    """

    def __init__(self, default: T, **entries: T) -> None:
        self._default: Final = default
        self._entries: Final = {GameKind[name.upper()]: entry for name, entry in entries.items()}

    def choose(self, game: Game) -> T:
        """Return the entry for a game's kind."""
        return self._entries.get(find_kind(game), self._default)
