from families import Family, counted, known_forms, outcome_facts
from families._text_boards import LeftOrRight, Misere, above, replaced
from zermelo.games.hackenbush.hackenbush import GreenHackenbush, Hackenbush

CANONICAL = known_forms(
    """
    hackenbush(picture='B', starter='left', misere=False)  -  1  L  1 -1 1 1
    hackenbush(picture='R', starter='left', misere=False)  -  -1  R  -1 -1 -1 -1
    hackenbush(picture='BB', starter='left', misere=False)  -  2  L  2 -1 2 2
    hackenbush(picture='BR', starter='left', misere=False)  -  1/2  L  1/2 -1/2 1/2 1/2
    hackenbush(picture='RB', starter='left', misere=False)  -  -1/2  R  -1/2 -1/2 -1/2 -1/2
    hackenbush(picture='BBB', starter='left', misere=False)  -  3  L  3 -1 3 3
    hackenbush(picture='BRB', starter='left', misere=False)  -  3/4  L  3/4 -1/4 3/4 3/4
    hackenbush(picture='RBB', starter='left', misere=False)  -  -1/4  R  -1/4 -1/4 -1/4 -1/4
    hackenbush(picture='RRB', starter='left', misere=False)  -  -3/2  R  -3/2 -1/2 -3/2 -3/2
    hackenbush(picture='RRR', starter='left', misere=False)  -  -3  R  -3 -1 -3 -3
    hackenbush(picture='BBRB', starter='left', misere=False)  -  7/4  L  7/4 -1/4 7/4 7/4
    hackenbush(picture='BBRR', starter='left', misere=False)  -  5/4  L  5/4 -1/4 5/4 5/4
    hackenbush(picture='BRBR', starter='left', misere=False)  -  5/8  L  5/8 -1/8 5/8 5/8
    hackenbush(picture='BRRB', starter='left', misere=False)  -  3/8  L  3/8 -1/8 3/8 3/8
    hackenbush(picture='BRRR', starter='left', misere=False)  -  1/8  L  1/8 -1/8 1/8 1/8
    hackenbush(picture='RBBR', starter='left', misere=False)  -  -3/8  R  -3/8 -1/8 -3/8 -3/8
    hackenbush(picture='RRBB', starter='left', misere=False)  -  -5/4  R  -5/4 -1/4 -5/4 -5/4
    hackenbush(picture='RRBR', starter='left', misere=False)  -  -7/4  R  -7/4 -1/4 -7/4 -7/4
    hackenbush(picture='RRRB', starter='left', misere=False)  -  -5/2  R  -5/2 -1/2 -5/2 -5/2
    hackenbush(picture='BBBBR', starter='left', misere=False)  -  7/2  L  7/2 -1/2 7/2 7/2
    hackenbush(picture='BBBRB', starter='left', misere=False)  -  11/4  L  11/4 -1/4 11/4 11/4
    hackenbush(picture='BBRBR', starter='left', misere=False)  -  13/8  L  13/8 -1/8 13/8 13/8
    hackenbush(picture='BBRRB', starter='left', misere=False)  -  11/8  L  11/8 -1/8 11/8 11/8
    hackenbush(picture='BBRRR', starter='left', misere=False)  -  9/8  L  9/8 -1/8 9/8 9/8
    hackenbush(picture='BRBBB', starter='left', misere=False)  -  15/16  L  15/16 -1/16 15/16 15/16
    hackenbush(picture='BRBRB', starter='left', misere=False)  -  11/16  L  11/16 -1/16 11/16 11/16
    hackenbush(picture='BRRBR', starter='left', misere=False)  -  5/16  L  5/16 -1/16 5/16 5/16
    hackenbush(picture='BRRRR', starter='left', misere=False)  -  1/16  L  1/16 -1/16 1/16 1/16
    hackenbush(picture='GG', starter='left', misere=False)  -  *2  N  0 0 0 0
    hackenbush(picture='BG', starter='left', misere=False)  -  1*  L  1 0 1 1
    hackenbush(picture='GBR', starter='left', misere=False)  -  {*,0|0,^*}  N  0 0 0 0
    """
)
COLON = (
    "Winning ways, chapter 7: branches add as nimbers do, and a stalk below adds one edge (colon principle)"
)
FUSION = "Winning ways, chapter 7: the vertices of a circle can be fused (fusion principle)"


def fallen(picture: str) -> str:
    """Return the picture in which every edge that hangs in the air is a dot."""
    return fallen_edges(picture) if ":" in picture else fallen_stalks(picture)


def fallen_stalks(picture: str) -> str:
    """Walk along the text: an edge stands where the one below it does."""
    signs, stands, below = "", True, []
    for sign in picture:
        if sign == "+":
            stands = True
        elif sign == "(":
            below.append(stands)
        elif sign == ")":
            stands = below.pop()
        else:
            stands = stands and sign != "."
            sign = sign if stands else "."
        signs += sign
    return signs


def fallen_edges(picture: str) -> str:
    """Walk over the edges again and again from the ground."""
    words = [word.split(":") for word in picture.split()]
    reached, before = {"0"}, 0
    while len(reached) > before:
        before = len(reached)
        for ends, sign in words:
            if sign != "." and reached & set(ends.split("-")):
                reached |= set(ends.split("-"))
    return " ".join(f"{ends}:{sign if reached & set(ends.split('-')) else '.'}" for ends, sign in words)


