"""Agents of every kind as players: what they are asked, what they may answer, and what is said of nonsense."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.hashable_games import AllOrders
from support.commands import Ran, check_refusal

import zermelo
from zermelo.core.errors import BadParameter, IllegalMove
from zermelo.learn.encoding.game_encoding import make_encoding
from zermelo.play import PlayerContext, make_player
from zermelo.play.players.agent_player import agent_player
from zermelo.play.players.basic_players import policy_of, random_player
from zermelo.verify.policy_certificate import certify_policy

pytestmark = pytest.mark.quick

GAME = zermelo.game("subtraction(heap=9, take=(1, 2, 3))")
TIC_TAC_TOE = zermelo.game("tic_tac_toe")
NIM = zermelo.game("nim(heaps=(1, 2))")


def take_rest(heap: int) -> int:
    return heap % 4 or 1


class Bound:
    def __call__(self, game: Any, heap: int, *, quick: bool = True) -> int:
        return take_rest(heap)


@pytest.mark.parametrize(
    ("agent", "shares"),
    [
        (take_rest, {1: 1.0}),
        (lambda _: np.int64(2), {2: 1.0}),
        (lambda _: "3", {3: 1.0}),
        (lambda game, _: game.take[1], {2: 1.0}),
        (lambda _, level=3: level, {3: 1.0}),
        (Bound(), {1: 1.0}),
        (lambda _: [1, 2, 1], {1: 0.5, 2: 0.5}),
        (lambda _: {1: 1, 2: 3, 3: 0}, {1: 0.25, 2: 0.75}),
        (lambda _: {"1": 0.5}, {1: 1.0}),
    ],
)
def test_what_an_agent_may_answer(agent: Any, shares: dict[int, float]) -> None:
    assert agent_player(agent, GAME)(9) == shares


def test_moves_that_are_tuples_are_one_move_and_not_several() -> None:
    game = AllOrders()
    position = next(iter(game.starts()))
    move = next(iter(game.moves(position)))
    assert agent_player(lambda _: move, game)(position) == {move: 1.0}


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (lambda _: 7, "plays 7, which is no move at 9: moves are 1, 2, 3"),
        (lambda _: None, "plays None, which is no move"),
        (lambda _: [], "plays nothing"),
        (lambda _: {}, "plays nothing"),
        (lambda _: {1: 0}, "plays nothing"),
        (lambda _: {1: -1}, "are no probabilities"),
        (lambda _: {1: "x"}, "are no probabilities"),
        (lambda _: {9: 1}, "plays 9, which is no move"),
        (lambda _: [1, 9], "plays 9, which is no move"),
    ],
)
def test_what_is_no_move(agent: Any, said: str) -> None:
    with pytest.raises(IllegalMove, match=said):
        agent_player(agent, GAME)(9)


def test_what_an_agent_raises_is_told_with_the_position() -> None:
    with pytest.raises(BadParameter, match=r"ZeroDivisionError: .* at 9 of subtraction"):
        agent_player(lambda _: 1 // 0, GAME)(9)


class Predicting:
    """As stable-baselines3: the first number of the mask, with states that nobody wants."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def predict(
        self, observation: Any, state: Any = None, deterministic: bool = False, action_masks: Any = None
    ) -> Any:
        assert deterministic
        self.seen.append(observation)
        return np.array(int(np.flatnonzero(action_masks)[0])), None


class Blind:
    """As A2C, which knows no mask: always the same number."""

    def predict(self, observation: Any) -> Any:
        return np.array([4]), None


class Acting:
    def act(self, observation: dict[str, Any]) -> int:
        return int(np.flatnonzero(observation["action_mask"])[-1])


def test_agents_of_gymnasium() -> None:
    encoding = make_encoding(TIC_TAC_TOE)
    agent = Predicting()
    player = agent_player(agent, TIC_TAC_TOE, encoding=encoding)
    position = TIC_TAC_TOE.parse("X../.../...")
    assert [TIC_TAC_TOE.name(position, move) for move in player(position)] == ["b1"]
    assert (agent.seen[0] == encoding.observe(position, True)).all()
    blind = agent_player(Blind(), TIC_TAC_TOE, encoding=encoding)
    assert list(blind(0)) == [encoding.decode_move(0, 4)]
    middle = TIC_TAC_TOE.parse(".../.X./...")
    with pytest.raises(IllegalMove, match="the number of no move"):
        blind(middle)
    shares = agent_player(Blind(), TIC_TAC_TOE, encoding=encoding, illegal="random")(middle)
    assert shares == random_player(TIC_TAC_TOE)(middle)


