"""Environments of every kind of game: the libraries' own checks, and play as the rules alone have it."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as check_with_gymnasium
from made.hashable_games import AllOrders, Coins, NodeKayles, Word
from pettingzoo.test import api_test, seed_test
from reference import naive
from stable_baselines3.common.env_checker import check_env as check_with_baselines

import zermelo
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, has
from zermelo.core.rule_queries import chances_at
from zermelo.games import catalogue
from zermelo.learn.encoding.game_encoding import GameEncoding, make_encoding
from zermelo.learn.environments.episode import Episode, pick_chance_outcome
from zermelo.learn.environments.gymnasium_environment import GameEnvironment
from zermelo.learn.environments.pettingzoo_environment import MultiAgentEnvironment

KINDS = tuple(
    map(
        zermelo.game,
        (
            "pig(target=6)",  # dice
            "stochastic_nim(heaps=(2, 2))",
            "bear_off_alone(checkers=2, points=2)",  # the second player never moves
            "strike",  # three players
            "nim_of_several(heaps=(1, 2))",
            "centipede",  # payoffs of any sum
            "river_crossing",  # puzzles for one
            "lights_out(columns=2, rows=2)",
            "go(columns=2, rows=2)",  # points, and play that goes round
            "oware(houses=2, seeds=1)",  # points on the way
            "cutcake(columns=2, rows=3)",  # tuples
        ),
    )
)


BOARDS = tuple(
    map(
        zermelo.game,
        (
            "tic_tac_toe",
            "domineering(columns=3, rows=3)",
            "breakthrough(columns=2, rows=4)",
            "pong_hau_ki",
            "hexapawn",
            "dots_and_boxes(columns=2, rows=1)",  # edges are lines, no men: told by the rest
            "connect_four(columns=3, rows=3, line=3)",
            "pancakes(pancakes=4)",  # no board at all
        ),
    )
)
HASHED = (Word(), Coins(), NodeKayles(), AllOrders(heaps=(1, 2)))


def gathered(game: Game) -> list[Any]:
    """Every position, by the rules alone."""
    found = dict.fromkeys(game.starts())
    waiting = list(found)
    for position in waiting:
        if naive.is_finished(game, position):
            continue
        asked: Any = game
        children = [child for _, child in asked.chances(position)] if has(game, "chances") else []
        children = children or [game.play(position, move) for move in game.moves(position)]
        for child in children:
            if child not in found:
                found[child] = None
                waiting.append(child)
    return waiting


def check_both(game: Game, encoding: GameEncoding, plies: int = 40) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array", UserWarning)
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be", UserWarning)
        # Boards of a few cells are no photographs, which one library takes all that has three axes for.
        warnings.filterwarnings("ignore", ".*", UserWarning, module="stable_baselines3")
        check_with_gymnasium(
            gymnasium.make("zermelo/Game-v0", game=game, encoding=encoding, plies=plies).unwrapped
        )
        check_with_baselines(GameEnvironment(game, encoding=encoding, plies=plies))
        api_test(MultiAgentEnvironment(game, encoding=encoding, plies=plies), num_cycles=60)
        seed_test(lambda: MultiAgentEnvironment(game, encoding=encoding, plies=plies), num_cycles=30)


@pytest.mark.parametrize("game", KINDS, ids=repr)
@pytest.mark.parametrize("planes", [False, True])
def test_the_libraries_find_no_fault(game: Game, planes: bool) -> None:
    check_both(game, make_encoding(game, planes=planes))


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(catalogue()))
def test_the_libraries_find_no_fault_in_the_catalogue(name: str) -> None:
    game = zermelo.game(name)
    for planes in (False, True):
        encoding = make_encoding(game, planes=planes)
        check_both(game, encoding, plies=1000)
        turns = MultiAgentEnvironment(game, encoding=encoding, plies=400, illegal="error")
        lots = np.random.default_rng(0)
        for number in range(100 if planes else 400):  # every move that is met has a number
            turns.reset(seed=number)
            while turns.agents and not any(turns.terminations.values()) | any(turns.truncations.values()):
                mask = encoding.legal_mask(turns.position)
                turns.step(int(lots.choice(np.flatnonzero(mask))))


# Positions, moves and who moves


@pytest.mark.parametrize("game", [*KINDS, *BOARDS, *HASHED], ids=repr)
def test_observations_tell_positions_and_seats_apart(game: Game) -> None:
    positions = gathered(game)
    seats = max(2, game.players)
    for planes in (False, True):
        encoding = make_encoding(game, planes=planes)
        seen = {
            encoding.observe(position, seat == 0, after=seat).tobytes()
            for position in positions
            for seat in range(seats)
        }
        assert len(seen) == seats * len(positions)


@pytest.mark.parametrize("game", [*KINDS, *BOARDS, *HASHED], ids=repr)
def test_turns_are_those_of_the_rules(game: Game) -> None:
    """Who is asked and sees what, and who is paid what, against a course by the rules alone with the same dice."""
    turns = MultiAgentEnvironment(game, rewards=(5, 2, -3), illegal="error", plies=30)
    encoding, choices, asked = turns.encoding, np.random.default_rng(1), game
    rules: Any = asked
    for seed in range(40):
        turns.reset(seed=seed, options={"start": game.start()})
        dice = np.random.default_rng(seed)
        position, player, points, plies = game.start(), 0, 0, 0
        if game.has_payoffs:
            player = rules.mover(position)
        while True:
            while not naive.is_finished(game, position) and chances_at(game, position):
                child = pick_chance_outcome(dice.random(), chances_at(game, position))
                player = 1 - player if naive.is_flipped(game, position, child) else player
                position = child
            over = naive.is_finished(game, position) or not list(game.moves(position))
            if over or plies == 30:
                break
            assert turns.agent_selection == f"player_{player}"
            assert turns.position == position
            mask = encoding.legal_mask(position)
            assert {encoding.moves_by_number[number] for number in np.flatnonzero(mask)} == set(
                game.moves(position)
            )
            for seat, agent in enumerate(turns.possible_agents):
                seen, after = turns.observe(agent), (seat - player) % max(2, game.players)
                assert np.array_equal(seen["observation"], encoding.observe(position, not after, after=after))
                assert np.array_equal(seen["action_mask"], mask & (not after)) and turns.rewards[agent] == 0
            number = int(choices.choice(np.flatnonzero(mask)))
            move = encoding.moves_by_number[number]
            child = game.play(position, move)
            points += (1, -1)[player % 2] * naive.points(game, position, move)
            if game.has_payoffs:
                player = rules.mover(child) if rules.mover(child) < game.players else player
            elif naive.is_flipped(game, position, child):
                player = 1 - player
            position, plies = child, plies + 1
            turns.step(number)
        assert any(turns.terminations.values()) == over
        assert any(turns.truncations.values()) == (not over)
        paid = [turns.rewards[agent] for agent in turns.possible_agents]
        if game.has_payoffs:
            assert paid == list(rules.payoffs(position) if over else (0,) * game.players)
            continue
        if over:
            value = game.outcome(position) if naive.is_finished(game, position) else game.stuck(position)
            points += (1, -1)[player] * value
        sign = int(np.sign(points)) if over else 0
        assert paid == [{1: 5.0, 0: 2.0, -1: -3.0}[each * sign] for each in (1, -1)[: game.players]]


def test_points_are_paid_as_points() -> None:
    game = zermelo.game("dots_and_boxes(columns=2, rows=1)")
    for plies, paid in ((7, {-2, 0, 2}), (6, {-1, 0, 1})):  # of seven edges: all, or the points so far
        turns, met = MultiAgentEnvironment(game, rewards="points", plies=plies), set()
        for seed in range(60):
            lots = np.random.default_rng(seed)
            turns.reset()
            points, position, player = 0, game.start(), 0
            while not any(turns.terminations.values()) | any(turns.truncations.values()):
                move = int(lots.choice(list(game.moves(position))))
                child = game.play(position, move)
                points += (1, -1)[player] * naive.points(game, position, move)
                player = 1 - player if naive.is_flipped(game, position, child) else player
                position = child
                turns.step(turns.encoding.moves_by_number.index(move))
            assert turns.rewards == {"player_0": points, "player_1": -points}
            met.add(points)
        assert met == paid
    single = GameEnvironment(game, side="first", rewards="points")
    single.reset(seed=0)
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = single.step(int(np.flatnonzero(single.action_masks())[0]))
        total += reward
    assert total in (-2.0, 0.0, 2.0)
    assert info["side"] == 0


# What a solution says


@pytest.mark.parametrize(
    "text", ["tic_tac_toe", "kalah(houses=2, seeds=2)", "pong_hau_ki", "river_crossing", "pig(target=6)"]
)
def test_infos_say_what_the_solution_says(text: str) -> None:
    solution = zermelo.solve(text)
    game = solution.game
    environment = GameEnvironment(game, solution=solution, plies=30)
    turns = MultiAgentEnvironment(game, solution=solution, plies=30, encoding=environment.encoding)
    lots = np.random.default_rng(0)

    def check(info: dict[str, Any], position: Any) -> None:
        answer = solution.value(position)
        assert info["value"] == answer.value
        assert info["remoteness"] == (-1 if answer.remoteness is None else answer.remoteness)
        best = {environment.encoding.moves_by_number[number] for number in np.flatnonzero(info["best"])}
        assert best == {each.move for each in solution.best(position)}

    for seed in range(20):
        _, info = environment.reset(seed=seed)
        over = cut = False
        while not (over or cut):
            check(info, environment.position)
            _, _, over, cut, info = environment.step(int(lots.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            assert np.isnan(info["value"])
            assert (info["remoteness"], info["best"].any()) == (-1, False)
        turns.reset(seed=seed)
        while not any(turns.terminations.values()) | any(turns.truncations.values()):
            check(turns.infos[turns.agent_selection], turns.position)
            assert sum(bool(info) for info in turns.infos.values()) == 1
            mask = turns.observe(turns.agent_selection)["action_mask"]
            turns.step(int(lots.choice(np.flatnonzero(mask))))


def test_a_start_that_the_solution_does_not_know() -> None:
    game = zermelo.game("tic_tac_toe")
    environment = GameEnvironment(game, solution=zermelo.solve(game), side="first")
    _, info = environment.reset(seed=0, options={"start": 0b111})  # three of X, and none of O
    assert np.isnan(info["value"])
    assert info["action_mask"].any()


def test_a_puzzle_is_solved_or_not() -> None:
    solution = zermelo.solve("river_crossing")
    environment = GameEnvironment(solution.game, solution=solution)
    _, info = environment.reset()
    assert (info["value"], info["remoteness"]) == (1, 7)
    steps, reward, over = 0, 0.0, False
    while not over:
        _, reward, over, _, info = environment.step(int(np.flatnonzero(info["best"])[0]))
        steps += 1
    assert (steps, reward) == (7, 1)


def test_throws_fall_as_probabilities_say() -> None:
    thrown = [(0.2, "a"), (0.5, "b"), (0.3, "c")]
    falls = [pick_chance_outcome((lot + 0.5) / 1000, thrown) for lot in range(1000)]
    assert {each: falls.count(each) for each in "abc"} == {"a": 200, "b": 500, "c": 300}
    assert pick_chance_outcome(1.0, thrown) == "c"
    course = Episode(zermelo.game("pig(target=6)"), zermelo.game("pig(target=6)").start())
    course.resolve_chance(lambda: 0.5)
    assert course.moves()


# Planes


def test_planes_of_a_known_board() -> None:
    game = zermelo.game("tic_tac_toe")
    encoding = make_encoding(game, planes=True)
    assert encoding.shape == (6, 3, 3)  # the mover's, the other's, strange ones, side, two who look
    position = game.parse("X../.O./..X")
    mine, theirs, strange, side, looking, other = encoding.observe(position)
    assert mine.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]  # O is to move
    assert theirs.tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert side.all() and looking.all() and not strange.any() and not other.any()
    watching = encoding.observe(position, False)
    assert watching[-1].all() and not watching[-2].any()


def test_planes_of_a_large_game_have_the_rest() -> None:
    game = zermelo.game("connect_four(columns=4, rows=4)")
    few, whole = make_encoding(game, planes=True, most=100), make_encoding(game, most=100)
    rest = whole.width - 2
    assert few.shape[0] == 4 + rest + 2
    position = game.play(game.start(), 2)
    planes = few.observe(position)
    assert planes[4:, 0, 0].tolist() == whole.observe(position).tolist()


@pytest.mark.parametrize("planes", [False, True])
def test_rows_of_many_positions_are_rows_of_each(planes: bool) -> None:
    for game in (*KINDS, *BOARDS, Word(), Coins()):
        encoding, positions = make_encoding(game, planes=planes), gathered(game)
        rows = encoding.observer.observe_all(positions)
        assert rows.shape == (len(positions), *encoding.shape)
        assert not planes or set(np.unique(rows)) <= {0.0, 1.0}
        for position, row in list(zip(positions, rows, strict=True))[: 50 if planes else None]:
            assert np.array_equal(encoding.observe(position), row)
    assert make_encoding(KINDS[0]).observer.observe_all([]).shape == (0, make_encoding(KINDS[0]).width)


def test_encodings_of_points_are_refused_where_there_are_none() -> None:
    with pytest.raises(BadParameter, match="has no points"):
        MultiAgentEnvironment(zermelo.game("pig(target=6)"), rewards="points")
