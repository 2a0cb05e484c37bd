"""Two solutions side by side, against dictionaries; and solutions as comma-separated text, read back."""

import csv
import io
import json
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.csv
import pytest
from hypothesis import given
from made.hashable_games import AllOrders, Coins, TupleNim, Word
from made.lively_games import lively_games
from reference import naive
from support.commands import Ran, check_refusal, runner
from support.tables import compiled, expected

import zermelo
from zermelo.core.errors import BadParameter, StorageFailed
from zermelo.core.game import Game
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.solution.solution import Solution
from zermelo.solution.solution_comparison import SolutionComparison, compare
from zermelo.solver.records.solution_records import MappingRecords
from zermelo.solver.solution_files.csv_export import export_csv, write_csv

TIERED = ConnectFour(columns=3, rows=4, line=3)
UNGRADED = Nim(heaps=(3, 4, 5), misere=True)
TABLES = [TIERED, UNGRADED, TupleNim(), Coins(), AllOrders()]

PAIRS: list[tuple[Game, Game]] = [  # the same positions or some of them, by two rules
    (TIERED, TIERED),
    (Mnk(columns=3, rows=2, line=3), Mnk(columns=3, rows=2, line=2)),
    (Mnk(columns=3, rows=2, line=2), Mnk(columns=3, rows=2, line=2, misere=True)),
    (Subtraction(heap=9), Subtraction(heap=12)),
    (Subtraction(heap=9), Subtraction(heap=9, take=(1, 2))),
    (TupleNim(), TupleNim(misere=True)),
    (TupleNim(heaps=(2, 2)), TupleNim(heaps=(2, 3))),
    (TupleNim(heaps=(2, 2)), TupleNim(heaps=(1, 1, 1))),  # nothing in common
    (Word(word="abba"), Word(word="abbxa")),
    (AllOrders(), TupleNim()),
    (Coins(), Coins(row=(3, 5, 2, 8))),
    (Nim(heaps=(3, 4, 5)), UNGRADED),
    (Word(word="aab"), TupleNim(heaps=(2,))),  # texts and tuples
]


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def solved(game: Game) -> Solution:
    return zermelo.solve(game, interpreted=True)


# The definition


def check(found: SolutionComparison, first: Game, second: Game) -> None:
    """Every figure against two dictionaries."""
    mine, theirs = expected(first), expected(second)
    both = [place for place in mine if place in theirs]
    other_values = [place for place in both if mine[place][0] != theirs[place][0]]
    other_plies = [place for place in both if mine[place] != theirs[place] and place not in other_values]
    counts = (len(both), len(mine) - len(both), len(theirs) - len(both))
    assert (found.both, found.only_first, found.only_second) == counts
    assert (found.values, found.remoteness) == (len(other_values), len(other_plies))
    assert found.same == (mine == theirs)
    shown = sorted(map(text, other_values))[:5]
    shown += sorted(map(text, other_plies))[: 5 - len(shown)]
    assert [difference.position for difference in found.differences] == shown
    for difference in found.differences:
        place = next(place for place in both if text(place) == difference.position)
        assert (difference.first.value, difference.first.remoteness) == mine[place]
        assert (difference.second.value, difference.second.remoteness) == theirs[place]
    missing = {text(place) for place in mine.keys() ^ theirs.keys()}
    assert list(found.missing) == sorted(missing)[:5]


def text(position: Any) -> Any:
    """A position as a comparison says it: integers as they are, others as Python writes them."""
    return position if isinstance(position, int) else repr(position)


# Comparing


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=repr)
def test_every_figure_of_a_comparison(first: Game, second: Game) -> None:
    check(compare(solved(first), solved(second)), first, second)
    check(compare(solved(second), solved(first)), second, first)


@given(lively_games(), lively_games())
def test_random_games(first: Game, second: Game) -> None:
    check(compare(solved(first), solved(second)), first, second)
    assert compare(solved(first), solved(first)).same


