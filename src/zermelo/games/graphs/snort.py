"""Snort: colour a vertex of a graph; neighbours must not have different colours. Simon Norton's game.

Bulls and cows that must not be in fields side by side: Conway, *On numbers and games* (1976), chapter 8.
Positions are tints of `_graph_colouring`: the neighbours of a vertex that Left colours are closed to Right.
"""

from zermelo.games.graphs._graph_colouring import GraphColouring


class Snort(GraphColouring):
    """Colour a vertex beside none of the other's colour; who cannot loses, or wins where `misere`.

    `graph` is a text: "path 5", "cycle 6", "star 4", "complete 4", "grid 4x3" (4 columns), or the edges as
    in "1-2 2-3 3-1". `starter` is "left" or "right". Values are win and loss.
    """

    def player_blocked_on_neighbours(self, player: int) -> int:
        return 1 - player
