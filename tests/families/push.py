"""Push: known facts, and what is no position. The twin is shove's too."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from families.shove import TextShove
from zermelo.core.game import Game
from zermelo.games.push import Push

ROWS = (  # who wins: left or right, whoever begins, or the previous player
    ("lrl", "left"),  # 15/8
    ("rlr", "right"),  # -15/8
    (".llr", "right"),  # -53/32
    ("llrl", "left"),  # 19/8
    ("rlll", "left"),  # 17/2
    ("rlrl", "left"),  # 17/8
    ("..lrl", "left"),  # 25/8
    ("..rlr", "right"),  # -25/8
    ("..rrl", "left"),  # 213/128
    (".lrll", "left"),  # 29/4
    (".r.ll", "left"),  # 7
    (".rlrr", "right"),  # -29/4
    (".rrrl", "left"),  # 841/512
    ("l...r", "right"),  # -4
    ("l.r.r", "right"),  # -7
    ("ll..r", "right"),  # -2
    ("llrlr", "right"),  # -45/16
    ("lrllr", "right"),  # -861/512
    ("r..lr", "right"),  # -5/2
    ("r.rlr", "right"),  # -53/16
    ("rlllr", "right"),  # -1683/1024
    ("rlrrl", "left"),  # 861/512
    ("rrl.r", "right"),  # -27/8
    ("rrrll", "left"),  # 425/64
)


def facts() -> Iterator[Fact]:
    """Who wins, whoever begins: numbers are won by their sign."""
    for row, winner in ROWS:
        for starter in ("left", "right"):
            game = f"push(row={row!r}, starter={starter!r})"
            yield Fact(game, "value", 1 if winner == starter else -1, BRUTE_FORCE, "recomputed", "small")


def twin(game: Push) -> Game:
    """Return the game on text: the row is cut before what moves along, and put together again."""
    return TextShove(row=game.row, starter=game.starter, pushing=True)


FAMILY = Family(
    small=(Push("rl.lr"), Push("l.rr.lr", starter="right")),
    larger=(Push("rl" * 15 + "."),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Push, {"row": 5}, "row=5 is no row of men"),
        (Push, {"starter": "blue"}, "starter='blue' is no player"),
    ),
    unreadable=((Push("rl"), "rx/left to move", "l, r or . for each"),),
    written=((Push("rl.lr"), ".r.l./right to move", "2"),),
)
