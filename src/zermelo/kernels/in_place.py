"""Retrograde analysis in place: a tier of a perfect index in one code a place, and nothing kept beside it.

A code stands for an answer, for no position, or for one that is still open (`solvers.book`). Until a place
is decided it has the answer of its *outside*, of its moves to later tiers: in round v, level n, a code of
value v or -v and remoteness n or less is decided, another is not. So an outside that wins waits for its level
with the very code that it will have. One that loses waits too; from its level on it says no more than that
the place is open, since whoever loses delays.

Arriving at a level takes three passes over the tier, each of which writes one kind of code over others, so
that threads need no locks and no order. Who has lost tells those with a move to him that they have won. Who
has won tells the open ones that they may have lost: they are marked. Who is marked looks at all his moves,
and has lost if all lead to decided wins. Blocks in which nothing has been written are passed over.

Counters of undecided moves would be a byte or two a place, and the moves of every position made to count
them.

Thompson, Retrograde analysis of certain endgames, ICCA Journal 1986; the marks are as in Ronald de Man's
generator of Syzygy tables.
"""

from typing import Any, Final

import numpy as np

from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.kernels import DONE, FAR, MANY, MISSING, TIER, VALUE, Jit
from zermelo.kernels.completion import Rules
from zermelo.kernels.folds import BAD, Fold
from zermelo.kernels.places import build_leaf
from zermelo.kernels.rows import build_bound, build_lowest, build_turned
from zermelo.ranking.rows import ROW, ROW_BITS, TOGETHER, WITHIN

OPEN: Final = 0  # codes
WITNESSES: Final = 4  # bits of a witness
LAST_OPEN: Final = 1 << WITNESSES  # with a witness: 1 to this
MARKED: Final = LAST_OPEN + 1  # open, and about to look whether he has lost
NONE: Final = LAST_OPEN + 2  # no position
FIRST: Final = LAST_OPEN + 3  # of those that stand for answers
UNKNOWN: Final = 9  # a status: an answer has no code yet
BLOCK_BITS: Final = 9
BLOCK: Final = 1 << BLOCK_BITS  # places that are passed over together
STRIPE: Final = ROW  # codes that are compared at once
LARGEST: Final = (1 << 63) - 1
AHEAD: Final = 128  # messages that are held back until what they change has come from memory
EMPTY: Final = -(1 << 62)  # in the table from answers to codes


def build_mark_legal(rules: Rules, jit: Jit) -> Any:
    """Return mark_legal(first, begin, end, codes, closed): write OPEN where an index has a position, else NONE.

    Where the game has rows, `closed` [rows] gets the places without a position; `first` is the tier's first
    index, and slices begin at rows.
    """
    unrank, row_places = rules.unrank, rules.row_places
    is_row, has_rows = build_is_row(rules, jit)

    def mark_legal(first: int, begin: int, end: int, codes: Any, closed: Any) -> int:
        while begin < end:
            stop = min(begin + ROW, end)
            if stop - begin == ROW and is_row(begin):
                legal = np.int64(row_places(begin))
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

    where = jit.where

    return jit.kernel(mark_legal)


def witness(row: int) -> int:
    """Return the code of an open place that may still move into this row of its tier."""
    return ((row * 0x9E3779B1 >> 20) & (LAST_OPEN - 1)) + 1


def build_is_row(rules: Rules, jit: Jit) -> tuple[Any, bool]:
    """Return is_row(index), and whether the game has rows at all."""
    return rules.is_row or jit.inline(_never), rules.is_row is not None


def _never(index: int) -> bool:
    return False


def home(answer: int, places: int) -> int:
    """Return where an answer is looked for first, in a table of a power of two places."""
    return (answer * 0x9E3779B1 >> 15) & (places - 1)


def build_code_of(jit: Jit) -> Any:
    """Return code_of(answer, known) -> its code, -1 where it has none.

    `known` is (answers int64, codes int64), a table of a power of two places with room.
    """
    begin = jit.inline(home)

    def code_of(answer: int, known: Any) -> int:
        answers, codes = known
        place = begin(answer, len(answers))
        while answers[place] != EMPTY:
            if answers[place] == answer:
                return int(codes[place])
            place = (place + 1) & (len(answers) - 1)
        return -1

    return jit.inline(code_of)


