"""A guided reading at the terminal: step by step, each with a command that is run, and then a question.

A command is run by the application, which is imported when one is run.
"""

import contextlib
import io
from typing import TYPE_CHECKING

import zermelo
from zermelo.cli.console.prompt_input import accept_undecodable_input, read_input_line
from zermelo.cli.console.terminal_colors import TerminalColors, format_position_board
from zermelo.cli.players.play_texts import wrap_sentence

if TYPE_CHECKING:
    from zermelo.explain import Reading, ReadingStep

MOST_LINES = 36  # of an answer; of a longer one the lines that matter are printed
LEAVING = ("q", "quit")
RUN = "Enter runs it, a number leads to that step, q ends: "
THINK = "Enter shows the answer: "
GO_ON = "Enter goes on: "


def run_terminal_reading(reading: "Reading", number: int, *, every: bool) -> None:
    """Print a reading from one step on, asking between, or with `every` all of it with recorded results."""
    width = TerminalColors().width
    print(f"{reading.title}: {reading.size_text}")
    print(wrap_sentence(f"{reading.source}. {reading.introduction}", width))
    if not every:
        return _hold_steps(reading, number, width)
    for each, step in enumerate(reading.steps, 1):
        print(format_step_opening(reading, each, width))
        print(format_result(step.shows, step, width))
        print(format_answer(step, width))
    return None


class StepLeft(Exception):  # no error
    """The person goes to the step of this number; None: ends."""

    def __init__(self, number: int | None) -> None:
        self.number = number


def _hold_steps(reading: "Reading", number: int, width: int) -> None:
    """Show one step after the other, until the person leaves or nothing more can be typed."""
    accept_undecodable_input()
    while number <= len(reading.steps):
        try:
            is_there = _hold_step(reading, number, width)
            number += 1
            if not is_there:
                break
        except StepLeft as left:
            if left.number is None:
                break
            number = left.number
    if number <= len(reading.steps):
        print(f"\nnext: zermelo read {reading.name} --step {number}")


def _hold_step(reading: "Reading", number: int, width: int) -> bool:
    """Show a step, run its command and ask its question; return whether anything could be typed."""
    step = reading.steps[number - 1]
    print(format_step_opening(reading, number, width))
    is_there = _ask(reading, RUN)
    print(format_result(run_step_command(step) if is_there else step.shows, step, width))
    is_there = is_there and _ask(reading, THINK)
    print(format_answer(step, width))
    return is_there and (number == len(reading.steps) or _ask(reading, GO_ON))


def _ask(reading: "Reading", prompt: str) -> bool:
    """Wait for Enter; return False where the input has ended. Raises `StepLeft`."""
    while True:
        print()
        line = read_input_line(prompt)
        if not line:
            return line is not None
        if line in LEAVING:
            raise StepLeft(None)
        if line.isdecimal() and 1 <= int(line) <= len(reading.steps):
            raise StepLeft(int(line))
        print(f"{line!r} is no step: type 1 to {len(reading.steps)}, q, or Enter alone")


def run_step_command(step: "ReadingStep") -> str:
    """Run the command of a step and return what it prints; errors and progress are printed at once."""
    from zermelo.cli.command_app import run_command_line

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        run_command_line(step.words)
    return said.getvalue().rstrip("\n")


def format_step_opening(reading: "Reading", number: int, width: int) -> str:
    """Return what precedes the command's answer: place, statement, board and command."""
    step = reading.steps[number - 1]
    texts = ["", wrap_sentence(f"{reading.step_label(number)}: {step.place}", width), ""]
    texts.append(wrap_sentence(step.statement, width))
    if step.board and not step.draws_tree:
        game = zermelo.game(step.board)
        texts += ["", format_position_board(game, next(iter(game.starts())))]
    return "\n".join((*texts, "", step.line))


def format_result(answer: str, step: "ReadingStep", width: int) -> str:
    """Return a command's answer, of a long one the lines that matter, then the finding and the question."""
    count = answer.count("\n") + 1
    lines = [step.shows, f"({count} lines in all)"] if count > MOST_LINES else [answer]
    said = ((step.FINDING, step.finding), (step.QUESTION, step.question))
    return "\n".join((*lines, *(f"\n{wrap_sentence(f'{name}: {text}', width)}" for name, text in said)))


def format_answer(step: "ReadingStep", width: int) -> str:
    """Return the answer to a step's question in lines."""
    return wrap_sentence(f"{step.ANSWER}: {step.answer}", width)
