"""Twins of misere play: slow, obvious, and sharing no code with what they check.

Positions are sorted tuples of parts; every part is moved in, one after the other, and the answer of a position is
remembered as a whole. Nothing is simplified, nothing cancelled, no two positions are taken for one.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Part = Any
Moves = Callable[[Part], Iterable[tuple[Part, ...]]]


def octal_moves(digits: str) -> Moves:
    """Return the moves of a code: "77" is Kayles. Digits are read as their binary places."""

    def moves(heap: int) -> list[tuple[int, ...]]:
        found = []
        for taken, digit in enumerate(digits, start=1):
            rest = heap - taken
            if rest == 0 and int(digit, 16) & 1:
                found.append(())
            if rest > 0 and int(digit, 16) & 2:
                found.append((rest,))
            if int(digit, 16) & 4:
                found.extend((part, rest - part) for part in range(1, rest) if part <= rest - part)
        return found

    return moves


def grundy_moves(heap: int) -> list[tuple[int, ...]]:
    return [(part, heap - part) for part in range(1, heap) if part < heap - part]


def nim_moves(heap: int) -> list[tuple[int, ...]]:
    return [(left,) for left in range(heap)]


def subtraction_moves(*taken: int) -> Moves:
    return lambda heap: [(heap - number,) for number in taken if number <= heap]


class Twin:
    """Who wins sums of parts, and their values, by the rules alone."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.is_p = cache(self._is_p)
        self.value = cache(self._value)
        self.nimber = cache(self._nimber)

    def after(self, parts: tuple[Part, ...]) -> list[tuple[Part, ...]]:
        return [
            tuple(sorted([*parts[:place], *parts[place + 1 :], *left]))
            for place, part in enumerate(parts)
            for left in self.moves(part)
        ]

    def _is_p(self, parts: tuple[Part, ...]) -> bool:
        """Whether the player who just moved wins: who cannot move has won."""
        after = self.after(parts)
        return bool(after) and not any(self.is_p(each) for each in after)

    def _value(self, parts: tuple[Part, ...]) -> int:
        """The misere nim value: 1 where there is no move."""
        after = self.after(parts)
        return least_missing([self.value(each) for each in after]) if after else 1

    def _nimber(self, parts: tuple[Part, ...]) -> int:
        return least_missing([self.nimber(each) for each in self.after(parts)])


def least_missing(values: list[int]) -> int:
    return next(value for value in range(len(values) + 1) if value not in values)


class TreeTwin:
    """Sums of games written as the sets of their options; parts are kept in a list, in any order."""

    def __init__(self) -> None:
        self.is_p = cache(self._is_p)

    def _is_p(self, trees: tuple[frozenset, ...]) -> bool:
        after = [
            (*trees[:place], option, *trees[place + 1 :])
            for place, tree in enumerate(trees)
            for option in tree
        ]
        return bool(after) and not any(self.is_p(each) for each in after)


@cache
def cram_value(free: frozenset[tuple[int, int]]) -> int:
    """The misere nim value of cram on these cells, position by position."""
    after = [
        cram_value(free - {cell, beside})
        for cell in free
        for beside in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
        if beside in free
    ]
    return least_missing(after) if after else 1
