"""Retrograde analysis in place: a tier of a perfect index with one code a place, and no other arrays.

A code stands for an answer, for no position, or for one that is still open (`solver.methods.answer_codes`).
Until a place is decided it has the answer of its *outside*, of its moves to later tiers. In round v, level n,
a code of value v or -v and remoteness n or less is decided, another is not. So an outside that wins waits for
its level with its final code. An outside that loses waits too. From its level on it means only that the place
is open, since the losing side delays.

Each level takes three passes over the tier. A pass writes one kind of code over others, so threads need no
locks and no order. First, every lost place marks its predecessors as won. Second, every won place marks its
open predecessors as possibly lost. Third, every marked place looks at all its moves, and is lost if all of
them lead to decided wins. Blocks in which nothing has been written are skipped.

Counters of undecided moves would take a byte or two a place, and every position's moves would be made to
count them. Instead an open code keeps a *witness*: a few bits of the row of a child that is still open. As
long as no place of a row with those bits sends marks, the open place need not look again.

Where the game knows its index by rows of 64, each pass works on whole rows (`solver.kernels.dense.row_sets`).
The rows beside a row are the same for all its places, except where another piece blocks the move. The places
that receive a mark are a set of bits. So are the places that may still move to a place that is not *closed*;
a place is closed once it has sent its marks.

Thompson, Retrograde analysis of certain endgames, ICCA Journal 1986; the marks are as in Ronald de Man's
generator of Syzygy tables.
"""

from typing import Any, Final

import numpy as np

from zermelo.boards.indexes.index_rows import PLACE_BY_PLACE, ROW, ROW_BITS
from zermelo.compiler.kernels import DONE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.solver.kernels.dense.row_sets import (
    build_find_lowest_place_kernel,
    build_keep_places_without_open_moves_kernel,
    build_set_symmetry_functions,
)

OPEN: Final = 0  # codes
WITNESSES: Final = 4  # bits of a witness
LAST_OPEN: Final = 1 << WITNESSES  # with a witness: 1 to this
MARKED: Final = LAST_OPEN + 1  # open, and about to check whether the mover has lost
NONE: Final = LAST_OPEN + 2  # no position
FIRST: Final = LAST_OPEN + 3  # of those that stand for answers
BLOCK_BITS: Final = 9
BLOCK: Final = 1 << BLOCK_BITS  # places that are passed over together
STRIPE: Final = ROW  # codes that are compared at once
LARGEST: Final = (1 << 63) - 1
AHEAD: Final = 128  # messages that are held back until what they change has come from memory


