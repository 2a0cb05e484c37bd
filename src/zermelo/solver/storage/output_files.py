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
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from zermelo.core.errors import BadParameter, StorageFailed
from zermelo.core.system.operating_system import create_file, sync_to_disk
from zermelo.solver.storage.atomic_files import explain_write_errors, replace_atomically

STANDARD_OUTPUT: Final = ("-", "/dev/stdout")
REPLACE: Final = "name another, or replace it (--force; in Python replace=True)"
OTHER: Final = "give another name"


@dataclass(frozen=True)
class OutputFile:
    """File that a user asks for: written whole or not at all, and replaced on request only.

    Parameters
    ----------
    path : Path
        Its name; `-` is standard output. Pipes and devices are written to as data comes.
    replace : bool
        Whether a file of this name may be replaced.
    remedy : str
        What the message says to do where the file exists.

    Examples
    --------
    >>> from pathlib import Path
    >>> OutputFile(Path("-")).is_standard_output
    True
    """

    path: Path
    _: KW_ONLY
    replace: bool = False
    remedy: str = REPLACE

    @property
    def is_standard_output(self) -> bool:
        """Whether the name means standard output."""
        return str(self.path) in STANDARD_OUTPUT

    @property
    def is_stream(self) -> bool:
        """Whether the name means standard output, a pipe or a device, which no file can take the place of."""
        if self.is_standard_output:
            return True
        try:
            mode = self.path.lstat().st_mode
        except OSError:
            return False
        return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)

    def check_writable(self) -> None:
        """Check that the file may be written, before the work begins whose result it shall hold.

        Raises
        ------
        BadParameter
            The file exists, or is a directory, a link or a device of another kind.
        StorageFailed
            No file can have this name.
        """
        file = self.path
        try:
            mode = file.lstat().st_mode
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:  # of names that none can be
            reason = getattr(error, "strerror", None) or error
            raise StorageFailed(f"{file} cannot be written ({reason}): {OTHER}") from error
        if self.is_stream:
            return
        if stat.S_ISLNK(mode):
            raise BadParameter(f"{file} is a symbolic link, which is not followed: name the file itself")
        if not stat.S_ISREG(mode):
            what = "a directory" if stat.S_ISDIR(mode) else "no file"
            raise BadParameter(f"{file} is {what}: {OTHER}")
        if not self.replace:
            raise BadParameter(f"{file} exists already: {self.remedy}")

    @contextlib.contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open a temporary file, which takes the name when the block ends and is dropped if the block raises.

        Yields
        ------
        BinaryIO
            The file to write to.

        Raises
        ------
        BadParameter
            See `check`.
        StorageFailed
            The disk refuses.
        """
        file = self.path
        self.check_writable()
        if self.is_stream:
            with _open_stream(file) as stream:
                yield stream
            return

        def link_or_refuse(temporary: Path, name: Path) -> None:
            try:
                _link_unless_taken(temporary, name)
            except FileExistsError as error:  # another process was first
                raise BadParameter(f"{file} exists already: {self.remedy}") from error

        place = _replace_file if self.replace else link_or_refuse
        with replace_atomically(file, instead=OTHER, place=place) as temporary, temporary.open("wb") as out:
            yield out
        with explain_write_errors(file, OTHER):
            sync_to_disk(file.parent)

    def write(self, content: bytes) -> None:
        """Write the whole content; raises what `open` does.

        Parameters
        ----------
        content : bytes
            Content of the file.
        """
        with self.open() as out:
            out.write(content)


def _link_unless_taken(temporary: Path, file: Path) -> None:
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


def _replace_file(temporary: Path, file: Path) -> None:
    """Put a written file in place of another, with its rights."""
    with contextlib.suppress(OSError):  # nothing there: then the usual rights will do
        temporary.chmod(stat.S_IMODE(file.lstat().st_mode))
    os.replace(temporary, file)


@contextlib.contextmanager
def _open_stream(file: Path) -> Iterator[BinaryIO]:
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
