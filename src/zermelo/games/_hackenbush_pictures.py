"""Pictures of hackenbush as text: stalks that branch, or a graph edge by edge.

    BRG            a stalk: blue from the ground, red on it, green on top
    B(RG)(BB)R     a branch in brackets begins where it stands, and the stalk goes on from there
    BRG+GG         two plants
    0-1:B 1-2:R 2-0:G 1-1:B     edges between numbered vertices, 0 being the ground; circles are allowed

Edges are numbered from 0 in the order of the text, and so are the plants' vertices from 1.
"""

import re
from dataclasses import dataclass

from zermelo.core.errors import BadParameter

WRITE = "write stalks like 'BR(G)B+GG', or edges like '0-1:B 1-2:R 2-0:G'"


@dataclass(frozen=True)
class Picture:
    """Edges with their ends, vertex 0 being the ground, their colours, and the places of these in the text.

    `copies` says of each plant that stood there before where its edges begin and end, and where those of the
    first plant with its text begin.
    """

    text: str
    ends: tuple[tuple[int, int], ...]
    colours: str
    places: tuple[int, ...]
    copies: tuple[tuple[int, int, int], ...]


def read_picture(text: object, most: int) -> Picture:
    """Return the picture that `text` draws.

    Raises `BadParameter` for what is none, where an edge hangs in the air, and for more than `most` edges.

    >>> read_picture("B(RG)B", 62).ends
    ((0, 1), (1, 2), (2, 3), (1, 4))
    """
    if not isinstance(text, str) or not text.split():
        raise BadParameter(f"picture={text!r} is no picture: {WRITE}")
    picture = _edges(text) if ":" in text else _plants("".join(text.split()))
    if len(picture.ends) > most:
        raise BadParameter(
            f"picture={text!r} has {len(picture.ends)} edges and at most {most} fit a position: take fewer"
        )
    return picture


def _plants(text: str) -> Picture:
    ends: list[tuple[int, int]] = []
    places: list[int] = []
    copies: list[tuple[int, int, int]] = []
    first_with: dict[str, int] = {}
    vertices = place = 0
    for plant in text.split("+"):
        begin, here, branched = len(ends), 0, []
        if not plant:
            raise BadParameter(f"picture={text!r} has nothing beside a +: {WRITE}")
        for before, sign in zip(" " + plant, plant, strict=False):
            if sign in "BRG":
                vertices += 1
                ends.append((here, vertices))
                places.append(place)
                here = vertices
            elif sign == "(":
                branched.append(here)
            elif sign == ")" and branched and before != "(":
                here = branched.pop()
            else:
                raise BadParameter(f"picture={text!r} cannot have {sign!r} as sign {place + 1}: {WRITE}")
            place += 1
        if branched:
            raise BadParameter(f"picture={text!r} has a bracket that is not closed: {WRITE}")
        place += 1
        if plant in first_with:
            copies.append((begin, len(ends), first_with[plant]))
        first_with.setdefault(plant, begin)
    colours = "".join(text[place] for place in places)
    return Picture(text, tuple(ends), colours, tuple(places), tuple(copies))


def _edges(text: str) -> Picture:
    ends, colours, places = [], "", []
    words = text.split()
    place = 0
    for word in words:
        read = re.fullmatch(r"(\d{1,3})-(\d{1,3}):([BRG])", word)
        if not read:
            raise BadParameter(f"picture={text!r} has {word!r} in it: {WRITE}")
        ends.append((int(read[1]), int(read[2])))
        colours += read[3]
        places.append(place + len(word) - 1)
        place += len(word) + 1
    numbers = {0: 0}  # vertices as they are met from the ground
    waiting = [0]
    for vertex in waiting:
        for first, last in ends:
            for other in (first, last) if vertex in (first, last) else ():
                if other not in numbers:
                    numbers[other] = len(numbers)
                    waiting.append(other)
    for word, (first, _) in zip(words, ends, strict=True):
        if first not in numbers:
            raise BadParameter(
                f"picture={text!r}: edge {word} hangs in the air: join it to the ground, which is 0"
            )
    renumbered = tuple((numbers[first], numbers[last]) for first, last in ends)
    return Picture(" ".join(words), renumbered, colours, tuple(places), ())
