"""Whole tables by every way of solving, in the form in which the naive twin gives its own.

A table maps each position, one of every symmetry class, to its answer. Compiled solutions are kept for
the session, because every new set of parameters costs a compilation.
"""

import sys
from functools import cache
from typing import Any

import pytest
from reference import naive

import zermelo
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.core.values import NO_END
from zermelo.solution.solution import Solution
from zermelo.solver.graph.enumeration import enumerate_tiers
from zermelo.solver.graph.longest_path_tiers import build_tiers_by_longest_path
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.position_folds import Fold
from zermelo.solver.methods.backward_induction import FoldQuestion, yield_solved_tiers
from zermelo.solver.runs.integer_run import solve_integer_game
from zermelo.solver.storage.array_store import ArrayStore

Table = dict[Any, tuple[int, int | None]]


def one_thread() -> Budget:
    return Budget(threads=1)


def expected(game: Game) -> Table:
    """Return the naive twin's table, each class under its representative."""
    table: Table = {}
    for position, answer in naive.solve(game).items():
        assert table.setdefault(naive.canonical(game, position), answer) == answer
    return table


def table_of(solution: Solution) -> Table:
    """Return every record of a solution."""
    table: Table = {}
    for tier in range(solution.records.tier_count):
        block = solution.records.read_tier_block(tier)
        for position, value, remoteness in zip(*(column.tolist() for column in block), strict=True):
            assert position not in table, f"{position} has two records"
            table[position] = value, None if remoteness == NO_END else remoteness
    return table


def graph_of(program: Program, array_store: ArrayStore, workers: Workers) -> TieredGraph:
    """Enumerate a game as the engine does."""
    graph = enumerate_tiers(program, array_store, workers)
    if graph is None:
        array_store.clear()
        graph = build_tiers_by_longest_path(program, array_store, workers)
    return graph


def fold_table(program: Program, fold: Fold, parameter: int = 0) -> dict[int, Any]:
    """Return a fold's answer at every position, through the kernels."""
    budget = one_thread()
    table: dict[int, Any] = {}
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        graph = graph_of(program, array_store, workers)
        for _, keys, answers in yield_solved_tiers(graph, FoldQuestion(fold, parameter), workers):
            for position, answer in zip(keys.tolist(), answers.tolist(), strict=True):
                assert position not in table
                table[position] = answer
        assert len(table) == graph.position_count
    return table


def kernel_solution(game: Game, budget: Budget | None = None) -> Solution:
    """Return the solution that the kernels give when they run as ordinary Python."""
    summary, records = solve_integer_game(interpret_game(game), budget or one_thread(), None)
    return Solution(game, summary, records, None)


def kernel_table(game: Game) -> Table:
    """Return the table that the kernels give when they run as ordinary Python."""
    return table_of(kernel_solution(game))


@cache
def compiled(game: Game) -> Solution:
    """Return the solution by machine code, the same one for every test of the session."""
    return zermelo.solve(game, budget=one_thread(), interpreted=False)


@cache
def program(game: Game) -> Program:
    """Return the compiled program, the same one for every test of the session."""
    return compile_game(game)


def check_summary(solution: Solution) -> None:
    """Compare the counts of a solution with the naive twin's."""
    game, summary = solution.game, solution.summary
    table = naive.solve(game)
    starts = set(game.starts())
    closed = all(naive.orbit(game, start) <= starts for start in starts)
    assert summary.solved == len({naive.canonical(game, position) for position in table})
    if closed:
        assert summary.positions == len(table)
        assert (summary.wins, summary.draws, summary.losses) == naive.totals(game)
    else:
        assert summary.positions is summary.wins is summary.draws is summary.losses is None
    ends = [remoteness for _, remoteness in table.values() if remoteness is not None]
    assert summary.longest == max(ends, default=0)
    assert (summary.value, summary.remoteness) == table[next(iter(game.starts()))]


def everywhere(patch: pytest.MonkeyPatch, name: str, before: Any, after: Any) -> None:
    """Change a constant in every module that has it: those in which the name has another value keep that."""
    changed = [
        module
        for key, module in list(sys.modules.items())
        if key.startswith("zermelo.") and vars(module).get(name) == before
    ]
    assert changed
    for module in changed:
        patch.setattr(module, name, after)
