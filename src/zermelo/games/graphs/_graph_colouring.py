"""Col and snort: graphs whose vertices are coloured in turn, each player with one colour.

What was coloured does not matter for what follows, only who may still colour which vertex. So a position is
two sets of vertices, those open to Left and those open to Right, and the mover above them; on `path 4`:

    bit  0 1 2 3     open to Left          bit 8: the mover
         4 5 6 7     open to Right

That is the tint of *Winning ways*: `.` is open to both, L to Left alone, R to Right alone, and # to nobody,
because it has a colour or cannot have one any more. Equal tints are equal positions, whatever moves led to
them.

An edge matters only where colouring one end can still shut the other. Without the other edges a graph falls
into parts; each is put where it comes first, so that equal parts are equal positions.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.pictures.picture import Picture
from zermelo.core.parameters import WORD_BITS, choice
from zermelo.core.values import LOSS, WIN
from zermelo.games.graphs._vertex_game import VertexGame

TINTS = "#LR."  # by who may colour: 1 for Left and 2 for Right


class GraphColouring(VertexGame, PartizanOptions):
    """Colour a vertex that is open to you; a subclass defines to whom its neighbours close."""

    starter: str = choice(*STARTERS)
    misere: bool = False

    most_vertices: ClassVar[int] = (WORD_BITS - 1) // 2

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        whose = "your own" if self.player_blocked_on_neighbours(0) == 0 else "the opponent's"
        return (
            "Make the opponent move last." if self.misere else "Make the last move.",
            f"Colour a free point, but none beside a point of {whose} colour.",
            f"A player who cannot move {'wins' if self.misere else 'loses'}; there are no draws.",
        )

    def player_blocked_on_neighbours(self, player: int) -> int:
        """Return the player who may no longer colour the neighbours of what `player` colours."""
        raise NotImplementedError

    @cached_property
    def mover_bit(self) -> int:
        """The bit for the player to move."""
        return 1 << 2 * self.vertex_count

    def start(self) -> int:
        return (self.mover_bit - 1) | self.mover_bit * STARTERS.index(self.starter)

    def mover(self, position: int) -> int:
        return position >> 2 * self.vertex_count

    def colourable_vertices(self, position: int, player: int) -> int:
        """Return the vertices that `player` may colour."""
        return (position >> player * self.vertex_count) & self.all_vertices

    def moves(self, position: int) -> Iterator[int]:
        """Yield the vertices that the mover may colour."""
        choices = self.colourable_vertices(position, self.mover(position))
        while choices:
            yield ((choices & -choices) - 1).bit_count()
            choices &= choices - 1

    def play(self, position: int, move: int) -> int:
        shut = (1 << move | 1 << move + self.vertex_count) | (
            self.neighbours[move]
            << self.player_blocked_on_neighbours(self.mover(position)) * self.vertex_count
        )
        return position & ~shut ^ self.mover_bit

    def with_mover(self, position: int, player: int) -> int:
        return position & self.mover_bit - 1 | player * self.mover_bit

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: int) -> int:
        return 2 * self.vertex_count - (position & (self.mover_bit - 1)).bit_count()

    # Symmetries.

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(len(self.automorphisms)):
            yield self.apply_symmetry(position, image)

    def apply_symmetry(self, position: int, image: int) -> int:
        """Return the position with every vertex where the symmetry puts it."""
        after = position & self.mover_bit
        rest = self.colourable_vertices(position, 0) | self.colourable_vertices(position, 1)
        while rest:
            vertex = ((rest & -rest) - 1).bit_count()
            tint = (position >> vertex) & (1 | 1 << self.vertex_count)
            after |= tint << self.automorphisms[image][vertex]
            rest &= rest - 1
        return after

    # Parts.

    def parts(self, position: int) -> Iterator[int]:
        """Yield what an open vertex is joined to, by edges that matter, and nothing else of the graph."""
        left, right = self.colourable_vertices(position, 0), self.colourable_vertices(position, 1)
        rest = left | right
        while rest:
            part = self.find_interacting_component(rest & -rest, left, right)
            rest &= ~part
            yield self.canonical_part((left & part) | (right & part) << self.vertex_count)

    def find_interacting_component(self, part: int, left: int, right: int) -> int:
        """Return the vertices that edges which matter join to those of `part`."""
        from_left = left if self.player_blocked_on_neighbours(0) == 0 else right
        from_right = right if self.player_blocked_on_neighbours(1) == 1 else left
        fresh = part
        while fresh:
            reached = (
                self.find_neighbours(fresh & left) & from_left
                | self.find_neighbours(fresh & right) & from_right
            )
            fresh = reached & ~part
            part |= fresh
        return part

    def canonical_part(self, part: int) -> int:
        """Return the same part elsewhere on the graph, the same for all its copies that are found."""
        part = self.sort_twin_vertex_colours(part)
        first = self.move_part_to_corner(self.apply_symmetry(part, 0))
        for image in range(1, len(self.automorphisms)):
            first = min(first, self.move_part_to_corner(self.apply_symmetry(part, image)))
        return first

    def move_part_to_corner(self, part: int) -> int:
        """Return the part in the upper left corner of a grid, and a single vertex in the first place."""
        used = self.colourable_vertices(part, 0) | self.colourable_vertices(part, 1)
        if used & (used - 1) == 0:
            return part >> (used - 1).bit_count()
        while self.is_grid and used & self.first_column == 0:
            part >>= 1
            used >>= 1
        while self.is_grid and used & self.first_row == 0:
            part >>= self.columns
            used >>= self.columns
        return part

    def sort_twin_vertex_colours(self, part: int) -> int:
        """Return the part with the tints of interchangeable vertices in order, # last."""
        for twins in self.twin_classes:
            left, right = part & twins, part >> self.vertex_count & twins
            both = (left & right).bit_count()
            only_right, only_left = right.bit_count() - both, left.bit_count() - both
            part &= ~(twins | twins << self.vertex_count)
            rest = twins
            for place in range(both + only_right + only_left):
                vertex = rest & -rest
                rest ^= vertex
                if place < both + only_right:
                    part |= vertex << self.vertex_count
                if place < both or place >= both + only_right:
                    part |= vertex
        return part

    @cached_property
    def twin_classes(self) -> tuple[int, ...]:
        """The classes of vertices with the same neighbours but for each other: they may be exchanged."""
        found = []
        if self.named_graph.kind not in ("path", "cycle", "grid"):
            rest = self.all_vertices
            while rest:
                first = rest & -rest
                twins = self.twin_vertices((first - 1).bit_count())
                rest &= ~twins
                if twins != first:
                    found.append(twins)
        return tuple(found)

    def twin_vertices(self, vertex: int) -> int:
        """Return the vertices with the same neighbours as `vertex`, except each other, and `vertex`."""
        twins = 1 << vertex
        for other in range(self.vertex_count):
            both = 1 << vertex | 1 << other
            if self.neighbours[vertex] | both == self.neighbours[other] | both:
                twins |= 1 << other
        return twins

    # Text format: the tint of each vertex, and in the last line who moves.

    def show(self, position: int) -> str:
        tints = "".join(
            TINTS[(position >> vertex & 1) + 2 * (position >> self.vertex_count + vertex & 1)]
            for vertex in range(self.vertex_count)
        )
        return f"{self.rows_text(tints)}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read the tints, L, R, . for both and # for neither, and who moves.

        Rows stand apart or with `/` between them. Whether play can reach the position is not checked, because
        parts of other positions are positions too. Raises `UnreadablePosition`.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        position = mover * self.mover_bit
        for vertex, sign in enumerate(self.read_rows(text, TINTS, rows)):
            tint = TINTS.index(sign)
            position |= (tint & 1) << vertex | (tint >> 1) << self.vertex_count + vertex
        return position

    def name(self, position: int, move: int) -> str:
        return self.vertex_name(move)

    def depict(self, position: int) -> Picture:
        """Return the graph, with a ring where one player alone may colour, a block where neither."""
        rings = {1: ("ring", 0, ""), 2: ("ring", 1, ""), 0: ("block", None, "")}
        tints = {
            n: (position >> n & 1) + 2 * (position >> self.vertex_count + n & 1)
            for n in range(self.vertex_count)
        }
        looks = {vertex: rings[tint] for vertex, tint in tints.items() if tint in rings}
        mover = self.mover(position)
        picture = self.depict_vertices(looks, (f"{STARTERS[mover]} to move",), mover)
        return replace(picture, mover_shapes=("ring", "ring"))
