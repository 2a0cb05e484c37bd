"""Completed lines: the rows of equal pieces that end a game, found in the picture of its last position.

A game has `line`, the length of a row, and may declare its `winning_lines`, sets of cells. Neither is part of
the contract, so a game of somebody's own may use the names for other things, and then has no strokes. In the
picture a row is of things of one shape and side; of figures with several traits, of things that share one.
Where a side has two edges to join, its stroke is a shortest chain of its pieces from edge to edge.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from zermelo.boards.pictures.picture import Picture, Stroke, Thing
from zermelo.core.game import Game

STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # across, down and both diagonals
BEYOND = 0.36  # of a cell: how far a stroke goes beyond the middles of its first and last cell
NEAR_EDGE = 1.2  # cells: from the middle of a cell at an edge to the line that shows whose edge it is
Point = tuple[float, float]


def strike_completed_lines(game: Game, picture: Picture) -> tuple[Stroke, ...]:
    """Return strokes through all completed lines of a position at which play has ended.

    >>> import zermelo
    >>> game = zermelo.game("tic_tac_toe")
    >>> strike_completed_lines(game, game.depict(game.parse("XXX/OO./...")))
    (Stroke(x1=-0.36, y1=0.0, x2=2.36, y2=0.0, kind='strike', side=None),)
    """
    length = getattr(game, "line", None)
    if type(length) is not int or length < 2:
        return tuple(stroke for side in (0, 1) for stroke in _yield_strokes_of_chain(picture, side))
    board = {(place.x, place.y) for place in picture.places if place.ground != "bare"}
    looks = {
        (thing.x, thing.y): _list_looks(game, thing)
        for thing in picture.things
        if (thing.x, thing.y) in board
    }
    found = [
        line
        for line in _yield_candidate_lines(game, length, picture, looks)
        if all(point in looks for point in line) and set.intersection(*(looks[point] for point in line))
    ]
    return tuple(stroke for line in found for stroke in _yield_strokes_through_line(line))


def _yield_strokes_of_chain(picture: Picture, side: int) -> Iterator[Stroke]:
    """Yield the strokes of a shortest chain of a side's pieces between its two edges, if there is one."""
    edges = [each for each in picture.strokes if each.kind == "goal" and each.side == side]
    if len(edges) != 2:
        return
    points = [(thing.x, thing.y) for thing in picture.things if thing.side == side]
    chains = [[point] for point in points if _measure_distance_to_stroke(point, edges[0]) < NEAR_EDGE]
    reached = {chain[0] for chain in chains}
    for chain in chains:
        if _measure_distance_to_stroke(chain[-1], edges[1]) < NEAR_EDGE:
            yield from (Stroke(*one, *other, "strike") for one, other in pairwise(chain))
            return
        beside = [each for each in points if each not in reached and math.dist(each, chain[-1]) < 1.01]
        reached.update(beside)
        chains += [[*chain, each] for each in beside]


def _measure_distance_to_stroke(point: Point, stroke: Stroke) -> float:
    """Return how far a point is from the nearest point of a stroke."""
    right, down = stroke.x2 - stroke.x1, stroke.y2 - stroke.y1
    along = (point[0] - stroke.x1) * right + (point[1] - stroke.y1) * down
    share = min(1.0, max(0.0, along / (right**2 + down**2)))
    return math.dist(point, (stroke.x1 + share * right, stroke.y1 + share * down))


def _list_looks(game: Any, thing: Thing) -> set[Any]:
    """Return what makes a thing equal to others of a line."""
    return (
        set(enumerate(thing.text[: getattr(game, "traits", None)]))
        if thing.shape == "figure"
        else {(thing.shape, thing.side)}
    )


def _yield_candidate_lines(
    game: Any, length: int, picture: Picture, looks: dict[Point, Any]
) -> Iterator[Sequence[Point]]:
    """Yield the lines that the game declares, cell by cell; else the longest rows of things on the board."""
    lines = getattr(game, "winning_lines", ())
    is_declared = isinstance(lines, tuple) and all(type(line) is int for line in lines)
    if lines and is_declared and not hasattr(game, "playable"):
        cells = [(place.x, place.y) for place in picture.places]
        yield from ([cells[cell] for cell in range(len(cells)) if line >> cell & 1] for line in lines)
        return
    if not hasattr(game, "cells"):  # a board of boards
        return
    for (x, y), look in looks.items():
        for right, down in STEPS:
            row, shared = [(x, y)], look
            while shared := shared & looks.get((row[-1][0] + right, row[-1][1] + down), set()):
                row.append((row[-1][0] + right, row[-1][1] + down))
            if len(row) >= length and not look & looks.get((x - right, y - down), set()):
                yield row


def _yield_strokes_through_line(line: Sequence[Point]) -> Iterator[Stroke]:
    """Yield one stroke through a straight line, else those between neighbours: a line may wrap around."""
    steps = {(round(after[0] - x, 3), round(after[1] - y, 3)) for (x, y), after in pairwise(line)}
    if len(steps) == 1:
        (first_x, first_y), (last_x, last_y) = line[0], line[-1]
        right, down = last_x - first_x, last_y - first_y
        far = BEYOND / max(abs(right), abs(down))
        ends = first_x - far * right, first_y - far * down, last_x + far * right, last_y + far * down
        yield Stroke(*ends, "strike")
        return
    for x, y in line:
        near = [other for other in line if max(abs(other[0] - x), abs(other[1] - y)) == 1]
        yield from (Stroke(x, y, *other, "strike") for other in near or [(x, y)])
