"""Policies on disk: what is in a file, that it comes back, and that no other file is taken for one."""

import ast
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made.hashable_games import Coins, TupleNim, Word
from made.lively_games import lively_games
from reference import naive
from support.commands import Ran, check_refusal, runner
from support.forging import forge, forge_text, manifest_of

import zermelo
from zermelo.core.errors import (
    DamagedPolicy,
    IllegalMove,
    MissingCapability,
    UnknownPosition,
    UnreadablePosition,
    ZermeloError,
)
from zermelo.core.game import Game
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.solver.storage.sealed_table import UNSEALED
from zermelo.verify.policy_files import POLICY, read_policy

GAMES = st.one_of(
    lively_games(small=True),
    st.sampled_from([DotsAndBoxes(columns=1, rows=2), TupleNim(heaps=(2, 3)), Word(), Coins(row=(3, 1, 2))]),
)


def first_move(game: Game) -> Callable[[Any], list[Any]]:
    return lambda position: list(game.moves(position))[:1]


def every_move(game: Game) -> Callable[[Any], list[Any]]:
    return lambda position: list(game.moves(position))


def come_about(game: Game, policy: Any) -> dict[Any, list[Any]]:
    """Where the policy's player may have to move, as first and as second, and what he is allowed, by definition."""
    found: dict[Any, list[Any]] = {}
    seen: set[Any] = set()
    waiting = [(start, own) for start in game.starts() for own in (True, False)]
    while waiting:
        position, own = waiting.pop()
        moves = [] if naive.is_finished(game, position) else list(game.moves(position))
        if (position, own) in seen or not moves:
            continue
        seen.add((position, own))
        if own:
            moves = found[position] = list(policy(position))
        for move in moves:
            child = game.play(position, move)
            waiting.append((child, own != naive.is_flipped(game, position, child)))
    return found


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(game=GAMES, chosen=st.integers(0, 3))
def test_what_is_saved_is_what_can_come_about(game: Game, chosen: int, tmp_path: Path) -> None:
    def policy(position: Any) -> list[Any]:
        moves = list(game.moves(position))
        return moves[chosen % len(moves) :]

    file, told = tmp_path / "saved.parquet", come_about(game, policy)
    certificate = zermelo.play.save_policy(policy, game, file, replace=True)
    loaded = read_policy(file, game)
    assert loaded.moves == told and len(loaded) == len(told)
    assert all(loaded(position) == moves for position, moves in told.items())
    assert (
        str(zermelo.play.certify(loaded, game)) == str(certificate) == str(zermelo.play.certify(policy, game))
    )
    assert list(tmp_path.iterdir()) == [file], "nothing else is left"


# The format


def test_columns_and_metadata(tmp_path: Path) -> None:
    """Integers of an array library are integers; positions that are none stand there as text."""
    file, game = tmp_path / "saved.parquet", TicTacToe()
    zermelo.play.save_policy(lambda position: list(map(np.int64, first_move(game)(position))), game, file)
    table = pq.read_table(file)
    assert table.schema.field("position").type == table.schema.field("moves").type.value_type == pa.int64()
    positions = table.column("position").to_pylist()
    assert positions == sorted(set(positions))
    found = manifest_of(POLICY, file)
    said = {"format", "zermelo", "game", "source", "rules_files", "rules", "positions", "seal"}
    assert set(found) == said and found["rules_files"] == {}
    assert (found["format"], found["game"], found["positions"]) == (2, repr(game), len(positions))
    content, seal = file.read_bytes(), found["seal"].encode()
    assert content.count(seal) == 1
    assert hashlib.sha256(content.replace(seal, b"0" * 64)).hexdigest().encode() == seal
    loaded = read_policy(file, game)
    assert loaded.moves == come_about(game, first_move(game)) and type(loaded(0)[0]) is int
    zermelo.play.save_policy(every_move(Word()), Word(), file, replace=True)
    column = pq.read_table(file).column("position")
    assert column.type == pa.string()
    assert set(map(ast.literal_eval, column.to_pylist())) == set(come_about(Word(), every_move(Word())))


def test_integers_of_all_sizes(tmp_path: Path) -> None:
    class Wide(Game):
        def start(self) -> int:
            return 1

        def moves(self, position: int) -> Any:
            return [] if position > 1 << 70 else [3, 5]

        def play(self, position: int, move: int) -> int:
            return position << (move * 4)

    game, file = Wide(), tmp_path / "wide.parquet"
    zermelo.play.save_policy(every_move(game), game, file)
    loaded = read_policy(file, game)
    assert loaded.moves == come_about(game, every_move(game)) and max(loaded.moves) >= 1 << 63
    schema = pq.read_schema(file)
    assert (schema.field("position").type, schema.field("moves").type.value_type) == (pa.string(), pa.int64())


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """Positions that are no literals, policies that break the rules, and games of three."""

    class Objects(Subtraction):
        def start(self) -> Any:
            return complex(2)

        def moves(self, position: Any) -> Any:
            return [1] if position == 2 else []

        def play(self, position: Any, move: Any) -> Any:
            return complex(1)

    class Three(Subtraction):
        players = 3

    nine = Subtraction(heap=9)
    for policy, game, error, words in (
        (every_move(Objects()), Objects(), ZermeloError, "cannot be written and read back"),
        (lambda _: [9, 10], nine, IllegalMove, "allows 9"),
        (lambda _: [], nine, IllegalMove, "allows no move"),
        (every_move(nine), Three(), MissingCapability, "3 players: certificates are for one or two players"),
    ):
        with pytest.raises(error, match=words):
            zermelo.play.save_policy(policy, game, tmp_path / "saved.parquet")
    assert not list(tmp_path.iterdir())


