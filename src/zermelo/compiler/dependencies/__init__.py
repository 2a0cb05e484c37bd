"""Everything that a game's rules depend on, found by a walk over names.

The walk begins at the game's parameters and at all members of its classes except those that only people
read. It follows helpers, tables, modules, classes, defaults, closures, decorators and data. A function
counts by its syntax tree, so comments and layout do not matter, if the source is provably that of the
loaded code; otherwise it counts by its bytecode. Python and installed packages count by name and
version. What cannot be followed (`eval`, files, chance, the machine) is listed in words, and results of
such rules must not be reused later.

`RuleDependencies.is_current` checks in microseconds whether everything is unchanged: names are compared
by the objects they refer to, and only mutable objects are read again. The walk empties each cache of
functools that it meets, because the cache may hold results of earlier rules.
"""

from zermelo.compiler.dependencies.dependency_describers import find_dependency_describer
from zermelo.compiler.dependencies.dependency_walk import DependencyWalk
from zermelo.compiler.dependencies.rule_dependencies import RuleDependencies
from zermelo.core.game import Game

__all__ = ["RuleDependencies", "find_dependencies"]


def find_dependencies(game: Game) -> RuleDependencies:
    """Return everything that the rules of `game` depend on now."""
    walk = DependencyWalk(find_dependency_describer)
    walk.follow_game(game)
    for held, name in walk.reached.derived:  # made from the rules as they once were
        getattr(held, "__dict__", {}).pop(name, None)
    return walk.reached
