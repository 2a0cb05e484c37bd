"""Many games at once against one after the other: the same games, to the bit."""

import subprocess
import sys
from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from made.hashable_games import TupleNim, Word
from support.marks import few

import zermelo
from zermelo.core.errors import BadParameter, BadRules, CannotCompile, IllegalMove
from zermelo.core.game import Game
from zermelo.learn.encoding.game_encoding import make_encoding
from zermelo.learn.environments.episode import Episode
from zermelo.learn.environments.game_batch import GameBatch
from zermelo.learn.environments.gymnasium_environment import GameEnvironment
from zermelo.learn.environments.gymnasium_vector import VectorGameEnvironment, vector_environment
from zermelo.learn.environments.opponent_policies import uniform_opponent
from zermelo.learn.environments.vectorized import RANDOM_BLOCK

GAMES = (
    "tic_tac_toe",
    "kalah(houses=2, seeds=2)",  # points on the way, and a player may go on
    "pig(target=6)",  # dice, and two starts
    "pong_hau_ki",  # play goes round
    "river_crossing",  # a puzzle for one
    "cutcake(columns=2, rows=3)",  # tuples
    "fox_and_hounds(columns=4, rows=4)",
)
COMPILED = GAMES[:1]  # which takes seconds a game; all of them where tests may be long
MODES = ("NextStep", "SameStep")
ENVIRONMENTS = 7


def assert_same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            assert_same(one[name], other[name])
        return
    assert one.shape == other.shape
    if one.dtype == object:
        for mine, yours in zip(one, other, strict=True):
            assert (mine is None) == (yours is None)
            assert mine is None or np.array_equal(mine, yours)
        return
    assert np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


def play_both(fast: Any, slow: Any, steps: int, seed: int, wrong: float = 0.02) -> list[float]:
    """Play the same choices in both, now and then one that is no move, and compare all that they say."""
    lots, paid = np.random.default_rng(seed), []
    one, other = fast.reset(seed=seed), slow.reset(seed=seed)
    for mine, yours in zip(one, other, strict=True):
        assert_same(mine, yours)
    for _ in range(steps):
        choices = [
            lots.choice(np.flatnonzero(mask))
            if mask.any() and lots.random() >= wrong
            else lots.integers(len(mask))
            for mask in one[-1]["action_mask"]
        ]
        one, other = fast.step(np.array(choices)), slow.step(np.array(choices))
        for mine, yours in zip(one, other, strict=True):
            assert_same(mine, yours)
        paid += one[1].tolist()
    return paid


def one_by_one(mode: str, **settings: Any) -> SyncVectorEnv:
    return SyncVectorEnv(
        [lambda: GameEnvironment(**settings)] * ENVIRONMENTS, autoreset_mode=AutoresetMode(mode)
    )


@pytest.mark.parametrize(("mode", "text"), few([*product(MODES, GAMES)], len(GAMES) + 2))
def test_all_at_once_is_one_after_the_other(text: str, mode: str) -> None:
    check_against_one_by_one(text, mode, interpreted=text not in COMPILED)


@pytest.mark.long
@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("interpreted", [False, True])
def test_all_kernels_are_one_after_the_other(text: str, mode: str, interpreted: bool) -> None:
    check_against_one_by_one(text, mode, interpreted=interpreted)


def check_against_one_by_one(text: str, mode: str, *, interpreted: bool) -> None:
    game = zermelo.game(text)
    settings = {
        "game": game,
        "encoding": make_encoding(game),
        "plies": 12,
        "solution": zermelo.solve(game),
        "rewards": (5, 2, -3),
    }
    fast = VectorGameEnvironment(
        num_envs=ENVIRONMENTS, autoreset_mode=mode, interpreted=interpreted, **settings
    )
    paid = play_both(fast, one_by_one(mode, **settings), 80, 3)
    assert len(set(paid)) > 1  # games were won, lost or drawn


@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("planes", [False, True])
def test_sides_planes_and_points(side: str, planes: bool) -> None:
    game = zermelo.game("dots_and_boxes(columns=2, rows=1)")
    settings = {
        "game": game,
        "encoding": make_encoding(game, planes=planes),
        "side": side,
        "rewards": "points",
    }
    fast = VectorGameEnvironment(num_envs=ENVIRONMENTS, interpreted=True, **settings)
    paid = play_both(fast, one_by_one("NextStep", **settings), 60, 5)
    assert {-2.0, 0.0, 2.0} <= set(paid)


def test_games_that_draw_often_draw_on() -> None:
    """Long games use up more than one lot of numbers, in the same order."""
    game = zermelo.game("pong_hau_ki")
    settings = {"game": game, "encoding": make_encoding(game), "plies": 10 * RANDOM_BLOCK}
    fast = VectorGameEnvironment(num_envs=ENVIRONMENTS, interpreted=True, **settings)
    play_both(fast, one_by_one("NextStep", **settings), 3 * RANDOM_BLOCK, 1, wrong=0)


