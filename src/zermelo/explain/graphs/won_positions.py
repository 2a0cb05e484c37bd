"""The positions that their movers win, as stones on cells: what rules of attack have to explain.

A realisation explains a won position if it is there, the mover attacking, and its action wins. (On 3 x 3 an
input of the thesis's rules lies in each of the 2,836 won positions, and in 8 of them no action that it
advises wins.) That is asked of all won positions at once, and only of those that nothing has explained yet.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.values import LOSS, WIN
from zermelo.explain.graphs.realisations import Realisation
from zermelo.explain.positional import PositionalGame
from zermelo.graph.arena import Arena
from zermelo.solvers.arena import worth_of
from zermelo.work.arenas import quick_arena_of

Masks = npt.NDArray[np.int64]
HALF = 31  # bits for each player's stones in one word


@dataclass(frozen=True, eq=False)
class WonPositions:
    """`mine` and `theirs` [positions] int64: the mover's stones and the other's.

    `lost` [lost positions] int64, ascending: those where the mover loses, both masks in one word.
    """

    mine: Masks
    theirs: Masks
    lost: Masks

    def __len__(self) -> int:
        return len(self.mine)

    def unexplained_by(self, places: tuple[Realisation, ...], budget: Budget | None = None) -> "WonPositions":
        """Return those at which no realisation is there whose action wins, with the mover as attacker."""
        mine, theirs = self.mine, self.theirs
        for count, place in enumerate(places):
            if not len(mine):
                break
            there = (mine & place.attacker == place.attacker) & (theirs & place.defender == place.defender)
            there &= (mine | theirs) & place.empty == 0
            if place.action is not None:
                after = joined(theirs[there], mine[there] | 1 << place.action)
                there[there] = is_among(after, self.lost)
            mine, theirs = mine[~there], theirs[~there]
            if budget is not None and count % 64 == 0:
                budget.report("explain won positions", count, len(places))
        return WonPositions(mine, theirs, self.lost)


def joined(mine: Masks, theirs: Masks) -> Masks:
    """Return both players' stones in one word each."""
    return mine << HALF | theirs


def is_among(words: Masks, ascending: Masks) -> npt.NDArray[np.bool_]:
    """Return for each word whether it is one of the ascending ones."""
    if not len(ascending):
        return np.zeros(len(words), np.bool_)
    places = np.minimum(np.searchsorted(ascending, words), len(ascending) - 1)
    found: npt.NDArray[np.bool_] = ascending[places] == words
    return found


def won_positions(board: PositionalGame, budget: Budget | None = None) -> WonPositions:
    """Return the reachable positions that their movers win, symmetric ones apart.

    Raises what enumerating raises: `BadRules`, `LoopFound`, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.explain.positional import positional
    >>> from zermelo.games import TicTacToe
    >>> len(won_positions(positional(TicTacToe())))
    2836
    """
    assert max(board.cells) < HALF
    budget = budget or Budget()
    arena = quick_arena_of(board.game, budget)
    values = worth_of(arena, budget).values
    unfinished = np.diff(arena.bounds) > 0
    mine, theirs = _stones(board, arena, unfinished & (values == WIN), budget)
    return WonPositions(mine, theirs, np.sort(joined(*_stones(board, arena, values == LOSS, budget))))


def _stones(
    board: PositionalGame, arena: Arena, asked: npt.NDArray[np.bool_], budget: Budget
) -> tuple[Masks, Masks]:
    """Return the mover's and the other's stones at the positions asked for."""
    numbers = np.flatnonzero(asked)
    stones = np.empty((2, len(numbers)), np.int64)
    for column, number in enumerate(numbers):
        stones[:, column] = board.boards(arena.position(int(number)))
        if column % 65_536 == 0:
            budget.report("list positions", column, len(numbers))
    return stones[0], stones[1]