def cut(picture: str, place: int) -> str:
    return fallen(replaced(picture, place, "."))


class TextHackenbush(LeftOrRight, Misere):
    def board(self) -> str:
        return self.game.picture

    def moves(self, position: str) -> list[int]:
        mine = "RG" if self.mover(position) else "BG"
        return [place for place, sign in enumerate(above(position)) if sign in mine]

    def play(self, position: str, move: int) -> str:
        return self.next_turn(position, cut(above(position), move))


class TextGreenHackenbush(Misere):
    def start(self) -> str:
        return self.game.picture

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "G"]

    def play(self, position: str, move: int) -> str:
        return cut(position, move)


FAMILY = Family(
    small=(
        Hackenbush(picture="BR(BG)(RB)+GBR+BR(BG)(RB)"),
        Hackenbush(picture="0-1:B 1-2:R 2-0:G 1-1:R 0-0:G 2-3:B 3-4:R 1-3:G 1-3:B", starter="right"),
        Hackenbush(picture="RB+(B)R", misere=True),
        GreenHackenbush(picture="GG(G)(GG)G+GGG+G"),
        GreenHackenbush(picture="0-1:G 1-2:G 2-0:G 2-2:G 1-3:G", misere=True),
    ),
    larger=(
        Hackenbush(picture="BRBR(GB(R)B)(RG)B+" * 5 + "RRBG"),
        Hackenbush(picture=" ".join(f"{edge}-{edge + 1}:{'BRG'[edge % 3]}" for edge in range(62))),
        GreenHackenbush(picture="G" * 30 + "+" + "G(G)" * 16),
    ),
    facts=(
        *outcome_facts(CANONICAL),
        *counted("nimber", COLON, "literature")(
            (GreenHackenbush("G"), 1),
            (GreenHackenbush("GGG"), 3),
            (GreenHackenbush("GGG+GG"), 1),
            (GreenHackenbush("G(G)(G)"), 1),
            (GreenHackenbush("G(GG)(G)"), 4),
            (GreenHackenbush("G(G(G)(GGG))(GG)"), 2),
            (GreenHackenbush("(GG)(G)(GGG)"), 0),
        ),
        *counted("nimber", FUSION, "literature")(
            (GreenHackenbush("0-1:G 1-2:G 2-0:G"), 1),
            (GreenHackenbush("0-1:G 1-2:G 2-3:G 3-0:G"), 0),
            (GreenHackenbush("0-1:G 1-2:G 2-3:G 3-1:G"), 2),
            (GreenHackenbush("0-0:G"), 1),
            (GreenHackenbush("0-1:G 1-1:G 1-1:G"), 1),
        ),
    ),
    twin=lambda game: (TextHackenbush if isinstance(game, Hackenbush) else TextGreenHackenbush)(game),
    canonical=CANONICAL,
    refused=(
        (Hackenbush, {"picture": ""}, "picture='' is no picture: write stalks like"),
        (Hackenbush, {"picture": 3}, "picture=3 is no text"),
        (Hackenbush, {"picture": "BXR"}, "picture='BXR' cannot have 'X' as sign 2"),
        (Hackenbush, {"picture": "B.R"}, "cannot have '.' as sign 2"),
        (Hackenbush, {"picture": "B()R"}, r"cannot have '\)' as sign 3"),
        (Hackenbush, {"picture": "B)R"}, r"cannot have '\)' as sign 2"),
        (Hackenbush, {"picture": "B(R"}, "has a bracket that is not closed"),
        (Hackenbush, {"picture": "B+(R+G)"}, "has a bracket that is not closed"),
        (Hackenbush, {"picture": "B++R"}, r"has nothing beside a \+"),
        (Hackenbush, {"picture": "0-1:B 2-3:R"}, "edge 2-3:R hangs in the air"),
        (Hackenbush, {"picture": "0-1:B 1:R"}, "has '1:R' in it"),
        (Hackenbush, {"picture": "B" * 63}, "has 63 edges and at most 62 fit"),
        (GreenHackenbush, {"picture": "GB"}, "picture='GB' is not all green"),
    ),
    unreadable=(
        (Hackenbush(picture="BR"), "BG/left to move", "write 'BR' with a dot for each edge that is gone"),
        (Hackenbush(picture="BR"), "B/left to move", "it is another picture"),
        (Hackenbush(picture="BR"), "BRB/left to move", "it is another picture"),
        (Hackenbush(picture="B(R)"), "B.R)/left to move", "it is another picture"),
        (Hackenbush(picture="B(RG)+R"), "B(.G)+R/left to move", "edge G3 hangs in the air"),
        (GreenHackenbush(picture="GG"), ".G", "edge G2 hangs in the air"),
        (Hackenbush(picture="0-1:B 1-2:R"), "0-1:. 1-2:R/right to move", "edge R2 hangs in the air"),
    ),
    written=(
        (Hackenbush(picture="B(RG)G+R"), "B(R.)G+R/left to move", "B1 G4"),
        (Hackenbush(picture="B(RG)G+R"), "B(RG)G+./right to move", "R2 G3 G4"),
        (Hackenbush(picture="0-1:B 1-2:R"), "0-1:B 1-2:R/right to move", "R2"),
        (GreenHackenbush(picture="G(G)G"), "G(.)G", "G1 G3"),
    ),
)
