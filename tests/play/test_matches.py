"""Matches, players, saved matches, and how they are laid out as text."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made.random_games import RandomDag, RandomScoredTurns, RandomScores, RandomTurns
from reference import naive
from support.matches import Told, random_moves, solved

import zermelo
from zermelo.boards import Board, BoardGame, graph, ring
from zermelo.cli.console.terminal_colors import TerminalColors
from zermelo.cli.console.text_board_labels import RowCellNames, find_board_labels
from zermelo.cli.players.play_texts import (
    format_in_columns,
    format_move_hints,
    list_numbered_move_names,
    wrap_sentence,
)
from zermelo.core.errors import BadParameter, IllegalMove, StorageFailed
from zermelo.core.game import Game
from zermelo.core.notation.player_view import is_shown_for_mover
from zermelo.core.values import Answer
from zermelo.games import catalogue
from zermelo.games.capture.cannibal_clobber import CannibalClobber
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.play.matches.match import Match
from zermelo.play.matches.match_file import read_match
from zermelo.play.players.basic_players import erring_player, perfect_player, random_player
from zermelo.play.players.player_names import PlayerContext, make_player
from zermelo.solution.solution import MoveAnswer

BOXES = "dots_and_boxes(columns=2, rows=1)"

GAMES = st.builds(
    lambda kind, seed: kind(seed=seed),
    st.sampled_from([RandomDag, RandomScores, RandomTurns, RandomScoredTurns]),
    st.integers(0, 10_000),
)


@given(GAMES, st.integers(0, 100))
def test_matches_agree_with_the_twin(game: Any, seed: int) -> None:
    moves = random_moves(game, seed)
    told, match = Told(game, moves), Match(game)
    for move in moves:
        assert match.result() is None
        match.play(match.find_move(str(move)))
    assert match.result() == told.result and match.position == told.position
    assert list(match.points[-1]) == told.points and match.mover == told.player
    assert [match.movers[:-1].count(player) for player in (0, 1)] == told.count
    mistakes = match.find_mistakes(solved(game))
    assert [(found.mover, found.ply, found.played.name) for found in mistakes] == [
        (player, ply, name) for player, ply, _, name, _ in told.mistakes
    ]
    for found in mistakes:
        before = match.positions[found.ply - 1]
        best = solved(game).moves(before)[0].answer
        assert best.value == told.values[before][0]
        assert found.better.answer == match.final_answer(best, found.ply - 1)
        assert found.value_lost == found.better.answer.value - found.played.answer.value > 0


@given(GAMES, st.integers(0, 100), st.data())
def test_undo_and_redo_keep_the_history(game: Any, seed: int, data: Any) -> None:
    def history(match: Match) -> Any:
        return list(match.positions), list(match.movers), list(match.points), list(match.played)

    match = Match(game)
    seen = [history(match)]
    for move in random_moves(game, seed):
        match.play(move)
        seen.append(history(match))
    back = data.draw(st.integers(0, len(seen) - 1))
    for earlier in seen[-2::-1][:back]:
        assert match.undo() and history(match) == earlier
    again = data.draw(st.integers(0, back))
    for later in seen[len(seen) - back :][:again]:
        assert match.redo() and history(match) == later
    assert len(match.undone) == back - again
    if match.undone:
        match.play(match.moves()[0])
    assert not match.redo()


def test_a_match_from_python() -> None:
    match = Match(Subtraction(heap=4))
    assert not match.undo() and not match.redo()
    assert match.move_names() == ["1", "2", "3"] and not match.can_number_moves()
    match.play(match.find_move("3"))
    match.play(1)
    assert match.result() == -1 and match.moves() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        match.find_move("1")
    with pytest.raises(BadParameter, match="one position, not 2"):
        Match(Subtraction(heap=4), [4, 3])


def test_the_one_who_begins_is_first_whatever_his_number() -> None:
    for game in (RandomTurns(seed=seed) for seed in range(20)):
        match = Match(game)
        assert match.mover == 0
        for position in naive.positions(game):
            assert Match(game, [position]).mover == (game.mover(position) != game.mover(game.start()))
    assert {RandomTurns(seed=seed).mover(RandomTurns(seed=seed).start()) for seed in range(20)} == {0, 1}


def test_a_move_named_like_a_command_goes_first() -> None:
    class Keys(Game):
        def start(self) -> int:
            return 0

        def moves(self, position: int) -> Any:
            yield from range(2 if position < 2 else 0)

        def play(self, position: int, move: int) -> int:
            return position + 1

        def name(self, position: int, move: int) -> str:
            return "uU"[move]

    match = Match(Keys())
    assert [match.find_move(text) for text in ("u", "U", "1", "2")] == [0, 1, 0, 1]
    with pytest.raises(IllegalMove, match="'x' is no move here: moves are u, U"):
        match.find_move("x")


# Players


def test_the_shares_of_players() -> None:
    game = Subtraction(heap=9)
    solution = solved(game)
    assert perfect_player(solution)(9) == {1: 1.0}
    assert perfect_player(solution)(6) == {2: 1.0}
    assert random_player(game)(9) == {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}
    assert erring_player(solution, 0)(9) == {1: 1.0}
    assert erring_player(solution, 1)(9) == random_player(game)(9)
    assert erring_player(solution, 0.3)(9) == pytest.approx({1: 0.8, 2: 0.1, 3: 0.1})
    ties = solved("tic_tac_toe")
    assert perfect_player(ties)(0) == pytest.approx(dict.fromkeys(range(9), 1 / 9))
    context = PlayerContext(game, lambda: solution)
    assert make_player("erring", context)[0](9) == pytest.approx(erring_player(solution, 0.1)(9))
    assert {Match(game, [9]).sample_move(random_player(game), random.Random(seed)) for seed in range(40)} == {
        1,
        2,
        3,
    }
    with pytest.raises(BadParameter, match="choose one of perfect, random, erring"):
        make_player("drunk", context)
    for rate in (-0.1, 1.1, float("nan")):
        with pytest.raises(BadParameter, match="give one from 0 to 1"):
            erring_player(solution, rate)


# Saved matches


@pytest.mark.parametrize("game", [Nim((1, 2, 2)), TicTacToe(), DotsAndBoxes(2, 1), ConnectFour(3, 3, 3)])
def test_every_match_comes_back(game: Game, tmp_path: Path) -> None:
    for seed in range(5):
        match = Match(game)
        for move in random_moves(game, seed):
            match.play(move)
            match.save(tmp_path / "game.json", replace=True)
            again = read_match(tmp_path / "game.json", game).replay()
            for name in ("positions", "movers", "points", "played"):
                assert getattr(again, name) == getattr(match, name)
            assert again.result() == match.result()
    with pytest.raises(StorageFailed, match="there is no file"):
        read_match(tmp_path, game)


# Layout


def test_labels() -> None:
    def labelled(name: str, text: str | None = None) -> str:
        game = zermelo.game(name)
        labels = find_board_labels(game)
        shown = game.show(game.start() if text is None else game.parse(text))
        return labels.add_to_board_text(shown) if labels else shown

    assert labelled("mnk(columns=3, rows=2)", "X.O/...") == "  a b c\n1 X . O\n2 . . ."
    assert labelled("breakthrough(columns=3, rows=4)").splitlines()[:3] == ["  a b c", "4 O O O", "3 O O O"]
    assert labelled("connect_four(columns=4, rows=2)") == "1 2 3 4\n. . . .\n. . . ."
    assert labelled("kayles(pins=10)").splitlines()[0] == " 1  2  3  4  5  6  7  8  9 10"
    assert labelled("subtraction(heap=21)") == "21" and labelled("nim") == "1 3 5 7"
    assert labelled("subtraction(heap=19, take=(2,))") == "19"
    assert labelled(BOXES) == zermelo.game(BOXES).show(0)
    rows = labelled("mnk(columns=2, rows=11)").splitlines()
    assert (rows[0], rows[9], rows[11]) == ("   a b", " 9 . .", "11 . .")
    assert labelled("hex(size=2)", "X./.O").splitlines()[:2] == ["X.     a1 b1", " .O    a2 b2"]
    assert labelled("pong_hau_ki").splitlines()[:3] == ["X   X    a1 c1", "| . |    b2", "O---O    a3 c3"]


def test_names_beside_points() -> None:
    class Step(BoardGame):
        def moves(self, position: int) -> Iterator[int]:
            mine, _ = self.pieces(position)
            yield from self.steps(mine, self.empty_cells(position), self.board.all_directions)

        def play(self, position: int, move: int) -> int:
            mine, theirs = self.pieces(position)
            return self.next_position(
                position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs
            )

    def labels(board: Board, setup: str) -> Any:
        return find_board_labels(
            type("On", (Step,), {"board": board, "setup": setup, "__module__": __name__})()
        )

    assert labels(ring(5), "X..O.").add_to_board_text("O.X..") == "O.X..    1 2 3 4 5"
    assert labels(graph([("in", "on"), ("on", "up")]), "X.O").add_to_board_text("X.O") == "X.O    in on up"
    assert labels(ring(40), "X" + 38 * "." + "O") is None  # too wide for a terminal


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_every_game_of_the_catalogue_fits_into_80_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    game = catalogue()[name]()
    labels, paint = find_board_labels(game), TerminalColors()
    chance, match = random.Random(name), Match(game)
    while not match.is_over() and len(match.played) < 20:
        if match.throws():
            match.throw(chance)
            continue
        shown = game.show(match.position)
        written = labels.add_to_board_text(shown) if labels else shown
        names = list_numbered_move_names(match)
        answers = [
            MoveAnswer.of(Answer(-24, 100, game.scored), name=game.name(match.position, move), move=move)
            for move in match.moves()
        ]
        hints = format_move_hints(match, answers, paint)
        texts = [format_in_columns(names, 80, "moves: "), hints, wrap_sentence(repr(game), 80)]
        if max(map(len, shown.splitlines())) * 3 <= 77:
            texts.append(written)
        for line in "\n".join(texts).splitlines():
            assert len(line) <= 80 and line == line.rstrip()
        assert texts[0][7:].split() == " ".join(names).split()
        assert sorted(re.sub("loss(?: by 24)? in 100", "", hints).split()) == sorted(" ".join(names).split())
        if isinstance(labels, RowCellNames):
            check_names(match, labels)
        elif labels:
            check_labels(match, labels)
        match.play(chance.choice(match.moves()))


def check_labels(match: Match, labels: Any) -> None:
    """Labels leave the cells as they are."""
    game = match.game

    def cells(position: Any) -> dict[str, str]:
        lines = labels.add_to_board_text(game.show(position)).splitlines()
        columns, found = lines[0].split(), {}
        for place, row in enumerate(lines[1 : len(labels.rows) + 1]):
            label, *signs = row.split() if any(labels.rows) else [f"/{place}", *row.split()]
            assert len(signs) == len(columns)
            found |= {f"{column}{label}": sign for column, sign in zip(columns, signs, strict=True)}
        assert "".join(found.values()) == "".join(game.show(position).split("\n")[: len(labels.rows)])
        return found

    pattern = r"[a-z][0-9]+" if any(labels.rows) else "$^"
    assert set(re.findall(pattern, " ".join(match.move_names()))) <= cells(match.position).keys()
    check_cells(match, cells, pattern)


def check_names(match: Match, labels: RowCellNames) -> None:
    """Names stand beside rows that have as many cells."""

    def cells(position: Any) -> dict[str, str]:
        found = {}
        shown = match.game.show(position)
        written = labels.add_to_board_text(shown)
        if shown == written:  # stacks of tak are no cells
            return {}
        for line in written.splitlines()[: len(labels.rows)]:
            row, _, names = line.rpartition("    ")
            signs = re.sub(r"[-|/\\_ ]", "", row)
            found |= dict(zip(names.split(), signs, strict=True))
        return found

    check_cells(match, cells, r"[A-Za-z0-9]+")


def check_cells(match: Match, cells: Callable[[Any], dict[str, str]], pattern: str) -> None:
    """A cell that a move names is one that it changes."""
    game = match.game
    # Where X is the player to move, a man that takes another in its place is an O afterwards, as that one was.
    exchanged = str.maketrans("XO", "OX") if is_shown_for_mover(game) else {}
    before = cells(match.position)
    for move in match.moves():
        after = cells(game.play(match.position, move))
        named = re.findall(pattern, game.name(match.position, move))
        names = [name for name in named if name in before and name in after]
        if isinstance(game, CannibalClobber) and before[names[0]] == before[names[1]]:
            names = names[:1]  # whom it takes is one of its own: that cell is as it was
        for name in names:
            assert {before[name]} != {after[name], after[name].translate(exchanged)}


def test_columns() -> None:
    assert format_in_columns([], 80, "moves: ") == "moves: "
    assert format_in_columns(["a" * 90, "b"], 80) == "a" * 90 + "\nb"
    assert format_in_columns(["12345678"] * 2, 18) == "12345678  12345678"
    assert format_in_columns(["12345678"] * 2, 17) == "12345678\n12345678"
    match = Match(Mnk(5, 4, 4))
    answers = [MoveAnswer.of(Answer(move % 3 - 1, move), name="", move=move) for move in match.moves()]
    assert len(format_move_hints(match, answers, TerminalColors()).splitlines()) == 7, (
        "many hints stand side by side"
    )


def test_a_copy_goes_on_apart():
    """What either does the other does not see; what was taken back can be made again in both."""
    match = Match(zermelo.game("tic_tac_toe"))
    match.play(match.find_move("b2"))
    match.play(match.find_move("a1"))
    match.undo()
    other = match.copy()
    other.play(other.find_move("c3"))
    assert (len(match.played), len(other.played)) == (1, 2)
    assert match.redo() and match.position != other.position
    assert not other.redo()
