"""Stores that do not say the truth, disks that are full: the same bytes or words, and the next run mends it."""

import contextlib
import errno
import itertools
import random
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.marks import few
from support.tasks import WAYS, InOrder, Killed, files_of

from zermelo import Game
from zermelo.cluster.job import Job
from zermelo.cluster.solving import SolvedOn, solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task
from zermelo.core.errors import DamagedScratch, StorageFailed
from zermelo.storage.objects import DirectoryObjects
from zermelo.storage.own_folders import folder_of_own
from zermelo.storage.whole import temporary_file, writing

pytestmark = pytest.mark.usefixtures("plain")
FIGURES = ("value", "remoteness", "positions", "solved", "wins", "draws", "losses", "longest")
MOST = 100_000  # calls of a store, before a run is said to hang


class Late(DirectoryObjects):
    """Objects whose lists are those of some calls ago: new ones are not on them yet, dropped ones still are."""

    lag = 6

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.calls = 0
        self.changes: list[tuple[int, str, bool]] = []

    def put(self, name: str, content: bytes) -> bool:
        self._count()
        made = super().put(name, content)
        self.changes.append((self.calls, name, True))
        return made

    def drop(self, *names: str) -> None:
        self._count()
        super().drop(*names)
        self.changes += [(self.calls, name, False) for name in names]

    def names(self, prefix: str) -> Iterator[str]:
        self._count()
        found = set(super().names(prefix))
        for when, name, made in reversed(self.changes):
            if when <= self.calls - self.lag:
                break
            if name == prefix or name.startswith(f"{prefix}/"):
                (found.discard if made else found.add)(name)
        yield from sorted(found)

    def _count(self) -> None:
        self.calls += 1
        assert self.calls < MOST


class Lying(DirectoryObjects):
    """Objects of which some are said to be there when they are made, and are not."""

    every = 11

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.calls = 0

    def put(self, name: str, content: bytes) -> bool:
        self.calls += 1
        assert self.calls < MOST
        return self.calls % self.every != 0 and super().put(name, content)


