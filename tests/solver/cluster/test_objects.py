"""Stores of objects: made once and whole, by whoever is first, read by ranges; arrays in sections in them."""

import errno
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.core.errors import DamagedScratch, StorageFailed
from zermelo.solver.storage import url_object_store
from zermelo.solver.storage.array_sections import HEAD, PLACE, ArraySections, pack_array_sections
from zermelo.solver.storage.atomic_files import temporary_file
from zermelo.solver.storage.object_store import DirectoryObjectStore, ObjectStore, open_object_store


@pytest.fixture(params=["directory", "s3"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> ObjectStore:
    if request.param == "directory":
        return open_object_store(str(tmp_path))
    url = request.getfixturevalue("bucket")
    return open_object_store(f"{url}/{tmp_path.name}")


def test_an_object_is_made_once(objects: ObjectStore) -> None:
    assert objects.put("some/name", b"first") and not objects.put("some/name", b"second")
    assert objects.get("some/name") == b"first"
    assert objects.get("some/name", 1) == b"irst" and objects.get("some/name", 1, 3) == b"ir"
    with pytest.raises(FileNotFoundError):
        objects.get("some/other")
    objects.remove("some/name")
    objects.remove("some/name")
    assert objects.put("some/name", b"third") and objects.get("some/name") == b"third"


def test_many_go_at_once(objects: ObjectStore) -> None:
    names = [f"many/{number:04d}" for number in range(1_005)]  # more than a store takes in one request
    for name in names[::5]:
        objects.put(name, b"content")
    objects.put("other", b"stays")
    objects.remove()
    objects.remove(*names)
    assert list(objects.yield_object_names("")) == ["other"]
    objects.remove("other")


@pytest.mark.parametrize("size", [0, 10, url_object_store.AT_ONCE + 1])
def test_a_file_becomes_an_object_once(size: int, objects: ObjectStore, tmp_path: Path) -> None:
    """A large one goes to a store by URL in parts."""
    content = np.random.default_rng(size).bytes(size)
    assert objects.staging_directory.is_dir()
    with temporary_file(objects.staging_directory) as file:
        file.write_bytes(content)
        assert objects.put_file("some/file", file) and not objects.put_file("some/file", file)
    assert objects.get("some/file") == content
    assert objects.copy("some/file", "other/file") and not objects.copy("some/file", "other/file")
    objects.remove("some/file")
    assert objects.get("other/file") == content
    assert list(objects.yield_object_names("")) == ["other/file"]


def test_a_file_of_another_disk_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"content")
    link, store = os.link, tmp_path / "store"

    def across(source: Path, target: Path) -> None:
        if source.parent != store:
            raise OSError(errno.EXDEV, "another disk")
        link(source, target)

    monkeypatch.setattr("zermelo.solver.storage.object_store.os.link", across)
    objects = open_object_store(str(store))
    assert objects.put_file("name", tmp_path / "file") and objects.get("name") == b"content"
    assert not objects.put_file("name", tmp_path / "file")
    assert [path.name for path in store.iterdir()] == ["name"] and (tmp_path / "file").exists()


def test_names_begin_with_whole_words(objects: ObjectStore) -> None:
    for name in ("tier/3/a", "tier/30/b", "tier/3/c/d"):
        assert objects.put(name, b"")
    assert sorted(objects.yield_object_names("tier/3")) == ["tier/3/a", "tier/3/c/d"]
    assert list(objects.yield_object_names("tier/4")) == []


@pytest.mark.quick
def test_of_many_who_make_an_object_one_has_made_it(objects: ObjectStore) -> None:
    made: list[bool] = []
    begin = threading.Barrier(8)

    def make(number: int) -> None:
        begin.wait()
        made.append(objects.put("contested", bytes([number]) * 1000))

    threads = [threading.Thread(target=make, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made.count(True) == 1 and len(made) == 8
    assert len(set(objects.get("contested"))) == 1 and len(objects.get("contested")) == 1000


def test_a_store_that_does_not_answer_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StorageFailed):
        DirectoryObjectStore(tmp_path / "file").put("name", b"")


def test_sections_are_read_apart(objects: ObjectStore) -> None:
    parts = [np.arange(count, dtype=np.uint64) * 7 for count in (0, 5, 40_000, 1)]
    objects.put("array", pack_array_sections(parts, np.uint64, "mine"))
    found = ArraySections(objects, "array", "mine")
    assert found.section_entry_counts == [0, 5, 40_000, 1] and found.entry_count == 40_006 and len(found) == 4
    for number, part in enumerate(parts):
        for near in (0, 1, 100, 10**6):
            read = found.read_section(number, near)
            assert np.array_equal(read, part) and read.dtype == np.uint64
    assert np.array_equal(found.read_all_sections(), np.concatenate(parts))
    parts = [np.arange(number % 3, dtype=np.int16) for number in range(5_000)]  # they have a long head
    objects.put("many", pack_array_sections(parts, np.int16, "mine"))
    found = ArraySections(objects, "many", "mine")
    assert np.array_equal(found.read_all_sections(), np.concatenate(parts)) and list(
        found.read_section(4_999)
    ) == [0]
    assert ArraySections(objects, "many", "mine").section_entry_counts == [
        number % 3 for number in range(5_000)
    ]
    for sections in (0, 3):  # nothing is of a type too
        objects.put(
            f"of {sections}", pack_array_sections([np.empty(0, np.int16)] * sections, np.int16, "mine")
        )
        found = ArraySections(objects, f"of {sections}", "mine")
        assert found.read_all_sections().dtype == np.int16 and found.section_entry_counts == [0] * sections


class Counted(DirectoryObjectStore):
    """Objects that count what is read of them."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.gets: list[int] = []

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        found = super().get(name, begin, end)
        self.gets.append(len(found))
        return found


def test_a_section_is_read_without_the_others(tmp_path: Path) -> None:
    objects = Counted(tmp_path)
    parts = [np.arange(1_000, dtype=np.uint64)] * 2_000
    objects.put("large", pack_array_sections(parts, np.uint64, "mine"))
    ArraySections(objects, "large", "mine").read_section(1_234)
    assert objects.gets == [32, 8_000]
    objects.gets.clear()
    assert ArraySections(objects, "large", "mine").entry_count == 2_000_000 and objects.gets == [40]
    objects.gets.clear()
    objects.put("small", pack_array_sections([np.arange(9)] * 10, np.int64, "mine"))
    first = ArraySections(objects, "small", "mine")
    first.read_section(6)
    assert ArraySections(objects, "small", "mine").read_section(6, first.near).tolist() == list(range(9))
    assert objects.gets[:2] == [32, 72] and len(objects.gets) == 3 and objects.gets[2] <= 32 + first.near


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    objects = open_object_store(str(tmp_path))
    parts = [np.arange(3, dtype=np.int32), np.arange(2, dtype=np.int32)]
    content = pack_array_sections(parts, np.int32, "mine")
    damaged = [content[:length] for length in range(len(content))]
    for place in range(len(content)):
        for bit in range(8):
            wrong = bytearray(content)
            wrong[place] ^= 1 << bit
            damaged.append(bytes(wrong))
    for wrong in damaged:
        objects.remove("array")
        objects.put("array", wrong)
        with pytest.raises(DamagedScratch, match="is damaged"):
            read_apart(objects)
        with pytest.raises(DamagedScratch, match="is damaged"):
            ArraySections(objects, "array", "mine").read_all_sections()
        for number, part in enumerate(parts):  # alone, it is what it was, or damaged
            try:
                assert np.array_equal(ArraySections(objects, "array", "mine").read_section(number), part)
            except DamagedScratch as error:
                assert "is damaged" in str(error)


def read_apart(objects: ObjectStore) -> list[Any]:
    found = ArraySections(objects, "array", "mine")
    assert found.section_entry_counts == [3, 2]
    return [found.read_section(number) for number in range(len(found))]


def test_a_section_stands_for_no_other(tmp_path: Path) -> None:
    """Its seal says its number, its type and where it is; the array's says whose it is."""
    objects = open_object_store(str(tmp_path))
    content = pack_array_sections([np.arange(3)] * 4, np.int64, "mine")
    first, other = (slice(HEAD + number * PLACE.size, HEAD + (number + 1) * PLACE.size) for number in (2, 3))
    wrong = bytearray(content)
    wrong[first], wrong[other] = wrong[other], wrong[first]
    objects.put("array", bytes(wrong))
    for number in (1, 2):
        with pytest.raises(DamagedScratch, match="is damaged"):
            ArraySections(objects, "array", "mine").read_section(number)
    with pytest.raises(DamagedScratch, match="is damaged"):
        ArraySections(objects, "array", "mine").read_section(4)  # there is no such section
    asks = (
        lambda found: found.entry_count,
        lambda found: found.section_entry_counts,
        lambda found: found.read_section(0),
    )
    for ask in (*asks, lambda found: found.read_all_sections()):
        with pytest.raises(DamagedScratch, match="another run's"):
            ask(ArraySections(objects, "array", "yours"))
