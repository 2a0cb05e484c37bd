"""A rule of one heap, solved: its first nimbers, its period, and what follows for every heap."""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from msgspec import field

from zermelo.cgt.heaps.heap_periods import NimberPeriod, find_period_of_sequence
from zermelo.cgt.heaps.heap_rules import AnyRule, HeapRule, as_heap_rule
from zermelo.cgt.heaps.nimber_sequences import make_nimber_sequence
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import Count, InJson, Result, about, in_json

LISTED = 40  # heaps that a text names, before it counts the rest
FEW = 1_000  # terms that are not worth a look for a period


class SolvedHeaps(Result, frozen=True, dict=True, eq=False):
    """What is known of all heaps of one rule; made by `solve_heaps`."""

    rule: HeapRule = field(name="_rule")
    nimbers: Any = field(name="_nimbers")  # of the first heaps, [count] uint16 or uint32
    period: NimberPeriod | None = field(name="_period")  # of the nimbers; it says if it is proven
    first: Annotated[tuple[Count, ...], about("of heaps from 0 on")] = field(default=(), name="nimbers")

    @property
    def code(self) -> InJson[str]:
        """The octal code, or the rule as it is written."""
        return str(self.rule)

    @property
    def rule_text(self) -> Annotated[str, in_json("rule")]:
        """The rule in words."""
        return self.rule.describe()

    @property
    def period_length(self) -> Annotated[Count | None, in_json("period")]:
        """After so many heaps nimbers come again; null where none was found."""
        return None if self.period is None else self.period.period

    @property
    def preperiod(self) -> InJson[Count | None]:
        """Heaps before that."""
        return None if self.period is None else self.period.preperiod

    @property
    def saltus(self) -> InJson[Count | None]:
        """What nimbers grow by in each period."""
        return None if self.period is None else self.period.saltus

    @property
    def theorem(self) -> InJson[str | None]:
        """By which theorem."""
        return self.period.theorem if self.period is not None and self.period.proven else None

    @property
    def checked_to(self) -> InJson[Count]:
        """The largest heap whose nimber was found."""
        return len(self.nimbers) - 1

    @property
    def nimbers_to(self) -> InJson[int]:
        """The last heap of those that follow."""
        return len(self.first) - 1

    @property
    def is_proven(self) -> Annotated[bool, in_json("proven")]:
        """Whether the period is proven for all heaps."""
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

    @cached_property
    def exceptions(self) -> tuple[int, ...]:
        """Heaps whose nimber differs from the period continued backwards."""
        if self.period is None:
            return ()
        return tuple(
            heap
            for heap in range(self.period.preperiod)
            if int(self.nimbers[heap]) != self._compute_nimber_by_period(heap)
        )

    def _compute_nimber_by_period(self, heap: int) -> int:
        assert self.period is not None
        periods = -(-(self.period.preperiod - heap) // self.period.period)
        later = int(self.nimbers[heap + periods * self.period.period])
        return later - periods * self.period.saltus

    def __str__(self) -> str:
        lines = [f"{self.rule}: {self.rule_text}"]
        if self.first:
            lines.append(f"nimbers     {' '.join(map(str, self.first))} ...")
        lines.append(f"period      {self._format_period()}")
        if self.exceptions:
            lines.append(f"exceptions  {_join_heaps(self.exceptions)}")
        return "\n".join([*lines, f"losing      {self._format_losing_heaps()}"])

    def _format_period(self) -> str:
        found, seen = self.period, f"heaps to {self.checked_to:,} were looked at"
        if found is None:
            return f"none found: {seen}"
        saltus = f", growing by {found.saltus} each time" if found.saltus else ""
        proof = f"proven by {found.theorem}" if found.proven else "observed only"
        return f"{found.period:,} from heap {found.preperiod:,} on{saltus}: {proof}, {seen}"

    def _format_losing_heaps(self) -> str:
        single, residues = self.losing
        found = self.period
        if found is None:
            return f"{_join_heaps(single)}, of heaps to {self.checked_to:,}"
        parts = [_join_heaps(single)] if single else []
        after = f" from heap {found.preperiod:,} on" if found.preperiod else ""
        if residues and len(residues) == found.period:
            parts.append(f"every heap{after}")
        elif residues:
            some = ", ".join(map(str, residues[:LISTED])) + (" ..." if len(residues) > LISTED else "")
            parts.append(f"n mod {found.period:,} = {some}{after}")
        elif found.proven:
            parts.append("no other")
        return ("; ".join(parts) or "none") + ("" if found.proven else " (observed)")

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


def _join_heaps(heaps: Sequence[int]) -> str:
    rest = len(heaps) - LISTED
    return ", ".join(map(str, heaps[:LISTED])) + (f" and {rest:,} more" if rest > 0 else "") or "none"


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
        return sequence.extend_to_term_count(count)
    sequence.check_term_count(count)
    known = sequence.values[: period.preperiod + period.period]
    if len(known) >= count:
        return known[:count]
    periods, places = np.divmod(np.arange(count - period.preperiod), period.period)
    values = known[period.preperiod :][places] + periods * period.saltus
    return np.concatenate((known[: period.preperiod], values.astype(known.dtype)))
