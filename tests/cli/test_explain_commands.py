"""`zermelo explain`: what it prints, saves, checks again, draws and refuses; and who plays by what it saved."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from support.commands import Command, answer, check_refusal, text
from support.marks import few

import zermelo
from zermelo.cli.command_app import run_command_line

pytestmark = pytest.mark.usefixtures("kept")
TTT = "tic_tac_toe(columns=3, rows=3, line=3, misere=False)"


class Made(NamedTuple):
    """What one command has printed, and the files that it has written."""

    lines: list[str]
    file: Path
    proofs: Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("explained")
    proofs, file = folder / "proofs", folder / "rules.json"
    with redirect_stdout(io.StringIO()) as out:
        assert run_command_line(["explain", "tic_tac_toe", "--save", str(file), "--proof", str(proofs)]) == 0
    return Made(out.getvalue().splitlines(), file, proofs)


def test_the_list_is_printed_with_all_that_is_known(made: Made) -> None:
    lines = list(made.lines)
    assert lines[0] == f"{TTT}, for both players"
    assert [line.split()[0] for line in lines[2:7]] == list("12345")
    assert lines[2] == "1  completes a line"
    assert lines[6] == "5  after it the opponent cannot fork (if it threatens: the forced answer is no fork)"
    assert lines[8] == "a line: cells that win where one player holds them all"
    assert lines[12] == "to fork: to put a stone after which one can complete lines on two cells or more"
    size, found, four, five, first, second = lines[-6:]
    assert size == "size        5 rules, 6 literals"
    assert found == "found       the shortest, chosen from 120 rules for 454 positions"
    assert four.startswith("shorter     none of 4 rules: unsatisfiable over ") and four.endswith(", checked")
    assert five.startswith("shorter     none of 5 rules with 5 literals: unsatisfiable over ")
    assert first == "first       1,552 won, 720 drawn, 0 lost"
    assert second == "second      1,312 won, 896 drawn, 0 lost"


def test_the_object_has_what_is_promised(command: Command) -> None:
    shown = answer(command("explain", "nim(heaps=(3, 4, 5), misere=True)", "--json"))
    assert shown["rules"] == [
        "leaves no heap of two or more, and leaves an odd number of heaps",
        "leaves nim-sum 0",
        "any move",
    ]
    assert (shown["literals"], shown["minimal"], shown["exceptions"]) == (3, True, 0)
    assert set(shown["certificate"]) == {"first", "second"} and shown["certificate"]["first"]["lost"] == 0
    assert [each["rules"] for each in shown["unsatisfiable"]] == [2, 3]
    one = answer(command("explain", "nim(heaps=(1, 2, 4))", "--side", "first", "--json"))
    assert set(one["certificate"]) == {"first"} and one["decisions"] > 5
    assert one["certificate"]["first"]["drawn"] == one["certificate"]["first"]["lost"] == 0
    assert one["literals"] >= len(one["rules"]) - 1
    lost = "first       54 won, 0 drawn, 20 lost: lost from the start, so nothing has to be kept"
    assert lost in command("explain", "nim(heaps=(1, 2, 3))").out
    shown = answer(command("explain", "nim(heaps=(1, 2, 3))", "--json"))
    assert shown["lost_from_the_start"] == ["first"]


def test_a_list_is_saved_checked_and_played(command: Command, made: Made, tmp_path: Path) -> None:
    """And changed by hand, so that it blocks no more: that is caught."""
    file, changed = str(made.file), tmp_path / "rules.json"
    said = text(command("explain", "tic_tac_toe", "--check", file))
    assert "second      1,312 won, 896 drawn, 0 lost" in said
    assert "never loses yes\n" in text(command("certify", "tic_tac_toe", "--policy", file))
    players = ("--first", file, "--second", "random", "--games", "20", "--seed", "1")
    assert file in text(command("match", "tic_tac_toe", *players))
    assert "rule" in text(command("why", "tic_tac_toe", "X../.O./...", "--rules", file))
    saved = json.loads(made.file.read_text())
    del saved["rules"][1]
    changed.write_text(json.dumps(saved))
    ran = command("explain", "tic_tac_toe", "--check", str(changed))
    check_refusal(ran, 1, "the rules do not hold for the first player of tic_tac_toe", "lost by")


def test_proofs_are_written_for_others(made: Made) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    names = {f"{name}.{kind}" for name in ("4-rules", "5-rules-5-literals") for kind in ("cnf", "drup")}
    assert {path.name for path in made.proofs.iterdir()} == names
    formula = CNF(from_file=str(made.proofs / "4-rules.cnf"))
    with Solver(name="cadical153", bootstrap_with=formula) as solver:
        assert not solver.solve()
    assert (made.proofs / "4-rules.drup").read_text().splitlines()[-1] == "0"


def test_predicates_of_ones_own(command: Command, tmp_path: Path) -> None:
    """Central cells, and a number: with them tic-tac-toe's first player needs no more than before."""
    file = tmp_path / "mine.py"
    corner = "def corner(game, position, move) -> bool:\n    'A corner.'\n    return move in (0, 2, 6, 8)\n\n"
    stones = "def stones(game, position, move):\n    'Stones.'\n    return position.bit_count()\n"
    file.write_text(corner + stones)
    saved = str(tmp_path / "rules.json")
    shown = answer(command("explain", "tic_tac_toe", "--predicates", str(file), "--json", "--save", saved))
    assert shown["certificate"]["second"]["lost"] == 0 and shown["pool"] > 120
    assert command("explain", "tic_tac_toe", "--check", saved, "--predicates", str(file)).status == 0
    file.write_text("def first(game, position, move):\n    'The upper left cell.'\n    return move == 0\n")
    ran = command("explain", "tic_tac_toe", "--predicates", str(file))
    check_refusal(ran, 2, "first: a predicate has to be the same on")


