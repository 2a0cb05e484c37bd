"""Partizan Euclid: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, known_forms
from zermelo.core.game import Game
from zermelo.games.partizan_euclid import PartizanEuclid

CGSUITE = "aaron-siegel/cgsuite test suite (Game*Test.scala), v2.1 snapshot 2024-01"
CANONICAL = known_forms(
    """
    partizan_euclid(a=8, b=0, starter='left')  -  0  -  -
    partizan_euclid(a=8, b=1, starter='left')  -  0  -  -
    partizan_euclid(a=8, b=2, starter='left')  -  0  -  -
    partizan_euclid(a=8, b=3, starter='left')  -  v  -  -
    partizan_euclid(a=8, b=4, starter='left')  -  0  -  -
    partizan_euclid(a=8, b=5, starter='left')  -  0  -  -
    partizan_euclid(a=8, b=6, starter='left')  -  ^  -  -
    partizan_euclid(a=8, b=7, starter='left')  -  ^5  -  -
    partizan_euclid(a=8, b=8, starter='left')  -  0  -  -
    """
)
OUTCOMES = {"0": "P", "v": "R", "^": "L", "^5": "L"}  # of those values


def facts() -> Iterator[Fact]:
    """Who wins, whoever starts."""
    for row in CANONICAL:
        for starter, winning in (("left", "LN"), ("right", "RN")):
            game = row[0].replace("'left'", repr(starter))
            value = 1 if OUTCOMES[row[2]] in winning else -1
            yield Fact(game, "value", value, CGSUITE, "literature", "small")


def twin(game: PartizanEuclid) -> Game:
    """Return the game on text: the larger number is brought below or above zero by the smaller."""
    return TextPair(a=game.a, b=game.b, starter=game.starter)


class TextPair(Game):
    a: int
    b: int
    starter: str

    def start(self) -> str:
        return f"{max(self.a, self.b)} {min(self.a, self.b)}\n{self.starter} to move"

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[int]:
        larger, smaller = map(int, position.split("\n")[0].split())
        if smaller == 0:
            return []
        below = larger - larger // smaller * smaller
        return [] if below == 0 else [smaller - below if self.mover(position) else below]

    def play(self, position: str, move: int) -> str:
        smaller = position.split("\n")[0].split()[1]
        return f"{smaller} {move}\n{'left' if self.mover(position) else 'right'} to move"


FAMILY = Family(
    small=(PartizanEuclid(89, 34), PartizanEuclid(100, 99, starter="right")),
    larger=(),  # every start leads to a few positions, as divisions do
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (PartizanEuclid, {"a": -1}, "a=-1 is too small"),
        (PartizanEuclid, {"b": 2_000_000_000}, "b=2000000000 is too large"),
        (PartizanEuclid, {"starter": "Left"}, "starter='Left' is no player: give 'left' or 'right'"),
    ),
    unreadable=(
        (PartizanEuclid(8, 3), "8 3", "it does not say who moves"),
        (PartizanEuclid(8, 3), "8/left to move", "it has 1 numbers, not two"),
        (PartizanEuclid(8, 3), "9 3/left to move", "play began with 8 and 3"),
        (PartizanEuclid(8, 3), "8 x/left to move", "'x' is no number of stones"),
    ),
    written=(
        (PartizanEuclid(8, 3), "3 8/left to move", "2"),
        (PartizanEuclid(8, 3), "8 3/right to move", "1"),
    ),
)
