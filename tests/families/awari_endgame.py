"""Endgames of awari: known facts, and what is no position.

Numbers of positions are of at most so many stones; the published ones, of exactly so many, are differences.
"""

from functools import partial

from families import BRUTE_FORCE, SEPARATE, Family, bounds, counted, facts_of
from families.oware import TextOware
from zermelo.games.sowing.awari_endgame import AwariEndgame

OWN_ARRAYS = "a separate program in C++, boards as arrays of pits"
TOTALS = (  # of exactly 0, 1, 2, ... stones in twice six houses
    (0, 1, 0),
    (5, 0, 7),
    (25, 13, 40),
    (123, 63, 178),
    (580, 143, 642),
    (2_165, 0, 2_203),
    (5_698, 1_548, 5_130),
    (14_921, 4_487, 12_416),
    (37_767, 8_351, 29_464),
    (85_285, 20_308, 62_367),
    (157_721, 93_743, 101_252),
    (371_960, 92_787, 240_685),
    (714_486, 197_894, 439_698),
    (1_364_947, 312_251, 818_946),
)


class TextAwari(TextOware):
    """Oware with any number of stones, where what is left is the opponent's, and feeding comes first."""

    def start(self) -> str:
        rows = [0] * self.game.houses, [0] * self.game.houses
        for stone in range(self.game.stones):
            rows[stone % 2][stone // 2 % self.game.houses] += 1
        return self.text(*rows, 0)

    def moves(self, position: str) -> list[int]:
        every = [house for house, stones in enumerate(self.rows(position)[0]) if stones > 0]
        feeding = [house for house in every if any(self.after(position, house)[1])]
        return feeding if self.game.feed and feeding else every

    def stuck(self, position: str) -> int:
        return -sum(map(sum, self.rows(position)))


def up_to(stones: int) -> tuple[int, ...]:
    """Return the totals of at most so many stones."""
    return tuple(map(sum, zip(*TOTALS[: stones + 1], strict=True)))


FAMILY = Family(
    small=(AwariEndgame(stones=7, houses=3),),
    larger=(
        AwariEndgame(stones=16),
        AwariEndgame(stones=9, houses=4, grand_slam="nothing"),
        AwariEndgame(stones=20, houses=2, feed=False),
        AwariEndgame(stones=9, houses=3, feed=False, grand_slam="nothing"),
    ),
    facts=(
        # Numbers of the whole index, whether or not play from the start leads there. Loops are slow for the
        # definitions.
        *counted("positions totals value size", SEPARATE)(
            (AwariEndgame(4), 1_820, (733, 220, 867), 0, "small"),
            (AwariEndgame(5), 6_188, (2_898, 220, 3_070), 5, "small"),
            (AwariEndgame(6), 18_564, (8_596, 1_768, 8_200), 0, "medium"),
            (AwariEndgame(6, 3), 924, (352, 284, 288), 0, "small"),
            (AwariEndgame(6, 3, feed=False), 924, (472, 50, 402), -2, "small"),
            (AwariEndgame(6, 3, grand_slam="nothing"), 924, (323, 339, 262), 0, "small"),
            (AwariEndgame(7, 3), 1_716, (628, 648, 440), 0, "small"),
            (AwariEndgame(8, 3), 3_003, (1_222, 991, 790), 0, "small"),
            (AwariEndgame(8, 3, grand_slam="nothing"), 3_003, (1_290, 847, 866), 0, "small"),
            (AwariEndgame(8, 3, feed=False, grand_slam="nothing"), 3_003, (1_548, 237, 1_218), -2, "small"),
            (AwariEndgame(12, 2), 1_820, (775, 401, 644), 1, "small"),
        ),
        *(
            fact
            for stones in (8, 12, 13)
            for game, totals in [(AwariEndgame(stones), up_to(stones))]
            for fact in (
                *facts_of(game, BRUTE_FORCE, positions=sum(totals)),
                *facts_of(game, OWN_ARRAYS, totals=totals),
            )
        ),
    ),
    twin=partial(TextAwari, patience=0),
    refused=(
        *bounds(AwariEndgame, stones=(0, 1_000_000), houses=(1, 31)),
        (AwariEndgame, {"grand_slam": "all"}, "grand_slam='all' .*: give 'takes' or 'nothing'"),
        (AwariEndgame, {"stones": 48}, "stones=48 in houses=6 needs 72 bits a position: take fewer"),
        (
            AwariEndgame,
            {"stones": 26},
            "stones=26 in houses=6 has 2,707,475,148 positions, too many to number",
        ),
    ),
    unreadable=(
        (AwariEndgame(houses=3), "1 1 1/1 1 x", "'x' is no number of stones"),
        (AwariEndgame(houses=3), "1 1 1/1 1 -1", "'-1' is no number of stones"),
        (AwariEndgame(houses=3), "1 2 1/1 1 3", "it has 9 stones: the game has at most 8"),
    ),
    written=(
        (AwariEndgame(houses=3), "0 0 1 / 1 0 2", "1 3"),
        (AwariEndgame(houses=3), "0 0 0/1 1 1", "3"),  # the others feed nobody
        (AwariEndgame(houses=3), "0 0 0/1 1 0", "1 2"),  # and so may any, where none does
        (AwariEndgame(houses=3), "0 0 1/1 0 1", "1"),  # the third would take the other's last stones
        (AwariEndgame(houses=3, feed=False), "0 0 1/1 0 1", "1 3"),
    ),
    slow_facts=("awari_endgame(stones=5",),
)
