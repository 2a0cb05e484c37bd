"""Fox and geese: geese, which only move ahead, try to shut in a fox; a player who cannot move loses.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 20. The board and the
encoding of a position are those of fox and hounds. A fox in the row of the last goose, or above, cannot be
shut in: it is out in the open, beyond the board, and moves for ever. So values are loopy, though play in
turns ends, as every second move takes a goose down.

Geese are Left and the fox is Right in combinatorial game theory.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.partizan_options import PartizanOptions
from zermelo.core.parameters import whole
from zermelo.core.values import UNDECIDED
from zermelo.games.hunt.fox_and_hounds import FoxAndHounds

NO_CELL = 0  # a move that changes nothing: the fox moves somewhere in the open


class FoxAndGeese(FoxAndHounds, PartizanOptions):
    """Geese go down a draughts board, one cell aslant; the fox goes aslant in any direction; no move loses.

    The geese stand on all dark cells of the top row, the fox in the middle of the bottom row, and the fox
    begins. It goes up to `reach` cells one way, over free ones: 2 in the game of Ceylon. Where it has reached
    the row of the last goose or passed it, the fox moves for ever and the geese have lost. Values are win and
    loss.

    >>> game = FoxAndGeese(columns=4, rows=3)
    >>> [game.name(game.start(), move) for move in game.moves(game.start())]
    ['b1-a2', 'b1-c2']
    """

    reach: int = whole(1, 1, 26)

    player_names: ClassVar[tuple[str, str]] = ("fox", "geese")
    signs: ClassVar[str] = "FG"
    fox_player: ClassVar[int] = 1

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        far = "one square" if self.reach == 1 else f"up to {self.reach} free squares"
        return (
            "The fox gets past the geese; the geese leave it no move.",
            f"The fox moves {far} diagonally in any direction, a goose one square diagonally downwards. "
            "Nothing is taken.",
            "The geese lose when none is above the fox's row. Otherwise a player who cannot move loses; "
            "there are no draws.",
        )

    def moves(self, position: int) -> Iterator[int]:
        geese, fox = self.hound_cells(position), self.fox_cell(position)
        if self.has_fox_passed_geese(position):
            if self.hounds_turn_bit(position) == 0:
                yield NO_CELL
        elif self.hounds_turn_bit(position) == 0:
            for way in range(4):
                end = self.next_cell_by_direction[way][fox]
                length = 1
                while end >= 0 and length <= self.reach and geese >> end & 1 == 0:
                    yield (end ^ fox) << self.cell_count
                    end = self.next_cell_by_direction[way][end]
                    length += 1
        else:
            yield from super().moves(position)

    def has_fox_passed_geese(self, position: int) -> bool:
        """Return whether all geese are in the fox's row or below."""
        row = self.fox_cell(position) // self.dark_cell_count_per_row
        return row == 0 or self.hound_cells(position) & self.cells_up_to_row[row - 1] == 0

    def outcome(self, position: int) -> int:
        return UNDECIDED

    def with_mover(self, position: int, player: int) -> int:
        return position & self.mover_bit - 1 | (player ^ self.fox_player) * self.mover_bit

    @cached_property
    def next_cell_by_direction(self) -> tuple[tuple[int, ...], ...]:
        """For each way, up left, up right, down left and down right, the next dark cell of each, or -1."""
        return tuple(
            tuple(self.find_adjacent_cell(place, down, right) for place in self.dark_cells)
            for down in (-1, 1)
            for right in (-1, 1)
        )

    def find_adjacent_cell(self, place: int, down: int, right: int) -> int:
        row, column = divmod(place, self.columns)
        if not 0 <= column + right < self.columns or not 0 <= row + down < self.rows:
            return -1
        return self.dark_cells.index(place + down * self.columns + right)

    def name(self, position: int, move: int) -> str:
        if move == NO_CELL:
            return "pass"
        return super().name(position, move)