def test_rules_are_derived_and_played_out(command: Command, tmp_path: Path) -> None:
    words = ("explain", "tic_tac_toe", "--method", "backward", "--literal", "--figures", str(tmp_path))
    ran = command(*words, "--audit")
    said = ran.out.splitlines()
    begin = said.index("played out with rules 1 to 5, any move where none is found:")
    assert said[begin + 1 : begin + 3] == [
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


@pytest.mark.long  # figures are drawn above
def test_signs_are_drawn_shared_or_repeated(command: Command, tmp_path: Path) -> None:
    drawn = {}
    for signs in ("shared", "repeated"):
        folder = tmp_path / signs
        options = ("--method", "backward", "--last", "1", "--figures", str(folder), "--signs", signs)
        assert command("explain", "tic_tac_toe", *options).status == 0
        drawn[signs] = (folder / "figure-13-rule-1-output.svg").read_text()
    assert drawn["shared"].count("<polygon") == 1 and drawn["repeated"].count("<polygon") == 3


READINGS = [("--literal --against any --last 5", 14), ("--stop new", 2), ("--literal", 3)]


@pytest.mark.parametrize(("options", "fifth"), few(READINGS, 1))
def test_readings_and_ends_of_the_derivation(command: Command, options: str, fifth: int) -> None:
    shown = answer(command("explain", "tic_tac_toe", "--method", "backward", "--json", *options.split()))
    assert len(shown["rules"][4].split(";")) == fifth
    if options == "--literal":
        assert shown["certificate"]["second"] == {"won": 4_960, "drawn": 5_696, "lost": 1_168}


def test_a_greedy_list_has_its_exceptions_and_they_are_moves(command: Command, tmp_path: Path) -> None:
    """What the rules get wrong is in the table, and with it the list holds."""
    file = tmp_path / "rules.json"
    game = "tic_tac_toe"
    words = ("--method", "greedy", "--family", "mobility", "--side", "first")
    shown = answer(command("explain", game, *words, "--goal", "always", "--json", "--save", str(file)))
    assert not shown["minimal"] and shown["length"] == shown["least_length"]
    saved = json.loads(file.read_text())
    assert len(saved["exceptions"]) == shown["exceptions"] > 0
    checked = command("explain", game, "--check", str(file))
    assert checked.status == 0 and "Exceptions, by what is right there:" in checked.out
    assert sum(group["count"] for group in shown["exception_groups"]) == shown["exceptions"]
    saved["exceptions"][0]["moves"] = ["99"]
    file.write_text(json.dumps(saved))
    check_refusal(command("explain", game, "--check", str(file)), 2, "does not fit: the exception")


def test_the_python_face() -> None:
    found = zermelo.explain.find_rules("domineering(columns=4, rows=3)")
    assert found.rules.list_rule_sentences() == ["leaves the opponent the fewest moves"] and found.minimal
    assert zermelo.play.certify(found.rules, "domineering(columns=4, rows=3)").second.lost == 0
    assert len(zermelo.explain.derive_rules("tic_tac_toe").rules) == 6
    solution = zermelo.solve("nim(heaps=(1, 2, 4))")
    assert solution.why(move="1 from heap 3").value == 1


@pytest.mark.long
def test_the_price_of_a_rule_is_told_drawn_and_written(command: Command, tmp_path: Path) -> None:
    """With dice too, where it is a cost."""
    nim, pig = "nim(heaps=(1, 2, 3))", "pig(target=6)"
    for words, told in (
        ((nim, "--side", "second"), "a perfect list has 1 rule at least: proven"),
        ((pig,), "no shorter list costs nothing, all of them priced"),
    ):
        curve = tmp_path / f"{words[0]}.svg"
        ran = command("explain", *words, "--price", "--output", str(curve))
        assert ran.status == 0 and told in ran.out
        assert ElementTree.parse(curve).getroot().tag.endswith("svg")
    shown = answer(command("explain", nim, "--price", "--json"))
    assert [each["keys"] for each in shown["lists"]] == [[], ["heaps%2==0 & ones%2==0"]]
    assert shown["lists"][1]["sides"]["second"]["perfect"] == {"won": 1.0, "drawn": 0.0, "lost": 0.0}
    shown = answer(command("explain", pig, "--within", "30%", "--json"))
    assert [each["keys"] for each in shown["lists"]] == [[]]  # any move loses 15 games in a hundred
    assert shown["reached"] and not shown["perfect"] and shown["within"] == 0.3
