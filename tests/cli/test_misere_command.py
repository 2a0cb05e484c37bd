"""`zermelo misere`: what it prints, as text and as JSON."""

import pytest
from reference import naive_misere as naive
from support.commands import Command, answer, text

import zermelo
from zermelo.cgt import PartizanMisereSum
from zermelo.core.errors import LoopFound, MissingCapability, OutOfBudget


@pytest.mark.long
def test_kayles(command: Command) -> None:
    lines = [line.rstrip() for line in text(command("misere", "kayles", "--heaps", "30")).splitlines()]
    for line in (
        "0.77: take 1 or 2 and leave nothing, one heap or two heaps; the player who cannot move wins",
        "genera      0     1      2     3     4      5     6         7     8      9",
        "  20    1^031  4^64   6^46  7^57  4^64  1^731  2^20  8^(8,10)  5^75   4^64",
        "  30     7^57",
        "  generators: a = heap 1, b = heap 2, c = heap 5, d = heap 9, e = heap 12, f = heap 25, g = heap 27",
        "  P-portion:  a, b^2, d, e, a c^2, a c, a d f, a d e, a d^2",
        "  order:      40, proven for heaps to 30 by 231 pairs",
        "elements      0      1    2      3      4      5      6      7      8      9",
        "  20      a d e  a c f  b c  a b c  a c f      f      b      g    c f  a c f",
    ):
        assert line in lines
    (relations,) = (line for line in lines if line.startswith("  relations:  a^2 = 1, b d = b c, "))
    assert relations.endswith(", d^3 = d, d^2 f = f") and relations.count("=") == 21


@pytest.mark.slow("the first test that compiles the kernels of misere play")
def test_the_rule_and_what_is_unknown(command: Command) -> None:
    kayles = ("kayles", "--heaps", "30")
    for words, said in (
        (("subtraction(1, 2)", "--heaps", "20"), "Proven for all heaps, any number of them."),
        ((*kayles, "--most-elements", "20"), "  unknown:    heap 12 (more than 20 elements"),
        ((*kayles, "--most-positions", "20"), "(more than 20 positions asked"),
    ):
        assert said in text(command("misere", *words))


def test_every_heap_that_was_asked_for_has_its_row(command: Command) -> None:
    said = answer(command("misere", "0.137", "--heaps", "14", "--json"))
    assert said["largest"] == said["genera_to"] == 14
    assert [len(said[name]) for name in ("genera", "misere_nim_values", "elements")] == [15, 15, 15]
    assert None not in said["genera"]
    said = answer(command("misere", "nim", "--heaps", "40", "--most-elements", "1000", "--json"))
    assert len(said["genera"]) == len(said["misere_nim_values"]) == 41
    assert said["genera_to"] == 30 and said["genera"][30] == "30" and said["genera"][31:] == [None] * 10
    said = answer(command("misere", "nim", "--heaps", "3", "--json"))
    assert said["genera"] == ["0", "1", "2", "3"] and said["misere_nim_values"] == [1, 0, 2, 3]
    assert said["relations"] == ["a^2 = 1", "b^3 = b"] and said["elements"] == ["1", "a", "b", "a b"]
    assert said["p_portion"] == ["a", "b^2"] and (said["order"], said["generators"]) == (6, [1, 2])
    assert said["strategy"].endswith("Where you leave only heaps of 1, leave an odd number of them.")


def test_limits_of_genera_are_said_and_can_be_raised(command: Command) -> None:
    few = ("--most-elements", "10")
    said = text(command("misere", "nim", "--heaps", "34", *few))
    assert "  not looked for: heaps 31 to 34; --genera 34 looks for them, and takes longer\n" in said
    said = text(command("misere", "nim", "--heaps", "31", *few))
    assert "  not looked for: heap 31; --genera 31 looks" in said
    said = text(command("misere", "nim", "--heaps", "34", "--genera", "34", *few))
    assert "not looked for" not in said
    (row,) = (line for line in said.splitlines() if line.startswith("  30 "))
    assert row.split() == ["30", "30", "31", "32", "33", "34"]


def test_forms_of_heaps(command: Command) -> None:
    lines = text(command("misere", "kayles", "--heaps", "15", "--forms")).splitlines()
    first = lines.index("forms") + 1
    assert lines[first] == "    0  0" and lines[first + 5] == "    5  *[2_2 3 2 1]"
    assert lines[first + 15] == "   15  15 options, born on day 15: more than 10,000 signs"
    asked = ("misere", "kayles", "--heaps", "15", "--genera", "14", "--forms", "--json")
    forms = answer(command(*asked))["forms"]
    assert forms[:5] == ["0", "*", "*2", "*3", "*"] and forms[5] == "*[2_2 3 2 1]"
    assert len(forms) == 16 and forms[15] is None
    assert len(forms[14]) > 1_000  # whole, in an object
    assert "forms" not in answer(command("misere", "kayles", "--heaps", "3", "--json"))


