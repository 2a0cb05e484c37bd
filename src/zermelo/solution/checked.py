"""Files that are checked before anything in them is believed: the bytes, not yet what they mean.

A manifest knows a file's length and a hash of each of its blocks. Whoever reads gets whole blocks, compared
with their hashes at every reading: so the parser of Parquet, which ends the process where some bytes are
wrong, never sees any that were not written. A cold look-up reads two blocks or three, and a hash of one takes
0.1 ms; reading everything takes 3 % longer.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.core.errors import DamagedSolution
from zermelo.storage.whole import open_plain

BLOCK = 1 << 17  # bytes: as small as a look-up likes, and 16 digits of a manifest for each
DIGITS = 16  # of a block's hash, hexadecimal: 64 bits
AT_ONCE = 8 * BLOCK
REMEDY = "run `zermelo solve --again`"


def measured(path: Path) -> dict[str, Any]:
    """Return what a manifest says of a file's bytes: how many, and the hashes of its blocks in a row."""
    with path.open("rb") as file:
        hashes = [_hash(block) for block in iter(lambda: file.read(BLOCK), b"")]
        return {"bytes": file.tell(), "blocks": "".join(hashes)}


def blocks_of(size: int) -> int:
    """Return how many blocks so many bytes have."""
    return -(-size // BLOCK)


class CheckedFile:
    """A file for reading, of which no byte is given out that was not written.

    Raises `DamagedSolution` where it is missing, no plain file, or has other bytes.
    """

    def __init__(self, path: Path, entry: dict[str, Any]) -> None:
        self.path = path
        self.size: int = entry["bytes"]
        self._blocks: str = entry["blocks"]
        self._handle = -1
        try:
            self._handle = open_plain(path)
            size = os.fstat(self._handle).st_size
        except FileNotFoundError as error:
            raise DamagedSolution(f"{path} is missing: {REMEDY}") from error
        except OSError as error:
            raise DamagedSolution(f"{path} cannot be read ({error.strerror or error}): {REMEDY}") from error
        if size != self.size:
            raise DamagedSolution(f"{path} is damaged: it has {size:,} bytes and not {self.size:,}; {REMEDY}")

    def check(self) -> None:
        """Read everything; raises `DamagedSolution` at the first block that has changed."""
        for begin in range(0, self.size, AT_ONCE):
            self._whole_blocks(begin, min(begin + AT_ONCE, self.size))

    def read_into(self, image: Any, begin: int, end: int) -> None:
        """Write the bytes from `begin` to `end` where they belong into an array uint8 of the file's size.

        What stands beside them in their blocks is written, too.
        """
        for first in range(begin // BLOCK * BLOCK, end, AT_ONCE):
            last = min(first + AT_ONCE, blocks_of(end) * BLOCK, self.size)
            image[first:last] = np.frombuffer(self._whole_blocks(first, last), np.uint8)

    def __del__(self) -> None:
        """Give the file back."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _whole_blocks(self, begin: int, end: int) -> bytes:
        """Return the bytes from one block's begin to another's end, compared with their hashes."""
        try:
            content = os.pread(self._handle, end - begin, begin)
        except OSError as error:
            raise DamagedSolution(f"{self.path} cannot be read ({error.strerror}): {REMEDY}") from error
        whole = memoryview(content)
        for place in range(0, end - begin, BLOCK):
            digit = (begin + place) // BLOCK * DIGITS
            if _hash(whole[place : place + BLOCK]) != self._blocks[digit : digit + DIGITS]:
                raise DamagedSolution(f"{self.path} is damaged: its bytes have changed; {REMEDY}")
        return content


def _hash(block: bytes | memoryview) -> str:
    return hashlib.sha256(block).hexdigest()[:DIGITS]
