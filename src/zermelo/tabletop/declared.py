"""What a game of the kit says in its class, and what is refused there: a name nearly right, a useless value.

A game that says `set_up` would begin empty, one that says `zone` would be turned where it must not be. So
these names are held against misspelling as capabilities are, and what stands under them is looked at
before anything is played.
"""

from collections.abc import Iterable
from typing import Any

from zermelo.core.capabilities import Capability, refuse_misspelled
from zermelo.core.errors import BadRules
from zermelo.tabletop.board import Board

ATTRIBUTES = (
    Capability("board", None, "the cells and the ways between them"),
    Capability("setup", None, "the start as text"),
    Capability("signs", None, "the signs of the men in text"),
    Capability("gone", None, "the sign of a cell that is gone"),
    Capability("called", None, "the players' names in text"),
    Capability("more_bits", None, "the bits of a number beside the men"),
    Capability("more_called", None, "the word before that number in text"),
    Capability("looks", None, "what each sign is drawn as"),
    Capability("zones", None, "sets of cells that symmetries leave where they are"),
    Capability("kept_turns", None, "the turns of the board that are symmetries"),
)


def check_declared(cls: type) -> None:
    """Raise `BadRules` where a class of the kit misspells what it says, or says what is of no use."""
    said: Any = cls
    name = cls.__name__
    if not _is_asked(said.signs) and len(said.signs) % 2:
        raise BadRules(f"{name}.signs={said.signs!r} has an odd number of signs: give both players as many")
    if not isinstance(said.setup, str) and not _is_asked(said.setup):
        raise BadRules(f"{name}.setup={said.setup!r} is no text: write rows with / between, as in 'X../..O'")
    if not isinstance(said.board, Board) and not _is_asked(said.board):
        raise BadRules(
            f"{name}.board={said.board!r} is no board: make one with squares(), hexagon(), points() or "
            "others of zermelo.boards, or leave it out, and setup says how many squares there are"
        )
    kit = next(base for base in cls.__mro__ if base.__module__.startswith(f"{__package__}."))
    refuse_misspelled(cls, kit, ATTRIBUTES)


def _is_asked(value: object) -> bool:
    """Return whether what a class has is asked of each game, as properties are."""
    return hasattr(value, "__get__")


def checked_zones(game: Any, zones: Iterable[Any]) -> list[int]:
    """Return the zones of a game; raise `BadRules` where one is not a set of cells of its board.

    >>> from zermelo.boards import BoardGame
    >>> class Race(BoardGame):
    ...     setup = "X../..O"
    ...     zones = ("a1",)
    >>> checked_zones(Race(), Race.zones)
    Traceback (most recent call last):
        ...
    zermelo.core.errors.BadRules: race(): zones has 'a1', ...
    """
    remedy = f"write sets of cells of its board, as in zones = (self.board.named({game.board.names[0]!r}),)"
    if not isinstance(zones, Iterable) or isinstance(zones, str):
        raise BadRules(f"{game!r}: zones is {zones!r}, which is not several: {remedy}")
    found = []
    for zone in zones:
        if not isinstance(zone, int) or zone & ~game.full:
            raise BadRules(f"{game!r}: zones has {zone!r}, which is no set of cells of its board: {remedy}")
        found.append(zone)
    return found


def said_of_both(game: Any, cell: int) -> BadRules:
    """Return the error that says that men of both players stand on one cell."""
    first, second = game.signs[0], game.signs[len(game.signs) // 2]
    return BadRules(
        f"{game!r}: {first} and {second} both stand on {game.board.names[cell]}: take one off, as in "
        "theirs & ~mine, or, where that means that the cell is gone, give it a sign, as in gone = '#'"
    )
