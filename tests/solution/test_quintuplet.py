"""The table of a small game: II-Nim word for word, and every value of random games."""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from made.broken_games import RaisesInMoves
from made.hashable_games import Coins, NodeKayles, SymmetricNim, Word
from made.lively_games import lively_ponds
from made.random_games import RandomLoop, catalogue_games, random_games
from reference import naive
from solution.test_tree import run as run_views
from support.commands import broken

import zermelo
from zermelo import games
from zermelo.cli.positions import tree_commands
from zermelo.core.errors import BadParameter, BadRules, MissingCapability, UnknownPosition
from zermelo.core.game import Game, has
from zermelo.solution.game_trees.game_tree import draw_tree
from zermelo.solution.game_trees.quintuplet import Quintuplet, TablePosition, make_quintuplet

pytestmark = pytest.mark.quick

II_NIM = "nim(heaps=(2, 2), misere=True)"
TEXT = """\
nim(heaps=(2, 2), misere=True): (S, I, Succs, T, V)
S      12 positions with their movers, A and B; 9 reachable from I, the others marked *
       symmetric positions are one
I      2 2, A to move: #0
Succs  where a move leads
T      2 finished positions, those with a V
V      1 where A has won, 0 drawn, -1 lost
value  what A gets under best play, by backward induction; plies: to the end

   # position mover Succs   V value plies
   0 2 2      A     1 2          -1     3
   1 2 1      B     3 4 5        -1     2
   2 2 0      B     4 6          -1     2
   3 1 1      A     7             1     2
   4 1 0      A     8            -1     1
   5 2 0      A     7 8           1     2
   6 0 0      A     -       1     1     0
   7 1 0      B     6             1     1
   8 0 0      B     -      -1    -1     0
*  9 2 2      B     10 5          1     3
* 10 2 1      A     11 7 2        1     2
* 11 1 1      B     4            -1     2"""


def table_of(text: str, position: str | None = None, limit: int = 2_000) -> Quintuplet:
    game = zermelo.game(text)
    return make_quintuplet(game, games.parse_position(game, position), limit)


def test_ii_nim() -> None:
    """As text word for word, and the same as JSON."""
    assert tree_commands.format_quintuplet_table(II_NIM) == TEXT == repr(table_of(II_NIM))
    answer = json.loads(tree_commands.format_quintuplet_table(II_NIM, as_json=True))
    assert (answer["game"], answer["start"], answer["values"]) == (II_NIM, 0, "A")
    for place, (row, line) in enumerate(zip(answer["positions"], TEXT.splitlines()[10:], strict=True)):
        payoff, leads = row["payoff"], row["successors"] or "-"
        assert row["position"] == zermelo.game(II_NIM).parse(row["text"])
        assert row["finished"] == (payoff is not None)
        words = [*([] if row["reachable"] else "*"), place, row["text"], "AB"[row["mover"] - 1], *leads]
        words += [*([] if payoff is None else [payoff]), row["value"], row["remoteness"]]
        assert " ".join(map(str, words)) == " ".join(line.split())


def mover_of(game: Game, position: Any, default: int) -> int:
    rules: Any = game
    return int(rules.mover(position)) if has(game, "mover") else default


def check_table(game: Game, start: Any) -> None:
    """Every row against the naive twin, and the rows against all that play reaches."""
    table = make_quintuplet(game, start, 100_000)
    reached = naive.backwards(game, [start])
    answers: dict[Any, tuple[int, int]] = {}
    for position in reached:
        answers[position] = naive.answer(game, position, answers)
    number = {(row.position, row.mover): place for place, row in enumerate(table.positions)}
    assert len(number) == len(table.positions)
    for row in table.positions:
        mine = 1 if row.mover == 1 else -1
        assert row.position == naive.canonical(game, row.position)
        where = next(image for image in naive.orbit(game, row.position) if image in answers)
        assert (mine * row._value, row.remoteness) == answers[where]
        is_finished = not naive.children(game, where)
        assert row.payoff == (row.value if is_finished else None)
        steps = set()
        if not is_finished:
            for move in game.moves(where):
                child = game.play(where, move)
                mover = 3 - row.mover if naive.is_flipped(game, where, child) else row.mover
                gain = mine * naive.points(game, where, move)
                steps.add((number[naive.canonical(game, child), mover], gain))
        assert set(zip(row.successors, row.gains or (0,) * len(row.successors), strict=True)) == steps
    check_reachable(game, start, table.positions, number)


def check_reachable(game: Game, start: Any, rows: tuple[TablePosition, ...], number: dict[Any, int]) -> None:
    """The first row is the start, and the reachable rows are those that play from it reaches."""
    mover = mover_of(game, start, 0) + 1
    assert number[naive.canonical(game, start), mover] == 0
    found, waiting = {0}, [0]
    while waiting:
        for successor in rows[waiting.pop()].successors:
            if successor not in found:
                found.add(successor)
                waiting.append(successor)
    assert {place for place, row in enumerate(rows) if row.reachable} == found
    classes = {naive.canonical(game, position) for position in naive.backwards(game, [start])}
    assert {row.position for row in rows} == classes
    if not has(game, "mover"):
        assert len(rows) == 2 * len(classes)


