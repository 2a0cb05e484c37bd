"""Each kernel, run as ordinary Python, against the obvious way to say what it does."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.random_games import RandomLayers, RandomMirror
from reference import naive

from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.kernels import DONE, FULL, MANY, RANGE
from zermelo.compiler.kernels.forward_expansion import (
    EMPTY,
    build_collect_positions_kernel,
    build_expand_tier_kernel,
    build_insert_positions_kernel,
    build_scatter_by_bucket_kernel,
)
from zermelo.compiler.kernels.position_hashing import FIRST, SECOND, build_mix_kernel, mix_array
from zermelo.compiler.kernels.topological_order import (
    BLOCK,
    build_discover_positions_kernel,
    build_rehash_kernel,
)
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.game import Game

pytestmark = pytest.mark.quick

TOP = (1 << 63) - 1
EDGES = [0, 1, 2, 3, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, TOP - 1, TOP]
keys_of_any_size = st.one_of(st.sampled_from(EDGES), st.integers(0, TOP), st.integers(0, 1000))
several_keys = st.sets(keys_of_any_size, max_size=60)
repeatable = settings(max_examples=60)


def kernel(build: Any, *arguments: Any) -> Any:
    return PlainJit().kernel(build(*arguments, PlainJit()))


mix = kernel(build_mix_kernel)


def array(keys: Any) -> Any:
    return np.array(list(keys), np.int64)


def by_mix(keys: Any) -> Any:
    return array(sorted(keys, key=lambda key: int(mix(key))))


def shift_for(buckets: int) -> Any:
    return np.uint64(65 - buckets.bit_length())


class Wide(Game):
    """One position with `count` moves that lead to `count` others, `twice` of them by two moves."""

    count: int = 10
    low: int = 0

    def start(self) -> int:
        return TOP

    def moves(self, position: int) -> Iterator[int]:
        if position == TOP:
            yield from range(self.count)

    def play(self, position: int, move: int) -> int:
        return self.low + move * 3


# Hashing


def test_mix_is_a_bijection_that_python_can_undo() -> None:
    first, second = (pow(int(factor), -1, 1 << 64) for factor in (FIRST, SECOND))
    chance = random.Random(1)
    for key in [*EDGES, *(chance.randrange(1 << 63) for _ in range(1000))]:
        once = int(mix(key)) * second % (1 << 64)
        assert (once ^ once >> 32) * first % (1 << 64) == key


@repeatable
@given(st.lists(keys_of_any_size, max_size=30))
def test_mix_of_an_array_is_mix_of_each(keys: list[int]) -> None:
    assert mix_array(array(keys)).tolist() == [int(mix(key)) for key in keys]


# Forward


@repeatable
@given(st.integers(0, 500), st.integers(1, 40), st.integers(3, 200), st.sampled_from([2, 4, 64]))
def test_expand_and_scatter_with_buffers_of_any_size(
    seed: int, begins: int, capacity: int, buckets: int
) -> None:
    game = RandomLayers(seed=seed, width=40, depth=3, most=3, begins=begins)
    expand, scatter = (
        interpret_game(game).kernel(build_expand_tier_kernel),
        kernel(build_scatter_by_bucket_kernel),
    )
    parents = array(game.starts())
    children, counts = np.empty(capacity, np.int64), np.empty(buckets, np.int64)
    begin, produced_by_all = 0, []
    while True:
        begin, produced, status = expand(parents, begin, len(parents), children, counts, shift_for(buckets))
        part = children[:produced].tolist()
        homes = [int(mix(child)) * buckets >> 64 for child in part]
        assert counts.tolist() == [homes.count(bucket) for bucket in range(buckets)]
        places = np.concatenate([[0], np.cumsum(counts)[:-1]])
        grouped = np.empty(capacity, np.int64)
        scatter(children, produced, grouped, places, shift_for(buckets))
        assert places.tolist() == np.cumsum(counts).tolist()
        assert sorted(grouped[:produced].tolist()) == sorted(part)
        assert [int(mix(child)) * buckets >> 64 for child in grouped[:produced].tolist()] == sorted(homes)
        produced_by_all += part
        if status == DONE:
            break
        assert status == FULL and produced > 0
    expected = [child for parent in parents.tolist() for child in naive.children(game, parent)]
    assert begin == len(parents) and produced_by_all == expected


def test_expand_says_where_it_stops() -> None:
    counts = np.empty(2, np.int64)
    expand = interpret_game(Wide(count=5)).kernel(build_expand_tier_kernel)
    assert expand(array([3, TOP]), 0, 2, np.empty(4, np.int64), counts, shift_for(2)) == (1, 0, MANY)
    assert expand(array([3, TOP]), 0, 2, np.empty(5, np.int64), counts, shift_for(2)) == (2, 5, DONE)
    expand = interpret_game(Wide(count=5, low=-3)).kernel(build_expand_tier_kernel)
    assert expand(array([3, TOP]), 0, 2, np.empty(5, np.int64), counts, shift_for(2))[::2] == (1, RANGE)


@repeatable
@given(st.lists(keys_of_any_size, max_size=80), st.sampled_from([2, 4]), st.integers(12, 64))
def test_insert_and_collect_keep_each_key_once_in_order(keys: list[int], buckets: int, part: int) -> None:
    insert, collect, scatter = (
        kernel(build_insert_positions_kernel),
        kernel(build_collect_positions_kernel),
        kernel(build_scatter_by_bucket_kernel),
    )
    homes = [int(mix(key)) * buckets >> 64 for key in keys]
    ends = np.cumsum([homes.count(bucket) for bucket in range(buckets)])
    begins = np.concatenate([[0], ends[:-1]])
    grouped = np.empty(len(keys), np.int64)
    scatter(array(keys), len(keys), grouped, begins.copy(), shift_for(buckets))
    while True:
        table = np.full(part * buckets, EMPTY, np.int64)
        filled, rest = np.zeros(buckets, np.int64), begins.copy()
        status = insert(grouped, rest, ends, table, filled, 0, buckets)
        inside = [table[bucket * part : (bucket + 1) * part] for bucket in range(buckets)]
        for bucket, slots in enumerate(inside):
            held = slots[slots != EMPTY].tolist()
            assert len(held) == filled[bucket] and set(held) == set(
                grouped[begins[bucket] : rest[bucket]].tolist()
            )
            assert all(int(mix(key)) * buckets >> 64 == bucket for key in held)
            out = np.empty(len(held), np.int64)
            assert collect(table, bucket * part, (bucket + 1) * part, out) == len(held)
            assert out.tolist() == by_mix(held).tolist()
        if status == DONE:
            break
        assert status == FULL
        part *= 2  # as the engine does, though it keeps what is in the table
    everything = np.empty(len(set(keys)), np.int64)
    assert collect(table, 0, len(table), everything) == len(everything)
    assert everything.tolist() == by_mix(set(keys)).tolist()


# Ordering


@repeatable
@given(st.integers(0, 300), st.integers(4, 40))
def test_discover_finds_everything_however_small_its_buffers(seed: int, room: int) -> None:
    game = RandomMirror(seed=seed, bits=3, depth=5, most=3)
    discover, rehash = (
        interpret_game(game).kernel(build_discover_positions_kernel),
        kernel(build_rehash_kernel),
    )
    found, table = np.empty(room, np.int64), np.full(2 * room, EMPTY, np.int32)
    found[0] = 0
    rehash(table, found, 1)
    begin, count = 0, 1
    ways = np.zeros(room, np.int32)
    work = (*np.empty((3, 3 + seed % 5), np.int64), np.empty(BLOCK + 1, np.int64))
    while begin < count:
        begin, count, status = discover(found, ways, begin, count, count, table, work)
        assert status in (DONE, FULL) and count <= len(found)
        if status == FULL:
            found = np.concatenate([found, np.empty(len(found), np.int64)])
            ways = np.concatenate([ways, np.zeros(len(ways), np.int32)])
            table = np.full(2 * len(found), EMPTY, np.int32)
            rehash(table, found, count)
    representatives = {naive.canonical(game, key) for key in naive.positions(game)}
    assert sorted(found[:count].tolist()) == sorted(representatives)
    moves = Counter(
        naive.canonical(game, child) for key in representatives for child in naive.children(game, key)
    )
    assert dict(zip(found[:count].tolist(), ways[:count].tolist(), strict=True)) == {
        key: moves[key] for key in representatives
    }
