"""Comparing canonical forms: G <= H where Right, moving second, wins G - H.

The difference is never built: G <= H means that no left option of G is at least H, and no right option of H
is at most G. Forms of ups are compared by arithmetic; stops decide most other pairs; answers are kept.
"""

from typing import Any

from zermelo.cgt.kernels.form_store_kernels import (
    MOST_HEAP,
    OPTIONS_LACK,
    build_enter_recursion_kernel,
    build_is_number_kernel,
    build_result_cache_kernels,
)
from zermelo.compiler.kernels import DONE, FULL, MANY, Jit


def build_form_comparison_kernels(ups: Any, numbers: Any, jit: Jit) -> tuple[Any, Any]:
    """Return store_options_of_ups(store, form), and is_at_most(store, a, b) -> whether a <= b.

    A comparison asks the stops first: a <= b implies that neither stop of a is greater than b's, and follows
    where a's left stop is less than b's right stop.
    """
    known, keep, _, _ = build_result_cache_kernels(jit)
    step = build_enter_recursion_kernel(jit)

    def store_options_of_ups(store: Any, form: int) -> None:
        """Make the options of a form of ups, unless they are made already."""
        if store.records[form].left >= 0:
            return
        record = store.records[form]
        numerator, exponent = record.numerator, record.exponent
        many, nimber = record.ups, record.nimber
        if many == 0 and nimber > MOST_HEAP:
            store.counters.status = MANY
            return
        if many == 0 and nimber == 0:
            lefts = 1 if exponent > 0 or numerator > 0 else 0
            rights = 1 if exponent > 0 or numerator < 0 else 0
        elif many == 0:
            lefts = rights = nimber
        else:
            lefts = 2 if many == 1 and nimber == 1 else 1
            rights = 2 if many == -1 and nimber == 1 else 1
        begin = store.counters.used
        if begin + lefts + rights > len(store.options):
            store.counters.status = FULL
            store.counters.lacking = OPTIONS_LACK
            return
        for n in range(lefts + rights):
            turn = n if n < lefts else n - lefts
            is_left = n < lefts
            if many == 0 and nimber == 0:
                option = ups(store, numerator - 1 if is_left else numerator + 1, exponent, 0, 0)
            elif many == 0 or (many > 0) == is_left or (nimber == 1 and (many == 1 or many == -1)):
                option = ups(store, numerator, exponent, 0, turn)
            else:
                option = ups(store, numerator, exponent, many - 1 if many > 0 else many + 1, nimber ^ 1)
            if option < 0:
                return
            store.options[begin + n] = option
        store.counters.used = begin + lefts + rights
        store.records[form].left = begin
        store.records[form].lefts = lefts
        store.records[form].right = begin + lefts
        store.records[form].rights = rights

    open_options = jit.recursive(store_options_of_ups)

    def is_ups_at_most(records: Any, first: int, second: int) -> Any:
        order = numbers(records, first, second)
        if order != 0:
            return 1 if order < 0 else 0
        more = records[second].ups - records[first].ups
        nimber = records[second].nimber ^ records[first].nimber
        if more == 0:
            return 1 if nimber == 0 else 0
        return 1 if more > 1 or (more == 1 and nimber != 1) else 0

    arithmetic = jit.inline(is_ups_at_most)

    plain = build_is_number_kernel(jit)

    def is_at_most(store: Any, first: int, second: int) -> Any:
        if first == second:
            return 1
        records = store.records
        if records[first].is_tree == 0 and records[second].is_tree == 0:
            return arithmetic(records, first, second)
        if numbers(records, records[first].left_stop, records[second].right_stop) < 0:
            return 1
        if numbers(records, records[first].left_stop, records[second].left_stop) > 0:
            return 0
        if numbers(records, records[first].right_stop, records[second].right_stop) > 0:
            return 0
        kept = known(store.compared, first, second)
        if kept >= 0:
            return kept
        if not step(store.counters):
            return 0
        answer = 1
        if not plain(records, first):  # a number's options are never better than the other's
            open_options(store, first)
            begin = records[first].left
            for n in range(records[first].lefts):
                if is_at_most(store, second, store.options[begin + n]) == 1:
                    answer = 0
                    break
        if answer == 1 and not plain(records, second):
            open_options(store, second)
            begin = records[second].right
            for n in range(records[second].rights):
                if is_at_most(store, store.options[begin + n], first) == 1:
                    answer = 0
                    break
        if store.counters.status == DONE:
            store.counters.depth -= 1
            store.counters.comparisons += 1
            keep(store.compared, first, second, answer)
        return answer

    is_at_most = jit.recursive(is_at_most)
    return open_options, is_at_most
