"""Many positions at once: the tasks of two contests as they are set, against the recursions that are told in words."""

import io
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from reference import naive
from support.commands import Command, answer, check_refusal
from support.marks import few

import zermelo
from zermelo.core import BadParameter, MissingCapability, UnreadablePosition
from zermelo.play import yield_winners

NUKIT = "nukit(a=30, b=30, c=30, d=30)"
SAMPLE = "5\n0 2 0 2\n1 3 1 3\n1 0 8 3\n3 3 3 3\n8 8 8 8\n"  # Canadian Computing Competition 2008, S5
SAMPLE_SAYS = "Roland\nPatrick\nPatrick\nRoland\nPatrick\n"
STRIPES = "stripes(length={}, strips=(1, 5, 1))"  # Polish Olympiad in Informatics VII: its sample, 1 1 2


@cache
def patrick_wins(a: int, b: int, c: int, d: int) -> bool:
    """Can the player to move form a reaction after which the other cannot win? With no reaction he cannot."""
    reactions = ((2, 1, 0, 2), (1, 1, 1, 1), (0, 0, 2, 1), (0, 3, 0, 0), (1, 0, 0, 1))
    left = [tuple(x - y for x, y in zip((a, b, c, d), used, strict=True)) for used in reactions]
    return any(not patrick_wins(*atoms) for atoms in left if min(atoms) >= 0)


def row_nimber(length: int, strips: tuple[int, ...]) -> int:
    """Return the nimber of a row: from the shortest row on, every strip at every place of each."""
    nimbers: list[int] = []
    for cells in range(length + 1):
        met = {nimbers[left] ^ nimbers[cells - n - left] for n in strips for left in range(cells - n + 1)}
        nimbers.append(next(number for number in range(len(met) + 1) if number not in met))
    return nimbers[length]


