"""One row of cells, a bit each: bit 0 is the leftmost, and cells are numbered from 1 as people read them.

A move is the cells it changes, side by side, so that playing is one exclusive or.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.bitboards.delta_swap import delta_swap
from zermelo.boards.notation.board_text import FREE, unreadable
from zermelo.boards.pictures.game_pictures import depict_row
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game


class CellRow(Game):
    """A row that looks alike from both ends; a subclass defines its moves and the result without one."""

    move_word = "taking"

    signs: ClassVar[str] = ".#"  # of a cell whose bit is 0, and of one whose bit is 1

    @cached_property
    def cell_count(self) -> int:
        """The length of the row."""
        raise NotImplementedError

    def start(self) -> int:
        return (1 << self.cell_count) - 1

    def play(self, position: int, move: int) -> int:
        return position ^ move

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield mirror_row(position, self.cell_count)

    def yield_runs(self, row: int) -> Iterator[int]:
        """Yield the runs of set bits, each moved to the first cell."""
        ends = row & ~(row >> 1)
        while row:
            first, last = row & -row, ends & -ends
            run = last - first + last
            yield run >> first.bit_length() - 1
            row ^= run
            ends ^= last

    # Text format: one of two signs a cell.

    def show(self, position: int) -> str:
        return "".join(self.signs[position >> cell & 1] for cell in range(self.cell_count))

    def parse(self, text: str) -> int:
        """Read the row that `show` prints, one of two signs for each cell; raises `UnreadablePosition`."""
        row = text.strip()
        if len(row) != self.cell_count:
            raise unreadable(
                self, text, f"its row has length {len(row)}", f"write {self.cell_count} characters"
            )
        unset, is_set = self.signs[0], self.signs[1]
        if unset == ".":
            row = "".join(unset if sign in FREE and sign not in self.signs else sign for sign in row)
        for sign in row:
            if sign not in self.signs:
                raise unreadable(self, text, f"{sign!r} is no cell", f"write {is_set} or {unset} for each")
        return sum(1 << cell for cell, sign in enumerate(row) if sign == is_set)

    def name(self, position: int, move: int) -> str:
        """Return the numbers of the cells: the only one, or the first and the last."""
        first, last = (move & -move).bit_length(), move.bit_length()
        return str(first) if first == last else f"{first}-{last}"

    shape: ClassVar[str] = "block"  # of a cell that has the second sign
    ground: ClassVar[str] = "square"  # of a cell

    def depict(self, position: int) -> Picture:
        shown = self.show(position)
        return depict_row(
            [(self.shape, None, "") if sign in "#i" else None for sign in shown], ground=self.ground
        )


def mirror_row(row: int, cells: int) -> int:
    """Return the row read from its other end."""
    for cell in range(cells // 2):
        row = delta_swap(row, 1 << cell, cells - 1 - 2 * cell)
    return row
