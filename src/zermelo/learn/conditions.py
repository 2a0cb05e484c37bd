"""When must the limit of self-play give away no value? A condition on alpha, gamma and the rewards.

Let the adversary have at most D moves left after a decision of the agent's, and let the limit policy be
perfect at all later positions, so that a model which plays it is perfect too whenever it plays the preferred
move: D times in a row with probability alpha**D at least. Rewards come late by at most gamma**D; let low(r)
be the lesser of r and gamma**D r, high(r) the greater.

* A move that keeps a win is worth low(win) at least: the agent can force one. One that only draws, or
  loses, is worth at most alpha**D high(draw) + (1 - alpha**D) high(win).
* A move that keeps a draw is worth low(draw) at least; one that loses, at most
  alpha**D high(loss) + (1 - alpha**D) high(win).

Where both first numbers exceed the second ones for every number of moves up to D, the best reply gives away
nothing here either, and by induction nowhere. With rewards (1, 0, -L) that is gamma**D > 1 - alpha**D and
L (alpha gamma)**D > 1 - alpha**D. It is sufficient, not necessary. Games without draws need the comparison of
a win with a loss only.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.compiler import shared_kernel
from zermelo.graph.arena import Arena
from zermelo.kernels.arena_folds import build_replies
from zermelo.learn.parameters import Parameters, Rewards

HALVINGS = 60


@dataclass(frozen=True)
class Condition:
    """Whether parameters make the limit perfect for sure.

    `replies` is D; `least_alpha` is such that every larger alpha up to 1 is enough with this gamma and these
    rewards, None where none is.
    """

    parameters: Parameters
    replies: int
    draws: bool  # whether any line of play is drawn
    holds: bool
    least_alpha: float | None

    def as_json(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {"replies": self.replies, "holds": self.holds, "least_alpha": self.least_alpha}

    def __str__(self) -> str:
        gamma, rewards = self.parameters.gamma, self.parameters.rewards
        given = f"with gamma {gamma:g}, rewards {rewards} and at most {self.replies} replies"
        if self.least_alpha is None:
            return f"no alpha is known to suffice {given}: the limit may give away value"
        enough = (
            "every alpha"
            if self.least_alpha <= 0.5
            else f"alpha > {math.ceil(1000 * self.least_alpha) / 1000:g}"
        )
        if self.least_alpha > 0.999:  # else it would read as if none were enough
            enough = f"alpha > 1 - {1 - self.least_alpha:.1g}" if self.least_alpha < 1 else "alpha = 1"
        surely = "gives away no value" if self.holds else "may give away value"
        return f"{enough} suffices {given}: with alpha {self.parameters.alpha:g} the limit {surely}"


def sufficient_condition(arena: Arena, parameters: Parameters) -> Condition:
    """Return whether the limit of self-play on this arena gives away no value at any position, for sure.

    >>> from zermelo.games import TicTacToe
    >>> from zermelo.work.arenas import arena_of
    >>> found = sufficient_condition(arena_of(TicTacToe()), Parameters(alpha=0.85, gamma=1))
    >>> found.replies, round(found.least_alpha, 3), found.holds
    (4, 0.841, True)
    """
    replies = most_replies(arena)
    draws = bool(((arena.ends == 0) & (np.diff(arena.bounds) == 0)).any())

    def suffices(alpha: float) -> bool:
        return is_enough(alpha, parameters.gamma, parameters.rewards, replies, draws)

    least: float | None = None
    if suffices(1.0):
        low, high = 0.5, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if suffices(middle) else (middle, high)
        least = 0.5 if suffices(0.5) else high
    return Condition(parameters, replies, draws, suffices(parameters.alpha), least)


def is_enough(alpha: float, gamma: float, rewards: Rewards, replies: int, draws: bool) -> bool:
    """Return whether the two comparisons hold for every number of moves up to `replies`."""
    win, draw, loss = rewards
    for moves in range(1, replies + 1):
        late, sure = gamma**moves, alpha**moves

        def low(reward: float, late: float = late) -> float:
            return min(reward, late * reward)

        def high(reward: float, late: float = late) -> float:
            return max(reward, late * reward)

        lucky = (1 - sure) * high(win)
        if draws and not (low(win) > sure * high(draw) + lucky and low(draw) > sure * high(loss) + lucky):
            return False
        if not low(win) > sure * high(loss) + lucky:
            return False
    return True


def most_replies(arena: Arena) -> int:
    """Return D: the most moves that the adversary can still make after a decision of the agent's."""
    counts = np.zeros((arena.positions, 2), np.int32)
    kernel = shared_kernel(build_replies)
    for begin, end in reversed(arena.slices()):
        kernel(arena.arrays, begin, end, counts)
    return int(counts[:, 0].max())
