"""Nim with any number of heaps of any size (Bouton, *Nim, a game with a complete mathematical theory*, 1901).

One heap of n has the nimber n: the state of the rule from which all may be taken repeats with period 1 and
saltus 1 from heap 0 on, which `heap_periods.py` proves for ever from finitely many terms. Nimbers of heaps
side by side are added in binary without carrying (Sprague 1935, Grundy 1939), so the second player wins if
and only if that sum is 0.
"""

from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import Any

from zermelo.cgt.heaps.heap_solution import solve_heaps
from zermelo.cgt.impartial.nimber_finder import find_position_nimber
from zermelo.cgt.sizes.size_claims import FIRST, PROVEN, SECOND, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_winner
from zermelo.cgt.strategies.heap_game import yield_heap_positions_up_to
from zermelo.core.errors import CheckFailed
from zermelo.games.heaps.nim import Nim

RULE = "all_but()"
COMPARED = 12  # heaps at which rules and theory are compared


def make_game(*heaps: int) -> Nim:
    """Return nim with these heaps."""
    return Nim(heaps=heaps)


def yield_sizes_up_to(counters: int) -> Iterator[Size]:
    """Yield the rows of heaps with so many counters at most, in all."""
    yield from (heaps for heaps in yield_heap_positions_up_to(counters) if heaps)


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of nim."""
    solved = solve_heaps(RULE)
    period = solved.period
    assert period is not None and period.proven
    assert (period.period, period.preperiod, period.saltus, solved.nimber(0)) == (1, 0, 1, 0)

    if any(
        find_position_nimber(make_game(heap), interpreted=True) != heap for heap in range(1, COMPARED + 1)
    ):
        raise CheckFailed(f"a heap of nim is no heap of {RULE}")

    def list_expected_answers(heaps: tuple[Any, ...]) -> frozenset[str]:
        return frozenset({FIRST if reduce(xor, heaps, 0) else SECOND})

    return (
        SizeClaim(
            "any heaps",
            "the second player wins where every column of their sizes in binary has an even number of ones, "
            "the player who begins at all others",
            "leave an even number of ones in every column",
            PROVEN,
            f"one heap ({RULE}): {period}, so a heap of n has nimber n; sums by Sprague "
            f"and Grundy; the rules give these nimbers to {COMPARED}",
            lambda _: True,
            list_expected_answers,
            lambda size: find_winner(make_game(*size)),
            yield_sizes_up_to,
            frozenset((heap,) for heap in range(1, COMPARED + 1)),
        ),
    )


FAMILY = SizeFamily("nim", ("heaps",), make_game, make_claims, 10, "counters")
