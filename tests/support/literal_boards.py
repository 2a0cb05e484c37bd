"""Readers of sentences about boards: they look at the picture of a position, as a person does, or at its text.

Each table has what a sentence says, as a pattern, and what it means, asked of (game, position, move) and of what
the pattern names. Terms that `explain` prints below a list, such as the middle or beside, are taken at their word.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations, pairwise
from math import dist
from typing import Any, NamedTuple

from reference import naive_rule_lists as twin

Point = tuple[float, float]
Entry = tuple[str, Callable[..., Any]]
PIECES = {
    *("fox", "hound", "goose", "hare", "tiger", "goat", "toad", "frog", "elephant", "rhino", "hand", "car"),
    *(
        "man",
        "disc",
        "cross",
        "ring",
        "wedge",
        "pawn",
        "crowned",
        "king",
        "queen",
        "rook",
        "bishop",
        "knight",
    ),
}


class Thing(NamedTuple):
    """What stands on a place: its shape, side and text."""

    shape: str
    side: int | None
    text: str


class Look(NamedTuple):
    """What is seen of a position: places, what stands on them (one thing each, else the last), and who moves."""

    places: frozenset[Point]
    names: dict[str, Point]
    things: dict[Point, Thing]
    mover: int | None


@lru_cache(maxsize=4096)
def seen(game: Any, position: Any) -> Look:
    picture = game.depict(position)
    places = [place for place in picture.places if place.ground != "bare"] or picture.places
    across = sorted({place.x for place in places if place.ground == "lane"})  # closer than squares
    step = min((two - one for one, two in pairwise(across)), default=1.0)

    def at_step(x: float, y: float) -> Point:
        return (round(x / step, 6), y)

    names = {place.name: at_step(place.x, place.y) for place in picture.places}
    things = {
        at_step(*at): Thing(each.shape, each.side, each.text)
        for each in picture.things
        for at in each.covered_points()
    }
    return Look(frozenset(at_step(each.x, each.y) for each in places), names, things, picture.mover)


def stays(game: Any, position: Any, child: Any) -> bool:
    return hasattr(game, "mover") and bool(game.mover(position) == game.mover(child))


def pieces(look: Look, side: int | None, shape: str = "") -> set[Point]:
    """Return where a side's pieces stand, of one shape where it is named."""
    return {
        at
        for at, each in look.things.items()
        if each.side == side and (each.shape == shape if shape else each.shape in PIECES)
    }


# Steps, the rim, corners and the middle.


def steps(one: Point, other: Point) -> int:
    return round(max(abs(one[0] - other[0]), abs(one[1] - other[1])))


def frame(look: Look) -> tuple[float, float, float, float]:
    """Return the left, right, upper and lower end of the board."""
    across, down = zip(*look.places, strict=True)
    return min(across), max(across), min(down), max(down)


def to_rim(look: Look, at: Point) -> int:
    left, right, top, bottom = frame(look)
    return round(min(at[0] - left, right - at[0], at[1] - top, bottom - at[1]))


def to_corner(look: Look, at: Point) -> int:
    left, right, top, bottom = frame(look)
    return min(steps(at, (x, y)) for x in (left, right) for y in (top, bottom))


@lru_cache(maxsize=64)
def _middle(places: frozenset[Point]) -> tuple[Point, ...]:
    across, down = zip(*places, strict=True)
    centre = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    far = {at: max(abs(at[0] - centre[0]), abs(at[1] - centre[1])) for at in places}
    return tuple(at for at in places if far[at] < min(far.values()) + 1e-5)


def to_middle(look: Look, at: Point) -> int:
    return min(steps(at, each) for each in _middle(look.places))


FAR: dict[str, Callable[[Look, Point], float]] = {
    "steps to the rim from": to_rim,
    "steps to the nearest corner from": to_corner,
    "steps to the middle from": to_middle,
    "columns to the left of": lambda look, at: at[0] - frame(look)[0],
    "rows below": lambda look, at: frame(look)[3] - at[1],
}
EACH_WAY = "|".join(FAR)


