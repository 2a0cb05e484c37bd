"""`solve --method` and `solve_position`: what a person or a program reads of one position's search."""

from pathlib import Path

import pytest
from support.commands import Command, answer, check_refusal, text

import zermelo
from zermelo.search.search_methods import METHODS


def test_one_position_is_solved_and_its_line_named(command: Command) -> None:
    lines = text(command("solve", "hexapawn", "--method", "alpha_beta", "--plies")).splitlines()
    assert lines[0] == "hexapawn(columns=3, rows=3): loss in 6"
    assert lines[1].startswith("line        ") and len(lines[1].split()) == 7
    assert lines[2].endswith("by alpha_beta")
    found = answer(command("solve", "tic_tac_toe", "XX./OO./...", "--method", "df_pn", "--json"))
    assert found["value"] == 1 and found["game"].endswith("from 12291")


def test_the_json_of_a_search_has_all_fields(command: Command) -> None:
    whole = answer(command("solve", "hexapawn", "--json", "--no-store"))
    for method in [name for name, row in METHODS.items() if not row.dice]:
        found = answer(command("solve", "hexapawn", "--method", method, "--json"))
        assert set(found) == set(whole)
        same = found["value"], found["outcome"], found["method"]
        assert same == (whole["value"], whole["outcome"], method) and found["nodes"] > 0
        assert found["wins"] is found["draws"] is found["losses"] is found["solution"] is None
        assert found["remoteness"] == (6 if METHODS[method].plies == "always" else None)


@pytest.mark.parametrize("method", [each.name for each in METHODS.values() if each.proof])
def test_a_proof_is_written_and_verified(command: Command, tmp_path: Path, method: str) -> None:
    """Not over something else, where that is not said."""
    file = tmp_path / "a.proof"
    file.write_text("mine")
    solve = ("solve", "dots_and_boxes(columns=2, rows=1)", "--method", method, "--proof", str(file))
    check_refusal(command(*solve), 2, "exists already: name another, or replace it (--force")
    assert file.read_text() == "mine"
    assert f"check them with `zermelo verify {file}`" in text(command(*solve, "--force"))
    verified = answer(command("verify", str(file), "--json"))
    assert (verified["details"]["low"], verified["details"]["high"], verified["counterexample"]) == (
        0,
        0,
        None,
    )


def test_the_python_face() -> None:
    found = zermelo.solve_position("hexapawn", method="alpha_beta", timed=True, proof=True)
    assert repr(found).startswith("hexapawn(columns=3, rows=3): loss in 6, ")
    assert found.proof.check().details["high"] < 0
    later = zermelo.solve_position("tic_tac_toe", "XX./OO./...", method="df_pn")
    assert later.answer.value == 1
