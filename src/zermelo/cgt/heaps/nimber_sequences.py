"""The nimbers of a rule's heaps 0, 1, 2, ...: one list of numbers, as long as asked for.

A `NimberSequence` grows. Terms are made in slices; before each the mask of the sparse space (see
`cgt/kernels/sparse_space.py`) is chosen anew, by counting: of all masks that which makes fewest of the terms
so far rare. One transform of the histogram (Walsh and Hadamard) gives for every mask how many more terms are
even than odd. Where a third of the terms or more are rare, every option is looked at.
"""

from typing import Any

import numpy as np

from zermelo.cgt.heaps.heap_rules import AllButRule, AnyRule, HeapCode, SubtractionRule, UnequalSplitRule
from zermelo.cgt.kernels.octal_terms import build_octal_terms_kernel, build_three_heap_terms_kernel
from zermelo.cgt.kernels.sparse_space import build_sparse_terms_kernel
from zermelo.cgt.kernels.take_moves import build_all_but_terms_kernel
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.kernels import FULL
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, OutOfBudget

WIDEST = 1 << 16  # the values that uint16 holds
MOST_TERMS = 1 << 29
BYTES = 16  # a term, and a look for periods among them
MOST_PAIRS = 1 << 31  # bytes that games with three heaps may take for their table
FIRST_SLICE = 256
WORK = 1 << 28  # marks a slice, so that a run can be stopped within a second or so


def make_nimber_sequence(rule: AnyRule, budget: Budget | None = None) -> "NimberSequence":
    """Return the rule's sequence, empty as yet."""
    if isinstance(rule, AllButRule):
        return AllButSequence(rule, budget)
    if isinstance(rule, HeapCode) and rule.most_heaps == 3:
        return ThreeHeapSequence(rule, budget)
    return NimberSequence(rule, budget)


