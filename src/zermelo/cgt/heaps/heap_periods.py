"""Periods of the nimbers of a rule, observed or proven to hold for ever.

A sequence g has the period p, the saltus s and the preperiod n0 where g(n + p) = g(n) + s for all n >= n0.
Finitely many terms do not show that, but these theorems make it follow from finitely many.

**Codes and sets of numbers** (s = 0). Let a move take at most t counters and leave at most h heaps. If

    g(n + p) = g(n)  for n0 <= n < h n0 + (h - 1) p + t,  where n0 >= 1,

then for all n >= n0. Proof, by induction: let n be at least that bound. Of what a move leaves of n + p the
largest heap has (n + p - t) / h >= n0 + p counters or more. Take p away from it: it is still no empty heap
and has the same nimber, so this is what a move leaves of n, with the same value. Of what a move leaves of n
the largest heap has (n - t) / h >= n0 or more, and adding p goes back the same way. A move that takes a
whole heap takes n <= t, too few. So n and n + p have options of the same values. For h = 2 this is the
theorem of Guy and Smith, *The G-values of various games*, Proceedings of the Cambridge Philosophical
Society 52 (1956); for h = 1 it is a window of t terms that comes again. See Siegel, *Combinatorial Game
Theory* (2013), IV.2.

**All-but games**. Let t be the greatest number that may not be taken. What decides g(n) and all later terms
are the values of the terms before n - t, which can all be reached, as a set, and the t terms after them, in
order. If both at n + p are those at n moved up by s, the set with 0, ..., s - 1 besides, then so they are at
n + p + 1: the values that can be reached are moved up and have 0, ..., s - 1 besides, so the least missing
one is moved up. Hence g(n + p) = g(n) + s from n - t on, for ever.

Other rules have no such theorem here: what is seen of them is called observed.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.cgt.heaps.heap_rules import AllButRule, AnyRule, HeapCode, SubtractionRule
from zermelo.cgt.heaps.nimber_sequences import NimberSequence, make_nimber_sequence
from zermelo.cgt.kernels.z_function import build_z_function_kernel
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.core.arguments import is_count
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter

LIMIT = 100_000  # terms, the default: ten seconds in the slowest games
SPLITTING = (
    8  # takings that may split a heap, up to which that is so; the time goes with them, and terms squared
)
THREEFOLD_LIMIT = 2_000  # where moves leave three heaps
FIRST_LOOK = 64  # terms
REPEATS = 3  # times that a period must be seen at the end of a sequence before it is reported
LEAST_UNEQUAL = 3  # the least heap that can be split into two of different sizes
SEEN_PART = 8  # and it is to fill this part of the sequence

GUY_SMITH = "Guy and Smith (1956)"
WINDOW = "window of the last terms"
ALL_BUT = "state of an all-but game"


@dataclass(frozen=True)
class NimberPeriod:
    """That g(n + period) = g(n) + saltus for all n from `preperiod` on, the least that this is true of.

    `proven` is whether `theorem` makes it follow from the heaps up to `checked_to`, all of which were looked
    at; where it is not, it was observed up to there.
    """

    period: int
    preperiod: int
    saltus: int
    proven: bool
    checked_to: int
    theorem: str

    def __str__(self) -> str:
        """Return the period as one line of text."""
        saltus = f", saltus {self.saltus}" if self.saltus else ""
        how = f"proven by {self.theorem}" if self.proven else "observed only"
        return (
            f"period {self.period:,}{saltus} from heap {self.preperiod:,}, {how}, to heap {self.checked_to:,}"
        )


def find_period(rule: AnyRule, limit: int | None = None, budget: Budget | None = None) -> NimberPeriod | None:
    """Return the period of a rule's nimbers, None where the heaps below `limit` show none.

    >>> from zermelo.cgt.heaps.heap_rules import parse_heap_rule
    >>> print(find_period(parse_heap_rule("0.77")))
    period 12 from heap 71, proven by Guy and Smith (1956), to heap 167
    """
    return find_period_of_sequence(make_nimber_sequence(rule, budget), limit)


def find_period_of_sequence(sequence: NimberSequence, limit: int | None = None) -> NimberPeriod | None:
    """Return the period of a sequence, making as many of its terms as that takes, below `limit`.

    Without a limit they are 100,000, fewer where more than eight takings may split a heap, or 2,000 where
    moves leave three. Where a period shows, just as many terms are made as its proof needs.
    """
    if limit is None:
        limit = _choose_term_limit(sequence.rule)
    if not is_count(limit, 1):
        raise BadParameter(f"a limit of {limit} terms is none, or too few: look at 1 or more")
    count = min(limit, FIRST_LOOK)
    while True:
        values = sequence.extend_to_term_count(count)
        found, wanted = _find_candidate_period(sequence.rule, values)
        if found is not None and found.proven:
            return found
        if count == limit:
            return found
        count = min(limit, max(wanted, count + 1) if wanted else count + count // 2)


def _find_candidate_period(rule: AnyRule, values: Any) -> tuple[NimberPeriod | None, int]:
    """Return what the terms show, and how many would prove it (0: nothing is in sight)."""
    found = _find_period_without_saltus(rule, values)
    return (
        found
        if found[0] or found[1] or not _can_have_saltus(rule)
        else _find_period_with_saltus(rule, values)
    )


def _find_period_without_saltus(rule: AnyRule, values: Any) -> tuple[NimberPeriod | None, int]:
    count = len(values)
    lengths = _compute_self_overlap_lengths(values, count // 2 + 1)
    periods = np.arange(len(lengths), dtype=np.int32)
    firsts = count - periods - lengths  # from there on the terms repeat
    needs = _count_terms_to_prove_period(rule, np.maximum(firsts, 1), periods)
    needs[0] = 0
    sure = np.flatnonzero((needs <= count) & (needs > 0))
    if len(sure):
        period, first = int(sure[0]), int(firsts[sure[0]])
        assert is_period_proven(rule, values, period, first)  # again, term by term
        return NimberPeriod(
            period, first, 0, True, int(needs[period]) - 1, _find_period_theorem_name(rule)
        ), 0
    shown = np.flatnonzero(lengths >= np.maximum(periods, count // SEEN_PART))[1:]
    if not len(shown):
        return None, 0
    best = int(shown[0])
    seen = lengths[best] >= max((REPEATS - 1) * best, count // SEEN_PART) and _has_enough_terms_for_period(
        rule, count, best
    )
    observed = NimberPeriod(best, int(firsts[best]), 0, False, count - 1, "") if seen else None
    wanted = needs[shown]
    later = wanted[wanted > count]
    return observed, int(later.min()) if len(later) else 0


def _find_period_with_saltus(rule: AnyRule, values: Any) -> tuple[NimberPeriod | None, int]:
    """Look for a saltus: the differences of neighbours repeat."""
    count = len(values)
    steps = np.diff(values.astype(np.int64))
    lengths = _compute_self_overlap_lengths(steps, len(steps) // 2 + 1)
    periods = np.arange(len(lengths), dtype=np.int32)
    shown = np.flatnonzero(lengths >= np.maximum((REPEATS - 1) * periods, count // SEEN_PART))[1:]
    if not len(shown):
        return None, 0
    period = int(shown[0])
    if not _has_enough_terms_for_period(rule, count, period):
        return None, 0
    first = len(steps) - period - int(lengths[period])
    saltus = int(values[count - 1]) - int(values[count - 1 - period])
    proven = is_period_proven(rule, values, period, first, saltus)
    return NimberPeriod(
        period, first, saltus, proven, count - 1, _find_period_theorem_name(rule) if proven else ""
    ), 0


def is_period_proven(rule: AnyRule, values: Any, period: int, preperiod: int, saltus: int = 0) -> bool:
    """Return whether the terms, and a theorem of this module, show that the period holds for ever.

    It looks at every term that the theorem asks for. False where the terms are too few.

    >>> from zermelo.cgt.heaps.heap_rules import parse_heap_rule
    >>> kayles = parse_heap_rule("0.77")
    >>> terms = make_nimber_sequence(kayles).extend_to_term_count(400)
    >>> (
    ...     is_period_proven(kayles, terms[:168], 12, 71),
    ...     is_period_proven(kayles, terms[:167], 12, 71),
    ... )
    (True, False)
    >>> (
    ...     is_period_proven(kayles, terms, 12, 70),
    ...     is_period_proven(kayles, terms, 6, 71),
    ... )
    (False, False)
    """
    if period < 1 or preperiod < 0 or preperiod + period > len(values):
        return False
    terms = values.astype(np.int64) if saltus else values
    if not np.array_equal(terms[preperiod + period :], terms[preperiod:-period] + saltus):
        return False
    if isinstance(rule, AllButRule):
        return _is_all_but_period_proven(rule, terms, period, preperiod, saltus)
    if saltus or not isinstance(rule, HeapCode | SubtractionRule):
        return False
    return bool(_count_terms_to_prove_period(rule, max(preperiod, 1), period) <= len(values))


def _is_all_but_period_proven(rule: AllButRule, terms: Any, period: int, preperiod: int, saltus: int) -> bool:
    """Return whether the values that can all be reached are moved up too.

    It asks at the last place that has enough terms after it: where they are once, they are from there on.
    """
    place = len(terms) - period - max(rule.kept, default=0)
    if saltus < 1 or place < preperiod:
        return False
    before = set(terms[:place].tolist())
    after = set(terms[: place + period].tolist())
    return after == set(range(saltus)) | {value + saltus for value in before}


def _count_terms_to_prove_period(rule: AnyRule, first: Any, period: Any) -> Any:
    """Return how many terms prove a period that begins at `first` >= 1; 0 where none would."""
    if isinstance(rule, HeapCode):
        heaps = max(rule.most_heaps, 1)
        return heaps * first + heaps * period + rule.most_taken
    if isinstance(rule, SubtractionRule):
        return first + period + max(rule.taken)
    return 0 * first


def _has_enough_terms_for_period(rule: AnyRule, count: int, period: int) -> bool:
    """Return whether so many terms may show a period: each move was possible for as long as that, or longer.

    Else what was seen is of another game: taking a million leaves alone the first million heaps, and nobody
    who knows the rule would say that all heaps are like them.
    """
    if isinstance(rule, HeapCode):
        least = max(
            (place + digit.bit_length() - 1 for place, digit in enumerate(rule.digits) if digit), default=0
        )
    elif isinstance(rule, SubtractionRule):
        least = max(rule.taken)
    else:
        least = max(rule.kept, default=0) + 1 if isinstance(rule, AllButRule) else LEAST_UNEQUAL
    return count >= least + period


def _find_period_theorem_name(rule: AnyRule) -> str:
    if isinstance(rule, AllButRule):
        return ALL_BUT
    return GUY_SMITH if isinstance(rule, HeapCode) and rule.most_heaps > 1 else WINDOW


def _can_have_saltus(rule: AnyRule) -> bool:
    """Return whether there may be a saltus; codes that leave two heaps at most have none."""
    return isinstance(rule, AllButRule) or _can_leave_three_heaps(rule)


def _can_leave_three_heaps(rule: AnyRule) -> bool:
    return isinstance(rule, HeapCode) and rule.most_heaps == 3


def _choose_term_limit(rule: AnyRule) -> int:
    if not isinstance(rule, HeapCode):
        return LIMIT
    if _can_leave_three_heaps(rule):
        return THREEFOLD_LIMIT
    splitting = sum(1 for digit in rule.digits if digit >> 2)
    return LIMIT if splitting <= SPLITTING else math.isqrt(LIMIT**2 * SPLITTING // splitting)


def _compute_self_overlap_lengths(values: Any, count: int) -> Any:
    lengths = np.zeros(max(count, 1), np.int32)
    shared_kernel(build_z_function_kernel)(np.ascontiguousarray(values), lengths)
    return lengths
