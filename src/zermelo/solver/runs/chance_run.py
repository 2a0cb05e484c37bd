"""One solve of a game of chance: the whole graph in memory, with its edges, then values.

A game with a perfect index is solved over that, tier by tier, and what throws lead to is not kept; where the
players can go on for ever, over the whole graph. Nothing is kept of a run that is killed.
"""

import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.guards.program_guard import check_compiled_program
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, LoopFound
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.solver.graph.chance_graph import build_chance_graph, count_expected_outcomes
from zermelo.solver.graph.position_slots import build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.methods.indexed_value_iteration import (
    BYTES_A_BOUND,
    compute_midpoint_values,
    make_initial_bounds,
    solve_values_over_index,
)
from zermelo.solver.methods.value_iteration import solve_values_of_chance_graph
from zermelo.solver.records.expected_records import ExpectedRecords
from zermelo.solver.records.ranked_records import InMemoryExpectations, RankedRecords, make_ranked_records
from zermelo.solver.records.solution_records import Records
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.runs.value_tallies import (
    SolvedBounds,
    ValueTally,
    find_start_answer,
    summarise_expectations,
    tally_ranked_expectations,
)
from zermelo.solver.solution_files import solution_store
from zermelo.solver.solution_files.file_entries import format_tier_file_name
from zermelo.solver.solution_files.tier_file_writer import write_rank_slice, write_tier_records
from zermelo.solver.storage.array_store import ArrayStore
from zermelo.solver.storage.disk_quota import DiskQuota


def solve_chance_game(
    game: Game, program: Program | None, budget: Budget, partial: Path | None
) -> tuple[Summary, Records]:
    """Solve every position of a game with `chances`; with `partial` write the records there.

    Without a `program` the rules are asked by the interpreter. Raises `BadRules`, `LoopFound`, `OutOfBudget`.
    """
    if has(game, "rank"):
        try:
            return _solve_chance_index(program or interpret_game(game), budget, partial)
        except LoopFound:  # endless play decides values, which is found over the whole graph alone
            pass
    return solve_chance_graph(game, program, budget, partial)


def solve_chance_graph(
    game: Game, program: Program | None, budget: Budget, partial: Path | None
) -> tuple[Summary, ExpectedRecords]:
    """Solve every position that play reaches, throws and all, whether or not there is an index."""
    budget.record_base_memory()
    began = time.perf_counter()
    with ArrayStore(budget) as array_store, array_store.reserve(0) as reservation:
        graph = build_chance_graph(game, program, budget, reservation)
        gradual = LazyKernels(compiled=program is not None and program.native)
        found = solve_values_of_chance_graph(game, graph, budget, gradual)
        totals = count_expected_outcomes(game, program, graph, found.values)
    seconds = time.perf_counter() - began
    began = time.perf_counter()
    positions = graph.positions
    if isinstance(positions, list):
        positions = np.empty(
            len(positions), np.int64 if all(type(each) is int for each in positions) else object
        )
        positions[:] = graph.positions
    records = ExpectedRecords(positions, found.values, graph.words)
    files = (
        []
        if partial is None
        else write_tier_records(partial, 0, records.read_tier_block(0), DiskQuota(budget.disk))
    )
    bounds = SolvedBounds(found.error_bound, graph.is_decisive, found.has_loops, found.is_endless)
    value, both = float(found.values[graph.starts[0]]), (seconds, time.perf_counter() - began)
    summary = summarise_expectations(game, value, len(positions), ValueTally(*totals), both, bounds)
    if partial is not None:
        solution_store.finish_run(
            partial, game, summary, files, textual=positions.dtype == object, words=graph.words
        )
    return summary, records


INDEX_FAULTS: Final = ByKind(
    "fault of a perfect index",
    "",
    dice_gains="gain() brings points on the way: a game of chance with rank() has none",
)


def refuse_points_in_play(game: Game) -> None:
    """Raise `BadRules` for points on the way of a game of chance with an index."""
    if has(game, "rank") and (fault := INDEX_FAULTS.choose(game)):
        raise BadRules(f"{game!r}: {fault}")


def _solve_chance_index(
    program: Program, budget: Budget, partial: Path | None
) -> tuple[Summary, RankedRecords]:
    """Solve every rank of a perfect index."""
    game = program.game
    refuse_points_in_play(game)
    budget.record_base_memory()
    check_compiled_program(program)
    began = time.perf_counter()
    places = build_slots_of_index(program)
    size = BYTES_A_BOUND * places.place_count
    with (
        Workers(budget) as workers,
        ArrayStore(budget) as array_store,
        array_store.reserve(size) as reservation,
    ):
        bounds = make_initial_bounds(places)
        is_decisive = solve_values_over_index(places, workers, reservation, bounds)
    error_bound = float((bounds[:, 1] - bounds[:, 0]).max()) / 2
    values = compute_midpoint_values(bounds)
    del bounds
    records = make_ranked_records(program, InMemoryExpectations(values))
    seconds = time.perf_counter() - began
    began = time.perf_counter()
    files = [] if partial is None else _write_slices(partial, records, DiskQuota(budget.disk))
    value, both = find_start_answer(game, records)[0], (seconds, time.perf_counter() - began)
    tally, said = tally_ranked_expectations(values), SolvedBounds(error_bound, is_decisive)
    summary = summarise_expectations(game, value, tally.positions, tally, both, said, "index")
    if partial is not None:
        solution_store.finish_run(partial, game, summary, files, textual=False, words=None)
    return summary, records


def _write_slices(partial: Path, records: RankedRecords, disk: DiskQuota) -> list[dict[str, Any]]:
    """Write every slice of ranks, and return what the manifest says of it."""
    entries = []
    for number in range(records.tier_count):
        path = partial / format_tier_file_name(number)
        with disk.reserve_file_while_written(path):
            entries.append(write_rank_slice(path, records.answers, number, scored=records.game.scored))
    return entries