# A policy that was loaded is asked elsewhere


def test_where_a_policy_has_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "saved.parquet"
    zermelo.play.save_policy(lambda _: [1], Subtraction(heap=9), file)
    loaded = zermelo.play.load_policy(file)
    with pytest.raises(UnknownPosition, match="is not in this policy of subtraction"):
        loaded(10)
    for position in ("nine", [9]):
        with pytest.raises(UnreadablePosition, match="is not a position of subtraction"):
            loaded(position)
    zermelo.play.save_policy(lambda _: [], Subtraction(heap=0), file, replace=True)
    assert len(zermelo.play.load_policy(file)) == 0, "a game that is over at once"


# Files that were forged, seal and all


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = Nim(heaps=(1, 2, 3))
    zermelo.play.save_policy(every_move(game), game, tmp_path / "saved.parquet")
    return tmp_path / "saved.parquet"


def with_rows(table: pa.Table, **columns: Any) -> pa.Table:
    for name, values in columns.items():
        table = table.set_column(table.schema.get_field_index(name), name, pa.array(values))
    return table


def test_forged_metadata_are_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    for change, reason in (
        (lambda found: found.update(game=5), "its game is '5'"),
        (lambda found: found.update(positions="6"), "its positions is '6'"),
        (lambda found: found.update(positions=True), "its positions is 'True'"),
        (lambda found: found.update(positions=7), "positions come twice, are missing"),
        (lambda found: found.update(rules_files=[]), "its rules_files is"),
        (lambda found: found.update(rules_files={"x.py": 1}), "its rules_files are no hashes"),
        (lambda found: found.pop("rules"), "its metadata are not those"),
        (lambda found: found.update(more=1), "its metadata are not those"),
    ):
        saved.write_bytes(whole)
        forge(POLICY, saved, change)
        with pytest.raises(DamagedPolicy, match=reason):
            zermelo.play.load_policy(saved)
    for text in ("[" * 100_000, '{"a":' * 100_000, "[]", "null", '"' + "x" * 100):
        saved.write_bytes(whole)
        forge_text(POLICY, saved, text + f' "seal": "{UNSEALED}"')
        with pytest.raises(DamagedPolicy, match="is damaged"):
            zermelo.play.load_policy(saved)


def test_forged_rows_are_refused(saved: Path) -> None:
    whole, table = saved.read_bytes(), pq.read_table(saved)
    count = table.num_rows
    for name, values, reason in (
        ("position", [1.5] * count, "its column position has the type double"),
        ("position", [None, *range(count - 1)], "its column position has gaps"),
        ("position", [1] * count, "positions come twice"),
        ("position", ["open('x')"] * count, "is no text of a position or move"),
        ("position", ["[1]"] * count, "is no text of a position or move"),
        ("position", ["(" * 100_000] * count, "is no text of a position or move"),
        ("moves", [1] * count, "its column moves has the type int64"),
        ("moves", [[None, 1]] * count, "its column moves has gaps"),
        ("moves", [[]] * count, "its column moves has the type list"),
        ("moves", pa.array([[]] * count, pa.list_(pa.int64())), "or have no move"),
        ("moves", [["-" * 20_000 + "1"]] * count, "is no text of a position or move"),
    ):
        saved.write_bytes(whole)
        forge(POLICY, saved, table=with_rows(table, **{name: values}))
        with pytest.raises(DamagedPolicy, match=reason):
            zermelo.play.load_policy(saved)
    saved.write_bytes(whole)
    forge(POLICY, saved, table=table.select(["moves", "position"]))
    with pytest.raises(DamagedPolicy, match="its columns are not position, moves"):
        zermelo.play.load_policy(saved)


