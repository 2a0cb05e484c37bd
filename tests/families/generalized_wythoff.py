"""Generalized Wythoff: known facts, and what is no position."""

from collections.abc import Iterator
from math import isqrt

from families import Fact, Family
from families.wythoff import TextWythoff
from zermelo.core.game import Game
from zermelo.games.generalized_wythoff import GeneralizedWythoff

CGSUITE = "the tests of CGSuite 2.2: nimbers of (10, b) in GenWythoff(x -> x + 2)"
NIMBERS = (10, 11, 12, 13, 0, 14, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 15, 28, 29, 30)  # of 10 and b
FRAENKEL = "Fraenkel, How to beat your Wythoff games' opponent on three fronts (1982)"


def facts() -> Iterator[Fact]:
    """Nimbers of a row, and the losing pairs by the theorem, with those beside them."""
    for b, nimber in enumerate(NIMBERS):
        game = f"generalized_wythoff(a=10, b={b}, misere=False, apart=2)"
        yield Fact(game, "nimber", nimber, CGSUITE, "recomputed", "small")
    for apart in range(1, 6):
        losing = {(small, small + n * apart) for n in range(6) for small in [whole(n, apart)]}
        for a in range(8):
            for b in range(a, 16):
                game = f"generalized_wythoff(a={a}, b={b}, misere=False, apart={apart})"
                value = -1 if (a, b) in losing else 1
                yield Fact(game, "value", value, FRAENKEL, "literature", "small")


def whole(n: int, apart: int) -> int:
    """Return the whole part of n (2 - apart + the root of apart² + 4) / 2."""
    return (n * (2 - apart) + isqrt(n * n * (apart * apart + 4))) // 2


def twin(game: GeneralizedWythoff) -> Game:
    """Return the game on text: the two heaps as numbers."""
    return TextGeneralized(a=game.a, b=game.b, misere=game.misere, apart=game.apart)


class TextGeneralized(TextWythoff):
    apart: int

    def moves(self, position: str) -> list[tuple[int, int]]:
        a, b = map(int, position.split())
        takings = [(first, second) for first in range(a + 1) for second in range(b + 1)]
        return [one for one in takings if any(one) and (0 in one or abs(one[0] - one[1]) < self.apart)]


FAMILY = Family(
    small=(GeneralizedWythoff(a=6, b=6, misere=True), GeneralizedWythoff(a=4, b=7, apart=3)),
    larger=(GeneralizedWythoff(a=40, b=60, apart=4),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (GeneralizedWythoff, {"a": -1}, "a=-1 is too small"),
        (GeneralizedWythoff, {"apart": 0}, "apart=0 is too small"),
    ),
    unreadable=((GeneralizedWythoff(), "7 7", "play began with 6 and 10"),),
    written=(
        (
            GeneralizedWythoff(),
            "1 2",
            "1 from heap 1 1 from heap 2 2 from heap 2 1 from both 1 from heap 1, 2 from heap 2",
        ),
    ),
)
