"""Hex: two players connect their edges of a rhombus, and exactly one of them can. Hein (1942), Nash (1948).

A position is two boards in one word, X below and O above. Cells are numbered by rows from the top, and
each row stands half a cell further to the right than the one above it; on 3 x 3:

    bit  0  1  2          X        bit   9 10 11          O
           3  4  5                         12 13 14
             6  7  8                         15 16 17

So a cell has six neighbours: left, right, above, above and right, below, below and left. X connects top
and bottom, O left and right. A full board has one of the two connections and never both (John Nash; David
Gale, *The Game of Hex and the Brouwer Fixed-Point Theorem*, 1979), so that nothing is drawn, and by Nash's
argument the first player wins. A connection is found by flooding (`_hex_rhombus.py`), and what is sure to
become one, which only a search asks, by bridges (`_hex_bridges.py`). From 6 x 6 on the two boards are a word
each.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.errors import BadParameter
from zermelo.core.game import Position
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games._crosses_and_noughts import read_bits
from zermelo.games._hex_bridges import Bridges
from zermelo.games._hex_rhombus import Rhombus
from zermelo.games._parameters import WORD_BITS, check_whole
from zermelo.games._placing import Placing
from zermelo.games._signs import cell_name, show_signs
from zermelo.tabletop.grounds import RISE, hexagons, lettered, numbered
from zermelo.tabletop.picture import Mark, Picture, Stroke, Thing
from zermelo.tabletop.texts import unreadable


class HexRules(Placing):
    """The rules; `Hex` below adds what a search asks."""

    size: int = 3

    def __post_init__(self) -> None:
        check_whole("size", self.size, 1, WORD_BITS)
        if self.cells > WORD_BITS:
            size = f"{self.size} x {self.size}"
            raise BadParameter(
                f"a board of {size} has {self.cells} cells and a word {WORD_BITS} bits: take less"
            )

    @cached_property
    def board(self) -> Rhombus:
        return Rhombus(self.size)

    @cached_property
    def cells(self) -> int:
        return self.size**2

    def play(self, position: Position, move: int) -> Position:
        crosses, noughts = self.boards(position)
        if self.x_moves(position):
            return self.joined(crosses | 1 << move, noughts)
        return self.joined(crosses, noughts | 1 << move)

    def x_moves(self, position: Position) -> bool:
        return self.tier(position) % 2 == 0

    def outcome(self, position: Position) -> int:
        crosses, noughts = self.boards(position)
        if self.x_moves(position):
            won = self.board.connects(noughts, self.board.first_column, self.board.last_column)
        else:
            won = self.board.connects(crosses, self.board.first_row, self.board.last_row)
        return LOSS if won else UNDECIDED

    def symmetries(self, position: Position) -> Iterator[Position]:
        """Yield the position and its half turn; a reflection would exchange the players, not only movers."""
        for image in range(2):
            if image > 0:
                if self.wide:
                    position = self.board.half_turned(position[0], 1), self.board.half_turned(position[1], 1)
                else:
                    position = self.board.half_turned(position, self.board.both)
            yield position

    # What a person reads: rows from the top, each one blank further to the right.

    def show(self, position: Position) -> str:
        rows = show_signs(self.signs_of(position), self.size, self.size).split("\n")
        return "\n".join(" " * index + row for index, row in enumerate(rows))

    def parse(self, text: str) -> Position:
        """Read a position: rows of X, O and `.` from the top, each on its line or with `/` between.

        The blanks before them may be left out. Raises `UnreadablePosition`, also where no play leads there.
        """
        crosses, noughts = read_bits(self, text, self.size, self.size)
        x_moved = crosses.bit_count() > noughts.bit_count()
        stones = [1 << cell for cell in range(self.cells) if (crosses if x_moved else noughts) >> cell & 1]
        before = [(crosses ^ stone, noughts) if x_moved else (crosses, noughts ^ stone) for stone in stones]
        if before and not any(self.is_open(*earlier) for earlier in before):
            raise unreadable(
                self,
                text,
                "play had ended before the last stone",
                "take back the stones after the connection",
            )
        return self.joined(crosses, noughts)

    def is_open(self, crosses: int, noughts: int) -> bool:
        """Return whether neither player has connected his edges."""
        return not (
            self.board.connects(crosses, self.board.first_row, self.board.last_row)
            or self.board.connects(noughts, self.board.first_column, self.board.last_column)
        )

    def name(self, position: Position, move: int) -> str:
        return cell_name(move, self.size)

    def depict(self, position: Position) -> Picture:
        size = self.size
        places = hexagons(size, size)
        signs = self.signs_of(position)
        things = tuple(
            Thing("disc", places[cell].x, places[cell].y, "XO".index(sign)) for cell, sign in signs.items()
        )
        last = size - 1
        far, high = last + last / 2, last * RISE
        goals = (
            Stroke(-0.5, -0.72, last + 0.5, -0.72, "goal", 0),
            Stroke(far - last - 0.5, high + 0.72, far + 0.5, high + 0.72, "goal", 0),
            Stroke(-0.86, -0.26, far - last - 0.86, high + 0.28, "goal", 1),
            Stroke(last + 0.86, -0.28, far + 0.86, high + 0.26, "goal", 1),
        )
        marks = (
            *(Mark(name, x - 0.5, -1.08) for x, name in enumerate(lettered(size))),
            *(Mark(name, y / 2 - 1.28, y * RISE + 0.06) for y, name in enumerate(numbered(size))),
        )
        mover = self.tier(position) % 2
        return Picture(places, goals, things, marks, (), mover)


class Hex(HexRules):
    """Put a stone on a free cell of a rhombus; X wins by connecting top and bottom, O left and right.

    Cells touch left and right, above and below, and aslant where the column is one more and the row one
    less or the other way round. Nothing is drawn: values are win and loss. Boards have at most 7 x 7 cells.
    """

    # What a search asks. The board is seen so that the mover connects top and bottom: O's is reflected in the
    # diagonal, which exchanges rows and columns.

    @cached_property
    def board(self) -> Bridges:
        return Bridges(self.size)

    def downwards(self, position: Position) -> tuple[int, int]:
        """Return the mover's stones and the other's, reflected where the mover is O."""
        crosses, noughts = self.boards(position)
        if self.x_moves(position):
            return crosses, noughts
        return self.board.transpose(noughts, 1), self.board.transpose(crosses, 1)

    def urgent(self, mine: int, theirs: int) -> int:
        """Return free cells one of which is best: one that connects, or one where the other would."""
        free = self.full & ~(mine | theirs)
        wins = self.board.completing(mine, free, self.board.first_row, self.board.last_row)
        if wins:
            return wins & -wins
        threats = self.board.completing(theirs, free, self.board.first_column, self.board.last_column)
        return threats & -threats if threats else free  # where there are two, all is lost in two

    def candidates(self, position: Position) -> Iterator[int]:
        """Yield the moves that a connection in one leaves to choose from."""
        mine, theirs = self.downwards(position)
        cells = self.urgent(mine, theirs)
        if not self.x_moves(position):
            cells = self.board.transpose(cells, 1)
        while cells:
            yield ((cells & -cells) - 1).bit_count()
            cells &= cells - 1

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return what bridges say of the mover's value."""
        mine, theirs = self.downwards(position)
        free = self.full & ~(mine | theirs)
        if self.board.completing(
            mine, free, self.board.first_row, self.board.last_row
        ) or self.board.is_certain(mine, free):
            return WIN, WIN
        if self.board.is_certain(self.board.transpose(theirs, 1), self.board.transpose(free, 1)):
            return LOSS, LOSS
        return LOSS, WIN

    def lead(self, position: Position) -> int:
        """Return how many stones more than X's O's connection lacks."""
        crosses, noughts = self.boards(position)
        free = self.full & ~(crosses | noughts)
        across = self.board.distance(noughts, free, self.board.first_column, self.board.last_column)
        return across - self.board.distance(crosses, free, self.board.first_row, self.board.last_row)

    def order(self, position: Position, move: int) -> int:
        """Return how promising a cell is: the lead it gives, bridges, neighbours, and the middle."""
        crosses, noughts = self.boards(position)
        lead = self.lead(self.play(position, move))
        row, column = move // self.size, move % self.size
        aside = (
            abs(2 * row - self.size + 1) + abs(2 * column - self.size + 1) + abs(row + column - self.size + 1)
        )
        beside = (self.board.around(1 << move) & (crosses | noughts)).bit_count()
        near = 4 * self.board.bridges_at(move, crosses | noughts) + beside - aside
        return near + (8 * lead if self.x_moves(position) else -8 * lead)

    def estimate(self, position: Position) -> int:
        """Return how many stones more than the mover's the other's connection lacks, 256 for each."""
        lead = self.lead(position)
        return 256 * (lead if self.x_moves(position) else -lead)
