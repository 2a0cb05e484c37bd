"""Folds over positions of any hashable type, by the interpreter."""

from typing import Any

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.kernels import FAR
from zermelo.core.budget import Budget
from zermelo.solver.graph.hashable_graph import HashableGraph
from zermelo.solver.graph.loop_detection import make_loop_error
from zermelo.solver.kernels.position_folds import BAD
from zermelo.solver.methods.backward_induction import FoldQuestion


def fold_hashable_graph(graph: HashableGraph, question: FoldQuestion, budget: Budget, game: Any) -> list[Any]:
    """Return every position's answer, by its index in the graph.

    The fold is the compiled solver's own; only the walk differs. Raises `LoopFound`, and `BadRules` where an
    answer does not fit its column.
    """
    if graph.loop:
        raise make_loop_error(game, [graph.positions[place] for place in graph.loop])
    leaf, combine, parameter = question.fold.leaf, question.fold.combine, question.parameter
    most = max(map(len, graph.children), default=0)
    turn, nothing = [-1] * most, [0] * most
    answers: list[Any] = [None] * len(graph.positions)
    for done, place in enumerate(reversed(graph.order)):
        if done % 4096 == 0:
            budget.report("solve", done, len(answers))
        children = graph.children[place]
        if children:
            signs = turn if graph.signs is None else graph.signs[place]
            gains = nothing if graph.gains is None else graph.gains[place]
            found = [answers[child] for child in children]
            answer = combine(found, signs, gains, 0, len(found), parameter)
        else:
            answer = leaf(graph.ends[place], parameter)
        if answer == BAD:
            raise_status_error(game, graph.positions[place], FAR, question.fold.misfit)
        answers[place] = answer
    return answers
