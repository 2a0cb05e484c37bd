"""The nimber of a position that falls apart, by questions whether a part and a heap of Nim together are lost.

A position's nimber is the exclusive or of its components', where equal pairs cancel (Sprague and Grundy). A
component together with a heap of n is lost to its mover just where its nimber is n; so its nimber is found by
asking for n = 0, 1, 2, ..., and each such question stops at the first move that leads to nimber n. Of a
move's components all but the largest are asked for their nimbers, and the largest only whether it has the one
that is left (J. Lemoine and S. Viennot, *Nimbers are inevitable*, 2010).

A table keeps of each component its nimber, or which nimbers it is known not to have. Each move that is known
all the same says one more; and as a nimber is at most the number of values that moves can have, what is left
over may be one number only.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.core.values import LOSS, UNDECIDED
from zermelo.kernels import FAR, MANY, RANGE, VALUE, Jit
from zermelo.kernels.hooks import Shape
from zermelo.kernels.negamax import LIMIT, NODES, STATUS, STOP
from zermelo.kernels.splitting import Splits
from zermelo.kernels.transposition import EFFORT_AT, build_table

ANY: Final = -1  # the question for the nimber itself
FALSE, TRUE = 0, 1
MASKED: Final = 44  # nimbers below this are remembered where a component has not got them
KNOWN_AT: Final = MASKED  # the bit that says: the lower ones are the nimber itself
RANK_AT: Final = 20  # bits of a rank below the size


@dataclass(frozen=True)
class Folding:
    """Whether components are replaced by the least of their symmetric images."""

    folded: bool = True

    @property
    def name(self) -> str:
        """The part of a kernel's name that says so."""
        return "folded" if self.folded else "plain"


KEY: Final = Shape(0)


