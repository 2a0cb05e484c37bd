"""The deep variant of Algorithm 1: whatever a network has learned, what is said of its policy is exact."""

import json
import random
import runpy
import sys
import tempfile
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from made.hashable_games import Coins, Word
from reference import naive
from support.marks import few, long_unless
from support.places import BENCHMARKS

import zermelo
from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import (
    BadParameter,
    Cancelled,
    LoopFound,
    MissingCapability,
    MissingExtra,
    OutOfBudget,
    UnknownPosition,
)
from zermelo.core.game import Game
from zermelo.learn.encoding.game_encoding import make_encoding, make_enumerated_encoding
from zermelo.learn.evaluation.policy_grade import grade
from zermelo.learn.game_walk import enumerate_game
from zermelo.learn.monotonic import deep_self_play
from zermelo.learn.monotonic.deep_self_play import OPTIMISERS, DeepSelfPlay, train
from zermelo.learn.monotonic.network_policy import (
    choose_preferred_moves,
    make_preference_function,
    make_table_policy,
)
from zermelo.learn.monotonic.reduced_game import ReducedGame
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.verify.policy_certificate import certify_policy

NIM = zermelo.game("nim(heaps=(1, 2))")
SMALL = (
    NIM,
    zermelo.game("domineering(columns=3, rows=3)"),
    zermelo.game("dots_and_boxes(columns=2, rows=1)"),
    Word(),
    Coins(),
)


RUNS = long_unless(
    product(SMALL, OPTIMISERS),
    lambda case: case[0] is NIM or case in product(SMALL[1:2], ("dqn", "maskable_ppo")),
)


@cache
def trained(game: Game, optimiser: str, **options: Any) -> DeepSelfPlay:
    return train(
        game,
        SelfPlayParameters(seed=3),
        optimiser=optimiser,
        steps=300,
        iterations=2,
        network=(16,),
        **options,
    )


def open_positions(game: Game) -> list[Any]:
    return [
        position
        for position in naive.positions(game)
        if not naive.is_finished(game, position) and list(game.moves(position))
    ]


# What is counted


@pytest.mark.parametrize(("game", "optimiser"), RUNS)
def test_counts_are_those_of_the_certificate(game: Game, optimiser: str) -> None:
    found = trained(game, optimiser)
    assert [iteration.number for iteration in found.iterations] == [1, 2]
    before: dict[Any, Any] = {}
    game = found.game
    for iteration in found.iterations:
        policy = found.policy_of(iteration.number)
        played = {position: policy(position) for position in open_positions(game)}
        assert all(len(moves) == 1 and moves[0] in list(game.moves(at)) for at, moves in played.items())
        assert iteration.changed == sum(before.get(position) != moves for position, moves in played.items())
        proof = certify_policy(policy, game)
        for lines, side in ((iteration.first, proof.first), (iteration.second, proof.second)):
            assert lines.line_counts == (side.won, side.drawn, side.lost)
        before = played
    assert found.learner.num_timesteps >= 300
    ranks = [
        (each.first.lost + each.second.lost, each.first.drawn + each.second.drawn)
        for each in found.iterations
    ]
    best = found.best.number
    assert best == 1 + ranks.index(min(ranks))
    assert all(found.policy(at) == found.policy_of(best)(at) for at in open_positions(game))


# What is read out of a network


@pytest.mark.parametrize(("game", "optimiser"), RUNS)
def test_the_policy_is_what_the_network_prefers(game: Game, optimiser: str) -> None:
    """One position after the other, as the libraries themselves predict, with what is no move left out."""
    found = trained(game, optimiser)
    game = found.game
    encoding, policy, learner = make_encoding(game), found.policy_of(2), found.learner
    for position in open_positions(game):
        row = encoding.observe(position)
        seen = torch.as_tensor(row[None])
        mask = encoding.legal_mask(position)
        if optimiser == "maskable_ppo":
            number, _ = learner.predict(row, action_masks=mask, deterministic=True)
            assert policy(position) == [encoding.moves_by_number[int(number)]]
            continue
        with torch.no_grad():
            outputs = learner.q_net(seen) if optimiser == "dqn" else learner.policy.get_distribution(seen)
        if optimiser != "dqn":
            outputs = outputs.distribution.probs
        best = max(np.flatnonzero(mask), key=lambda number: float(outputs[0, number]))
        assert policy(position) == [encoding.moves_by_number[best]]
        number, _ = learner.predict(row, deterministic=True)
        if mask[int(number)]:  # what it would play by itself is a move
            assert policy(position) == [encoding.moves_by_number[int(number)]]


