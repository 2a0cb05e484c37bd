"""Threats of lines: cells that complete a line, cells that make two such cells at once, and dead lines.

Two players put stones on a `LineBoard` and the first line wins. A line is open to a player while the other
has no stone on it. The stones that lines lack are counted for all lines of one direction at once: a bit for
each cell where a line begins, and a word for each count. From these words a search reads:

    a *win*     a free cell of an open line that lacks one stone
    a *half*    a free cell of an open line that lacks two: a stone there threatens to win
    a *fork*    a half of two lines: a stone there may threaten to win on two cells at once

A player with a fork who neither wins at once nor must stop the opponent wins in three plies. A player who
faces a fork must spoil it or make a threat to win, or loses in four. Everything else is left to the search.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from zermelo.boards.bitboards.rectangle import LineBoard


@dataclass(frozen=True)
class LineThreats(LineBoard):
    """A board of lines with the questions that forced moves come from; boards are words of one bit a cell."""

    columns: int
    rows: int
    line: int

    @cached_property
    def line_steps(self) -> tuple[int, int, int, int]:
        """The bits from cell to cell of a line, for each direction of `line_starts`."""
        return 1, self.width, self.width + 1, self.width - 1

    def open_line_starts(self, mine: int, theirs: int, step: int, starts: int) -> tuple[int, int, int]:
        """Return where lines begin that are open to `mine`: all, those that lack two stones, and one."""
        complete, one, two = starts, 0, 0
        closed = 0
        for place in range(self.line):
            stones = mine >> place * step
            closed |= theirs >> place * step
            two = (two & stones) | (one & ~stones)
            one = (one & stones) | (complete & ~stones)
            complete &= stones
        return starts & ~closed, two & ~closed, one & ~closed

    def winning_prospects(self, mine: int, theirs: int) -> tuple[int, int, int, int]:
        """Return the cells of `mine` that are wins, halves, forks, and the free cells of open lines."""
        free = self.full & ~(mine | theirs)
        wins = halves = forks = live = 0
        for direction in range(4):
            starts, step = self.line_starts[direction], self.line_steps[direction]
            if starts != 0:
                lines, two, one = self.open_line_starts(mine, theirs, step, starts)
                for place in range(self.line):
                    wins |= one << place * step
                    forks |= halves & two << place * step & free
                    halves |= two << place * step & free
                    live |= lines << place * step
        return wins & free, halves, forks, live & free

    def winning_cells(self, mine: int, theirs: int) -> int:
        """Return the free cells that complete a line of `mine`."""
        wins = 0
        for direction in range(4):
            starts, step = self.line_starts[direction], self.line_steps[direction]
            if starts != 0:
                _, _, one = self.open_line_starts(mine, theirs, step, starts)
                for place in range(self.line):
                    wins |= one << place * step
        return wins & self.full & ~(mine | theirs)

    def forking_cell(self, mine: int, theirs: int, cells: int) -> int:
        """Return a cell out of `cells` on which `mine` threatens to win on two cells, 0 without one."""
        while cells:
            cell = cells & -cells
            wins = self.winning_cells(mine | cell, theirs)
            if wins & (wins - 1):
                return cell
            cells ^= cell
        return 0

    def fork_blocking_cells(self, mine: int, theirs: int, forks: int) -> int:
        """Return the free cells that leave `theirs` no fork out of `forks`, all where there is none."""
        kept = self.full & ~(mine | theirs)
        while forks:
            cell = forks & -forks
            wins = self.winning_cells(theirs | cell, mine)
            others = wins & (wins - 1)
            if others:
                kept &= cell if others & (others - 1) else cell | wins
            forks ^= cell
        return kept

    def urgent_cells(self, mine: int, theirs: int) -> int:
        """Return free cells one of which is best, in value and in remoteness, where the first line wins.

        A cell through which no open line runs is no better than any other, so one of those is enough.
        """
        free = self.full & ~(mine | theirs)
        wins, halves, forks, live = self.winning_prospects(mine, theirs)
        if wins:
            return wins & -wins
        threats, _, their_forks, their_live = self.winning_prospects(theirs, mine)
        if threats:
            return threats & -threats  # where there are two, the game is lost in two whatever is played
        fork = self.forking_cell(mine, theirs, forks)
        if fork:
            return fork
        spoiling = self.fork_blocking_cells(mine, theirs, their_forks)
        if spoiling != free:  # who does not spoil the fork and does not threaten loses in four
            spoiling |= halves
        if spoiling & (live | their_live):
            return spoiling & (live | their_live)
        return free & -free if spoiling == 0 else spoiling & -spoiling

    def forced_length_bounds(self, mine: int, theirs: int) -> tuple[int, int]:
        """Return the bounds of the mover's length that forced moves and dead lines prove, where lines win."""
        wins, _, forks, live = self.winning_prospects(mine, theirs)
        if wins:
            return 1, 1
        threats, _, _, their_live = self.winning_prospects(theirs, mine)
        if threats & (threats - 1):
            return -2, -2
        if threats == 0 and self.forking_cell(mine, theirs, forks):
            return 3, 3
        return -4 if their_live else 0, 3 if live else 0

    def evaluate_open_lines(self, mine: int, theirs: int) -> int:
        """Return how much the open lines of `mine` promise: those that lack little count most."""
        found = 0
        for direction in range(4):
            starts, step = self.line_starts[direction], self.line_steps[direction]
            if starts != 0:
                lines, two, one = self.open_line_starts(mine, theirs, step, starts)
                found += lines.bit_count() + 8 * two.bit_count() + 48 * one.bit_count()
        return found

    def evaluate_cell(self, mine: int, theirs: int, cell: int) -> int:
        """Return how much a stone on `cell` matters: for each open line there, the more the fuller it is."""
        found = 0
        for line in self.lines_through[cell]:
            if line & theirs == 0:
                found += self.line_weights[(line & mine).bit_count()]
            elif line & mine == 0:
                found += self.line_weights[(line & theirs).bit_count()]
        return found

    @cached_property
    def line_weights(self) -> tuple[int, ...]:
        """What an open line with so many stones counts."""
        return tuple((stones + 1) ** 4 for stones in range(self.line + 1))

    @cached_property
    def lines_through(self) -> tuple[tuple[int, ...], ...]:
        """The lines through each cell, each the mask of its cells."""
        every = tuple(self.yield_lines())
        return tuple(tuple(line for line in every if line >> cell & 1) for cell in range(self.cells))

    def yield_lines(self) -> Iterator[int]:
        for starts, step in zip(self.line_starts, self.line_steps, strict=True):
            for cell in range(self.cells):
                if starts >> cell & 1:
                    yield sum(1 << cell + place * step for place in range(self.line))
