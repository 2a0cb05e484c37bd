"""A game's moves as arrays: made once by the rules, so that many questions need not ask the rules again.

Position number p has the moves `bounds[p]` to `bounds[p + 1]`, in the game's own order; `children` has twice
the number of the position that each leads to, and one more where the same player goes on. `ends[p]` is what
the rules say of a position without moves. Moves lead to larger numbers.
"""

from typing import Any

from zermelo.compiler.kernels import DONE, FULL, MISSING, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import LARGEST_VALUE
from zermelo.solver.kernels.backward_pass import build_find_child_answers_kernel
from zermelo.solver.kernels.slot_lookup import KEYED, build_evaluate_leaf_kernel, build_expand_block_kernel


def build_link_children(rules: KernelRules, jit: Jit) -> Any:
    """Return link_children(parents, begin, end, later, work, around, out, made) -> (next, made, status).

    Writes the moves and ends of `parents[begin:end]` after the `made` moves that `out` has already. `later`
    is (keys, numbers, offsets, shift): the positions that moves lead to, sorted by `mix`, their numbers and
    their directory. `work` is as in `sweep_backward`, with `found` int32, `around` int64 [BLOCK + 1]. `out`
    is (bounds int64 [parents + 1], children int32 [length], ends int16 [parents]). FULL asks for longer
    `children`, from `next` on.
    """
    spread, value_of = build_expand_block_kernel(rules, KEYED, jit), build_evaluate_leaf_kernel(rules, jit)
    locate = build_find_child_answers_kernel(jit)

    def link_children(
        parents: Any, begin: int, end: int, later: Any, work: Any, around: Any, out: Any, made: int
    ) -> tuple[int, int, int]:
        _, _, _, found, signs, _ = work
        bounds, children, ends = out
        index = begin
        while index < end:
            last, produced, status = spread((parents,), index, end, around, work)
            if status != DONE:
                return last, made, status
            if made + produced > len(children):
                return index, made, FULL
            missing = locate(later, work, produced)
            if missing >= 0:
                block = 0
                while around[block + 1] <= missing:
                    block += 1
                return index + block, made, MISSING
            for each in range(produced):
                children[made + each] = 2 * found[each] + (signs[each] + 1) // 2
            for parent in range(index, last):
                bounds[parent + 1] = made + around[parent - index + 1]
                if around[parent - index] == around[parent - index + 1]:
                    value = value_of(int(parents[parent]))
                    if value > LARGEST_VALUE or value < -LARGEST_VALUE:
                        return parent, made, VALUE
                    ends[parent] = value
            made += produced
            index = last
        return end, made, DONE

    return jit.kernel(link_children)
