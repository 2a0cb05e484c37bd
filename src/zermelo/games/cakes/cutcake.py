"""Cutcake: one cuts a piece of cake upright in two, the other level; who cannot loses.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 2: every piece is a
number. Encoding and pieces: see `_cakes`. A move is the first cell on which the cut borders, on the right or
below.
"""

from collections.abc import Iterator

from zermelo.boards.notation.sign_grid_text import cell_name
from zermelo.games.cakes._cakes import Cakes


class Cutcake(Cakes):
    """Left cuts a piece of cake upright in two, Right level, along the lines; who cannot loses.

    `starter` is "left" or "right". Values are win and loss.

    >>> game = Cutcake(columns=2, rows=1)
    >>> list(game.options(game.start(), 0)), list(game.options(game.start(), 1))
    ([(1, 0)], [])
    """

    how_to_play = (
        "Make the last cut.",
        "Cut one piece in two along a line: Left from top to bottom, Right from side to side.",
        "A player who cannot cut any piece loses.",
    )

    def moves(self, position: tuple[int, int]) -> Iterator[int]:
        upright, level = position
        if self.mover(position) == 0:
            cells = self.cells_with_right_neighbour & ~upright & self.first_row_cells(level)
        else:
            cells = self.cells_with_lower_neighbour & ~level & self.first_column_cells(upright)
        while cells:
            yield ((cells & -cells) - 1).bit_count()
            cells &= cells - 1

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        upright, level = self.pieces_after_cut(position, move)
        return upright, level ^ self.mover_bit

    def name(self, position: tuple[int, int], move: int) -> str:
        """Return the two cells between which the cut begins."""
        other = move + (1 if self.mover(position) == 0 else self.columns)
        return f"{cell_name(move, self.columns)}|{cell_name(other, self.columns)}"
