"""`zermelo play` with lists of rules: the other side's rule is named, and what the person's own move follows."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from support.commands import Command, check_refusal
from support.listed import list_of
from support.marks import few

from zermelo.explain import save_list
from zermelo.games.lines.mnk import TicTacToe
from zermelo.play.matches.match import Match

FIVE = ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "lines(0,1)>=1 & lines(0,0)>=2", "unforkable")
Play = Callable[..., list[str]]
pytestmark = pytest.mark.usefixtures("kept")


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lists")
    save_list(list_of(TicTacToe(), *FIVE), folder / "five.rules")
    save_list(list_of(TicTacToe(), *FIVE[:2], side="second"), folder / "two.rules")
    return folder


@pytest.fixture(autouse=True)
def in_their_folder(monkeypatch: pytest.MonkeyPatch, lists: Path) -> None:
    monkeypatch.chdir(lists)


@pytest.fixture
def play(command: Command, monkeypatch: pytest.MonkeyPatch) -> Play:
    def sit(typed: str, *arguments: str) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed.replace(" ", "\n") + "\n"))
        ran = command("play", "tic_tac_toe", *arguments)
        assert (ran.status, ran.err) == (0, "")
        return ran.out.splitlines()

    return sit


def after(lines: list[str], line: str) -> str:
    """Return the line after one."""
    return lines[lines.index(line) + 1]


@pytest.mark.parametrize("seed", few(range(6), 1))
def test_each_reply_has_the_rule_that_fires(play: Play, seed: int) -> None:
    """Whatever is played: the match is made again from what was printed, and the list is asked."""
    rules, match = list_of(TicTacToe(), *FIVE), Match(TicTacToe())
    lines = play("1 1 1 1 1", "--opponent", "five.rules", "--seed", str(seed))
    named = 0
    for place, line in enumerate(lines):
        if line == "X> 1":
            match.play(match.find_move("1"))
        if line.startswith("O plays "):
            move = match.find_move(line.removeprefix("O plays "))
            number, allowed = rules.find_firing_rule(match.position)
            assert move in allowed
            said = " ".join(each.strip() for each in lines[place + 1 : place + 4])
            assert said.startswith(f"by rule {number} ({rules.list_rule_sentences()[number - 1]})")  # type: ignore[operator]
            match.play(move)
            named += 1
    assert named >= 2
    assert not any("rule" in line for line in play("a1 q", "--opponent", "random"))


def test_whether_ones_own_moves_are_by_the_rules(play: Play) -> None:
    for typed, said in (
        ("a1", "  rule 3 (a cell on at least 4 lines) would play b2 instead"),
        ("b2", "  by rule 3 (a cell on at least 4 lines)"),
        ("?", "rule 3 (a cell on at least 4 lines) allows b2"),
    ):
        lines = play(f"{typed} q", "--opponent", "random", "--rules", "five.rules")
        assert after(lines, f"X> {typed}") == said


def test_a_list_for_one_side_speaks_to_it_alone(play: Play, command: Command) -> None:
    lines = play("b2 a1 q", "--side", "both", "--rules", "two.rules")
    assert after(lines, "X> b2") == ""
    assert after(lines, "O> a1") == "  no rule of the list fires here"
    ran = command("play", "tic_tac_toe", "--rules", "two.rules")
    check_refusal(ran, 2, "the rules are for the second player, and you play first")


def test_a_list_that_says_nothing_is_no_opponent(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none of its rules fires nobody knows what it would play; it is told so, and no rules are blamed."""
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\n"))
    ran = command("play", "tic_tac_toe", "--opponent", "two.rules")
    assert ran.status == 2 and "the policy allows no move" in ran.err and "division" not in ran.err
