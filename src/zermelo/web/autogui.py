"""Boards for GamesmanUni: what stands where as one character a place, and the buttons of moves.

Its page draws a board from two things: data of a variant, which are places and a picture for each character,
and a text of each position, `1_x--.~7`: whose turn it is, a character a place (`-` is nothing, `.` a text,
which follows after `~`). A move is a button: `A_-_4` a disc on place 4, `M_0_4` an arrow. Read from
`ImageAutoGUI.vue` of GamesCrafters/GamesmanUni at commit 3771794.

Its pictures are files that were bundled when the site was built: a path that was not there then stops the
page. So there are two boards. One names pictures that the site has had for years and texts for all else, and
works there as it is. The other, `pictured`, is drawn by us: its files are laid into the site's folder
`src/models/images/svg` before it is built. For the same reason nothing is said of sounds, ambience or a
foreground.

A game that draws nothing, or whose lines change so that no character says how, has no such board: the site
then lists position and moves as text.
"""

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from zermelo import Game
from zermelo.boards import Picture, Place, Stroke, Thing
from zermelo.matches import Match
from zermelo.showing import Choice, bounds_of, cut_svg

PLAYOUTS: Final = 8  # games at random in which places and men are found that the start does not show
PLIES: Final = 60  # of each of them
MOST_SPOTS: Final = 400
SIGNS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
THEME: Final = "zermelo"
FOLDER: Final = "zermelo"  # where the site has our files, below its own pictures
UNFIT: Final = "no-picture"  # stands on an empty board where a position does not fit it
CLEAN: Final = re.compile(r"[^A-Za-z0-9.-]+")  # the site reads no other sign in a text
SHARED: Final[dict[tuple[str, int | None], str]] = {  # pictures that the site has itself, by shape and side
    ("cross", 0): "ttt/x.svg",
    ("cross", None): "notakto/x.svg",
    ("ring", 1): "ttt/o.svg",
    **{
        (shape, side): path
        for shape in ("disc", "man")
        for side, path in enumerate(
            (
                "general/whitepiece.svg",
                "general/blackpiece.svg",
                "general/bluepiece.svg",
                "general/redpiece.svg",
                "general/green_circle.svg",
                "general/purple_circle.svg",
            )
        )
    },
    ("disc", None): "general/brownpiece.svg",
    ("pin", None): "kayles/x.svg",
    ("tile", None): "chomp/x.svg",
    ("block", None): "chipschallenge/wall.svg",
    **{
        (shape, side): f"chess/wikipedia/{letter if side == 0 else letter.lower() * 2}.svg"
        for shape, letter in zip(("king", "queen", "rook", "bishop", "knight", "pawn"), "KQRBNP", strict=True)
        for side in (0, 1)
    },
}
LETTERS: Final = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}
COMPASS: Final = {"^": "N", "v": "S", "<": "W", ">": "E"}  # where a wedge points

Spot = tuple[float, float]
Box = tuple[float, float, float, float]


class Kind(NamedTuple):
    """What stands somewhere, whoever put it there: a thing, or a line that was drawn in play."""

    shape: str  # of a thing, or "line" with the way it lies in `text`
    side: int | None
    text: str


