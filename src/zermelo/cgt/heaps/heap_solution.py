"""A rule of one heap, solved: its first nimbers, its period, and what follows for every heap."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from zermelo.cgt.heaps.heap_periods import NimberPeriod, period_of
from zermelo.cgt.heaps.heap_rules import AnyRule, as_heap_rule
from zermelo.cgt.heaps.nimber_sequences import sequence_of
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter

FEW = 1_000  # terms that are not worth a look for a period


@dataclass(frozen=True, eq=False)
class SolvedHeaps:
    """What is known of a rule's heaps.

    The `heap_nimbers` [n] of the first ones, and their `period` if one is.
    """

    rule: AnyRule
    nimbers: Any
    period: NimberPeriod | None

    @property
    def is_proven(self) -> bool:
        """Whether every heap's nimber is known."""
        return self.period is not None and self.period.proven

    def nimber(self, heap: int) -> int:
        """Return the nimber of a heap of any size.

        Raises `BadParameter` where it is larger than those that were looked at and no period is proven.

        >>> solve_heaps("0.77").nimber(10**100)
        1
        """
        if heap < 0:
            raise BadParameter(f"a heap of {heap} is none: give 0 or more")
        if heap < len(self.nimbers):
            return int(self.nimbers[heap])
        if self.period is None or not self.period.proven:
            raise BadParameter(
                f"{self.rule}: heap {heap:,} is beyond the {len(self.nimbers):,} that were looked at, "
                "and no period is proven: give a larger limit"
            )
        periods = -(-(heap - len(self.nimbers) + 1) // self.period.period)
        return int(self.nimbers[heap - periods * self.period.period]) + periods * self.period.saltus

    @cached_property
    def exceptions(self) -> tuple[int, ...]:
        """The heaps whose nimber differs from the period continued backwards."""
        if self.period is None:
            return ()
        return tuple(
            heap for heap in range(self.period.preperiod) if int(self.nimbers[heap]) != self._backwards(heap)
        )

    def first(self, count: int) -> list[int]:
        """Return the nimbers of the first `count` heaps. Raises `BadParameter` if one is not known."""
        return [self.nimber(heap) for heap in range(count)]

    def _backwards(self, heap: int) -> int:
        assert self.period is not None
        periods = -(-(self.period.preperiod - heap) // self.period.period)
        later = int(self.nimbers[heap + periods * self.period.period])
        return later - periods * self.period.saltus

    @cached_property
    def losing(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The heaps at which the mover loses: (single ones, residues modulo the period).

        The residues count from the preperiod on; the single ones are those before. Where nimbers grow, or no
        period is known, there are no residues, and the single ones are all those that were found.

        >>> solve_heaps("subtraction(1, 2, 3)").losing
        ((), (0,))
        """
        zeros = [heap for heap, value in enumerate(self.nimbers.tolist()) if value == 0]
        if self.period is None or self.period.saltus:
            return tuple(zeros), ()
        first, period = self.period.preperiod, self.period.period
        residues = {heap % period for heap in zeros if first <= heap < first + period}
        return tuple(heap for heap in zeros if heap < first), tuple(sorted(residues))


def solve_heaps(rule: AnyRule | str, limit: int | None = None, budget: Budget | None = None) -> SolvedHeaps:
    """Return what is known of a rule's heaps: nimbers until a period is proven, or of `limit` heaps.

    Raises `BadParameter` for a text that names no rule, and `Cancelled` when the budget is stopped.

    >>> solve_heaps("0.137").period.period
    34
    """
    which: AnyRule = as_heap_rule(rule)
    sequence = sequence_of(which, budget)
    period = period_of(sequence, limit)
    return SolvedHeaps(which, sequence.values, period)


def heap_nimbers(rule: AnyRule | str, count: int, budget: Budget | None = None) -> Any:
    """Return the nimbers of the heaps 0 to `count - 1`, uint16 [count] (uint32 in all-but games).

    Once a period is proven the rest follows from it. A million heaps of Dawson's Kayles take minutes
    without that. Raises as `terms` does.

    >>> heap_nimbers("dawsons_kayles", 1_000_000)[-12:].tolist()
    [4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0]
    """
    which: AnyRule = as_heap_rule(rule)
    sequence = sequence_of(which, budget)
    period = period_of(sequence, count) if count > FEW else None
    if period is None or not period.proven:
        return sequence.extend(count)
    sequence.check(count)
    known = sequence.values[: period.preperiod + period.period]
    if len(known) >= count:
        return known[:count]
    periods, places = np.divmod(np.arange(count - period.preperiod), period.period)
    values = known[period.preperiod :][places] + periods * period.saltus
    return np.concatenate((known[: period.preperiod], values.astype(known.dtype)))
