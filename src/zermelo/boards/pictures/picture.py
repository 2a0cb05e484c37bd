"""Descriptions of pictures of positions: places, lines, things on the board, and coordinates.

A game gives a `Picture` of plain values; `zermelo.draw` makes SVG of it, and lines for a terminal. So a game
describes the things on its board, without colours, widths or pixels. Lengths are in cells: a square's side,
or the gap between two neighbouring points, is 1; x goes to the right and y down.

>>> corner = Picture(
...     places=(Place("a1", 0, 0), Place("b1", 1, 0, shade=1)), things=(Thing("disc", 1, 0, side=0),)
... )
>>> corner.swap_sides().things
(Thing(shape='disc', x=1, y=0, side=1, text='', width=1.0, height=1.0),)
"""

from dataclasses import dataclass, replace

ANIMALS = (  # heads on a token; with the text > or < the token points where the animal goes
    "fox",
    "hound",
    "goose",
    "tiger",
    "goat",
    "hare",
    "wolf",
    "toad",
    "frog",
    "elephant",
    "rhino",
    "lion",
    "giraffe",
    "chick",
    "hen",
)
SHAPES = (  # what a thing may be
    "cross",  # the signs of tic-tac-toe
    "ring",
    "disc",  # a flat stone, as of four in a row; a text may stand on it
    "stone",  # one of go or reversi: that of side 0 is black, that of side 1 white
    "man",  # of draughts or morris
    "crowned",  # a king of draughts
    "king",  # of chess; the pawn also stands for a lone pawn of any game
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "block",  # a cell that is gone
    "bricks",  # a wall
    "arrow",  # that was shot onto a cell
    "tile",  # a square piece with a text on it
    "box",  # that a player closed: its text tells who
    "wood",  # a cell of a wooden piece of several; drawn as one with those beside it
    "bone",  # half of a domino that lies
    "atom",  # with a letter; its side is a paint
    "card",
    "pattern",  # a card with a name and steps from its middle: its text is the name, |, and rows of . and o
    "die",  # its text is the number thrown
    "domino",  # on its edge, about to fall
    "wedge",  # a piece that goes one way: its text is ^, v, < or >
    "figure",  # a piece of several traits, each a digit of its text: shade, outline, size, a hole
    "match",  # of a heap
    "pile",  # a heap of very many: its text is their number
    "pin",  # to be bowled down
    "peg",  # in a hole
    "cup",  # seen from above, with what it stands over: its text is its size, 1, 2 or 3
    "seeds",  # a heap of counters in a pit: its text is their number
    "store",  # at an end of a board of pits: its side is the player whose seeds come into it
    "hand",  # its text is the number of raised fingers
    "lamp",  # that is lit
    "crate",  # to be pushed; its text is * where it has arrived
    "target",  # where a crate is to go
    "rosette",
    "chocolate",  # a square of a bar
    "poison",  # one that nobody wants
    "cabbage",
    "person",  # with a letter on it: a woman where it is a small one
    "missionary",
    "cannibal",
    *ANIMALS,
    "cube",  # its dark body, seen from a corner
    "facet",  # a sticker of a cube: its text is the face where it is and a letter; its side is a paint
    "turn",  # an arrow beside a layer of a cube that turns: its text is the name of the turn
    "car",  # from above: its text is ^, v, < or >, or a letter, and then its side is a paint
    "slab",  # a disc or a cake from the side, with a text on it: ^ and v are its burnt side
    "spike",  # a point of a backgammon board, with its foot below
    "boat",
    "water",
    "bank",  # of a river, the ground
    "text",  # a text alone
)
SIGNS = {"cross": "ring", "ring": "cross"}  # the shape shows the owner
WAYS = ("^", "v", "<", ">")  # ways that wedges point
TURNED = str.maketrans("^v<>", "v^><")  # the same, seen from the other side
TURNING = ("wedge", "car", "slab", "wood", "bone", *ANIMALS)  # shapes whose text may begin with such ways
UPRIGHT = ("cube", "facet", "turn", "button")  # shapes and grounds that look the same from all sides
GROUNDS = (  # what a place looks like when nothing stands there
    "square",
    "hexagon",
    "point",
    "pit",  # a round hollow
    "bowl",  # one in a board of wood
    "hollow",  # a bowl of one of two rows, whose signs stand outside
    "slot",  # a hole in an upright board
    "button",  # what is touched beside a board
    "exit",  # a way out of a yard
    "lane",  # a narrow cell, side by side with others
    "card",  # one that lies beside the board, which covers it
    "strip",  # a narrow cell without a look, such as that of a match in a heap
    "bare",
)
FELT = 2  # the shade of a place of green felt
LANE = 0.64  # cells: the width of a lane
BESIDE_BOARD = ("button", "exit", "card", "strip")  # grounds of places that are no cells of the board
STROKES = (
    "line",  # of the board
    "arrow",  # a line that leads one way
    "border",  # of its rim
    "wall",  # drawn by a player, or standing in the way
    "faint",  # not yet there
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
        Look of the empty cell, one of `GROUNDS`: "square", "hexagon", "point", "pit", "bowl", "hollow",
        "slot", "button", "exit", "lane", "card", "strip", "bare".
    shade : int
        1 for the darker squares, `FELT` for those of felt.
    reach : tuple of (float, float, float, float)
        Left, top, right and bottom of boxes that belong to the place, in cells from its middle: what a move
        there takes. A click's shape fills them in place of the cell.
    """

    name: str
    x: float
    y: float
    ground: str = "square"
    shade: int = 0
    reach: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True)
class Stroke:
    """Line on a board.

    Parameters
    ----------
    x1, y1, x2, y2 : float
        Ends, in cells.
    kind : str
        One of `STROKES`: "line", "arrow", "border", "wall", "faint", "goal"; "strike" of `strikes` alone.
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
    width, height : float
        Size in cells; only cars, cubes, facets, slabs, spikes, boats, water, banks and stores may have
        another than 1.
    """

    shape: str
    x: float
    y: float
    side: int | None = None
    text: str = ""
    width: float = 1.0
    height: float = 1.0

    @property
    def owner(self) -> int | None:
        """The owner of a thing; for an atom, a facet or a car, `side` is a colour instead."""
        has_paint = self.shape in ("atom", "facet") or (self.shape == "car" and self.text not in WAYS)
        return None if has_paint else self.side

    def covered_points(self) -> tuple[tuple[float, float], ...]:
        """Return the middles of the cells that it covers.

        Returns
        -------
        tuple of (float, float)
            A single one of a thing that is one cell large.

        Examples
        --------
        >>> Thing("car", 0.5, 2, width=2).covered_points()
        ((0.0, 2.0), (1.0, 2.0))
        """
        if self.width == self.height == 1:
            return ((self.x, self.y),)
        columns, rows = max(1, round(self.width)), max(1, round(self.height))
        left, top = self.x - (columns - 1) / 2, self.y - (rows - 1) / 2
        return tuple((left + column, top + row) for row in range(rows) for column in range(columns))


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
    strikes : tuple of Stroke
        Strokes through the rows that ended the game, above the pieces.
    """

    places: tuple[Place, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    things: tuple[Thing, ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    mover: int | None = None
    mover_shapes: tuple[str, str] = ("disc", "disc")
    strikes: tuple[Stroke, ...] = ()

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
                replace(thing, side=opposite_side(thing.side), shape=_find_other_player_shape(thing))
                for thing in self.things
            ),
            mover=opposite_side(self.mover),
        )

    def turn_to_opponent(self) -> "Picture":
        """Return a board that is drawn from the second player's side as the first player sees it.

        Returns
        -------
        Picture
            Turned by half around the middle of its places, with the colours of both sides exchanged.
        """
        xs, ys = [each.x for each in self.places] or [0.0], [each.y for each in self.places] or [0.0]
        return self.swap_sides().rotate()._move(min(xs) + max(xs), min(ys) + max(ys))

    def _move(self, right: float, down: float) -> "Picture":
        """Return the picture, moved."""

        def move_stroke(each: Stroke) -> Stroke:
            return replace(each, x1=each.x1 + right, y1=each.y1 + down, x2=each.x2 + right, y2=each.y2 + down)

        return replace(
            self,
            places=tuple(replace(each, x=each.x + right, y=each.y + down) for each in self.places),
            strokes=tuple(map(move_stroke, self.strokes)),
            strikes=tuple(map(move_stroke, self.strikes)),
            things=tuple(replace(each, x=each.x + right, y=each.y + down) for each in self.things),
            marks=tuple(replace(each, x=each.x + right, y=each.y + down) for each in self.marks),
        )

    def rotate(self) -> "Picture":
        """Return the board from the other side of the table: rotated by 180 degrees, with upright text.

        A cube is seen from a corner as before.

        Returns
        -------
        Picture
            The rotated board.
        """
        return replace(
            self,
            places=tuple(
                each
                if each.ground in UPRIGHT
                else replace(
                    each,
                    x=-each.x,
                    y=-each.y,
                    reach=tuple((-right, -down, -left, -top) for left, top, right, down in each.reach),
                )
                for each in self.places
            ),
            strokes=_rotate_strokes(self.strokes),
            strikes=_rotate_strokes(self.strikes),
            things=tuple(
                each
                if each.shape in UPRIGHT
                else replace(each, x=-each.x, y=-each.y, text=_rotate_text(each))
                for each in self.things
            ),
            marks=tuple(replace(each, x=-each.x, y=-each.y) for each in self.marks),
        )


def _rotate_strokes(strokes: tuple[Stroke, ...]) -> tuple[Stroke, ...]:
    return tuple(replace(each, x1=-each.x1, y1=-each.y1, x2=-each.x2, y2=-each.y2) for each in strokes)


def _rotate_text(thing: Thing) -> str:
    """Return what stands on a thing that is seen from the other side: a wedge points the other way."""
    if thing.shape == "pattern":
        name, _, steps = thing.text.partition("|")
        return f"{name}|{steps[::-1]}"
    turns = thing.shape in TURNING and thing.text.startswith(WAYS)
    return thing.text.translate(TURNED) if turns else thing.text


def _find_other_player_shape(thing: Thing) -> str:
    """Return the shape of the other side's thing; the shape of crosses and rings shows their owner."""
    return SIGNS.get(thing.shape, thing.shape) if thing.side in (0, 1) else thing.shape