# Pieces that belong to somebody: where they stand after a move, and where one of them comes to.


def of_kind(game: Any, position: Any, move: Any, called: str) -> list[Point]:
    """Return where the pieces stand after the move that are called so: my king, the opponent's pieces."""
    child = game.play(position, move)
    look = seen(game, child)
    assert look.mover in (0, 1)
    mover_is_me = stays(game, position, child)
    mine = called.startswith("my ")
    side = look.mover if mine == mover_is_me else 1 - look.mover
    word = called.removeprefix("my ").removeprefix("the opponent's ")
    singular = word if word in (*PIECES, "piece", "crowned piece") else word.removesuffix("s")
    assert singular in (*PIECES, "piece", "crowned piece"), called
    shape = {"piece": "", "crowned piece": "crowned"}.get(singular, singular)
    return sorted(pieces(look, side, shape))


def apart(game: Any, position: Any, move: Any, one: str, other: str) -> int:
    pairs = [
        steps(a, b) for a in of_kind(game, position, move, one) for b in of_kind(game, position, move, other)
    ]
    return min(pairs, default=0)


def side_by_side(game: Any, position: Any, move: Any, one: str, other: str) -> bool:
    there = of_kind(game, position, move, other)
    return any(steps(a, b) == 1 for a in of_kind(game, position, move, one) for b in there)


def widest(game: Any, position: Any, move: Any, one: str) -> int:
    found = of_kind(game, position, move, one)
    return max((steps(a, b) for a, b in combinations(found, 2)), default=0)


def added_up(game: Any, position: Any, move: Any, way: str, one: str) -> int:
    look = seen(game, game.play(position, move))
    return round(sum(FAR[way](look, at) for at in of_kind(game, position, move, one)))


def moves_kind(game: Any, position: Any, move: Any, one: str) -> bool:
    """Return whether my pieces of a kind stand elsewhere after the move."""
    look = seen(game, position)
    before = pieces(look, look.mover, one.removeprefix("my ").replace("crowned piece", "crowned"))
    return sorted(before) != of_kind(game, position, move, one)


class Made(NamedTuple):
    """Where mine and the opponent's stand after a move, where one of mine has come to, and what was taken."""

    look: Look
    mine: set[Point]
    theirs: set[Point]
    come: set[Point]
    taken: int


TURNED = (
    "DraughtsEndgame",
    "DraughtsUpTo",
    "EnglishDraughts",
    "Onitama",
)  # the board, by half a turn each move
SWAPPED = ("Chopsticks", "Oware", "AwariEndgame")  # rows


def as_the_mover_sees(game: Any, child: Any) -> Look:
    """Return what a move leaves as the player who made it goes on seeing it."""
    look, kind = seen(game, child), type(game).__name__
    if kind not in TURNED + SWAPPED:
        return look
    left, right, top, bottom = frame(look)

    def turn(at: Point) -> Point:
        return (left + right - at[0] if kind in TURNED else at[0], top + bottom - at[1])

    return look._replace(
        places=frozenset(map(turn, look.places)), things={turn(at): each for at, each in look.things.items()}
    )


def made(game: Any, position: Any, move: Any) -> Made:
    """Return what a move makes; what is turned over has not come, what was taken by replacing it has."""
    child = game.play(position, move)
    before, after = seen(game, position), as_the_mover_sees(game, child)
    assert before.mover in (0, 1) and after.mover in (0, 1)
    me = after.mover if stays(game, position, child) else 1 - after.mover
    mine = {at for at, each in after.things.items() if each.side == me}
    theirs = {at for at, each in after.things.items() if each.side == 1 - me}
    were_mine = {at for at, each in before.things.items() if each.side == before.mover}
    were_theirs = {at for at, each in before.things.items() if each.side == 1 - before.mover}
    stood, stands, theirs_stood, theirs_stand = (
        {place_of(after, at) for at in each} for each in (were_mine, mine, were_theirs, theirs)
    )
    new = stands - stood
    come = {at for at in new if at not in theirs_stood - theirs_stand} or new
    return Made(after, mine, theirs, come, max(0, len(were_theirs) - len(theirs)))


