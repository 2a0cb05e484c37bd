"""Hex: two players connect their edges of a rhombus, and exactly one of them can. Hein (1942), Nash (1948).

Each row stands half a cell further to the right than the one above it; the cells on 3 x 3:

    0  1  2
      3  4  5
        6  7  8

So a cell has six neighbours: left, right, above, above and right, below, below and left. X connects top and
bottom, O left and right. A full board has one of the two connections and never both (John Nash; David Gale,
*The Game of Hex and the Brouwer Fixed-Point Theorem*, 1979), so there are no draws, and by Nash's argument
the first player wins. Connections that are certain but incomplete matter only to searches; they are found by
bridges (`_hex_bridges.py`).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import rhombus
from zermelo.boards.board_games.board_game import PlacingGame
from zermelo.boards.board_games.rule_symmetries import map_cells_by_symmetry
from zermelo.boards.board_symmetries import Permutation
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Mark, Picture, Stroke
from zermelo.boards.pictures.picture_places import RISE, column_letters, row_numbers
from zermelo.core.game import Position
from zermelo.core.parameters import whole
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.connection._hex_bridges import DOWN, LEFT, RIGHT, UP, HexBridges


class HexRules(PlacingGame):
    """The rules; `Hex` below adds methods for searches."""

    size: int = whole(3, 1, 7)  # a board is a word

    how_to_play = (
        "Connect your two edges of the board: X top and bottom, O left and right.",
        "X and O take turns to put a stone on a free cell.",
        "The first player with an unbroken chain of stones between their two edges wins. There are no draws.",
    )

    @cached_property
    def board(self) -> Board:
        return rhombus(self.size, tight=True)

    @cached_property
    def edge_cells(self) -> tuple[int, int, int, int]:
        """The first row and the last, and the first column and the last."""
        return self.board.edge(UP), self.board.edge(DOWN), self.board.edge(LEFT), self.board.edge(RIGHT)

    @cached_property
    def symmetries_kept_by_rules(self) -> tuple[Permutation, ...]:
        """The half turn: a reflection would exchange the players, not only movers."""
        return tuple(
            turn
            for turn in self.board.symmetries
            if map_cells_by_symmetry(self.edge_cells[0], turn) in (self.edge_cells[0], self.edge_cells[1])
        )

    def outcome(self, position: Position) -> int:
        crosses, noughts = self.both_boards(position)
        if self.side_to_move(position) == 0:
            won = self.board.connects(noughts, self.edge_cells[2], self.edge_cells[3])
        else:
            won = self.board.connects(crosses, self.edge_cells[0], self.edge_cells[1])
        return LOSS if won else UNDECIDED

    # Text format: rows from the top, each one blank further to the right.

    def parse(self, text: str) -> Position:
        """Read a position: rows of X, O and `.` from the top, each on its line or with `/` between.

        Raises `UnreadablePosition`, also where no play leads there.
        """
        position = super().parse(text)
        crosses, noughts = self.both_boards(position)
        x_moved = self.side_to_move(position) == 1
        stones = [1 << cell for cell in each(crosses if x_moved else noughts)]
        before = [(crosses ^ stone, noughts) if x_moved else (crosses, noughts ^ stone) for stone in stones]
        if before and not any(self.has_no_winner(*earlier) for earlier in before):
            raise unreadable(
                self,
                text,
                "play had ended before the last stone",
                "take back the stones after the connection",
            )
        return position

    def has_no_winner(self, crosses: int, noughts: int) -> bool:
        """Return whether neither player has connected both of their edges."""
        return not (
            self.board.connects(crosses, self.edge_cells[0], self.edge_cells[1])
            or self.board.connects(noughts, self.edge_cells[2], self.edge_cells[3])
        )

    def depict(self, position: Position) -> Picture:
        """Return the picture of the kit, with the edges that each player joins."""
        size = self.size
        last = size - 1
        far, high = last + last / 2, last * RISE
        goals = (
            Stroke(-0.5, -0.72, last + 0.5, -0.72, "goal", 0),
            Stroke(far - last - 0.5, high + 0.72, far + 0.5, high + 0.72, "goal", 0),
            Stroke(-1.08, -0.26, far - last - 1.08, high + 0.28, "goal", 1),
            Stroke(last + 0.86, -0.28, far + 0.86, high + 0.26, "goal", 1),
        )
        marks = (
            *(Mark(name, x, -1.08) for x, name in enumerate(column_letters(size))),
            *(Mark(name, y / 2 - 0.7, y * RISE + 0.06) for y, name in enumerate(row_numbers(size))),
        )
        return replace(super().depict(position), strokes=goals, marks=marks)


class Hex(HexRules):
    """Put a stone on a free cell of a rhombus; X wins by connecting top and bottom, O left and right.

    Cells touch left and right, above and below, and aslant where the column is one more and the row one
    less or the other way round. Nothing is drawn: values are win and loss. Boards have at most 7 x 7 cells.
    """

    # Methods for searches. They see the board so that the mover connects top and bottom: O's is reflected in
    # the diagonal, which exchanges rows and columns.

    @cached_property
    def bridges(self) -> HexBridges:
        return HexBridges(self.size)

    def stones_reflected_for_mover(self, position: Position) -> tuple[int, int]:
        """Return the mover's stones and the other's, reflected where the mover is O."""
        crosses, noughts = self.both_boards(position)
        if self.side_to_move(position) == 0:
            return crosses, noughts
        return self.bridges.transpose(noughts), self.bridges.transpose(crosses)

    def urgent_cells(self, mine: int, theirs: int) -> int:
        """Return free cells one of which is best: one that connects, or one where the other would."""
        free = self.full & ~(mine | theirs)
        wins = self.bridges.connecting_cells(mine, free, self.edge_cells[0], self.edge_cells[1])
        if wins:
            return wins & -wins
        threats = self.bridges.connecting_cells(theirs, free, self.edge_cells[2], self.edge_cells[3])
        return threats & -threats if threats else free  # where there are two, all is lost in two

    def candidates(self, position: Position) -> Iterator[int]:
        """Yield the moves that a connection in one leaves to choose from."""
        mine, theirs = self.stones_reflected_for_mover(position)
        cells = self.urgent_cells(mine, theirs)
        if self.side_to_move(position) == 1:
            cells = self.bridges.transpose(cells)
        while cells:
            yield ((cells & -cells) - 1).bit_count()
            cells &= cells - 1

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return the bounds of the mover's value that bridges prove."""
        mine, theirs = self.stones_reflected_for_mover(position)
        free = self.full & ~(mine | theirs)
        if self.bridges.connecting_cells(
            mine, free, self.edge_cells[0], self.edge_cells[1]
        ) or self.bridges.is_connection_certain(mine, free):
            return WIN, WIN
        if self.bridges.is_connection_certain(self.bridges.transpose(theirs), self.bridges.transpose(free)):
            return LOSS, LOSS
        return LOSS, WIN

    def connection_lead(self, position: Position) -> int:
        """Return how many stones more than X's O's connection lacks."""
        crosses, noughts = self.both_boards(position)
        free = self.full & ~(crosses | noughts)
        across = self.bridges.connection_distance(noughts, free, self.edge_cells[2], self.edge_cells[3])
        return across - self.bridges.connection_distance(
            crosses, free, self.edge_cells[0], self.edge_cells[1]
        )

    def order(self, position: Position, move: int) -> int:
        """Return how promising a cell is: the lead it gives, bridges, neighbours, and the middle."""
        crosses, noughts = self.both_boards(position)
        lead = self.connection_lead(self.play(position, move))
        row, column = move // self.size, move % self.size
        aside = (
            abs(2 * row - self.size + 1) + abs(2 * column - self.size + 1) + abs(row + column - self.size + 1)
        )
        beside = (self.board.adjacent_by_cell[move] & (crosses | noughts)).bit_count()
        near = 4 * self.bridges.count_bridges_from_cell(move, crosses | noughts) + beside - aside
        return near + (8 * lead if self.side_to_move(position) == 0 else -8 * lead)

    def estimate(self, position: Position) -> int:
        """Return how many stones more than the mover's the other's connection lacks, 256 for each."""
        lead = self.connection_lead(position)
        return 256 * (lead if self.side_to_move(position) == 0 else -lead)
