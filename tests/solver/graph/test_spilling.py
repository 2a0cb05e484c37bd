"""What lies under a solve, part by part: the arrays, tables that grow, repeats, sorting, directories, threads.

The constants that decide when something large begins are made tiny here, so that small games meet it all.
"""

import errno
import os
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.lively_games import lively_games
from made.random_games import RandomDag, RandomLayers, RandomMirror, RandomScoredTurns, RandomScores
from support.marks import few
from support.tables import expected, program, table_of

import zermelo
from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import FIRST, SECOND, mix_array, mix_one
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, DamagedScratch, OutOfBudget, StorageFailed
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.solver.graph import thread_slices, tier_expansion, tier_overlap
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.graph.tier_overlap import has_position_in_two_tiers
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.backward_pass import build_find_child_answers_kernel
from zermelo.solver.runs.integer_run import solve_integer_game
from zermelo.solver.sorted_keys import key_directory, tier_sort
from zermelo.solver.sorted_keys.key_directory import count_key_directory_bytes, make_key_directory
from zermelo.solver.sorted_keys.tier_sort import sort_keys_with_answers
from zermelo.solver.storage import array_store
from zermelo.solver.storage.array_store import ArrayStore

WORD = 1 << 64
PLAIN = interpret_game(RandomDag())

# Compiled by other tests too
GRADED = zermelo.game("connect_four(columns=4, rows=4)")
SCORED = zermelo.game("dots_and_boxes(columns=2, rows=2)")
UNGRADED = zermelo.game("subtraction(heap=1500, take=(1, 2, 3), stop=3)")


def only_arrays(patch: pytest.MonkeyPatch) -> None:
    """Let a budget's memory be for arrays alone."""
    patch.setattr("zermelo.core.budget.measure_resident_memory", lambda: 0)
    patch.setattr("zermelo.core.budget.KERNELS", 0)


