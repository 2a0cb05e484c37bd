"""The endgames of nine men's morris: their index against orbits counted otherwise, parents, and the whole game."""

import random
from itertools import pairwise
from math import comb
from typing import Any

import pytest
from support.marks import few
from support.orbits import orbits
from support.tables import table_of

import zermelo
from zermelo.games.morris.morris_endgame import MorrisEndgame
from zermelo.games.morris.nine_mens_morris import NineMensMorris
from zermelo.verify.conformance.conformance_suite import verify_game

Symmetry = tuple[int, ...]  # where each point goes


def symmetries(rings: int) -> set[Symmetry]:
    """Return the symmetries of the board: turns and reflections of all squares together, inside out or not."""
    found = set()
    for turn in range(0, 8, 2):
        for way in (1, -1):
            for order in (range(rings), range(rings - 1, -1, -1)):
                places = [(way * place + turn) % 8 for place in range(8)]
                found.add(tuple(8 * ring + place for ring in order for place in places))
    return found


def image(men: int, symmetry: Symmetry) -> int:
    return sum(1 << to for point, to in enumerate(symmetry) if men >> point & 1)


def images(game: Any, position: int) -> set[int]:
    mine, theirs = position & game.full, position >> game.point_count
    return {image(mine, each) | image(theirs, each) << game.point_count for each in symmetries(game.rings)}


@pytest.mark.parametrize(
    "game", few([MorrisEndgame(4, 1), MorrisEndgame(3, 2), MorrisEndgame(3, 3)], 2), ids=repr
)
def test_as_many_positions_as_burnside_counts(game: Any) -> None:
    counted = orbits(list(symmetries(game.rings)))
    for (men, others), (begin, end) in zip(
        game.index.subspaces, pairwise(game.index.subspace_begins), strict=True
    ):
        legal = [index for index in range(begin, end) if game.unrank(index) >= 0]
        assert len(legal) == counted[men, others]
        assert all(game.rank(game.unrank(index)) == index for index in legal[:: 1 + len(legal) // 5_000])


@pytest.mark.parametrize("game", [MorrisEndgame(4, 1), MorrisEndgame(5, 3), MorrisEndgame(8, 2)], ids=repr)
def test_the_index_knows_all_symmetries_of_many_men(game: Any) -> None:
    chance = random.Random(1)
    for _ in range(150):
        men, others = chance.randint(2, game.men), chance.randint(3, game.men)
        points = chance.sample(range(game.point_count), men + others)
        position = sum(1 << point for point in points[:men])
        position |= sum(1 << game.point_count + point for point in points[men:])
        orbit = images(game, position)
        assert len({game.rank(other) for other in orbit}) == 1
        assert game.unrank(game.rank(position)) in orbit


def test_what_is_no_position_has_no_index() -> None:
    game = MorrisEndgame(men=4)
    men = [(1 << number) - 1 for number in range(9)]
    assert game.rank(men[4] | men[4] << 28) >= 0
    for mine, theirs in (
        (men[5], men[3] << 8),
        (men[1], men[3] << 8),
        (men[3], men[2] << 8),
        (men[3], men[8] << 8),
    ):
        assert game.rank(mine | theirs << 24) == -1
    assert game.rank(men[4] | men[4] << 24) == -1  # on the same points
    assert game.rank(men[4] | men[4] << 45) == -1  # off the board


def test_counts_are_gassers() -> None:
    """8,904,593,601 positions before those are left out that play cannot come to; his indexes exactly."""
    both = [(men, others) for men in range(3, 10) for others in range(3, 10)]
    counted = orbits(list(symmetries(3)))
    assert sum(counted[pair] for pair in both) == 8_904_593_601
    classes = [counted[men, 0] for men in range(10)]
    pairs = [(max(pair), min(pair)) for pair in both]
    ways = sum(classes[more] * comb(24 - more, fewer) for more, fewer in pairs)
    assert ways == 9_074_932_579
    game = MorrisEndgame(men=6)
    assert [len(words) for words in game.index.least_sets_by_size] == [0, 0, 0, *classes[3:7]]


def test_parents_are_the_moves_backwards() -> None:
    for game in (MorrisEndgame(3, 1), MorrisEndgame(3, 1, flying=False)):
        assert (
            "parents are the moves of a tier turned round"
            in verify_game(game, compiled=False).details["passed"]
        )


@pytest.mark.parametrize("flying", few([True, False], 0))
def test_values_are_those_of_the_whole_game(flying: bool) -> None:
    """At every position that play from the empty board comes to once all men are placed."""
    endgame = MorrisEndgame(men=3, rings=2, flying=flying)
    known = table_of(zermelo.solve(endgame))
    common = 0
    for position, answer in table_of(zermelo.solve(NineMensMorris(men=3, rings=2, flying=flying))).items():
        if position >> 2 * endgame.point_count == 0 and endgame.rank(position) >= 0:
            assert known[endgame.unrank(endgame.rank(position))] == answer
            common += 1
    assert common > 9_000
