"""Records of the trainer: the result of each puzzle of each game, in a file beside the solutions.

A puzzle lies in one of five boxes. One that was missed goes to box 1, one that was found at the first try
goes one box up, from box 1 where it is new. A puzzle is due again after 1, 2, 4, 8 or 16 further answers of
the game, by its box. Next comes what was missed and is due, what has been due the longest first; else a new
puzzle; else of those that are due the one of the lowest box; else the one that will be due first.

The file is read anew each time and written whole. What is damaged in it is left out, which is no error.
"""

import json
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Final

from zermelo.core.errors import StorageFailed, ZermeloError
from zermelo.core.notation.wording import format_count
from zermelo.core.system.input_files import open_input_file
from zermelo.solver import OutputFile

FILE: Final = ".trainer.json"
BOXES: Final = 5
LARGEST: Final = 4_000_000  # bytes that are read
MOST_GAMES: Final = 1_000
LONGEST: Final = 4_000  # characters of a name


@dataclass(frozen=True)
class PuzzleRecord:
    """How a puzzle went; its text says so in words.

    Parameters
    ----------
    box : int, default 0
        Its box, 0 of a new puzzle.
    right, missed : int, default 0
        How often it was found at the first try, and missed.
    due : int, default 0
        The number of answers of the game after which it is due.
    last : str, default ""
        The moment of the last answer as text.
    """

    box: int = 0
    right: int = 0
    missed: int = 0
    due: int = 0
    last: str = ""

    @property
    def tone(self) -> str:
        """How it went, as a sign shows it.

        >>> PuzzleRecord().tone, PuzzleRecord(box=2, right=1).tone
        ('unknown', 'win')
        """
        return "unknown" if not self.box else "loss" if self.box == 1 else "win"

    def __str__(self) -> str:
        """Return how it went, in words.

        >>> print(PuzzleRecord(2, right=1, missed=2, last="2026-01-31T10:00:00+00:00"))
        found once, missed 2 times, last on 2026-01-31
        """
        if not self.box:
            return "new"
        counts = [("found", self.right), ("missed", self.missed)]
        said = [f"{word} {'once' if count == 1 else f'{count} times'}" for word, count in counts if count]
        return ", ".join([*said, *([f"last on {self.last[:10]}"] if self.last else [])])


@dataclass(frozen=True)
class TrainingProgress:
    """A game's puzzles as they went: how many answers there were, and the records by puzzle."""

    answered: int
    records: dict[str, PuzzleRecord]

    def find_puzzle_record(self, puzzle: str) -> PuzzleRecord:
        """Return the record of a puzzle, a new one where there is none."""
        return self.records.get(puzzle, PuzzleRecord())

    def title(self, puzzles: Sequence[str]) -> str:
        """Return how some puzzles went, as a heading.

        >>> TrainingProgress(1, {"a": PuzzleRecord(box=1, missed=1)}).title("ab")
        '1 of 2 puzzles was missed, 1 is new'
        """
        boxes = [self.find_puzzle_record(each).box for each in puzzles]
        missed, new = boxes.count(1), boxes.count(0)
        if new == len(boxes):
            return f"{format_count(new, 'puzzle')} to find"
        said = [(missed, "missed"), (len(boxes) - missed - new, "found")]
        first, *rest = [f"{count} {'was' if count == 1 else 'were'} {word}" for count, word in said if count]
        if new:
            rest.append(f"{new} {'is' if new == 1 else 'are'} new")
        count, _, words = first.partition(" ")
        return ", ".join([f"{count} of {len(boxes)} puzzles {words}", *rest])

    def with_recorded_answer(self, puzzle: str, *, right: bool, when: str) -> "TrainingProgress":
        """Return the same with one more answer.

        >>> progress = TrainingProgress(0, {}).with_recorded_answer("a", right=False, when="")
        >>> progress = progress.with_recorded_answer("b", right=True, when="")
        >>> [(record.box, record.due) for record in map(progress.find_puzzle_record, "ab")]
        [(1, 2), (2, 4)]
        """
        before, answered = self.find_puzzle_record(puzzle), self.answered + 1
        box = min(max(before.box, 1) + 1, BOXES) if right else 1
        after = replace(
            before,
            box=box,
            right=before.right + right,
            missed=before.missed + (not right),
            due=answered + 2 ** (box - 1),
            last=when,
        )
        return TrainingProgress(answered, self.records | {puzzle: after})

    def choose_next_puzzle(self, puzzles: Sequence[str]) -> str:
        """Return which of some puzzles comes next.

        >>> progress = TrainingProgress(0, {}).with_recorded_answer("a", right=False, when="")
        >>> progress.choose_next_puzzle("abc"), progress.choose_next_puzzle("a")
        ('b', 'a')
        """
        due = [
            each
            for each in puzzles
            if self.find_puzzle_record(each).box and self.find_puzzle_record(each).due <= self.answered
        ]
        missed = [each for each in due if self.find_puzzle_record(each).box == 1]
        new = [each for each in puzzles if not self.find_puzzle_record(each).box]
        if missed:
            return min(missed, key=lambda each: self.find_puzzle_record(each).due)
        if new:
            return new[0]
        return min(
            due or puzzles,
            key=lambda each: (due and self.find_puzzle_record(each).box, self.find_puzzle_record(each).due),
        )


