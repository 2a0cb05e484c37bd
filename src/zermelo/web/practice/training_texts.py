"""Texts of the trainer: tasks, verdicts, results of puzzles, and labels of buttons."""

from collections.abc import Sequence
from typing import Any

from zermelo.web.practice.training_puzzles import ZUGZWANG, PuzzleState, TrainingPuzzle, judge_puzzle_move
from zermelo.web.practice.training_records import PuzzleRecord
from zermelo.web.requests.position_url import SIDES


def list_form_buttons(puzzle_state: PuzzleState) -> list[tuple[str, str]]:
    """Return what forms there are, each with the words of its button."""
    if puzzle_state.verdict == "done" or puzzle_state.address.opened:
        return [("next", "Next puzzle"), ("list", "All puzzles")]
    if puzzle_state.verdict:
        return [("again", "Try again"), ("answer", "See the answer")]
    return [("answer", "See the answer")]


def list_right_move_names(task: TrainingPuzzle, answers: Sequence[Any]) -> list[str]:
    """Return the names of the moves that are right, of some judged ones, best first."""
    return [each.name for each in answers if judge_puzzle_move(task, each, answers[0])[0] == "right"]


def join_names(names: Sequence[str]) -> str:
    """Return names in a row, "and" before the last.

    >>> join_names(("a1", "b2", "c3"))
    'a1, b2 and c3'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def describe_puzzle_task(task: TrainingPuzzle) -> str:
    """Return what is to be done, as a sentence's beginning."""
    if task.puzzle.kind == ZUGZWANG:
        return "Who wins in each of the two?"
    return task.puzzle.task[:1].upper() + task.puzzle.task[1:]


def describe_puzzle_state(puzzle_state: PuzzleState) -> str:
    """Return what is said of the last thing done, or of what is to be done now."""
    match = puzzle_state.line.match
    if puzzle_state.verdict == "done":
        return (
            f"Done: {puzzle_state.words[:1].lower()}{puzzle_state.words[1:]}"
            if puzzle_state.other
            else f"Done: {puzzle_state.words}"
        )
    if puzzle_state.verdict or not match.played or puzzle_state.other is not None:
        return puzzle_state.words
    if match.movers[-2] == puzzle_state.person_side:
        return f"{puzzle_state.words}. Go on"
    name = match.game.name(match.positions[-2], match.played[-1])
    return f"{puzzle_state.words}. {SIDES[match.movers[-2]].capitalize()} answers {name}. Go on"


def describe_person_side(puzzle_state: PuzzleState) -> str:
    """Return whose side the person takes, in words."""
    if puzzle_state.other is not None:
        return "The player to move would rather pass"
    return (
        "Your move"
        if puzzle_state.task.puzzle.answer.alone
        else f"Your move, as {SIDES[puzzle_state.person_side]}"
    )


def choose_record_tone(record: PuzzleRecord) -> str:
    """Return the tone of how a puzzle went.

    >>> choose_record_tone(PuzzleRecord()), choose_record_tone(PuzzleRecord(box=2, right=1))
    ('unknown', 'win')
    """
    if not record.box:
        return "unknown"
    return "loss" if record.box == 1 else "win"


def describe_puzzle_record(record: PuzzleRecord) -> str:
    """Return how a puzzle went, in words.

    >>> describe_puzzle_record(PuzzleRecord(2, right=1, missed=2, last="2026-01-31T10:00:00+00:00"))
    'found once, missed 2 times, last on 2026-01-31'
    """
    if not record.box:
        return "new"
    parts = [
        f"{word} {_format_number_of_times(count)}"
        for word, count in (("found", record.right), ("missed", record.missed))
        if count
    ]
    day = record.last[:10]
    return ", ".join([*parts, *([f"last on {day}"] if day else [])])


def _format_number_of_times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def summarize_puzzle_records(records: Sequence[PuzzleRecord]) -> str:
    """Return how all went, as a heading.

    >>> summarize_puzzle_records([PuzzleRecord(), PuzzleRecord(box=1, missed=1)])
    '1 of 2 puzzles was missed, 1 is new'
    """
    missed = sum(record.box == 1 for record in records)
    new = sum(record.box == 0 for record in records)
    if new == len(records):
        return f"{new} puzzle{'' if new == 1 else 's'} to find"
    found = len(records) - missed - new
    said = [(missed, "missed"), (found, "found")]
    first, *rest = [f"{count} {'was' if count == 1 else 'were'} {word}" for count, word in said if count]
    if new:
        rest.append(f"{new} {'is' if new == 1 else 'are'} new")
    count, _, words = first.partition(" ")
    return ", ".join([f"{count} of {len(records)} puzzles {words}", *rest])