def test_equal_outputs_go_to_the_least_number() -> None:
    game = zermelo.game("tic_tac_toe")
    walk = enumerate_game(game, 10_000, "this counts")
    encoding = make_enumerated_encoding(walk)

    def level(seen: Any) -> Any:
        return np.zeros((len(seen), encoding.choices), np.float32)

    policy = make_table_policy(walk, choose_preferred_moves(level, encoding, walk))
    for position in walk.positions:
        if list(game.moves(position)) and not naive.is_finished(game, position):
            assert policy(position) == [min(game.moves(position))]
    with pytest.raises(UnknownPosition, match="is no position of tic_tac_toe"):
        policy(1 << 40)
    with pytest.raises(UnknownPosition, match="with a move to choose"):
        policy(next(position for position in naive.positions(game) if naive.is_finished(game, position)))


def test_outputs_count_however_they_are_cut_into_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SMALL[1]
    found = trained(game, "maskable_ppo")
    encoding = make_encoding(game)
    monkeypatch.setattr("zermelo.learn.monotonic.network_policy.ROWS", 7)
    chosen = choose_preferred_moves(make_preference_function(found.learner), encoding, found.walk)
    assert np.array_equal(chosen, found.chosen[-1])


def test_a_learner_without_numbered_moves_is_refused() -> None:
    class Other:
        policy = object()

    with pytest.raises(MissingCapability, match="Other has no preferences among numbered moves"):
        make_preference_function(Other())


# Runs


def test_points_are_in_the_position() -> None:
    assert repr(trained(SMALL[2], "a2c").game) == "with_points(game=dots_and_boxes(columns=2, rows=1))"
    assert trained(NIM, "a2c").game is NIM


@pytest.mark.parametrize("optimiser", few(OPTIMISERS, 2))
def test_the_same_seed_gives_the_same_run(optimiser: str) -> None:
    game = SMALL[0]
    again = train(
        game, SelfPlayParameters(seed=3), optimiser=optimiser, steps=300, iterations=2, network=(16,)
    )
    found = trained(game, optimiser)
    assert again.iterations == found.iterations
    assert all(np.array_equal(one, two) for one, two in zip(again.chosen, found.chosen, strict=True))
    other = train(
        game, SelfPlayParameters(seed=4), optimiser=optimiser, steps=300, iterations=2, network=(16,)
    )
    assert any(not np.array_equal(one, two) for one, two in zip(other.chosen, found.chosen, strict=True))


def test_a_run_leaves_the_lots_of_others_alone() -> None:
    random.seed(5)
    np.random.seed(5)
    torch.manual_seed(5)
    threads = torch.get_num_threads()
    expected = random.random(), np.random.random(), float(torch.rand(1))
    random.seed(5)
    np.random.seed(5)
    torch.manual_seed(5)
    train(NIM, optimiser="ppo", steps=64, iterations=1)
    assert (random.random(), np.random.random(), float(torch.rand(1))) == expected
    assert torch.get_num_threads() == threads


def test_a_reduced_run_is_one_of_the_whole_game() -> None:
    """Its network sees one position of each class; its policy plays the whole game, and as it counted."""
    game = zermelo.game("tic_tac_toe")
    found = train(
        game, SelfPlayParameters(seed=1), optimiser="a2c", steps=64, iterations=2, reduced=True, side="second"
    )
    assert (len(found.walk.positions), len(found.walk.numbers_with_moves)) == (765, 627)
    assert found.reduced and found.game is game and found.side == "second"
    for iteration in found.iterations:
        proof = certify_policy(found.policy_of(iteration.number), game)
        for played, side in zip(iteration.sides, (proof.first, proof.second), strict=True):
            assert played.line_counts == (side.won, side.drawn, side.lost) and played.longest == side.longest
    least = min(each.second.lost for each in found.iterations)
    assert found.best.second.lost == least
    shown = found.as_json()
    assert shown["reduced"] and shown["best"]["number"] == found.best.number and shown["steps"] == 64


