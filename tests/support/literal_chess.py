"""Readers of sentences about king and rook, queen or pawn against a bare king: on boards as text, and by the rules.

The tables are those of `literal_boards`. Terms that are printed below a list, such as the box, the gate, the room
or key squares, are taken at their word.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Any

from zermelo.core.values import UNDECIDED

Cell = tuple[int, int]  # column from the left, and row from the top
Men = dict[str, Cell]
CELLS: tuple[Cell, ...] = tuple(product(range(8), repeat=2))
LOST, FAR = 127, 9  # what is held after a move that is not safe; steps where there is nothing to count


@lru_cache(maxsize=1 << 16)
def where(game: Any, position: Any) -> Men:
    """Return where each piece stands in the text of a position; nobody has two of a kind."""
    rows = game.show(position).split("\n")[:8]
    return {rows[y][x]: (x, y) for x, y in CELLS if rows[y][x] != "."}


@lru_cache(maxsize=1 << 16)
def children(game: Any, position: Any) -> tuple[Any, ...]:
    if game.outcome(position) != UNDECIDED:
        return ()
    return tuple(game.play(position, move) for move in game.moves(position))


def is_white(game: Any, position: Any) -> bool:
    return "white to move" in game.show(position)


@cache
def king_steps(one: Cell, other: Cell) -> int:
    """Return how many steps, counted one by one: the rings around a square."""
    ring, reached = 0, {one}
    while other not in reached:
        reached |= {(x + a, y + b) for x, y in reached for a, b in product((-1, 0, 1), repeat=2)}
        ring += 1
    return ring


def along(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def seen_from(start: Cell, blocked: Cell, diagonal: bool) -> Iterator[Cell]:
    """Yield the cells that a piece attacks, up to the one that blocks it."""
    for step in product((-1, 0, 1), repeat=2):
        if step == (0, 0) or (0 not in step and not diagonal):
            continue
        for far in range(1, 8):
            cell = start[0] + far * step[0], start[1] + far * step[1]
            if cell not in CELLS:
                break
            yield cell
            if cell == blocked:
                break


# The piece: a rook or a queen.


def piece_of(men: Men) -> Cell | None:
    return men.get("R", men.get("Q"))


def walked(men: Men) -> int:
    """Return how many cells the bare king can come to, if nothing else moved."""
    piece = piece_of(men)
    assert piece is not None
    taboo = set(seen_from(piece, men["K"], "Q" in men)) | {piece}
    taboo |= {cell for cell in CELLS if king_steps(men["K"], cell) <= 1}
    reached = {men["k"]}
    while more := {
        cell
        for cell in CELLS
        if cell not in taboo | reached and any(king_steps(cell, near) == 1 for near in reached)
    }:
        reached |= more
    return len(reached)


def boxes(men: Men) -> list[int]:
    """Return the sizes of the boxes: cells of one quarter around the piece that the bare king stands beside or in."""
    piece, bare = piece_of(men), men["k"]
    assert piece is not None
    sizes = []
    for across, up in product((-1, 1), repeat=2):
        if (bare[0] - piece[0]) * across >= 0 and (bare[1] - piece[1]) * up >= 0:
            quarter = [(x, y) for x, y in CELLS if (x - piece[0]) * across > 0 and (y - piece[1]) * up > 0]
            sizes.append(len(quarter))
    return sizes


def closed_box(men: Men) -> int:
    piece = piece_of(men)
    assert piece is not None
    on_a_line = piece[0] == men["k"][0] or piece[1] == men["k"][1]
    return 64 if on_a_line else max(boxes(men))


def gates(men: Men) -> list[Cell]:
    """Return the cells diagonally beside the piece, not away from the bare king in either direction."""
    piece, bare = piece_of(men), men["k"]
    assert piece is not None
    (x, y) = piece
    return [
        (a, b)
        for a, b in ((x + a, y + b) for a, b in product((-1, 1), repeat=2))
        if (a, b) in CELLS and (bare[0] - x) * (a - x) >= 0 and (bare[1] - y) * (b - y) >= 0
    ]


def is_safe(game: Any, child: Any) -> bool:
    """Return whether the piece cannot be taken, and it is no stalemate."""
    replies = children(game, child)
    return all(piece_of(where(game, reply)) for reply in replies) and (bool(replies) or game.stuck(child) < 0)


def faces(men: Men) -> bool:
    return king_steps(men["K"], men["k"]) == 2 == along(men["K"], men["k"])


def facing_cells(men: Men) -> list[Cell]:
    return [cell for cell in CELLS if king_steps(cell, men["k"]) == 2 == along(cell, men["k"])]


def tightness(game: Any, child: Any) -> int:
    if not is_safe(game, child):
        return LOST
    men = where(game, child)
    piece = piece_of(men)
    assert piece is not None
    to_gate = min(along(men["K"], gate) for gate in gates(men))
    return walked(men) + to_gate + king_steps(men["K"], piece)


@lru_cache(maxsize=1 << 16)
def can_hold(game: Any, child: Any, more: int) -> int:
    """Return how tight the bare king is held after so many more of my moves, and the best answers to them."""
    if more == 0:
        return tightness(game, child)
    replies = children(game, child)
    if not replies:
        return 0 if game.stuck(child) < 0 else LOST
    return max(
        min(can_hold(game, then, more - 1) for then in children(game, reply))
        if piece_of(where(game, reply))
        else LOST
        for reply in replies
    )


Told = Callable[[Any, Any, Men, Men], int]  # (game, what a move leaves, the pieces before it and after it)


def of_piece(told: Told) -> Callable[..., int]:
    """Return what is said of the piece: 0 at moves of the bare king, and where it was or is not there."""

    def ask(game: Any, position: Any, move: Any, **named: Any) -> int:
        child = game.play(position, move)
        was, men = where(game, position), where(game, child)
        if not (piece_of(was) and piece_of(men) and is_white(game, position)):
            return 0
        return int(told(game, child, was, men, **named))

    return ask


def piece_at(men: Men) -> Cell:
    found = piece_of(men)
    assert found is not None
    return found


def when_safe(count: Callable[[Men], int], otherwise: int) -> Told:
    return lambda game, child, was, men: count(men) if is_safe(game, child) else otherwise


BOX = of_piece(when_safe(lambda men: max(boxes(men)), 64))
ROOM = of_piece(when_safe(walked, 64))
KINGS = of_piece(lambda game, child, was, men: king_steps(men["K"], men["k"]))
KINGS_ALONG = of_piece(lambda game, child, was, men: along(men["K"], men["k"]))
TO_PIECE = of_piece(lambda game, child, was, men: king_steps(men["K"], piece_at(men)))
PIECE_TO_BARE = of_piece(lambda game, child, was, men: king_steps(piece_at(men), men["k"]))
GATE = of_piece(lambda game, child, was, men: min(king_steps(men["K"], each) for each in gates(men)))
GATE_ALONG = of_piece(lambda game, child, was, men: min(along(men["K"], each) for each in gates(men)))
TIGHT = of_piece(lambda game, child, was, men: tightness(game, child))
MIDDLE = of_piece(
    lambda game, child, was, men: min(king_steps(men["K"], each) for each in product((3, 4), repeat=2))
)
TO_FACING = of_piece(
    lambda game, child, was, men: min(king_steps(men["K"], each) for each in facing_cells(men))
)


def _hold(game: Any, child: Any, was: Men, men: Men, after: str) -> int:
    return can_hold(game, child, 1 if after == "another move" else int(after.split()[0]))


HOLD = of_piece(_hold)
MORE = r"after (?P<after>another move|\d+ more moves) of mine"

# The pawn.


def is_takeable(game: Any, position: Any) -> bool:
    return any(set(where(game, child)) == {"K", "k"} for child in children(game, position))


def is_lost(game: Any, position: Any) -> bool:
    stalemate = not children(game, position) and game.stuck(position) == 0
    return stalemate or is_takeable(game, position)


@lru_cache(maxsize=1 << 16)
def runs(game: Any, position: Any) -> bool:
    """Return whether the pawn alone goes on and becomes a queen, whatever the opponent, to move, does."""
    replies = children(game, position)
    if not replies or is_takeable(game, position):
        return False
    return all(any(gets_through(game, then) for then in pawn_moves(game, reply)) for reply in replies)


def pawn_moves(game: Any, position: Any) -> list[Any]:
    king = where(game, position)["K"]
    return [child for child in children(game, position) if where(game, child)["K"] == king]


def gets_through(game: Any, position: Any) -> bool:
    if "P" in where(game, position):
        return runs(game, position)
    return "Q" in where(game, position) and not is_takeable(game, position)


def key_squares(pawn: Cell) -> list[Cell]:
    """Return the key squares, as the term counts them: rows from 1, the pawn's own side."""
    x, row = pawn[0], 8 - pawn[1]
    if x in (0, 7):
        return [(1 if x == 0 else 6, 8 - each) for each in (7, 8)]
    rows = {row + 2} | ({row + 1} if row >= 5 else set()) | ({row} if row == 7 else set())
    return [(a, 8 - each) for each in rows if each <= 8 for a in (x - 1, x, x + 1) if (a, 8 - each) != pawn]


