"""Gobblet gobblers: three in a row with pieces of three sizes, of which larger ones cover smaller ones.

Thierry Denoual (2003). A position is one board for each size and player, as the mover sees them: the
mover's, the smallest size first, and above them the other's.

    bits 0 to 8  the mover's small pieces    9 to 17  middle ones    18 to 26  large ones
        27 to 35  the other's small pieces   ...

The piece on top of a cell follows from that, and pieces that are not on the board are in hand. The first
player wins in 13 plies and in no fewer, as a search to that depth shows
(`tests/games/test_gobblet_gobblers.py`).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import squares
from zermelo.boards.board_games.board_game import BoardGame
from zermelo.boards.notation.board_text import read_pieces, split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.core.game import Position
from zermelo.core.parameters import whole
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN

SIDE, CELLS = 3, 9
FULL = (1 << CELLS) - 1
OUTSIDE = 15  # where a piece in hand comes from, in a move: size, start and end, four bits each


class GobbletGobblers(BoardGame):
    """Put a piece on a cell, or move one, over smaller pieces if you like; three of yours in a row win.

    Each player has `copies` pieces of each of `heights`. The board is seen from above: covered pieces do
    not count. A player who uncovers a row of the opponent's loses, even with an own row at the same time; or
    where `tie`, both rows at once are a draw. Where not `lifting`, a piece may not be moved if lifting it
    uncovers a row of the opponent's. A player who cannot move loses. X is the player to move. Play may cycle.
    Values are win, draw, loss.
    """

    heights: int = whole(3, 1, 3)
    copies: int = whole(2, 1, 4)
    tie: bool = False
    lifting: bool = True

    line: ClassVar[int] = SIDE

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        lifting = "" if self.lifting else " You may not lift a piece off a row of your opponent."
        both = "it is a draw" if self.tie else "you lose"
        end = f"Three in a row win. If your move shows rows of both players, {both}."
        return (
            "Get three of your pieces in a row, across, down or diagonally, as seen from above.",
            f"Put in a new piece or move one of yours, to a free square or over a smaller piece.{lifting}",
            f"{end} A player who cannot move loses; endless play is a draw.",
        )

    @cached_property
    def board(self) -> Board:
        return squares(SIDE, SIDE)

    @cached_property
    def bits_per_cell(self) -> int:
        """A bit of each cell for each size and player."""
        return 2 * self.heights

    @cached_property
    def bits_per_player(self) -> int:
        """The bits of one player's pieces."""
        return self.heights * CELLS

    def moves(self, position: int) -> Iterator[int]:
        size = self.heights - 1
        larger = 0
        while size >= 0:
            mine = position >> CELLS * size & FULL
            larger_or_equal = larger | mine | position >> self.bits_per_player + CELLS * size & FULL
            free = FULL & ~larger_or_equal
            if mine.bit_count() < self.copies:
                yield from self.yield_placements(size, OUTSIDE, free)
            seen = mine & ~larger
            while seen:
                start = ((seen & -seen) - 1).bit_count()
                seen &= seen - 1
                if self.lifting or not self.has_visible_row_of_three(
                    position ^ 1 << CELLS * size + start, self.bits_per_player
                ):
                    yield from self.yield_placements(size, start, free)
            larger = larger_or_equal
            size -= 1

    def yield_placements(self, size: int, start: int, free: int) -> Iterator[int]:
        """Yield the moves of a piece to each of the free cells."""
        while free:
            yield size << 8 | start << 4 | ((free & -free) - 1).bit_count()
            free &= free - 1

    def play(self, position: int, move: int) -> int:
        size, start, end = move >> 8, move >> 4 & 15, move & 15
        position |= 1 << CELLS * size + end
        if start != OUTSIDE:
            position ^= 1 << CELLS * size + start
        return (
            position >> self.bits_per_player
            | (position & (1 << self.bits_per_player) - 1) << self.bits_per_player
        )

    def outcome(self, position: int) -> int:
        mine, theirs = (
            self.has_visible_row_of_three(position, 0),
            self.has_visible_row_of_three(position, self.bits_per_player),
        )
        if mine:
            return DRAW if theirs and self.tie else WIN
        return LOSS if theirs else UNDECIDED

    def has_visible_row_of_three(self, position: int, first: int) -> bool:
        """Return whether three are seen in a row of the player whose boards begin at the bit `first`."""
        size = self.heights - 1
        covered = 0
        found = 0
        while size >= 0:
            board = position >> first + CELLS * size & FULL
            found |= board & ~covered
            covered |= board | position >> self.bits_per_player - first + CELLS * size & FULL
            size -= 1
        is_row = False
        for line in self.rows_of_three:
            is_row |= found & line == line
        return is_row

    @cached_property
    def rows_of_three(self) -> tuple[int, ...]:
        return self.board.lines(SIDE)

    # Text format: a board of its own for each size, the largest first.

    def board_signs_by_size(self, position: int) -> list[dict[int, str]]:
        """Return the signs on the board of each size, from the smallest."""
        found = []
        for size in range(self.heights):
            mine, theirs = (position >> first + CELLS * size & FULL for first in (0, self.bits_per_player))
            found.append({cell: "X" if mine >> cell & 1 else "O" for cell in each(mine | theirs)})
        return found

    def show(self, position: Position) -> str:
        boards = [self.board.text_rows(signs) for signs in reversed(self.board_signs_by_size(position))]
        return "\n".join(" ".join(rows) for rows in zip(*boards, strict=True))

    def parse(self, text: str) -> Position:
        """Read three rows, in each the cells of every size, the largest first: `X.. ... .O.`.

        X is who is to move. Raises `UnreadablePosition`. Only the numbers of pieces are checked, not whether
        play can reach the position.
        """
        rows = [row.split() for row in split_rows(text)]
        if len(rows) != SIDE or any(len(row) != self.heights for row in rows):
            like = " ".join(["X.."] * self.heights)
            raise unreadable(self, text, "it has not three rows of all sizes", f"write rows like {like}")
        position = 0
        for size in range(self.heights):
            part = [row[self.heights - 1 - size] for row in rows]
            signs = read_pieces(self, text, part, self.board.text, self.board.spots, "XO")
            for sign in "XO":
                if list(signs.values()).count(sign) > self.copies:
                    reason = f"{sign} has more than {self.copies} pieces of a size"
                    raise unreadable(self, text, reason, "take some away")
            for cell, sign in signs.items():
                position |= 1 << cell + CELLS * size + (0 if sign == "X" else self.bits_per_player)
        return position

    def name(self, position: Position, move: int) -> str:
        size, start, end = move >> 8, move >> 4 & 15, self.board.names[move & 15]
        return f"{size + 1}:{end}" if start == OUTSIDE else f"{self.board.names[start]}-{end}"

    def layers(self, position: int) -> Iterator[int]:
        """Yield, for each size, the mover's and the opponent's pieces, and those in hand as so many bits."""
        for size in range(self.heights):
            for side in range(2):
                pieces = position >> self.bits_per_player * side + CELLS * size & FULL
                yield pieces
                yield (1 << self.copies - pieces.bit_count()) - 1

    def depict(self, position: Position) -> Picture:
        board = self.board
        things = []
        for size, signs in reversed(list(enumerate(self.board_signs_by_size(position), 4 - self.heights))):
            for cell, sign in signs.items():
                place = board.place_by_cell[cell]
                things.append(Thing("cup", place.x, place.y, "XO".index(sign), str(size)))
        trays = []
        marks = tuple(replace(mark, y=max(mark.y, -0.68)) for mark in board.marks)
        for side, y in ((0, SIDE + 0.15), (1, -1.4)):
            for number, signs in enumerate(self.board_signs_by_size(position)):
                size, x = number + 4 - self.heights, (SIDE + self.heights) / 2 - 1 - number
                left = self.copies - list(signs.values()).count("XO"[side])
                trays.append(Place("" if side else f"{number + 1}:", x, y, "button"))
                things += [  # the next to be taken lies in the middle, on the others
                    Thing("cup", x + 0.09 * under, y - 0.06 * under, side, str(size))
                    for under in reversed(range(left))
                ]
        return Picture((*board.places, *trays), board.strokes, tuple(things), marks, mover=0)
