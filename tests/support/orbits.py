"""Boards up to symmetry, counted by Burnside's lemma: what each permutation of the points leaves as it is."""

from collections import Counter
from collections.abc import Sequence

Boards = Counter[tuple[int, int]]  # by the numbers of both players' pieces


def cycles(turn: Sequence[int]) -> list[int]:
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


def fixed(turn: Sequence[int]) -> Boards:
    """Return how many boards a permutation leaves as they are: each cycle is empty, or one player's."""
    boards: Boards = Counter({(0, 0): 1})
    for length in cycles(turn):
        more: Boards = Counter()
        for (mine, theirs), number in boards.items():
            for pieces in ((mine, theirs), (mine + length, theirs), (mine, theirs + length)):
                more[pieces] += number
        boards = more
    return boards


def orbits(group: Sequence[Sequence[int]]) -> Boards:
    """Return the classes of boards under a group of permutations."""
    total = sum(map(fixed, group), start=Counter[tuple[int, int]]())
    return Counter({pieces: number // len(group) for pieces, number in total.items()})
