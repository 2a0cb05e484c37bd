"""Ours as OpenSpiel's: its own checks, its algorithms against our solutions, and the way back."""

import pickle
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
from support.marks import few
from support.places import BROKEN_GAMES

import zermelo
import zermelo.formats.open_spiel.spiel_games
from zermelo.core.game import Game
from zermelo.learn.encoding.game_encoding import make_encoding

OF_TWO = (
    "tic_tac_toe",
    "nim(heaps=(1, 2, 3))",
    "clobber(columns=3, rows=3)",
    "dots_and_boxes(columns=2, rows=1)",
    "hackenbush",
)
ROUND = ("mu_torere", "dao(size=3)")
DICE = ("stochastic_nim", "[{1/2: 8, 1/2: [0, 2]}, 3]")
SEVERAL = ("strike", "centipede")
FOR_ONE = ("sliding_tiles(columns=2, rows=2)",)


def theirs(text: str) -> Any:
    return pyspiel.load_game("python_zermelo", {"game": zermelo.formats.quote_game_text(text)})


@pytest.mark.parametrize("text", [*OF_TWO, *ROUND, *DICE, *SEVERAL, *FOR_ONE])
def test_games_pass_the_checks_of_open_spiel(text: str) -> None:
    pyspiel.random_sim_test(theirs(text), num_sims=5, serialize=True, verbose=False)


def test_a_name_is_read_as_the_command_line_reads_it() -> None:
    text = "connect_four(columns=3, rows=3, line=3)"
    assert str(theirs(text.replace(" ", "")).zermelo_game) == text
    nim = pyspiel.load_game("python_zermelo", {"game": "nim(heaps=(1, 2))"})
    assert nim.zermelo_game == zermelo.game("nim(heaps=(1, 2))")
    assert theirs(f"{BROKEN_GAMES}:Countdown(heap=7)").max_game_length() == 7
    with pytest.raises(zermelo.core.UnknownGame):
        theirs("no_such_game")


def test_what_a_game_says_of_itself() -> None:
    game = theirs("tic_tac_toe")
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (2, 9, 9)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert (theirs("strike").num_players(), theirs("strike").max_utility()) == (3, 3)
    assert theirs("mu_torere").max_game_length() == 1_000
    dice = theirs("stochastic_nim")
    assert dice.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert dice.max_chance_nodes_in_history() > 0


@pytest.mark.parametrize("text", ["tic_tac_toe", "clobber(columns=3, rows=3)"])
def test_actions_are_the_numbers_of_an_encoding_and_observations_its_rows(text: str) -> None:
    encoding = make_encoding(zermelo.game(text))
    state = theirs(text).new_initial_state()
    while not state.is_terminal():
        assert state.legal_actions() == sorted(
            number for number, _ in encoding.numbered_moves(state.position)
        )
        for player in (0, 1):
            row = encoding.observe(state.position, player == state.current_player())
            assert np.array_equal(state.observation_tensor(player), row)
        state.apply_action(state.legal_actions()[-1])


def test_states_are_copied_kept_and_told() -> None:
    state = theirs("dots_and_boxes(columns=2, rows=1)").new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    copy = state.clone()
    assert str(again) == str(state) == str(copy)
    assert again.history() == state.history()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)
    game = pickle.loads(pickle.dumps(state.get_game()))
    assert str(game) == str(state.get_game())
    assert game.deserialize_state(state.serialize()).history() == state.history()
    assert state.information_state_string(0) != state.observation_string(0)


def test_play_that_goes_round_is_cut_and_drawn() -> None:
    """It is cut after a thousand decisions, which its text does not say."""
    game = theirs("mu_torere")
    found = zermelo.formats.audit_key(str(game), "text")
    assert found.counterexample is not None
    histories = [found.details[name].split() for name in ("first", "second")]
    history = list(map(int, max(histories, key=len)))
    assert len(history) == game.max_game_length() == 1_000
    state = game.new_initial_state()
    for action in history:
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


# Their algorithms on our games.


def first_players(solution: zermelo.Solution, state: Any) -> float:
    """Return what our solution says that the first player gets from a state on."""
    value = solution.value(state.position).value
    return state.lead + (value if state.player == 0 else -value)


