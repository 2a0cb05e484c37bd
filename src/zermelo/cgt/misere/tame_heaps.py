"""Tame heaps: misere play is normal play, reversed only at the end. Proven for heaps of any size.

The rule of misere Nim (Bouton, 1901) is: play for a nim-sum of 0 while some heap is left that is larger than
1, and for a nim-sum of 1 once there is none. It is right for other heaps too, if some of those with nimber 0
or 1, called *fickle*, take the part of the small ones, and all others, called *firm*, that of the large ones:

    a position is a P-position if its nim-sum is 0 and some heap is firm, or 1 and none is.

Bouton's induction on the length of play asks the following of the heaps one by one. Write t for the nim-sum
of what a move leaves of a heap with nimber g, and call it firm where some heap of it is.

    fickle          g is 0 or 1; no move leaves something firm with t = 1 - g;
                    if g = 0 and there are moves, one leaves t = 1
    firm, g <= 1    each move with t = 1 - g leaves something firm
    firm, g >= 2    for u = 0 and u = 1, a move leaves something firm with t = u, or not firm with t = 1 - u

*No move leads from a P-position to another.* It changes the nim-sum, so it would have to go from some heap
firm and 0 to none and 1, or back. The first changes the only firm heap, as others would stay; its nimber is
the nim-sum u of the fickle ones, so u <= 1, and it leaves t = 1 - u, not firm. The second changes a fickle
heap: with g + u = 1 it leaves t = u = 1 - g, firm. *From every other position some move leads to one, or it
is over and won.* If no heap is firm, the nim-sum is 0: where some g is 1, a move leaves t = 0, which is not
firm; else, where there is a move, one leaves t = 1. If some heap is firm and the nim-sum x is not 0, take a
heap with the leading bit of x and leave t = g + x: right where a firm heap is left. If none is, the heap was
the only firm one. Then for g >= 2 the third line says what to leave, with u the nim-sum of the others; for g
= 1 there was something to leave with t = 0, firm by the second line; and for g = 0 the leading bit was a
fickle heap's, and the firm one stays.

So the heaps are looked at one by one. Each is fickle or firm by its options, at most one of both: if neither,
the game is not tame. Where nimbers and firmness repeat, so do the options they depend on, and the theorems of
`quotients` prove the period; in all-but games nimbers grow, so all heaps but the first few are firm, and
least missing numbers grant the third line where every small one is fickle. (Conway, *On numbers and games*,
chapter 12; for taking games Ferguson, *On sums of graph games with last player losing*, 1974, proved all of
them tame.)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zermelo.cgt.heaps.heap_periods import find_period as find_normal_period
from zermelo.cgt.heaps.heap_rules import AllButRule, HeapRule, as_heap_rule
from zermelo.cgt.impartial.mex import mex
from zermelo.cgt.misere.misere_heaps import check_heap_size, list_heaps_left_by_moves
from zermelo.cgt.misere.quotients.misere_quotient import find_quotient_period
from zermelo.core.errors import BadParameter

MOST_HEAPS = 1_000
FIRST_LOOK = 32  # heaps, before a period is looked for

Kind = tuple[int, bool]  # a heap's nimber, and whether it is firm


@dataclass(frozen=True)
class TameHeaps:
    """What was found of a rule's heaps: `kinds[n]` is heap n's nimber, and whether it is firm.

    `period` is None where nothing is proven beyond them; else kinds repeat with it from `begin` on, the
    nimbers growing by `saltus` each time. `fails_at` is a heap that is neither fickle nor firm: the game is
    not tame, and what is said holds for the heaps before it.
    """

    rule: HeapRule
    kinds: tuple[Kind, ...]
    period: int | None = None
    begin: int = 0
    saltus: int = 0
    fails_at: int | None = None

    @property
    def largest(self) -> int:
        """The largest heap that was looked at and fits."""
        return len(self.kinds) - 1

    def get_nimber_and_firmness(self, heap: int) -> Kind:
        """Return a heap's nimber, and whether it is firm; raises `BadParameter` where nothing is proven."""
        check_heap_size(heap)
        if heap <= self.largest:
            return self.kinds[heap]
        if self.period is None:
            raise BadParameter(f"{self.rule}: nothing is proven of heap {heap:,}, beyond {self.largest:,}")
        periods = (heap - self.begin) // self.period
        nimber, firm = self.kinds[heap - periods * self.period]
        return nimber + periods * self.saltus, firm or nimber + periods * self.saltus > 1

    def is_p(self, heaps: Iterable[int]) -> bool:
        """Return whether the player who just moved wins with these heaps left, in misere play."""
        total, firm = sum_heap_kinds(map(self.get_nimber_and_firmness, heaps))
        return total == (0 if firm else 1)


