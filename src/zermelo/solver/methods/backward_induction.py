"""Backward induction: every position's answer from its moves' answers, last tier first (Zermelo 1913).

Works for any fold over a graph without loops, in one sweep. Solvers know no files: they yield solved
tiers, and the caller keeps or writes them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernels import DONE, MANY, MOST_MOVES
from zermelo.solver.graph.thread_slices import Workers, allocate_move_arrays
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.backward_pass import build_backward_sweep_kernel
from zermelo.solver.kernels.position_folds import Fold
from zermelo.solver.kernels.slot_lookup import BLOCK
from zermelo.solver.sorted_keys.key_directory import Keys, count_key_directory_bytes, make_key_directory

Answers = npt.NDArray[Any]
Later = tuple[Keys, Answers, npt.NDArray[Any], np.uint64]  # keys, answers, offsets, shift


class SolvedTier(NamedTuple):
    """A tier with its answers: `keys` [n] int64 sorted by `mix`, `answers` [n] in the fold's column."""

    tier: int
    keys: Keys
    answers: Answers


@dataclass(frozen=True)
class FoldQuestion:
    """A fold with its integer: the value's shift, the prime of an exact count."""

    fold: Fold
    parameter: int = 0


def yield_solved_tiers(
    graph: TieredGraph, question: FoldQuestion, workers: Workers, solved: SolvedTier | None = None
) -> Iterator[SolvedTier]:
    """Yield every tier's answers, from the last tier to the first.

    `solved` is the tier to go on from, in a graph that is not ordered. Raises `BadRules` where a value
    leaves its range or an answer does not fit its column.
    """
    if graph.ordered:
        yield from _yield_solved_ordered_tiers(graph, question, workers)
        return
    array_store = graph.array_store
    keys = np.empty(0, np.int64) if solved is None else solved.keys
    answers: Answers = np.empty(0, question.fold.column) if solved is None else solved.answers
    first = len(graph.sizes) if solved is None else solved.tier
    for tier in range(first - 1, -1, -1):
        width = np.dtype(question.fold.column).itemsize
        needed = (
            keys.nbytes
            + answers.nbytes
            + count_key_directory_bytes(len(keys))
            + (8 + width) * graph.sizes[tier]
        )
        with array_store.reserve(needed):
            later = (keys, answers, *make_key_directory(graph.program, keys, workers))
            parents = graph.get_keys_of_tier(tier)
            answers = solve_tier_from_later_answers(
                graph, question, parents, later, workers, sum(graph.sizes[tier + 1 :])
            )
            keys = parents
        yield SolvedTier(tier, keys, answers)


def _yield_solved_ordered_tiers(
    graph: TieredGraph, question: FoldQuestion, workers: Workers
) -> Iterator[SolvedTier]:
    keys: Keys = graph.array_store.get("keys")
    answers: Answers = np.zeros(len(keys), question.fold.column)
    with graph.array_store.reserve(answers.nbytes + count_key_directory_bytes(len(keys))):
        later = (keys, answers, *make_key_directory(graph.program, keys, workers))
        for tier in range(len(graph.sizes) - 1, -1, -1):
            members = graph.get_key_indices_of_tier(tier)
            mine = keys[members]
            solved = solve_tier_from_later_answers(
                graph, question, mine, later, workers, sum(graph.sizes[tier + 1 :])
            )
            answers[members] = solved
            yield SolvedTier(tier, mine, solved)


def solve_tier_from_later_answers(
    graph: TieredGraph, question: FoldQuestion, parents: Keys, later: Later, workers: Workers, before: int = 0
) -> Answers:
    """Return the answers of `parents`, given those of everything their moves lead to.

    `before` is how many positions were done before these, for the report.
    """
    kernel = graph.program.kernel(build_backward_sweep_kernel, question.fold)
    answers: Answers = np.empty(len(parents), question.fold.column)

    finished: list[int] = []

    def solve_span(begin: int, end: int) -> None:
        room = 64 * BLOCK
        size = end - begin
        while begin < end:
            work = allocate_move_arrays(room, question.fold.column)
            with track_kernel_positions(graph.program, parents[begin:end]):
                stopped, status = kernel(parents, begin, end, answers, later, work, question.parameter)
            if status == MANY and room < MOST_MOVES:
                begin, room = stopped, room * 8
            elif status != DONE:
                where = graph.program.position_of_key(parents[stopped])
                raise_status_error(graph.program.game, where, status, question.fold.misfit)
            else:
                begin = stopped
        finished.append(size)
        workers.budget.report("solve", before + sum(finished), graph.position_count)

    workers.map_spans(solve_span, len(parents))
    return answers
