"""What a game's rules reach: all that can decide what they say, wherever it stands.

The walk begins at the game's parameters and at everything that its classes define but what only people read,
and follows names: helpers, tables, modules, classes, defaults, closures, decorators, data. Functions count by
their trees, so that comments and layout do not, where the source is provably the loaded code, else by their
bytecode; what Python or an installed package brings counts by its name and version. What cannot be followed
(`eval`, files, chance, the machine) is said in words, and whoever keeps anything of such rules may not take
it for theirs later.

`Reached.is_current` asks again whether all that was met is still the same, in microseconds: names are
compared by what they stand for, and only what can change in place is read again. What caches of functools
hold was made from the rules as they once were, so a walk empties those that it meets.
"""

from zermelo.compiler.reach.describers import find_describer
from zermelo.compiler.reach.reached import Reached
from zermelo.compiler.reach.walk import Walk
from zermelo.core.game import Game

__all__ = ["Reached", "reach"]


def reach(game: Game) -> Reached:
    """Return what the rules of `game` reach now."""
    walk = Walk(find_describer)
    walk.begin(game)
    for held, name in walk.reached.derived:  # made from the rules as they once were
        getattr(held, "__dict__", {}).pop(name, None)
    return walk.reached
