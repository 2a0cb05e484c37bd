"""Boards of cells and directions (ways): a way gives for each cell the next one, or none.

Squares have eight ways, hexagons six, a ring two; on a torus no way ends; points that lines join have the
ways in which lines are drawn. Everything else is defined from the ways: steps, rows, the surroundings of
groups, lines and the symmetries of the board. Cells are numbered as text shows them, by rows from the top,
and a set of cells is an integer with a bit for each, so that all of them step at once:

    0  1  2     way 0 right  1 down  2 left  3 up     {3, 4} = 0b000_011_000, a step up {0, 1} = 0b000_000_011
    3  4  5         4 right and down  5 left and down
    6  7  8         6 left and up     7 right and up

A way moves its cells by one distance or by several (a torus has two), each a mask and a shift: what
hand-written rules do on a rectangle is what comes out of it there.

Methods are lowered with the rules that call them: where the board is a constant, its tables are too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from zermelo.boards.board_symmetries import Permutation, automorphisms, find_symmetries
from zermelo.boards.pictures.picture import Mark, Place, Stroke
from zermelo.core.errors import BadParameter, BadRules

NOWHERE = -1  # the next cell where a way ends
SEVERAL = -2  # in tables of directions: more than one is nearest
MOST_NAMED = 64  # cells that a refusal names


@dataclass(frozen=True)
class Board:
    """Cells and the ways between them; made by `squares`, `hexagons`, `points` and their kin.

    `ways[way][cell]` is the next cell, -1 where there is none. `vectors` are the directions of the ways, in
    the units of the text; `sides` are the ways between cells that share a side, by default all. `text` is the
    empty board as rows of text, and `spots` are where each cell stands in it, (row, column).
    """

    ways: tuple[tuple[int, ...], ...]
    vectors: tuple[tuple[int, int], ...]
    sides: tuple[int, ...]
    names: tuple[str, ...]
    text: tuple[str, ...]
    spots: tuple[tuple[int, int], ...]
    places: tuple[Place, ...] = field(compare=False)
    strokes: tuple[Stroke, ...] = field(default=(), compare=False)
    marks: tuple[Mark, ...] = field(default=(), compare=False)
    is_graph: bool = False  # whether ways are no more than edges, which lead nowhere in particular

    @cached_property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.names)

    @cached_property
    def full(self) -> int:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def all_ways(self) -> tuple[int, ...]:
        """The ways, by number."""
        return tuple(range(len(self.ways)))

    @cached_property
    def back(self) -> tuple[int, ...]:
        """For each way, the one that leads back; -1 where there is none."""
        opposite = {vector: way for way, vector in enumerate(self.vectors)}
        return tuple(opposite.get((-down, -right), NOWHERE) for down, right in self.vectors)

    # One step of all cells at once.

    def step(self, cells: int, way: int) -> int:
        """Return the cells next to these in a way; what would leave the board is dropped."""
        if self.is_plain:
            leaving = cells & self.leavable[way]
            distance = self.distances[way]
            return leaving << distance if distance > 0 else leaving >> -distance
        found = 0
        for mask, up, down in self.shifts[way]:
            found |= (cells & mask) << up >> down
        return found

    @cached_property
    def shifts(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each way, the cells that move by one distance, and it: (mask, bits up, bits down)."""
        found = []
        for following in self.ways:
            masks: dict[int, int] = {}
            for cell, end in enumerate(following):
                if end != NOWHERE:
                    masks[end - cell] = masks.get(end - cell, 0) | 1 << cell
            found.append(
                tuple((mask, max(distance, 0), max(-distance, 0)) for distance, mask in sorted(masks.items()))
            )
        return tuple(found)

    @cached_property
    def is_plain(self) -> bool:
        """Whether each way has one distance at most."""
        return all(len(parts) <= 1 for parts in self.shifts)

    @cached_property
    def distances(self) -> tuple[int, ...]:
        """For each way, by how many bits its cells move; of a plain board."""
        return tuple(parts[0][1] - parts[0][2] if parts else 0 for parts in self.shifts)

    @cached_property
    def leavable(self) -> tuple[int, ...]:
        """For each way, the cells that have a next one."""
        return tuple(sum(mask for mask, _, _ in parts) for parts in self.shifts)

    def start_of_step(self, end: int, way: int) -> int:
        """Return the number of the cell from which a way leads to that of number `end`."""
        return end - self.distances[way] if self.is_plain else self.before[way][end]

    def start_of_path(self, end: int, way: int, length: int) -> int:
        """Return the number of the cell from which so many steps in a way lead to that of number `end`."""
        if self.is_plain:
            return end - length * self.distances[way]
        for _ in range(length):
            end = self.before[way][end]
        return end

    @cached_property
    def before(self) -> tuple[tuple[int, ...], ...]:
        """For each way and cell, the cell from which the way leads there, -1 where there is none."""
        return tuple(
            tuple(following.index(cell) if cell in following else NOWHERE for cell in range(self.cells))
            for following in self.ways
        )

    # What is beside.

    def near(self, cells: int) -> int:
        """Return the cells that share a side with any of these, some of which may do so themselves."""
        found = 0
        for way in self.sides:
            found |= self.step(cells, way)
        return found

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each cell, those that share a side with it."""
        return tuple(self._next_to(cell, self.sides) for cell in range(self.cells))

    @cached_property
    def touching(self) -> tuple[int, ...]:
        """For each cell, those one step away in any way."""
        return tuple(self._next_to(cell, self.all_ways) for cell in range(self.cells))

    def _next_to(self, cell: int, ways: tuple[int, ...]) -> int:
        found = 0
        for way in ways:
            if self.ways[way][cell] != NOWHERE:
                found |= 1 << self.ways[way][cell]
        return found

    # Groups.

    def group(self, seeds: int, men: int) -> int:
        """Return the pieces connected, side by side, to the seeds among them."""
        found = seeds & men
        fresh = found
        while fresh:
            fresh = self.near(fresh) & men & ~found
            found |= fresh
        return found

    def joins(self, men: int, begin: int, end: int) -> bool:
        """Return whether some of the pieces connect the cells of `begin` with those of `end`."""
        return self.group(begin, men) & end != 0

    def breathless(self, men: int, free: int) -> int:
        """Return the pieces whose groups have no free cell beside them: what go takes off."""
        return men & ~self.group(self.near(free), men)

    # Rows.

    def row(self, one: int, way: int, men: int) -> int:
        """Return the pieces in a row in one direction from `one`, a set of cells: that piece, the next ...

        The result is empty where no piece stands on `one`.
        """
        self.refuse_graph()
        found = 0
        here = one & men
        while here:
            found |= here
            here = self.step(here, way) & men & ~found
        return found

    def ray(self, one: int, way: int, free: int) -> int:
        """Return the free cells in a way from `one`, which is not among them, as far as they go."""
        return self.row(self.step(one, way), way, free)

    def enclosed(self, one: int, mine: int, theirs: int, ways: tuple[int, ...]) -> int:
        """Return rows of `theirs` that begin beside `one`, a set, and end at one of `mine`: as in reversi."""
        found = 0
        for way in ways:
            row = self.row(self.step(one, way), way, theirs)
            if row and self.step(row, way) & mine:
                found |= row
        return found

    def custody(self, one: int, mine: int, theirs: int) -> int:
        """Return single pieces of `theirs` between `one`, a set, and one of `mine`, side by side in a row."""
        self.refuse_graph()
        found = 0
        for way in self.sides:
            beside = self.step(one, way) & theirs
            if self.step(beside, way) & mine:
                found |= beside
        return found

    def way_to(self, start: int, end: int) -> int:
        """Return the direction that leads from one cell's number to another's in the fewest steps.

        The result is -1 where none does. Raises `BadRules` where two directions are equally near; moves of
        board games hold their direction, `way_of(move)`.

        >>> from zermelo.boards import ring
        >>> ring(6).way_to(3, 2)
        1
        """
        way = self._nearest[start][end]
        if way == SEVERAL:
            raise BadRules("way_to: several directions lead from one cell to the other: ask way_of(move)")
        return way

    def between(self, start: int, end: int) -> int:
        """Return the cells on the shortest line between two cells' numbers, a set without both; 0 for none.

        Raises `BadRules` where two lines are equally short: ask `passed_by(move)` for what a move passes.
        """
        if self._between[start][end] == SEVERAL:
            raise BadRules("between: several lines lead from one cell to the other: ask passed_by(move)")
        return self._between[start][end]

    @cached_property
    def _lines_to(self) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
        """For each two cells, the shortest lines from one to the other: (direction, the cells between)."""
        found: list[list[dict[int, list[tuple[int, int]]]]]
        found = [[{} for _ in range(self.cells)] for _ in range(self.cells)]
        for cell in range(self.cells):
            for way in self.all_ways:
                passed = 0
                for length, end in enumerate(self._along(cell, way)):
                    found[cell][end].setdefault(length, []).append((way, passed))
                    passed |= 1 << end
        return tuple(tuple(tuple(lines[min(lines)]) if lines else () for lines in row) for row in found)

    @cached_property
    def _nearest(self) -> tuple[tuple[int, ...], ...]:
        """For each two cells, the nearest direction; `NOWHERE` for none, `SEVERAL` for more than one."""
        return tuple(
            tuple(NOWHERE if not lines else lines[0][0] if len(lines) == 1 else SEVERAL for lines in row)
            for row in self._lines_to
        )

    @cached_property
    def _between(self) -> tuple[tuple[int, ...], ...]:
        """For each two cells, the cells between; `SEVERAL` where the shortest lines pass different ones."""
        return tuple(
            tuple(
                SEVERAL if len({passed for _, passed in lines}) > 1 else lines[0][1] if lines else 0
                for lines in row
            )
            for row in self._lines_to
        )

    def passed_along(self, start: int, end: int, way: int) -> int:
        """Return the cells that a line in one direction passes from one cell's number to another's, a set.

        Raises `BadRules` where the direction does not lead there.
        """
        passed = 0
        here = self.ways[way][start]
        while here != end:
            if here in (NOWHERE, start):
                raise BadRules("passed_along: the direction does not lead from one cell to the other")
            passed |= 1 << here
            here = self.ways[way][here]
        return passed

    @cached_property
    def first_alike(self) -> tuple[int, ...]:
        """For each direction, the first that leads from every cell to the same one, as on small tori."""
        return tuple(self.ways.index(following) for following in self.ways)

    def names_nearest(self, start: int, end: int, way: int) -> bool:
        """Return whether a direction is the only nearest one between two cells, those alike taken as one."""
        return {self.first_alike[line] for line, _ in self._lines_to[start][end]} == {self.first_alike[way]}

    def _along(self, cell: int, way: int) -> Iterator[int]:
        """Yield the cells in a direction from one cell, to the edge or until they repeat.

        Edges of a graph lead to the next cell alone.
        """
        end = self.ways[way][cell]
        while end not in (NOWHERE, cell):
            yield end
            end = NOWHERE if self.is_graph else self.ways[way][end]

    def refuse_graph(self) -> None:
        """Raise `BadRules` for a graph, because no edge continues another in a straight line."""
        if self.is_graph:
            raise BadRules(
                "a graph has no rows, slides or jumps, as its edges lead nowhere straight on: "
                "take steps, or a board of points()"
            )

    # Lines.

    def lines(self, length: int) -> tuple[int, ...]:
        """Return every straight line of so many cells, as the mask of its cells, once."""
        found = set()
        for cell in range(self.cells):
            for way in self.all_ways:
                line = [cell, *self._along(cell, way)][:length]
                if len(line) == length:
                    found.add(sum(1 << each for each in line))
        return tuple(sorted(found))

    def has_line(self, men: int, length: int) -> bool:
        """Return whether `length` of the pieces stand in a straight line, on a torus of different cells."""
        for way in self.forward:
            if self.rounds[way] >= length:
                line = men
                reached = 1
                while reached < length:
                    line = self.step(line, way) & men
                    reached += 1
                if line:
                    return True
        return False

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """For each direction, the most cells of a line; where lines come back, as far as they go."""
        if self.is_graph:
            return (2,) * len(self.ways)
        found = []
        for way in self.all_ways:
            lines = [[cell, *self._along(cell, way)] for cell in range(self.cells)]
            rounds = (len(line) for line in lines if self.ways[way][line[-1]] == line[0])
            found.append(min(rounds, default=self.cells))
        return tuple(found)

    @cached_property
    def forward(self) -> tuple[int, ...]:
        """One of each two opposite ways."""
        return tuple(way for way in self.all_ways if not 0 <= self.back[way] < way)

    # Sets that people speak of.

    def room(self, cells: int, ways: tuple[int, ...]) -> int:
        """Return by how many bits some cells can be moved together, as far as possible in each direction.

        The board must have no holes, and each direction one distance in bits.

        >>> from zermelo.boards import squares
        >>> squares(3, 3).room(0b110_000_000, (3, 2)), squares(3, 3).room(0b110_000_000, (0,))
        (-7, 0)
        """
        moved = 0
        for way in ways:
            while cells and cells & ~self.leavable[way] == 0:
                cells = self.step(cells, way)
                moved += self.distances[way]
        return moved

    def edge(self, way: int) -> int:
        """Return the cells at which a way ends: on squares `edge(3)` is the top row."""
        return self.full & ~self.leavable[way]

    def named(self, *names: str) -> int:
        """Return the cells of these names, as a set; raises `BadParameter` for a name that no cell has."""
        found = 0
        for name in names:
            if name not in self.names:
                known = ", ".join(map(str, self.names[:MOST_NAMED]))
                more = f" and {self.cells - MOST_NAMED} others" if self.cells > MOST_NAMED else ""
                called = f"named({', '.join(map(repr, names))})"
                raise BadParameter(
                    f"{called}: {name!r} is no cell of the board, whose cells are {known}{more}"
                )
            found |= 1 << self.names.index(name)
        return found

    def lit(self, cells: int) -> tuple[int, ...]:
        """Return the numbers of the cells of a set; for constants, as a table."""
        return tuple(cell for cell in range(self.cells) if cells >> cell & 1)

    # Text format.

    def written(self, signs: dict[int, str]) -> list[str]:
        """Return the board as rows of text, with these signs on its cells."""
        rows = [list(row) for row in self.text]
        for cell, sign in signs.items():
            row, column = self.spots[cell]
            rows[row][column] = sign
        return ["".join(row) for row in rows]

    @cached_property
    def place_of(self) -> tuple[Place, ...]:
        """For each cell, its place."""
        named = {place.name: place for place in self.places}
        return tuple(named[name] for name in self.names)

    # Symmetries.

    @cached_property
    def turns(self) -> tuple[Permutation, ...]:
        """The symmetries of the board: for each, where every cell goes; the identity first."""
        return automorphisms(self.beside) if self.is_graph else find_symmetries(self.ways, self.vectors)


def lowest(cells: int) -> int:
    """Return the number of the lowest of some cells.

    >>> lowest(0b10110)
    1
    """
    return ((cells & -cells) - 1).bit_count()


def each(cells: int) -> Iterator[int]:
    """Yield the numbers of the cells of a set, from the lowest.

    >>> list(each(0b10110))
    [1, 2, 4]
    """
    while cells:
        yield ((cells & -cells) - 1).bit_count()
        cells &= cells - 1
