"""Random games of the board kit, solved by it and by the same rules on dictionaries: are all values the same?

The reference knows coordinates, neighbours and signs, no bits and nothing of `zermelo.tabletop`. Boards are
squares, tori, rings, strips, hexagons, rhombi and graphs; pieces step, take, slide, run, strike, push, jump on,
are of two kinds, are placed, or have a perfect index. Every position that play reaches is compared, and how many
there are; one game in twenty also in machine code.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from attacks.report import Report, Say, quiet

import zermelo
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.boards import (
    BoardGame,
    FixedGame,
    IndexedMen,
    JumpingGame,
    PlacingGame,
    graph,
    hexagon,
    rhombus,
    ring,
    squares,
    strip,
)
from zermelo.errors import BadRules

Cells = dict[int, str]  # the sign of each cell on which a piece stands
State = tuple[tuple[tuple[int, str], ...], str, int]  # pieces, who moves, the cell that jumps on or -1
SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
HEX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
MOST = 1_500  # positions of a game; larger ones are drawn again
COMPILED = 20  # one game in so many is compiled too


class Pieces(BoardGame):
    style = "step"
    directions = (0,)

    def moves(self, position):
        mine, theirs = self.men(position)
        free = self.full & ~(mine | theirs)
        if self.style == "step":
            yield from self.steps(mine, free, self.directions)
        elif self.style == "take":
            yield from self.steps(mine, free | theirs, self.directions)
        elif self.style == "slide":
            yield from self.slides(mine, free, self.directions)
        elif self.style == "run":
            yield from self.runs(mine, free, self.directions)
        elif self.style == "strike":
            yield from self.strikes(mine, free, theirs, self.directions)
        else:
            yield from self.steps(mine, self.full, self.directions)

    def play(self, position, move):
        mine, theirs = self.men(position)
        start, end = 1 << self.start_of(move), 1 << self.end_of(move)
        if self.style == "push":
            way = self.way_of(move)
            row = self.board.row(start, way, mine | theirs)
            pushed = self.board.step(mine & row, way), self.board.step(theirs & row, way)
            return self.then(position, mine & ~row | pushed[0], theirs & ~row | pushed[1])
        return self.then(position, mine & ~start | end, theirs & ~end)

    def outcome(self, position):
        mine, theirs = self.men(position)
        if mine == 0:
            return LOSS
        return WIN if theirs == 0 else UNDECIDED


class FixedPieces(Pieces, FixedGame):
    pass


class IndexedPieces(IndexedMen, Pieces):
    pass


class IndexedFixed(IndexedMen, FixedPieces):
    pass


class Kinds(FixedPieces):
    """The first kind steps and takes, the second slides."""

    signs = "ABab"

    def moves(self, position):
        mine, theirs = self.men(position)
        marks, free = self.marks(position), self.full & ~(mine | theirs)
        yield from self.steps(mine & ~marks, free | theirs, self.directions)
        yield from self.slides(mine & marks, free, self.directions)

    def play(self, position, move):
        mine, theirs = self.men(position)
        start, end = 1 << self.start_of(move), 1 << self.end_of(move)
        marks = self.marks(position)
        moved = marks & ~(start | end) | (end if marks & start else 0)
        return self.then_all(position, mine & ~start | end, theirs & ~end, moved, 0)


class Hop(JumpingGame):
    style = "step"
    directions = (0,)

    def moves(self, position):
        _, theirs = self.men(position)
        men, free = self.jumping(position), self.free(position)
        yield from self.jumps(men, theirs, free, self.directions)
        if not self.going_on(position):
            if self.style == "step":
                yield from self.steps(men, free, self.directions)
            elif self.style == "slide":
                yield from self.slides(men, free, self.directions)
            else:
                yield from self.runs(men, free, self.directions)

    def play(self, position, move):
        if self.is_jump(move):
            return self.jumped(position, move, self.directions)
        mine, theirs = self.men(position)
        return self.then(position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs)


class Line(PlacingGame):
    def outcome(self, position):
        return LOSS if self.board.has_line(self.men(position)[1], 3) else UNDECIDED


KINDS = (Pieces, FixedPieces, IndexedPieces, IndexedFixed, Kinds, Hop, Hop, Line)


class Reference:
    """The rules once more: `next` is for each direction a dictionary from cell to cell."""

    def __init__(self, kind: type, style: str, directions: tuple[int, ...], following: list[dict[int, int]]):
        self.kind, self.style, self.next = kind, style, following
        self.used = [following[way] for way in directions]

    def line(self, cell: int, way: dict[int, int]) -> list[int]:
        """The cells in a direction from one, itself first, until it ends or comes back."""
        found = [cell]
        while (cell := way.get(cell, cell)) not in found:
            found.append(cell)
        return found

    def end(self, state: State) -> int | None:
        cells, mover, _ = state
        if self.kind is Hop:
            return None
        if self.kind is Line:
            theirs = {cell for cell, sign in cells if sign != mover}
            for way in self.next:
                if any(theirs.issuperset(row[:3]) for c in theirs if len(row := self.line(c, way)) > 2):
                    return -1
            return None
        mine = sum(owner(sign) == mover for _, sign in cells)
        return -1 if not mine else 1 if mine == len(cells) else None

    def after(self, state: State) -> Iterator[State]:
        pieces, mover, goes_on = state
        cells, other = dict(pieces), "O" if mover == "X" else "X"
        if self.kind is Line:
            for cell in set().union(*({*way, *way.values()} for way in self.next)) - set(cells):
                yield packed(cells | {cell: mover}), other, -1
            return
        for start in [goes_on] if goes_on >= 0 else [c for c in cells if owner(cells[c]) == mover]:
            left = {cell: sign for cell, sign in cells.items() if cell != start}
            for way in self.used:
                row = self.line(start, way)[1:]
                if self.kind is Hop:
                    if self.jumps(cells, start, way, other):
                        then = {cell: sign for cell, sign in left.items() if cell != row[0]} | {row[1]: mover}
                        more = any(self.jumps(then, row[1], onward, other) for onward in self.used)
                        yield packed(then), mover if more else other, row[1] if more else -1
                    if goes_on >= 0:
                        continue
                if self.kind is not Hop and self.style == "push":
                    if row:
                        yield packed(self.pushed(cells, start, way)), other, -1
                    continue
                for end in self.ends(cells, row, cells[start], other):
                    yield packed(left | {end: cells[start]}), other, -1

    def jumps(self, cells: Cells, start: int, way: dict[int, int], other: str) -> bool:
        row = self.line(start, way)
        return len(row) > 2 and cells.get(row[1]) == other and row[2] not in cells

    def ends(self, cells: Cells, row: list[int], sign: str, other: str) -> list[int]:
        style = self.style if self.kind is not Kinds else "take" if sign in "Aa" else "slide"
        free: list[int] = []
        for cell in row:
            if cell in cells:
                break
            free.append(cell)
        first = row[len(free) : len(free) + 1]
        hit = [cell for cell in first if owner(cells[cell]) == other]
        if style == "take":
            return free[:1] or hit
        return {"step": free[:1], "slide": free, "run": free[-1:], "strike": hit}[style]

    def pushed(self, cells: Cells, start: int, way: dict[int, int]) -> Cells:
        moved = []
        for cell in self.line(start, way):
            if cell not in cells:
                break
            moved.append(cell)
        left = {cell: sign for cell, sign in cells.items() if cell not in moved}
        return left | {way[cell]: cells[cell] for cell in moved if cell in way}

    def solve(self, start: State) -> dict[State, str] | None:
        """What each position that play reaches is worth, None where there are too many."""
        children: dict[State, set[State]] = {}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state not in children:
                children[state] = set() if self.end(state) is not None else set(self.after(state))
                waiting += children[state]
            if len(children) > MOST:
                return None
        worth = {state: (self.end(state) or -1, 0) for state in children if not children[state]}
        found, plies = True, 0
        while found:  # what ends within one ply more
            plies += 1
            found = {}
            for state in children.keys() - worth.keys():
                seen = [
                    worth[child][0] * (1 if child[1] == state[1] else -1) if child in worth else 0
                    for child in children[state]
                ]
                if 1 in seen or set(seen) == {-1}:
                    found[state] = (1 if 1 in seen else -1, plies)
            worth |= found
        return {
            state: f"{'win' if worth[state][0] > 0 else 'loss'} in {worth[state][1]}"
            if state in worth
            else "draw without end"
            for state in children
        }


def owner(sign: str) -> str:
    return "X" if sign in "XAB" else "O"


def packed(cells: Cells) -> tuple[tuple[int, str], ...]:
    return tuple(sorted(cells.items()))


def drawn_board(chance: random.Random) -> tuple[str, Any, int, list[dict[int, int]]]:
    """Return a board: what it is, the kit's, how many cells, and its directions as dictionaries."""
    what = chance.choice(("squares", "torus", "ring", "strip", "hexagon", "rhombus", "graph"))
    if what in ("ring", "strip"):
        cells = chance.randrange(3, 8)
        there = [{c: (c + step) % cells for c in range(cells)} for step in (1, -1)]
        if what == "strip":
            there = [{c: c + step for c in range(cells) if 0 <= c + step < cells} for step in (1, -1)]
        return what, (ring if what == "ring" else strip)(cells), cells, there
    if what == "graph":
        cells = chance.randrange(3, 7)
        edges = {(chance.randrange(b), b) for b in range(1, cells)}
        edges |= {tuple(sorted(chance.sample(range(cells), 2))) for _ in range(chance.randrange(4))}
        board = graph([(f"{a:02}", f"{b:02}") for a, b in edges])
        number = {int(name): cell for cell, name in enumerate(board.names)}
        ways = [{number[a]: number[b]} for one, two in sorted(edges) for a, b in ((one, two), (two, one))]
        return what, board, cells, ways
    if what == "hexagon":
        places = [(q, r) for r, q in product((-1, 0, 1), (-1, 0, 1)) if abs(q + r) < 2]
        board = hexagon(2)
    else:
        columns, rows = chance.randrange(2, 5), chance.randrange(2, 4)
        places = [(x, y) for y in range(rows) for x in range(columns)]
        board = (
            rhombus(columns, rows) if what == "rhombus" else squares(columns, rows, around=what == "torus")
        )
    number = {place: cell for cell, place in enumerate(places)}
    there = []
    for right, down in SQUARE if what in ("squares", "torus") else HEX:
        way = {}
        for (x, y), cell in number.items():
            end = (x + right, y + down)
            if what == "torus":
                end = end[0] % columns, end[1] % rows
            if end in number:
                way[cell] = number[end]
        there.append(way)
    return what, board, len(places), there


