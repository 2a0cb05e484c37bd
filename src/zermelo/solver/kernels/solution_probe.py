"""Look-up in a solution from inside a kernel: one position's answer, if the solution has that position.

Answers stand at places, as in `solver.kernels.slot_lookup`, or as pairs of bits over a perfect index, as in
`solver.records.two_bit_values`. Any position of the game may be asked for: one that is not in the
solution is unknown. Over a perfect index the game's `rank` identifies the position. It must return -1 for
what is no position, since nothing else here checks that.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.position_hashing import build_mix_kernel
from zermelo.solver.kernels.slot_lookup import KEYED, SlotLookup

PAIRED: Final = SlotLookup("paired")  # ranked, with two bits an answer: values only
UNKNOWN_HERE: Final = 1 << 62  # outside every answer


def build_probe_solution_kernel(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return ask(tables, answers, position) -> answer, UNKNOWN_HERE where the solution has no such position.

    `answers` [places] are packed by the value fold; the two least numbers of their type stand for none.
    PAIRED ones are [places / 4] uint8, and `ask` returns the value by itself. `tables` are those of `places`;
    keyed ones with an empty `numbers` are one table, whatever the tiers.
    """
    mix = build_mix_kernel(jit)
    canonical, tier_of, rank = rules.canonical, rules.tier, rules.rank

    def probe_keys(tables: Any, answers: Any, position: int) -> int:
        # Tables are taken one by one, and in this function: Numba counts references to arrays that are
        # unpacked or passed on with the tuple, which made a look-up 1.6 to 4 times as long.
        least = canonical(position) if position >= 0 else position
        if least < 0:  # no position, or one with a word that does not fit
            return UNKNOWN_HERE
        number = 0
        if len(tables[4]) > 0:
            tier = tier_of(least) - tables[5]
            if tier < 0 or tier >= len(tables[4]):
                return UNKNOWN_HERE
            number = int(tables[4][tier])
            if number < 0:
                return UNKNOWN_HERE
        group = int(tables[2][number]) + np.int64(mix(least) >> tables[3][number])
        # Only this group: past it another tier may begin, which would be searched in vain from end to end.
        for place in range(np.int64(tables[1][group]), np.int64(tables[1][group + 1])):
            if tables[0][place] == least:
                answer = int(answers[place])
                return answer if answer > 1 - (1 << (8 * answers.itemsize - 1)) else UNKNOWN_HERE
        return UNKNOWN_HERE

    def place_in_index(position: int) -> int:
        least = canonical(position) if position >= 0 else position
        return rank(least) if least >= 0 else -1

    place_of = jit.inline(place_in_index)

    def probe_ranks(tables: Any, answers: Any, position: int) -> int:
        place = place_of(position)
        if place < 0 or place >= len(answers):
            return UNKNOWN_HERE
        answer = int(answers[place])
        return answer if answer > 1 - (1 << (8 * answers.itemsize - 1)) else UNKNOWN_HERE

    def probe_packed_values(tables: Any, answers: Any, position: int) -> int:
        place = place_of(position)
        if place < 0 or place >> 2 >= len(answers):
            return UNKNOWN_HERE
        pair = int(answers[place >> 2]) >> (2 * (place & 3)) & 3
        return pair - 2 if pair > 0 else UNKNOWN_HERE

    if lookup is KEYED:
        return jit.inline(probe_keys)
    return jit.inline(probe_packed_values if lookup is PAIRED else probe_ranks)