def build_outside(rules: Rules, fold: Fold, jit: Jit) -> Any:
    """Return outside(tier, begin, end, codes, book, known, work, parameter) -> (next, answer, status).

    `tier` is (first index, index after the last, closed); see `build_mark_legal`.

    Gives the open indexes `begin` to `end - 1` the code of what their moves to later tiers are worth, or the
    rules say where there are none. `codes` [all indexes] of
    later tiers stand for the answers `book` [codes] int64. Status UNKNOWN: `answer` needs a code.
    """
    unrank, rank, play, outcome = rules.unrank, rules.rank, rules.play, rules.outcome
    canonical, flips, moves = rules.canonical, rules.flips, rules.moves_out or rules.moves
    value_of, code_of = build_leaf(rules, jit), build_code_of(jit)
    leaf, combine = jit.inline(fold.leaf), jit.inline(fold.combine)
    gain = rules.gain
    back = False
    beside, place_of, _ = build_beside(rules, back, jit)
    only_out = rules.moves_out is not None
    is_row, _ = build_is_row(rules, jit)
    where, row_outside = jit.where, build_row_outside(rules, fold, jit)

    def outside(
        tier: Any, begin: int, end: int, codes: Any, book: Any, known: Any, work: Any, parameter: int
    ) -> tuple[int, int, int]:
        first, beyond, _ = tier
        found, signs, gains = work
        asked = np.int64(-1)  # of the row: the others have moves, and none that leaves the tier
        for index in range(begin, end):
            if (index - first) & (ROW - 1) == 0 or index == begin:
                row = index - ((index - first) & (ROW - 1))
                asked = np.int64(-1)
                if row + ROW <= beyond and is_row(row):
                    asked = where(codes, row, OPEN)
                    if asked:
                        asked, answer, status = row_outside(row, tier, codes, book, known, work, parameter)
                        if status != DONE:
                            return row, answer, status
            if codes[index] != OPEN or asked >> ((index - first) & (ROW - 1)) & 1 == 0:
                continue
            position = int(unrank(index))
            kept = 0
            inside = False
            if outcome(position) == UNDECIDED:
                for move in moves(position):
                    child = play(position, move)
                    place = rank(canonical(child))
                    if place < 0 or place >= len(codes) or codes[place] == NONE:
                        return index, 0, MISSING
                    if place < first:
                        return index, 0, TIER
                    if place < beyond:
                        inside = True
                        continue
                    if kept == len(found):
                        return index, 0, MANY
                    found[kept] = book[codes[place]]
                    signs[kept] = -1 if flips(position, child) else 1
                    gains[kept] = gain(position, move)
                    kept += 1
                if only_out and kept == 0:
                    for other in beside(index, back):
                        place = place_of(other)
                        if first <= place < beyond and codes[place] != NONE:
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

    return jit.kernel(outside)


def build_row_outside(rules: Rules, fold: Fold, jit: Jit) -> Any:
    """Return row_outside(row, tier, codes, book, known, work, parameter) -> (places, answer, status).

    Gives a row's open places what their moves to later tiers are worth, and returns those that are to be asked
    one by one: the others have their code, or stay open as they have moves within the tier and no other.
    """
    row_out, row_alone, where = rules.row_out, rules.row_alone, jit.where
    turned, _ = build_turned(jit)
    bound, lowest, code_of = build_bound(rules, jit), build_lowest(jit), build_code_of(jit)
    combine = jit.inline(fold.combine)

    def row_outside(
        row: int, tier: Any, codes: Any, book: Any, known: Any, work: Any, parameter: int
    ) -> tuple[Any, int, int]:
        _, beyond, _ = tier
        found, signs, gains = work
        kept = np.zeros(ROW, np.int64)
        room = len(found) >> ROW_BITS
        still = where(codes, row, OPEN)
        alone = still & np.int64(row_alone(row))
        for there, places, turn in row_out(row):
            left = still & ~alone & np.int64(places)
            while left:
                place = lowest(left)
                target = there if turn == TOGETHER else there + lowest(turned(left & -left, turn))
                left &= left - 1
                if target < beyond or target >= len(codes):
                    return alone, 0, TIER
                if codes[target] == NONE:
                    continue
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
                    return alone, 0, FAR
                code = code_of(answer, known)
                if code < 0:
                    return alone, answer, UNKNOWN
                codes[row + place] = code
        return alone, 0, DONE

    return jit.inline(row_outside)


def build_beside(rules: Rules, back: bool, jit: Jit) -> Any:
    """Return (beside, place_of, changes): who is beside an index, `place_of` what is found.

    beside(index, back) yields those that its moves lead to, or, `back`, those with a move to it;
    changes(found) is 1 where the mover changes by the move, else 0. A game that does not say `indexes_beside`
    is asked for the ranks of what its moves lead to, and of its parents.
    """
    unrank, rank, flips, parents = rules.unrank, rules.rank, rules.flips, rules.parents
    play, canonical, moves = rules.play, rules.canonical, rules.moves

    def by_moves(index: int, back: bool) -> Any:
        position = int(unrank(index))
        for move in moves(position):
            child = play(position, move)
            yield rank(canonical(child)) * 2 + (1 if flips(position, child) else 0)

    def by_parents(index: int, back: bool) -> Any:
        position = int(unrank(index))
        for parent in parents(position):
            yield rank(parent) * 2 + (1 if flips(parent, position) else 0)

    if rules.indexes_beside is not None:
        return rules.indexes_beside, jit.inline(_itself), jit.inline(_always)
    return jit.inline(by_parents if back else by_moves), jit.inline(_half), jit.inline(_odd)


