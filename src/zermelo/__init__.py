"""zermelo solves games: rules in Python, every position's value, perfect play, and a proof.

>>> import zermelo
>>> solution = zermelo.solve("tic_tac_toe")
>>> solution
tic_tac_toe(columns=3, rows=3, line=3, misere=False): draw in 9, 5,478 positions

What is here begins most work; the public modules have the rest, each what its docstring says. Nothing heavy
is imported until it is used.
"""

from typing import TYPE_CHECKING, Any

from zermelo.core.version import __version__ as __version__

MODULES = (
    "answers",
    "arenas",
    "boards",
    "clusters",
    "errors",
    "explaining",
    "files",
    "games",
    "heaps",
    "indexes",
    "learning",
    "machine",
    "matches",
    "misere",
    "open_spiel",
    "policies",
    "rules",
    "schemas",
    "searches",
    "showing",
    "strategies",
    "sums",
)

if TYPE_CHECKING:
    from zermelo import answers as answers
    from zermelo import arenas as arenas
    from zermelo import boards as boards
    from zermelo import clusters as clusters
    from zermelo import errors as errors
    from zermelo import explaining as explaining
    from zermelo import files as files
    from zermelo import games as games
    from zermelo import heaps as heaps
    from zermelo import indexes as indexes
    from zermelo import learning as learning
    from zermelo import machine as machine
    from zermelo import matches as matches
    from zermelo import misere as misere
    from zermelo import open_spiel as open_spiel
    from zermelo import policies as policies
    from zermelo import rules as rules
    from zermelo import schemas as schemas
    from zermelo import searches as searches
    from zermelo import showing as showing
    from zermelo import strategies as strategies
    from zermelo import sums as sums
    from zermelo.core.budget import Budget as Budget
    from zermelo.core.errors import ZermeloError as ZermeloError
    from zermelo.core.game import Game as Game
    from zermelo.core.puzzle_for_one import PuzzleForOne as PuzzleForOne
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
else:
    from zermelo.core.public import offered

    _NAMES, _find, _ = offered(
        __name__,
        {
            "core.budget": ("Budget",),
            "core.errors": ("ZermeloError",),
            "core.game": ("Game",),
            "core.puzzle_for_one": ("PuzzleForOne",),
            "core.values": ("DRAW", "LOSS", "UNDECIDED", "WIN", "Answer"),
            "front": ("check", "count", "open", "show", "solve", "solve_position"),
            "naming": ("game",),
            "query.solution": ("Solution",),
        },
    )
    __all__ = [*_NAMES, *MODULES]

    def __getattr__(name: str) -> Any:
        import importlib

        return importlib.import_module(f"zermelo.{name}") if name in MODULES else _find(name)

    def __dir__() -> list[str]:
        return sorted([*__all__, "__version__"])
