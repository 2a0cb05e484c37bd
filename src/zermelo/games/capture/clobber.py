"""Clobber: move a stone onto one of the other's beside it. Albert, Grossman, Nowakowski and Wolfe (2005).

The start on 4 x 3:

    x o x o
    o x o x
    x o x o

Wherever one player can move, so can the other: all values are infinitesimal.

No stone ever enters a free cell. So stones that do not touch are played apart, and those of one colour
alone are not played at all. Where stones ride (rooks, bishops and queens), two touch that see each other.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import ACROSS_AND_DOWN, ASLANT, squares
from zermelo.core.game import Position
from zermelo.core.parameters import choice
from zermelo.games.capture._stone_captures import StoneCaptures

PIECES = {  # and how they move, in words for players
    "wazir": "one square up, down or sideways",
    "ferz": "one square diagonally",
    "king": "one square in any direction",
    "knight": "like a chess knight",
    "rook": "like a chess rook",
    "bishop": "like a chess bishop",
    "queen": "like a chess queen",
}


class Clobber(StoneCaptures):
    """Move a stone onto one of the other player, which is taken; no move loses.

    Left has x and Right has o. The start is the `setup` that text gives, rows with `/` between, "xox/oxo", or
    else a checkerboard with x in the upper left corner. `piece` is how stones move: a "wazir" to one of four
    cells beside it, a "ferz" to one aslant, a "king" to either, a "knight" as in chess; a "rook", a "bishop"
    and a "queen" as far as cells are free, too. Values are win and loss.

    >>> game = Clobber("xxo")
    >>> [game.show(option)[:3] for option in game.options(game.start(), 0)]
    ['x.x']
    """

    piece: str = choice(*PIECES)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        return (
            "Make the last move.",
            f"Move one of your stones {PIECES[self.piece]} onto one of your opponent's and take it.",
            "The player who cannot move loses; there are no draws.",
        )

    @cached_property
    def board(self) -> Board:
        return squares(self.columns, self.rows, chequered=True, leaping=self.piece == "knight")

    @cached_property
    def directions(self) -> tuple[int, ...]:
        if self.piece in ("wazir", "rook"):
            return self.board.side_directions
        if self.piece in ("ferz", "bishop"):
            return self.board.all_directions[len(ACROSS_AND_DOWN) :]
        return self.board.all_directions[len(ACROSS_AND_DOWN + ASLANT) if self.piece == "knight" else 0 :]

    @cached_property
    def has_riding_pieces(self) -> bool:
        return self.piece in ("rook", "bishop", "queen")

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        if self.has_riding_pieces:
            yield from self.slide_captures(mine, self.empty_cells(position), theirs, self.directions)
        else:
            yield from self.steps(mine, theirs, self.directions)

    def play(self, position: int, move: int) -> Position:
        mine, theirs = self.pieces(position)
        end = 1 << self.end_of(move)
        return self.next_position(position, mine ^ (1 << self.start_of(move) | end), theirs & ~end)

    def parts(self, position: int) -> Iterator[int]:
        """Yield each group of touching pieces that has both colours, alone in the upper left corner."""
        free = self.empty_cells(position)
        first, second = self.both_boards(position)
        men = first | second
        while men:
            seed, group = 0, men & -men
            while group != seed:
                seed = group
                for direction in self.directions:
                    group |= self.first_occupied_cells_in_direction(seed, free, direction)
            men ^= group
            if first & group and second & group:
                yield self.move_pieces_to_corner(first & group, second & group, group)

    def first_occupied_cells_in_direction(self, men: int, free: int, direction: int) -> int:
        """Return the occupied cells that pieces meet in a direction."""
        reached = self.board.step(men, direction)
        found = reached & ~free
        while self.has_riding_pieces and reached:
            reached = self.board.step(reached & free, direction)
            found |= reached & ~free
        return found

    def tier(self, position: int) -> int:
        first, second = self.both_boards(position)
        return self.cells - (first | second).bit_count()
