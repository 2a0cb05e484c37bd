"""What comes of players who draw their moves by lot, exactly: a fold of expectations over all positions.

Several kinds of player are matched at once, each with each. A position's rates are a row for the mover's
kind and a column for the other's, as the mover sees them; they are the mean of its moves' rates, turned round
where the move passes the turn, weighted by how likely the mover's kind makes each. So one walk over the
positions tells how every kind fares against every other from all that any of them may come to.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import LoopFound
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.rules import end_at, goes_on, moves_at
from zermelo.play.players import Player

Rates = npt.NDArray[np.float64]
Odds = Callable[[Position], tuple[list[Move], Rates]]  # the moves, and how likely each is: [kind, move]

WIN_RATE, DRAW_RATE, LOSS_RATE, PLIES, POINTS = range(5)  # of the last axis of rates


def odds_of(game: Game, players: Sequence[Player]) -> Odds:
    """Return the odds of these kinds of player; at a finished position there are no moves."""

    def odds(position: Position) -> tuple[list[Move], Rates]:
        moves = moves_at(game, position)
        if not moves:
            return moves, np.zeros((len(players), 0))
        shares = [player(position) for player in players]
        return moves, np.array([[share.get(move, 0.0) for move in moves] for share in shares])

    return odds


def expectations(
    game: Game,
    odds: Odds,
    root: Position,
    *,
    canonical: Callable[[Position], Position] = lambda position: position,
    known: dict[Position, Rates] | None = None,
) -> dict[Position, Rates]:
    """Return the rates [mover's kind, other's kind, (win, draw, loss, plies, value)] below `root`.

    `canonical` takes a position to one that all kinds treat alike. `known` are rates found before, and is
    added to. Games in which moves bring points at once are not for this: who wins depends on the points so
    far. Raises `LoopFound` where play can return to a position.
    """
    assert not has(game, "gain")
    known = {} if known is None else known
    root = canonical(root)
    stack: list[tuple[Position, Any]] = [(root, None)]
    way: set[Position] = set()  # from the root to the position at hand
    while stack:
        position, moved = stack.pop()
        if position in known:
            continue
        if moved is None:
            if position in way:
                raise LoopFound(f"{game!r}: play can return to a position")
            way.add(position)
            moves, likely = odds(position)
            places = [place for place in range(len(moves)) if likely[:, place].any()]
            children = [game.play(position, moves[place]) for place in places]
            classes = [canonical(child) for child in children]
            stack.append((position, (children, classes, likely[:, places])))
            stack += [(child, None) for child in classes if child not in known]
            continue
        children, classes, likely = moved
        known[position] = _folded(game, position, children, likely, [known[child] for child in classes])
        way.discard(position)
    return known


def _folded(
    game: Any, position: Position, children: list[Position], likely: Rates, after: list[Rates]
) -> Rates:
    """Return a position's rates from those of its children."""
    kinds = len(likely)
    rates = np.zeros((kinds, kinds, 5))
    if not children:
        value = end_at(game, position)
        rates[:, :, WIN_RATE + 1 - (value > 0) + (value < 0)] = 1
        rates[:, :, POINTS] = value
        return rates
    for place, child in enumerate(after):
        if not goes_on(game, position, children[place]):
            child = child.transpose(1, 0, 2)[:, :, (2, 1, 0, 3, 4)] * (1, 1, 1, 1, -1)
        rates += likely[:, place, None, None] * child
    rates[:, :, PLIES] += 1
    return rates
