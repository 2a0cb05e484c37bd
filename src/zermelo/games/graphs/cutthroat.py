"""Cutthroat: take a vertex of your own colour from a graph; what hangs together in one colour goes with it.

McCurdy and Nowakowski, *Cutthroat, an all-small game on graphs* (Integers 5(2), 2005); Albert, Nowakowski
and Wolfe, *Lessons in play* (2007). Wherever one player can move, so can the other: all values are
infinitesimal. A position is the vertices that stand and, above them, the mover.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture
from zermelo.core.parameters import WORD_BITS, choice
from zermelo.games.graphs._named_graph import check_colours
from zermelo.games.graphs._vertex_game import VertexGame


class Cutthroat(VertexGame, PartizanOptions):
    """Take a vertex of your colour; then all that hangs together in one colour goes; who cannot loses.

    `graph` is a text as in col: "path 5", "cycle 6", "star 4", "complete 4", "grid 4x3" (4 columns), or the
    edges as in "1-2 2-3 3-1". `colours` are those of the vertices in order, l for Left's, r for Right's and e
    for those of either, again from the first where they are fewer. `starter` is "left" or "right". Values are
    win and loss.

    >>> game = Cutthroat("path 4", "lrrl")
    >>> [game.show(option)[:4] for option in game.options(game.start(), 1)]
    ['..rl', 'lr..']
    """

    colours: str = "lr"
    starter: str = choice(*STARTERS)

    most_vertices: ClassVar[int] = WORD_BITS - 1

    how_to_play = (
        "Make the last move.",
        "Take a point of your colour or a neutral one. Then every connected group of a single colour "
        "goes, lone points included.",
        "A player who cannot move loses; there are no draws.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_colours(self.colours, "lre", "lrre", self.vertex_count, "vertices")

    @cached_property
    def vertex_colours(self) -> str:
        """The colour of each vertex."""
        return "".join(self.colours[vertex % len(self.colours)] for vertex in range(self.vertex_count))

    @cached_property
    def vertices_by_colour(self) -> tuple[int, int, int]:
        """The vertices of Left's colour, of Right's, and of neither's."""
        left, right, either = (
            sum(1 << vertex for vertex, sign in enumerate(self.vertex_colours) if sign == colour)
            for colour in "lre"
        )
        return left, right, either

    @cached_property
    def mover_bit(self) -> int:
        """The bit for the player to move."""
        return 1 << self.vertex_count

    def start(self) -> int:
        return self.vertices_in_mixed_components(self.all_vertices) | self.mover_bit * STARTERS.index(
            self.starter
        )

    def mover(self, position: int) -> int:
        return position >> self.vertex_count

    def moves(self, position: int) -> Iterator[int]:
        """Yield the vertices that the mover may take."""
        choices = position & (self.vertices_by_colour[self.mover(position)] | self.vertices_by_colour[2])
        while choices:
            yield ((choices & -choices) - 1).bit_count()
            choices &= choices - 1

    def play(self, position: int, move: int) -> int:
        standing = self.vertices_in_mixed_components(position & self.all_vertices & ~(1 << move))
        return standing | (position & self.mover_bit) ^ self.mover_bit

    def vertices_in_mixed_components(self, vertices: int) -> int:
        """Return those of the vertices that hang together with another colour."""
        rest, standing = vertices, 0
        while rest:
            part = self.find_component(rest, rest & -rest)
            rest ^= part
            if not self.is_single_coloured(part):
                standing |= part
        return standing

    def is_single_coloured(self, vertices: int) -> bool:
        left, right, either = self.vertices_by_colour
        return vertices & ~left == 0 or vertices & ~right == 0 or vertices & ~either == 0

    def with_mover(self, position: int, player: int) -> int:
        return position & self.all_vertices | player * self.mover_bit

    def parts(self, position: int) -> Iterator[int]:
        """Yield what hangs together, where it stands."""
        rest = position & self.all_vertices
        while rest:
            part = self.find_component(rest, rest & -rest)
            rest ^= part
            yield part

    # Text format: the colours of those that stand, and in the last line who moves.

    def vertex_signs(self, position: int) -> str:
        return "".join(sign if position >> n & 1 else "." for n, sign in enumerate(self.vertex_colours))

    def show(self, position: int) -> str:
        return f"{self.rows_text(self.vertex_signs(position))}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read the colours of the vertices that stand, `.` for those that are gone, and who moves.

        Rows stand apart or with `/` between them. Raises `UnreadablePosition`, also for another colour than a
        vertex has, and where what hangs together is of one colour.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        signs = self.read_rows(text, "lre.", rows)
        for vertex, (sign, colour) in enumerate(zip(signs, self.vertex_colours, strict=True)):
            if sign not in (colour, "."):
                remedy = f"write {colour} or . there"
                raise unreadable(self, text, f"vertex {self.vertex_name(vertex)} is no {sign}", remedy)
        standing = sum(1 << vertex for vertex, sign in enumerate(signs) if sign != ".")
        if self.vertices_in_mixed_components(standing) != standing:
            raise unreadable(
                self, text, "some hang together in one colour", "write . for them, as they are gone"
            )
        return standing | mover * self.mover_bit

    def name(self, position: int, move: int) -> str:
        return self.vertex_name(move)

    def depict(self, position: int) -> Picture:
        """Return the graph with Left's discs, Right's, and those of either."""
        sides = {"l": 0, "r": 1, "e": None}
        mover = self.mover(position)
        looks = {
            n: ("disc", sides[sign], "") for n, sign in enumerate(self.vertex_signs(position)) if sign != "."
        }
        return self.depict_vertices(looks, (f"{STARTERS[mover]} to move",), mover)
