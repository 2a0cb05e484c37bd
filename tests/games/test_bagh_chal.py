"""Bagh chal on its own board: as many positions as were published, counted by its symmetries."""

from collections import Counter

from zermelo.games.bagh_chal import BaghChal
from zermelo.tabletop.turning import Permutation

# Lim Yew Jin and J. Nievergelt, Tigers and Goats is a draw (2009): the database of play after the placing.
MOVING = 88_260_972


def cycles(turn: Permutation) -> list[int]:
    """Return the lengths of a permutation's cycles."""
    lengths, seen = [], set[int]()
    for begin in range(len(turn)):
        length, point = 0, begin
        while point not in seen:
            seen.add(point)
            point = turn[point]
            length += 1
        if length:
            lengths.append(length)
    return lengths


def fixed(turn: Permutation) -> Counter[tuple[int, int]]:
    """Return how many boards a turn leaves as they are, by their numbers of tigers and goats."""
    boards = Counter({(0, 0): 1})
    for length in cycles(turn):
        more: Counter[tuple[int, int]] = Counter()
        for (tigers, goats), number in boards.items():
            for men in ((0, 0), (length, 0), (0, length)):
                more[tigers + men[0], goats + men[1]] += number
        boards = more
    return boards


def test_as_many_positions_after_the_placing_as_were_published() -> None:
    game = BaghChal(columns=5, rows=5, tigers=4, goats=20, captures=5)
    left = [fixed(turn) for turn in game.kept_turns]
    undecided = range(game.goats - game.captures + 1, game.goats + 1)
    boards = sum(sum(each[game.tigers, goats] for each in left) // len(left) for goats in undecided)
    assert 2 * boards == MOVING  # either player may be to move
