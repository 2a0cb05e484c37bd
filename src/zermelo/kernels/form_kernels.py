"""The kernels of a store of canonical forms, which share one set of compiled functions."""

from typing import Any

from zermelo.kernels import DONE, FULL, Jit
from zermelo.kernels.components import Components
from zermelo.kernels.form_canonical import build_canonical
from zermelo.kernels.form_order import build_order
from zermelo.kernels.form_sums import build_negatives, build_sums
from zermelo.kernels.forms import (
    LACKING,
    STATUS,
    TOP,
    WORK_LACKS,
    ZERO,
    Store,
    build_intern,
    build_numbers,
    build_scratch,
)


def build_forms(jit: Jit) -> tuple[Any, ...]:
    """Return the kernels of a store: number, make, add, negate, less, options and evaluate.

    number(store, numerator, exponent, ups, nimber) -> form
    make(store, lefts, rights) -> form, of any options [n] int64
    add(store, a, b) -> form
    negate(store, a) -> form
    less(store, a, b) -> 1 where a <= b, else 0
    options(store, a) -> 0, once the options of `a` are in the store
    evaluate(store, graph, order, values, begin, end) -> how many of `order` have their form

    What they return counts only where `counters[STATUS]` is DONE; `evaluate` goes on where it stopped. Its
    `values` [components] int64 receives forms; see `components` for the graph and `order`.
    """
    ups, tree = build_intern(jit)
    numbers = build_numbers(jit)
    open_options, less = build_order(ups, numbers, jit)
    canonical, complete = build_canonical(ups, tree, numbers, open_options, less, jit)
    lay, lift = build_scratch(jit)
    plus = build_sums(ups, open_options, (canonical, complete), (lay, lift), jit)
    minus = build_negatives(ups, complete, jit)

    def begin(store: Any) -> None:
        store.counters[STATUS] = DONE
        store.counters[TOP] = 0

    start = jit.inline(begin)

    def number(store: Any, numerator: int, exponent: int, many: int, nimber: int) -> Any:
        start(store)
        return ups(store, numerator, exponent, many, nimber)

    def make(store: Any, lefts: Any, rights: Any) -> Any:
        start(store)
        if len(lefts) > store.work.shape[1] or len(rights) > store.work.shape[1]:
            store.counters[STATUS] = FULL
            store.counters[LACKING] = WORK_LACKS
            return -1
        for n in range(len(lefts)):
            store.work[0, n] = lefts[n]
        for n in range(len(rights)):
            store.work[1, n] = rights[n]
        return canonical(store, len(lefts), len(rights))

    def add(store: Any, first: int, second: int) -> Any:
        start(store)
        return plus(store, first, second)

    def negate(store: Any, form: int) -> Any:
        start(store)
        return minus(store, form)

    def is_less(store: Any, first: int, second: int) -> Any:
        start(store)
        return less(store, first, second)

    def options(store: Any, form: int) -> Any:
        start(store)
        open_options(store, form)
        return 0

    def evaluate(store: Store, graph: Components, order: Any, values: Any, begin: int, end: int) -> Any:
        start(store)
        counters = store.counters
        for n in range(begin, end):
            component = order[n]
            middle = 0
            for player in range(2):
                middle = counters[TOP]
                for option in range(graph.heads[component, player], graph.heads[component, player + 1]):
                    total = ZERO
                    for piece in range(graph.runs[option], graph.runs[option + 1]):
                        total = plus(store, total, values[graph.pieces[piece]])
                        if total < 0:
                            return n
                    if not lay(store, total):
                        return n
            lefts, rights = middle, counters[TOP] - middle
            if not lift(store, 0, middle):
                return n
            form = canonical(store, lefts, rights)
            if form < 0:
                return n
            values[component] = form
        return end

    return tuple(jit.kernel(each) for each in (number, make, add, negate, is_less, options, evaluate))