def test_games_are_begun_again_where_they_are_masked() -> None:
    game = zermelo.game("nim(heaps=(1, 2))")
    settings = {"game": game, "encoding": make_encoding(game)}
    mode = AutoresetMode.DISABLED
    fast = VectorGameEnvironment(num_envs=ENVIRONMENTS, autoreset_mode=mode, interpreted=True, **settings)
    slow = one_by_one("Disabled", **settings)
    one, other = fast.reset(seed=2), slow.reset(seed=2)
    lots, resets = np.random.default_rng(0), 0
    for _ in range(60):
        choices = np.array([lots.choice(np.flatnonzero(mask)) for mask in fast.action_masks()])
        one, other = fast.step(choices), slow.step(choices)
        for mine, yours in zip(one, other, strict=True):
            assert_same(mine, yours)
        over = one[2] | one[3]
        if over.any():
            resets += 1
            with pytest.raises(BadParameter, match="a game is over: reset it first"):
                fast.step(choices)
            again = fast.reset(options={"reset_mask": over}), slow.reset(options={"reset_mask": over.copy()})
            assert_same(again[0][0], again[1][0])
            assert_same(again[0][1], again[1][1])
    assert resets > 10
    fast.reset(seed=[1] * ENVIRONMENTS, options={"side": "second"})
    assert (fast.reset(seed=4, options={"side": "second"})[1]["side"] == 1).all()
    started, _ = fast.reset(seed=4, options={"side": "first", "start": game.parse("0 1")})
    assert (started == fast.encoding.observe(game.parse("0 1"))).all()


def test_gymnasium_makes_them() -> None:
    game = zermelo.game("tic_tac_toe")
    made = gymnasium.make_vec(
        "zermelo/Game-v0", num_envs=3, vectorization_mode="vector_entry_point", game=game, side="first"
    )
    assert isinstance(made.unwrapped, VectorGameEnvironment)
    seen, info = made.reset(seed=0)
    assert seen in made.observation_space and made.action_space.shape == (3,)
    assert info["side"].tolist() == [0, 0, 0]
    assert made.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP


def test_what_does_not_compile_goes_one_by_one() -> None:
    for game in (zermelo.game("strike"), Word(), TupleNim(heaps=(1, 2))):
        with pytest.raises(CannotCompile):
            VectorGameEnvironment(game, 2)
        slow = vector_environment(game, 2, plies=20)
        assert isinstance(slow, SyncVectorEnv)
        slow.reset(seed=0)
    game = zermelo.game("tic_tac_toe")
    assert isinstance(vector_environment(game, 2), VectorGameEnvironment)
    assert isinstance(vector_environment(game, 2, uniform_opponent(game)), SyncVectorEnv)


def test_refusals() -> None:
    game = zermelo.game("tic_tac_toe")
    for settings, said in (
        ({"side": "third"}, "side='third' is none"),
        ({"illegal": "ignore"}, "illegal='ignore' is none"),
        ({"plies": 1}, "give at least 1, and at least 2"),
        ({"encoding": make_encoding(zermelo.game("nim(heaps=(1, 2))"))}, "the encoding is of nim"),
        ({"solution": zermelo.solve("nim(heaps=(1, 2))")}, "the solution is of nim"),
    ):
        with pytest.raises(BadParameter, match=said):
            VectorGameEnvironment(game, 2, **settings)  # type: ignore[arg-type]  # that is the test
    vectors = VectorGameEnvironment(game, 2, illegal="error", side="first")
    vectors.reset(seed=0)
    for choices in ([0], [0, 0, 0], [0.5, 1.0]):
        with pytest.raises(BadParameter, match="choices have the shape"):
            vectors.step(choices)
    with pytest.raises(IllegalMove, match="99 is the number of no move at"):
        vectors.step([0, 99])
    with pytest.raises(BadParameter, match="there are 3 seeds for 2 environments"):
        vectors.reset(seed=[1, 2, 3])
    with pytest.raises(BadParameter, match="is no array"):
        vectors.reset(options={"reset_mask": [True, False]})
    with pytest.raises(BadRules, match="before the agent, playing second, had a move"):
        VectorGameEnvironment(zermelo.game("nim(heaps=(1,))"), 2, side="second", interpreted=True).reset(
            seed=0
        )
    with pytest.raises(BadParameter, match=r"places=1: give more places"):
        VectorGameEnvironment(game, 2, encoding=make_encoding(game, most=10, places=1)).reset(seed=0)
    shown = VectorGameEnvironment(game, 2, side="first", render_mode="ansi")
    shown.reset(seed=0)
    assert shown.render() == ("...\n...\n...",) * 2
    assert vectors.render() == (None, None)
    for seed in (-1, 1.5, "x"):
        with pytest.raises(BadParameter, match="seed="):
            GameBatch(game, 2, seed=seed)  # type: ignore[arg-type]  # that is the test


# Self-play: one learner for all players