def drawn_game(chance: random.Random) -> tuple[str, Any, Reference, State]:
    """Return a game, the same by reference, and its start there."""
    what, board, cells, following = drawn_board(chance)
    kind = chance.choice(KINDS)
    style = chance.choice(("step", "take", "slide", "run", "strike", "push"))
    if kind is Hop:
        style = chance.choice(("step", "slide", "run"))
    if kind is Kinds:
        style = "take"
    if kind in (IndexedPieces, IndexedFixed):
        style = chance.choice(("step", "slide", "run"))  # which keep the numbers of pieces
    count = len(following)
    ways = tuple(sorted(chance.sample(range(count), chance.randrange(1, min(count, 5) + 1))))
    if what == "graph":
        kind = chance.choice((Pieces, FixedPieces, IndexedPieces, IndexedFixed))
        style, ways = chance.choice(("step", "take")), tuple(range(count))
        style = "step" if kind in (IndexedPieces, IndexedFixed) else style
    if kind is Line and (what in ("torus", "ring") or cells > 9):
        kind = FixedPieces
    signs = ["A", "B", "a", "b"] if kind is Kinds else ["X", "O"]
    pieces = chance.sample(range(cells), min(cells - 1, chance.randrange(2, 5)))
    start = {} if kind is Line else {cell: chance.choice(signs) for cell in pieces}
    text = "".join(start.get(cell, ".") for cell in range(cells))
    said = {"board": board, "style": style, "directions": ways if what != "graph" else board.all_ways}
    name = f"{kind.__name__} of {style} in {ways} on {what} {board.text} from {text}"
    if kind is not Line:
        said["setup"] = text
    return (
        name,
        type(f"Drawn{kind.__name__}", (kind,), said)(),
        Reference(kind, style, ways, following),
        (packed(start), "X", -1),
    )


