"""Check the names that a board game defines in its class: refuse misspelled names and useless values.

A game that defines `set_up` would begin empty, and one that defines `zone` would be turned where it must not
be. So these names are checked for misspelling, like capabilities, and their values are checked before
anything is played. A helper called `empty_cells`, or a parameter `cells`, would override that name of the
base class, whose other methods use it. So every name of the base classes that is not listed here is refused.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from zermelo.boards.board import Board
from zermelo.core.capabilities import CAPABILITIES, POSITION, Capability, refuse_misspelled_capabilities
from zermelo.core.errors import BadRules
from zermelo.core.mix_ins import MIX_INS

ATTRIBUTES = (
    Capability("board", None, "the cells and the directions between them"),
    Capability("setup", None, "the start as text"),
    Capability("signs", None, "the signs of the pieces in text"),
    Capability("removed_sign", None, "the sign of a cell that is gone"),
    Capability("extra_bits", None, "the bits of a number beside the pieces"),
    Capability("extra_label", None, "the word before that number in text"),
    Capability("piece_styles", None, "what each sign is drawn as"),
    Capability("zones", None, "sets of cells that symmetries leave where they are"),
    Capability(
        "symmetries_kept_by_rules",
        None,
        "the turns of the board that are symmetries: for each, where every cell goes",
    ),
    Capability("bits_per_cell", None, "the bits of a cell, where marks hold more than the kinds of pieces"),
    Capability("wide", None, "whether a position is several words, as it is where one word is too short"),
    Capability("most_in_hand", None, "of `Reserves`: for each kind, how many pieces a player can hold"),
    Capability("hand_at_start", None, "of `Reserves`: for each kind, how many both hold at the start"),
    Capability("counts", None, "of `IndexedPieces`: the pairs of numbers of pieces that occur"),
)
HOOKS = (  # what a game may override, calling the base method by `super()`
    Capability("notes", POSITION, "the lines below the board"),
    Capability("cell_signs", POSITION, "the sign of each cell on which something stands"),
)
INDEX = frozenset(["size", "rank", "unrank"])  # capabilities that belong together in the base classes
FREE = (CAPABILITIES.keys() - INDEX) | {each.name for each in (*ATTRIBUTES, *HOOKS)}


def check_declared_names(cls: type) -> None:
    """Raise `BadRules` where a board game misspells a name, overrides a base one, or has a useless value."""
    said: Any = cls
    name = cls.__name__
    if not _is_computed_attribute(said.signs) and len(said.signs) % 2:
        raise BadRules(f"{name}.signs={said.signs!r} has an odd number of signs: give both players as many")
    if not isinstance(said.setup, str) and not _is_computed_attribute(said.setup):
        raise BadRules(f"{name}.setup={said.setup!r} is no text: write rows with / between, as in 'X../..O'")
    if not isinstance(said.board, Board) and not _is_computed_attribute(said.board):
        raise BadRules(
            f"{name}.board={said.board!r} is no board: make one with squares(), hexagon(), points() or "
            "others of zermelo.boards, or leave it out, and setup says how many squares there are"
        )
    _check_hand_sizes(cls, said)
    kit = [base for base in cls.__mro__ if base.__module__.startswith(f"{__package__}.")]
    asked = [each for each in (*ATTRIBUTES, *HOOKS) if any(each.name in base.__dict__ for base in kit)]
    refuse_misspelled_capabilities(cls, kit[0], asked)
    if cls not in kit:
        _refuse_reserved_names(cls, kit)


def _refuse_reserved_names(cls: type, kit: Sequence[type]) -> None:
    """Raise `BadRules` where a class defines a name that methods of the base classes use."""
    own = [base for base in cls.__mro__ if base not in kit and base not in MIX_INS]
    said = {field.name for field in dataclasses.fields(cls)}.union(*(base.__dict__ for base in own))
    known = {name: base for base in reversed(kit) for name in base.__dict__ if not name.startswith("__")}
    for name in sorted(said & known.keys() - FREE):
        owner = next((base for base in own if name in base.__dict__), cls)
        written = f"{name}()" if callable(getattr(known[name], name)) else name
        raise BadRules(
            f"{owner.__name__} defines {name}, and {known[name].__name__} has {written} for itself: give "
            f"yours another name. Those of the kit that are free are {', '.join(sorted(known.keys() & FREE))}"
        )


def _check_hand_sizes(cls: type, said: Any) -> None:
    """Raise `BadRules` where players of `Reserves` begin with more than they can hold."""
    most, begin = getattr(said, "most_in_hand", ()), getattr(said, "hand_at_start", ())
    if _is_computed_attribute(most) or _is_computed_attribute(begin) or not hasattr(said, "hands"):
        return
    for word, counts in (("most_in_hand", most), ("hand_at_start", begin)):
        if not isinstance(counts, tuple) or not all(isinstance(each, int) and each >= 0 for each in counts):
            raise BadRules(
                f"{cls.__name__}.{word}={counts!r} is no tuple of numbers: write one for each kind of piece, "
                f"as in {word} = (2,)"
            )
    for kind, (held, limit) in enumerate(zip_longest(begin, most, fillvalue=0)):
        if held > limit:
            raise BadRules(
                f"{cls.__name__}.hand_at_start={begin!r} gives each player {held} pieces of kind {kind}, and "
                f"most_in_hand={most!r} lets a player hold {limit}: raise that, or lower hand_at_start"
            )


def _is_computed_attribute(value: object) -> bool:
    """Return whether an attribute of a class is computed for each game, like a property."""
    return hasattr(value, "__get__")


def validate_zones(game: Any, zones: Iterable[Any]) -> list[int]:
    """Return the zones of a game; raise `BadRules` where one is not a set of cells of its board.

    >>> from zermelo.boards import BoardGame
    >>> class Race(BoardGame):
    ...     setup = "X../..O"
    ...     zones = ("a1",)
    >>> validate_zones(Race(), Race.zones)
    Traceback (most recent call last):
        ...
    zermelo.core.errors.BadRules: race(): zones has 'a1', ...
    """
    remedy = (
        f"write sets of cells of its board, as in zones = (self.board.cells_named({game.board.names[0]!r}),)"
    )
    if not isinstance(zones, Iterable) or isinstance(zones, str):
        raise BadRules(f"{game!r}: zones is {zones!r}, which is not several: {remedy}")
    found = []
    for zone in zones:
        if not isinstance(zone, int) or zone & ~game.full:
            raise BadRules(f"{game!r}: zones has {zone!r}, which is no set of cells of its board: {remedy}")
        found.append(zone)
    return found


def make_shared_cell_error(game: Any, cell: int) -> BadRules:
    """Return the error for pieces of both players on one cell."""
    first, second = game.signs[0], game.signs[len(game.signs) // 2]
    return BadRules(
        f"{game!r}: {first} and {second} both stand on {game.board.names[cell]}: take one off, as in "
        "theirs & ~mine, or, where that means that the cell is gone, give it a sign, as in gone = '#'"
    )
