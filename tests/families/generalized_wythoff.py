from math import isqrt

from families import Family, bounds, counted
from families.wythoff import TextWythoff
from zermelo.games.heaps.generalized_wythoff import GeneralizedWythoff

CGSUITE = "the tests of CGSuite 2.2: nimbers of (10, b) in GenWythoff(x -> x + 2)"
NIMBERS = (10, 11, 12, 13, 0, 14, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 15, 28, 29, 30)  # of 10 and b
FRAENKEL = "Fraenkel, How to beat your Wythoff games' opponent on three fronts (1982)"


def losing(apart: int) -> set[tuple[int, int]]:
    """Return losing pairs: the smaller is the whole part of n (2 - apart + root(apart² + 4)) / 2."""
    smaller = [(n * (2 - apart) + isqrt(n * n * (apart * apart + 4))) // 2 for n in range(6)]
    return {(number, number + n * apart) for n, number in enumerate(smaller)}


FAMILY = Family(
    small=(GeneralizedWythoff(a=6, b=6, misere=True), GeneralizedWythoff(a=4, b=7, apart=3)),
    larger=(GeneralizedWythoff(a=40, b=60, apart=4),),
    facts=(
        *counted("nimber", CGSUITE)(
            *((GeneralizedWythoff(10, b, apart=2), nimber) for b, nimber in enumerate(NIMBERS))
        ),
        # Those that lose, and those beside them.
        *counted("value", FRAENKEL, "literature")(
            *(
                (GeneralizedWythoff(a, b, apart=apart), -1 if (a, b) in losing(apart) else 1)
                for apart in range(1, 6)
                for a in range(8)
                for b in range(a, 16)
            )
        ),
    ),
    twin=lambda game: TextWythoff(game, game.apart),
    refused=(
        *bounds(GeneralizedWythoff, apart=(1, 1_000_000)),
        (GeneralizedWythoff, {"a": -1}, "a=-1 is too small"),
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
