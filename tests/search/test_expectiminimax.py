"""Expectiminimax, Star1 and Star2: each finds the solved values, and what each looks at is counted."""

import itertools
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from families import collected
from hypothesis import given, settings
from hypothesis import strategies as st
from made.dice_games import Coin, RandomDice
from reference import naive_dice
from support.commands import runner
from support.marks import long_unless

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, Cancelled, LoopFound, MissingCapability
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.games.dice.bear_off import BearOff, BearOffAlone
from zermelo.games.dice.einstein import Einstein
from zermelo.games.dice.pig import Pig
from zermelo.games.dice.royal_game_of_ur import RoyalGameOfUr
from zermelo.games.dice.stochastic_nim import StochasticNim
from zermelo.search.exact.expectiminimax import (
    ExpectationResult,
    _ExpectiminimaxRun,
    count_vertices,
    expectiminimax,
    star1,
    star2,
)
from zermelo.search.exact.generator_recursion import run_generator_recursion
from zermelo.search.search_methods import METHODS
from zermelo.solution.solution import Solution

SEARCHES: tuple[Callable[..., ExpectationResult], ...] = (expectiminimax, star1, star2)
STARS = SEARCHES[1:]
DICE = [name for name, row in METHODS.items() if row.dice]
WITHIN = 1e-12
ROUND = (Pig, RoyalGameOfUr)  # whose dice may lead round in a circle: no tree is whole
MOST_VERTICES = 20_000  # of a tree that is looked at whole
repeatable = settings(max_examples=30)


@cache
def solved(game: Game) -> Solution:
    return zermelo.solve(game, interpreted=True)


@cache
def positions(game: Game) -> list[Any]:
    return naive_dice.positions(game)


def vertices(game: Game, position: Any, depth: int | None, most: int = MOST_VERTICES) -> int:
    """Return how many vertices the game tree has, at most `most` + 1."""
    count, waiting = 0, [(position, 0)]
    while waiting and count <= most:
        where, plies = waiting.pop()
        count += 1
        if plies != depth:
            children = (child for pairs in naive_dice.edges(game, where) for _, child in pairs)
            waiting += [(child, plies + 1) for child in children]
    return count


def to_depth(game: Game, position: Any, depth: int, guess: Callable[[Any], float]) -> float:
    """Return the value of a position, its tree being cut off after `depth` plies, by the definition."""
    pairs = naive_dice.edges(game, position)
    if not any(pairs):
        return naive_dice.end(game, position)
    if depth == 0:
        return guess(position)
    children = {child: to_depth(game, child, depth - 1, guess) for each in pairs for _, child in each}
    return float(naive_dice.worth(game, position, children))


def small_trees(game: Game, count: int) -> list[Any]:
    """Return some positions, the same every time, whose whole trees are small."""
    everywhere = list(positions(game))
    random.Random(1913).shuffle(everywhere)
    found = (position for position in everywhere if vertices(game, position, None, 2_000) <= 2_000)
    return list(itertools.islice(found, count))


WHOLE = [game for game in collected("dice") if not isinstance(game, ROUND)]


@pytest.mark.quick
@pytest.mark.parametrize("game", WHOLE, ids=repr)
def test_all_three_find_the_solved_values(game: Game) -> None:
    limits = (-20.0, 0.0) if game.scored else (-1.0, 1.0)
    for number, position in enumerate(small_trees(game, 15)):
        expected = pytest.approx(solved(game).value(position).value, abs=WITHIN)
        whole = expectiminimax(game, position)
        assert whole.answer.value == expected
        assert whole.visited == vertices(game, position, None)
        assert whole.guessed == whole.cutoffs == whole.star_cutoffs == 0
        for search in STARS:
            found = search(game, position, limits=limits)
            assert found.answer.value == expected and found.answer.scored == game.scored
        assert star1(game, position, limits=limits).visited <= whole.visited
        for method in DICE if number < 5 else ():
            one = zermelo.solve_position(game, position, method)
            assert one.answer.value == expected and (one.tree, one.guessed) == (whole.visited, 0)
            assert one.nodes == one.tree if method == "expectiminimax" else one.nodes > 0 and one.line == ()


