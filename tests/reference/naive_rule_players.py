"""Players by rules once more, slow and obvious: cells are sets of numbers, and everything is tried.

And a checker of its own for what is too large for the one of `zermelo.policy`: a walk tier by tier in numpy
over positions of a rectangle, symmetric ones once or apart.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

Cells = frozenset[int]


@cache
def rectangle(columns: int, rows: int, line: int) -> tuple[Cells, ...]:
    """Return the lines of a board whose cells are numbered by rows."""
    found = set()
    for row in range(rows):
        for column in range(columns):
            for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                places = [(row + step * down, column + step * across) for step in range(line)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in places):
                    found.add(frozenset(r * columns + c for r, c in places))
    return tuple(sorted(found, key=sorted))


def cells_of(mask: int) -> Cells:
    """Return the cells of a mask."""
    return frozenset(cell for cell in range(mask.bit_length()) if mask & 1 << cell)


@dataclass(frozen=True)
class Naive:
    """The repaired player on a board: cells, lines, the most threats before a fork, replies looked at or not."""

    cells: Cells
    lines: tuple[Cells, ...]
    threats: int = 63
    ahead: bool = True

    def free(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the empty cells."""
        return self.cells - mine - theirs

    def wins(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the cells that complete a line."""
        free = self.free(mine, theirs)
        return frozenset(cell for cell in free if any(line <= mine | {cell} for line in self.lines))

    def attacks(self, mine: Cells, theirs: Cells, threats: int) -> Cells:
        """Return the cells from which a line is completed whatever the other does, by threats alone."""
        return frozenset(
            cell for cell in self.free(mine, theirs) if self.attacks_from(mine | {cell}, theirs, threats)
        )

    def attacks_from(self, mine: Cells, theirs: Cells, threats: int) -> bool:
        """Return the same once the stone stands."""
        if self.wins(theirs, mine):
            return False
        wins = self.wins(mine, theirs)
        if len(wins) != 1 or threats == 0:
            return len(wins) > 1
        return bool(self.attacks(mine, theirs | wins, threats - 1))

    def safe(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the cells that leave the other no attack, forced exchanges made first."""
        return frozenset(cell for cell in self.free(mine, theirs) if self.is_safe(mine | {cell}, theirs))

    def is_safe(self, mine: Cells, theirs: Cells) -> bool:
        """Return whether the other, who is to move, has no attack."""
        if self.wins(theirs, mine):
            return False
        wins = self.wins(mine, theirs)
        if not wins:
            return not self.attacks(theirs, mine, self.threats)
        return len(wins) > 1 or self.has_answer(mine, theirs | wins)

    def has_answer(self, mine: Cells, theirs: Cells) -> bool:
        """Return whether there is an attack, a safe cell or none at all."""
        return bool(
            not self.free(mine, theirs) or self.attacks(mine, theirs, self.threats) or self.safe(mine, theirs)
        )

    def allowed(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the cells that the player allows himself."""
        safe = self.safe(mine, theirs)
        if self.ahead:
            safe = frozenset(cell for cell in safe if self.is_answered(mine | {cell}, theirs))
        return (
            self.wins(mine, theirs)
            or self.wins(theirs, mine)
            or self.attacks(mine, theirs, self.threats)
            or safe
            or self.free(mine, theirs)
        )

    def is_answered(self, mine: Cells, theirs: Cells) -> bool:
        """Return whether every reply has an answer; a threat's only reply was looked at before."""
        if self.wins(mine, theirs):
            return True
        return all(self.has_answer(mine, theirs | {reply}) for reply in self.free(mine, theirs))


def unfinished(columns: int, rows: int, line: int) -> list[tuple[int, int]]:
    """Return every unfinished position that play can reach, as masks of (mine, theirs)."""
    full = (1 << columns * rows) - 1
    lines = [sum(1 << cell for cell in each) for each in rectangle(columns, rows, line)]
    tier, found = {(0, 0)}, []
    while tier:
        going = [
            (mine, theirs)
            for mine, theirs in tier
            if mine | theirs != full and not any(each & theirs == each for each in lines)
        ]
        found += going
        tier = {
            (theirs, mine | 1 << cell)
            for mine, theirs in going
            for cell in range(columns * rows)
            if not (mine | theirs) >> cell & 1
        }
    return found


@cache
def value(lines: tuple[int, ...], full: int, mine: int, theirs: int) -> int:
    """Return the mover's value."""
    if any(line & theirs == line for line in lines):
        return -1
    free = [1 << cell for cell in range(full.bit_length()) if not (mine | theirs) >> cell & 1]
    return max((-value(lines, full, theirs, mine | cell) for cell in free), default=0)


@dataclass(frozen=True)
class Walked:
    """What came of a walk: positions met, and those of them that are won, drawn and lost."""

    met: int
    won: int
    drawn: int
    lost: int


def images(columns: int, rows: int) -> list[Any]:
    """Return, for each symmetry of the board, where its cells go."""
    board = np.arange(columns * rows).reshape(rows, columns)
    boards = [board, board[::-1], board[:, ::-1], board[::-1, ::-1]]
    if columns == rows:
        boards += [each.T for each in boards]
    return [each.ravel() for each in boards]


def least_image(boards: Any, columns: int, rows: int) -> Any:
    """Return the least of the images of words that hold two boards."""
    cells = columns * rows
    best = boards.copy()
    low, values = (1 << cells) - 1, np.arange(256)
    for image in images(columns, rows)[1:]:
        moved = np.zeros_like(boards)
        for begin in range(0, cells, 8):  # eight cells at a time
            table = np.zeros(256, np.int64)
            for place in range(begin, min(begin + 8, cells)):
                table |= (values >> place - begin & 1) << int(image[place])
            moved |= table[(boards & low) >> begin & 255] | table[boards >> cells + begin & 255] << cells
        best = np.minimum(best, moved)
    return best


def walk(
    columns: int, rows: int, line: int, allowed: Callable[[Any, Any], Any], first: bool, fold: bool = True
) -> Walked:
    """Play all that `allowed(mine, theirs) -> masks` allows against every reply, tier by tier.

    Without `fold` symmetric positions are apart, as they must be where `allowed` does not treat them alike.
    """
    cells = columns * rows
    full = (1 << cells) - 1
    lines = [sum(1 << cell for cell in each) for each in rectangle(columns, rows, line)]
    tier, own = np.zeros(1, np.int64), first
    met = won = drawn = lost = 0
    while len(tier):
        met += len(tier)
        mine, theirs = tier & full, tier >> cells
        over = np.zeros(len(tier), bool)
        for each in lines:
            over |= theirs & each == each
        ended = int(over.sum())
        won, lost = (won, lost + ended) if own else (won + ended, lost)
        going = ~over & (mine | theirs != full)
        drawn += int((~over & ~going).sum())
        mine, theirs = mine[going], theirs[going]
        masks = allowed(mine, theirs) if own else full & ~(mine | theirs)
        children = [np.zeros(0, np.int64)]
        for cell in range(cells):
            to = masks >> cell & 1 == 1
            after = theirs[to] | (mine[to] | 1 << cell) << cells
            children.append(np.unique(least_image(after, columns, rows) if fold else after))
        tier, own = np.unique(np.concatenate(children)), not own
    return Walked(met, won, drawn, lost)
