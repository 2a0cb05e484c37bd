"""Partizan games in misere play by their definitions, on trees: the slow twin of universes and of their order.

Trees are those of `naive_forms`. Who wins a sum is asked move by move, and the sum is never made. That G is not at
least H is shown by a game beside which Left wins H and not G; `separator` builds it as the proof does (A. N. Siegel, *On
the general dead-ending universe of partizan games*, 2023, section 5), and where it finds none the test of options holds.
"""

import itertools
from collections.abc import Callable, Iterable
from functools import cache

from reference.naive_forms import Tree, depth, negate, tree

ZERO = tree([], [])
STAR = tree([ZERO], [ZERO])


@cache
def wins(one: Tree, other: Tree, player: int) -> bool:
    """Whether a player who begins wins the sum: he has no move, or one after which the other does not win."""
    after = [(option, other) for option in one.options(player)] + [
        (one, option) for option in other.options(player)
    ]
    return not after or not all(wins(*each, 1 - player) for each in after)


def followers(game: Tree) -> set[Tree]:
    found, waiting = {game}, [game]
    while waiting:
        last = waiting.pop()
        waiting.extend({*last.left, *last.right} - found)
        found |= {*last.left, *last.right}
    return found


def is_dicot(game: Tree) -> bool:
    return all(bool(each.left) == bool(each.right) for each in followers(game))


def is_dead_ending(game: Tree) -> bool:
    """Whether no follower of an end has a move for who has none in it."""
    ends = [(each, player) for each in followers(game) for player in (0, 1) if not each.options(player)]
    return not any(below.options(player) for each, player in ends for below in followers(each))


def born(days: int, belongs: Callable[[Tree], bool]) -> list[Tree]:
    """Every tree of a universe that is at most so many days high."""
    found = [ZERO]
    for _ in range(days):
        sides = [chosen for many in range(len(found) + 1) for chosen in itertools.combinations(found, many)]
        found = [each for each in itertools.starmap(tree, itertools.product(sides, sides)) if belongs(each)]
    return found


def left_ends(most: int, universe: str) -> list[Tree]:
    """Ends that tell whether Left, beginning, wins beside each Left end: of dead-ending games 0 and {|0, the last}."""
    ends = [ZERO]
    for _ in range(most if universe == "dead-ending" else 0):
        ends.append(tree([], {ZERO, ends[-1]}))
    return ends


def is_better(better: Tree, worse: Tree, beside: Tree) -> bool:
    """Whether Left wins the second game beside another, beginning or not, and not the first."""
    return is_first_better(better, worse, beside) or is_second_better(better, worse, beside)


def is_first_better(better: Tree, worse: Tree, beside: Tree) -> bool:
    return wins(better, beside, 0) and not wins(worse, beside, 0)


def is_second_better(better: Tree, worse: Tree, beside: Tree) -> bool:
    return not wins(better, beside, 1) and wins(worse, beside, 1)


@cache
def adjoint(game: Tree) -> Tree:
    """A dicot, where the game is one or not, beside which whoever begins loses the game."""
    if game is ZERO:
        return STAR
    return tree(
        map(adjoint, game.right) if game.right else [ZERO], map(adjoint, game.left) if game.left else [ZERO]
    )


@cache
def separator(game: Tree, other: Tree, universe: str) -> Tree | None:
    """A game of the universe beside which Left wins the other and not the game; None where options allow none."""
    for player in (0, 1):
        mine, its = (game, other) if player == 0 else (other, game)
        if not its.options(player):
            for end in left_ends(depth(mine), universe):
                end = negate(end) if player else end
                if not wins(mine, end, player):
                    return end
    for option in other.left:
        below = [separator(own, option, universe) for own in game.left]
        above = [separator(game, reply, universe) for reply in option.right]
        if None not in below and None not in above:
            return tree(
                [tree([ZERO], [adjoint(game)]), *map(second, above, itertools.repeat(game), option.right)],
                [tree([adjoint(option)], [ZERO]), *map(first, below, game.left, itertools.repeat(option))],
            )
    found = None
    for option in game.right:
        below = [separator(option, own, universe) for own in other.right]
        above = [separator(reply, other, universe) for reply in option.left]
        if None not in below and None not in above:
            found = tree(
                [tree([ZERO], [adjoint(option)]), *map(second, below, itertools.repeat(option), other.right)],
                [tree([adjoint(other)], [ZERO]), *map(first, above, option.left, itertools.repeat(other))],
            )
    return found


def first(beside: Tree, worse: Tree, better: Tree) -> Tree:
    """From what separates two games, what does so where Left begins."""
    if is_first_better(better, worse, beside):
        return beside
    return tree([beside], [ZERO, *map(adjoint, worse.left)])


def second(beside: Tree, worse: Tree, better: Tree) -> Tree:
    """From what separates two games, what does so where Right begins."""
    if is_second_better(better, worse, beside):
        return beside
    return tree([ZERO, *map(adjoint, better.right)], [beside])


def is_seen_at_least(game: Tree, other: Tree, beside: Iterable[Tree]) -> bool:
    """Whether none of some games is one beside which Left wins the other and not the game."""
    return not any(is_better(other, game, each) for each in beside)
