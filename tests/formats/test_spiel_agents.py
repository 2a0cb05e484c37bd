"""OpenSpiel's bots, agents and policies as players here: of imported games, of ours, in contests and certificates."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from support.commands import runner

import zermelo
import zermelo.formats.open_spiel.spiel_games
from zermelo.core import BadParameter, BadRules
from zermelo.play import PlayerContext, certify, make_player, parse_player, policy_of, random_player

pytestmark = pytest.mark.quick

NIM = "nim(heaps=(1, 2))"


def searching(game: Any, simulations: int = 200) -> Any:
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, simulations, 10, True, 7, False)


def test_a_bot_finds_the_only_move_in_an_imported_game() -> None:
    game = zermelo.game("open_spiel:tic_tac_toe")
    player = zermelo.formats.open_spiel_player(game, searching(pyspiel.load_game("tic_tac_toe")))
    assert player(game.parse("after 4 1 0")) == {8: 1.0}


def test_a_policy_is_certified_over_every_line_of_play() -> None:
    from open_spiel.python.policy import UniformRandomPolicy

    game = zermelo.game(NIM)
    uniform = zermelo.formats.open_spiel_player(game, UniformRandomPolicy(zermelo.formats.export_game(game)))
    ours = certify(policy_of(random_player(game)), game)
    found = certify(policy_of(uniform), game)
    assert (found.first, found.second) == (ours.first, ours.second)
    assert ours.first.lost > 0


def test_a_uniform_bot_says_its_probabilities() -> None:
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    game = zermelo.game("open_spiel:tic_tac_toe")
    bots = [UniformRandomBot(player, random.Random(1)) for player in (0, 1)]
    player = zermelo.formats.open_spiel_player(game, bots)
    assert player(game.parse("after 4 0")) == dict.fromkeys((1, 2, 3, 5, 6, 7, 8), pytest.approx(1 / 7))


def test_an_agent_sees_what_it_would_see_there() -> None:
    from open_spiel.python.rl_agent import StepOutput

    class Last:
        """Plays the last of its actions, and keeps what it saw."""

        def step(self, time_step: Any, is_evaluation: bool = False) -> Any:
            assert is_evaluation
            mover = time_step.observations["current_player"]
            self.seen = time_step.observations["info_state"][mover]
            action = time_step.observations["legal_actions"][mover][-1]
            return StepOutput(action=action, probs=np.eye(9)[action])

    for text in ("open_spiel:tic_tac_toe", "tic_tac_toe"):
        game, agent = zermelo.game(text), Last()
        assert zermelo.formats.open_spiel_player(game, agent)(game.start()) == {8: 1.0}
        width = 27 if "open" in text else zermelo.formats.export_game(game).observation_tensor_size()
        assert len(agent.seen) == width


def test_what_is_no_player_is_refused() -> None:
    game = zermelo.game("open_spiel:tic_tac_toe")
    with pytest.raises(BadParameter, match="is no bot, agent or policy"):
        zermelo.formats.open_spiel_player(game, 7)
    with pytest.raises(BadParameter, match="3 were given"):
        zermelo.formats.open_spiel_player(game, [None] * 3)

    class Stubborn:
        def action_probabilities(self, state: Any) -> dict[int, float]:
            return {4: 1.0}

    player = zermelo.formats.open_spiel_player(game, Stubborn())
    assert player(game.start()) == {4: 1.0}
    with pytest.raises(BadRules, match="plays 4 where the actions are"):
        player(game.parse("after 4"))


@pytest.mark.parametrize(
    "text",
    ["open_spiel:tic_tac_toe", "open_spiel:python_tic_tac_toe", "tic_tac_toe", "pig(target=4)", "strike"],
)
def test_the_tree_search_has_a_name(text: str) -> None:
    """Of their games in C++ and in Python, of ours, with dice and with payoffs; the same lots each time."""
    game = zermelo.game(text)
    players = [
        make_player(
            "mcts(simulations=60, seed=3)", PlayerContext(game, never, mcts=zermelo.formats.open_spiel_mcts)
        )
        for _ in "ab"
    ]
    shares = [player(game.start()) for player, _ in players]
    assert shares[0] == shares[1]
    assert sum(shares[0].values()) == pytest.approx(1)
    assert set(shares[0]) <= set(game.moves(game.start()))
    assert players[0][1] == "by 60 simulations of OpenSpiel's tree search"
    assert not parse_player("mcts").needs_solution


def never() -> Any:
    raise AssertionError("no solution is needed")


def test_the_tree_search_finds_the_only_move() -> None:
    game = zermelo.game("tic_tac_toe")
    ((move, _),) = zermelo.formats.open_spiel_mcts(game, simulations=300)("X../OO./..X").items()
    assert game.name(game.parse("X../OO./..X"), move) == "c2"


def test_a_search_that_would_end_the_process_is_refused() -> None:
    """OpenSpiel's compiled search reads memory that is no longer there where states are Python's."""
    for text in ("tic_tac_toe", "open_spiel:python_tic_tac_toe"):
        game = zermelo.game(text)
        with pytest.raises(BadParameter, match=r"ends the whole process.*zermelo\.formats\.open_spiel_mcts"):
            zermelo.formats.open_spiel_player(game, searching(pyspiel.load_game("tic_tac_toe")))


def test_numbers_of_the_tree_search_are_checked() -> None:
    context = PlayerContext(zermelo.game("tic_tac_toe"), never, mcts=zermelo.formats.open_spiel_mcts)
    for fields in ("simulations=0", "rollouts='x'", "uct=-1", "seed=-1"):
        with pytest.raises(BadParameter, match=f"{fields.replace('=', ' ')} of mcts"):
            make_player(f"mcts({fields})", context)
    with pytest.raises(BadParameter, match="'depth' is no field of the player mcts"):
        make_player("mcts(depth=3)", context)


def test_no_address_makes_a_tree_search() -> None:
    with pytest.raises(BadParameter, match="of the command line alone"):
        make_player("mcts", PlayerContext(zermelo.game("tic_tac_toe"), never))


def test_the_command_line_plays_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("open_spiel:tic_tac_toe", "nim(heaps=(1, 2))"):
        ran = runner(capsys)(
            "match", text, "--first", "mcts(simulations=50)", "--games", "4", "--store", str(tmp_path)
        )
        assert ran.status == 0 and "mcts(simulations=50)" in ran.out
