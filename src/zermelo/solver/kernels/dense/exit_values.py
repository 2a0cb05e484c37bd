"""Values of the moves that leave a tier, where it is solved in place.

See `solver.kernels.dense.dense_retrograde`.

The values of a row are gathered for all its places at once. A capture leads from many of them to a row of a
later tier, or to one place there. Its legality is not checked, since the table has no position for an illegal
one.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from zermelo.boards.indexes.index_rows import ALL_TO_ONE, ROW, ROW_BITS
from zermelo.compiler.kernels import DONE, FAR, MANY, MISSING, TIER, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.solver.kernels.dense.dense_retrograde import NONE, OPEN, build_is_row_kernel
from zermelo.solver.kernels.dense.row_sets import (
    build_find_lowest_place_kernel,
    build_keep_places_without_open_moves_kernel,
    build_set_symmetry_functions,
)
from zermelo.solver.kernels.position_folds import BAD, Fold
from zermelo.solver.kernels.slot_lookup import build_evaluate_leaf_kernel

UNKNOWN: Final = 9  # a status: an answer has no code yet
UNSOLVED: Final = 10  # a status: a later tier's place is open, as if that had not been solved
EMPTY: Final = -(1 << 62)  # in the table from answers to codes


def compute_hash_slot(answer: int, places: int) -> int:
    """Return where an answer is looked for first, in a table of a power of two places."""
    return (answer * 0x9E3779B1 >> 15) & (places - 1)


def build_find_code_of_answer_kernel(jit: Jit) -> Any:
    """Return find_code_of_answer(answer, known) -> its code, -1 where it has none.

    `known` is (answers int64, codes int64), a hash table with a power of two places, not full.
    """
    begin = jit.inline(compute_hash_slot)

    def find_code_of_answer(answer: int, known: Any) -> int:
        answers, codes = known
        place = begin(answer, len(answers))
        while answers[place] != EMPTY:
            if answers[place] == answer:
                return int(codes[place])
            place = (place + 1) & (len(answers) - 1)
        return -1

    return jit.inline(find_code_of_answer)


def build_compute_exit_values_kernel(rules: KernelRules, fold: Fold, jit: Jit) -> Any:
    """Return compute_exit_values(tier, begin, end, codes, book, known, work, p) -> (next, answer, status).

    `tier` is (first index, index after the last, closed); see `build_mark_legal_places_kernel`.

    Gives the open indexes `begin` to `end - 1` the code of what their moves to later tiers are worth, or the
    rules say where there are none. `codes` [all indexes] of
    later tiers stand for the answers `book` [codes] int64. Status UNKNOWN: `answer` needs a code; UNSOLVED:
    `answer` is a place of a later tier that has none.
    """
    unrank, rank, play, outcome = rules.unrank, rules.rank, rules.play, rules.outcome
    flips, moves = rules.flips, rules.moves_to_later_tiers or rules.moves
    value_of, code_of = build_evaluate_leaf_kernel(rules, jit), build_find_code_of_answer_kernel(jit)
    leaf, combine = jit.inline(fold.leaf), jit.inline(fold.combine)
    gain = rules.gain
    any_move = rules.moves
    only_out = rules.moves_to_later_tiers is not None or rules.indexes_in_later_tiers is not None
    indexes_in_later_tiers, prefetch = (
        rules.indexes_in_later_tiers or jit.inline(_yield_nothing),
        jit.prefetch,
    )
    knows_out = rules.indexes_in_later_tiers is not None
    is_row_of_indexes, _ = build_is_row_kernel(rules, jit)
    where, row_outside = jit.find_equal_items, build_compute_row_exit_values_kernel(rules, fold, jit)

    def compute_exit_values(
        tier: Any, begin: int, end: int, codes: Any, book: Any, known: Any, work: Any, parameter: int
    ) -> tuple[int, int, int]:
        first, beyond, _ = tier
        found, signs, gains = work
        asked: Any = np.int64(-1)  # of the row: the others have moves, and none that leaves the tier
        for index in range(begin, end):
            if (index - first) & (ROW - 1) == 0 or index == begin:
                row = index - ((index - first) & (ROW - 1))
                asked = np.int64(-1)
                if row + ROW <= beyond and is_row_of_indexes(row):
                    asked = where(codes, row, OPEN)
                    if asked:
                        asked, answer, status = row_outside(row, tier, codes, book, known, work, parameter)
                        if status in (TIER, FAR):
                            return row + answer, 0, status
                        if status != DONE:
                            return row, answer, status
            if codes[index] != OPEN or asked >> ((index - first) & (ROW - 1)) & 1 == 0:
                continue
            kept = 0
            inside = False
            position = int(unrank(index))
            if position < 0:
                codes[index] = NONE  # where `mark_legal` leaves that to this kernel
                continue
            if knows_out:
                for place in indexes_in_later_tiers(position):
                    if place < beyond or place >= len(codes):
                        return index, 0, MISSING if place < 0 or place >= len(codes) else TIER
                    if kept == len(found):
                        return index, 0, MANY
                    prefetch(codes, place)
                    found[kept] = place
                    kept += 1
                for each in range(kept):
                    code = codes[found[each]]
                    if code == NONE:
                        return index, 0, MISSING
                    if code == OPEN:
                        return index, found[each], UNSOLVED
                    found[each], signs[each], gains[each] = book[code], -1, 0
            elif outcome(position) == UNDECIDED:
                for move in moves(position):
                    child = play(position, move)
                    place = rank(child)
                    if place < 0 or place >= len(codes) or codes[place] == NONE:
                        return index, 0, MISSING
                    if place < first:
                        return index, 0, TIER
                    if place < beyond:
                        inside = True
                        continue
                    if kept == len(found):
                        return index, 0, MANY
                    if codes[place] == OPEN:
                        return index, place, UNSOLVED
                    found[kept] = book[codes[place]]
                    signs[kept] = -1 if flips(position, child) else 1
                    gains[kept] = gain(position, move)
                    kept += 1
            if only_out and kept == 0 and outcome(position) == UNDECIDED:
                for _ in any_move(position):
                    inside = True
                    break
            if kept > 0:
                answer = combine(found, signs, gains, 0, kept, parameter)
            elif inside:
                continue
            else:
                value = value_of(position)
                if value > LARGEST_VALUE or value < -LARGEST_VALUE:
                    return index, 0, VALUE
                answer = leaf(value, parameter)
            if answer == BAD:
                return index, 0, FAR
            code = code_of(answer, known)
            if code < 0:
                return index, answer, UNKNOWN
            codes[index] = code
        return end, 0, DONE

    return jit.kernel(compute_exit_values)


def _yield_nothing(position: int) -> Iterator[int]:
    for _ in range(0):
        yield position


def build_compute_row_exit_values_kernel(rules: KernelRules, fold: Fold, jit: Jit) -> Any:
    """Return compute_row_exit_values(row, tier, codes, book, known, work, p) -> (places, answer, status).

    Gives a row's open places what their moves to later tiers are worth, and returns those that are to be
    asked one by one: the others have their code, or stay open as they have moves within the tier and no
    other. For TIER and FAR the answer is the place, for UNSOLVED the other one.
    """
    row_moves_to_later_tiers, row_places_handled_singly, where = (
        rules.row_moves_to_later_tiers,
        rules.row_places_handled_singly,
        jit.find_equal_items,
    )
    turned, _ = build_set_symmetry_functions(jit)
    bound, lowest, code_of = (
        build_keep_places_without_open_moves_kernel(rules, jit),
        build_find_lowest_place_kernel(jit),
        build_find_code_of_answer_kernel(jit),
    )
    combine = jit.inline(fold.combine)

    def compute_row_exit_values(
        row: int, tier: Any, codes: Any, book: Any, known: Any, work: Any, parameter: int
    ) -> tuple[Any, int, int]:
        _, beyond, _ = tier
        found, signs, gains = work
        kept = np.zeros(ROW, np.int64)
        room = len(found) >> ROW_BITS
        still = where(codes, row, OPEN)
        alone = still & np.int64(row_places_handled_singly(row))
        for there, places, turn in row_moves_to_later_tiers(row):
            left = still & ~alone & np.int64(places)
            while left:
                place = lowest(left)
                target = there if turn == ALL_TO_ONE else there + lowest(turned(left & -left, turn))
                left &= left - 1
                if target < beyond or target >= len(codes):
                    return alone, place, TIER
                if codes[target] == NONE:
                    continue
                if codes[target] == OPEN:
                    return alone, target, UNSOLVED
                if kept[place] == room:
                    return alone, 0, MANY
                at = place * room + kept[place]
                found[at], signs[at], gains[at] = book[codes[target]], -1, 0
                kept[place] += 1
        bounded = bound(row, still, tier)
        while still:
            place = lowest(still)
            here = still & -still
            still &= still - 1
            if kept[place] == 0:
                alone |= here & bounded
            elif here & alone == 0:
                begin = place * room
                answer = combine(found, signs, gains, begin, begin + kept[place], parameter)
                if answer == BAD:
                    return alone, place, FAR
                code = code_of(answer, known)
                if code < 0:
                    return alone, answer, UNKNOWN
                codes[row + place] = code
        return alone, 0, DONE

    return jit.inline(compute_row_exit_values)
