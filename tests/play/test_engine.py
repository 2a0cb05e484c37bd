"""zermelo as an engine: the protocol line by line, perfect where the game is known, and nothing that kills it."""

import random
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.random_games import random_games
from support.matches import solved

import zermelo
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game
from zermelo.play.engine.engine_search import format_answer_score, solve_if_small
from zermelo.play.engine.ugi_engine import COMMANDS, NO_MOVE, Engine, compute_thinking_time
from zermelo.play.engine.ugi_notation import read_move
from zermelo.play.matches.match import Match

TIC_TAC_TOE = zermelo.game("tic_tac_toe")
LARGE = zermelo.game("connect_four")


class Heard:
    """An engine and what it has said."""

    def __init__(self, game: Game, **given: Any) -> None:
        self.lines: list[str] = []
        self.moved = threading.Event()
        self.engine = Engine(game, self._hear, **given)

    def _hear(self, line: str) -> None:
        self.lines.append(line)
        if line.startswith("bestmove"):
            self.moved.set()

    def __call__(self, *lines: str) -> list[str]:
        """What it says to these lines, up to its move where one is asked for."""
        del self.lines[:]
        self.moved.clear()
        for line in lines:
            self.engine.handle_line(line)
        if any(line.startswith("go") for line in lines):
            assert self.moved.wait(60)
        return list(self.lines)

    def best(self, *lines: str) -> str:
        return self(*lines)[-1].split()[1]


def test_a_greeting() -> None:
    engine = Heard(TIC_TAC_TOE)
    said = engine("ugi")
    assert said[0] == "id name zermelo tic_tac_toe(columns=3, rows=3, line=3, misere=False)"
    assert said[1].startswith("id author ") and said[-1] == "ugiok"
    assert "option name Time type spin default 1000 min 0 max 10000000000" in said
    assert engine("uci")[-1] == "uciok" and engine("isready") == ["readyok"]


def test_it_plays_perfectly_what_it_can_solve_at_once() -> None:
    solution = solved(TIC_TAC_TOE)
    chance = random.Random(3)
    engine = Heard(TIC_TAC_TOE)
    for _ in range(30):
        match, names = Match(TIC_TAC_TOE), []
        for _ in range(chance.randrange(8)):
            if not match.moves():
                break
            move = chance.choice(match.moves())
            names.append(TIC_TAC_TOE.name(match.position, move))
            match.play(move)
        place = f"position startpos moves {' '.join(names)}" if names else "position startpos"
        said = engine(place, "query p1turn", "query gameover", "query result")
        ends = {None: "none", 0: "draw", 1: "p1win", -1: "p2win"}
        over, result = match.is_over(), ends[match.result()]
        assert said == [
            f"response {str(match.mover == 0).lower()}",
            f"response {str(over).lower()}",
            f"response {result}",
        ]
        found = engine.best("go movetime 10")
        if over:
            assert found == NO_MOVE
        else:
            best = solution.best(match.position)
            assert read_move(TIC_TAC_TOE, match.position, found) in [each.move for each in best]
            info = next(line for line in engine.lines if line.startswith("info depth"))
            assert (
                f"score {format_answer_score(best[0].answer)} " in info
                and f"solved: {best[0].answer}" in info
            )


@settings(max_examples=25)
@given(game=random_games(), seed=st.integers(0, 100))
def test_it_plays_any_game_to_the_end_that_best_play_has(game: Game, seed: int) -> None:
    """Two engines that know only words come to the value of the game, told by the protocol alone."""
    solution = solved(game)
    engine, names = Heard(game), []
    value = solution.value()
    for _ in range(200):
        engine("position startpos" + (f" moves {' '.join(names)}" if names else ""))
        if engine("query gameover") == ["response true"]:
            break
        names.append(engine.best("go"))
    else:
        assert value.remoteness is None  # it goes round
        return
    word = "p1win" if value.value > 0 else "p2win" if value.value < 0 else "draw"
    assert engine("query result") == [f"response {word}"]


def test_positions_as_text() -> None:
    engine = Heard(TIC_TAC_TOE)
    assert engine.best("position fen X../.O./..X", "go") in ("b1", "a2", "c2", "b3")
    assert engine("position fen X../.O./..X moves b1 b3", "d")[-1] == "info string fen XO./.O./.XX"
    nim = Heard(zermelo.game("nim(heaps=(1, 2))"))
    assert nim.best("position fen 1 2", "go") == nim.best("position fen 1_2", "go") == "1_from_heap_2"


def test_after_a_position_that_cannot_be_read_nothing_is_played() -> None:
    engine = Heard(TIC_TAC_TOE)
    for wrong in ("position fen XXX", "position startpos moves a1 a1", "position", "position nowhere"):
        assert [line.startswith("info string error: ") for line in engine(wrong)] == [True]
        said = engine("go movetime 10")
        assert said[-1] == f"bestmove {NO_MOVE}" and said[0].startswith(
            "info string error: there is no position"
        )
        assert engine("query p1turn")[0].startswith("info string error: ")
    assert engine.best("position startpos", "go") != NO_MOVE