@dataclass(frozen=True, eq=False)
class Autogui:
    """How one game is shown: the `spots` where something may stand, and the sign of each kind of thing.

    `board` is what never changes, `images` the picture of each sign: its path below the site's folder.
    """

    spots: tuple[Spot, ...]
    board: Picture
    box: Box
    signs: Mapping[Kind, str]
    images: Mapping[str, str]
    folder: str
    pictured: bool

    def data(self) -> dict[str, Any]:
        """Return the variant's `imageAutoGUIData`."""
        left, top, right, bottom = self.box
        centers = [[round(x - left, 3), round(y - top, 3)] for x, y in (*self.spots, self._middle)]
        theme: dict[str, Any] = {
            "space": [round(right - left, 3), round(bottom - top, 3)],
            "centers": centers,
            "charImages": {
                sign: {"image": path, "scale": self._scale(sign)} for sign, path in self.images.items()
            },
            "circleButtonRadius": 0.16,
            "lineWidth": 0.1,
            "arrowWidth": 0.1,
            "entitiesOverArrows": False,
            "textEntityFontSize": 0.42,
            "textButtonFontSize": 0.42,
            "sounds": {},
            "animationType": "entityFade",
            "defaultAnimationWindow": [0, len(centers)],
        }
        if self.pictured:
            theme["background"] = f"{self.folder}/board.svg"
        return {"defaultTheme": THEME, "themes": {THEME: theme}}

    def files(self) -> dict[str, str]:
        """Return the SVG of each file that the site needs, by its path; none where it has them all."""
        if not self.pictured:
            return {}
        found = {f"{self.folder}/board.svg": cut_svg(self.board, "board", self.box)}
        for kind, sign in self.signs.items():
            half = self._scale(sign) / 2
            found[self.images[sign]] = cut_svg(_alone(kind), kind.shape, (-half, -half, half, half))
        return found

    def text(self, picture: Picture | None, turn: int) -> str:
        """Return the text of a position; `turn` is 1 or 2."""
        standing = None if picture is None else standing_on(picture, self.board, self.spots)
        if standing is None:
            return f"{turn}_{'-' * len(self.spots)}.~{UNFIT}"
        ground = set() if self.pictured else {_spot(place.x, place.y) for place in self.board.places}
        signs, texts = [], []
        for spot in self.spots:
            kind = standing.get(spot)
            sign = "-" if kind is None else self.signs.get(kind, ".")
            said = "." if kind is None else _letters(kind)
            if kind is None and spot in ground:
                sign = "."
            signs.append(sign)
            texts += [f"~{said}"] if sign == "." else []
        return f"{turn}_{''.join(signs)}-{''.join(texts)}"

    def buttons(self, picture: Picture | None, choices: Iterable[Choice]) -> dict[str, str]:
        """Return the button of each move, by the move's name; one that would share a button has none.

        A disc for a move of one place, an arrow from the first place to the last for others.
        """
        if picture is None or standing_on(picture, self.board, self.spots) is None:
            return {}
        numbers = {spot: number for number, spot in enumerate(self.spots)}
        where = {place.name: numbers.get(_spot(place.x, place.y)) for place in picture.places if place.name}
        found: dict[str, str] = {}
        for choice in choices:
            ends = [where.get(cell) for cell in choice.cells]
            if not ends or None in (ends[0], ends[-1]):
                continue
            is_arrow = len(ends) > 1 and ends[0] != ends[-1]
            found[choice.name] = f"M_{ends[0]}_{ends[-1]}" if is_arrow else f"A_-_{ends[-1]}"
        taken = list(found.values())
        return {name: button for name, button in found.items() if taken.count(button) == 1}

    @property
    def _middle(self) -> Spot:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    def _scale(self, sign: str) -> float:
        if not self.pictured:
            return 0.9
        kind = next(kind for kind, each in self.signs.items() if each == sign)
        return round(max(1.0, *(2 * abs(end) for end in bounds_of(_alone(kind)))), 3)


def autogui_of(game: Game, folder: str, *, pictured: bool = False) -> Autogui | None:
    """Return how a game is shown, None where it cannot be; `folder` has its files, below `FOLDER`.

    Places and men are those of the start and of some games at random, always the same ones.
    """
    pictures = _met(game)
    if pictures is None:
        return None
    board = _board(pictures)
    spots = _spots(pictures, board)
    if not 0 < len(spots) <= MOST_SPOTS:
        return None
    found = [standing_on(picture, board, tuple(spots)) for picture in pictures]
    if None in found:
        return None
    kinds = sorted({kind for standing in found for kind in (standing or {}).values()}, key=repr)
    if pictured:
        signs = dict(zip(kinds, SIGNS, strict=False))
        images = {sign: f"{FOLDER}/{folder}/{_number(sign)}.svg" for sign in signs.values()}
    else:
        known = [Kind(shape, side, "") for shape, side in SHARED]
        signs = dict(zip(known, SIGNS, strict=False))
        images = {sign: SHARED[kind.shape, kind.side] for kind, sign in signs.items()}
    bare = tuple(Place("", x, y, "bare") for x, y in spots)  # so that all of them lie within its bounds
    box = bounds_of(replace(board, places=(*board.places, *bare)))
    return Autogui(tuple(spots), board, box, signs, images, f"{FOLDER}/{folder}", pictured)


def standing_on(picture: Picture, board: Picture, spots: Iterable[Spot]) -> dict[Spot, Kind] | None:
    """Return what stands on each spot; None where something stands elsewhere or on another thing.

    Lines that the board has not count as things on their middles, where they go across or down, and numbers
    beside the board as texts. None too where the ground itself is another.
    """
    known = set(spots)
    found: dict[Spot, Kind] = {}
    lines = {_ends(stroke) for stroke in board.strokes}
    drawn = [stroke for stroke in picture.strokes if stroke.kind != "faint" and _ends(stroke) not in lines]
    numbers = [mark for mark in picture.marks if mark not in board.marks]
    if not lines <= {_ends(stroke) for stroke in picture.strokes} or _grounds(picture) != _grounds(board):
        return None
    for spot, kind in [
        *((_spot(each.x, each.y), Kind(each.shape, each.side, each.text)) for each in picture.things),
        *((_spot(each.x, each.y), Kind("text", None, each.text)) for each in numbers),
        *((_middle_of(stroke), Kind("line", stroke.side, _way(stroke))) for stroke in drawn),
    ]:
        if spot not in known or spot in found or kind == Kind("line", kind.side, ""):
            return None
        found[spot] = kind
    return found


