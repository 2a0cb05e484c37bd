"""`zermelo selfplay`: what it prints, saves, draws and refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.commands import Ran, check_refusal, runner

import zermelo

Run = Callable[..., Ran]
DOMINEERING = "domineering(columns=4, rows=4)"


@pytest.fixture
def run(capsys: Any) -> Run:
    return runner(capsys)


def test_a_table_of_iterations(run: Run) -> None:
    ran = run("selfplay", DOMINEERING, "--alpha", "0.6")
    lines = ran.out.splitlines()
    assert ran.status == 0 and ran.err == ""
    assert lines[0] == "domineering(columns=4, rows=4, starter='vertical', misere=False): 2,443 positions"
    assert lines[1] == "alpha 0.6, gamma 0.9, rewards 1/0/-1, P_0 uniform, ties first"
    rows = {line.split("  ")[0]: line.split()[-6:] for line in lines[4:13] if line}
    assert rows["1"] == ["35", "0", "0", "131", "0", "6"]
    assert rows["last phase"] == ["35", "0", "0", "129", "0", "6"]
    assert rows["fewest losses"] == ["62", "0", "0", "178", "0", "4"]
    assert rows["fewest moves"] == ["46", "0", "0", "163", "0", "41"]
    assert "limit       the policy no longer changes after iteration 3" in lines
    assert "value       the last policy loses it at 0 of 2,233 positions" in lines
    assert lines[-1].startswith(
        "for sure    alpha > 0.63 suffices with gamma 0.9, rewards 1/0/-1 and at most 4 replies"
    )
    assert lines[-1].endswith("with alpha 0.6 the limit may give away value")


def test_the_object_has_what_is_promised(run: Run) -> None:
    ran = run("selfplay", "tic_tac_toe", "--alpha", "1", "--json")
    shown = json.loads(ran.out)
    assert [each["number"] for each in shown["iterations"]] == [1, 2, 3, 4]
    for each in shown["iterations"]:
        for side in ("first", "second"):
            assert set(each[side]) == {"won", "drawn", "lost"}
    assert shown["limit"]["second"] == {"won": 386, "drawn": 183, "lost": 0}
    assert shown["fewest_losses"]["first"] == {"won": 250, "drawn": 2, "lost": 0}
    assert shown["parameters"]["rewards"] == [1.0, 0.0, -1.0] and "last_phase" not in shown
    short = json.loads(run("selfplay", "tic_tac_toe", "--alpha", "1", "--most", "2", "--json").out)
    assert short["limit"] is None and not short["converged"] and len(short["iterations"]) == 2


def test_everything_is_data(run: Run) -> None:
    options = (
        "--model",
        "unnormalised",
        "--seed",
        "3",
        "--ties",
        "last",
        "--tolerance",
        "1e-9",
        "--rewards",
        "1/0.5/-1",
    )
    shown = json.loads(run("selfplay", "tic_tac_toe", *options, "--json").out)
    assert shown["parameters"] == {
        "alpha": 0.9,
        "gamma": 0.9,
        "rewards": [1.0, 0.5, -1.0],
        "model": "unnormalised",
        "ties": "last",
        "tolerance": 1e-9,
        "seed": 3,
    }
    other = json.loads(run("selfplay", "tic_tac_toe", *options[:2], "--seed", "4", "--json").out)
    assert other["iterations"][0] != shown["iterations"][0]


def test_the_best_policy_is_saved_and_certified(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "learned.policy"
    ran = run("selfplay", "tic_tac_toe", "--policy", str(file))
    assert ran.status == 0
    certificate = zermelo.policies.certify(zermelo.policies.load(file), "tic_tac_toe")
    assert (certificate.first.won, certificate.first.drawn, certificate.first.lost) == (72, 4, 0)
    assert (certificate.second.won, certificate.second.drawn, certificate.second.lost) == (378, 79, 0)


def test_the_chart_is_drawn(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "losses.svg"
    assert run("selfplay", "tic_tac_toe", "--plot", str(file)).status == 0
    text = file.read_text()
    ElementTree.fromstring(text)
    assert "as second player" in text and "iteration" in text


def test_a_position_to_begin_from(run: Run) -> None:
    shown = json.loads(run("selfplay", "tic_tac_toe", "X../.O./..X", "--json").out)
    assert " from " in shown["game"]
    assert shown["positions"] < 5478


def test_points_are_put_into_the_position(run: Run) -> None:
    shown = json.loads(run("selfplay", "dots_and_boxes(columns=2, rows=1)", "--json").out)
    assert shown["game"] == "with_points(game=dots_and_boxes(columns=2, rows=1))"


def test_what_is_refused(run: Run) -> None:
    for arguments, words in (
        (("--alpha", "0.5"), "alpha=0.5 is out of range"),
        (("--alpha", "1.1"), "0.5 < alpha <= 1"),
        (("--gamma", "0"), "gamma=0.0 is out of range"),
        (("--rewards", "1/0"), "rewards '1/0' cannot be read"),
        (("--rewards", "0/1/2"), "do not make a win better"),
        (("--model", "even"), "model='even' is none"),
        (("--ties", "any"), "ties='any' is no rule"),
        (("--most", "0"), "most=0 iterations are too few"),
    ):
        check_refusal(run("selfplay", "tic_tac_toe", *arguments), 2, words)
    check_refusal(run("selfplay", "pig(target=5)"), 2, "has chances: self-play is for two players")
    check_refusal(run("selfplay", "strike"), 2, "has 3 players")
    check_refusal(run("selfplay", "dodgem"), 2, "play can return to an earlier position")


def test_counts_of_any_size_are_written(run: Run, tmp_path: Path) -> None:
    """Thousands of digits: as a power of ten in the text, whole in the object, drawn as far as a chart goes."""
    arguments = ("selfplay", "subtraction(heap=9000, stop=3)", "--tolerance", "0.99", "--most", "1")
    ran = run(*arguments, "--plot", str(tmp_path / "lines.svg"))
    assert ran.status == 0 and "e1" in ran.out and "not known: stopped after iteration 1" in ran.out
    shown = run(*arguments, "--json").out
    assert len(shown) > 4_000 and shown.startswith("{")