def sum_heap_kinds(kinds: Iterable[Kind]) -> Kind:
    """Return the nim-sum of several heaps, and whether one is firm."""
    total, firm = 0, False
    for nimber, is_firm in kinds:
        total, firm = total ^ nimber, firm or is_firm
    return total, firm


def find_heap_kind_from_options(left: Sequence[Kind]) -> Kind | None:
    """Return the kind of a heap whose moves leave these; None where it is neither fickle nor firm.

    >>> [find_heap_kind_from_options(left) for left in ([], [(0, False)], [(1, False), (0, False)])]
    [(0, False), (1, False), (2, True)]
    >>> find_heap_kind_from_options([(2, True)]), find_heap_kind_from_options([(2, True), (0, True)])
    ((0, True), (1, True))
    >>> find_heap_kind_from_options([(0, False), (0, True)]) is None
    True
    """
    there = set(left)
    nimber = mex(total for total, _ in there)
    if nimber > 1:
        fits = all((u, True) in there or (1 - u, False) in there for u in (0, 1))
        return (nimber, True) if fits else None
    other = 1 - nimber
    if (other, True) not in there and (nimber == 1 or not there or (other, False) in there):
        return nimber, False
    return (nimber, True) if (other, False) not in there else None


def tame_heaps(rule: HeapRule | str, largest: int = MOST_HEAPS) -> TameHeaps:
    """Find out whether the heaps of a rule are tame, so that misere play follows from normal play.

    Parameters
    ----------
    rule : rule or str
        Rule of one heap, or a text that names it.
    largest : int, default 1000
        Largest heap to look at, unless a period is proven before.

    Returns
    -------
    TameHeaps
        Nimber and firmness of each heap, their period, and the heap at which tameness fails (`fails_at`).

    Examples
    --------
    >>> nim = tame_heaps("nim")
    >>> nim.period, nim.is_p([10**9, 10**9]), nim.is_p([1, 1]), nim.is_p([1, 1, 1])
    (1, True, False, True)
    >>> tame_heaps("kayles").fails_at, tame_heaps("subtraction(1, 2, 3)").period
    (5, 4)
    """
    rule = as_heap_rule(rule)
    check_heap_size(largest)
    kinds: list[Kind] = []
    look = FIRST_LOOK
    for heap in range(largest + 1):
        kind = find_heap_kind_from_options(
            [sum_heap_kinds(kinds[part] for part in left) for left in list_heaps_left_by_moves(rule, heap)]
        )
        if kind is None:
            return TameHeaps(rule, tuple(kinds), fails_at=heap)
        kinds.append(kind)
        if heap in (look, largest):
            found = _find_periodic_tame_heaps(rule, kinds)
            if found is not None:
                return found
            look = look * 3 // 2
    return TameHeaps(rule, tuple(kinds))


def _find_periodic_tame_heaps(rule: HeapRule, kinds: Sequence[Kind]) -> TameHeaps | None:
    if isinstance(rule, AllButRule):
        return _find_tame_all_but_heaps(rule, kinds)
    found = find_quotient_period(rule, kinds)
    return None if found is None else TameHeaps(rule, tuple(kinds), found.period, found.preperiod)


def _find_tame_all_but_heaps(rule: AllButRule, kinds: Sequence[Kind]) -> TameHeaps | None:
    """Return the heaps of an all-but game, where those with nimber 0 or 1 were all seen, and are fickle.

    Nimbers grow by the saltus from one period to the next, so two periods later they are 2 or more.
    """
    normal = find_normal_period(rule)
    if normal is None or not normal.proven or normal.saltus < 1:
        return None
    seen = len(kinds) >= normal.preperiod + 2 * normal.period
    if not seen or any(nimber < 2 and firm for nimber, firm in kinds):
        return None
    return TameHeaps(rule, tuple(kinds), normal.period, normal.preperiod, normal.saltus)