def come_to(game: Any, position: Any, move: Any, way: str) -> int:
    done = made(game, position, move)
    return round(min((FAR[way](done.look, at) for at in done.come), default=0))


def place_of(look: Look, at: Point) -> Point:
    """Return the place on which something is drawn: in a stack, a little above or below its middle."""
    near = {place for place in look.places if dist(at, place) < 0.4}
    return min(near) if near else at


def beside(game: Any, position: Any, move: Any, what: str) -> int:
    done = made(game, position, move)
    those = {
        "pieces of mine": done.mine,
        "pieces of the opponent's": done.theirs,
        "free places": done.look.places - {place_of(done.look, at) for at in done.look.things},
    }[what]
    here = [(at, place_of(done.look, other)) for at in done.come for other in those]
    return sum(at != other and steps(at, other) == 1 for at, other in here)


# Pieces that belong to nobody.


def neighbours(look: Look, at: Point) -> list[Point]:
    return [other for other in look.places if 0 < dist(at, other) < 1.4]


def alike(look: Look, one: Point, other: Point) -> bool:
    return look.things[one] == look.things[other]


def opposite(look: Look, at: Point) -> Point:
    left, right, top, bottom = frame(look)
    return left + right - at[0], top + bottom - at[1]


def same_place(one: Point, places: Iterable[Point]) -> Point | None:
    return next((each for each in places if dist(one, each) < 1e-6), None)


def pairs_beside(look: Look, wanted: bool) -> int:
    return sum(
        alike(look, one, other) == wanted
        for one, other in combinations(look.things, 2)
        if other in neighbours(look, one)
    )


def _all_together(way: Callable[[Look, Point], float]) -> Callable[[Look], float]:
    return lambda look: sum(way(look, at) for at in look.things)


NEUTRAL: dict[str, Callable[[Look], float]] = {
    "pieces on the board": lambda look: len(look.things),
    "pairs of pieces beside each other that are alike": lambda look: pairs_beside(look, True),
    "pairs of pieces beside each other that are not alike": lambda look: pairs_beside(look, False),
    "pieces with none beside them": lambda look: sum(
        not any(other in look.things for other in neighbours(look, at)) for at in look.things
    ),
    "steps to the rim from all pieces, added up": _all_together(to_rim),
    "steps to the nearest corner from all pieces, added up": _all_together(to_corner),
    "steps to the middle from all pieces, added up": _all_together(to_middle),
}


def in_picture(
    table: dict[str, Callable[[Look], float]], game: Any, position: Any, move: Any, what: str, when: str
) -> int:
    at = position if when == "before" else game.play(position, move)
    return round(table[what](seen(game, at)))


def turned(game: Any, position: Any, move: Any) -> bool:
    look = seen(game, game.play(position, move))
    images = {at: same_place(opposite(look, at), look.things) for at in look.things}
    return all(image is not None and alike(look, at, image) for at, image in images.items())


def neutral_come(game: Any, position: Any, move: Any, what: str) -> int:
    """Return what is said of where pieces come to, added up: where something looks otherwise than before."""
    before, after = seen(game, position), seen(game, game.play(position, move))
    total = 0
    for at, piece in after.things.items():
        if before.things.get(at) == piece:
            continue
        near = neighbours(after, at)
        across = same_place(opposite(after, at), after.places)
        total += {
            "pieces beside": lambda near=near: sum(other in after.things for other in near),
            "pieces like it beside": lambda near=near, piece=piece: sum(
                after.things.get(other) == piece for other in near
            ),
            "free places beside": lambda near=near: sum(other not in after.things for other in near),
            "pieces opposite": lambda across=across: int(across in before.things),
            "pieces like it opposite": lambda across=across, piece=piece: int(
                across is not None and before.things.get(across) == piece
            ),
            "steps to the rim from": lambda at=at: to_rim(after, at),
            "steps to the nearest corner from": lambda at=at: to_corner(after, at),
            "steps to the middle from": lambda at=at: to_middle(after, at),
        }[what]()
    return total


