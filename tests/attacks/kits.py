"""Random games of the board kit, solved by it and by the same rules on dictionaries: are all values the same?

The reference knows coordinates, neighbours and signs, no bits and nothing of `zermelo.boards`. Boards are of
every kind that docs/boards.md names: squares with holes, dark squares, knights' directions, tori, rings, strips,
hexagons, rhombi, drawings of points, and graphs. Pieces step, take, slide, run, strike, push, jump on, are of two
kinds, are placed, are dropped from a hand, race to goals, or have a perfect index; a position is one word or
several, and `symmetries_kept_by_rules` may be given. Every position that play reaches is compared and read back from its text,
and how many there are; all but the first `PLAIN` games also in machine code, which takes seconds for each.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from attacks.report import Report, Say, quiet

import zermelo
from zermelo import LOSS, UNDECIDED, WIN, ZermeloError
from zermelo.boards import (
    BoardGame,
    FixedGame,
    JumpingGame,
    PlacingGame,
    Reserves,
    graph,
    hexagon,
    points,
    rhombus,
    ring,
    squares,
    strip,
)
from zermelo.boards import IndexedPieces as IndexedMen

Cells = dict[int, str]  # the sign of each cell on which a piece stands
State = tuple[
    tuple[tuple[int, str], ...], str, int
]  # pieces, who moves, the cell that jumps on or -1, or hands
HELD = 2  # the most pieces in a hand; hands are X's number and three times O's
SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
KNIGHT = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
HEX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
Goals = dict[str, set[int]]
MOST = 1_500  # positions of a game; larger ones are drawn again
PLAIN = 10  # so many games, the first, are not compiled


class Pieces(BoardGame):
    style = "step"
    directions = (0,)

    def moves(self, position):
        mine, theirs = self.pieces(position)
        free = self.full & ~(mine | theirs)
        if self.style == "step":
            yield from self.steps(mine, free, self.directions)
        elif self.style == "take":
            yield from self.steps(mine, free | theirs, self.directions)
        elif self.style == "slide":
            yield from self.slides(mine, free, self.directions)
        elif self.style == "run":
            yield from self.full_slides(mine, free, self.directions)
        elif self.style == "strike":
            yield from self.slide_captures(mine, free, theirs, self.directions)
        else:
            yield from self.steps(mine, self.full, self.directions)

    def play(self, position, move):
        mine, theirs = self.pieces(position)
        start, end = 1 << self.start_of(move), 1 << self.end_of(move)
        if self.style == "push":
            direction = self.direction_of(move)
            row = self.board.row(start, direction, mine | theirs)
            pushed = self.board.step(mine & row, direction), self.board.step(theirs & row, direction)
            return self.next_position(position, mine & ~row | pushed[0], theirs & ~row | pushed[1])
        return self.next_position(position, mine & ~start | end, theirs & ~end)

    def outcome(self, position):
        mine, theirs = self.pieces(position)
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
        mine, theirs = self.pieces(position)
        marks, free = self.marks(position), self.full & ~(mine | theirs)
        yield from self.steps(mine & ~marks, free | theirs, self.directions)
        yield from self.slides(mine & marks, free, self.directions)

    def play(self, position, move):
        mine, theirs = self.pieces(position)
        start, end = 1 << self.start_of(move), 1 << self.end_of(move)
        marks = self.marks(position)
        moved = marks & ~(start | end) | (end if marks & start else 0)
        return self.next_position_with(position, mine & ~start | end, theirs & ~end, moved, 0)


class Racing(FixedPieces):
    """Who stands on a goal of theirs wins: `zones[0]` are O's goals and `zones[1]` X's."""

    def outcome(self, position):
        mine, theirs = self.pieces(position)
        if mine == 0 or theirs & self.zones[self.side_to_move(position)]:
            return LOSS
        return WIN if theirs == 0 else UNDECIDED


class Dropping(Reserves, Pieces):
    """Pieces are dropped, or step, and what they take goes to the hand."""

    most_in_hand = (HELD,)
    hand_at_start = (1,)

    def moves(self, position):
        mine, theirs = self.pieces(position)
        yield from self.drops(position, self.empty_cells(position))
        onto = self.full & ~mine if self.style == "take" else self.full & ~(mine | theirs)
        yield from self.steps(mine, onto, self.directions)

    def play(self, position, move):
        mine, theirs = self.pieces(position)
        own, other = self.hands(position)
        end = 1 << self.end_of(move)
        if self.start_of(move) < 0:
            own -= self.one_in_hand(0)
        else:
            mine ^= 1 << self.start_of(move)
            if theirs & end and self.count_in_hand(own, 0) < HELD:
                own += self.one_in_hand(0)
        return self.next_position_with_hands(position, mine | end, theirs & ~end, 0, own, other)


class FixedDropping(Dropping, FixedGame):
    pass


class Hop(JumpingGame):
    style = "step"
    directions = (0,)

    def moves(self, position):
        _, theirs = self.pieces(position)
        men, free = self.jumping_pieces(position), self.empty_cells(position)
        yield from self.jumps(men, theirs, free, self.directions)
        if not self.continuing_piece(position):
            if self.style == "step":
                yield from self.steps(men, free, self.directions)
            elif self.style == "slide":
                yield from self.slides(men, free, self.directions)
            else:
                yield from self.full_slides(men, free, self.directions)

    def play(self, position, move):
        if self.is_jump(move):
            return self.position_after_jump(position, move, self.directions)
        mine, theirs = self.pieces(position)
        return self.next_position(
            position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs
        )


class Line(PlacingGame):
    def outcome(self, position):
        return LOSS if self.board.has_line(self.pieces(position)[1], 3) else UNDECIDED


STEPPING = (
    Pieces,
    FixedPieces,
    IndexedPieces,
    IndexedFixed,
    Racing,
    Dropping,
    FixedDropping,
)  # also on graphs
KINDS = (*STEPPING, Kinds, Hop, Hop, Line, Line)


class Drawn(NamedTuple):
    """A board: what it is, the kit's, how many cells, its directions as dictionaries, whether they go straight."""

    what: str
    board: Any
    cells: int
    following: list[dict[int, int]]
    straight: bool = True


