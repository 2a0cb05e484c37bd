"""The nimber of a position that decomposes, by asking whether a part and a heap of Nim together are lost.

A position's nimber is the exclusive or of its components', where equal pairs cancel (Sprague and Grundy). A
component together with a heap of n is lost for the mover exactly if its nimber is n. The nimber is found by
asking for n = 0, 1, 2, ..., and each such question stops at the first move that leads to nimber n. Of a
move's components all but the largest are asked for their nimbers, and the largest only whether it has the one
that is left (J. Lemoine and S. Viennot, *Nimbers are inevitable*, 2010).

A table keeps for each component its nimber, or the nimbers that are ruled out. Each move with a known nimber
rules out one more. A nimber is at most the number of values that moves can have, so only one may be left.
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.kernels import FAR, MANY, RANGE, VALUE, Jit
from zermelo.compiler.kernels.search_counters import SearchCounters, build_may_continue_kernel
from zermelo.compiler.kernels.search_hooks import PositionShape
from zermelo.compiler.kernels.sum_splits import Splits
from zermelo.compiler.kernels.transposition_table import (
    EFFORT_AT,
    build_count_binary_digits_kernel,
    build_table_access_kernels,
)
from zermelo.core.values import LOSS, UNDECIDED

ANY: Final = -1  # the question for the nimber itself
FALSE, TRUE = 0, 1
MASKED: Final = 44  # nimbers below this are remembered where a component has not got them
KNOWN_AT: Final = MASKED  # if this bit is set, the lower ones are the nimber itself
BELOW: Final = (1 << MASKED) - 1
TOO_LARGE: Final = -(1 << 62)  # with the sign: a nimber that has no bit
FOUND: Final = -1  # a move leads to the nimber in question
RANK_AT: Final = 20  # bits of a rank below the size


@dataclass(frozen=True)
class SymmetryFolding:
    """Whether components are replaced by the least of their symmetric images."""

    folded: bool = True

    @property
    def name(self) -> str:
        """The part of a kernel's name for this choice."""
        return "folded" if self.folded else "plain"


KEY: Final = PositionShape(0)


class NimberSearchLine(NamedTuple):
    """Buffers for a line of play, a row for each ply."""

    moves: Any  # [plies, most moves] int64
    ranks: Any  # [plies, most moves] int64: which moves are searched first; or what each is worth
    pieces: Any  # [plies, most moves] int64: components of a move, of those whose nimber is not known


def make_nimber_search_line(plies: int, moves: int) -> NimberSearchLine:
    """Return buffers for lines of `plies` plies, through positions with up to `moves` moves or parts."""
    return NimberSearchLine(*(np.zeros((plies, moves), np.int64) for _ in range(3)))


def build_nimber_lookup_kernels(jit: Jit) -> tuple[Any, Any]:
    """Return look_up_word(table, component) -> word, and store_word(table, component, word, spent).

    A word is the nimber with a bit above it, or the nimbers that the component has not got, a bit for each.
    """
    probe, store = build_table_access_kernels(KEY, jit)
    effort = build_count_binary_digits_kernel(jit)
    effort_at = np.uint64(EFFORT_AT)
    low_bits = np.uint64((1 << KNOWN_AT + 1) - 1)

    def look_up_word(table: Any, component: int) -> Any:
        return np.int64(probe(table, component) & low_bits)

    def store_word(table: Any, component: int, word: int, spent: int) -> None:
        store(table, component, np.uint64(word) | np.uint64(effort(spent) + 1) << effort_at)

    return jit.inline(look_up_word), jit.recursive(store_word)


