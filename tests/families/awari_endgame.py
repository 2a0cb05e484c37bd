"""Endgames of awari: known facts, and what is no position.

Numbers of positions are of at most so many stones; the published ones, of exactly so many, are differences.
"""

from collections.abc import Iterator
from math import comb

from families import BRUTE_FORCE, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.games.awari_endgame import AwariEndgame

EXACTLY = {
    12: 1_352_078,
    20: 84_672_315,
    24: 417_225_900,
}  # positions of exactly so many stones: C(n + 11, 11)
OWN_PROGRAM = "a separate program, dictionaries of tuples"
OWN_ARRAYS = "a separate program in C++, boards as arrays of pits"
COUNTED = (  # stones, houses, feed, grand_slam; value of the start, totals
    (4, 6, True, "takes", 0, (733, 220, 867)),
    (5, 6, True, "takes", 5, (2_898, 220, 3_070)),
    (6, 6, True, "takes", 0, (8_596, 1_768, 8_200)),
    (6, 3, True, "takes", 0, (352, 284, 288)),
    (6, 3, False, "takes", -2, (472, 50, 402)),
    (6, 3, True, "nothing", 0, (323, 339, 262)),
    (7, 3, True, "takes", 0, (628, 648, 440)),
    (8, 3, True, "takes", 0, (1_222, 991, 790)),
    (8, 3, True, "nothing", 0, (1_290, 847, 866)),
    (8, 3, False, "nothing", -2, (1_548, 237, 1_218)),
    (12, 2, True, "takes", 1, (775, 401, 644)),
)
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
# The example of the score database of J. W. Romein and H. E. Bal that the Vrije Universiteit published: its
# position of 17 stones, the score, and the scores after each move, all as the mover sees them.
PUBLISHED = (AwariEndgame(stones=17), "0 0 0 3 2 4/1 1 1 1 1 2", 0, (-1, -1, -2, -2, -2, 0))


def facts() -> Iterator[Fact]:
    """Numbers of the whole index, whether or not play from the start leads there."""
    for stones, houses, feed, grand_slam, value, totals in COUNTED:
        game = f"awari_endgame(stones={stones}, houses={houses}, feed={feed}, grand_slam={grand_slam!r})"
        size = "small" if sum(totals) <= 7_000 else "medium"  # loops are slow for the definitions
        assert sum(totals) == comb(stones + 2 * houses, 2 * houses)
        yield Fact(game, "positions", sum(totals), OWN_PROGRAM, "recomputed", size)
        yield Fact(game, "totals", totals, OWN_PROGRAM, "recomputed", size)
        yield Fact(game, "value", value, OWN_PROGRAM, "recomputed", size)
    for stones, exactly in EXACTLY.items():
        assert AwariEndgame(stones=stones).size - AwariEndgame(stones=stones - 1).size == exactly
    for stones in (8, 12, 13):
        totals = tuple(map(sum, zip(*TOTALS[: stones + 1], strict=True)))
        size = size_of(sum(totals))
        yield Fact(
            repr(AwariEndgame(stones=stones)), "positions", sum(totals), BRUTE_FORCE, "recomputed", size
        )
        yield Fact(repr(AwariEndgame(stones=stones)), "totals", totals, OWN_ARRAYS, "recomputed", size)


def whole_table(game: AwariEndgame, values: dict[int, int]) -> None:
    """Assert what is known of the parts of a whole table, values by position."""
    totals: dict[int, list[int]] = {}
    for position, value in values.items():
        stones = sum(map(int, game.show(position).split()))
        totals.setdefault(stones, [0, 0, 0])[(value < 0) * 2 + (value == 0)] += 1
    assert [sum(of_these) for of_these in totals.values()] == [
        comb(stones + 2 * game.houses - 1, stones) for stones in totals
    ]
    if (game.houses, game.feed, game.grand_slam) == (6, True, "takes"):
        for stones, expected in enumerate(TOTALS[: game.stones + 1]):
            assert tuple(totals[stones]) == expected


def twin(game: AwariEndgame) -> Game:
    """Return the game on text: stones are carried around a list of pits one by one."""
    return TextAwari(stones=game.stones, houses=game.houses, feed=game.feed, grand_slam=game.grand_slam)


class TextAwari(Game):
    stones: int
    houses: int
    feed: bool
    grand_slam: str
    scored = True

    def start(self) -> str:
        mine, theirs = [0] * self.houses, [0] * self.houses
        for stone in range(self.stones):
            side = (mine, theirs)[stone % 2]
            side[stone // 2 % self.houses] += 1
        return self.text(mine + theirs)

    def text(self, pits: list[int]) -> str:
        rows = (pits[: self.houses - 1 : -1], pits[: self.houses])
        return "\n".join(" ".join(map(str, row)) for row in rows)

    def pits(self, position: str) -> list[int]:
        theirs, mine = ([int(word) for word in row.split()] for row in position.split("\n"))
        return mine + theirs[::-1]

    def after(self, position: str, move: int) -> list[int]:
        """Return the pits after a move, those of who made it first."""
        pits = self.pits(position)
        hand, pits[move] = pits[move], 0
        pit = move
        while hand > 0:
            pit = (pit + 1) % len(pits)
            if pit != move:
                pits[pit] += 1
                hand -= 1
        captured = pits[:]
        while pit >= self.houses and captured[pit] in (2, 3):
            captured[pit] = 0
            pit -= 1
        starved = not any(captured[self.houses :])
        return pits if starved and self.grand_slam == "nothing" else captured

    def moves(self, position: str) -> list[int]:
        every = [house for house in range(self.houses) if self.pits(position)[house] > 0]
        feeding = [house for house in every if any(self.after(position, house)[self.houses :])]
        return feeding if self.feed and feeding else every

    def play(self, position: str, move: int) -> str:
        pits = self.after(position, move)
        return self.text(pits[self.houses :] + pits[: self.houses])

    def gain(self, position: str, move: int) -> int:
        return sum(self.pits(position)) - sum(self.after(position, move))

    def stuck(self, position: str) -> int:
        return -sum(self.pits(position))

    def tier(self, position: str) -> int:
        return -sum(self.pits(position))


FAMILY = Family(
    small=(AwariEndgame(stones=7, houses=3),),
    larger=(
        AwariEndgame(stones=16),
        AwariEndgame(stones=9, houses=4, grand_slam="nothing"),
        AwariEndgame(stones=20, houses=2, feed=False),
        AwariEndgame(stones=9, houses=3, feed=False, grand_slam="nothing"),
    ),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (AwariEndgame, {"stones": -1}, "stones=-1 is too small"),
        (AwariEndgame, {"houses": 0}, "houses=0 is too small"),
        (AwariEndgame, {"feed": 1}, "feed=1 is not a yes or no"),
        (AwariEndgame, {"grand_slam": "all"}, "grand_slam='all' .*: give 'takes' or 'nothing'"),
        (AwariEndgame, {"stones": 48}, "stones=48 in houses=6 needs 72 bits a position: take fewer"),
        (
            AwariEndgame,
            {"stones": 26},
            "stones=26 in houses=6 has 2,707,475,148 positions, too many to number",
        ),
    ),
    unreadable=(
        (AwariEndgame(houses=3), "", "its size is another: write two rows of 3 houses"),
        (AwariEndgame(houses=3), "1 1 1/1 1", "its size is another"),
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