class Reference:
    """The rules once more: `next` is for each direction a dictionary from cell to cell, `goals` are of X and O."""

    def __init__(self, kind: type, style: str, directions: tuple[int, ...], drawn: Drawn, goals: Goals):
        self.kind, self.style, self.next, self.goals = kind, style, drawn.following, goals
        self.used = [drawn.following[direction] for direction in directions]
        self.cells = range(drawn.cells)

    def line(self, cell: int, direction: dict[int, int]) -> list[int]:
        """The cells in a direction from one, itself first, until it ends or comes back."""
        found = [cell]
        while (cell := direction.get(cell, cell)) not in found:
            found.append(cell)
        return found

    def end(self, state: State) -> int | None:
        cells, mover, _ = state
        if self.kind is Hop:
            return None
        if self.kind is Line:
            theirs = {cell for cell, sign in cells if sign != mover}
            for direction in self.next:
                if any(theirs.issuperset(row[:3]) for c in theirs if len(row := self.line(c, direction)) > 2):
                    return -1
            return None
        if any(sign != mover and cell in self.goals.get(sign, ()) for cell, sign in cells):
            return -1
        mine = sum(owner(sign) == mover for _, sign in cells)
        return -1 if not mine else 1 if mine == len(cells) else None

    def after(self, state: State) -> Iterator[State]:
        pieces, mover, goes_on = state
        cells, other = dict(pieces), "O" if mover == "X" else "X"
        if self.kind is Line:
            for cell in set(self.cells) - set(cells):
                yield packed(cells | {cell: mover}), other, -1
            return
        if self.kind in (Dropping, FixedDropping):
            yield from self.dropped_kind(cells, mover, other, goes_on)
            return
        for start in [goes_on] if goes_on >= 0 else [c for c in cells if owner(cells[c]) == mover]:
            left = {cell: sign for cell, sign in cells.items() if cell != start}
            for direction in self.used:
                row = self.line(start, direction)[1:]
                if self.kind is Hop:
                    if self.jumps(cells, start, direction, other):
                        then = {cell: sign for cell, sign in left.items() if cell != row[0]} | {row[1]: mover}
                        more = any(self.jumps(then, row[1], onward, other) for onward in self.used)
                        yield packed(then), mover if more else other, row[1] if more else -1
                    if goes_on >= 0:
                        continue
                if self.kind is not Hop and self.style == "push":
                    if row:
                        yield packed(self.pushed(cells, start, direction)), other, -1
                    continue
                for end in self.ends(cells, row, cells[start], other):
                    yield packed(left | {end: cells[start]}), other, -1

    def dropped(self, cells: Cells, mover: str, other: str, hands: int) -> Iterator[State]:
        one = 1 if mover == "X" else 1 + HELD
        own = hands // one % (1 + HELD)
        if own:
            for cell in set(self.cells) - set(cells):
                yield packed(cells | {cell: mover}), other, hands - one
        for start in [cell for cell in cells if cells[cell] == mover]:
            left = {cell: sign for cell, sign in cells.items() if cell != start}
            for end in {direction[start] for direction in self.used if start in direction}:
                if end not in left and end != start:
                    yield packed(left | {end: mover}), other, hands
                elif left.get(end) == other and self.style == "take":
                    yield packed(left | {end: mover}), other, hands + (one if own < HELD else 0)

    def jumps(self, cells: Cells, start: int, direction: dict[int, int], other: str) -> bool:
        row = self.line(start, direction)
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

    def pushed(self, cells: Cells, start: int, direction: dict[int, int]) -> Cells:
        moved = []
        for cell in self.line(start, direction):
            if cell not in cells:
                break
            moved.append(cell)
        left = {cell: sign for cell, sign in cells.items() if cell not in moved}
        return left | {direction[cell]: cells[cell] for cell in moved if cell in direction}

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
            else "draw by endless play"
            for state in children
        }


