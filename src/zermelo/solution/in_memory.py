"""A solution held in memory in the form for kernels: see `solver.kernels.solution_probe`.

Tiers become one table of keys sorted by `mix`, answers of a perfect index stay in the order of ranks, and
values alone stay pairs of bits. What lies in memory in that form already is not copied.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.game_compiler import compile_or_interpret
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, DamagedSolution, OutdatedSolution
from zermelo.core.requirements import refuse_games_with_dice
from zermelo.core.values import NO_END
from zermelo.search.endgame_table import Endgame
from zermelo.solution.solution import Solution
from zermelo.solver.graph.position_slots import build_slots_in_one_tier
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.position_folds import LONG, NARROW, WIDE
from zermelo.solver.kernels.slot_lookup import KEYED, RANKED, SlotLookup
from zermelo.solver.kernels.solution_probe import PAIRED
from zermelo.solver.records.ranked_records import SLICE, InMemoryAnswers, InMemoryValues, RankedRecords
from zermelo.solver.records.solution_records import RecordBlock, Records
from zermelo.solver.records.two_bit_values import IN_BYTE
from zermelo.solver.sorted_keys.key_directory import make_key_directory
from zermelo.solver.storage.array_store import ArrayStore

Column = npt.NDArray[Any]

BYTES_A_KEY = 32  # key, its place in the table of contents, and what sorting takes


@dataclass(frozen=True)
class InMemoryTable:
    """What `solver.kernels.solution_probe.build_probe_solution_kernel` wants.

    How places are known, the tables, and the answers.

    An answer is a value and a remoteness, packed by the value fold with the parameter `shift`; of a solution
    that keeps values only `shift` is 0, and an answer is the value. Keys are those of the game's `Program`.
    """

    lookup: SlotLookup
    tables: tuple[Any, ...]
    answers: Column
    shift: int

    @property
    def nbytes(self) -> int:
        """The bytes that all of it takes."""
        arrays = [table for table in self.tables if isinstance(table, np.ndarray)]
        return sum(array.nbytes for array in [*arrays, self.answers])


def load_into_memory(
    solution: Solution, budget: Budget | None = None, *, values_only: bool = False
) -> InMemoryTable:
    """Load a solution so that kernels can ask it about any position.

    With `values_only` over a perfect index of a game that counts no points two bits a position are enough.
    Raises `OutOfBudget` where it does not fit, `CannotCompile` or `BadParameter` where positions are not
    integers or tuples of integers that fit 63 bits, `DamagedSolution`.
    """
    refuse_games_with_dice(solution.game, "asking a solution from a kernel is")
    program = compile_or_interpret(solution.game)
    with Workers(budget or Budget()) as workers, ArrayStore(workers.budget) as array_store:
        if isinstance(solution.records, RankedRecords):
            pairs = values_only and not solution.game.scored
            return _load_by_rank(solution, solution.records, program, array_store, pairs=pairs)
        return _load_by_key(solution, program, workers, array_store)


def load_endgame(solution: Solution, budget: Budget | None = None, *, values_only: bool = False) -> Endgame:
    """Return a solution as searches ask it; raises what `load_into_memory` does."""
    held = load_into_memory(solution, budget, values_only=values_only)
    return Endgame(solution.game, held.lookup, held.tables, held.answers, held.shift)


def _load_by_rank(
    solution: Solution, records: RankedRecords, program: Program, array_store: ArrayStore, *, pairs: bool
) -> InMemoryTable:
    tables, kept = build_slots_in_one_tier(program).tables, records.answers
    if isinstance(kept, InMemoryValues):
        return InMemoryTable(PAIRED, tables, kept.packed, 0)
    if isinstance(kept, InMemoryAnswers) and not pairs:
        return InMemoryTable(RANKED, tables, kept.packed, kept.shift)
    if kept.values_only or pairs:
        with array_store.reserve(records.size // IN_BYTE + 2 * SLICE // IN_BYTE):
            packed: Column = np.empty(-(-records.size // IN_BYTE), np.uint8)
            for number in range(records.tier_count):
                mine = records.read_packed_values_of_slice(number)
                packed[number * SLICE // IN_BYTE :][: len(mine)] = mine
        return InMemoryTable(PAIRED, tables, packed, 0)
    shift, column = _choose_answer_packing(solution)
    with array_store.reserve(np.dtype(column).itemsize * records.size + 16 * min(SLICE, records.size)):
        none = np.iinfo(column).min + 1
        answers: Column = np.full(records.size, none, column)
        for number in range(records.tier_count):
            values, remoteness, legal = kept.read_answers_of_slice(number)
            mine = answers[number * SLICE :][: len(values)]
            mine[legal] = _pack_answers(values, remoteness, shift, column)[legal]
    return InMemoryTable(RANKED, tables, answers, shift)


def _load_by_key(
    solution: Solution, program: Program, workers: Workers, array_store: ArrayStore
) -> InMemoryTable:
    records = solution.records
    shift, column = _choose_answer_packing(solution)
    count = sum(records.count_tier_records(tier) for tier in range(records.tier_count))
    with array_store.reserve((BYTES_A_KEY + np.dtype(column).itemsize) * count):
        keys: Column = np.empty(count, np.int64)
        answers: Column = np.empty(count, column)
        filled = 0
        for tier in range(records.tier_count):
            block = records.read_tier_block(tier)
            end = filled + len(block.values)
            if len(block.values) != records.count_tier_records(tier):
                raise DamagedSolution(
                    f"{solution.game!r}: tier {tier} has {len(block.values):,} records, "
                    f"not {records.count_tier_records(tier):,}: run `zermelo solve --again`"
                )
            keys[filled:end] = _encode_keys_of_block(program, records, block)
            answers[filled:end] = _pack_answers(block.values, block.remoteness, shift, column)
            filled = end
        order = np.argsort(mix_array(keys))
        keys, answers = keys[order], answers[order]
        del order
        offsets, mix_shift = make_key_directory(program, keys, workers)
    one_group = np.zeros(1, np.int64), np.array([mix_shift], np.uint64)
    return InMemoryTable(KEYED, (keys, offsets, *one_group, np.empty(0, np.int64), 0), answers, shift)


def _choose_answer_packing(solution: Solution) -> tuple[int, type]:
    """Return the shift and the column that hold every answer."""
    if solution.game.scored:
        return WIDE, np.int32
    return (NARROW, np.int16) if solution.summary.longest < (1 << NARROW) - 1 else (LONG, np.int32)


def _pack_answers(values: Column, remoteness: Column, shift: int, column: type) -> Column:
    rest = (1 << shift) - 1
    ends = remoteness != NO_END
    if (remoteness[ends] >= rest).any() or (shift != WIDE and (abs(values) > 1).any()):
        raise DamagedSolution("an answer is larger than the summary says: run `zermelo solve --again`")
    plies = np.where(ends, remoteness, rest).astype(np.int32)
    return ((values.astype(np.int32) << shift) + plies).astype(column)


def _encode_keys_of_block(program: Program, records: Records, block: RecordBlock) -> Column:
    """Return the keys of a block's positions, as kernels know them."""
    if block.positions.dtype == object:
        keys = np.array([program.key_of_position(position) for position in block.positions], np.int64)
        if (keys < 0).any():
            raise BadParameter(
                f"{program.game!r}: a position does not fit the bits that its words have in a key: "
                "find a denser encoding"
            )
        return keys
    if records.words != program.words:
        raise OutdatedSolution(
            f"{program.game!r}: its tuples are packed in another way now: run `zermelo solve --again`"
        )
    return block.positions
