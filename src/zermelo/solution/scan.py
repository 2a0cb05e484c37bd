"""Scans of a whole solution: tier by tier for machine code, or record by record.

Backwards, each tier comes with the one that its moves lead to, as the solver had them: keys sorted by
`mix`, answers packed, and a directory. So a question about positions and their moves is one sweep.

A solution over a perfect index has slices of ranks instead, with moves from any to any: all answers are
held, 4 bytes a rank (8 of points), and positions are made slice by slice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, MANY, MOST_MOVES
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile, DamagedSolution
from zermelo.core.game import Game
from zermelo.core.notation.position_codec import position_order_key
from zermelo.core.rule_queries import answer_from_record
from zermelo.core.values import NO_END, Answer
from zermelo.solution.kernels.recompute_answers import build_recompute_answers
from zermelo.solver.graph.small_games import SMALL, make_small_game_program
from zermelo.solver.graph.thread_slices import Workers, allocate_move_arrays
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.position_folds import LONG, Fold, choose_record_fold
from zermelo.solver.kernels.slot_lookup import BLOCK, KEYED, RANKED
from zermelo.solver.methods.backward_induction import (
    Answers,
    FoldQuestion,
    Later,
    solve_tier_from_later_answers,
)
from zermelo.solver.records.ranked_records import SLICE, RankedRecords
from zermelo.solver.records.solution_records import RecordBlock, Records, pack_answers
from zermelo.solver.solution_files.file_records import FileRecords
from zermelo.solver.sorted_keys.key_directory import Keys, make_key_directory
from zermelo.solver.storage.array_store import ArrayStore

BYTES_A_RECORD = 64  # of the largest tier: read, sorted by mix and asked, with the tier after it


class TierPass(NamedTuple):
    """A tier's records, `keys` [n] int64 and `answers` [n] packed by LONG, and the tier after it."""

    tier: int
    keys: Keys
    answers: Answers
    later: Later
    graph: TieredGraph
    workers: Workers

    def combine_move_answers(self, fold: Fold, begin: int, end: int, done: int) -> Answers:
        """Return what a fold makes of the moves' answers, for the records `begin` to `end - 1`.

        `done` is how many records were asked about before these, for the report.
        """
        return solve_tier_from_later_answers(
            self.graph, FoldQuestion(fold, LONG), self.keys[begin:end], self.later, self.workers, done
        )


def find_program_for_records(game: Game, records: Records, interpreted: bool | None = None) -> Program | None:
    """Return the rules' program where the records' positions are the integers that it works on, else None.

    Few records are gone through by the interpreter, with the same kernels; others in machine code.
    `interpreted` decides instead: True is None, record by record, and False machine code.
    """
    if interpreted or not _are_positions_integers(records):
        return None
    program = None
    if interpreted is None and sum(map(records.count_tier_records, range(records.tier_count))) <= SMALL:
        program = make_small_game_program(game)
    try:
        program = program or compile_game(game)
    except CannotCompile:
        return None
    return program if program.words == records.words else None


def _are_positions_integers(records: Records) -> bool:
    """Return whether positions are kept as integers; of files that is known without reading one."""
    if isinstance(records, FileRecords):
        return not records.textual
    return isinstance(records, RankedRecords) or records.read_tier_block(0).positions.dtype != object


def scan_tiers(
    program: Program, records: Records, budget: Budget, expected: int, only: int | None = None
) -> Iterator[TierPass]:
    """Yield every tier of a solution of `expected` records, the last one first; or `only` one.

    Raises `DamagedSolution` where a tier holds a position twice, `OutOfBudget` where two tiers do not fit.
    """
    column = choose_record_fold(scored=program.game.scored).column
    most = max(records.count_tier_records(tier) for tier in range(records.tier_count))
    with (
        Workers(budget) as workers,
        ArrayStore(budget) as array_store,
        array_store.reserve(BYTES_A_RECORD * most),
    ):
        graph = TieredGraph(program, array_store, [expected])
        last = records.tier_count - 1
        after = _pack_tier_answers(records, only + 1, column) if only is not None and only < last else None
        for tier in range(last, -1, -1) if only is None else (only,):
            keys, answers = _pack_tier_answers(records, tier, column)
            if records.tier_count == 1:  # without plies: moves lead anywhere in it
                after = keys, answers
            elif after is None:
                after = keys[:0], answers[:0]
            later = (*after, *make_key_directory(program, after[0], workers))
            yield TierPass(tier, keys, answers, later, graph, workers)
            after = keys, answers


