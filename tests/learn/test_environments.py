"""Environments of other libraries: their own checks, and every line of play against the certificate."""

import itertools
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as check_with_gymnasium
from made.hashable_games import AllOrders, Coins, NodeKayles, TupleNim, Word
from pettingzoo.test import api_test, seed_test
from reference import naive
from stable_baselines3.common.env_checker import check_env as check_with_baselines
from support.marks import few

import zermelo
from zermelo.core.errors import BadParameter, BadRules, IllegalMove, MissingCapability, MissingExtra
from zermelo.core.game import Game
from zermelo.learn.encoding.game_encoding import GameEncoding, make_encoding
from zermelo.learn.environments.gymnasium_environment import GameEnvironment
from zermelo.learn.environments.opponent_policies import (
    cached_opponent,
    draw_move,
    noisy_policy_opponent,
    random_opponent,
    uniform_opponent,
)
from zermelo.learn.environments.pettingzoo_environment import MultiAgentEnvironment
from zermelo.learn.game_walk import check_acyclic, enumerate_game_or_none
from zermelo.learn.monotonic.literal_algorithm import run_literal
from zermelo.learn.self_play_parameters import OutcomeRewards, SelfPlayParameters
from zermelo.verify.policy_certificate import certify_policy

GAMES = (
    zermelo.game("tic_tac_toe"),
    zermelo.game("nim(heaps=(1, 2))"),
    zermelo.game("domineering(columns=3, rows=3)"),
    zermelo.game("cram(columns=3, rows=2)"),  # moves are masks of bits
    zermelo.game("dots_and_boxes(columns=2, rows=1)"),  # points, and a player may go on
    zermelo.game("kalah(houses=2, seeds=2)"),
    zermelo.game("pong_hau_ki"),  # play may go round
    TupleNim(heaps=(1, 2)),  # positions and moves are tuples
    Word(),  # strings of different lengths
    NodeKayles(),  # sets
    Coins(),  # tuples in tuples, points, strings as moves
    AllOrders(heaps=(1, 2)),  # several starts
)


def is_open(game: Game, position: Any) -> bool:
    return not naive.is_finished(game, position) and bool(list(game.moves(position)))


