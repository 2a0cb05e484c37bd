"""Readers of sentences about boxes, bars, places and points: they look at the text of a position, and ask the rules.

The tables are those of `literal_boards`: what a sentence says, as a pattern, and what it means.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from zermelo.core.values import UNDECIDED

Box = tuple[int, int]  # column, row of its middle in the text
Rows = list[str]
SIDES = ((0, -1), (0, 1), (-1, 0), (1, 0))  # from a box to its sides in the text

# Boxes and the lines around them.


def drawn(rows: Rows) -> set[Box]:
    """Return where lines are drawn in a text."""
    return {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in "-|"}


def free_sides(rows: Rows) -> dict[Box, set[Box]]:
    """Return the sides of each box that are not drawn."""
    middles = product(range(1, len(rows[0]), 2), range(1, len(rows), 2))
    lines = drawn(rows)
    return {(x, y): {(x + a, y + b) for a, b in SIDES} - lines for x, y in middles}


def hanging_together(free: dict[Box, set[Box]]) -> Iterator[set[Box]]:
    """Yield the chains and rings, begun or not: sets of boxes grown one at a time."""
    rest = {box for box, sides in free.items() if len(sides) in (1, 2)}
    while rest:
        part = {min(rest)}
        while more := {one for one in rest - part if any(free[one] & free[other] for other in part)}:
            part |= more
        rest -= part
        yield part


def boxes_of(rows: Rows) -> dict[str, int]:
    """Return how many there are of what sentences count."""
    free = free_sides(rows)
    sides = [4 - len(each) for each in free.values()]
    chains, rings, begun = [], [], 0
    for part in hanging_together(free):
        lines = set().union(*(free[box] for box in part))
        if any(len(free[box]) == 1 for box in part):
            begun += len(part)
        elif len(lines) == len(part):  # around a ring there are as many lines as boxes, else one more
            rings.append(len(part))
        else:
            chains.append(len(part))
    every = set().union(*free.values())
    safe = [line for line in every if not any(len(each - {line}) == 1 for each in free.values())]
    return {
        "boxes with three sides": sides.count(3),
        "boxes with two sides": sides.count(2),
        "boxes with one side": sides.count(1),
        "boxes without a side": sides.count(0),
        "boxes with two sides that meet": sum(
            len(each) == 2 and len({x % 2 for x, _ in each}) == 2 for each in free.values()
        ),
        "safe lines": len(safe),
        "chains": len(chains),
        "long chains": sum(each > 2 for each in chains),
        "rings": len(rings),
        "boxes in the shortest chain or ring": min(chains + rings, default=0),
        "boxes in the longest chain or ring": max(chains + rings, default=0),
        "boxes in chains that are begun": begun,
        "boxes that are not closed": sum(each < 4 for each in sides),
        "lines left to draw": len(every),
    }


@lru_cache(maxsize=4096)
def lines_shown(game: Any, position: Any) -> tuple[str, ...]:
    return tuple(row for row in game.show(position).split("\n") if row[0] in "+.| ")


@lru_cache(maxsize=4096)
def counted_boxes(rows: tuple[str, ...]) -> dict[str, int]:
    return boxes_of(list(rows))


def count_boxes(game: Any, position: Any, move: Any, what: str, when: str) -> int:
    at = position if when == "before" else game.play(position, move)
    return counted_boxes(lines_shown(game, at))[what]


def parity_of_boxes(game: Any, position: Any, move: Any, parity: str, what: str) -> bool:
    return count_boxes(game, position, move, what, "after") % 2 == (parity == "odd")


def new_line(game: Any, position: Any, move: Any) -> Box:
    before, after = (drawn(list(lines_shown(game, at))) for at in (position, game.play(position, move)))
    (line,) = after - before
    return line


def on_rim(game: Any, position: Any, move: Any) -> bool:
    rows = lines_shown(game, position)
    x, y = new_line(game, position, move)
    return x in (0, len(rows[0]) - 1) or y in (0, len(rows) - 1)


def dots(line: Box) -> set[Box]:
    """Return the two ends of a line, an even column and an even row each."""
    x, y = line
    return {(x - x % 2, y - y % 2), (x + x % 2, y + y % 2)}


def met_lines(game: Any, position: Any, move: Any) -> int:
    line = new_line(game, position, move)
    return sum(bool(dots(line) & dots(other)) for other in drawn(list(lines_shown(game, position))))


def kept_by(game: Any, position: Any, move: Any, what: str) -> bool:
    """Return whether half a turn, or one of two mirrors, brings the lines back onto themselves."""
    rows = lines_shown(game, game.play(position, move))
    lines, wide, high = drawn(list(rows)), len(rows[0]) - 1, len(rows) - 1
    images: dict[str, list[Callable[[int, int], Box]]] = {
        "half a turn of the board": [lambda x, y: (wide - x, high - y)],
        "a mirror between left and right, or above and below,": [
            lambda x, y: (wide - x, y),
            lambda x, y: (x, high - y),
        ],
        "a mirror along a diagonal": [lambda x, y: (y, x), lambda x, y: (wide - y, high - x)]
        * (wide == high),
    }
    return any({image(*line) for line in lines} == lines for image in images[what])


# Bars: rows of squares, some of them gone.


def bar(game: Any, position: Any, move: Any) -> list[str]:
    """Return the rows that have squares left after a move."""
    return [row for row in game.show(game.play(position, move)).split("\n") if row.strip(". ")]


def row_lengths(rows: list[str]) -> list[int]:
    return [len(row) - row.count(".") for row in rows]


def column_lengths(rows: list[str]) -> list[int]:
    every = [sum(sign != "." for sign in column) for column in zip(*rows, strict=True)]
    return [length for length in every if length]


def longer(rows: list[str], one: int, other: int) -> int:
    lengths = [*row_lengths(rows), 0, 0, 0]
    return lengths[one] - lengths[other]


BARS: dict[str, Callable[[list[str]], int]] = {
    "squares left": lambda rows: sum(row_lengths(rows)),
    "squares left that are neither in the first row nor in the first column": lambda rows: sum(
        sign != "." for row in rows[1:] for sign in row[1:]
    ),
    "rows left": len,
    "columns left": lambda rows: len(column_lengths(rows)),
    "squares by which the longer one of first row and first column exceeds the other": lambda rows: abs(
        row_lengths(rows)[0] - column_lengths(rows)[0]
    ),
    "squares of the first row, less those of the first column": lambda rows: (
        row_lengths(rows)[0] - column_lengths(rows)[0]
    ),
    "different lengths that the rows left have": lambda rows: len(set(row_lengths(rows))),
    "squares left in the second row": lambda rows: [*row_lengths(rows), 0][1],
    "squares left in the third row": lambda rows: [*row_lengths(rows), 0, 0][2],
    "squares by which the first row is longer than the second": lambda rows: longer(rows, 0, 1),
    "squares by which the second row is longer than the third": lambda rows: longer(rows, 1, 2),
    "squares left in the last row": lambda rows: row_lengths(rows)[-1],
    "rows left that are as long as the first one": lambda rows: row_lengths(rows).count(row_lengths(rows)[0]),
}
INSIDE = "squares left that are neither in the first row nor in the first column"
SHAPES: dict[str, Callable[[list[str]], bool]] = {
    "leaves nothing but a first row and a first column that are equally long": lambda rows: (
        BARS[INSIDE](rows) == 0 and row_lengths(rows)[0] == column_lengths(rows)[0]
    ),
    "leaves two rows, the second one shorter by one": lambda rows: (
        len(rows) == 2 and row_lengths(rows)[0] - row_lengths(rows)[1] == 1
    ),
    "leaves nothing but the first row and the first column": lambda rows: BARS[INSIDE](rows) == 0,
    "leaves a first row as long as the first column": lambda rows: (
        row_lengths(rows)[0] == column_lengths(rows)[0]
    ),
    "leaves a rectangle": lambda rows: len(set(row_lengths(rows))) == 1,
}


# Places: parts of a text between bars, and what is in them.


def towers(game: Any, position: Any) -> list[list[str]]:
    return [[word for word in part.split() if word != "."] for part in game.show(position).split("|")]


def place_number(game: Any, place: str) -> int:
    """Return the number of the place that is called so: by its number, or as the picture marks it."""
    if place.startswith("in place "):
        return int(place.removeprefix("in place ")) - 1
    marks = [mark.text for mark in game.depict(game.start()).marks]
    return marks.index(place.removeprefix("on the ").removesuffix(" side"))


def moved_things(game: Any, position: Any, move: Any) -> set[str]:
    before, after = towers(game, position), towers(game, game.play(position, move))
    return {thing for was, now in zip(before, after, strict=True) for thing in set(now) - set(was)} - {"boat"}


def of_kind(found: set[str] | list[str], kind: str) -> list[str]:
    """Return those of a kind: the boat moves every time, and is no thing."""
    fits: dict[str, Callable[[str], bool]] = {
        "things": lambda thing: thing != "boat",
        "capitals": lambda thing: len(thing) == 1 and thing.isupper(),
        "small letters": lambda thing: len(thing) == 1 and thing.islower(),
    }
    return [thing for thing in found if fits[kind](thing)]


def things_there(game: Any, position: Any, move: Any, kind: str, place: str, when: str) -> int:
    at = position if when == "before" else game.play(position, move)
    return len(of_kind(towers(game, at)[place_number(game, place)], kind))


def is_there(game: Any, position: Any, move: Any, thing: str, place: str, when: str) -> bool:
    at = position if when == "before" else game.play(position, move)
    return thing.removeprefix("no. ") in towers(game, at)[place_number(game, place)]


def couples_apart(game: Any, position: Any, move: Any) -> int:
    after = towers(game, game.play(position, move))
    return sum(
        thing.isupper() and thing.lower() not in part for part in after for thing in part if len(thing) == 1
    )


def goes_right(game: Any, position: Any, move: Any) -> int:
    """Return how many places to the right the one thing that moves goes, from the last on to the first."""
    (thing,) = moved_things(game, position, move)
    was, now = (
        next(number for number, part in enumerate(towers(game, at)) if thing in part)
        for at in (position, game.play(position, move))
    )
    return int((now - was) % len(towers(game, position)))


def goes_left_by_one(game: Any, position: Any, move: Any) -> bool:
    return goes_right(game, position, move) == len(towers(game, position)) - 1


def laid_on(game: Any, position: Any, move: Any) -> tuple[int, int | None]:
    """Return the number that moves, and the one that was on top where it is put, None where nothing lay."""
    (thing,) = moved_things(game, position, move)
    before, after = towers(game, position), towers(game, game.play(position, move))
    there = next(number for number, part in enumerate(after) if thing in part)
    return int(thing), int(before[there][-1]) if before[there] else None


def odd_on_odd(game: Any, position: Any, move: Any) -> bool:
    thing, under = laid_on(game, position, move)
    return under is not None and (thing - under) % 2 == 0


def moves_smallest(game: Any, position: Any, move: Any) -> bool:
    return laid_on(game, position, move)[0] == min(
        int(each) for part in towers(game, position) for each in part
    )


# Points: what a move brings, and what can be had next, by the rules.


def moves_of(game: Any, position: Any) -> list[Any]:
    return [] if game.outcome(position) != UNDECIDED else list(game.moves(position))


def keeps_turn(game: Any, position: Any, move: Any) -> bool:
    return hasattr(game, "mover") and bool(game.mover(position) == game.mover(game.play(position, move)))


def brings(game: Any, position: Any, move: Any) -> int:
    """Return the points of a move, and those that its player has at the end of play where it ends it."""
    child = game.play(position, move)
    points = game.gain(position, move) if hasattr(game, "gain") else 0
    if moves_of(game, child):
        return int(points)
    value = game.outcome(child)
    value = game.stuck(child) if value == UNDECIDED else value
    return int(points + (value if keeps_turn(game, position, move) else -value))


def next_most(game: Any, position: Any, move: Any, mine: bool) -> int:
    """Return the most that one next move can bring, if it is mine, or the opponent's; else 0."""
    child = game.play(position, move)
    if keeps_turn(game, position, move) != mine:
        return 0
    return max((brings(game, child, each) for each in moves_of(game, child)), default=0)


