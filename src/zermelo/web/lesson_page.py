"""The lesson of a list of rules, walked through on pages: each rule with its boards, and then its questions.

What is told and asked is the lesson of `zermelo explain --teach`. A page is one stage of it: a rule, or a
question, which is answered on the board or by a move of the list. Nothing is remembered: how the questions
went stands in the address, a letter for each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from zermelo.errors import BadParameter, Cancelled, MissingCapability, MissingSolution
from zermelo.explaining import Choice, Example, Lesson, Step, told_of
from zermelo.matches import Match
from zermelo.showing import scene_of, sign_svg
from zermelo.web.addresses import Address, View
from zermelo.web.home import title_of
from zermelo.web.lesson_address import LETTERS, LessonAddress
from zermelo.web.lines import Line
from zermelo.web.panels import rule_lists
from zermelo.web.shelf import Known
from zermelo.web.views import Seen, links_of, moves_of

TONES: Final = {"r": "win", "g": "draw", "a": "loss", "s": "unknown"}
SHOWN: Final = 3  # moves of which it is said what they give away


@dataclass(frozen=True)
class Stage:
    """A page of a lesson: a step told, or its question of this number, from 1."""

    step: Step
    question: int = 0

    @property
    def asked(self) -> Example | None:
        """The question, None where the step is told."""
        return self.step.questions[self.question - 1] if self.question else None


def stages_of(lesson: Lesson) -> list[Stage]:
    """Return the pages of a lesson: each step, and then what is asked after it."""
    return [Stage(step, number) for step in lesson.steps for number in range(len(step.questions) + 1)]


def find_lesson(known: Known, name: str, files: Mapping[str, Path], seconds: float) -> Lesson:
    """Return the lesson of the shortest list of a solved game, or of a file's that the command line gave.

    Raises `MissingSolution`, `BadParameter`, and `MissingCapability` where it takes longer than a page waits.
    """
    game = known.game
    if known.solution is None:
        raise MissingSolution(f"{game!r} is not solved yet: the lesson comes after that")
    if known.solution.summary.solved > rule_lists.MOST_SOLVED:
        raise MissingCapability(
            f"a lesson for {known.solution.summary.solved:,} positions may take minutes: "
            "ask for it at a prompt, by zermelo explain --teach"
        )
    given = dict(rule_lists.given_lists(game, files))
    if name and name not in given:
        raise BadParameter(
            f"no list {name!r} was given for {game!r}: give one with --player, or leave it out"
        )
    try:
        rules = given[name] if name else rule_lists.shortest(game, seconds).rules
    except Cancelled:
        rules = None
    lesson = None if rules is None else rule_lists.lesson(rules, seconds)
    if lesson is None:
        raise MissingCapability(
            f"there is no lesson for {game!r} within {seconds:g} seconds: "
            "ask for it at a prompt, by zermelo explain --teach"
        )
    return lesson


def contents(address: LessonAddress, known: Known, lesson: Lesson) -> dict[str, Any]:
    """Return what a page of a lesson lays out."""
    stages = stages_of(lesson)
    base = {
        "title": title_of(address.game.partition("(")[0]),
        "panel": f"{Address(address.game).looked(panel='rules').url()}#panel",
        "count": len(stages),
        "went": [sign_svg(TONES[letter]) for letter in address.went],
        "so_far": told_of([LETTERS[letter] for letter in address.went]) if address.went else "",
    }
    if address.stage >= len(stages):
        again = address.at_stage(0).url()
        return base | {
            "over": True,
            "stage": len(stages),
            "again": again,
            "rows": _rows(address, stages, None),
        }
    stage = stages[address.stage]
    told = {
        "over": False,
        "stage": address.stage + 1,
        "rows": _rows(address, stages, stage.step),
        "heading": lesson.title(stage.step),
        "progress": f"{lesson.place(stage.step)}, page {address.stage + 1} of {len(stages)}",
        "back": address.at_stage(address.stage - 1, address.went).url() if address.stage else "",
    }
    if stage.asked is None:
        return base | told | _told(address, lesson, stage.step)
    return base | told | _asked(address, known, lesson, stage)


def _rows(address: LessonAddress, stages: list[Stage], now: Step | None) -> list[dict[str, Any]]:
    """Return the rules with the pages that tell them; which are behind, and which is the one now."""
    rows = []
    for number, stage in enumerate(stages):
        if not stage.question:
            rows.append(
                {
                    "number": stage.step.number,
                    "words": stage.step.words,
                    "url": address.at_stage(number, address.went).url(),
                    "now": stage.step is now,
                    "done": number < address.stage and stage.step is not now,
                }
            )
    return rows


def _told(address: LessonAddress, lesson: Lesson, step: Step) -> dict[str, Any]:
    """Return a rule being told: where it decides, and where the rules up to it are not enough."""
    boards = []
    if step.example is not None:
        boards.append(_board(step.example, step.example.wrong) | {"title": "", "after": ""})
    if step.needed is not None:
        wrong = [each for each in step.needed.wrong if each.allowed or step.needed.number is None]
        shown = _board(step.needed, wrong)
        title, after = f"{lesson.short(step)}:", f"Here {lesson.following(step)} is needed."
        boards.append(shown | {"title": title, "after": after})
    return {
        "question": "",
        "terms": [term._asdict() for term in step.terms],
        "never": step.example is None,
        "boards": boards,
        "next": address.at_stage(address.stage + 1, address.went).url(),
    }


def _board(example: Example, wrong: list[Choice]) -> dict[str, Any]:
    picture, is_marked = rule_lists.marked(example)
    return {
        "picture": picture,
        "is_marked": is_marked,
        "said": f"{example.who}: {example.allows}.",
        "wrong": [{"name": each.name, "lost": each.lost} for each in wrong[:SHOWN]],
        "more": max(0, len(wrong) - SHOWN),
    }


def _asked(address: LessonAddress, known: Known, lesson: Lesson, stage: Stage) -> dict[str, Any]:
    """Return a question: the board and the moves; once it is answered, what is said of that."""
    question = stage.asked
    assert question is not None
    match = Match(question.game, [question.position])
    heading = f"Question {stage.question} of {len(stage.step.questions)}"
    found = {"question": heading, "terms": [], "boards": [], "side": question.who}
    if not address.moves and not address.skipped:
        seen = Seen(address, Line(question.game, match), known, scene_of(match), None)
        moves, touched = moves_of(seen), address.view.touched
        return found | {
            "picture": seen.scene.board(touches=links_of(seen), touched=touched),
            "moves": moves,
            "touched": touched,
            "untouched": address.looked().url(),
            "skip": replace(address, skipped=True, view=View()).url(),
            "verdict": None,
            "data": {"moves": [] if touched else moves},
        }
    given = None if address.skipped else question.choice(match.find_move(address.moves[0]))
    verdict = lesson.judge(question, given)
    letter = next(letter for letter, kind in LETTERS.items() if kind == verdict.kind)
    return found | {
        "picture": rule_lists.marked(question)[0],
        "is_marked": True,
        "verdict": {**verdict._asdict(), "sign": sign_svg(TONES[letter])},
        "next": address.at_stage(address.stage + 1, address.went + letter).url(),
        "moves": [],
        "data": {"moves": []},
    }