@pytest.mark.slow("every layout of two solutions is compared")
@pytest.mark.parametrize("game", [*TABLES, Word()], ids=repr)
def test_every_way_to_solve_gives_the_same_table(game: Game, store: Path) -> None:
    zermelo.solve(game, store=store)
    ways = [solved(game), zermelo.open(game, store)]
    if game in (TIERED, UNGRADED):
        ways.append(compiled(game))
    for first in ways:
        for second in ways:
            found = compare(first, second)
            assert found.same and found.both == len(expected(game)), (first.directory, second.directory)


def test_positions_of_other_kinds_are_not_compared() -> None:
    for first, second in ((Subtraction(heap=3), Word()), (TupleNim(), Nim())):
        with pytest.raises(BadParameter, match="nothing can be compared"):
            compare(solved(first), solved(second))


def test_what_it_says() -> None:
    found = compare(solved(Subtraction(heap=9)), solved(Subtraction(heap=12, misere=True)))
    lines = str(found).splitlines()
    assert lines[0].split(maxsplit=1) == ["first", repr(solved(Subtraction(heap=9)))]
    assert lines[2] == "in both 10, only in the first 0, only in the second 3"
    assert lines[3] == f"other values {found.values}, other remoteness {found.remoteness}"
    assert lines[4] == f"  {found.differences[0]._text}" == "  0: loss in 0, and win in 0"
    assert lines[-1] == "they differ"
    assert str(compare(solved(Word()), solved(Word()))).endswith("\nthe same")


def test_the_command(command: Callable[..., Ran], store: Path) -> None:
    nine, misere = "subtraction(heap=9)", "subtraction(heap=9, misere=True)"
    same = command("compare", nine, nine, "--interpreted")
    assert same.status == 0 and same.out.endswith("the same\n") and same.err == ""
    other = command("compare", nine, misere, "--positions", "--interpreted", "--json")
    assert other.status == 1 and other.err == "" and other.out.count("\n") == 1
    found = json.loads(other.out)
    expected_figures = compare(solved(Subtraction(heap=9)), solved(Subtraction(heap=9, misere=True)))
    assert found["values"] == expected_figures.values and found["same"] is False
    assert found["differences"][0]["first"] == {"value": -1, "outcome": "loss", "remoteness": 0}
    assert command("compare", nine, misere, "--positions", "--interpreted").out.endswith("they differ\n")
    directories = [str(zermelo.open(text, store).directory) for text in (nine, misere)]
    assert command("compare", *directories, "--positions").status == 1
    assert command("compare", *directories).out.startswith("first   subtraction(")
    assert command("compare", directories[0], nine).status == 0
    check_refusal(command("compare", nine, "word", "--interpreted"), 2, "word")
    check_refusal(command("compare", nine, str(store / "nothing")), 2, "nothing")


# Comma-separated text


def rows_of(solution: Solution) -> list[list[str]]:
    out = io.StringIO()
    count = write_csv(solution.records, out)
    heads, *rows = list(csv.reader(io.StringIO(out.getvalue(), newline="")))
    assert heads == ["position", "value", "remoteness"]
    assert count == len(rows)
    return rows


@pytest.mark.parametrize("game", [*TABLES, Domineering(columns=3, rows=3), Word(word='a"b,bxa')], ids=repr)
def test_every_record_is_exported(game: Game, store: Path) -> None:
    """Texts and tuples as Python writes them."""
    told = {str(text(place)): answer for place, answer in expected(game).items()}
    for solution in (solved(game), zermelo.solve(game, store=store, interpreted=True)):
        rows = rows_of(solution)
        assert {row[0]: (int(row[1]), int(row[2])) for row in rows} == told and len(rows) == len(told)
    if game is TIERED:
        assert sorted(rows_of(compiled(game))) == sorted(rows)