def take_in_one_go(game: Any, position: Any) -> int:
    """Return the most that who is to move can take before the turn passes."""
    return max((0, *(with_the_rest(game, position, move) for move in moves_of(game, position))))


def with_the_rest(game: Any, position: Any, move: Any) -> int:
    after = take_in_one_go(game, game.play(position, move)) if keeps_turn(game, position, move) else 0
    return brings(game, position, move) + after


def opponents_go(game: Any, position: Any, move: Any) -> int:
    return 0 if keeps_turn(game, position, move) else take_in_one_go(game, game.play(position, move))


def harmless(game: Any, position: Any, move: Any) -> int:
    child = game.play(position, move)
    return sum(brings(game, child, each) <= 0 for each in moves_of(game, child))


def counted_on(game: Any, position: Any, move: Any) -> int:
    mine, theirs = (next_most(game, position, move, whose) for whose in (True, False))
    return brings(game, position, move) + mine - theirs


def _mine(*asked: Any) -> int:
    return next_most(*asked, True)


def _theirs(*asked: Any) -> int:
    return next_most(*asked, False)


# The tables.

WHEN = "(?P<when>before|after) it"
PLACE = r"(?P<place>in place \d+|on the \w+ side)"
KEPT = (
    "half a turn of the board|a mirror between left and right, or above and below,|a mirror along a diagonal"
)
_BOXES = "|".join(map(re.escape, counted_boxes(("+.+", ". .", "+.+"))))
_BARS = "|".join(map(re.escape, BARS))

