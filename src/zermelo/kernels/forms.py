"""Canonical forms of short partizan games: kept once each, compared, added, and made from any options.

A form is a number, its place in `records`; equal games have equal places. Two kinds:

* *ups*: x + n.up + *k, a dyadic number, ups and a nimber, in four words. Their options are made when somebody
  asks; they are added and compared by arithmetic.
* *tree*: everything else, two sorted runs of places in `options`. It is no number, so numbers never are
  options that both would rather play elsewhere (the number avoidance theorem), and both stops are known.

References: J. H. Conway, *On numbers and games* (1976), chapters 8 to 10; A. N. Siegel, *Combinatorial game
theory* (2013), chapter II: options that are dominated go, reversible ones are replaced by what lies behind,
and what is left is unique.

A store is the tuple of arrays

    records   [capacity, FIELDS] int64
    options   [capacity] int64, places
    index     [slots] int64, place + 1 by content; slots are a power of two
    compared  [slots] int64, answers to "is a <= b", a cache that forgets
    added     [slots, 2] int64, sums, a cache that forgets
    scratch   [room] int64, options of sums that are being made
    work      [2, room] int64, options that are being made canonical
    counters  [COUNTERS] int64

Kernels write what they lack into `counters[STATUS]` and come back at once; the caller makes room and calls
again:

    FULL    an array, `counters[LACKING]`
    RANGE   a number does not fit
    MANY    a nim heap of more than MOST_HEAP would have to be opened
    FAR     recursion went deeper than `counters[DEEPEST]`, which the machine's stack may not hold
    PAUSED  more than `counters[PATIENCE]` steps were taken; the caller may lower it meanwhile, and so stop it
"""

from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.kernels import DONE, FAR, FULL, RANGE, Jit
from zermelo.kernels.hashing import build_mix

# Fields of a record. A tree has no number; its options, and those of ups once asked for, are runs of
# `options`.
IS_TREE: Final = 0
NUMERATOR: Final = 1
EXPONENT: Final = 2  # the number is NUMERATOR / 2 ** EXPONENT, NUMERATOR odd or EXPONENT 0
UPS: Final = 3
NIMBER: Final = 4
LEFT: Final = 5  # where Left's options begin; -1 while nobody has asked
LEFTS: Final = 6
RIGHT: Final = 7
RIGHTS: Final = 8
NEGATIVE: Final = 9  # a place, or -1
LEFT_STOP: Final = 10  # places of numbers; of ups, the number's own
RIGHT_STOP: Final = 11
FIELDS: Final = 12

STATUS: Final = 0
FORMS: Final = 1  # how many records there are
USED: Final = 2  # how many options
TOP: Final = 3  # of scratch
LACKING: Final = 4  # which array is full, as its place in the store
COMPARISONS: Final = 5  # kept, so that the caller knows when the caches are small
SUMS: Final = 6
DEPTH: Final = 7  # calls in calls
DEEPEST: Final = 8  # of them, at most so many
STEPS: Final = 9  # comparisons and sums that were begun, and none that were remembered
PATIENCE: Final = 10  # of them, at most so many
COUNTERS: Final = 11

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


class Store(NamedTuple):
    """The arrays of a store; see the module."""

    records: Any
    options: Any
    index: Any
    compared: Any
    added: Any
    scratch: Any
    work: Any
    counters: Any


def build_numbers(jit: Jit) -> Any:
    """Return order(records, a, b): -1, 0 or 1 as the number of one form of ups is less, equal or greater."""

    def order(records: Any, first: int, second: int) -> Any:
        one, other = records[first, NUMERATOR], records[second, NUMERATOR]
        fine, finer = records[first, EXPONENT], records[second, EXPONENT]
        whole, larger = one >> fine, other >> finer
        if whole != larger:
            return -1 if whole < larger else 1
        rest = (one - (whole << fine)) << (FINEST - fine)
        more = (other - (larger << finer)) << (FINEST - finer)
        return 0 if rest == more else -1 if rest < more else 1

    return jit.inline(order)


def build_plain(jit: Jit) -> Any:
    """Return plain(records, form) -> whether it is a number."""

    def is_number(records: Any, form: int) -> bool:
        return bool(records[form, IS_TREE] == 0 and records[form, UPS] == 0 and records[form, NIMBER] == 0)

    return jit.inline(is_number)


