"""`zermelo explain`: what it prints, saves, checks again, draws and refuses; and who plays by what it saved."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.commands import Ran, check_refusal, runner

import zermelo

Run = Callable[..., Ran]
TTT = "tic_tac_toe(columns=3, rows=3, line=3, misere=False)"


@pytest.fixture
def run(capsys: Any) -> Run:
    return runner(capsys)


def test_the_list_is_printed_with_all_that_is_known(run: Run) -> None:
    ran = run("explain", "tic_tac_toe")
    lines = ran.out.splitlines()
    assert ran.status == 0 and ran.err == ""
    assert lines[0] == f"{TTT}, for both players"
    assert lines[2:7] == [
        "1  completes a line",
        "2  stops a line of the opponent's",
        "3  a cell on at least 4 lines",
        "4  a cell on a line with one lone stone of the opponent's, and a cell on at least 2 empty lines",
        "5  after it the opponent cannot fork (if it threatens, not by the answer that it forces)",
    ]
    assert lines[8] == "a line: cells that win where one player holds them all"
    assert lines[12] == "to fork: to put a stone after which one can complete lines on two cells or more"
    del lines[7:15]
    assert lines[8:10] == [
        "size        5 rules, 6 literals",
        "found       the shortest out of 120 rules, for 454 decisions",
    ]
    assert lines[10].startswith("shorter     none of 4 rules: unsatisfiable over ")
    assert lines[11].startswith("shorter     none of 5 rules with 5 literals: unsatisfiable over ")
    assert all(line.endswith(", checked") for line in lines[10:12])
    assert lines[12:] == [
        "first       1,552 won, 720 drawn, 0 lost",
        "second      1,312 won, 896 drawn, 0 lost",
    ]


def test_the_object_has_what_is_promised(run: Run) -> None:
    shown = json.loads(run("explain", "nim(heaps=(3, 4, 5), misere=True)", "--json").out)
    assert shown["rules"] == [
        "leaves no heap of two or more, and leaves an odd number of heaps",
        "leaves nim-sum 0",
        "any move",
    ]
    assert (shown["literals"], shown["minimal"], shown["exceptions"]) == (3, True, 0)
    assert set(shown["certificate"]) == {"first", "second"} and shown["certificate"]["first"]["lost"] == 0
    assert [each["rules"] for each in shown["unsatisfiable"]] == [2, 3]
    one = json.loads(run("explain", "chopsticks", "--side", "first", "--json").out)
    assert set(one["certificate"]) == {"first"} and one["decisions"] > 20
    assert one["certificate"]["first"]["drawn"] == one["certificate"]["first"]["lost"] == 0
    assert one["literals"] >= len(one["rules"]) - 1


def test_a_list_is_saved_checked_and_played(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "rules.json")
    assert run("explain", "tic_tac_toe", "--save", file).status == 0
    again = run("explain", "tic_tac_toe", "--check", file)
    assert again.status == 0 and "second      1,312 won, 896 drawn, 0 lost" in again.out
    assert "never loses: proven" in run("certify", "tic_tac_toe", "--policy", file).out
    match = run("match", "tic_tac_toe", "--first", file, "--second", "random", "--games", "20", "--seed", "1")
    assert match.status == 0 and file in match.out
    why = run("why", "tic_tac_toe", "X../.O./...", "--rules", file)
    assert why.status == 0 and "rule" in why.out


def test_a_wrong_rule_is_caught(run: Run, tmp_path: Path) -> None:
    """The file is changed by hand: it blocks no more."""
    file = tmp_path / "rules.json"
    run("explain", "tic_tac_toe", "--save", str(file))
    said = json.loads(file.read_text())
    del said["rules"][1]
    file.write_text(json.dumps(said))
    ran = run("explain", "tic_tac_toe", "--check", str(file))
    check_refusal(ran, 1, "the rules do not hold for the first player of tic_tac_toe", "lost by")


def test_proofs_are_written_for_others(run: Run, tmp_path: Path) -> None:
    from pysat.formula import CNF

    assert run("explain", "tic_tac_toe", "--proof", str(tmp_path)).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "4-rules.cnf",
        "4-rules.drup",
        "5-rules-5-literals.cnf",
        "5-rules-5-literals.drup",
    }
    from pysat.solvers import Solver

    formula = CNF(from_file=str(tmp_path / "4-rules.cnf"))
    with Solver(name="cadical153", bootstrap_with=formula) as solver:
        assert not solver.solve()
    assert (tmp_path / "4-rules.drup").read_text().splitlines()[-1] == "0"


def test_predicates_of_ones_own(run: Run, tmp_path: Path) -> None:
    """Central cells, and a number: with them tic-tac-toe's first player needs no more than before."""
    file = tmp_path / "mine.py"
    file.write_text(
        "def corner(game, position, move) -> bool:\n"
        '    """A corner."""\n'
        "    return move in (0, 2, 6, 8)\n\n"
        "def stones(game, position, move):\n"
        '    """Stones on the board."""\n'
        "    return position.bit_count()\n"
    )
    saved = str(tmp_path / "rules.json")
    ran = run("explain", "tic_tac_toe", "--predicates", str(file), "--json", "--save", saved)
    shown = json.loads(ran.out)
    assert shown["certificate"]["second"]["lost"] == 0 and shown["pool"] > 120
    assert run("explain", "tic_tac_toe", "--check", saved, "--predicates", str(file)).status == 0
    file.write_text(
        "def first(game, position, move):\n    '''The upper left cell.'''\n    return move == 0\n"
    )
    check_refusal(
        run("explain", "tic_tac_toe", "--predicates", str(file)),
        2,
        "first: a predicate has to be the same on",
    )


