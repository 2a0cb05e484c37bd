"""Canonical forms of short partizan games: kept once each, compared, added, and made from any options.

A form is a number, its place in `records`; equal games have equal places. Two kinds:

* *ups*: x + n.up + *k, a dyadic number, ups and a nimber, in four words. Their options are made on request;
  they are added and compared by arithmetic.
* *tree*: everything else, two sorted runs of places in `options`. It is no number, so numbers never are
  options that both would rather play elsewhere (the number avoidance theorem), and both stops are known.

References: J. H. Conway, *On numbers and games* (1976), chapters 8 to 10; A. N. Siegel, *Combinatorial game
theory* (2013), chapter II: options that are dominated go, reversible ones are replaced by what lies behind,
and what is left is unique.

Kernels write what they lack into `counters.status` and return at once; the caller enlarges the arrays and
calls again:

    FULL    an array, `counters.lacking`
    RANGE   a number does not fit
    MANY    a nim heap of more than MOST_HEAP would have to be opened
    FAR     recursion went deeper than `counters.deepest`, which the machine's stack may not hold
    PAUSED  the step limit `counters.step_limit` is exceeded; the caller may lower it to stop a running kernel
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.kernels import DONE, FAR, FULL, RANGE, Jit
from zermelo.compiler.kernels.position_hashing import build_mix_kernel

PAUSED: Final = 10  # a status

RECORDS_LACK: Final = 0
OPTIONS_LACK: Final = 1
INDEX_LACKS: Final = 2
SCRATCH_LACKS: Final = 5
WORK_LACKS: Final = 6

LARGEST: Final = 1 << 61  # of numerators and other counts
FINEST: Final = 61  # of exponents
MOST_HEAP: Final = 1 << 12  # of which options are made: the time for {*n|0} goes with n ** 2, 3 s here
ZERO: Final = 0  # the place of 0, which every store begins with


@dataclass(slots=True)
class FormRecord:
    """A form. A tree has no number; its options, and those of ups once asked for, are runs of `options`."""

    is_tree: int = 0
    numerator: int = 0
    exponent: int = 0  # the number is numerator / 2 ** exponent, numerator odd or exponent 0
    ups: int = 0
    nimber: int = 0
    left: int = 0  # where Left's options begin; -1 while nobody has asked
    lefts: int = 0
    right: int = 0
    rights: int = 0
    negative: int = 0  # a place, or -1
    left_stop: int = 0  # places of numbers; of ups, the number's own
    right_stop: int = 0


@dataclass(slots=True)
class FormCounters:
    """What a store holds, and how far its kernel may go."""

    status: int = DONE
    forms: int = 0  # how many records there are
    used: int = 0  # how many options
    top: int = 0  # of scratch
    lacking: int = 0  # which array is full, as its place in the store
    comparisons: int = 0  # kept, so that the caller knows when the caches are small
    sums: int = 0
    depth: int = 0  # calls in calls
    deepest: int = 0  # of them, at most so many
    steps: int = 0  # comparisons and sums that were begun, and none that were remembered
    step_limit: int = 0  # of them, at most so many


class FormArrays(NamedTuple):
    """The arrays of a store, and its counters."""

    records: Any  # [capacity] of FormRecord
    options: Any  # [capacity] int64, places
    index: Any  # [slots] int64, place + 1 by content; slots are a power of two
    compared: Any  # [slots] int64, answers to "is a <= b", a cache that forgets
    added: Any  # [slots, 2] int64, sums, a cache that forgets
    scratch: Any  # [room] int64, options of sums that are being made
    work: Any  # [2, room] int64, options that are being made canonical
    counters: Any  # Counters


def build_compare_numbers_kernel(jit: Jit) -> Any:
    """Return compare_numbers(records, a, b): -1, 0 or 1 as one form's number is less, equal or greater."""

    def compare_numbers(records: Any, first: int, second: int) -> Any:
        one, other = records[first].numerator, records[second].numerator
        fine, finer = records[first].exponent, records[second].exponent
        whole, larger = one >> fine, other >> finer
        if whole != larger:
            return -1 if whole < larger else 1
        rest = (one - (whole << fine)) << (FINEST - fine)
        more = (other - (larger << finer)) << (FINEST - finer)
        return 0 if rest == more else -1 if rest < more else 1

    return jit.inline(compare_numbers)


