"""Output files that users ask for: written whole or not at all, replacing an existing one only on request.

What is written goes to a file of a fresh name beside the one that is meant, is synced, and then takes its
place. So several processes may write the same at once, what stood there stays until all is written, and no
`NAME.tmp` of anybody's is touched. No symbolic link is followed: one is refused, whatever it points to.
`-` is standard output; a pipe or a terminal is written to as it comes.
"""

import contextlib
import io
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from zermelo.core.errors import BadParameter, StorageFailed
from zermelo.core.system.operating_system import create_file, sync_to_disk
from zermelo.solver.storage.atomic_files import explain_write_errors, replace_atomically

STANDARD_OUTPUT: Final = ("-", "/dev/stdout")
REPLACE: Final = "name another, or replace it (--force; in Python replace=True)"
OTHER: Final = "give another name"


def is_stream(file: Path) -> bool:
    """Return whether a name means standard output, a pipe or a device, which nothing is put in place of."""
    if str(file) in STANDARD_OUTPUT:
        return True
    try:
        mode = file.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)


def check_output(file: Path, *, replace: bool = False, remedy: str = REPLACE) -> None:
    """Raise `BadParameter` where `file` must not be written: it is there already, or can be none.

    Call it before beginning the work whose result is to be written there.
    """
    try:
        mode = file.lstat().st_mode
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:  # of names that none can be
        reason = getattr(error, "strerror", None) or error
        raise StorageFailed(f"{file} cannot be written ({reason}): {OTHER}") from error
    if is_stream(file):
        return
    if stat.S_ISLNK(mode):
        raise BadParameter(f"{file} is a symbolic link, which is not followed: name the file itself")
    if not stat.S_ISREG(mode):
        what = "a directory" if stat.S_ISDIR(mode) else "no file"
        raise BadParameter(f"{file} is {what}: {OTHER}")
    if not replace:
        raise BadParameter(f"{file} exists already: {remedy}")


@contextlib.contextmanager
def writing_output(file: Path, *, replace: bool = False, remedy: str = REPLACE) -> Iterator[BinaryIO]:
    """Give an open file; what the block writes becomes `file`, unless the block raises.

    Raises what `check_output` does, and `StorageFailed` where the disk refuses.
    """
    check_output(file, replace=replace, remedy=remedy)
    if is_stream(file):
        with _streamed(file) as stream:
            yield stream
        return

    def linked(temporary: Path, name: Path) -> None:
        try:
            _link(temporary, name)
        except FileExistsError as error:  # another process was first
            raise BadParameter(f"{file} exists already: {remedy}") from error

    place = _take_place if replace else linked
    with replace_atomically(file, instead=OTHER, place=place) as temporary, temporary.open("wb") as out:
        yield out
    with explain_write_errors(file, OTHER):
        sync_to_disk(file.parent)


def write_output(content: bytes, file: Path, *, replace: bool = False, remedy: str = REPLACE) -> None:
    """Make `content` that of `file`, whole or not at all; raises what `writing_output` does."""
    with writing_output(file, replace=replace, remedy=remedy) as out:
        out.write(content)


def _link(temporary: Path, file: Path) -> None:
    """Give a written file its name; raises `FileExistsError` where that is taken."""
    try:
        os.link(temporary, file, follow_symlinks=False)
    except FileExistsError:
        raise
    except (
        OSError,
        NotImplementedError,
    ):  # no links here: what stands there is refused, else the name is ours
        create_file(file)
        os.replace(temporary, file)
    else:
        temporary.unlink()


def _take_place(temporary: Path, file: Path) -> None:
    """Put a written file in place of another, with its rights."""
    with contextlib.suppress(OSError):  # nothing there: then the usual rights will do
        temporary.chmod(stat.S_IMODE(file.lstat().st_mode))
    os.replace(temporary, file)


@contextlib.contextmanager
def _streamed(file: Path) -> Iterator[BinaryIO]:
    """Give standard output, a pipe or a device."""
    if str(file) not in STANDARD_OUTPUT:
        try:
            with file.open("wb") as device:
                yield device
        except BrokenPipeError:
            raise
        except OSError as error:
            raise StorageFailed(f"{file} cannot be written ({error.strerror}): {OTHER}") from error
        return
    sys.stdout.flush()
    out: BinaryIO = getattr(sys.stdout, "buffer", None) or _Encoded(sys.stdout)
    yield out
    out.flush()


class _Encoded(io.BytesIO):
    """Bytes for a standard output that takes text alone, as in a notebook."""

    def __init__(self, out: TextIO) -> None:
        super().__init__()
        self._out = out

    def flush(self) -> None:
        """Pass on what was written."""
        self._out.write(self.getvalue().decode(errors="replace"))
        self.seek(0)
        self.truncate()
