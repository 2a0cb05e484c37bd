"""Boards of cells and directions: a direction gives the next cell of each cell, or none.

Squares have eight directions, hexagons six, a ring two; on a torus no direction ends; points that lines join
have the directions of the lines drawn. Steps, rows, neighbours of groups, lines and symmetries of the board
are computed from the directions. Cells are numbered as text shows them, by rows from the top, and a set of
cells is an integer with a bit for each, so that all of them step at once:

    0  1  2     direction 0 right  1 down  2 left  3 up
    3  4  5               4 right and down  5 left and down  6 left and up  7 right and up
    6  7  8     {3, 4} = 0b000_011_000, a step up {0, 1} = 0b000_000_011

A direction moves its cells by one distance or by several (a torus has two), each a mask and a shift, as in
rules written by hand for a rectangle.

Methods are lowered with the rules that call them: where the board is a constant, its tables are too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from zermelo.boards.board_symmetries import Permutation, find_automorphisms, find_symmetries
from zermelo.boards.pictures.picture import Mark, Place, Stroke
from zermelo.core.errors import BadParameter, BadRules

NOWHERE = -1  # the next cell where a direction ends
SEVERAL = -2  # in tables of directions: more than one is nearest
MOST_NAMED = 64  # cells that a refusal names


@dataclass(frozen=True)
class Board:
    """Cells and the directions between them; made by `squares`, `hexagon`, `points` and their like.

    Parameters
    ----------
    next_cells : tuple of tuple of int
        Next cell by [direction][cell], -1 where there is none.
    vectors : tuple of (int, int)
        Rows down and columns to the right of each direction, in units of the text.
    side_directions : tuple of int
        Directions between cells that share a side.
    names : tuple of str
        Names of the cells.
    text : tuple of str
        Rows of the empty board as text.
    spots : tuple of (int, int)
        Row and column of each cell in the text.
    places : tuple of Place
        Places of the cells in pictures.
    strokes : tuple of Stroke
        Lines of the board in pictures.
    marks : tuple of Mark
        Texts beside the board in pictures.
    is_graph : bool
        Whether directions are edges only, which do not continue in a straight line.
    """

    next_cells: tuple[tuple[int, ...], ...]
    vectors: tuple[tuple[int, int], ...]
    side_directions: tuple[int, ...]
    names: tuple[str, ...]
    text: tuple[str, ...]
    spots: tuple[tuple[int, int], ...]
    places: tuple[Place, ...] = field(compare=False)
    strokes: tuple[Stroke, ...] = field(default=(), compare=False)
    marks: tuple[Mark, ...] = field(default=(), compare=False)
    is_graph: bool = False  # whether directions are no more than edges, which lead nowhere in particular

    @cached_property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.names)

    @cached_property
    def full(self) -> int:
        """Set of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def all_directions(self) -> tuple[int, ...]:
        """Numbers of all directions."""
        return tuple(range(len(self.next_cells)))

    @cached_property
    def opposite(self) -> tuple[int, ...]:
        """Opposite of each direction, -1 where there is none."""
        opposite = {vector: direction for direction, vector in enumerate(self.vectors)}
        return tuple(opposite.get((-down, -right), NOWHERE) for down, right in self.vectors)

    # One step of all cells at once.

    def step(self, cells: int, direction: int) -> int:
        """Return the cells one step from these; cells at the end of the direction are dropped.

        Parameters
        ----------
        cells : int
            Set of cells.
        direction : int
            Number of the direction.

        Returns
        -------
        int
            Set of cells.
        """
        if self.has_single_shifts:
            leaving = cells & self.cells_with_next[direction]
            distance = self.distances[direction]
            return leaving << distance if distance > 0 else leaving >> -distance
        found = 0
        for mask, up, down in self.shifts[direction]:
            found |= (cells & mask) << up >> down
        return found

    @cached_property
    def shifts(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each direction, the cells that move by one distance: (mask, bits up, bits down)."""
        found = []
        for following in self.next_cells:
            masks: dict[int, int] = {}
            for cell, end in enumerate(following):
                if end != NOWHERE:
                    masks[end - cell] = masks.get(end - cell, 0) | 1 << cell
            found.append(
                tuple((mask, max(distance, 0), max(-distance, 0)) for distance, mask in sorted(masks.items()))
            )
        return tuple(found)

    @cached_property
    def has_single_shifts(self) -> bool:
        """Whether all cells move by the same number of bits, for each direction."""
        return all(len(parts) <= 1 for parts in self.shifts)

    @cached_property
    def distances(self) -> tuple[int, ...]:
        """Number of bits by which cells move in each direction, if `has_single_shifts`."""
        return tuple(parts[0][1] - parts[0][2] if parts else 0 for parts in self.shifts)

    @cached_property
    def cells_with_next(self) -> tuple[int, ...]:
        """For each direction, the cells that have a next one."""
        return tuple(sum(mask for mask, _, _ in parts) for parts in self.shifts)

    def start_of_step(self, end: int, direction: int) -> int:
        """Return the cell from which one step leads to another.

        Parameters
        ----------
        end : int
            Number of the cell reached.
        direction : int
            Number of the direction.

        Returns
        -------
        int
            Number of a cell.
        """
        return (
            end - self.distances[direction] if self.has_single_shifts else self.previous_cells[direction][end]
        )

    def start_of_path(self, end: int, direction: int, length: int) -> int:
        """Return the cell from which several steps in one direction lead to another.

        Parameters
        ----------
        end : int
            Number of the cell reached.
        direction : int
            Number of the direction.
        length : int
            Number of steps.

        Returns
        -------
        int
            Number of a cell.
        """
        if self.has_single_shifts:
            return end - length * self.distances[direction]
        for _ in range(length):
            end = self.previous_cells[direction][end]
        return end

    @cached_property
    def previous_cells(self) -> tuple[tuple[int, ...], ...]:
        """Cell before each cell, by [direction][cell]; -1 where there is none."""
        return tuple(
            tuple(following.index(cell) if cell in following else NOWHERE for cell in range(self.cells))
            for following in self.next_cells
        )

    # What is beside.

    def adjacent(self, cells: int) -> int:
        """Return the cells that share a side with any of these.

        Parameters
        ----------
        cells : int
            Set of cells.

        Returns
        -------
        int
            Set of cells, which may contain some of `cells`.
        """
        found = 0
        for direction in self.side_directions:
            found |= self.step(cells, direction)
        return found

    @cached_property
    def adjacent_by_cell(self) -> tuple[int, ...]:
        """For each cell, the set of cells that share a side with it."""
        return tuple(self._cells_beside(cell, self.side_directions) for cell in range(self.cells))

    @cached_property
    def touching_by_cell(self) -> tuple[int, ...]:
        """For each cell, the set of cells one step away in any direction."""
        return tuple(self._cells_beside(cell, self.all_directions) for cell in range(self.cells))

    def _cells_beside(self, cell: int, directions: tuple[int, ...]) -> int:
        found = 0
        for direction in directions:
            if self.next_cells[direction][cell] != NOWHERE:
                found |= 1 << self.next_cells[direction][cell]
        return found

    # Groups.

    def group(self, seeds: int, pieces: int) -> int:
        """Return the pieces connected to some seeds, side by side.

        Parameters
        ----------
        seeds : int
            Set of cells to begin at.
        pieces : int
            Set of cells with a piece.

        Returns
        -------
        int
            Set of the connected pieces, the seeds that are pieces among them.
        """
        found = seeds & pieces
        fresh = found
        while fresh:
            fresh = self.adjacent(fresh) & pieces & ~found
            found |= fresh
        return found

    def connects(self, pieces: int, begin: int, end: int) -> bool:
        """Return whether pieces connect two sets of cells.

        Parameters
        ----------
        pieces : int
            Set of cells with a piece.
        begin, end : int
            Sets of cells, such as two edges.

        Returns
        -------
        bool
            True if a group of pieces contains a cell of each.
        """
        return self.group(begin, pieces) & end != 0

    def without_liberties(self, pieces: int, free: int) -> int:
        """Return the pieces of groups that have no free cell beside them, which go removes.

        Parameters
        ----------
        pieces : int
            Set of cells with a piece.
        free : int
            Set of free cells.

        Returns
        -------
        int
            Set of pieces.
        """
        return pieces & ~self.group(self.adjacent(free), pieces)

    # Rows.

    def row(self, one: int, direction: int, pieces: int) -> int:
        """Return the pieces in an unbroken row from one cell, in one direction.

        Parameters
        ----------
        one : int
            Set with the first cell.
        direction : int
            Number of the direction.
        pieces : int
            Set of cells with a piece.

        Returns
        -------
        int
            Set of pieces, the first among them; empty if no piece stands on `one`.
        """
        self.refuse_graph()
        found = 0
        here = one & pieces
        while here:
            found |= here
            here = self.step(here, direction) & pieces & ~found
        return found

    def ray(self, one: int, direction: int, free: int) -> int:
        """Return the free cells from one cell in one direction, up to the first that is not free.

        Parameters
        ----------
        one : int
            Set with one cell, which is not in the result.
        direction : int
            Number of the direction.
        free : int
            Set of free cells.

        Returns
        -------
        int
            Set of cells.
        """
        return self.row(self.step(one, direction), direction, free)

    def outflanked(self, one: int, mine: int, theirs: int, directions: tuple[int, ...]) -> int:
        """Return the opponent's rows that begin beside a cell and end at a piece of the mover, as in reversi.

        Parameters
        ----------
        one : int
            Set with the cell of the new piece.
        mine, theirs : int
            Pieces of the mover and of the opponent.
        directions : tuple of int
            Directions to look in.

        Returns
        -------
        int
            Set of the opponent's pieces.
        """
        found = 0
        for direction in directions:
            row = self.row(self.step(one, direction), direction, theirs)
            if row and self.step(row, direction) & mine:
                found |= row
        return found

    def custodial_captures(self, one: int, mine: int, theirs: int) -> int:
        """Return the opponent's single pieces between a cell and another piece of the mover.

        Parameters
        ----------
        one : int
            Set with the cell of the piece that moved.
        mine, theirs : int
            Pieces of the mover and of the opponent.

        Returns
        -------
        int
            Set of the opponent's pieces.
        """
        self.refuse_graph()
        found = 0
        for direction in self.side_directions:
            beside = self.step(one, direction) & theirs
            if self.step(beside, direction) & mine:
                found |= beside
        return found

    def direction_to(self, start: int, end: int) -> int:
        """Return the direction that leads from one cell to another in the fewest steps.

        Moves of board games hold their direction: see `direction_of`.

        Parameters
        ----------
        start, end : int
            Numbers of the cells.

        Returns
        -------
        int
            Number of the direction, -1 if none leads there.

        Raises
        ------
        BadRules
            If two directions are equally near.

        Examples
        --------
        >>> from zermelo.boards import ring
        >>> ring(6).direction_to(3, 2)
        1
        """
        direction = self._nearest_direction_by_cells[start][end]
        if direction == SEVERAL:
            raise BadRules(
                "direction_to: several directions lead from one cell to the other: ask direction_of(move)"
            )
        return direction

    def between(self, start: int, end: int) -> int:
        """Return the cells on the shortest line between two cells.

        Parameters
        ----------
        start, end : int
            Numbers of the cells.

        Returns
        -------
        int
            Set of cells without both ends; empty if no line joins them.

        Raises
        ------
        BadRules
            If two lines are equally short: `passed_cells` of a move tells them apart.
        """
        if self._cells_between_by_ends[start][end] == SEVERAL:
            raise BadRules("between: several lines lead from one cell to the other: ask passed_cells(move)")
        return self._cells_between_by_ends[start][end]

    @cached_property
    def _shortest_lines_by_cells(self) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
        """For each two cells, the shortest lines from one to the other: (direction, the cells between)."""
        found: list[list[dict[int, list[tuple[int, int]]]]]
        found = [[{} for _ in range(self.cells)] for _ in range(self.cells)]
        for cell in range(self.cells):
            for direction in self.all_directions:
                passed = 0
                for length, end in enumerate(self._yield_cells_along(cell, direction)):
                    found[cell][end].setdefault(length, []).append((direction, passed))
                    passed |= 1 << end
        return tuple(tuple(tuple(lines[min(lines)]) if lines else () for lines in row) for row in found)

    @cached_property
    def _nearest_direction_by_cells(self) -> tuple[tuple[int, ...], ...]:
        """For each two cells, the nearest direction; `NOWHERE` for none, `SEVERAL` for more than one."""
        return tuple(
            tuple(NOWHERE if not lines else lines[0][0] if len(lines) == 1 else SEVERAL for lines in row)
            for row in self._shortest_lines_by_cells
        )

    @cached_property
    def _cells_between_by_ends(self) -> tuple[tuple[int, ...], ...]:
        """For each two cells, the cells between; `SEVERAL` where the shortest lines pass different ones."""
        return tuple(
            tuple(
                SEVERAL if len({passed for _, passed in lines}) > 1 else lines[0][1] if lines else 0
                for lines in row
            )
            for row in self._shortest_lines_by_cells
        )

    def passed_cells(self, start: int, end: int, direction: int) -> int:
        """Return the cells that a line in one direction passes between two cells.

        Parameters
        ----------
        start, end : int
            Numbers of the cells.
        direction : int
            Number of the direction.

        Returns
        -------
        int
            Set of cells without both ends.

        Raises
        ------
        BadRules
            If the direction does not lead there.
        """
        passed = 0
        here = self.next_cells[direction][start]
        while here != end:
            if here in (NOWHERE, start):
                raise BadRules("passed_cells: the direction does not lead from one cell to the other")
            passed |= 1 << here
            here = self.next_cells[direction][here]
        return passed

    @cached_property
    def canonical_directions(self) -> tuple[int, ...]:
        """For each direction, the first with the same next cells, as several have on small tori."""
        return tuple(self.next_cells.index(following) for following in self.next_cells)

    def is_only_nearest(self, start: int, end: int, direction: int) -> bool:
        """Return whether a direction is the only shortest one between two cells.

        Parameters
        ----------
        start, end : int
            Numbers of the cells.
        direction : int
            Number of the direction.

        Returns
        -------
        bool
            Directions with the same next cells count as one.
        """
        return {self.canonical_directions[line] for line, _ in self._shortest_lines_by_cells[start][end]} == {
            self.canonical_directions[direction]
        }

    def _yield_cells_along(self, cell: int, direction: int) -> Iterator[int]:
        """Yield the cells in a direction from one cell, to the edge or until they repeat.

        Edges of a graph lead to the next cell alone.
        """
        end = self.next_cells[direction][cell]
        while end not in (NOWHERE, cell):
            yield end
            end = NOWHERE if self.is_graph else self.next_cells[direction][end]

    def refuse_graph(self) -> None:
        """Raise `BadRules` for a graph, because no edge continues another in a straight line."""
        if self.is_graph:
            raise BadRules(
                "a graph has no rows, slides or jumps, as its edges lead nowhere straight on: "
                "take steps, or a board of points()"
            )

    # Lines.

    def lines(self, length: int) -> tuple[int, ...]:
        """Return all straight lines of a length.

        Parameters
        ----------
        length : int
            Number of cells.

        Returns
        -------
        tuple of int
            Set of the cells of each line, ascending.
        """
        found = set()
        for cell in range(self.cells):
            for direction in self.all_directions:
                line = [cell, *self._yield_cells_along(cell, direction)][:length]
                if len(line) == length:
                    found.add(sum(1 << each for each in line))
        return tuple(sorted(found))

    def has_line(self, pieces: int, length: int) -> bool:
        """Return whether pieces form a straight line.

        Parameters
        ----------
        pieces : int
            Set of cells with a piece.
        length : int
            Number of pieces in a line; on a torus of different cells.

        Returns
        -------
        bool
            True if there is one.
        """
        for direction in self.line_directions:
            if self.longest_line_lengths[direction] >= length:
                line = pieces
                reached = 1
                while reached < length:
                    line = self.step(line, direction) & pieces
                    reached += 1
                if line:
                    return True
        return False

    @cached_property
    def longest_line_lengths(self) -> tuple[int, ...]:
        """For each direction, the most different cells that a line can have."""
        if self.is_graph:
            return (2,) * len(self.next_cells)
        found = []
        for direction in self.all_directions:
            lines = [[cell, *self._yield_cells_along(cell, direction)] for cell in range(self.cells)]
            rounds = (len(line) for line in lines if self.next_cells[direction][line[-1]] == line[0])
            found.append(min(rounds, default=self.cells))
        return tuple(found)

    @cached_property
    def line_directions(self) -> tuple[int, ...]:
        """One of each two opposite directions."""
        return tuple(
            direction for direction in self.all_directions if not 0 <= self.opposite[direction] < direction
        )

    # Sets that people speak of.

    def shift_to_edges(self, cells: int, directions: tuple[int, ...]) -> int:
        """Return the number of bits by which cells move together as far as possible in each direction.

        The board must have no holes, and each direction one distance in bits.

        Parameters
        ----------
        cells : int
            Set of cells.
        directions : tuple of int
            Directions, one after the other.

        Returns
        -------
        int
            Number of bits, negative for moves to lower cells.

        Examples
        --------
        >>> from zermelo.boards import squares
        >>> squares(3, 3).shift_to_edges(0b110_000_000, (3, 2))
        -7
        """
        moved = 0
        for direction in directions:
            while cells and cells & ~self.cells_with_next[direction] == 0:
                cells = self.step(cells, direction)
                moved += self.distances[direction]
        return moved

    def edge(self, direction: int) -> int:
        """Return the cells at which a direction ends: on squares `edge(3)` is the top row.

        Parameters
        ----------
        direction : int
            Number of the direction.

        Returns
        -------
        int
            Set of cells.
        """
        return self.full & ~self.cells_with_next[direction]

    def cells_named(self, *names: str) -> int:
        """Return the cells with some names.

        Parameters
        ----------
        *names : str
            Names of cells.

        Returns
        -------
        int
            Set of cells.

        Raises
        ------
        BadParameter
            If no cell has one of the names.
        """
        found = 0
        for name in names:
            if name not in self.names:
                known = ", ".join(map(str, self.names[:MOST_NAMED]))
                more = f" and {self.cells - MOST_NAMED} others" if self.cells > MOST_NAMED else ""
                called = f"cells_named({', '.join(map(repr, names))})"
                raise BadParameter(
                    f"{called}: {name!r} is no cell of the board, whose cells are {known}{more}"
                )
            found |= 1 << self.names.index(name)
        return found

    def cell_numbers(self, cells: int) -> tuple[int, ...]:
        """Return the numbers of the cells of a set; a table in compiled rules if the set is constant.

        Parameters
        ----------
        cells : int
            Set of cells.

        Returns
        -------
        tuple of int
            Numbers, ascending.
        """
        return tuple(cell for cell in range(self.cells) if cells >> cell & 1)

    # Text format.

    def text_rows(self, signs: dict[int, str]) -> list[str]:
        """Return the board as rows of text.

        Parameters
        ----------
        signs : dict of int to str
            Sign of each cell that is not empty.

        Returns
        -------
        list of str
            Rows from the top.
        """
        rows = [list(row) for row in self.text]
        for cell, sign in signs.items():
            row, column = self.spots[cell]
            rows[row][column] = sign
        return ["".join(row) for row in rows]

    @cached_property
    def place_by_cell(self) -> tuple[Place, ...]:
        """For each cell, its place in pictures."""
        named = {place.name: place for place in self.places}
        return tuple(named[name] for name in self.names)

    # Symmetries.

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Symmetries of the board: for each, where every cell goes; the identity first."""
        return (
            find_automorphisms(self.adjacent_by_cell)
            if self.is_graph
            else find_symmetries(self.next_cells, self.vectors)
        )


def lowest(cells: int) -> int:
    """Return the lowest cell of a set.

    Parameters
    ----------
    cells : int
        Set of cells, not empty.

    Returns
    -------
    int
        Number of the cell.

    Examples
    --------
    >>> lowest(0b10110)
    1
    """
    return ((cells & -cells) - 1).bit_count()


def each(cells: int) -> Iterator[int]:
    """Yield the cells of a set.

    Parameters
    ----------
    cells : int
        Set of cells.

    Yields
    ------
    int
        Number of a cell, from the lowest.

    Examples
    --------
    >>> list(each(0b10110))
    [1, 2, 4]
    """
    while cells:
        yield ((cells & -cells) - 1).bit_count()
        cells &= cells - 1
