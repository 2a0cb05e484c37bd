"""`solve --method` and `solve_position`: what a person or a program reads of one position's search."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.commands import Ran, check_refusal, runner

import zermelo
from zermelo.search.methods import METHODS


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def test_one_position_is_solved_and_its_line_named(command: Callable[..., Ran]) -> None:
    ran = command("solve", "hexapawn", "--method", "alpha_beta", "--plies")
    lines = ran.out.splitlines()
    assert ran.status == 0 and lines[0] == "hexapawn(columns=3, rows=3): loss in 6"
    assert lines[1].startswith("line        ") and len(lines[1].split()) == 7
    assert lines[2].endswith("by alpha_beta")


@pytest.mark.parametrize("method", [name for name, row in METHODS.items() if not row.dice])
def test_the_json_of_a_search_has_all_fields(command: Callable[..., Ran], method: str) -> None:
    whole = json.loads(command("solve", "hexapawn", "--json", "--no-store").out)
    found = json.loads(command("solve", "hexapawn", "--method", method, "--json").out)
    assert set(found) == set(whole)
    assert (found["value"], found["outcome"], found["method"]) == (whole["value"], whole["outcome"], method)
    assert (
        found["nodes"] > 0 and found["wins"] is found["draws"] is found["losses"] is found["solution"] is None
    )
    assert found["remoteness"] == (6 if METHODS[method].plies == "always" else None)


def test_a_later_position_is_searched(command: Callable[..., Ran]) -> None:
    found = json.loads(command("solve", "tic_tac_toe", "XX./OO./...", "--method", "df_pn", "--json").out)
    assert found["value"] == 1 and found["game"].endswith("from 12291")


@pytest.mark.parametrize("method", [each.name for each in METHODS.values() if each.proof])
def test_a_proof_is_written_and_verified(command: Callable[..., Ran], tmp_path: Path, method: str) -> None:
    file = str(tmp_path / "a.proof")
    ran = command("solve", "dots_and_boxes", "--method", method, "--proof", file)
    assert ran.status == 0 and f"check them with `zermelo verify {file}`" in ran.out
    verified = json.loads(command("verify", file, "--json").out)
    assert (verified["low"], verified["high"], verified["verified"]) == (2, 2, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nim", "--method", "guess"), f"choose one of backward_induction, {', '.join(METHODS)}"),
        (("nim", "--plies"), "--plies is for one position: name a --method"),
        (("nim", "--proof", "x"), "--proof is for one position"),
        (("nim", "--method", "df_pn", "--plies"), "leave out --plies"),
        (("nim", "--method", "minimax", "--proof", "x"), "minimax writes no proof"),
        (("nim", "--method", "df_pn", "--again"), "--again is for solving every position"),
        (("nim", "--method", "df_pn", "--values-only"), "--values-only is for solving every position"),
        (("pig", "--method", "alpha_beta"), "two players without chance"),
        (("strike", "--method", "alpha_beta"), "two players without payoffs"),
        (("no_game", "--method", "alpha_beta"), "'no_game' is not a game"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else "",
)
def test_what_a_search_cannot_do_is_refused(
    command: Callable[..., Ran], arguments: tuple[str, ...], words: str
) -> None:
    check_refusal(command("solve", *arguments), 2, words)


def test_rules_that_do_not_end_are_refused(command: Callable[..., Ran]) -> None:
    check_refusal(command("solve", "pong_hau_ki", "--method", "alpha_beta"), 2, "use --method df_pn")


def test_a_proof_is_not_written_over_something_else(command: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    ran = command("solve", "nim", "--method", "df_pn", "--proof", str(file))
    check_refusal(ran, 2, "exists already: name another, or replace it (--force")
    assert file.read_text() == "mine"


def test_the_python_face() -> None:
    found = zermelo.solve_position("hexapawn", method="alpha_beta", timed=True, proof=True)
    assert repr(found).startswith("hexapawn(columns=3, rows=3): loss in 6, ")
    assert zermelo.policies.verify_proof(found.proof).high < 0
    later = zermelo.solve_position("tic_tac_toe", "XX./OO./...", method="df_pn")
    assert later.answer.value == 1
