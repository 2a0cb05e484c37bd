"""English draughts (checkers), the whole game: twelve men a side on 8 x 8.

The start, as the mover sees it; `_` where nobody plays:

    _o_o_o_o        squares      1   2   3   4
    o_o_o_o_                   5   6   7   8
    _o_o_o_o                     9  10  11  12
    ._._._._                  13  14  15  16
    _._._._.                    17  18  19  20
    x_x_x_x_                  21  22  23  24
    _x_x_x_x                    25  26  27  28
    x_x_x_x_                  29  30  31  32

A position is three words of a bit a square: the mover's pieces, the other's, and which of both are kings.
Every move turns the board round, which is to read each word backwards. Moves are those of `_draughts.py`.

Too large to enumerate: 5 * 10**20 positions. Nobody can force a win: J. Schaeffer et al., *Checkers is
solved* (2007), from solutions of all endings of ten pieces. `endgame` leads to ours.
"""

from functools import cached_property

from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.games.draughts._draughts_index import BOARD, LOWEST, SQUARES
from zermelo.games.draughts._draughts_rules import MOST_PIECES, STEPS, Draughts, pack_position

MOST = 12  # pieces of one side
WORD = (1 << 32) - 1
KING, MAN = 160, 100  # what a piece counts in an estimate
GONE, CROWNED = 8, 7  # how far a piece has come that was taken, or made a king


class EnglishDraughtsRules(Draughts):
    """The rules; `EnglishDraughts` below adds what a search asks."""

    def start(self) -> Position:
        mine, theirs = (sum(1 << bit for bit in squares) for squares in (SQUARES[20:], SQUARES[:12]))
        return mine, theirs, 0

    def sides(self, position: Position) -> tuple[int, int, int]:
        """Return the mover's squares, the other's, and those of kings."""
        return position[0], position[1], position[2]

    def turned(self, mine: int, theirs: int, kings: int) -> Position:
        """Return the position in which the other is to move: the board turned round."""
        return reverse_squares(theirs), reverse_squares(mine), reverse_squares(kings)

    def tier(self, position: Position) -> int:
        """Return how far all pieces have come: only moves of kings leave that as it is."""
        mine, theirs, kings = self.sides(position)
        gone = 2 * MOST - (mine | theirs).bit_count()
        come = GONE * gone + CROWNED * kings.bit_count()
        my_men, their_men = mine & ~kings, theirs & ~kings
        for row in range(1, 7):
            squares = self.row_of_squares[row]
            come += (7 - row) * (my_men & squares).bit_count() + row * (their_men & squares).bit_count()
        return come

    @cached_property
    def row_of_squares(self) -> tuple[int, ...]:
        """The squares of each row, from the top."""
        return tuple(sum(1 << bit for bit in SQUARES[4 * row : 4 * row + 4]) for row in range(8))

    def parse(self, text: str) -> Position:
        """Read eight rows of eight from the top, `_` or any sign but a piece's where nobody plays.

        Raises `UnreadablePosition`, also where a side has more than twelve pieces, or a man stands where he
        would be a king. Whether play can lead there is not asked.
        """
        mine, theirs, kings = self.read_sides(text)
        for sign, pieces in (("x", mine.bit_count()), ("o", theirs.bit_count())):
            if pieces > MOST:
                raise unreadable(self, text, f"{sign} has {pieces} pieces", f"leave at most {MOST} of them")
        return mine, theirs, kings


class EnglishDraughts(EnglishDraughtsRules):
    """Men move and capture forwards, kings both ways; captures are compulsory, any of them, and completed.

    The mover plays up the board and is x, his kings X. A man who reaches the last row is crowned and his turn
    ends. Who cannot move loses; endless play is a draw. Values are win, draw, loss.
    """

    # What a search asks.

    def order(self, position: Position, move: int) -> int:
        """Return how promising a move is: long captures, then crowning, then going ahead."""
        _, theirs, kings = self.sides(position)
        square, path = move & 63, move >> 6
        first = square + STEPS[path >> path.bit_length() - 3 & 3]
        if theirs >> first & 1:
            return 64 * path.bit_length()
        if kings >> square & 1:
            return 0
        return 40 if first < 4 else 8 - first // 5

    def quiet(self, position: Position) -> bool:
        """Return whether the mover has nothing to capture."""
        mine, theirs, kings = self.sides(position)
        return self.jumpers(mine, theirs, kings, BOARD & ~(mine | theirs)) == 0

    def estimate(self, position: Position) -> int:
        """Return the mover's pieces less the other's, with what they have made of their places."""
        mine, theirs, kings = self.sides(position)
        worth = self.worth(mine, kings) - self.worth(reverse_squares(theirs), reverse_squares(kings))
        pieces = (mine | theirs).bit_count()
        lead = mine.bit_count() - theirs.bit_count()
        return worth + lead * (2 * MOST - pieces) * 4  # who is ahead likes to exchange

    def worth(self, own: int, kings: int) -> int:
        """Return what the pieces of a player who goes up are worth: men ahead, men at home, the middle."""
        men, crowned = own & ~kings, own & kings
        found = MAN * men.bit_count() + KING * crowned.bit_count()
        for row in range(1, 7):
            found += 2 * (7 - row) * (men & self.row_of_squares[row]).bit_count()
        found += 8 * (men & LOWEST).bit_count()
        return found + 4 * (own & self.middle).bit_count()

    @cached_property
    def middle(self) -> int:
        """The eight squares in the middle."""
        return sum(1 << SQUARES[number - 1] for number in (10, 11, 14, 15, 18, 19, 22, 23))

    def endgame(self, position: Position) -> int:
        """Return the position as `draughts_up_to` writes it, -1 where it has more pieces than that can hold.

        Moves are the same there, number by number. So a solution of `draughts_up_to(pieces=...)` can be asked
        about positions of so many pieces.
        """
        mine, theirs, kings = self.sides(position)
        return pack_position(mine, theirs, kings) if (mine | theirs).bit_count() <= MOST_PIECES else -1


def reverse_squares(squares: int) -> int:
    """Return the squares of the board turned round: bit 34 first, bit 0 last."""
    low, high = squares & WORD, squares >> 32
    low = (low & 0x55555555) << 1 | low >> 1 & 0x55555555
    low = (low & 0x33333333) << 2 | low >> 2 & 0x33333333
    low = (low & 0x0F0F0F0F) << 4 | low >> 4 & 0x0F0F0F0F
    low = (low & 0x00FF00FF) << 8 | low >> 8 & 0x00FF00FF
    low = (low & 0x0000FFFF) << 16 | low >> 16
    return low << 3 | (high & 1) << 2 | high & 2 | high >> 2
