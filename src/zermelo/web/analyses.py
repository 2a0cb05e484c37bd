"""What a search has found of positions whose game is not solved: asked for by pages, brought by a process.

One position is searched at a time, that which was asked for last; what was found of the others is kept for a
while, and gone on from when somebody asks again.
"""

import json
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo import Game
from zermelo.errors import ZermeloError
from zermelo.rules import Position, check_two_players, plain

MOST_KEPT: Final = 500  # positions
FORGOTTEN: Final = 20.0  # seconds after which nobody is taken to wait for it any more


@dataclass
class Analysis:
    """What is known of a position's moves by name, and how far the search is."""

    number: int
    source: str
    position: Position
    moves: dict[str, dict[str, Any]] = field(default_factory=dict)
    progress: dict[str, Any] | None = None
    over: bool = False
    error: str = ""
    asked: float = field(default_factory=time.monotonic)

    @property
    def is_going(self) -> bool:
        """Whether more may come."""
        return not (self.over or self.error)

    @property
    def exact(self) -> int:
        """How many moves are known exactly."""
        return sum(move["value"] is not None for move in self.moves.values())


class Analyses:
    """Positions that are or were searched."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, Position], Analysis] = OrderedDict()
        self._current: Analysis | None = None
        self._process: subprocess.Popen[str] | None = None
        self._numbers = 0

    def find(self, game: Game, source: str, position: Position) -> Analysis | None:
        """Return what is known, and let the search go at it; None where such games are not searched."""
        try:
            check_two_players(game, "searches against the clock are")
        except ZermeloError:
            return None
        with self._lock:
            found = self._kept.get((source, position))
            if found is None:
                self._numbers += 1
                found = self._kept[source, position] = Analysis(self._numbers, source, position)
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end((source, position))
            found.asked = time.monotonic()
            if found.is_going and self._current is not found:
                self._begin(found)
            return found

    def close(self) -> None:
        """End the process."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process = None

    def _begin(self, analysis: Analysis) -> None:
        """Let the process go at a position, in place of the one before."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "zermelo.web.analyst"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
            threading.Thread(target=self._hear, args=(self._process,), daemon=True).start()
        self._current = analysis
        known = [name for name, move in analysis.moves.items() if move["value"] is not None]
        self._tell(
            {
                "task": analysis.number,
                "source": analysis.source,
                "start": plain(analysis.position),
                "known": known,
            }
        )

    def _tell(self, task: dict[str, Any]) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task) + "\n")
            self._process.stdin.flush()
        except OSError:
            self._current = None

    def _hear(self, process: "subprocess.Popen[str]") -> None:
        """Take down what a process says, and end it when nobody waits for that."""
        assert process.stdout is not None
        for line in process.stdout:
            with self._lock:
                current = self._current
                if current is None or process is not self._process:
                    continue
                _note(current, line)
                if time.monotonic() - current.asked > FORGOTTEN:
                    self._current = None
                    process.kill()
        with self._lock:
            if process is self._process:
                self._process = None
                if (
                    self._current is not None
                    and self._current.is_going
                    and process.returncode not in (None, 0, -9)
                ):
                    self._current.error = "the search has ended: it may have run out of memory"
                self._current = None


def _note(analysis: Analysis, line: str) -> None:
    """Take down a line, where it is of this position and says something."""
    try:
        said = json.loads(line)
    except ValueError:  # what somebody's rules have printed
        return
    if not isinstance(said, dict) or said.get("task") != analysis.number:
        return
    if "name" in said:
        analysis.moves[said["name"]] = said
    elif "nodes" in said:
        analysis.progress = said
    elif "over" in said:
        analysis.over = True
    elif "error" in said:
        analysis.error = said["error"]
