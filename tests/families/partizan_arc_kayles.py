from families import BRUTE_FORCE, Family, known_forms, outcomes
from families._text_boards import LeftOrRight, above
from families.col import joined
from families.node_kayles import TextStanding
from zermelo.games.graphs.partizan_arc_kayles import PartizanArcKayles


class TextArcs(LeftOrRight, TextStanding):
    def moves(self, position: str) -> list[set[int]]:
        standing, pairs = self.standing(above(position)), sorted(joined(self.game.graph), key=sorted)
        colours = self.game.colours * (len(pairs) + 1)
        return [
            pair
            for pair, colour in zip(pairs, colours, strict=False)
            if colour in ("le", "re")[self.mover(position)] and pair <= standing
        ]

    def play(self, position: str, move: set[int]) -> str:
        return self.next_turn(position, self.without(above(position), move))


FAMILY = Family(
    small=(
        PartizanArcKayles("grid 3x3"),
        PartizanArcKayles("path 8", "llrre", starter="right"),
        PartizanArcKayles("1-2 2-3 3-1 3-4 4-5 6", "lrlle"),
    ),
    larger=(PartizanArcKayles("grid 8x7", "lrr"), PartizanArcKayles("complete 20", "lre")),
    facts=outcomes(PartizanArcKayles, BRUTE_FORCE)(
        L="path 2, l; path 4, llr; path 6, lr; path 8, lre; cycle 5, lr; cycle 6, llr; "
        "grid 3x3, lr; grid 4x3, llr",
        N="path 3, lr; path 4, lr; path 5, lr; path 7, lr; star 3, lrr; grid 3x2, lr; grid 3x3, lre",
        P="cycle 4, lr; complete 4, lr; complete 5, lre",
    ),
    twin=TextArcs,
    canonical=known_forms(
        """
        partizan_arc_kayles(graph='path 4', colours='llr', starter='left')  -  1/2  -  -
        partizan_arc_kayles(graph='1-2 2-3 3-4 4-5 5-6 5-8 6-7 8-9 9-10 10-11 10-13 11-12', colours='lrlrlrleerll', starter='left')  -  {3*|2*||3/2,3/2*|1/2*}  -  -
        """
    ),
    refused=(
        (PartizanArcKayles, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (PartizanArcKayles, {"graph": "grid 9x7"}, "has 63 vertices and at most 62 fit"),
        (PartizanArcKayles, {"colours": "lxr"}, "colours='lxr' are none: write one of l, r and e"),
        (PartizanArcKayles, {"colours": "lrlrl"}, "are more than 4 edges"),
    ),
    unreadable=((PartizanArcKayles("path 3"), "oxo/left to move", "'x' is no vertex"),),
    written=(
        (PartizanArcKayles("path 5"), "ooooo/left to move", "1-2 3-4"),
        (PartizanArcKayles("path 5"), "o.ooo/right to move", "4-5"),
        (PartizanArcKayles("grid 3x2", "lre"), "ooo/o.o/right to move", "a1-a2 b1-c1 c1-c2"),
    ),
)