@pytest.mark.parametrize("text", few([*OF_TWO[1:4], DICE[1], OF_TWO[0], DICE[0]], 4))
def test_value_iteration_gives_our_values(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its program for games played at once needs another library, and is not asked here."""
    monkeypatch.setitem(sys.modules, "open_spiel.python.algorithms.lp_solver", ModuleType("lp_solver"))
    from open_spiel.python.algorithms import get_all_states, value_iteration

    game = theirs(text)
    states = get_all_states.get_all_states(game, include_chance_states=False, to_string=str)
    values = value_iteration.value_iteration(game, -1, 1e-9, cyclic_game=True)
    solution = zermelo.solve(text)
    assert values.keys() == states.keys()
    for key, state in states.items():
        assert values[key] == pytest.approx(first_players(solution, state), abs=1e-6), key


# There and back.


@pytest.mark.parametrize("text", few([*OF_TWO[1:], ROUND[0], *FOR_ONE, *DICE, OF_TWO[0], ROUND[1]], 5))
def test_a_game_that_went_there_and_came_back_is_the_same(text: str) -> None:
    ours = zermelo.solve(text)
    game = theirs(text)
    back = zermelo.solve(zermelo.formats.open_spiel_game(str(game), key="text"))
    table = back.game.state_table
    assert table.explore_positions(1_000_000)
    for spot in table.list_positions():
        state = table.restore_state(spot)
        answer, value = ours.value(state.position), back.value(spot)
        if state.is_terminal():
            continue
        first = first_players(ours, state)
        if game.num_players() == 1:
            assert (answer.value > 0) == (value.value > 0)
        else:
            mine = value.value if back.game.mover(spot) == 0 else -value.value
            assert mine == pytest.approx(first, abs=1e-9), str(state)
        if game.num_players() == 2 and not state.lead and text not in DICE and "dots" not in text:
            assert answer.remoteness == value.remoteness, str(state)


@pytest.mark.parametrize("text", SEVERAL)
def test_payoffs_of_several_come_back_too(text: str) -> None:
    ours, back = zermelo.solve(text), zermelo.solve(zermelo.formats.open_spiel_game(str(theirs(text))))
    table = back.game.state_table
    for spot in table.list_positions():
        state = table.restore_state(spot)
        if not state.is_terminal():
            assert ours.payoffs(state.position) == back.payoffs(spot)


# What is seen.


@pytest.mark.parametrize(
    "text", few(["connect_four(columns=4, rows=2, line=3)", "tic_tac_toe", "connect_four"], 1)
)
def test_boards_are_planes_where_that_is_asked(text: str) -> None:
    game = pyspiel.load_game(
        "python_zermelo", {"game": zermelo.formats.quote_game_text(text), "planes": True}
    )
    encoding = make_encoding(zermelo.game(text), planes=True)
    assert tuple(game.observation_tensor_shape()) == encoding.observer.shape
    assert len(game.observation_tensor_shape()) == 3
    state = game.new_initial_state()
    for _ in range(4):
        for player in (0, 1):
            seen = np.reshape(state.observation_tensor(player), game.observation_tensor_shape())
            assert np.array_equal(seen, encoding.observe(state.position, player == state.current_player()))
        state.apply_action(state.legal_actions()[-1])
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game) and again.observation_tensor_shape() == game.observation_tensor_shape()
    assert zermelo.formats.export_game(zermelo.game(text), planes=True).observation_tensor_shape() == list(
        encoding.observer.shape
    )
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_each_of_three_sees_where_he_sits() -> None:
    state = theirs("strike").new_initial_state()
    for _ in range(3):
        rows = [tuple(state.observation_tensor(player)) for player in range(3)]
        assert len(set(rows)) == 3
        mover = state.current_player()
        assert [row[-3:].index(1) for row in rows] == [(player - mover) % 3 for player in range(3)]
        state.apply_action(state.legal_actions()[0])


def test_information_states_are_histories() -> None:
    state = theirs("tic_tac_toe").new_initial_state()
    said = {state.information_state_string(0)}
    for action in (4, 0, 8):
        state.apply_action(action)
        said.add(state.information_state_string(1))
    assert len(said) == 4
    other = state.get_game().new_initial_state()
    for action in (8, 0, 4):
        other.apply_action(action)
    assert str(other) == str(state)
    assert other.information_state_string(0) != state.information_state_string(0)


def test_payoffs_of_play_that_is_cut_are_within_the_utilities() -> None:
    """Of a class that has no name to load it by."""

    class Round(Game):
        players: int = 3

        def start(self) -> int:
            return 0

        def moves(self, position: int) -> list[int]:
            return [] if position == 5 else [1, 2]

        def play(self, position: int, move: int) -> int:
            return 5 if (position, move) == (4, 1) else (position + move) % 5

        def mover(self, position: int) -> int:
            return position % 3

        def payoffs(self, position: int) -> tuple[int, int, int]:
            return 5, 6, 7

    game = zermelo.formats.export_game(Round())
    assert game.zermelo_game == Round()
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert state.returns() == [0, 0, 0]
    assert (game.min_utility(), game.max_utility()) == (0, 7)
