"""Stores that do not say the truth, full disks, damaged and forged objects: noticed, or nobody reads them."""

import contextlib
import errno
import random
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from support.marks import long_unless, one_in
from support.performing import until
from support.tasks import WAYS, InOrder, Killed, files_of, forge_note, in_groups_of, turn_last_bit

from zermelo import Game
from zermelo.core.errors import DamagedScratch, StorageFailed
from zermelo.solver.cluster.cluster_solve import ClusterSolveResult, solve_by_tasks
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport
from zermelo.solver.storage.atomic_files import explain_write_errors, temporary_file
from zermelo.solver.storage.object_store import DirectoryObjectStore
from zermelo.solver.storage.temporary_folders import temporary_folder

pytestmark = pytest.mark.usefixtures("plain")
FIGURES = ("value", "remoteness", "positions", "solved", "wins", "draws", "losses", "longest")
MOST = 100_000  # calls of a store, before a run is said to hang


class Counted(DirectoryObjectStore):
    """Objects that count the calls."""

    calls = 0

    def _count(self) -> int:
        self.calls += 1
        assert self.calls < MOST
        return self.calls


class Late(Counted):
    """Objects whose lists are those of some calls ago: new ones are not on them yet, dropped ones still are."""

    lag = 6

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.changes: list[tuple[int, str, bool]] = []

    def put(self, name: str, content: bytes) -> bool:
        self._count()
        made = super().put(name, content)
        self.changes.append((self.calls, name, True))
        return made

    def drop(self, *names: str) -> None:
        self._count()
        super().remove(*names)
        self.changes += [(self.calls, name, False) for name in names]

    def yield_object_names(self, prefix: str) -> Iterator[str]:
        self._count()
        found = set(super().yield_object_names(prefix))
        for when, name, made in reversed(self.changes):
            if when <= self.calls - self.lag:
                break
            if name == prefix or name.startswith(f"{prefix}/"):
                (found.discard if made else found.add)(name)
        yield from sorted(found)


class Lying(Counted):
    """Objects of which every eleventh is said to be there when it is made, and is not."""

    def put(self, name: str, content: bytes) -> bool:
        return self._count() % 11 != 0 and super().put(name, content)