@pytest.mark.parametrize("text", ["tic_tac_toe", "nim(heaps=(1, 2, 3))", "cram(columns=3, rows=3)"])
def test_reduced_games_have_the_values_and_lines_of_the_whole(text: str) -> None:
    game = zermelo.game(text)
    reduced = ReducedGame(game=game)
    values = naive.solve(game)
    smaller = naive.solve(reduced)
    assert smaller.keys() == {min(game.symmetries(position)) for position in values}  # type: ignore[attr-defined]
    assert all(values[position] == known for position, known in smaller.items())
    assert naive.games(reduced) == naive.games(game)
    for position in smaller:
        assert reduced.parse(reduced.show(position)) == position


def test_what_cannot_be_reduced() -> None:
    with pytest.raises(MissingCapability, match="has no symmetries: there is nothing to reduce"):
        train(zermelo.game("subtraction"), reduced=True)
    with pytest.raises(MissingCapability, match="only games in which players take turns are reduced"):
        train(SMALL[2], reduced=True)


def test_warm_runs_keep_their_network() -> None:
    warm = train(NIM, optimiser="a2c", steps=64, iterations=3, network=(16,))
    cold = train(NIM, optimiser="a2c", steps=64, iterations=3, network=(16,), warm_start=False)
    assert warm.iterations[0] == cold.iterations[0]
    first = train(NIM, optimiser="a2c", steps=64, iterations=1, network=(16,))
    assert first.iterations[0] == warm.iterations[0]
    same = [
        torch.equal(one, two)
        for one, two in zip(warm.learner.policy.parameters(), cold.learner.policy.parameters(), strict=True)
    ]
    assert not all(same)


def test_games_against_an_earlier_model_are_forgotten() -> None:
    buffer = trained(SMALL[1], "dqn").learner.replay_buffer
    assert 300 <= buffer.size() * buffer.n_envs < 310  # of the second iteration alone


def test_models_are_what_the_parameters_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """The opponent of each iteration: P_0, and then alpha on what the last policy plays."""
    met: list[dict[Any, Any]] = []
    choose = deep_self_play.choose_preferred_moves

    def noting(prefer: Any, encoding: Any, walk: Any) -> Any:
        opponent = worlds[-1][0].opponent
        assert all(world.opponent is opponent for world in worlds[-1])
        met.append({position: opponent(position) for position in open_positions(NIM)})
        return choose(prefer, encoding, walk)

    worlds: list[Any] = []
    vectors = deep_self_play._TrainingRun.make_environments

    def kept(self: Any, count: int) -> Any:
        made = vectors(self, count)
        worlds.append(self.games)
        return made

    monkeypatch.setattr(deep_self_play, "choose_preferred_moves", noting)
    monkeypatch.setattr(deep_self_play._TrainingRun, "make_environments", kept)
    for model in ("uniform", "random"):
        met.clear()
        chosen = SelfPlayParameters(0.8, 0.9, (2, 0, -1), model)
        found = train(NIM, chosen, steps=64, iterations=2, network=(16,), environments=2)
        assert [world.player_rewards.rewards for world in worlds[-1]] == [(2, 0, -1)] * 2
        for position, shares in met[0].items():
            moves = list(NIM.moves(position))
            assert set(shares) == set(moves)
            even = pytest.approx(1 / len(moves))
            assert all(share == even for share in shares.values()) == (model == "uniform" or len(moves) == 1)
        for position, shares in met[1].items():
            moves = list(NIM.moves(position))
            [preferred] = found.policy_of(1)(position)
            for move in moves:
                rest = 0.2 / max(1, len(moves) - 1)
                expected = 1 if len(moves) == 1 else 0.8 if move == preferred else rest
                assert shares[move] == pytest.approx(expected)


def test_settings_are_the_libraries_own() -> None:
    asked = {"learning_rate": 0.5, "batch_size": 4}
    sizes = {"steps": 64, "iterations": 1, "environments": 2, "network": (8, 4)}
    found = train(NIM, SelfPlayParameters(gamma=0.7), optimiser="dqn", **sizes, settings=asked)
    assert (found.learner.learning_rate, found.learner.batch_size, found.learner.gamma) == (0.5, 4, 0.7)
    shapes = [tuple(each.shape) for each in found.learner.q_net.q_net.parameters()]
    assert shapes[::2] == [(8, 6), (4, 8), (3, 4)]
    assert found.learner.n_envs == 2