def test_a_forged_move_is_never_played(command: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "forged.parquet"
    for forged, move in (([[7]], "7"), ([["'x'"]], "'x'"), ([["1e0"]], None)):
        file.unlink(missing_ok=True)
        zermelo.play.save_policy(lambda _: [1], "subtraction(heap=5)", file)
        table = pq.read_table(file)
        forge(POLICY, file, table=with_rows(table, moves=forged * table.num_rows))
        policy = zermelo.play.load_policy(file)
        if move is None:  # equal to one of the rules' moves, and given as the rules write it
            assert all(type(policy(heap)[0]) is int for heap in range(1, 6))
            continue
        with pytest.raises(DamagedPolicy, match=f"has the move {move} at"):
            policy(5)
        game = "subtraction(heap=5)"
        for ran in (
            command("play", game, "--side", "none", "--opponent", str(file)),
            command("match", game, "--first", str(file), "--second", "random"),
            command("certify", game, "--policy", str(file), "--no-judge"),
        ):
            assert ran.status == 1 and ran.err.count("\n") == 1 and f"has the move {move} at" in ran.err


# The command


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def test_certify_as_json(command: Callable[..., Ran], tmp_path: Path) -> None:
    game = "mnk(columns=3, rows=2, line=3)"
    solution = zermelo.solve(game, interpreted=True)
    file = str(tmp_path / "saved.parquet")
    for player, policy in (("perfect", solution.policy), ("random", every_move(solution.game))):
        options = ("--save", file, "--force", "--interpreted", "--json")
        ran = command("certify", game, "--player", player, *options)
        assert ran.status == 0 and ran.err == ""
        found = json.loads(ran.out)
        told = zermelo.play.certify(policy, solution.game, solution=solution)
        assert found["game"] == repr(solution.game) and found["details"]["never_loses"] == told.never_loses
        for name, side in (("first", told.first), ("second", told.second)):
            for key in ("won", "drawn", "lost", "positions", "given_away_count"):
                assert found[name][key] == getattr(side, key)
            assert found[name]["losing_line"] == list(side.losing_line)
        again = json.loads(command("certify", game, "--policy", file, "--interpreted", "--json").out)
        assert again | {"seconds": found["seconds"]} == found
    quick = json.loads(command("certify", game, "--policy", file, "--no-judge", "--json").out)
    assert quick["first"]["given_away_count"] is None and quick["first"]["lost"] == found["first"]["lost"]
    assert str(solution.save_policy(file, replace=True)) == str(solution.certify())
    loaded = zermelo.play.load_policy(file)
    assert loaded.game == solution.game and loaded.moves == come_about(loaded.game, solution.policy)


def test_certify_as_text(command: Callable[..., Ran], tmp_path: Path, store: Path) -> None:
    """And without judging nothing is solved."""
    ran = command("certify", "nim(heaps=(1, 2))", "--player", "random", "--no-judge")
    assert ran.status == 0 and "give" not in ran.out and not list(store.iterdir())
    file = tmp_path / "saved.parquet"
    ran = command("certify", "subtraction(heap=5)", "--interpreted", "--save", str(file))
    assert ran.status == 0
    assert ran.out == (
        "subtraction(heap=5, take=(1, 2, 3), misere=False, stop=0): the policy gives away no value\n"
        "checked     all 12 positions, with every move that the policy allows against every reply\n"
        "first       3 won, 0 drawn, 0 lost; 6 positions\n"
        "            gives away nothing\n"
        "second      5 won, 0 drawn, 3 lost; 6 positions\n"
        "            a shortest lost line: 1 1 3\n"
        "            gives away nothing\n"
        "trusted     the game's own Python rules\n"
        "            the solution, for values of positions\n"
        f"policy      {file}, 5 positions\n"
    )


def test_what_certify_refuses(command: Callable[..., Ran], saved: Path) -> None:
    two = ("--player", "perfect", "--policy", str(saved))
    check_refusal(command("certify", "nim(heaps=(1, 2, 3))", *two), 2, "are two policies: give one")
    check_refusal(command("certify", "nim", "--policy", str(saved)), 2, "is a policy of nim")
    saved.write_bytes(saved.read_bytes()[:-1])
    check_refusal(command("certify", "nim(heaps=(1, 2, 3))", "--policy", str(saved)), 1, "is damaged")


def test_a_policy_is_an_opponent(command: Callable[..., Ran], tmp_path: Path) -> None:
    """At the prompt and in a match; where the person's side leads out of the file, he is told."""
    file, five = str(tmp_path / "ones.parquet"), "subtraction(heap=5)"
    alone = ("--side", "none", "--opponent", file, "--interpreted")
    zermelo.play.save_policy(lambda _: [1], five, file)
    ran = command("play", five, *alone)
    assert ran.status == 0 and "plays 1" in ran.out and "plays 2" not in ran.out
    match = ("match", five, "--first", file, "--second", "perfect", "--games", "6", "--json", "--interpreted")
    found = json.loads(command(*match).out)
    assert found["first"]["player"] == file
    assert found["first"]["won"] + found["second"]["won"] == 6
    check_refusal(command("match", "subtraction(heap=6)", "--first", file), 2, "is a policy of")
    assert command("play", five, "4", *alone).status == 0, "four comes about after one"
    game = TicTacToe()
    zermelo.play.save_policy(first_move(game), game, file, replace=True)
    never = "..X/.O./..."  # its player is X, and has begun at a1
    assert game.parse(never) not in zermelo.play.load_policy(file).moves
    ran = command("play", "tic_tac_toe", never, *alone)
    assert ran.status == 2 and ran.err.count("\n") == 1 and "is not in this policy of tic_tac_toe" in ran.err
