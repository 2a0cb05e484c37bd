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
    "ZermeloError": "core.errors",
    "Budget": "core.budget",
    "game": "naming",
    "solve": "front",
    "solve_position": "front",
    "open": "front",
    "equilibria": "front",
    "count": "front",
    "nimber": "front",
    "nimber_moves": "front",
    "canonical": "front",
    "sum_of": "front",
    "form": "sums.partizan.parsing",
    "Form": "sums.partizan.form",
    "Sum": "sums.sum",
    "find_strategy": "sums.strategies",
    "misere_quotient": "sums.misere.quotients",
    "solve_heaps": "sums.heaps.solved",
    "certify": "front",
    "save_policy": "front",
    "load_policy": "front",
    "save_proof": "front",
    "verify_proof": "front",
    "self_play": "front",
    "find_rules": "front",
    "derive_rules": "front",
    "why": "front",
    "check": "front",
    "show": "front",
    "stats": "front",
    "puzzles": "front",
    "plan": "front",
    "report": "front",
    "compare": "front",
    "table": "front",
    "tree": "front",
    "beginning_at": "core.game",
    "Board": "drawing.boards",
    "Solution": "query.solution",
}
_FOLDERS = ("games",)

__all__ = [*sorted(_HOMES), *_FOLDERS]

if TYPE_CHECKING:
    from zermelo import games as games
    from zermelo.core.budget import Budget as Budget
    from zermelo.core.errors import ZermeloError as ZermeloError
    from zermelo.core.game import Game as Game
    from zermelo.core.game import beginning_at as beginning_at
    from zermelo.core.values import DRAW as DRAW
    from zermelo.core.values import LOSS as LOSS
    from zermelo.core.values import UNDECIDED as UNDECIDED
    from zermelo.core.values import WIN as WIN
    from zermelo.core.values import Answer as Answer
    from zermelo.drawing.boards import Board as Board
    from zermelo.front import canonical as canonical
    from zermelo.front import certify as certify
    from zermelo.front import check as check
    from zermelo.front import compare as compare
    from zermelo.front import count as count
    from zermelo.front import derive_rules as derive_rules
    from zermelo.front import equilibria as equilibria
    from zermelo.front import find_rules as find_rules
    from zermelo.front import load_policy as load_policy
    from zermelo.front import nimber as nimber
    from zermelo.front import nimber_moves as nimber_moves
    from zermelo.front import open as open
    from zermelo.front import plan as plan
    from zermelo.front import puzzles as puzzles
    from zermelo.front import report as report
    from zermelo.front import save_policy as save_policy
    from zermelo.front import save_proof as save_proof
    from zermelo.front import self_play as self_play
    from zermelo.front import show as show
    from zermelo.front import solve as solve
    from zermelo.front import solve_position as solve_position
    from zermelo.front import stats as stats
    from zermelo.front import sum_of as sum_of
    from zermelo.front import table as table
    from zermelo.front import tree as tree
    from zermelo.front import verify_proof as verify_proof
    from zermelo.front import why as why
    from zermelo.naming import game as game
    from zermelo.query.solution import Solution as Solution
    from zermelo.sums.heaps.solved import solve_heaps as solve_heaps
    from zermelo.sums.misere.quotients import misere_quotient as misere_quotient
    from zermelo.sums.partizan.form import Form as Form
    from zermelo.sums.partizan.parsing import form as form
    from zermelo.sums.strategies import find_strategy as find_strategy
    from zermelo.sums.sum import Sum as Sum


def __getattr__(name: str) -> Any:
    import importlib

    if name in _FOLDERS:
        return importlib.import_module(f"zermelo.{name}")
    if name in _HOMES:
        return getattr(importlib.import_module(f"zermelo.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