class NimberSequence:
    """The nimbers of a rule, as far as they were asked for."""

    kind: Any = np.uint16

    def __init__(self, rule: AnyRule, budget: Budget | None = None) -> None:
        self.rule = rule
        self.budget = budget or Budget()
        self.count = 0
        self.rare = 0  # terms that the last mask leaves even
        self.mask = 0
        self._values = np.zeros(0, self.kind)
        self._seen = np.full(64, -1, np.int64)
        self._code = encode_rule_for_kernels(rule)

    @property
    def values(self) -> Any:
        """The terms found so far, [count]."""
        return self._values[: self.count]

    def extend_to_term_count(self, count: int) -> Any:
        """Return the first `count` terms, and find those that are missing."""
        self.check_term_count(count)
        if count > len(self._values):
            grown = np.zeros(count, self.kind)
            grown[: self.count] = self.values
            self._values = grown
        while self.count < count:
            self.budget.report("nimbers", self.count, count, "heaps")
            self._append_terms(count)
        return self._values[:count]

    def check_term_count(self, count: int) -> None:
        """Raise `BadParameter` or `OutOfBudget` if this number of terms cannot be computed."""
        if not 0 <= count <= MOST_TERMS:
            raise BadParameter(f"{count:,} terms are out of range: ask for 0 to {MOST_TERMS:,}")
        if BYTES * count > self.budget.memory:
            raise OutOfBudget(
                f"{count:,} terms need {BYTES * count:,} bytes: allow more memory, or fewer terms"
            )

    def _append_terms(self, count: int) -> None:
        """Find terms up to `count`, or some of them."""
        splits = len(self._code[2])
        end = min(count, max(FIRST_SLICE, 2 * self.count))
        if splits and self.count >= FIRST_SLICE:
            self.mask, even = find_sparse_mask(np.bincount(self.values[1:]))
            if 3 * even < self.count:
                return self._append_sparse_terms(
                    min(end, self.count + max(64, WORK // (splits * even + 256)))
                )
        if splits:
            end = min(end, self.count + max(64, WORK // (splits * max(self.count, 1))))
        dense = shared_kernel(build_octal_terms_kernel)
        self._record_terms_or_widen_table(*dense(self._values, self._code, self._seen, self.count, end))
        return None

    def _append_sparse_terms(self, end: int) -> None:
        odd = compute_masked_parities(self.mask, len(self._seen))
        heaps = np.flatnonzero(odd[self.values] == 0)[1:]
        room = 2 * len(heaps) + 1_024
        rares = np.zeros(room, np.int64), np.zeros(room, self.kind), np.zeros(len(self._seen), np.int64)
        rares[0][: len(heaps)] = heaps
        rares[1][: len(heaps)] = self.values[heaps]
        sparse = shared_kernel(build_sparse_terms_kernel)
        done, self.rare, status = sparse(
            self._values, self._code, self._seen, odd, rares, len(heaps), self.count, end
        )
        self._record_terms_or_widen_table(
            done, status
        )  # where there are too many rare terms, the next mask is another

    def _record_terms_or_widen_table(self, done: int, status: int) -> None:
        self.count = int(done)
        if status == FULL:
            self._widen_nimber_table()

    def _widen_nimber_table(self) -> None:
        width = 2 * len(self._seen)
        if width > WIDEST:
            raise BadParameter(
                f"{self.rule}: heap {self.count:,} has a nimber of {WIDEST:,} or more: ask for fewer terms"
            )
        self._seen = np.full(width, -1, np.int64)


class ThreeHeapSequence(NimberSequence):
    """The nimbers of a code that leaves three heaps, with a table of the nimbers of two heaps."""

    def __init__(self, rule: AnyRule, budget: Budget | None = None) -> None:
        super().__init__(rule, budget)
        self._pairs = np.zeros((0, len(self._seen)), np.uint8)

    def _append_terms(self, count: int) -> None:
        width = len(self._seen)
        if count * width > MOST_PAIRS:
            raise BadParameter(
                f"{self.rule} leaves three heaps, and {count:,} terms of it need a table of "
                f"{count * width / 1e9:.1f} GB: ask for fewer terms"
            )
        if self._pairs.shape != (count, width):
            grown = np.zeros((count, width), np.uint8)
            rows, columns = self._pairs.shape
            grown[:rows, :columns] = self._pairs
            self._pairs = grown
        step = max(1, WORK // (max(1, self.count) * width * max(1, len(self._code[3]))))
        threefold = shared_kernel(build_three_heap_terms_kernel)
        end = min(count, self.count + step)
        self._record_terms_or_widen_table(
            *threefold(self._values, self._code, self._seen, self._pairs, self.count, end)
        )


class AllButSequence(NimberSequence):
    """The nimbers of an all-but game, which grow with the heap."""

    kind = np.uint32

    def __init__(self, rule: AllButRule, budget: Budget | None = None) -> None:
        super().__init__(rule, budget)
        self._kept = np.array(sorted(set(rule.kept)), np.int64)
        self._counts = np.zeros(0, np.int32)
        self._least = 0

    def _append_terms(self, count: int) -> None:
        grown = np.zeros(count + 2, np.int32)
        grown[: len(self._counts)] = self._counts
        self._counts = grown
        end = min(count, self.count + max(64, WORK // (len(self._kept) + 1)))
        all_but = shared_kernel(build_all_but_terms_kernel)
        self._least = int(all_but(self._values, self._kept, self._counts, self.count, end, self._least))
        self.count = end


def encode_rule_for_kernels(rule: AnyRule) -> tuple[Any, ...]:
    """Return a rule as kernels read it: (ends, ones, twos, threes, unequal).

    See `cgt/kernels/octal_terms.py`.
    """
    if isinstance(rule, HeapCode):
        places: list[list[int]] = [
            [place for place, digit in enumerate(rule.digits) if digit >> heaps & 1] for heaps in range(4)
        ]
    elif isinstance(rule, SubtractionRule):
        places = [sorted(set(rule.taken)), sorted(set(rule.taken)), [], []]
    else:
        places = [[], [], [0] if isinstance(rule, UnequalSplitRule) else [], []]
    ends = np.zeros(max(places[0], default=0) + 1, np.uint8)
    ends[places[0]] = 1
    lists = [np.array(each, np.int64) for each in places[1:]]
    return (ends, *lists, isinstance(rule, UnequalSplitRule))


def find_sparse_mask(histogram: Any) -> tuple[int, int]:
    """Return the mask by which fewest terms are even, and how many these are.

    `histogram` [values] counts the terms of each value.

    >>> find_sparse_mask(np.array([1, 10, 10, 1]))
    (3, 2)
    """
    size = 1
    while size < len(histogram):
        size *= 2
    surplus = np.zeros(size, np.int64)
    surplus[: len(histogram)] = histogram
    step = 1
    while step < size:
        pairs = surplus.reshape(-1, 2, step)
        surplus = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        step *= 2
    mask = int(np.argmin(surplus))
    return mask, int(histogram.sum() + surplus[mask]) // 2


def compute_masked_parities(mask: int, width: int) -> Any:
    """Return for each value below `width` whether it has an odd number of the mask's bits, uint8 [width]."""
    values = np.arange(width, dtype=np.uint32) & np.uint32(mask)
    for shift in (16, 8, 4, 2, 1):
        values ^= values >> np.uint32(shift)
    return (values & np.uint32(1)).astype(np.uint8)