def test_rules_are_derived_and_played_out(run: Run, tmp_path: Path) -> None:
    ran = run("explain", "tic_tac_toe", "--method", "backward", "--literal", "--figures", str(tmp_path))
    said = ran.out.splitlines()
    begin = said.index("played out with rules 1 to 5, any move where none is found:")
    assert said[begin : begin + 3] == [
        "played out with rules 1 to 5, any move where none is found:",
        "  first   6,856 won, 2,808 drawn, 160 lost; a shortest lost line: a1 c2 b1 c1 c3 b2 a2 a3",
        "  second  4,960 won, 5,696 drawn, 1,168 lost; a shortest lost line: a1 b1 c1 a3 c3 b2 c2",
    ]
    assert (
        "4 block a fork        254    192    232      0      0    1,406    696    848    352    464" in said
    )
    assert "rule 6 has 3 inputs, none of them an input of rules 1 to 4: it is a rule of its own" in said
    pictures = sorted(tmp_path.glob("*.svg"))
    assert len(list(tmp_path.glob("figure-*.svg"))) == 25 and all(
        ElementTree.parse(path).getroot().tag.endswith("svg") for path in pictures
    )
    shown = json.loads(run("explain", "tic_tac_toe", "--method", "backward", "--literal", "--json").out)
    assert shown["certificate"]["second"] == {"won": 4_960, "drawn": 5_696, "lost": 1_168}
    assert [len(text.split(";")) for text in shown["rules"]] == [1, 1, 1, 1, 3]


def test_signs_are_drawn_shared_or_repeated(run: Run, tmp_path: Path) -> None:
    drawn = {}
    for signs in ("shared", "repeated"):
        folder = tmp_path / signs
        options = ("--method", "backward", "--last", "1", "--figures", str(folder), "--signs", signs)
        assert run("explain", "tic_tac_toe", *options).status == 0
        drawn[signs] = (folder / "figure-13-rule-1-output.svg").read_text()
    assert drawn["shared"].count("<polygon") == 1 and drawn["repeated"].count("<polygon") == 3
    options = ("explain", "tic_tac_toe", "--method", "backward", "--signs")
    check_refusal(run(*options, "shared"), 2, "without --figures nothing is drawn")
    check_refusal(run(*options, "both", "--figures", str(tmp_path)), 2, "are drawn neither way")


def test_readings_and_ends_of_the_derivation(run: Run) -> None:
    options = ("--method", "backward", "--json")
    shown = json.loads(
        run("explain", "tic_tac_toe", *options, "--literal", "--against", "any", "--last", "5").out
    )
    assert len(shown["rules"][4].split(";")) == 14
    sound = json.loads(run("explain", "tic_tac_toe", *options, "--stop", "new").out)
    assert len(sound["rules"][4].split(";")) == 2
    check_refusal(run("explain", "tic_tac_toe", "--method", "backward", "--stop", "never"), 2, "stop 'never'")
    check_refusal(run("explain", "tic_tac_toe", "--last", "5"), 2, "--last does nothing here")


def test_a_greedy_list_has_its_exceptions_and_they_are_moves(run: Run, tmp_path: Path) -> None:
    """What the rules get wrong is in the table, and with it the list holds."""
    file = tmp_path / "rules.json"
    game = "tic_tac_toe"
    words = ("--method", "greedy", "--family", "mobility", "--side", "first")
    ran = run("explain", game, *words, "--goal", "always", "--json", "--save", str(file))
    shown = json.loads(ran.out)
    assert not shown["minimal"] and shown["length"] == shown["least_length"]
    saved = json.loads(file.read_text())
    assert len(saved["exceptions"]) == shown["exceptions"] > 0
    checked = run("explain", game, "--check", str(file))
    assert checked.status == 0 and "Exceptions, by what is right there:" in checked.out
    assert sum(group["count"] for group in shown["exception_groups"]) == shown["exceptions"]
    saved["exceptions"][0]["moves"] = ["99"]
    file.write_text(json.dumps(saved))
    check_refusal(run("explain", game, "--check", str(file)), 2, "does not fit: the exception")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--side", "third"), "side 'third' is unknown: choose one of first, second, both"),
        (("--method", "magic"), "method 'magic' is unknown: choose one of sat, list, greedy, backward"),
        (("--goal", "glory"), "goal 'glory' is unknown: choose one of start, always"),
        (("--family", "heaps"), "has no features of 'heaps'"),
        (("--predicates", "nowhere.py"), "there is no file nowhere.py"),
        (("--check", "nowhere.json"), "there is no file nowhere.json"),
        (("--figures", "x"), "--figures does nothing here, as without --method backward nothing is derived"),
        (("--literal",), "--literal does nothing here, as without --method backward nothing is derived"),
        (
            ("--method", "backward", "--side", "first"),
            "--side does nothing here, as --method backward derives",
        ),
        (
            ("--check", "x", "--goal", "always"),
            "--goal does nothing here, as --check takes the list as it is",
        ),
        (("--method", "greedy", "--proof", "x"), "there is no proof of lists by --method greedy"),
        (("--most", "0"), "most 0 is no number of rules"),
    ],
)
def test_what_is_refused(run: Run, arguments: tuple[str, ...], words: str) -> None:
    check_refusal(run("explain", "tic_tac_toe", *arguments), 2, words)


