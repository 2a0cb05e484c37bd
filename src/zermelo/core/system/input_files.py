"""Files named by a user, or made by a stranger: opened only if they are plain files of a stated size.

A pipe, a device or a folder is refused before it is read, as reading it might never end; so is a file that
would fill the memory. A link is followed where a person names it, and what it leads to is looked at.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from zermelo.core.errors import StorageFailed
from zermelo.core.system.operating_system import NO_LINK, READ

LARGEST: Final = 1 << 30  # bytes of a file that is read whole: policies, proofs, books, lists of rules
LARGEST_TEXT: Final = 1 << 26  # bytes of a file of rules, of a match, or of notes
LARGEST_STREAM: Final = 1 << 40  # bytes of a file that is read piece by piece: positions, and games
KINDS: Final = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


@contextmanager
def open_input_file(file: Path, remedy: str, most: int = LARGEST_STREAM) -> Iterator[BinaryIO]:
    """Open a file named by a user, for reading.

    Parameters
    ----------
    file : Path
        The file; a link is followed.
    remedy : str
        What to do if it cannot be read, such as "give a saved policy".
    most : int
        Largest size in bytes.

    Yields
    ------
    BinaryIO
        The open file.

    Raises
    ------
    StorageFailed
        If there is no such file, or it is no plain file, too large, or cannot be read.
    """
    try:
        handle = os.open(file, READ & ~NO_LINK)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise StorageFailed(f"there is no file {file}: {remedy}") from error
    except (OSError, ValueError) as error:
        raise StorageFailed(f"{file} cannot be read ({_system_error_reason(error)}): {remedy}") from error
    found = os.fstat(handle)
    refused = ""
    if not stat.S_ISREG(found.st_mode):
        kind = next((name for is_kind, name in KINDS if is_kind(found.st_mode)), "something else")
        refused = f"there is no file {file}, only {kind} of that name"
    elif found.st_size > most:
        refused = f"{file} has {found.st_size:,} bytes, and {most:,} are read at most"
    if refused:
        os.close(handle)
        raise StorageFailed(f"{refused}: {remedy}")
    with os.fdopen(handle, "rb") as opened:
        try:
            yield opened
        except OSError as error:
            raise StorageFailed(f"{file} cannot be read ({_system_error_reason(error)}): {remedy}") from error


def read_input_file(file: Path, remedy: str, most: int = LARGEST) -> bytes:
    """Return the content of a file named by a user; raises the errors of `open_input_file`."""
    with open_input_file(file, remedy, most) as opened:
        return opened.read(most + 1)


def _system_error_reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