@lru_cache(maxsize=1 << 18)
def steps_to_key(game: Any, position: Any, moves: int) -> int:
    """Return how near White's king surely is to a key square after so many more of White's moves."""
    if is_lost(game, position):
        return FAR
    men = where(game, position)
    if not children(game, position) or "Q" in men:  # mate, as it is no stalemate
        return 0
    if moves == 0:
        return min(king_steps(men["K"], cell) for cell in key_squares(men["P"]))
    return max(best_steps(game, reply, moves - 1) for reply in children(game, position))


@lru_cache(maxsize=1 << 18)
def best_steps(game: Any, position: Any, moves: int) -> int:
    after = [child for child in children(game, position) if where(game, child).keys() & {"P", "Q"}]
    return min((steps_to_key(game, child, moves) for child in after), default=FAR)


def of_pawn(told: Callable[..., int], otherwise: int = FAR) -> Callable[..., int]:
    """Return what is said of the pawn, and what where it is not there; it is told the pieces after the move."""

    def ask(game: Any, position: Any, move: Any, **named: Any) -> int:
        child = game.play(position, move)
        men = where(game, child)
        there = "P" in where(game, position) and men.keys() & {"P", "Q"} and is_white(game, position)
        return int(told(game, child, men, **named)) if there else otherwise

    return ask