def build_hashes(jit: Jit) -> tuple[Any, Any]:
    """Return stir(word, word) -> a hash, at least 0, and hash_ups(numerator, exponent, ups, nimber)."""
    mix = build_mix(jit)

    def scatter(word: int, more: int) -> Any:
        return np.int64(mix(np.int64(word) * np.int64(1_000_003) + np.int64(more)) >> np.uint64(2))

    stir = jit.inline(scatter)

    def ups_hash(numerator: int, exponent: int, ups: int, nimber: int) -> Any:
        return stir(stir(numerator, exponent), stir(ups, nimber))

    return stir, jit.inline(ups_hash)


def build_intern(jit: Jit) -> tuple[Any, Any]:
    """Return ups(store, numerator, exponent, ups, nimber) and tree(store, lefts, rights) -> place, or -1.

    `tree` takes the runs `work[0, :lefts]` and `work[1, :rights]`, sorted.
    """
    stir, hash_ups = build_hashes(jit)

    def lack(counters: Any, array: int) -> Any:
        counters[STATUS] = FULL
        counters[LACKING] = array
        return -1

    lacks = jit.inline(lack)

    def has_room(counters: Any, records: int, slots: int) -> bool:
        if counters[FORMS] + 1 >= records:
            lacks(counters, RECORDS_LACK)
            return False
        if 2 * counters[FORMS] >= slots:
            lacks(counters, INDEX_LACKS)
            return False
        return True

    fits = jit.inline(has_room)

    def ups_of(store: Any, numerator: int, exponent: int, ups: int, nimber: int) -> Any:
        while exponent > 0 and numerator & 1 == 0:
            numerator >>= 1
            exponent -= 1
        large = numerator >= LARGEST or numerator <= -LARGEST or exponent > FINEST
        if large or ups >= LARGEST or ups <= -LARGEST or nimber >= LARGEST:
            store.counters[STATUS] = RANGE
            return -1
        records, index = store.records, store.index
        slot = hash_ups(numerator, exponent, ups, nimber) & (len(index) - 1)
        while index[slot] != 0:
            place = index[slot] - 1
            record = records[place]
            if (
                record[IS_TREE] == 0
                and record[NUMERATOR] == numerator
                and record[EXPONENT] == exponent
                and record[UPS] == ups
                and record[NIMBER] == nimber
            ):
                return int(place)
            slot = (slot + 1) & (len(index) - 1)
        if not fits(store.counters, len(store.records), len(store.index)):
            return -1
        place = store.counters[FORMS]
        index[slot] = place + 1
        store.counters[FORMS] = place + 1
        record = records[place]
        record[NEGATIVE] = -1
        record[IS_TREE] = 0
        record[NUMERATOR] = numerator
        record[EXPONENT] = exponent
        record[UPS] = ups
        record[NIMBER] = nimber
        record[LEFT] = -1
        record[LEFT_STOP] = place
        record[RIGHT_STOP] = place
        return int(place)

    def tree_of(store: Any, lefts: int, rights: int) -> Any:
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
            if record[IS_TREE] == 1 and record[LEFTS] == lefts and record[RIGHTS] == rights:
                same = True
                for n in range(lefts):
                    same = same and options[record[LEFT] + n] == work[0, n]
                for n in range(rights):
                    same = same and options[record[RIGHT] + n] == work[1, n]
                if same:
                    return int(place)
            slot = (slot + 1) & (len(index) - 1)
        begin = store.counters[USED]
        if begin + lefts + rights > len(options):
            return lacks(store.counters, OPTIONS_LACK)
        if not fits(store.counters, len(store.records), len(store.index)):
            return -1
        place = store.counters[FORMS]
        index[slot] = place + 1
        store.counters[FORMS] = place + 1
        record = records[place]
        record[NEGATIVE] = -1
        record[IS_TREE] = 1
        record[LEFT] = begin
        record[LEFTS] = lefts
        record[RIGHT] = begin + lefts
        record[RIGHTS] = rights
        for n in range(lefts):
            options[begin + n] = work[0, n]
        for n in range(rights):
            options[begin + lefts + n] = work[1, n]
        store.counters[USED] = begin + lefts + rights
        return int(place)

    return jit.recursive(ups_of), jit.recursive(tree_of)