def where_it_comes(game: Any, position: Any, move: Any, what: str) -> int:
    """Return what is said of where a piece comes to: somebody's, or nobody's where none is anybody's to move."""
    if seen(game, position).mover is None:
        return neutral_come(game, position, move, what)
    if what in FAR:
        return come_to(game, position, move, what)
    return beside(game, position, move, what.removesuffix(" beside"))


# Puzzles on a board: things that are no walls.


def things(look: Look) -> dict[Point, str]:
    return {
        at: each.text or each.shape
        for at, each in look.things.items()
        if each.shape not in ("block", "bricks")
    }


def one_step(look: Look, at: Point) -> list[Point]:
    return [other for other in look.places if 0 < dist(at, other) < 1.2]


def is_rim(look: Look, at: Point) -> bool:
    most = max(len(one_step(look, each)) for each in look.places)
    return len(one_step(look, at)) < most


def is_corner(look: Look, at: Point) -> bool:
    return len(one_step(look, at)) == min(len(one_step(look, each)) for each in look.places)


def groups(look: Look) -> int:
    """Return how many groups there are: both ends of every pair get the lesser number until nothing changes."""
    numbers = {at: number for number, at in enumerate(sorted(things(look)))}
    for _ in range(len(numbers)):
        for at in numbers:
            numbers[at] = min(numbers[other] for other in (at, *one_step(look, at)) if other in numbers)
    return len(set(numbers.values()))


def _row(number: int) -> Callable[[Look], float]:
    return lambda look: sum(at[1] == sorted({y for _, y in look.places})[number] for at in things(look))


def from_middle(look: Look) -> float:
    """Return the way from all things to the middle as the crow flies."""
    centre = tuple(sum(each) / len(look.places) for each in zip(*look.places, strict=True))
    return sum(dist(at, centre) for at in things(look))


THINGS: dict[str, Callable[[Look], float]] = {
    "things on the board": lambda look: len(things(look)),
    "things with none beside them": lambda look: sum(
        not any(other in things(look) for other in one_step(look, at)) for at in things(look)
    ),
    "groups of things": groups,
    "pairs of things side by side": lambda look: sum(
        other in one_step(look, one) for one, other in combinations(things(look), 2)
    ),
    "things on the rim": lambda look: sum(is_rim(look, at) for at in things(look)),
    "things in corners": lambda look: sum(is_corner(look, at) for at in things(look)),
    "steps to the middle from all things, added up": from_middle,
    "steps between the things that are farthest apart": lambda look: max(
        (dist(one, other) for one, other in combinations(things(look), 2)), default=0
    ),
    "things in the first row": _row(0),
    "things in the last row": _row(-1),
}


def exit_line(game: Any, position: Any, move: Any, when: str) -> int:
    """Return how many pieces stand in the row, or the column, of the exit."""
    at = position if when == "before" else game.play(position, move)
    goals = [each for each in game.depict(at).strokes if each.kind == "goal"]
    on = {
        piece
        for place, piece in things(seen(game, at)).items()
        for goal in goals
        if (goal.x1 == goal.x2 and place[1] == (goal.y1 + goal.y2) / 2)
        or (goal.y1 == goal.y2 and place[0] == (goal.x1 + goal.x2) / 2)
    }
    return len(on)


