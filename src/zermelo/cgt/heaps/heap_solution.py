"""A rule of one heap, solved: its first nimbers, its period, and what follows for every heap."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np

from zermelo.cgt.heaps.heap_periods import NimberPeriod, find_period_of_sequence
from zermelo.cgt.heaps.heap_rules import AnyRule, HeapCodeText, HeapRuleWords, as_heap_rule
from zermelo.cgt.heaps.nimber_sequences import make_nimber_sequence
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import Count, Result, about

FEW = 1_000  # terms that are not worth a look for a period


class HeapNimbers(Result, frozen=True, kw_only=True):
    """A game of heaps: its nimbers, and their period."""

    code: HeapCodeText
    rule: HeapRuleWords
    period: Annotated[
        Count | None, about("after so many heaps nimbers come again; null where none was found")
    ]
    preperiod: Annotated[Count | None, about("heaps before that")]
    saltus: Annotated[Count | None, about("what nimbers grow by in each period")]
    proven: Annotated[bool, about("whether the period is proven for all heaps")]
    theorem: Annotated[str | None, about("by which theorem")]
    checked_to: Annotated[Count, about("the largest heap whose nimber was found")]
    nimbers_to: Annotated[int, about("the last heap of those that follow")]
    nimbers: Annotated[tuple[Count, ...], about("of heaps from 0 on")]


@dataclass(frozen=True, eq=False)
class SolvedHeaps:
    """What is known of all heaps of one rule; made by `solve_heaps`.

    Parameters
    ----------
    rule : HeapCode, SubtractionRule, AllButRule or UnequalSplitRule
        Rule of one heap.
    nimbers : uint16 or uint32 [count]
        Nimbers of the first heaps.
    period : NimberPeriod or None
        Period of the nimbers, if one was found; `period.proven` says if it is proven.
    """

    rule: AnyRule
    nimbers: Any
    period: NimberPeriod | None

    @property
    def is_proven(self) -> bool:
        """Whether the nimber of every heap is known."""
        return self.period is not None and self.period.proven

    def nimber(self, heap: int) -> int:
        """Return the nimber of a heap of any size.

        Parameters
        ----------
        heap : int
            Size of the heap.

        Returns
        -------
        int
            The nimber.

        Raises
        ------
        BadParameter
            If the heap is larger than those that were looked at, and no period is proven.

        Examples
        --------
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

    def summarize(self, first: Sequence[int]) -> HeapNimbers:
        """Return what was found, with nimbers of the first heaps, as `zermelo octal --json` prints it.

        Parameters
        ----------
        first : sequence of int
            Nimbers of the first heaps.

        Returns
        -------
        HeapNimbers
            The rule, the period and the nimbers; None for what was not found.
        """
        found = self.period
        return HeapNimbers(
            code=str(self.rule),
            rule=self.rule.describe(),
            period=None if found is None else found.period,
            preperiod=None if found is None else found.preperiod,
            saltus=None if found is None else found.saltus,
            proven=self.is_proven,
            theorem=found.theorem if found is not None and found.proven else None,
            checked_to=len(self.nimbers) - 1,
            nimbers_to=len(first) - 1,
            nimbers=tuple(first),
        )

    @cached_property
    def exceptions(self) -> tuple[int, ...]:
        """Heaps whose nimber differs from the period continued backwards."""
        if self.period is None:
            return ()
        return tuple(
            heap
            for heap in range(self.period.preperiod)
            if int(self.nimbers[heap]) != self._nimber_by_period(heap)
        )

    def _nimber_by_period(self, heap: int) -> int:
        assert self.period is not None
        periods = -(-(self.period.preperiod - heap) // self.period.period)
        later = int(self.nimbers[heap + periods * self.period.period])
        return later - periods * self.period.saltus

    @cached_property
    def losing(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Heaps at which the player to move loses, as (single heaps, residues modulo the period).

        Residues hold from the preperiod on; single heaps are those before. Without residues, where nimbers
        grow or no period is known, the single heaps are all that were found.

        Examples
        --------
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
    """Compute nimbers of one heap until a period is proven, or of `limit` heaps.

    Parameters
    ----------
    rule : rule or str
        Rule of one heap, or a text that names it.
    limit : int, optional
        Largest number of heaps; the default depends on the rule.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    SolvedHeaps
        The nimbers and their period.

    Raises
    ------
    BadParameter
        If the text names no rule.

    Examples
    --------
    >>> solve_heaps("0.137").period.period
    34
    """
    which: AnyRule = as_heap_rule(rule)
    sequence = make_nimber_sequence(which, budget)
    period = find_period_of_sequence(sequence, limit)
    return SolvedHeaps(which, sequence.values, period)


def heap_nimbers(rule: AnyRule | str, count: int, budget: Budget | None = None) -> Any:
    """Return the nimbers of heaps 0 to `count - 1`.

    Once a period is proven the rest follows from it. Without it a million heaps of Dawson's Kayles take
    minutes.

    Parameters
    ----------
    rule : rule or str
        Rule of one heap, or a text that names it.
    count : int
        Number of heaps.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    uint16 [count]
        The nimbers; uint32 in all-but games.

    Examples
    --------
    >>> heap_nimbers("dawsons_kayles", 1_000_000)[-12:].tolist()
    [4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0]
    """
    which: AnyRule = as_heap_rule(rule)
    sequence = make_nimber_sequence(which, budget)
    period = find_period_of_sequence(sequence, count) if count > FEW else None
    if period is None or not period.proven:
        return sequence.extend(count)
    sequence.check_term_count(count)
    known = sequence.values[: period.preperiod + period.period]
    if len(known) >= count:
        return known[:count]
    periods, places = np.divmod(np.arange(count - period.preperiod), period.period)
    values = known[period.preperiod :][places] + periods * period.saltus
    return np.concatenate((known[: period.preperiod], values.astype(known.dtype)))
