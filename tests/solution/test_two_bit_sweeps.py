"""The two-bit sweep: marked as Moore's slides say, pass by pass, and printed in few lines."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from made.random_games import catalogue_games, random_games
from support.commands import answer, check_refusal, runner, text

import zermelo
from zermelo.core.game import Game, has
from zermelo.solution.game_trees.quintuplet import make_quintuplet
from zermelo.solution.game_trees.two_bit_sweeps import FEW_LINES, TwoBitSweeps, sweep_two_bits

pytestmark = pytest.mark.quick

PONG = """\
pong_hau_ki(): two bits a position, swept until a pass marks nothing
30 positions with their movers, A and B, that play reaches
W: White, A, who moves first, has won from there; B: Black has
pass 0 marks the ends; each pass goes by the marks that the one before left
? is left at 24: nobody can force a win there

pass  W  B  ? left
   0  1  1      28
   1  2  2      24
   2  0  0      24

pass 0 marks 2:
.   X      .   O
| O |      | X |
O---X      X---O
#10 A: B   #14 B: W
pass 1 marks 4:
X   O      O   X      O   X      X   O
| O |      | . |      | X |      | . |
X---.      O---X      O---.      X---O
#7 B: B    #11 A: W   #22 A: W   #25 B: B
? stays at 24: the first of them (--all shows the others)"""
NIM = """\
   # position mover  0 1 2 3 4
   0 2 2      A      ? ? ? B B
   1 2 1      B      ? ? B B B
   2 2 0      B      ? ? B B B
   3 1 1      A      ? ? W W W
   4 1 0      A      ? B B B B
   5 2 0      A      ? ? W W W
   6 0 0      A      W W W W W
   7 1 0      B      ? W W W W
   8 0 0      B      B B B B B"""


def swept_word_for_word(rows: Any, seed: int) -> list[str]:
    """Return the marks by steps 3 to 6 of the slides: in place, in any order, until a pass changes nothing."""
    marks = ["?"] * len(rows)
    order = list(range(len(rows)))
    random.Random(seed).shuffle(order)
    for place in order:
        if rows[place].finished:
            marks[place] = "W" if rows[place].payoff > 0 else "B" if rows[place].payoff < 0 else "D"
    changed = True
    while changed:
        changed = False
        for place in order:
            if marks[place] != "?":
                continue
            mine, other = ("W", "B") if rows[place].mover == 1 else ("B", "W")
            after = [marks[successor] for successor in rows[place].successors]
            if all(mark == other for mark in after):
                marks[place] = other
            elif any(mark == mine for mark in after):
                marks[place] = mine
            elif all(mark in ("D", other) for mark in after):  # no move wins, one draws by the rules
                marks[place] = "D"
            changed = changed or marks[place] != "?"
    return marks


def check_sweep(game: Game, start: Any) -> TwoBitSweeps:
    sweeps = sweep_two_bits(game, start, 100_000)
    rows = [row for row in make_quintuplet(game, start, 100_000).positions if row.reachable]
    assert [(row.position, row.mover) for row in sweeps.positions] == [
        (row.position, row.mover) for row in rows
    ]
    assert [row.mark for row in sweeps.positions] == swept_word_for_word(rows, len(rows))
    for swept, row in zip(sweeps.positions, rows, strict=True):
        assert row.value is not None
        assert swept.mark in ("W" if row.value > 0 else "B" if row.value < 0 else "D?")
        if row.value and not game.scored:
            assert swept.marked_in == row.remoteness
        assert (swept.marked_in is None) == (swept.mark == "?") and (swept.marked_in == 0) == row.finished
    for number, each in enumerate(sweeps.passes):
        before = sweeps.list_marks_after(number - 1)
        new = [mark for mark, old in zip(sweeps.list_marks_after(number), before, strict=True) if mark != old]
        assert [new.count(mark) for mark in "WBD"] == [each.white, each.black, each.drawn]
        assert each.left == sweeps.list_marks_after(number).count("?")
        assert bool(new) == (number < len(sweeps.passes) - 1) or number == 0
    return sweeps


@settings(max_examples=60)
@given(random_games() | catalogue_games())
def test_random_games(game: Game) -> None:
    if has(game, "gain"):
        return
    for start in list(game.starts())[:2]:
        sweeps = check_sweep(game, start)
        assert len(str(sweeps).splitlines()) <= FEW_LINES


def test_boards_are_shown_pass_by_pass(capsys: pytest.CaptureFixture[str]) -> None:
    printed = text(runner(capsys)("table", "pong_hau_ki", "--sweeps"))
    assert printed.startswith(PONG) and str(zermelo.game("pong_hau_ki").sweeps()) == printed.rstrip("\n")
    whole = text(runner(capsys)("table", "pong_hau_ki", "--sweeps", "--all"))
    assert all(f"#{place} " in whole for place in range(30)) and "--all" not in whole


def test_lines_of_text_are_rows(capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    assert text(command("table", "nim(heaps=(2,2),misere=True)", "--sweeps")).endswith(f"\n\n{NIM}\n")
    printed = text(command("table", "subtraction(heap=300)", "--sweeps")).splitlines()
    assert len(printed) == FEW_LINES and printed[-1].startswith("…") and "in pass" in "\n".join(printed)
    printed = text(command("table", "subtraction(heap=300)", "--sweeps", "--all")).splitlines()
    assert printed[-1].split() == ["599", "0", "B", "W", "0"]


def test_every_default_fits_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    for options in ([], ["--sweeps"]):
        for game in ("tic_tac_toe", "nim(heaps=(3,4))", "morris_endgame(men=3,rings=1)"):
            assert len(text(command("table", game, *options)).splitlines()) <= FEW_LINES
    assert len(text(command("table", "tic_tac_toe", "--all")).splitlines()) > 1_000


def test_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(runner(capsys)("table", "pong_hau_ki", "--sweeps", "--json"))
    assert found["passes"] == [
        {"white": 1, "black": 1, "drawn": 0, "left": 28},
        {"white": 2, "black": 2, "drawn": 0, "left": 24},
        {"white": 0, "black": 0, "drawn": 0, "left": 24},
    ]
    assert found["positions"][0]["mark"] == "?" and found["positions"][0]["marked_in"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("pig(target=2)",), ("has chances", "without chance")),
        (("strike",), ("has 3 players",)),
        (("dots_and_boxes(columns=1,rows=1)",), ("points that come on the way", "with_points")),
        (("pong_hau_ki", "--values", "mover"), ("leave out --values",)),
        (("tic_tac_toe", "--limit", "100"), ("more than 100 rows",)),
    ],
)
def test_what_cannot_be_swept(
    arguments: tuple[str, ...], words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    check_refusal(runner(capsys)("table", *arguments, "--sweeps"), 2, *words)
