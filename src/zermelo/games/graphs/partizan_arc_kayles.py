"""Partizan arc kayles: take an edge of your colour from a graph, and both its ends with it.

Aaron Siegel, *CGSuite*, its standard library; arc kayles of Schaefer (1978) with coloured edges. A position
is the vertices that stand, as in `_vertices`, and, above them, the mover. Edges are numbered in the order of
their first and then their last vertex.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.pictures.picture import Picture
from zermelo.core.parameters import WORD_BITS, choice
from zermelo.games.graphs._named_graph import check_colours
from zermelo.games.graphs._vertex_game import VertexGame

PAINT = {"l": 2, "r": 3, "e": 4}  # the sides that have these colours in a picture, as in hackenbush


class PartizanArcKayles(VertexGame, PartizanOptions):
    """Take an edge of your colour, and the vertices at its ends with all their edges; who cannot loses.

    `graph` is a text as in col: "path 5", "cycle 6", "star 4", "complete 4", "grid 4x3" (4 columns), or the
    edges as in "1-2 2-3 3-1". `colours` are those of the edges in the order of their vertices, l for Left's,
    r for Right's and e for those of either, again from the first where they are fewer. `starter` is "left"
    or "right". Values are win and loss.

    >>> game = PartizanArcKayles("path 4", "llr")
    >>> [game.name(game.start(), move) for move in game.moves(game.start())]
    ['1-2', '2-3']
    """

    colours: str = "lr"
    starter: str = choice(*STARTERS)

    most_vertices: ClassVar[int] = WORD_BITS - 1

    how_to_play = (
        "Make the last move.",
        "Take a line of your colour or a neutral one, the points at its ends and all lines that meet them.",
        "A player who cannot move loses; there are no draws.",
    )
    move_word = "edge"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_colours(self.colours, "lre", "lrre", max(1, len(self.named_graph.edges)), "edges")

    @cached_property
    def edge_vertices(self) -> tuple[tuple[int, int], ...]:
        """The two vertices of each edge."""
        return tuple(sorted(self.named_graph.edges))

    @cached_property
    def edge_colours(self) -> str:
        """The colour of each edge."""
        return "".join(self.colours[edge % len(self.colours)] for edge in range(len(self.edge_vertices)))

    @cached_property
    def edge_end_masks(self) -> tuple[int, ...]:
        """For each edge its two vertices, a bit each."""
        return tuple(1 << first | 1 << last for first, last in self.edge_vertices)

    @cached_property
    def edges_by_player(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The edges that Left may take, and those that Right may."""
        return self.edges_of_colours("le"), self.edges_of_colours("re")

    def edges_of_colours(self, colours: str) -> tuple[int, ...]:
        return tuple(edge for edge, sign in enumerate(self.edge_colours) if sign in colours)

    @cached_property
    def mover_bit(self) -> int:
        """The bit for the player to move."""
        return 1 << self.vertex_count

    def start(self) -> int:
        return self.all_vertices | self.mover_bit * STARTERS.index(self.starter)

    def mover(self, position: int) -> int:
        return position >> self.vertex_count

    def moves(self, position: int) -> Iterator[int]:
        """Yield the edges that the mover may take, of which both vertices stand."""
        for edge in self.edges_by_player[self.mover(position)]:
            if position & self.edge_end_masks[edge] == self.edge_end_masks[edge]:
                yield edge

    def play(self, position: int, move: int) -> int:
        return position & ~self.edge_end_masks[move] ^ self.mover_bit

    def with_mover(self, position: int, player: int) -> int:
        return position & self.all_vertices | player * self.mover_bit

    def parts(self, position: int) -> Iterator[int]:
        """Yield what hangs together, where it stands, but for vertices alone."""
        rest = position & self.all_vertices
        while rest:
            part = self.find_component(rest, rest & -rest)
            rest ^= part
            if part & (part - 1):
                yield part

    # Text format: o for each vertex that stands, and in the last line who moves.

    def show(self, position: int) -> str:
        signs = "".join(".o"[position >> vertex & 1] for vertex in range(self.vertex_count))
        return f"{self.rows_text(signs)}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read o for each vertex that stands, `.` for each that is gone, and who moves.

        Rows stand apart or with `/` between them. Raises `UnreadablePosition`.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        signs = self.read_rows(text, "o.", rows)
        return sum(1 << vertex for vertex, sign in enumerate(signs) if sign == "o") | mover * self.mover_bit

    def name(self, position: int, move: int) -> str:
        first, last = self.edge_vertices[move]
        return f"{self.vertex_name(first)}-{self.vertex_name(last)}"

    def depict(self, position: int) -> Picture:
        """Return the points of the graph and the edges that are left, in the colours of hackenbush."""
        mover = self.mover(position)
        picture = self.depict_vertices({}, (f"{STARTERS[mover]} to move",), mover)
        strokes = tuple(
            replace(stroke, kind="wall", side=PAINT[sign])
            for stroke, sign, ends in zip(
                picture.strokes, self.edge_colours, self.edge_end_masks, strict=True
            )
            if position & ends == ends
        )
        return replace(picture, strokes=strokes)
