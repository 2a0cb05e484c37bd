"""The commands that tell what a game is like, and `new`, whose template must keep the contract whole."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from reference import naive
from support.commands import Command, answer, broken, check_refusal, text
from support.marks import few
from support.places import HASHABLE_GAMES, HOUSE

import zermelo
from zermelo.cli.exports.game_file_template import save_game_file_and_name_class
from zermelo.core.errors import BadParameter, StorageFailed
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.mnk import TicTacToe
from zermelo.solver.plans import solve_planner

GAME = "subtraction(heap=9)"
PLAIN = [GAME, "--interpreted"]


def fields(printed: str) -> dict[str, str]:
    """Lines of a heading and what it says."""
    return {
        line.split("  ")[0].strip(): line.split("  ", 1)[1].strip()
        for line in printed.splitlines()
        if "  " in line
    }


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing depend on how fast the machine is."""
    for name in ("SECONDS", "PLAIN_SECONDS", "PROBING_SECONDS"):
        monkeypatch.setattr(solve_planner, name, 1e9)
    monkeypatch.setattr(solve_planner, "PLAIN_LIMIT", 500)
    monkeypatch.setattr(solve_planner, "PROBES", 50)


@pytest.mark.usefixtures("patient")
def test_plan(command: Command, store: Path) -> None:
    made = answer(command("plan", *PLAIN, "--json", "--memory", "8GB"))
    game = Subtraction(heap=9)
    assert made["game"] == repr(game) and made["positions"] == made["classes"] == len(naive.positions(game))
    assert made["factor"] == 1 and made["fits"] is True and made["budget"] == 8 << 30
    printed = text(command("plan", *PLAIN, "--memory", "8GB"))
    assert printed.startswith(repr(game) + "\n")
    said = fields(printed)
    assert said["positions"].startswith("10, ") and said["positions"].endswith("tiers: counted")
    assert said["verdict"] == "it fits" and said["method"] == "backward induction, interpreted"
    begun = answer(command("plan", GAME, "4", "--interpreted", "--json"))
    assert begun["positions"] == 5 and begun["game"] == f"{game!r} from 4"
    small = ("plan", "tic_tac_toe", "--interpreted", "--memory", "1MB")
    printed = text(command(*small))
    assert fields(printed)["verdict"].startswith("it does not fit: it would take")
    assert "smaller parameters" in printed and "estimated" in fields(printed)["positions"]
    assert answer(command(*small, "--json"))["fits"] is False
    assert not list(store.iterdir()), "a plan solves nothing"


@pytest.mark.usefixtures("patient")
def test_plans_of_bad_rules(command: Command) -> None:
    for name, word in (("RaisesInStuck", "ZeroDivisionError"), ("RaisesInStart", "no stones left")):
        for options in ([], ["--interpreted"]):
            check_refusal(command("plan", broken(name), *options), 2, word)
    check_refusal(command("plan", broken("NoStart")), 2, "yields nothing")
    check_refusal(command("plan", broken("NeverEnds"), "--interpreted"), 2, "does not end")


def test_stats(command: Command, store: Path) -> None:
    game = Subtraction(heap=9)
    found = answer(command("stats", *PLAIN, "--json"))
    table = naive.solve(game)
    assert {(value, plies): count for value, plies, count in found["answers"]} == {
        pair: list(table.values()).count(pair) for pair in table.values()
    }
    assert (found["wins"], found["draws"], found["losses"]) == naive.totals(game)
    assert [move["move"] for move in found["first_moves"]] == ["1", "2", "3"]  # equals in the rules' order
    assert found["move_count"] == sum(len(naive.children(game, place)) for place in table)
    directories = list(store.iterdir())
    assert len(directories) == 1, "it was solved and kept"
    assert answer(command("stats", str(directories[0]), "--json")) == found
    begun = answer(command("stats", GAME, "4", "--interpreted", "--json"))
    assert begun["positions"] == 5 and begun["table_hash"] != found["table_hash"]


