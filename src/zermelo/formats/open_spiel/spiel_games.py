"""A game of OpenSpiel as one of this library."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from zermelo.formats.open_spiel.spiel_registration import register

if TYPE_CHECKING:
    from zermelo.formats.open_spiel.spiel_import import OpenSpiel

register()


def open_spiel_game(text: str, key: str | Callable[[Any], Hashable] | None = None) -> "OpenSpiel":
    """Return OpenSpiel's game of this text, such as `breakthrough(rows=5,columns=3)`.

    `key` is a name of `STATE_KEYS` or a function from a state to any hashable; the player to move is added to
    it. Two states of one key must be one game. Left out, it is the coarsest of `STATE_KEYS` by which some
    thousands of states show no difference. Raises `UnknownGame`, `BadParameter`, and `MissingCapability` for
    hidden information, moves at once, chances that cannot be listed; solving it raises `KeyTooCoarse` where
    two states of one key are seen to differ.

    >>> open_spiel_game("tic_tac_toe")
    open_spiel(game='tic_tac_toe()', key='text')
    """
    from zermelo.formats.open_spiel.spiel_import import import_game

    return import_game(text, key)
