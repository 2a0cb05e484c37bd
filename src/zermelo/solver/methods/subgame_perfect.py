"""Backward induction for any number of players and any payoffs, giving all subgame-perfect payoffs.

A pure strategy states what its player does after every line of play. Strategies are subgame-perfect if no
player can gain anywhere by playing differently from there on. Where a player is indifferent there are several
such strategies, and the choice matters to the others. So a position has a set of answers: all payoffs that
subgame-perfect play below it can bring. Each child may be played in any of its ways, independently of the
others, and the mover takes a best move among these. Hence, for mover i,

    ways(p) = { v in ways(c) for a child c : v[i] >= enough(p) }
    enough(p) = the largest, over the children c, of the least v[i] in ways(c)

since some child brings more than a lower payoff however it is played, and any other payoff is best where all
other children are played as badly for the mover as possible. Lines of subgame-perfect play are counted along
with this: those of the children that bring these payoffs.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from numbers import Real
from typing import Any, Final

from zermelo.compiler.guards.checked_rules import rule_errors_at
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import refuse_games_with_gains, require
from zermelo.solver.graph.discovery import REPORT
from zermelo.solver.graph.hashable_graph import HashableGraph
from zermelo.solver.graph.loop_detection import make_loop_error

Payoffs = tuple[Any, ...]  # a number for each player
PayoffLineCounts = dict[
    Payoffs, int
]  # what subgame-perfect play can bring -> the lines of play that bring it


def check_has_payoffs(game: Game) -> None:
    """Raise `MissingCapability` where a game does not say what each of its players gets, or says too much."""
    if not isinstance(game.players, int) or game.players < 1:
        raise BadRules(f"{game!r}: players is {game.players!r}: give a number of players, at least 1")
    several = f"it is one of {game.players} players, who each get" if game.players != 2 else "its players get"
    require(game, f"{several} one number where play is over", needs=("payoffs",))
    if game.players > 1:
        require(game, "who of several players moves, from 0, the position must say", needs=("mover",))
    require(game, "backward induction for payoffs is for games without chance", excludes=("chances",))
    refuse_games_with_gains(game, "payoffs are of the whole play")


PAYOFF_CHECKS: Final[ByKind[Callable[[Game], None]]] = ByKind(
    "check of declared payoffs", lambda _: None, payoffs=check_has_payoffs
)


def read_payoffs_at_end(game: Any, position: Position) -> Payoffs:
    """Return what each player gets at a position where play is over; raises `BadRules`."""
    with rule_errors_at(game, position):
        found = game.payoffs(position)
        payoffs = tuple(found) if isinstance(found, Sequence) else ()
    if len(payoffs) != game.players or not all(map(_is_number, payoffs)):
        raise BadRules(
            f"{game!r}: payoffs() returns {found!r} at position {describe_position(game, position)}: "
            f"return a tuple of {game.players} numbers, one a player"
        )
    return payoffs


def _is_number(payoff: Any) -> bool:
    return isinstance(payoff, Real) and (isinstance(payoff, int | Fraction) or isfinite(payoff))


def read_mover(game: Any, position: Position) -> int:
    """Return the number of the player who moves at a position; raises `BadRules`."""
    if game.players == 1 and not has(game, "mover"):
        return 0
    with rule_errors_at(game, position):
        mover = game.mover(position)
    if mover not in range(game.players):
        raise BadRules(
            f"{game!r}: mover() returns {mover!r} at position {describe_position(game, position)}: "
            f"players are 0 to {game.players - 1}"
        )
    return int(mover)


def find_subgame_perfect_payoffs(graph: HashableGraph, game: Game, budget: Budget) -> list[PayoffLineCounts]:
    """Return what subgame-perfect play can bring at every position, by its index in the graph.

    Raises `LoopFound`, `BadRules`, `OutOfBudget`, `Cancelled`.
    """
    if graph.loop:
        raise make_loop_error(game, [graph.positions[place] for place in graph.loop])
    ways: list[PayoffLineCounts] = [{} for _ in graph.positions]
    for done, place in enumerate(reversed(graph.order)):
        if done % REPORT == 0:
            budget.report("solve", done, len(ways))
            budget.check_memory(f"the payoffs of {game!r}", "raise --memory, or begin at a later position")
        position = graph.positions[place]
        if place in graph.ends:
            ways[place] = {read_payoffs_at_end(game, position): 1}
        else:
            ways[place] = combine_child_payoffs(
                [ways[child] for child in graph.children[place]], read_mover(game, position)
            )
    return ways


def combine_child_payoffs(children: Sequence[PayoffLineCounts], mover: int) -> PayoffLineCounts:
    """Return the payoffs of a position from those of its children.

    >>> combine_child_payoffs([{(1, 5): 1, (3, 0): 2}, {(2, 2): 1}], 0)
    {(3, 0): 2, (2, 2): 1}
    """
    enough = find_least_acceptable_payoff(children, mover)
    together: PayoffLineCounts = {}
    for child in children:
        for payoffs, lines in child.items():
            if payoffs[mover] >= enough:
                together[payoffs] = together.get(payoffs, 0) + lines
    return together


def find_least_acceptable_payoff(children: Sequence[Mapping[Payoffs, object]], mover: int) -> Any:
    """Return the least payoff that the mover may be content with."""
    return max(min(payoffs[mover] for payoffs in child) for child in children)
