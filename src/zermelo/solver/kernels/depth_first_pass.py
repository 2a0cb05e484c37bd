"""The depth-first pass: positions are found and answered in one walk, each after all its moves' positions.

`walk` keeps the positions whose moves are being followed on a stack. A position's answer is computed as soon
as those of all its moves are known, so each position is expanded once or twice. A move back to a position
that waits on the way down closes a cycle, which has no such order.
"""

from typing import Any

from zermelo.compiler.kernels import DONE, FAR, FULL, MANY, RANGE, VALUE, Jit
from zermelo.compiler.kernels.chance_graph_kernels import LOOP
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.topological_order import build_find_slot_kernel
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.solver.kernels.position_folds import BAD, Fold
from zermelo.solver.kernels.slot_lookup import build_evaluate_leaf_kernel

NEW = -(1 << 31)  # in a column of answers: no move was followed yet
WAITING = NEW + 1  # some moves' positions have no answers yet


def build_depth_first_kernel(rules: KernelRules, fold: Fold, jit: Jit) -> Any:
    """Return walk(arrays, work, count, depth, steps, parameter) -> (count, depth, status).

    `arrays` is (found, answers, table, stack): `found` [n] int64 holds the `count` positions met, `answers`
    [n] int32 their answers, NEW or WAITING, and `table` their indexes by hash. `stack` int32 holds the
    `depth` indexes whose answers are wanted. `work` is (children int64, known int64, signs int8, gains
    int32), all of one length. The walk ends after `steps` positions, or with an empty stack. FULL asks for
    larger arrays, MANY for larger `work`; any other status is about the position on top of the stack.
    """
    place_of, value_of = build_find_slot_kernel(jit), build_evaluate_leaf_kernel(rules, jit)
    moves, play, outcome = rules.moves, rules.play, rules.outcome
    canonical, flips, gain = rules.canonical, rules.flips, rules.gain
    leaf, combine = jit.inline(fold.leaf), jit.inline(fold.combine)

    def walk(
        arrays: Any, work: Any, count: int, depth: int, steps: int, parameter: int
    ) -> tuple[int, int, int]:
        found, answers, table, stack = arrays
        children, known, signs, gains = work
        room = min(len(found), len(table) - len(table) // 4)
        while depth > 0 and steps > 0:
            top = int(stack[depth - 1])
            if answers[top] > WAITING:
                depth -= 1
                continue
            steps -= 1
            position = int(found[top])
            made = 0
            if outcome(position) == UNDECIDED:
                for move in moves(position):
                    if made == len(children):
                        return count, depth, MANY
                    child = play(position, move)
                    signs[made] = -1 if flips(position, child) else 1
                    point = gain(position, move)
                    if point > LARGEST_VALUE or point < -LARGEST_VALUE:
                        return count, depth, VALUE
                    gains[made] = point
                    child = canonical(child)
                    if child < 0:
                        return count, depth, RANGE
                    children[made] = child
                    made += 1
            if count + made > room or depth + made > len(stack):
                return count, depth, FULL
            if made == 0:
                value = value_of(position)
                if value > LARGEST_VALUE or value < -LARGEST_VALUE:
                    return count, depth, VALUE
                answer = leaf(value, parameter)
            else:
                wanted = depth
                for each in range(made):
                    slot = place_of(table, found, children[each])
                    if table[slot] == EMPTY:
                        found[count] = children[each]
                        answers[count] = NEW
                        table[slot] = count
                        count += 1
                    index = table[slot]
                    known[each] = answers[index]
                    if index == top or known[each] == WAITING:
                        return count, depth, LOOP
                    if known[each] == NEW:
                        stack[wanted] = index
                        wanted += 1
                if wanted > depth:
                    answers[top] = WAITING
                    depth = wanted
                    continue
                answer = combine(known, signs, gains, 0, made, parameter)
            if answer == BAD:
                return count, depth, FAR
            answers[top] = answer
            depth -= 1
        return count, depth, DONE

    return jit.kernel(walk)
