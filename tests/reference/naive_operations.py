"""Operations on partizan games by their definitions, on trees: the slow twin of what forms are asked.

Trees are those of `naive_forms`; nothing is made canonical, and no kernel is imported.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
from reference import naive_forms
from reference.naive_forms import Tree, add, as_number, is_equal, is_less, negate, number, tree


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


def born_by_next_day(games: list[Tree]) -> list[Tree]:
    """All canonical trees with options among these, all games born by some day in canonical form."""
    sides = antichains(games)
    return [
        whole for lefts in sides for rights in sides if is_without_reversible(whole := tree(lefts, rights))
    ]


def is_without_reversible(game: Tree) -> bool:
    """Whether no option is answered by what the other player likes as much as the game."""
    return not any(is_less(answer, game) for option in game.left for answer in option.right) and not any(
        is_less(game, answer) for option in game.right for answer in option.left
    )


@cache
def compound(kind: str, first: Tree, second: Tree) -> Tree:
    """Two games played at once, by what each kind lets the mover do; see `compounds.py` for the words."""
    sides = []
    for player in (0, 1):
        ones, others = first.options(player), second.options(player)
        in_first = [compound(kind, one, second) for one in ones]
        in_second = [compound(kind, first, other) for other in others]
        in_both = [compound(kind, one, other) for one in ones for other in others]
        is_over = not ones or not others
        if kind == "sequential":
            both_done = not (first.left or first.right)
            sides.append(list(others) if both_done else in_first)
        elif kind == "continued":
            alone = [*ones, *others]  # one of them is empty: the other goes on by itself
            sides.append(alone if is_over else in_both)
        else:
            sides.append(
                {
                    "disjunctive": in_first + in_second,
                    "conjunctive": in_both,
                    "selective": in_first + in_second + in_both,
                    "diminished": [] if is_over else in_first + in_second,
                    "shortened": [] if is_over else in_first + in_second + in_both,
                    "ordinal": [*ones, *in_second],
                }[kind]
            )
    return tree(*sides)


@cache
def wins_misere(game: Tree, player: int) -> bool:
    """Whether a player who begins wins where who cannot move wins."""
    options = game.options(player)
    return not options or any(not wins_misere(option, 1 - player) for option in options)


@cache
def lasts(game: Tree, player: int, hurries: str) -> int:
    """How many moves it lasts where a player begins and the "winner" or the "loser" hurries, the other dawdling."""
    moves = [
        (naive_forms.wins_first(option, 1 - player), lasts(option, 1 - player, hurries))
        for option in game.options(player)
    ]
    if not moves:
        return 0
    good = [count for is_won, count in moves if not is_won]
    in_haste = (hurries == "winner") == bool(good)
    counts = good or [count for _, count in moves]
    return 1 + (min(counts) if in_haste else max(counts))


@cache
def variant(kind: str, game: Tree) -> Tree:
    lefts, rights = ([variant(kind, option) for option in side] for side in (game.left, game.right))
    if kind == "dicotic":
        return tree(lefts, rights) if game.left and game.right else tree([], [])
    if kind == "twisted":
        return tree(map(negate, lefts), map(negate, rights))
    return tree(lefts + rights, lefts + rights)


@cache
def conway_product(first: Tree, second: Tree) -> Tree:
    sides: tuple[list[Tree], list[Tree]] = [], []
    for player in (0, 1):
        for reply in (0, 1):
            sides[player ^ reply].extend(
                add(
                    add(conway_product(one, second), conway_product(first, other)),
                    negate(conway_product(one, other)),
                )
                for one in first.options(player)
                for other in second.options(reply)
            )
    return tree(*sides)


@cache
def ordinal_product(first: Tree, second: Tree) -> Tree:
    below = [(ordinal_product(first, option)) for option in second.left]
    above = [(ordinal_product(first, option)) for option in second.right]
    return tree(
        [ordinal_sum(each, option) for each in below for option in first.left]
        + [ordinal_sum(each, negate(option)) for each in above for option in first.right],
        [ordinal_sum(each, option) for each in below for option in first.right]
        + [ordinal_sum(each, negate(option)) for each in above for option in first.left],
    )
