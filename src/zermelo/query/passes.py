"""Going through a whole solution: tier by tier as machine code wants it, or record by record.

Backwards, each tier comes with the one that its moves lead to, as the solver had them: keys sorted by
`mix`, answers packed, and a directory. So a question about positions and their moves is one sweep.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler import Program, compile_game
from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile, DamagedSolution
from zermelo.core.game import Game
from zermelo.graph.directory import Keys, make_directory
from zermelo.graph.slices import Workers
from zermelo.graph.tiers import Graph
from zermelo.kernels.folds import WIDE
from zermelo.kernels.hashing import mixed
from zermelo.solution.records import Block, Records
from zermelo.solvers.backward_induction import Answers, Later
from zermelo.storage.shelf import Shelf

BYTES_A_RECORD = 64  # of the largest tier: read, sorted by mix and asked, with the tier after it


class TierPass(NamedTuple):
    """A tier's records, `keys` [n] int64 and `answers` [n] int32 packed by WIDE, and the tier after it."""

    tier: int
    keys: Keys
    answers: Answers
    later: Later
    graph: Graph
    workers: Workers


def program_for(game: Game, records: Records, interpreted: bool = False) -> Program | None:
    """Return the compiled rules where the records' positions are the integers that they work on."""
    if interpreted or records.block(0).positions.dtype == object:
        return None
    try:
        program = compile_game(game)
    except CannotCompile:
        return None
    return program if program.words == records.words else None


def solved_tiers(program: Program, records: Records, budget: Budget, expected: int) -> Iterator[TierPass]:
    """Yield every tier of a solution of `expected` records, the last one first.

    Raises `DamagedSolution` where a tier holds a position twice, `OutOfBudget` where two tiers do not fit.
    """
    most = max(records.count(tier) for tier in range(records.tiers))
    with Workers(budget) as workers, Shelf(budget) as shelf, shelf.reserved(BYTES_A_RECORD * most):
        graph = Graph(program, shelf, [expected])
        keys, answers = _packed(records, records.tiers - 1)
        for tier in range(records.tiers - 1, -1, -1):
            if tier < records.tiers - 1:
                after = keys, answers
                keys, answers = _packed(records, tier)
            elif records.tiers == 1:  # without plies: moves lead anywhere in it
                after = keys, answers
            else:
                after = keys[:0], answers[:0]
            later = (*after, *make_directory(program, after[0], workers))
            yield TierPass(tier, keys, answers, later, graph, workers)


def _packed(records: Records, tier: int) -> tuple[Any, Any]:
    """Return a tier's positions sorted by `mix`, with answers packed as the solver packs them."""
    positions, values, remoteness = records.block(tier)
    order = np.argsort(mixed(positions))
    keys = np.ascontiguousarray(positions[order])
    if len(keys) > 1 and (mixed(keys)[1:] == mixed(keys)[:-1]).any():
        raise DamagedSolution(f"tier {tier} holds a position twice: run `zermelo solve --again`")
    return keys, (values[order].astype(np.int32) << WIDE) + remoteness[order].astype(np.int32)


def every_record(records: Records) -> Iterator[tuple[Any, int]]:
    """Yield every position with its answer, packed by WIDE."""
    for tier in range(records.tiers):
        yield from tier_records(records, tier)


def tier_records(records: Records, tier: int) -> Iterator[tuple[Any, int]]:
    """Yield every position of one tier with its answer, packed by WIDE."""
    block: Block = records.block(tier)
    for key, value, remoteness in zip(*(column.tolist() for column in block), strict=True):
        position = key if records.words is None else records.words.unpack(key)
        yield position, (value << WIDE) + remoteness
