from functools import partial

from families import Family, known_forms, outcome_facts
from families.cutcake import TextCake, refused, unreadable
from zermelo.games.cakes.maundy_cake import MaundyCake

CANONICAL = known_forms(
    """
    maundy_cake(columns=1, rows=8, starter='left')  -  -7  R  -7 -1 -7 -7
    maundy_cake(columns=2, rows=8, starter='left')  -  -3  R  -3 -1 -3 -3
    maundy_cake(columns=4, rows=8, starter='left')  -  -1  R  -1 -1 -1 -1
    maundy_cake(columns=5, rows=8, starter='left')  -  -3  R  -3 -1 -3 -3
    maundy_cake(columns=6, rows=8, starter='left')  -  -1  R  -1 -1 -1 -1
    maundy_cake(columns=7, rows=8, starter='left')  -  -3  R  -3 -1 -3 -3
    maundy_cake(columns=3, rows=8, starter='left')  -  -3  -  -
    maundy_cake(columns=8, rows=8, starter='left')  -  0  -  -
    """
)


FAMILY = Family(
    small=(MaundyCake(columns=6, rows=2), MaundyCake(columns=4, rows=4, starter="right")),
    larger=(MaundyCake(columns=6, rows=4), MaundyCake(columns=12, rows=5)),
    # The first two, of which the definitions can tell.
    facts=outcome_facts(CANONICAL[:2]),
    twin=partial(TextCake, maundy=True),
    canonical=CANONICAL,
    refused=refused(MaundyCake),
    unreadable=unreadable(MaundyCake),
    written=(
        (MaundyCake(4, 2), "..../..../left to move", "a1:1 a1:2"),
        (MaundyCake(4, 2), "..../..../right to move", "a1:1"),
        (MaundyCake(4, 2), ".|../.|../left to move", "a1:1 c1:1"),
        (MaundyCake(4, 2), ".|__/.|../right to move", "a1:1"),
    ),
)
