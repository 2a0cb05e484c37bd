"""Games begun elsewhere: their names, their answers against the naive twin, and that none takes another's."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made.hashable_games import Coins, TupleNim, Word
from made.lively_games import lively_games
from reference import naive
from support.commands import Ran, check_refusal, runner
from support.marks import few
from support.places import HASHABLE_GAMES
from support.tables import check_summary, expected, one_thread, table_of

import zermelo
from zermelo.core.errors import MissingSolution, UnreadablePosition
from zermelo.core.game import Game, beginning_at
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.sowing.kalah import Kalah
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes

TIC_TAC_TOE = "tic_tac_toe from X../.O./..."


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def middle(game: Game) -> Any:
    """A position some plies from the start, with plies to go."""
    line = [next(iter(game.starts()))]
    while children := naive.children(game, line[-1]):
        line.append(children[len(line) % len(children)])
    return line[len(line) // 3]


def begun(game: Game) -> Game:
    return beginning_at(game, middle(game))


BEGUN: list[Game] = [
    begun(game)
    for game in (
        *(TicTacToe(), ConnectFour(columns=3, rows=4, line=3), Nim(heaps=(3, 4, 5), misere=True)),
        *(DotsAndBoxes(columns=2, rows=1), Kalah(houses=3, seeds=2), Subtraction(heap=9)),
        *(TupleNim(heaps=(2, 3, 2)), Word(), Coins()),
    )
]


# Names


@pytest.mark.parametrize(
    ("text", "whole", "start"),
    [
        (TIC_TAC_TOE, "tic_tac_toe(columns=3, rows=3, line=3, misere=False)", 1 | 1 << 13),
        ("nim(heaps=(3, 4)) from 2 1", "nim(heaps=(3, 4), misere=False)", 2 | 1 << 3),
        ("nim(heaps=(3, 4)) from 10", "nim(heaps=(3, 4), misere=False)", 10),
        (f"{HASHABLE_GAMES}:TupleNim from (1, 0, 2)", "tuple_nim(heaps=(1, 2, 3), misere=False)", (1, 0, 2)),
        (f"{HASHABLE_GAMES}:Word(word='abba') from 'bba'", "word(word='abba')", "bba"),
        (f"{HASHABLE_GAMES}:Coins() from ((5, 2), 1)", "coins(row=(3, 5, 2, 8, 4))", ((5, 2), 1)),
    ],
)
def test_names(text: str, whole: str, start: Any) -> None:
    game = zermelo.game(text)
    assert game.start() == start and list(game.starts()) == [start]
    assert repr(game) == f"{whole} from {start!r}"
    assert repr(zermelo.game(text.partition(" from ")[0])) == whole, "the game itself is left as it was"


@pytest.mark.parametrize("game", [game for game in BEGUN if isinstance(game.start(), int)], ids=repr)
def test_names_lead_back(game: Game) -> None:
    again = zermelo.game(repr(game))
    assert repr(again) == repr(game) and list(again.starts()) == [game.start()]
    assert zermelo.game(again) is again


@given(lively_games(), st.data())
def test_any_position_of_any_game(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(sorted(naive.positions(game))))
    found = beginning_at(game, position)
    assert found.start() == position and list(found.starts()) == [position] == list(found.starts())
    assert repr(found) == f"{game!r} from {position!r}" and type(found) is type(game)
    values = naive.solve(game)
    reached = naive.solve(found)
    assert reached.items() <= values.items(), "the rules are the same"
    elsewhere = beginning_at(found, next(iter(game.starts())))
    assert repr(elsewhere) == f"{game!r} from {next(iter(game.starts()))!r}", "it begins once"
    if set(game.starts()) == {game.start()}:
        assert naive.solve(elsewhere) == values


def test_what_cannot_be_read(command: Callable[..., Ran]) -> None:
    for text in (
        "tic_tac_toe from XXX",
        "tic_tac_toe from ",
        "nim from 1 2",
    ):
        with pytest.raises(UnreadablePosition, match="is not a position"):
            zermelo.game(text)
        for name in ("solve", "show", "plan", "stats"):
            check_refusal(command(name, text), 2, "is not a position")
    check_refusal(command("solve", "nim from -5"), 2, "is not a position")
    check_refusal(command("solve", "nimm from 5"), 2, "did you mean nim")


# Answers


@pytest.mark.parametrize(
    ("game", "interpreted"),
    [
        *((game, True) for game in BEGUN),
        *few(((game, False) for game in BEGUN[:4]), 0),
    ],
    ids=repr,
)
def test_solving_from_there(game: Game, interpreted: bool, store: Path) -> None:
    for solution in (
        zermelo.solve(game, budget=one_thread(), interpreted=interpreted),
        zermelo.solve(game, store=store, budget=one_thread(), interpreted=interpreted),
        zermelo.open(game, store),
    ):
        assert table_of(solution) == expected(game)
        assert tuple(solution.value())[:2] == naive.solve(game)[game.start()]
        assert solution.summary.game == repr(game)
        check_summary(solution)
        assert solution.verify(interpreted=interpreted).checked == len(expected(game))


@pytest.mark.parametrize("game", BEGUN, ids=repr)
def test_counting_from_there(game: Game) -> None:
    found = zermelo.count(game, interpreted=True)
    assert (found.games, found.nodes) == (naive.games(game), naive.tree_nodes(game))
    closed = naive.orbit(game, game.start()) == {game.start()}
    assert found.positions == (len(naive.positions(game)) if closed else None)


@pytest.mark.parametrize("game", BEGUN[:3], ids=repr)
def test_the_contract_is_kept_from_there(game: Game) -> None:
    report = zermelo.check(game)
    assert report.details["exhaustive"] and report.game == repr(game)


# Each its own


def test_no_two_share_a_solution(store: Path) -> None:
    whole = Nim(heaps=(3, 4, 5), misere=True)
    games = [whole, *(beginning_at(whole, start) for start in (whole.start(), 0, 1, 10, 100))]
    directories = [zermelo.solve(game, store=store, budget=one_thread()).directory for game in games]
    assert len(set(directories)) == len(games) == len(list(store.iterdir()))
    for game, directory in zip(games, directories, strict=True):
        assert directory is not None
        for solution in (zermelo.open(game, store), zermelo.open(directory)):
            assert solution.directory == directory and repr(solution.game) == repr(game)
            assert table_of(solution) == expected(game)
            assert tuple(solution.value())[:2] == naive.solve(game)[game.start()]
    with pytest.raises(MissingSolution):
        zermelo.open(beginning_at(whole, 2), store)


@pytest.mark.long
def test_the_order_of_solving_does_not_matter() -> None:
    """Machine code knows no start, and games of the same parameters share it."""
    whole = ConnectFour(columns=3, rows=4, line=3)
    game = begun(whole)
    tables = [
        table_of(zermelo.solve(each, budget=one_thread(), interpreted=False)) for each in (game, whole, game)
    ]
    assert tables == [expected(game), expected(whole), expected(game)]


def test_texts_that_look_alike_do_not_share_a_directory(store: Path) -> None:
    starts = ["ab", "a b", "a,b", "(ab)", "a'b"]
    games = [beginning_at(Word(), start) for start in starts]
    for game in games:
        zermelo.solve(game, store=store)
    assert len(list(store.iterdir())) == len(starts)
    for game in games:
        assert table_of(zermelo.open(game, store)) == expected(game)


@pytest.mark.parametrize(
    "text", ["TupleNim() from (1, 0, 2)", "Word(word='abba') from 'bba'", "Coins from ((5, 2), 1)"]
)
def test_a_users_game_is_found_again_in_its_file(text: str, store: Path) -> None:
    game = zermelo.game(f"{HASHABLE_GAMES}:{text}")
    directory = zermelo.solve(game, store=store).directory
    assert directory is not None
    again = zermelo.open(directory, run_rules=True)
    assert repr(again.game) == repr(game) and again.game.start() == game.start()
    assert table_of(again) == expected(game)
    assert json.loads((directory / "_solution.json").read_text())["source"].startswith(f"{HASHABLE_GAMES}:")


# The command line


def test_commands(command: Callable[..., Ran], store: Path) -> None:
    game = zermelo.game(TIC_TAC_TOE)
    solved = json.loads(command("solve", TIC_TAC_TOE, "--interpreted", "--json").out)
    assert (solved["value"], solved["remoteness"]) == naive.solve(game)[game.start()]
    assert solved["game"] == repr(game) and solved["solved"] == naive.classes(game)
    assert solved["positions"] is None, "the mirror images of its start are no starts"
    assert len(list(store.iterdir())) == 1
    value = json.loads(command("value", TIC_TAC_TOE, "--json").out)
    assert value["position"] == game.start() and value["value"] == solved["value"]
    counted = json.loads(command("count", TIC_TAC_TOE, "--interpreted", "--json").out)
    assert (counted["games"], counted["nodes"]) == (naive.games(game), naive.tree_nodes(game))
    shown = command("show", TIC_TAC_TOE).out
    assert shown.startswith("X..\n.O.\n...\n")
    verified = command("verify", "tic_tac_toe", "X../.O./...", "--interpreted", "--json")
    assert json.loads(verified.out)["checked"] == naive.classes(game)
    by_position = json.loads(command("stats", "tic_tac_toe", "X../.O./...", "--interpreted", "--json").out)
    by_name = json.loads(command("stats", TIC_TAC_TOE, "--interpreted", "--json").out)
    assert by_position == by_name and by_name["counted"] == "classes"
    assert len(list(store.iterdir())) == 1