@pytest.mark.parametrize("game", [TicTacToe(), TIERED, UNGRADED, Domineering(columns=3, rows=3)], ids=repr)
def test_texts_parse_back(game: Game, command: Callable[..., Ran], tmp_path: Path) -> None:
    file, table = tmp_path / "table.csv", expected(game)
    ran = command("export", repr(game), "--text", "--interpreted", "--output", str(file))
    assert ran.status == 0 and ran.out == f"{len(table):,} records written to {file}\n", ran
    with file.open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert len(rows) == len(table)
    for row in rows:
        assert "\n" not in row["text"]
        assert game.parse(row["text"]) == int(row["position"])
        assert table[int(row["position"])] == (int(row["value"]), int(row["remoteness"]))


def test_moves_come_with_what_each_is_worth(command: Callable[..., Ran]) -> None:
    game = TicTacToe()
    ran = command("export", "tic_tac_toe", "--text", "--moves")
    rows = list(csv.DictReader(io.StringIO(ran.out, newline="")))
    table = naive.solve(game)
    assert len(rows) == len(expected(game))
    for row in rows[::7]:
        position = game.parse(row["text"])
        told = dict(each.split(" ", 1) for each in row["moves"].split("; ") if each)
        moves = [] if naive.is_finished(game, position) else list(game.moves(position))
        assert set(told) == {game.name(position, move) for move in moves}
        for move in moves:
            value, plies = table[game.play(position, move)]
            assert told[game.name(position, move)] == f"{('win', 'draw', 'loss')[value + 1]} in {plies + 1}"
    check_refusal(command("export", "pig(target=5)", "--moves"), 2, "without dice")


def test_other_tools_read_it(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    assert export_csv(compiled(TIERED).records, file) == len(expected(TIERED))
    table = pyarrow.csv.read_csv(file)
    assert table.column_names == ["position", "value", "remoteness"]
    columns = (table[name].to_pylist() for name in table.column_names)
    assert {place: (value, plies) for place, value, plies in zip(*columns, strict=True)} == expected(TIERED)
    assert list(tmp_path.iterdir()) == [file]


def test_standard_output(command: Callable[..., Ran]) -> None:
    ran = command("export", "subtraction(heap=5)", "--interpreted")
    assert ran.status == 0 and ran.err == ""
    table = naive.solve(Subtraction(heap=5))
    assert sorted(ran.out.splitlines()[1:]) == [
        f"{heap},{value},{plies}" for heap, (value, plies) in sorted(table.items())
    ]
    assert ran.out.splitlines()[0] == "position,value,remoteness"
    begun = command("export", "subtraction(heap=5)", "2", "--interpreted", "--text")
    told = ["0,-1,0,0", "1,1,1,1", "2,1,1,2", "position,value,remoteness,text"]
    assert sorted(begun.out.splitlines()) == told


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: writing past it fails in the same way."""
    file = tmp_path / "table.csv"
    file.write_text("old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, hard))
    try:
        with pytest.raises(
            StorageFailed, match=r"table\.csv: no file may grow so large .* give another name"
        ):
            export_csv(compiled(TIERED).records, file, replace=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]


def test_an_end_and_none_differ() -> None:
    solution = zermelo.solve("pong_hau_ki", interpreted=True)
    columns = (column.tolist() for column in solution.records.read_tier_block(0))
    table = {position: (value, plies) for position, value, plies in zip(*columns, strict=True)}
    table[771] = (0, 8)
    other = Solution(solution.game, solution.summary, MappingRecords(table), None)
    found = compare(solution, other)
    assert (found.values, found.remoteness, found.both) == (0, 1, 15)
    assert "draw by endless play, and draw in 8" in str(found)
    assert found.as_json()["differences"][0]["first"]["remoteness"] is None


def test_remoteness_is_empty_where_play_need_not_end() -> None:
    out = io.StringIO()
    solution = zermelo.solve("pong_hau_ki", interpreted=True)
    write_csv(solution.records, out)
    rows = {int(row["position"]): row["remoteness"] for row in csv.DictReader(io.StringIO(out.getvalue()))}
    assert {position for position, remoteness in rows.items() if not remoteness} == {
        position for position in rows if solution.value(position).remoteness is None
    }
    assert len(set(rows.values())) > 2