def _itself(found: int) -> int:
    return found


def _always(found: int) -> int:
    return 1


def _half(found: int) -> int:
    return found >> 1


def _odd(found: int) -> int:
    return found & 1


def build_tell(rules: Rules, jit: Jit) -> Any:
    """Return tell(tier, blocks, begin, end, codes, sends, becomes, written) -> how many have told.

    `tier` is (first index, index after the last, closed). `sends` is (code, when, another code, when): whoever
    has the code tells those of his tier with a move to him by which the mover changes (bit 1 of `when`) or
    does not (bit 0). Their code c becomes `becomes[c]`, and `written` [blocks] is set where that is another.
    Looked at are `blocks[begin:end]`, of places counted from the tier's first. Where the game has rows,
    whoever tells is closed.
    """
    back = True
    beside, place_of, changes = build_beside(rules, back, jit)
    holds, prefetch, witness_of = build_holds(jit), jit.prefetch, jit.inline(witness)
    is_row, has_rows = build_is_row(rules, jit)
    hear, tell_rows = build_hear(jit), build_tell_rows(rules, jit)
    where, count_of = jit.where, jit.count

    def tell(
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
                        if is_row(start):
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

    return jit.kernel(tell)


def build_hear(jit: Jit) -> Any:
    """Return hear(codes, messages, count, first, becomes, written): `messages` are (receivers, witnesses)."""

    def hear(codes: Any, messages: Any, count: int, first: int, becomes: Any, written: Any) -> None:
        receivers, senders = messages
        for number in range(count):
            receiver = receivers[number]
            code = codes[receiver]
            then = becomes[OPEN if code == senders[number] else code]
            if then != code:
                codes[receiver] = then
                written[(receiver - first) >> BLOCK_BITS] = 1

    return jit.inline(hear)


def build_tell_rows(rules: Rules, jit: Jit) -> Any:
    """Return tell_rows(row, places, sender, tier, codes, becomes, written): places of a row tell all at once."""
    beside, within, where = rules.row_beside, rules.row_within, jit.where
    turned, _ = build_turned(jit)
    lowest = build_lowest(jit)
    back = True

    def tell_rows(
        row: int, places: Any, sender: int, tier: Any, codes: Any, becomes: Any, written: Any
    ) -> None:
        first, beyond, closed = tier
        then = becomes[OPEN]
        marks = then == MARKED
        for other, there, turn in beside(row, back):
            if other < first or other + ROW > beyond:
                continue
            reached = np.int64(0)
            if turn == WITHIN:
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

    return jit.inline(tell_rows)


def build_holds(jit: Jit) -> Any:
    """Return holds(stripe, code) -> whether one of the codes is that one: compared many at once."""

    def holds(stripe: Any, code: Any) -> bool:
        found = False
        for place in range(len(stripe)):
            found |= stripe[place] == code
        return found

    return jit.inline(holds)


def build_check(rules: Rules, jit: Jit) -> Any:
    """Return check(tier, blocks, begin, end, codes, wins, lost, written) -> how many have lost.

    Whoever is marked looks at his moves. If all that stay in the tier lead to codes of `wins` [2 * codes], at
    2 * code + 1 where the mover changes and at 2 * code where he does not, his code becomes `lost`, and
    `written` [blocks] is set; else he is open again.
    """
    back = False
    beside, place_of, changes = build_beside(rules, back, jit)
    holds, witness_of = build_holds(jit), jit.inline(witness)
    is_row, has_rows = build_is_row(rules, jit)
    where, count_of, lowest, bound = jit.where, jit.count, build_lowest(jit), build_bound(rules, jit)

    def check(
        tier: Any, blocks: Any, begin: int, end: int, codes: Any, wins: Any, lost: int, written: Any
    ) -> int:
        first, beyond, closed = tier
        count = 0
        for number in range(begin, end):
            start = first + np.int64(blocks[number]) * BLOCK
            stop = min(start + BLOCK, beyond)
            while start < stop:
                stripe = codes[start : min(start + STRIPE, stop)]
                if holds(stripe, MARKED):
                    if has_rows and len(stripe) == ROW and is_row(start):
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

    return jit.kernel(check)


def build_recode(jit: Jit) -> Any:
    """Return recode(blocks, begin, end, codes, lowest, highest, other, written) -> how many: make those codes another.

    Looked at are `blocks[begin:end]` of `codes`, and `written` [blocks] is set where there was one.
    """

    def recode(
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

    return jit.kernel(recode)


def build_count_codes(jit: Jit) -> Any:
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
