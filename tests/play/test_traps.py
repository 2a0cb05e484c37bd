"""Traps, shallow searches and expectations, against every line of play enumerated with its probability."""

import math
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.dice_games import Mushrooms, RandomDice
from made.lively_games import lively_games
from made.random_games import RandomDag, RandomPond, RandomScoredTurns, RandomTurns
from reference import naive, naive_dice
from reference.outcome_expectation import compute_outcome_rates, make_move_probability_function
from support.matches import solved

import zermelo
from zermelo.core.errors import BadParameter, LoopFound, MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.values import LARGEST_VALUE
from zermelo.games.chess.hexapawn import Hexapawn
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.play.players import trap_players
from zermelo.play.players.basic_players import (
    erring_player,
    estimate_value_unit,
    perfect_player,
    random_player,
    shallow_player,
    softmax,
    value_keeping_player,
)
from zermelo.play.players.trap_players import TrapPlayer, trap_player
from zermelo.search.shallow_minimax import MOST_PLIES, find_shallow_values

SMALL: list[Game] = [
    Subtraction(heap=9),
    Nim(heaps=(1, 2, 3), misere=True),
    Hexapawn(columns=3, rows=3),
    Mnk(columns=3, rows=2, line=2, misere=True),
    ConnectFour(columns=3, rows=2, line=2),
    DotsAndBoxes(columns=1, rows=2),
    RandomTurns(seed=24, width=4, depth=5, most=3),
    RandomScoredTurns(seed=7, width=4, depth=5, most=3),
]


# The definition, word for word, in fractions


class Twin:
    """The greatest expected final value among all ways to play that never give away value, by definition."""

    def __init__(self, game: Game, model: Any) -> None:
        self.game, self.model = game, model
        self.values = naive.solve(game)

    def kept(self, position: Any) -> list[Any]:
        """The moves that keep the value."""
        value = self.values[position][0]
        return [move for move in self.game.moves(position) if self.worth(position, move) == value]

    def worth(self, position: Any, move: Any) -> int:
        child = self.values[self.game.play(position, move)][0]
        return naive.worth(self.game, position, move, child)

    def is_over(self, position: Any) -> bool:
        return naive.is_finished(self.game, position) or not list(self.game.moves(position))

    def expected(self, position: Any, own: bool, plies: int | None) -> float:
        side = 1 if own else -1
        if plies == 0 or self.is_over(position):
            return side * self.values[position][0]
        left = None if plies is None else plies - 1
        if own:
            return max(self.after(position, move, own, left) for move in self.kept(position))
        return sum(
            share * self.after(position, move, own, left) for move, share in self.model(position).items()
        )

    def after(self, position: Any, move: Any, own: bool, left: int | None) -> float:
        child = self.game.play(position, move)
        follows = own != naive.is_flipped(self.game, position, child)
        gained = naive.points(self.game, position, move)
        return (gained if own else -gained) + self.expected(child, follows, left)


class DiceTwin(Twin):
    """The same with dice: values are fractions, and a throw is a ply whose results are averaged."""

    def __init__(self, game: Game, model: Any) -> None:
        self.game, self.model = game, model
        self.values = {position: (value, None) for position, value in naive_dice.exact(game).items()}
        self.expected = cache(self.expected)  # type: ignore[method-assign]

    def expected(self, position: Any, own: bool, plies: int | None) -> float:
        chances, _ = naive_dice.edges(self.game, position)
        if plies == 0 or not chances:
            return super().expected(position, own, plies)
        left = None if plies is None else plies - 1
        return sum(
            chance * self.expected(child, own != naive.is_flipped(self.game, position, child), left)
            for chance, child in chances
        )


DICE: list[Game] = [
    *map(zermelo.game, ("stochastic_nim(heaps=(2, 3), faces=3)", "bear_off(checkers=1, points=4)")),
    *map(zermelo.game, ("einstein(size=3, stones=1)", "einstein(size=2, stones=1)")),
    Mushrooms(),
    *(RandomDice(seed=seed, size=24, loops=False, largest=1 + 8 * (seed % 2)) for seed in range(6)),
]