def build_mark_legal_places_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return mark_legal_places(first, begin, end, codes, closed): write OPEN for a position, else NONE.

    Where the game has rows, `closed` [rows] gets the places without a position; `first` is the tier's first
    index, and slices begin at rows.
    """
    unrank, row_places_with_position, where = (
        rules.unrank,
        rules.row_places_with_position,
        jit.find_equal_items,
    )
    is_row_of_indexes, has_rows = build_is_row_kernel(rules, jit)

    def mark_legal_places(first: int, begin: int, end: int, codes: Any, closed: Any) -> int:
        while begin < end:
            stop = min(begin + ROW, end)
            if stop - begin == ROW and is_row_of_indexes(begin):
                legal = np.int64(row_places_with_position(begin))
                for place in range(ROW):
                    codes[begin + place] = OPEN if legal >> place & 1 else NONE
                closed[(begin - first) >> ROW_BITS] = ~legal
            else:
                for index in range(begin, stop):
                    codes[index] = OPEN if unrank(index) >= 0 else NONE
                if has_rows and stop - begin == ROW:
                    closed[(begin - first) >> ROW_BITS] = where(codes, begin, NONE)
            begin = stop
        return DONE

    return jit.kernel(mark_legal_places)


def compute_witness_code(row: int) -> int:
    """Return the code of an open place that may still move into this row of its tier."""
    return ((row * 0x9E3779B1 >> 20) & (LAST_OPEN - 1)) + 1


def build_is_row_kernel(rules: KernelRules, jit: Jit) -> tuple[Any, bool]:
    """Return is_row_of_indexes(index) of any index, and whether the game has rows at all."""
    knows = rules.is_row_of_indexes or jit.inline(_return_false)

    def is_row_of_indexes(index: int) -> bool:
        return index & (ROW - 1) == 0 and bool(knows(index))

    return jit.inline(is_row_of_indexes), rules.is_row_of_indexes is not None


def _return_false(index: int) -> bool:
    return False


def build_predecessor_iterators(rules: KernelRules, back: bool, jit: Jit) -> Any:
    """Return (beside, place_of, changes): who is beside an index, `place_of` what is found.

    beside(index, back) yields those that its moves lead to, or, `back`, those with a move to it;
    changes(found) is 1 where the mover changes by the move, else 0. A game without
    `neighbour_indexes_in_tier` is asked for the ranks of what its moves lead to, and of its parents.
    """
    unrank, rank, flips, parents = rules.unrank, rules.rank, rules.flips, rules.parents
    play, moves = rules.play, rules.moves

    def iterate_by_moves(index: int, back: bool) -> Any:
        position = int(unrank(index))
        for move in moves(position):
            child = play(position, move)
            yield rank(child) * 2 + (1 if flips(position, child) else 0)

    def iterate_by_parents(index: int, back: bool) -> Any:
        position = int(unrank(index))
        for parent in parents(position):
            yield rank(parent) * 2 + (1 if flips(parent, position) else 0)

    if rules.neighbour_indexes_in_tier is not None:
        return rules.neighbour_indexes_in_tier, jit.inline(_return_argument), jit.inline(_return_one)
    return (
        jit.inline(iterate_by_parents if back else iterate_by_moves),
        jit.inline(_halve),
        jit.inline(_get_lowest_bit),
    )


def _return_argument(found: int) -> int:
    return found


def _return_one(found: int) -> int:
    return 1


def _halve(found: int) -> int:
    return found >> 1


def _get_lowest_bit(found: int) -> int:
    return found & 1


def build_send_marks_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return send_marks(tier, blocks, begin, end, codes, sends, becomes, written) -> number of senders.

    `tier` is (first index, index after the last, closed). `sends` is (code, when, another code, when). A
    place with such a code sends a mark to each place of its tier with a move to it by which the mover changes
    (bit 1 of `when`) or does not (bit 0). The receiver's code c becomes `becomes[c]`, and `written` [blocks]
    is set where that differs. The kernel looks at `blocks[begin:end]`, of places counted from the tier's
    first. Where the game has rows, each sender is closed.
    """
    back = True
    beside, place_of, changes = build_predecessor_iterators(rules, back, jit)
    holds, prefetch, witness_of = (
        build_contains_code_kernel(jit),
        jit.prefetch,
        jit.inline(compute_witness_code),
    )
    is_row_of_indexes, has_rows = build_is_row_kernel(rules, jit)
    hear, tell_rows = build_receive_marks_kernel(jit), build_send_row_marks_kernel(rules, jit)
    where, count_of = jit.find_equal_items, jit.count_ones

    def send_marks(
        tier: Any, blocks: Any, begin: int, end: int, codes: Any, sends: Any, becomes: Any, written: Any
    ) -> int:
        first, beyond, closed = tier
        one, when_one, other, when_other = sends
        receivers, senders = np.empty(AHEAD, np.int64), np.empty(AHEAD, np.uint8)
        messages = receivers, senders
        told = count = 0
        for number in range(begin, end):
            start = first + np.int64(blocks[number]) * BLOCK
            stop = min(start + BLOCK, beyond)
            while start < stop:
                stripe = codes[start : min(start + STRIPE, stop)]
                if holds(stripe, one) or holds(stripe, other):
                    sender = witness_of((start - first) >> ROW_BITS)
                    if has_rows and len(stripe) == ROW:
                        places = where(codes, start, one)
                        closed[(start - first) >> ROW_BITS] |= places
                        if is_row_of_indexes(start):
                            told += count_of(places >> 1 & LARGEST) + (places & 1)
                            tell_rows(start, places, sender, tier, codes, becomes, written)
                            start += STRIPE
                            continue
                    for place in range(len(stripe)):
                        code = stripe[place]
                        if code != one and code != other:
                            continue
                        told += 1
                        when = when_one if code == one else when_other
                        for found in beside(start + place, back):
                            receiver = place_of(found)
                            if first <= receiver < beyond and when >> changes(found) & 1:
                                prefetch(codes, receiver)
                                receivers[count] = receiver
                                senders[count] = sender
                                count += 1
                                if count == AHEAD:
                                    hear(codes, messages, count, first, becomes, written)
                                    count = 0
                start += STRIPE
        hear(codes, messages, count, first, becomes, written)
        return told

    return jit.kernel(send_marks)


