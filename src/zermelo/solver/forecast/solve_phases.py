"""What a solve by tasks does, phase after phase, computed from the sizes of its tiers alone.

A phase is a list of batches that workers do side by side; the next phase waits for all of them. The tasks of
a batch are alike, since buckets are equal shares of the range of a hash. Each of the functions below is one
kind of solve, and each batch in it one row: which tasks, on how many positions, and which bytes they move.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

from zermelo.solver.cluster.cyclic.bucket_driver import BucketDriver
from zermelo.solver.cluster.cyclic.bucket_group_levels import SENT
from zermelo.solver.cluster.cyclic.cyclic_driver import WHOLE
from zermelo.solver.cluster.cyclic.frontier_driver import CROWD, MOST_RUNS
from zermelo.solver.cluster.record_ranges import PIECE
from zermelo.solver.cluster.solve_driver import FIRST_BRANCHING
from zermelo.solver.cluster.solve_job import MOST_BITS
from zermelo.solver.plans.bucket_capacity import choose_group_bits, compute_slot_state_bytes
from zermelo.solver.records.ranked_records import SLICE
from zermelo.solver.size_estimates.tier_sampling import estimate_distinct_children
from zermelo.solver.solution_files.file_entries import RECORDS
from zermelo.solver.storage.array_sections import NEAR

KEY: Final = 8  # bytes of a position
GRAIN: Final = 1 << 12  # positions of a share of a run
LEVELS: Final = 19  # of a tier in buckets, in which much happens: the middle of those seen, 13 to 42
# Bytes, in a tier in buckets: of a move inside as it is found, of a place that moves out of the tier may
# decide, and of a move inside as all levels write it (quixo; less where few positions are decided). Of the
# links of a group, the share that a level reads: 0.5 to 1 were seen.
EDGE, SEED, STEPS, LINKED = 12, 4, 7.6, 0.8


@dataclass(frozen=True)
class TierCounts:
    """A tier of a game: its positions and their children, of which `inside` and `later` count each once."""

    positions: float
    children: float  # copies included
    inside: float = 0.0  # in the same tier
    later: dict[int, float] = field(default_factory=dict)  # in later ones, by their number in the order
    frontier: tuple[float, ...] = ()  # positions that each round finds


class TaskBatch(NamedTuple):
    """Equal tasks of a kind for a tier; positions, children and bytes are those of all of them together."""

    kind: str
    tier: int
    tasks: int
    positions: float
    children: float = 0.0  # made by the rules, or moves that are followed
    read: float = 0.0
    written: float = 0.0
    gets: float = 2.0  # requests of each task, to read
    puts: float = 1.0  # and to write
    dropped: float = 0.0  # bytes in the store that nothing needs afterwards
    at_once: float = 1.0  # share of what it moves that a task holds at once
    needs: tuple[int, ...] = ()  # batches of the phase that have to be done before, by their numbers
    seconds: float = 0.0  # of a core, that were measured for this tier


Phase = list[TaskBatch]


class SolveSizes(NamedTuple):
    """Into what a solve is cut: positions of a bucket, and bytes of a position's answer and file entry."""

    bucket: int
    width: int = 2  # of an answer in the solution
    known: int = 2  # of what is known of a position while it is solved
    file: float = 1.0
    levels: int = LEVELS


