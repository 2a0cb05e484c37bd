"""Childish hackenbush: hackenbush in which nothing blue or red may be cut that holds up anything else.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 8. Green edges may be
cut all the same, as in the library of CGSuite, and then what no longer hangs together with the ground falls.
"""

from collections.abc import Iterator

from zermelo.games.hackenbush.hackenbush import Hackenbush


class ChildishHackenbush(Hackenbush):
    """Cut an edge, a blue or red one only if all others stay; no move loses, or wins where `misere`.

    Left cuts blue edges, Right red ones, either green ones. `picture` is as in hackenbush: plants joined by
    +, "BRG+B(RG)(BB)R", or the edges, where 0 is the ground: "0-1:B 1-2:R 2-0:G". `starter` is "left" or
    "right". Values are win and loss.

    >>> game = ChildishHackenbush("B(B)RB")
    >>> [game.name(game.start(), move) for move in game.moves(game.start())]
    ['B2', 'B4']
    """

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, _, end = super().how_to_play
        turn = "Left cuts a blue or green edge, Right a red or green one. "
        turn += "A blue or red edge may be cut only if nothing else falls."
        return goal, turn, end

    def moves(self, position: int) -> Iterator[int]:
        """Yield the edges that the mover may cut."""
        standing = position & self.all_edges
        green = self.cuttable_edges_by_player[0] & self.cuttable_edges_by_player[1]
        choices = standing & self.cuttable_edges_by_player[self.mover(position)]
        while choices:
            edge = choices & -choices
            choices ^= edge
            if edge & green or self.grounded_edges(standing ^ edge) == standing ^ edge:
                yield (edge - 1).bit_count()