class Full(Counted):
    """Objects on a disk that is full now and then, in the middle of a file."""

    def _write(self, target: Path, content: bytes) -> bool:
        with contextlib.suppress(FileNotFoundError), temporary_file(target.parent) as half:
            half.write_bytes(content[: len(content) // 2])
            self._fill(half)
        return super()._write_object(target, content)

    def _link_path_unless_taken(self, target: Path, path: Path) -> bool:
        self._fill(path)
        return super()._link_path_unless_taken(target, path)

    def _fill(self, path: Path) -> None:
        if self._count() % 9 == 0:
            with explain_write_errors(path):
                raise OSError(errno.ENOSPC, "no room")


class Unreliable(Counted):
    """A store that refuses every seventh call, and half of these after it has done what was asked."""

    def _refuse(self) -> None:
        if self._count() % 7 == 0:
            raise StorageFailed("the store is busy")

    def put(self, name: str, content: bytes) -> bool:
        made = super().put(name, content)
        self._refuse()
        return made

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        self._refuse()
        return super().get(name, begin, end)


def alike(one: ClusterSolveResult, other: ClusterSolveResult) -> bool:
    """Return whether two solutions have the same files and the same figures."""
    same = all(getattr(one.summary, name) == getattr(other.summary, name) for name in FIGURES)
    return same and files_of(one.place) == files_of(other.place) != {}


def each_once(others: Sequence[Any]) -> list[Any]:
    """Return every way with every other thing; by default each way is tried with one of them, all in turn."""
    pairs = [(*way, other) for way in WAYS for other in others]
    kept = [(*way, others[number % len(others)]) for number, way in enumerate(WAYS)]
    return long_unless(pairs, lambda pair: pair in kept)


@pytest.mark.parametrize(
    ("game", "bucket", "share", "kind"), each_once([Lying, Late, Full, Unreliable]), ids=repr
)
def test_what_a_store_says_is_not_so(
    game: Game, bucket: int, share: float, kind: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.solver.cluster.cluster_solve.CODES_SHARE", share)
    monkeypatch.setattr("zermelo.solver.storage.object_store.time.sleep", lambda _: None)
    want, store = solve_by_tasks(game, InOrder(), str(tmp_path / "one"), bucket=bucket), tmp_path / "store"
    with monkeypatch.context() as patch:
        lying = kind(store)
        patch.setattr("zermelo.solver.cluster.solve_job.open_object_store", lambda *_, **__: lying)
        for _ in range(3):
            try:
                assert alike(solve_by_tasks(game, InOrder(), str(store), bucket=bucket), want)
            except (DamagedScratch, StorageFailed) as error:
                assert kind is not Unreliable, "what is refused now is asked again"
                words = ("run again", "look after the store", "is damaged: remove it", "the disk is full")
                assert any(each in str(error) for each in words), error
    try:
        made = solve_by_tasks(game, InOrder(), str(store), bucket=bucket)
    except DamagedScratch as error:  # what was made beside it is there
        words = f"went away: run again; where it is lacking then too, remove {store}"
        assert kind is Lying and words in str(error)
        shutil.rmtree(Path(str(error).split(", remove ")[1].split(" (")[0]))
        made = solve_by_tasks(game, InOrder(), str(store), bucket=bucket)
    made = solve_by_tasks(game, InOrder(), str(store), bucket=bucket)
    assert lying.calls > 5 and alike(made, want)
    assert [path.name for path in store.iterdir()] == [Path(want.place).name]


def damaged(how: str, path: Path, others: list[Path], chance: random.Random) -> bytes | None:
    """Return what a damaged file holds, None where it cannot be damaged so."""
    content = bytearray(path.read_bytes())
    if how == "cut":
        return bytes(content[: chance.randrange(len(content))]) if content else None
    if how == "flipped" and content:
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        return bytes(content)
    if how == "another" and (different := [each for each in others if each.read_bytes() != content]):
        return chance.choice(different).read_bytes()
    return None


@pytest.mark.parametrize(
    ("game", "bucket", "share", "how"), each_once(["flipped", "cut", "another"]), ids=repr
)
def test_what_a_killed_run_has_left_is_damaged(
    game: Game, bucket: int, share: float, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One object of each kind, notes too, or it is another one of its kind: it is noticed, or nobody reads it."""
    monkeypatch.setattr("zermelo.solver.cluster.cluster_solve.CODES_SHARE", share)
    want, chance = solve_by_tasks(game, InOrder(), str(tmp_path / "one"), bucket=bucket), random.Random(how)
    total = want.figures.tasks
    tried = 0
    base, at = tmp_path / "base", chance.randint(total // 2, total - 1)
    with pytest.raises(Killed):
        solve_by_tasks(game, InOrder(until(at)), str(base), bucket=bucket)
    kinds: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(base.rglob("*")):
        if path.is_file():
            kinds["".join(each for each in path.parent.name + path.name if each.isalpha())].append(path)
    for paths in kinds.values():
        path = chance.choice(paths)
        content = damaged(how, path, paths, chance)
        if content is None or content == path.read_bytes():
            continue
        store = Path(shutil.copytree(base, tmp_path / "store"))
        (store / path.relative_to(base)).write_bytes(content)
        try:
            assert alike(solve_by_tasks(game, InOrder(), str(store), bucket=bucket), want), path
        except (DamagedScratch, StorageFailed) as error:
            assert len(str(error)) > 20
        shutil.rmtree(store)
        tried += 1
    assert tried > 2 or how == "another"


def test_a_note_of_the_run_that_never_comes_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Never(DirectoryObjectStore):
        def put(self, name: str, content: bytes) -> bool:
            return False

    monkeypatch.setattr(
        "zermelo.solver.cluster.solve_job.open_object_store", lambda *_, **__: Never(tmp_path)
    )
    with pytest.raises(
        StorageFailed, match="run is said to be there, and cannot be had: look after the store"
    ):
        solve_by_tasks(WAYS[0][0], InOrder(), str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EFBIG])
def test_a_full_disk_under_a_file_of_the_solution_is_said(
    error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrow writes these, in its own words; a store by URL needs such a disk too."""

    def full(*_: Any) -> None:
        raise OSError(error, "Error writing bytes to file")

    with monkeypatch.context() as patch:
        patch.setattr("zermelo.solver.cluster.record_ranges.write_record_blocks", full)
        with pytest.raises(StorageFailed, match=r"the disk is full|no file may grow so large"):
            solve_by_tasks(WAYS[0][0], InOrder(), str(tmp_path / "store"))
    made = solve_by_tasks(WAYS[0][0], InOrder(), str(tmp_path / "store"))
    assert alike(made, solve_by_tasks(WAYS[0][0], InOrder(), str(tmp_path / "one")))


def test_a_full_disk_of_the_systems_own_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with (
        pytest.raises(StorageFailed, match="the disk is full: free some space or set TMPDIR"),
        temporary_folder(),
    ):
        raise OSError(errno.ENOSPC, "no room")
    with pytest.raises(FileNotFoundError), temporary_folder():
        raise FileNotFoundError("an object")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("game", "bucket", "share"), one_in(2, WAYS), ids=repr)
def test_a_damaged_object_is_found(
    game: Game, bucket: int, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last bit of some object is flipped when a task has made it: the work ends, or nobody reads it."""
    monkeypatch.setattr("zermelo.solver.cluster.cluster_solve.CODES_SHARE", share)
    in_groups_of(1, monkeypatch, sent=20)
    made = solve_by_tasks(game, InOrder(), str(tmp_path / "one"), bucket=bucket)
    want, total = files_of(made.place), made.figures.tasks
    refused = spoilt = 0
    for at in sorted({max(1, total * part // 12) for part in range(1, 12, 3)}):
        store, done = tmp_path / f"{at}", 0

        def spoil(job: SolveJob, task: SolveTask, at: int = at, store: Path = store) -> TaskReport:
            nonlocal done, spoilt
            before = set(store.rglob("0*"))
            report = perform_task(job, task)
            done += 1
            if done == at and (fresh := sorted(set(store.rglob("0*")) - before)):
                turn_last_bit(fresh[0])
                spoilt += 1
            return report

        try:
            found = files_of(solve_by_tasks(game, InOrder(spoil), str(store), bucket=bucket).place)
        except DamagedScratch as error:
            assert "damaged" in str(error)
            refused += 1
        else:
            assert found == want != {}
    assert refused and spoilt


LAYERS, POOLS, BROOK = (WAYS[number][0] for number in (0, 1, 4))
NO_NOTES = (b"no JSON", b"[]", b"{}")
FORGED: list[tuple[Game, str, bytes, str]] = [  # a note, and what a stranger says there
    (
        LAYERS,
        "solution/0001.json",
        b'{"entry": {"name": "../../x", "records": 1, "bytes": 1, "blocks": ""}, "tally": [1]}',
        "damaged: remove it",
    ),
    *((LAYERS, "solution/0001.json", said, "damaged: remove it") for said in NO_NOTES),
    *((LAYERS, "tier-0002/bits", said, "damaged: remove it") for said in (b"99", b"[]")),
    *(
        (LAYERS, "tiers", said, "tiers is damaged: remove it")
        for said in (*NO_NOTES, b"[[1]]", b"[[1, 99]]", b'{"1": 2}', b"[[0, 0]]")
    ),
    *(
        (LAYERS, f"tier-0002/{name}", said, f"tier-0002/{name} is damaged: remove it")
        for name in ("ranges", "tally/000000")
        for said in (b"no JSON", b"[2, 1]", b'[1, 2, 3, "4"]', b"[-1]")
    ),
    *(
        (POOLS, "tier-0005/reached", said, "reached is damaged: remove it")
        for said in (*NO_NOTES, b"[0]", b'[9, "x"]', b"[1000000000]")
    ),
    *(
        (BROOK, "tier-0003/solved", said, "solved is damaged: remove it")
        for said in (b"no JSON", b'{"width": 9, "book": []}', b'{"width": 0, "book": [1.5]}')
    ),
    (BROOK, "tier-0003/solved", b'{"width": 0, "book": [0]}', "are not what was solved"),
]


@pytest.mark.parametrize(("game", "name", "forged", "said"), FORGED, ids=repr)
def test_what_a_stranger_wrote_is_not_believed(
    game: Game, name: str, forged: bytes, said: str, tmp_path: Path
) -> None:
    """It is there before any task and after each; what only the next run reads is there before that."""
    store = tmp_path / "store"

    def forge(job: SolveJob, task: SolveTask) -> TaskReport:
        forge_note(store, f"{job.folder}/{name}", forged)
        if name == "tiers":
            raise Killed
        report = perform_task(job, task)
        forge_note(store, f"{job.folder}/{name}", forged)
        return report

    if name == "tiers":
        with pytest.raises(Killed):
            solve_by_tasks(game, InOrder(forge), str(store), bucket=20)
    with pytest.raises(DamagedScratch, match=said):
        solve_by_tasks(game, InOrder(forge), str(store), bucket=20)
    assert [path.name for path in tmp_path.iterdir()] == ["store"]