def pawn_at(men: Men) -> Cell:
    return men["P"] if "P" in men else men["Q"]


def lead(game: Any, child: Any, men: Men) -> int:
    x, y = pawn_at(men)
    before = (x, max(y, 1))  # where the pawn stood that is a queen now
    return min(king_steps(men["K"], cell) - king_steps(men["k"], cell) for cell in key_squares(before))


def no_stalemate(game: Any, position: Any, move: Any) -> bool:
    queens = [child for child in children(game, position) if "Q" in where(game, child)]
    stale = any(not children(game, child) and game.stuck(child) == 0 for child in queens)
    return "P" in where(game, position) and is_white(game, position) and not stale


ROW = of_pawn(lambda game, child, men: 8 - pawn_at(men)[1], 0)
LEAD = of_pawn(lead)
FILES = of_pawn(lambda game, child, men: abs(men["K"][0] - pawn_at(men)[0]))
RIM = of_pawn(lambda game, child, men: min(min(each, 7 - each) for each in men["K"]))
QUEENING = of_pawn(lambda game, child, men: king_steps(men["K"], (pawn_at(men)[0], 0)))
KEY = of_pawn(lambda game, child, men, moves: steps_to_key(game, child, int(moves)))
RUNS = of_pawn(lambda game, child, men: runs(game, child) if "P" in men else not is_lost(game, child), 0)
LATER = r"after (?P<moves>\d+) more moves of mine"

# The tables.