def moved_pieces(game: Any, position: Any, move: Any) -> dict[str, float]:
    """Return the pieces that come to a place where they were not, and how far: by their leftmost places."""
    before, after = things(seen(game, position)), things(seen(game, game.play(position, move)))
    found = {}
    for piece in {piece for at, piece in after.items() if before.get(at) != piece}:
        was, now = ([at for at in each if each[at] == piece] for each in (before, after))
        found[piece] = dist(min(was), min(now)) if was else 0.0
    return found


def named_place(game: Any, position: Any, move: Any, which: str) -> Point:
    """Return the place that a move comes from, goes to, or the one that it names."""
    names = seen(game, position).names
    told = [names[word] for word in re.findall(r"\w+", game.name(position, move)) if word in names]
    return told[0] if which == "the place that it comes from" else told[-1]


def near_place(game: Any, position: Any, move: Any, which: str, when: str) -> int:
    at = named_place(game, position, move, which)
    look = seen(game, position if when == "before" else game.play(position, move))
    return sum(other in things(look) for other in one_step(look, at))


def first_thing(game: Any, position: Any) -> Point:
    return min(things(seen(game, position)), key=lambda at: (at[1], at[0]))


# Lines, on the text of a position.


@lru_cache(maxsize=64)
def lines_of(game: Any) -> tuple[frozenset[twin.Line], int]:
    """Return the lines of a game by its parameters, as cells of its text, and how long they are."""
    kind, line = type(game).__name__, getattr(game, "line", 3)
    if kind == "Qubic":
        return frozenset(twin.cube(game.size, line)), line
    shape = twin.torus if kind == "Torus" else twin.rectangle
    return frozenset(shape(game.columns, game.rows, line)), line


class Stones(NamedTuple):
    """The stones before a move and after it, and the cell of the move."""

    board: twin.Stones
    mine: frozenset[twin.Cell]
    theirs: frozenset[twin.Cell]
    cell: twin.Cell

    @property
    def then(self) -> tuple[frozenset[twin.Cell], frozenset[twin.Cell]]:
        return self.mine | {self.cell}, self.theirs


def stones(game: Any, position: Any, move: Any) -> Stones:
    before, after = twin.board_of(game, position), twin.board_of(game, game.play(position, move))
    (cell,) = [cell for cell in before if before[cell] != after[cell]]
    signs = list(before.values())
    mover = "X" if signs.count("X") == signs.count("O") else "O"
    mine = frozenset(cell for cell, sign in before.items() if sign == mover)
    theirs = frozenset(before) - mine - {cell for cell, sign in before.items() if sign == "."}
    falls = type(game).__name__ == "ConnectFour"
    return Stones(twin.Stones(frozenset(before), set(lines_of(game)[0]), falls), mine, theirs, cell)


def lines_with(
    game: Any, position: Any, move: Any, mine: int | None = None, theirs: int | None = None
) -> int:
    """Return how many lines through the cell have so many stones of each before the move."""
    found = stones(game, position, move)
    return sum(
        found.cell in line
        and mine in (None, len(line & found.mine))
        and theirs in (None, len(line & found.theirs))
        for line in found.board.lines
    )


def lines_told(game: Any, position: Any, move: Any, first: str, owner: str, second: str) -> int:
    """Return the same of "exactly 2 stones of mine and none of the opponent's"."""
    one, other = int(first), int(second.removeprefix("exactly ").split()[0].replace("none", "0"))
    mine, theirs = (one, other) if owner == "mine" else (other, one)
    return lines_with(game, position, move, mine, theirs)


def short_by(short: int) -> Callable[..., int]:
    """Return a count of the lines through the cell with all stones but so many mine, and no others."""
    return lambda game, position, move: lines_with(game, position, move, lines_of(game)[1] - short, 0)


def stopped(game: Any, position: Any, move: Any) -> bool:
    return lines_with(game, position, move, 0, lines_of(game)[1] - 1) > 0


def after_stone(what: Callable[..., Any]) -> Callable[..., Any]:
    """Return what is asked of the board after the stone: (board, mine, theirs)."""

    def ask(game: Any, position: Any, move: Any) -> Any:
        found = stones(game, position, move)
        return what(found.board, *found.then)

    return ask


