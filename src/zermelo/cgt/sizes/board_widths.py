"""Boards side by side: a player who wins some narrow boards wins all wide ones, by never playing across.

**Theorem.** Let pieces be laid on free cells of a board with a given number of rows, Left's all within one
column each, and let G(m) be the game on m columns. Then G(a + b) <= G(a) + G(b).

Proof. None of Left's pieces crosses a line between columns a and a + 1. The two boards side by side are the
game on a + b columns in which Right may not lay a piece across that line; and having fewer moves is never
better for a player.

Let F be the widths m at which G(m) <= 0 (Right wins if Left begins), and S those at which G(m) < 0 (Right
wins, no matter who begins). Sums of widths of F are in F, and in S if one of them is in S. So finitely many
solved boards decide all sums, and hence every width, or every multiple of one, from some width on: it is
enough to find as many widths in a row as the least of F. (Lachmann, Moore and Rapaport, *Who wins Domineering
on rectangular boards?*, 2002, have this and more of the kind.)
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from zermelo.cgt.sizes.placement_games import PlacementGame


@dataclass(frozen=True)
class WinningWidths:
    """Widths at which Right is proven to win: for `right` no matter who begins, for `at_most` if Left begins.

    Both hold the widths below `from_on`; from there on `right` are all the multiples of `step`.
    """

    right: frozenset[int]
    at_most: frozenset[int]
    from_on: int
    step: int

    def is_proven_won_by_right(self, width: int) -> bool:
        """Return whether Right is proven to win a board of this width, no matter who begins."""
        return width in self.right if width < self.from_on else width % self.step == 0

    def is_won_by_right_moving_second(self, width: int) -> bool:
        """Return whether Right wins a board of this width if Left begins, as far as this shows."""
        return self.is_proven_won_by_right(width) or width in self.at_most


def is_left_confined_to_columns(game: PlacementGame) -> bool:
    """Return whether the theorem speaks of a game: of pieces, and each of Left's lies in one column."""
    pieces = all(each.needs == each.mine == each.theirs for each in (*game.left, *game.right))
    return pieces and all(len({x for x, _ in each.needs}) == 1 for each in game.left)


def find_winning_widths(right: Iterable[int], draws: Iterable[int] = ()) -> WinningWidths:
    """Return what follows from boards that Right wins, and boards that the second player wins.

    >>> found = find_winning_widths([4], [13])
    >>> found.from_on, found.step, found.is_proven_won_by_right(39), found.is_proven_won_by_right(10**9 + 7)
    (40, 1, False, True)
    >>> find_winning_widths([2]).is_proven_won_by_right(7)
    False
    """
    wins, equal = sorted(set(right)), sorted(set(draws))
    assert wins and wins[0] > 0, "Right must win some width, no matter who begins"
    base = sorted({*wins, *equal})
    step, run = math.gcd(*base), base[0]
    below: set[int] = {0}
    strictly: set[int] = set()
    width = in_a_row = 0
    while in_a_row < run // step:
        width += step
        if any(width - each in below for each in base):
            below.add(width)
        if any(width - each in below for each in wins) or any(width - each in strictly for each in base):
            strictly.add(width)
        in_a_row = in_a_row + 1 if width in strictly else 0
    from_on = width - (run // step - 1) * step
    return WinningWidths(
        frozenset(each for each in strictly if each < from_on),
        frozenset(each for each in below if 0 < each < from_on),
        from_on,
        step,
    )
