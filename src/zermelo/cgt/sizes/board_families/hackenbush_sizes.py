"""Stalks of hackenbush with blue and red edges, of any length: Berlekamp's rule.

From the ground up, edges of the first colour count 1 each, positive for blue; from the first edge of the
other colour on, every edge counts half of the one before it, positive for blue and negative for red.

Proof, by induction on the edges. Cutting leaves what stood below. For a stalk w with the value x, let a be
the greatest value of what Left may leave of it and b the least of what Right may. While all edges are blue,
x = n, a = n - 1 and nothing is b: another blue edge is {n | } = n + 1, and a red one {n - 1 | n} = n - 1/2.
Else x is a multiple of 2^-k, the last edge counted 2^-k, and a = x - 2^-k, b = x + 2^-k (so it is after the
first change of colour, with k = 1). Another blue edge makes {x | b}: the simplest number between two
neighbours of this kind is the one in the middle, x + 2^-(k + 1), as no other multiple of 2^-(k + 1) is
between. Then a' = x and b' = b, which is what has to hold. Red likewise.
(Berlekamp, *The Hackenbush number system for compression of numerical data*, 1974, has the rule.)

The machine does the step with forms for every stalk up to some length.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from zermelo.cgt.partizan.short_game_form import make_number_form, options_form
from zermelo.cgt.sizes.size_claims import THEOREM, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_canonical_form_of_start
from zermelo.core.errors import CheckFailed
from zermelo.games.hackenbush.hackenbush import Hackenbush

CHECKED = 9  # edges


def make_game(picture: str) -> Hackenbush:
    """Return hackenbush with this stalk."""
    return Hackenbush(picture=picture)


def compute_stalk_value_by_formula(stalk: str) -> Fraction:
    """Return what a stalk of blue and red edges is worth.

    >>> [str(compute_stalk_value_by_formula(stalk)) for stalk in ("BB", "BR", "BRB", "RBB", "BBRRB")]
    ['2', '1/2', '3/4', '-1/4', '11/8']
    """
    worth, edge = Fraction(0), Fraction(1)
    for colour in stalk:
        if edge < 1 or colour != stalk[0]:
            edge /= 2
        worth += edge if colour == "B" else -edge
    return worth


def yield_stalks(edges: int) -> Iterator[Size]:
    """Yield the stalks with so many edges at most."""
    for length in range(1, edges + 1):
        yield from (("".join(colours),) for colours in product("BR", repeat=length))


def verify_induction_step(edges: int) -> int:
    """Check that every stalk is worth what its options make of it; raises `CheckFailed`."""
    checked = 0
    for (stalk,) in yield_stalks(edges):
        lefts, rights = (
            [
                make_number_form(compute_stalk_value_by_formula(stalk[:edge]))
                for edge, colour in enumerate(stalk)
                if colour == own
            ]
            for own in "BR"
        )
        if options_form(lefts, rights) != make_number_form(compute_stalk_value_by_formula(stalk)):
            raise CheckFailed(f"the stalk {stalk} is not worth {compute_stalk_value_by_formula(stalk)}")
        checked += 1
    return checked


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of stalks."""
    checked = verify_induction_step(CHECKED)

    def is_stalk(size: Size) -> bool:
        return bool(size[0]) and not set(size[0]) - set("BR")

    return (
        SizeClaim(
            "every stalk of blue and red edges",
            "edges up to the first change of colour are worth 1 each, every later one half of the one before "
            "it; blue is positive, red negative, and whose the sum is wins",
            "",
            THEOREM,
            f"Berlekamp (1974), induction; its step checked at {checked:,} stalks up to {CHECKED} edges",
            is_stalk,
            lambda size: frozenset({str(compute_stalk_value_by_formula(size[0]))}),
            lambda size: str(find_canonical_form_of_start(make_game(size[0]))),
            yield_stalks,
        ),
    )


FAMILY = SizeFamily("hackenbush", ("picture",), make_game, make_claims, 5, "edges")
