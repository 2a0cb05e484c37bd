"""Elephants and rhinos: known facts, and what is no position. The twin is that of toads and frogs."""

from collections.abc import Iterator

from families import Fact, Family, known_forms
from families.toads_and_frogs import TextToads
from zermelo.core.game import Game
from zermelo.games.elephants_and_rhinos import ElephantsAndRhinos

CANONICAL = known_forms(
    """
    elephants_and_rhinos(board='tttt..fff', starter='left', longest=0)  -  1  -  -
    """
)
MEETING = "by the definition: of one of each, both step until they meet, and the gap is their only room"


def facts() -> Iterator[Fact]:
    """One of each with a gap between: the mover has the last step just where it is odd."""
    for gap in range(8):
        for starter in ("left", "right"):
            game = f"elephants_and_rhinos(board='t{'.' * gap}f', starter={starter!r}, longest=0)"
            value = 1 if gap % 2 else -1
            yield Fact(game, "value", value, MEETING, "recomputed", "small")
    for gap in range(1, 7):  # one of Left's alone
        for starter, value in (("left", 1), ("right", -1)):
            game = f"elephants_and_rhinos(board='t{'.' * gap}', starter={starter!r}, longest=0)"
            yield Fact(game, "value", value, MEETING, "recomputed", "small")


def twin(game: ElephantsAndRhinos) -> Game:
    """Return the game on text."""
    return TextToads(board=game.board, starter=game.starter, longest=0)


FAMILY = Family(
    small=(ElephantsAndRhinos("t.t..ff.f"), ElephantsAndRhinos("tt...f.", starter="right")),
    larger=(ElephantsAndRhinos("tttttttttt...........ffffffffff"),),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (ElephantsAndRhinos, {"longest": 1}, "longest=1 lets them jump: give 0"),
        (ElephantsAndRhinos, {"board": "e..r"}, "board='e..r' is no row"),
    ),
    unreadable=((ElephantsAndRhinos(), "tt..ff", "it does not say who moves"),),
    written=((ElephantsAndRhinos(), "tf.t.f / toads to move", "4-5"),),
)
