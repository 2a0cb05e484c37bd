"""`zermelo selfplay`: what it prints, saves, draws and refuses."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.commands import Command, answer, text
from support.marks import few

import zermelo

DOMINEERING, SMALL = (f"domineering(columns=4, rows={rows})" for rows in (4, 3))


def test_a_table_of_iterations(command: Command) -> None:
    lines = text(command("selfplay", DOMINEERING, "--alpha", "0.6")).splitlines()
    assert lines[0] == "domineering(columns=4, rows=4, starter='vertical', misere=False): 2,443 positions"
    assert lines[1] == "alpha 0.6, gamma 0.9, rewards 1/0/-1, P_0 uniform, ties first"
    rows = {line.split("  ")[0]: line.split()[-8:] for line in lines[4:13] if line}
    assert rows["1"] == ["35", "0", "0", "7", "131", "0", "6", "8"]
    assert rows["last phase"] == ["35", "0", "0", "7", "129", "0", "6", "8"]
    assert rows["fewest losses"] == ["62", "0", "0", "7", "178", "0", "4", "8"]
    assert rows["fewest moves"] == ["46", "0", "0", "7", "163", "0", "41", "8"]
    assert "limit       the policy no longer changes after iteration 3" in lines
    assert "value       the last policy loses it at 0 of 2,233 positions" in lines
    assert lines[-1].startswith(
        "for sure    alpha > 0.63 suffices with gamma 0.9, rewards 1/0/-1 and at most 4 "
    )
    assert lines[-1].endswith("with alpha 0.6 the limit may give away value")


def test_the_object_has_what_is_promised(command: Command) -> None:
    shown = answer(command("selfplay", "tic_tac_toe", "--alpha", "1", "--json"))
    assert [each["number"] for each in shown["iterations"]] == [1, 2, 3, 4]
    for each in shown["iterations"]:
        for side in ("first", "second"):
            assert set(each[side]) == {"won", "drawn", "lost", "longest"}
    assert shown["limit"]["second"] == {"won": 386, "drawn": 183, "lost": 0, "longest": 9}
    assert shown["fewest_losses"]["first"] == {"won": 250, "drawn": 2, "lost": 0, "longest": 9}
    assert shown["parameters"]["rewards"] == [1.0, 0.0, -1.0] and "last_phase" not in shown
    short = answer(command("selfplay", "tic_tac_toe", "--alpha", "1", "--most", "2", "--json"))
    assert short["limit"] is None and not short["converged"] and len(short["iterations"]) == 2
    begun = answer(command("selfplay", "tic_tac_toe", "X../.O./..X", "--json"))
    assert " from " in begun["game"] and begun["positions"] < 5478


def test_everything_is_data(command: Command) -> None:
    game = ("selfplay", "hexapawn", "--json", "--model", "unnormalised", "--seed")
    options = ("3", "--ties", "last", "--tolerance", "1e-9", "--rewards", "1/0.5/-1")
    shown = answer(command(*game, *options))
    said = {"model": "unnormalised", "ties": "last", "tolerance": 1e-9, "rewards": [1.0, 0.5, -1.0]}
    assert shown["parameters"] == said | {"alpha": 0.9, "gamma": 0.9, "seed": 3}
    other = answer(command(*game, "4"))
    assert other["iterations"][0] != shown["iterations"][0]


def test_the_chart_is_drawn_and_the_best_policy_saved(command: Command, tmp_path: Path) -> None:
    chart, file = tmp_path / "losses.svg", tmp_path / "learned.policy"
    text(command("selfplay", "tic_tac_toe", "--output", str(chart), "--policy", str(file)))
    drawn = chart.read_text()
    ElementTree.fromstring(drawn)
    assert "No line is lost from iteration 2 on" in drawn and "tic_tac_toe, both sides" in drawn
    found = zermelo.play.certify(zermelo.play.load_policy(file), "tic_tac_toe")
    assert (found.first.won, found.first.drawn, found.first.lost) == (72, 4, 0)
    assert (found.second.won, found.second.drawn, found.second.lost) == (378, 79, 0)
    shown = text(command("selfplay", "nim(heaps=(1, 2))", "--side", "first", "--output", "-"))
    assert "No line is lost" in shown and "agent first" in shown


def test_a_side_has_its_best_policy(command: Command, tmp_path: Path) -> None:
    """Of dots and boxes with alpha 1 the fifth iteration wins all as the first player, and loses more as the second."""
    game = ("dots_and_boxes(columns=2, rows=1)", "--alpha", "1", "--model", "unnormalised")
    for side in ("first", "second"):
        file = tmp_path / side
        ran = command("selfplay", *game, "--side", side, "--policy", str(file))
        shown = answer(command("selfplay", *game, "--side", side, "--json"))
        assert f"best {side} ({shown['best']['number']})" in ran.out and shown["side"] == side
        lost = [each[side]["lost"] for each in shown["iterations"]]
        assert shown["best"][side]["lost"] == min(lost)
        assert shown["game"] == f"with_points(game={game[0]})", "points are put into the position"
        certificate = zermelo.play.certify(zermelo.play.load_policy(file), zermelo.game(shown["game"]))
        assert getattr(certificate, side).lost == min(lost)


def test_the_algorithm_as_printed(command: Command, tmp_path: Path) -> None:
    """The same lines as by sweeps; with what the print spreads 1 - alpha over, other ones."""
    fast = answer(command("selfplay", SMALL, "--alpha", "0.6", "--json"))
    arguments = ("selfplay", SMALL, "--alpha", "0.6", "--literal")
    slow = answer(command(*arguments, "--epsilon", "0.001", "--json"))
    assert (slow["epsilon"], slow["spread"]) == (0.001, "replies")
    for ours, theirs in zip(slow["iterations"], fast["iterations"], strict=True):
        assert {**ours, **theirs} == ours
    file = tmp_path / "literal.policy"
    ran = command(*arguments, "--spread", "states", "--side", "second", "--policy", str(file))
    assert ran.status == 0 and "1 - alpha over all other states that can follow" in ran.out
    certificate = zermelo.play.certify(zermelo.play.load_policy(file), SMALL)
    assert f"  {certificate.second.won}      0     {certificate.second.lost}  " in ran.out
    assert "literal, epsilon 1e-14" in command(*arguments, "--output", "-").out


@pytest.mark.slow("a network learns")
@pytest.mark.parametrize("as_json", few([False, True], 1))
def test_a_network_learns(command: Command, as_json: bool) -> None:
    pytest.importorskip("stable_baselines3")
    arguments = ("selfplay", "tic_tac_toe", "--deep", "a2c", "--steps", "64", "--most", "2", "--reduced")
    if as_json:
        shown = answer(command(*arguments, "--json"))
        assert len(shown["iterations"]) == 2 and shown["steps"] == 64 and shown["reduced"]
    else:
        lines = text(command(*arguments)).splitlines()
        assert lines[1].startswith("a2c, 64 decisions an iteration, 765 positions up to symmetry")
        assert re.search(r"^best \([12]\) +\d", "\n".join(lines), re.MULTILINE)


@pytest.mark.slow("only so long a game has counts that no float holds")
@pytest.mark.parametrize("as_json", few([False, True], 1))
def test_counts_of_any_size_are_written(command: Command, tmp_path: Path, as_json: bool) -> None:
    """More than a float can be: as a power of ten in the text, whole in the object, drawn as far as a chart goes."""
    arguments = ("selfplay", "subtraction(heap=2200, stop=3)", "--tolerance", "0.99", "--most", "1")
    if as_json:
        shown = command(*arguments, "--json").out
        assert len(shown) > 4_000 and shown.startswith("{")
    else:
        told = text(command(*arguments, "--output", str(tmp_path / "lines.svg")))
        assert "not known: stopped after iteration 1" in told and re.search(r"e3\d\d\b", told)
