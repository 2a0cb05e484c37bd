"""What commands say of a puzzle for one: nothing of two players, of wins, draws and losses."""

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import Command, Ran, check_refusal

import zermelo

HERE = Path(__file__).parents[1] / "made" / "puzzles_for_one.py"
JUGS, STAIRS, TRAP = (f"{HERE}:{name}" for name in ("Jugs", "Stairs", "Trap"))
OF_TWO = re.compile(r"\b(wins?|draws?|drawn|loss(es)?|loses?|opponent|first player|second|mover)\b")


@pytest.fixture
def play(command: Command, monkeypatch: Any) -> Command:
    def played(typed: str, *arguments: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return command("play", *arguments)

    return played


@pytest.mark.parametrize(
    ("game", "commands"),
    [
        (TRAP, "solve, value, value --line, value --chain, show, stats, puzzles, report, plan, verify"),
        (STAIRS, "stats"),
        (JUGS, "puzzles"),
    ],
    ids=["trap", "stairs", "jugs"],
)
def test_no_command_speaks_of_two(command: Command, game: str, commands: str) -> None:
    command("solve", game)
    for name, *options in map(str.split, commands.split(", ")):
        ran = command(name, game, *options)
        assert ran.status == 0, ran
        assert not OF_TWO.search(ran.out.replace(str(HERE), "")), ran.out


TOLD = (  # what is among the lines of a command, blanks between its words aside
    ("solve", TRAP, "trap(places=8): solvable in 3 moves\npositions 10\nsolvable 8\ndead ends 2 (20.0%)\n"),
    ("solve", JUGS, "\nhardest 7 moves"),
    ("stats", TRAP, "\nhardest 4 moves, at 1 position\n"),
    ("stats", TRAP, "\n 4 1\n never 2\n"),
    ("stats", TRAP, "some move is a dead end in 1 (14.3%), all but one are in 0"),
    ("value --line", STAIRS, " 8 solvable in 3 moves, plays 2, as good as 3\n"),
    ("value --line", STAIRS, "\n 0 solved\n"),
    ("puzzles", STAIRS, "the hardest positions\n\n1. solve it in "),
    ("puzzles", STAIRS, "every other move is a dead end\n"),
    ("puzzles", STAIRS, "find the only move that is no dead end: solvable in 2 moves"),
    ("report", TRAP, "Solution The start can be solved in 3 moves, and in no fewer."),
    ("report", TRAP, "Hardest 1 position needs 4 moves; on average it takes 2.3 to solve one."),
)


def test_what_is_told_instead(command: Command) -> None:
    """Dead ends are counted, the hardest named where it is none of those, and lines end solved."""
    for words, game, told in TOLD:
        name, *options = words.split()
        assert told in re.sub(" +", " ", command(name, game, *options).out), words
    assert "hardest" not in command("solve", TRAP).out


def test_the_page_of_a_report() -> None:
    pytest.importorskip("matplotlib")
    page = zermelo.solve(zermelo.game(TRAP), interpreted=True).report().html()
    text = re.sub(r"<svg.*?</svg>|<style.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
    assert "Hardest" in text and not OF_TWO.search(text), OF_TWO.search(text)


def test_who_plays_is_told_how_many_moves_were_too_many(play: Command) -> None:
    said = play("?\n7\nu\n1\n7\n7\n7\n7\n", TRAP, "--coach").out
    assert "trap(places=8): a puzzle for one\nsolvable in 3 moves\n" in said
    assert "  7  solvable in 3 moves\n  1  solvable in 5 moves" in said
    assert "solved in 5 moves, 2 more than needed" in said
    assert not OF_TWO.search(said.replace(str(HERE), ""))
    assert "solved in 3 moves, as few as can be" in play("7\n7\n7\n", TRAP).out


def test_a_dead_end_is_told_and_moves_are_taken_back(play: Command) -> None:
    said = play("2\n2\n3\nu\n2\n2\n", f"{STAIRS}(steps=8)", "--coach").out
    assert "3 is a dead end: it cannot be solved any more; better: 2" in said
    assert "no move is left, and it is not solved: u takes moves back, q leaves" in said
    assert "solved in 4 moves, 1 more than needed" in said


def test_what_is_for_two_is_refused(command: Command, play: Command) -> None:
    for words in (("match", TRAP), ("selfplay", "train", TRAP), ("certify", TRAP)):
        ran = command(*words)
        assert ran.status != 0 and "Traceback" not in ran.err
    for words in (("--opponent", "random"), ("--side", "both"), ("--time", "2s"), ("--seed", "1")):
        check_refusal(play("q\n", TRAP, *words), 2, words[0], "is for one: leave it out")


def test_a_search_and_its_proof_say_so_too(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "stairs.proof"
    said = command("solve", STAIRS, "--method", "alpha_beta", "--plies", "--proof", str(file)).out
    assert "stairs(steps=8): solvable in 3 moves" in said
    assert ": proven: solvable in 3 moves\n" in command("verify", str(file), "--game", STAIRS).out
    dead = tmp_path / "dead.proof"
    command("solve", f"{STAIRS}(steps=1)", "--method", "df_pn", "--proof", str(dead))
    assert ": proven: cannot be solved\n" in command("verify", str(dead), "--game", f"{STAIRS}(steps=1)").out
