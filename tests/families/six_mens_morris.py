from families import Family, counted
from families.nine_mens_morris import TextMorris
from zermelo.games.morris.six_mens_morris import SixMensMorris

FAMILY = Family(
    small=(SixMensMorris(men=4, rings=1),),
    larger=(SixMensMorris(), SixMensMorris(double=True), SixMensMorris(men=3, flying=True)),
    # The whole game is a draw by endless play; with fewer men too, on two squares.
    facts=counted(
        "value remoteness positions totals edges finished longest",
        "a separate program in C++, tables of all boards",
    )(
        (SixMensMorris(4, 1), -1, 8, 2_459, (1_416, 0, 1_043), 7_588, 138, 8),
        (SixMensMorris(3), 0, None, 212_265, (98_276, 83_629, 30_360), 1_438_240, 728, 15),
        (SixMensMorris(4), 0, None, 2_352_757, (1_377_676, 314_293, 660_788), 15_903_728, 7_586, 40),
        (SixMensMorris(), 0, None, 24_620_171, (13_802_798, 2_563_861, 8_253_512), 161_980_104, 149_942, 119),
    ),
    twin=TextMorris,
    refused=((SixMensMorris, {"men": 9}, "men=9 is too large: give a whole number from 3 to 8"),),
    unreadable=(
        (SixMensMorris(), ".-.-./|...|/.. ../|...|/.-.-.", "it does not say how many pieces are in hand"),
        (SixMensMorris(), ".-.-./|...|/..-../|...|/.-.-./6 and 6 in hand", "'-' stands where no point is"),
        (SixMensMorris(), ".-.-./|...|/.. ../|...|/.-.-./7 and 7 in hand", "X has 0 and 7 in hand"),
    ),
    written=(
        (
            SixMensMorris(),
            "X-X-./|OO.|/.. ../|...|/.-.-O/4 and 3 in hand",
            "e5xe1 e5xb4 e5xc4 e3 c1 a1 a3 d4 d3 d2 c2 b2 b3",
        ),
        (
            SixMensMorris(double=True),
            "X-X-./|OO.|/.. .X/|...|/O-O-X/2 and 2 in hand",
            "e5xc1xa1 e5xc1xb4 e5xc1xc4 e5xa1xb4 e5xa1xc4 e5xb4xc4 a3 d4 d3 d2 c2 b2 b3",
        ),
    ),
)
