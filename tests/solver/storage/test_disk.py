"""How much of the disk a solve takes: counted as it is, kept to, and said where it does not suffice."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.random_games import RandomScoredBrook
from msgspec.structs import replace
from support.marks import few, long_unless
from support.tasks import files_of

import zermelo
from zermelo.cli import command_app
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, BeyondDisk, OutOfBudget
from zermelo.core.game import Game
from zermelo.solver.cluster import external_memory
from zermelo.solver.plans import bucket_capacity, solve_planner
from zermelo.solver.storage.array_store import ArrayStore
from zermelo.solver.storage.disk_quota import DiskQuota, count_folder_bytes
from zermelo.solver.storage.object_store import DirectoryObjectStore

TIERS = "dots_and_boxes(columns=2, rows=2)"
IN_MEMORY: tuple[Game | str, ...] = (
    "connect_four(columns=4, rows=3)",
    "subtraction(heap=300)",  # positions have ways of different length
    "quixo(size=3)",  # loops
    RandomScoredBrook(seed=8, size=60),  # an index in place
    "pig(target=5)",  # dice
)
MANIFEST = 4_000  # bytes of notes that are not counted


def test_what_can_be_made_again_goes_first() -> None:
    disk, asked = DiskQuota(100), []

    def relieve(is_enough: Any) -> None:
        while not is_enough() and len(asked) < 3:
            asked.append(disk.held)
            disk.subtract_removed_bytes(30)

    disk.relieve = relieve
    disk.add_written_bytes(95)
    disk.add_written_bytes(50)
    assert asked == [95, 65] and disk.held == 85
    with pytest.raises(BeyondDisk):
        disk.add_written_bytes(80)
    assert asked == [95, 65, 85] and disk.held == 55


@pytest.mark.parametrize("seed", range(5))
def test_a_directory_counts_what_is_there(seed: int, tmp_path: Path) -> None:
    """Another name takes no room."""
    chance, disk = random.Random(seed), DiskQuota(6_000)
    (tmp_path / "elsewhere").mkdir()
    objects, names = DirectoryObjectStore(tmp_path / "store", disk=disk), [f"a/{n}" for n in range(8)]
    refused = 0
    for number in range(300):
        name, other = chance.choice(names), chance.choice(names)
        try:
            match chance.randrange(5):
                case 4 if (tmp_path / "store" / name).exists():
                    objects.copy(name, other)
                case 0 | 1:
                    objects.put(name, bytes(chance.randrange(2_000)))
                case 2:
                    objects.remove(name)
                case 3:
                    file = tmp_path / "elsewhere" / str(number)
                    file.write_bytes(bytes(chance.randrange(2_000)))
                    objects.put_file(other, file)
                    file.unlink()
        except BeyondDisk:
            refused += 1
        assert disk.held == count_folder_bytes(tmp_path / "store") <= 6_000
    assert refused > 5


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_a_shelf_counts_what_it_writes(kept: bool, seed: int, tmp_path: Path) -> None:
    chance, budget = random.Random(seed), Budget()
    budget.base, budget.memory, budget.disk = 0, 6_000, 20_000
    refused = 0
    with ArrayStore(budget, tmp_path / "array_store" if kept else None) as array_store:
        for _ in range(200):
            name = f"array-{chance.randrange(6)}"
            try:
                match chance.randrange(3):
                    case 0 | 1:
                        array_store.put(name, np.zeros(chance.randrange(700), np.int64))
                    case 2:
                        array_store.drop(name)
            except BeyondDisk:
                refused += 1
            folder = array_store.directory or array_store._temporary
            assert array_store.disk.held == (0 if folder is None else count_folder_bytes(folder)) <= 20_000
        if kept:
            array_store.close()
            assert ArrayStore(budget, tmp_path / "array_store").disk.held == array_store.disk.held > 0


def test_no_number_of_bytes_is_refused() -> None:
    for wrong in (0, -1, 1.5, True):
        with pytest.raises(BadParameter, match="is no number of bytes"):
            Budget(disk=wrong)  # type: ignore[arg-type]


# Solves


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes are really there, whenever an object or an array was written; and the counts beside."""
    found = [0]

    def look(*_: Any) -> None:
        found.append(count_folder_bytes(tmp_path / "store"))

    for owner, name in ((DirectoryObjectStore, "_link_path_unless_taken"), (ArrayStore, "_write_array_file")):
        made = getattr(owner, name)
        monkeypatch.setattr(
            owner,
            name,
            lambda self, *given, made=made: [made(self, *given), look()][0],  # type: ignore[misc]
        )
    return found


def in_memory(text: Game | str, store: Path | None, disk: int | None) -> dict[str, bytes]:
    return files_of(
        zermelo.solve(text, store=store, budget=Budget(disk=disk, threads=1), interpreted=False).directory
    )


def by_buckets(text: str, store: Path | None, disk: int | None) -> dict[str, bytes]:
    return files_of(
        external_memory.solve_in_external_memory(
            zermelo.game(text), Budget(disk=disk, threads=1), store
        ).directory
    )