def test_they_are_asked_what_the_environments_show() -> None:
    """The same agent in the environment and as a player makes the same moves."""
    turns = importlib.import_module("zermelo.learn.environments.pettingzoo_environment")
    environment = turns.MultiAgentEnvironment(TIC_TAC_TOE)
    agent = Acting()
    players = [
        agent_player(each, TIC_TAC_TOE, encoding=environment.encoding, sees="pettingzoo")
        for each in (agent, agent.act)
    ]
    environment.reset(seed=0)
    position, made = 0, 0
    while not any(environment.terminations.values()):
        number = agent.act(environment.observe(environment.agent_selection))
        move = environment.encoding.decode_move(position, number)
        assert [list(player(position)) for player in players] == [[move], [move]]
        environment.step(number)
        position, made = TIC_TAC_TOE.play(position, move), made + 1
    assert made >= 5


def test_real_agents_of_stable_baselines() -> None:
    baselines = importlib.import_module("stable_baselines3")
    from zermelo.learn.environments.gymnasium_environment import GameEnvironment

    environment = GameEnvironment(GAME)
    learner = baselines.PPO("MlpPolicy", environment, seed=0, n_steps=8, batch_size=8)
    player = agent_player(learner, GAME, encoding=environment.encoding, illegal="random")
    found = certify_policy(policy_of(player), GAME)
    assert (found.first.won or 0) + (found.first.lost or 0) > 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"agent": 3}, "is no agent"),
        ({"agent": take_rest, "sees": "pixels"}, "no way to ask"),
        ({"agent": Predicting()}, "needs the encoding"),
        ({"agent": take_rest, "sees": "gymnasium", "encoding": make_encoding(GAME)}, "has no predict"),
        ({"agent": 3, "sees": "pettingzoo", "encoding": make_encoding(GAME)}, "is no agent"),
        ({"agent": take_rest, "illegal": "loss"}, "illegal='loss' is none"),
    ],
)
def test_what_is_no_agent(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadParameter, match=said):
        agent_player(given.pop("agent"), GAME, **given)


# In a file, at the command line


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "my agents.py"
    made.write_text(
        "def choose(heap):\n    return heap % 4 or 1\n\n\n"
        "class Agent:\n    def __call__(self, game, heap):\n        return '1'\n\n\nnumber = 3\n"
    )
    return made


def test_agents_of_a_file(command: Callable[..., Ran], file: Path) -> None:
    game = repr(GAME)
    ran = command("certify", game, "--player", f"agent:{file}:choose")
    assert ran.status == 0 and "first       9 won, 0 drawn, 0 lost" in ran.out, ran
    players = ("--first", f"agent:{file}:choose", "--second", f"agent:{file}:Agent")
    ran = command("match", game, *players, "--games", "4")
    assert ran.status == 0 and "4 games" in ran.out, ran


def test_agents_of_games_with_dice_and_of_payoffs(command: Callable[..., Ran], file: Path) -> None:
    file.write_text("def first(game, position):\n    return list(game.moves(position))[0]\n")
    players = ("--first", f"agent:{file}:first", "--second", "random")
    ran = command("match", "pig(target=5)", *players, "--games", "4")
    assert ran.status == 0 and "4 games" in ran.out, ran
    ran = command("match", "strike", "--player", f"agent:{file}:first", "--games", "1")
    assert ran.status == 0 and "player 3" in ran.out, ran
    ran = command("exploit", "pig(target=5)", "--player", f"agent:{file}:first")
    assert ran.status == 0 and "exploitability" in ran.out, ran


def test_files_without_the_agent(command: Callable[..., Ran], file: Path) -> None:
    for name, said in (
        (f"{file}:chose", "has no chose"),
        (f"{file}:number", "is no agent"),
        ("nowhere.py:x", "write a file and a name"),
        (f"{file}", "write a file and a name"),
    ):
        check_refusal(command("certify", repr(GAME), "--player", f"agent:{name}"), 2, said)
    file.write_text("1/0\n")
    ran = command("certify", repr(GAME), "--player", f"agent:{file}:x")
    check_refusal(ran, 2, "cannot be run: ZeroDivision")


def test_a_context_without_programs_runs_no_file(file: Path) -> None:
    ran = file.with_name("ran")
    file.write_text(f"open({str(ran)!r}, 'w')\n")
    with pytest.raises(BadParameter, match="by the command line and by Python alone"):
        make_player(f"agent:{file}:choose", PlayerContext(GAME, lambda: zermelo.solve(GAME)))
    assert not ran.exists()
