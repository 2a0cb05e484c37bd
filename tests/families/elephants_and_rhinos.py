from families import Family, known_forms, outcomes
from families.toads_and_frogs import TextToads
from zermelo.games.rows.elephants_and_rhinos import ElephantsAndRhinos

MEETING = "by the definition: of one of each, both step until they meet, and the gap is their only room"


class TextElephants(TextToads):
    """The same on a text with other names."""

    names = ("elephants", "rhinos")


FAMILY = Family(
    small=(ElephantsAndRhinos("t.t..ff.f"), ElephantsAndRhinos("tt...f.", starter="right")),
    larger=(ElephantsAndRhinos("tttttttttt...........ffffffffff"),),
    # One of each with a gap between: the mover has the last step just where it is odd. And one of Left's
    # alone.
    facts=outcomes(ElephantsAndRhinos, MEETING)(
        (
            *((("t" + "." * gap + "f",), "N" if gap % 2 else "P") for gap in range(8)),
            *((("t" + "." * gap,), "L") for gap in range(1, 7)),
        )
    ),
    twin=TextElephants,
    canonical=known_forms(
        """
        elephants_and_rhinos(board='tttt..fff', starter='left', longest=0)  -  1  -  -
        """
    ),
    refused=(
        (ElephantsAndRhinos, {"longest": 1}, "longest=1 lets them jump: give 0"),
        (ElephantsAndRhinos, {"board": "e..r"}, "board='e..r' is no row"),
    ),
    written=((ElephantsAndRhinos(), "tf.t.f / elephants to move", "4-5"),),
)