def models(game: Game, solution: Any) -> list[Any]:
    return [
        random_player(game),
        perfect_player(solution),
        erring_player(solution, 0.25),
        shallow_player(game, 1, 1.0),
        shallow_player(game, 2, 0.5, guess=False),
    ]


def check_trap(game: Game, model: Any, plies: int | None) -> None:
    """Every position's expectation and moves are the twin's."""
    trap = TrapPlayer(solved(game), model, plies)
    twin = (DiceTwin if has(game, "chances") else Twin)(game, model)
    for position, (value, _) in twin.values.items():
        told = twin.expected(position, True, plies)
        assert trap.compute_expectation(position) == pytest.approx(told, abs=1e-9), position
        assert trap.compute_expectation(position) >= value - 1e-9
        if twin.is_over(position) or plies == 0:
            continue
        left = None if plies is None else plies - 1
        shares = trap(position)
        assert sum(shares.values()) == pytest.approx(1)
        for move in shares:
            assert twin.worth(position, move) == value, "it gives away value"
            assert twin.after(position, move, True, left) == pytest.approx(told, abs=1e-6)


@pytest.mark.parametrize("plies", [None, 3])
@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_expectations_are_the_definition(game: Game, plies: int | None) -> None:
    for model in models(game, solved(game)):
        check_trap(game, model, plies)


@pytest.mark.parametrize("plies", [None, 3])
@pytest.mark.parametrize("game", DICE, ids=repr)
def test_with_dice_expectations_are_the_definition(game: Game, plies: int | None) -> None:
    for model in (random_player(game), erring_player(solved(game), 0.25)):
        check_trap(game, model, plies)


def test_where_dice_loop_a_trap_is_looked_for_some_plies_ahead() -> None:
    """A player who rolls and holds at random in Pig gives away more than the solver's error."""
    solution = solved("pig(target=6)")
    model = random_player(solution.game)
    with pytest.raises(LoopFound, match="look some plies ahead"):
        TrapPlayer(solution, model).compute_expectation(solution.game.start())
    trap, start = trap_player(solution, model), solution.game.start()
    assert trap.plies == trap_players.AHEAD
    further = [TrapPlayer(solution, model, plies).compute_expectation(start) for plies in (0, 2, 4, 6)]
    assert further == sorted(further) and further[0] == pytest.approx(solution.value().value)
    assert further[-1] == trap.compute_expectation(start) > further[0] + 0.01
    for position in naive_dice.positions(solution.game):
        if naive_dice.edges(solution.game, position)[1]:
            assert set(trap(position)) <= set(solution.policy(position))


@settings(max_examples=40)
@given(
    st.tuples(lively_games(small=True), st.sampled_from([None, 1, 2, 5]))
    | st.tuples(st.builds(RandomPond, seed=st.integers(0, 1000)), st.just(3))
)
def test_expectations_in_random_games(drawn: tuple[Game, int | None]) -> None:
    """Ponds among them, where play may go round: so many plies are looked into."""
    game, plies = drawn
    check_trap(game, random_player(game), plies)


def test_a_trap_by_hand() -> None:
    """Of four, all moves lose at once against a perfect player; one who plays anything errs most after one."""
    game = Subtraction(heap=9)
    solution = solved(game)
    trap = trap_player(solution, random_player(game))
    assert trap.plies is None and trap(4) == {1: 1.0} and len(perfect_player(solution)(4)) == 3
    chances = [Fraction(2, 3), Fraction(1, 2), Fraction(0)]  # that he errs at three, two and one
    found = {answer.move: worth for answer, worth in trap.list_moves_with_expectations(4)}
    assert found == pytest.approx(
        {move: float(2 * chance - 1) for move, chance in zip((1, 2, 3), chances, strict=True)}
    )
    assert trap.compute_expectation(8) == pytest.approx(float(1 - 2 * Fraction(1, 3) ** 2))


