"""Grundy's game on one heap: observed, as nobody knows whether its nimbers repeat."""

from zermelo.cgt.heaps.heap_solution import solve_heaps
from zermelo.cgt.sizes.size_claims import FIRST, OBSERVED, SECOND, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_winner, make_number_lister
from zermelo.cgt.strategies.strategy_wording import format_number_list
from zermelo.games.heaps.grundys_game import GrundysGame

LIMIT = 2_000  # heaps


def make_game(heap: int) -> GrundysGame:
    """Return Grundy's game with this heap."""
    return GrundysGame(heap=heap)


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of Grundy's game."""
    solved = solve_heaps("grundy", LIMIT)
    assert solved.period is None
    lost = frozenset(heap for heap in solved.losing[0] if heap)
    return (
        SizeClaim(
            f"heaps up to {LIMIT - 1:,}",
            f"the second player wins {format_number_list(lost, 'and')}, the player who begins all others",
            "",
            OBSERVED,
            f"by the nimbers of heaps up to {LIMIT - 1:,}, which show no period; nothing is said beyond",
            lambda size: 1 <= size[0] < LIMIT,
            lambda size: frozenset({SECOND if size[0] in lost else FIRST}),
            lambda size: find_winner(make_game(*size)),
            make_number_lister(1),
        ),
    )


FAMILY = SizeFamily("grundys_game", ("heap",), make_game, make_claims, 40, "stones")