def test_names_of_rules_are_heaps_and_with_a_position_games(command: Command) -> None:
    for code in ("kayles", "0.77", "nim", "dawsons_kayles", "subtraction(1, 2)"):
        assert "generators:" in text(command("misere", code, "--heaps", "4"))
    said = answer(command("misere", "0.77", "5 4", "--json"))
    assert (said["game"], said["outcome_class"], said["winning_moves"]) == ("0.77 from 4 5", "P", [])
    assert (said["genus"], said["kind"], said["form"]) == ("5^057", "wild", "*(2_2 3 2 1)_1")
    assert (said["misere_nim_value"], said["nimber"]) == (0, 5)
    said = answer(command("misere", "kayles(pins=3)", "ii.", "--json"))
    assert (said["form"], said["misere_nim_value"], said["kind"]) == ("*2", 2, "heap")


def test_every_small_position_of_cram_by_its_twin(command: Command) -> None:
    game = zermelo.game("cram(columns=2, rows=2)")
    values = [
        naive.cram_value(frozenset(divmod(cell, 2) for cell in range(4) if not covered >> cell & 1))
        for covered in range(1 << 4)
    ]
    for covered, value in enumerate(values):
        said = answer(command("misere", "cram(columns=2, rows=2)", game.show(covered), "--json"))
        assert (said["misere_nim_value"], said["outcome_class"]) == (value, "N" if value else "P")
        lost = [move for move in game.moves(covered) if values[game.play(covered, move)] == 0]
        assert len(said["winning_moves"]) == len(lost)


def test_a_position_in_words(command: Command) -> None:
    assert command("misere", "nim(heaps=(2, 1))").out.splitlines() == [
        "nim(heaps=(2, 1), misere=False): the player who cannot move wins",
        "class       N: the player who starts wins",
        "nim value   3 in misere play, 3 in normal play",
        "genus       3^31, a heap of Nim",
        "form        *3",
        "wins        2 from heap 1",
    ]
    over = "nim(heaps=(2, 1)) from '0 0'"
    for game, last in ((over, "wins        having no move"), ("nim(heaps=(1,))", "form        *")):
        assert command("misere", game).out.splitlines()[-1] == last


def test_partizan_positions(command: Command) -> None:
    board = "domineering(columns=3, rows=2)"
    assert command("misere", board).out.splitlines() == [
        "domineering(columns=3, rows=2, starter='vertical', misere=False): the player who cannot move wins",
        "class       L: Left wins, no matter who starts",
        "Left wins   a1-a2, c1-c2",
        "Right loses whatever the move",
    ]
    assert command("misere", "domineering(columns=1, rows=2)").out.splitlines()[1:] == [
        "class       R: Right wins, no matter who starts",
        "Left loses  whatever the move",
        "Right wins  having no move",
    ]
    said = answer(command("misere", board, "--json"))
    assert said["outcome_class"] == "L" and said["winning_moves"] == {"Left": ["a1-a2", "c1-c2"], "Right": []}


def test_a_game_modulo_a_universe(command: Command) -> None:
    assert command("misere", "{*|*}", "--universe", "dicot").out.splitlines() == [
        "{*|*}: the player who cannot move wins",
        "class       N: the player who starts wins",
        "dicot       yes",
        "form        0",
        "conjugate   the game and its conjugate are together 0: adding it undoes the game",
    ]
    board = "domineering(columns=3, rows=2)"
    ran = command("misere", board, "--universe", "dead-ending", "--with", "{2|-1}")
    assert ran.out.splitlines()[2:] == [
        "dead-ending yes",
        "form        {2,{1|-1}|{-1|0,1}}",
        "conjugate   the game and its conjugate are together not 0",
        "order       || {2|-1}: now better for Left, now for Right: it depends on what is beside",
        "better      for Left beside 0",
        "worse       for Left beside 1",
    ]
    said = answer(
        command(
            "misere", "domineering(columns=2, rows=1)", "--universe", "dead-ending", "--with", "0", "--json"
        )
    )
    assert (said["form"], said["birthday"], said["is_undone_by_conjugate"]) == ("-1", 1, True)
    assert (said["order"], said["better_beside"], said["worse_beside"]) == ("||", "0", "*")
    assert command("misere", "{|*}", "--universe", "dead-ending").out.splitlines()[2:] == [
        "dead-ending no: a player who has no move in a position may never have one again"
    ]
    said = answer(command("misere", "-1", "--universe", "dicot", "--json"))
    assert (said["is_in_universe"], said["form"], said["is_undone_by_conjugate"]) == (False, None, None)


class Long(zermelo.Game):
    """One step after another, for both."""

    def start(self) -> int:
        return 20_000

    def moves(self, position: int) -> list[int]:
        return [1] if position else []

    def play(self, position: int, move: int) -> int:
        return position - move

    def options(self, position: int, player: int) -> list[int]:
        return [self.play(position, move) for move in self.moves(position)]


class Round(Long):
    """Three places, for ever."""

    def moves(self, position: int) -> list[int]:
        return [1 if position > 19_998 else -2]


class Points(Long):
    scored = True


def test_partizan_games_without_an_answer_are_refused() -> None:
    with pytest.raises(LoopFound, match="play can cycle"):
        PartizanMisereSum([Round()]).outcome_class()
    with pytest.raises(OutOfBudget, match="play is too long"):
        PartizanMisereSum([Long()]).outcome_class()
    with pytest.raises(MissingCapability, match="the last to move loses"):
        PartizanMisereSum([Points()])