def test_who_wins_anyway_hurries() -> None:
    """Where every move that keeps the value is worth the same, the trapper plays as the perfect player does."""
    game = TicTacToe()
    solution = solved(game)
    trap = TrapPlayer(solution, random_player(game))
    wins = [position for position, (value, plies) in naive.solve(game).items() if value > 0 and plies]
    assert len(wins) > 1000
    for position in wins[::7]:
        assert trap(position) == pytest.approx(perfect_player(solution)(position))


# Where play may go round, or there is too much of it


def test_loops_are_refused_or_looked_into() -> None:
    game = zermelo.game("pong_hau_ki")
    solution, model = solved(game), random_player(game)
    start = game.start()
    with pytest.raises(LoopFound, match="look some plies ahead"):
        TrapPlayer(solution, model).compute_expectation(start)
    trap = trap_player(solution, model)
    assert trap.plies == trap_players.AHEAD
    twin = Twin(game, model)
    for position in twin.values:
        assert trap.compute_expectation(position) == pytest.approx(
            twin.expected(position, True, trap_players.AHEAD)
        )


def test_a_game_that_is_too_large_is_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    game = TicTacToe()
    solution, model = solved(game), random_player(game)
    assert trap_player(solution, model).plies is None
    monkeypatch.setattr(trap_players, "MOST", 1000)
    monkeypatch.setattr(trap_players, "LOOKED", 100_000)
    assert trap_player(solution, model).plies == trap_players.AHEAD
    for looked, plies in ((800, 3), (10, 2)):
        monkeypatch.setattr(trap_players, "LOOKED", looked)
        assert trap_player(solution, model).plies == plies
    assert trap_player(solution, model, 2).plies == 2


def test_other_games_are_refused() -> None:
    class Three(Subtraction):
        players = 3

    with pytest.raises(MissingCapability, match="has 3 players: a shallow search is for two"):
        find_shallow_values(Three(heap=3), 3, 1)


# Expectations of several players at once


def by_enumeration(game: Game, shares: tuple[Any, Any], position: Any) -> list[float]:
    """Win, draw, loss, plies and value as the mover sees them: `shares` are the mover's player and the other."""
    if naive.is_finished(game, position) or not list(game.moves(position)):
        value = game.outcome(position) if naive.is_finished(game, position) else game.stuck(position)
        return [float(value > 0), float(value == 0), float(value < 0), 0.0, float(value)]
    total = [0.0] * 5
    for move, share in shares[0](position).items():
        child = game.play(position, move)
        if naive.is_flipped(game, position, child):
            win, draw, loss, plies, value = by_enumeration(game, shares[::-1], child)
            after = [loss, draw, win, plies, -value]
        else:
            after = by_enumeration(game, shares, child)
        after[3] += 1
        total = [sum_ + share * each for sum_, each in zip(total, after, strict=True)]
    return total