def peak_of(solve: Any, text: Game | str, store: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how much a solve takes at most where it may take anything."""
    made: list[DiskQuota] = []
    begin = DiskQuota.__init__
    with monkeypatch.context() as patch:
        patch.setattr(DiskQuota, "__init__", lambda self, *given: [begin(self, *given), made.append(self)][0])
        solve(text, store, None)
    return max(disk.peak for disk in made)


@pytest.mark.slow("an index in place compiles kernels of its own")
@pytest.mark.parametrize("text", long_unless(IN_MEMORY, lambda each: isinstance(each, str)), ids=str)
def test_the_least_that_suffices_and_less(
    text: Game | str, tmp_path: Path, seen: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    peak = peak_of(in_memory, text, tmp_path / "free", monkeypatch)
    want = in_memory(text, tmp_path / "free", None)
    planned = "" if str(text).startswith("pig") else r"; by a plan it takes .*"
    with pytest.raises(OutOfBudget, match=r"this step needs .* raise --disk[^;]*" + planned):
        in_memory(text, tmp_path / "store", peak - 1)
    assert max(seen) <= peak + MANIFEST
    assert in_memory(text, tmp_path / "store", peak) == want != {}
    assert max(seen) <= peak + MANIFEST


def test_what_is_spilled_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(threads=1, disk=1)
    monkeypatch.setattr(Budget, "record_base_memory", lambda self: setattr(self, "base", 0))
    budget.memory, budget.base = 1_200_000, 0
    with pytest.raises(OutOfBudget, match="disk 1 bytes is too little"):
        zermelo.solve("connect_four(columns=4, rows=4)", budget=budget, interpreted=False)


@pytest.mark.slow("the least disk is found by bisection")
@pytest.mark.parametrize("text", few([TIERS, "quixo(size=3)"], 1))
def test_the_least_that_suffices_by_buckets(
    text: str, tmp_path: Path, seen: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By bisection, as children go where there is little; a run that ended goes on with more."""
    monkeypatch.setattr(bucket_capacity, "A_TASK", 0)
    monkeypatch.setattr(bucket_capacity, "SMALLEST", 100)
    monkeypatch.setattr(external_memory, "BUCKET", 200)
    want = in_memory(text, tmp_path / "memory", None)
    most = peak_of(by_buckets, text, tmp_path / "free", monkeypatch)
    low, high = most // 2, most
    while high - low > most // 30:
        middle, place = (low + high) // 2, tmp_path / "try" / str(low + high)
        try:
            by_buckets(text, place, middle)
            high = middle
        except OutOfBudget:
            low = middle
    assert high < 0.95 * most or text != TIERS
    with pytest.raises(OutOfBudget, match="is too little: this step needs"):
        by_buckets(text, tmp_path / "store", low)
    begun = count_folder_bytes(tmp_path / "store")
    assert 0.5 * high < begun <= low
    assert by_buckets(text, tmp_path / "store", high) == want != {}
    assert 0.9 * low < max(seen) <= high + MANIFEST
    with pytest.raises(OutOfBudget, match="is too little"):
        by_buckets(text, None, low)
    assert by_buckets(text, None, high) == {}


# Plans, and the command


@pytest.fixture
def too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every plan find that memory does not suffice, so that it goes by buckets."""
    judged = solve_planner._plan_backward_induction
    monkeypatch.setattr(
        solve_planner,
        "_plan_backward_induction",
        lambda *given: replace(judged(*given), least_memory=1 << 60),
    )


def test_a_plan_keeps_to_it() -> None:
    game = zermelo.game("connect_four(columns=4, rows=3)")
    free = solve_planner.plan_solve(game, Budget(threads=1))
    assert free.fits and free.disk_budget is None and free.least_disk == free.disk
    little = solve_planner.plan_solve(game, Budget(threads=1, disk=free.disk - 1))
    assert not little.fits and little.disk_budget == free.disk - 1
    assert any(each.startswith("--disk") for each in little.advice)
    assert solve_planner.plan_solve(game, Budget(threads=1, disk=free.disk)).fits


@pytest.mark.slow("a plan of buckets is compared with a solve")
@pytest.mark.usefixtures("too_large")
def test_what_a_plan_says_of_buckets_is_what_they_take(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With children, and at least, without them: about what is taken."""
    text = "connect_four(columns=4, rows=4)"
    monkeypatch.setattr(external_memory, "BUCKET", 5_000)
    monkeypatch.setattr(bucket_capacity, "LARGEST", 5_000)
    made = solve_planner.plan_solve(zermelo.game(text), Budget(1 << 40, threads=1))
    assert made.by_buckets and made.classes * 8 < made.least_disk < made.disk
    peak = peak_of(by_buckets, text, tmp_path / "free", monkeypatch)
    monkeypatch.setattr(external_memory, "CHILDREN", 1 << 60)
    least = peak_of(by_buckets, text, tmp_path / "least", monkeypatch)
    assert 0.85 * peak < made.disk < 1.1 * peak and 0.85 * least < made.least_disk < 1.1 * least


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = "connect_four(columns=4, rows=3)"
    solve = ["solve", game, "--compiled", "--store", str(tmp_path), "--disk"]
    assert command_app.run_command_line([*solve, "1000"]) != 0
    assert "disk 1,000 bytes is too little" in capsys.readouterr().err
    assert command_app.run_command_line([*solve, "100MB"]) == 0
    assert command_app.run_command_line(["plan", game, "--compiled", "--disk", "1kb"]) == 0
    said = capsys.readouterr().out
    assert "it does not fit: it would take" in said and "of disk" in said and "to make it fit  --disk" in said
    for words in ([*solve, "1GB", "--cluster", "threads"], ["plan", game, "--disk", "1GB", "--cluster", "2"]):
        assert command_app.run_command_line(words) != 0
        assert "--disk" in capsys.readouterr().err
