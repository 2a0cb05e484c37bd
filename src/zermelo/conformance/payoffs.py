"""What games of several players, or of any payoffs, must keep beyond the rest."""

from typing import Any

from zermelo.core.budget import Budget
from zermelo.graph.hashable import explore
from zermelo.solvers.subgame_perfect import fold_payoffs, payoffs_at
from zermelo.trust.branches import Rules


def paid(game: Any, position: Any) -> str:
    """Payoffs: one number a player where play is over, the same when asked twice."""
    if next(Rules(game).branches(position), None) is not None:
        return ""
    same = payoffs_at(game, position) == payoffs_at(game, position)
    return "" if same else "payoffs() answers differently when asked twice"


def check_play(game: Any) -> tuple[list[str], list[str]]:
    """Solve every position; return what passed, and notes."""
    graph = explore(game, Budget())
    if graph.loop:
        return [], ["play may go round in a circle: several players have no answers then"]
    fold_payoffs(graph, game, Budget())
    return ["play ends: no loops", "subgame-perfect play is found at every position"], []
