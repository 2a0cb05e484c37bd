"""The order of games whose play may come round, decided by who survives their difference.

G >= H of stoppers: Left, moving second in G - H, makes the last move or goes on for ever. Of any games it
takes two questions, each with infinite play declared a win. In G+ all infinite play is Left's, in G- Right's;
in a sum infinite play is won by a player where every component that is played in for ever is his, and drawn
where they disagree. Then G >= H exactly where G+ >= H+ and G- >= H-, and

    G+ >= H+   where Left, moving second in G - H, wins, or goes on for ever with infinitely many moves in G
    G- >= H-   where -H+ >= -G+

as -(H+) is (-H)-: what goes on in -H alone is lost. (Left answers in G + X as he would in G - H and in H + X,
with H and -H as a swivel chair; if that went on between the chairs alone, he would have lost G - H.) In a
stopper infinite play in turns stays in no one component, so there both questions are the first. J. H. Conway,
*Loopy games* (1978); *Winning ways*, chapter 11; A. N. Siegel, *Combinatorial game theory* (2013), section
VI.2.

All pairs of positions of two graphs are decided at once, as arrays; a greatest set of states that a least set
leads back to (a Büchi condition).
"""

from typing import Any

import numpy as np

from zermelo.theory.loopy.graph import Graph, Side, endless, negative

Table = np.ndarray[Any, np.dtype[np.bool_]]  # [position of the first, position of the second]


def draws_to_left(first: Graph, second: Graph) -> Table:
    """Return for all pairs whether G+ >= H+: infinite play is Left's in G and in H, so Right's in -H."""
    return _survived(first, second, all_survive=not any(endless(second)))


def draws_to_right(first: Graph, second: Graph) -> Table:
    """Return for all pairs whether G- >= H-: infinite play is Right's in G and in H."""
    return draws_to_left(negative(second), negative(first)).T


def survives(first: Graph, second: Graph) -> bool:
    """Return whether Left, moving second, survives G - H, however play goes on for ever: G+ >= H-."""
    return bool(_survived(first, second, all_survive=True)[first.root, second.root])


def _survived(first: Graph, second: Graph, *, all_survive: bool) -> Table:
    """Return for all pairs whether Left, moving second, survives; by infinite play in H alone if so said."""
    shape = first.size, second.size
    left_first, right_first = _Options(first.lefts), _Options(first.rights)
    left_second, right_second = _Options(second.rights), _Options(second.lefts)  # of the negative

    def step(there: Table, there_right: Table, near: Table, near_right: Table) -> tuple[Table, Table]:
        """Return where Left may move on to what he survives, and where Right must."""
        moves = left_first.any(there_right) | left_second.any(near_right.T).T
        escapes = right_first.any(~there) | right_second.any(~near.T).T
        return moves, ~escapes

    safe, safe_right = np.ones(shape, bool), np.ones(shape, bool)  # with Left to move, with Right
    while True:
        if all_survive:
            near, near_right = step(safe, safe_right, safe, safe_right)
        else:
            near, near_right = np.zeros(shape, bool), np.zeros(shape, bool)
            while True:
                wider, wider_right = step(safe, safe_right, near, near_right)
                if np.array_equal(wider, near) and np.array_equal(wider_right, near_right):
                    break
                near, near_right = wider, wider_right
        if np.array_equal(near, safe) and np.array_equal(near_right, safe_right):
            return safe_right
        safe, safe_right = near, near_right


def is_at_least(first: Graph, second: Graph, draws_are_lefts: bool) -> bool:
    """Return whether G >= H where all infinite play is Left's, or all of it Right's."""
    table = draws_to_left(first, second) if draws_are_lefts else draws_to_right(first, second)
    return bool(table[first.root, second.root])


def is_equal(first: Graph, second: Graph, draws_are_lefts: bool) -> bool:
    """Return whether two games are worth the same where all infinite play is Left's, or all of it Right's."""
    return is_at_least(first, second, draws_are_lefts) and is_at_least(second, first, draws_are_lefts)


class _Options:
    """One player's options of every position, as two arrays, so that a whole table is asked at once."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self.having = np.array([n for n, side in enumerate(sides) if side], np.int64)
        self.options = np.array([option for side in sides for option in side], np.int64)
        lengths = [len(side) for side in sides if side]
        self.begins = np.cumsum([0, *lengths[:-1]]) if lengths else np.zeros(0, np.int64)

    def any(self, table: Table) -> Table:
        """Return for each row's position whether the row of some option is true, column by column."""
        found = np.zeros(table.shape, bool)
        if len(self.having):
            bits = np.packbits(table, axis=1)  # eight columns at once: most of the time is spent here
            joined = np.bitwise_or.reduceat(bits[self.options], self.begins, axis=0)
            found[self.having] = np.unpackbits(joined, axis=1, count=table.shape[1]).view(bool)
        return found
