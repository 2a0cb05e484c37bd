"""Chung toi: three pieces each on nine points, set straight or aslant; three in a row win.

    bit  0  1  2     the mover's       bit   9 10 11     the opponent's    bit  18 19 20     pieces
         3  4  5     pieces                 12 13 14     pieces                 21 22 23     that are
         6  7  8                            15 16 17                            24 25 26     aslant

A move is the bits that it changes; then the two lower boards are exchanged, so that the side to move is not
stored. Pieces jump, so a table gives the targets from each point, straight or aslant. A piece aslant moves
along diagonals. Reginald Chung, Design Science Toys; University of California, Berkeley, GamesCrafters:
*Chung-Toi*.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.bitboards.rectangle import LineBoard
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.sign_grid_text import cell_name, cells_with_sign, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import DISCS, depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED

MEN = 3
ASLANT = 18  # the lowest bit of the board of pieces set aslant
PASS = 0  # the move that changes nothing


class ChungToi(Game, LineBoard):
    """Place three pieces, straight or aslant, then move them accordingly; three in a row win, also placing.

    A straight piece moves to a free point of its row or column, a piece aslant to one of its diagonals. It
    moves one point or two, over any piece. With `turning` a piece may turn as it arrives, or turn in place.
    With `passing` a player who has placed all pieces may pass. A player who cannot move loses. In text X and
    x are the mover's pieces, and small letters are aslant. Values are win, draw, loss: a draw is play without
    end.
    """

    turning: bool = True
    passing: bool = True

    seen_by_mover: ClassVar[bool] = True

    columns = 3
    rows = 3
    line = 3

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        turning = ", turn it, or do both" if self.turning else ""
        passing = " You may pass." if self.passing else ""
        stuck = "Endless" if self.turning or self.passing else "A player who cannot move loses; endless"
        return (
            "Get your three pieces in a row, across, down or diagonally.",
            "Place three pieces, straight or slanted. Then move one in its row or column "
            f"(if slanted, diagonally), over others too{turning}.{passing}",
            f"Three in a row win, while placing too. {stuck} play is a draw.",
        )

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        mine = position & self.full
        free = self.full & ~(mine | (position >> self.cells))
        if mine.bit_count() < MEN:
            while free:
                yield free & -free
                yield (free & -free) * (1 | 1 << ASLANT)
                free &= free - 1
        else:
            left = mine
            while left:
                man = left & -left
                aslant = (position >> ASLANT) & man
                reach = self.diagonal_points if aslant > 0 else self.points_in_row_and_column
                targets = free & reach[(man - 1).bit_count()]
                while targets:
                    target = targets & -targets
                    moved = man | aslant << ASLANT | target
                    if aslant == 0 or self.turning:
                        yield moved
                    if aslant > 0 or self.turning:
                        yield moved | target << ASLANT
                    targets &= targets - 1
                if self.turning:
                    yield man << ASLANT
                left &= left - 1
            if self.passing:
                yield PASS

    def play(self, position: int, move: int) -> int:
        position ^= move
        mine, theirs = position & self.full, (position >> self.cells) & self.full
        return theirs | mine << self.cells | position >> ASLANT << ASLANT

    def outcome(self, position: int) -> int:
        return LOSS if self.has_line((position >> self.cells) & self.full) else UNDECIDED

    def tier(self, position: int) -> int:
        return (position & ((1 << ASLANT) - 1)).bit_count()

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, self.both | 1 << ASLANT, image)
            yield position

    @cached_property
    def points_in_row_and_column(self) -> tuple[int, ...]:
        """For each point, the set of other points in its row and column."""
        return tuple(
            sum(1 << other for other in range(9) if (other // 3 == cell // 3) != (other % 3 == cell % 3))
            for cell in range(9)
        )

    @cached_property
    def diagonal_points(self) -> tuple[int, ...]:
        """For each point, the set of other points on its diagonals."""
        return tuple(
            sum(
                1 << other
                for other in range(9)
                if other != cell and abs(other // 3 - cell // 3) == abs(other % 3 - cell % 3)
            )
            for cell in range(9)
        )

    # What a person reads: rows from the top, so that a1 is the upper left point.

    player_names = ("X", "O")

    def show(self, position: int) -> str:
        def find_piece_sign(bit: int) -> str:
            is_aslant = position >> ASLANT >> bit % self.cells & 1
            return ("xo" if is_aslant else "XO")[bit // self.cells]

        bits = (bit for bit in range(2 * self.cells) if position >> bit & 1)
        return show_signs({bit % self.cells: find_piece_sign(bit) for bit in bits}, 3, 3)

    def parse(self, text: str) -> int:
        """Read rows of X and x, the mover's pieces, O, o and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`, also if the mover has a line, as play had ended before.
        """
        signs = read_signs(self, text, 3, 3, "XOxo")
        mine, theirs = (cells_with_sign(signs, sign) | cells_with_sign(signs, sign.lower()) for sign in "XO")
        first, second = mine.bit_count(), theirs.bit_count()
        if max(first, second) > MEN:
            reason = f"the mover has {first} pieces and the opponent {second}"
            raise unreadable(self, text, reason, f"leave each at most {MEN}")
        if second - first not in (0, 1):
            reason = f"the mover has {first} pieces and the opponent {second}"
            raise unreadable(self, text, reason, "the opponent has as many as the mover or one more")
        if self.has_line(mine):
            raise unreadable(self, text, "play had ended before", "break the line of the mover")
        aslant = cells_with_sign(signs, "x") | cells_with_sign(signs, "o")
        return mine | theirs << self.cells | aslant << ASLANT

    def name(self, position: int, move: int) -> str:
        if move == PASS:
            return "pass"
        mine = position & self.full
        source, target = move & mine, move & self.full & ~mine
        stands = target or move >> ASLANT
        way = "x" if (position ^ move) >> ASLANT & stands else "+"
        cells = [cell_name(men.bit_length() - 1, 3) for men in (source, stands) if men > 0]
        return "-".join(cells) + way

    def depict(self, position: int) -> Picture:
        bits = [bit for bit in range(2 * self.cells) if position >> bit & 1]
        aslant = {bit % self.cells: position >> ASLANT >> bit % self.cells & 1 for bit in bits}
        return depict_signs(
            {bit % self.cells: "XO"[bit // self.cells] for bit in bits},
            DISCS,
            3,
            3,
            texts={cell: "×" if is_aslant else "+" for cell, is_aslant in aslant.items()},
            mover=0,
        )
