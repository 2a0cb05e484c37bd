"""Geography: players in turn move a token along the edges of a graph, and never back to where it was.

Schaefer, *On the complexity of some two-person perfect-information games* (1978); Fraenkel, Scheinerman and
Ullman, *Undirected edge geography* (1993). A move removes the vertex that it leaves, or the edge that it goes
along, or nothing: then play may cycle for ever. Where vertices are removed and every edge goes both ways, the
mover wins exactly if every maximum matching covers the token's vertex.

A position is the vertices or the edges that are left, a bit each, and above them the token's vertex.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Stroke
from zermelo.core.parameters import WORD_BITS, check_whole, choice, whole
from zermelo.core.values import LOSS, WIN
from zermelo.games.graphs._directed_graph import DirectedGraph, read_directed_graph
from zermelo.games.graphs._named_graph import NamedGraph
from zermelo.games.graphs._vertex_game import VertexGame

TAKEN = ("vertices", "edges", "nothing")
MOST = WORD_BITS - 6  # vertices or edges; the token's vertex takes six bits


class Geography(VertexGame):
    """Move the token along an edge; what it leaves, the vertex or the edge, is gone; who cannot loses.

    A player who cannot move wins where `misere`. `graph` is a text as in col, "grid 4x3" or "1-2 2-3"; some
    edges may go one way: "1>2 2>3 3-1". `first` is the number of the token's vertex at the start. `taken` is
    "vertices", "edges" or "nothing". Values are win and loss, and draw where nothing is taken and play
    cycles.
    """

    graph: str = "grid 3x3"
    first: int = whole(1, 1, MOST)
    taken: str = choice(*TAKEN)
    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        taken = {"vertices": " The point it leaves is gone.", "edges": " That line is gone.", "nothing": ""}
        one_way = " Some lines go one way only." if ">" in self.graph else ""
        return (
            f"{'Be the first player without a move' if self.misere else 'Leave the opponent no move'}.",
            f"Move the token along a line to a neighbouring point.{taken[self.taken]}{one_way}",
            f"A player who cannot move {'wins' if self.misere else 'loses'}; "
            f"{'endless play is a draw' if self.taken == 'nothing' else 'there are no draws'}.",
        )

    def __post_init__(self) -> None:
        object.__setattr__(self, "graph", self.directed_graph.text)
        check_whole("first", self.first, 1, self.directed_graph.named_graph.vertex_count)

    @cached_property
    def directed_graph(self) -> DirectedGraph:
        return read_directed_graph(self.graph, MOST, MOST if self.taken == "edges" else None)

    @cached_property
    def named_graph(self) -> NamedGraph:
        return self.directed_graph.named_graph

    @cached_property
    def outgoing_edges(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each vertex where its edges lead, and their numbers."""
        return tuple(
            tuple((to, edge) for begin, to, edge in self.directed_graph.ways if begin == vertex)
            for vertex in range(self.vertex_count)
        )

    @cached_property
    def bits_for_remaining_items(self) -> int:
        """The number of bits for the vertices or edges that are left."""
        return {"vertices": self.vertex_count, "edges": self.directed_graph.edges, "nothing": 0}[self.taken]

    @cached_property
    def is_vertex_geography(self) -> int:
        return int(self.taken == "vertices")

    @cached_property
    def is_edge_geography(self) -> int:
        return int(self.taken == "edges")

    def start(self) -> int:
        return (1 << self.bits_for_remaining_items) - 1 | self.first - 1 << self.bits_for_remaining_items

    def token_vertex(self, position: int) -> int:
        return position >> self.bits_for_remaining_items

    def moves(self, position: int) -> Iterator[int]:
        """Yield the numbers of the ways that are open, among those of the token's vertex."""
        for number, (to, edge) in enumerate(self.outgoing_edges[self.token_vertex(position)]):
            if self.is_arc_usable(position, to, edge):
                yield number

    def is_arc_usable(self, position: int, to: int, edge: int) -> bool:
        if self.is_vertex_geography:
            return position >> to & 1 == 1
        return self.is_edge_geography == 0 or position >> edge & 1 == 1

    def play(self, position: int, move: int) -> int:
        token = self.token_vertex(position)
        to, edge = self.outgoing_edges[token][move]
        left = position & (1 << self.bits_for_remaining_items) - 1
        if self.is_vertex_geography:
            left &= ~(1 << token)
        if self.is_edge_geography:
            left &= ~(1 << edge)
        return left | to << self.bits_for_remaining_items

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    # Text format: the vertices, @ for the token's, or the edges that are left and the token's vertex.

    def show(self, position: int) -> str:
        token = self.token_vertex(position)
        signs = "".join(
            "@" if vertex == token else "o" if self.is_vertex_remaining(position, vertex) else "."
            for vertex in range(self.vertex_count)
        )
        rows = self.rows_text(signs)
        if not self.is_edge_geography:
            return rows
        return (
            f"{rows}\n{''.join('.+'[position >> edge & 1] for edge in range(self.bits_for_remaining_items))}"
        )

    def is_vertex_remaining(self, position: int, vertex: int) -> bool:
        return not self.is_vertex_geography or position >> vertex & 1 == 1

    def parse(self, text: str) -> int:
        """Read @ for the token's vertex, o for others and `.` for those that are gone, in the graph's rows.

        Where edges are taken a line follows, + for each that is left and `.` for the others, in the order of
        the text of the graph, or of first and last vertex. Raises `UnreadablePosition`.
        """
        rows, edges = split_rows(text), ""
        if self.is_edge_geography and self.bits_for_remaining_items:
            rows, edges = rows[:-1], "".join(rows[-1:])
        signs = self.read_rows(text, "@o." if self.is_vertex_geography else "@o", rows)
        if signs.count("@") != 1:
            raise unreadable(self, text, f"it has {signs.count('@')} tokens", "write one @")
        left = 0
        if self.is_vertex_geography:
            left = sum(1 << vertex for vertex, sign in enumerate(signs) if sign != ".")
        if self.is_edge_geography:
            if len(edges) != self.bits_for_remaining_items or set(edges) - set("+."):
                remedy = f"write {self.bits_for_remaining_items} of + and . below"
                raise unreadable(self, text, "it does not say which edges are left", remedy)
            left = sum(1 << edge for edge, sign in enumerate(edges) if sign == "+")
        return left | signs.index("@") << self.bits_for_remaining_items

    def name(self, position: int, move: int) -> str:
        to, _ = self.outgoing_edges[self.token_vertex(position)][move]
        return self.vertex_name(to)

    def depict(self, position: int) -> Picture:
        token = self.token_vertex(position)
        looks: dict[int, tuple[str, int | None, str]] = {token: ("disc", 0, "")}
        for vertex in range(self.vertex_count):
            if vertex != token and not self.is_vertex_remaining(position, vertex):
                looks[vertex] = ("block", None, "")
        gone = (
            [edge for edge in range(self.bits_for_remaining_items) if not position >> edge & 1]
            if self.is_edge_geography
            else []
        )
        open_ways = {(begin, to) for begin, to, edge in self.directed_graph.ways if edge not in gone}
        names = {edge: f"{first + 1}-{last + 1}" for first, last, edge in reversed(self.directed_graph.ways)}
        notes = (f"gone: {', '.join(names[edge] for edge in gone)}",) if gone else ()
        picture = self.depict_vertices(looks, notes)
        strokes = []
        for begin, to in sorted(open_ways):
            if begin < to or (to, begin) not in open_ways:
                one, two = picture.places[begin], picture.places[to]
                kind = "line" if (to, begin) in open_ways else "arrow"
                strokes.append(Stroke(one.x, one.y, two.x, two.y, kind))
        return replace(picture, strokes=tuple(strokes))
