"""The self-play paper's figures and claims: what the command computes, and that what it writes is well formed."""

import json
import sys
import xml.etree.ElementTree as ET

import pytest
from made.paper_games import PAPER_GAMES, SMALL
from support.places import BENCHMARKS
from twins.naive_self_play import extreme_counts, laid_out

from zermelo.core.errors import BadParameter

LOSSES = "Lines lost after each iteration, P_0 uniform, rewards 1/0/-1"


@pytest.fixture(scope="module")
def figures():
    """The command's module; its neighbours are found beside it."""
    pytest.importorskip("matplotlib")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        import self_play_figures

        yield self_play_figures
    for name in ("self_play_figures", "self_play_claims", "self_play_study"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def written(figures, tmp_path_factory):
    """A folder with what `--quick` writes, with one game less."""
    directory = tmp_path_factory.mktemp("figures")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "quick_names", lambda: SMALL)
        figures.main([str(directory), "--quick"])
    return directory


@pytest.fixture(scope="module")
def study(figures):
    return figures.Study(SMALL)


def rows_of(tables: str, heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without its heads."""
    lines = tables.partition(f"## {heading}\n\n")[2].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


@pytest.mark.long
def test_charts_are_drawings_with_the_games_names(written):
    titles = {2: "tic-tac-toe 3x3", 4: "domineering 4x4", 6: "cram 4x4", 7: "dots", 8: "rewards", 9: "limit"}
    found = sorted(written.glob("figure-*.svg"))
    assert {int(path.stem.partition("-")[2]) for path in found} == set(titles)
    for path in found:
        drawn = path.read_text(encoding="utf-8")
        assert ET.fromstring(drawn).tag.endswith("svg")
        assert titles[int(path.stem.partition("-")[2])] in drawn


@pytest.mark.long
def test_the_page_holds_every_chart_and_asks_nothing_of_a_network(written):
    page = (written / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("</svg>") == len(list(written.glob("figure-*.svg")))
    for loading in ("<script", "<link", " src=", 'href="http', "url(http", "@import"):
        assert loading not in page
    assert "numbered by their subjects" in page and "text was not at hand" in page
    assert "charts 10, 11, 12 (the deep variant), of which no run was given" in page


@pytest.mark.long
def test_claims_are_judged_by_what_was_computed(written):
    tables = (written / "tables.md").read_text(encoding="utf-8")
    found = {claim: (paper, ours, holds) for claim, paper, ours, holds in rows_of(tables, "Claims")}
    answers = {claim: holds.partition(":")[0] for claim, (_, _, holds) in found.items()}
    assert answers == {
        "each iteration loses no more than the one before": "no",
        "it takes four iterations": "no",
        "no losses at the limit, whatever alpha in (0.5, 1]": "no",
        "states and actions of tic-tac-toe 3x3": "yes",
        "states and actions of domineering 4x4": "yes",
        "states and actions of cram 4x4": "yes",
        "states and actions of dots and boxes, 2x2 boxes": "no",
        "the least losses as second player, domineering 4x4": "no",
        "lines of play as first player, cram 4x4": "no",
    }
    assert "the least is 4; the limits lose 6, 9, 41" in tables
    assert "win 718 to 772 and lose 2 to 21" in tables
    assert "5,559 positions" in found["states and actions of dots and boxes, 2x2 boxes"][1]
    assert "second, gamma 0.5, rewards 1/0.5/0: alpha 0.52 (4)" in tables


@pytest.mark.long
def test_what_is_found_beside_the_claims(written):
    tables = (written / "tables.md").read_text(encoding="utf-8")
    found = {row[0]: row[1:] for row in rows_of(tables, "Beside them")}
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


def test_one_run_is_made_once(figures):
    told = []
    study = figures.Study(("dom4",), told.append)
    first = study.run("dom4", figures.PLAIN)
    assert study.run("dom4", figures.PLAIN) is first
    assert len([what for what in told if "alpha=0.6" in what]) == 1


def deep_run(optimiser: str, *lost: int) -> dict[str, object]:
    """Numbers made up for a test, in the form of `deep_self_play.py --json`."""
    iterations = [
        {
            "number": number,
            "changed": 9,
            "first": {"won": 1, "drawn": 2, "lost": losses},
            "second": {"won": 1, "drawn": 2, "lost": 2 * losses},
            "losing": losses,
            "positions": 10,
            "met_losing": 1,
            "met_positions": 2,
            "exploitability": 0.5,
        }
        for number, losses in enumerate(lost, 1)
    ]
    settings = {"steps": 100, "warm": True, "seed": 0, "alpha": 0.9, "gamma": 0.9}
    return {"game": "a game", "optimiser": optimiser, **settings, "iterations": iterations}


def test_deep_runs_are_drawn_from_their_file(figures, study, tmp_path):
    file = tmp_path / "deep.json"
    file.write_text(
        json.dumps([deep_run("a2c", 30, 2), deep_run("dqn", 7, 8), deep_run("maskable_ppo", 3, 0)])
    )
    deep = figures.read_deep(file)
    drawn = figures.charts(study, deep)[-2:]
    assert [chart.number for chart in drawn] == [10, 12]
    assert all(ET.fromstring(chart.svg).tag.endswith("svg") for chart in drawn)
    assert all("maskable_ppo, second" in chart.svg for chart in drawn)
    assert any("charts 11 (the deep" in note for note in figures.missing(study, deep))
    assert figures.deep_table(deep)[1][2] == ("maskable_ppo", "9, 0", "0 of 10", "1 of 2", "0.5")


@pytest.mark.parametrize("text", ["nothing", "{}x", '[{"optimiser": "a2c"}]', "[1]"])
def test_files_that_hold_no_runs_are_refused(figures, tmp_path, text):
    file = tmp_path / "deep.json"
    file.write_text(text)
    with pytest.raises(BadParameter, match="deep_self_play"):
        figures.read_deep(file)