def owner(sign: str) -> str:
    return "X" if sign in "XAB" else "O"


def packed(cells: Cells) -> tuple[tuple[int, str], ...]:
    return tuple(sorted(cells.items()))


def drawn_board(chance: random.Random) -> Drawn:
    """Return a board of any kind."""
    what = chance.choice(
        ("squares", "squares", "dark", "torus", "ring", "strip", "hexagon", "rhombus", "points", "graph")
    )
    if what in ("ring", "strip"):
        cells = chance.randrange(3, 8)
        there = [{c: (c + step) % cells for c in range(cells)} for step in (1, -1)]
        if what == "strip":
            there = [{c: c + step for c in range(cells) if 0 <= c + step < cells} for step in (1, -1)]
        return Drawn(what, (ring if what == "ring" else strip)(cells), cells, there)
    if what == "graph":
        cells = chance.randrange(3, 7)
        edges = {(chance.randrange(b), b) for b in range(1, cells)}
        edges |= {tuple(sorted(chance.sample(range(cells), 2))) for _ in range(chance.randrange(4))}
        board = graph([(f"{a:02}", f"{b:02}") for a, b in edges])
        number = {int(name): cell for cell, name in enumerate(board.names)}
        ways = [{number[a]: number[b]} for one, two in sorted(edges) for a, b in ((one, two), (two, one))]
        return Drawn(what, board, cells, ways, straight=False)
    if what == "points":
        return drawn_points(chance)
    if what == "hexagon":
        places = [(q, r) for r, q in product((-1, 0, 1), (-1, 0, 1)) if abs(q + r) < 2]
        return Drawn(what, hexagon(2), len(places), steps_between(places, HEX))
    columns, rows = chance.randrange(2, 5), chance.randrange(2, 4)
    places = [(x, y) for y in range(rows) for x in range(columns)]
    if what == "rhombus":
        board = rhombus(columns, rows, tight=chance.random() < 0.5)
        return Drawn(what, board, len(places), steps_between(places, HEX))
    return drawn_squares(chance, what, columns, rows)


