"""OpenSpiel, both ways: its games as games of this library, and ours as its game `python_zermelo`.

Importing this module registers that game, whose one parameter is a text as the command line reads it:

>>> import pyspiel, zermelo.open_spiel
>>> pyspiel.load_game("python_zermelo", {"game": "tic_tac_toe"}).num_distinct_actions()
9
>>> zermelo.solve(zermelo.open_spiel.game("tic_tac_toe"))
open_spiel(game='tic_tac_toe()', key='text'): draw in 9, 5,478 positions

`KEYS` has what may tell the states of its games apart. OpenSpiel is an extra: `pip install
"zermelo[open_spiel]"`; without it nothing is registered, and names raise `MissingExtra`.
"""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from zermelo.bridges.spiel_name import register

if TYPE_CHECKING:
    from zermelo.bridges.spiel_agents import mcts as mcts
    from zermelo.bridges.spiel_agents import player as player
    from zermelo.bridges.spiel_game import exported as exported
    from zermelo.bridges.spiel_name import parameter as parameter
    from zermelo.bridges.spiel_size import check_fits as check_fits
    from zermelo.elsewhere.spiel import OpenSpiel as OpenSpiel
    from zermelo.elsewhere.spiel_audit import Audit as Audit
    from zermelo.elsewhere.spiel_audit import audit as audit
    from zermelo.elsewhere.spiel_table import KEYS as KEYS
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "bridges.spiel_agents": ("mcts", "player"),
            "bridges.spiel_game": ("exported",),
            "bridges.spiel_name": ("parameter",),
            "bridges.spiel_size": ("check_fits",),
            "elsewhere.spiel": ("OpenSpiel",),
            "elsewhere.spiel_audit": ("Audit", "audit"),
            "elsewhere.spiel_table": ("KEYS",),
        },
        ("game",),
    )

register()


def game(text: str, key: str | Callable[[Any], Hashable] | None = None) -> "OpenSpiel":
    """Return OpenSpiel's game of this text, such as `breakthrough(rows=5,columns=3)`.

    `key` is a name of `KEYS` or a function from a state to any hashable; the player to move is added to it.
    Two states of one key must be one game. Left out, it is the coarsest of `KEYS` by which some thousands of
    states show no difference. Raises `UnknownGame`, `BadParameter`, and `MissingCapability` for hidden
    information, moves at once, chances that cannot be listed; solving it raises `KeyTooCoarse` where two
    states of one key are seen to differ.

    >>> game("tic_tac_toe")
    open_spiel(game='tic_tac_toe()', key='text')
    """
    from zermelo.elsewhere.spiel import imported

    return imported(text, key)
