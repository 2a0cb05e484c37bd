"""A game of OpenSpiel as one of this library."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from zermelo.formats.open_spiel.spiel_registration import register_zermelo_game

if TYPE_CHECKING:
    from zermelo.formats.open_spiel.spiel_import import OpenSpiel

register_zermelo_game()


def open_spiel_game(text: str, key: str | Callable[[Any], Hashable] | None = None) -> "OpenSpiel":
    """Import a game of OpenSpiel's.

    Parameters
    ----------
    text : str
        OpenSpiel's name of the game, such as "breakthrough(rows=5,columns=3)".
    key : str or callable, optional
        Name of `STATE_KEYS`, or function from a state to a hashable, to which the player to move is added.
        Two states of one key must be one game. Default: the coarsest of `STATE_KEYS` by which some thousands
        of states show no difference.

    Returns
    -------
    OpenSpiel
        The game. Solving it raises `KeyTooCoarse` where two states of one key are seen to differ.

    Raises
    ------
    UnknownGame, BadParameter
        For an unknown name, or parameters that OpenSpiel refuses.
    MissingCapability
        For hidden information, simultaneous moves, and chances that cannot be listed.

    Examples
    --------
    >>> open_spiel_game("tic_tac_toe")
    open_spiel(game='tic_tac_toe()', key='text')
    """
    from zermelo.formats.open_spiel.spiel_import import import_spiel_game

    return import_spiel_game(text, key)