def test_what_stats_prints(command: Command) -> None:
    game = TicTacToe()
    printed = text(command("stats", "tic_tac_toe", "--interpreted"))
    wins, draws, losses = naive.totals(game)
    lines = printed.splitlines()
    assert lines[0] == f"{game!r}: draw in 9"
    said = fields(printed)
    finished = naive.finished(game)
    assert said["positions"] == f"5,478 ({naive.classes(game)} classes), {finished} finished"
    assert said["values"] == f"{wins:,} wins, {draws:,} draws, {losses:,} losses"
    moves = sum(len(naive.children(game, place)) for place in naive.positions(game))
    assert said["moves"] == f"{moves:,}: {moves / (5_478 - finished):.2f} a position, 9 at most"
    rows = [list(map(int, line.replace(",", "").split())) for line in lines if line.strip()[:1].isdigit()]
    table = list(naive.solve(game).values())
    assert rows == [
        [plies, *(sum(pair[1] == plies and sign == pair[0] for pair in table) for sign in (1, 0, -1))]
        for plies in sorted({plies for _, plies in table})
    ]
    after = lines[lines.index("first moves") + 1 :]
    assert len(after[: after.index("")]) == 9 and "longest wins" in lines and "longest draws" in lines
    shown = lines[lines.index("a single move keeps the value") + 1].strip()
    board, said_answer = shown.split("  ")
    position, (value, plies) = game.parse(board), naive.solve(game)[game.parse(board)]
    moves_there = len(naive.children(game, position))
    assert said_answer == f"{('draw', 'win', 'loss')[value]} in {plies}, {moves_there} moves"


def test_stats_of_play_without_end(command: Command) -> None:
    lines = text(command("stats", "pong_hau_ki", "--interpreted")).splitlines()
    assert lines[0] == "pong_hau_ki(): draw by endless play"
    assert [line.split() for line in lines if line.startswith("     without end")] == [
        ["without", "end", "0", "22", "0"]
    ]
    for line in (
        "choice      12 with two moves or more; some move loses value in 6 (50.0%), a single move keeps it in 6",
        "endless     22, from which play need not end",
        "  c1-b2  draw by endless play",
        "  .   X/| O |/O---X  loss in 0, 0 moves",
    ):
        assert line in lines
    found = answer(command("stats", "pong_hau_ki", "--interpreted", "--json"))
    assert found["answers"] == [[-1, 0, 2], [0, None, 22], [1, 1, 4]] and found["endless"] == 22
    assert found["answer"] == {"value": 0, "outcome": "draw", "remoteness": None} and found["lengths"] is None


def test_stats_of_games_with_other_positions(command: Command) -> None:
    for name in ("Word()", "TupleNim()", "Coins()", "AllOrders()"):
        found = answer(command("stats", f"{HASHABLE_GAMES}:{name}", "--json"))
        assert found["positions"] == len(naive.positions(zermelo.game(f"{HASHABLE_GAMES}:{name}")))
        printed = text(command("stats", f"{HASHABLE_GAMES}:{name}"))
        assert f"table       {found['table_hash']}" in printed
    printed = text(command("stats", f"{HASHABLE_GAMES}:SymmetricNim()"))
    assert "by class only: 14, 1 finished" in printed


