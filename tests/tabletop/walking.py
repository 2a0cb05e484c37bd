"""Every position that play reaches, walked to one by one."""

from typing import Any

import zermelo
from zermelo import UNDECIDED
from zermelo.core.game import Game


def every_position(game: Game) -> set[Any]:
    """Return every position that play reaches from the starts."""
    seen = set(game.starts())
    waiting = list(seen)
    while waiting:
        position = waiting.pop()
        if game.outcome(position) == UNDECIDED:
            after = {game.play(position, move) for move in game.moves(position)} - seen
            seen |= after
            waiting += after
    return seen


def answers(game: Game, interpreted: bool) -> dict[Any, str]:
    """Return the answer of every position."""
    solution = zermelo.solve(game, interpreted=interpreted)
    return {position: str(solution.value(position)) for position in every_position(game)}
