from families import BRUTE_FORCE, Family, outcomes
from families._text_boards import LeftOrRight, above, replaced, wrapped
from families.col import joined, size_of_text
from zermelo.games.graphs.cutthroat import Cutthroat


class TextCutthroat(LeftOrRight):
    def board(self) -> str:
        rows, columns = size_of_text(self.game.graph)
        return self.left((self.game.colours * (rows * columns))[: rows * columns])

    def left(self, signs: str) -> str:
        """Return the rows without what hangs together in one colour: groups of vertices grow pair by pair."""
        group = {vertex: {vertex} for vertex, sign in enumerate(signs) if sign != "."}
        for first, last in joined(self.game.graph):
            if first in group and last in group:
                both = group[first] | group[last]
                group |= dict.fromkeys(both, both)
        text = "".join(
            sign if len({signs[other] for other in group.get(vertex, ())}) > 1 else "."
            for vertex, sign in enumerate(signs)
        )
        return wrapped(text, size_of_text(self.game.graph)[1])

    def moves(self, position: str) -> list[int]:
        signs = above(position).replace("\n", "")
        return [vertex for vertex, sign in enumerate(signs) if sign in ("le", "re")[self.mover(position)]]

    def play(self, position: str, vertex: int) -> str:
        signs = above(position).replace("\n", "")
        return self.next_turn(position, self.left(replaced(signs, vertex, ".")))


FAMILY = Family(
    small=(
        Cutthroat("grid 3x3"),
        Cutthroat("path 8", "llrre", starter="right"),
        Cutthroat("1-2 2-3 3-1 3-4 4-5 6", "lrlle"),
    ),
    larger=(Cutthroat("grid 8x7", "lrr"), Cutthroat("complete 20", "lre")),
    facts=outcomes(Cutthroat, BRUTE_FORCE)(
        L="path 9, lr; star 3, lrrr; star 4, lrrll; complete 4, lrrr; complete 5, lrrrr",
        R="path 3, lr; path 11, lr; cycle 6, llr; star 5, rllllr; complete 3, lr; "
        "complete 5, lr; grid 3x3, lre",
        N="path 2, lr; path 3, lrr; path 4, lr; path 5, lr; path 7, lr; path 8, lr; "
        "path 10, lr; path 6, llr; path 5, lle; cycle 4, lr; cycle 5, lr; complete 4, lr; "
        "complete 4, lre; grid 3x2, lr; grid 3x3, lr",
        P="path 4, lrrl; path 6, lr; grid 4x2, lrrl",
    ),
    twin=TextCutthroat,
    refused=(
        (Cutthroat, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (Cutthroat, {"graph": "grid 9x7"}, "has 63 vertices and at most 62 fit"),
        (Cutthroat, {"colours": ""}, "colours='' are none"),
        (Cutthroat, {"colours": "lxr"}, "colours='lxr' are none: write one of l, r and e"),
        (Cutthroat, {"colours": "lrlrlr"}, "are more than 5 vertices"),
    ),
    unreadable=(
        (Cutthroat("path 3"), "lrr/left to move", "vertex 3 is no r: write l or . there"),
        (Cutthroat("path 3"), "lrx/left to move", "'x' is no vertex"),
        (Cutthroat("path 3"), "l.l/left to move", "some hang together in one colour"),
    ),
    written=(
        (Cutthroat("path 5"), "lr.rl/left to move", "1 5"),
        (Cutthroat("grid 3x2", "lre"), ".r. / lre / right to move", "b1 b2 c2"),
    ),
)
