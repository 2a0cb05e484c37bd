"""Claims about one heap, or one row, of every size: from the proven period of a rule's nimbers.

`heap_periods.py` has the theorems by which finitely many nimbers prove a period for ever, and checks their
hypotheses. Whether a game's positions are heaps of a code is checked by the nimbers of small positions, which
are then not counted as trials.
"""

from collections.abc import Callable, Iterable
from typing import Final

from zermelo.cgt.heaps.heap_solution import SolvedHeaps, solve_heaps
from zermelo.cgt.impartial.nimber_finder import find_position_nimber
from zermelo.cgt.sizes.size_claims import FIRST, PROVEN, SECOND, Size, SizeClaim
from zermelo.cgt.sizes.size_outcomes import find_winner
from zermelo.cgt.strategies.strategy_wording import format_heap_sizes
from zermelo.cgt.strategies.symbolic.losing_periods import PeriodicSet
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game

COMPARED: Final = 12  # heaps up to which rules and code are compared


def make_periodic_heap_claim(
    code: str,
    sizes: str,
    make: Callable[..., Game],
    tried: Callable[[int], Iterable[Size]],
    heap_of: Callable[[Size], int | None] = lambda size: size[0],
) -> SizeClaim:
    """Return the claim about games that are one heap of a code whose period is proven.

    `make` gives the game of a size, whose nimbers are compared with the code's; raises `CheckFailed`.

    >>> from zermelo.games.rows.kayles import Kayles
    >>> from zermelo.cgt.sizes.size_outcomes import make_number_lister
    >>> make_periodic_heap_claim("0.77", "rows", lambda pins: Kayles(pins=pins), make_number_lister()).says
    'the second player wins at 0, the player who begins at all others'
    """
    solved = solve_heaps(code)
    assert solved.period is not None and solved.is_proven and not solved.period.saltus
    compared = frozenset(size for size in tried(COMPARED) if heap_of(size) is not None)
    for size in compared:
        heap = heap_of(size) or 0
        if find_position_nimber(make(*size), interpreted=True) != solved.nimber(heap):
            raise CheckFailed(f"{make(*size)!r} is no heap of {heap} under {code}")
    return SizeClaim(
        sizes,
        f"the second player wins at {format_lost_sizes(solved)}, the player who begins at all others",
        "",
        PROVEN,
        f"a heap of {code}: {solved.period}; the rules give its nimbers to {COMPARED}",
        lambda size: heap_of(size) is not None,
        lambda size: frozenset({FIRST if solved.nimber(heap_of(size) or 0) else SECOND}),
        lambda size: find_winner(make(*size)),
        tried,
        compared,
    )


def format_lost_sizes(solved: SolvedHeaps) -> str:
    """Return the sizes at which the mover loses, as text."""
    single, residues = solved.losing
    assert solved.period is not None
    lost = PeriodicSet(solved.period.period, frozenset(residues), solved.period.preperiod, frozenset(single))
    return format_heap_sizes(lost)
