"""Tiers in which play cycles: buckets, groups of them, turns, wider answers, tiers of the game's own."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made.kinds import Pool, Pools, Uneven
from made.random_games import RandomBrook, RandomDag
from support.commands import check_refusal, runner
from support.marks import few
from support.tables import expected, table_of
from support.tasks import InOrder, files_of, in_groups_of

import zermelo
from zermelo import UNDECIDED, Game, solution
from zermelo.core.errors import BadRules, MissingCapability
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.cyclic import cyclic_tasks
from zermelo.solver.cluster.cyclic.cyclic_driver import CyclicDriver
from zermelo.solver.cluster.cyclic.cyclic_tasks import WIDTHS
from zermelo.solver.cluster.cyclic.partitioned_state import BucketLinks, EntryAllowance
from zermelo.solver.cluster.hash_runs import (
    list_overlapping_buckets,
    select_hashes_in_bucket,
    split_hashes_by_bucket,
)
from zermelo.solver.cluster.task_context import TaskReport
from zermelo.solver.kernels.buckets.partitioned_retrograde import SHARE_BITS
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.plans.bucket_capacity import compute_slot_state_bytes
from zermelo.solver.sorted_keys.sorted_runs import SortedRuns
from zermelo.solver.storage.array_sections import GAP, ArraySections, pack_array_sections
from zermelo.solver.storage.object_store import DirectoryObjectStore

pytestmark = pytest.mark.usefixtures("plain")
LINE = zermelo.game("subtraction(heap=80, take=(1, 2, 5))")


@pytest.mark.parametrize(
    ("game", "bucket", "group", "sent"),
    few([(Pools(seed=1), 18, 1, 1 << 21), (Pool(seed=1), 10, 4, 2), (LINE, 16, 4, 1 << 21)], 2),
    ids=repr,
)
def test_levels_by_groups_of_buckets(
    game: Game, bucket: int, group: int, sent: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what they send is more than fits an object."""
    in_groups_of(group, monkeypatch, sent=sent)
    kinds, shapes, mail, store = set(), set(), list[Path](), tmp_path / "many"

    def listen(report: TaskReport) -> None:
        kinds.add(report.task.kind)
        if report.task.kind == "advance":
            shapes.add(1 << report.task.group)
            mail.extend(store.rglob("mail*"))
            tier = f"tier-{report.task.tier:04d}"
            states = Counter(path.name for path in store.rglob(f"{tier}/state*/*"))
            assert max(states.values()) <= 2  # the last one, and before that is dropped one more
            assert len({path.name.split("-")[1] for path in store.rglob(f"{tier}/mail*")}) <= 2

    one = zermelo.solve(game, store=tmp_path / "one", interpreted=False)
    solved = solve_by_tasks(game, InOrder(), str(store), bucket=bucket, listen=listen)
    assert files_of(solved.place) == files_of(one.directory) != {}
    assert kinds > {"expand_moves", "reverse_moves", "advance", "advance_sparse", "finish_answers"}
    assert max(shapes) <= group and (group == 1 or max(shapes) > 1)
    assert bool(mail) == (sent < 1 << 21)
    assert [path.name for path in store.iterdir()] == [Path(solved.place).name]


def test_a_tier_that_is_one_group_goes_on_until_its_turn_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = []
    want = files_of(zermelo.solve(LINE, store=tmp_path / "one", interpreted=False).directory)
    for turn in (1 << 27, 300, 0):
        monkeypatch.setattr("zermelo.solver.cluster.cyclic.bucket_group_levels.TURN", turn)
        monkeypatch.setattr("zermelo.solver.cluster.cyclic.bucket_group_levels.A_LEVEL", 10)
        kinds: list[str] = []
        store = str(tmp_path / str(turn))
        heard = lambda report, kinds=kinds: kinds.append(report.task.kind)  # noqa: E731 - a line
        solved = solve_by_tasks(LINE, InOrder(), store, bucket=64, listen=heard)
        assert files_of(solved.place) == want != {} and "advance_sparse" not in kinds
        tasks.append(kinds.count("advance"))
    assert 1 == tasks[0] < tasks[1] < tasks[2]


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=60), st.data())
def test_some_sections_are_read_together_or_not(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], data: st.DataObject
) -> None:
    numbers = sorted(data.draw(st.sets(st.integers(0, len(sizes) - 1))))
    parts = [np.full(size, number, np.uint64) for number, size in enumerate(sizes)]
    objects = DirectoryObjectStore(tmp_path_factory.mktemp("objects"))
    objects.put("some", pack_array_sections(parts, np.uint64, "mine"))
    read: list[int] = []
    sections = ArraySections(objects, "some", "mine")
    found = sections.read_sections_by_number(numbers, lambda run: read.append(run.nbytes) or run)  # type: ignore[func-returns-value]
    assert list(found) == numbers and all(np.array_equal(found[each], parts[each]) for each in numbers)
    between = sum(size for number, size in enumerate(sizes) if number not in numbers)
    assert sum(read) >= sum(8 * sizes[number] for number in numbers)
    assert len(read) <= 1 + 8 * between // GAP


