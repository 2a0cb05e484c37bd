"""Canonical forms of any options: dominated options are removed, and reversible ones are bypassed.

J. H. Conway, *On numbers and games* (1976), chapter 10. What is left is unique, so equal games are one form.
"""

from typing import Any

from zermelo.cgt.kernels.form_store_kernels import (
    WORK_LACKS,
    build_enter_recursion_kernel,
    build_find_option_range_kernel,
    build_is_number_kernel,
)
from zermelo.compiler.kernels import DONE, FULL, Jit


def build_canonical_form_kernels(
    ups: Any, tree: Any, numbers: Any, open_options: Any, is_at_most: Any, jit: Jit
) -> tuple[Any, Any]:
    """Return make_canonical_form(store, lefts, rights) and complete(store, lefts, rights) -> a form, or -1.

    Both take the options `work[0, :lefts]` and `work[1, :rights]`: any, or those of a form that is canonical
    and no ups already.
    """
    step, options_of = build_enter_recursion_kernel(jit), build_find_option_range_kernel(jit)

    def compare_with_options(store: Any, form: int, lefts: int, rights: int, side: int) -> bool:
        """Return whether a form is at most (`side` 0) or at least (1) the game of the options in `work`."""
        work, records = store.work, store.records
        if not step(store.counters):
            return False
        open_options(store, form)
        other = 1 - side
        for n in range(rights if side == 0 else lefts):
            option = work[other, n]
            smaller, larger = (option, form) if side == 0 else (form, option)
            if is_at_most(store, smaller, larger) == 1:
                store.counters.depth -= 1
                return False
        begin, count = options_of(records[form], side)
        for n in range(count):
            if compare_with_options(store, store.options[begin + n], lefts, rights, other):
                store.counters.depth -= 1
                return False
        store.counters.depth -= 1
        return bool(store.counters.status == DONE)

    compare_with_options = jit.recursive(compare_with_options)

    def drop_dominated(store: Any, side: int, count: int) -> Any:
        """Keep the options that no other one makes needless; return how many."""
        work = store.work
        kept = 0
        for n in range(count):
            option = work[side, n]
            needless = False
            m = 0
            while m < kept:
                other = work[side, m]
                better, worse = (option, other) if side == 0 else (other, option)
                if is_at_most(store, better, worse) == 1:
                    needless = True
                    break
                if is_at_most(store, worse, better) == 1:  # the other is needless
                    kept -= 1
                    work[side, m] = work[side, kept]
                else:
                    m += 1
            if not needless:
                work[side, kept] = option
                kept += 1
        return kept

    prune = jit.recursive(drop_dominated)

    def bypass_reversible(store: Any, side: int, lefts: int, rights: int) -> Any:
        """Replace a side's reversible options by what lies behind the answer; return how many there are."""
        work, records = store.work, store.records
        count = lefts if side == 0 else rights
        n = 0
        while n < count and store.counters.status == DONE:
            option = work[side, n]
            open_options(store, option)
            begin, answers = options_of(records[option], 1 - side)
            behind = -1
            for m in range(answers):
                answer = store.options[begin + m]
                one, other = (count, rights) if side == 0 else (lefts, count)
                if compare_with_options(store, answer, one, other, side):
                    behind = answer
                    break
            if behind < 0:
                n += 1
                continue
            open_options(store, behind)
            begin, more = options_of(records[behind], side)
            if count + more > work.shape[1]:
                store.counters.status = FULL
                store.counters.lacking = WORK_LACKS
                return count
            count -= 1
            work[side, n] = work[side, count]
            for m in range(more):
                work[side, count] = store.options[begin + m]
                count += 1
        return count

    reverse = jit.recursive(bypass_reversible)

    def sort_options(work: Any, side: int, count: int) -> None:
        for n in range(1, count):
            option = work[side, n]
            m = n
            while m > 0 and work[side, m - 1] > option:
                work[side, m] = work[side, m - 1]
                m -= 1
            work[side, m] = option

    put_in_order = jit.inline(sort_options)

    plain = build_is_number_kernel(jit)

    def find_ups_form(store: Any, lefts: int, rights: int) -> Any:
        """Return the form of ups that has these canonical options, or -1 where there is none."""
        work, records = store.work, store.records
        if lefts == 0 and rights == 0:
            return ups(store, 0, 0, 0, 0)
        if lefts == 0:
            return ups(store, records[work[1, 0]].numerator - 1, 0, 0, 0)
        if rights == 0:
            return ups(store, records[work[0, 0]].numerator + 1, 0, 0, 0)
        left, right = work[0, 0], work[1, 0]
        for side in range(2):
            for n in range(lefts if side == 0 else rights):
                if records[work[side, n]].is_tree == 1:
                    return -1
                if numbers(records, left, work[side, n]) != 0 and not (lefts == 1 and rights == 1):
                    return -1
        between = numbers(records, left, right)
        if between < 0 and plain(records, left) and plain(records, right):
            fine = max(records[left].exponent, records[right].exponent)
            one = records[left].numerator << (fine - records[left].exponent)
            other = records[right].numerator << (fine - records[right].exponent)
            return ups(store, one + other, fine + 1, 0, 0)
        if between != 0:
            return -1
        numerator, exponent = records[left].numerator, records[left].exponent
        if lefts == rights and are_nimbers_below(store, 0, lefts) and are_nimbers_below(store, 1, rights):
            return ups(store, numerator, exponent, 0, lefts)
        if rights == 1 and lefts == 2 and plain(records, right) and are_nimbers_below(store, 0, 2):
            return ups(store, numerator, exponent, 1, 1)
        if lefts == 1 and rights == 2 and plain(records, left) and are_nimbers_below(store, 1, 2):
            return ups(store, numerator, exponent, -1, 1)
        if lefts == 1 and rights == 1:
            if plain(records, left) and records[right].ups >= 0 and not plain(records, right):
                return ups(store, numerator, exponent, records[right].ups + 1, records[right].nimber ^ 1)
            if plain(records, right) and records[left].ups <= 0 and not plain(records, left):
                return ups(store, numerator, exponent, records[left].ups - 1, records[left].nimber ^ 1)
        return -1

    def are_nimbers_below(store: Any, side: int, count: int) -> bool:
        """Return whether a side's options are a number plus 0, *, *2, ..., `count` of them."""
        work, records = store.work, store.records
        for nimber in range(count):
            found = False
            for n in range(count):
                option = work[side, n]
                found = found or (records[option].ups == 0 and records[option].nimber == nimber)
            if not found:
                return False
        return True

    are_nimbers_below = jit.recursive(are_nimbers_below)
    recognise = jit.recursive(find_ups_form)

    def make_canonical_tree(store: Any, lefts: int, rights: int) -> Any:
        """Return the form with these canonical options, which is no number."""
        records, work = store.records, store.work
        put_in_order(work, 0, lefts)
        put_in_order(work, 1, rights)
        place = tree(store, lefts, rights)
        if place < 0:
            return -1
        best = records[work[0, 0]].right_stop
        for n in range(1, lefts):
            stop = records[work[0, n]].right_stop
            if numbers(records, best, stop) < 0:
                best = stop
        records[place].left_stop = best
        best = records[work[1, 0]].left_stop
        for n in range(1, rights):
            stop = records[work[1, n]].left_stop
            if numbers(records, best, stop) > 0:
                best = stop
        records[place].right_stop = best
        return int(place)

    complete = jit.recursive(make_canonical_tree)

    def make_canonical_form(store: Any, lefts: int, rights: int) -> Any:
        lefts = prune(store, 0, lefts)
        rights = prune(store, 1, rights)
        lefts = reverse(store, 0, lefts, rights)
        rights = reverse(store, 1, lefts, rights)
        lefts = prune(store, 0, lefts)
        rights = prune(store, 1, rights)
        if store.counters.status != DONE:
            return -1
        place = recognise(store, lefts, rights)
        if place >= 0 or store.counters.status != DONE:
            return place
        return complete(store, lefts, rights)

    return jit.recursive(make_canonical_form), complete
