"""Grundy's game on one heap: observed, as nobody knows whether its nimbers repeat."""

from zermelo.games.grundys_game import GrundysGame
from zermelo.theory.heaps.solved import solve_heaps
from zermelo.theory.sizes.claim import FIRST, OBSERVED, SECOND, Claim, Family
from zermelo.theory.sizes.solving import numbers, who_wins
from zermelo.theory.strategies.wording import listed

LIMIT = 2_000  # heaps


def make(heap: int) -> GrundysGame:
    """Return Grundy's game with this heap."""
    return GrundysGame(heap=heap)


def claims() -> tuple[Claim, ...]:
    """Return what is known of Grundy's game."""
    solved = solve_heaps("grundy", LIMIT)
    assert solved.period is None
    lost = frozenset(heap for heap in solved.losing[0] if heap)
    return (
        Claim(
            f"heaps up to {LIMIT - 1:,}",
            f"the second player wins {listed(lost, 'and')}, the player who begins all others",
            "",
            OBSERVED,
            f"by the nimbers of heaps up to {LIMIT - 1:,}, which show no period; nothing is said beyond",
            lambda size: 1 <= size[0] < LIMIT,
            lambda size: frozenset({SECOND if size[0] in lost else FIRST}),
            lambda size: who_wins(make(*size)),
            numbers(1),
        ),
    )


FAMILY = Family("grundys_game", ("heap",), make, claims, 40, "stones")
