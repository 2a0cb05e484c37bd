"""Shove: pieces on a row step to the left and move all others on their left with them, at last off the row.

Albert, Nowakowski and Wolfe, *Lessons in play* (2007). Two boards of one row and, above them, the mover; on
`l.rl`:

    bit  0  1  2  3      Left's pieces       bit 8: the mover
         4  5  6  7      Right's pieces

A move is the cell of a piece. Every position is a number.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.game_pictures import depict_row
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import check_bits, choice


class Shove(PartizanOptions):
    """Move a piece of yours one cell left, and all pieces on its left with it; who has no piece left loses.

    The `row` has l for Left's pieces, r for Right's and `.` for free cells. `starter` is "left" or "right".
    Values are win and loss.

    >>> game = Shove("l.rl")
    >>> [game.show(option)[:4] for option in game.options(game.start(), 1)]
    ['.r.l']
    """

    row: str = "rl.lr"
    starter: str = choice(*STARTERS)

    how_to_play = (
        "Be the last player with a piece on the row.",
        (
            "Move one of your pieces one cell to the left. "
            "All pieces on its left move along. One moved off the row is lost."
        ),
        "A player who has no piece left to move loses.",
    )
    move_word = "piece"

    def __post_init__(self) -> None:
        if not self.row or set(self.row) - set("lr."):
            raise BadParameter(f"row={self.row!r} is no row of pieces: write one of l, r and . like 'rl.lr'")
        check_bits(f"a row of {self.cell_count} cells", 2 * self.cell_count + 1)

    @cached_property
    def cell_count(self) -> int:
        return len(self.row)

    @cached_property
    def board_mask(self) -> int:
        return (1 << self.cell_count) - 1

    def start(self) -> int:
        return self.pack_position(self.row, STARTERS.index(self.starter))

    def mover(self, position: int) -> int:
        return position >> 2 * self.cell_count

    def player_pieces(self, position: int, player: int) -> int:
        return (position >> player * self.cell_count) & self.board_mask

    def moves(self, position: int) -> Iterator[int]:
        """Yield the cells of the mover's pieces, from left to right."""
        men = self.player_pieces(position, self.mover(position))
        while men:
            yield ((men & -men) - 1).bit_count()
            men &= men - 1

    def play(self, position: int, move: int) -> int:
        along = self.pushed_cells(position, move)
        left, right = self.player_pieces(position, 0), self.player_pieces(position, 1)
        left = left & ~along | (left & along) >> 1
        right = right & ~along | (right & along) >> 1
        return left | right << self.cell_count | (1 - self.mover(position)) << 2 * self.cell_count

    def pushed_cells(self, position: int, move: int) -> int:
        """Return the cells whose pieces a move moves one cell to the left."""
        return (2 << move) - 1

    def with_mover(self, position: int, player: int) -> int:
        turn = 1 << 2 * self.cell_count
        return position & turn - 1 | player * turn

    # Text format: l and r, and in the last line who moves; cells are numbered from 1.

    def pack_position(self, row: str, mover: int) -> int:
        places = {"l": 0, "r": self.cell_count}
        men = sum(1 << places[sign] + cell for cell, sign in enumerate(row) if sign in places)
        return men | mover << 2 * self.cell_count

    def row_signs(self, position: int) -> str:
        left, right = self.player_pieces(position, 0), self.player_pieces(position, 1)
        return "".join(".lr"[(left >> cell & 1) + 2 * (right >> cell & 1)] for cell in range(self.cell_count))

    def show(self, position: int) -> str:
        return f"{self.row_signs(position)}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read the row and who moves, apart or with `/` between them; any pieces may stand there.

        Raises `UnreadablePosition`.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        if len(rows) != 1 or len(rows[0]) != self.cell_count or set(rows[0]) - set("lr."):
            remedy = f"write {self.cell_count} cells, l, r or . for each"
            raise unreadable(self, text, "it is no row of this length", remedy)
        return self.pack_position(rows[0], mover)

    def name(self, position: int, move: int) -> str:
        return str(move + 1)

    def depict(self, position: int) -> Picture:
        men = {"l": ("wedge", 0, "<"), "r": ("wedge", 1, "<")}
        mover = self.mover(position)
        row = [men.get(sign) for sign in self.row_signs(position)]
        return depict_row(row, notes=(f"{STARTERS[mover]} to move",), mover=mover)