@pytest.mark.parametrize("optimiser", sorted(OPTIMISERS))
def test_nothing_is_left_in_the_systems_temporary_folder(
    optimiser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The libraries' loggers make a folder there; whoever asks for one has it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    train(NIM, optimiser=optimiser, steps=64, iterations=2, environments=2, network=(4,))
    assert list(tmp_path.iterdir()) == []
    asked = {"verbose": 0}
    train(NIM, optimiser=optimiser, steps=64, iterations=1, environments=2, network=(4,), settings=asked)
    assert [path.name.partition("-")[0] for path in tmp_path.iterdir()] == ["SB3"]


def test_progress_is_told_and_a_run_can_be_stopped() -> None:
    heard: list[Progress] = []
    train(NIM, optimiser="a2c", steps=80, iterations=2, budget=Budget(listener=heard.append))
    told = [(each.done, each.total) for each in heard if each.phase == "train"]
    assert told == sorted(told)
    assert (told[0], told[-1]) == ((8, 160), (160, 160))
    budget = Budget()

    def stop_soon(progress: Progress) -> None:
        if progress.phase == "train" and progress.done >= 40:
            budget.stop.set()

    budget.listener = stop_soon
    with pytest.raises(Cancelled):
        train(NIM, optimiser="a2c", steps=80, iterations=2, budget=budget)


# Learning


def test_a_tiny_game_is_learned() -> None:
    """Perfect at every position, that is what the grade says; one of the few things here that could fail."""
    found = train(NIM, optimiser="maskable_ppo", steps=2048, iterations=1)
    grades = grade(found.policy, zermelo.solve(NIM, interpreted=True))
    assert grades.is_perfect
    assert (grades.everywhere.losing, grades.everywhere.positions) == (0, 5)


# The script for long runs


def test_the_script_writes_what_it_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = runpy.run_path(str(BENCHMARKS / "deep_self_play.py"))
    file = tmp_path / "runs.json"
    wish = ["nim(heaps=(1, 2))", "--optimiser", "a2c", "dqn", "--steps", "64", "--iterations", "2"]
    script["main"]([*wish, "--json", str(file), "--network", "16", "--alpha", "0.8"])
    printed = capsys.readouterr().out
    runs = json.loads(file.read_text())
    assert [run["optimiser"] for run in runs] == ["a2c", "dqn"]
    for run in runs:
        found = train(
            NIM,
            SelfPlayParameters(alpha=0.8),
            optimiser=run["optimiser"],
            steps=64,
            iterations=2,
            network=(16,),
        )
        for told, iteration in zip(run["iterations"], found.iterations, strict=True):
            assert told == {**told, **iteration.as_json()}
            grades = grade(found.policy_of(iteration.number), zermelo.solve(NIM, interpreted=True))
            assert (told["losing"], told["positions"]) == (grades.everywhere.losing, 5)
            assert (told["met_losing"], told["met_positions"]) == (
                grades.visited.losing,
                grades.visited.positions,
            )
            assert told["exploitability"] == grades.exploitability
            assert f"{grades.everywhere.losing}/5 " in printed


# What is refused


def test_refusals() -> None:
    with pytest.raises(
        BadParameter, match="optimiser='sgd' is none: take one of a2c, ppo, dqn, maskable_ppo"
    ):
        train(NIM, optimiser="sgd")
    for name in ("steps", "iterations", "environments"):
        with pytest.raises(BadParameter, match=f"{name}=0 is too few"):
            train(NIM, **{name: 0})
    with pytest.raises(BadParameter, match="its shares do not sum to 1: take uniform or random"):
        train(NIM, SelfPlayParameters(model="unnormalised"))
    with pytest.raises(LoopFound, match="play can return to an earlier position"):
        train(zermelo.game("pong_hau_ki"), steps=64)
    with pytest.raises(
        OutOfBudget, match="has more than 100 positions, and policies are counted over all of them"
    ):
        train(zermelo.game("tic_tac_toe"), steps=64, most=100)
    with pytest.raises(MissingCapability, match="two players without chance"):
        train(zermelo.game("pig(target=10)"), steps=64)
    with pytest.raises(BadParameter, match="there is no iteration 3: take one from 1 to 2"):
        trained(NIM, "a2c").policy_of(3)


@pytest.mark.parametrize("library", ["torch", "stable_baselines3", "sb3_contrib"])
def test_a_missing_library_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [library, *(name for name in sys.modules if name.startswith(f"{library}."))]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf'training needs {library}, .* pip install "zermelo\[learn\]"'):
        train(NIM, steps=64)
