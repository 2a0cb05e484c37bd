"""The tasks of a game with a perfect index and parents: a tier is solved in place, and its codes are kept.

    settle   a tier: from the codes of the tiers that its moves lead to
    record   a slice of the solution: a file, from the codes of the tiers that it is of

Which tiers a tier leads to nobody says; the first place of one that is not there yet is met, and then its
codes are fetched, or the task ends and says which tier it lacks. Each tier has a book of its own: what its
codes stand for hangs on the order in which answers were met, and so do not the solution's bytes.
"""

import threading
from bisect import bisect_right
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.cluster.job import CODES, At, Job, owned
from zermelo.cluster.notes import put_note, read_note
from zermelo.cluster.work import Work
from zermelo.core.arguments import is_count
from zermelo.core.errors import DamagedScratch
from zermelo.core.values import NO_END
from zermelo.graph.places import Places, places_of_index
from zermelo.kernels.folds import WIDE
from zermelo.kernels.in_place import FIRST, NONE
from zermelo.solution.pairs import pack_pairs
from zermelo.solution.parts import tier_file
from zermelo.solution.ranked import SLICE, HeldCodes
from zermelo.solution.records import split_one
from zermelo.solution.writing import as_column, write_pairs, write_slice
from zermelo.solvers.book import COLUMNS, Book, FullBook
from zermelo.solvers.in_place import solve_tier
from zermelo.storage.own_folders import folder_of_own
from zermelo.storage.sections import Sections
from zermelo.work.tallies import Tally

Column = npt.NDArray[Any]
PART: Final = 4 * SLICE  # places of a tier whose codes are one object
TASK_MEMORY: Final = 1 << 40  # codes are mapped, and only those of tiers that are asked come into being


class Lacking(Exception):
    """A tier that is not solved yet is asked."""

    def __init__(self, tier: int) -> None:
        super().__init__(tier)
        self.tier = tier


def places_at(at: At) -> Places:
    """Return the places of a job's index, which a process finds once."""
    if "places" not in at.remembered:
        at.remembered["places"] = places_of_index(at.program)
    places: Places = at.remembered["places"]
    return places


def solved_name(job: Job, tier: int) -> str:
    """Return the name of the note that a tier is solved, made after its codes."""
    return f"{job.folder}/tier-{tier:04d}/solved"


def read_solved(at: At, job: Job, tier: int) -> dict[str, Any]:
    """Return the note of a solved tier; raises `FileNotFoundError`, `DamagedScratch`."""
    note: dict[str, Any] = read_note(at.objects, solved_name(job, tier), _is_solved)
    return note


def _is_solved(note: Any) -> bool:
    if not isinstance(note, dict) or set(note) != {"width", "book"}:
        return False
    if not isinstance(note["book"], list) or not is_count(note["width"], 0):
        return False
    answers = all(type(answer) is int and abs(answer) < 1 << 31 for answer in note["book"])
    return answers and bool(note["width"] < len(COLUMNS))


def settle(work: Work) -> None:
    """Solve a tier in place; where it lacks another one, the report says which."""
    job, tier = work.job, work.task.tier
    places = places_at(work.at)
    for width, column in enumerate(COLUMNS):
        solving = _Settling(work, places, tier, column)
        try:
            solve_tier(places, tier, work.workers, solving.book, solving.codes, solving.fetch)
            break
        except FullBook:
            if width + 1 == len(COLUMNS):
                raise
        except Lacking as lacking:
            work.report.more["lacks"] = lacking.tier
            work.report.made = False
            return
    mine = solving.codes[places.bounds[tier] : places.bounds[tier + 1]]
    for part, begin in enumerate(range(0, len(mine), PART)):
        codes = mine[begin : begin + PART]
        sections = [codes[at : at + SLICE] for at in range(0, len(codes), SLICE)]
        work.put(tier, CODES, part, sections, column)
    work.report.positions = int(np.count_nonzero(mine != NONE))
    note = {"width": width, "book": solving.book.answers}
    work.report.made = put_note(work.at.objects, solved_name(job, tier), note)


