"""Shove: known facts, and what is no position."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.games.shove import Shove

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


def facts() -> Iterator[Fact]:
    """Who wins the rows of up to four cells, whoever begins: numbers are won by their sign."""
    for length in (1, 2, 3, 4):
        for signs in product("lr.", repeat=length):
            row = "".join(signs)
            number = number_of(row)
            for starter, sign in (("left", 1), ("right", -1)):
                game = f"shove(row={row!r}, starter={starter!r})"
                yield Fact(
                    game,
                    "value",
                    1 if sign * number > 0 else -1,
                    LESSONS,
                    "literature and recomputed",
                    "small",
                )


def twin(game: Shove) -> Game:
    """Return the game on text: the row is cut before what moves along, and put together again."""
    return TextShove(row=game.row, starter=game.starter, pushing=False)


class TextShove(Game):
    row: str
    starter: str
    pushing: bool

    def start(self) -> str:
        return f"{self.row}\n{self.starter} to move"

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[int]:
        row = position.split("\n")[0]
        return [cell for cell, sign in enumerate(row) if sign == "lr"[self.mover(position)]]

    def play(self, position: str, cell: int) -> str:
        row = position.split("\n")[0]
        before, after = row[: cell + 1], row[cell + 1 :]
        gap = before.rfind(".") if self.pushing else -1
        row = before[1:] + "." + after if gap == -1 else before[:gap] + before[gap + 1 :] + "." + after
        return f"{row}\n{'left' if self.mover(position) else 'right'} to move"


FAMILY = Family(
    small=(
        Shove("rl.lr"),
        Shove("lr.rl.l", starter="right"),
    ),
    larger=(Shove("lrlr..rrll.l.r"),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Shove, {"row": ""}, "row='' is no row of men"),
        (Shove, {"row": "lxr"}, "row='lxr' is no row of men"),
        (Shove, {"row": "l" * 32}, "a row of 32 cells needs 65 bits"),
        (Shove, {"starter": "l"}, "starter='l' is no player"),
    ),
    unreadable=(
        (Shove("rl"), "rl", "it does not say who moves"),
        (Shove("rl"), "r/left to move", "write 2 cells"),
    ),
    written=((Shove("rl.lr"), "rl.lr / left to move", "2 4"),),
)
