"""The lesson of a list of rules, walked through on pages: each rule with its boards, and then its questions.

The lesson is that of `zermelo explain --teach`. A page is one stage of it: a rule, or a question, which is
answered on the board or by a move of the list. The server stores nothing: the results of the questions stand
in the address, a letter for each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from zermelo.core import BadParameter, Cancelled, MissingCapability, MissingSolution
from zermelo.explain import Lesson, LessonExample, LessonMove, LessonStep
from zermelo.games import format_game_name
from zermelo.play import Match, Scene, value_sign_html
from zermelo.web.pages.line_cache import PlayedLine
from zermelo.web.pages.position_view import (
    PositionView,
    build_board_script_values,
    list_clickable_board_places,
    list_move_choices,
)
from zermelo.web.panels import rule_list_panel
from zermelo.web.requests.lesson_url import LETTERS, LessonUrl
from zermelo.web.requests.position_url import PositionUrl, ViewOptions
from zermelo.web.services.solution_cache import GameStatus

TONES: Final = {"r": "win", "g": "draw", "a": "loss", "s": "unknown"}
SHOWN: Final = 3  # moves of which it is said what they give away


@dataclass(frozen=True)
class LessonStage:
    """A page of a lesson: a step, or its question of this number, from 1."""

    step: LessonStep
    question: int = 0

    @property
    def question_example(self) -> LessonExample | None:
        """Position that is asked about; None where the page shows the step."""
        return self.step.questions[self.question - 1] if self.question else None


def list_lesson_stages(lesson: Lesson) -> list[LessonStage]:
    """Return the pages of a lesson: each step, and then what is asked after it."""
    return [LessonStage(step, number) for step in lesson.steps for number in range(len(step.questions) + 1)]


def make_lesson_of_solved_game(
    status: GameStatus, name: str, files: Mapping[str, Path], seconds: float
) -> Lesson:
    """Return the lesson of the shortest list of a solved game, or of a file's that the command line gave.

    Raises `MissingSolution`, `BadParameter`, and `MissingCapability` where it takes longer than a page waits.
    """
    game = status.game
    if status.solution is None:
        raise MissingSolution(f"{game!r} is not solved yet: the lesson comes after that")
    if status.solution.summary.solved > rule_list_panel.MOST_SOLVED:
        raise MissingCapability(
            f"a lesson for {status.solution.summary.solved:,} positions may take minutes: "
            "ask for it at a prompt, by zermelo explain --teach"
        )
    given = dict(rule_list_panel.find_rule_lists_for_game(game, files))
    if name and name not in given:
        raise BadParameter(
            f"no list {name!r} was given for {game!r}: give one with --player, or leave it out"
        )
    try:
        rules = given[name] if name else rule_list_panel.find_shortest_rule_list(game, seconds).rules
    except Cancelled:
        rules = None
    lesson = None if rules is None else rule_list_panel.make_rule_list_lesson(rules, seconds)
    if lesson is None:
        raise MissingCapability(
            f"there is no lesson for {game!r} within {seconds:g} seconds: "
            "ask for it at a prompt, by zermelo explain --teach"
        )
    return lesson


def build_lesson_page_values(address: LessonUrl, status: GameStatus, lesson: Lesson) -> dict[str, Any]:
    """Return what a page of a lesson lays out."""
    stages = list_lesson_stages(lesson)
    base = {
        "title": format_game_name(address.game.partition("(")[0]),
        "panel": f"{PositionUrl(address.game).with_view_options(panel='rules').url()}#panel",
        "count": len(stages),
        "went": [value_sign_html(TONES[letter]) for letter in address.went],
        "so_far": Lesson.summarize_answers([LETTERS[letter] for letter in address.went]),
        "legend": Scene.RULE_LEGEND,
        "reading": " ".join(lesson.rules.READING),
    }
    if address.stage >= len(stages):
        again = address.at_stage(0).url()
        return base | {
            "over": True,
            "stage": len(stages),
            "again": again,
            "heading": base["so_far"],
            "progress": "",
            "rows": _list_rule_links(address, stages, None),
        }
    stage = stages[address.stage]
    told = {
        "over": False,
        "stage": address.stage + 1,
        "rows": _list_rule_links(address, stages, stage.step),
        "heading": lesson.step_title(stage.step),
        "progress": f"{lesson.step_label(stage.step)}, page {address.stage + 1} of {len(stages)}",
        "back": address.at_stage(address.stage - 1, address.went).url() if address.stage else "",
    }
    if stage.question_example is None:
        return base | told | _build_rule_page_values(address, lesson, stage.step)
    return base | told | _build_question_page_values(address, status, lesson, stage)


def _list_rule_links(
    address: LessonUrl, stages: list[LessonStage], current: LessonStep | None
) -> list[dict[str, Any]]:
    """Return the rules with their pages, which are done, and which is the current one."""
    rows = []
    for number, stage in enumerate(stages):
        if not stage.question:
            rows.append(
                {
                    "number": stage.step.number,
                    "words": stage.step.words,
                    "url": address.at_stage(number, address.went).url(),
                    "now": stage.step is current,
                    "done": number < address.stage and stage.step is not current,
                }
            )
    return rows


def _build_rule_page_values(address: LessonUrl, lesson: Lesson, step: LessonStep) -> dict[str, Any]:
    """Return the page of a rule: where it decides, and where the rules up to it are not enough."""
    boards = []
    if step.example is not None:
        boards.append(
            _build_example_board_values(step.example, step.example.wrong_moves) | {"title": "", "after": ""}
        )
    if step.needed is not None:
        shown = _build_example_board_values(step.needed, step.needed_moves)
        title = f"{lesson.not_enough_text(step)}:"
        boards.append(shown | {"title": title, "after": lesson.needed_text(step)})
    return {
        "question": "",
        "terms": step.terms,
        "never": lesson.NEVER_ASKED if step.example is None else "",
        "boards": boards,
        "next": address.at_stage(address.stage + 1, address.went).url(),
    }


def _build_example_board_values(example: LessonExample, wrong: list[LessonMove]) -> dict[str, Any]:
    picture, is_marked = rule_list_panel.draw_example_board(example)
    return {
        "picture": picture,
        "is_marked": is_marked,
        "said": example.sentence,
        "losing": example.losing_text(wrong),
        "wrong": [{"name": each.name, "lost": each.loss_text} for each in wrong[:SHOWN]],
        "more": max(0, len(wrong) - SHOWN),
    }


def _build_question_page_values(
    address: LessonUrl, status: GameStatus, lesson: Lesson, stage: LessonStage
) -> dict[str, Any]:
    """Return a question: the board and the moves; once it is answered, what is said of that."""
    question = stage.question_example
    assert question is not None
    match = Match(question.game, [question.position])
    found = {
        "question": stage.step.question_titles[stage.question - 1],
        "terms": [],
        "boards": [],
        "asked": f"{question.mover_text}: {lesson.QUESTION}",
    }
    if not address.moves and not address.skipped:
        seen = PositionView(address, PlayedLine(question.game, match), status, Scene.from_match(match), None)
        moves, touched = list_move_choices(seen), address.view.touched
        return found | {
            "picture": seen.scene.board_html(targets=list_clickable_board_places(seen), touched=touched),
            "moves": moves,
            "touched": touched,
            "untouched": address.with_view_options().url(),
            "skip": replace(address, skipped=True, view=ViewOptions()).url(),
            "verdict": None,
            "data": build_board_script_values(seen),
        }
    given = None if address.skipped else question.find_move(match.find_move(address.moves[0]))
    verdict = lesson.judge_answer(question, given)
    letter = next(letter for letter, kind in LETTERS.items() if kind == verdict.kind)
    return found | {
        "picture": rule_list_panel.draw_example_board(question)[0],
        "is_marked": True,
        "verdict": {**verdict._asdict(), "sign": value_sign_html(TONES[letter])},
        "next": address.at_stage(address.stage + 1, address.went + letter).url(),
        "moves": [],
        "data": {"moves": []},
    }
