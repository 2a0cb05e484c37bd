"""The order of partizan games in misere play, where what is added to them is of a universe.

G is at least H modulo a universe U if Left wins G + X whenever Left wins H + X, beginning or not, for every
X of U; they are equal where each is at least the other. A universe is closed under sums, options, conjugates
and games {A|B} of options A and B, one of each at least, of its own. Two are here: the dicots, and the
dead-ending games. For G and H of such a universe the order is decided by options alone: G >= H where

* for each H^L, some G^L >= H^L or some H^LR <= G; for each G^R, some H^R <= G^R or some G^RL >= H
  (*maintenance*), and
* if H is a Left end, Left who begins wins G + X for each Left end X of U; if G is a Right end, Right who
  begins wins H + X for each Right end X of U (*proviso*)

(U. Larsson, R. Milley, R. Nowakowski, G. Renault and C. Santos, *Progress on misere dead ends: game
comparison, canonical form, and conjugate inverses*, 2018; A. N. Siegel, *On the general dead-ending universe
of partizan games*, 2023, for every universe.) The only end that is a dicot is 0, so for dicots the proviso
asks who wins G or H. Left has infinitely many dead-ending ends, but two of them decide: 0, and the *perfect
murder* M_n = {|0,M_n-1}, M_0 = 0, where n is G's birthday. For suppose that Right, moving second, wins G + X
with X not 0. Then Right wins G + M_n by the same moves. A move within X becomes one from M_k to M_k-1, and a
move that ends X becomes one to 0. Left answers each of these moves in G, as Left wins when unable to move, so
there are fewer than n of them; and X has to end before Right can win.
"""

from abc import ABC, abstractmethod

from zermelo.cgt.form_theory import Theory, TheoryMemo
from zermelo.cgt.misere.partizan.misere_trees import MisereTree


class UniverseOrder(ABC):
    """The interface of a universe for its games and ends, and the order of its games as they are written."""

    def __init__(self) -> None:
        self._order: TheoryMemo[tuple[MisereTree, MisereTree], bool] = TheoryMemo()

    @abstractmethod
    def contains(self, tree: MisereTree) -> bool:
        """Return whether a game is of the universe."""

    @abstractmethod
    def does_player_win_beside_ends(self, tree: MisereTree, player: int) -> bool:
        """Return whether a player who begins wins the game beside each end of this player in the universe."""

    @abstractmethod
    def list_least_left_ends(self, most: int, theory: Theory) -> list[MisereTree]:
        """Return Left ends of the universe, born by a day, one of which is at most each that is born then."""

    @abstractmethod
    def make_least_game_reversible_to_end(self, end: MisereTree) -> MisereTree:
        """Return the least game to which Left moves only so that Right answers with this Left end."""

    def is_at_least_unsimplified(self, first: MisereTree, second: MisereTree) -> bool:
        """Return whether the first is at least the second, both as they are written."""
        if first is second:
            return True
        known = self._order.get_answers_in_theory(first.theory)
        pair = first, second
        found = known.get(pair)
        if found is None:
            found = known[pair] = (
                (first.wins[0] or not second.wins[0])  # X = 0: most pairs end here
                and (second.wins[1] or not first.wins[1])
                and self._satisfies_proviso(first, second)
                and self._satisfies_maintenance(first, second)
            )
        return found

    def _satisfies_proviso(self, first: MisereTree, second: MisereTree) -> bool:
        return (bool(second.sides[0]) or self.does_player_win_beside_ends(first, 0)) and (
            bool(first.sides[1]) or self.does_player_win_beside_ends(second, 1)
        )

    def _satisfies_maintenance(self, first: MisereTree, second: MisereTree) -> bool:
        return all(
            any(self.is_at_least_unsimplified(own, option) for own in first.sides[0])
            or any(self.is_at_least_unsimplified(first, reply) for reply in option.sides[1])
            for option in second.sides[0]
        ) and all(
            any(self.is_at_least_unsimplified(option, own) for own in second.sides[1])
            or any(self.is_at_least_unsimplified(reply, second) for reply in option.sides[0])
            for option in first.sides[1]
        )