@dataclass
class SlicePass:
    """A slice of ranks; of all slices `tier` is 0, as moves lead from any to any."""

    keys: Keys
    answers: Answers
    known: Answers  # [ranks] of all slices
    program: Program
    workers: Workers
    tier: int = 0

    def combine_move_answers(self, fold: Fold, begin: int, end: int, done: int) -> Answers:
        """Return what a fold makes of the moves' answers; see `TierPass.ask`."""
        kernel = self.program.kernel(build_recompute_answers, KEYED, RANKED, fold)
        parents = self.keys[begin:end]
        found: Answers = np.empty(len(parents), fold.column)
        blank = get_no_position(self.known.dtype)

        def combine_answers_of_span(first: int, beyond: int) -> None:
            room = 64 * BLOCK
            while first < beyond:
                work = allocate_move_arrays(room, fold.column)
                with track_kernel_positions(self.program, parents[first:beyond]):
                    stopped, status = kernel(
                        (parents,), first, beyond, self.known, found[first:], blank, work, LONG
                    )
                if status == MANY and room < MOST_MOVES:
                    room *= 8
                elif status != DONE:
                    where = self.program.position_of_key(parents[stopped])
                    raise_status_error(self.program.game, where, status, fold.misfit)
                first = stopped
            self.workers.budget.report("ask", done + beyond, len(self.known))

        self.workers.map_spans(combine_answers_of_span, len(parents))
        return found


Pass = TierPass | SlicePass


def scan_passes(
    program: Program, records: Records, budget: Budget, expected: int, only: int | None = None
) -> Iterator[Pass]:
    """Yield all records, in passes that the solution allows, or `only` one.

    See `scan_tiers`, `scan_slices`.
    """
    if isinstance(records, RankedRecords):
        yield from scan_slices(program, records, budget, only)
    else:
        yield from scan_tiers(program, records, budget, expected, only)


def scan_slices(
    program: Program, records: RankedRecords, budget: Budget, only: int | None = None
) -> Iterator[SlicePass]:
    """Yield every slice of a solution over a perfect index, the first one first; or `only` one.

    Raises `OutOfBudget` where all answers and a slice do not fit.
    """
    column = choose_record_fold(scored=records.game.scored).column
    room = np.dtype(column).itemsize * records.size + BYTES_A_RECORD * min(records.size, SLICE)
    with Workers(budget) as workers, ArrayStore(budget) as array_store, array_store.reserve(room):
        known = read_ranked_answers(records)
        for number in range(records.tier_count) if only is None else (only,):
            keys, values, remoteness = records.read_tier_block(number)
            answers = pack_answers(values, remoteness, column)
            yield SlicePass(np.ascontiguousarray(keys), answers, known, program, workers)


def read_ranked_answers(records: RankedRecords) -> Answers:
    """Return the packed answers of all ranks, `get_no_position` where there is none."""
    column = choose_record_fold(scored=records.game.scored).column
    known: Answers = np.full(records.size, get_no_position(column), column)
    for number in range(records.tier_count):
        values, remoteness, legal = records.answers.read_answers_of_slice(number)
        packed = pack_answers(values, remoteness, column)
        known[number * SLICE :][: len(packed)][legal] = packed[legal]
    return known


def get_no_position(column: Any) -> int:
    """Return what stands for a rank without a position in a column of packed answers."""
    return int(np.iinfo(column).min)


def unpack_answer(game: Game, packed: int) -> Answer:
    """Return the answer that is packed by LONG."""
    return answer_from_record(game, packed >> LONG, packed & NO_END)


def _pack_tier_answers(records: Records, tier: int, column: type) -> tuple[Any, Any]:
    """Return a tier's positions sorted by `mix`, with answers packed as the solver packs them."""
    positions, values, remoteness = records.read_tier_block(tier)
    order = np.argsort(mix_array(positions))
    keys = np.ascontiguousarray(positions[order])
    if len(keys) > 1 and (mix_array(keys)[1:] == mix_array(keys)[:-1]).any():
        raise DamagedSolution(f"tier {tier} holds a position twice: run `zermelo solve --again`")
    return keys, pack_answers(values[order], remoteness[order], column)


def scan_records(records: Records) -> Iterator[tuple[Any, int]]:
    """Yield every position with its answer, packed by LONG."""
    for tier in range(records.tier_count):
        yield from scan_tier(records, tier)


def scan_tier(records: Records, tier: int) -> Iterator[tuple[Any, int]]:
    """Yield every position of one tier with its answer, packed by LONG."""
    block: RecordBlock = records.read_tier_block(tier)
    for key, value, remoteness in zip(*(column.tolist() for column in block), strict=True):
        position = key if records.words is None else records.words.unpack(key)
        yield position, (value << LONG) + remoteness


def find_greatest_indices(
    positions: Any, where: Any, rank: Any, most: int, least: int | None = None
) -> list[int]:
    """Return the places, at most `most`, where `where` holds and `rank` is greatest, at least `least`.

    Of equal ranks the least positions go first.
    """
    places = np.flatnonzero(where)
    ranks = rank[places]
    if len(places) > most:
        bound = np.partition(ranks, len(ranks) - most)[len(ranks) - most]
        places = places[ranks >= (bound if least is None else max(bound, least))]
    if positions.dtype == object:
        found = sorted(
            places.tolist(), key=lambda place: (-int(rank[place]), position_order_key(positions[place]))
        )
    else:
        found = places[np.lexsort((positions[places], -rank[places]))].tolist()
    return found[:most]