def everything_small(patch: pytest.MonkeyPatch, slots: int = 64) -> None:
    """Let large begin at a few dozen: buffers, buckets, slices, shares, sorts."""
    patch.setattr(tier_expansion, "LARGE_BUFFER", 4 * slots)
    patch.setattr(tier_expansion, "SMALL_BUFFER", slots)
    patch.setattr(tier_expansion, "BUCKET", slots // 4)
    patch.setattr(tier_overlap, "SHARE", slots)
    patch.setattr(tier_sort, "SMALL", slots)
    patch.setattr(tier_sort, "SAMPLE", 16)
    patch.setattr(key_directory, "GRAIN", slots // 8)
    patch.setattr(thread_slices.split_into_spans, "__defaults__", (slots,))
    patch.setattr(thread_slices.Workers.map_spans, "__defaults__", (slots,))


@pytest.fixture
def arrays_only(monkeypatch: pytest.MonkeyPatch) -> None:
    only_arrays(monkeypatch)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    everything_small(monkeypatch)


def words(number: int, first: int = 0) -> Any:
    return np.arange(first, first + number, dtype=np.int64)


# The arrays


def spilled(arrays: ArrayStore) -> set[str]:
    """Return the names of the arrays on disk."""
    folder = arrays.directory or arrays._temporary or Path("nowhere")
    return {path.stem for path in folder.glob("*.array")}


def test_what_is_put_first_is_spilled_first_and_goes_away_with_the_shelf(arrays_only: None) -> None:
    with ArrayStore(Budget(memory=8 * 30, threads=1)) as arrays:
        for name in "abc":
            arrays.put(name, words(10, ord(name)))
        assert spilled(arrays) == set() and arrays.held == 240
        arrays.put("d", words(10, ord("d")))
        assert spilled(arrays) == {"a"} and arrays.held == 240 and arrays.spilled == 80
        arrays.put("e", words(1, 0))
        assert spilled(arrays) == {"a", "b"} and arrays.held == 168 and arrays.spilled == 160
        assert not isinstance(arrays.get_mapped("d"), np.memmap)
        assert isinstance(arrays.get_mapped("a"), np.memmap)
        for name in "abcd":
            assert arrays.get_mapped(name).tolist() == words(10, ord(name)).tolist()
            assert arrays.get(name).tolist() == words(10, ord(name)).tolist()
        (folder,) = {path.parent for path in arrays._temporary.iterdir()}
    assert not folder.exists() and arrays.held == 0


def test_reservations_count_and_are_given_back(arrays_only: None) -> None:
    with ArrayStore(Budget(memory=1000, threads=1)) as arrays:
        arrays.put("a", words(50))
        arrays.put("b", words(50))
        with arrays.reserve(200) as outer:
            assert (arrays.working, arrays.held) == (200, 800)
            with arrays.reserve(1) as inner:
                assert (arrays.working, arrays.held, spilled(arrays)) == (201, 400, {"a"})
                inner.resize(400)
                assert (arrays.working, arrays.held) == (600, 400)
                inner.resize(100)
                assert arrays.working == 300
                with pytest.raises(OutOfBudget):
                    inner.resize(801)
                assert arrays.working == 300 and inner.size == 100
            outer.resize(0)
            assert arrays.working == 0
        with pytest.raises(RuntimeError), arrays.reserve(300):
            raise RuntimeError
        assert arrays.working == 0
        with pytest.raises(OutOfBudget), arrays.reserve(1001):
            pass
        assert arrays.working == 0
        with arrays.reserve(1000):
            assert arrays.held == 0


def test_a_name_that_was_dropped_or_cleared_is_free_for_another_array(arrays_only: None) -> None:
    with ArrayStore(Budget(memory=300, threads=1)) as arrays:
        for first, forget in ((1, arrays.clear), (2, lambda: arrays.drop("a")), (3, arrays.clear)):
            arrays.put("a", words(10, first))
            with arrays.reserve(300):
                assert "a" in spilled(arrays)
            assert arrays.get_mapped("a").tolist() == arrays.get("a").tolist() == words(10, first).tolist()
            forget()


@pytest.mark.parametrize("through", [False, True])
def test_dropping_and_clearing_forget_memory_and_disk(
    arrays_only: None, tmp_path: Path, through: bool
) -> None:
    own = tmp_path / "own" if through else None
    with ArrayStore(Budget(memory=100, threads=1), own) as arrays:
        assert not arrays.has("a")
        arrays.drop("a")
        arrays.clear()
        for name in "abc":
            arrays.put(name, words(10))
        assert all(map(arrays.has, "abc")) and spilled(arrays) >= {"a", "b"}
        arrays.drop("a")
        arrays.drop("c")
        assert [arrays.has(name) for name in "abc"] == [False, True, False]
        assert spilled(arrays) == {"b"}
        with pytest.raises(DamagedScratch, match="cannot be read"):
            arrays.get("a")
        arrays.clear()
        assert not arrays.has("b") and spilled(arrays) == set() and arrays.held == 0


@pytest.mark.parametrize(
    "array",
    few(
        [
            np.arange(13, dtype=np.int8),
            np.array([[(1 << 63) - 1, 0, -(1 << 63)], [1, 2, 3]], np.int64),
            words(5, -2),
            np.array([], np.int64),
        ],
        2,
    ),
    ids=lambda array: f"{array.dtype}-{array.size}",
)
def test_every_flipped_bit_and_every_cut_is_noticed(array: Any, tmp_path: Path) -> None:
    arrays = ArrayStore(Budget(threads=1), tmp_path)
    arrays.put("a", array)
    arrays.close()
    path = tmp_path / "a.array"
    whole = path.read_bytes()
    assert arrays.get("a").tolist() == array.tolist()
    for place in range(len(whole)):
        for bit in range(8):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            try:
                found = arrays.get("a")
            except DamagedScratch as error:
                assert "solve again" in str(error) and "\n" not in str(error)
            else:  # blanks in the file's head say nothing
                assert place < len(whole) - array.nbytes - array_store.CHECK_BYTES
                assert (found.dtype, found.tolist()) == (array.dtype, array.tolist())
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(DamagedScratch):
            arrays.get("a")
    path.write_bytes(whole + b"0")
    with pytest.raises(DamagedScratch, match="damaged"):
        arrays.get("a")


def test_words_of_another_type_or_shape_have_another_checksum(tmp_path: Path) -> None:
    arrays = ArrayStore(Budget(threads=1), tmp_path)
    for name, array in (("a", words(6)), ("b", words(6).astype(np.uint64)), ("c", words(6).reshape(2, 3))):
        arrays.put(name, array)
    arrays.close()
    checks = {(tmp_path / f"{name}.array").read_bytes()[-array_store.CHECK_BYTES :] for name in "abc"}
    assert len(checks) == 3


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "the disk is full: free some space"),
        (errno.EACCES, "may not be written"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_a_disk_that_refuses_is_one_line_and_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, said: str
) -> None:
    def fail(file: Any, array: Any, **options: Any) -> None:
        file.write(b"half")
        raise OSError(number, os.strerror(number))

    arrays = ArrayStore(Budget(threads=1), tmp_path)
    arrays.put("a", words(3))
    monkeypatch.setattr(np.lib.format, "write_array_header_1_0", fail)
    with pytest.raises(StorageFailed, match=said) as caught:
        arrays.put("b", words(4))
    assert "\n" not in str(caught.value) and "b.array" in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["a.array"]
    arrays.close()
    assert arrays.get("a").tolist() == [0, 1, 2]
    assert not arrays.has("b")


def test_a_full_disk_while_making_room_is_one_line(
    arrays_only: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np.lib.format, "write_array_header_1_0", fail)
    with ArrayStore(Budget(memory=100, threads=1)) as arrays:
        arrays.put("a", words(10))
        with pytest.raises(StorageFailed, match="the disk is full"):
            arrays.put("b", words(10))
        assert arrays.get("a").tolist() == list(range(10))  # not forgotten


def test_a_directory_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed, match="choose another directory"):
        ArrayStore(Budget(threads=1), tmp_path / "file" / "below")


