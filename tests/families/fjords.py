from functools import partial

from families import BRUTE_FORCE, Family, outcomes
from families._text_boards import above, wrapped
from families.col import TextColouring
from zermelo.games.graphs.fjords import Fjords


class TextFjords(TextColouring):
    """Snort, in which nobody colours a vertex that both may."""

    def board(self) -> str:
        blank = super().board()
        columns = blank.find("\n") if "\n" in blank else len(blank)
        return wrapped((self.game.colours * len(blank))[: blank.count(".")].upper(), columns)

    def moves(self, position: str) -> list[int]:
        tints = above(position).replace("\n", "")
        return [vertex for vertex in super().moves(position) if tints[vertex] != "."]


FAMILY = Family(
    small=(
        Fjords(graph="grid 3x3", colours="l.......r"),
        Fjords(graph="cycle 8", colours="l..r....", starter="right"),
        Fjords(graph="star 5", colours=".lrl.r", misere=True),
        Fjords(graph="1-2 2-3 3-1 3-4 4-5 6", colours="l...r."),
    ),
    larger=(Fjords(graph="grid 6x5", colours="l....r..."), Fjords(graph="path 31", colours="l.....r...")),
    facts=outcomes(
        lambda graph, colours, starter: Fjords(graph, starter=starter, colours=colours), BRUTE_FORCE
    )(
        L="path 1, l; path 5, l..",
        N="path 2, lr; path 3, lrl; path 4, l..r; path 6, l....r; path 7, l..r..l; "
        "cycle 7, l..r...; star 4, l...r; complete 5, l...r; complete 4, lr..; "
        "grid 3x2, l....r; grid 4x3, l..........r",
        P="path 3, l.r; path 5, l...r; path 7, l.....r; cycle 6, l..r..; star 4, .lrrl; "
        "grid 3x3, l.......r; grid 3x3, l.r......",
    ),
    twin=partial(TextFjords, shut="theirs"),
    refused=(
        (Fjords, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (Fjords, {"colours": "lxr"}, "colours='lxr' are none: write one of l, r and ."),
        (Fjords, {"colours": "l....r"}, "are more than 5 vertices"),
    ),
    unreadable=((Fjords(), "L...l/left to move", "'l' is no vertex"),),
    written=(
        (Fjords(), "L.R.#/left to move", "1"),
        (Fjords(), "LR.RR/right to move", "2 4 5"),
        (Fjords(graph="grid 3x2", colours="l....r"), "L../R.L/left to move", "a1 c2"),
    ),
)
