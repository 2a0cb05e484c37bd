"""The positions that their movers win, as stones on cells: what rules of attack have to explain.

A realisation explains a won position if it is there, the mover attacking, and its action wins. (On 3 x 3 an
input of the thesis's rules lies in each of the 2,836 won positions, and in 8 of them no action that it
advises wins.) That is asked of all won positions at once, and only of those that nothing has explained yet.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.core.budget import Budget
from zermelo.core.values import LOSS, WIN
from zermelo.explain.derivation.derivation_game import DerivationGame
from zermelo.explain.derivation.valued_positions import (
    Masks,
    enumerate_solved_positions,
    pack_signs_and_side,
    read_stones_at_positions,
)


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

    def select_unexplained_positions(
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
                left = left._select_unexplained_by_realisation(side, place)
                if budget is not None and count % 64 == 0:
                    budget.report("explain won positions", count, len(those))
        return left

    def _select_unexplained_by_realisation(self, side: int, place: Realisation) -> "WonPositions":
        """Return those at which one realisation is not there, or its action does not win."""
        there = (self.mine & place.attacker == place.attacker) & (
            self.theirs & place.defender == place.defender
        )
        there &= ((self.mine | self.theirs) & place.empty == 0) & (self.sides == side)
        if place.action is not None:
            mine, theirs = self.mine[there], self.theirs[there]
            made, given, left = place.becomes
            after = pack_signs_and_side(
                theirs & ~(made | left) | given,
                mine & ~(given | left) | made,
                self.sides[there] * 0 + (0 if self.is_even else 1 - side),
            )
            there[there] = mark_words_in_sorted_array(after, self.lost)
        stay = ~there
        return WonPositions(self.mine[stay], self.theirs[stay], self.sides[stay], self.lost, self.is_even)


def mark_words_in_sorted_array(words: Masks, ascending: Masks) -> npt.NDArray[np.bool_]:
    """Return for each word whether it is one of the ascending ones."""
    if not len(ascending):
        return np.zeros(len(words), np.bool_)
    places = np.minimum(np.searchsorted(ascending, words), len(ascending) - 1)
    found: npt.NDArray[np.bool_] = ascending[places] == words
    return found


def build_won_positions(derivation_game: DerivationGame, budget: Budget | None = None) -> WonPositions:
    """Return the reachable positions that their movers win, symmetric ones apart.

    Raises what enumerating raises: `BadRules`, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.explain.derivation.derivation_game import make_derivation_game
    >>> from zermelo.games import TicTacToe
    >>> len(build_won_positions(make_derivation_game(TicTacToe())))
    2836
    """
    budget = budget or Budget()
    solved = enumerate_solved_positions(derivation_game.game, budget)
    won = np.flatnonzero(solved.unfinished & (solved.values == WIN))
    lost = np.flatnonzero(solved.values == LOSS)
    mine, theirs, sides = read_stones_at_positions(derivation_game, solved, won, budget)
    ascending = np.sort(pack_signs_and_side(*read_stones_at_positions(derivation_game, solved, lost, budget)))
    return WonPositions(
        mine, theirs, sides, ascending, derivation_game.abstract.is_board_same_for_both_players
    )
