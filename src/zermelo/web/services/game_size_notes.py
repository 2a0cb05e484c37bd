"""Sizes of games as far as plans and solves found them, kept in the store: the first page shows what fits."""

import contextlib
import json
import threading
from pathlib import Path
from typing import Any, Final

import zermelo
from zermelo import ZermeloError
from zermelo.core import open_input_file
from zermelo.solver import OutputFile, Plan

NOTES: Final = ".explorer-sizes.json"  # in the store
MOST: Final = 5_000  # games
EVERY: Final = 8  # plans after which they are written down


class GameSizeNotes:
    """The sizes by the text that names a game; those that another version has noted are forgotten."""

    def __init__(self, store: Path) -> None:
        self.file = store / NOTES
        self._lock = threading.Lock()
        self._sizes = self._read_sizes()
        self._new = 0

    def find_game_size(self, source: str) -> dict[str, Any] | None:
        """Return how many positions a game has, whether it fits and is open; None for not known."""
        return self._sizes.get(source)

    def was_size_requested(self, source: str) -> bool:
        """Return whether a game's size has been asked for, found or not."""
        return source in self._sizes

    def record_game_size(self, source: str, plan: Plan | None, solved: int | None = None) -> None:
        """Record how many positions were solved, else a plan; None where such a game has none."""
        kept: dict[str, Any] | None = None
        if solved is not None:
            kept = {"positions": solved, "fits": True, "open": False}
        elif plan is not None:
            kept = {"positions": plan.positions, "fits": plan.fits, "open": plan.open}
        with self._lock:
            if self._sizes.get(source, ...) == kept or len(self._sizes) >= MOST:
                return
            self._sizes[source] = kept
            self._new += 1
            if self._new >= EVERY:
                self._write_sizes()

    def write_new_sizes(self) -> None:
        """Write down what is new."""
        with self._lock:
            if self._new:
                self._write_sizes()

    def _write_sizes(self) -> None:
        self._new = 0
        text = json.dumps({"version": zermelo.__version__, "sizes": self._sizes})
        with contextlib.suppress(ZermeloError, OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            OutputFile(self.file, replace=True).write((text + "\n").encode())

    def _read_sizes(self) -> dict[str, dict[str, Any] | None]:
        try:
            with open_input_file(self.file, "remove it", 1 << 24) as opened:
                said = json.load(opened)
            rows = said["sizes"].items() if said["version"] == zermelo.__version__ else ()
            return {str(source): _parse_size(size) for source, size in rows}
        except (ZermeloError, RecursionError, ValueError, KeyError, TypeError, AttributeError):
            return {}


def _parse_size(entry: Any) -> dict[str, Any] | None:
    """Return a size that was noted; raises where it is none, as the file may be anybody's."""
    if entry is None:
        return None
    return {"positions": float(entry["positions"]), "fits": bool(entry["fits"]), "open": bool(entry["open"])}