def test_charts_of_stats(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "charts.html"
    printed = text(command("stats", *PLAIN, "--output", str(file)))
    assert printed == f"{text(command('stats', *PLAIN))}page  {file}\n"
    page = file.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and page.count("<svg") == 2
    assert " end within " in page and " moves on average, " in page
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_game_raises_is_one_line(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "out"
    for words in (("stats",), ("export", "--text", "--output", str(file))):
        ran = command(words[0], broken("RaisesInShow"), "--interpreted", *words[1:])
        check_refusal(ran, 2, "the rules raise IndexError")
    assert not file.exists()


def made(directory: Path) -> Path:
    file = directory / "my_game.py"
    save_game_file_and_name_class(file)
    return file


@pytest.mark.slow("the template is compiled, as its users do")
def test_new(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    assert text(command("new", str(file))) == (
        f"{file} holds the game MyGame. Now:\n"
        f"  zermelo check {file}\n  zermelo explore {file}\n  zermelo solve {file}\n  zermelo play {file}\n"
    )
    kept = file.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [file]
    check_refusal(command("new", str(file)), 2, "exists already")
    assert file.read_text(encoding="utf-8") == kept
    checked = answer(command("check", f"{file}:MyGame(cells=5)", "--json", "--compiled"))
    game = zermelo.game(f"{file}:MyGame(cells=5)")
    assert checked["details"]["exhaustive"] is True and checked["checked"] == len(naive.positions(game))
    passed = (
        "parse reads what show prints",
        "tier never falls along a move",
        "symmetries map starts to starts",
    )
    assert set(passed) <= set(checked["details"]["passed"]) and not checked["details"]["notes"]
    solved = answer(command("solve", f"{file}:MyGame(cells=5)", "--no-store", "--json", "--interpreted"))
    assert (solved["value"], solved["remoteness"]) == naive.solve(game)[0]
    assert solved["positions"] == len(naive.positions(game)) and solved["solved"] == naive.classes(game)


@pytest.mark.parametrize("cells", [0, 1, 2, 3, 6])
def test_a_new_game_keeps_the_contract_and_its_word(cells: int, tmp_path: Path) -> None:
    game = zermelo.game(f"{made(tmp_path)}:MyGame(cells={cells})")
    values = naive.solve(game)
    for position in naive.positions(game):
        shown = game.show(position)
        assert game.parse(f" {shown}\n") == position
        assert {values[image] for image in naive.orbit(game, position)} == {values[position]}
        assert all(game.tier(child) == game.tier(position) + 1 for child in naive.children(game, position))
        assert len(shown) == cells and shown.count("X") - shown.count("O") in (0, 1)
        if "XXX" in shown or "OOO" in shown:  # three of the other player's: he has just moved
            assert game.outcome(position) == -1
        elif "." not in shown:
            assert game.outcome(position) == 0
        else:
            assert naive.children(game, position)
    whole = zermelo.game(f"{tmp_path / 'my_game.py'}:MyGame")
    assert repr(whole) == "my_game(cells=10)" and whole.show(whole.start()) == "." * 10
    assert whole.name(0, 0) == "1"


NAMED = {"stones.py": "Stones", "three_in_a_row.py": "ThreeInARow", "ABC.py": "Abc", "_hidden.py": "Hidden"}
NAMED |= {"trois_étoiles.py": "TroisÉtoiles", "x1.py": "X1"}
NAMED |= dict.fromkeys(("game.py", "iterator.py"), "MyGame")  # `Game` is taken
NAMED |= dict.fromkeys(("none.py", "true.py"), "MyGame")  # words of Python once they have a capital
NAMED |= dict.fromkeys(("_.py", "__1.py"), "MyGame")


def test_the_class_is_called_after_the_file(tmp_path: Path) -> None:
    for file, name in NAMED.items():
        assert save_game_file_and_name_class(tmp_path / file) == name
        game = zermelo.game(f"{tmp_path / file}:{name}(cells=4)")
        assert type(game).__name__ == name and naive.solve(game)[0][0] in (-1, 0, 1)


def test_names_that_are_no_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in (
        *("", "./", ".py", "game", "game.txt", "1st.py"),
        *("my game.py", "my-game.py", "class.py", "a.b.py"),
    ):
        with pytest.raises(BadParameter, match="is no Python file's name"):
            save_game_file_and_name_class(Path(file))
    assert not list(tmp_path.iterdir())


def test_places_that_cannot_be_written(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.py").mkdir()
    for path in ("missing/game.py", "file/game.py", "long" * 100 + ".py"):
        with pytest.raises(StorageFailed, match="cannot be written"):
            save_game_file_and_name_class(tmp_path / path)
        check_refusal(command("new", str(tmp_path / path)), 2, "give another name")
    check_refusal(command("new", str(tmp_path / "folder.py")), 2, "is a directory")


def test_a_new_game_is_clean(tmp_path: Path) -> None:
    file, settings = made(tmp_path), str(HOUSE / "pyproject.toml")
    for arguments in ("check --ignore D", "format --check"):
        ruff = [sys.executable, "-m", "ruff", *arguments.split(), "--no-cache", "--config", settings]
        ran = subprocess.run([*ruff, str(file)], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("option", "size", "cells"),
    few(
        [("board", "4x3", 12), ("hex", "3", 9), ("hexagon", "2", 7), ("torus", "3x3", 9), ("ring", "8", 8)], 3
    ),
)
def test_templates_on_boards_keep_the_contract(
    option: str, size: str, cells: int, tmp_path: Path, command: Command
) -> None:
    file = tmp_path / "row_of_men.py"
    ran = command("new", str(file), f"--{option}", size)
    assert ran.status == 0 and "holds the game RowOfMen" in ran.out
    text = file.read_text(encoding="utf-8")
    assert all(len(line) <= 110 for line in text.splitlines()) and "NAME" not in text and "LINE" not in text
    game: Any = zermelo.game(f"{file}:RowOfMen")
    assert game.cells == cells and len(list(game.moves(game.start()))) == cells
    report = zermelo.check(game, limit=300, compiled=False)  # raises where a part of it is not kept
    assert report.checked > 100 and "symmetries keep moves and outcomes" in report.details["passed"]


@pytest.mark.parametrize("line", few(["value", "puzzles --count 1"], 1))
def test_boards_are_drawn_where_colours_are_seen(
    line: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *options = line.split()
    asked = (name, "tic_tac_toe", *options, "--interpreted")
    plain = command(*asked)
    assert "..." in plain.out or ".O." in plain.out or "O.X" in plain.out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    seen = command(*asked)
    assert "✕" in seen.out and "to move" in seen.out and "\x1b[93m" in seen.out
