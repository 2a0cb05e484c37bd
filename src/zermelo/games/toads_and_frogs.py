"""Toads and frogs: toads go right and frogs left, by a step or by a jump over one of the others.

Richard Guy's game; Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982). Every
animal has one move at most, so a move is the cell that it leaves: where the next cell is free it steps, else
it jumps.

What can be played apart is found by asking which cells toads, frogs and neither may ever come to have,
whatever would have to happen first. That grows to an end; then every step and every jump that play can hold
joins its cells, and no move changes or asks about cells that are not joined. Animals on cells in no move are
stuck for ever, and so are toads in front of the right end: they stand for all that follows a part.
"""

from collections.abc import Iterator

from zermelo.games._parameters import WORD_BITS, check_whole
from zermelo.games._toads_in_a_row import ToadsInARow


class ToadsAndFrogs(ToadsInARow):
    """Move a toad right or a frog left, by a step or by a jump over one of the others; who cannot loses.

    The `board` is a row of t, f and `.`; T, F and _ do as well. `starter` is "left", who has the toads, or
    "right". `longest` is the number of the others, side by side, over which a jump can lead at most. Values
    are win and loss.

    >>> ToadsAndFrogs("TT_F")
    toads_and_frogs(board='tt.f', starter='left', longest=1)
    """

    longest: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        check_whole("longest", self.longest, 0, WORD_BITS // 2 - 2)

    def moves(self, position: int) -> Iterator[int]:
        """Yield the cells of the mover's animals that can move, from left to right."""
        player, animals = self.mover(position), 0
        toads, frogs = self.toads(position), self.frogs(position)
        for _, leaping_toads, leaping_frogs in self.leaping(toads, frogs, self.free(position)):
            animals |= leaping_toads if player == 0 else leaping_frogs
        while animals:
            yield ((animals & -animals) - 1).bit_count()
            animals &= animals - 1

    def play(self, position: int, move: int) -> int:
        """Return the board after a step into the next cell where it is free, else after a jump."""
        player, free = self.mover(position), self.free(position)
        step = 1 if player == 0 else -1
        target = move + step
        while free >> target & 1 == 0:
            target += step
        return position ^ ((1 << move | 1 << target) << player * self.cells) ^ 1 << 2 * self.cells

    def leaping(self, toads: int, frogs: int, free: int) -> Iterator[tuple[int, int, int]]:
        """Yield each distance, and the toads and the frogs that can go so far."""
        toads_way, frogs_way = free >> 1, free << 1
        for distance in range(1, self.longest + 2):
            yield distance, toads_way & toads, frogs_way & frogs
            toads_way, frogs_way = (toads_way & frogs) >> 1, (frogs_way & toads) << 1

    def parts(self, position: int) -> Iterator[int]:
        """Yield the cells that moves may join, each row of them at the left end and with toads behind."""
        toads, frogs = self.toads(position), self.frogs(position)
        joined = self.joined(toads, frogs)
        begin = 0
        for cell in range(1, self.cells + 1):
            if joined >> cell & 1 == 0:
                if cell > begin + 1:
                    row = (1 << cell - begin) - 1
                    yield toads >> begin & row | self.full & ~row | (frogs >> begin & row) << self.cells
                begin = cell

    def joined(self, toads: int, frogs: int) -> int:
        """Return the cells that a move of any line of play, or of none, may join with the cell before."""
        free = self.full & ~(toads | frogs)
        size, links = -1, 0
        while toads.bit_count() + frogs.bit_count() + free.bit_count() != size:
            size = toads.bit_count() + frogs.bit_count() + free.bit_count()
            for distance, leaping_toads, leaping_frogs in self.leaping(toads, frogs, free):
                free |= leaping_toads | leaping_frogs
                toads |= leaping_toads << distance
                frogs |= leaping_frogs >> distance
                for passed in range(distance):
                    links |= leaping_toads << passed + 1 | leaping_frogs >> passed
        return links

    def name(self, position: int, move: int) -> str:
        before, after = self.row(position), self.row(self.play(position, move))
        target = next(cell for cell in range(self.cells) if before[cell] == "." != after[cell])
        return f"{move + 1}-{target + 1}"
