"""Questions for lists of rules, small enough for every list to be tried: random games, and features drawn at random."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st
from made.hashable_games import SymmetricNim
from made.random_games import (
    RandomDag,
    RandomGame,
    RandomLayers,
    RandomMirror,
    RandomPond,
    RandomTurnedPond,
    RandomTurns,
    RandomTwins,
)
from reference import naive
from reference import naive_rule_lists as twin

from zermelo.core.game import Game, Move, Position
from zermelo.explain.rule_lists.rule_predicates import Rule
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction

Own = Callable[[Game, Position, Move], int]
SIDES = {"first": [True], "second": [False], "both": [True, False]}


def drawn(number: int, modulus: int, flag: bool) -> Own:
    """Return a feature drawn at random, the same on images of a position.

    Where `number` is even it is right about most moves, so that lists of it are longer than one rule.
    """

    def lot(game: Any, position: Any, move: Any) -> int:
        child = game.play(position, move)
        if isinstance(game, RandomMirror):
            least = game.least(position)
            move = move if position == least else game.count(position) - 1 - move
            position = least
        drawn_at = position // 2 if isinstance(game, RandomTwins) else position
        thrown = RandomGame(seed=number).lot(drawn_at, move)
        if number % 2:
            return int(thrown % modulus)
        value, kept = solved(game)[position][0], solved(game)[child][0]
        keeps = value == (-kept if naive.is_flipped(game, position, child) else kept)
        return int(keeps) if thrown % 4 else int(thrown // 4 % modulus)

    lot.__name__ = f"lot_{number}"
    lot.__annotations__["return"] = bool if flag else int
    return lot


@cache
def solved(game: Game) -> dict[Position, Any]:
    """Return the values of all positions."""
    return naive.solve(game)


def as_tuples(rule: Rule) -> twin.Rule:
    """Return a rule as the twin writes it."""
    return tuple(
        (predicate.feature.key, predicate.relation.strip(), predicate.number) for predicate in rule.predicates
    )


def chosen_from(features: dict[str, twin.Feature], *names: str) -> dict[str, twin.Feature]:
    """Return some of the features."""
    return {name: features[name] for name in names}


@st.composite
def random_questions(draw: st.DrawFn) -> tuple[Game, list[Own], str, str]:
    """Return a random game, features, a side and a goal."""
    seed = draw(st.integers(0, 10**6))
    kind = draw(st.sampled_from(["layers", "dag", "turns", "mirror", "starts", "pond", "turned", "twins"]))
    games: dict[str, Callable[[], Game]] = {
        "layers": lambda: RandomLayers(seed=seed, width=4, depth=5),
        "dag": lambda: RandomDag(seed=seed, size=14, most=3),
        "turns": lambda: RandomTurns(seed=seed, width=3, depth=5),
        "mirror": lambda: RandomMirror(seed=seed, bits=3, depth=5),
        "starts": lambda: RandomLayers(seed=seed, width=4, depth=5, begins=3),
        "pond": lambda: RandomPond(seed=seed, size=12),
        "turned": lambda: RandomTurnedPond(seed=seed, size=12),
        "twins": lambda: RandomTwins(seed=seed, size=8),
    }
    own = [
        drawn(number, modulus, modulus == 2)
        for number, modulus in draw(
            st.lists(
                st.tuples(st.integers(1, 10**6), st.sampled_from([2, 3])),
                min_size=1,
                max_size=2,
                unique_by=lambda pair: pair[0],
            )
        )
    ]
    return (
        games[kind](),
        own,
        draw(st.sampled_from(sorted(SIDES))),
        draw(st.sampled_from(["start", "always"])),
    )


def as_features(game: Game, own: Sequence[Own]) -> dict[str, twin.Feature]:
    """Return functions of (position, move)."""
    return {function.__name__: lambda at, move, by=function: by(game, at, move) for function in own}


def flags_of(own: Sequence[Own]) -> list[str]:
    """Return the names of those that say they are yes or no."""
    return [function.__name__ for function in own if function.__annotations__["return"] is bool]


QUESTIONS: tuple[tuple[Game, Callable[[Game], dict[str, twin.Feature]], tuple[str, ...]], ...] = (
    (Nim(heaps=(1, 2)), twin.heap_features, ("nim_sum", "heaps%2", "ones")),
    (Nim(heaps=(1, 1, 2)), twin.heap_features, ("nim_sum", "large")),
    (Nim(heaps=(2, 3), misere=True), twin.heap_features, ("nim_sum", "large", "heaps%2")),
    (Nim(heaps=(2, 2), misere=True), twin.heap_features, ("heaps%2", "largest", "ones")),
    (Subtraction(heap=9), twin.heap_features, ("left%4", "left")),
    (Subtraction(heap=7, misere=True), twin.heap_features, ("left%4", "left%2")),
    (Domineering(columns=3, rows=2), twin.move_features, ("his_moves", "my_moves", "wins")),
    (Domineering(columns=3, rows=3), twin.move_features, ("his_moves", "more_safe")),
    (SymmetricNim(heaps=(1, 2, 2)), twin.move_features, ("his_moves", "wins", "he_wins")),
)
