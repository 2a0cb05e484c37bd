"""Fibonacci nim on heaps of any size (Whinihan 1963): the second player wins the Fibonacci numbers.

Write the heap as a sum of Fibonacci numbers no two of which are neighbours (Zeckendorf). The player to move
loses if and only if taking the least of them is not allowed. The machine checks this at every position up to
some size: no move from a lost position leads to a lost one, and from every other position taking the least
part does.
"""

from zermelo.cgt.sizes.size_claims import FIRST, SECOND, THEOREM, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_winner, make_number_lister
from zermelo.core.errors import CheckFailed
from zermelo.games.heaps.fibonacci_nim import FibonacciNim

CHECKED = 250  # stones


def make_game(heap: int) -> FibonacciNim:
    """Return Fibonacci nim with this heap."""
    return FibonacciNim(heap=heap)


def find_least_fibonacci_part(heap: int) -> int:
    """Return the least Fibonacci number in Zeckendorf's sum for a heap of 1 or more.

    >>> [find_least_fibonacci_part(heap) for heap in range(1, 13)]
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1]
    """
    while True:
        lower, higher = 1, 2
        while higher <= heap:
            lower, higher = higher, lower + higher
        if heap == lower:
            return heap
        heap -= lower


def verify_induction_step(stones: int) -> int:
    """Check the step of the induction at every position of up to so many stones; raises `CheckFailed`."""
    checked = 0
    least = [
        stones + 1,
        *(find_least_fibonacci_part(heap) for heap in range(1, stones + 1)),
    ]  # nothing is left: lost
    for heap in range(1, stones + 1):
        for most in range(1, heap + 1):
            leads = any(min(2 * take, heap - take) < least[heap - take] for take in range(1, most + 1))
            if leads != (most >= least[heap]):
                raise CheckFailed(f"Zeckendorf's rule fails at {heap} stones, take at most {most}")
            checked += 1
    return checked


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of Fibonacci nim."""
    checked = verify_induction_step(CHECKED)
    return (
        SizeClaim(
            "every heap",
            "the second player wins Fibonacci numbers, the player who begins all others",
            "write the heap as a sum of Fibonacci numbers, no two of them neighbours, and take the least",
            THEOREM,
            f"Whinihan (1963), by Zeckendorf's sums; the step of the induction checked at {checked:,} "
            f"positions of up to {CHECKED} stones",
            lambda _: True,
            lambda size: frozenset({SECOND if find_least_fibonacci_part(size[0]) == size[0] else FIRST}),
            lambda size: find_winner(make_game(*size)),
            make_number_lister(1),
        ),
    )


FAMILY = SizeFamily("fibonacci_nim", ("heap",), make_game, make_claims, 60, "stones")
