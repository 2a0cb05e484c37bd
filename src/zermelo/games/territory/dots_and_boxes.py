"""Dots and boxes: draw an edge; who closes a box gets a point and draws again.

A position is the drawn edges with the mover above them; boxes already closed do not matter for what
is still to come, so their owners are not stored. Horizontal edges lie row by row, then the vertical
ones column by column; 2 x 2 boxes:

    + 0 + 1 +
    6   8   10      bits 0-5 horizontal, 6-11 vertical, 12 the mover (0 began)
    + 2 + 3 +
    7   9   11
    + 4 + 5 +

Laid out so, a quarter turn of the board is little more than exchanging the two halves of the word, and
the two reflections exchange whole groups of edges at once. The box on either side of an edge is one
mask to compare with.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.bitboards.delta_swap import delta_swap
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Mark, Picture, Place, Stroke, Thing
from zermelo.boards.pictures.picture_places import column_letters, row_numbers
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import UNDECIDED


class DotsAndBoxesRules(Game):
    """The rules; `DotsAndBoxes` below adds methods for searches."""

    columns: int = whole(2, 1, WORD_BITS)
    rows: int = whole(2, 1, WORD_BITS)

    scored = True

    how_to_play = (
        "Close more boxes than the opponent.",
        "Draw a line between two dots next to each other. A box that you close is a point, and you draw "
        "again.",
        "When all lines are drawn, more points win; equal points are a draw.",
    )

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows} boxes", self.edge_count + 2)

    @cached_property
    def horizontal_edge_count(self) -> int:
        return self.columns * (self.rows + 1)

    @cached_property
    def edge_count(self) -> int:
        return self.horizontal_edge_count + (self.columns + 1) * self.rows

    @cached_property
    def all_edges(self) -> int:
        return (1 << self.edge_count) - 1

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        """Yield the free edges: the horizontal ones row by row, then the vertical ones row by row."""
        free = ~position & ((1 << self.horizontal_edge_count) - 1)
        while free:
            yield ((free & -free) - 1).bit_count()
            free &= free - 1
        for row in range(self.rows):
            free = ~position & (self.first_row_edges << row)
            while free:
                yield ((free & -free) - 1).bit_count()
                free &= free - 1

    def play(self, position: int, move: int) -> int:
        drawn = position | (1 << move)
        if self.gain(position, move) == 0:
            drawn ^= 1 << self.edge_count
        return drawn

    def mover(self, position: int) -> int:
        return position >> self.edge_count

    def gain(self, position: int, move: int) -> int:
        free = ~(position | (1 << move))
        return int(free & self.box_before_edge[move] == 0) + int(free & self.box_after_edge[move] == 0)

    def outcome(self, position: int) -> int:
        if position & self.all_edges == self.all_edges:
            return 0
        return UNDECIDED

    def tier(self, position: int) -> int:
        return (position & self.all_edges).bit_count()

    # The boxes above and left of each edge, and those below and right of it, as the masks of their
    # edges; at the rim of the board a mask that is never drawn: the bit above the mover's.

    @cached_property
    def box_before_edge(self) -> tuple[int, ...]:
        return tuple(
            self.edges_of_box(
                column - (edge >= self.horizontal_edge_count), row - (edge < self.horizontal_edge_count)
            )
            for edge, (column, row) in enumerate(self.edge_coordinates)
        )

    @cached_property
    def box_after_edge(self) -> tuple[int, ...]:
        return tuple(self.edges_of_box(column, row) for column, row in self.edge_coordinates)

    @cached_property
    def edge_coordinates(self) -> tuple[tuple[int, int], ...]:
        """The column and row of each edge's upper or left dot."""
        level = [(column, row) for row in range(self.rows + 1) for column in range(self.columns)]
        upright = [(column, row) for column in range(self.columns + 1) for row in range(self.rows)]
        return (*level, *upright)

    def edges_of_box(self, column: int, row: int) -> int:
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return 1 << self.edge_count + 1
        left = self.horizontal_edge_count + column * self.rows + row
        edges = (row * self.columns + column, (row + 1) * self.columns + column, left, left + self.rows)
        return sum(1 << edge for edge in edges)

    # Symmetries. The mover's bit stays where it is.

    def symmetries(self, position: int) -> Iterator[int]:
        # One `yield` in a loop: eight in a row took twice as long for the same images.
        for image in range(8 if self.columns == self.rows else 4):
            if image == 4:
                position = self.transpose(position)
            elif image > 0:
                position = self.mirror(position) if image % 2 == 1 else self.flip(position)
            yield position

    @cached_property
    def first_column_edges(self) -> int:
        """The horizontal edges of the first column."""
        return sum(1 << row * self.columns for row in range(self.rows + 1))

    @cached_property
    def first_row_edges(self) -> int:
        """The vertical edges of the first row."""
        return sum(1 << self.horizontal_edge_count + column * self.rows for column in range(self.columns + 1))

    def mirror(self, position: int) -> int:
        for column in range(self.columns // 2):
            position = delta_swap(position, self.first_column_edges << column, self.columns - 1 - 2 * column)
        for column in range((self.columns + 1) // 2):
            mask = ((1 << self.rows) - 1) << (self.horizontal_edge_count + column * self.rows)
            position = delta_swap(position, mask, (self.columns - 2 * column) * self.rows)
        return position

    def flip(self, position: int) -> int:
        for row in range(self.rows // 2):
            position = delta_swap(position, self.first_row_edges << row, self.rows - 1 - 2 * row)
        for row in range((self.rows + 1) // 2):
            mask = ((1 << self.columns) - 1) << (row * self.columns)
            position = delta_swap(position, mask, (self.rows - 2 * row) * self.columns)
        return position

    def transpose(self, position: int) -> int:
        """Return a square board reflected in its diagonal: rows of edges become columns of edges."""
        return delta_swap(position, (1 << self.horizontal_edge_count) - 1, self.horizontal_edge_count)

    # Text format: dots, the edges between them and, in the last line, who moves. An edge is
    # named by its two dots, a1 being the upper left one.

    def show(self, position: int) -> str:
        def find_edge_sign(edge: int, drawn: str) -> str:
            return drawn if position >> edge & 1 else "."

        lines = []
        for row in range(self.rows + 1):
            across = (find_edge_sign(row * self.columns + column, "-") for column in range(self.columns))
            lines.append("+" + "+".join(across) + "+")
            if row < self.rows:
                first = self.horizontal_edge_count + row
                down = (find_edge_sign(first + column * self.rows, "|") for column in range(self.columns + 1))
                lines.append(" ".join(down))
        return "\n".join([*lines, "second" if self.mover(position) else "first"])

    def parse(self, text: str) -> int:
        """Read the board that `show` prints, its lines apart or with `/` between them.

        The last line gives the player to move, `first` or `second`. Raises `UnreadablePosition`, also where
        the mover cannot be to move.
        """
        lines = split_rows(text)
        if not lines or lines[-1] not in ("first", "second"):
            raise unreadable(
                self, text, "it does not say who moves", "write first or second in the last line"
            )
        mover = int(lines.pop() == "second")
        blank = split_rows(self.show(0))[:-1]
        if [len(line) for line in lines] != [len(line) for line in blank]:
            raise unreadable(self, text, "its size is another", "write lines like " + "/".join(blank))
        drawn = 0
        for index, (line, empty) in enumerate(zip(lines, blank, strict=True)):
            row, edge_sign = index // 2, "|" if index % 2 else "-"
            for place, (sign, free) in enumerate(zip(line, empty, strict=True)):
                if sign != free and not (free == "." and sign == edge_sign):
                    raise unreadable(
                        self,
                        text,
                        f"{sign!r} cannot stand in line {index + 1}",
                        f"write {edge_sign} or . there",
                    )
                if sign == edge_sign:
                    half = place // 2
                    across = row * self.columns + half
                    drawn |= 1 << (
                        self.horizontal_edge_count + half * self.rows + row if index % 2 else across
                    )
        below = self.box_after_edge[
            : self.horizontal_edge_count
        ]  # each box once; the masks of the rim are never drawn
        closed = sum(drawn & box == box for box in below)
        if closed < 2 and (drawn.bit_count() - closed) % 2 != mover:  # two boxes may close with one edge
            raise unreadable(
                self, text, "the other player is to move after so many edges", "change the last line"
            )
        return drawn | mover << self.edge_count

    def name(self, position: int, move: int) -> str:
        column, row = self.edge_coordinates[move]
        end = (column + 1, row) if move < self.horizontal_edge_count else (column, row + 1)
        return f"{dot_name(column, row)}-{dot_name(*end)}"

    def depict(self, position: int) -> Picture:
        dots, edges, strokes, things = [], [], [], []
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                dots.append(Place(dot_name(column, row), column, row, "point"))
        for move, (column, row) in enumerate(self.edge_coordinates):
            level = move < self.horizontal_edge_count
            x, y = (column + 1, row) if level else (column, row + 1)
            edges.append(Place(self.name(position, move), (column + x) / 2, (row + y) / 2, "bare"))
            is_drawn = position >> move & 1
            strokes.append(Stroke(column, row, x, y, "wall" if is_drawn else "faint"))
        drawn = {(stroke.x1, stroke.y1, stroke.x2, stroke.y2) for stroke in strokes if stroke.kind == "wall"}
        for row in range(self.rows):
            for column in range(self.columns):
                right, down = column + 1, row + 1
                sides = {
                    (column, row, right, row),
                    (column, down, right, down),
                    (column, row, column, down),
                    (right, row, right, down),
                }
                if sides <= drawn:
                    things.append(Thing("box", column + 0.5, row + 0.5, None))
        marks = (
            *(Mark(name, x, -0.5) for x, name in enumerate(column_letters(self.columns + 1))),
            *(Mark(name, -0.5, y) for y, name in enumerate(row_numbers(self.rows + 1))),
        )
        notes = (f"{'second' if self.mover(position) else 'first'} to move",)
        return Picture((*dots, *edges), tuple(strokes), tuple(things), marks, notes)


def dot_name(column: int, row: int) -> str:
    """Return the name of a dot: the column's letter and the row's number."""
    return f"{chr(ord('a') + column)}{row + 1}"


class DotsAndBoxes(DotsAndBoxesRules):
    """Draw an edge; a closed box is a point and the same player's next turn; most boxes win.

    The board has `columns` x `rows` boxes. Values are scores: the points still to come, the mover's
    minus the other's. Every edge is drawn in the end, so remoteness is the number of free edges.
    """

    # Methods for searches. Which boxes must be taken? Let edge e close a box, and let f be any other edge
    # that closes none, neither now nor after e. To draw f first is never better: the opponent may draw e and
    # then has the position after the mover draws e and f, but is at least one point richer instead of one
    # poorer. So f can only compete with e if f closes a box after e: the next edge of a chain, by which its
    # last two boxes (of a chain between two such ends, four) are handed over at once. A chain that is longer,
    # that leads to a box with three free edges or more, or to the rim, gives no such choice here, and its box
    # is taken outright.
    #
    # Where nothing can be taken, a player who opens a chain of three boxes or more loses the same by any of
    # its edges: the opponent takes all, or all but two, and the same edges are drawn in the end. So one edge
    # of it stands for all, unless both ends of the chain meet at one box. The same holds of a ring.

    def candidates(self, position: int) -> Iterator[int]:
        """Yield one move where a box is surely best taken by it, or all among which the best can be."""
        choices = self.candidate_edges(position)
        if choices == 0:
            choices = ~position & self.all_edges & ~self.redundant_edges(position)
        while choices:
            yield ((choices & -choices) - 1).bit_count()
            choices &= choices - 1

    def candidate_edges(self, position: int) -> int:
        """Return the edges to choose from, 0 where no box can be taken.

        One edge where it surely takes a box; else those that take one, and those that hand over two or four.
        """
        choices = 0
        for box in self.edges_of_all_boxes:
            last = box & ~position
            if last != 0 and last & (last - 1) == 0:
                beyond = self.box_across(box, last)
                free = beyond & ~position & self.all_edges
                if free.bit_count() != 2 or self.is_chain_long_behind_edge(beyond, free ^ last, position):
                    return last
                choices |= free
        return choices

    def is_chain_long_behind_edge(self, box: int, edge: int, position: int) -> bool:
        """Return whether a chain goes on behind `edge` of `box` so that its first box is surely taken."""
        beyond = self.box_across(box, edge)
        free = beyond & ~position & self.all_edges
        if free.bit_count() != 2:
            return free == edge  # a chain of three between two ends
        after = self.box_across(beyond, free ^ edge)
        return after & ~position & self.all_edges != free ^ edge  # else one of four between two ends

    def redundant_edges(self, position: int) -> int:
        """Return edges of long chains and rings that another edge stands for, where no box can be taken."""
        spare = seen = 0
        for box in self.edges_of_all_boxes:
            free = box & ~position
            if free & seen == 0 and free.bit_count() == 2:
                edges, beyond = self.follow_chain(box, free & -free, position)
                if beyond == box:
                    spare |= edges & (edges - 1)
                else:
                    other_way, other = self.follow_chain(box, free & (free - 1), position)
                    edges |= other_way
                    if edges.bit_count() > 3 and (beyond != other or beyond >> self.edge_count != 0):
                        spare |= edges & (edges - 1)
                seen |= edges
        return spare

    def follow_chain(self, box: int, edge: int, position: int) -> tuple[int, int]:
        """Return the free edges of a chain from an edge of a box on, and the box where that ends."""
        edges = edge
        beyond = self.box_across(box, edge)
        while beyond != box:
            free = beyond & ~position & self.all_edges
            if free.bit_count() != 2:
                break
            edge ^= free
            edges |= edge
            beyond = self.box_across(beyond, edge)
        return edges, beyond

    def box_across(self, box: int, edge: int) -> int:
        """Return the box on the other side of an edge, at the rim the mask that is never drawn."""
        move = (edge - 1).bit_count()
        return self.box_before_edge[move] ^ self.box_after_edge[move] ^ box

    def bounds(self, position: int) -> tuple[int, int]:
        """Return the boxes that are left, for and against the mover; who can take some does at once."""
        left = taken = 0
        for box in self.edges_of_all_boxes:
            free = (box & ~position).bit_count()
            left += int(free != 0)
            taken += int(free == 1)
        return 2 * taken - left, left

    def order(self, position: int, move: int) -> int:
        """Return how promising an edge is: boxes it closes, then edges that give nothing away."""
        closed = given = 0
        for box in (self.box_before_edge[move], self.box_after_edge[move]):
            free = (box & ~position & self.all_edges).bit_count()
            closed += int(free == 1)
            given += int(free == 2)
        return 4 * closed - given

    def estimate(self, position: int) -> int:
        """Return the boxes that can be taken at once."""
        taken = 0
        for box in self.edges_of_all_boxes:
            taken += int((box & ~position).bit_count() == 1)
        return taken

    def quiet(self, position: int) -> bool:
        """Return whether no box can be taken at once."""
        return self.estimate(position) == 0

    @cached_property
    def edges_of_all_boxes(self) -> tuple[int, ...]:
        return tuple(
            self.edges_of_box(column, row) for row in range(self.rows) for column in range(self.columns)
        )
