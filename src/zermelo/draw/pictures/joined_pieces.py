"""Pieces over several cells, joined where they are drawn: a game gives a thing for each of their cells.

A program that reads a picture finds each piece on its cells; only the drawing says where a piece goes on.
"""

from dataclasses import replace
from typing import Final

from zermelo.boards.pictures.picture import Picture, Thing

STEPS: Final = {">": (1.0, 0.0), "v": (0.0, 1.0), "<": (-1.0, 0.0), "^": (0.0, -1.0)}
JOINED: Final = ("wood", "bone")


def join_pieces(picture: Picture) -> Picture:
    """Return a picture in which the text of each part of a piece says on which sides the piece goes on.

    Wood goes on wherever the same player's lies beside it. So do halves of dominoes that belong to no known
    domino: they are one covered area, since nothing tells which of them belong together.
    """
    parts = {
        (thing.x, thing.y): (thing.shape, thing.side)
        for thing in picture.things
        if thing.shape in JOINED and not thing.text
    }
    if not parts:
        return picture

    def draw_joined_thing(thing: Thing) -> Thing:
        own = parts.get((thing.x, thing.y))
        if own is None or thing.text or thing.shape != own[0]:
            return thing
        beside = {way: (thing.x + right, thing.y + down) for way, (right, down) in STEPS.items()}
        return replace(thing, text="".join(way for way in beside if parts.get(beside[way]) == own))

    return replace(picture, things=tuple(map(draw_joined_thing, picture.things)))
