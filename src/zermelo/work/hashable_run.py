"""One solve by the interpreter: positions of any hashable type, everything in memory."""

import time
from pathlib import Path

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.core.values import NO_END
from zermelo.graph.hashable import HashableGraph, explore
from zermelo.kernels.folds import LONG_VALUE, SCORE, WIDE
from zermelo.solution.parts import Entry
from zermelo.solution.records import Block, MappingRecords
from zermelo.solution.summary import Summary
from zermelo.solution.writing import as_column, write_tier
from zermelo.solvers.backward_induction import Question
from zermelo.solvers.hashable import fold_hashable
from zermelo.solvers.hashable_loops import solve_hashable_loops
from zermelo.storage.disk import Disk
from zermelo.trust.classes import class_size, representative
from zermelo.work import store
from zermelo.work.tallies import Tally, summarise

METHOD = "backward induction, interpreted"
LOOPS = "retrograde analysis, interpreted"


def solve_hashable(game: Game, budget: Budget, partial: Path | None) -> tuple[Summary, MappingRecords]:
    """Solve every position; with `partial` write the records there, ready to be published."""
    began = time.perf_counter()
    graph = explore(game, budget)
    question = Question(SCORE if game.scored else LONG_VALUE, WIDE)
    solve = solve_hashable_loops if graph.loop else fold_hashable
    answers = solve(graph, question, budget, game)
    rest = (1 << WIDE) - 1
    pairs = [(answer >> WIDE, answer & rest) for answer in answers]
    tally = _tally(game, graph, pairs)
    seconds = time.perf_counter() - began
    records = MappingRecords(dict(zip(graph.positions, pairs, strict=True)))
    began = time.perf_counter()
    files = [] if partial is None else _write(partial, game, records, Disk(budget.disk))
    start = records.find(representative(game)(next(iter(game.starts()))))
    assert start is not None
    both = seconds, time.perf_counter() - began
    summary = summarise(game, LOOPS if graph.loop else METHOD, start, len(pairs), tally, both)
    if partial is not None:
        textual = not all(type(position) is int for position in graph.positions)
        store.finish(partial, game, summary, files, textual=textual, words=None)
    return summary, records


def _write(partial: Path, game: Game, records: MappingRecords, disk: Disk) -> list[Entry]:
    block = records.block(0)
    block = block._replace(values=as_column(block.values, scored=game.scored))
    if all(type(position) is int for position in block.positions):
        order = block.positions.astype("int64").argsort()
        block = Block(block.positions[order].astype("int64"), block.values[order], block.remoteness[order])
    return write_tier(partial, 0, block, disk)


def _tally(game: Game, graph: HashableGraph, pairs: list[tuple[int, int]]) -> Tally:
    wins = draws = losses = 0
    size_of = class_size(game)
    for position, (value, _) in zip(graph.positions, pairs, strict=True):
        size = size_of(position)
        wins += size * (value > 0)
        draws += size * (value == 0)
        losses += size * (value < 0)
    longest = max((remoteness for _, remoteness in pairs if remoteness != NO_END), default=0)
    return Tally(wins, draws, losses, longest)