# The libraries' own checks


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("side", few(["either", "first", "second"], 1))
def test_gymnasium_finds_no_fault(game: Game, side: str) -> None:
    check_with_gymnasium(gymnasium.make("zermelo/Game-v0", game=game, side=side).unwrapped)
    check_with_baselines(GameEnvironment(game, side=side))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_pettingzoo_finds_no_fault(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # It has a list of its own games that may observe dictionaries; whoever has a mask needs one.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array", UserWarning)
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be", UserWarning)
        api_test(MultiAgentEnvironment(game), num_cycles=100)
        api_test(MultiAgentEnvironment(game, render_mode="ansi", plies=3), num_cycles=20)
    seed_test(lambda: MultiAgentEnvironment(game), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


# Moves and their numbers


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_masks_are_exactly_the_moves_at_every_position(game: Game) -> None:
    encoding = make_encoding(game)
    everywhere = {
        move
        for position in naive.positions(game)
        if not naive.is_finished(game, position)
        for move in game.moves(position)
    }
    assert set(encoding.moves_by_number) == everywhere
    assert encoding.choices == len(encoding.moves_by_number) == len(everywhere)
    for position in naive.positions(game):
        moves = list(game.moves(position)) if is_open(game, position) else []
        mask = encoding.legal_mask(position)
        assert (mask.shape, mask.dtype) == ((encoding.choices,), np.bool_)
        assert [encoding.moves_by_number[number] for number in np.flatnonzero(mask)] == [
            move for move in encoding.moves_by_number if move in moves
        ]
        for number, named in enumerate(encoding.moves_by_number):
            assert encoding.decode_move(position, number) == (named if named in moves else None)


def test_numbers_keep_their_meaning() -> None:
    assert make_encoding(GAMES[0]).moves_by_number == tuple(range(9))
    assert make_encoding(zermelo.game("cram(columns=2, rows=2)")).moves_by_number == (3, 5, 10, 12)
    assert make_encoding(TupleNim(heaps=(1, 2))).moves_by_number == ((0, 0), (1, 0), (1, 1))
    assert make_encoding(Coins()).moves_by_number == ("left", "right")


def test_moves_of_a_large_game_are_their_own_numbers() -> None:
    game = zermelo.game("connect_four(columns=5, rows=4)")
    encoding = make_encoding(game, most=1000)
    assert encoding.choices == 8  # bits enough for column 4
    assert encoding.moves_by_number == tuple(range(8))
    assert encoding.width == 63 + 2
    assert list(np.flatnonzero(encoding.legal_mask(game.start()))) == [0, 1, 2, 3, 4]
    check_with_baselines(GameEnvironment(game, encoding=encoding))


def test_a_large_game_is_numbered_by_places() -> None:
    game = zermelo.game("fox_and_hounds")  # moves are masks of bits
    encoding = make_encoding(game, most=10)
    assert encoding.number_of_move is None
    assert encoding.choices == 2 * 8
    moves = list(game.moves(game.start()))
    assert list(np.flatnonzero(encoding.legal_mask(game.start()))) == list(range(len(moves)))
    assert encoding.decode_move(game.start(), 0) == moves[0]
    assert encoding.decode_move(game.start(), len(moves)) is None
    with pytest.raises(
        BadParameter, match=rf"{len(moves)} moves at .* places=1: give more places, or all moves"
    ):
        make_encoding(game, most=10, places=1).legal_mask(game.start())
    environment = GameEnvironment(game, encoding=encoding)
    check_with_baselines(environment)


def test_a_large_game_can_be_told_its_moves() -> None:
    game = zermelo.game("mnk(columns=4, rows=4)")
    encoding = make_encoding(game, most=1000, moves=range(16))
    assert encoding.choices == 16
    position = game.play(game.start(), 3)
    assert list(np.flatnonzero(~encoding.legal_mask(position))) == [3]
    assert encoding.decode_move(position, 4) == 4
    with pytest.raises(BadParameter, match=r"a move that has no number at .*15"):
        make_encoding(game, most=1000, moves=range(15)).legal_mask(0)


def test_words_of_a_large_game_are_integers() -> None:
    wide = zermelo.game("mnk(columns=7, rows=6)")  # two boards of 42 cells
    encoding = make_encoding(wide, most=100)
    assert encoding.width == 2 * 63 + 2
    position = wide.play(wide.start(), 5)
    assert sorted(np.flatnonzero(encoding.observe(position))) == [63 + 5, 126]
    with pytest.raises(MissingCapability, match=r"its positions \(such as 'abbxa'\) are no integers"):
        make_encoding(Word(), most=3)
    with pytest.raises(MissingCapability, match=r"position \(1, 2, 3\) is unlike those"):
        encoding.observe((1, 2, 3))


# What is seen


def bits(number: int, width: int) -> list[int]:
    return [int(sign) for sign in reversed(f"{number:0{width}b}")] if width else []


@pytest.mark.parametrize("game", [game for game in GAMES if isinstance(game.start(), int)], ids=repr)
def test_integers_are_seen_as_their_bits(game: Game) -> None:
    encoding = make_encoding(game)
    width = max(naive.positions(game)).bit_length()
    assert encoding.width == width + 2
    for position in naive.positions(game):
        assert encoding.observe(position).tolist() == [*bits(position, width), 1, 0]


def test_words_are_seen_by_columns() -> None:
    encoding = make_encoding(TupleNim(heaps=(1, 2)))
    assert encoding.observe((1, 2)).tolist() == [1, 0, 1, 1, 0]
    strings = make_encoding(Word(word="ab"))  # "ab", "a", "b", ""
    assert strings.width == (1 + 2) + (1 + 1) + 2  # is there a first letter, a or b; a second, b
    assert strings.observe("ab").tolist() == [1, 1, 0, 1, 1, 1, 0]
    assert strings.observe("b", False).tolist() == [1, 0, 1, 0, 0, 0, 1]
    assert strings.observe("").tolist() == [0, 0, 0, 0, 0, 1, 0]
    with pytest.raises(MissingCapability, match="position 'c' is unlike those"):
        strings.observe("c")


# Every line of play: who has won, and what it brings


class Script:
    """An opponent who plays what a script says, by the place among his moves, and then his first move."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.script: list[int] = []
        self.had: list[int] = []  # how many moves there were

    def begin(self, script: list[int]) -> None:
        self.script, self.had = script, []

    def __call__(self, position: Any) -> Mapping[Any, float]:
        moves = list(self.game.moves(position))
        place = self.script[len(self.had)] if len(self.had) < len(self.script) else 0
        self.had.append(len(moves))
        return {moves[place]: 1.0}

    def following(self) -> list[int] | None:
        """The next script in order, None after the last."""
        script = (self.script + [0] * len(self.had))[: len(self.had)]
        while script:
            last = script.pop()
            if last + 1 < self.had[len(script)]:
                return [*script, last + 1]
        return None


def all_lines(game: Game, policy: Any, side: str, encoding: GameEncoding, **options: Any) -> Iterator[Any]:
    """Yield the script, the rewards and the opponent's shares of every line against a policy."""
    opponent = Script(game)
    environment = GameEnvironment(game, opponent, side=side, encoding=encoding, illegal="error", **options)
    script: list[int] | None = []
    while script is not None:
        opponent.begin(script)
        _, info = environment.reset(seed=0)
        rewards = []
        while True:
            position = environment.position
            assert np.array_equal(info["action_mask"].astype(bool), environment.action_masks())
            number = encoding.moves_by_number.index(policy(position)[0])
            _, reward, terminated, truncated, info = environment.step(number)
            rewards.append(reward)
            assert not truncated
            if terminated:
                assert not info["action_mask"].any()
                break
        yield rewards
        script = opponent.following()


def last_move(game: Game) -> Any:
    return lambda position: list(game.moves(position))[-1:]


LINES = (
    zermelo.game("tic_tac_toe"),
    zermelo.game("nim(heaps=(1, 2))"),
    zermelo.game("domineering(columns=3, rows=3)"),
    zermelo.game("cram(columns=3, rows=3)"),
    zermelo.game("dots_and_boxes(columns=2, rows=1)"),
    zermelo.game("kalah(houses=3, seeds=1)"),
    TupleNim(heaps=(2, 2), misere=True),
    NodeKayles(),
    Coins(),
)


@pytest.mark.parametrize("game", LINES, ids=repr)
@pytest.mark.parametrize("side", ["first", "second"])
def test_rewards_are_those_of_the_certificate(game: Game, side: str) -> None:
    policy, encoding = last_move(game), make_encoding(game)
    counted: Counter[float] = Counter()
    for rewards in all_lines(game, policy, side, encoding, rewards=OutcomeRewards(5, 2, -3)):
        assert not any(rewards[:-1])
        counted[rewards[-1]] += 1
    proven = getattr(certify_policy(policy, game), side)
    assert counted == +Counter({5.0: proven.won, 2.0: proven.drawn, -3.0: proven.lost})


# The decision process of Algorithm 1


class Weighed(Script):
    """A script that notes how likely a model makes what it plays."""

    def __init__(self, game: Game, model: Any) -> None:
        super().__init__(game)
        self.model, self.likely = model, 1.0

    def begin(self, script: list[int]) -> None:
        super().begin(script)
        self.likely = 1.0

    def __call__(self, position: Any) -> Mapping[Any, float]:
        played = super().__call__(position)
        self.likely *= self.model(position).get(next(iter(played)), 0.0)
        return played


@pytest.mark.parametrize("game", LINES[1:4] + LINES[6:8], ids=repr)
@pytest.mark.parametrize(("alpha", "gamma"), [(0.9, 0.9), (0.6, 0.5), (1.0, 1.0)])
def test_expected_rewards_are_those_of_algorithm_1(game: Game, alpha: float, gamma: float) -> None:
    """What the literal form expects of its best reply to a model is what an opponent of these shares brings it."""
    rewards = OutcomeRewards(1, 0.25, -2)
    before = {each: last_move(game)(each)[0] for each in naive.positions(game) if is_open(game, each)}
    run = run_literal(game, SelfPlayParameters(alpha, gamma, rewards), before=before, most=1)
    chosen, values = run.iterations[0].policy, run.iterations[0].values
    model, start, encoding = (
        noisy_policy_opponent(game, last_move(game), alpha),
        game.start(),
        make_encoding(game),
    )
    shares = model(start).items()
    worth = {
        "first": values[start],
        "second": sum(share * gamma * values[game.play(start, move)] for move, share in shares),
    }
    for side, value in worth.items():
        opponent = Weighed(game, model)
        environment = GameEnvironment(game, opponent, side=side, encoding=encoding, rewards=rewards)
        expected, script = 0.0, []
        while script is not None:
            opponent.begin(script)
            environment.reset(seed=0)
            brought, discount, terminated = 0.0, 1.0 if side == "first" else gamma, False
            while not terminated:
                number = encoding.moves_by_number.index(chosen[environment.position])
                _, reward, terminated, _, _ = environment.step(number)
                brought += discount * reward
                discount *= gamma
            expected += opponent.likely * brought
            script = opponent.following()  # type: ignore[assignment]  # None ends it
        assert expected == pytest.approx(value, abs=1e-12)


# Sides, seeds, starts


def trace(environment: GameEnvironment, seed: int, games: int) -> list[Any]:
    environment.action_space.seed(seed)
    seen: list[Any] = []
    for number in range(games):
        observation, info = environment.reset(seed=seed if number == 0 else None)
        over = False
        while not over:
            seen.append((observation.tobytes(), info["side"]))
            chosen = environment.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = environment.step(chosen)
            seen.append((reward, terminated, truncated))
            over = terminated or truncated
    return seen


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_same_seed_gives_the_same_games(game: Game) -> None:
    encoding = make_encoding(game)
    one, two = (GameEnvironment(game, encoding=encoding, plies=50) for _ in range(2))
    assert trace(one, 7, 20) == trace(two, 7, 20) == trace(one, 7, 20)


def test_the_agent_sits_where_he_is_told() -> None:
    game = zermelo.game("tic_tac_toe")
    encoding = make_encoding(game)
    for side, expected in (("first", {0}), ("second", {1}), ("either", {0, 1})):
        environment = GameEnvironment(game, side=side, encoding=encoding)
        met = {environment.reset(seed=seed)[1]["side"] for seed in range(20)}
        assert met == expected
    assert environment.reset(seed=1, options={"side": "second", "start": 0b001_000_000})[1]["side"] == 1
    assert int(environment.action_masks().sum()) == 7  # a stone was there, and one was put


def test_all_starts_are_drawn() -> None:
    game = AllOrders(heaps=(1, 2, 3))
    environment = GameEnvironment(game, side="first")
    environment.reset(seed=0)
    met = {environment.reset() and environment.position for _ in range(200)}
    assert met == set(game.starts())
    turns = MultiAgentEnvironment(game)
    turns.reset(seed=0)
    positions = set()
    for _ in range(200):
        turns.reset()
        positions.add(turns.observe("player_0")["observation"].tobytes())
    assert len(positions) == 6
    turns.reset(options={"start": (0, 0, 1)})
    assert int(turns.observe("player_0")["action_mask"].sum()) == 1


def test_games_without_a_decision_are_begun_again() -> None:
    game = TupleNim(heaps=(2,))  # who takes both has ended it
    environment = GameEnvironment(game, side="second")
    for seed in range(10):
        environment.reset(seed=seed)
        assert environment.position == (1,)
    with pytest.raises(
        BadRules, match=r"play ended 1,000 times before the agent, playing second, had a move"
    ):
        GameEnvironment(TupleNim(heaps=(1,)), side="second").reset(seed=0)
    greedy = GameEnvironment(Coins(row=(3, 5, 2)), side="second", plies=2)  # may take two at once
    for seed in range(10):
        assert greedy.reset(seed=seed)[1]["action_mask"].any()
    with pytest.raises(BadRules, match="the game is over as it begins"):
        MultiAgentEnvironment(TupleNim(heaps=(1,))).reset(options={"start": (0,)})


def test_play_that_goes_round_is_cut_off() -> None:
    game = zermelo.game("pong_hau_ki")
    environment = GameEnvironment(game, plies=10, rewards=OutcomeRewards(1, 0.5, -1))
    cut = set()
    for seed in range(20):
        _, info = environment.reset(seed=seed)
        while True:
            number = int(np.flatnonzero(info["action_mask"])[0])
            seen, reward, terminated, truncated, info = environment.step(number)
            if terminated or truncated:
                break
            assert reward == 0
        assert not (terminated and truncated)
        if truncated:
            cut.add(bool(seen[-2]))
            assert reward == 0.5
            assert info["action_mask"].any() == seen[-2]  # there is something to choose for who is to move
    assert cut == {True, False}


# Numbers that are no move, and other refusals


def test_a_number_that_is_no_move() -> None:
    game = zermelo.game("tic_tac_toe")
    environment = GameEnvironment(game, side="first", rewards=OutcomeRewards(1, 0, -7))
    environment.reset(seed=0)
    environment.step(4)
    before = environment.position
    _, reward, terminated, truncated, info = environment.step(4)
    assert (reward, terminated, truncated, info["illegal"]) == (-7, True, False, True)
    assert environment.position == before
    strict = GameEnvironment(game, side="first", illegal="error")
    strict.reset(seed=0)
    strict.step(4)
    with pytest.raises(IllegalMove, match="4 is the number of no move at"):
        strict.step(4)
    turns = MultiAgentEnvironment(game)
    turns.reset()
    turns.step(4)
    turns.step(4)
    assert turns.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert turns.infos["player_1"] == {"illegal": True}
    strict_turns = MultiAgentEnvironment(game, illegal="error")
    strict_turns.reset()
    strict_turns.step(4)
    with pytest.raises(IllegalMove, match="4 is the number of no move at"):
        strict_turns.step(4)


def test_refusals() -> None:
    game = zermelo.game("nim(heaps=(1, 2))")
    refused: tuple[tuple[Any, dict[str, Any], str], ...] = (
        (GameEnvironment, {"side": "third"}, "side='third' is none: take one of first, second, either"),
        (GameEnvironment, {"illegal": "ignore"}, "illegal='ignore' is none: take one of loss, error"),
        (MultiAgentEnvironment, {"illegal": "ignore"}, "illegal='ignore' is none"),
        (GameEnvironment, {"plies": 1}, "plies=1 cuts every game off"),
        (MultiAgentEnvironment, {"plies": 0}, "plies=0 cuts every game off"),
        (GameEnvironment, {"encoding": make_encoding(TupleNim())}, "the encoding is of tuple_nim"),
        (MultiAgentEnvironment, {"encoding": make_encoding(TupleNim())}, "the encoding is of tuple_nim"),
        (GameEnvironment, {"rewards": "points"}, "has no points, its ends are won, drawn or lost"),
        (GameEnvironment, {"solution": zermelo.solve("subtraction")}, "the solution is of subtraction"),
    )
    for kind, options, said in refused:
        with pytest.raises(BadParameter, match=said):
            kind(game, **options)
    with pytest.raises(BadParameter, match="has no move at all"):
        make_encoding(TupleNim(heaps=()))
    with pytest.raises(BadParameter, match="has no values of positions: give what"):
        MultiAgentEnvironment(zermelo.game("strike"), solution=zermelo.solve("strike"))
    with pytest.raises(BadParameter, match="side='second' is none: take one of first, either"):
        GameEnvironment(zermelo.game("river_crossing"), side="second")
    cheat = GameEnvironment(game, lambda _: {99: 1.0}, side="second")
    with pytest.raises(IllegalMove, match="the opponent plays 99, which is no move, at"):
        cheat.reset(seed=0)


def test_a_position_can_be_shown() -> None:
    environment = GameEnvironment(zermelo.game("tic_tac_toe"), side="first", render_mode="ansi")
    environment.reset(seed=0)
    assert environment.render() == "...\n...\n..."
    assert GameEnvironment(zermelo.game("tic_tac_toe")).render() is None
    turns = MultiAgentEnvironment(zermelo.game("tic_tac_toe"), render_mode="ansi")
    turns.reset()
    turns.step(0)
    assert turns.render() == "X..\n...\n..."


# Opponents


def test_shares_of_opponents() -> None:
    game = zermelo.game("tic_tac_toe")
    assert uniform_opponent(game)(0) == dict.fromkeys(range(9), 1 / 9)
    one = noisy_policy_opponent(game, lambda _: [4], 0.6)(0)
    assert one == {move: 0.6 if move == 4 else pytest.approx(0.05) for move in range(9)}
    two = noisy_policy_opponent(game, lambda _: [4, 0], 0.6)(0)
    assert (two[4], two[0]) == (0.3, 0.3)
    assert sum(two.values()) == pytest.approx(1)
    assert noisy_policy_opponent(game, lambda _: [4], 1)(0) == {4: 1}
    every = noisy_policy_opponent(game, lambda position: game.moves(position), 0.6)(0)
    assert every == dict.fromkeys(range(9), 1 / 9)
    with pytest.raises(IllegalMove, match="the policy allows no move"):
        noisy_policy_opponent(game, lambda _: [], 0.6)(0)
    with pytest.raises(IllegalMove, match="the policy allows no move"):
        noisy_policy_opponent(game, lambda _: [99], 0.6)(0)
    with pytest.raises(BadParameter, match=r"alpha=1\.5 is no probability"):
        noisy_policy_opponent(game, lambda _: [4], 1.5)


def test_drawn_shares_are_probabilities_of_all_moves() -> None:
    game = zermelo.game("nim(heaps=(1, 2))")
    walk = enumerate_game_or_none(game, 100)
    assert walk is not None
    one, two, other = random_opponent(walk, 5), random_opponent(walk, 5), random_opponent(walk, 6)
    for number in walk.numbers_with_moves:
        position = walk.positions[number]
        assert set(one(position)) == set(game.moves(position))
        assert sum(one(position).values()) == pytest.approx(1)
        assert min(one(position).values()) > 0
        assert one(position) == two(position)
    assert any(
        one(walk.positions[number]) != other(walk.positions[number]) for number in walk.numbers_with_moves
    )


def test_lots_fall_as_shares_say() -> None:
    shares = {"a": 0.2, "b": 0.0, "c": 0.5, "d": 0.3}
    falls = Counter(draw_move(shares, (lot + 0.5) / 1000) for lot in range(1000))
    assert falls == {"a": 200, "c": 500, "d": 300}
    assert draw_move({"a": 2, "b": 6}, 0.26) == "b"
    assert draw_move({"a": 1.0, "b": 0.0}, 1.0) == "a"
    for nothing in ({}, {"a": 0.0}):
        with pytest.raises(IllegalMove, match="the opponent plays nothing"):
            draw_move(nothing, 0.5)


def test_an_opponent_is_remembered() -> None:
    asked = []

    def opponent(position: int) -> dict[int, float]:
        asked.append(position)
        return {0: 1.0}

    again = cached_opponent(opponent)
    assert [again(3), again(3), again(4)] == [{0: 1.0}] * 3
    assert asked == [3, 4]


def test_a_walk_is_the_whole_game() -> None:
    for game in GAMES:
        walk = enumerate_game_or_none(game, 10_000)
        assert walk is not None
        assert set(walk.positions) == set(walk.numbers) == naive.positions(game)
        assert walk.positions[: walk.starts] == list(dict.fromkeys(game.starts()))
        for position, steps, end in zip(walk.positions, walk.steps, walk.ends, strict=True):
            if not is_open(game, position):
                value = game.outcome(position) if naive.is_finished(game, position) else game.stuck(position)
                assert (steps, end) == ((), value)
                continue
            assert end == 0
            assert [step.move for step in steps] == list(game.moves(position))
            for step in steps:
                child = game.play(position, step.move)
                assert walk.positions[step.child] == child
                assert step.stays != naive.is_flipped(game, position, child)
                assert step.gain == naive.points(game, position, step.move)
        if "pong" not in repr(game):
            check_acyclic(walk)


def test_rules_that_raise_are_named() -> None:
    class Broken(Game):
        def start(self) -> int:
            return 3

        def moves(self, position: int) -> Iterator[int]:
            yield 1 // position

        def play(self, position: int, move: int) -> int:
            return position - 1

    with pytest.raises(BadRules, match=r"the rules raise ZeroDivisionError.* at position 0"):
        make_encoding(Broken())

    class Endless(Broken):
        def moves(self, position: int) -> Iterator[int]:
            yield from itertools.count()

    with pytest.raises(BadRules, match=r"moves\(\) does not end"):
        make_encoding(Endless())


# The extra


@pytest.mark.parametrize(
    ("module", "library", "said"),
    [
        ("gymnasium_environment", "gymnasium", "environments need gymnasium, which is not installed"),
        (
            "pettingzoo_environment",
            "pettingzoo",
            "environments of both players need pettingzoo, which is not installed",
        ),
        ("gymnasium_vector", "gymnasium", "need gymnasium, .*"),
    ],
)
def test_a_missing_library_is_named(
    module: str, library: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for each in {module, "gymnasium_environment"}:
        monkeypatch.delitem(sys.modules, f"zermelo.learn.environments.{each}", raising=False)
    with pytest.raises(MissingExtra, match=said + r': pip install "zermelo\[learn\]"'):
        __import__(f"zermelo.learn.environments.{module}")
