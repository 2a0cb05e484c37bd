"""A condition on alpha, gamma and the rewards under which the limit of self-play gives away no value.

After a decision of the agent, let the adversary have at most D moves left, and the agent at most G further
decisions. Let the limit policy be perfect at all later positions. Then a model that plays this policy is
perfect too whenever it plays the preferred move. It does so to the end with probability alpha**D at least.
Rewards are discounted by gamma**G at most; let low(r) be the lesser of r and gamma**G r, high(r) the greater.

* A move that keeps a win is worth low(win) at least: the agent can force one. One that only draws, or
  loses, is worth at most alpha**D high(draw) + (1 - alpha**D) high(win).
* A move that keeps a draw is worth low(draw) at least; one that loses, at most
  alpha**D high(loss) + (1 - alpha**D) high(win).

Where both first numbers exceed the second ones by more than the tolerance, the best response gives away
nothing here either, and by induction nowhere: with fewer moves left the first numbers are larger and the
second ones smaller. Where the players alternate, G is at most D. With rewards (1, 0, -L) the conditions are
gamma**D > 1 - alpha**D and L (alpha gamma)**D > 1 - alpha**D. They are sufficient, not necessary. Games
without draws need only the comparison of a win with a loss.
"""

import math
from typing import Annotated

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.notation.result import Count, Result, about
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.solution.arena.position_arena import Arena, run_kernel_backwards
from zermelo.solution.kernels.arena_evaluation import build_count_moves_left

HALVINGS = 60


class SufficientCondition(Result, frozen=True, kw_only=True):
    """Whether the limit is sure to give away nothing; `replies` is D and `decisions` G of the module."""

    replies: Annotated[Count, about("replies still to come, at most")]
    decisions: Annotated[Count, about("decisions still to come, at most")]
    holds: Annotated[bool, about("whether these parameters are enough")]
    least_alpha: Annotated[float | None, about("every alpha above is enough; null where none is")]
    _parameters: SelfPlayParameters
    _draws: bool  # whether any line of play is drawn

    def __str__(self) -> str:
        gamma, rewards = self._parameters.gamma, self._parameters.rewards
        given = (
            f"with gamma {gamma:g}, rewards {rewards} and at most {self.replies} replies to come "
            f"and {self.decisions} decisions"
        )
        if self.least_alpha is None:
            return f"no alpha is known to suffice {given}: the limit may give away value"
        surely = "gives away no value" if self.holds else "may give away value"
        return (
            f"{_format_safe_alpha(self.least_alpha)} {given}: with alpha {self._parameters.alpha:g} the "
            f"limit {surely}"
        )


def _format_safe_alpha(least: float) -> str:
    """Return the alpha that suffices as text, rounded to the safe side."""
    if least <= 0.5:
        return "every alpha suffices"
    if least >= 1:
        return "alpha = 1 suffices"
    if least <= 0.999:
        return f"alpha > {math.ceil(1000 * least) / 1000:g} suffices"
    size = 10.0 ** math.floor(math.log10(1 - least))  # otherwise it would read as if no alpha were enough
    return f"alpha > 1 - {math.floor((1 - least) / size) * size:g} suffices"


def find_sufficient_condition(
    arena: Arena, parameters: SelfPlayParameters, budget: Budget | None = None
) -> SufficientCondition:
    """Return whether the limit of self-play on this arena certainly gives away no value at any position.

    >>> from zermelo.games import TicTacToe
    >>> from zermelo.solution.arena.arena_builder import arena_of
    >>> found = find_sufficient_condition(arena_of(TicTacToe()), SelfPlayParameters(alpha=0.85, gamma=1))
    >>> found.replies, found.decisions, round(found.least_alpha, 3), found.holds
    (4, 4, 0.841, True)
    """
    replies, decisions = count_most_moves_left(arena, budget)
    draws = bool(((arena.ends == 0) & (np.diff(arena.bounds) == 0)).any())

    def does_alpha_suffice(alpha: float) -> bool:
        return satisfies_condition(parameters.replace(alpha=alpha), replies, decisions, draws)

    least: float | None = None
    if does_alpha_suffice(1.0):
        low, high = 0.5, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if middle > 0.5 and does_alpha_suffice(middle) else (middle, high)
        least = 0.5 if does_alpha_suffice(math.nextafter(0.5, 1)) else high
    return SufficientCondition(
        replies=replies,
        decisions=decisions,
        holds=does_alpha_suffice(parameters.alpha),
        least_alpha=least,
        _parameters=parameters,
        _draws=draws,
    )


def satisfies_condition(parameters: SelfPlayParameters, replies: int, decisions: int, draws: bool) -> bool:
    """Return whether each kind of move is worth more than all worse ones, by more than the tolerance."""
    win, draw, loss = parameters.rewards
    late, sure = parameters.gamma**decisions, parameters.alpha**replies

    def is_always_better(better: float, worse: float) -> bool:
        most = sure * max(worse, late * worse) + (1 - sure) * max(win, late * win)
        return min(better, late * better) > most + parameters.tolerance

    return is_always_better(win, loss) and (
        not draws or (is_always_better(win, draw) and is_always_better(draw, loss))
    )


def count_most_moves_left(arena: Arena, budget: Budget | None = None) -> tuple[int, int]:
    """Return D and G: after a decision, the adversary's most moves and the agent's most further decisions."""
    counts = np.zeros((arena.positions, 4), np.int32)
    run_kernel_backwards(arena, arena.prepare_kernel(build_count_moves_left), counts, budget=budget)
    return int(counts[:, 0].max()), max(0, int(counts[:, 2].max()) - 1)
