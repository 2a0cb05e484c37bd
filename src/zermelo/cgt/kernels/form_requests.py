"""The kernel of a store of canonical forms, with one entry point for all requests.

It is one because each entry point takes all compiled functions with it: seven of them took 20 s of a core to
compile, and this one takes 11. Calling less of it inline gained nothing more.
"""

from typing import Any, Final

from zermelo.cgt.kernels.canonical_form_kernels import build_canonical_form_kernels
from zermelo.cgt.kernels.component_kernels import ComponentArrays
from zermelo.cgt.kernels.form_comparison import build_form_comparison_kernels
from zermelo.cgt.kernels.form_store_kernels import (
    ZERO,
    FormArrays,
    build_compare_numbers_kernel,
    build_find_or_make_form_kernels,
    build_scratch_stack_kernels,
)
from zermelo.cgt.kernels.form_sums import build_form_addition_kernel, build_form_negation_kernel
from zermelo.compiler.kernels import DONE, Jit

# Questions, with what follows them in a request, and the answer.
NUMBER: Final = 0  # numerator, exponent, ups, nimber -> form
MAKE: Final = 1  # lefts, rights -> form, of the options work[0, :lefts] and work[1, :rights]
ADD: Final = 2  # a, b -> form
NEGATE: Final = 3  # a -> form
LESS: Final = 4  # a, b -> 1 where a <= b, else 0
OPTIONS: Final = 5  # a -> 0, once its options are in the store
EVALUATE: Final = 6  # begin, end -> how many of `order` have their form, should it come back early
REQUEST: Final = 5  # words


def build_answer_form_request_kernel(jit: Jit) -> Any:
    """Return answer_request(store, request, graph, order, values) -> the answer.

    It counts only where `counters.status` is DONE; EVALUATE goes on where it stopped. The last three are for
    EVALUATE: see `components` for the graph and `order`; `values` [components] int64 receives forms.
    """
    ups, tree = build_find_or_make_form_kernels(jit)
    numbers = build_compare_numbers_kernel(jit)
    open_options, is_at_most = build_form_comparison_kernels(ups, numbers, jit)
    canonical, complete = build_canonical_form_kernels(ups, tree, numbers, open_options, is_at_most, jit)
    lay, lift = build_scratch_stack_kernels(jit)
    plus = build_form_addition_kernel(ups, open_options, (canonical, complete), (lay, lift), jit)
    minus = build_form_negation_kernel(ups, complete, jit)

    def store_component_forms(
        store: FormArrays, graph: ComponentArrays, order: Any, values: Any, begin: int, end: int
    ) -> Any:
        counters, scratch = store.counters, store.scratch
        for n in range(begin, end):
            component = order[n]
            middle = 0
            for player in range(2):
                middle = counters.top
                for option in range(graph.heads[component, player], graph.heads[component, player + 1]):
                    total = ZERO
                    for piece in range(graph.runs[option], graph.runs[option + 1]):
                        total = plus(store, total, values[graph.pieces[piece]])
                        if total < 0:
                            return n
                    if not lay(scratch, counters, total):
                        return n
            lefts, rights = middle, counters.top - middle
            if not lift(store, 0, middle):
                return n
            form = canonical(store, lefts, rights)
            if form < 0:
                return n
            values[component] = form
        return end

    each = jit.inline(store_component_forms)

    def answer_request(
        store: FormArrays, request: Any, graph: ComponentArrays, order: Any, values: Any
    ) -> Any:
        counters = store.counters
        counters.status = DONE
        counters.top = counters.depth = counters.steps = 0
        question, first, second = request[0], request[1], request[2]
        if question == NUMBER:
            return ups(store, first, second, request[3], request[4])
        if question == MAKE:
            return canonical(store, first, second)
        if question == ADD:
            return plus(store, first, second)
        if question == NEGATE:
            return minus(store, first)
        if question == LESS:
            return is_at_most(store, first, second)
        if question == OPTIONS:
            open_options(store, first)
            return 0
        return each(store, graph, order, values, first, second)

    return jit.kernel(answer_request)
