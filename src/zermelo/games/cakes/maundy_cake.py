"""Maundy cake: a piece of cake is cut into equal parts, by one player upright, by the other level.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 2. Encoding and pieces:
see `_cakes`. A move is 64 * the upper left cell of a piece + the columns or rows of each of its parts.
"""

from collections.abc import Iterator

from zermelo.boards.notation.sign_grid_text import cell_name
from zermelo.games.cakes._cakes import Cakes


class MaundyCake(Cakes):
    """Left cuts a piece of cake upright into any number of equal parts, Right level; who cannot loses.

    Parts are two or more, and whole cells. `starter` is "left" or "right". Values are win and loss.

    >>> game = MaundyCake(columns=6, rows=1)
    >>> [game.name(game.start(), move) for move in game.moves(game.start())]
    ['a1:1', 'a1:2', 'a1:3']
    """

    how_to_play = (
        "Make the last cut.",
        (
            "Cut one piece along lines into two or more equal parts: "
            "Left from top to bottom, Right from side to side."
        ),
        "A player who cannot cut any piece loses.",
    )

    def moves(self, position: tuple[int, int]) -> Iterator[int]:
        player, corners = self.mover(position), self.piece_upper_left_cells(position)
        while corners:
            corner = corners & -corners
            corners ^= corner
            length = (
                self.piece_width(position[0], corner)
                if player == 0
                else self.piece_height(position[1], corner)
            )
            for size in range(1, length // 2 + 1):
                if length % size == 0:
                    yield 64 * (corner - 1).bit_count() + size

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        corner, size = move >> 6, move & 63
        if self.mover(position) == 0:
            length, step = self.piece_width(position[0], 1 << corner), 1
        else:
            length, step = self.piece_height(position[1], 1 << corner), self.columns
        # Cuts do not end one another: all of them go the same way.
        for end in range(size, length, size):
            position = self.pieces_after_cut(position, corner + (end - 1) * step)
        return position[0], position[1] ^ self.mover_bit

    def name(self, position: tuple[int, int], move: int) -> str:
        """Return the piece's upper left cell, and the columns or rows of its parts."""
        return f"{cell_name(move >> 6, self.columns)}:{move & 63}"
