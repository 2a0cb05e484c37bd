"""Descriptions of pictures of positions: places, lines, things on the board, and coordinates.

A game gives a `Picture` of plain values; `zermelo.draw` makes SVG of it, and lines for a terminal. So a game
describes the things on its board, without colours, widths or pixels. Lengths are in cells: a square's side,
or the gap between two neighbouring points, is 1; x goes to the right and y down.

>>> corner = Picture(
...     places=(Place("a1", 0, 0), Place("b1", 1, 0, shade=1)), things=(Thing("disc", 1, 0, side=0),)
... )
>>> corner.swap_sides().things
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
    """Cell of a board in a picture.

    Parameters
    ----------
    name : str
        Name as moves write it.
    x, y : float
        Middle, in cells.
    ground : str
        Look of the empty cell: "square", "hexagon", "point", "pit" or "bare".
    shade : int
        1 for the darker squares.
    """

    name: str
    x: float
    y: float
    ground: str = "square"
    shade: int = 0


@dataclass(frozen=True)
class Stroke:
    """Line on a board.

    Parameters
    ----------
    x1, y1, x2, y2 : float
        Ends, in cells.
    kind : str
        One of `STROKES`: "line", "border", "wall", "faint", "slab", "goal".
    side : int, optional
        Player whose colour it has.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "line"
    side: int | None = None


@dataclass(frozen=True)
class Thing:
    """Piece or other object on the board.

    Parameters
    ----------
    shape : str
        One of `SHAPES`, such as "disc" or "king".
    x, y : float
        Middle, in cells.
    side : int, optional
        Owner: 0 light, 1 dark, from 2 on further colours (blue, red, green, purple); None for nobody.
    text : str
        Text on it.
    """

    shape: str
    x: float
    y: float
    side: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Mark:
    """Small text beside the board: a coordinate.

    Parameters
    ----------
    text : str
        The text.
    x, y : float
        Middle, in cells.
    """

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Picture:
    """Description of what a position looks like, without colours and pixels.

    Parameters
    ----------
    places : tuple of Place
        Cells.
    strokes : tuple of Stroke
        Lines.
    things : tuple of Thing
        Pieces.
    marks : tuple of Mark
        Coordinates.
    notes : tuple of str
        Lines below the board, such as who is to move.
    mover : int, optional
        Side to move, if the picture shows it: its piece stands before the notes.
    mover_shapes : pair of str
        Shapes of sides 0 and 1 before the notes.
    """

    places: tuple[Place, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    things: tuple[Thing, ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    mover: int | None = None
    mover_shapes: tuple[str, str] = ("disc", "disc")

    def swap_sides(self) -> "Picture":
        """Return the same board with the colours of both sides exchanged; nothing moves.

        Returns
        -------
        Picture
            With crosses and rings exchanged too.
        """

        def opposite_side(side: int | None) -> int | None:
            return 1 - side if side in (0, 1) else side

        return replace(
            self,
            strokes=tuple(replace(stroke, side=opposite_side(stroke.side)) for stroke in self.strokes),
            things=tuple(
                replace(thing, side=opposite_side(thing.side), shape=_other_player_shape(thing))
                for thing in self.things
            ),
            mover=opposite_side(self.mover),
        )

    def rotate(self) -> "Picture":
        """Return the board from the other side of the table: rotated by 180 degrees, with upright text.

        Returns
        -------
        Picture
            The rotated board.
        """
        return replace(
            self,
            places=tuple(replace(each, x=-each.x, y=-each.y) for each in self.places),
            strokes=tuple(
                replace(each, x1=-each.x1, y1=-each.y1, x2=-each.x2, y2=-each.y2) for each in self.strokes
            ),
            things=tuple(
                replace(each, x=-each.x, y=-each.y, text=_rotate_wedge_text(each)) for each in self.things
            ),
            marks=tuple(replace(each, x=-each.x, y=-each.y) for each in self.marks),
        )


def _rotate_wedge_text(thing: Thing) -> str:
    """Return what stands on a thing that is seen from the other side: a wedge points the other way."""
    return thing.text.translate(TURNED) if thing.shape == "wedge" else thing.text


def _other_player_shape(thing: Thing) -> str:
    """Return the shape of the other side's thing; the shape of crosses and rings shows their owner."""
    return SIGNS.get(thing.shape, thing.shape) if thing.side in (0, 1) else thing.shape
