"""One solve of a game of chance: the whole graph in memory, with its edges, then values.

Nothing is kept of a run that is killed: what it does takes seconds, or does not fit in memory.
"""

import time
from pathlib import Path

import numpy as np

from zermelo.compiler import Program
from zermelo.compiler.gradual import Gradual
from zermelo.core.budget import Budget, peak_memory
from zermelo.core.game import Game
from zermelo.graph.chances import ChanceGraph, totals_of, walk
from zermelo.solution.expectations import ExpectedRecords
from zermelo.solution.files import write_block
from zermelo.solution.manifest import tier_file
from zermelo.solution.summary import Summary
from zermelo.solvers.value_iteration import Expectations, solve_chances
from zermelo.storage.shelf import Shelf
from zermelo.trust.classes import starts_are_closed
from zermelo.work import store

METHOD = "backward induction with chances"
LOOPS = "value iteration"


def solve_dice(
    game: Game, program: Program | None, budget: Budget, partial: Path | None
) -> tuple[Summary, ExpectedRecords]:
    """Solve every position of a game with `chances`; with `partial` write the records there.

    Without a `program` the rules are asked by the interpreter. Raises `BadRules`, `LoopFound`, `OutOfBudget`.
    """
    budget.settle()
    began = time.perf_counter()
    with Shelf(budget) as shelf, shelf.reserved(0) as reservation:
        graph = walk(game, program, budget, reservation)
        gradual = Gradual(compiled=program is not None and program.native)
        found = solve_chances(game, graph, budget, gradual)
        totals = totals_of(game, program, graph, found.values)
    seconds = time.perf_counter() - began
    began = time.perf_counter()
    positions = graph.positions
    if isinstance(positions, list):
        positions = np.empty(len(positions), np.int64 if isinstance(positions[0], int) else object)
        positions[:] = graph.positions
    records = ExpectedRecords(positions, found.values, graph.words)
    files = [] if partial is None else [write_block(partial / tier_file(0), records.block(0))]
    summary = _summary(game, graph, found, totals, (seconds, time.perf_counter() - began))
    if partial is not None:
        store.finish(partial, game, summary, files, textual=positions.dtype == object, words=graph.words)
    return summary, records


def _summary(
    game: Game, graph: ChanceGraph, found: Expectations, totals: list[int], seconds: tuple[float, float]
) -> Summary:
    whole = starts_are_closed(game)
    value = float(found.values[graph.starts[0]])
    return Summary(
        game=repr(game),
        method=LOOPS if found.has_loops else METHOD,
        value=value,
        remoteness=None,
        domain="reachable",
        positions=sum(totals) if whole else None,
        solved=len(graph.positions),
        wins=totals[0] if whole else None,
        draws=totals[1] if whole else None,
        losses=totals[2] if whole else None,
        seconds=seconds[0],
        seconds_writing=seconds[1],
        peak_memory=peak_memory(),
        scored=game.scored,
        longest=0,
        win_probability=(value + 1) / 2 if not game.scored and graph.is_decisive else None,
        error_bound=found.error_bound,
    )
