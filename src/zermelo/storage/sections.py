"""An array in sections, as one object of a store: any of them is read, and checked, without the others.

    8 bytes   how long the head is
    head      JSON: the type, whose it is, and of each section how many entries it has and its checksum
    4 bytes   the head's checksum
    entries   section after section

Whoever reads says whose it has to be: another's of the same shape is as good as damaged.
"""

import json
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import DamagedScratch
from zermelo.storage.objects import Objects

Array = npt.NDArray[Any]
LENGTH: Final = 8
CHECK: Final = 4
HEAD_READ: Final = 1 << 14  # bytes read at first: most heads are shorter


def packed(sections: Sequence[Array], dtype: Any, owner: str) -> bytes:
    """Return the bytes of an object with these sections."""
    contents = [np.ascontiguousarray(section, dtype).tobytes() for section in sections]
    head = json.dumps(
        {
            "dtype": np.dtype(dtype).str,
            "owner": owner,
            "counts": [len(section) for section in sections],
            "checks": [zlib.crc32(content) for content in contents],
        }
    ).encode()
    return b"".join(
        [len(head).to_bytes(LENGTH, "little"), head, zlib.crc32(head).to_bytes(CHECK, "little"), *contents]
    )


class Sections:
    """An object of `packed`, of which the head is read; raises `DamagedScratch`, `FileNotFoundError`."""

    def __init__(self, objects: Objects, name: str, owner: str) -> None:
        self._objects, self._name = objects, name
        first = objects.get(name, 0, HEAD_READ)
        length = int.from_bytes(first[:LENGTH], "little")
        start = LENGTH + length + CHECK
        if start > len(first) and len(first) == HEAD_READ and length < 1 << 28:
            first = objects.get(name, 0, start)
        head = first[LENGTH : LENGTH + length]
        if len(first) < start or zlib.crc32(head).to_bytes(CHECK, "little") != first[start - CHECK : start]:
            raise self._damaged()
        told = json.loads(head)
        if told["owner"] != owner:
            raise DamagedScratch(f"{objects.url}/{name} is another run's: use another store")
        self.dtype = np.dtype(told["dtype"])
        self.counts: list[int] = told["counts"]
        self._checks: list[int] = told["checks"]
        self._begins = (start + np.cumsum([0, *self.counts]) * self.dtype.itemsize).tolist()
        self._first = first

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def total(self) -> int:
        """How many entries all sections have."""
        return sum(self.counts)

    def read(self, number: int) -> Array:
        """Return one section; raises `DamagedScratch`."""
        begin, end = self._begins[number], self._begins[number + 1]
        if end <= len(self._first):
            content = self._first[begin:end]
        else:
            content = self._objects.get(self._name, begin, end)
        return self._checked(number, content)

    def read_all(self) -> Array:
        """Return all sections, one after another; raises `DamagedScratch`."""
        return self.read_some(0, len(self.counts))

    def read_some(self, first: int, beyond: int) -> Array:
        """Return the sections from `first` to before `beyond`, read at once; raises `DamagedScratch`."""
        begins = self._begins[first : beyond + 1]
        if begins[-1] <= len(self._first):
            content = self._first[begins[0] : begins[-1]]
        else:
            content = self._objects.get(self._name, begins[0], begins[-1])
        parts = [
            self._checked(number, content[begin - begins[0] : end - begins[0]])
            for number, (begin, end) in enumerate(pairwise(begins), first)
        ]
        return np.concatenate(parts) if parts else np.empty(0, self.dtype)

    def _checked(self, number: int, content: bytes) -> Array:
        if len(content) != self.counts[number] * self.dtype.itemsize:
            raise self._damaged()
        if zlib.crc32(content) != self._checks[number]:
            raise self._damaged()
        return np.frombuffer(content, self.dtype)

    def _damaged(self) -> DamagedScratch:
        return DamagedScratch(f"{self._objects.url}/{self._name} is damaged: remove it and go on")
