from typing import Any

import families
from families import SELF_PLAY, Family, counted, facts_of
from zermelo import UNDECIDED, Game
from zermelo.core.game import has
from zermelo.games.derived.with_points import WithPoints
from zermelo.games.dice.bear_off import BearOff
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.payoffs.centipede import Centipede
from zermelo.games.sowing.awari_endgame import AwariEndgame
from zermelo.games.sowing.kalah import Kalah
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.games.territory.othello import Othello

SIGN = "the sign of the inner game's score, known itself"
OWN_PROGRAM = "a separate program that counts both players' boxes or seeds"


class TextWithPoints(Game):
    """Over the twin of the inner game: the lead stands in words in the last line."""

    game: Any

    def start(self) -> str:
        return self.written(self.game.start(), "first", 0)

    def written(self, inner: str, player: str, lead: int) -> str:
        words = "level" if lead == 0 else f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}"
        return f"{inner}\n{player} to move, {words}"

    def parts(self, position: str) -> tuple[str, str, int]:
        inner, _, last = position.rpartition("\n")
        player, standing = last.split(" to move, ")
        number, _, side = standing.partition(" ")
        return inner, player, {"ahead": 1, "behind": -1, "": 0}[side] * int(number if side else 0)

    def moves(self, position: str) -> list[Any]:
        return list(self.game.moves(self.parts(position)[0]))

    def play(self, position: str, move: Any) -> str:
        inner, player, lead = self.parts(position)
        child = self.game.play(inner, move)
        if has(self.game, "gain"):
            lead += self.game.gain(inner, move)
        if has(self.game, "mover") and self.game.mover(inner) == self.game.mover(child):
            return self.written(child, player, lead)
        return self.written(child, {"first": "second", "second": "first"}[player], -lead)

    def final(self, lead: int) -> int:
        return (lead > 0) - (lead < 0)

    def outcome(self, position: str) -> int:
        inner, _, lead = self.parts(position)
        rest = self.game.outcome(inner)
        return UNDECIDED if rest == UNDECIDED else self.final(lead + rest)

    def stuck(self, position: str) -> int:
        inner, _, lead = self.parts(position)
        return self.final(lead + self.game.stuck(inner))

    def mover(self, position: str) -> int:
        return int(self.parts(position)[1] == "second")


EDGE = WithPoints(game=DotsAndBoxes(1, 1))


FAMILY = Family(
    small=(
        WithPoints(game=DotsAndBoxes(columns=2, rows=1)),
        WithPoints(game=Kalah(houses=2, seeds=4, leftover="finisher")),
        WithPoints(game=AwariEndgame(stones=6, houses=3)),  # play may go round
    ),
    larger=(
        WithPoints(),
        WithPoints(game=DotsAndBoxes(columns=3, rows=3)),
        WithPoints(game=Othello()),  # points in the end alone
    ),
    # Who wins, and how many positions there are now that points are held.
    facts=(
        *facts_of(WithPoints(), SELF_PLAY, games=479_001_600, results=(201_415_680, 76_096_512, 201_489_408)),
        *counted("value remoteness positions totals", OWN_PROGRAM)(
            (WithPoints(DotsAndBoxes(1, 1)), -1, 4, 16, (9, 0, 7)),
            (WithPoints(DotsAndBoxes(2, 1)), 0, 7, 142, (58, 63, 21)),
            (WithPoints(DotsAndBoxes(3, 1)), -1, 10, 1_238, (844, 0, 394)),
            (WithPoints(DotsAndBoxes(4, 1)), 0, 13, 10_612, (5_949, 3_163, 1_500)),
            (WithPoints(DotsAndBoxes(5, 1)), -1, 16, 90_323, (67_919, 0, 22_404)),
            (WithPoints(), 1, 12, 5_349, (3_033, 1_481, 835)),
            (WithPoints(DotsAndBoxes(3, 2)), -1, 17, 194_754, (131_579, 35_484, 27_691)),
            (WithPoints(Kalah(2, 2)), -1, 5, 26, (11, 4, 11)),
            (WithPoints(Kalah(2, 4)), -1, 6, 209, (87, 50, 72)),
            (WithPoints(Kalah(2, 4, leftover="finisher")), -1, 12, 209, (120, 28, 61)),
            (WithPoints(Kalah(2, 5)), 1, 9, 190, (98, 0, 92)),
            (WithPoints(Kalah(2, 5, empty_capture=True)), 1, 9, 166, (87, 0, 79)),
            (WithPoints(Kalah(3, 1)), 0, 4, 81, (22, 40, 19)),
            (WithPoints(Kalah(3, 2)), 1, 8, 4_001, (1_881, 717, 1_403)),
            (WithPoints(Kalah(3, 2, empty_capture=True)), 1, 8, 2_965, (1_452, 537, 976)),
            (WithPoints(Kalah()), 1, 18, 29_274, (14_803, 4_214, 10_257)),
            (WithPoints(Kalah(leftover="finisher")), 1, 18, 29_274, (17_768, 3_464, 8_042)),
            (WithPoints(Kalah(3, 4)), 1, 25, 213_841, (115_917, 25_570, 72_354)),
        ),
        *counted("value size", SIGN)(
            (WithPoints(DotsAndBoxes(4, 2)), 1, "medium"),
            (WithPoints(Kalah(1, 4)), -1, "small"),
            (WithPoints(Kalah(1, 6, empty_capture=True)), 0, "small"),
            (WithPoints(Kalah(4, 2)), 1, "medium"),
            (WithPoints(Othello()), -1, "medium"),
        ),
    ),
    twin=lambda game: TextWithPoints(game=families.twin(game.game)),
    refused=(
        (WithPoints, {"game": "kalah"}, "is no game: give one like game=dots_and_boxes"),
        (WithPoints, {"game": TicTacToe()}, "has no points, its ends are won, drawn or lost already"),
        (WithPoints, {"game": BearOff()}, "two players without chance"),
        (WithPoints, {"game": Centipede()}, "two players without chance"),
        (WithPoints, {"game": WithPoints()}, "has no points"),
    ),
    unreadable=(
        (EDGE, "+.+/. ./+.+/first", "it does not say how play stands"),
        (EDGE, "+.+/. ./+.+/first/third to move, level", "it does not say how play stands"),
        (EDGE, "+.+/. ./+.+/first/first to move, 0 ahead", "write for example 'first to move, 2 ahead'"),
        (EDGE, "+.+/. ./+.+/first/first to move, -1 ahead", "it does not say how play stands"),
        (EDGE, "+.+/. ./+.+/first/first to move, 1 above", "it does not say how play stands"),
        (EDGE, "+.+/. ./+.+/first/first to move, 32001 behind", "it does not say how play stands"),
        (
            EDGE,
            "+.+/. ./+.+/first/first to move, " + "9" * 5000 + " behind",
            "it does not say how play stands",
        ),
        (EDGE, "+.+/. ./+.+/first/second to move, level", "first is to move there"),
        (EDGE, "+.+/. ./+.+/second/second to move, level", "the other player is to move"),
    ),
    written=(
        (
            WithPoints(),
            "+-+.+/| | ./+.+.+/. . ./+.+.+/second/second to move, level",
            "b1-c1 a2-b2 b2-c2 a3-b3 b3-c3 c1-c2 a2-a3 b2-b3 c2-c3",
        ),
        (WithPoints(game=Kalah(2, 2)), "2 2 / 2 2 / first to move / first to move, 3 behind", "1 2"),
    ),
    slow_facts=("with_points(game=kalah(houses=3, seeds=3",),
)