def opposite_stones(board: twin.Stones, mine: frozenset[Any], theirs: frozenset[Any]) -> bool:
    """Return whether each stone that is not on the centre has one of the other player's opposite."""
    ends = [tuple(map(max, zip(*board.cells, strict=True))), tuple(map(min, zip(*board.cells, strict=True)))]

    def turn(cell: twin.Cell) -> twin.Cell:
        return tuple(high + low - each for high, low, each in zip(*ends, cell, strict=True))

    both = ((mine, theirs), (theirs, mine))
    return all(turn(cell) in others for some, others in both for cell in some if turn(cell) != cell)


def waiting_cells(mine: bool) -> Callable[..., int]:
    """Return a count of cells out of reach on the rows of a player that would complete that player's line."""

    def ask(board: twin.Stones, my: frozenset[Any], theirs: frozenset[Any]) -> int:
        rows = 1 + max(row for row, _ in board.cells)
        i_began = len(my) > len(theirs)
        own = my if mine else theirs
        odd = i_began == mine  # counted from below, 1, 3, 5 fall to who began
        free = board.cells - my - theirs
        reach = board.free(my | theirs)
        return sum(
            (rows - row) % 2 == odd
            and any((row, x) in line and line - {(row, x)} <= own for line in board.lines)
            for row, x in free - reach
        )

    return after_stone(ask)


# The tables: amounts, what is most or least, and what is so or not.

KIND = r"(?:my|the opponent's) [a-z]+(?: pieces?)?"
NEAREST, ONE_OF = "(?:the nearest of )?", "(?:one of )?"
WITH = r"exactly (?P<first>\d+) stones? of (?P<owner>mine|the opponent's) and (?P<second>(?:exactly \d+|none) of .+?)"
WHICH = "(?P<which>its place|the place that it (?:goes to|comes from))"
WHEN = "(?P<when>before|after) it"


def _words(table: Iterable[str]) -> str:
    return "|".join(map(re.escape, table))