@pytest.mark.parametrize("game", [game for game in SMALL if not has(game, "gain")], ids=repr)
def test_rates_of_any_players(game: Game) -> None:
    solution = solved(game)
    players = [
        perfect_player(solution),
        value_keeping_player(solution),
        TrapPlayer(solution, random_player(game)),
        random_player(game),
    ]
    start = next(iter(game.starts()))
    rates = compute_outcome_rates(game, make_move_probability_function(game, players), start)
    assert set(rates) == naive.positions(game), "a random player comes everywhere"
    for position in list(rates)[:: max(1, len(rates) // 20)]:
        for own, player in enumerate(players):
            for other, against in enumerate(players):
                told = by_enumeration(game, (player, against), position)
                assert rates[position][own, other] == pytest.approx(told, abs=1e-9)


# Shallow searches


def minimax(game: Any, position: Any, plies: int, guess: bool) -> Any:
    """The definition, looking at every line anew."""
    most = LARGEST_VALUE + 1 if guess and has(game, "estimate") and not game.scored else 1
    if naive.is_finished(game, position):
        return most * game.outcome(position)
    moves = list(game.moves(position))
    throws, _ = naive_dice.edges(game, position)
    if not moves and not throws:
        return most * game.stuck(position)
    if plies == 0:
        return game.estimate(position) if guess and has(game, "estimate") else 0
    if throws:
        return sum(
            chance * naive_dice.seen(game, position, child, minimax(game, child, plies - 1, guess))
            for chance, child in throws
        )
    return max(seeming(game, position, move, plies, guess) for move in moves)


def seeming(game: Any, position: Any, move: Any, plies: int, guess: bool) -> Any:
    value = minimax(game, game.play(position, move), plies - 1, guess)
    return naive.worth(game, position, move, value)


class Guessing(RandomDag):
    """A guess anywhere, and larger than a win without it."""

    def estimate(self, position: int) -> int:
        return self.lot(position, 77) % 201 - 100


@settings(max_examples=40)
@given(
    st.one_of(lively_games(small=True), st.builds(Guessing, seed=st.integers(0, 1000))),
    st.integers(1, 4),
    st.booleans(),
)
def test_shallow_values_are_minimax(game: Game, plies: int, guess: bool) -> None:
    for position in sorted(naive.positions(game), key=repr)[:40]:
        found = find_shallow_values(game, position, plies, guess=guess)
        if naive.is_finished(game, position):
            assert found == {}
            continue
        assert list(found) == list(game.moves(position))
        for move, value in found.items():
            assert value == seeming(game, position, move, plies, guess), (position, move)


@pytest.mark.parametrize("game", [*DICE[2:], zermelo.game("pig(target=5)")], ids=repr)
def test_with_dice_shallow_values_are_averages_over_throws(game: Any) -> None:
    for position in naive_dice.positions(game):
        for plies in (1, 2, 3, 4):
            found = find_shallow_values(game, position, plies)
            _, moves = naive_dice.edges(game, position)
            assert len(found) == len(moves)
            for move, value in found.items():
                told = seeming(game, position, move, plies, guess=True)
                assert value == pytest.approx(float(told), abs=1e-9), (position, move)


@pytest.mark.parametrize("plies", [0, -1, MOST_PLIES + 1, 1.5, True, "2"])
def test_plies_that_are_none(plies: Any) -> None:
    with pytest.raises(BadParameter, match="cannot be looked ahead: give a number from 1 to 64"):
        find_shallow_values(TicTacToe(), 0, plies)


# Softmax


def test_softmax_is_its_formula() -> None:
    values = {"a": 1, "b": 0, "c": -1}
    weights = {move: math.exp(value / 0.5) for move, value in values.items()}
    whole = sum(weights.values())
    assert softmax(values, 0.5) == pytest.approx({move: weight / whole for move, weight in weights.items()})
    assert softmax({"a": 32001, "b": 0, "c": 32001}, 0.001) == {"a": 0.5, "c": 0.5}
    assert softmax({"a": 5, "b": -5}, 1e12) == pytest.approx({"a": 0.5, "b": 0.5})


def test_the_unit_of_a_game() -> None:
    assert estimate_value_unit(Subtraction(heap=9)) == 1 == estimate_value_unit(Guessing(seed=3), guess=False)
    assert 1 < estimate_value_unit(Guessing(seed=3)) <= 100
    assert estimate_value_unit(DotsAndBoxes(columns=2, rows=1)) == pytest.approx(
        estimate_value_unit(DotsAndBoxes(columns=2, rows=1))
    )
    assert 1 <= estimate_value_unit(DotsAndBoxes(columns=2, rows=1)) <= 2


@pytest.mark.parametrize("temperature", [0, -1, math.inf, math.nan, "hot"])
def test_temperatures_that_are_none(temperature: Any) -> None:
    with pytest.raises(BadParameter, match="is no number above 0"):
        shallow_player(TicTacToe(), 1, temperature)
