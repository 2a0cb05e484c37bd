"""The check of a solution: every answer is recomputed from the stored answers that its moves lead to."""

from typing import Any

import numpy as np

from zermelo.compiler.kernels import DONE, FAR, MISSING, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import LARGEST_VALUE
from zermelo.solver.kernels.position_folds import BAD, Fold
from zermelo.solver.kernels.slot_lookup import (
    BLOCK,
    SlotLookup,
    build_evaluate_leaf_kernel,
    build_expand_block_kernel,
    build_find_places_of_children_kernel,
    build_get_position_at_place_kernel,
)


def build_recompute_answers(
    rules: KernelRules, here: SlotLookup, there: SlotLookup, fold: Fold, jit: Jit
) -> Any:
    """Return recompute_answers(tables, begin, end, answers, again, blank, work, parameter) -> (next, status).

    `again[place - begin]` becomes what the moves' `answers` [all places] give, `blank` where there is no
    position. MISSING where a move leads to a place without one. `work` as of `build_expand_block_kernel`.
    """
    at, find = (
        build_get_position_at_place_kernel(rules, here, jit),
        build_find_places_of_children_kernel(rules, there, jit),
    )
    spread, value_of = build_expand_block_kernel(rules, here, jit), build_evaluate_leaf_kernel(rules, jit)
    leaf, combine = jit.inline(fold.leaf), jit.inline(fold.combine)

    def recompute_answers(
        tables: Any, begin: int, end: int, answers: Any, again: Any, blank: int, work: Any, parameter: int
    ) -> tuple[int, int]:
        children, places, heads, found, signs, gains = work
        bounds = np.empty(BLOCK + 1, np.int64)
        index = begin
        while index < end:
            last, made, status = spread(tables, index, end, bounds, work)
            if status != DONE:
                return last, status
            missing = find(tables, children, places, heads, made)
            if missing < 0:
                for each in range(made):
                    if places[each] >= len(answers) or answers[places[each]] == blank:
                        missing = each
                        break
                    found[each] = answers[places[each]]
            if missing >= 0:
                block = 0
                while bounds[block + 1] <= missing:
                    block += 1
                return index + block, MISSING
            for place in range(index, last):
                start, stop = bounds[place - index], bounds[place - index + 1]
                if start < stop:
                    answer = combine(found, signs, gains, start, stop, parameter)
                else:
                    position = int(at(tables, place))
                    if position < 0:
                        again[place - begin] = blank
                        continue
                    value = value_of(position)
                    if value > LARGEST_VALUE or value < -LARGEST_VALUE:
                        return place, VALUE
                    answer = leaf(value, parameter)
                if answer == BAD:
                    return place, FAR
                again[place - begin] = answer
            index = last
        return end, DONE

    return jit.kernel(recompute_answers)