class Full(DirectoryObjects):
    """Objects on a disk that is full now and then, in the middle of a file."""

    every = 9

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.calls = 0

    def _write(self, target: Path, content: bytes) -> bool:
        with contextlib.suppress(FileNotFoundError), temporary_file(target.parent) as half:
            half.write_bytes(content[: len(content) // 2])
            self._fill(half)
        return super()._write(target, content)

    def _given(self, target: Path, path: Path) -> bool:
        self._fill(path)
        return super()._given(target, path)

    def _fill(self, path: Path) -> None:
        self.calls += 1
        if self.calls % self.every == 0:
            with writing(path):
                raise OSError(errno.ENOSPC, "no room")


class Unreliable(DirectoryObjects):
    """A store that refuses every seventh call, and half of these after it has done what was asked."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.calls = 0

    def _refuse(self) -> None:
        self.calls += 1
        if self.calls % 7 == 0:
            raise StorageFailed("the store is busy")

    def put(self, name: str, content: bytes) -> bool:
        made = super().put(name, content)
        self._refuse()
        return made

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        self._refuse()
        return super().get(name, begin, end)


def alike(one: SolvedOn, other: SolvedOn) -> bool:
    """Return whether two solutions have the same files and the same figures."""
    same = all(getattr(one.summary, name) == getattr(other.summary, name) for name in FIGURES)
    return same and files_of(one.place) == files_of(other.place) != {}


@pytest.mark.parametrize("kind", few([Lying, Late, Full, Unreliable], 2))
@pytest.mark.parametrize(("game", "bucket", "share"), WAYS, ids=repr)
def test_what_a_store_says_is_not_so(
    game: Game, bucket: int, share: float, kind: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.cluster.solving.CODES_SHARE", share)
    monkeypatch.setattr("zermelo.storage.objects.time.sleep", lambda _: None)
    want, store = solve_on(game, InOrder(), str(tmp_path / "one"), bucket=bucket), tmp_path / "store"
    with monkeypatch.context() as patch:
        lying = kind(store)
        patch.setattr("zermelo.cluster.job.objects_at", lambda *_, **__: lying)
        for _ in range(3):
            try:
                assert alike(solve_on(game, InOrder(), str(store), bucket=bucket), want)
            except (DamagedScratch, StorageFailed) as error:
                assert kind is not Unreliable, "what is refused now is asked again"
                words = ("run again", "look after the store", "is damaged: remove it", "the disk is full")
                assert any(each in str(error) for each in words), error
    try:
        made = solve_on(game, InOrder(), str(store), bucket=bucket)
    except DamagedScratch as error:  # what was made beside it is there
        words = f"went away: run again; where it is lacking then too, remove {store}"
        assert kind is Lying and words in str(error)
        shutil.rmtree(Path(str(error).split(", remove ")[1].split(" (")[0]))
        made = solve_on(game, InOrder(), str(store), bucket=bucket)
    made = solve_on(game, InOrder(), str(store), bucket=bucket)
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


@pytest.mark.parametrize("how", few(["flipped", "cut", "another"], 1))
@pytest.mark.parametrize(("game", "bucket", "share"), WAYS, ids=repr)
def test_what_a_killed_run_has_left_is_damaged(
    game: Game, bucket: int, share: float, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One object of each kind, notes too, or it is another one of its kind: it is noticed, or nobody reads it."""
    monkeypatch.setattr("zermelo.cluster.solving.CODES_SHARE", share)
    want, chance, total = (
        solve_on(game, InOrder(), str(tmp_path / "one"), bucket=bucket),
        random.Random(how),
        0,
    )

    def counted(job: Job, task: Task) -> Report:
        nonlocal total
        total += 1
        return perform(job, task)

    solve_on(game, InOrder(counted), str(tmp_path / "two"), bucket=bucket)
    tried = 0
    for at in sorted({chance.randint(total // 2, total - 1), total - 1}):
        base, left = tmp_path / f"base-{at}", itertools.count(1)

        def until(job: Job, task: Task, at: int = at, left: Iterator[int] = left) -> Report:
            if next(left) > at:
                raise Killed
            return perform(job, task)

        with pytest.raises(Killed):
            solve_on(game, InOrder(until), str(base), bucket=bucket)
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
                assert alike(solve_on(game, InOrder(), str(store), bucket=bucket), want), path
            except (DamagedScratch, StorageFailed) as error:
                assert len(str(error)) > 20
            shutil.rmtree(store)
            tried += 1
    assert tried > 2 or how == "another"


def test_a_note_of_the_run_that_never_comes_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Never(DirectoryObjects):
        def put(self, name: str, content: bytes) -> bool:
            return False

    monkeypatch.setattr("zermelo.cluster.job.objects_at", lambda *_, **__: Never(tmp_path))
    with pytest.raises(
        StorageFailed, match="run is said to be there, and cannot be had: look after the store"
    ):
        solve_on(WAYS[0][0], InOrder(), str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EFBIG])
def test_a_full_disk_under_a_file_of_the_solution_is_said(
    error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrow writes these, in its own words; a store by URL needs such a disk too."""

    def full(*_: Any) -> None:
        raise OSError(error, "Error writing bytes to file")

    with monkeypatch.context() as patch:
        patch.setattr("zermelo.cluster.ordered.write_blocks", full)
        with pytest.raises(StorageFailed, match=r"the disk is full|no file may grow so large"):
            solve_on(WAYS[0][0], InOrder(), str(tmp_path / "store"))
    made = solve_on(WAYS[0][0], InOrder(), str(tmp_path / "store"))
    assert alike(made, solve_on(WAYS[0][0], InOrder(), str(tmp_path / "one")))


def test_a_full_disk_of_the_systems_own_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with (
        pytest.raises(StorageFailed, match="the disk is full: free some space or set TMPDIR"),
        folder_of_own(),
    ):
        raise OSError(errno.ENOSPC, "no room")
    with pytest.raises(FileNotFoundError), folder_of_own():
        raise FileNotFoundError("an object")
    assert list(tmp_path.iterdir()) == []
