"""The additional checks of games with several players, or with any payoffs."""

from typing import Any

from zermelo.compiler.guards.checked_rules import CheckedRules
from zermelo.core.budget import Budget
from zermelo.solver.graph.hashable_graph import build_hashable_graph
from zermelo.solver.methods.subgame_perfect import find_subgame_perfect_payoffs, read_payoffs_at_end


def find_payoffs_fault(game: Any, position: Any) -> str:
    """Payoffs: one number a player where play is over, the same when asked twice."""
    if next(CheckedRules(game).yield_branches(position), None) is not None:
        return ""
    same = read_payoffs_at_end(game, position) == read_payoffs_at_end(game, position)
    return "" if same else "payoffs() answers differently when asked twice"


def list_payoff_passes_and_notes(game: Any) -> tuple[list[str], list[str]]:
    """Solve every position; return what passed, and notes."""
    graph = build_hashable_graph(game, Budget())
    if graph.loop:
        return [], ["play may cycle: such games of several players cannot be solved"]
    find_subgame_perfect_payoffs(graph, game, Budget())
    return ["play ends: no loops", "subgame-perfect play is found at every position"], []
