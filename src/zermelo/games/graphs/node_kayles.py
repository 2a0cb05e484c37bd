"""Node kayles and arc kayles: take a vertex of a graph with its neighbours, or an edge with both its ends.

Schaefer, *On the complexity of some two-person perfect-information games* (1978). On a path node kayles is
Dawson's chess, the octal game 0.137, and arc kayles is Dawson's kayles, 0.07; on a grid arc kayles is cram.
A position is the vertices that stand, as in `_vertices`.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.values import LOSS, WIN
from zermelo.games.graphs._vertex_game import ImpartialVertexGame


class NodeKayles(ImpartialVertexGame):
    """Take a vertex and all its neighbours; who cannot loses, or wins where `misere`. An impartial game.

    `graph` is a text as in col: "path 5", "cycle 6", "star 4", "complete 4", "grid 4x3" (4 columns), or the
    edges as in "1-2 2-3 3-1". Values are win and loss.
    """

    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        return (
            "Make the opponent move last." if self.misere else "Make the last move.",
            "Take a point and all points that are joined to it.",
            f"A player who cannot move {'wins' if self.misere else 'loses'}; there are no draws.",
        )

    def moves(self, position: int) -> Iterator[int]:
        """Yield the vertices that stand."""
        while position:
            yield ((position & -position) - 1).bit_count()
            position &= position - 1

    def play(self, position: int, move: int) -> int:
        return position & ~(self.neighbours[move] | 1 << move)

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def parts(self, position: int) -> Iterator[int]:
        """Yield what hangs together."""
        while position:
            part = self.find_component(position, position & -position)
            position ^= part
            yield self.canonical_part(part)

    def name(self, position: int, move: int) -> str:
        return self.vertex_name(move)


class ArcKayles(NodeKayles):
    """Take an edge with both its ends; who cannot loses, or wins where `misere`. An impartial game.

    `graph` is as in node kayles. Values are win and loss.
    """

    move_word = "edge"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, _, end = super().how_to_play
        return goal, "Take a line, the points at its ends and all lines that meet them.", end

    def moves(self, position: int) -> Iterator[int]:
        """Yield the edges of which both ends stand, by number."""
        for edge in range(len(self.edge_end_masks)):
            if position & self.edge_end_masks[edge] == self.edge_end_masks[edge]:
                yield edge

    def play(self, position: int, move: int) -> int:
        return position & ~self.edge_end_masks[move]

    @cached_property
    def edge_end_masks(self) -> tuple[int, ...]:
        """For each edge its two ends, in the order of the first and then the last."""
        return tuple(1 << first | 1 << last for first, last in sorted(self.named_graph.edges))

    def parts(self, position: int) -> Iterator[int]:
        """Yield what hangs together, but for vertices alone."""
        while position:
            part = self.find_component(position, position & -position)
            position ^= part
            if part & (part - 1):
                yield self.canonical_part(part)

    def name(self, position: int, move: int) -> str:
        first, last = sorted(self.named_graph.edges)[move]
        return f"{self.vertex_name(first)}-{self.vertex_name(last)}"
