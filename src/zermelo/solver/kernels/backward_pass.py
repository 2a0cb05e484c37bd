"""The backward pass: a tier's answers from its moves' answers, for any fold.

`sweep_backward` takes blocks of positions and does each step for a whole block: make the children, find their
groups in the directory, find their places, fetch their answers, combine. The loads of one step do not
wait for each other, so memory is kept busy: on Connect Four 5x5 this alone took the pass from 3.6 to
1.7 s. Every answer of a position that the enumeration missed, or that lost its record, is noticed.
"""

from typing import Any

import numpy as np

from zermelo.compiler.kernels import DONE, FAR, MISSING, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.position_hashing import build_mix_kernel
from zermelo.core.values import LARGEST_VALUE
from zermelo.solver.kernels.position_folds import BAD, Fold
from zermelo.solver.kernels.slot_lookup import (
    BLOCK,
    KEYED,
    build_evaluate_leaf_kernel,
    build_expand_block_kernel,
)


def build_backward_sweep_kernel(rules: KernelRules, fold: Fold, jit: Jit) -> Any:
    """Return sweep_backward(parents, begin, end, answers, later, work, parameter) -> (next, status).

    `answers[i]` becomes the answer of `parents[i]`. `later` is (keys, answers, offsets, shift): the
    positions that moves lead to, sorted by `mix`, with their directory. `work` is (children int64,
    places int64, heads int64, found [column], signs int8, gains int32), all of one length, at least the
    moves of a position. On success `next` is `end`; otherwise it is the offending parent.
    """
    spread, value_of = build_expand_block_kernel(rules, KEYED, jit), build_evaluate_leaf_kernel(rules, jit)
    locate = build_find_child_answers_kernel(jit)
    leaf, combine = jit.inline(fold.leaf), jit.inline(fold.combine)

    def sweep_backward(
        parents: Any, begin: int, end: int, answers: Any, later: Any, work: Any, parameter: int
    ) -> tuple[int, int]:
        _, _, _, found, signs, gains = work
        bounds = np.empty(BLOCK + 1, np.int64)
        index = begin
        while index < end:
            last, produced, status = spread((parents,), index, end, bounds, work)
            if status != DONE:
                return last, status
            missing = locate(later, work, produced)
            if missing >= 0:
                block = 0
                while bounds[block + 1] <= missing:
                    block += 1
                return index + block, MISSING
            for parent in range(index, last):
                first, beyond = bounds[parent - index], bounds[parent - index + 1]
                if first == beyond:
                    value = value_of(int(parents[parent]))
                    if value > LARGEST_VALUE or value < -LARGEST_VALUE:
                        return parent, VALUE
                    answer = leaf(value, parameter)
                else:
                    answer = combine(found, signs, gains, first, beyond, parameter)
                if answer == BAD:
                    return parent, FAR
                answers[parent] = answer
            index = last
        return end, DONE

    return jit.kernel(sweep_backward)


def build_find_child_answers_kernel(jit: Jit) -> Any:
    """Return find_child_answers(later, work, count) -> -1, or the first child missing.

    Finds the first `count` children's answers. The head of each group and its answer are fetched before
    any group is searched: a branch that waits for memory would hold up all the loads behind it.
    """
    mix = build_mix_kernel(jit)

    def find_child_answers(later: Any, work: Any, count: int) -> int:
        keys, known, offsets, shift = later
        children, places, heads, found, _, _ = work
        last = len(keys) - 1
        if last < 0:
            return 0 if count else -1
        for index in range(count):
            places[index] = np.int64(mix(children[index]) >> shift)
        for index in range(count):
            places[index] = min(np.int64(offsets[places[index]]), last)
        for index in range(count):
            heads[index] = keys[places[index]]
            found[index] = known[places[index]]
        for index in range(count):
            position = children[index]
            if heads[index] == position:
                continue
            place = places[index]
            while keys[place] != position:
                if place == last or mix(keys[place]) > mix(position):
                    return index
                place += 1
            found[index] = known[place]
        return -1

    return jit.inline(find_child_answers)


def build_tally_values_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return tally_values(keys, answers, begin, end, shift, totals) -> (next, status).

    Adds to `totals` [5] int64 the wins, draws and losses counted with whole symmetry classes, then
    the longest remoteness, then the positions.
    """
    orbit = rules.orbit

    def tally_values(
        keys: Any, answers: Any, begin: int, end: int, shift: int, totals: Any
    ) -> tuple[int, int]:
        rest = (1 << shift) - 1
        wins = draws = losses = longest = np.int64(0)
        for index in range(begin, end):
            size = orbit(int(keys[index]))
            answer = np.int64(answers[index])
            if answer & rest != rest:  # else play need not end
                longest = max(longest, answer & rest)
            value = answer >> shift
            if value > 0:
                wins += size
            elif value < 0:
                losses += size
            else:
                draws += size
        totals[0] += wins
        totals[1] += draws
        totals[2] += losses
        totals[3] = max(totals[3], longest)
        totals[4] += wins + draws + losses
        return end, DONE

    return jit.kernel(tally_values)


def build_count_class_sizes_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return count_class_sizes(keys, begin, end, counts) -> (next, status): the size of each key's class."""
    orbit = rules.orbit

    def count_class_sizes(keys: Any, begin: int, end: int, counts: Any) -> tuple[int, int]:
        for index in range(begin, end):
            counts[index] = orbit(int(keys[index]))
        return end, DONE

    return jit.kernel(count_class_sizes)
