"""A lesson at the terminal: rules one by one, each with a position that it decides, and then it asks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from zermelo.cli.console.prompt_input import accept_undecodable_input, read_input_line
from zermelo.cli.console.terminal_colors import TerminalColors, format_picture_in_colors
from zermelo.cli.console.text_board_labels import AxisLabels, RowCellNames, find_board_labels
from zermelo.cli.players.play_texts import format_in_columns, list_numbered_move_names, wrap_sentence
from zermelo.core import IllegalMove
from zermelo.play import Match, Scene

if TYPE_CHECKING:
    from zermelo.explain import Lesson, LessonExample, LessonMove, LessonStep

ROWS: Final = 3  # moves of which it is said what they give away
ALLOWED, WRONG = "*", "?"
SIGNS: Final = {ALLOWED: f"{ALLOWED} is what the rule allows", WRONG: f"{WRONG} gives something away"}
LEAVING: Final = ("q", "quit")
HELP: Final = (
    "You are asked after each rule: give a move by its name or its number; Enter skips a question, q ends."
)


@dataclass
class TerminalLesson:
    """A lesson being held."""

    lesson: "Lesson"
    paint: TerminalColors = field(default_factory=TerminalColors)
    answered: list[str] = field(default_factory=list)  # what each answer was
    labels: AxisLabels | RowCellNames | None = None
    left: bool = False  # the person has gone
    alone: bool = False  # input has ended: the lesson continues without questions


def run_terminal_lesson(lesson: "Lesson") -> None:
    """Print a lesson and ask its questions, to its end or until the person leaves."""
    held = TerminalLesson(lesson, labels=find_board_labels(lesson.rules.game))
    accept_undecodable_input()
    print()
    _print_wrapped(held, " ".join((*lesson.rules.READING, HELP)))
    for step in lesson.steps:
        _print_lesson_step(held, step)
        for title, question in zip(step.question_titles, step.questions, strict=True):
            if not held.left and not held.alone:
                _ask_question(held, question, title)
        if held.left:
            break
    if not held.left or held.answered:
        print(f"\n{lesson.summarize_answers(held.answered)}")


def _print_wrapped(session: TerminalLesson, text: str) -> None:
    print(wrap_sentence(text, session.paint.width))


def _print_lesson_step(session: TerminalLesson, step: "LessonStep") -> None:
    """Print a rule, show where it decides, and where the rules up to it are not enough."""
    print()
    _print_wrapped(session, session.lesson.step_title(step))
    for term in step.terms:
        _print_wrapped(session, f"  {term}")
    if step.example is None:
        _print_wrapped(session, session.lesson.NEVER_ASKED)
    else:
        _print_example_board(session, step.example)
        _print_sentence_and_wrong_moves(session, step.example, step.example.wrong_moves)
    if step.needed is None:
        return
    print()
    _print_wrapped(session, f"{session.lesson.not_enough_text(step)}:")
    _print_example_board(session, step.needed)
    _print_sentence_and_wrong_moves(session, step.needed, step.needed_moves)
    _print_wrapped(session, session.lesson.needed_text(step))


def _print_sentence_and_wrong_moves(
    session: TerminalLesson, example: "LessonExample", choices: Sequence["LessonMove"]
) -> None:
    """Print what the rules allow, and what some moves lose to, the worst first."""
    _print_wrapped(session, f"{example.sentence.removesuffix('.')}, and {example.losing_text(choices)}")
    wide = max((len(choice.name) for choice in choices[:ROWS]), default=0)
    for choice in choices[:ROWS]:
        print(f"  {choice.name:<{wide}}  {choice.loss_text}")
    if len(choices) > ROWS:
        print(f"  and {len(choices) - ROWS} more")


def _print_example_board(
    session: TerminalLesson, example: "LessonExample", *, mark_moves: bool = True
) -> None:
    """Print the board; with `mark_moves`, mark the empty cells that the moves go to."""
    match = Match(example.game, [example.position])
    shown, signs = match.text, _find_signs_of_move_targets(example) if mark_moves else {}
    board = format_picture_in_colors(session.paint, match.picture, signs)
    if not board:
        board = session.labels.add_to_board_text(shown, signs) if session.labels else shown
    print(f"\n{board}\n")
    legend = [words for sign, words in SIGNS.items() if sign in board and sign in signs.values()]
    if legend:
        _print_wrapped(session, "  ".join(legend))


def _find_signs_of_move_targets(example: "LessonExample") -> dict[str, str]:
    """Return the sign of each place that a piece moves to: allowed, or giving something away.

    There are no signs where a move takes several places, or an allowed move goes to an occupied place: then
    the words alone answer.
    """
    scene = Scene.from_match(Match(example.game, [example.position]), example.choices)
    right = [choice.move for choice in example.allowed_moves if not choice.gives_away]
    if example.number is None:
        right = []
    for choice in scene.choices:
        if len(choice.cells) != 1 and not scene.is_piece_move(choice):
            return {}
        if choice.move in right and scene.has_piece(choice.target):
            return {}
    marking = scene.make_rule_highlights(right, [choice.move for choice in example.wrong_moves])
    return {worth.place: ALLOWED if worth.place in marking.chosen else WRONG for worth in marking.values}


def _ask_question(session: TerminalLesson, question: "LessonExample", title: str) -> None:
    """Ask what to play, until a move is given, the question is skipped or the person leaves."""
    match = Match(question.game, [question.position])
    print()
    _print_wrapped(session, title)
    _print_example_board(session, question, mark_moves=False)
    print(format_in_columns(list_numbered_move_names(match), session.paint.width, "moves: "))
    while True:
        line = read_input_line(question.prompt)
        if line is None:
            session.alone = True
            return
        try:
            move = match.find_move(line, exact=line in LEAVING) if line else None
        except IllegalMove as error:
            if line in LEAVING:
                session.left = True
                return
            _print_wrapped(session, " ".join(str(error).split()))
            continue
        verdict = session.lesson.judge_answer(question, None if move is None else question.find_move(move))
        session.answered.append(verdict.kind)
        _print_wrapped(session, verdict.words)
        return
