"""Retrograde analysis of games in which play may cycle.

See `solver.kernels.retrograde_kernels`.

Tiers are solved one after the other, the last first. Each is solved in rounds of values and levels of
remoteness.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.kernels import MANY
from zermelo.solver.graph.position_slots import PositionSlots, run_kernel_over_places
from zermelo.solver.graph.thread_slices import GRAIN, Workers, allocate_move_arrays, split_into_spans
from zermelo.solver.kernels.retrograde_kernels import (
    MoveSpace,
    build_count_seeds_kernel,
    build_decide_by_exits_kernel,
    build_decide_by_messages_kernel,
    build_expand_moves_kernel,
    build_group_messages_kernel,
    build_recheck_moves_kernel,
    build_reverse_edges_kernel,
    build_send_messages_kernel,
    build_sort_seeds_kernel,
    build_tally_predecessors_kernel,
)
from zermelo.solver.kernels.slot_lookup import BLOCK
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.predecessor_sources import (
    BYTES_A_MOVE,
    BYTES_A_SLOT,
    PredecessorSource,
    choose_offset_type,
    choose_predecessor_source,
    compute_link_bytes,
)
from zermelo.solver.storage.array_store import ArrayStore

Column = npt.NDArray[Any]

ROOM = 1 << 21  # messages that a thread holds before they are handed out
EDGES = 1 << 20  # of a thread's slice, before they are put aside: 8 a place in large ones
LARGE = 1 << 21  # places of a slice whose moves take so much that the system gets it back when it is freed
SMALL = 1 << 13  # decided positions up to which one thread is faster than two
MOST_GROUPS = 256  # of messages, by receiver
MOST_NUMBERS = 1 << 24  # of pairs of a round and a level
NO_NAMES = np.empty(0, np.int64), np.empty(0, np.uint32), np.int64(0)  # in a whole tier places are names


class RemotenessOverflow(Exception):
    """A remoteness does not fit the column: take a wider one."""


def get_undecided_answer(column: Any) -> int:
    """Return the answer of a column that stands for "not decided yet"; the next is "no position here"."""
    return int(np.iinfo(column).min) if np.issubdtype(column, np.signedinteger) else 0


def make_undecided_answers(places: PositionSlots, column: Any) -> Column:
    """Return every place's answer, not decided yet.

    Unsigned ones are codes of `solver.methods.indexed_retrograde`.
    """
    blank = get_undecided_answer(column)
    return np.full(places.place_count, blank, column) if blank else np.zeros(places.place_count, column)


def yield_solved_tiers_of_slots(
    places: PositionSlots,
    question: FoldQuestion,
    workers: Workers,
    array_store: ArrayStore,
    answers: Column,
    solved: int | None = None,
) -> Iterator[int]:
    """Solve tiers into `answers`, from the last or from the one before `solved`; yield each when it is.

    Raises `BadRules` where the rules break the contract, `RemotenessOverflow` where a remoteness does not fit
    the column, `OutOfBudget` where not even the leanest way fits.
    """
    for tier in range((places.tier_count if solved is None else solved) - 1, -1, -1):
        _RetrogradeTier(places, tier, question, workers, array_store, answers).solve()
        yield tier


class _RetrogradeTier:
    """One tier while it is solved; arrays are over its own places."""

    def __init__(
        self,
        places: PositionSlots,
        tier: int,
        question: FoldQuestion,
        workers: Workers,
        array_store: ArrayStore,
        answers: Column,
    ) -> None:
        self.places, self.question, self.workers, self.array_store = places, question, workers, array_store
        self.program = places.program
        self.first, self.beyond = places.bounds[tier], places.bounds[tier + 1]
        self.size = self.beyond - self.first
        self.everything = answers
        self.answers = answers[self.first : self.beyond]
        self.blank = get_undecided_answer(question.fold.column)
        self.rest = (1 << question.parameter) - 1
        self.decided = 0

    def solve(self) -> None:
        """Give every position of the tier its answer."""
        left = self.array_store.budget.array_memory - self.array_store.working - self.array_store.held
        source = choose_predecessor_source(self.places, self.first, self.beyond, left)
        with self.array_store.reserve(BYTES_A_SLOT * self.size) as reservation:
            self.outside: Column = np.empty(self.size, self.question.fold.column)
            self.counters = np.empty(self.size, np.uint16)
            edges = self._expand_moves(source)
            if source is PredecessorSource.LINKS:
                moves = sum(len(part) for _, part in edges)
                reservation.resize(compute_link_bytes(self.size, moves))
                self.links = self._reverse_moves(edges, moves)
                edges.clear()
                reservation.resize(compute_link_bytes(self.size, moves) - BYTES_A_MOVE // 2 * moves)
            self.source = source
            self._run_rounds()

    # What leaves the tier, and how many moves stay

    def _expand_moves(self, source: PredecessorSource) -> list[tuple[int, Column]]:
        """Return the moves that stay, in parts, each with the first place whose moves are in it."""
        space, keeps = MoveSpace(self.places.lookup, in_bucket=False), source is PredecessorSource.LINKS
        kernel = self.program.kernel(build_expand_moves_kernel, space, self.question.fold)
        tables = self.places.tables, *NO_NAMES, self.everything
        tier = self.first, self.beyond, self.first, keeps
        arrays = self.answers, self.outside, self.counters, self.blank

        def expand_span(begin: int, end: int) -> list[tuple[int, Column]]:
            kept = []

            def expand_places(begin: int, end: int, most: int, work: Any) -> tuple[int, int, int]:
                edges = np.empty(most if keeps else 0, np.uint32)
                stopped, made, status = kernel(
                    tables, tier, begin, end, arrays, (edges,), work, self.question.parameter
                )
                kept.append((begin - self.first, edges[:made].copy()))
                return int(stopped), int(made), int(status)

            span, most = (begin + self.first, end + self.first), max(EDGES, 8 * (end - begin))
            column = self.question.fold.column
            fault = run_kernel_over_places(
                self.places, *span, column, expand_places, span=end - begin, most=most
            )
            if fault is not None:
                where = self.places.position_at(fault[0])
                raise_status_error(self.program.game, where, fault[1], self.question.fold.misfit)
            self._report_progress("look ahead", end)
            return kept

        grain = max(GRAIN, min(LARGE, self.size >> 6))
        return [
            part
            for parts in self.workers.map_spans(expand_span, self.size, grain)
            for part in parts
            if len(part[1])
        ]

    def _reverse_moves(self, edges: list[tuple[int, Column]], moves: int) -> tuple[Column, Column]:
        """Return (begins [size + 1], links uint32 [moves]): for each place, the places with a move to it."""
        count = self.program.shared_kernel(build_tally_predecessors_kernel)
        turn = self.program.shared_kernel(build_reverse_edges_kernel)
        ends = np.zeros(self.size + 1, choose_offset_type(moves))
        shares = split_into_spans(self.size, max(1, -(-self.size // self.workers.threads)))

        def tally_share(share: tuple[int, int]) -> None:
            for _, part in edges:
                count(part, *share, ends)

        self.workers.map_items(tally_share, shares)
        np.cumsum(ends, dtype=ends.dtype, out=ends)
        links = np.empty(moves, np.uint32)

        def reverse_share(share: tuple[int, int]) -> None:
            for parent, part in edges:
                turn(part, self.counters, parent, *share, ends, links)

        self.workers.map_items(reverse_share, shares)
        return ends, links

    # Round by round, level by level

    def _run_rounds(self) -> None:
        seeds, due = self._collect_seeds()
        rounds = sorted({value for value, _ in due} | {0}, reverse=True)
        for value in rounds:
            levels = [level for worth, level in due if worth == value]
            self._run_round(value, levels, seeds, due)
        endless = self.answers == self.blank
        self.answers[endless] = self.rest  # a draw, and no end
        self._report_progress("solve", self.size)

    def _run_round(
        self, value: int, levels: list[int], seeds: Column, due: dict[tuple[int, int], tuple[int, int]]
    ) -> None:
        """Decide what is worth `value`, plus or minus."""
        decided = np.empty(0, np.uint32)
        waiting = levels[::-1]
        level = 0
        while len(decided) or waiting:
            if not len(decided):
                level = waiting[-1]
            if waiting and waiting[-1] == level:
                waiting.pop()
                fresh = self._decide_by_exits(seeds, *due[value, level])
                decided = np.concatenate([decided, fresh]) if len(decided) else fresh
            self.decided += len(decided)
            if len(decided):
                self._report_progress("solve", self.decided)
                after = min(level + 1, self.rest)  # after an end that never comes there is none either
                decided = self._propagate_decided_places(decided, (value << self.question.parameter) + after)
                if len(decided) and after == self.rest != level:
                    raise RemotenessOverflow
                level = after

    def _collect_seeds(self) -> tuple[Column, dict[tuple[int, int], tuple[int, int]]]:
        """Return the places with an outside, sorted, and where those of each (round, level) are."""
        parameter = self.question.parameter
        known = self.outside[self.outside != self.blank]
        if not len(known):
            return np.empty(0, np.uint32), {}
        values = known >> parameter
        most = max(abs(int(values.max())), abs(int(values.min())))
        longest = int((known & self.rest).max())
        del values, known
        if (most + 1) * (longest + 1) > MOST_NUMBERS:
            return self._collect_seeds_by_sorting()
        counts = np.zeros((most + 1) * (longest + 1), np.int64)
        sizes = most, longest
        self.program.shared_kernel(build_count_seeds_kernel)(
            self.outside, 0, self.size, self.blank, parameter, sizes, counts
        )
        ends = np.cumsum(counts)
        seeds = np.empty(int(ends[-1]), np.uint32)
        begins = ends - counts
        self.program.shared_kernel(build_sort_seeds_kernel)(
            self.outside, self.blank, parameter, sizes, begins, seeds
        )
        due = {}
        for number in np.flatnonzero(counts).tolist():
            key = most - number // (longest + 1), number % (longest + 1)
            due[key] = int(ends[number] - counts[number]), int(ends[number])
        return seeds, due

    def _collect_seeds_by_sorting(self) -> tuple[Column, dict[tuple[int, int], tuple[int, int]]]:
        """Return the same where values and levels are too spread out to be counted one by one."""
        seeds = np.flatnonzero(self.outside != self.blank)
        known = self.outside[seeds].astype(np.int64)
        pairs = (-abs(known >> self.question.parameter) << 32) + (known & self.rest)
        order = np.argsort(pairs, kind="stable")
        pairs = pairs[order]
        edges = np.flatnonzero(np.diff(pairs)) + 1
        begins, ends = [0, *edges.tolist()], [*edges.tolist(), len(pairs)]
        due = {
            (-(int(pairs[begin]) >> 32), int(pairs[begin]) & 0xFFFFFFFF): (begin, end)
            for begin, end in zip(begins, ends, strict=True)
        }
        return seeds[order].astype(np.uint32), due

    def _decide_by_exits(self, seeds: Column, begin: int, end: int) -> Column:
        kernel = self.program.shared_kernel(build_decide_by_exits_kernel)
        arrays = self.answers, self.outside, self.counters, self.blank

        def decide_span_of_seeds(low: int, high: int) -> Column:
            fresh = np.empty(high - low, np.uint32)
            count = kernel(seeds, begin + low, begin + high, arrays, self.question.parameter, fresh)
            return fresh[:count]

        return np.concatenate(self.workers.map_spans(decide_span_of_seeds, end - begin, 16 * GRAIN))

    def _propagate_decided_places(self, decided: Column, answer: int) -> Column:
        """Send messages from `decided` to predecessors; return the places that get `answer` by them."""
        if self.source is PredecessorSource.AGAIN:
            return self._recheck_moves(answer)
        threads = self.workers.threads if len(decided) >= SMALL else 1
        shift = np.uint64(40)
        if threads > 1:
            shift = np.uint64(max(0, (2 * self.size - 1).bit_length() - MOST_GROUPS.bit_length() + 1))
        groups = ((2 * self.size - 1) >> int(shift)) + 1
        batches = [
            _MessageBatch(*span) for span in split_into_spans(len(decided), -(-len(decided) // threads))
        ]
        fresh = []
        while batches:
            self.workers.map_items(lambda batch: self._send_messages(batch, decided, groups, shift), batches)
            fresh += self._decide_receivers(batches, groups, threads, answer)
            batches = [batch for batch in batches if batch.begin < batch.end]
        return np.concatenate(fresh)

    def _send_messages(self, batch: "_MessageBatch", decided: Column, groups: int, shift: Any) -> None:
        """Write a batch's messages, grouped by receiver."""
        kernel = self.program.shared_kernel(build_send_messages_kernel)
        known = self.answers, self.question.parameter
        while True:
            counts = np.zeros(groups, np.int64)
            room = np.empty(batch.room, np.uint32)
            batch.begin, made, status = kernel(
                decided, batch.begin, batch.end, known, self.links, room, counts, shift
            )
            if status != MANY:
                break
            batch.room *= 8
        ends = np.cumsum(counts)
        batch.begins, batch.ends = ends - counts, ends
        batch.messages = room
        if groups > 1:
            batch.messages = np.empty(made, np.uint32)
            places = batch.begins.copy()
            self.program.shared_kernel(build_group_messages_kernel)(room, made, batch.messages, places, shift)

    def _decide_receivers(
        self, batches: "list[_MessageBatch]", groups: int, threads: int, answer: int
    ) -> list[Column]:
        kernel = self.program.shared_kernel(build_decide_by_messages_kernel)
        arrays = self.answers, self.outside, self.counters, self.blank

        def decide_receivers_of_share(share: tuple[int, int]) -> Column:
            low, high = share
            sizes = sum(int(batch.ends[high - 1] - batch.begins[low]) for batch in batches)
            fresh = np.empty(sizes, np.uint32)
            count = 0
            for group in range(low, high):
                for batch in batches:
                    span = batch.begins[group], batch.ends[group]
                    count = kernel(
                        batch.messages, *span, arrays, answer, self.question.parameter, fresh, count
                    )
            return fresh[:count].copy()

        return self.workers.map_items(
            decide_receivers_of_share, split_into_spans(groups, max(1, groups // (4 * threads)))
        )

    def _recheck_moves(self, answer: int) -> Column:
        kernel = self.program.kernel(build_recheck_moves_kernel, self.places.lookup)
        arrays = self.everything, self.outside, self.counters, self.blank
        tier = self.first, self.beyond, self.question.parameter

        def recheck_span(begin: int, end: int) -> Column:
            fresh = np.empty(end - begin, np.uint32)
            room = 64 * BLOCK
            while True:
                work = allocate_move_arrays(room, self.question.fold.column)
                span = begin + self.first, end + self.first
                _, count, status = kernel(self.places.tables, tier, *span, arrays, work, answer, fresh)
                if status != MANY:
                    return fresh[:count]
                room *= 8

        found = np.concatenate(self.workers.map_spans(recheck_span, self.size))
        places = found >> np.uint32(1)
        good = (found & np.uint32(1)).astype(bool)
        value, remoteness = answer >> self.question.parameter, answer & self.rest
        self.answers[places[good]] = answer
        self.answers[places[~good]] = (-value << self.question.parameter) + remoteness
        return places

    def _report_progress(self, phase: str, done: int) -> None:
        self.workers.budget.report(
            phase, self.places.place_count - self.beyond + min(done, self.size), self.places.place_count
        )


class _MessageBatch:
    """A thread's share of the decided positions, and the messages they have sent, grouped by receiver."""

    def __init__(self, begin: int, end: int) -> None:
        self.begin, self.end = begin, end
        self.room = ROOM if end - begin > SMALL else max(1024, 64 * (end - begin))
        self.messages: Column = np.empty(0, np.uint32)
        self.begins: Column = np.empty(0, np.int64)
        self.ends: Column = np.empty(0, np.int64)