AMOUNTS: tuple[tuple[str, Callable[..., int]], ...] = (
    (f"(?P<what>{_BOXES}), {WHEN}: {{}}", count_boxes),
    ("drawn lines that it meets: {}", met_lines),
    (f"(?P<what>{_BARS}): {{}}", lambda *asked, what: BARS[what](bar(*asked))),
    (
        "(?P<kind>things|capitals|small letters) that move: {}",
        lambda *asked, kind: len(of_kind(moved_things(*asked), kind)),
    ),
    (f"(?P<kind>things|capitals|small letters) {PLACE}, {WHEN}: {{}}", things_there),
    ("couples that are apart after it: {}", couples_apart),
    ("places to the right that it goes, from the last one on to the first: {}", goes_right),
    ("points that it brings: {}", brings),
    ("brings {} points?", brings),
    ("the most points that the opponent's next move can bring: {}", _theirs),
    ("leaves the opponent {} to gain at once", _theirs),
    (
        "points that it brings, plus those of the best next move if that is mine, less them if it is the "
        "opponent's: {}",
        counted_on,
    ),
    ("next moves after it that bring nothing, or less: {}", harmless),
    ("the most points that the opponent can then take in one go: {}", opponents_go),
    ("leaves the opponent {} to take in one go", opponents_go),
    ("the most points that I can take in one go, it among the moves: {}", with_the_rest),
    ("the most points that my next move can bring me, if I keep the turn: {}", _mine),
)
EXTREMES: tuple[tuple[str, Callable[[list[int]], int], Callable[..., int]], ...] = (
    (
        "brings the most, the best next move counted too, against me if it is the opponent's",
        max,
        counted_on,
    ),
    ("begins the most that I can take in one go", max, with_the_rest),
)
FLAGS: tuple[tuple[str, Callable[..., bool]], ...] = (
    (rf"leaves an (?P<parity>even|odd) number of (?P<what>{_BOXES})", parity_of_boxes),
    (f"leaves lines that (?P<what>{KEPT}) leaves as they are", kept_by),
    ("draws a line of the rim", on_rim),
    ("draws a line inside", lambda *asked: not on_rim(*asked)),
    (
        f"(?P<what>{'|'.join(SHAPES)})",
        lambda *asked, what: SHAPES[what](bar(*asked)),
    ),
    ("moves the smallest", moves_smallest),
    ("goes one place to the right, from the last one to the first", lambda *asked: goes_right(*asked) == 1),
    ("goes one place to the left, from the first one to the last", goes_left_by_one),
    ("puts odd on odd or even on even", odd_on_odd),
    ("puts it where nothing lies", lambda *asked: laid_on(*asked)[1] is None),
    (r"moves no\. (?P<thing>\d+)", lambda *asked, thing: thing in moved_things(*asked)),
    (rf"{WHEN} (?P<thing>no\. \d+|\w+) is {PLACE}", is_there),
    ("brings a point or more", lambda *asked: brings(*asked) >= 1),
    ("brings nothing", lambda *asked: brings(*asked) == 0),
    ("leaves no next move that brings nothing, or less", lambda *asked: harmless(*asked) == 0),
    ("keeps the turn", keeps_turn),
)
