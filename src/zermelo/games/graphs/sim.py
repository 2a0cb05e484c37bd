"""Sim: colour the edges of a complete graph in turn; a triangle of one's own colour loses.

Gustavus Simmons, *The game of SIM* (1969). A position is two sets of edges in one word, the mover's below
and the other's above, and a move swaps them. The edge between vertices i < j is bit j (j - 1) / 2 + i, the
vertices counted from 0; on four vertices:

    vertex     0  1  2                 the mover's edges in bits 0-5, the other's in bits 6-11
         1     0
         2     1  2
         3     3  4  5

Every order of the vertices is a symmetry. Numbered so, to exchange vertices i and i + 1 takes two
exchanges of bits whatever the number of vertices is: their edges to later vertices lie side by side, those
to earlier ones i bits apart. The orders are passed through by such exchanges alone (Johnson and Trotter).
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from zermelo.boards.bitboards.delta_swap import delta_swap
from zermelo.boards.bitboards.johnson_trotter import list_johnson_trotter_exchanges
from zermelo.boards.bitboards.stone_placement import StonePlacementByMover
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.notation.crosses_and_noughts_text import check_xo_counts
from zermelo.boards.pictures.picture import Mark, Picture, Place, Stroke
from zermelo.boards.pictures.picture_places import circle_places
from zermelo.core.parameters import whole
from zermelo.core.values import DRAW, UNDECIDED, WIN

MOST_VERTICES = 8  # 28 edges, 56 bits


class Sim(StonePlacementByMover):
    """Colour an edge between two vertices; a player who completes a triangle of their own colour loses.

    All edges coloured without such a triangle are a draw, which can happen on up to five vertices. Values
    are win, draw, loss.
    """

    move_word = "line"

    vertices: int = whole(6, 2, MOST_VERTICES)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        draw = "there are no draws" if self.vertices > 5 else "if nobody does, it is a draw"
        return (
            "Do not complete a triangle of your own colour.",
            "Colour a free line between two points in your colour.",
            f"The player who joins three points by lines all of their own colour loses; {draw}.",
        )

    @cached_property
    def edges(self) -> int:
        return self.vertices * (self.vertices - 1) // 2

    @cached_property
    def cells(self) -> int:
        return self.edges

    def outcome(self, position: int) -> int:
        if self.has_triangle(position >> self.edges):
            return WIN
        return DRAW if self.is_full(position) else UNDECIDED

    def has_triangle(self, edges: int) -> bool:
        return any(edges & triangle == triangle for triangle in self.triangles)

    @cached_property
    def triangles(self) -> tuple[int, ...]:
        return tuple(
            1 << edge_number_of_vertices(first, second)
            | 1 << edge_number_of_vertices(first, third)
            | 1 << edge_number_of_vertices(second, third)
            for first, second, third in combinations(range(self.vertices), 3)
        )

    # Symmetries: every order of the vertices, each one exchange of neighbours after the one before.

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        for vertex in self.vertex_swap_sequence:
            position = delta_swap(position, self.edges_to_later_vertices[vertex], 1)
            position = delta_swap(position, self.edges_to_earlier_vertices[vertex], vertex)
            yield position

    @cached_property
    def vertex_swap_sequence(self) -> tuple[int, ...]:
        return list_johnson_trotter_exchanges(self.vertices)

    @cached_property
    def edges_to_later_vertices(self) -> tuple[int, ...]:
        """For each vertex, its edges to those after the next one, in both colours."""
        return tuple(
            (1 | 1 << self.edges)
            * sum(1 << edge_number_of_vertices(vertex, other) for other in range(vertex + 2, self.vertices))
            for vertex in range(self.vertices - 1)
        )

    @cached_property
    def edges_to_earlier_vertices(self) -> tuple[int, ...]:
        """For each vertex, its edges to those before it, in both colours."""
        return tuple(
            (1 | 1 << self.edges)
            * sum(1 << edge_number_of_vertices(other, vertex) for other in range(vertex))
            for vertex in range(self.vertices - 1)
        )

    # Text format: a row for each vertex but the last, with the edges to all later ones.

    def show(self, position: int) -> str:
        signs = self.signs_of(position)
        rows = (
            "".join(
                signs.get(edge_number_of_vertices(vertex, other), ".")
                for other in range(vertex + 1, self.vertices)
            )
            for vertex in range(self.vertices - 1)
        )
        return "\n".join(" " * vertex + row for vertex, row in enumerate(rows))

    def parse(self, text: str) -> int:
        """Read a position: for each vertex but the last, a row of its edges to the later vertices.

        X is the colour of the player who began, O the other's, `.` an edge without colour. The blanks before
        a row may be left out. Raises `UnreadablePosition`, also where no play leads there.
        """
        rows = split_rows(text)
        lengths = list(range(self.vertices - 1, 0, -1))
        if [len(row) for row in rows] != lengths:
            sizes = " ".join(str(len(row)) for row in rows)
            wanted = ", ".join(map(str, lengths))
            raise unreadable(
                self, text, f"its rows have lengths {sizes or 0}", f"write rows of {wanted} characters"
            )
        colours = {"X": 0, "O": 0, ".": 0}
        for vertex, row in enumerate(rows):
            for other, sign in enumerate(row, vertex + 1):
                if sign not in colours:
                    raise unreadable(self, text, f"{sign!r} is no edge", "write X, O or . for each")
                colours[sign] |= 1 << edge_number_of_vertices(vertex, other)
        crosses, noughts = colours["X"], colours["O"]
        check_xo_counts(self, text, crosses.bit_count(), noughts.bit_count())
        position: int = self.position_of(crosses, noughts)
        self.check_end(text, position, self.has_triangle, "edge", "triangle")
        return position

    def name(self, position: int, move: int) -> str:
        later = next(
            vertex for vertex in range(1, self.vertices) if edge_number_of_vertices(0, vertex + 1) > move
        )
        return f"{move - edge_number_of_vertices(0, later) + 1}-{later + 1}"

    def depict(self, position: int) -> Picture:
        signs = self.signs_of(position)
        names = [str(vertex + 1) for vertex in range(self.vertices)]
        corners = circle_places(names, 1.9)
        places, strokes = [], []
        for later in range(1, self.vertices):
            for first in range(later):
                one, two = corners[first], corners[later]
                x, y = (3 * one.x + 2 * two.x) / 5, (3 * one.y + 2 * two.y) / 5  # not all in the middle
                places.append(Place(f"{first + 1}-{later + 1}", x, y, "bare"))
                sign = signs.get(edge_number_of_vertices(first, later))
                side = "XO".index(sign) if sign else None
                strokes.append(Stroke(one.x, one.y, two.x, two.y, "wall" if sign else "faint", side))
        marks = tuple(Mark(each.name, each.x * 1.22, each.y * 1.22) for each in corners)
        mover = self.tier(position) % 2
        return Picture((*corners, *places), tuple(strokes), (), marks, (), mover)


def edge_number_of_vertices(first: int, second: int) -> int:
    """Return the number of the edge between two vertices, `first` < `second`."""
    return second * (second - 1) // 2 + first
