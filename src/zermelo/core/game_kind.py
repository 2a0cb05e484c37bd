"""The kinds of games, and tables of what depends on the kind.

A game is of one kind, by what its rules declare. What differs between kinds stands in a table, `ByKind`, with
an entry for each kind that needs its own: a function, a limit, a word. So code that serves several kinds asks
for none of them. A new kind is a row of `KINDS`; tables without an entry for it refuse it.
"""

from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeVar

from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, has

T = TypeVar("T")
NO_ENTRY: Final = "not for games with "


class GameKind(NamedTuple):
    """A kind of game: `like` is the kind whose entries serve where a table has none of its own."""

    title: str  # as in "a game with ..."
    fits: Callable[[Game], bool]
    like: str | None = None


class EmptyCell(NamedTuple):
    """A table's entry for a kind that it does not support."""

    reason: str


# A game that fits several rows is of the first.
KINDS: Final = {
    "payoffs": GameKind("payoffs for each player", lambda game: game.has_payoffs),
    "dice_gains": GameKind(
        "dice and points on the way", lambda game: has(game, "chances") and has(game, "gain"), "dice"
    ),
    "dice": GameKind("dice", lambda game: has(game, "chances"), "outcomes"),
    "puzzle": GameKind("one player, who solves it or not", lambda game: game.is_puzzle, "outcomes"),
    "gains": GameKind("points on the way", lambda game: has(game, "gain"), "points"),
    "points": GameKind("points at the end", lambda game: game.scored, "outcomes"),
    "outcomes": GameKind("a win, a draw or a loss", lambda _: True),
}


def find_kind(game: Game) -> str:
    """Return the kind of a game, a key of `KINDS`.

    >>> class Stones(Game): pass
    >>> find_kind(Stones())
    'outcomes'
    """
    for name, kind in KINDS.items():  # as fast as can be: answers of single positions are chosen by it
        if kind.fits(game):
            return name
    raise AssertionError(f"{game!r} is of no kind")


class ByKind(Generic[T]):
    """What depends on the kind of game: the entry of games that are won or lost, and those of other kinds.

    A kind without an entry has that of the kind that it is like.

    Parameters
    ----------
    question : str
        What the entries answer, as a row of the page of kinds.
    outcomes : object or EmptyCell
        Entry of games that are won, drawn or lost, and of kinds that are like them.
    **entries : object or EmptyCell
        Entries of other kinds, by their names in `KINDS`.

    Examples
    --------
    >>> words = ByKind("word for a value", "win", dice="expectation")
    >>> class Stones(Game): pass
    >>> words.choose(Stones()), words.find_entry("dice_gains"), words.find_entry("payoffs")
    ('win', 'expectation', EmptyCell(reason='not for games with payoffs for each player'))
    """

    def __init__(self, question: str, outcomes: T | EmptyCell, **entries: T | EmptyCell) -> None:
        self.question: Final = question
        self._entries: Final = {"outcomes": outcomes, **entries}
        if unknown := self._entries.keys() - KINDS:
            raise ValueError(f"{question}: no kinds of games: {', '.join(unknown)}")

    def find_entry(self, kind: str) -> T | EmptyCell:
        """Return the entry of a kind.

        Parameters
        ----------
        kind : str
            A key of `KINDS`.

        Returns
        -------
        object or EmptyCell
            An empty cell where neither the kind nor one that it is like has an entry.
        """
        name: str | None = kind
        while name is not None:
            if name in self._entries:
                return self._entries[name]
            name = KINDS[name].like
        return EmptyCell(f"{NO_ENTRY}{KINDS[kind].title}")

    def choose(self, game: Game) -> T:
        """Return the entry of a game's kind.

        Parameters
        ----------
        game : Game
            Any game.

        Returns
        -------
        object
            The entry.

        Raises
        ------
        MissingCapability
            If the cell is empty.
        """
        kind = find_kind(game)
        found = self._entries.get(kind)
        if found is None:
            found = self.find_entry(kind)
        if isinstance(found, EmptyCell):
            raise MissingCapability(f"{game!r}: {self.question}: {found.reason}")
        return found
