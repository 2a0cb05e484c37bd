"""Folders in the system's temporary directory, named after their process, for what does not stay.

Whoever makes one removes those of his own whose processes have ended: what was killed could not do it.
"""

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zermelo.core.system import is_gone, where_processes_are
from zermelo.storage.whole import writing, writing_what_is_read

ELSEWHERE: Final = "set TMPDIR to another directory"
FOLDER: Final = re.compile(r"zermelo-([0-9a-f]{8})-(\d{1,10})-\w+")


def make_folder() -> Path:
    """Return a new folder, which its maker removes; raises `StorageFailed`."""
    base = Path(tempfile.gettempdir())
    remove_left_in(base)
    with writing(base, ELSEWHERE):
        return Path(tempfile.mkdtemp(prefix=f"zermelo-{where_processes_are()}-{os.getpid()}-"))


@contextlib.contextmanager
def folder_of_own() -> Iterator[Path]:
    """Yield a new folder, which goes with the block; raises `StorageFailed`."""
    folder = make_folder()
    try:
        with writing_what_is_read(folder, ELSEWHERE):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_left_in(base: Path) -> None:
    """Remove folders of this user's whose processes have ended, as `whole.remove_left` does files."""
    with contextlib.suppress(OSError), os.scandir(base) as entries:
        for entry in entries:
            found = FOLDER.fullmatch(entry.name)
            if found is None or not is_gone(found[1], int(found[2])):
                continue
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False) and _is_ours(entry.stat(follow_symlinks=False)):
                    shutil.rmtree(entry.path, ignore_errors=True)


def _is_ours(found: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
