"""OpenSpiel, both ways: its games as games of this library, and ours as its game `python_zermelo`.

Importing this module registers the game, whose one parameter is a text as the command line reads it:

>>> import pyspiel, zermelo.open_spiel
>>> pyspiel.load_game("python_zermelo", {"game": "tic_tac_toe"}).num_distinct_actions()
9
>>> zermelo.solve(zermelo.open_spiel.game("tic_tac_toe"))
open_spiel(game='tic_tac_toe()', key='text'): draw in 9, 5,478 positions

OpenSpiel is an extra: `pip install "zermelo[open_spiel]"`.
"""

from zermelo.bridges.spiel_agents import player as player
from zermelo.bridges.spiel_game import ZermeloGame as ZermeloGame
from zermelo.bridges.spiel_game import ZermeloState as ZermeloState
from zermelo.bridges.spiel_game import exported as exported
from zermelo.bridges.spiel_game import parameter as parameter
from zermelo.elsewhere.spiel import OpenSpiel as OpenSpiel
from zermelo.elsewhere.spiel import imported as game
from zermelo.elsewhere.spiel_audit import Audit as Audit
from zermelo.elsewhere.spiel_audit import audit as audit
from zermelo.elsewhere.spiel_table import KEYS as KEYS

__all__ = [
    "KEYS",
    "Audit",
    "OpenSpiel",
    "ZermeloGame",
    "ZermeloState",
    "audit",
    "exported",
    "game",
    "parameter",
    "player",
]
