"""Where compiled searches are compared with the interpreter's before they are trusted."""

import random
from collections.abc import Iterator

from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position
from zermelo.core.values import UNDECIDED
from zermelo.graph.faults import say_position

TRIED = 6  # positions


def positions_to_try(game: Game) -> Iterator[Position]:
    """Yield the start and positions of random play, the same every time."""
    chance, position = random.Random(1913), next(iter(game.starts()))
    for _ in range(TRIED):
        yield position
        for _ in range(chance.randrange(2, 12)):
            moves = [] if game.outcome(position) != UNDECIDED else list(game.moves(position))
            position = game.play(position, chance.choice(moves)) if moves else next(iter(game.starts()))


def difference(game: Game, position: Position) -> BadRules:
    """Return the error for a position whose compiled search is another than the interpreter's."""
    return BadRules(
        f"{game!r}: the compiled search from {say_position(game, position)} differs from the interpreter's: "
        "integers beyond 63 bits? run `zermelo check`, or use --interpreted"
    )
