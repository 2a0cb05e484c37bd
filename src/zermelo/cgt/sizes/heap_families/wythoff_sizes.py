"""Wythoff's game with heaps of any size: golden pairs (Wythoff 1907), by a theorem of Beatty's (1926).

With f the golden ratio, the pairs are a(n) = floor(n f) and b(n) = a(n) + n. As 1/f + 1/f^2 = 1, every
number from 1 on is in exactly one of them (Beatty). Proof that these are lost: from a pair, taking from one
heap keeps the other's number, which is in no other pair, and taking from both keeps the difference, which no
other pair has. From a position that is no pair, with numbers x <= y: where x = b(n), take from y to leave
a(n); where x = a(n) and y > b(n), take from y to leave b(n); where x = a(n) and y < b(n), the difference
d = y - x is less than n, and as a(d) < a(n), taking a(n) - a(d) from both leaves the pair of d.

The machine checks for the first pairs that they have every number once, computed in whole numbers.
"""

import math
from collections.abc import Iterator

from zermelo.cgt.sizes.size_claims import FIRST, SECOND, THEOREM, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_winner
from zermelo.games.heaps.wythoff import Wythoff

PAIRS = 10_000  # of which every number is checked to be in one


def make_game(a: int, b: int) -> Wythoff:
    """Return Wythoff's game with these heaps."""
    return Wythoff(a=a, b=b)


def compute_golden_pair_of_difference(place: int) -> tuple[int, int]:
    """Return the golden pair of this difference, exactly.

    >>> [compute_golden_pair_of_difference(place) for place in range(5)]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    lower = (place + math.isqrt(5 * place * place)) // 2
    return lower, lower + place


def yield_sizes_up_to(most: int) -> Iterator[Size]:
    """Yield two heaps of so many counters each, at most."""
    yield from ((a, b) for a in range(most + 1) for b in range(most + 1))


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of Wythoff's game."""
    both = sorted(
        number for place in range(1, PAIRS + 1) for number in compute_golden_pair_of_difference(place)
    )
    complete = compute_golden_pair_of_difference(PAIRS + 1)[0]
    assert both[: complete - 1] == list(range(1, complete))

    def list_expected_answers(size: Size) -> frozenset[str]:
        return frozenset(
            {
                SECOND
                if tuple(sorted(size)) == compute_golden_pair_of_difference(abs(size[0] - size[1]))
                else FIRST
            }
        )

    return (
        SizeClaim(
            "any two heaps",
            "the second player wins golden pairs (n f and n f + n, with f the golden ratio, whole parts), "
            "the player who begins all others",
            "leave a golden pair: 1 and 2, 3 and 5, 4 and 7, 6 and 10 ...",
            THEOREM,
            f"Wythoff (1907), Beatty (1926); the first {PAIRS:,} pairs have every number up to "
            f"{complete - 1:,} once",
            lambda _: True,
            list_expected_answers,
            lambda size: find_winner(make_game(*size)),
            yield_sizes_up_to,
        ),
    )


FAMILY = SizeFamily("wythoff", ("a", "b"), make_game, make_claims, 15, "stones in each heap")
