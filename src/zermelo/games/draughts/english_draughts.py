"""English draughts (checkers), the whole game: twelve men a side on 8 x 8.

The start, from the side of the mover; `_` marks light squares:

    _o_o_o_o        squares      1   2   3   4
    o_o_o_o_                   5   6   7   8
    _o_o_o_o                     9  10  11  12
    ._._._._                  13  14  15  16
    _._._._.                    17  18  19  20
    x_x_x_x_                  21  22  23  24
    _x_x_x_x                    25  26  27  28
    x_x_x_x_                  29  30  31  32

A position is three words with one bit for each square: the mover's pieces, the opponent's, and the kings of
both. Every move rotates the board, which reverses each word. Moves are those of `_draughts_rules.py`.

The game is too large to enumerate: 5 * 10**20 positions. Neither player can force a win: J. Schaeffer et al.,
*Checkers is solved* (2007), from solutions of all endings of ten pieces. `endgame` converts positions to
those of `draughts_up_to`.
"""

from functools import cached_property

from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.games.draughts._draughts_index import BOARD, LOWEST, SQUARES
from zermelo.games.draughts._draughts_rules import MOST_PIECES, STEPS, Draughts, pack_position

MOST = 12  # pieces of one side
WORD = (1 << 32) - 1
KING, MAN = 160, 100  # the value of a piece in an estimate
GONE, CROWNED = 8, 7  # the progress of a piece that was taken, or made a king


class EnglishDraughtsRules(Draughts):
    """The rules; `EnglishDraughts` below adds move order and an estimate for searches."""

    def start(self) -> Position:
        mine, theirs = (sum(1 << bit for bit in squares) for squares in (SQUARES[20:], SQUARES[:12]))
        return mine, theirs, 0

    def unpack_sides(self, position: Position) -> tuple[int, int, int]:
        """Return the squares of the mover, of the opponent and of kings."""
        return position[0], position[1], position[2]

    def pack_for_opponent(self, mine: int, theirs: int, kings: int) -> Position:
        """Return the position with the opponent to move and the board rotated."""
        return reverse_squares(theirs), reverse_squares(mine), reverse_squares(kings)

    def tier(self, position: Position) -> int:
        """Return the total progress of all pieces, which only moves of kings leave unchanged."""
        mine, theirs, kings = self.unpack_sides(position)
        gone = 2 * MOST - (mine | theirs).bit_count()
        come = GONE * gone + CROWNED * kings.bit_count()
        my_men, their_men = mine & ~kings, theirs & ~kings
        for row in range(1, 7):
            squares = self.row_masks[row]
            come += (7 - row) * (my_men & squares).bit_count() + row * (their_men & squares).bit_count()
        return come

    @cached_property
    def row_masks(self) -> tuple[int, ...]:
        """The squares of each row, from the top."""
        return tuple(sum(1 << bit for bit in SQUARES[4 * row : 4 * row + 4]) for row in range(8))

    def parse(self, text: str) -> Position:
        """Read eight rows of eight from the top, with `_` or `.` on light squares.

        Raises `UnreadablePosition`, also if a side has more than twelve pieces, or if a man stands where it
        would be a king. Positions that play cannot reach are accepted.
        """
        mine, theirs, kings = self.read_sides(text)
        for sign, pieces in (("x", mine.bit_count()), ("o", theirs.bit_count())):
            if pieces > MOST:
                raise unreadable(self, text, f"{sign} has {pieces} pieces", f"leave at most {MOST} of them")
        return mine, theirs, kings


class EnglishDraughts(EnglishDraughtsRules):
    """Men move and capture forwards, kings also back; captures are compulsory and must be completed.

    Any capture may be chosen. The mover plays up the board and is x, with kings X. A man that reaches the
    last row is crowned and the turn ends. A player who cannot move loses; endless play is a draw. Values are
    win, draw, loss.
    """

    # For searches.

    def order(self, position: Position, move: int) -> int:
        """Return how promising a move is: long captures, then crowning, then going ahead."""
        _, theirs, kings = self.unpack_sides(position)
        square, path = move & 63, move >> 6
        first = square + STEPS[path >> path.bit_length() - 3 & 3]
        if theirs >> first & 1:
            return 64 * path.bit_length()
        if kings >> square & 1:
            return 0
        return 40 if first < 4 else 8 - first // 5

    def quiet(self, position: Position) -> bool:
        """Return whether the mover has nothing to capture."""
        mine, theirs, kings = self.unpack_sides(position)
        return self.jumping_pieces(mine, theirs, kings, BOARD & ~(mine | theirs)) == 0

    def estimate(self, position: Position) -> int:
        """Return the value of the mover's pieces on their squares, less that of the opponent's."""
        mine, theirs, kings = self.unpack_sides(position)
        worth = self.material_value(mine, kings) - self.material_value(
            reverse_squares(theirs), reverse_squares(kings)
        )
        pieces = (mine | theirs).bit_count()
        lead = mine.bit_count() - theirs.bit_count()
        return worth + lead * (2 * MOST - pieces) * 4  # exchanges favour the player who is ahead

    def material_value(self, own: int, kings: int) -> int:
        """Return the value of a player's pieces, going up: men ahead, men at home, the middle."""
        men, crowned = own & ~kings, own & kings
        found = MAN * men.bit_count() + KING * crowned.bit_count()
        for row in range(1, 7):
            found += 2 * (7 - row) * (men & self.row_masks[row]).bit_count()
        found += 8 * (men & LOWEST).bit_count()
        return found + 4 * (own & self.middle_squares).bit_count()

    @cached_property
    def middle_squares(self) -> int:
        """The eight squares in the middle."""
        return sum(1 << SQUARES[number - 1] for number in (10, 11, 14, 15, 18, 19, 22, 23))

    def endgame(self, position: Position) -> int:
        """Return the position in the encoding of `draughts_up_to`, -1 if it has too many pieces for that.

        Moves have the same numbers in both games. So a solution of `draughts_up_to(pieces=...)` answers for
        positions with so many pieces.
        """
        mine, theirs, kings = self.unpack_sides(position)
        return pack_position(mine, theirs, kings) if (mine | theirs).bit_count() <= MOST_PIECES else -1


def reverse_squares(squares: int) -> int:
    """Return the squares of the rotated board: bit 34 first, bit 0 last."""
    low, high = squares & WORD, squares >> 32
    low = (low & 0x55555555) << 1 | low >> 1 & 0x55555555
    low = (low & 0x33333333) << 2 | low >> 2 & 0x33333333
    low = (low & 0x0F0F0F0F) << 4 | low >> 4 & 0x0F0F0F0F
    low = (low & 0x00FF00FF) << 8 | low >> 8 & 0x00FF00FF
    low = (low & 0x0000FFFF) << 16 | low >> 16
    return low << 3 | (high & 1) << 2 | high & 2 | high >> 2