# Budgets


def in_budget(program: Program, memory: int, threads: int = 1) -> tuple[dict[Any, Any], int]:
    """Solve in memory; return the table and how many bytes were spilled."""
    summary, records = solve_integer_game(program, Budget(memory=memory, threads=threads), None)
    arrays = records._array_store
    made = arrays.spilled
    solution: Any = SimpleNamespace(records=records)
    table = table_of(solution)
    for position in list(table)[:: 1 + len(table) // 500]:
        assert records.find(position) == table[position]
    assert summary.solved == len(table)
    arrays.close()
    return table, made


@settings(max_examples=30)
@given(lively_games(), st.integers(0, 3000), st.sampled_from([8, 16, 64]))
def test_any_budget_gives_the_same_table_or_says_no(game: Game, memory: int, slots: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        only_arrays(patch)
        everything_small(patch, slots)
        least = 16 * slots + 1500  # buffers, and a table of a few dozen slots
        for room in (memory, least + memory, 1 << 30):
            try:
                table, _ = in_budget(interpret_game(game), room)
            except OutOfBudget as error:
                assert room < 1 << 30
                assert "\n" not in str(error) and str(error).startswith("memory 0 MB is too little")
            else:
                assert table == expected(game)


@pytest.mark.parametrize(
    ("make", "game", "slots", "memory", "fewest"),
    [
        (program, GRADED, 2048, 1 << 20, 2),
        (interpret_game, RandomScoredTurns(seed=5, width=10, depth=120, most=3), 512, 1 << 16, 2),
        (program, UNGRADED, 16, 1 << 18, 0),  # finding it takes more than keeping it
    ],
    ids=["narrow", "wide", "ungraded"],
)
def test_less_and_less_memory_gives_the_same_table_until_it_is_too_little(
    make: Any,
    game: Game,
    slots: int,
    memory: int,
    fewest: int,
    arrays_only: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    everything_small(monkeypatch, slots)
    whole, made = in_budget(make(game), 1 << 30)
    assert made == 0
    spills, refused = 0, ""
    while not refused:
        try:
            table, made = in_budget(make(game), memory)
        except OutOfBudget as error:
            refused = str(error)
        else:
            assert table == whole
            spills += made > 0
        memory = memory * 3 // 4
    assert spills >= fewest
    assert "\n" not in refused and "at once; raise --memory" in refused


@pytest.mark.usefixtures("arrays_only", "small")
@pytest.mark.parametrize(
    "game", [RandomMirror(seed=31, bits=4, depth=7, most=4), RandomScores(seed=23, size=50, most=4)]
)
def test_less_and_less_memory_with_a_store(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", interpret_game)
    solved = 0
    for number in count():
        store = tmp_path / str(number)
        budget = Budget(memory=40_000 * 3**number // 4**number, threads=1)
        try:
            solution = zermelo.solve(game, store=store, budget=budget)
        except OutOfBudget:
            budget = Budget(memory=1 << 30, threads=1)  # what was done is kept, and enough
            solution = zermelo.solve(game, store=store, budget=budget)
            assert table_of(solution) == expected(game)
            break
        assert table_of(solution) == expected(game)
        solved += 1
    assert solved >= 2


@pytest.mark.usefixtures("small")
def test_damaged_scratch_of_a_killed_run_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = RandomMirror(seed=31, bits=4, depth=7, most=4)
    monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", interpret_game)

    def fail(path: Path, block: Any, kept: Any) -> None:
        raise StorageFailed("stopped here")

    with monkeypatch.context() as patch, pytest.raises(StorageFailed):
        patch.setattr("zermelo.solver.solution_files.tier_file_writer.write_record_block", fail)
        zermelo.solve(game, store=tmp_path, budget=Budget(threads=1))
    files = sorted(tmp_path.glob("*.partial/scratch/keys-*.array"))
    assert len(files) > 3
    content = files[2].read_bytes()
    files[2].write_bytes(content[:-20] + bytes([content[-20] ^ 4]) + content[-19:])
    assert table_of(zermelo.solve(game, store=tmp_path, budget=Budget(threads=1))) == expected(game)


# Threads and tables that grow


def last_first(self: Workers, work: Any, items: Any) -> list[Any]:
    """Do what threads may do: the last slice first."""
    return [self._run_unless_cancelled(work, item) for item in reversed(list(items))][::-1]


@pytest.mark.parametrize("threads", [2, 3, "last first"])
@pytest.mark.parametrize("game", [GRADED, SCORED, UNGRADED], ids=repr)
def test_threads_and_their_order_change_nothing(
    game: Game, threads: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = in_budget(program(game), 1 << 34)
    everything_small(monkeypatch, 512)
    if threads == "last first":
        monkeypatch.setattr(Workers, "map_items", last_first)
        threads = 3
    table, _ = in_budget(program(game), 1 << 34, threads)
    assert table == whole


@pytest.mark.parametrize("threads", [1, 3])
def test_tables_that_must_grow_lose_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = in_budget(program(GRADED), 1 << 34)
    everything_small(monkeypatch, 512)
    monkeypatch.setattr(tier_expansion, "_estimate_next_tier_size", lambda _: 513)
    grown: list[tuple[int, int]] = []
    enlarge = TierExpansion._enlarge_table

    def count_growth(self: TierExpansion, table: Any, shares: Any) -> None:
        before = table.part
        enlarge(self, table, shares)
        grown.append((before, table.part))

    monkeypatch.setattr(TierExpansion, "_enlarge_table", count_growth)
    assert in_budget(program(GRADED), 1 << 34, threads)[0] == whole
    assert len(grown) > 10 and all(after >= 2 * before for before, after in grown)
    assert any(first[1] == second[0] for first, second in pairwise(grown))  # twice in a tier


def unmix(mix: int) -> int:
    """Return the position with this `mix`."""
    once = mix * pow(int(SECOND), -1, WORD) % WORD
    once ^= once >> 32
    return once * pow(int(FIRST), -1, WORD) % WORD


def positions_from(mix: int, number: int) -> list[int]:
    """Return positions whose mixes follow `mix` most closely, as moves may lead to them."""
    found: list[int] = []
    while len(found) < number:
        position = unmix(mix % WORD)
        assert mix_one(position) == mix % WORD
        if position < 1 << 63:
            found.append(position)
        mix += 1
    return found


class Crowd(Game):
    """One move to each of `crowd`, where play ends; the start is 0."""

    crowd: tuple[int, ...] = ()

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        for move in range(len(self.crowd)):
            yield move

    def play(self, position: int, move: int) -> int:
        return self.crowd[move]

    def outcome(self, position: int) -> int:
        return UNDECIDED if position == 0 else position % 3 - 1


@pytest.mark.parametrize("mix", [1, (1 << 62) - 400, (1 << 63) - 400, WORD - 500, 12345 << 40])
def test_positions_that_all_want_one_place_in_the_table(mix: int, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = positions_from(mix, 150)
    game = Crowd(crowd=tuple(crowd + crowd[:50]))
    for slots in (32, 1 << 15):
        everything_small(monkeypatch, slots)
        monkeypatch.setattr(tier_expansion, "_estimate_next_tier_size", lambda _: 1)
        table, _ = in_budget(interpret_game(game), 1 << 34)
        assert table == expected(game)


class Broad(RandomLayers):
    """More moves at once than a buffer holds, most of them twins."""

    def moves(self, position: int) -> Iterator[int]:
        for move in range(100 + self.lot(position, 1) % 50):
            yield move


@pytest.mark.parametrize("threads", [1, 2])
def test_positions_with_more_moves_than_a_buffer_holds(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    everything_small(monkeypatch, 8)
    monkeypatch.setattr("zermelo.solver.methods.backward_induction.BLOCK", 1)
    game = Broad(seed=3, width=40, depth=4, begins=20)
    assert in_budget(interpret_game(game), 1 << 34, threads)[0] == expected(game)
    monkeypatch.setattr(tier_expansion, "MOST_MOVES", 20)
    with pytest.raises(BadRules, match=r"moves\(\) does not end at position"):
        in_budget(interpret_game(game), 1 << 34, threads)


# Tiers that repeat a position


def graph_with(tiers: list[list[int]], arrays: ArrayStore) -> TieredGraph:
    """Return a graph of these tiers of positions."""
    for number, tier in enumerate(tiers):
        keys = np.array(tier, np.int64)
        arrays.put(f"keys-{number}", keys[np.argsort(mix_array(keys), kind="stable")])
    return TieredGraph(PLAIN, arrays, [len(tier) for tier in tiers])


EDGES = (0, 1, (1 << 63) - 1, (1 << 63) - 2)


@settings(max_examples=60)
@given(
    st.lists(
        st.sets(st.one_of(st.sampled_from(EDGES), st.integers(0, 60)), min_size=1), min_size=1, max_size=5
    ),
    st.sampled_from([1, 4, 1 << 18]),
    st.sampled_from([1 << 30, 100]),
)
def test_first_repeat_is_exact(tiers: list[set[int]], share: int, memory: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tier_overlap, "SHARE", share)
        only_arrays(patch)
        budget = Budget(memory=memory, threads=1)
        with Workers(budget) as workers, ArrayStore(budget) as arrays:
            graph = graph_with([sorted(tier) for tier in tiers], arrays)
            repeated = sum(map(len, tiers)) > len(set().union(*tiers))
            assert has_position_in_two_tiers(graph, workers) == repeated


# Sorting


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("column", [np.int8, np.int16, np.int32])
@pytest.mark.parametrize("top", [(1 << 47) - 1, 1 << 47, (1 << 63) - 1])  # packed; one bit too many; all bits
@pytest.mark.parametrize("number", [0, 1, 2, 63, 64, 2000])
def test_sorting_together_is_sorting(
    threads: int, column: type, top: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything_small(monkeypatch)
    chance = np.random.default_rng(number)
    keys = np.unique(chance.integers(0, top, 2 * number))
    keys = chance.permutation(np.append(keys[: max(number - 2, 0)], np.array([top, 0][:number], np.int64)))
    assert len(keys) == len(set(keys.tolist())) == number
    bounds = np.iinfo(column)
    answers = chance.integers(bounds.min, bounds.max, number, endpoint=True).astype(column)
    before = keys.copy(), answers.copy()
    with Workers(Budget(threads=threads)) as workers:
        positions, found = sort_keys_with_answers(keys, answers, workers)
    order = np.argsort(keys, kind="stable")
    assert positions.tolist() == keys[order].tolist()
    assert found.tolist() == answers[order].tolist()
    assert positions.dtype == np.int64 and found.dtype == column
    assert (keys == before[0]).all() and (answers == before[1]).all()


# Directories


def build_find(jit: Any) -> Any:
    locate = build_find_child_answers_kernel(jit)

    def find(later: Any, work: Any, count: int) -> int:
        return locate(later, work, count)

    return jit.kernel(find)


@pytest.mark.parametrize("threads", [1, 2, "last first"])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 1000, 70000])
@pytest.mark.parametrize("low", [0, (1 << 63) - (1 << 18)])
def test_directories_find_every_key_and_no_other(
    size: int, low: int, threads: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything_small(monkeypatch, 512)
    if threads == "last first":
        monkeypatch.setattr(Workers, "map_items", last_first)
        threads = 1
    compiled = program(GRADED)
    chance = np.random.default_rng(size)
    inner = low + 1 + chance.permutation((1 << 18) - 2)
    some = np.concatenate([[low, low + (1 << 18) - 1], inner])
    keys, absent = some[:size], some[size:]
    keys = keys[np.argsort(mix_array(keys))]
    answers = (keys % 30_000).astype(np.int16)
    with Workers(Budget(threads=threads)) as workers:
        offsets, shift = make_key_directory(compiled, keys, workers)
    assert offsets.nbytes == count_key_directory_bytes(size)
    assert int(offsets[-1]) == size and (np.diff(offsets.astype(np.int64)) >= 0).all()
    find = compiled.shared_kernel(build_find)
    room = max(size, 1)

    def fetch(wanted: Any) -> tuple[int, Any]:
        work = (
            wanted.copy(),
            np.empty(room, np.int64),
            np.empty(room, np.int64),
            np.empty(room, np.int16),
            np.empty(room, np.int8),
            np.empty(room, np.int32),
        )
        return int(find((keys, answers, offsets, shift), work, len(wanted))), work[3]

    mixed_up = chance.permutation(keys)
    missing, found = fetch(mixed_up)
    assert missing == -1
    assert found[:size].tolist() == (mixed_up % 30_000).tolist()
    for stranger in absent[:2000].tolist():
        assert fetch(np.array([stranger]))[0] == 0
    for place in {0, size // 2, size - 1} if size else ():  # a stranger among friends
        wanted = mixed_up.copy()
        wanted[place] = absent[0]
        assert fetch(wanted)[0] == place


@pytest.mark.parametrize("mix", [0, (1 << 63) - 5, WORD - 40])
def test_directories_of_keys_in_one_group(mix: int) -> None:
    """Keys in a run of mixes, at the ends of the range too, so that a first, middle or last group holds them."""
    keys = np.array(positions_from(mix, 9), np.int64)
    keys = keys[np.argsort(mix_array(keys))]
    with Workers(Budget(threads=1)) as workers:
        offsets, shift = make_key_directory(PLAIN, keys, workers)
    find = PLAIN.shared_kernel(build_find)
    for number, position in enumerate([*keys.tolist(), *positions_from(mix + 1000, 5), 7]):
        work = [np.array([position]), *(np.empty(1, np.int64) for _ in range(5))]
        missing = find((keys, np.arange(9), offsets, shift), tuple(work), 1)
        assert missing == (-1 if number < 9 else 0)
        assert number >= 9 or work[3][0] == number
