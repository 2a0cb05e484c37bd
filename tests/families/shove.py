from fractions import Fraction
from functools import partial
from itertools import product

from families import BOTH, Family, outcomes
from families._text_boards import LeftOrRight, above
from zermelo.games.rows.shove import Shove

LESSONS = "Albert, Nowakowski and Wolfe, Lessons in play (2007): the value of a row of shove"


def number_of(row: str) -> Fraction:
    """Return the value of a row of shove.

    A man on the n-th cell is worth n, Right's -n. The men of one colour at the right end count whole, the man
    before them half, the next a quarter, and so on.
    """
    men = [(cell, 1 if sign == "l" else -1) for cell, sign in enumerate(row, 1) if sign != "."]
    last = next((place for place in range(len(men) - 1, 0, -1) if men[place][1] != men[place - 1][1]), 0)
    total = Fraction(0)
    for place, (cell, colour) in enumerate(men):
        total += Fraction(colour * cell, 2 ** max(0, last - place))
    return total


class TextShove(LeftOrRight):
    """Shove and push: the row is cut before what moves along, and put together again."""

    pushing: bool

    def board(self) -> str:
        return self.game.row

    def moves(self, position: str) -> list[int]:
        return [cell for cell, sign in enumerate(above(position)) if sign == "lr"[self.mover(position)]]

    def play(self, position: str, cell: int) -> str:
        row = above(position)
        before, after = row[: cell + 1], row[cell + 1 :]
        gap = before.rfind(".") if self.pushing else -1
        moved = before[1:] if gap == -1 else before[:gap] + before[gap + 1 :]
        return self.next_turn(position, f"{moved}.{after}")


def winner(row: str) -> str:
    """Return who wins a row, by the sign of its number."""
    number = number_of(row)
    return "L" if number > 0 else "R" if number < 0 else "P"


FAMILY = Family(
    small=(Shove("rl.lr"), Shove("lr.rl.l", starter="right")),
    larger=(Shove("lrlr..rrll.l.r"),),
    facts=outcomes(Shove, LESSONS, BOTH)(
        ((row,), winner(row))
        for length in (1, 2, 3, 4)
        for row in map("".join, product("lr.", repeat=length))
    ),
    twin=partial(TextShove, pushing=False),
    refused=(
        (Shove, {"row": ""}, "row='' is no row of pieces"),
        (Shove, {"row": "lxr"}, "row='lxr' is no row of pieces"),
        (Shove, {"row": "l" * 32}, "a row of 32 cells needs 65 bits"),
    ),
    unreadable=((Shove("rl"), "r/left to move", "write 2 cells"),),
    written=((Shove("rl.lr"), "rl.lr / left to move", "2 4"),),
)
