from families import Family, known_forms, outcomes
from families._text_boards import above, replaced
from families.hackenbush import TextHackenbush, cut
from zermelo.games.hackenbush.childish_hackenbush import ChildishHackenbush

STALKS = "by the definition: of a stalk only the uppermost edge may be cut"


class TextChildish(TextHackenbush):
    """An edge may be cut where only its own letter becomes a dot, or where it is green."""

    def moves(self, position: str) -> list[int]:
        picture = above(position)
        return [
            place
            for place in super().moves(position)
            if picture[place] == "G" or cut(picture, place) == replaced(picture, place, ".")
        ]


FAMILY = Family(
    small=(
        ChildishHackenbush("B(RG)BG+R(B)B"),
        ChildishHackenbush("0-1:B 1-2:R 2-0:G 2-3:B 3-0:R", starter="right", misere=True),
    ),
    larger=(ChildishHackenbush("B(RG)(B(RB)G)R+RB(GG)BR+" * 2 + "GRB"),),
    facts=outcomes(ChildishHackenbush, STALKS)(
        (
            ((picture,), outcome)
            for length in range(1, 9)
            for picture, outcome in (("B" * length, "L"), ("R" * length + "B", "P"))
        )
    ),
    twin=TextChildish,
    canonical=known_forms(
        """
        childish_hackenbush(picture='B(B)RB', starter='left', misere=False)  -  2  -  -
        childish_hackenbush(picture='0-1:B 1-2:B 2-3:B 3-4:B 4-5:B 5-6:B 6-7:R 7-8:R 8-9:R 9-0:R', starter='left', misere=False)  -  {4|-2}  -  -
        childish_hackenbush(picture='0-1:R 1-2:B 1-3:R 3-2:B 3-4:R 4-2:B 4-5:R 5-2:B 5-6:R 6-2:B', starter='left', misere=False)  -  15/16  -  -
        childish_hackenbush(picture='0-1:G 0-1:G 1-2:B 2-3:B 3-4:B 4-5:B 5-6:B 6-7:B 7-8:R 8-9:R 9-1:R', starter='left', misere=False)  -  {0|^[4]*||vv}  -  -
        """
    ),
    refused=((ChildishHackenbush, {"picture": ""}, "picture='' is no picture"),),
    unreadable=((ChildishHackenbush("BR"), ".R/left to move", "edge R2 hangs in the air"),),
    written=(
        (ChildishHackenbush("B(B)RB"), "B(B)RB / left to move", "B2 B4"),
        (ChildishHackenbush("GB"), "GB/right to move", "G1"),
    ),
)
