"""The self-play paper's figures and claims: what the command computes, and that what it writes is well formed."""

import json
import sys
import xml.etree.ElementTree as ET

import pytest
from facts import self_play_facts as facts
from made.paper_games import PAPER_GAMES, SMALL
from reference.naive_self_play import extreme_counts, laid_out
from support.places import BENCHMARKS

from zermelo.core.errors import BadParameter

pytestmark = pytest.mark.quick

LOSSES = "Lines lost after each iteration, P_0 uniform, rewards 1/0/-1"


@pytest.fixture(scope="module")
def figures():
    """The command's module; its neighbours are found beside it."""
    pytest.importorskip("matplotlib")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        import self_play_figures

        yield self_play_figures
    for name in (
        "self_play_figures",
        "self_play_claims",
        "self_play_tables",
        "self_play_study",
        "deep_self_play",
    ):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def written(figures, tmp_path_factory):
    """A folder with what `--quick` writes, with one game less."""
    directory = tmp_path_factory.mktemp("figures")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "quick_names", lambda: SMALL)
        figures.main([str(directory), "--quick", "--steps", "64"])
    return directory


@pytest.fixture(scope="module")
def study(figures):
    return figures.Study(SMALL)


def rows_of(tables: str, heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without its heads."""
    lines = tables.partition(f"## {heading}\n\n")[2].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


@pytest.mark.long
def test_every_figure_has_the_papers_number(written):
    subjects = {
        "figure-01": "equation 1",
        "figure-02": "tic-tac-toe 3x3, both sides",
        "figure-03": "tic-tac-toe 3x3, a network, both sides",
        "figure-05": "domineering 4x4, agent first",
        "figure-06": "domineering 4x4, adversary first",
        "figure-09": "cram 4x4, agent first",
        "figure-10": "cram 4x4, adversary first",
        "figure-11": "dots and boxes, 2x2 boxes, agent first",
        "figure-12": "dots and boxes, 2x2 boxes, adversary first",
        "ours-rewards": "draw worth half a win",
        "ours-alpha": "at the limit",
    }
    findings = {
        "figure-02": "No line is lost from iteration 5 on",
        "figure-05": "No line is lost from iteration 2 on",
        "figure-06": "6 lines are lost in the end, and 4 would be the fewest",
        "figure-09": "2 lines are lost in the end, as few as can be",
        "figure-10": "No line is lost from iteration 3 on",
        "figure-11": "No line is lost from iteration 3 on, and none drawn from 5 on",
        "figure-12": "878 lines are lost in the end, and 64 would be the fewest",
    }
    found = {path.stem: path.read_text(encoding="utf-8") for path in written.glob("*.svg")}
    assert found.keys() == subjects.keys()
    for name, drawn in found.items():
        assert ET.fromstring(drawn).tag.endswith("svg")
        assert subjects[name] in drawn and findings.get(name, "") in drawn


@pytest.mark.long
def test_the_page_holds_every_chart_and_asks_nothing_of_a_network(written):
    page = (written / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("</svg>") == len(list(written.glob("*.svg")))
    for loading in ("<script", "<link", " src=", 'href="http', "url(http", "@import"):
        assert loading not in page
    assert "numbers and subjects" in page and "Left out by --quick" in page


@pytest.mark.long
def test_claims_are_judged_by_what_was_computed(written):
    tables = (written / "tables.md").read_text(encoding="utf-8")
    rows = rows_of(tables, "What the paper says")
    answers = [(where, holds.partition(":")[0].partition(" ")[0].strip(",")) for where, _, _, holds in rows]
    assert answers == [
        ("title, abstract", "no"),
        ("abstract, IV", "no"),
        ("abstract, V", "yes"),  # in these games: not in domineering 5x5, nor in tic-tac-toe 4x4
        ("I", "no"),
        ("I", "no"),
        ("I", "yes"),
        ("I, III", "no"),
        ("IV", "yes"),
        ("IV", "no"),
        ("IV, tic-tac-toe 3x3", "yes"),
        ("IV, tic-tac-toe 3x3", "with"),
        ("IV, tic-tac-toe 3x3", "yes"),
        ("IV, deep", "yes"),
        ("IV, B", "yes"),
        ("IV, C and D", "yes"),
        ("IV, domineering 4x4", "yes"),
        ("IV, domineering 4x4", "yes"),
        ("IV, domineering 4x4", "yes"),
        ("IV, cram 4x4", "yes"),
        ("IV, cram 4x4", "no"),
        ("IV, cram 4x4", "yes"),
        ("IV, dots and boxes, 2x2 boxes", "no"),
        ("IV, dots and boxes", "yes"),
        ("IV, dots and boxes", "yes"),
    ]
    assert "domineering 4x4, second: 6, 9, 41, the fewest 4" in tables
    assert "none lost from iteration 3 (10 seeds) on, none drawn from 5 (10 seeds) on" in tables
    assert "185 won, 0 drawn, 1,191 lost" in tables
    assert "5,559 positions" in tables
    assert "second, gamma 0.5, rewards 1/0.5/0: alpha 0.52 (4)" in tables


@pytest.mark.long
def test_what_is_found_beside_the_claims(written):
    tables = (written / "tables.md").read_text(encoding="utf-8")
    found = {row[0]: row[1:] for row in rows_of(tables, "Beside it")}
    assert found["all games"] == ["255,168", "25,092", "2,854,080", "479,001,600"]
    assert found["one sweep backwards gives the limit"] == ["in 45 of 45 runs"] * 4
    assert found["the limit depends on P_0"] == ["in 0 of 5 settings"] * 4
    for label, cells in found.items():
        if label.startswith("positions where the limit gives away value, alpha 1"):
            assert cells == ["0, 0"] * 4
        if label.startswith("fewest lines lost by any policy"):
            assert cells == ["0 and 0", "0 and 4", "2 and 0", "0 and 64"]
        if label.startswith("lost with alpha 0.6, gamma 0.9 and a last phase"):
            assert cells == ["0; 0", "6; 41", "5; 21", "408; 1,804"]
        if label.startswith("of these, a win can take longer"):
            assert cells == ["0 and 512", "0 and 235", "0 and 7", "0 and 0"]


@pytest.mark.long
def test_losses_are_those_of_the_specification(written):
    tables = (written / "tables.md").read_text(encoding="utf-8")
    found = {row[0]: row[1:] for row in rows_of(tables, LOSSES)}
    assert found["domineering 4x4, second"] == [
        "6, 41, 41",
        "5, 41, 41",
        "6, 9, 9",
        "6, 6, 6",
        "6, 6, 6",
        "4",
    ]
    assert found["tic-tac-toe 3x3, second"][1] == "7, 0, 94, 0, 44, 0, 0, 0"
    assert found["cram 4x4, second"][-2:] == ["118, 0, 0, 0, 0", "0"]


@pytest.mark.parametrize("name", ["ttt3", "dom4", "cram4"])
def test_the_worst_policy_is_the_twins(figures, study, name):
    from self_play_study import most_losses

    worst, _ = extreme_counts(laid_out(PAPER_GAMES[name]), lambda count: -count[2])
    assert most_losses(study.arena(name)) == worst
    assert name != "cram4" or worst == facts.WORST_FIRST_CRAM4


def test_one_run_is_made_once(figures):
    told = []
    study = figures.Study(("dom4",), told.append)
    first = study.run("dom4", figures.DRAWN)
    assert study.run("dom4", figures.DRAWN) is first
    assert len([what for what in told if "alpha 0.6" in what]) == 1


def deep_run(optimiser: str, *lost: int) -> dict[str, object]:
    """Numbers made up for a test, in the form of `deep_self_play.py --json`."""
    iterations = [
        {
            "number": number,
            "changed": 9,
            "first": {"won": 1, "drawn": 2, "lost": losses, "longest": 9},
            "second": {"won": 1, "drawn": 2, "lost": 2 * losses, "longest": 9},
            "losing": losses,
            "positions": 10,
            "met_losing": 1,
            "met_positions": 2,
            "exploitability": 0.5,
        }
        for number, losses in enumerate(lost, 1)
    ]
    parameters = {"alpha": 0.9, "gamma": 0.9, "seed": 0}
    run = {"game": "a game", "optimiser": optimiser, "steps": 100, "reduced": True, "parameters": parameters}
    return {**run, "iterations": iterations}


def test_deep_runs_are_drawn_from_their_file(figures, tmp_path):
    file = tmp_path / "deep.json"
    file.write_text(json.dumps([deep_run("dqn", 7, 8), deep_run("a2c", 30, 2)]))
    deep = figures.read_deep(file)
    chart = figures.deep_chart(deep[1])
    assert chart.name == "figure-03" and ET.fromstring(chart.svg).tag.endswith("svg")
    for words in (
        "6 lines are lost in the end",
        "a2c, 100 decisions an iteration, symmetric positions as one",
    ):
        assert words in chart.svg
    assert figures.deep_table(deep)[1][1] == ("a2c", "100", "90, 6", "9, 9", "2 of 10", "0.5")


@pytest.mark.parametrize("text", ["nothing", "{}x", '[{"optimiser": "a2c"}]', "[1]"])
def test_files_that_hold_no_runs_are_refused(figures, tmp_path, text):
    file = tmp_path / "deep.json"
    file.write_text(text)
    with pytest.raises(BadParameter, match="deep_self_play"):
        figures.read_deep(file)
