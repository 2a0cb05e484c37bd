"""Sets of moves and decisions as bits: where rules allow a move, and at how many decisions of a set they do.

Words are uint32, as they are not negative where kernels count in int64: item n is bit n & 31 of word n >> 5.
A decision's moves are the columns bounds[d] to bounds[d + 1], at least one.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import Jit

WORD: Final = 32  # bits
SHIFT: Final = 5
LOW: Final = WORD - 1


def build_apply_rules(jit: Jit) -> Any:
    """Return apply_rules(bounds, holds, parts, marked, chosen, fires, wrong): where rules allow a move.

    `holds` [predicates, words] are the columns each holds of, and a rule's two are `parts` [rules, 2];
    `marked` [words] are some columns, `chosen` [decisions asked] int64 the decisions looked at. Written are
    `fires` [rules, words], the decisions asked where a rule allows a move, and `wrong`, where a marked one.
    """

    def apply_rules(
        bounds: Any, holds: Any, parts: Any, marked: Any, chosen: Any, fires: Any, wrong: Any
    ) -> None:
        for rule in range(len(parts)):
            one, other = holds[parts[rule, 0]], holds[parts[rule, 1]]
            some = some_wrong = 0
            for number in range(len(chosen)):
                decision = chosen[number]
                begin, end = bounds[decision], bounds[decision + 1]
                for word in range(begin >> SHIFT, ((end - 1) >> SHIFT) + 1):
                    bits = np.int64(one[word]) & np.int64(other[word])
                    if bits == 0:
                        continue
                    first, last = begin - (word << SHIFT), end - (word << SHIFT)
                    if last < WORD:
                        bits &= (1 << last) - 1
                    if first > 0:
                        bits = bits >> first << first
                    if bits:
                        some |= 1 << (number & LOW)
                    if bits & np.int64(marked[word]):
                        some_wrong |= 1 << (number & LOW)
                if number & LOW == LOW or number + 1 == len(chosen):
                    fires[rule, number >> SHIFT], wrong[rule, number >> SHIFT] = some, some_wrong
                    some = some_wrong = 0

    return jit.kernel(apply_rules)


def build_count_common_bits(jit: Jit) -> Any:
    """Return count_common_bits(rows, others, more, less, cost, found): what rules are worth, [rows] int64.

    Of each of `rows` [rows, words] the bits in common with the set `more` [words] are counted, and of each of
    `others` those with `less`, so many times, are taken away.
    """
    count: Any = jit.count_ones

    def count_common_bits(rows: Any, others: Any, more: Any, less: Any, cost: int, found: Any) -> None:
        for row in range(len(rows)):
            some = too = 0
            for word in range(len(more)):
                some += count(np.int64(rows[row, word]) & np.int64(more[word]))
                too += count(np.int64(others[row, word]) & np.int64(less[word]))
            found[row] = some - cost * too

    return jit.kernel(count_common_bits)