@pytest.mark.parametrize("room", [0, 30, 10**6])
def test_links_are_the_same_whatever_is_held_of_them(room: int, tmp_path: Path) -> None:
    parts = [np.arange(number, number + 20 + number, dtype=np.uint32) for number in range(4)]
    objects = DirectoryObjectStore(tmp_path)
    objects.put("links", pack_array_sections(parts, np.uint32, "mine"))
    links = BucketLinks(ArraySections(objects, "links", "mine"), lambda read: read, EntryAllowance(room))
    for shares in ([0, 3], [1], [1, 2, 3], [0, 1, 2, 3]):
        rows, begins = links.read_link_rows_of_places(np.array(shares) << SHARE_BITS)
        assert rows.tolist() == np.concatenate([parts[share] for share in shares]).tolist()
        assert [rows[begins[share]] for share in shares] == shares and links.size <= room


@pytest.mark.parametrize("whole", [0, 1, 100])
def test_small_tiers_that_lead_to_large_ones(
    whole: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They ask for what they need, and are solved by one task."""
    monkeypatch.setattr("zermelo.solver.cluster.cyclic.cyclic_driver.WHOLE", whole)
    game, kinds = Pools(seed=1), list[str]()
    done = lambda report: kinds.append(report.task.kind)  # noqa: E731 - a line
    solve_by_tasks(game, InOrder(), str(tmp_path), bucket=20, listen=done)
    assert table_of(zermelo.open(game, tmp_path)) == expected(game)
    assert "solve_tier" in kinds and ("send_replies" in kinds) == (whole < 100)


def test_a_remoteness_without_room_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for width, question in list(WIDTHS.items()):
        monkeypatch.setitem(WIDTHS, width, FoldQuestion(question.fold, 3))
    with pytest.raises(BadRules, match="remoteness"):
        solve_by_tasks(LINE, InOrder(), str(tmp_path), bucket=32)


def test_a_task_works_on_about_a_bucket(tmp_path: Path) -> None:
    most, bucket = dict[str, int](), 64
    solution.solve_on(
        Pools(seed=1, width=120),
        str(tmp_path),
        "threads",
        workers=1,
        bucket=bucket,
        listen=lambda report: most.update(
            {report.task.kind: max(most.get(report.task.kind, 0), report.positions)}
        ),
    )
    most.pop("write_tiers")  # which writes range after range
    assert most.pop("join_records") <= 4 * bucket  # where ranges begin a sample says
    assert (
        most.pop("advance") <= CyclicDriver.bytes_a_place // compute_slot_state_bytes(2) * bucket
    )  # whose states are as much
    assert all(count <= 2 * bucket for count in most.values())


def test_a_long_line_of_few_positions_takes_few_tasks(tmp_path: Path) -> None:
    """Thousands of rounds of three positions each, and as many levels."""
    text = "subtraction(heap=2000, take=(1, 2, 3))"
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory)
    solved = solve_by_tasks(zermelo.game(text), InOrder(), str(tmp_path / "many"), bucket=700)
    assert files_of(solved.place) == want
    assert solved.figures.tasks < 100


def test_the_command_takes_a_bucket(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command, store = runner(capsys), str(tmp_path)
    words = ("solve", repr(LINE), "--cluster", "threads", "--threads", "1", "--store", store)
    made = command(*words, "--bucket", "16")
    assert made.status == 0 and int(made.out.partition("tasks")[2].split(",")[0]) > 100
    check_refusal(command(*words, "--bucket", "0"), 2, "--bucket")
    check_refusal(command("solve", "kayles", "--bucket", "64"), 2, "--bucket is for a cluster")


# Runs of mixes


@given(st.lists(st.integers(0, 2**64 - 1), max_size=60), st.integers(0, 6), st.integers(0, 6))
def test_buckets_overlap_where_they_have_mixes_in_common(mixes: list[int], own: int, other: int) -> None:
    run = np.unique(np.array(mixes, np.uint64))
    parts, ours = split_hashes_by_bucket(run, other), split_hashes_by_bucket(run, own)
    assert len(ours) == 1 << own and np.array_equal(np.concatenate(ours), run)
    for bucket, part in enumerate(ours):
        assert np.array_equal(select_hashes_in_bucket(run, own, bucket), part)
        assert all(int(each) >> 64 - own == bucket for each in part)
        met = [each for each in range(1 << other) if np.isin(parts[each], part).any()]
        assert set(met) <= set(list_overlapping_buckets((1 << (1 << other)) - 1, other, own, bucket))


@given(st.lists(st.sets(st.integers(0, 300)), max_size=9), st.sets(st.integers(0, 300)))
def test_a_pile_knows_what_it_lacks(parts: list[set[int]], asked: set[int]) -> None:
    pile, known = SortedRuns(), set[int]()
    for part in parts:
        pile.add_run(np.array(sorted(part - known), np.uint64))
        known |= part
    assert pile.merge_all().tolist() == sorted(known) and pile.size == len(known)
    assert pile.select_items_not_held(np.array(sorted(asked), np.uint64)).tolist() == sorted(asked - known)


def test_long_play_takes_wide_answers_in_its_tier_alone(tmp_path: Path, monkeypatch: Any) -> None:
    """One tier of several says that its remoteness does not fit: those before it are wide too, the others not."""
    game = Pools(seed=1)
    want = files_of(zermelo.solve(game, store=tmp_path / "one", interpreted=False).directory)
    solve, widths = cyclic_tasks.yield_solved_tiers_of_slots, list[int]()

    def refusing(places: Any, question: Any, *others: Any) -> Any:
        width = np.dtype(question.fold.column).itemsize
        if width == 2 and len(widths) == 3:
            raise cyclic_tasks.RemotenessOverflow
        widths.append(width)
        return solve(places, question, *others)

    monkeypatch.setattr(cyclic_tasks, "yield_solved_tiers_of_slots", refusing)
    solved = solve_by_tasks(game, InOrder(), str(tmp_path / "many"))
    assert widths[:3] == [2, 2, 2] and 4 in widths
    assert files_of(solved.place) == want


@pytest.mark.parametrize(
    ("game", "bucket"),
    [
        *(
            (Pools(seed=1), 6),
            (RandomDag(seed=0, size=80, most=3), 6),
            (RandomBrook(seed=0, size=80, most=3), 8),
        ),
        *((Uneven(seed=0, width=30, depth=7, most=4, begins=3), bucket) for bucket in (20, 1000)),
        pytest.param(Pool(seed=1), 6, marks=pytest.mark.long),
    ],
    ids=repr,
)
def test_long_play_takes_wide_answers(
    game: Game, bucket: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Narrow answers of which a few plies are too many: tiers that have them begin anew."""
    monkeypatch.setattr("zermelo.solver.cluster.cluster_solve.CODES_SHARE", 0)
    monkeypatch.setitem(WIDTHS, 2, FoldQuestion(WIDTHS[2].fold, 2))
    widths = set[int]()
    solve_by_tasks(
        game, InOrder(), str(tmp_path), bucket=bucket, listen=lambda report: widths.add(report.task.width)
    )
    assert table_of(zermelo.open(game, tmp_path)) == expected(game)
    assert 4 in widths or isinstance(game, (Uneven, RandomDag))


class Ring(Game):
    """Two counters of which one goes round, in tiers that begin at `lowest`; some moves lead back."""

    lowest: int = 0
    back: bool = False

    def start(self) -> int:
        return 12

    def moves(self, position: int):  # type: ignore[no-untyped-def]
        for move in range(3):
            yield move

    def play(self, position: int, move: int) -> int:
        ring, place = position // 4, position % 4
        if move == 0:
            return 4 * ring + (place + 1) % 4
        if move == 1 and self.back:
            return 4 * (ring + 1) + place if ring < 5 else position
        return 4 * (ring - 1) + place if ring > 0 else position

    def outcome(self, position: int) -> int:
        return -1 if position == 2 else UNDECIDED

    def tier(self, position: int) -> int:
        return self.lowest - position // 4 + 5


def test_tiers_of_the_games_own(tmp_path: Path) -> None:
    game = Ring(lowest=7)
    solve_by_tasks(game, InOrder(), str(tmp_path / "own"))
    assert table_of(zermelo.open(game, tmp_path / "own")) == expected(game)
    with pytest.raises(BadRules, match=r"leads from tier 9 back to .* in tier 8"):
        solve_by_tasks(Ring(lowest=7, back=True), InOrder(), str(tmp_path))
    for lowest in (-20, 10**6):
        with pytest.raises(MissingCapability, match="number the tiers so, or leave out"):
            solution.solve_on(Ring(lowest=lowest), str(tmp_path), "threads")
