r"""Pictures for a terminal: one character for each piece, lines between points, coordinates outside.

The caller gives the colours of characters, because only the caller knows what the terminal supports. Pictures
that need more than a character per place (heaps, pieces aside or of four traits, edges that players draw) are
not drawn here; the game's own text is shown instead.

>>> from zermelo.games.morris.dao import Dao
>>> print("\n".join(draw_terminal_rows(Dao(size=3).depict(Dao(size=3).start()))))
  a b c
1 ● ● ·
2 ● · ○
3 · ○ ○
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType

from zermelo.boards.pictures.picture import TURNING, Picture, Place, Stroke, Thing

Painter = Callable[[str, str], str]  # a character and its role: "first", "second" or "faint"
Cell = tuple[int, int]  # a row and a column of characters
NO_SIGNS: Mapping[str, str] = MappingProxyType({})

MEN = {  # the first player's, the second's
    "cross": "✕✕",
    "ring": "○○",
    "disc": "●○",
    "stone": "●○",
    "man": "●○",
    "crowned": "◉◎",
    "king": "♔♚",
    "queen": "♕♛",
    "rook": "♖♜",
    "bishop": "♗♝",
    "knight": "♘♞",
    "pawn": "♙♟",
    "tile": "■□",
    "wood": "■□",
    "bone": "▒▒",
    "crate": "■■",
    "chocolate": "■■",
    "poison": "✗✗",
    "target": "◎◎",
    "rosette": "✽✽",
    "lamp": "●●",
    "peg": "●●",
    "bricks": "▒▒",
    "block": "▒▒",
    "arrow": "▒▒",
    "fox": "◉◎",
    "tiger": "◉◎",
    "hare": "◉◎",
    "hound": "●○",
    "goose": "●○",
    "goat": "●○",
    "lion": "Ll",
    "giraffe": "Gg",
    "elephant": "Ee",
    "chick": "Cc",
    "hen": "Hh",
}
WEDGES = {"^": "▲△", "v": "▼▽", "<": "◀◁", ">": "▶▷"}
DICE = "⚀⚁⚂⚃⚄⚅"
WRITTEN = ("text", "tile", "seeds", "disc", "hand", "car")  # what has its text on it
ROLES = ("first", "second")
NEAR = 0.2  # what is no further from a row, or from a column of cells, belongs to it


def draw_terminal_rows(
    picture: Picture, paint: Painter = lambda text, _: text, signs: Mapping[str, str] = NO_SIGNS
) -> list[str]:
    """Draw a picture of a position as lines of text.

    Parameters
    ----------
    picture : Picture
        What to draw.
    paint : callable
        Colours a text, given the text and its role: "first", "second" or "faint".
    signs : mapping of str to str
        Characters to write on empty places, by their names.

    Returns
    -------
    list of str
        Lines, the picture's notes last; empty if a terminal cannot show the picture.
    """
    drawn = _CharacterSheet(picture, paint, signs)
    if not drawn.can_show():
        return []
    notes = list(picture.notes)
    if notes and picture.mover in (0, 1):  # the mover's piece stands before the note
        man = MEN.get(picture.mover_shapes[picture.mover], "  ")[picture.mover].strip()
        notes[0] = f"{paint(man, ROLES[picture.mover])} {notes[0]}" if man else notes[0]
    return [*drawn.render_rows(), *notes]


class _CharacterSheet:
    """A picture on a sheet of characters: two to a cell, four where lines join points."""

    def __init__(self, picture: Picture, paint: Painter, signs: Mapping[str, str]) -> None:
        self.picture, self.paint, self.signs = picture, paint, signs
        self.has_lines = any(stroke.kind in ("line", "arrow") for stroke in picture.strokes)
        labels = {(round(mark.x, 3), round(mark.y, 3)) for mark in picture.marks}
        marks_line = {mark.text for mark in picture.marks}
        on_board = [place for place in picture.places if place.ground != "card"]
        at = {(round(place.x, 3), round(place.y, 3)): place for place in on_board}
        self.places = {  # what has only a coordinate on it, or is called like one, is no cell
            spot: place
            for spot, place in at.items()
            if place.ground != "bare" or not (spot in labels or place.name in marks_line)
        }
        self.cells = tuple(place for place in on_board if place in self.places.values())
        self.left = min((place.x for place in self.cells), default=0.0)
        self.heights = sorted({round(place.y, 3) for place in self.cells})
        self.sheet: dict[Cell, tuple[str, str]] = {}
        self.cards = [thing for thing in picture.things if thing.shape == "pattern"]  # beside the board
        self.standing = [
            (thing, point)
            for thing in picture.things
            if thing not in self.cards and thing.shape != "store"
            for point in thing.covered_points()
        ]

    def can_show(self) -> bool:
        """Return whether every thing stands on a place, as one short sign, and lines join places."""
        kinds = {stroke.kind for stroke in self.picture.strokes}
        return (
            1 < len(self.places) == len(self.cells)
            and all(place.ground != "bare" for place in self.cells)
            and self._can_place_marks()
            and not kinds & {"wall", "faint"}
            and all(
                self._find_place_at(point) is not None and self._thing_character(thing)
                for thing, point in self.standing
            )
        )

    def render_rows(self) -> list[str]:
        """Return the lines, coordinates outside."""
        is_chequered = any(place.shade == 1 for place in self.cells)
        for stroke in self.picture.strokes:
            if stroke.kind in ("line", "arrow"):
                self._draw_line(stroke)
        for place in self.cells:
            bare = "→" if place.ground == "exit" else " " if is_chequered and place.shade != 1 else "·"
            sign = self.signs.get(place.name, "")
            self.sheet[self._sheet_cell_of_place(place)] = (sign, "") if sign else (bare, "faint")
        for thing, point in self.standing:
            under = self._find_place_at(point)
            assert under is not None, "fits() has been asked"
            role = ROLES[thing.owner] if thing.owner in (0, 1) else ""
            self.sheet[self._sheet_cell_of_place(under)] = self._thing_character(thing), role
        return [*self._add_marks(self._sheet_lines()), *self._card_lines()]

    def _card_lines(self) -> list[str]:
        """Return the names of the cards beside the board, those of one height in a line."""
        lines = []
        for height in sorted({card.y for card in self.cards}):
            cards = sorted((card for card in self.cards if card.y == height), key=lambda card: card.x)
            lines.append("  ".join(self._paint_thing(card.text.partition("|")[0], card) for card in cards))
        return lines

    def _paint_thing(self, text: str, thing: Thing) -> str:
        return self.paint(text, ROLES[thing.owner]) if thing.owner in (0, 1) else text

    def _find_place_at(self, point: tuple[float, float]) -> Place | None:
        return self.places.get((round(point[0], 3), round(point[1], 3)))

    def _sheet_cell_of_place(self, place: Place) -> Cell:
        row = self.heights.index(round(place.y, 3))
        return row * (2 if self.has_lines else 1), self._sheet_column(place.x)

    def _sheet_column(self, x: float) -> int:
        return round((x - self.left) * (4 if self.has_lines else 2))

    def _thing_character(self, thing: Thing) -> str:
        """Return the character of a thing; nothing where it has none."""
        if thing.text in WEDGES and thing.shape in TURNING:
            return WEDGES[thing.text][thing.side or 0]
        if thing.text and thing.shape in WRITTEN:
            return thing.text if len(thing.text) == 1 else ""
        if thing.shape == "die" and thing.text.isdecimal():
            return DICE[int(thing.text) - 1 : int(thing.text)]
        if thing.shape in ("disc", "tile", "man") and thing.side is None:
            return "◆"
        return MEN.get(thing.shape, "  ")[thing.side == 1].strip()

    def _draw_line(self, stroke: Stroke) -> None:
        """Draw a line between two places, where it goes across, down or aslant by as many rows as columns."""
        ends = [
            self.places.get((round(x, 3), round(y, 3)))
            for x, y in ((stroke.x1, stroke.y1), (stroke.x2, stroke.y2))
        ]
        if ends[0] is None or ends[1] is None:
            return
        (row, column), (last_row, last_column) = sorted(
            self._sheet_cell_of_place(end) for end in ends if end is not None
        )
        if row == last_row:
            for each in range(min(column, last_column) + 1, max(column, last_column)):
                self.sheet[row, each] = "─", "faint"
            return
        sign = "│" if column == last_column else "╲" if column < last_column else "╱"
        for each in range(row + 1, last_row):
            place = column + round((last_column - column) * (each - row) / (last_row - row))
            other = self.sheet.get((each, place), (sign, ""))[0]
            self.sheet[each, place] = (sign if other == sign else "╳"), "faint"

    def _sheet_lines(self) -> list[str]:
        height = max(row for row, _ in self.sheet) + 1
        lines = []
        for row in range(height):
            width = max((column for line, column in self.sheet if line == row), default=-1) + 1
            signs = (self.sheet.get((row, column), (" ", "")) for column in range(width))
            lines.append("".join(self.paint(sign, role) if role else sign for sign, role in signs))
        return lines

    def _can_place_marks(self) -> bool:
        """Return whether coordinates stand outside, none in another's way."""
        left, above, below = self._split_marks_by_side()
        count = len(left) + len(above) + len(below)
        return count == len(self.picture.marks) and all(
            column + len(text) < following
            for marks in (above, below)
            for (column, text), (following, _) in pairwise(sorted(marks.items()))
        )

    def _split_marks_by_side(self) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
        """Return the coordinates before rows, and those above and below columns; others are left out."""
        before: dict[int, str] = {}
        above: dict[int, str] = {}
        below: dict[int, str] = {}
        for mark in self.picture.marks:
            near = [row for row, y in enumerate(self.heights) if abs(y - mark.y) < NEAR]
            if near:
                if all(mark.x < x for x, y in self.places if abs(y - mark.y) < NEAR):
                    before[near[0] * (2 if self.has_lines else 1)] = mark.text
            elif mark.y < self.heights[0] or mark.y > self.heights[-1]:
                edge = self.heights[0 if mark.y < self.heights[0] else -1]
                x = min(
                    (x for x, y in self.places if abs(y - edge) < NEAR),
                    key=lambda x: (round(abs(x - mark.x), 3), -x),
                )
                column = self._sheet_column(x if abs(x - mark.x) <= 0.5 else mark.x)
                (above if mark.y < self.heights[0] else below)[max(0, column)] = mark.text
        return before, above, below

    def _add_marks(self, lines: list[str]) -> list[str]:
        """Put the coordinates around the lines: those to the left before rows, the others above or below."""
        before, above, below = self._split_marks_by_side()
        wide = max((len(text) for text in before.values()), default=0)

        def build_marks_line(marks: dict[int, str]) -> list[str]:
            line = ""
            for column, text in sorted(marks.items()):
                line = f"{line:<{column}}{text}"
            return [self.paint(f"{'':<{wide + 1 if wide else 0}}{line}", "faint")] if marks else []

        rows = [
            f"{self.paint(before.get(row, '').rjust(wide), 'faint')} {line}" if wide else line
            for row, line in enumerate(lines)
        ]
        return [*build_marks_line(above), *rows, *build_marks_line(below)]
