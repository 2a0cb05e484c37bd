"""An array in sections, as one object of a store: any section can be read and checked alone.

    40 bytes  how many sections and entries there are, a digest of whose they are, a checksum of these
    16 bytes  where the first section begins, and the type of entries; a seal
    16 bytes  for each section: where it ends, and its type; a checksum of its entries; a seal
    entries   section after section

A seal is a checksum of what stands beside it, of where the section begins, of its number, and of whose it is.
To read one section, a reader reads its 16 bytes and those before, and then its entries. It reads all at once
where these are known to be near. A reader names the owner it expects: an object of the same shape with
another owner counts as damaged.
"""

import hashlib
import math
import struct
import zlib
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise, zip_longest
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import DamagedScratch
from zermelo.solver.storage.object_store import ObjectStore, find_directory_of_url

Array = npt.NDArray[Any]
FRONT: Final = struct.Struct("<QQ20s")  # sections, entries, whose
CHECK: Final = struct.Struct("<I")
HEAD: Final = FRONT.size + CHECK.size
PLACE: Final = struct.Struct("<QII")  # the end and the type, both checksums
SEALED: Final = struct.Struct("<QQQI")  # number, the places before and here, the checksum of the entries
TYPED: Final = 48  # bits of a place that say where, in bytes from the object's beginning; the others the type
LARGEST: Final = (1 << TYPED) - 1
GAP: Final = 1 << 16  # bytes that are read sooner than a request more is made, of a directory
FAR_GAP: Final = 1 << 22  # and of a store elsewhere
NEAR: Final = 1 << 14  # bytes from a section's place to its end, up to which both are read at once


def pack_array_sections(sections: Sequence[Array], dtype: Any, owner: str) -> bytes:
    """Return the bytes of an object with these sections."""
    contents = [np.ascontiguousarray(section, dtype).tobytes() for section in sections]
    kind = int.from_bytes(np.dtype(dtype).str[1:].encode(), "little") << TYPED  # two letters, as "u8"
    front = FRONT.pack(len(sections), sum(map(len, sections)), _hash_owner(owner))
    ends = [HEAD + (1 + len(sections)) * PLACE.size]
    for content in contents:
        ends.append(ends[-1] + len(content))
    checks = [0, *map(zlib.crc32, contents)]
    words = [0, *(kind | end for end in ends)]
    seed = zlib.crc32(owner.encode())
    places = [
        PLACE.pack(here, check, _compute_extent_checksum(seed, number, before, here, check))
        for number, ((before, here), check) in enumerate(zip(pairwise(words), checks, strict=True))
    ]
    return b"".join([front, CHECK.pack(zlib.crc32(front)), *places, *contents])


def _hash_owner(owner: str) -> bytes:
    return hashlib.sha256(owner.encode()).digest()[:20]


def _compute_extent_checksum(seed: int, number: int, before: int, here: int, check: int) -> int:
    return zlib.crc32(SEALED.pack(number, before, here, check), seed)


def predict_read_ahead_bytes(near: int) -> int:
    """Return how many bytes to read past a section's place in the next object, to get its entries too.

    `near` is that distance in the last object, in bytes. A section of n hashed entries varies by about the
    root of n; the margin is over three deviations for entries of 8 bytes. It is 0 if `near` is over `NEAR`:
    then the entries are read separately.
    """
    return near + 12 * math.isqrt(max(0, near)) if near <= NEAR else 0


class SectionExtent(NamedTuple):
    """Extent of a section, in bytes from the beginning of its object."""

    begin: int
    end: int
    dtype: np.dtype[Any]
    check: int

    @property
    def byte_count(self) -> int:
        """Size in bytes."""
        return self.end - self.begin


