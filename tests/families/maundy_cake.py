"""Maundy cake: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, known_forms, outcome_facts
from families.cutcake import TextCake
from zermelo.core.game import Game
from zermelo.games.maundy_cake import MaundyCake

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
SMALLER = CANONICAL[:2]  # of which the definitions can tell


def facts() -> Iterator[Fact]:
    """Who wins, whoever starts, where the definitions can tell; canonical forms tell the rest."""
    yield from outcome_facts(SMALLER)


def twin(game: MaundyCake) -> Game:
    """Return the game on text, piece by piece: equal parts."""
    return TextCake(columns=game.columns, rows=game.rows, starter=game.starter, maundy=True)


FAMILY = Family(
    small=(MaundyCake(columns=6, rows=2), MaundyCake(columns=4, rows=4, starter="right")),
    larger=(MaundyCake(columns=6, rows=4), MaundyCake(columns=12, rows=5)),
    facts=facts,
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (MaundyCake, {"columns": 0}, "columns=0 is too small"),
        (MaundyCake, {"rows": "4"}, "rows='4' is not a whole number"),
        (MaundyCake, {"columns": 63}, "columns=63 is too large"),
        (MaundyCake, {"columns": 13, "rows": 5}, "a cake of 13 x 5 takes more than two words of 63 bits"),
        (MaundyCake, {"starter": "vertical"}, "starter='vertical' is no player: give 'left' or 'right'"),
    ),
    unreadable=(
        (MaundyCake(3, 2), "", "it does not say who moves"),
        (MaundyCake(3, 2), ".../...", "write left to move or right to move"),
        (MaundyCake(3, 2), "../../left to move", "write 2 rows of 3 characters"),
        (MaundyCake(3, 2), ".../.x./left to move", "'x' is no cell"),
        (MaundyCake(3, 2), "..|/.../left to move", "the edge of the cake is cut: cut between two cells"),
        (MaundyCake(3, 2), ".../__./left to move", "the edge of the cake is cut"),
        (
            MaundyCake(3, 2),
            "|../.../left to move",
            "a cut ends inside a piece: cut every piece from edge to edge",
        ),
        (MaundyCake(3, 2), "_../.../right to move", "a cut ends inside a piece"),
    ),
    written=(
        (MaundyCake(4, 2), "..../..../left to move", "a1:1 a1:2"),
        (MaundyCake(4, 2), "..../..../right to move", "a1:1"),
        (MaundyCake(4, 2), ".|../.|../left to move", "a1:1 c1:1"),
        (MaundyCake(4, 2), ".|__/.|../right to move", "a1:1"),
    ),
)