def build_is_number_kernel(jit: Jit) -> Any:
    """Return is_number(records, form) -> whether it is a number."""

    def is_number(records: Any, form: int) -> bool:
        return bool(records[form].is_tree == 0 and records[form].ups == 0 and records[form].nimber == 0)

    return jit.inline(is_number)


def build_find_option_range_kernel(jit: Jit) -> Any:
    """Return options_of(record, side) -> where a side's options begin, and how many there are."""

    def options_of(record: Any, side: int) -> tuple[Any, Any]:
        return (record.left, record.lefts) if side == 0 else (record.right, record.rights)

    return jit.inline(options_of)


def build_hash_forms_kernels(jit: Jit) -> tuple[Any, Any]:
    """Return hash_two_words(word, word) -> a hash, at least 0, and hash_of_ups(numerator, ..., nimber)."""
    mix = build_mix_kernel(jit)

    def hash_two_words(word: int, more: int) -> Any:
        return np.int64(mix(np.int64(word) * np.int64(1_000_003) + np.int64(more)) >> np.uint64(2))

    stir = jit.inline(hash_two_words)

    def hash_of_ups(numerator: int, exponent: int, ups: int, nimber: int) -> Any:
        return stir(stir(numerator, exponent), stir(ups, nimber))

    return stir, jit.inline(hash_of_ups)


def build_find_or_make_form_kernels(jit: Jit) -> tuple[Any, Any]:
    """Return find_or_make_ups(store, ...) and find_or_make_tree(store, lefts, rights) -> place or -1.

    The tree takes the runs `work[0, :lefts]` and `work[1, :rights]`, sorted.
    """
    stir, hash_ups = build_hash_forms_kernels(jit)

    def report_lack(counters: Any, array: int) -> Any:
        counters.status = FULL
        counters.lacking = array
        return -1

    lacks = jit.inline(report_lack)

    def has_room(counters: Any, records: int, slots: int) -> bool:
        if counters.forms + 1 >= records:
            lacks(counters, RECORDS_LACK)
            return False
        if 2 * counters.forms >= slots:
            lacks(counters, INDEX_LACKS)
            return False
        return True

    fits = jit.inline(has_room)

    def find_or_make_ups(store: Any, numerator: int, exponent: int, ups: int, nimber: int) -> Any:
        while exponent > 0 and numerator & 1 == 0:
            numerator >>= 1
            exponent -= 1
        large = numerator >= LARGEST or numerator <= -LARGEST or exponent > FINEST
        if large or ups >= LARGEST or ups <= -LARGEST or nimber >= LARGEST:
            store.counters.status = RANGE
            return -1
        records, index = store.records, store.index
        slot = hash_ups(numerator, exponent, ups, nimber) & (len(index) - 1)
        while index[slot] != 0:
            place = index[slot] - 1
            record = records[place]
            if (
                record.is_tree == 0
                and record.numerator == numerator
                and record.exponent == exponent
                and record.ups == ups
                and record.nimber == nimber
            ):
                return int(place)
            slot = (slot + 1) & (len(index) - 1)
        if not fits(store.counters, len(store.records), len(store.index)):
            return -1
        place = store.counters.forms
        index[slot] = place + 1
        store.counters.forms = place + 1
        record = records[place]
        record.negative = -1
        record.is_tree = 0
        record.numerator = numerator
        record.exponent = exponent
        record.ups = ups
        record.nimber = nimber
        record.left = -1
        record.left_stop = place
        record.right_stop = place
        return int(place)

    def find_or_make_tree(store: Any, lefts: int, rights: int) -> Any:
        records, options, index, work = store.records, store.options, store.index, store.work
        hashed = stir(lefts, rights)
        for n in range(lefts):
            hashed = stir(hashed, work[0, n])
        for n in range(rights):
            hashed = stir(hashed, work[1, n])
        slot = hashed & (len(index) - 1)
        while index[slot] != 0:
            place = index[slot] - 1
            record = records[place]
            if record.is_tree == 1 and record.lefts == lefts and record.rights == rights:
                same = True
                for n in range(lefts):
                    same = same and options[record.left + n] == work[0, n]
                for n in range(rights):
                    same = same and options[record.right + n] == work[1, n]
                if same:
                    return int(place)
            slot = (slot + 1) & (len(index) - 1)
        begin = store.counters.used
        if begin + lefts + rights > len(options):
            return lacks(store.counters, OPTIONS_LACK)
        if not fits(store.counters, len(store.records), len(store.index)):
            return -1
        place = store.counters.forms
        index[slot] = place + 1
        store.counters.forms = place + 1
        record = records[place]
        record.negative = -1
        record.is_tree = 1
        record.left = begin
        record.lefts = lefts
        record.right = begin + lefts
        record.rights = rights
        for n in range(lefts):
            options[begin + n] = work[0, n]
        for n in range(rights):
            options[begin + lefts + n] = work[1, n]
        store.counters.used = begin + lefts + rights
        return int(place)

    return jit.recursive(find_or_make_ups), jit.recursive(find_or_make_tree)


