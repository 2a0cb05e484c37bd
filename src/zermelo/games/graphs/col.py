"""Col: colour a vertex of a graph; neighbours must not have the same colour. Colin Vout's game.

Conway, *On numbers and games* (1976), chapter 8: every position of col is a number, or a number plus *.
Positions are tints of `_graph_colouring`: the neighbours of a vertex that Left colours are closed to Left.
"""

from zermelo.games.graphs._graph_colouring import GraphColouring


class Col(GraphColouring):
    """Colour a vertex beside none of your own colour; who cannot loses, or wins where `misere`.

    `graph` is a text: "path 5", "cycle 6", "star 4", "complete 4", "grid 4x3" (4 columns), or the edges as
    in "1-2 2-3 3-1". `starter` is "left" or "right". Values are win and loss.
    """

    def player_blocked_on_neighbours(self, player: int) -> int:
        return player
