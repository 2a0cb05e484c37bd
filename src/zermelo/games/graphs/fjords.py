"""Fjords: snort in which a vertex is coloured only beside one of your own colour, where the other has none.

Aaron Siegel, *CGSuite*, its standard library. Positions are tints of `_graph_colouring`. A vertex is open to
one player alone where that player has a neighbour of it. A vertex that is open to both, `.`, goes to the
first player who reaches it.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board_games.partizan_options import STARTERS
from zermelo.games.graphs._named_graph import check_colours
from zermelo.games.graphs.snort import Snort


class Fjords(Snort):
    """Colour a vertex that is open to you alone; its neighbours close to the opponent; who cannot loses.

    A player who cannot move wins where `misere`. `graph` is a text as in col: "path 5" or "grid 4x3".
    `colours` give for each vertex the player who may begin there: l for Left, r for Right, and `.` for nobody
    until a player has a neighbour of it. They repeat from the first where they are fewer than the vertices.
    `starter` is "left" or "right". Values are win and loss.

    >>> game = Fjords("path 3", colours="l.r")
    >>> [game.show(option)[:3] for option in game.options(game.start(), 0)]
    ['#LR']
    """

    colours: str = "l...r"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, _, end = super().how_to_play
        turn = "Colour a point that is yours at the start, or a neutral one beside one of your colour"
        return goal, f"{turn}; but none beside a point of the opponent's colour.", end

    def __post_init__(self) -> None:
        super().__post_init__()
        check_colours(self.colours, "lr.", "l..r", self.vertex_count, "vertices")

    @cached_property
    def starting_open_vertices(self) -> int:
        """Who may come to which vertex, at the start or later."""
        signs = [self.colours[vertex % len(self.colours)] for vertex in range(self.vertex_count)]
        left = sum(1 << vertex for vertex, sign in enumerate(signs) if sign != "r")
        right = sum(1 << vertex for vertex, sign in enumerate(signs) if sign != "l")
        return left | right << self.vertex_count

    @cached_property
    def automorphisms(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the graph that leave the start as it is."""
        every = self.named_graph.automorphisms
        return tuple(
            image
            for image in every
            if self.permuted_starting_colours(image) == self.permuted_starting_colours(every[0])
        )

    def permuted_starting_colours(self, image: tuple[int, ...]) -> tuple[int, ...]:
        """Return the tint at the start of the vertex to which each goes."""
        return tuple(
            (self.starting_open_vertices >> end & 1)
            + 2 * (self.starting_open_vertices >> self.vertex_count + end & 1)
            for end in image
        )

    def start(self) -> int:
        return self.starting_open_vertices | self.mover_bit * STARTERS.index(self.starter)

    def moves(self, position: int) -> Iterator[int]:
        """Yield the vertices that are open to the mover alone."""
        mover = self.mover(position)
        choices = self.colourable_vertices(position, mover) & ~self.colourable_vertices(position, 1 - mover)
        while choices:
            yield ((choices & -choices) - 1).bit_count()
            choices &= choices - 1

    def parts(self, position: int) -> Iterator[int]:
        """Yield the parts of snort in which somebody may begin."""
        for part in super().parts(position):
            if self.colourable_vertices(part, 0) != self.colourable_vertices(part, 1):
                yield part
