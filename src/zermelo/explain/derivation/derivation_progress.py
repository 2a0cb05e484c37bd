"""Progress of a derivation: which rule is derived, and how long that is expected to take."""

import time
from collections.abc import Callable
from typing import Final

from zermelo.core.budget import Budget
from zermelo.core.notation.wording import format_count, format_duration

SAMPLE: Final = 1.0  # seconds of a rule by which the rest is forecast
LONG: Final = 5.0  # expected seconds of a rule that is worth a sentence


class DerivationProgress:
    """Counts the sums of a rule; a forecast is a sentence of the budget's, and again where it has doubled."""

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.monotonic) -> None:
        self.budget, self.clock = budget, clock

    def begin_rule(self, number: int, sums: int) -> None:
        """Begin a rule of so many sums; raises `Cancelled` where the budget is stopped."""
        self.number, self.sums, self.done = number, sums, 0
        self.began, self.expected = self.clock(), 0.0
        self.budget.report(f"rule {number}", 0, sums, "sums")

    def report_sum(self) -> None:
        """Count a sum as done; raises `Cancelled` where the budget is stopped."""
        self.done += 1
        self.budget.report(f"rule {self.number}", self.done, self.sums, "sums")
        spent = self.clock() - self.began
        expected = spent * self.sums / self.done
        if spent < SAMPLE or expected < max(LONG, 2 * self.expected) or self.budget.notice is None:
            return
        self.expected = expected
        self.budget.notice(
            f"rule {self.number} is derived from {format_count(self.sums, 'sum')}, which takes about "
            f"{format_duration(expected)}; Ctrl-C ends with the rules before it",
            0.0,  # nothing is asked: what was found is kept at any moment
        )