AMOUNTS: tuple[Entry, ...] = (
    (f"steps from {NEAREST}(?P<one>{KIND}) to {NEAREST}(?P<other>{KIND}): {{}}", apart),
    (f"steps between (?P<one>{KIND}) that are farthest apart: {{}}", widest),
    (f"(?P<way>{EACH_WAY}) (?P<one>{KIND})(?:, added up)?: {{}}", added_up),
    (f"(?P<one>{KIND}) on the board: {{}}", lambda *asked, one: len(of_kind(*asked, one))),
    (
        f"(?P<what>{EACH_WAY}|pieces(?: like it| of mine| of the opponent's)? (?:beside|opposite)|"
        "free places beside) where it comes to: {}",
        where_it_comes,
    ),
    ("takes {} (?:of the opponent's pieces|pieces of the opponent's)", lambda *asked: made(*asked).taken),
    ("pieces of the opponent's that it takes: {}", lambda *asked: made(*asked).taken),
    (
        f"(?P<what>{_words(NEUTRAL)}), {WHEN}: {{}}",
        lambda *asked, what, when: in_picture(NEUTRAL, *asked, what, when),
    ),
    (
        f"(?P<what>{_words(THINGS)}), {WHEN}: {{}}",
        lambda *asked, what, when: in_picture(THINGS, *asked, what, when),
    ),
    ("steps that it goes: {}", lambda *asked: round(max(moved_pieces(*asked).values(), default=0))),
    (f"pieces in line with the exit, {WHEN}: {{}}", exit_line),
    (f"things beside {WHICH}, {WHEN}: {{}}", near_place),
    ("a cell on {} lines?", lines_with),
    (f"a cell on {{}} lines? with {WITH}", lines_told),
    (f"lines through the cell with {WITH}: {{}}", lines_told),
    ("lines through the cell: {}", lines_with),
    ("a cell on {} empty lines?", lambda *asked: lines_with(*asked, 0, 0)),
    ("empty lines through the cell: {}", lambda *asked: lines_with(*asked, 0, 0)),
    ("makes threats on {} lines", short_by(2)),
    (
        "cells on which the opponent could complete a line after it: {}",
        after_stone(lambda b, m, t: len(b.wins(t, m))),
    ),
    (
        "cells on which one more stone of mine at once would complete a line after it: {}",
        after_stone(lambda board, mine, theirs: len(board.wins(mine, theirs))),
    ),
    (
        "cells out of reach, on rows that fall to me, that would complete a line of mine after it: {}",
        waiting_cells(True),
    ),
    (
        "cells out of reach, on rows that fall to the opponent, that would complete a line of the opponent's "
        "after it: {}",
        waiting_cells(False),
    ),
    (
        "columns left open after it: {}",
        after_stone(lambda board, mine, theirs: len(board.free(mine | theirs))),
    ),
    (
        "row of the cell, from below: {}",
        lambda game, position, move: game.rows - stones(game, position, move).cell[0],
    ),
)
EXTREMES: tuple[tuple[str, Callable[[list[int]], int], Callable[..., int]], ...] = (
    (
        f"brings {ONE_OF}(?P<one>{KIND}) and {ONE_OF}(?P<other>{KIND}) as near to each other as can be",
        min,
        apart,
    ),
    (f"keeps (?P<one>{KIND}) and (?P<other>{KIND}) as far apart as can be", max, apart),
)
FLAGS: tuple[Entry, ...] = (
    (f"puts {ONE_OF}(?P<one>{KIND}) and {ONE_OF}(?P<other>{KIND}) side by side", side_by_side),
    ("moves (?P<one>my [a-z ]+)", moves_kind),
    ("takes none of the opponent's pieces", lambda *asked: made(*asked).taken == 0),
    ("leaves the board as half a turn leaves it", turned),
    (f"{WHICH} is a corner", lambda g, p, m, which: is_corner(seen(g, p), named_place(g, p, m, which))),
    (f"{WHICH} is on the rim", lambda g, p, m, which: is_rim(seen(g, p), named_place(g, p, m, which))),
    (
        "a thing is at its place before it",
        lambda g, p, m: named_place(g, p, m, "its place") in things(seen(g, p)),
    ),
    (
        "acts on the first thing, row by row",
        lambda game, position, move: (
            named_place(game, position, move, "its place") == first_thing(game, position)
        ),
    ),
    (
        "acts just below the first thing, row by row",
        lambda game, position, move: (
            named_place(game, position, move, "its place")
            == (first_thing(game, position)[0], first_thing(game, position)[1] + 1)
        ),
    ),
    ("completes a line", lambda *asked: short_by(1)(*asked) > 0),
    ("makes a threat", lambda *asked: short_by(2)(*asked) > 0),
    ("stops a line of the opponent's", stopped),
    ("a cell on an empty line", lambda *asked: lines_with(*asked, 0, 0) > 0),
    (
        "a cell on a line with one lone stone of the opponent's",
        lambda *asked: lines_with(*asked, 0, 1) > 0,
    ),
    (
        r"after it the opponent cannot fork \(if it threatens: the forced answer is no fork\)",
        after_stone(twin.Stones.cannot_be_forked),
    ),
    (
        "after it the opponent has no cell that forks",
        after_stone(lambda b, mine, theirs: not b.forks(theirs, mine)),
    ),
    (
        r"after it I can fork \(if it threatens: after the forced answer\)",
        after_stone(twin.Stones.can_fork),
    ),
    (
        "leaves a stone of the other player's opposite every stone, the centre aside",
        after_stone(opposite_stones),
    ),
    (
        "after it the opponent cannot complete a line",
        after_stone(lambda b, mine, theirs: not b.wins(theirs, mine)),
    ),
)
