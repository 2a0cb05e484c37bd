"""Partizan games as trees, by their definitions: the slow twin of canonical forms.

A tree is two sets of trees, kept once each so that answers can be remembered. Nothing is made canonical, and no
kernel is imported.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache


@dataclass(frozen=True, eq=False)
class Tree:
    """A game: what Left and what Right can move to."""

    left: tuple["Tree", ...]
    right: tuple["Tree", ...]

    def options(self, player: int) -> tuple["Tree", ...]:
        return self.right if player else self.left


KNOWN: dict[tuple[frozenset[Tree], frozenset[Tree]], Tree] = {}


def tree(left: Iterable[Tree], right: Iterable[Tree]) -> Tree:
    key = frozenset(left), frozenset(right)
    return KNOWN.setdefault(key, Tree(tuple(key[0]), tuple(key[1])))


@cache
def is_less(first: Tree, second: Tree) -> bool:
    """Whether first <= second: nothing that Left can move to in the first, or Right in the second, refutes it."""
    return not any(is_less(second, option) for option in first.left) and not any(
        is_less(option, first) for option in second.right
    )


def is_equal(first: Tree, second: Tree) -> bool:
    return is_less(first, second) and is_less(second, first)


@cache
def add(first: Tree, second: Tree) -> Tree:
    lefts, rights = (
        [add(option, second) for option in first.options(player)]
        + [add(first, option) for option in second.options(player)]
        for player in (0, 1)
    )
    return tree(lefts, rights)


@cache
def negate(game: Tree) -> Tree:
    return tree(map(negate, game.right), map(negate, game.left))


@cache
def wins_first(game: Tree, player: int) -> bool:
    """Whether a player who begins makes the last move."""
    return any(not wins_first(option, 1 - player) for option in game.options(player))


def outcome_class(game: Tree) -> str:
    classes = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
    return classes[wins_first(game, 0), wins_first(game, 1)]


@cache
def depth(game: Tree) -> int:
    return 1 + max((depth(option) for option in game.left + game.right), default=-1)


@cache
def number(value: Fraction) -> Tree:
    """The tree of a dyadic fraction, as Conway makes it."""
    if value.denominator == 1:
        before = [number(value - (1 if value > 0 else -1))] if value else []
        return tree(before if value > 0 else [], before if value < 0 else [])
    step = Fraction(1, value.denominator)
    return tree([number(value - step)], [number(value + step)])


@cache
def numbers_by(day: int) -> tuple[Fraction, ...]:
    """All numbers born by a day."""
    if day == 0:
        return (Fraction(0),)
    old = numbers_by(day - 1)
    between = [(one + other) / 2 for one, other in zip(old, old[1:], strict=False)]
    return tuple(sorted([old[0] - 1, *old, *between, old[-1] + 1]))


@cache
def as_number(game: Tree) -> Fraction | None:
    """The number that a game equals, or None."""
    return next((value for value in numbers_by(depth(game)) if is_equal(game, number(value))), None)


@cache
def stop(game: Tree, player: int) -> Fraction:
    """The number that play reaches where `player` begins and both stop at numbers."""
    value = as_number(game)
    if value is not None:
        return value
    stops = [stop(option, 1 - player) for option in game.options(player)]
    return min(stops) if player else max(stops)
