__all__: list[str]
__version__: str

from . import boards as boards
from . import cgt as cgt
from . import compiler as compiler
from . import core as core
from . import draw as draw
from . import explain as explain
from . import formats as formats
from . import games as games
from . import learn as learn
from . import play as play
from . import results as results
from . import search as search
from . import solution as solution
from . import solver as solver
from . import verify as verify
from .core.budget import Budget as Budget
from .core.errors import ZermeloError as ZermeloError
from .core.game import Game as Game
from .core.puzzle_for_one import PuzzleForOne as PuzzleForOne
from .core.values import DRAW as DRAW
from .core.values import LOSS as LOSS
from .core.values import UNDECIDED as UNDECIDED
from .core.values import WIN as WIN
from .core.values import Answer as Answer
from .games.game_lookup import game as game
from .solution.entry_points import check as check
from .solution.entry_points import count as count
from .solution.entry_points import open as open
from .solution.entry_points import show as show
from .solution.entry_points import solve as solve
from .solution.entry_points import solve_position as solve_position
from .solution.solution import Solution as Solution