def build_component_sum_kernel(splits: Splits, folding: SymmetryFolding, jit: Jit) -> Any:
    """Return sum_components(position, row, table, watch) -> (total, left, largest).

    Writes the components of unknown nimbers into `row`, the largest first, equal pairs cancelled. `total` is
    the others' nimbers together, `left` how many are in the row, and `largest` how many moves the first has.
    Compiled on its own, as three places call it.
    """
    moves_of, outcome, stuck, parts = splits.moves, splits.outcome, splits.stuck, splits.parts
    look_up_word, _ = build_nimber_lookup_kernels(jit)

    def keep_position(position: int) -> int:
        return position

    canonical = splits.canonical if folding.folded else jit.inline(keep_position)

    def count_moves(component: int) -> int:
        size = 0
        for _ in moves_of(component):
            size += 1
        return size

    measure = jit.recursive(count_moves)

    def write_components(position: int, row: Any, watch: SearchCounters) -> int:
        """Write the components into `row` and return how many; of two that are equal, neither."""
        count = 0
        is_empty = True
        for part in parts(position):
            is_empty = False
            if part < 0:
                watch.stop = RANGE
                return 0
            piece = canonical(part)
            twin = -1
            for place in range(count):
                if row[place] == piece:
                    twin = place
            if twin >= 0:
                count -= 1
                row[twin] = row[count]
            elif count == len(row):
                watch.stop = MANY
                return 0
            else:
                row[count] = piece
                count += 1
        if is_empty and stuck(position) != LOSS:
            watch.stop = VALUE
        return count

    fallen = jit.inline(write_components)

    def sum_components(position: int, row: Any, table: Any, watch: SearchCounters) -> tuple[int, int, int]:
        value = outcome(position)
        if value != UNDECIDED:
            if value != LOSS:
                watch.stop = VALUE
            return 0, 0, 0
        count = fallen(position, row, watch)
        total = 0
        left = 0
        for place in range(count):
            piece = int(row[place])
            word = look_up_word(table, piece)
            if word >> KNOWN_AT:
                total ^= int(word & (1 << KNOWN_AT) - 1)
            else:
                row[left] = piece
                left += 1
        largest = measure(int(row[0])) if left > 0 else 0
        for place in range(1, left):
            piece = int(row[place])
            size = measure(piece)
            if size > largest:
                largest = size
                row[place] = row[0]
                row[0] = piece
        return total, left, largest

    return jit.recursive(sum_components)


def build_mex_kernel(jit: Jit) -> Any:
    """Return f(numbers, count) -> the least number not among the first `count`, which change places."""

    def compute_mex(numbers: Any, count: int) -> int:
        for place in range(count):  # each number below the count goes to its own place
            number = numbers[place]
            while 0 <= number < count and numbers[number] != number:
                numbers[number], number = number, numbers[number]
        nimber = 0
        while nimber < count and numbers[nimber] == nimber:
            nimber += 1
        return nimber

    return jit.recursive(compute_mex)


def build_list_options_kernel(splits: Splits, jit: Jit) -> Any:
    """Return list_options(component, word, ply, room, watch) -> (count, is_lost, word).

    Writes the moves of a component into its row. `is_lost` is whether the component is lost without a search,
    and `word` is what is known of it now.
    """
    moves_of, outcome, stuck, bounds = splits.moves, splits.outcome, splits.stuck, splits.bounds

    def list_options(
        component: int, word: Any, ply: int, room: NimberSearchLine, watch: SearchCounters
    ) -> tuple[int, bool, Any]:
        value = outcome(component)
        if value == UNDECIDED:
            low, high = bounds(component)
            if high == LOSS:
                value = LOSS
            elif low > LOSS:
                word |= 1
        count = 0
        if value == UNDECIDED:
            for move in moves_of(component):
                if count == room.moves.shape[1]:
                    watch.stop = MANY
                    return 0, False, word
                room.moves[ply, count] = move
                count += 1
            if count == 0:
                value = stuck(component)
        if value != UNDECIDED and value != LOSS:
            watch.stop = VALUE
        return count, value == LOSS, word

    return jit.inline(list_options)