def test_what_it_does_not_know_it_passes_over() -> None:
    engine = Heard(TIC_TAC_TOE)
    assert engine("hello", "", "  ", "\x00", "register later", "ponderhit", "debug on") == []
    assert engine("joho isready") == ["readyok"]  # as UCI has it
    assert engine("setoption name Hash value 64", "setoption", "setoption name", "setoption name Time") != [
        ""
    ]
    for wrong in ("go movetime", "go depth soon", "query", "query why", "setoption name Time value x"):
        said = engine(wrong)
        assert said[0].startswith("info string error: "), wrong
        assert all(line.startswith(("info string", "bestmove ")) for line in said)


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(
            st.one_of(
                st.sampled_from(
                    [*sorted(set(COMMANDS) - {"quit"}), "startpos", "fen", "moves", "1", "depth", "1"]
                ),
                st.text(max_size=5),
            ),
            max_size=6,
        ).map(" ".join),
        max_size=6,
    )
)
def test_nothing_that_it_hears_kills_it(lines: list[str]) -> None:
    engine = Heard(zermelo.game("subtraction(heap=9)"), seconds=0.01)
    for line in lines:
        if "quit" not in line:
            assert engine.engine.handle_line(line)
    engine("stop")
    assert engine("position startpos", "go movetime 5")[-1].startswith("bestmove ")
    assert engine.engine.handle_line("quit") is False


def test_a_search_is_stopped_and_others_are_answered_meanwhile() -> None:
    engine = Heard(LARGE, interpreted=True)
    engine("isready")
    engine.engine.handle_line("go infinite")
    assert "readyok" in engine("isready", "query p1turn") and not engine.moved.is_set()
    engine.engine.handle_line("stop")
    assert engine.moved.is_set() and engine.lines[-1].split()[1] in "1234567"
    info = engine.lines[-2].split()
    assert info[:2] == ["info", "depth"] and "nodes" in info and "pv" in info


def test_what_follows_ends_a_search_that_nobody_has_stopped() -> None:
    engine = Heard(LARGE, interpreted=True)
    engine.engine.handle_line("go infinite")
    engine.engine.handle_line("position startpos moves 4")
    assert engine.moved.is_set()  # the first search has told its move
    assert [line.split()[0] for line in engine.lines].count("bestmove") == 1
    assert engine("query p1turn") == ["response false"]
    engine.engine.handle_line("go infinite")
    engine.engine.handle_lines_until_quit([])  # the end of the input
    assert sum(line.startswith("bestmove") for line in engine.lines) == 1


@pytest.mark.parametrize(
    "limit", ["depth 2", "nodes 200", "movetime 30", "p1time 100 p2time 1", "wtime 50 btime 50"]
)
def test_limits_of_a_search(limit: str) -> None:
    engine = Heard(LARGE, interpreted=True)
    said = engine("position startpos", f"go {limit}")
    assert said[-1].split()[1] in "1234567" and said[-1].startswith("bestmove")
    words = said[-2].split()
    told = dict(zip(words, words[1:], strict=False))
    if limit == "depth 2":
        assert told["depth"] == "2"
    if limit.startswith("nodes"):
        assert int(told["nodes"]) >= 200


def test_an_end_that_a_search_has_proven_is_told_in_moves() -> None:
    engine = Heard(LARGE, interpreted=True)
    said = engine("position startpos moves 1 2 1 2 1 2", "go depth 3")
    assert said[-1] == "bestmove 1" and " score mate 1 " in said[-2]


def test_a_solution_at_hand_is_used_however_large_the_game() -> None:
    assert solve_if_small(TIC_TAC_TOE, max_positions=5477) is None
    assert solve_if_small(TIC_TAC_TOE, max_positions=5478) is not None
    solution = solved(TIC_TAC_TOE)
    engine = Heard(TIC_TAC_TOE, solution=solution)
    assert "solved: draw in 9" in engine("go movetime 5")[0] and engine.engine.mind.solution is solution


def test_a_position_that_no_solution_has_is_searched() -> None:
    engine = Heard(zermelo.game("subtraction(heap=9, take=(2, 4))"), interpreted=True)
    engine("isready")
    assert engine.engine.mind.solution is not None
    said = engine("position fen 8", "go depth 14")  # play from 9 does not come there
    assert said[-1] == "bestmove 2" and len(said) == 2 and "solved" not in said[0]
    assert "solved" in engine("position fen 7", "go")[0]


def test_other_games_are_refused() -> None:
    for text in ("pig(target=10)", "strike"):
        with pytest.raises(MissingCapability, match="engines are for two players without chance"):
            Engine(zermelo.game(text), print)


@given(left=st.floats(0, 1e4), increment=st.floats(0, 1e3))
def test_a_clock_is_never_run_down(left: float, increment: float) -> None:
    assert 0 <= compute_thinking_time(left, increment) <= left
