"""Pictures of hackenbush as text: stalks that branch, or a graph edge by edge.

    BRG            a stalk: blue from the ground, red on it, green on top
    B(RG)(BB)R     a branch in brackets begins where it stands, and the stalk goes on from there
    BRG+GG         two plants
    0-1:B 1-2:R 2-0:G 1-1:B     edges between numbered vertices, 0 being the ground; circles are allowed

Edges are numbered from 0 in the order of the text, and so are the plants' vertices from 1.
"""

import re
from dataclasses import dataclass

from zermelo.boards.pictures.picture import Mark, Place, Stroke, Thing
from zermelo.boards.pictures.picture import Picture as Depicted
from zermelo.core.errors import BadParameter

WRITE = "write stalks like 'BR(G)B+GG', or edges like '0-1:B 1-2:R 2-0:G'"


@dataclass(frozen=True)
class HackenbushPicture:
    """Edges with their ends, vertex 0 being the ground, their colours, and the places of these in the text.

    `copies` holds, for each plant that repeats an earlier one, where its edges begin and end, and where those
    of the first plant with its text begin.
    """

    text: str
    ends: tuple[tuple[int, int], ...]
    colours: str
    places: tuple[int, ...]
    copies: tuple[tuple[int, int, int], ...]


def read_hackenbush_picture(text: object, most: int) -> HackenbushPicture:
    """Return the picture that `text` draws.

    Raises `BadParameter` for what is none, where an edge hangs in the air, and for more than `most` edges.

    >>> read_hackenbush_picture("B(RG)B", 62).ends
    ((0, 1), (1, 2), (2, 3), (1, 4))
    """
    if not isinstance(text, str) or not text.split():
        raise BadParameter(f"picture={text!r} is no picture: {WRITE}")
    picture = _parse_edge_notation(text) if ":" in text else _parse_plant_notation("".join(text.split()))
    if len(picture.ends) > most:
        raise BadParameter(
            f"picture={text!r} has {len(picture.ends)} edges and at most {most} fit a position: take fewer"
        )
    return picture


def _parse_plant_notation(text: str) -> HackenbushPicture:
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
    return HackenbushPicture(text, tuple(ends), colours, tuple(places), tuple(copies))


def _parse_edge_notation(text: str) -> HackenbushPicture:
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
    return HackenbushPicture(" ".join(words), renumbered, colours, tuple(places), ())


ASTRIDE = 0.7  # where an edge's name stands, from its lower end: there edges that part are further apart
COLOURS = {"B": 2, "R": 3, "G": 4}  # the sides that have these colours in a picture


def depict_edges(picture: HackenbushPicture, edges: int) -> Depicted:
    """Return the edges that are left, over the ground: a vertex's height is its distance in edges.

    Beside every edge stands its name in moves, so that colour is not its only mark. The name of an edge that
    leans to the left stands on the left, clear of the others.
    """
    at = _lay_out_vertices(picture)
    width = max([x for x, _ in at.values()] + [1.0])
    places, strokes, marks, many = [], [], [], dict[tuple[int, ...], int]()
    for edge, ends in enumerate(picture.ends):
        if not edges >> edge & 1:
            continue
        (x1, y1), (x2, y2) = (at[end] for end in ends)
        x1, x2 = (x2 if ends[0] == 0 else x1), (x1 if ends[1] == 0 else x2)  # the ground is everywhere
        between = tuple(sorted(ends))
        shift = 0.24 * many.get(between, 0)  # edges between the same vertices stand side by side
        many[between] = many.get(between, 0) + 1
        if ends[0] == ends[1]:  # a loop, drawn as a short stroke aside
            x2 += 0.7
        name = f"{picture.colours[edge]}{edge + 1}"
        x, y = (x1 + x2) / 2 + shift, (y1 + y2) / 2
        strokes.append(Stroke(x1 + shift, y1, x2 + shift, y2, "wall", COLOURS[picture.colours[edge]]))
        places.append(Place(name, x, y, "bare"))
        (low_x, low_y), (high_x, high_y) = sorted(((x1, y1), (x2, y2)), key=lambda each: -each[1])
        leans_left = high_x < low_x and not shift
        x, y = low_x + ASTRIDE * (high_x - low_x) + shift, low_y + ASTRIDE * (high_y - low_y)
        aside = 0.24 + 0.06 * len(name)
        marks.append(Mark(name, x - aside if leans_left else x + aside, y))
    joints = {end for edge, ends in enumerate(picture.ends) if edges >> edge & 1 for end in ends} - {0}
    dots = tuple(Place("", *at[end], "point") for end in sorted(joints))
    ground = Thing("bank", width / 2, 0.17, None, "", width + 1.2, 0.3)
    return Depicted((*dots, *places), tuple(strokes), (ground,), tuple(marks))


def _lay_out_vertices(picture: HackenbushPicture) -> dict[int, tuple[float, float]]:
    """Return where each vertex stands, above those by which it hangs on the ground."""
    height, parent, waiting = {0: 0}, dict[int, int](), [0]
    for vertex in waiting:
        for ends in picture.ends:
            for one, other in (ends, ends[::-1]):
                if one == vertex and other not in height:
                    height[other], parent[other] = height[vertex] + 1, vertex
                    waiting.append(other)
    children: dict[int, list[int]] = {}
    for vertex, above in parent.items():
        children.setdefault(above, []).append(vertex)
    found: dict[int, tuple[float, float]] = {}
    free = 0.0

    def place_vertex(vertex: int) -> float:
        nonlocal free
        own = [place_vertex(child) for child in children.get(vertex, ())]
        if own:
            x = sum(own) / len(own)
        else:
            x, free = free, free + 1.3
        found[vertex] = (x, -1.15 * height[vertex])
        return x

    place_vertex(0)
    return found