class _Settling:
    """A tier while it is solved: the codes of all tiers that are asked, in this one's book."""

    def __init__(self, work: Work, places: Places, tier: int, column: Any) -> None:
        self.work, self.places, self.tier = work, places, tier
        self.book = Book(column)
        self.codes: Column = np.zeros(places.count, column)
        self._there: set[int] = set()
        self._lock = threading.Lock()

    def fetch(self, place: int) -> None:
        """Put the codes of the tier of a place where they belong; raises `Lacking`, `FullBook`."""
        with self._lock:
            tier = bisect_right(self.places.bounds, place) - 1
            if tier in self._there:
                return  # by another thread, or this place has none, which the kernel says by itself
            try:
                note = read_solved(self.work.at, self.work.job, tier)
            except FileNotFoundError:
                raise Lacking(tier) from None
            kinds = np.zeros(FIRST + len(note["book"]), self.codes.dtype)
            kinds[NONE] = NONE
            kinds[FIRST:] = [self.book.code(answer) for answer in note["book"]]
            begin, end = self.places.bounds[tier], self.places.bounds[tier + 1]
            for part, first in enumerate(range(begin, end, PART)):
                theirs = self.work.whole(tier, CODES, part)
                check_codes(theirs, min(PART, end - first), len(kinds), self.work, tier)
                self.codes[first : first + len(theirs)] = kinds[theirs]
            self._there.add(tier)


def check_codes(codes: Column, size: int, most: int, work: Work, tier: int) -> None:
    """Raise `DamagedScratch` where codes are not so many, or stand for nothing."""
    if len(codes) != size or (len(codes) and (int(codes.max()) >= most or int(codes.min()) < NONE)):
        raise DamagedScratch(
            f"{work.at.objects.url}: codes of tier {tier} are not what was solved: begin anew"
        )


def record(work: Work) -> None:
    """Write a slice's file of the solution, and note what it holds."""
    places, number = places_at(work.at), work.task.bucket
    begin, end = number * SLICE, min((number + 1) * SLICE, places.count)
    found: list[tuple[Any, Any, Any]] = []
    tier = bisect_right(places.bounds, begin) - 1
    while begin < end:
        first, beyond = places.bounds[tier], min(places.bounds[tier + 1], end)
        if beyond > begin:
            note = read_solved(work.at, work.job, tier)
            book = np.array([0] * FIRST + note["book"], np.int32)
            while begin < beyond:
                place = begin - first
                section = work.sections(tier, CODES, place // PART).read(place % PART // SLICE)
                codes = work.counted(section)[place % SLICE :][: beyond - begin]
                check_codes(codes, min(len(codes), beyond - begin) or 1, len(book), work, tier)
                found.append(HeldCodes(codes, book, NONE).slice(0))
                begin += len(codes)
        tier += 1
    values, remoteness, legal = (np.concatenate([each[column] for each in found]) for column in range(3))
    with folder_of_own() as folder:
        path = folder / tier_file(number)
        if work.job.kept.values_only:
            entry = write_pairs(path, pack_pairs(values, legal), int(np.count_nonzero(legal)))
        else:
            entry = write_slice(path, as_column(values, scored=work.at.game.scored), remoteness, legal)
        work.publish_slice(number, path, entry, tally_of(values[legal], remoteness[legal]))
    work.report.positions = int(np.count_nonzero(legal))


def answer_at(at: At, job: Job, rank: int) -> tuple[int, int]:
    """Return the value and remoteness of a rank, `NO_END` for play without an end."""
    places = places_at(at)
    tier = bisect_right(places.bounds, rank) - 1
    place = rank - places.bounds[tier]
    name = job.name(tier, CODES, place // PART)
    codes = Sections(at.objects, name, owned(job, name)).read(place % PART // SLICE)
    answer = read_solved(at, job, tier)["book"][int(codes[place % SLICE]) - FIRST]
    return split_one(answer, WIDE)


def tally_of(values: Column, remoteness: Column) -> Tally:
    """Return the tally of answers, of an index, in which each is one position's."""
    wins, losses = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
    ends = remoteness[remoteness != NO_END]
    return Tally(wins, len(values) - wins - losses, losses, int(ends.max()) if len(ends) else 0)
