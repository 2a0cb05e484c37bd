"""Guided readings: every command of every step is run, and what a step shows and finds stands in the answer."""

import io
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.commands import Command, answer, check_refusal, text
from support.marks import long_unless
from support.places import HOUSE

import zermelo
from zermelo.core import BadParameter
from zermelo.explain import Reading, ReadingStep
from zermelo.explain.readings import guided_reading
from zermelo.explain.readings.guided_reading import OMITTED

pytestmark = pytest.mark.usefixtures("kept")
READINGS = [Reading.load(name) for name in Reading.NAMES]
STEPS = [(reading, number, step) for reading in READINGS for number, step in enumerate(reading.steps, 1)]
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
SITTING = 60  # minutes
MOST_LINES = 60  # of a step, at 80 columns
LONG = (  # what takes two seconds and more
    "chess_endgame",
    "shallow(plies=4)",
    "selfplay",
    "by-depth",
    "--audit",
)


def missing_lines(step: ReadingStep, printed: str) -> list[str]:
    """Return the lines of a step that its command does not print, in this order."""
    missing, place = [], 0
    for wanted in step.shows.splitlines():
        found = place if wanted == OMITTED else printed.find(wanted, place)
        if found < 0:
            missing.append(wanted)
        elif wanted != OMITTED:
            place = found + len(wanted)
    return missing


def cases() -> list[Any]:
    return [
        pytest.param(
            step,
            id=f"{reading.name}-{number}",
            marks=pytest.mark.long if any(word in step.command for word in LONG) else (),
        )
        for reading, number, step in STEPS
    ]


@pytest.mark.parametrize("step", cases())
def test_a_step_shows_what_its_command_prints(step: ReadingStep, command: Command) -> None:
    ran = command(*step.words)
    assert ran.status in (0, 1), ran  # 1: a check fails
    assert missing_lines(step, ran.out) == [], ran.out
    known = set(NUMBER.findall(f"{step.command} {ran.out}"))
    assert {each for each in NUMBER.findall(step.finding) if each not in known} == set(), ran.out


ANSWERED = sorted({found for _, _, step in STEPS for found in re.findall(r"`(zermelo .*?)`", step.answer)})


@pytest.mark.parametrize("line", long_unless(ANSWERED, lambda line: "solve declared" not in line))
def test_commands_of_answers_run(line: str, command: Command) -> None:
    assert command(*shlex.split(line)[1:]).status == 0


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_a_reading_fits_a_sitting_and_every_board_is_there(reading: Reading) -> None:
    assert reading.minutes <= SITTING
    for step in reading.steps:
        if step.board:
            game = zermelo.game(step.board)
            assert game.show(next(iter(game.starts())))
            if place := step.board_place:
                assert place.game and (" from " in step.board) == bool(place.position)
        assert (step.draws_tree or bool(step.figure)) == step.draw().startswith("<svg")


@pytest.fixture
def read(command: Command, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return what is printed where somebody has typed these lines."""

    def printed(*options: str, typed: tuple[str, ...] = ()) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return text(command("read", *options))

    return printed


def test_documents_are_listed(read: Callable[..., str], command: Command) -> None:
    printed = read()
    assert [line.split()[0] for line in printed.splitlines()[:-1]] == list(Reading.NAMES)
    check_refusal(command("read", "bible"), 2, "no reading 'bible'", "blog")
    check_refusal(command("read", "--all"), 2, "name a document")
    check_refusal(command("read", "blog", "--step", "99"), 2, "no step 99")


def test_without_a_person_one_step_is_printed_with_its_recorded_answer(read: Callable[..., str]) -> None:
    printed = read("blog", "--step", "2")
    assert "Step 2 of " in printed and "Step 3" not in printed
    assert "class    a two-player" in printed and "impartial" not in printed
    assert printed.count("Answer: ") == 1
    assert printed.splitlines()[-1] == "next: zermelo read blog --step 3"


def test_a_person_runs_goes_on_leaps_and_ends(read: Callable[..., str]) -> None:
    printed = read("blog", "--step", "2", typed=("", "", "", "6", "x", "q"))
    assert "impartial" in printed, "the command was run"
    where = [place for place, line in enumerate(printed.splitlines()) if line.startswith("Step ")]
    assert [printed.splitlines()[place].partition(" of")[0] for place in where] == [
        "Step 2",
        "Step 3",
        "Step 6",
    ]
    assert "'x' is no step: type 1 to" in printed
    assert printed.splitlines()[-1] == "next: zermelo read blog --step 6"


def test_all_steps_are_printed_and_data_are_the_same(read: Callable[..., str], command: Command) -> None:
    for reading in READINGS:
        printed, data = read(reading.name, "--all"), answer(command("read", reading.name, "--json"))
        assert printed.count("Answer: ") == len(reading.steps) == len(data["steps"])
        assert data["minutes"] == reading.minutes
        assert [each["command"] for each in data["steps"]] == [step.command for step in reading.steps]
        for part in re.split(r"(?m)^Step \d+ of ", printed)[1:]:
            assert part.count("\n") <= MOST_LINES


FILE = HOUSE / "src" / "zermelo" / "explain" / "readings" / "blog.toml"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("place = ", "plaze = ", "plaze"),
        ('title = "', 'title = ""  #', "title"),
        ('board = "', 'board = "\n', "no guided reading"),
        ('question = "In the second', 'answer = "In the second', "no guided reading"),
        (
            'which moves are there at 99 stones?"',
            'which moves are there at 99 stones"',
            "step 1: the question",
        ),
        ('1, 2 or 3."\nquestion', '1, 2 or 3"\nquestion', "step 1: the finding"),
    ],
)
def test_a_file_that_breaks_the_rules_is_refused(tmp_path: Path, before: str, after: str, words: str) -> None:
    written, file = FILE.read_text(encoding="utf-8"), tmp_path / "blog.toml"
    assert before in written
    file.write_text(written.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadParameter, match=words):
        guided_reading._load_reading_file(file)


def test_a_reading_of_few_steps_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(
        FILE.read_text(encoding="utf-8").partition("[[steps]]")[0] + "steps = []", encoding="utf-8"
    )
    with pytest.raises(BadParameter, match="has 0 steps"):
        guided_reading._load_reading_file(file)
