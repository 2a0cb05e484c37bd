"""Pieces over several cells, joined where they are drawn: a game gives a thing for each of their cells.

A program that reads a picture finds each piece on its cells; only the drawing says where a piece goes on.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from zermelo.boards.pictures.picture import Picture, Thing

STEPS: Final = {">": (1.0, 0.0), "v": (0.0, 1.0), "<": (-1.0, 0.0), "^": (0.0, -1.0)}
BACK: Final = {">": "<", "<": ">", "v": "^", "^": "v"}
Cell = tuple[float, float]


def join_pieces(picture: Picture) -> Picture:
    """Return a picture in which the text of each part of a piece says on which sides the piece goes on.

    Wood goes on wherever the same player's lies beside it. Dominoes are two cells each; the text of a half
    also has its pips. Which halves belong together is unknown: they are paired so that few are left over.
    """
    if not any(thing.shape in ("wood", "bone") for thing in picture.things):
        return picture
    wood = {(thing.x, thing.y): thing.side for thing in picture.things if thing.shape == "wood"}
    halves = _pair_cells((thing.x, thing.y) for thing in picture.things if thing.shape == "bone")

    def draw_joined_thing(thing: Thing) -> Thing:
        if thing.shape == "bone":
            pips = round(2 * thing.x + 3 * thing.y) % 6 + 1
            return replace(thing, text=f"{halves[thing.x, thing.y]}{pips}")
        if thing.shape == "wood":
            beside = {way: (thing.x + right, thing.y + down) for way, (right, down) in STEPS.items()}
            return replace(
                thing, text="".join(way for way in beside if wood.get(beside[way], -1) == thing.side)
            )
        return thing

    return replace(picture, things=tuple(map(draw_joined_thing, picture.things)))


def _pair_cells(cells: Iterable[Cell]) -> dict[Cell, str]:
    """Return the side on which each cell's partner lies, "" where it has none; few are left without one."""
    free = dict.fromkeys(sorted(cells, key=lambda cell: (cell[1], cell[0])))
    sides: dict[Cell, str] = {}

    def list_partners(cell: Cell) -> list[str]:
        return [way for way, (right, down) in STEPS.items() if (cell[0] + right, cell[1] + down) in free]

    while free:
        cell = min(free, key=lambda each: len(list_partners(each)))  # else a neighbour may take its only one
        side = next(iter(list_partners(cell)), "")
        sides[cell] = side
        del free[cell]
        if side:
            other = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
            sides[other] = BACK[side]
            del free[other]
    return sides