def test_nukit_as_it_was_set(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    nine = NUKIT.replace("30", "9")
    for arguments in ((nine,), (nine, "-"), ("nukit(a={}, b={}, c={}, d={})",)):
        monkeypatch.setattr("sys.stdin", io.StringIO(SAMPLE))
        ran = command("winners", *arguments, "--counted", "--names", "Patrick,Roland")
        assert (ran.status, ran.out, ran.err) == (0, SAMPLE_SAYS, "")


SEEDS = few(range(10), 1)  # a hundred boards of each kind for every seed


@cache
def stripes_are_won(cells: str, strips: tuple[int, ...]) -> bool:
    """Can the player to move lay a strip on free cells after which the other cannot win? No sums, no nimbers."""
    laid = {
        cells[:place] + "#" * strip + cells[place + strip :]
        for strip in strips
        for place in range(len(cells) - strip + 1)
        if "#" not in cells[place : place + strip]
    }
    return any(not stripes_are_won(left, strips) for left in laid)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_boards_of_nukit_against_the_recursion(seed: int) -> None:
    chance, most = random.Random(seed), 9 if seed == 0 else 30
    boards = [tuple(chance.randint(0, most) for _ in range(4)) for _ in range(100)]
    lines = [" ".join(map(str, board)) for board in boards]
    found = list(yield_winners(NUKIT.replace("30", str(most)), lines))
    assert [each.winner == "first" for each in found] == [patrick_wins(*board) for board in boards]
    assert all((each.nimber == 0) == (each.winner == "second") for each in found)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_rows_of_stripes_against_the_dynamic_program(seed: int) -> None:
    """L, R, B and G by the name of the contest, as PEGWiki sets them."""
    chance = random.Random(seed)
    rows = [(chance.randint(1, 250), tuple(chance.randint(1, 40) for _ in range(3))) for _ in range(100)]
    lines = [" ".join(map(str, (length, *strips))) for length, strips in rows]
    found = list(yield_winners("peg_o_stripes(length={}, strips=({}, {}, {}))", lines))
    assert [each.nimber for each in found] == [row_nimber(*row) for row in rows]
    assert all((each.nimber == 0) == (each.winner == "second") for each in found)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_boards_of_stripes_against_every_line_of_play(seed: int) -> None:
    """Boards on which strips lie already, and the moves that win there."""
    chance = random.Random(seed)
    for _ in range(100):
        length, strips = chance.randint(1, 13), tuple(chance.randint(1, 6) for _ in range(3))
        game: Any = zermelo.game(f"stripes(length={length}, strips={strips})")
        position = game.start()
        for _ in range(chance.randint(0, 2)):
            if moves := list(game.moves(position)):
                position = game.play(position, chance.choice(moves))
        cells = game.show(position)
        (verdict,) = yield_winners(repr(game), [cells])
        assert (verdict.winner == "first") == stripes_are_won(cells, strips)
        winning = {
            game.name(position, move)
            for move in game.moves(position)
            if not stripes_are_won(game.show(game.play(position, move)), strips)
        }
        assert set(zermelo.cgt.nimber_moves(game, position)) == winning


def test_every_small_board_of_nukit() -> None:
    boards = [(a, b, c, d) for a in range(4) for b in range(4) for c in range(5) for d in range(4)]
    found = yield_winners("nukit(a=3, b=3, c=4, d=3)", (" ".join(map(str, board)) for board in boards))
    assert [each.winner == "first" for each in found] == [patrick_wins(*board) for board in boards]


def test_stripes_as_they_were_set(command: Command, tmp_path: Path) -> None:
    lengths = tmp_path / "lengths.txt"
    lengths.write_text("3\n1\n5\n6\n")
    assert command("winners", STRIPES, str(lengths), "--counted", "--names", "1,2").out == "1\n1\n2\n"
    lengths.write_text("400 2 3 5\n\n1500, 150, 320, 470\n")
    ran = command("winners", "stripes(length={}, strips=({}, {}, {}))", str(lengths), "--nimbers")
    said = [row_nimber(400, (2, 3, 5)), row_nimber(1_500, (150, 320, 470))]
    assert ran.out == "".join(f"{'first' if nimber else 'second'} {nimber}\n" for nimber in said)


def test_lines_are_read_as_they_come() -> None:
    def lines() -> Any:
        yield "1 1"
        raise AssertionError("the second line was read before the first was answered")

    assert next(yield_winners("nim(heaps=(2, 2))", lines())).winner == "second"


@pytest.mark.parametrize("game", ["nim(heaps=(2, 2), misere=True)", "tic_tac_toe(columns=2, rows=3, line=2)"])
def test_a_game_without_nimbers_is_solved(game: str) -> None:
    which: Any = zermelo.game(game)
    values = {position: found[0] for position, found in naive.solve(which).items()}
    shown = [which.show(position).replace("\n", "/") for position in values]
    found = list(yield_winners(game, shown))
    said = {"draw": 0, "first": 1, "second": -1}
    assert [said[each.winner] for each in found] == list(values.values())
    assert all(each.nimber is None and each.value is not UNSET for each in found)


def test_its_object(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("2 1\n0 1\n")
    found = answer(command("winners", "nim(heaps=(2, 1), misere=True)", str(file), "--json"))
    assert found["winners"] == [
        {"text": "2 1", "winner": "first", "nimber": None, "value": 1, "outcome": "win", "remoteness": 2},
        {"text": "0 1", "winner": "second", "nimber": None, "value": -1, "outcome": "loss", "remoteness": 1},
    ]
    found = answer(command("winners", "nim(heaps=(2, 1))", str(file), "--json"))
    assert found["winners"][0] == {"text": "2 1", "winner": "first", "nimber": 3}


def test_what_is_refused(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("1 1\n2 5\n")
    ran = command("winners", "nim(heaps=(2, 2))", str(file))
    assert ran.status == 2 and ran.out == "second\n" and "line 2: '2 5' is not a position" in ran.err
    for names in ("Patrick", "a,a", "a,", "a,b,c"):
        check_refusal(command("winners", "nim", str(file), "--names", names), 2, "are not two names")
    file.write_text("1 1\n")
    ran = command("winners", "nim(heaps=(1, 1), misere=True)", str(file), "--nimbers")
    check_refusal(ran, 2, "leave out --nimbers")


def test_lines_that_cannot_be_answered(tmp_path: Path) -> None:
    """Counts that are wrong, words that fill no blank, and games of which nobody asks who wins."""
    rules = tmp_path / "rules.py"
    rules.write_text("raise SystemExit('a line has run a file')")
    nim, counted, filled = "nim(heaps=(2, 2))", {"counted": True}, r"line 1: .* fills no blank"
    for game, lines, how, error, said in (
        (nim, [], counted, BadParameter, "there is no line"),
        (nim, ["two"], counted, BadParameter, "'two' does not say how many"),
        (nim, ["2", "1 1"], counted, BadParameter, "1 of those that the first one says are missing"),
        (nim, ["1", "1 1", "", "2 2"], counted, BadParameter, "line 4: '2 2' is one line more"),
        ("swap(game={})", [f"{rules}:Game"], {}, BadParameter, filled),
        ("swap(game={})", ["hex(size=2)"], {}, BadParameter, filled),
        ("swap(game={})", ["'x'"], {}, BadParameter, filled),
        ("stripes(length={})", ["5 6"], {}, BadParameter, r"has 2 words, and .* 1 blanks"),
        (nim, ["7 7"], {}, UnreadablePosition, "line 1"),
        *(
            (game, ["1"], {}, MissingCapability, "who wins is asked")
            for game in ("pig", "centipede", "kalah")
        ),
    ):
        with pytest.raises(error, match=said):
            list(yield_winners(game, lines, **how))