def build_filter_moves_kernel(splits: Splits, sum_components: Any, jit: Jit) -> Any:
    """Return filter_moves(component, target, count, ply, table, room, watch) -> (seen, still, waiting).

    Looks at every move once. A move with a known nimber rules that nimber out, which sets a bit of `seen`.
    The sign bit is set if a nimber is too large for a bit. `still` moves are open, and `waiting` of them may
    lead to the target: these are ranked, the smallest first. FOUND: one leads there.
    """
    play = splits.play
    look_up_word, _ = build_nimber_lookup_kernels(jit)

    def filter_moves(
        component: int,
        target: int,
        count: int,
        ply: int,
        table: Any,
        room: NimberSearchLine,
        watch: SearchCounters,
    ) -> tuple[Any, int, int]:
        row, ranks = room.pieces[ply], room.ranks[ply]
        seen: Any = np.int64(0)
        still = waiting = 0
        for place in range(count):
            child = play(component, int(room.moves[ply, place]))
            if child < 0:
                watch.stop = RANGE
                return seen, still, waiting
            total, left, largest = sum_components(child, row, table, watch)
            if watch.stop != 0:
                return seen, still, waiting
            if left == 0:
                seen |= 1 << total if total < MASKED else TOO_LARGE
                if total == target:
                    return seen, still, FOUND
                continue
            still += 1
            if left == 1:
                wanted = total ^ target
                if wanted < MASKED and look_up_word(table, int(row[0])) >> wanted & 1:
                    continue
            rank = (largest << RANK_AT) + (left << RANK_AT - 4) + place
            other = waiting
            while other > 0 and ranks[other - 1] > rank:
                ranks[other] = ranks[other - 1]
                other -= 1
            ranks[other] = rank
            waiting += 1
        return seen, still, waiting

    return jit.inline(filter_moves)


def build_find_last_candidate_kernel(jit: Jit) -> Any:
    """Return find_last_candidate(word, seen, still) -> (the one nimber possible, or -1; the least too large).

    Moves still open can take as many of the missing numbers, so the nimber is the last of them at most.
    MASKED if this gives no bound.
    """

    def find_last_candidate(word: Any, seen: Any, still: int) -> tuple[int, int]:
        missing = 0
        possible = 0
        nimber = -1
        number = 0
        while missing <= still and number < MASKED:
            if seen >> number & 1 == 0:
                missing += 1
                if word >> number & 1 == 0:
                    possible += 1
                    nimber = number
            number += 1
        return nimber if possible == 1 and number < MASKED else -1, number

    return jit.inline(find_last_candidate)


