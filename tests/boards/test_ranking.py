"""Perfect indexes number what they say, in the order they say, without gaps: in Python and compiled."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numba
import numpy as np
import pytest
from numba.extending import register_jitable

from zermelo.boards.indexes.combination_index import (
    CombinationIndex,
    deposit_bits,
    rank_set_among,
    unrank_set_among,
)
from zermelo.boards.indexes.counter_index import CounterIndex
from zermelo.compiler.lowering.lowered_rules import execute_lowered_source
from zermelo.compiler.lowering.rules_lowering import lower_methods
from zermelo.compiler.machine_code.intrinsics import NATIVE
from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex


def bits(cells: Any) -> int:
    return sum(1 << cell for cell in cells)


def fields(numbers: Any, width: int) -> int:
    return sum(number << place * width for place, number in enumerate(numbers))


# What each index numbers, in its order, by itertools.


def choices(cells: int, men: int) -> list[int]:
    return sorted(bits(chosen) for chosen in itertools.combinations(range(cells), men))


def spreads(pits: int, numbers: range) -> list[tuple[int, ...]]:
    """The ways to spread counters of these numbers, ordered by number, then by what lies in the later pits."""

    def place(counters: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(counters[: pit + 1]) for pit in range(pits))[::-1]

    every = itertools.product(range(max(numbers) + 1), repeat=pits)
    return sorted((counters for counters in every if sum(counters) in numbers), key=place)


def at_most(pits: int, counters: int, width: int) -> list[int]:
    return [fields(spread, width) for spread in spreads(pits, range(counters + 1))]


CASES: list[tuple[Any, list[int]]] = [
    *((CombinationIndex(cells, men), choices(cells, men)) for cells in range(8) for men in range(cells + 1)),
    *(
        (CounterIndex(pits, counters, width), at_most(pits, counters, width))
        for pits, counters, width in ((1, 0, 1), (1, 3, 2), (2, 3, 2), (3, 5, 3), (4, 4, 3), (5, 3, 2))
    ),
]


@pytest.mark.quick
@pytest.mark.parametrize(
    ("index", "words"), CASES, ids=lambda value: repr(value) if not isinstance(value, list) else ""
)
def test_words_have_their_numbers(index: Any, words: list[int]) -> None:
    assert index.size == len(words) == len(set(words))
    assert [index.rank(word) for word in words] == list(range(len(words)))
    assert [index.unrank(number) for number in range(index.size)] == words


@pytest.mark.parametrize(
    ("index", "words"), CASES, ids=lambda value: repr(value) if not isinstance(value, list) else ""
)
def test_other_words_have_none(index: Any, words: list[int]) -> None:
    known = set(words)
    most = min(1 << 12, 4 * max(words) + 8)
    assert all(index.rank(word) == -1 for word in range(most) if word not in known)


def test_choices_of_a_full_word() -> None:
    index = CombinationIndex(62, 31)
    for number in (0, 1, index.size // 3, index.size - 1):
        assert index.rank(index.unrank(number)) == number
    assert index.unrank(index.size - 1) == (1 << 31) - 1 << 31


@pytest.mark.parametrize("free", [0b1011, 0b110101, 0b101110110])
def test_choices_among_free_cells(free: int) -> None:
    cells = [cell for cell in range(free.bit_length()) if free >> cell & 1]
    for men in range(len(cells) + 1):
        sets = sorted(bits(chosen) for chosen in itertools.combinations(cells, men))
        assert [rank_set_among(chosen, free) for chosen in sets] == list(range(len(sets)))
        assert [unrank_set_among(number, men, free) for number in range(len(sets))] == sets
        assert [deposit_bits(word, free) for word in choices(len(cells), men)] == sets


def test_few_counters_come_first() -> None:
    index = CounterIndex(pits=4, counters=5, width=3)
    totals = [sum(index.unrank(number) >> 3 * pit & 7 for pit in range(4)) for number in range(index.size)]
    assert totals == sorted(totals)


# Compiled


class Numbered(Game, PerfectIndex):
    """No game but for its index."""

    which: int

    @cached_property
    def index(self) -> Any:
        return CASES[self.which][0]

    def rank(self, position: int) -> int:
        return self.index.rank(position)

    def unrank(self, index: int) -> int:
        return self.index.unrank(index)


def native(function: Callable[..., Any], recursive: bool) -> Callable[..., Any]:
    return numba.njit(function) if recursive else register_jitable(function)


@dataclass(frozen=True)
class Compiled:
    rank: Any
    unrank: Any


def compiled(game: Game) -> Compiled:
    functions = execute_lowered_source(lower_methods(game, ["rank", "unrank"]), native, NATIVE)
    rank, unrank = functions["rank"], functions["unrank"]

    def ranks(words: Any, answers: Any) -> None:
        for place in range(len(words)):
            answers[place] = rank(words[place])

    def unranks(numbers: Any, answers: Any) -> None:
        for place in range(len(numbers)):
            answers[place] = unrank(numbers[place])

    return Compiled(numba.njit(ranks), numba.njit(unranks))


LAST = {
    type(index).__name__: which for which, (index, _) in enumerate(CASES)
}  # one of each kind: compiling is slow


@pytest.mark.parametrize("which", LAST.values(), ids=lambda which: repr(CASES[which][0]))
def test_compiled_indexes_agree(which: int) -> None:
    words = CASES[which][1]
    machine = compiled(Numbered(which=which))
    answers = np.empty(len(words), np.int64)
    machine.rank(np.array(words), answers)
    assert answers.tolist() == list(range(len(words)))
    machine.unrank(np.arange(len(words)), answers)
    assert answers.tolist() == words
    others = sorted(set(range(min(1 << 12, 4 * max(words) + 8))) - set(words))
    answers = np.empty(len(others), np.int64)
    machine.rank(np.array(others), answers)
    assert set(answers.tolist()) <= {-1}
