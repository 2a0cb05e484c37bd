"""Six men's morris: nine men's morris on two squares.

The encoding and the rules are those of `NineMensMorris`, with two bytes a player:

    0-----1-----2
    |  8--9--10 |      bits  0-15  the mover's pieces
    |  |     |  |           16-31  the opponent's
    7--15    11-3           32-35  pieces not yet placed, of both together
    |  |     |  |
    |  14-13-12 |
    6-----5-----4

The lines between the squares join only two points, so mills are the sides of the squares. There are sixteen
symmetries here too, since the squares can be turned inside out.
"""

from zermelo.games.morris.nine_mens_morris import NineMensMorris


class SixMensMorris(NineMensMorris):
    """Place your pieces, then move them; a side of a square is a mill and takes a piece; two left lose.

    This is `NineMensMorris` with six pieces on two squares and, as usual in this game, no flying. Values are
    win, draw, loss: a draw is play without end.
    """

    men: int = 6
    rings: int = 2
    flying: bool = False
    double: bool = False