def build_result_cache_kernels(jit: Jit) -> tuple[Any, Any, Any, Any]:
    """Return look_up_comparison(compared, a, b) -> 1, 0, -1, store_comparison(..., answer); two for sums.

    What was kept last at a slot is what the slot knows.
    """
    mix = build_mix_kernel(jit)

    def find_slot(first: int, second: int, size: int) -> Any:
        return np.int64(mix(np.int64(first) << np.int64(31) | np.int64(second)) >> np.uint64(2)) & (size - 1)

    slot = jit.inline(find_slot)

    def look_up_comparison(compared: Any, first: int, second: int) -> Any:
        kept = compared[slot(first, second, len(compared))]
        return int(kept & 1) if kept >> 1 == (first << 31 | second) else -1

    def store_comparison(compared: Any, first: int, second: int, answer: int) -> None:
        compared[slot(first, second, len(compared))] = (first << 31 | second) << 1 | answer

    def look_up_sum(added: Any, first: int, second: int) -> Any:
        place = slot(first, second, len(added))
        return int(added[place, 1]) if added[place, 0] == first << 31 | second else -1

    def store_sum(added: Any, first: int, second: int, total: int) -> None:
        place = slot(first, second, len(added))
        added[place, 0] = first << 31 | second
        added[place, 1] = total

    return (
        jit.inline(look_up_comparison),
        jit.inline(store_comparison),
        jit.inline(look_up_sum),
        jit.inline(store_sum),
    )


def build_enter_recursion_kernel(jit: Jit) -> Any:
    """Return enter_call(counters): go one call deeper; whether it may be. The caller later lowers `depth`."""

    def enter_call(counters: Any) -> bool:
        if counters.status != DONE:
            return False
        counters.depth += 1
        counters.steps += 1
        if counters.depth > counters.deepest:
            counters.status = FAR
        elif counters.steps > counters.step_limit:
            counters.status = PAUSED
        return bool(counters.status == DONE)

    return jit.inline(enter_call)


def build_scratch_stack_kernels(jit: Jit) -> tuple[Any, Any]:
    """Return push_form(scratch, counters, form), and move_to_work(store, base, middle).

    Both return whether the arrays were large enough; `push_form` refuses a form that is -1.
    """

    def push_form(scratch: Any, counters: Any, form: int) -> bool:
        top = counters.top
        if form < 0:
            return False
        if top >= len(scratch):
            counters.status = FULL
            counters.lacking = SCRATCH_LACKS
            return False
        scratch[top] = form
        counters.top = top + 1
        return True

    def move_to_work(store: Any, base: int, middle: int) -> bool:
        """Move what lies above `base` into `work`, Left's options up to `middle`."""
        top = store.counters.top
        if max(middle - base, top - middle) > store.work.shape[1]:
            store.counters.status = FULL
            store.counters.lacking = WORK_LACKS
            return False
        for n in range(base, middle):
            store.work[0, n - base] = store.scratch[n]
        for n in range(middle, top):
            store.work[1, n - middle] = store.scratch[n]
        store.counters.top = base
        return True

    return jit.inline(push_form), jit.recursive(move_to_work)


def build_rebuild_index_kernel(jit: Jit) -> Any:
    """Return enter_all_records(store): enter all records into an index that is empty."""
    stir, hash_ups = build_hash_forms_kernels(jit)

    def enter_all_records(store: Any) -> None:
        records, options, index = store.records, store.options, store.index
        for place in range(store.counters.forms):
            record = records[place]
            if record.is_tree == 0:
                slot = hash_ups(record.numerator, record.exponent, record.ups, record.nimber)
            else:
                slot = stir(record.lefts, record.rights)
                for n in range(record.lefts + record.rights):
                    slot = stir(slot, options[record.left + n])
            slot &= len(index) - 1
            while index[slot] != 0:
                slot = (slot + 1) & (len(index) - 1)
            index[slot] = place + 1

    return jit.kernel(enter_all_records)