def drawn_squares(chance: random.Random, what: str, columns: int, rows: int) -> Drawn:
    """Return a board of squares with any of its options."""
    said = {word: chance.random() < 0.3 for word in ("from_below", "chequered", "crossings", "leaping")}
    if what == "dark":
        columns, rows = columns + 1, rows + 1
    holes = chance.sample([(x, y) for y in range(rows) for x in range(columns)], chance.choice((0, 0, 1, 2)))
    names = [f"{'abcde'[x]}{rows - y if said['from_below'] else y + 1}" for x, y in holes]
    places = [
        (x, y)
        for y in range(rows)
        for x in range(columns)
        if (x, y) not in holes and not (what == "dark" and (rows - 1 - y + x) % 2)
    ]
    vectors = (SQUARE[4:] if what == "dark" else SQUARE) + (KNIGHT if said["leaping"] else ())
    wrap = (columns, rows) if what == "torus" else None
    board = squares(
        columns, rows, holes=tuple(names), around=what == "torus", dark_only=what == "dark", **said
    )
    return Drawn(what, board, len(places), steps_between(places, vectors, wrap))


def steps_between(
    places: list[Any], vectors: Any, wrap: tuple[int, int] | None = None
) -> list[dict[int, int]]:
    """Return for each vector where it leads from each cell, around the board where `wrap` is its size."""
    number = {place: cell for cell, place in enumerate(places)}
    there = []
    for right, down in vectors:
        ends = [(x + right, y + down) for x, y in places]
        if wrap is not None:
            ends = [(x % wrap[0], y % wrap[1]) for x, y in ends]
        there.append({cell: number[end] for cell, end in enumerate(ends) if end in number})
    return there


def drawn_points(chance: random.Random) -> Drawn:
    """Return points on a grid and some lines between neighbours, as a drawing."""
    columns, rows = chance.randrange(2, 4), chance.randrange(2, 4)
    places = [(x, y) for y in range(rows) for x in range(columns) if chance.random() < 0.9]
    canvas = [[" "] * (2 * columns - 1) for _ in range(2 * rows - 1)]
    for x, y in places:
        canvas[2 * y][2 * x] = "."
    edges = {}
    for (x, y), ((right, down), sign) in product(places, zip(SQUARE[:2] + SQUARE[4:6], "-|\\/", strict=True)):
        end = (x + right, y + down)
        if end in places and chance.random() < 0.7:
            edges[(x, y), (right, down)] = end
            edges[end, (-right, -down)] = (x, y)
            row, column = 2 * y + down, 2 * x + right
            canvas[row][column] = "X" if canvas[row][column] != " " else sign
    drawn = [vector for vector in SQUARE if any(vector == used for _, used in edges)]
    if not drawn:
        return drawn_points(chance)
    number = {place: cell for cell, place in enumerate(places)}
    ways = [
        {number[start]: number[end] for (start, used), end in edges.items() if used == vector}
        for vector in drawn
    ]
    straight = chance.random() < 0.8
    board = points(*map("".join, canvas), tight=chance.random() < 0.5, straight=straight)
    return Drawn("points", board, len(places), ways, straight)