def build_nimbers(splits: Splits, folding: Folding, jit: Jit) -> Any:
    """Return find(position, target, table, moves, ranks, pieces, counters) -> answer.

    With the target `ANY` the answer is the position's nimber, else whether its nimber is the target, 1 or 0.
    `moves`, `ranks` and `pieces` are [plies, most moves] int64, `counters` [COUNTERS] int64, and `table` is a
    transposition table of keys. With `counters[STOP]` set the answer means nothing.
    """
    moves_of, play, outcome, stuck = splits.moves, splits.play, splits.outcome, splits.stuck
    parts, bounds = splits.parts, splits.bounds
    probe, store = build_table(KEY, jit)

    def itself(position: int) -> int:
        return position

    canonical = splits.canonical if folding.folded else jit.inline(itself)
    effort_at = np.uint64(EFFORT_AT)
    low_bits = np.uint64((1 << KNOWN_AT + 1) - 1)

    def keep(table: Any, component: int, word: int, spent: int) -> None:
        effort = 1
        while spent > 0:
            spent >>= 1
            effort += 1
        store(table, component, np.uint64(word) | np.uint64(effort) << effort_at)

    kept = jit.recursive(keep)

    def look(table: Any, component: int) -> Any:
        """Return what is known: the nimber with a bit above it, or the nimbers it is not."""
        return np.int64(probe(table, component) & low_bits)

    known = jit.inline(look)

    def size_of(component: int) -> int:
        size = 0
        for _ in moves_of(component):
            size += 1
        return size

    measure = jit.recursive(size_of)

    def gather(position: int, row: Any, table: Any, counters: Any) -> tuple[int, int, int]:
        """Write the components of unknown nimbers into `row`, the largest first, equal pairs cancelled.

        Returns the others' nimbers together, how many are in the row, and how many moves the largest has.
        Compiled on its own, as three places call it.
        """
        value = outcome(position)
        if value != UNDECIDED:
            if value != LOSS:
                counters[STATUS] = VALUE
                counters[STOP] = 1
            return 0, 0, 0
        count = 0
        is_empty = True
        for part in parts(position):
            is_empty = False
            if part < 0:
                counters[STATUS] = RANGE
                counters[STOP] = 1
                return 0, 0, 0
            piece = canonical(part)
            twin = -1
            for place in range(count):
                if row[place] == piece:
                    twin = place
            if twin >= 0:
                count -= 1
                row[twin] = row[count]
            elif count == len(row):
                counters[STATUS] = MANY
                counters[STOP] = 1
                return 0, 0, 0
            else:
                row[count] = piece
                count += 1
        if is_empty and stuck(position) != LOSS:
            counters[STATUS] = VALUE
            counters[STOP] = 1
            return 0, 0, 0
        total = 0
        left = 0
        for place in range(count):
            piece = int(row[place])
            word = known(table, piece)
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

    gathered = jit.recursive(gather)

    def mex(numbers: Any, count: int) -> int:
        """Return the least number that is not among the first `count`, which change places."""
        for place in range(count):  # each number below the count goes to its own place
            number = numbers[place]
            while 0 <= number < count and numbers[number] != number:
                numbers[number], number = number, numbers[number]
        nimber = 0
        while nimber < count and numbers[nimber] == nimber:
            nimber += 1
        return nimber

    least_absent = jit.recursive(mex)

    def visit(
        component: int,
        target: int,
        ply: int,
        table: Any,
        moves: Any,
        ranks: Any,
        pieces: Any,
        counters: Any,
    ) -> int:
        word = known(table, component)
        if word >> KNOWN_AT:
            nimber = int(word & (1 << KNOWN_AT) - 1)
            return nimber if target == ANY else int(nimber == target)
        if target == ANY:
            guess: Any = np.int64(0)  # no literal: see `compiler.native.recursive`
            while guess < MASKED:
                if word >> guess & 1 == 0:
                    found = visit(component, guess, ply, table, moves, ranks, pieces, counters)
                    if found == TRUE or counters[STOP] != 0:
                        return int(guess)
                    learnt = known(table, component)
                    if learnt >> KNOWN_AT:
                        return int(learnt & (1 << KNOWN_AT) - 1)
                    word |= learnt
                guess += 1
        elif target < MASKED and word >> target & 1:
            return FALSE
        counters[NODES] += 1
        if counters[LIMIT] > 0 and counters[NODES] > counters[LIMIT]:
            counters[STOP] = 1
        if counters[STOP] != 0:
            return FALSE
        before = counters[NODES]
        if ply >= moves.shape[0]:
            counters[STATUS] = FAR
            counters[STOP] = 1
            return FALSE
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
                if count == moves.shape[1]:
                    counters[STATUS] = MANY
                    counters[STOP] = 1
                    return FALSE
                moves[ply, count] = move
                count += 1
            if count == 0:
                value = stuck(component)
        if value != UNDECIDED:
            if value != LOSS:
                counters[STATUS] = VALUE
                counters[STOP] = 1
                return FALSE
            kept(table, component, 1 << KNOWN_AT, 0)
            return 0 if target == ANY else int(target == 0)
        row = pieces[ply]
        any_nimber: Any = np.int64(ANY)  # no literal either
        if target == ANY or target >= MASKED:  # too many numbers to ask for one by one
            for place in range(count):
                child = play(component, int(moves[ply, place]))
                if child < 0:
                    counters[STATUS] = RANGE
                    counters[STOP] = 1
                    return FALSE
                total, left, _ = gathered(child, row, table, counters)
                for piece in range(left):
                    total ^= visit(
                        int(row[piece]), any_nimber, ply + 1, table, moves, ranks, pieces, counters
                    )
                if counters[STOP] != 0:
                    return FALSE
                ranks[ply, place] = total
            nimber = least_absent(ranks[ply], count)
            kept(table, component, 1 << KNOWN_AT | nimber, counters[NODES] - before)
            return nimber if target == ANY else int(nimber == target)
        # Every move is looked at once: those whose nimber is known say one more that is not the component's.
        seen = 0
        open_moves = 0
        waiting = 0
        is_large = False
        for place in range(count):
            child = play(component, int(moves[ply, place]))
            if child < 0:
                counters[STATUS] = RANGE
                counters[STOP] = 1
                return FALSE
            total, left, largest = gathered(child, row, table, counters)
            if counters[STOP] != 0:
                return FALSE
            if left == 0:
                if total < MASKED:
                    seen |= 1 << total
                else:
                    is_large = True
                if total == target:
                    word |= seen
                    kept(table, component, word, 0)
                    return FALSE
                continue
            open_moves += 1
            if left == 1:
                wanted = total ^ target
                if wanted < MASKED and known(table, int(row[0])) >> wanted & 1:
                    continue
            rank = (largest << RANK_AT) + (left << RANK_AT - 4) + place
            other = waiting
            while other > 0 and ranks[ply, other - 1] > rank:
                ranks[ply, other] = ranks[ply, other - 1]
                other -= 1
            ranks[ply, other] = rank
            waiting += 1
        word |= seen
        # Moves still open can take as many of the missing numbers, so the nimber is the last of them at most.
        if not is_large:
            missing = 0
            possible = 0
            nimber = -1
            number = 0
            while missing <= open_moves and number < MASKED:
                if seen >> number & 1 == 0:
                    missing += 1
                    if word >> number & 1 == 0:
                        possible += 1
                        nimber = number
                number += 1
            if number < MASKED:
                if possible == 1:
                    kept(table, component, 1 << KNOWN_AT | nimber, 0)
                    return int(nimber == target)
                if target >= number:
                    kept(table, component, word, 0)
                    return FALSE
        for turn in range(waiting):
            move = int(moves[ply, ranks[ply, turn] & (1 << RANK_AT - 4) - 1])
            child = play(component, move)
            total, left, _ = gathered(child, row, table, counters)
            for place in range(left - 1, 0, -1):
                total ^= visit(int(row[place]), any_nimber, ply + 1, table, moves, ranks, pieces, counters)
                if counters[STOP] != 0:
                    return FALSE
            is_found = total == target
            if left > 0:
                is_found = (
                    visit(int(row[0]), total ^ target, ply + 1, table, moves, ranks, pieces, counters) == TRUE
                )
            if counters[STOP] != 0:
                return FALSE
            if is_found:
                kept(table, component, word | 1 << target, counters[NODES] - before)
                return FALSE
        # No move leads to the target. The component has it, or a lesser one.
        for lesser in range(target):
            if word >> lesser & 1 == 0:
                found = visit(component, lesser, ply, table, moves, ranks, pieces, counters)
                if found == TRUE or counters[STOP] != 0:
                    return FALSE
        kept(table, component, 1 << KNOWN_AT | target, counters[NODES] - before)
        return TRUE

    visit = jit.recursive(visit)

    def find(
        position: int, target: int, table: Any, moves: Any, ranks: Any, pieces: Any, counters: Any
    ) -> int:
        row = pieces[0]
        total, left, _ = gathered(position, row, table, counters)
        if counters[STOP] != 0:
            return FALSE
        for place in range(left - 1, -1, -1):
            if place == 0 and target != ANY:
                return visit(int(row[0]), total ^ target, 1, table, moves, ranks, pieces, counters)
            total ^= visit(int(row[place]), ANY, 1, table, moves, ranks, pieces, counters)
            if counters[STOP] != 0:
                return FALSE
        return total if target == ANY else int(total == target)

    return jit.kernel(find)