class TrainingRecords:
    """The file of a store, for one thread at a time.

    Parameters
    ----------
    store : Path
        The folder of the solutions.
    """

    BOXES: ClassVar = BOXES
    ORDER: ClassVar = (
        "Missed puzzles come back first. Solved puzzles come back later: the higher the box, the later."
    )
    TASK: ClassVar = "Find the best move on the board. Each try is answered at once, with the reason."
    WAITING: ClassVar = "This takes some seconds; puzzles are shown as soon as they are found."
    NO_PUZZLES: ClassVar = {  # why there are none, by whether the game is solved, and whether work goes on
        (True, True): "looking for puzzles",
        (False, True): "being solved: then puzzles are looked for",
        (False, False): "no puzzles yet: the game is not solved",
    }

    def __init__(self, store: Path) -> None:
        self.file = store / FILE
        self._lock = threading.Lock()

    def read_game_progress(self, game: str) -> TrainingProgress:
        """Return what is remembered of a game.

        Parameters
        ----------
        game : str
            The game as its solution is named.

        Returns
        -------
        TrainingProgress
            Its answers, and the records by puzzle.
        """
        return self._read_records_file().get(game, TrainingProgress(0, {}))

    def record_puzzle_answer(self, game: str, puzzle: str, *, right: bool) -> None:
        """Remember an answer.

        Parameters
        ----------
        game, puzzle : str
            The game as its solution is named, and the puzzle.
        right : bool
            Whether it was found at the first try.

        Raises
        ------
        StorageFailed, BadParameter
            Where the file cannot be written.
        """
        with self._lock:
            games = self._read_records_file()
            before = games.pop(game, TrainingProgress(0, {}))  # so that the one trained last stands last
            when = datetime.now(UTC).isoformat(timespec="seconds")
            games[game] = before.with_recorded_answer(puzzle, right=right, when=when)
            self._write_records_file(dict(list(games.items())[-MOST_GAMES:]))

    def _write_records_file(self, games: dict[str, TrainingProgress]) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageFailed(
                f"{self.file} cannot be written ({error.strerror}): give another store"
            ) from error
        said = {name: asdict(progress) for name, progress in games.items()}
        while len(text := json.dumps({"games": said}, indent=1) + "\n") > LARGEST and len(said) > 1:
            for name in list(said)[: -(-len(said) // 8)]:  # those not trained for longest: it must be read
                del said[name]
        OutputFile(self.file, replace=True).write(text.encode())

    def _read_records_file(self) -> dict[str, TrainingProgress]:
        try:
            if self.file.is_symlink():
                return {}
            with open_input_file(self.file, "remove it", LARGEST) as opened:
                found = json.load(opened)
        except (ZermeloError, ValueError, RecursionError):
            return {}
        rows = _read_object_or_empty(_read_object_or_empty(found).get("games"))
        read = {
            name: _parse_progress(_read_object_or_empty(row))
            for name, row in rows.items()
            if len(name) <= LONGEST
        }
        return {name: progress for name, progress in read.items() if progress.records}


def _parse_progress(row: dict[str, Any]) -> TrainingProgress:
    """Return what a file says of a game, without what cannot be."""
    records = {}
    for name, said in _read_object_or_empty(row.get("records")).items():
        given = _read_object_or_empty(said)
        box, right, missed, due = (
            _read_count_or_zero(given.get(key)) for key in ("box", "right", "missed", "due")
        )
        last = given.get("last")
        if 1 <= box <= BOXES and len(name) <= LONGEST:
            records[name] = PuzzleRecord(box, right, missed, due, last[:40] if isinstance(last, str) else "")
    answered = _read_count_or_zero(row.get("answered"))
    farthest = answered + 2 ** (BOXES - 1)
    return TrainingProgress(
        answered, {name: replace(each, due=min(each.due, farthest)) for name, each in records.items()}
    )


def _read_object_or_empty(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _read_count_or_zero(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else 0
