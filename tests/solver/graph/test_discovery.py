"""The interpreter's walks, and what the rules say of one position, against the definitions word for word."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from made.hashable_games import AllOrders, Coins, TupleNim, Word
from made.lively_games import lively_games
from made.random_games import RandomLoop, RandomMirror
from reference import naive

from zermelo.compiler.guards.checked_rules import CheckedRules
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, has
from zermelo.games import Cram, DotsAndBoxes, Kalah, TicTacToe
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.loop_detection import sort_topologically
from zermelo.solver.graph.postorder import CycleFound, walk_postorder

pytestmark = pytest.mark.quick

GAMES: list[Game] = [
    TicTacToe(),
    Cram(columns=3, rows=2),
    DotsAndBoxes(columns=2, rows=1),
    Kalah(houses=2, seeds=2),
    RandomLoop(),
    RandomMirror(),
    AllOrders(),
    Coins(),
    TupleNim(),
    Word(),
]


def nearest_first(game: Game, least: Any) -> list[Any]:
    """Return positions as they are met, wave by wave."""
    wave = list(dict.fromkeys(map(least, game.starts())))
    found = dict.fromkeys(wave)
    while wave:
        after = [least(child) for position in wave for child in naive.children(game, position)]
        wave = [child for child in dict.fromkeys(after) if child not in found]
        found.update(dict.fromkeys(wave))
    return list(found)


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("by_class", [False, True])
def test_positions_come_in_the_order_of_their_discovery(game: Game, by_class: bool) -> None:
    least = build_representative_function(game) if by_class else lambda position: position
    walk = Exploration(game, known_as=least if by_class else None)
    visited = []
    for number, expansion, children in walk.explore_positions():
        position = walk.nodes[number]
        visited.append(position)
        assert [walk.nodes[child] for child in children] == [least(each) for each in expansion.children]
    assert visited == walk.nodes == nearest_first(game, least)
    assert walk.numbers == {position: number for number, position in enumerate(visited)}


@given(lively_games())
def test_what_the_rules_say_is_what_they_answer(game: Any) -> None:
    walk = Exploration(game)
    rules = CheckedRules(game)
    for number, expansion, _ in walk.explore_positions():
        position = walk.nodes[number]
        children = naive.children(game, position)
        assert expansion.children == children and expansion.probabilities is None
        assert list(rules.yield_branches(position)) == expansion.branches
        assert rules.moves(position) == list(expansion.moves)
        if not children:
            value = game.outcome(position) if naive.is_finished(game, position) else game.stuck(position)
            assert expansion.end == rules.end(position) == value
            continue
        assert expansion.end is None
        assert [each.move for each in expansion.branches] == list(game.moves(position))
        for move, child, sign, gain in expansion.branches:
            assert (sign == -1) == naive.is_flipped(game, position, child)
            assert gain == naive.points(game, position, move)
        last = expansion.branches[-1]
        assert rules.expand_moves(position, [last.move]).branches == [last]


class Spoilt(TicTacToe):
    """Some answer where X has the centre, position 8192, is not one."""

    wrong: str = "play"

    def play(self, position: int, move: int) -> int:
        return -1 if position == 8192 and self.wrong == "play" else super().play(position, move)

    def symmetries(self, position: int) -> Iterator[int]:
        yield from super().symmetries(position)
        if self.wrong == "symmetries" and position.bit_count() == 2:
            yield -1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("play", r"play\(8192, 0\) returns -1, from position 8192 "),
        ("symmetries", r"symmetries\(\) leaves the range at position \d+"),
    ],
)
def test_a_fault_names_its_position(wrong: str, says: str) -> None:
    game = Spoilt(wrong=wrong)
    walk = Exploration(game, known_as=build_representative_function(game) if wrong == "symmetries" else None)
    with pytest.raises(BadRules, match=says):
        list(walk.explore_positions())


@pytest.mark.parametrize("game", [game for game in GAMES if not has(game, "mover")], ids=repr)
def test_children_come_first(game: Game) -> None:
    root = next(iter(game.starts()))

    def ways_of(position: Any) -> list[tuple[Any, Any]]:
        return [(f"to {child}", child) for child in naive.children(game, position)]

    known: dict[Any, None] = {}
    try:
        for node, ways in walk_postorder(root, ways_of, known):
            assert node not in known and all(child in known for _, child in ways)
            assert list(ways) == ways_of(node)
            known[node] = None
    except CycleFound as found:
        line = [root, *(child for _, child in found.path)]
        assert line[-1] in line[:-1] and len(set(line)) == len(line) - 1
        assert all(way in ways_of(position) for position, way in zip(line[:-1], found.path, strict=True))
        assert isinstance(game, RandomLoop)
    else:
        assert set(known) == set(naive.backwards(game, [root])) and next(reversed(known)) == root


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_an_order_or_a_loop(game: Game) -> None:
    walk = Exploration(game)
    graph = [children for _, _, children in walk.explore_positions()]
    order, loop = sort_topologically(graph)
    if loop:
        assert order == [] and loop[0] == loop[-1]
        assert all(after in graph[before] for before, after in pairwise(loop))
    else:
        place = {number: at for at, number in enumerate(order)}
        assert len(place) == len(graph)
        assert all(place[number] < place[child] for number in order for child in graph[number])
