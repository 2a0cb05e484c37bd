"""Fox and geese: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, known_forms
from families.fox_and_hounds import SEPARATE, TextFox
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.games.fox_and_geese import FoxAndGeese

BOARDS = (  # columns, rows; value, remoteness, positions, and how many the mover wins
    (2, 3, 1, 1, 2, 1),
    (4, 3, -1, 4, 39, 17),
    (4, 4, -1, 8, 128, 65),
    (6, 4, -1, 8, 1_590, 827),
)

# CGSuite's values, whose Left has the geese, with their signs changed; its rows have no end, and here one more
# row is behind the geese than they need. Where the rows are odd its board is seen in a mirror.
CANONICAL = known_forms(
    """
    fox_and_geese(columns=8, rows=4)  ......../H.H.H.H./.F....../......../fox to move  -2 + under  -  -
    fox_and_geese(columns=8, rows=4)  ......../H.H.H.H./...F..../......../fox to move  -2  -  -
    fox_and_geese(columns=8, rows=4)  ......../H.H.H.H./.....F../......../fox to move  -3*  -  -
    fox_and_geese(columns=8, rows=4)  ......../H.H.H.H./.......F/......../fox to move  -4 + under  -  -
    fox_and_geese(columns=8, rows=4)  ......../H.H.H.H./......../F......./fox to move  -{6|2 + over}  -  -
    fox_and_geese(columns=8, rows=4)  ......../H.H.H.H./......../..F...../fox to move  -{2 + over|2}  -  -
    fox_and_geese(columns=8, rows=4)  ......../H.H.H.H./......../....F.../fox to move  -{4|3||2}  -  -
    fox_and_geese(columns=8, rows=4)  ......../H.H.H.H./......../......F./fox to move  -{4 + over|3*}  -  -
    fox_and_geese(columns=8, rows=5)  ......../H.H.H.H./......../......../.......F/fox to move  -{4*|7/2}  -  -
    fox_and_geese(columns=10, rows=4)  ........../H.H.H.H.H./........../........F./fox to move  -{6 + over|5*}  -  -
    """
)

# Winning Ways, chapter 20 of the second edition, after J. Welton, as neverendingbooks.org/fox-geese quotes it: on
# 8 x 8 it is worth 2 + over to the geese, and 1 + over on a board without an end, which the first edition meant.
# All four cells of the fox are worth it, recomputed.
BOTTOM_ROWS = ("F.......", "..F.....", "....F...", "......F.")
WHOLE = known_forms(
    "\n".join(
        f"fox_and_geese(columns=8, rows=8)  .H.H.H.H/{'......../' * 6}{row}/fox to move  -2 + under  R  -"
        for row in BOTTOM_ROWS
    )
)


def facts() -> Iterator[Fact]:
    """Who wins from the top row, and how many positions there are."""
    for columns, rows, value, remoteness, positions, wins in BOARDS:
        game = f"fox_and_geese(columns={columns}, rows={rows})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("wins", wins),
        ):
            yield Fact(game, quantity, expected, SEPARATE, "recomputed", "small")


def twin(game: FoxAndGeese) -> Game:
    """Return the game on text: every animal is tried on its ways, and nothing but having none ends play."""
    return TextGeese(columns=game.columns, rows=game.rows)


class TextGeese(TextFox):
    def outcome(self, position: str) -> int:
        return UNDECIDED


FAMILY = Family(
    small=(FoxAndGeese(columns=4, rows=4), FoxAndGeese(columns=6, rows=4)),
    larger=(FoxAndGeese(), FoxAndGeese(columns=10, rows=10)),
    facts=facts,
    twin=twin,
    canonical=CANONICAL + WHOLE,
    slow_forms=("fox_and_geese(columns=8, rows=8)",),
    refused=((FoxAndGeese, {"columns": 7}, "columns=7 is odd"),),
    unreadable=((FoxAndGeese(4, 4), ".H.H/..../..../F...", "it does not say who moves"),),
    written=(
        (FoxAndGeese(4, 4), ".H.H/..../..../F.../fox to move", "a1-b2"),
        (FoxAndGeese(4, 4), ".H.H/..F./..../..../hounds to move", "b4-a3"),
    ),
)
