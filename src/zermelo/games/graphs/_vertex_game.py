"""Graphs from which vertices are taken: those that are left are one set, a bit each; vertex 1 is bit 0.

What is joined stays together, so a set falls into parts; each is put where it comes first among its copies,
and a vertex that stands alone is put in the first place, whichever it was.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.notation.sign_grid_text import cell_name
from zermelo.boards.pictures.game_pictures import coordinate_marks_from_cell_names
from zermelo.boards.pictures.picture import Mark, Picture, Place
from zermelo.boards.pictures.picture_places import (
    build_things_on_places,
    circle_places,
    connecting_strokes,
    rectangle_cell_names,
)
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS
from zermelo.games.graphs._named_graph import NamedGraph, read_graph


class VertexGame(Game):
    """The graph, sets of its vertices, and their text and picture; a subclass defines the moves."""

    move_word = "vertex"

    graph: str = "path 5"

    most_vertices: ClassVar[int] = WORD_BITS

    def __post_init__(self) -> None:
        object.__setattr__(self, "graph", self.named_graph.text)

    @cached_property
    def named_graph(self) -> NamedGraph:
        return read_graph(self.graph, self.most_vertices)

    @cached_property
    def vertex_count(self) -> int:
        return self.named_graph.vertex_count

    @cached_property
    def all_vertices(self) -> int:
        return (1 << self.vertex_count) - 1

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        return self.named_graph.neighbours

    def start(self) -> int:
        return self.all_vertices

    def find_neighbours(self, vertices: int) -> int:
        """Return the vertices that are joined to one of these."""
        found = 0
        while vertices:
            found |= self.neighbours[((vertices & -vertices) - 1).bit_count()]
            vertices &= vertices - 1
        return found

    def find_component(self, vertices: int, seed: int) -> int:
        """Return those of the vertices that hang together with `seed`, which is among them."""
        fresh = seed
        while fresh:
            fresh = self.find_neighbours(fresh) & vertices & ~seed
            seed |= fresh
        return seed

    # Symmetries, and parts put in one place.

    @cached_property
    def automorphisms(self) -> tuple[tuple[int, ...], ...]:
        return self.named_graph.automorphisms

    def apply_symmetry(self, vertices: int, image: int) -> int:
        """Return a set of vertices where the symmetry puts it."""
        after = 0
        while vertices:
            after |= 1 << self.automorphisms[image][((vertices & -vertices) - 1).bit_count()]
            vertices &= vertices - 1
        return after

    def canonical_part(self, part: int) -> int:
        """Return the least copy of a part that the graph's symmetries and, on grids, shifts lead to."""
        first = self.move_part_to_corner(part)
        for image in range(1, len(self.automorphisms)):
            first = min(first, self.move_part_to_corner(self.apply_symmetry(part, image)))
        return first

    def move_part_to_corner(self, part: int) -> int:
        """Return a part in the upper left corner of a grid, and a single vertex in the first place."""
        if part & (part - 1) == 0:
            return part >> (part - 1).bit_count()
        while self.is_grid and part & self.first_column == 0:
            part >>= 1
        while self.is_grid and part & self.first_row == 0:
            part >>= self.columns
        return part

    @cached_property
    def is_grid(self) -> bool:
        return self.named_graph.kind in ("path", "grid")

    @cached_property
    def columns(self) -> int:
        return self.named_graph.columns

    @cached_property
    def first_row(self) -> int:
        return (1 << self.columns) - 1

    @cached_property
    def first_column(self) -> int:
        return sum(1 << row * self.columns for row in range(self.named_graph.rows))

    # Text format: a sign for each vertex, a grid's in rows.

    def rows_text(self, signs: str) -> str:
        """Return a text of one sign a vertex in the rows of the graph."""
        return "\n".join(
            signs[begin : begin + self.columns] for begin in range(0, self.vertex_count, self.columns)
        )

    def read_rows(self, text: str, signs: str, rows: list[str] | None = None) -> str:
        """Return one sign a vertex from the rows of a text; raises `UnreadablePosition`."""
        rows = split_rows(text) if rows is None else rows
        if len(rows) != self.named_graph.rows or any(len(row) != self.columns for row in rows):
            sizes = " ".join(str(len(row)) for row in rows)
            remedy = f"write {self.named_graph.rows} rows of {self.columns} characters"
            raise unreadable(self, text, f"its rows have lengths {sizes or 0}", remedy)
        for sign in "".join(rows):
            if sign not in signs:
                raise unreadable(self, text, f"{sign!r} is no vertex", f"write {' or '.join(signs)} for each")
        return "".join(rows)

    def vertex_name(self, vertex: int) -> str:
        return cell_name(vertex, self.columns) if self.named_graph.kind == "grid" else str(vertex + 1)

    def depict_vertices(
        self,
        looks: dict[int, tuple[str, int | None, str]],
        notes: tuple[str, ...] = (),
        mover: int | None = None,
    ) -> Picture:
        """Return the graph with what stands on its vertices."""
        count, kind = self.vertex_count, self.named_graph.kind
        if kind in ("grid", "path"):
            names = (
                rectangle_cell_names(self.columns, self.named_graph.rows)
                if kind == "grid"
                else self.vertex_numbers
            )
            places = tuple(
                Place(name, n % self.columns, n // self.columns, "point") for n, name in enumerate(names)
            )
        else:
            names = self.vertex_numbers
            places = circle_places(names, max(1.0, count / 5))
        if kind == "grid":
            marks = coordinate_marks_from_cell_names(names, self.columns, near=True)
        elif kind == "path":
            marks = tuple(Mark(each.name, each.x, 0.74) for each in places)
        else:
            far = 1 + 0.7 / max(1.0, count / 5)
            marks = tuple(Mark(each.name, far * each.x, far * each.y) for each in places)
        lines = connecting_strokes(places, sorted(self.named_graph.edges))
        return Picture(places, lines, build_things_on_places(places, looks.get), marks, notes, mover)

    @property
    def vertex_numbers(self) -> tuple[str, ...]:
        return tuple(str(vertex + 1) for vertex in range(self.vertex_count))


class ImpartialVertexGame(VertexGame):
    """An impartial game on the vertices that stand, o each; `misere` sets who wins without a move."""

    def show(self, position: int) -> str:
        return self.rows_text("".join(".o"[position >> vertex & 1] for vertex in range(self.vertex_count)))

    def parse(self, text: str) -> int:
        """Read o for each vertex that stands and `.` for each that is gone; rows apart or with `/` between.

        Raises `UnreadablePosition`. Any set of vertices is a position: parts of others are.
        """
        return sum(1 << vertex for vertex, sign in enumerate(self.read_rows(text, "o.")) if sign == "o")

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(len(self.automorphisms)):
            yield self.apply_symmetry(position, image)

    def depict(self, position: int) -> Picture:
        return self.depict_vertices(
            {vertex: ("disc", None, "") for vertex in range(self.vertex_count) if position >> vertex & 1}
        )
