"""The tasks of a game with a perfect index and parents: a tier is solved in place, and its codes are kept.

    solve_index_tier  a tier: from the codes of the tiers that its moves lead to
    write_slice       a slice of the solution: a file, from the codes of the tiers that it is of

The tiers that a tier leads to are not known in advance. When a move leads to a tier not loaded yet, its codes
are fetched, or the task ends and reports which tier it lacks. Each tier has a code book of its own. The
meaning of its codes depends on the order in which answers were met; the solution's bytes do not.
"""

import threading
from bisect import bisect_right
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.arguments import is_count
from zermelo.core.errors import DamagedScratch
from zermelo.solver.cluster.sealed_notes import create_note_if_missing, read_note
from zermelo.solver.cluster.solve_job import CODES, OpenedJob, SolveJob, format_object_owner
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.graph.position_slots import PositionSlots, build_slots_of_index
from zermelo.solver.kernels.dense.dense_retrograde import FIRST, NONE
from zermelo.solver.kernels.position_folds import WIDE
from zermelo.solver.methods.answer_codes import COLUMNS, AnswerCodes, CodesExhausted
from zermelo.solver.methods.indexed_retrograde import solve_tier_in_place
from zermelo.solver.methods.retrograde_analysis import get_undecided_answer
from zermelo.solver.records.ranked_records import (
    SLICE,
    InMemoryAnswers,
    InMemoryExpectations,
    InMemoryValues,
)
from zermelo.solver.records.solution_records import unpack_answer
from zermelo.solver.runs.value_tallies import tally_ranked_answers, tally_ranked_expectations
from zermelo.solver.solution_files.file_entries import format_tier_file_name
from zermelo.solver.solution_files.tier_file_writer import write_rank_slice
from zermelo.solver.storage.array_sections import ArraySections
from zermelo.solver.storage.temporary_folders import temporary_folder

Column = npt.NDArray[Any]
PART: Final = 4 * SLICE  # places of a tier whose codes are one object
TASK_MEMORY: Final = 1 << 40  # codes are mapped, and only those of tiers that are asked come into being


class TierNotSolved(Exception):
    """A tier that is not solved yet is asked."""

    def __init__(self, tier: int) -> None:
        super().__init__(tier)
        self.tier = tier


def get_slots_of_job_index(at: OpenedJob) -> PositionSlots:
    """Return the places of a job's index, which a process finds once."""
    if "places" not in at.remembered:
        at.remembered["places"] = build_slots_of_index(at.program)
    places: PositionSlots = at.remembered["places"]
    return places


def format_solved_tier_note_name(job: SolveJob, tier: int) -> str:
    """Return the name of the note that a tier is solved, made after its codes."""
    return f"{job.folder}/tier-{tier:04d}/solved"


def read_solved_tier_note(at: OpenedJob, job: SolveJob, tier: int) -> dict[str, Any]:
    """Return the note of a solved tier; raises `FileNotFoundError`, `DamagedScratch`."""
    note: dict[str, Any] = read_note(
        at.objects, format_solved_tier_note_name(job, tier), _is_solved_tier_note
    )
    return note


def _is_solved_tier_note(note: Any) -> bool:
    if not isinstance(note, dict) or set(note) != {"width", "book"}:
        return False
    if not isinstance(note["book"], list) or not is_count(note["width"], 0):
        return False
    answers = all(type(answer) is int and abs(answer) < 1 << 31 for answer in note["book"])
    return answers and bool(note["width"] < len(COLUMNS))


def solve_index_tier(work: TaskContext) -> None:
    """Solve a tier in place; where it lacks another one, the report says which."""
    job, tier = work.job, work.task.tier
    places = get_slots_of_job_index(work.at)
    for width, column in enumerate(COLUMNS):
        solving = _IndexTierSolve(work, places, tier, column)
        try:
            solve_tier_in_place(
                places, tier, work.workers, solving.book, solving.codes, solving.fetch_later_tier_codes
            )
            break
        except CodesExhausted:
            if width + 1 == len(COLUMNS):
                raise
        except TierNotSolved as lacking:
            work.report.more["lacks"] = lacking.tier
            work.report.made = False
            return
    mine = solving.codes[places.bounds[tier] : places.bounds[tier + 1]]
    for part, begin in enumerate(range(0, len(mine), PART)):
        codes = mine[begin : begin + PART]
        sections = [codes[at : at + SLICE] for at in range(0, len(codes), SLICE)]
        work.write_bucket_object(tier, CODES, part, sections, column)
    work.report.positions = int(np.count_nonzero(mine != NONE))
    note = {"width": width, "book": solving.book.answers}
    work.report.made = create_note_if_missing(work.at.objects, format_solved_tier_note_name(job, tier), note)


