"""Connect Four: discs fall to the bottom of a column; the first to have `line` in a row wins.

Every column has one bit more than rows. Its lowest free cell holds a marker bit, and below it stand
the mover's discs; on 7 x 6:

     6 13 20 27 34 41 48     above the board: a full column's marker
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46     a column with  other       0 0 0 1   <- marker, the highest bit set
     3 10 17 24 31 38 45     three discs:   mover   is      0
     2  9 16 23 30 37 44                    mover           1
     1  8 15 22 29 36 43                                    1
     0  7 14 21 28 35 42

So one word holds both the owner of each disc and the height of each column: position = mine + occupied +
bottom (no carry: per column, occupied + 1 is the marker). The key is unique, needs 49 bits for 7 x 6, and
nobody's turn needs storing. `occupied` comes back by spreading each marker downwards, doubling the distance
with each shift. The spare bit parts the columns, so that lines are found by shifts alone.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.crosses_and_noughts_text import Cell, read_xo_grid, show_xo_grid
from zermelo.boards.pictures.picture import Mark, Picture, Place, Thing
from zermelo.boards.pictures.picture_places import rim_strokes, row_numbers, square_places
from zermelo.core.game import Game
from zermelo.core.mix_ins import InputPlanes, WinningLines
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN


class ConnectFourRules(Game, InputPlanes, WinningLines):
    """The rules; `ConnectFour` below adds methods for searches."""

    columns: int = whole(7, 1, WORD_BITS // 2)
    rows: int = whole(6, 1, WORD_BITS - 1)
    line: int = whole(4, 1, WORD_BITS)

    how_to_play = (
        "Get {line} of your discs in a row, across, down or diagonally.",
        "Drop a disc into a column that is not full; it falls to the lowest free place.",
        "The first row of {line} wins; a full board without one is a draw.",
    )
    move_word = "column"

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", self.columns * (self.rows + 1))

    @cached_property
    def column_height_bits(self) -> int:
        """The bits of a column."""
        return self.rows + 1

    @cached_property
    def bottom_cells(self) -> int:
        return sum(1 << column * self.column_height_bits for column in range(self.columns))

    @cached_property
    def cells_above_board(self) -> int:
        return self.bottom_cells << self.rows

    @cached_property
    def single_column(self) -> int:
        return (1 << self.rows) - 1

    @cached_property
    def board(self) -> int:
        return self.bottom_cells * self.single_column

    def start(self) -> int:
        return self.bottom_cells

    def moves(self, position: int) -> Iterator[int]:
        for column in range(self.columns):
            if (position >> (column * self.column_height_bits + self.rows)) & 1 == 0:
                yield column

    def play(self, position: int, move: int) -> int:
        occupied = self.occupied(position)
        theirs = occupied & ~position
        return theirs + (occupied | (occupied + (1 << (move * self.column_height_bits)))) + self.bottom_cells

    def outcome(self, position: int) -> int:
        if self.has_line(self.occupied(position) & ~position):
            return LOSS
        if (position & self.cells_above_board) == self.cells_above_board:
            return DRAW
        return UNDECIDED

    def tier(self, position: int) -> int:
        return self.occupied(position).bit_count()

    def occupied(self, position: int) -> int:
        """Return the cells with a disc: everything below each column's marker."""
        filled = position
        shift = 1
        while shift < self.column_height_bits:
            filled |= (filled >> shift) & (self.bottom_cells * ((1 << (self.column_height_bits - shift)) - 1))
            shift *= 2
        return (filled >> 1) & (self.bottom_cells * ((1 << self.rows) - 1))

    def has_line(self, discs: int) -> bool:
        """Return whether `line` discs stand in a row; shifts that could pass the word's end are left out."""
        found = 0
        if self.line <= self.rows:
            found |= self.line_starts(discs, 1)
        if self.line <= self.columns:
            found |= self.line_starts(discs, self.column_height_bits)
        if self.line <= self.rows and self.line <= self.columns:
            found |= self.line_starts(discs, self.column_height_bits + 1) | self.line_starts(
                discs, self.column_height_bits - 1
            )
        return found != 0

    def line_starts(self, discs: int, step: int) -> int:
        """Return the bits from which `line` discs stand, each `step` bits after the one before."""
        length = 1
        while 2 * length <= self.line:
            discs &= discs >> (length * step)
            length *= 2
        return discs & (discs >> ((self.line - length) * step))

    # What rules about lines ask: cells are bits, as in the position.

    @cached_property
    def winning_lines(self) -> tuple[int, ...]:
        """Every line as the mask of its cells, once."""
        found = set()
        for step in (1, self.column_height_bits, self.column_height_bits + 1, self.column_height_bits - 1):
            for cell in range(self.columns * self.column_height_bits):
                line = sum(1 << cell + further * step for further in range(self.line))
                if line & ~self.board == 0:
                    found.add(line)
        return tuple(sorted(found))

    def boards(self, position: int) -> tuple[int, int]:
        """Return the mover's discs and the other's."""
        occupied = self.occupied(position)
        return occupied & position, occupied & ~position

    def layers(self, position: int) -> Iterator[int]:
        """Yield the mover's discs, the other's, and whether the second player is to move."""
        mine, theirs = self.boards(position)
        yield mine
        yield theirs
        yield self.tier(position) & 1

    def playable(self, occupied: int) -> int:
        """Return the cells on which the next disc can come to lie."""
        return (occupied + self.bottom_cells) & self.board

    def cell_of(self, position: int, move: int) -> int:
        """Return the cell on which a disc falls: the lowest free one of its column."""
        cell = self.playable(self.occupied(position)) & self.single_column << move * self.column_height_bits
        return cell.bit_length() - 1

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        mirrored = position
        for column in range(self.columns // 2):
            distance = (self.columns - 1 - 2 * column) * self.column_height_bits
            mask = ((1 << self.column_height_bits) - 1) << (column * self.column_height_bits)
            changed = (mirrored ^ (mirrored >> distance)) & mask
            mirrored = mirrored ^ changed ^ (changed << distance)
        yield mirrored

    # Text format: rows from the top, columns numbered from 1.

    player_names = ("X", "O")

    def show(self, position: int) -> str:
        occupied = self.occupied(position)
        mine = self.cells(occupied & position)
        theirs = self.cells(occupied & ~position)
        if len(mine) == len(theirs):
            return show_xo_grid(self.columns, self.rows, mine, theirs)
        return show_xo_grid(self.columns, self.rows, theirs, mine)

    def parse(self, text: str) -> int:
        """Read rows of X, O and `.` from the top, or moves from the start, as in `4453`.

        Rows stand on lines of their own or have `/` between. Moves are columns counted from 1, as in the test
        files of Pascal Pons. For a board only the end of play is checked: there is no line before the last
        disc, which lies on top of a column. Whether the discs below can have fallen in turn is not checked.
        Raises `UnreadablePosition`.
        """
        if re.fullmatch("[1-9]+", text.strip()):
            return self._position_after_moves(text)
        first, second = read_xo_grid(self, text, self.columns, self.rows)
        for row, column in first | second:
            if row + 1 < self.rows and (row + 1, column) not in first | second:
                raise unreadable(
                    self,
                    text,
                    f"a disc floats in column {column + 1}",
                    "fill each column from the bottom, the last row",
                )
        mine, theirs = (first, second) if len(first) == len(second) else (second, first)
        tops = {min(cell for cell in first | second if cell[1] == column) for _, column in first | second}
        last = tops & theirs
        possible = not theirs or any(not self.has_line(self.bits(theirs - {cell})) for cell in last)
        if self.has_line(self.bits(mine)) or not possible:
            raise unreadable(
                self, text, "play had ended before the last disc", "take back the discs after the first line"
            )
        return 2 * self.bits(mine) + self.bits(theirs) + self.bottom_cells

    def cells(self, discs: int) -> set[Cell]:
        bits = (bit for bit in range(self.columns * self.column_height_bits) if discs >> bit & 1)
        return {
            (self.rows - 1 - bit % self.column_height_bits, bit // self.column_height_bits) for bit in bits
        }

    def bits(self, cells: set[Cell]) -> int:
        return sum(1 << column * self.column_height_bits + self.rows - 1 - row for row, column in cells)

    def _position_after_moves(self, text: str) -> int:
        """Return the position after a move string."""
        position = self.start()
        for number, digit in enumerate(text.strip(), 1):
            move = int(digit) - 1
            if self.outcome(position) != UNDECIDED or move not in self.moves(position):
                remedy = "write columns that are not full, counted from 1, up to the end of play"
                raise unreadable(self, text, f"move {number} cannot be played in column {digit}", remedy)
            position = self.play(position, move)
        return position

    def name(self, position: int, move: int) -> str:
        return str(move + 1)

    def depict(self, position: int) -> Picture:
        occupied = self.occupied(position)
        mine, theirs = self.cells(occupied & position), self.cells(occupied & ~position)
        mover = int(len(mine) != len(theirs))
        things = tuple(
            Thing("disc", column, row, side)
            for side, cells in ((mover, mine), (1 - mover, theirs))
            for row, column in cells
        )
        pits = square_places(self.columns, self.rows, ("",) * self.columns * self.rows, ground="slot")
        names = row_numbers(self.columns)
        tops = tuple(Place(name, x, -0.85, "bare") for x, name in enumerate(names))
        marks = tuple(Mark(name, x, self.rows - 0.2) for x, name in enumerate(names))
        return Picture((*pits, *tops), rim_strokes(self.columns, self.rows), things, marks, (), mover)


class ConnectFour(ConnectFourRules):
    """Drop a disc into a column; `line` in a row, upright, across or aslant, win; a full board is a draw.

    Values are win, draw, loss. A `line` longer than the board can only be drawn.
    """

    # Methods for searches.

    lasting: ClassVar[bool] = True

    def candidates(self, position: int) -> Iterator[int]:
        """Yield a win at once; else the only block; else what does not help the other to a win at once."""
        chosen = self.candidate_cells(position)
        for column in range(self.columns):
            if chosen >> column * self.column_height_bits & self.single_column:
                yield column

    def forced(self, position: int) -> int:
        """Return the candidate where there is one alone."""
        chosen = self.candidate_cells(position)
        return -1 if chosen & (chosen - 1) else (chosen.bit_length() - 1) // self.column_height_bits

    def candidate_cells(self, position: int) -> int:
        """Return the cells of the candidates."""
        occupied = self.occupied(position)
        mine, theirs = occupied & position, occupied & ~position
        places = (occupied + self.bottom_cells) & self.board
        wins, threats = (
            places & self.line_completing_cells(mine, occupied),
            self.line_completing_cells(theirs, occupied),
        )
        if wins:
            return wins & -wins
        if places & threats:
            return places & threats & -(places & threats)
        return places & ~(threats >> 1) or places

    def order(self, position: int, move: int) -> int:
        """Count the cells that would win after the move, those next in their column twice; prefer the middle.

        A cell above one that wins for the other is never reached.
        """
        occupied = self.occupied(position)
        disc = (occupied + self.bottom_cells) & self.single_column << move * self.column_height_bits
        mine, theirs = occupied & position | disc, occupied & ~position
        occupied |= disc
        wins = self.line_completing_cells(mine, occupied) & ~(
            self.line_completing_cells(theirs, occupied) << 1
        )
        near = wins & (occupied + self.bottom_cells) << 1
        return (wins.bit_count() + near.bit_count()) * 2 * self.columns - abs(2 * move + 1 - self.columns)

    def bounds(self, position: int) -> tuple[int, int]:
        """Return the bounds of the value that follow from `length_bounds`."""
        worst, best = self.length_bounds(position)
        low = WIN if worst > 0 else DRAW if worst == 0 else LOSS
        return low, WIN if best > 0 else DRAW if best == 0 else LOSS

    def length_bounds(self, position: int) -> tuple[int, int]:
        """Look two plies ahead, and test what the second player gets by always answering in the same column.

        Where an even number of cells is free, the second player answers in the mover's column. If the mover's
        column has an odd number of free cells, so has another column. The second player then answers in that
        one, and counts on neither of the open cells. So the second player gets the upper cell of each pair
        that is not open at once (the rule `claimeven` of V. Allis, *A knowledge-based approach of
        Connect-Four*, 1988), and the mover at most all other cells. Without a line in those the mover cannot
        win. With a line in the second player's cells the second player wins, at the latest when the board is
        full. Columns of an odd height have no pairs: then a player who makes no line with all free cells
        cannot win. Where an odd number of cells is free, the mover becomes the second player by playing in a
        column with an odd number.
        """
        occupied = self.occupied(position)
        mine, theirs = occupied & position, occupied & ~position
        places = (occupied + self.bottom_cells) & self.board
        if places & self.line_completing_cells(mine, occupied):
            return 1, 1
        threats = self.line_completing_cells(theirs, occupied)
        forced = places & threats
        if forced & (forced - 1) or (forced if forced else places) & ~(threats >> 1) == 0:
            return -2, -2
        worst, best = -4, 3
        free = self.board & ~occupied
        claimed, left = free & self.even_cells & ~places, free.bit_count()
        if left % 2 == 0:
            if not self.has_line(mine | free & ~claimed):
                best = -left if self.has_line(theirs | claimed) else 0
        elif not self.has_line(theirs | free & ~claimed):
            worst = left if self.has_line(mine | claimed) else 0
        return worst, best

    def estimate(self, position: int) -> int:
        """Count the cells that would win, the mover's less the other's."""
        occupied = self.occupied(position)
        mine = self.line_completing_cells(occupied & position, occupied)
        return mine.bit_count() - self.line_completing_cells(occupied & ~position, occupied).bit_count()

    @cached_property
    def even_cells(self) -> int:
        """The second, fourth, ... cell of each column; none where columns have an odd height."""
        return 0 if self.rows % 2 else self.bottom_cells * sum(1 << row for row in range(1, self.rows, 2))

    def line_completing_cells(self, discs: int, occupied: int) -> int:
        """Return the free cells with which `discs` have a line."""
        found = 0
        if self.line <= self.rows:
            found |= self.cells_after_run(discs, self.line - 1, 1)
        if self.line <= self.columns:
            found |= self.line_gap_cells(discs, self.column_height_bits)
        if self.line <= self.rows and self.line <= self.columns:
            found |= self.line_gap_cells(discs, self.column_height_bits + 1) | self.line_gap_cells(
                discs, self.column_height_bits - 1
            )
        return found & self.board & ~occupied

    def line_gap_cells(self, discs: int, step: int) -> int:
        """Return the cells that are the missing one of a line along `step`."""
        found = 0
        for below in range(self.line):
            found |= self.cells_after_run(discs, below, step) & self.cells_before_run(
                discs, self.line - 1 - below, step
            )
        return found

    def cells_after_run(self, discs: int, length: int, step: int) -> int:
        """Return the cells with `length` discs before them along `step`."""
        found = self.board
        for distance in range(1, length + 1):
            found &= discs << distance * step
        return found

    def cells_before_run(self, discs: int, length: int, step: int) -> int:
        """Return the cells with `length` discs after them along `step`."""
        found = self.board
        for distance in range(1, length + 1):
            found &= discs >> distance * step
        return found
