"""Files whose bytes are checked before they are parsed.

A manifest holds a file's length and a hash of each of its blocks. A reader gets whole blocks, compared with
their hashes at every reading. The parser of Parquet ends the process where some bytes are wrong, so it must
never see bytes that were not written. A cold look-up reads two blocks or three, and a hash of one takes
0.1 ms; reading everything takes 3 % longer. A file is in a directory, or is an object of a store by its URL;
there what is read together is one request.
"""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.core.errors import DamagedSolution, StorageFailed
from zermelo.solver.storage.file_locations import Location, open_readable_file

BLOCK = 1 << 17  # bytes: as small as a look-up likes, and 16 digits of a manifest for each
DIGITS = 16  # of a block's hash, hexadecimal: 64 bits
REMEDY = "run `zermelo solve --again`"
REMEDY_BY_URL = "remove that solution from the store, and solve the game again"


def hash_blocks_of_file(path: Path) -> dict[str, Any]:
    """Return what a manifest says of a file's bytes: how many, and the hashes of its blocks in a row."""
    with path.open("rb") as file:
        hashes = [_hash_block(block) for block in iter(lambda: file.read(BLOCK), b"")]
        return {"bytes": file.tell(), "blocks": "".join(hashes)}


def damage_remedy(place: Location) -> str:
    """Return what to do where a file is damaged."""
    return REMEDY if isinstance(place, Path) else REMEDY_BY_URL


def count_blocks(size: int) -> int:
    """Return how many blocks so many bytes have."""
    return -(-size // BLOCK)


class CheckedFile:
    """A file for reading, of which no byte is given out that was not written.

    Raises `DamagedSolution` where it is missing, no plain file, or has other bytes, and `StorageFailed` where
    a store of objects does not answer.
    """

    def __init__(self, path: Location, entry: dict[str, Any]) -> None:
        self.path = path
        self.size: int = entry["bytes"]
        self._blocks: str = entry["blocks"]
        try:
            self._source = open_readable_file(path)
        except OSError as error:
            raise self._make_read_error(error) from error
        if self._source.size not in (self.size, None):
            raise DamagedSolution(
                f"{path} is damaged: it has {self._source.size:,} bytes and not {self.size:,}; {REMEDY}"
            )

    def check_all_blocks(self) -> None:
        """Read everything; raises `DamagedSolution` at the first block that has changed."""
        for begin in range(0, self.size, self._source.at_once):
            self._read_checked_blocks(begin, min(begin + self._source.at_once, self.size))

    def copy_bytes_into(self, image: Any, begin: int, end: int) -> None:
        """Write the bytes from `begin` to `end` where they belong into an array uint8 of the file's size.

        What stands beside them in their blocks is written, too.
        """
        for first in range(begin // BLOCK * BLOCK, end, self._source.at_once):
            last = min(first + self._source.at_once, count_blocks(end) * BLOCK, self.size)
            image[first:last] = np.frombuffer(self._read_checked_blocks(first, last), np.uint8)

    def _read_checked_blocks(self, begin: int, end: int) -> bytes:
        """Return the bytes from one block's begin to another's end, compared with their hashes."""
        try:
            content = self._source.read(begin, end)
        except OSError as error:
            raise self._make_read_error(error) from error
        whole = memoryview(content)
        for place in range(0, end - begin, BLOCK):
            digit = (begin + place) // BLOCK * DIGITS
            if _hash_block(whole[place : place + BLOCK]) != self._blocks[digit : digit + DIGITS]:
                raise DamagedSolution(
                    f"{self.path} is damaged: its bytes have changed; {damage_remedy(self.path)}"
                )
        return content

    def _make_read_error(self, error: OSError) -> Exception:
        """Return what to raise where reading fails: a store that does not answer says that by itself."""
        if isinstance(error, StorageFailed):
            return error
        if isinstance(error, FileNotFoundError):
            return DamagedSolution(f"{self.path} is missing: {damage_remedy(self.path)}")
        return DamagedSolution(
            f"{self.path} cannot be read ({error.strerror or error}): {damage_remedy(self.path)}"
        )


def _hash_block(block: bytes | memoryview) -> str:
    return hashlib.sha256(block).hexdigest()[:DIGITS]