def test_where_dice_loop_a_depth_is_needed_and_converges() -> None:
    game = Pig(target=4)
    for search in SEARCHES:
        with pytest.raises(LoopFound, match="give a depth, or solve the game"):
            search(game, game.start())
    with pytest.raises(LoopFound, match="give a depth, or solve the game"):
        zermelo.solve_position(game, method="star1")
    guess = {position: solved(game).value(position).value for position in positions(game)}
    for depth in range(6):
        for position in positions(game):
            expected = pytest.approx(to_depth(game, position, depth, lambda _: 0), abs=WITHIN)
            assert all(search(game, position, depth=depth).answer.value == expected for search in SEARCHES)
            known = star2(game, position, depth=depth, guess=guess.__getitem__)
            assert known.answer.value == pytest.approx(guess[position], abs=1e-10)
        expected = pytest.approx(to_depth(game, game.start(), depth, lambda _: 0), abs=WITHIN)
        for method in DICE:
            found = zermelo.solve_position(game, method=method, depth=depth)
            assert found.answer.value == expected and found.tree == vertices(game, game.start(), depth)
            assert found.guessed > 0 or depth > 4


class Guessing(RandomDice):
    """A random game that guesses, and orders its moves, as badly as can be."""

    def estimate(self, position: int) -> int:
        return position % 3 - 1

    def order(self, position: int, move: int) -> int:
        return -move * 5 % 7


@repeatable
@given(st.integers(0, 10**6), st.integers(6, 24), st.booleans(), st.sampled_from((1, 3)), st.integers(0, 6))
def test_random_trees(seed: int, size: int, loops: bool, largest: int, depth: int) -> None:
    for kind in (RandomDice, Guessing):
        game: Any = kind(seed=seed, size=size, loops=loops, largest=largest)
        guess = game.estimate if kind is Guessing else lambda _: 0
        limits = (-float(largest), float(largest))
        for position in range(0, size, 3):
            count = vertices(game, position, depth)
            if count > MOST_VERTICES:
                continue
            expected = to_depth(game, position, depth, guess)
            whole = expectiminimax(game, position, depth=depth)
            first = star1(game, position, depth=depth, limits=limits)
            second = star2(game, position, depth=depth, limits=limits)
            for found in (whole, first, second):
                assert found.answer.value == pytest.approx(expected, abs=WITHIN * largest)
            assert whole.visited == count >= first.visited and whole.leaves >= first.leaves


@repeatable
@given(st.integers(0, 10**6), st.floats(-0.9, 0.9), st.floats(-0.9, 0.9))
def test_a_window_is_answered_by_a_bound(seed: int, one: float, other: float) -> None:
    """Of values outside a window at least a right bound is returned, which the searches above rely on."""
    alpha, beta = sorted((one, other))
    if beta - alpha < 1e-6:
        return
    game = RandomDice(seed=seed, size=14, loops=False)
    for position in range(14):
        value = solved_value(game, position)
        for probes in (False, True):
            search = _ExpectiminimaxRun(game, None, None, (-1.0, 1.0), None, cuts=True, probes=probes)
            found = run_generator_recursion(search.search_position(position, None, 0, alpha, beta, 1))
            if found <= alpha + WITHIN:
                assert value <= found + WITHIN
            elif found >= beta - WITHIN:
                assert value >= found - WITHIN
            else:
                assert found == pytest.approx(value, abs=WITHIN)


def solved_value(game: Game, position: int) -> float:
    return expectiminimax(game, position).answer.value