def drawn_game(chance: random.Random) -> tuple[str, Any, Reference, State]:
    """Return a game, the same by reference, and its start there."""
    drawn = drawn_board(chance)
    kind = chance.choice(KINDS if drawn.straight and drawn.cells <= 9 else STEPPING)
    style = chance.choice(("step", "take", "slide", "run", "strike", "push"))
    if kind is Hop:
        style = chance.choice(("step", "slide", "run"))
    if kind in (IndexedPieces, IndexedFixed):
        style = chance.choice(("step", "slide", "run"))  # which keep the numbers of pieces
    if kind in (Kinds, Dropping, FixedDropping):
        style = chance.choice(("step", "take")) if kind is not Kinds else "take"
    count = len(drawn.following)
    ways = tuple(sorted(chance.sample(range(count), chance.randrange(1, min(count, 5) + 1))))
    if not drawn.straight:
        style = "step" if kind in (IndexedPieces, IndexedFixed) else chance.choice(("step", "take"))
        ways = tuple(range(count))
    signs = ["A", "B", "a", "b"] if kind is Kinds else ["X", "O"]
    pieces = chance.sample(range(drawn.cells), min(drawn.cells - 1, chance.randrange(2, 5)))
    start = {} if kind is Line else {cell: chance.choice(signs) for cell in pieces}
    text = "".join(start.get(cell, ".") for cell in range(drawn.cells))
    directions = (
        ways if drawn.what != "graph" else drawn.board.all_directions
    )  # it has fewer, of several edges each
    said: dict[str, Any] = {"board": drawn.board, "style": style, "directions": directions}
    if kind is not Line:
        said["setup"] = text
    goals = {sign: set(chance.sample(range(drawn.cells), 1)) for sign in "OX"} if kind is Racing else {}
    if goals:
        said["zones"] = tuple(sum(1 << cell for cell in cells) for cells in goals.values())
    if chance.random() < 0.15:
        said["symmetries_kept_by_rules"] = (tuple(range(drawn.cells)),)
    if kind not in (IndexedPieces, IndexedFixed) and chance.random() < 0.15:
        said["wide"] = True
    name = f"{kind.__name__} of {said} on {drawn.what} {drawn.board.text} from {text}"
    hands = 1 + 1 + HELD if kind in (Dropping, FixedDropping) else -1
    return (
        name.replace(repr(drawn.board), drawn.what),
        type(f"Drawn{kind.__name__}", (kind,), said)(),
        Reference(kind, style, ways, drawn, goals),
        (packed(start), "X", hands),
    )


def as_text(game: Any, state: State) -> str:
    """Return the position as the kit reads it: X is the mover where nobody else says it."""
    cells, mover = dict(state[0]), state[1]
    swap = {"X": "O", "O": "X"} if mover == "O" and not game.fixed else {}
    row = "".join(swap.get(cells.get(cell, "."), cells.get(cell, ".")) for cell in range(game.cells))
    below = []
    if isinstance(game, Reserves):
        held = {"X": state[2] % (1 + HELD), "O": state[2] // (1 + HELD)}
        below = ["in hand: " + "".join(sign * held[swap.get(sign, sign)] for sign in "XO")]
    elif state[2] >= 0:
        below = [f"jumps on: {game.board.names[state[2]]}"]
    return "/".join([row, *below, *([f"{mover} to move"] if game.has_turn else [])])


def compare(game: Any, known: dict[State, str], interpreted: bool) -> str:
    """Return what differs, nothing where every value and the number of positions are the same."""
    solution = zermelo.solve(game, interpreted=interpreted)
    met = set()
    for state, worth in known.items():
        text = as_text(game, state)
        position = game.parse(text)
        if game.parse(game.show(position)) != position:
            return f"{text} is not read back from {game.show(position)!r}"
        if str(solution.value(position)) != worth:
            return f"{text} is {worth} and here {solution.value(position)}"
        met.update(game.symmetries(position))
    counted = game.size if hasattr(game, "size") else len(met)
    if solution.stats().positions != counted:
        return f"{len(met)} positions and here {solution.stats().positions}"
    return ""


def attack(count: int, seed: int, say: Say = quiet) -> Report:
    """Compare `count` games, interpreted and compiled."""
    report, number = Report(), 0
    while report.tried < count:
        number += 1
        name, game, reference, start = drawn_game(random.Random(f"{seed}-{number}"))
        known = reference.solve(start)
        if known is None:
            continue
        try:
            fault = compare(game, known, interpreted=True)
            if not fault and report.tried >= PLAIN:
                fault = compare(game, known, interpreted=False)
        except ZermeloError as error:
            fault = f"refused: {error}"
        if fault:
            report.wrong.append(f"kit {seed}-{number}, {name}: {fault}")
        else:
            report.tally[type(game).__name__.removeprefix("Drawn")] += 1
        if report.tried % 100 == 0:
            say(f"{report.tried:,} of {count:,} games, {len(report.wrong)} wrong")
    return report