def build_recall(jit: Jit) -> tuple[Any, Any, Any, Any]:
    """Return known(compared, a, b) -> 1, 0 or -1, keep(compared, a, b, answer); known_sum and keep_sum alike.

    What was kept last at a slot is what the slot knows.
    """
    mix = build_mix(jit)

    def slot_of(first: int, second: int, size: int) -> Any:
        return np.int64(mix(np.int64(first) << np.int64(31) | np.int64(second)) >> np.uint64(2)) & (size - 1)

    slot = jit.inline(slot_of)

    def known(compared: Any, first: int, second: int) -> Any:
        kept = compared[slot(first, second, len(compared))]
        return int(kept & 1) if kept >> 1 == (first << 31 | second) else -1

    def keep(compared: Any, first: int, second: int, answer: int) -> None:
        compared[slot(first, second, len(compared))] = (first << 31 | second) << 1 | answer

    def known_sum(added: Any, first: int, second: int) -> Any:
        place = slot(first, second, len(added))
        return int(added[place, 1]) if added[place, 0] == first << 31 | second else -1

    def keep_sum(added: Any, first: int, second: int, total: int) -> None:
        place = slot(first, second, len(added))
        added[place, 0] = first << 31 | second
        added[place, 1] = total

    return jit.inline(known), jit.inline(keep), jit.inline(known_sum), jit.inline(keep_sum)


def build_step(jit: Jit) -> Any:
    """Return step(counters): go one call deeper; whether it may be. Who comes back takes one off DEPTH."""

    def deeper(counters: Any) -> bool:
        if counters[STATUS] != DONE:
            return False
        counters[DEPTH] += 1
        counters[STEPS] += 1
        if counters[DEPTH] > counters[DEEPEST]:
            counters[STATUS] = FAR
        elif counters[STEPS] > counters[PATIENCE]:
            counters[STATUS] = PAUSED
        return bool(counters[STATUS] == DONE)

    return jit.inline(deeper)


def build_scratch(jit: Jit) -> tuple[Any, Any]:
    """Return lay(scratch, counters, form), which puts a form on top, and lift(store, base, middle).

    Both return whether there was room; `lay` refuses a form that is -1.
    """

    def push(scratch: Any, counters: Any, form: int) -> bool:
        top = counters[TOP]
        if form < 0:
            return False
        if top >= len(scratch):
            counters[STATUS] = FULL
            counters[LACKING] = SCRATCH_LACKS
            return False
        scratch[top] = form
        counters[TOP] = top + 1
        return True

    def take(store: Any, base: int, middle: int) -> bool:
        """Move what lies above `base` into `work`, Left's options up to `middle`."""
        top = store.counters[TOP]
        if max(middle - base, top - middle) > store.work.shape[1]:
            store.counters[STATUS] = FULL
            store.counters[LACKING] = WORK_LACKS
            return False
        for n in range(base, middle):
            store.work[0, n - base] = store.scratch[n]
        for n in range(middle, top):
            store.work[1, n - middle] = store.scratch[n]
        store.counters[TOP] = base
        return True

    return jit.inline(push), jit.recursive(take)


def build_reindex(jit: Jit) -> Any:
    """Return reindex(store): enter all records into an index that is empty."""
    stir, hash_ups = build_hashes(jit)

    def reindex(store: Any) -> None:
        records, options, index = store.records, store.options, store.index
        for place in range(store.counters[FORMS]):
            record = records[place]
            if record[IS_TREE] == 0:
                slot = hash_ups(record[NUMERATOR], record[EXPONENT], record[UPS], record[NIMBER])
            else:
                slot = stir(record[LEFTS], record[RIGHTS])
                for n in range(record[LEFTS] + record[RIGHTS]):
                    slot = stir(slot, options[record[LEFT] + n])
            slot &= len(index) - 1
            while index[slot] != 0:
                slot = (slot + 1) & (len(index) - 1)
            index[slot] = place + 1

    return jit.kernel(reindex)