COUNTS = [  # visited by each of the three, and cut-offs at throws by Star1 and Star2
    (StochasticNim(heaps=(2, 3), faces=3), (8649, 6133, 6010), (108, 745)),
    (BearOff(checkers=2, points=3), (67572, 45227, 23907), (250, 490)),
    (Einstein(size=3, stones=2), (175357, 78530, 74170), (3878, 11789)),
]


@pytest.mark.parametrize(
    ("game", "visited", "cut"),
    long_unless(COUNTS, lambda row: sum(row[1]) < 50_000),
    ids=lambda row: str(row),
)
def test_what_each_looks_at(game: Any, visited: tuple[int, ...], cut: tuple[int, ...]) -> None:
    """Star2 looks at less than Star1 here: it need not search again what it has probed."""
    found = [search(game, game.start()) for search in SEARCHES]
    assert tuple(each.visited for each in found) == visited
    assert tuple(each.star_cutoffs for each in found[1:]) == cut
    assert found[0].probed == found[1].probed == 0 < found[2].probed <= found[2].star_cutoffs
    assert len({round(each.answer.value, 12) for each in found}) == 1
    told = [zermelo.solve_position(game, method=method) for method in DICE]
    assert tuple(each.nodes for each in told) == visited and {each.tree for each in told} == {visited[0]}
    assert count_vertices(game, game.start(), most=3) is None


def test_games_without_dice_are_for_other_methods() -> None:
    others = " or ".join(name for name in METHODS if name not in DICE)
    for method in DICE:
        words = f"has no dice, and {method} is for games of chance: use {others}$"
        with pytest.raises(BadParameter, match=words):
            zermelo.solve_position("nim", method=method)
        with pytest.raises(MissingCapability, match="has 3 players"):
            zermelo.solve_position("strike", method=method)
    words = f"has chances, and alpha_beta is .* use {' or '.join(DICE)}$"
    with pytest.raises(MissingCapability, match=words):
        zermelo.solve_position("pig")
    with pytest.raises(BadParameter, match="minimax goes to the end, and to no depth 3"):
        zermelo.solve_position("nim", method="minimax", depth=3)


def test_the_commands_tell_what_is_left_out(capsys: Any) -> None:
    command = runner(capsys)
    game = "stochastic_nim(heaps=(2, 3), faces=3)"
    told = command("solve", game, "--method", "star1").out
    assert f"{game}: expects 0.555556\n" in told and "6,133 positions of 8,649, the whole tree" in told
    told = command("value", "pig(target=6)", "0", "--method", "expectiminimax", "--depth", "8").out
    assert "visited     887 positions of 887" in told
    shown = json.loads(command("value", "pig(target=6)", "--method", "star2", "--depth", "8", "--json").out)
    assert (shown["tree"], shown["nodes"], shown["method"]) == (887, 602, "star2") and shown["guessed"] > 0


def test_bad_limits_and_depths() -> None:
    game = BearOffAlone(checkers=2, points=2)
    for search in STARS:
        with pytest.raises(BadParameter, match=r"limits .* are too narrow: the value of position"):
            search(RandomDice(seed=3, size=20, loops=False, largest=3), 0, limits=(-0.5, 0.5))
        with pytest.raises(BadParameter, match="hold no values"):
            search(game, game.start(), limits=(1.0, 1.0))
    for search in SEARCHES:
        with pytest.raises(BadParameter, match="depth -1 is too small"):
            search(game, game.start(), depth=-1)
        stopped = Budget()
        stopped.stop.set()
        with pytest.raises(Cancelled):
            search(game, game.start(), budget=stopped)


def test_deep_trees_need_no_stack_of_pythons() -> None:

    class Straight(Coin):
        def chances(self, position: int) -> list[tuple[float, int]]:
            return [(1.0, position + 1)]

        def outcome(self, position: int) -> int:
            return 1 if position == 3_000 else UNDECIDED

        def moves(self, position: int) -> list[int]:
            return []

    for search in SEARCHES:
        assert search(Straight(), 0).answer.value == 1.0
