"""The positions that their movers win, as stones on cells: what rules of attack have to explain.

A realisation explains a won position if it is there, the mover attacking, and its action wins. (On 3 x 3 an
input of the thesis's rules lies in each of the 2,836 won positions, and in 8 of them no action that it
advises wins.) That is asked of all won positions at once, and only of those that nothing has explained yet.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.abstract.board import Realisation
from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound
from zermelo.core.game import Game, Position, has
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.explain.graphs.ground import Ground
from zermelo.query.passes import answer_of, every_record
from zermelo.solvers.arena import worth_of
from zermelo.work.arenas import quick_arena_of
from zermelo.work.solving import solve_game

Masks = npt.NDArray[np.int64]
HALF = 31  # bits for each player's stones in one word


@dataclass(frozen=True, eq=False)
class WonPositions:
    """`mine` and `theirs` [positions] int64: the mover's and the other's stones; `sides`: who moves.

    `lost` [lost positions] int64, ascending: those where the mover loses, both masks and the side in one
    word. Sides are 0 where both players see the same board.
    """

    mine: Masks
    theirs: Masks
    sides: Masks
    lost: Masks
    is_even: bool

    def __len__(self) -> int:
        return len(self.mine)

    def unexplained_by(
        self,
        places: tuple[tuple[Realisation, ...], tuple[Realisation, ...]],
        budget: Budget | None = None,
    ) -> "WonPositions":
        """Return those at which no realisation is there whose action wins, with the mover as attacker.

        `places` are those of the first player and those of the second.
        """
        left = self
        for side, those in enumerate(places[:1] if self.is_even else places):
            for count, place in enumerate(those):
                if not len(left):
                    break
                left = left._without(side, place)
                if budget is not None and count % 64 == 0:
                    budget.report("explain won positions", count, len(those))
        return left

    def _without(self, side: int, place: Realisation) -> "WonPositions":
        """Return those at which one realisation is not there, or its action does not win."""
        there = (self.mine & place.attacker == place.attacker) & (
            self.theirs & place.defender == place.defender
        )
        there &= ((self.mine | self.theirs) & place.empty == 0) & (self.sides == side)
        if place.action is not None:
            mine, theirs = self.mine[there], self.theirs[there]
            made, given, left = place.becomes
            after = joined(
                theirs & ~(made | left) | given,
                mine & ~(given | left) | made,
                self.sides[there] * 0 + (0 if self.is_even else 1 - side),
            )
            there[there] = is_among(after, self.lost)
        stay = ~there
        return WonPositions(self.mine[stay], self.theirs[stay], self.sides[stay], self.lost, self.is_even)


def joined(mine: Masks, theirs: Masks, sides: Masks) -> Masks:
    """Return both players' stones, and who moves, in one word each."""
    return sides << 2 * HALF | mine << HALF | theirs


def is_among(words: Masks, ascending: Masks) -> npt.NDArray[np.bool_]:
    """Return for each word whether it is one of the ascending ones."""
    if not len(ascending):
        return np.zeros(len(words), np.bool_)
    places = np.minimum(np.searchsorted(ascending, words), len(ascending) - 1)
    found: npt.NDArray[np.bool_] = ascending[places] == words
    return found


def won_positions(ground: Ground, budget: Budget | None = None) -> WonPositions:
    """Return the reachable positions that their movers win, symmetric ones apart.

    Raises what enumerating raises: `BadRules`, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.explain.graphs.ground import ground_of
    >>> from zermelo.games import TicTacToe
    >>> len(won_positions(ground_of(TicTacToe())))
    2836
    """
    assert max(ground.board.cells) < HALF
    budget = budget or Budget()
    won, lost = _won_and_lost(ground.game, budget)
    mine, theirs, sides = _stones(ground, won, budget)
    ascending = np.sort(joined(*_stones(ground, lost, budget)))
    return WonPositions(mine, theirs, sides, ascending, ground.abstract.is_even)


def _won_and_lost(game: Game, budget: Budget) -> tuple[list[Position], list[Position]]:
    """Return the unfinished positions that the mover wins, and all that he loses."""
    try:
        arena = quick_arena_of(game, budget)
    except LoopFound:
        return _of_loops(game, budget)
    values = worth_of(arena, budget).values
    unfinished = np.diff(arena.bounds) > 0
    won, lost = np.flatnonzero(unfinished & (values == WIN)), np.flatnonzero(values == LOSS)
    return [arena.position(int(each)) for each in won], [arena.position(int(each)) for each in lost]


def _of_loops(game: Game, budget: Budget) -> tuple[list[Position], list[Position]]:
    """Return the same for a game in which play may go round."""
    won: set[Position] = set()
    lost: set[Position] = set()
    asked: Any = game
    for position, packed in every_record(solve_game(game, budget).records):
        value = answer_of(packed, game.scored).value
        images = [position, *(asked.symmetries(position) if has(game, "symmetries") else ())]
        if value == LOSS:
            lost.update(images)
        elif value == WIN and game.outcome(position) == UNDECIDED:
            won.update(images)
    return sorted(won), sorted(lost)


def _stones(ground: Ground, positions: list[Position], budget: Budget) -> tuple[Masks, Masks, Masks]:
    """Return the mover's and the other's stones at positions, and who moves there."""
    stones = np.empty((3, len(positions)), np.int64)
    for column, position in enumerate(positions):
        stones[:2, column] = ground.stones(position)
        stones[2, column] = ground.side(position)
        if column % 65_536 == 0:
            budget.report("list positions", column, len(positions))
    return stones[0], stones[1], stones[2]
