"""Compiled searches, compared with the interpreter's before they are trusted.

It is no proof, but what differs in a rule or a hook soon differs in what a search notes. Who asks remembers
beside the machine code that it passed.
"""

import random
from collections.abc import Callable, Iterator

from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position
from zermelo.core.rules import moves_at
from zermelo.trust.faults import say_position

TRIED = 6  # positions


def positions_to_try(game: Game) -> Iterator[Position]:
    """Yield the start and positions of random play, the same every time."""
    chance, position = random.Random(1913), next(iter(game.starts()))
    for _ in range(TRIED):
        yield position
        for _ in range(chance.randrange(2, 12)):
            moves = moves_at(game, position)
            position = game.play(position, chance.choice(moves)) if moves else next(iter(game.starts()))


def compare_searches(
    game: Game, compiled: Callable[[Position], object], own: Callable[[Position], object]
) -> None:
    """Raise `BadRules` at the first position from which the two searches note different things.

    The interpreter's goes first: what it refuses is not compiled.
    """
    for position in positions_to_try(game):
        noted = own(position)
        if compiled(position) != noted:
            raise BadRules(
                f"{game!r}: the compiled search from {say_position(game, position)} differs from the "
                "interpreter's: integers beyond 63 bits? run `zermelo check`, or use --interpreted"
            )
