"""Toads and frogs in a row: where they stand and who moves, as one word, as text and as a picture.

Two boards of one row and, above them, the mover, 0 for the toads and 1 for the frogs; on `tt..ff`:

    bit   0  1  2  3  4  5      the toads       bit 12: the mover
          6  7  8  9 10 11      the frogs

Toads are Left in combinatorial game theory. Moves are the game's own.
"""

from functools import cached_property

from zermelo.core.errors import BadParameter
from zermelo.games._depicting import row_of
from zermelo.games._parameters import check_bits
from zermelo.games._to_move import EitherMoves
from zermelo.tabletop.picture import Picture
from zermelo.tabletop.texts import split_rows, unreadable

STARTERS = ("left", "right")
PLAYERS = ("toads", "frogs")


def as_written(row: str) -> str:
    """Return a row in small letters with `.` for free cells: TT_F is tt.f."""
    return row.strip().lower().replace("_", ".")


class ToadsInARow(EitherMoves):
    """Toads and frogs on a `board`, a row of t, f and `.`; `starter` is "left", who has toads, or "right"."""

    board: str = "tt..ff"
    starter: str = "left"

    def __post_init__(self) -> None:
        if isinstance(self.board, str):
            object.__setattr__(self, "board", as_written(self.board))
        if not isinstance(self.board, str) or not self.board or set(self.board) - set("tf."):
            raise BadParameter(f"board={self.board!r} is no row of toads and frogs: write one like 'tt..ff'")
        if self.starter not in STARTERS:
            raise BadParameter(f"starter={self.starter!r} is no player: write 'left' or 'right'")
        check_bits(f"a row of {self.cells} cells", 2 * self.cells + 1)

    @cached_property
    def cells(self) -> int:
        return len(self.board)

    @cached_property
    def full(self) -> int:
        return (1 << self.cells) - 1

    def start(self) -> int:
        return self.packed(self.board) | STARTERS.index(self.starter) << 2 * self.cells

    def mover(self, position: int) -> int:
        return position >> (2 * self.cells)

    def to_move(self, position: int, player: int) -> int:
        turn = 1 << 2 * self.cells
        return position & turn - 1 | player * turn

    def toads(self, position: int) -> int:
        return position & self.full

    def frogs(self, position: int) -> int:
        return (position >> self.cells) & self.full

    def free(self, position: int) -> int:
        return self.full & ~(position | (position >> self.cells))

    # What a person reads: t and f, and in the last line who moves; cells are numbered from 1.

    def packed(self, row: str) -> int:
        places = {"t": 0, "f": self.cells}
        return sum(1 << places[sign] + cell for cell, sign in enumerate(row) if sign in places)

    def row(self, position: int) -> str:
        signs = {1: "t", 2: "f"}
        toads, frogs = self.toads(position), self.frogs(position)
        kinds = ((toads >> cell & 1) + 2 * (frogs >> cell & 1) for cell in range(self.cells))
        return "".join(signs.get(kind, ".") for kind in kinds)

    def show(self, position: int) -> str:
        return f"{self.row(position)}\n{PLAYERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read the row and who moves, `toads to move` or `frogs to move`, apart or with `/` between them.

        Raises `UnreadablePosition`. In a sum of games either player may be to move, whoever began, and any
        animals may stand in the row; and so here.
        """
        lines = split_rows(text)
        movers = [f"{player} to move" for player in PLAYERS]
        if len(lines) != 2 or lines[1] not in movers:
            remedy = "write toads to move or frogs to move after the row"
            raise unreadable(self, text, "it does not say who moves", remedy)
        row = as_written(lines[0])
        for sign in row:
            if sign not in "tf.":
                raise unreadable(self, text, f"{sign!r} is no cell", "write t, f or . for each")
        if len(row) != self.cells:
            raise unreadable(self, text, f"its row has {len(row)} cells", f"write {self.cells} cells")
        return self.packed(row) | movers.index(lines[1]) << 2 * self.cells

    def depict(self, position: int) -> Picture:
        men = {"t": ("wedge", 0, ">"), "f": ("wedge", 1, "<")}
        mover = self.mover(position)
        row = [men.get(sign) for sign in self.row(position)]
        return row_of(row, notes=(f"{PLAYERS[mover]} to move",), mover=mover)
