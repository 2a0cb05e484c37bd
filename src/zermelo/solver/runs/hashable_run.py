"""One solve by the interpreter: positions of any hashable type, everything in memory."""

import time
from pathlib import Path

from zermelo.compiler.guards.symmetry_classes import make_class_size_function
from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.core.values import NO_END
from zermelo.solver.graph.hashable_graph import HashableGraph, build_hashable_graph
from zermelo.solver.kernels.position_folds import LONG, LONG_SCORE, LONG_VALUE
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.interpreted_induction import fold_hashable_graph
from zermelo.solver.methods.interpreted_retrograde import solve_cyclic_hashable_graph
from zermelo.solver.records.solution_records import MappingRecords, RecordBlock
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.runs.value_tallies import ValueTally, find_start_answer, summarise_solve
from zermelo.solver.solution_files import solution_store
from zermelo.solver.solution_files.file_entries import Entry
from zermelo.solver.solution_files.tier_file_writer import build_values_column, write_tier_records
from zermelo.solver.storage.disk_quota import DiskQuota

METHOD = "backward induction, interpreted"
LOOPS = "retrograde analysis, interpreted"


def solve_hashable_game(game: Game, budget: Budget, partial: Path | None) -> tuple[Summary, MappingRecords]:
    """Solve every position; with `partial` write the records there, ready to be published."""
    began = time.perf_counter()
    graph = build_hashable_graph(game, budget)
    question = FoldQuestion(LONG_SCORE if game.scored else LONG_VALUE, LONG)
    solve = solve_cyclic_hashable_graph if graph.loop else fold_hashable_graph
    answers = solve(graph, question, budget, game)
    pairs = [(answer >> LONG, answer & NO_END) for answer in answers]
    tally = _tally_positions(game, graph, pairs)
    seconds = time.perf_counter() - began
    records = MappingRecords(dict(zip(graph.positions, pairs, strict=True)))
    began = time.perf_counter()
    files = [] if partial is None else _write_records(partial, game, records, DiskQuota(budget.disk))
    start = find_start_answer(game, records)
    both = seconds, time.perf_counter() - began
    summary = summarise_solve(game, LOOPS if graph.loop else METHOD, start, len(pairs), tally, both)
    if partial is not None:
        textual = not all(type(position) is int for position in graph.positions)
        solution_store.finish_run(partial, game, summary, files, textual=textual, words=None)
    return summary, records


def _write_records(partial: Path, game: Game, records: MappingRecords, disk: DiskQuota) -> list[Entry]:
    block = records.read_tier_block(0)
    block = block._replace(values=build_values_column(block.values, scored=game.scored))
    if all(type(position) is int for position in block.positions):
        order = block.positions.astype("int64").argsort()
        block = RecordBlock(
            block.positions[order].astype("int64"), block.values[order], block.remoteness[order]
        )
    return write_tier_records(partial, 0, block, disk)


def _tally_positions(game: Game, graph: HashableGraph, pairs: list[tuple[int, int]]) -> ValueTally:
    wins = draws = losses = 0
    size_of = make_class_size_function(game)
    for position, (value, _) in zip(graph.positions, pairs, strict=True):
        size = size_of(position)
        wins += size * (value > 0)
        draws += size * (value == 0)
        losses += size * (value < 0)
    longest = max((remoteness for _, remoteness in pairs if remoteness != NO_END), default=0)
    return ValueTally(wins, draws, losses, longest)
