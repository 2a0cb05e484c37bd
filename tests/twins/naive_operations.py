"""Operations on partizan games by their definitions, on trees: the slow twin of what forms are asked.

Trees are those of `naive_forms`; nothing is made canonical, and no kernel is imported.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
from twins.naive_forms import Tree, add, as_number, is_equal, is_less, negate, number, tree


@cache
def ordinal_sum(base: Tree, subordinate: Tree) -> Tree:
    """A move in the base does away with the subordinate."""
    return tree(
        [*base.left, *(ordinal_sum(base, option) for option in subordinate.left)],
        [*base.right, *(ordinal_sum(base, option) for option in subordinate.right)],
    )


@cache
def norton_product(game: Tree, unit: Tree) -> Tree:
    """So many units: copies where the game is an integer, else options with the unit and its incentives."""
    value = as_number(game)
    if value is not None and value.denominator == 1:
        total = number(Fraction(0))
        for _ in range(abs(int(value))):
            total = add(total, unit if value > 0 else negate(unit))
        return total
    incentives = [add(option, negate(unit)) for option in unit.left]
    incentives += [add(unit, negate(option)) for option in unit.right]
    gains = [add(unit, each) for each in incentives]
    return tree(
        [add(norton_product(option, unit), gain) for option in game.left for gain in gains],
        [add(norton_product(option, unit), negate(gain)) for option in game.right for gain in gains],
    )


@cache
def stop_count(game: Tree) -> int:
    if as_number(game) is not None:
        return 1
    return sum(map(stop_count, game.left + game.right))


@cache
def is_even(game: Tree, tempered: bool) -> bool:
    """Whether it is an end, or all options are odd; ends are numbers, or games without options."""
    if tempered and as_number(game) is not None:
        return True
    return all(is_odd(option, tempered) for option in game.left + game.right)


@cache
def is_odd(game: Tree, tempered: bool) -> bool:
    """Whether it is no end, and all options are even."""
    if tempered and as_number(game) is not None:
        return False
    options = game.left + game.right
    return bool(options) and all(is_even(option, tempered) for option in options)


def followers(game: Tree) -> set[Tree]:
    found = {game}
    for option in game.left + game.right:
        found |= followers(option)
    return found


def antichains(games: list[Tree], less: Callable[[Tree, Tree], bool] = is_less) -> list[list[Tree]]:
    """All sets of games of which no two can be compared."""
    found: list[list[Tree]] = [[]]
    for game in games:
        found += [
            [*chosen, game]
            for chosen in found
            if not any(less(game, other) or less(other, game) for other in chosen)
        ]
    return found


def different(games: list[Tree]) -> list[Tree]:
    """One game of each value."""
    kept: list[Tree] = []
    for game in games:
        if not any(is_equal(game, other) for other in kept):
            kept.append(game)
    return kept


def field_products(size: int) -> "np.ndarray":
    """[size, size] int64, products of nimbers: the least number that is no a'b + ab' + a'b' for less a', b'."""
    table = np.zeros((size, size), np.int64)
    for first in range(1, size):
        for second in range(1, first + 1):
            reached = table[:first, [second]] ^ table[[first], :second] ^ table[:first, :second]
            seen = np.zeros(4 * size * size, bool)
            seen[reached] = True
            table[first, second] = table[second, first] = int(np.argmin(seen))
    return table
