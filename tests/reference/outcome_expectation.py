"""Exact expected results of players who move at random: one pass of expectations over all positions.

Several kinds of player are matched at once, each with each. A position's rates have a row for the mover's
kind and a column for the other's, from the mover's side. They are the mean of its moves' rates, weighted by
the mover's probabilities, with both sides exchanged where a move passes the turn. So one pass over the
positions gives the result of every kind against every other, for all positions that any of them can reach.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.checked_rules import CheckedRules
from zermelo.core.errors import LoopFound
from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import moves_at
from zermelo.play.players.basic_players import Player
from zermelo.solver.graph.postorder import CycleFound, walk_postorder

Rates = npt.NDArray[np.float64]
WeightedChild = tuple[Rates, int, Position]  # each kind's probability of a move, its sign, and its child
MoveOdds = Callable[[Position], tuple[list[Move], Rates]]  # the moves, and their probabilities: [kind, move]

WIN_RATE, DRAW_RATE, LOSS_RATE, PLIES, POINTS = range(5)  # of the last axis of rates


def make_move_probability_function(game: Game, players: Sequence[Player]) -> MoveOdds:
    """Return the move probabilities of these kinds of player; a finished position has no moves."""

    def compute_move_probabilities(position: Position) -> tuple[list[Move], Rates]:
        moves = moves_at(game, position)
        if not moves:
            return moves, np.zeros((len(players), 0))
        shares = [player(position) for player in players]
        return moves, np.array([[share.get(move, 0.0) for move in moves] for share in shares])

    return compute_move_probabilities


def compute_outcome_rates(
    game: Game,
    odds: MoveOdds,
    root: Position,
    *,
    canonical: Callable[[Position], Position] = lambda position: position,
    known: dict[Position, Rates] | None = None,
) -> dict[Position, Rates]:
    """Return the rates [mover's kind, other's kind, (win, draw, loss, plies, value)] below `root`.

    `canonical` maps a position to one that all kinds treat alike. `known` are rates found before; new ones
    are added to it. Games in which moves bring points at once are excluded, because the winner depends on the
    points so far. Raises `LoopFound` where play can return to a position.
    """
    known = {} if known is None else known
    root = canonical(root)
    rules, kinds = CheckedRules(game, bounded=False), 0
    assert rules.gain is None

    def list_weighted_children(position: Position) -> list[WeightedChild]:
        nonlocal kinds
        moves, likely = odds(position)
        kinds = len(likely)
        places = [place for place in range(len(moves)) if likely[:, place].any()]
        branches = rules.expand_moves(position, [moves[place] for place in places]).branches
        shares = [likely[:, place] for place in places]
        return [
            (share, each.sign, canonical(each.child)) for share, each in zip(shares, branches, strict=True)
        ]

    try:
        for position, ways in walk_postorder(root, list_weighted_children, known):
            rates = np.zeros((kinds, kinds, 5))
            known[position] = rates
            if not ways:
                _set_end_rates(rates, rules.end(position))
            for share, sign, child in ways:
                rates += share[:, None, None] * (known[child] if sign > 0 else _swap_players(known[child]))
            rates[:, :, PLIES] += bool(ways)
    except CycleFound as found:
        raise LoopFound(f"{game!r}: play can return to a position") from found
    return known


def _set_end_rates(rates: Rates, value: int) -> None:
    """Set the rates of a position where play is over."""
    rates[:, :, WIN_RATE + 1 - (value > 0) + (value < 0)] = 1
    rates[:, :, POINTS] = value


def _swap_players(rates: Rates) -> Rates:
    """Return rates from the other player's side."""
    return rates.transpose(1, 0, 2)[:, :, (2, 1, 0, 3, 4)] * (1, 1, 1, 1, -1)
