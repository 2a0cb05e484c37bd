"""`zermelo explain --teach`: a lesson told, its questions answered from a pipe, and the same as data."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.commands import Command, answer, text
from support.listed import list_of
from support.marks import few
from support.places import DOCS

from zermelo.explain import load_list, save_list, teach_list
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.mnk import TicTacToe

pytestmark = pytest.mark.usefixtures("kept")
PAGE = DOCS / "explained-strategies.md"
Taught = Callable[..., list[str]]
FIVE = ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "lines(0,1)>=1 & lines(0,0)>=2", "unforkable")


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("lessons") / "five.rules"
    save_list(list_of(TicTacToe(), *FIVE), file)
    return str(file)


@pytest.fixture
def taught(command: Command, five: str, monkeypatch: pytest.MonkeyPatch) -> Taught:
    """Return the lines of the lesson, where somebody has typed this."""

    def told(*typed: str) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        lines = text(command("explain", "tic_tac_toe", "--check", five, "--teach")).splitlines()
        begin = next(place for place, line in enumerate(lines) if line.startswith("Read from the top"))
        return lines[begin:]

    return told


def test_a_lesson_that_nobody_answers_is_told_to_its_end(taught: Taught) -> None:
    lines = taught()
    told = [line for line in lines if line.startswith("Rule ") and " of 5" in line]
    assert [line.split()[1] for line in told] == ["1", "2", "3", "4", "5"]
    begin = lines.index("Rule 1 of 5: completes a line")
    assert lines[begin + 1] == "  a line: cells that win where one player holds them all"
    assert lines[begin + 8 : begin + 13] == [  # after the board
        "* is what the rule allows  ? gives something away",
        "The first player moves: rule 1 allows b3, and these give something away:",
        "  a3  draw in 5: b3 a2 c2 c3",
        "  c3  draw in 5: b3 a2 c2 a3",
        "",
    ]
    assert lines[begin + 13] == "Rule 1 alone is not enough:"
    assert lines[begin + 21] == "The second player moves: no rule fires, and these give something away:"
    assert lines[begin + 24 : begin + 26] == ["  a3  loss in 2: c1", "  and 2 more"]
    assert lines.count("Question 1 of 3") == 1  # asked once, and then nothing more can be typed
    assert [line for line in lines if line.startswith("Here rule ")] == [
        f"Here rule {number} is needed." for number in (2, 3, 4, 5)
    ]
    assert lines[-1] == "the lesson ends; no question was answered"


def test_cells_are_marked_where_it_is_told_what_to_play(taught: Taught, five: str) -> None:
    """Cell by cell: a star where the rules allow, a question mark where something is given away; not in questions."""
    told = "\n".join(taught())
    game = TicTacToe()
    lesson = teach_list(load_list(Path(five), game))
    examples = [each for step in lesson.steps for each in (step.example, step.needed) if each is not None]
    for example in examples:
        signs = list(game.show(example.position).replace("\n", ""))
        for choice in example.choices:
            if choice.gives_away:
                signs[choice.move] = "?"
            elif choice.allowed and example.number is not None:
                signs[choice.move] = "*"
        rows = [f"{row + 1} {' '.join(signs[3 * row : 3 * row + 3])}" for row in range(3)]
        assert "\n".join(["  a b c", *rows, ""]) in told
    assert len(examples) == 9
    assert "?" not in told.partition("Question 1 of 3")[2].partition("first>")[0]


@pytest.mark.parametrize(
    ("game", "marks"), few([("domineering(columns=3, rows=3)", False), ("achi", True)], 1)
)
def test_moves_of_several_places_are_not_marked(
    command: Command, monkeypatch: pytest.MonkeyPatch, game: str, marks: bool
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    ran = command("explain", game, "--teach")
    assert ran.status == 0 and ("gives something away\n" in ran.out) == marks


def test_the_page_shows_what_is_told(taught: Taught) -> None:
    (shown,) = re.findall(r"For rule 2 it prints:\n\n```text\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert shown in "\n".join([*taught("", "", "", "a3"), ""])


def test_answers_are_judged(taught: Taught) -> None:
    """By its name, by its number, none, no move, and one that gives something away; then it is left."""
    lines = taught("b3", "nowhere", "4", "", "2", "q")
    said = [line for line in lines if line.startswith(("No, b3", "Yes,", "Rule 1 allows", "'nowhere'"))]
    assert said == [
        "No, b3 gives away what has to be kept, loss in 2: c1. Here rule 1 allows c2",
        "'nowhere' is no move here: moves are a1, c2, a3, b3, c3",
        "Yes, win in 1: rule 1 allows b3 (completes a line).",
        "Rule 1 allows c2 (completes a line).",
    ]
    assert lines[lines.index(said[0]) + 1] == "(completes a line)."
    assert "No, a2 gives away what has to be kept, loss in 2: b3. Here rule 2 allows b3" in " ".join(lines)
    assert lines[-1] == ("4 questions: 1 answered by the rules, 0 as well, 2 gave something away, 1 skipped")
    assert not [line for line in lines if line.startswith("Rule 3")]


def test_a_move_as_good_as_the_list_says_is_told_from_others(taught: Taught) -> None:
    """Of a position where a rule leaves out moves that keep as much: each answer is tried at each question."""
    lines = taught(*(["1"] * 15))
    text = " ".join(lines)
    assert lines[-1] == "15 questions: 3 answered by the rules, 6 as well, 6 gave something away, 0 skipped"
    assert "c1 gives nothing away, win in 3, but is not by the rules: rule 1 allows c2" in text
    assert (text.count("Yes, "), text.count("gives nothing away"), text.count("No, ")) == (3, 6, 6)


def test_the_lesson_as_data(command: Command, five: str) -> None:
    shown = answer(command("explain", "tic_tac_toe", "--check", five, "--teach", "--json"))
    assert set(shown) == {"game", "side", "goal", "rules", "lesson"}
    assert [step["words"] for step in shown["lesson"]] == shown["rules"]
    first = shown["lesson"][0]
    assert (first["number"], first["decides"], first["example"]["shown"]) == (1, True, "OXO\n.X.\n...")
    assert [move["move"] for move in first["example"]["moves"] if move["allowed"]] == ["b3"]
    assert first["needed"]["rule"] is None and len(first["questions"]) == 3
    assert shown["lesson"][4]["needed"] is None


def test_a_rule_where_nothing_can_be_given_away(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nim-sum 0 cannot be left all moves lose; the questions are of the rule before."""
    file = tmp_path / "nim.rules"
    save_list(list_of(Nim((1, 2, 4)), "nim_sum==0", "any"), file)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 3))
    out = command("explain", "nim(heaps=(1, 2, 4))", "--check", str(file), "--teach").out
    told = " ".join(out.partition("Rule 2 of 2: any move")[2].split())
    assert told.startswith("1 2 3 The second player moves: rule 2 allows ")
    assert "and no move gives anything away. Question 1 of 3" in told
    assert "Rule 1 alone is not enough" not in out