def build_nimber_search_kernel(splits: Splits, folding: SymmetryFolding, jit: Jit) -> Any:
    """Return search_position(position, target, table, room, watch) -> answer.

    With the target `ANY` the answer is the position's nimber, else whether its nimber is the target, 1 or 0.
    `table` is a transposition table of keys. With `watch.stop` set the answer means nothing.
    """
    play = splits.play
    look_up_word, store_word = build_nimber_lookup_kernels(jit)
    sum_components = build_component_sum_kernel(splits, folding, jit)
    list_options, filter_moves, mex, find_last_candidate = (
        build_list_options_kernel(splits, jit),
        build_filter_moves_kernel(splits, sum_components, jit),
        build_mex_kernel(jit),
        build_find_last_candidate_kernel(jit),
    )
    goes_on = build_may_continue_kernel(jit)

    def search_component(
        component: int, target: int, ply: int, table: Any, room: NimberSearchLine, watch: SearchCounters
    ) -> int:
        word = look_up_word(table, component)
        if word >> KNOWN_AT:
            nimber = int(word & (1 << KNOWN_AT) - 1)
            return nimber if target == ANY else int(nimber == target)
        if target == ANY:
            guess: Any = np.int64(0)  # no literal: see `compiler.machine_code.numba_jit.recursive`
            while guess < MASKED:
                if word >> guess & 1 == 0:
                    found = search_component(component, guess, ply, table, room, watch)
                    if found == TRUE or watch.stop != 0:
                        return int(guess)
                    learnt = look_up_word(table, component)
                    if learnt >> KNOWN_AT:
                        return int(learnt & (1 << KNOWN_AT) - 1)
                    word |= learnt
                guess += 1
        elif target < MASKED and word >> target & 1:
            return FALSE
        watch.nodes += 1
        if not goes_on(watch):
            return FALSE
        before = watch.nodes
        if ply >= room.moves.shape[0]:
            watch.stop = FAR
            return FALSE
        count, is_lost, word = list_options(component, word, ply, room, watch)
        if watch.stop != 0:
            return FALSE
        if is_lost:
            store_word(table, component, 1 << KNOWN_AT, 0)
            return 0 if target == ANY else int(target == 0)
        row = room.pieces[ply]
        any_nimber: Any = np.int64(ANY)  # no literal either
        if target == ANY or target >= MASKED:  # too many numbers to ask for one by one
            for place in range(count):
                child = play(component, int(room.moves[ply, place]))
                if child < 0:
                    watch.stop = RANGE
                    return FALSE
                total, left, _ = sum_components(child, row, table, watch)
                for piece in range(left):
                    total ^= search_component(int(row[piece]), any_nimber, ply + 1, table, room, watch)
                if watch.stop != 0:
                    return FALSE
                room.ranks[ply, place] = total
            nimber = mex(room.ranks[ply], count)
            store_word(table, component, 1 << KNOWN_AT | nimber, watch.nodes - before)
            return nimber if target == ANY else int(nimber == target)
        seen, still, waiting = filter_moves(component, target, count, ply, table, room, watch)
        if watch.stop != 0:
            return FALSE
        word |= seen & BELOW
        if waiting == FOUND:
            store_word(table, component, word, 0)
            return FALSE
        if seen >= 0:
            nimber, beyond = find_last_candidate(word, seen, still)
            if nimber >= 0:
                store_word(table, component, 1 << KNOWN_AT | nimber, 0)
                return int(nimber == target)
            if beyond < MASKED and target >= beyond:
                store_word(table, component, word, 0)
                return FALSE
        for turn in range(waiting):
            move = int(room.moves[ply, room.ranks[ply, turn] & (1 << RANK_AT - 4) - 1])
            total, left, _ = sum_components(play(component, move), row, table, watch)
            for place in range(left - 1, 0, -1):
                total ^= search_component(int(row[place]), any_nimber, ply + 1, table, room, watch)
                if watch.stop != 0:
                    return FALSE
            is_found = total == target
            if left > 0:
                is_found = search_component(int(row[0]), total ^ target, ply + 1, table, room, watch) == TRUE
            if watch.stop != 0:
                return FALSE
            if is_found:
                store_word(table, component, word | 1 << target, watch.nodes - before)
                return FALSE
        # No move leads to the target. The component has it, or a lesser one.
        for lesser in range(target):
            if word >> lesser & 1 == 0:
                found = search_component(component, lesser, ply, table, room, watch)
                if found == TRUE or watch.stop != 0:
                    return FALSE
        store_word(table, component, 1 << KNOWN_AT | target, watch.nodes - before)
        return TRUE

    search_component = jit.recursive(search_component)

    def search_position(
        position: int, target: int, table: Any, room: NimberSearchLine, watch: SearchCounters
    ) -> int:
        row = room.pieces[0]
        total, left, _ = sum_components(position, row, table, watch)
        if watch.stop != 0:
            return FALSE
        for place in range(left - 1, -1, -1):
            if place == 0 and target != ANY:
                return search_component(int(row[0]), total ^ target, 1, table, room, watch)
            total ^= search_component(int(row[place]), ANY, 1, table, room, watch)
            if watch.stop != 0:
                return FALSE
        return total if target == ANY else int(total == target)

    return jit.kernel(search_position)