AMOUNTS: tuple[tuple[str, Callable[..., int]], ...] = (
    ("squares of the box after it: {}", BOX),
    ("squares of the room after it: {}", ROOM),
    ("steps between the kings: {}", KINGS),
    ("steps between the kings along rows and columns: {}", KINGS_ALONG),
    ("steps from my king to the piece: {}", TO_PIECE),
    ("steps from the piece to the bare king: {}", PIECE_TO_BARE),
    ("steps of my king to the gate: {}", GATE),
    ("steps of my king to the gate, along rows and columns: {}", GATE_ALONG),
    ("sum that says how tight the bare king is held: {}", TIGHT),
    ("steps from my king to the middle of the board: {}", MIDDLE),
    ("steps of my king to the nearest square from which it faces the bare king: {}", TO_FACING),
    (f"sum that says how tight I can hold the bare king {MORE}: {{}}", HOLD),
    ("row that the pawn is on: {}", ROW),
    ("steps of my king to some key square, less those of the bare king to it, where this is least: {}", LEAD),
    ("files from my king to the pawn's: {}", FILES),
    ("steps from my king to the rim: {}", RIM),
    ("steps from my king to the square where the pawn becomes a queen: {}", QUEENING),
    (f"steps that my king can have to a key square {LATER}: {{}}", KEY),
)
EXTREMES: tuple[tuple[str, Callable[[list[int]], int], Callable[..., int]], ...] = (
    ("makes the box as small as can be", min, BOX),
    ("makes the box as large as can be", max, BOX),
    ("leaves the bare king the least room", min, ROOM),
    ("leaves the bare king the most room", max, ROOM),
    ("brings the kings as near as can be", min, KINGS),
    ("keeps the kings as far apart as can be", max, KINGS),
    ("brings the kings as near as can be, along rows and columns", min, KINGS_ALONG),
    ("keeps the kings as far apart as can be, along rows and columns", max, KINGS_ALONG),
    ("has the piece as near to my king as can be", min, TO_PIECE),
    ("has the piece as far from my king as can be", max, TO_PIECE),
    ("has the piece as near to the bare king as can be", min, PIECE_TO_BARE),
    ("has the piece as far from the bare king as can be", max, PIECE_TO_BARE),
    ("has my king as near to the gate as can be", min, GATE),
    ("has my king as far from the gate as can be", max, GATE),
    ("has my king as near to the gate as can be, along rows and columns", min, GATE_ALONG),
    ("has my king as far from the gate as can be, along rows and columns", max, GATE_ALONG),
    ("holds the bare king as tight as can be", min, TIGHT),
    ("holds the bare king as loosely as can be", max, TIGHT),
    ("has my king as near to the middle as can be", min, MIDDLE),
    ("has my king as far from the middle as can be", max, MIDDLE),
    ("has my king as near as can be to where it faces the bare king", min, TO_FACING),
    ("has my king as far as can be from where it faces the bare king", max, TO_FACING),
    (f"can hold the bare king as tight as can be {MORE}", min, HOLD),
    ("leaves the pawn as far back as can be", min, ROW),
    ("has the pawn as far ahead as can be", max, ROW),
    ("is as much ahead of the bare king on the way to some key square as can be", min, LEAD),
    (
        "is as little ahead of the bare king as can be, on the way to the key square where it is most ahead",
        max,
        LEAD,
    ),
    ("has my king as near to the pawn's file as can be", min, FILES),
    ("has my king as far from the pawn's file as can be", max, FILES),
    ("has my king as near to the rim as can be", min, RIM),
    ("has my king as far from the rim as can be", max, RIM),
    ("has my king as near as can be to where the pawn becomes a queen", min, QUEENING),
    ("has my king as far as can be from where the pawn becomes a queen", max, QUEENING),
    (f"can have my king as near to a key square as can be {LATER}", min, KEY),
)
FLAGS: tuple[tuple[str, Callable[..., Any]], ...] = (
    (
        "leaves the piece where the opponent cannot take it, and no stalemate",
        of_piece(lambda game, child, was, men: is_safe(game, child)),
    ),
    (
        "is safe, and my king is no farther from the piece than the bare king",
        of_piece(
            lambda game, child, was, men: (
                is_safe(game, child)
                and king_steps(men["K"], piece_at(men)) <= king_steps(men["k"], piece_at(men))
            )
        ),
    ),
    (
        "is safe, and does not make the closed box larger",
        of_piece(lambda game, child, was, men: is_safe(game, child) and closed_box(men) <= closed_box(was)),
    ),
    (
        "leaves the closed box more than two squares",
        of_piece(lambda game, child, was, men: closed_box(men) > 2),
    ),
    (
        "puts the kings face to face, with a square between",
        of_piece(lambda game, child, was, men: faces(men)),
    ),
    (
        "puts the kings face to face, with a square between, and the piece beside mine",
        of_piece(lambda game, child, was, men: faces(men) and king_steps(men["K"], piece_at(men)) == 1),
    ),
    (
        "gives check",
        of_piece(lambda game, child, was, men: men["k"] in seen_from(piece_at(men), men["K"], "Q" in men)),
    ),
    (
        "puts the kings a knight's move apart",
        of_piece(
            lambda game, child, was, men: (
                sorted(abs(a - b) for a, b in zip(men["K"], men["k"], strict=True)) == [1, 2]
            )
        ),
    ),
    (
        "my king is no farther from the piece than before",
        of_piece(
            lambda game, child, was, men: (
                king_steps(men["K"], piece_at(men)) <= king_steps(was["K"], piece_at(was))
            )
        ),
    ),
    ("is made with the pawn on the board, where no queen would leave a stalemate", no_stalemate),
    ("lets the pawn run: it becomes a queen by moves of its own, whatever the opponent does", RUNS),
    (f"can have my king on a key square {LATER}", lambda *asked, moves: KEY(*asked, moves=moves) == 0),
)
