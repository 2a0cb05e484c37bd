"""Descriptions of pictures of positions: places, lines, things on the board, and coordinates.

A game gives a `Picture` of plain values; `zermelo.draw` makes SVG of it, and lines for a terminal. So a game
describes the things on its board, without colours, widths or pixels. Lengths are in cells: a square's side,
or the gap between two neighbouring points, is 1; x goes to the right and y down.

>>> corner = Picture(
...     places=(Place("a1", 0, 0), Place("b1", 1, 0, shade=1)), things=(Thing("disc", 1, 0, side=0),)
... )
>>> corner.exchanged().things
(Thing(shape='disc', x=1, y=0, side=1, text=''),)
"""

from dataclasses import dataclass, replace

SHAPES = (  # what a thing may be
    "cross",  # the signs of tic-tac-toe
    "ring",
    "disc",  # a flat stone, as of go, reversi, four in a row; a text may stand on it
    "man",  # of draughts or morris
    "crowned",  # a king of draughts
    "king",  # of chess; the pawn also stands for a lone pawn of any game
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "block",  # a cell that is gone, a wall
    "tile",  # a square piece with a text on it
    "card",
    "die",  # its text is the number thrown
    "domino",  # on its edge, about to fall
    "wedge",  # a piece that goes one way: its text is ^, v, < or >
    "figure",  # a piece of several traits, each a digit of its text: shade, outline, size, a hole
    "match",  # of a heap
    "pin",  # to be bowled down
    "cup",  # seen from above, with what it stands over: its text is its size, 1, 2 or 3
    "seeds",  # a heap of counters in a pit: its text is their number
    "text",  # a text alone
)
SIGNS = {"cross": "ring", "ring": "cross"}  # the shape shows the owner
TURNED = str.maketrans("^v<>", "v^><")  # ways that wedges point, seen from the other side
GROUNDS = ("square", "hexagon", "point", "pit", "bare")  # what a place looks like when nothing stands there
STROKES = (
    "line",  # of the board
    "border",  # of its rim
    "wall",  # drawn by a player, or standing in the way
    "faint",  # not yet there
    "slab",  # a disc or a cake from the side, so thick that it is seen to lie on others
    "goal",  # an edge that somebody wants to reach or to join
)


@dataclass(frozen=True)
class Place:
    """A cell: its name as moves write it, its middle, and what it looks like; `shade` 1 is the darker one."""

    name: str
    x: float
    y: float
    ground: str = "square"
    shade: int = 0


@dataclass(frozen=True)
class Stroke:
    """A line of the board from one point to another; `side` colours it for a player."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "line"
    side: int | None = None


@dataclass(frozen=True)
class Thing:
    """What stands on the board, at its middle: one of `SHAPES`, and whose: 0, 1, ... or None for nobody's.

    Sides 0 and 1 are light and dark. Those from 2 on are further colours: blue, red, green, purple.
    """

    shape: str
    x: float
    y: float
    side: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Mark:
    """A small text outside: a coordinate."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Picture:
    """A position to look at; `notes` are lines below the board, such as who is to move.

    `mover` is the side to move, where the picture shows it: its piece stands before the notes, and `men` are
    the shapes of sides 0 and 1 there.
    """

    places: tuple[Place, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    things: tuple[Thing, ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    mover: int | None = None
    men: tuple[str, str] = ("disc", "disc")

    def exchanged(self) -> "Picture":
        """Return the same board with the two sides exchanged, their crosses and rings too, nothing moved."""

        def other(side: int | None) -> int | None:
            return 1 - side if side in (0, 1) else side

        return replace(
            self,
            strokes=tuple(replace(stroke, side=other(stroke.side)) for stroke in self.strokes),
            things=tuple(
                replace(thing, side=other(thing.side), shape=_other_sign(thing)) for thing in self.things
            ),
            mover=other(self.mover),
        )

    def turned(self) -> "Picture":
        """Return the board as it is seen from the other side: turned by half, words and numbers upright."""
        return replace(
            self,
            places=tuple(replace(each, x=-each.x, y=-each.y) for each in self.places),
            strokes=tuple(
                replace(each, x1=-each.x1, y1=-each.y1, x2=-each.x2, y2=-each.y2) for each in self.strokes
            ),
            things=tuple(
                replace(each, x=-each.x, y=-each.y, text=_turned_text(each)) for each in self.things
            ),
            marks=tuple(replace(each, x=-each.x, y=-each.y) for each in self.marks),
        )


def _turned_text(thing: Thing) -> str:
    """Return what stands on a thing that is seen from the other side: a wedge points the other way."""
    return thing.text.translate(TURNED) if thing.shape == "wedge" else thing.text


def _other_sign(thing: Thing) -> str:
    """Return the shape of the other side's thing; the shape of crosses and rings shows their owner."""
    return SIGNS.get(thing.shape, thing.shape) if thing.side in (0, 1) else thing.shape
