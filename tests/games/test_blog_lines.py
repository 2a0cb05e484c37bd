"""The two lines of play that document 001 ("Finding winning strategies", 2017) prints, and its sizes of trees."""

from functools import cache

import pytest
from reference import naive

import zermelo
from zermelo.core.game import Game
from zermelo.games.heaps.subtraction import Powers, Subtraction

FIRST = (  # "{99 | true} -> {96 | false} -> ... -> {3 | true}": won and lost in turn
    99, 96, 93, 92, 91, 88, 85, 84, 81, 80, 77, 76, 75, 72, 69, 68, 67, 64, 63, 60, 58, 56, 55, 52, 51, 48, 46,
    44, 42, 40, 37, 36, 33, 32, 30, 28, 25, 24, 21, 20, 18, 16, 13, 12, 11, 8, 7, 4, 3,
)  # fmt: skip
SECOND = (99, 98, 66, 58, 54, 46, 30, 14, 6, 2)  # "{99 | false} -> {98 | true} -> ... -> {2 | true}"
NODES = 56_343_125_079_040_471_808_818_753
GAMES: tuple[tuple[Game, tuple[int, ...], int, int], ...] = (
    (Subtraction(heap=99, stop=3), FIRST, 1, 4),
    (Powers(heap=99, ending="power"), SECOND, -1, 3),
)


@pytest.mark.parametrize(("game", "line", "value", "divisor"), GAMES, ids=["first", "second"])
def test_the_printed_line_is_one_of_best_play(
    game: Game, line: tuple[int, ...], value: int, divisor: int
) -> None:
    solution = zermelo.solve(game, interpreted=True)
    for number, stones in enumerate(line):
        assert solution.value(stones).value == (value if number % 2 == 0 else -value)
    for stones, left in zip(line, line[1:], strict=False):
        moves = {game.play(stones, move.move): move.answer.value for move in solution.moves(stones)}
        assert left in moves and moves[left] == max(moves.values())
        if max(moves.values()) < 0:  # "the second player is desperate": whatever he does, he loses
            assert set(moves.values()) == {-1}
    assert solution.moves(line[-1]) == [] and game.outcome(line[-1]) == zermelo.WIN
    lost = [stones for stones in naive.positions(game) if solution.value(stones).value < 0]
    assert lost == [stones for stones in range(1, 100) if stones % divisor == 0]


def test_the_second_ending_changes_nobodys_value() -> None:
    for base in (2, 3, 5):
        early = zermelo.solve(Powers(heap=300, base=base, ending="power"), interpreted=True)
        late = zermelo.solve(Powers(heap=300, base=base), interpreted=True)
        for stones in range(1, 300):
            if stones in naive.positions(early.game):
                assert early.value(stones).value == late.value(stones).value


def nodes(stones: int, take: tuple[int, ...], stop: int) -> int:
    """Return how many nodes the tree has, a node for each line of play that leads there; by the definition."""

    @cache
    def below(heap: int) -> int:
        return 1 if heap <= stop else 1 + sum(below(heap - taken) for taken in take if taken <= heap)

    return below(stones)


def test_which_tree_has_as_many_nodes_as_it_says() -> None:
    """That which ends where three stones or fewer are left, as its `isTerminated` has it; no other."""
    ends = {stop: nodes(99, (1, 2, 3), stop) for stop in range(7)}
    assert [stop for stop, count in ends.items() if count == NODES] == [3]
    counts = zermelo.count(Subtraction(heap=99, stop=3))
    assert (counts.nodes, counts.positions) == (NODES, 99)
    assert zermelo.count(Subtraction(heap=99)).nodes == ends[0]
