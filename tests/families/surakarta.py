from support.grids import images_of_text

from families import DEFINITIONS, Family, bounds, counted
from families._text_boards import AROUND, Cell, Text, blank, cells_of, exchanged, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.capture.surakarta import Surakarta

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class TextSurakarta(Text):
    """A piece walks point by point, and where it leaves the board a loop turns it."""

    def starts(self) -> list[str]:
        last = self.game.size - 1
        columns = sorted(range(self.game.size), key=lambda column: abs(2 * column - self.game.size + 0.5))
        cells = cells_of(blank(self.game.size, self.game.size))
        for number in range(self.game.men_each):
            row, column = number // self.game.size, columns[number % self.game.size]
            cells |= {(last - row, column): "X", (row, last - column): "O"}
        return images_of_text(text_of(cells))

    def next_of(self, cell: Cell, way: Cell) -> tuple[Cell, Cell, bool] | None:
        """Return the next point, the way on from it, and whether a loop leads there; None at a dead end."""
        row, column = cell
        end = row + way[0], column + way[1]
        if 0 <= end[0] < self.game.size and 0 <= end[1] < self.game.size:
            return end, way, False
        last = self.game.size - 1
        along = row if way[0] == 0 else column  # the number of the line, from 0
        near = min(along, last - along)
        if near == 0 or 2 * near > last - 1:
            return None
        down = (0 if row < last - row else last) if way[0] == 0 else row
        right = column if way[0] == 0 else (0 if column < last - column else last)
        # The corner is (down, right): rows and columns change places around it.
        away = abs(row - down), abs(column - right)
        inner = (1 if down == 0 else -1), (1 if right == 0 else -1)
        end = down + inner[0] * away[1], right + inner[1] * away[0]
        return end, ((inner[0], 0) if way[0] == 0 else (0, inner[1])), True

    def captured(self, cells: dict[Cell, str], begin: Cell, way: Cell) -> Cell | None:
        cell, first, has_looped, passed = begin, way, False, {begin}
        while True:
            found = self.next_of(cell, way)
            if found is None:
                return None
            cell, way, is_loop = found
            has_looped = has_looped or is_loop
            if (cell, way) == (begin, first):
                return None
            if cells[cell] != "." and cell != begin:
                return cell if has_looped and cells[cell] == "O" else None
            if self.game.once and cell in passed:
                return None
            passed.add(cell)

    def moves(self, position: str) -> set[tuple[Cell, Cell]]:
        cells = cells_of(position)
        mine = [cell for cell, sign in cells.items() if sign == "X"]
        steps = {
            ((row, column), (row + down, column + right)) for row, column in mine for down, right in AROUND
        }
        captures = {(cell, self.captured(cells, cell, way)) for cell in mine for way in STRAIGHT}
        return {(begin, end) for begin, end in steps if cells.get(end) == "."} | {
            (begin, end) for begin, end in captures if end
        }

    def play(self, position: str, move: tuple[Cell, Cell]) -> str:
        begin, end = move
        return exchanged(text_of(cells_of(position) | {begin: ".", end: "X"}))

    def outcome(self, position: str) -> int:
        return UNDECIDED if "X" in position else LOSS


FAMILY = Family(
    small=(Surakarta(men_each=1), Surakarta(men_each=2), Surakarta(size=5, men_each=1, once=True)),
    larger=(
        Surakarta(),
        Surakarta(once=True),
        Surakarta(size=6, men_each=12),
        Surakarta(size=6, men_each=3, once=True),
        Surakarta(size=5, men_each=4),
    ),
    # Positions are boards as their movers see them, from all images of the start.
    facts=counted("value remoteness positions totals longest edges finished size", DEFINITIONS)(
        (Surakarta(4, 1), 1, 1, 252, (192, 0, 60), 3, 1_308, 12, "small"),
        (Surakarta(5, 1, once=True), 0, None, 616, (164, 408, 44), 3, 3_392, 16, "small"),
        (Surakarta(4, 2), 1, 9, 14_646, (10_168, 0, 4_478), 9, 135_200, 126, "medium"),
        (Surakarta(4, 2, once=True), 0, None, 14_646, (8_226, 4_296, 2_124), 20, 125_980, 126, "medium"),
    ),
    twin=TextSurakarta,
    refused=(
        *bounds(Surakarta, size=(4, 7)),
        (Surakarta, {"men_each": 5}, "men_each=5 is too large: give a whole number from 1 to 4"),
    ),
    unreadable=(
        (Surakarta(men_each=1), ".OO./..../..../.X..", "O has 2 pieces: give each player at most 1"),
        (Surakarta(), "..../..../..../.X..", "O has no pieces: end play there"),
    ),
    written=(
        (Surakarta(men_each=1), "O.../..../..../X...", "a4-b4 a4-a3 a4-b3"),
        (Surakarta(men_each=1), ".O../..../..../..X.", "c4-d4 c4-b4 c4-c3 c4-b3 c4-d3 c4-b1"),
    ),
)
