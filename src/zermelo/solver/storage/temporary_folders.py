"""Folders in the system's temporary directory, named after their process, for what does not stay.

Making a folder also removes the folders of the same user whose processes have ended: a killed process could
not remove its own.
"""

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zermelo.core.system.operating_system import find_process_namespace, is_process_gone
from zermelo.solver.storage.atomic_files import explain_copy_errors, explain_write_errors

ELSEWHERE: Final = "set TMPDIR to another directory"
FOLDER: Final = re.compile(r"zermelo-([0-9a-f]{8})-(\d{1,10})-\w+")


def make_temporary_folder() -> Path:
    """Return a new folder, which its maker removes; raises `StorageFailed`."""
    base = Path(tempfile.gettempdir())
    remove_stale_folders(base)
    with explain_write_errors(base, ELSEWHERE):
        return Path(tempfile.mkdtemp(prefix=f"zermelo-{find_process_namespace()}-{os.getpid()}-"))


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a new folder, which goes with the block; raises `StorageFailed`."""
    folder = make_temporary_folder()
    try:
        with explain_copy_errors(folder, ELSEWHERE):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_stale_folders(base: Path) -> None:
    """Remove this user's temporary folders in `base` whose processes have ended; errors are ignored."""
    with contextlib.suppress(OSError), os.scandir(base) as entries:
        for entry in entries:
            found = FOLDER.fullmatch(entry.name)
            if found is None or not is_process_gone(found[1], int(found[2])):
                continue
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False) and _is_own_folder(entry.stat(follow_symlinks=False)):
                    shutil.rmtree(entry.path, ignore_errors=True)


def _is_own_folder(found: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
