"""Fox and geese: fox and hounds where nothing but having no move ends the game, for sums with other games.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 20; A. N. Siegel, *Loopy
games and computation* (thesis, 2005). Boards, moves and text are those of `fox_and_hounds.py`, the geese its
hounds. The fox may go to and fro, the geese never back, so play by turns ends and every position is worth a
stopper. A fox that has passed all geese, with room behind them, is worth `on`: he is never without a move.

The fox is Left, as he begins in fox and hounds. In *Winning ways* and in CGSuite Left has the geese, and
values are the negatives of ours: on 8 x 8 the start is worth 2 + over there, and -2 + under here. That takes
two minutes to find, as all of its 966,123 positions are given values.
"""

from zermelo.core.values import UNDECIDED
from zermelo.games._to_move import EitherMoves
from zermelo.games.fox_and_hounds import FoxAndHounds


class FoxAndGeese(FoxAndHounds, EitherMoves):
    """Geese, H, go down a draughts board to shut in the fox, who goes both ways; who cannot move loses.

    The geese stand on all dark cells of the top row, the fox in the middle of the bottom row, and he begins.
    Geese that start further down are a position: above them a row must be free for the fox to be safe behind
    them. Values are win and loss.

    >>> FoxAndGeese(columns=4, rows=4)
    fox_and_geese(columns=4, rows=4)
    """

    def to_move(self, position: int, player: int) -> int:
        return position & self.turn - 1 | player * self.turn

    def outcome(self, position: int) -> int:
        return UNDECIDED
