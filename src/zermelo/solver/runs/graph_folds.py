"""Ask folds of a game without keeping their tables: counts and nimbers at the starts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.compiler.guards.symmetry_classes import (
    are_starts_closed_under_symmetry,
    build_representative_function,
    make_class_size_function,
)
from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.core.requirements import refuse_games_with_dice
from zermelo.solver.graph.enumeration import enumerate_tiers
from zermelo.solver.graph.hashable_graph import build_hashable_graph
from zermelo.solver.graph.longest_path_tiers import build_tiers_by_longest_path
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.position_folds import NARROW
from zermelo.solver.methods.backward_induction import FoldQuestion, yield_solved_tiers
from zermelo.solver.methods.interpreted_induction import fold_hashable_graph
from zermelo.solver.methods.tree_counts import Counts, count_games_and_nodes
from zermelo.solver.plans.size_gate import add_size_gate_to_budget
from zermelo.solver.runs.solve_game import choose_solve_program
from zermelo.solver.runs.value_tallies import tally_tier
from zermelo.solver.storage.array_store import ArrayStore

Ask = Callable[[FoldQuestion], list[Any]]


def count_positions_games_and_nodes(game: Game, budget: Budget, *, interpreted: bool | None = None) -> Counts:
    """Return how many positions, games and tree nodes lie below the starts, exactly."""
    with make_fold_function(game, budget, interpreted=interpreted) as (ask, positions):
        games, nodes = count_games_and_nodes(ask)
        known = positions if are_starts_closed_under_symmetry(game) else None
        return Counts(game=repr(game), positions=known, games=games, nodes=nodes)


@contextmanager
def make_fold_function(game: Game, budget: Budget, *, interpreted: bool | None) -> Iterator[tuple[Ask, int]]:
    """Enumerate once; give a function that folds a question and returns the starts' answers."""
    starts = list_checked_starts(game)
    refuse_games_with_dice(game, "counting lines of play is")
    program = choose_solve_program(game, interpreted)
    if program is None:
        yield _make_interpreted_fold_function(game, add_size_gate_to_budget(game, None, budget), starts)
        return
    budget = add_size_gate_to_budget(game, program, budget)
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        graph = enumerate_tiers(program, array_store, workers)
        if graph is None:
            array_store.clear()
            graph = build_tiers_by_longest_path(program, array_store, workers)
        positions = 0
        for tier, size in enumerate(graph.sizes):
            blank = np.zeros(size, np.int16)
            positions += tally_tier(program, graph.get_keys_of_tier(tier), blank, NARROW, workers).draws

        def answer_at_starts(question: FoldQuestion) -> list[Any]:
            wanted = [
                program.key_of_position(position)
                for position in map(build_representative_function(game), starts)
            ]
            answers: dict[int, Any] = {}
            for solved in yield_solved_tiers(graph, question, workers):
                if solved.tier == 0 or graph.ordered:
                    for start in set(wanted):
                        for place in np.flatnonzero(solved.keys == start):
                            answers[start] = solved.answers[place]
            return [answers[start] for start in wanted]

        yield answer_at_starts, positions


def _make_interpreted_fold_function(game: Game, budget: Budget, starts: list[Any]) -> tuple[Ask, int]:
    graph = build_hashable_graph(game, budget)
    canonical = build_representative_function(game)

    def answer_at_starts(question: FoldQuestion) -> list[Any]:
        answers = fold_hashable_graph(graph, question, budget, game)
        return [answers[graph.index[canonical(start)]] for start in starts]

    return answer_at_starts, sum(map(make_class_size_function(game), graph.positions))
