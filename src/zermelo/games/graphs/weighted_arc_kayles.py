"""Weighted arc kayles: counters lie on a graph, and a move takes one from both ends of an edge.

Aaron Siegel, *CGSuite*, its standard library; with one counter everywhere it is arc kayles. A position is the
counters of all vertices, as many bits each as the most of the start needs; with up to 3 on "path 3":

    bit  0 1     2 3     4 5
         vertex 1      2       3
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import LOSS, WIN
from zermelo.games.graphs._vertex_game import VertexGame


class WeightedArcKayles(VertexGame):
    """Take a counter from both ends of an edge; who cannot loses, or wins where `misere`. An impartial game.

    `graph` is a text as in col: "path 5", "cycle 6", "star 4", "complete 4", "grid 4x3" (4 columns), or the
    edges as in "1-2 2-3 3-1". `counters` are those of the vertices in order, again from the first where they
    are fewer. Values are win and loss.

    >>> game = WeightedArcKayles("path 3", counters=(1, 2, 1))
    >>> [game.show(game.play(game.start(), move)) for move in game.moves(game.start())]
    ['0 1 1', '1 1 0']
    """

    move_word = "edge"

    counters: tuple[int, ...] = whole((2,), 0, (1 << WORD_BITS) - 1)
    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        return (
            "Make the opponent move last." if self.misere else "Make the last move.",
            "Choose a line with counters at both ends and take one from each end.",
            f"A player who cannot move {'wins' if self.misere else 'loses'}; there are no draws.",
        )

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.counters) > self.vertex_count:
            raise BadParameter(
                f"counters={self.counters!r} are more than {self.vertex_count} vertices: give one for each"
            )
        check_bits(f"a graph of {self.vertex_count} vertices", self.vertex_count * self.bits_per_vertex)

    @cached_property
    def bits_per_vertex(self) -> int:
        """The bits of a vertex."""
        return max(1, max(self.counters).bit_length())

    @cached_property
    def one_counter_on_each_end_by_edge(self) -> tuple[int, ...]:
        """For each edge, one counter on both its vertices."""
        return tuple(
            1 << first * self.bits_per_vertex | 1 << last * self.bits_per_vertex
            for first, last in sorted(self.named_graph.edges)
        )

    @cached_property
    def counter_bits_of_ends_by_edge(self) -> tuple[tuple[int, int], ...]:
        """For each edge, where the counters of its vertices lie."""
        most = (1 << self.bits_per_vertex) - 1
        return tuple(
            (most << first * self.bits_per_vertex, most << last * self.bits_per_vertex)
            for first, last in sorted(self.named_graph.edges)
        )

    def start(self) -> int:
        counters = (self.counters[vertex % len(self.counters)] for vertex in range(self.vertex_count))
        return sum(count << vertex * self.bits_per_vertex for vertex, count in enumerate(counters))

    def moves(self, position: int) -> Iterator[int]:
        """Yield the edges of which both vertices have counters, by number."""
        for edge in range(len(self.counter_bits_of_ends_by_edge)):
            first, last = self.counter_bits_of_ends_by_edge[edge]
            if position & first and position & last:
                yield edge

    def play(self, position: int, move: int) -> int:
        return position - self.one_counter_on_each_end_by_edge[move]

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def parts(self, position: int) -> Iterator[int]:
        """Yield what hangs together by vertices with counters, where it lies, but for vertices alone."""
        rest = 0
        for vertex in range(self.vertex_count):
            if self.count_counters_on_vertex(position, vertex):
                rest |= 1 << vertex
        while rest:
            part = self.find_component(rest, rest & -rest)
            rest ^= part
            if part & (part - 1):
                lying = 0
                while part:
                    vertex = ((part & -part) - 1).bit_count()
                    lying |= self.count_counters_on_vertex(position, vertex) << vertex * self.bits_per_vertex
                    part &= part - 1
                yield lying

    def count_counters_on_vertex(self, position: int, vertex: int) -> int:
        """Return the counters on a vertex."""
        return position >> vertex * self.bits_per_vertex & (1 << self.bits_per_vertex) - 1

    # Text format: the counters, a grid's in rows.

    def show(self, position: int) -> str:
        counts = [str(self.count_counters_on_vertex(position, vertex)) for vertex in range(self.vertex_count)]
        begins = range(0, self.vertex_count, self.columns)
        return "\n".join(" ".join(counts[begin : begin + self.columns]) for begin in begins)

    def parse(self, text: str) -> int:
        """Read the counters of the vertices, with blanks between, in the rows of the graph.

        Raises `UnreadablePosition`, also for more than the most of the start.
        """
        rows = [row.split() for row in split_rows(text)]
        if len(rows) != self.named_graph.rows or any(len(row) != self.columns for row in rows):
            remedy = f"write {self.named_graph.rows} rows of {self.columns} numbers"
            raise unreadable(self, text, f"it has {sum(map(len, rows))} numbers", remedy)
        position = 0
        for vertex, word in enumerate(word for row in rows for word in row):
            if not (word.isascii() and word.isdigit()) or int(word) > max(self.counters):
                remedy = f"write a number from 0 to {max(self.counters)}"
                raise unreadable(self, text, f"{word!r} is no number of counters here", remedy)
            position |= int(word) << vertex * self.bits_per_vertex
        return position

    def name(self, position: int, move: int) -> str:
        first, last = sorted(self.named_graph.edges)[move]
        return f"{self.vertex_name(first)}-{self.vertex_name(last)}"

    def depict(self, position: int) -> Picture:
        """Return the graph with the number of counters on each vertex that has some."""
        counts = {
            vertex: self.count_counters_on_vertex(position, vertex) for vertex in range(self.vertex_count)
        }
        return self.depict_vertices(
            {vertex: ("disc", None, str(count)) for vertex, count in counts.items() if count}
        )
