"""The transposition table: what is kept is found again, also in a larger table, and half a slot is nothing."""

import random
from typing import Any

import numpy as np
import pytest

from zermelo.compiler.kernels.search_hooks import PositionShape
from zermelo.compiler.kernels.transposition_table import (
    DESKS,
    NONE,
    build_copy_table_kernel,
    build_table_access_kernels,
    compute_bucket_layout,
    new_transposition_table,
)
from zermelo.compiler.plain_jit import PlainJit

JIT = PlainJit()


def filled(shape: PositionShape, count: int) -> tuple[Any, dict[Any, Any]]:
    """Return a small table after so many positions were stored, and what it holds of them."""
    chance, (probe, store) = random.Random(7), quiet(shape)
    table = new_transposition_table(shape, 1 << 16)
    last = {}
    for _ in range(count):
        words = tuple(chance.randrange(1 << 62) for _ in range(shape.words))
        position = words if shape.width else words[0]
        last[position] = np.uint64(chance.randrange(1, 1 << 62))
        store(table, position, last[position])
    return table, {position: data for position, data in last.items() if probe(table, position) != NONE}


def quiet(shape: PositionShape) -> tuple[Any, Any]:
    probe, store = build_table_access_kernels(shape, JIT)
    return JIT.kernel(probe), JIT.kernel(store)


@pytest.mark.parametrize("width", [0, 2, 3, 5])
@pytest.mark.parametrize("times", [1, 2, 4, 5])
def test_a_larger_table_knows_what_the_smaller_knew(width: int, times: int) -> None:
    shape = PositionShape(width)
    table, held = filled(shape, 2_000)
    larger = new_transposition_table(shape, len(table) * 8 * times)
    build_copy_table_kernel(shape, JIT)(table, larger)
    probe, _ = quiet(shape)
    assert all(probe(table, position) == data for position, data in held.items())
    found = sum(probe(larger, position) == data for position, data in held.items())
    assert len(held) > 500
    assert found == len(held) if times != 5 else found > 0.99 * len(held)  # two buckets may meet in one
    assert np.count_nonzero(larger[:-DESKS]) <= (shape.words + 1) * len(held)


@pytest.mark.parametrize("width", [0, 2, 3])
def test_a_slot_of_two_halves_is_none(width: int) -> None:
    """Every word of a slot but some is another thread's, of a position of the same bucket."""
    shape, chance = PositionShape(width), random.Random(3)
    probe, store = quiet(shape)
    size, slots = shape.words + 1, compute_bucket_layout(shape)[0]
    tried = 0
    for _ in range(300):
        table, tables = new_transposition_table(shape, 0), []
        pair = [tuple(chance.randrange(1 << 40) for _ in range(shape.words)) for _ in range(2)]
        data = [np.uint64(chance.randrange(1, 1 << 50)) for _ in range(2)]
        for words, known in zip(pair, data, strict=True):
            table[:] = 0
            store(table, words if shape.width else words[0], known)
            tables.append(table.copy())
        assert slots * size <= len(table)
        for half in range(1, (1 << size) - 1):
            for place in range(size):
                table[place] = tables[half >> place & 1][place]
            for words in pair:
                assert probe(table, words if shape.width else words[0]) == NONE
                tried += 1
    assert tried > 1_000