def test_games_that_are_not_for_it(run: Run) -> None:
    check_refusal(run("explain", "pong_hau_ki", "--method", "list"), 2, "play may come round")
    check_refusal(run("explain", "nim", "--check", "known"), 2, "no list is known")
    check_refusal(run("explain", "nim", "--check", "known-short"), 2, "no short list is known", "KRvK")
    check_refusal(run("explain", "nim", "--method", "backward"), 2, "does not define winning_lines")
    check_refusal(run("explain", "connect_four(columns=3, rows=3, line=3)", "--method", "backward"), 2)


def test_a_game_that_comes_round(run: Run) -> None:
    ran = run("explain", "achi", "--side", "first")
    assert ran.status == 0 and "0 drawn, 0 lost; at most 11 plies, where best play takes 11" in ran.out


def test_the_python_face() -> None:
    found = zermelo.explaining.find_rules("domineering(columns=4, rows=3)")
    assert found.rules.words() == ["leaves the opponent the fewest moves"] and found.minimal
    assert zermelo.policies.certify(found.rules, "domineering(columns=4, rows=3)").second.lost == 0
    assert len(zermelo.explaining.derive_rules("tic_tac_toe").rules) == 6
    solution = zermelo.solve("nim(heaps=(1, 2, 4))")
    assert solution.why(move="1 from heap 3").value == 1


def test_who_is_lost_from_the_start_has_nothing_to_keep(run: Run) -> None:
    ran = run("explain", "nim(heaps=(1, 2, 3))")
    assert "first       54 won, 0 drawn, 20 lost: lost from the start, so nothing has to be kept" in ran.out
    shown = json.loads(run("explain", "nim(heaps=(1, 2, 3))", "--json").out)
    assert shown["lost_from_the_start"] == ["first"]


def test_the_price_of_a_rule_is_told_drawn_and_written(run: Run, tmp_path: Path) -> None:
    curve = tmp_path / "price.svg"
    ran = run("explain", "nim(heaps=(1, 2, 3))", "--price", "--side", "second", "--svg", str(curve))
    assert ran.status == 0 and "a perfect list has 1 rule at least: proven" in ran.out
    assert ElementTree.parse(curve).getroot().tag.endswith("svg")
    shown = json.loads(run("explain", "nim(heaps=(1, 3, 5, 7))", "--price", "--json").out)
    assert [each["keys"] for each in shown["lists"]] == [[], ["nim_sum==0"]]
    assert shown["lists"][1]["sides"]["second"]["perfect"] == {"won": 1.0, "drawn": 0.0, "lost": 0.0}
    check_refusal(run("explain", "nim", "--price", "--goal", "always"), 2, "--goal does nothing here")
    check_refusal(run("explain", "nim", "--svg", str(curve)), 2, "--svg does nothing here")
    check_refusal(
        run("explain", "awari_endgame(stones=3)", "--price"),
        2,
        "play may come round and points come on the way",
    )
    round_too = json.loads(run("explain", "pong_hau_ki", "--price", "--json").out)
    fare = round_too["lists"][0]["sides"]["first"]
    assert fare["short"] == 1 and fare["can_lose"] and fare["lines"]["lost"] is None and fare["error"] < 1e-9


def test_what_lists_cost_with_dice_is_told_drawn_and_written(run: Run, tmp_path: Path) -> None:
    curve = tmp_path / "cost.svg"
    ran = run("explain", "pig(target=12)", "--price", "--svg", str(curve))
    assert ran.status == 0 and "no shorter list costs nothing, all of them priced" in ran.out
    assert ElementTree.parse(curve).getroot().tag.endswith("svg")
    shown = json.loads(run("explain", "pig(target=12)", "--within", "30%", "--json").out)
    assert [each["keys"] for each in shown["lists"]] == [[]]  # any move loses 26 games in a hundred
    assert shown["reached"] and not shown["perfect"] and shown["within"] == 0.3
    check_refusal(run("explain", "pig(target=12)", "--within", "little"), 2, "is no number")
    check_refusal(run("explain", "pig(target=12)", "--within", "-1%"), 2, "is nothing that may be lost")