def build_receive_marks_kernel(jit: Jit) -> Any:
    """Return receive_marks(codes, messages, count, first, becomes, written), for (receivers, witnesses)."""

    def receive_marks(codes: Any, messages: Any, count: int, first: int, becomes: Any, written: Any) -> None:
        receivers, senders = messages
        for number in range(count):
            receiver = receivers[number]
            code = codes[receiver]
            then = becomes[OPEN if code == senders[number] else code]
            if then != code:
                codes[receiver] = then
                written[(receiver - first) >> BLOCK_BITS] = 1

    return jit.inline(receive_marks)


def build_send_row_marks_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return send_row_marks(row, places, sender, tier, codes, becomes, written), for marks of a whole row."""
    beside, within, where = rules.row_moves_within_tier, rules.row_neighbours_of_place, jit.find_equal_items
    turned, _ = build_set_symmetry_functions(jit)
    lowest = build_find_lowest_place_kernel(jit)
    back = True

    def send_row_marks(
        row: int, places: Any, sender: int, tier: Any, codes: Any, becomes: Any, written: Any
    ) -> None:
        first, beyond, closed = tier
        then = becomes[OPEN]
        marks = then == MARKED
        for other, there, turn in beside(row, back):
            if other < first or other + ROW > beyond:
                continue
            reached = np.int64(0)
            if turn == PLACE_BY_PLACE:
                asked = places
                while asked:
                    reached |= np.int64(within(row, lowest(asked), back))
                    asked &= asked - 1
            else:
                reached = turned(places & np.int64(there), turn)
            reached &= ~closed[(other - first) >> ROW_BITS]
            if reached == 0:
                continue
            heard = reached & where(codes, other, OPEN)
            if marks:
                heard |= reached & where(codes, other, sender)
                reached = np.int64(0)
            else:
                reached &= ~(heard | where(codes, other, then))
            if heard:
                written[(other - first) >> BLOCK_BITS] = 1
            while heard:
                codes[other + lowest(heard)] = then
                heard &= heard - 1
            while reached:
                receiver = other + lowest(reached)
                reached &= reached - 1
                code = codes[receiver]
                if becomes[code] != code:
                    codes[receiver] = becomes[code]
                    written[(receiver - first) >> BLOCK_BITS] = 1

    return jit.inline(send_row_marks)


def build_contains_code_kernel(jit: Jit) -> Any:
    """Return contains_code(stripe, code) -> whether one of the codes is that one: compared many at once."""

    def contains_code(stripe: Any, code: Any) -> bool:
        found = False
        for place in range(len(stripe)):
            found |= stripe[place] == code
        return found

    return jit.inline(contains_code)


def build_propagate_losses_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return propagate_losses(tier, blocks, begin, end, codes, wins, lost, written) -> how many have lost.

    Each marked place looks at its moves. If all that stay in the tier lead to codes of `wins` [2 * codes], at
    2 * code + 1 where the mover changes and at 2 * code where not, its code becomes `lost`, and `written`
    [blocks] is set. Otherwise the place is open again.
    """
    back = False
    beside, place_of, changes = build_predecessor_iterators(rules, back, jit)
    holds, witness_of = build_contains_code_kernel(jit), jit.inline(compute_witness_code)
    is_row_of_indexes, has_rows = build_is_row_kernel(rules, jit)
    where, count_of, lowest, bound = (
        jit.find_equal_items,
        jit.count_ones,
        build_find_lowest_place_kernel(jit),
        build_keep_places_without_open_moves_kernel(rules, jit),
    )

    def propagate_losses(
        tier: Any, blocks: Any, begin: int, end: int, codes: Any, wins: Any, lost: int, written: Any
    ) -> int:
        first, beyond, _ = tier
        count = 0
        for number in range(begin, end):
            start = first + np.int64(blocks[number]) * BLOCK
            stop = min(start + BLOCK, beyond)
            while start < stop:
                stripe = codes[start : min(start + STRIPE, stop)]
                if holds(stripe, MARKED):
                    if has_rows and len(stripe) == ROW and is_row_of_indexes(start):
                        marked = where(codes, start, MARKED)
                        bounded = bound(start, marked, tier)
                        count += count_of(bounded >> 1 & LARGEST) + (bounded & 1)
                        if bounded:
                            written[blocks[number]] = 1
                        while marked:
                            place = lowest(marked)
                            marked &= marked - 1
                            codes[start + place] = lost if bounded >> place & 1 else OPEN
                        start += STRIPE
                        continue
                    for place in range(len(stripe)):
                        if stripe[place] != MARKED:
                            continue
                        index = start + place
                        open_by = OPEN
                        for found in beside(index, back):
                            child = place_of(found)
                            if (
                                first <= child < beyond
                                and wins[np.int64(codes[child]) * 2 + changes(found)] == 0
                            ):
                                open_by = witness_of((child - first) >> ROW_BITS)
                                break
                        if open_by == OPEN:
                            codes[index] = lost
                            written[blocks[number]] = 1
                            count += 1
                        else:
                            codes[index] = open_by
                start += STRIPE
        return count

    return jit.kernel(propagate_losses)