def _met(game: Game) -> list[Picture] | None:
    """Return pictures of the start and of games at random from it; None where one cannot be drawn."""
    chance = random.Random(0)
    found: dict[Picture, None] = {}
    for _ in range(PLAYOUTS):
        match = Match(game)
        for _ in range(PLIES):
            picture = match.depicted()
            if picture is None:
                return None
            found[picture] = None
            moves = match.moves()
            if not moves:
                break
            match.play(chance.choice(moves))
    return list(found)


def _spots(pictures: list[Picture], board: Picture) -> list[Spot]:
    """Return where something may stand: places, and wherever anything stood that is not of the board."""
    found: list[Spot] = []
    for picture in pictures:
        found += [_spot(place.x, place.y) for place in picture.places]
        found += [_spot(thing.x, thing.y) for thing in picture.things]
        found += [_spot(mark.x, mark.y) for mark in picture.marks if mark not in board.marks]
    return list(dict.fromkeys(found))


def _board(pictures: list[Picture]) -> Picture:
    """Return what is the same in all pictures."""
    first = pictures[0]
    fixed = [
        stroke
        for stroke in first.strokes
        if stroke.kind != "faint" and all(stroke in picture.strokes for picture in pictures)
    ]
    marks = [mark for mark in first.marks if all(mark in picture.marks for picture in pictures)]
    return Picture(first.places, tuple(fixed), marks=tuple(marks))


def _alone(kind: Kind) -> Picture:
    """Return a kind of thing with its middle at 0."""
    if kind.shape != "line":
        return Picture(things=(Thing(kind.shape, 0, 0, kind.side, kind.text),))
    across = kind.text == "across"
    ends = (-0.5, 0.0, 0.5, 0.0) if across else (0.0, -0.5, 0.0, 0.5)
    return Picture(strokes=(Stroke(*ends, "wall", kind.side),))


def _letters(kind: Kind) -> str:
    """Return what is written where the site has no picture: few signs, as it reads no others.

    >>> [_letters(Kind(*each)) for each in (("tile", None, "15"), ("queen", 1, ""), ("wedge", 0, "^"))]
    ['15', 'q', 'XN']
    """
    if kind.shape == "line":
        return {"across": "---", "down": "I"}.get(kind.text, "-")
    whose = "" if kind.side is None else "XOABCD"[kind.side % 6]
    if kind.shape in LETTERS:
        letter = LETTERS[kind.shape]
        return letter.lower() if kind.side == 1 else letter
    said = CLEAN.sub("", COMPASS.get(kind.text, kind.text))
    if kind.shape == "text" and said:
        return said
    if kind.shape == "crowned":
        return f"{whose}K"
    return f"{whose}{said}" or {"match": "I", "domino": "I", "ring": "O"}.get(kind.shape, "o")


def _grounds(picture: Picture) -> set[tuple[Spot, str, int]]:
    """Return what the board is made of: its places, whatever their names are."""
    shown = (place for place in picture.places if place.ground != "bare")
    return {(_spot(place.x, place.y), place.ground, place.shade) for place in shown}


def _number(sign: str) -> str:
    """Return the name of a sign's file: a number, as a file system may not tell capitals apart."""
    return str(SIGNS.index(sign))


def _spot(x: float, y: float) -> Spot:
    return round(x, 2) + 0.0, round(y, 2) + 0.0  # no -0.0


def _middle_of(stroke: Stroke) -> Spot:
    return _spot((stroke.x1 + stroke.x2) / 2, (stroke.y1 + stroke.y2) / 2)


def _way(stroke: Stroke) -> str:
    """Return how a line lies: "across" or "down", "" where otherwise or longer than a cell."""
    wide, high = abs(stroke.x1 - stroke.x2), abs(stroke.y1 - stroke.y2)
    if max(wide, high) > 1.01 or min(wide, high) > 0.01:
        return ""
    return "across" if wide > high else "down"


def _ends(stroke: Stroke) -> tuple[float, float, float, float, str, int | None]:
    return stroke.x1, stroke.y1, stroke.x2, stroke.y2, stroke.kind, stroke.side