def as_text(game: Any, state: State) -> str:
    """Return the position as the kit reads it: X is the mover where nobody else says it."""
    cells, mover = dict(state[0]), state[1]
    swap = {"X": "O", "O": "X"} if mover == "O" and not game.fixed else {}
    row = "".join(swap.get(cells.get(cell, "."), cells.get(cell, ".")) for cell in range(game.cells))
    goes_on = [f"jumps on: {game.board.names[state[2]]}"] if state[2] >= 0 else []
    return "/".join([row, *goes_on, *([f"{mover} to move"] if game.has_turn else [])])


def compare(game: Any, known: dict[State, str], interpreted: bool) -> str:
    """Return what differs, nothing where every value and the number of positions are the same."""
    solution = zermelo.solve(game, interpreted=interpreted)
    met = set()
    for state, worth in known.items():
        text = as_text(game, state)
        position = game.parse(text)
        if str(solution.value(position)) != worth:
            return f"{text} is {worth} and here {solution.value(position)}"
        met.update(game.symmetries(position))
    counted = game.size if hasattr(game, "size") else len(met)
    if solution.stats().positions != counted:
        return f"{len(met)} positions and here {solution.stats().positions}"
    return ""


def attack(count: int, seed: int, say: Say = quiet) -> Report:
    """Compare `count` games, all interpreted and some compiled."""
    report, number = Report(), 0
    while report.tried < count:
        number += 1
        name, game, reference, start = drawn_game(random.Random(f"{seed}-{number}"))
        known = reference.solve(start)
        if known is None:
            continue
        try:
            fault = compare(game, known, interpreted=True)
            if not fault and report.tried % COMPILED == COMPILED - 1:
                fault = compare(game, known, interpreted=False)
        except BadRules as error:
            fault = f"refused: {error}"
        if fault:
            report.wrong.append(f"kit {seed}-{number}, {name}: {fault}")
        else:
            report.tally[type(game).__name__.removeprefix("Drawn")] += 1
        if report.tried % 100 == 0:
            say(f"{report.tried:,} of {count:,} games, {len(report.wrong)} wrong")
    return report