def build_replace_codes_kernel(jit: Jit) -> Any:
    """Return replace_codes(blocks, begin, end, codes, lowest, highest, other, written) -> number replaced.

    Those from `lowest` to `highest` become `other`. Looked at are `blocks[begin:end]` of `codes`, and
    `written` [blocks] is set where there was one.
    """

    def replace_codes(
        blocks: Any, begin: int, end: int, codes: Any, lowest: int, highest: int, other: int, written: Any
    ) -> int:
        count = 0
        for number in range(begin, end):
            start = np.int64(blocks[number]) * BLOCK
            block = codes[start : min(start + BLOCK, len(codes))]
            found = 0
            for place in range(len(block)):
                if lowest <= block[place] <= highest:
                    block[place] = other
                    found += 1
            if found:
                written[blocks[number]] = 1
                count += found
        return count

    return jit.kernel(replace_codes)


def build_count_codes_kernel(jit: Jit) -> Any:
    """Return count_codes(codes, begin, end, counts, held): count the places that have each code, in blocks.

    `held` [blocks] int64 gets a bit for each code in a block, that of its last six bits.
    """

    def count_codes(codes: Any, begin: int, end: int, counts: Any, held: Any) -> int:
        for block in range(begin, end):
            found = np.int64(0)
            for place in range(block * BLOCK, min(block * BLOCK + BLOCK, len(codes))):
                code = np.int64(codes[place])
                counts[code] += 1
                found |= np.int64(1) << (code & 63)
            held[block] = found
        return DONE

    return jit.kernel(count_codes)
