"""The reference implementation of subgame-perfect play of several players: all ways to choose, combined.

It imports the vocabulary and nothing else.
"""

import itertools
from typing import Any

from reference import naive

from zermelo.core.game import Game

Line = tuple[Any, ...]


def plays(game: Any, position: Any, known: dict[Any, set[tuple[Line, Line]]]) -> set[tuple[Line, Line]]:
    """Return all plays (moves, payoffs) of subgame-perfect equilibria, combining those of the children."""
    if position in known:
        return known[position]
    moves = [] if naive.is_finished(game, position) else list(game.moves(position))
    found: set[tuple[Line, Line]] = set()
    if not moves:
        found.add(((), tuple(game.payoffs(position))))
    below = [sorted(plays(game, game.play(position, move), known)) for move in moves]
    mover = game.mover(position) if moves else 0
    for chosen in itertools.product(*below) if moves else ():
        most = max(payoffs[mover] for _, payoffs in chosen)
        for move, (line, payoffs) in zip(moves, chosen, strict=True):
            if payoffs[mover] == most:
                found.add(((move, *line), payoffs))
    known[position] = found
    return found


def solve(game: Game) -> dict[Any, tuple[set[Line], int]]:
    """Return for every position the payoffs of subgame-perfect play, and how many lines of it there are."""
    known: dict[Any, set[tuple[Line, Line]]] = {}
    for start in game.starts():
        plays(game, start, known)
    return {each: ({payoffs for _, payoffs in found}, len(found)) for each, found in known.items()}
