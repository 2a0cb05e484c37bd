"""One heap in misere play where moves only take counters: its misere nim values, and their proven period.

A single heap needs no quotient: its options are single heaps. With a finite set of numbers to take, each
value beyond the largest of them, m, is the same function of the m values before it. So where m values in a
row repeat, at two heaps n0 and n0 + p, all that follow repeat with them; and they must, as there are finitely
many windows. This is a theory of one heap alone: several heaps together need the quotient, as misere nim
values do not add up.
"""

from dataclasses import dataclass

from zermelo.cgt.heaps.heap_rules import HeapRule, SubtractionRule, as_heap_rule
from zermelo.cgt.impartial.mex import mex
from zermelo.cgt.misere.misere_heaps import check_heap_size
from zermelo.core.errors import BadParameter, OutOfBudget

MOST_HEAPS = 1_000_000


@dataclass(frozen=True)
class MisereSubtractionPeriod:
    """The misere nim values of one heap: proven to repeat with `period` from heap `preperiod` on.

    `values[n]` is the value of heap n, up to where the window was seen again.
    """

    rule: SubtractionRule
    values: tuple[int, ...]
    period: int
    preperiod: int

    def misere_nim_value(self, heap: int) -> int:
        """Return the misere nim value of any single heap: 0 exactly where the mover loses."""
        check_heap_size(heap)
        if heap < self.preperiod:
            return self.values[heap]
        return self.values[self.preperiod + (heap - self.preperiod) % self.period]

    @property
    def lost_heaps(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the heaps that the mover loses: those before the preperiod, and remainders."""
        early = tuple(heap for heap in range(self.preperiod) if self.values[heap] == 0)
        late = sorted(
            heap % self.period
            for heap in range(self.preperiod, self.preperiod + self.period)
            if self.values[heap] == 0
        )
        return early, tuple(late)

    def describe(self) -> str:
        """Return the rule to follow with one heap."""
        early, late = self.lost_heaps
        remainders = " or ".join(map(str, late))
        said = f"leave a heap whose remainder modulo {self.period} is {remainders}" if late else ""
        if self.preperiod > 0:
            said = f"{said}, if it is at least {self.preperiod}" if said else ""
            named = " or ".join(map(str, early))
            said = "; ".join(part for part in (said, f"leave {named}" if early else "") if part)
        return said or "no heap is lost by the player to move"


def misere_subtraction_period(rule: HeapRule | str) -> MisereSubtractionPeriod:
    """Compute the misere nim values of one heap of a subtraction game, with their proven period.

    Parameters
    ----------
    rule : rule or str
        Rule of one heap, as in "subtraction(1, 2, 3)".

    Returns
    -------
    MisereSubtractionPeriod
        The values, their `period` and `preperiod`, the heaps that are `lost`, and the rule in words.

    Raises
    ------
    BadParameter
        For other rules.
    OutOfBudget
        If the values do not repeat within a million heaps.

    Examples
    --------
    >>> found = misere_subtraction_period("subtraction(1, 2, 3)")
    >>> found.period, found.preperiod, found.lost_heaps, found.describe()
    (4, 0, ((), (1,)), 'leave a heap whose remainder modulo 4 is 1')
    """
    rule = as_heap_rule(rule)
    if not isinstance(rule, SubtractionRule):
        raise BadParameter(
            f"{rule} is no subtraction game, and one heap tells too little of it: ask for its misere quotient"
        )
    taken = sorted(set(rule.taken))
    largest = taken[-1]
    values: list[int] = []
    seen: dict[tuple[int, ...], int] = {}
    for heap in range(MOST_HEAPS):
        options = [values[heap - number] for number in taken if number <= heap]
        values.append(mex(options) if options else 1)
        if heap < largest - 1:
            continue
        window = tuple(values[-largest:])
        first = seen.setdefault(window, heap)
        if first != heap:
            period = heap - first
            start = first - largest + 1
            while start > 0 and values[start - 1] == values[start - 1 + period]:
                start -= 1
            return MisereSubtractionPeriod(rule, tuple(values), period, start)
    raise OutOfBudget(f"{rule}: no {largest} values in a row repeat within {MOST_HEAPS:,} heaps")
