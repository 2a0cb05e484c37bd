"""Puzzles of the catalogue: whole tables of how many positions need how many moves."""

import math
from collections import Counter

import pytest
from families import every_family
from families.pocket_cube import BY_DISTANCE

import zermelo
from zermelo import UNDECIDED, Game, PuzzleForOne
from zermelo.boards.pictures.picture import GROUNDS, SHAPES, STROKES
from zermelo.games import Hanoi, LightsOut, Pancakes, PocketCube, SlidingTiles, TriangleSolitaire

# OEIS A089473, and A. Reinefeld (1993): positions of the eight puzzle by the fewest moves.
EIGHT = (
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1_024, 1_893, 2_512, 4_485, 5_638, 9_529, 10_878),
    *(16_993, 17_110, 23_952, 20_224, 24_047, 15_578, 14_560, 6_274, 3_910, 760, 221, 2),
)

PICTURED = [
    game
    for family in every_family().values()
    for game in family.games
    if isinstance(game, PuzzleForOne) and (game in family.small or not family.small)
]


def by_moves(game: Game, interpreted: bool | None = None) -> tuple[int, ...]:
    """Return how many positions need 0, 1, 2, ... moves, of those that can be solved."""
    figures = zermelo.solve(game, interpreted=interpreted).stats(interpreted=interpreted)
    found = Counter({plies: count for value, plies, count in figures.answers if value > 0})
    assert figures.hardest == (max(found), found[max(found)])
    return tuple(found[plies] for plies in range(max(found) + 1))


@pytest.mark.long
def test_the_eight_puzzle() -> None:
    assert by_moves(SlidingTiles()) == EIGHT


@pytest.mark.parametrize("game", PICTURED, ids=repr)
def test_a_picture_has_known_shapes_each_in_its_place(game: Game) -> None:
    positions = [next(iter(game.starts()))]
    for position in positions[:1] + positions:
        if game.outcome(position) == UNDECIDED and len(positions) < 6:
            positions += [game.play(position, move) for move in game.moves(position)]
    for position in positions[:6]:
        picture = game.depict(position)  # type: ignore[attr-defined]  # all of these have one
        assert {thing.shape for thing in picture.things} <= set(SHAPES)
        assert {place.ground for place in picture.places} <= set(GROUNDS)
        assert {stroke.kind for stroke in picture.strokes} <= set(STROKES)
        names = [place.name for place in picture.places if place.name]
        assert len(set(names)) == len(names)
        assert picture.things or picture.strokes
    assert len({game.depict(position) for position in positions[:2]}) == 2  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.parametrize("turns", BY_DISTANCE)
def test_the_pocket_cube(turns: str) -> None:
    assert by_moves(PocketCube(turns=turns)) == BY_DISTANCE[turns]


def test_two_by_three_tiles() -> None:
    counts = by_moves(SlidingTiles(columns=3, rows=2), interpreted=True)
    assert sum(counts) == 360 and len(counts) == 22 and counts[-1] == 1


def test_hanoi_is_a_binary_tree_of_distances() -> None:
    """With three pegs, 2 ** k positions are those whose distance has k ones in binary."""
    counts = by_moves(Hanoi(discs=5), interpreted=True)
    assert counts == tuple(2 ** plies.bit_count() for plies in range(32))


def test_five_pancakes() -> None:
    """OEIS A092113, the rows of the triangle of permutations by prefix reversals."""
    assert by_moves(Pancakes(pancakes=5), interpreted=True) == (1, 4, 12, 35, 48, 20)


def test_lights_of_three_by_three_have_one_way_each() -> None:
    counts = by_moves(LightsOut(), interpreted=True)
    assert counts == tuple(math.comb(9, presses) for presses in range(10))


def test_the_last_jump_of_the_triangle_is_the_thirteenth() -> None:
    solution = zermelo.solve(TriangleSolitaire(), interpreted=True)
    assert len([step for step in solution.line() if step.move is not None]) == 13
    assert {move.answer.word for move in solution.moves()} == {"solvable"}
    assert solution.summary.draws and solution.summary.wins