class OneByOne:
    """A game of a batch, played by the rules alone with the same dice."""

    def __init__(self, game: Game, lots: Any, plies: int) -> None:
        self.game, self.lots, self.plies = game, lots, plies
        self.starts = list(game.starts())
        self.begin()

    def begin(self) -> None:
        while True:
            drawn = int(self.lots() * len(self.starts)) if len(self.starts) > 1 else 0
            self.course = Episode(self.game, self.starts[drawn])
            self.course.resolve_chance(self.lots)
            if self.course.moves():
                return

    def step(self, move: Any) -> tuple[list[float], bool, bool]:
        course = self.course
        course.play(move)
        course.resolve_chance(self.lots)
        over = not course.moves()
        cut = not over and course.plies >= self.plies
        rewards = [0.0] * self.game.players
        if over:
            sign = int(np.sign(course.final_score()))
            rewards = [float(each * sign) for each in (1, -1)[: self.game.players]]
        if over or cut:
            self.begin()
        return rewards, over, cut


@pytest.mark.parametrize("text", GAMES)
def test_a_batch_is_its_games(text: str) -> None:
    game, interpreted = zermelo.game(text), text not in COMPILED
    encoding = make_encoding(game)
    solution = zermelo.solve(game)
    batch = GameBatch(
        game, 5, encoding=encoding, plies=12, seed=8, solution=solution, interpreted=interpreted
    )
    seeds = np.random.SeedSequence(8).spawn(5)
    alone = [OneByOne(game, np.random.default_rng(seed).random, 12) for seed in seeds]
    lots, ends = np.random.default_rng(0), 0
    for _ in range(60):
        assert batch.positions == [each.course.position for each in alone]
        assert batch.players.tolist() == [each.course.player for each in alone]
        seen, masks, labels = batch.observations, batch.masks, batch.labels
        for number, each in enumerate(alone):
            position = each.course.position
            assert np.array_equal(seen[number], encoding.observe(position))
            assert np.array_equal(masks[number], encoding.legal_mask(position))
            answer = solution.value(position)
            assert labels["value"][number] == answer.value
            assert labels["remoteness"][number] == (-1 if answer.remoteness is None else answer.remoteness)
            best = {encoding.moves_by_number[choice] for choice in np.flatnonzero(labels["best"][number])}
            assert best == {move.move for move in solution.best(position)}
        choices = [int(lots.choice(np.flatnonzero(mask))) for mask in masks]
        turn = batch.step(choices)
        for number, each in enumerate(alone):
            rewards, over, cut = each.step(encoding.moves_by_number[choices[number]])
            assert turn.rewards[number].tolist() == rewards
            assert (turn.terminated[number], turn.truncated[number]) == (over, cut)
            ends += over or cut
    assert ends > 5


def test_a_batch_refuses_what_is_no_move_and_stays_as_it_was() -> None:
    game = zermelo.game("tic_tac_toe")
    batch = GameBatch(game, 3, interpreted=True)
    batch.step([0, 1, 2])
    before = batch.positions
    with pytest.raises(IllegalMove, match=r"choices\[1\] is the number of no move at"):
        batch.step([1, 1, 1])
    assert batch.positions == before
    assert batch.players.tolist() == [1, 1, 1]
    batch.step([1, 2, 3])
    assert batch.positions == [game.play(game.play(game.start(), move), move + 1) for move in range(3)]
    with pytest.raises(BadParameter, match="there is no solution to ask"):
        assert batch.labels
    with pytest.raises(BadParameter, match="give at least 1"):
        GameBatch(game, 0)
    with pytest.raises(CannotCompile, match="pays each player separately"):
        GameBatch(zermelo.game("strike"), 2)
    with pytest.raises(BadParameter, match="the game is over as it begins"):
        over = zermelo.game("nim(heaps=(1,)) from 0")
        GameBatch(over, 2, encoding=make_encoding(over, moves=[1]), interpreted=True)


@pytest.mark.parametrize("wrong", few([-1, 9, (1 << 64) - 1, -(1 << 63), 1 << 40, (1 << 63) - 1], 3))
def test_no_number_of_a_wrong_kind_is_a_move(wrong: int) -> None:
    """As one game alone has it: it is lost. Below 0 the kernel has a meaning of its own, which nobody can give."""
    game = zermelo.game("tic_tac_toe")
    alone = GameEnvironment(game, side="first")
    alone.reset(seed=1)
    kind = np.uint64 if wrong >= 1 << 63 else np.int64
    many = VectorGameEnvironment(game, 2, side="first", autoreset_mode="Disabled")
    many.reset(seed=1)
    _, rewards, over, _, info = many.step(np.array([4, wrong], kind))
    assert not over[0] and (over[1], rewards[1], info["illegal"][1]) == (True, -1.0, True)
    assert alone.step(wrong)[1:3] == (-1.0, True)
    batch = GameBatch(game, 2)
    before = batch.positions
    with pytest.raises(IllegalMove, match=r"choices\[1\]"):
        batch.step(np.array([4, wrong], kind))
    assert batch.positions == before


def test_batches_and_what_trains_need_no_library_to_be_imported() -> None:
    code = (
        "import sys; from zermelo.learn import GameBatch; import zermelo.learn.evaluation.policy_grade, zermelo.learn.monotonic.deep_self_play; "
        "GameBatch(zermelo.game('tic_tac_toe'), 2, interpreted=True); "
        "print([n for n in ('torch', 'gymnasium', 'pettingzoo', 'stable_baselines3', 'sb3_contrib') if n in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
