"""Notes that the explorer keeps in the store: sizes of games, and solutions that browsing has caused.

A note that anybody else has written, and that is none, counts as no note.
"""

import contextlib
import threading
from pathlib import Path
from typing import Final, TypeVar

import msgspec

import zermelo
from zermelo import ZermeloError
from zermelo.core import open_input_file
from zermelo.solver import OutputFile, Plan

T = TypeVar("T")
LARGEST: Final = 1 << 24  # bytes of a note
MOST_SIZES: Final = 5_000  # games
EVERY: Final = 8  # plans after which they are written down
MOST_SOLUTIONS: Final = 500
MOST_BYTES: Final = 1 << 30  # of solutions


def read_note(file: Path, kind: type[T]) -> T | None:
    """Return what a file notes, of a type; None where there is nothing of it."""
    try:
        with open_input_file(file, "remove it", LARGEST) as opened:
            return msgspec.json.decode(opened.read(), type=kind)
    except (ZermeloError, OSError, RecursionError, ValueError, msgspec.MsgspecError):
        return None


def write_note(file: Path, noted: object) -> None:
    """Note something in a file, where that is possible."""
    with contextlib.suppress(ZermeloError, OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        OutputFile(file, replace=True).write(msgspec.json.encode(noted) + b"\n")


class GameSize(msgspec.Struct, frozen=True):
    """How many positions a game has, whether they fit, and whether there may be many more."""

    positions: float
    fits: bool = True
    open: bool = False


class NotedSizes(msgspec.Struct, frozen=True):
    """The sizes by the text that names a game, None for none, and the version that found them."""

    version: str
    sizes: dict[str, GameSize | None]


class GameSizeNotes:
    """Sizes of games as far as plans and solves found them; those of another version are forgotten."""

    def __init__(self, store: Path) -> None:
        self.file = store / ".explorer-sizes.json"
        self._lock = threading.Lock()
        noted = read_note(self.file, NotedSizes)
        self._sizes = noted.sizes if noted is not None and noted.version == zermelo.__version__ else {}
        self._new = 0

    def find_game_size(self, source: str) -> GameSize | None:
        """Return the size of a game; None for not known."""
        return self._sizes.get(source)

    def was_size_requested(self, source: str) -> bool:
        """Return whether a game's size has been asked for, found or not."""
        return source in self._sizes

    def record_game_size(self, source: str, plan: Plan | None, solved: int | None = None) -> None:
        """Record how many positions were solved, else a plan; None where such a game has none."""
        size = None if solved is None else GameSize(solved)
        if size is None and plan is not None:
            size = GameSize(plan.positions, plan.fits, plan.open)
        with self._lock:
            if self._sizes.get(source, ...) != size and len(self._sizes) < MOST_SIZES:
                self._sizes[source] = size
                self._new += 1
        if self._new >= EVERY:
            self.write_new_sizes()

    def write_new_sizes(self) -> None:
        """Write down what is new."""
        with self._lock:
            if self._new:
                self._new = 0
                write_note(self.file, NotedSizes(zermelo.__version__, self._sizes))


class AutomaticSolves:
    """The directories of solutions that nobody asked for, with their bytes, as long as they are there.

    Opening a page of a small game solves it and keeps the solution. Links of other sites, crawlers and
    curious people open many pages, so past a total nothing more is kept unasked; what somebody asks for is.
    """

    def __init__(self, store: Path) -> None:
        self.store, self.file = store, store / ".explorer-unasked.json"
        self._lock = threading.Lock()
        noted = read_note(self.file, dict[str, int]) or {}
        self._sizes = {name: size for name, size in noted.items() if size >= 0 and name == Path(name).name}

    def has_room_for_solution(self) -> bool:
        """Return whether one more may be kept."""
        with self._lock:
            there = {name: size for name, size in self._sizes.items() if (self.store / name).is_dir()}
            self._sizes = there
            return len(there) < MOST_SOLUTIONS and sum(there.values()) < MOST_BYTES

    def record_solution_size(self, name: str, size: int) -> None:
        """Note that a solution was kept."""
        with self._lock:
            self._sizes[name] = size
            write_note(self.file, self._sizes)
