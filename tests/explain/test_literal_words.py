"""Sentences about moves, read literally: true of just the moves that the program says, at every position."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.literal import moves_of, read_condition
from twins import naive

import zermelo
from zermelo.explain.lists.predicates import EQUAL, LEAST, MOST, Predicate
from zermelo.explain.lists.vocabulary import ahead, heaps, mobility, numbers

GAMES = (
    "mem(heap=9)",
    "take_away(heap=9)",
    "fibonacci_nim(heap=9)",
    "nim(heaps=(2, 3, 2))",
    "nukit(a=2, b=2, c=2, d=2)",
    "subtraction(heap=12)",
    "euclid(a=7, b=12)",
    "wythoff(a=4, b=5)",
    "chopsticks",
    "grundys_game(heap=8)",
    "snort(graph='path 4')",
    "domineering(columns=3, rows=3)",
    "col(graph='path 4')",
    "mnk(columns=3, rows=2, line=2)",
    "kalah(houses=2, seeds=2)",
    "hexapawn(columns=3, rows=3)",
)
FAMILIES = (heaps, mobility, ahead, numbers)
SEEN = 60  # positions of each game


def predicates(feature: Any, measured: list[int]) -> Iterator[Predicate]:
    """Yield everything that a rule can ask of a feature, with the numbers that moves have here."""
    if feature.is_flag:
        yield Predicate(feature)
        if EQUAL in feature.compared:
            yield Predicate(feature, EQUAL, 0)
        return
    for relation in feature.compared:
        if relation in (MOST, LEAST):
            yield Predicate(feature, relation, 0)
        else:
            yield from (Predicate(feature, relation, number) for number in {0, *measured})


@pytest.mark.parametrize("name", GAMES)
def test_each_sentence_is_true_of_just_the_moves_it_is_said_of(name: str) -> None:
    game: Any = zermelo.game(name)
    features = [each for family in FAMILIES if family.fits(game) for each in family.features_of(game)]
    positions = [each for each in naive.positions(game) if moves_of(game, each)]
    compared = 0
    for position in positions[:: max(1, len(positions) // SEEN)]:
        moves = moves_of(game, position)
        for feature in features:
            measured = [int(each) for each in feature.measure(position, moves)]
            for predicate in predicates(feature, measured):
                literally = read_condition(str(predicate))(game, position)
                assert literally == predicate.compare(measured), (str(predicate), game.show(position))
                compared += 1
    assert compared > 50


def test_what_was_said_of_mem_is_not_true_literally() -> None:
    """From "20, take at least 1" taking 1 leaves 19 stones, an odd number, and loses; 21 is the sum shown."""
    game: Any = zermelo.game("mem")
    start = game.start()
    by_words = read_condition("leaves an odd sum of the numbers shown")(game, start)
    features = {feature.key: feature for feature in heaps.features_of(game)}
    odd = Predicate(features["left%2"], EQUAL, 1)
    assert str(odd) == "leaves an odd sum of the numbers shown"
    assert odd.holds(start, moves_of(game, start)) == by_words
    with pytest.raises(LookupError):
        read_condition("leaves me the most moves after any one of his")