class _IndexTierSolve:
    """A tier while it is solved: the codes of all tiers that are asked, in this one's book."""

    def __init__(self, work: TaskContext, places: PositionSlots, tier: int, column: Any) -> None:
        self.work, self.places, self.tier = work, places, tier
        self.book = AnswerCodes(column)
        self.codes: Column = np.zeros(places.place_count, column)
        self._there: set[int] = set()
        self._lock = threading.Lock()

    def fetch_later_tier_codes(self, place: int) -> None:
        """Put the codes of the tier of a place where they belong.

        Raises `TierNotSolved`, `CodesExhausted`.
        """
        with self._lock:
            tier = bisect_right(self.places.bounds, place) - 1
            if tier in self._there:
                return  # by another thread, or this place has none, which the kernel says by itself
            try:
                note = read_solved_tier_note(self.work.at, self.work.job, tier)
            except FileNotFoundError:
                raise TierNotSolved(tier) from None
            kinds = np.zeros(FIRST + len(note["book"]), self.codes.dtype)
            kinds[NONE] = NONE
            kinds[FIRST:] = [self.book.get_or_add_code(answer) for answer in note["book"]]
            begin, end = self.places.bounds[tier], self.places.bounds[tier + 1]
            for part, first in enumerate(range(begin, end, PART)):
                theirs = self.work.read_whole_object(tier, CODES, part)
                check_tier_codes(theirs, min(PART, end - first), len(kinds), self.work, tier)
                self.codes[first : first + len(theirs)] = kinds[theirs]
            self._there.add(tier)


def check_tier_codes(codes: Column, size: int, most: int, work: TaskContext, tier: int) -> None:
    """Raise `DamagedScratch` where the number of codes is wrong, or a code stands for nothing."""
    if len(codes) != size or (len(codes) and (int(codes.max()) >= most or int(codes.min()) < NONE)):
        raise DamagedScratch(
            f"{work.at.objects.url}: codes of tier {tier} are not what was solved: begin anew"
        )


def write_index_slice_file(work: TaskContext) -> None:
    """Write a slice's file of the solution, and note what it holds."""
    places, number = get_slots_of_job_index(work.at), work.task.bucket
    begin, end = number * SLICE, min((number + 1) * SLICE, places.place_count)
    found: list[Column] = []
    tier = bisect_right(places.bounds, begin) - 1
    while begin < end:
        first, beyond = places.bounds[tier], min(places.bounds[tier + 1], end)
        if beyond > begin:
            note = read_solved_tier_note(work.at, work.job, tier)
            book = np.array([0] * FIRST + note["book"], np.int32)
            book[NONE] = get_undecided_answer(np.int32) + 1
            while begin < beyond:
                place = begin - first
                section = work.open_bucket_object(tier, CODES, place // PART).read_section(
                    place % PART // SLICE
                )
                codes = work.add_to_bytes_read(section)[place % SLICE :][: beyond - begin]
                check_tier_codes(codes, min(len(codes), beyond - begin) or 1, len(book), work, tier)
                found.append(book[codes])
                begin += len(codes)
        tier += 1
    publish_rank_slice(work, np.concatenate(found))


def publish_rank_slice(work: TaskContext, answers: Column) -> None:
    """Write a slice of packed answers, or of expectations, and note what it holds."""
    game, number = work.at.game, work.task.bucket
    held: Any
    if answers.dtype.kind == "f":
        held, tally = InMemoryExpectations(answers), tally_ranked_expectations(answers)
    else:
        blank = get_undecided_answer(answers.dtype)
        held, tally = InMemoryAnswers(answers, WIDE, blank), tally_ranked_answers(answers, WIDE, blank)
    if work.job.kept.values_only:
        held = InMemoryValues(held.read_packed_values_of_slice(0))
    with temporary_folder() as folder:
        path = folder / format_tier_file_name(number)
        work.publish_slice_file(number, path, write_rank_slice(path, held, 0, scored=game.scored), tally)
    work.report.positions = tally.positions


def read_answer_of_rank(at: OpenedJob, job: SolveJob, rank: int) -> tuple[int, int]:
    """Return the value and remoteness of a rank, `NO_END` for play without an end."""
    places = get_slots_of_job_index(at)
    tier = bisect_right(places.bounds, rank) - 1
    place = rank - places.bounds[tier]
    name = job.object_name(tier, CODES, place // PART)
    codes = ArraySections(at.objects, name, format_object_owner(job, name)).read_section(
        place % PART // SLICE
    )
    answer = read_solved_tier_note(at, job, tier)["book"][int(codes[place % SLICE]) - FIRST]
    return unpack_answer(answer, WIDE)
