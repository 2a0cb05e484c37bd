"""zermelo solves games: rules in Python, every position's value, perfect play, and a proof.

>>> import zermelo
>>> solution = zermelo.solve("tic_tac_toe")
>>> solution
tic_tac_toe(columns=3, rows=3, line=3, misere=False): draw in 9, 5,478 positions

Nothing heavy is imported until it is used.
"""

from typing import TYPE_CHECKING, Any

from zermelo.core.version import __version__ as __version__

# Every public name and where it stands. Importing zermelo imports none of these modules.
_HOMES = {
    "Game": "core.game",
    "WIN": "core.values",
    "DRAW": "core.values",
    "LOSS": "core.values",
    "UNDECIDED": "core.values",
    "Answer": "core.values",
    "Budget": "core.budget",
    "Solution": "query.solution",
    "ZermeloError": "core.errors",
    "game": "naming",
    "solve": "front",
    "solve_position": "front",
    "open": "front",
    "count": "front",
    "show": "front",
    "check": "front",
}
_MODULES = ("games", "learning", "policies", "sums")

__all__ = [*sorted(_HOMES), *_MODULES]

if TYPE_CHECKING:
    from zermelo import games as games
    from zermelo import learning as learning
    from zermelo import policies as policies
    from zermelo import sums as sums
    from zermelo.core.budget import Budget as Budget
    from zermelo.core.errors import ZermeloError as ZermeloError
    from zermelo.core.game import Game as Game
    from zermelo.core.values import DRAW as DRAW
    from zermelo.core.values import LOSS as LOSS
    from zermelo.core.values import UNDECIDED as UNDECIDED
    from zermelo.core.values import WIN as WIN
    from zermelo.core.values import Answer as Answer
    from zermelo.front import check as check
    from zermelo.front import count as count
    from zermelo.front import open as open
    from zermelo.front import show as show
    from zermelo.front import solve as solve
    from zermelo.front import solve_position as solve_position
    from zermelo.naming import game as game
    from zermelo.query.solution import Solution as Solution


def __getattr__(name: str) -> Any:
    import importlib

    if name in _MODULES:
        return importlib.import_module(f"zermelo.{name}")
    if name in _HOMES:
        return getattr(importlib.import_module(f"zermelo.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