@settings(max_examples=60)
@given(random_games() | catalogue_games())
def test_random_games(game: Game) -> None:
    for start in list(game.starts())[:2]:
        check_table(game, start)


def test_points_on_the_way() -> None:
    rows = table_of("dots_and_boxes(columns=1, rows=1)").as_json()["positions"]
    assert [row["value"] for row in rows] == [-1, -1, -1, -1, -1, 0]
    assert [row["gains"] for row in rows] == [[0], [0, 0], [0], [0], [-1], []]
    assert [row["mover"] for row in rows] == [1, 2, 1, 1, 2, 2]
    assert all(row["reachable"] for row in rows)
    lines = str(table_of("dots_and_boxes(columns=1, rows=1)")).splitlines()
    assert " 4 +-+/| ./+-+/second B     5(-1)            -1     1" in lines
    assert "S      6 positions with their movers, A and B" in lines


class SeenByTheMover(Game):
    """A symmetry that changes the mover: a heap, and 1 above it where the second player moves."""

    heap: int = 5

    def start(self) -> int:
        return self.heap

    def mover(self, position: int) -> int:
        return position // 100

    def moves(self, position: int) -> range:
        return range(1, min(2, position % 100) + 1)

    def play(self, position: int, move: int) -> int:
        return (position - move + 100) % 200

    def symmetries(self, position: int) -> tuple[int, int]:
        return position, (position + 100) % 200


def test_symmetries_that_change_the_mover() -> None:
    rows = make_quintuplet(SeenByTheMover(), 5).positions
    own = naive.solve(SeenByTheMover())
    assert {row.position: (row.mover - 1, row._value if row.mover == 1 else -row._value) for row in rows} == {
        position: (position // 100, value) for position, (value, _) in own.items()
    }


@pytest.mark.parametrize(
    "game",
    [SymmetricNim(heaps=(1, 2, 3)), Word(), NodeKayles(size=6), Coins()],
    ids=repr,
)
def test_positions_of_any_kind(game: Game) -> None:
    check_table(game, game.start())


def test_no_more_rows_than_the_limit() -> None:
    assert len(table_of(II_NIM, limit=12).positions) == 12
    with pytest.raises(BadParameter, match="more than 11 rows"):
        table_of(II_NIM, limit=11)
    with pytest.raises(BadParameter, match="more than 2,000 rows"):
        table_of("connect_four")
    with pytest.raises(BadParameter, match="limit 0"):
        table_of(II_NIM, limit=0)


class Chance(Game):
    """Play never gets so far: chances are refused first."""

    def start(self) -> int:
        return 0

    def chances(self, position: int) -> list[tuple[float, int]]:
        return []


@pytest.mark.parametrize(
    ("ask", "game", "position", "error", "words"),
    [
        *(
            (ask, Chance(), 0, MissingCapability, "does not define mover")
            for ask in (draw_tree, make_quintuplet)
        ),
        (make_quintuplet, zermelo.game("strike"), 15, MissingCapability, "3 players"),
        (make_quintuplet, RaisesInMoves(), 9, BadRules, "ZeroDivisionError.* at position 3"),
        (make_quintuplet, zermelo.game(II_NIM), -1, UnknownPosition, "position -1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refused(ask: Any, game: Game, position: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as raised:
        ask(game, position)
    assert "\n" not in str(raised.value)


def test_the_command(capsys: Any) -> None:
    run = partial(run_views, capsys, command=tree_commands.print_quintuplet_table)
    printed = json.loads(run(broken("Countdown(heap=2)"), "--json"))
    rows = [(row["text"], row["mover"], row["value"]) for row in printed["positions"]]
    assert rows == [("2", 1, 1), ("1", 2, -1), ("0", 2, 1), ("0", 1, -1), ("2", 2, -1), ("1", 1, 1)]
    assert run(II_NIM) == TEXT + "\n"
    later = json.loads(run(broken("Countdown"), "1", "--json"))
    assert later["positions"][0]["text"] == "1"
    with pytest.raises(BadParameter, match="more than 5 rows"):
        run(broken("Countdown(heap=2)"), "--limit", "5")


# Play that may go round in a circle


def test_play_without_end_stands_in_the_table() -> None:
    found = make_quintuplet(RandomLoop(seed=1), 0)
    lines = str(found).splitlines()
    assert lines[6].endswith("by retrograde analysis; plies: to the end, - without end")
    assert all(line.split()[-2:] == ["0", "-"] for line in lines[9:])
    assert [row["remoteness"] for row in found.as_json()["positions"]] == [None] * 20


@settings(max_examples=80)
@given(lively_ponds())
def test_tables_of_games_with_loops_are_the_naive_ones(game: Any) -> None:
    table = {naive.canonical(game, place): answer for place, answer in naive.solve_loops(game).items()}
    for row in make_quintuplet(game, game.start()).positions:
        value, remoteness = table[naive.canonical(game, row.position)]
        assert (row.value, row.remoteness) == (value if row.mover == 1 else -value, remoteness)
