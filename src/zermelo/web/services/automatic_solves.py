"""Solutions that browsing has caused, unasked: they have a total size, noted in the store.

Opening a page of a small game solves it and keeps the solution. Links of other sites, crawlers and curious
people open many pages, so past the total nothing more is kept unasked; what somebody asks for is.
"""

import contextlib
import json
import threading
from pathlib import Path
from typing import Final

from zermelo import ZermeloError
from zermelo.solver import OutputFile

NOTES: Final = ".explorer-unasked.json"  # in the store
MOST: Final = 500  # solutions
MOST_BYTES: Final = 1 << 30
LARGEST: Final = 200_000  # bytes of the notes


class AutomaticSolves:
    """The directories of solutions that nobody asked for, with their bytes, as long as they are there."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._sizes = self._read_recorded_sizes()

    def has_room_for_solution(self) -> bool:
        """Return whether one more may be kept."""
        with self._lock:
            there = {name: size for name, size in self._sizes.items() if (self.store / name).is_dir()}
            self._sizes = there
            return len(there) < MOST and sum(there.values()) < MOST_BYTES

    def record_solution_size(self, name: str, size: int) -> None:
        """Note that a solution was kept."""
        with self._lock, contextlib.suppress(ZermeloError, OSError):
            self._sizes[name] = size
            OutputFile(self.store / NOTES, replace=True).write((json.dumps(self._sizes) + "\n").encode())

    def _read_recorded_sizes(self) -> dict[str, int]:
        """Return what was noted; what is none is left out, as the store may be anybody's."""
        file = self.store / NOTES
        try:
            if not file.is_file() or file.stat().st_size > LARGEST:
                return {}
            found = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        rows = found.items() if isinstance(found, dict) else ()
        return {
            name: size
            for name, size in rows
            if isinstance(size, int) and size >= 0 and name == Path(name).name and "\0" not in name
        }
