"""Sums and negatives of canonical forms."""

from typing import Any

from zermelo.cgt.kernels.form_store_kernels import (
    LARGEST,
    WORK_LACKS,
    ZERO,
    build_enter_recursion_kernel,
    build_find_option_range_kernel,
    build_is_number_kernel,
    build_result_cache_kernels,
)
from zermelo.compiler.kernels import DONE, FULL, RANGE, Jit


def build_form_addition_kernel(
    ups: Any, open_options: Any, made: tuple[Any, Any], scratch: tuple[Any, Any], jit: Jit
) -> Any:
    """Return add_forms(store, a, b) -> the form of a + b, or -1.

    A number is added to a tree by adding it to the tree's options (the number translation theorem), and what
    comes out is canonical; otherwise all sums of an option and the other are made canonical.
    """
    canonical, complete = made
    lay, lift = scratch
    _, _, known_sum, keep_sum = build_result_cache_kernels(jit)
    step, options_of = build_enter_recursion_kernel(jit), build_find_option_range_kernel(jit)

    def add_ups(store: Any, first: int, second: int) -> Any:
        records = store.records
        fine = max(records[first].exponent, records[second].exponent)
        one, other = records[first].numerator, records[second].numerator
        up, higher = fine - records[first].exponent, fine - records[second].exponent
        if (
            one >= LARGEST >> up
            or -one >= LARGEST >> up
            or other >= LARGEST >> higher
            or -other >= LARGEST >> higher
        ):
            store.counters.status = RANGE
            return -1
        many = records[first].ups + records[second].ups
        nimber = records[first].nimber ^ records[second].nimber
        return ups(store, (one << up) + (other << higher), fine, many, nimber)

    arithmetic = jit.recursive(add_ups)

    plain = build_is_number_kernel(jit)

    def add_forms(store: Any, first: int, second: int) -> Any:
        if first == ZERO:
            return second
        if second == ZERO:
            return first
        records = store.records
        if records[first].is_tree == 0 and records[second].is_tree == 0:
            return arithmetic(store, first, second)
        if first > second:
            first, second = second, first
        total = known_sum(store.added, first, second)
        if total >= 0:
            return total
        if not step(store.counters):
            return -1
        open_options(store, first)
        open_options(store, second)
        if store.counters.status != DONE:
            return -1
        counters = store.counters
        moves_first, moves_second = not plain(records, first), not plain(records, second)
        base = counters.top
        middle = base
        for side in range(2):
            if moves_first:
                begin, count = options_of(records[first], side)
                for n in range(count):
                    if not lay(store.scratch, counters, add_forms(store, store.options[begin + n], second)):
                        return -1
            if moves_second:
                begin, count = options_of(records[second], side)
                for n in range(count):
                    if not lay(store.scratch, counters, add_forms(store, first, store.options[begin + n])):
                        return -1
            if side == 0:
                middle = counters.top
        lefts, rights = middle - base, counters.top - middle
        if not lift(store, base, middle):
            return -1
        if moves_first and moves_second:
            total = canonical(store, lefts, rights)
        else:
            total = complete(store, lefts, rights)
        if total >= 0:
            counters.depth -= 1
            counters.sums += 1
            keep_sum(store.added, first, second, total)
        return total

    add_forms = jit.recursive(add_forms)
    return add_forms


def build_form_negation_kernel(ups: Any, complete: Any, jit: Jit) -> Any:
    """Return negate_form(store, form) -> the form of -form, or -1."""
    step = build_enter_recursion_kernel(jit)

    def negate_form(store: Any, form: int) -> Any:
        record = store.records[form]
        if record.negative >= 0:
            return int(record.negative)
        if not step(store.counters):
            return -1
        if record.is_tree == 0:
            negative = ups(store, -record.numerator, record.exponent, -record.ups, record.nimber)
        else:
            lefts, rights = record.lefts, record.rights
            for n in range(lefts + rights):
                if negate_form(store, store.options[record.left + n]) < 0:
                    return -1
            if max(lefts, rights) > store.work.shape[1]:
                store.counters.status = FULL
                store.counters.lacking = WORK_LACKS
                return -1
            for n in range(rights):
                store.work[0, n] = store.records[store.options[record.right + n]].negative
            for n in range(lefts):
                store.work[1, n] = store.records[store.options[record.left + n]].negative
            negative = complete(store, rights, lefts)
        if negative >= 0:
            store.counters.depth -= 1
            store.records[form].negative = negative
            store.records[negative].negative = form
        return negative

    negate_form = jit.recursive(negate_form)
    return negate_form
