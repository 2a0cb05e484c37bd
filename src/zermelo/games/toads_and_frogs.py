"""Toads and frogs: toads go right and frogs left, by a step or by a jump over one of the others.

Richard Guy's game; Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982). Two boards
of one row and, above them, the mover, 0 for the toads and 1 for the frogs; on `tt..ff`:

    bit   0  1  2  3  4  5      the toads       bit 12: the mover
          6  7  8  9 10 11      the frogs

Every animal has one move at most, so a move is the cell that it leaves: where the next cell is free it
steps, else it jumps. Toads are Left in combinatorial game theory.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.games._grid import split_rows, unreadable
from zermelo.games._parameters import check_bits

STARTERS = ("left", "right")
PLAYERS = ("toads", "frogs")


class ToadsAndFrogs(Game):
    """Move a toad right or a frog left, by a step or by a jump over one of the others; who cannot loses.

    `starter` is "left", who has the toads, or "right". Values are win and loss.
    """

    board: str = "tt..ff"
    starter: str = "left"

    def __post_init__(self) -> None:
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

    def moves(self, position: int) -> Iterator[int]:
        for animal in self.movable(position, self.mover(position)):
            yield animal

    def play(self, position: int, move: int) -> int:
        return self.moved(position, self.mover(position), move) ^ (1 << (2 * self.cells))

    def options(self, position: int, player: int) -> Iterator[int]:
        for animal in self.movable(position, player):
            yield self.moved(position, player, animal)

    def toads(self, position: int) -> int:
        return position & self.full

    def frogs(self, position: int) -> int:
        return (position >> self.cells) & self.full

    def free(self, position: int) -> int:
        return self.full & ~(position | (position >> self.cells))

    def movable(self, position: int, player: int) -> Iterator[int]:
        """Yield the cells of the player's animals that can move, from left to right."""
        toads, frogs, free = self.toads(position), self.frogs(position), self.free(position)
        if player == 0:
            animals = toads & ((free >> 1) | ((frogs >> 1) & (free >> 2)))
        else:
            animals = frogs & ((free << 1) | ((toads << 1) & (free << 2)))
        while animals:
            yield ((animals & -animals) - 1).bit_count()
            animals &= animals - 1

    def moved(self, position: int, player: int, animal: int) -> int:
        """Return the board after a step into the next cell where it is free, else after a jump."""
        free = self.free(position)
        if player == 0:
            target = animal + (1 if (free >> (animal + 1)) & 1 else 2)
            return position ^ (1 << animal) ^ (1 << target)
        target = animal - (1 if (free << 1 >> animal) & 1 else 2)
        return position ^ (((1 << animal) ^ (1 << target)) << self.cells)

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

        Raises `UnreadablePosition`, also where toads or frogs are missing. In a sum of games either player
        may be to move, whoever began, and so here.
        """
        lines = split_rows(text)
        movers = [f"{player} to move" for player in PLAYERS]
        if len(lines) != 2 or lines[1] not in movers:
            remedy = "write toads to move or frogs to move after the row"
            raise unreadable(self, text, "it does not say who moves", remedy)
        row = lines[0]
        for sign in row:
            if sign not in "tf.":
                raise unreadable(self, text, f"{sign!r} is no cell", "write t, f or . for each")
        if sorted(row) != sorted(self.board):
            remedy = f"write the {self.cells} cells of {self.board!r} in another order"
            raise unreadable(self, text, "it has other animals", remedy)
        return self.packed(row) | movers.index(lines[1]) << 2 * self.cells

    def name(self, position: int, move: int) -> str:
        before, after = self.row(position), self.row(self.play(position, move))
        target = next(cell for cell in range(self.cells) if before[cell] == "." != after[cell])
        return f"{move + 1}-{target + 1}"