def yield_ply_phases(
    tiers: Sequence[TierCounts], sizes: SolveSizes, *, compared: bool = False
) -> Iterator[Phase]:
    """Yield the phases of a solve tier by tier of plies; `compared` is whether the game says no tiers."""
    counts, buckets = [*(tier.positions for tier in tiers), 0.0], count_ply_buckets(tiers, sizes.bucket)
    sent = [
        estimate_distinct_children(after, tier.children, own)
        for tier, after, own in zip(tiers, counts[1:], buckets, strict=False)
    ]
    found = seen = 0.0
    for number, (tier, asked) in enumerate(zip(tiers, sent, strict=True)):
        (size, after), (own, following) = counts[number : number + 2], buckets[number : number + 2]
        yield [TaskBatch("expand", number, own, size, tier.children, KEY * size, KEY * asked, 1)]
        gets = _count_section_gets(own, KEY * asked)
        yield [TaskBatch("merge", number + 1, following, after, 0, KEY * asked, KEY * after, gets)]
        found += size
        if compared and (not after or found >= max(1024, 2 * seen)):
            seen, shares = found, count_buckets(found, sizes.bucket)
            gets = sum(max(1, each // shares) for each in buckets[: number + 2])  # objects, or parts of them
            yield [TaskBatch("compare", number + 1, shares, found, 0, KEY * found, gets=gets)]
    yield from _yield_ply_answers(tiers, counts, buckets, sent, sizes)


def _yield_ply_answers(
    tiers: Sequence[TierCounts],
    counts: Sequence[float],
    buckets: Sequence[int],
    sent: Sequence[float],
    sizes: SolveSizes,
) -> Iterator[Phase]:
    """Yield the phases back: a tier's answers are sent to the one before, and its records are written."""
    width, merged = sizes.width, Phase()  # and what writes the files of the tier after
    for number in range(len(tiers), -1, -1):
        size, own, records = counts[number], buckets[number], (KEY + width) * counts[number]
        first, second, merged = merged, Phase(), []
        write = [_write_files("write", number, size, own, sizes)] if number < len(tiers) else []
        if write and own == 1:
            second += write
        elif write:
            first.append(TaskBatch("split_records", number, own, size, 0, records, records, 3, 2))
            gets, merged = 2 * _count_section_gets(own, records / 2), write  # of positions, and of answers
            second.append(
                TaskBatch("merge_records", number, own, size, 0, records, records, gets, 2, records)
            )
        if number:
            asked, before, parents = sent[number - 1], buckets[number - 1], counts[number - 1]
            read, gets = records + KEY * asked, 2 + _count_section_gets(before, KEY * asked)
            first.append(TaskBatch("send_answers", number, own, size, 0, read, width * asked, gets))
            told, there = (KEY + width) * asked, min(own, asked / before)  # buckets with children of one
            read, gets = KEY * parents + told, 2 + _count_section_gets(there, width * asked * there / own)
            made, children, after = width * parents, tiers[number - 1].children, records + told
            second.append(
                TaskBatch("combine", number - 1, before, parents, children, read, made, gets, 1, after)
            )
        yield from filter(None, (first, second))
    yield from filter(None, [merged])


def yield_cyclic_phases(
    tiers: Sequence[TierCounts], sizes: SolveSizes, *, weighed: bool = False, circles: bool = False
) -> Iterator[Phase]:
    """Yield the phases of a solve by the game's own tiers, of which one that fits a task is one.

    `weighed` is whether tiers are solved by their graphs, with dice or points on the way; `circles` whether
    play can cycle with points on the way, which a task finds, and gives up.
    """
    buckets = [count_buckets(tier.positions, sizes.bucket) for tier in tiers]
    for number, (tier, own) in enumerate(zip(tiers, buckets, strict=True)):
        leading = [source.later[number] for source in tiers[:number] if number in source.later]
        size, made = tier.positions, KEY * (tier.positions + sum(tier.later.values()))
        read, gets = KEY * sum(leading), 2 * len(leading)
        if own == 1:
            yield [TaskBatch("find_positions", number, 1, size, tier.children, read, made, gets)]
        else:
            yield from _yield_round_phases(number, tier, sizes.bucket, sum(leading) or 1.0)
    side_by_side, last = Phase(), dict[int, int]()  # and the batch after which a tier is solved, of these
    for number in range(len(tiers) - 1, -1, -1):
        tier = tiers[number]
        later = sum(tiers[each].positions for each in tier.later)
        if buckets[number] > 1 or (not weighed and later > WHOLE * sizes.bucket):
            yield from filter(None, [side_by_side])
            side_by_side, last = [], {}
            yield from _yield_large_tier_phases(number, tiers, buckets, sizes)
            continue
        size, needs = tier.positions, tuple(last[each] for each in tier.later if each in last)
        read, made, gets = (
            KEY * size + (KEY + sizes.known) * later,
            sizes.known * size,
            2 + 4 * len(tier.later),
        )
        one = TaskBatch("solve_tier", number, 1, size, tier.children, read, made, gets, needs=needs)
        given_up = circles and tier.inside > 0
        if weighed:
            side_by_side.append(one._replace(kind="solve_expectations", written=0 if given_up else made))
        if given_up or not weighed:
            side_by_side.append(one._replace(needs=(len(side_by_side) - 1,)) if weighed else one)
        last[number] = len(side_by_side) - 1
    yield from filter(None, [side_by_side])
    yield from _yield_writing_phases(tiers, buckets, sizes)


def _yield_writing_phases(
    tiers: Sequence[TierCounts], buckets: Sequence[int], sizes: SolveSizes
) -> Iterator[Phase]:
    """Yield how the file of all of the game's own tiers is written: at once, or range after range."""
    total, many = sum(tier.positions for tier in tiers), len(tiers)
    if total <= WHOLE * sizes.bucket:
        yield [_write_files("write_tiers", 0, total, 1, sizes._replace(width=sizes.known), 3 * many)]
        return
    ranges, records = -(-round(total) // sizes.bucket), (KEY + sizes.width) * total
    for number, tier in enumerate(tiers):
        size, own = tier.positions, buckets[number]
        read, made = (KEY + sizes.known) * size, (KEY + sizes.width) * size
        yield [TaskBatch("sort_records", number, own, size, 0, read, made, 5, 2)]
    yield [TaskBatch("join_records", 0, ranges, total, 0, records, records, 4 * sum(buckets), 2, records)]
    yield [_write_files("write_tiers", 0, total, ranges, sizes, 2 * many)]


def yield_index_phases(
    tiers: Sequence[TierCounts], seconds: Sequence[float], sizes: SolveSizes
) -> Iterator[Phase]:
    """Yield the phases of a solve over a perfect index that knows its parents: one task a tier.

    Tiers have places, and codes of `width` bytes; `seconds` are a core's for each of them.
    """
    width, solved = sizes.width, Phase()
    for number in range(len(tiers) - 1, -1, -1):  # the last one's first, as they are handed out
        size, later = tiers[number].positions, tiers[number].later
        read, gets = width * sum(tiers[each].positions for each in later), 1 + 2 * len(later)
        needs, own = tuple(len(tiers) - 1 - each for each in later), seconds[number]
        one = TaskBatch("solve_index_tier", number, 1, size, 0, read, width * size, gets, 2)
        solved.append(one._replace(needs=needs, seconds=own))
    yield solved
    places = sum(tier.positions for tier in tiers)
    slices = math.ceil(places / SLICE)
    parts = 1 + (len(tiers) - 1) / slices  # tiers that a slice is of
    yield [TaskBatch("write_slice", 0, slices, places, 0, width * places, sizes.file * places, 3 * parts, 2)]


def count_ply_buckets(tiers: Sequence[TierCounts], bucket: int) -> list[int]:
    """Return the number of buckets of each tier, and of the empty one after them, as `PlyDriver` cuts them.

    How many there will be is foretold by the growth so far.
    """
    counts, before = [1], 0.0
    for tier in tiers:
        growth = tier.positions / before if len(counts) > 2 else FIRST_BRANCHING
        counts.append(count_buckets(int(round(tier.positions) * growth), bucket))
        before = tier.positions
    return counts


def count_buckets(positions: float, bucket: int) -> int:
    """Return the number of buckets, a power of two, for about `bucket` positions in each."""
    return 1 << min(MOST_BITS, max(0, -(-round(positions) // bucket) - 1).bit_length())


def _count_section_gets(objects: float, size: float) -> float:
    """Return the requests that read one section of each of some objects, which have `size` bytes together.

    A section is read with its place, but for the first object's, where it is near enough to that.
    """
    return objects + 1 + (objects - 1) * (1 - min(1.0, NEAR * objects / max(1.0, size)))


def _write_files(
    kind: str, tier: int, size: float, ranges: int, sizes: SolveSizes, gets: float = 2
) -> TaskBatch:
    """Return the tasks that write files: of one bucket at once, else piece by piece of its ranges."""
    records, made = (KEY + sizes.width) * size, sizes.file * size
    if ranges == 1:
        return TaskBatch(kind, tier, 1, size, 0, records, made, gets, 2)
    files = max(1, math.ceil(size / RECORDS))
    gets += (4 * ranges * math.ceil(size / ranges / PIECE) + ranges) / files
    at_once = min(1.0, PIECE * files / size)
    return TaskBatch(kind, tier, files, size, 0, records, made, gets, 2, records, at_once)


def _yield_round_phases(number: int, tier: TierCounts, bucket: int, waiting: float) -> Iterator[Phase]:
    """Yield the phases that find a tier in buckets, round by round; `waiting` children lead to it."""
    known, rounds = 0.0, list(tier.frontier)
    for number_of_run in count(1):
        fresh, buckets = rounds.pop(0), 1
        if waiting > bucket:
            wanted = max(known + min(waiting, known + bucket), waiting / CROWD)
            buckets = max(2, count_buckets(wanted, bucket))
        else:  # one task does as many rounds as it can
            while rounds and fresh + rounds[0] <= bucket:
                fresh += rounds.pop(0)
        share = fresh / max(1.0, tier.positions)
        reached = [
            _estimate_all_children(tier, each * share, buckets)
            for each in (tier.inside if rounds else 0.0, *tier.later.values())
        ]
        read = KEY * (waiting + min(known, waiting * GRAIN))  # shares of runs that hold one of them
        made, runs = KEY * (fresh + sum(reached)), min(number_of_run, MOST_RUNS)
        gets = 3 * (1 + runs)
        yield [TaskBatch("find_positions", number, buckets, fresh, tier.children * share, read, made, gets)]
        known, waiting = known + fresh, reached[0]
        own = count_buckets(known, bucket)
        if not rounds or number_of_run % MOST_RUNS == 0:
            moved = KEY * (known + (0.0 if rounds else sum(_estimate_asked(tier, own).values())))
            yield [TaskBatch("merge_runs", number, own, known, 0, moved, moved, 3 * runs)]
        if not rounds:
            return


def _estimate_all_children(tier: TierCounts, distinct: float, buckets: int) -> float:
    """Return how many children all buckets of a tier have, each bucket's once, of `distinct` ones."""
    return estimate_distinct_children(distinct, _estimate_moves(tier, distinct), buckets)


def _estimate_moves(tier: TierCounts, distinct: float) -> float:
    """Return how many moves lead to so many children: their share of all moves is that of all children."""
    apart = tier.inside + sum(tier.later.values())
    return tier.children * distinct / apart if apart else 0.0


def _estimate_asked(tier: TierCounts, buckets: int) -> dict[int, float]:
    """Return how many positions of each later tier the buckets of a tier ask for."""
    return {other: _estimate_all_children(tier, each, buckets) for other, each in tier.later.items()}


def _yield_large_tier_phases(
    number: int, tiers: Sequence[TierCounts], buckets: Sequence[int], sizes: SolveSizes
) -> Iterator[Phase]:
    """Yield the phases that find the answers of a tier that are too many for one task, or need too many."""
    tier, own, width = tiers[number], buckets[number], sizes.known
    size, asked = tier.positions, _estimate_asked(tier, own)
    keys, told = KEY * size, (KEY + width) * sum(asked.values())
    if asked:
        made = KEY * sum(asked.values())
        yield [TaskBatch("request_answers", number, own, size, tier.children, keys, made)]
    for other, each in asked.items():
        theirs = tiers[other].positions
        read, made = (KEY + width) * theirs + KEY * each, width * each
        yield [TaskBatch("send_replies", number, buckets[other], theirs, 0, read, made, 2 + 3 * own)]
    if own == 1:
        yield [TaskBatch("solve_tier", number, 1, size, tier.children, keys + told, width * size, 4)]
        return
    moves, word = _estimate_moves(tier, tier.inside), 2 * width
    edges = (width + word + SEED) * size + EDGE * moves
    links = (4 if size < 1 << 31 else 8) * (size + moves)
    gets = 2 + 3 * len(asked) * max(1, own // 2)
    yield [TaskBatch("expand_moves", number, own, size, tier.children, keys + told, edges, gets, 5)]
    read = keys + EDGE * moves
    yield [TaskBatch("reverse_moves", number, own, size, moves, read, links, 2 + 2 * own)]
    place, state = max(1, (round(size / own) - 1).bit_length()), (word + width) * size
    states = BucketDriver.bytes_a_place * sizes.bucket // compute_slot_state_bytes(width)
    group = 1 << choose_group_bits(own.bit_length() - 1, place, own << place, states)
    if group == own:  # a level that sends more than an object has ends a task
        steps = min(sizes.levels, 1 + int(moves / SENT))
        read, made = steps * state + links + SEED * size, steps * word * size
        one = TaskBatch("advance", number, 1, size, moves, read, made, 8 * group, 1 + group)
    else:
        steps = sizes.levels
        read, made = steps * (state + LINKED * links) + SEED * moves, STEPS * moves
        one = TaskBatch("advance", number, own // group, size, moves, read, made, 8 * group, 1.5)
    read, made, old = read / steps, made / steps, made / steps if group == own else 0.0
    step = one._replace(positions=size / steps, children=moves / steps, read=read, written=made, dropped=old)
    yield from [[step]] * steps
    if group != own:  # quiet levels are done by a task for all groups
        yield [TaskBatch("advance_sparse", number, 1, 0.0, 0, state + links, 0.0, 8 * own)]
    left = keys + told + edges + links + (made - old) * steps  # all but what was found, and its answers
    yield [TaskBatch("finish_answers", number, own, size, 0, word * size, width * size, dropped=left)]
