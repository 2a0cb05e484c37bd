"""`zermelo page`: what it writes, what it prints, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.commands import check_refusal, runner
from support.listed import list_of
from support.one_files import decode

from zermelo.explain import save_list
from zermelo.games.heaps.nim import Nim


def test_a_file_is_written_whole_and_told(capsys: Any, tmp_path: Path) -> None:
    run, file = runner(capsys), tmp_path / "game.html"
    ran = run("page", "nim(heaps=(1, 2))", "--output", str(file))
    assert ran.status == 0 and not ran.err
    assert ran.out == f"8 positions, {file.stat().st_size:,} bytes written to {file}\n"
    check_refusal(run("page", "nim(heaps=(1, 2))", "--output", str(file)), 2, "exists already", "--force")
    told = json.loads(run("page", "nim(heaps=(1, 2))", "--output", str(file), "--force", "--json").out)
    assert told == {
        "game": "nim(heaps=(1, 2), misere=False)",
        "positions": 8,
        "bytes": file.stat().st_size,
        "file": str(file),
    }
    assert run("page", "nim(heaps=(1, 2))", "--output", "-").out == file.read_text()
    assert '<meta property="og:title" content="Nim"/>' in file.read_text()
    assert '<meta property="og:description" content="Take the last' in file.read_text()


def test_a_list_of_rules_goes_with_it(capsys: Any, tmp_path: Path) -> None:
    run, file, saved = runner(capsys), tmp_path / "game.html", tmp_path / "nim.rules"
    save_list(list_of(Nim((1, 2)), "nim_sum==0", "any"), saved)
    ran = run("page", "nim(heaps=(1, 2))", "--output", str(file), "--rules", str(saved))
    assert ran.status == 0, ran
    assert decode(file.read_text()).head["rules"] == ["leaves nim-sum 0", "any move"]
    assert '<dl id="terms"><dt>the nim-sum</dt><dd>write each heap as a sum of 1, 2, 4, 8' in file.read_text()
    assert "Rules to remember" in file.read_text()
    assert run("page", "nim(heaps=(1, 2))", "--output", str(file), "--force").status == 0
    assert "rules" not in decode(file.read_text()).head and "Rules to remember" not in file.read_text()
    other = run("page", "nim(heaps=(1, 3))", "--output", str(file), "--force", "--rules", str(saved))
    check_refusal(other, 2, "is a list of rules for nim(heaps=(1, 2), misere=False)")


@pytest.mark.long
def test_a_game_too_large_is_refused(capsys: Any, tmp_path: Path) -> None:
    run, file = runner(capsys), tmp_path / "game.html"
    refused = run("page", "connect_four", "--output", str(file))
    check_refusal(refused, 2, "1,000,000 at most", "GAME from POSITION")
    assert not file.exists()


def test_games_of_payoffs_and_what_is_no_game_are_refused(capsys: Any, tmp_path: Path) -> None:
    run, file = runner(capsys), tmp_path / "game.html"
    check_refusal(run("page", "strike", "--output", str(file)), 2, "has 3 players")
    check_refusal(run("page", "no_such_game", "--output", str(file)), 2, "no_such_game")
    assert not file.exists()


def test_a_solution_that_is_kept_is_taken(capsys: Any, tmp_path: Path) -> None:
    run, file, store = runner(capsys), tmp_path / "game.html", str(tmp_path / "store")
    assert run("solve", "nim(heaps=(2, 2))", "--store", store).status == 0
    assert run("page", "nim(heaps=(2, 2))", "--output", str(file), "--store", store).status == 0
    (kept,) = (tmp_path / "store").rglob("_solution.json")
    assert run("page", str(kept.parent), "--output", str(file), "--force").status == 0
    assert decode(file.read_text()).head["game"] == "nim(heaps=(2, 2), misere=False)"