class ArraySections:
    """An object of `pack_array_sections`, of which nothing is read before it is asked for.

    All that reads raises `DamagedScratch`, for another's object too, and `FileNotFoundError`.
    """

    def __init__(self, objects: ObjectStore, name: str, owner: str) -> None:
        self._objects, self._name, self._owner = objects, name, owner
        self._seed = zlib.crc32(owner.encode())
        self._front: tuple[int, int] | None = None
        self._counts: list[int] | None = None
        self._size = 1  # bytes of an entry, where `counts` are known
        self.near = 0  # bytes to pass to `read` for the same section of a similar object

    def __len__(self) -> int:
        return self._read_section_and_entry_counts()[0]

    @property
    def entry_count(self) -> int:
        """Number of entries of all sections."""
        return self._read_section_and_entry_counts()[1]

    @property
    def section_entry_counts(self) -> list[int]:
        """Number of entries of each section."""
        if self._counts is None:
            self._parse_all_extents(self._objects.get(self._name, 0, HEAD + (1 + len(self)) * PLACE.size))
        assert self._counts is not None
        return self._counts

    def read_section(self, number: int, near: int = 0) -> Array:
        """Return one section; `near` bytes after its place are read with it, which may be all of it."""
        begin = HEAD + number * PLACE.size
        until = begin + 2 * PLACE.size
        first = self._objects.get(self._name, begin, until + near)
        (place,) = self._parse_extents(first, number + 1, 1)
        content = first[place.begin - begin : place.end - begin]
        if len(content) < place.byte_count:
            content = self._objects.get(self._name, place.begin, place.end)
        self._check_section(content, place)
        self.near = predict_read_ahead_bytes(place.end - until)
        return np.frombuffer(content, place.dtype)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its entries."""
        content = bytes(PLACE.size) + self._objects.get(self._name, HEAD, HEAD + PLACE.size)
        return self._parse_extents(content, 0, 1)[0].dtype

    def read_section_range(self, first: int, beyond: int) -> Array:
        """Return the sections from `first` to before `beyond`, one after another, at least one."""
        head = HEAD + first * PLACE.size, HEAD + (beyond + 1) * PLACE.size
        places = self._parse_extents(self._objects.get(self._name, *head), first + 1, beyond - first)
        begin = places[0].begin
        content = self._objects.get(self._name, begin, places[-1].end)
        for place in places:
            self._check_section(content[place.begin - begin : place.end - begin], place)
        return np.frombuffer(content, places[0].dtype)

    def read_sections_by_number(
        self, numbers: Sequence[int], counted: Callable[[Array], Array] = lambda read: read
    ) -> dict[int, Array]:
        """Return some sections, said in ascending order; those that are near together are read at once.

        All that is read is `counted`.
        """
        found: dict[int, Array] = {}
        ends = [0, *accumulate(self.section_entry_counts)]
        near = GAP if find_directory_of_url(self._objects.url) is not None else FAR_GAP
        run = list[int]()
        for number, following in zip_longest(numbers, numbers[1:]):
            run.append(number)
            if following is None or (ends[following] - ends[number + 1]) * self._size > near:
                content, first = counted(self.read_section_range(run[0], number + 1)), ends[run[0]]
                found |= {each: content[ends[each] - first : ends[each + 1] - first] for each in run}
                run = []
        return found

    def read_all_sections(self) -> Array:
        """Return all sections, one after another."""
        content = self._objects.get(self._name)
        places, view = self._parse_all_extents(content), memoryview(content)
        if len(content) != places[-1].end:
            raise self._make_damage_error()
        for place in places[1:]:
            self._check_section(view[place.begin : place.end], place)
        return np.frombuffer(content, places[0].dtype, offset=places[0].end).copy()

    def _read_section_and_entry_counts(self) -> tuple[int, int]:
        if self._front is None:
            self._front = self._parse_section_and_entry_counts(self._objects.get(self._name, 0, HEAD))
        return self._front

    def _parse_section_and_entry_counts(self, content: bytes) -> tuple[int, int]:
        """Return how many sections and entries there are."""
        front = content[: FRONT.size]
        if content[FRONT.size : HEAD] != CHECK.pack(zlib.crc32(front)):
            raise self._make_damage_error()
        sections, entries, whose = FRONT.unpack(front)
        if whose != _hash_owner(self._owner):
            raise DamagedScratch(f"{self._objects.url}/{self._name} is another run's: use another store")
        return sections, entries

    def _parse_all_extents(self, content: bytes) -> list[SectionExtent]:
        """Return the places of a head: of nothing, which ends where sections begin, and of all sections."""
        self._front = sections, entries = self._parse_section_and_entry_counts(content)
        before = bytes(PLACE.size)  # there is none before the first
        found = self._parse_extents(
            before + content[HEAD : HEAD + (1 + sections) * PLACE.size], 0, 1 + sections
        )
        self._counts = [place.byte_count // place.dtype.itemsize for place in found[1:]]
        if sum(self._counts) != entries:
            raise self._make_damage_error()
        self._size = found[0].dtype.itemsize
        return found

    def _parse_extents(self, content: bytes, first: int, many: int) -> list[SectionExtent]:
        """Return places, with their seals checked; `content` begins with the place before them."""
        if len(content) < (many + 1) * PLACE.size:
            raise self._make_wrong_seal_error()
        found = []
        before, _, _ = PLACE.unpack_from(content)
        for number in range(first, first + many):
            here, check, seal = PLACE.unpack_from(content, (number - first + 1) * PLACE.size)
            if seal != _compute_extent_checksum(self._seed, number, before, here, check):
                raise self._make_wrong_seal_error()
            kind = (here >> TYPED).to_bytes(2, "little").decode()
            found.append(SectionExtent(before & LARGEST, here & LARGEST, np.dtype(f"<{kind}"), check))
            before = here
        return found

    def _check_section(self, content: bytes | memoryview, place: SectionExtent) -> None:
        if len(content) != place.byte_count or zlib.crc32(content) != place.check:
            raise self._make_damage_error()

    def _make_wrong_seal_error(self) -> DamagedScratch:
        """Return the error for an object with a wrong seal."""
        self._parse_section_and_entry_counts(
            self._objects.get(self._name, 0, HEAD)
        )  # raises where it is another's
        return self._make_damage_error()

    def _make_damage_error(self) -> DamagedScratch:
        return DamagedScratch(f"{self._objects.url}/{self._name} is damaged: remove it and go on")
