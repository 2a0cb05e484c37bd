"""Retrograde analysis: a tier in which play may cycle, solved from its ends backwards.

Every position of the tier has an answer of its *outside*: the best of what its moves to later tiers give,
or what the rules say where it is finished. What play inside the tier adds is found in order of value and
remoteness. In round v = largest .. 1 a position is decided as worth v if a move leads to one worth -v, and as
worth -v if no move to an undecided position is left and its outside is worth no more. Round 0 walks back from
drawn ends; what is never decided can be held for ever and lost by nobody: a draw by endless play.

Within a round positions are decided level by level, a level being a remoteness. Each sends a message to every
position of the tier with a move to it: a good move, or one undecided move less. Messages are grouped by
receiver, and no two threads have receivers in common, so there are no locks.

Places are counted from the tier's first. Messages have two sources: moves reversed once and kept (`links`),
and looking at the moves of all undecided positions again. A game with a perfect index that knows
its `parents` is solved in place (`solver.kernels.dense.dense_retrograde`).

Thompson, Retrograde analysis of certain endgames, ICCA Journal 1986; Romein and Bal, Solving awari with
parallel retrograde analysis, 2003.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import DONE, FAR, FULL, MANY, MISSING, POINTS, TIER, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import LARGEST_VALUE
from zermelo.solver.kernels.position_folds import BAD, Fold
from zermelo.solver.kernels.slot_lookup import (
    BLOCK,
    RANKED,
    SlotLookup,
    build_evaluate_leaf_kernel,
    build_expand_block_kernel,
    build_find_place_of_key_kernel,
    build_find_places_of_children_kernel,
    build_get_position_at_place_kernel,
)

BEFORE: Final = -2  # where a position of an earlier tier is looked for
MOST_INSIDE: Final = (1 << 16) - 1  # moves of a position that stay in the tier: counters have 16 bits


@dataclass(frozen=True)
class MoveSpace:
    """How moves name the positions that they lead to, where a tier is solved; `lookup` is that of its places.

    In a whole tier by their places, `in_bucket` by their keys or ranks.
    """

    lookup: SlotLookup
    in_bucket: bool


def build_expand_moves_kernel(rules: KernelRules, space: MoveSpace, fold: Fold, jit: Jit) -> Any:
    """Return expand_moves(tables, tier, begin, end, arrays, edges, work, p) -> (next, made, status).

    Looks at every move of the places `begin` to `end - 1`. `tables` is (slots, later, offsets, shift,
    later_answers): the places, then in a bucket the names of positions of later tiers that are known, and
    their directory, and answers: by place, or of those. `tier` is (first, beyond, own, keeps): the tier's
    first place, the one after its last, and the first place of `arrays`; of a bucket of keys the number that
    the game gives the tier, 0 and 0. `arrays` is (answers, outside, counters, blank): `answers` is set to
    `blank` where a position is to be decided, to `blank + 1` where an index has no position; `outside` and
    `counters` receive the outside's answer (`blank` without one) and the number of moves inside. Each of
    these is added to `edges` where the tier `keeps` them: in a whole tier to one array uint32 [room], `child
    * 2 + (1 if the mover stays)`; in a bucket to (children, parents uint32), the child's key or its place in
    the tier, and `parent * 2 + (1 if the mover stays)`.
    """
    at, spread = (
        build_get_position_at_place_kernel(rules, space.lookup, jit),
        build_expand_block_kernel(rules, space.lookup, jit),
    )
    find, is_inside, look_up, note = build_move_space_functions(rules, space, jit)
    leaf, combine, value_of = (
        jit.inline(fold.leaf),
        jit.inline(fold.combine),
        build_evaluate_leaf_kernel(rules, jit),
    )

    def expand_moves(
        tables: Any, tier: Any, begin: int, end: int, arrays: Any, edges: Any, work: Any, parameter: int
    ) -> tuple[int, int, int]:
        slots, later, offsets, shift, later_answers = tables
        answers, outside, counters, blank = arrays
        _, _, own, keeps = tier
        _, _, _, found, signs, gains = work
        bounds = np.empty(BLOCK + 1, np.int64)
        made = 0
        index = begin
        while index < end:
            last, produced, status = spread(slots, index, end, bounds, work)
            if status != DONE:
                return last, made, status
            if keeps and made + produced > len(edges[0]):
                return index, made, FULL
            reached, missing = find(slots, work, produced)
            if missing >= 0:
                block = 0
                while bounds[block + 1] <= missing:
                    block += 1
                return index + block, made, MISSING
            for place in range(index, last):
                start, stop = bounds[place - index], bounds[place - index + 1]
                parent = place - own
                inside = 0
                kept = start
                for each in range(start, stop):
                    child = reached[each]
                    if is_inside(child, tier):
                        if gains[each] != 0:
                            return place, made, POINTS
                        if keeps:
                            note(edges, made + inside, child, parent, 1 if signs[each] > 0 else 0, tier)
                        inside += 1
                        continue
                    known = look_up(later, offsets, shift, child, tier)
                    if known == BEFORE:
                        return place, made, TIER
                    if known < 0 or later_answers[known] == blank + 1:
                        return place, made, MISSING
                    found[kept] = later_answers[known]
                    signs[kept] = signs[each]
                    gains[kept] = gains[each]
                    kept += 1
                if inside > MOST_INSIDE:
                    return place, made, MANY
                answers[parent] = blank
                counters[parent] = inside
                outside[parent] = blank
                made += inside if keeps else 0
                if kept > start:
                    answer = combine(found, signs, gains, start, kept, parameter)
                elif start < stop:
                    continue
                else:
                    position = int(at(slots, place))
                    if position < 0:
                        answers[parent] = blank + 1
                        continue
                    value = value_of(position)
                    if value > LARGEST_VALUE or value < -LARGEST_VALUE:
                        return place, made, VALUE
                    answer = leaf(value, parameter)
                if answer == BAD:
                    return place, made, FAR
                outside[parent] = answer
            index = last
        return end, made, DONE

    return jit.kernel(expand_moves)


def build_move_space_functions(rules: KernelRules, space: MoveSpace, jit: Jit) -> tuple[Any, Any, Any, Any]:
    """Return (find, is_inside, look_up, note), by which `expand_moves` knows where moves lead.

    find(slots, work, count) -> (names of the children, the first without a place or -1); is_inside(name,
    tier); look_up(later, offsets, shift, name, tier) -> where the answer of a later position is, -1 where
    nowhere, `BEFORE` where its tier is an earlier one; note(edges, number, name, parent, stays, tier).
    """
    tier_of = rules.tier
    find_places = build_find_places_of_children_kernel(rules, space.lookup, jit)

    def find_children(slots: Any, work: Any, count: int) -> tuple[Any, int]:
        children, places, heads, _, _, _ = work
        return places, find_places(slots, children, places, heads, count)

    def get_children(slots: Any, work: Any, count: int) -> tuple[Any, int]:
        return work[0], -1

    def is_place_in_tier(place: int, tier: Any) -> bool:
        return bool(tier[0] <= place < tier[1])

    def is_key_in_tier(key: int, tier: Any) -> bool:
        return bool(tier_of(int(key)) == tier[0])

    def get_place(later: Any, offsets: Any, shift: Any, place: int, tier: Any) -> int:
        return BEFORE if place < tier[0] else place

    def look_up_rank(later: Any, offsets: Any, shift: Any, rank: int, tier: Any) -> Any:
        at = np.int64(offsets[(rank - later[0]) >> shift])
        while later[at] < rank:
            at += 1
        return at

    stand = build_find_place_of_key_kernel(jit)

    def look_up_key(later: Any, offsets: Any, shift: Any, key: int, tier: Any) -> Any:
        return stand(later, offsets, shift, key)

    def note_place(edges: Any, number: int, place: int, parent: int, stays: int, tier: Any) -> None:
        edges[0][number] = (place - tier[0]) * 2 + stays

    def note_rank(edges: Any, number: int, rank: int, parent: int, stays: int, tier: Any) -> None:
        edges[0][number] = rank - tier[0]
        edges[1][number] = parent * 2 + stays

    def note_key(edges: Any, number: int, key: int, parent: int, stays: int, tier: Any) -> None:
        edges[0][number] = key
        edges[1][number] = parent * 2 + stays

    if not space.in_bucket:
        functions: Any = find_children, is_place_in_tier, get_place, note_place
    elif space.lookup is RANKED:
        functions = find_children, is_place_in_tier, look_up_rank, note_rank
    else:
        functions = get_children, is_key_in_tier, look_up_key, note_key
    return tuple(map(jit.inline, functions))  # type: ignore[return-value]  # four


def build_tally_predecessors_kernel(jit: Jit) -> Any:
    """Return tally_predecessors(edges, low, high, ways): count edges to each place in low .. high - 1."""

    def tally_predecessors(edges: Any, low: int, high: int, ways: Any) -> None:
        for index in range(len(edges)):
            child = np.int64(edges[index] >> np.uint32(1))
            if low <= child < high:
                ways[child] += 1

    return jit.kernel(tally_predecessors)


def build_reverse_edges_kernel(jit: Jit) -> Any:
    """Return reverse_edges(edges, counters, parent, low, high, ends, links).

    Reverses the edges of places `parent` and following that lead to places low .. high - 1; `counters` is the
    number of edges of each place. `links[ends[child]]` becomes `parent * 2 + (1 if the mover stays)`, from
    the end of the child's links downwards.
    """

    def reverse_edges(
        edges: Any, counters: Any, parent: int, low: int, high: int, ends: Any, links: Any
    ) -> None:
        index = 0
        while index < len(edges):
            for _ in range(counters[parent]):
                edge = np.int64(edges[index])
                index += 1
                child = edge >> 1
                if low <= child < high:
                    ends[child] -= 1
                    links[ends[child]] = parent * 2 + (edge & 1)
            parent += 1

    return jit.kernel(reverse_edges)


def build_send_messages_kernel(jit: Jit) -> Any:
    """Return send_messages(decided, begin, end, known, links, room, counts, shift) -> (next, made, status).

    Writes to `room` [n] uint32 a message from each of the places `decided[begin:end]` to every place with a
    move to it, `receiver * 2 + (1 if the move is good)`, and counts them by `message >> shift`. `known` is
    (answers [tier], the parameter of the fold); `links` is (begins [tier + 1], links).
    """

    def send_messages(
        decided: Any, begin: int, end: int, known: Any, links: Any, room: Any, counts: Any, shift: Any
    ) -> tuple[int, int, int]:
        answers, parameter = known
        begins, ways = links
        made = 0
        for index in range(begin, end):
            place = decided[index]
            low, high = np.int64(begins[place]), np.int64(begins[place + 1])
            if made + high - low > len(room):
                return index, made, FULL if made > 0 else MANY
            value = np.int64(answers[place]) >> parameter
            for way in range(low, high):
                link = np.int64(ways[way])
                good = value >= 0 if link & 1 else value <= 0
                message = np.uint32(link | 1 if good else link & ~1)
                room[made] = message
                counts[message >> shift] += 1
                made += 1
        return end, made, DONE

    return jit.kernel(send_messages)


def build_group_messages_kernel(jit: Jit) -> Any:
    """Return group_messages(messages, made, grouped, places, shift), a counting sort by `message >> shift`.

    `places` holds where each group begins in `grouped`, and afterwards where it ends.
    """

    def group_messages(messages: Any, made: int, grouped: Any, places: Any, shift: Any) -> None:
        for index in range(made):
            message = messages[index]
            own = message >> shift
            grouped[places[own]] = message
            places[own] += 1

    return jit.kernel(group_messages)


def build_is_lost_kernel(jit: Jit) -> Any:
    """Return is_lost(beside, blank, value, remoteness, parameter) -> bool.

    Whether a position without an undecided move inside is worth -`value` now, given the answer of its
    outside.
    """

    def is_lost(beside: int, blank: int, value: int, remoteness: int, parameter: int) -> bool:
        if beside == blank or beside >> parameter < -value:
            return True
        return beside >> parameter == -value and beside & ((1 << parameter) - 1) <= remoteness

    return jit.inline(is_lost)


def build_decide_by_messages_kernel(jit: Jit) -> Any:
    """Return decide_by_messages(messages, begin, end, arrays, answer, parameter, fresh, count) -> count.

    Hands out the messages of a round and level: `answer` is that of a winner who is decided now,
    whose places are appended to `fresh`. `arrays` is (answers [tier], outside, counters, blank).
    """
    is_lost = build_is_lost_kernel(jit)

    def decide_by_messages(
        messages: Any, begin: int, end: int, arrays: Any, answer: int, parameter: int, fresh: Any, count: int
    ) -> int:
        answers, outside, counters, blank = arrays
        rest = (1 << parameter) - 1
        value, remoteness = answer >> parameter, answer & rest
        lost = (-value << parameter) + remoteness
        for index in range(begin, end):
            message = np.int64(messages[index])
            place = message >> 1
            if message & 1:
                if answers[place] == blank:
                    answers[place] = answer
                    fresh[count] = place
                    count += 1
                continue
            counters[place] -= 1
            if counters[place] == 0 and answers[place] == blank:
                beside = np.int64(outside[place])
                # The outside may be worth more to the mover, or come later.
                if is_lost(beside, blank, value, remoteness, parameter):
                    answers[place] = lost
                    fresh[count] = place
                    count += 1
        return count

    return jit.kernel(decide_by_messages)


def build_decide_by_exits_kernel(jit: Jit) -> Any:
    """Return decide_by_exits(seeds, begin, end, arrays, parameter, fresh) -> number decided.

    `seeds` are places whose outside's value is the round's, plus or minus, and whose remoteness is the
    level's.
    """

    def decide_by_exits(seeds: Any, begin: int, end: int, arrays: Any, parameter: int, fresh: Any) -> int:
        answers, outside, counters, blank = arrays
        count = 0
        for index in range(begin, end):
            place = seeds[index]
            if answers[place] != blank:
                continue
            if np.int64(outside[place]) >> parameter < 0 and counters[place] > 0:
                continue
            answers[place] = outside[place]
            fresh[count] = place
            count += 1
        return count

    return jit.kernel(decide_by_exits)


def build_count_seeds_kernel(jit: Jit) -> Any:
    """Return count_seeds(outside, begin, end, blank, parameter, sizes, counts): count by round and level.

    `sizes` is (largest value, largest remoteness); a seed is counted under (largest
    value - |value|) * (largest remoteness + 1) + remoteness.
    """

    def count_seeds(
        outside: Any, begin: int, end: int, blank: int, parameter: int, sizes: Any, counts: Any
    ) -> int:
        most, longest = sizes
        rest = (1 << parameter) - 1
        for place in range(begin, end):
            if outside[place] != blank:
                answer = np.int64(outside[place])
                counts[(most - abs(answer >> parameter)) * (longest + 1) + (answer & rest)] += 1
        return DONE

    return jit.kernel(count_seeds)


def build_sort_seeds_kernel(jit: Jit) -> Any:
    """Return sort_seeds(outside, blank, parameter, sizes, begins, seeds): sort by round and level."""

    def sort_seeds(outside: Any, blank: int, parameter: int, sizes: Any, begins: Any, seeds: Any) -> int:
        most, longest = sizes
        rest = (1 << parameter) - 1
        for place in range(len(outside)):
            if outside[place] != blank:
                answer = np.int64(outside[place])
                number = (most - abs(answer >> parameter)) * (longest + 1) + (answer & rest)
                seeds[begins[number]] = place
                begins[number] += 1
        return DONE

    return jit.kernel(sort_seeds)


def build_recheck_moves_kernel(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return recheck_moves(tables, tier, begin, end, arrays, work, answer, fresh) -> (next, count, status).

    Without messages: looks at all moves of the undecided places `begin` to `end - 1` again and writes those
    that are decided now, at the value and remoteness of `answer`, to `fresh` [end - begin] as `place * 2 + (1
    if won)`. Counters become 0 where no undecided move is left.
    """
    find, spread = (
        build_find_places_of_children_kernel(rules, lookup, jit),
        build_expand_block_kernel(rules, lookup, jit),
    )
    is_lost = build_is_lost_kernel(jit)

    def recheck_moves(
        tables: Any, tier: Any, begin: int, end: int, arrays: Any, work: Any, answer: int, fresh: Any
    ) -> tuple[int, int, int]:
        answers, outside, counters, blank = arrays
        first, beyond, parameter = tier
        children, places, heads, _, signs, _ = work
        rest = (1 << parameter) - 1
        value, remoteness = answer >> parameter, answer & rest
        bounds = np.empty(2, np.int64)
        count = 0
        for place in range(begin, end):
            if answers[place] != blank or counters[place - first] == 0:
                continue
            _, produced, status = spread(tables, place, place + 1, bounds, work)
            if status != DONE:
                return place, count, status
            find(tables, children, places, heads, produced)
            good = False
            left = 0
            for each in range(produced):
                if places[each] >= beyond:
                    continue
                known = np.int64(answers[places[each]])
                if known == blank:
                    left += 1
                elif signs[each] * (known >> parameter) == value:
                    good = True
            if good:
                fresh[count] = (place - first) * 2 + 1
                count += 1
            elif left == 0:
                counters[place - first] = 0
                beside = np.int64(outside[place - first])
                if is_lost(beside, blank, value, remoteness, parameter):
                    fresh[count] = (place - first) * 2
                    count += 1
        return end, count, DONE

    return jit.kernel(recheck_moves)
