from families import DEFINITIONS, Family, bounds, counted, facts_of
from families._text_boards import Cell, Turns, cells_of, text_of
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.race.bobail import Bobail

AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


Turn = tuple[Cell | None, Cell | None, Cell | None]  # the bobail's new cell, and a piece's old and new one


class TextBobail(Turns):
    """A piece is pushed on until something is in its way."""

    names = ("X", "O")

    def start(self) -> str:
        middle, last = self.game.size // 2, self.game.size - 1
        cells = {
            (row, column): {0: "O", last: "X"}.get(row, ".")
            for row in range(self.game.size)
            for column in range(self.game.size)
        }
        board = text_of(cells | {(middle, middle): "N"})
        return "\n".join([board, *([] if self.game.stepping else ["first turn"]), "X to move"])

    def cells(self, position: str) -> dict[Cell, str]:
        return cells_of("\n".join(position.split("\n")[: self.game.size]))

    def bobail(self, cells: dict[Cell, str]) -> Cell:
        return next(cell for cell, sign in cells.items() if sign == "N")

    def moves(self, position: str) -> list[Turn]:
        cells, mine = self.cells(position), "XO"[self.mover(position)]
        if "first turn" in position:
            return [(None, *run) for run in runs(cells, mine)]
        found: list[Turn] = []
        row, column = begin = self.bobail(cells)
        for down, right in AROUND:
            end = row + down, column + right
            if cells.get(end) == "." and end[0] in (0, self.game.size - 1):
                found.append((end, None, None))
            elif cells.get(end) == ".":
                found += [(end, *run) for run in runs(cells | {begin: ".", end: "N"}, mine)]
        return found

    def play(self, position: str, move: Turn) -> str:
        cells = self.cells(position)
        step, begin, end = move
        if step:
            cells |= {self.bobail(cells): ".", step: "N"}
        if begin and end:
            cells |= {begin: ".", end: cells[begin]}
        return self.next_turn(position, text_of(cells))

    def outcome(self, position: str) -> int:
        row, _ = self.bobail(self.cells(position))
        if 0 < row < self.game.size - 1:
            return UNDECIDED
        return WIN if self.mover(position) == (0 if row else 1) else LOSS


def runs(cells: dict[Cell, str], mine: str) -> list[tuple[Cell, Cell]]:
    """Return where the pieces of one sign go: in each direction as far as there are free cells."""
    found = []
    for (row, column), sign in cells.items():
        for down, right in AROUND:
            length = 0
            while cells.get((row + (length + 1) * down, column + (length + 1) * right)) == ".":
                length += 1
            if sign == mine and length:
                found.append(((row, column), (row + length * down, column + length * right)))
    return found


FAMILY = Family(
    small=(Bobail(size=3), Bobail(size=3, stepping=True)),
    larger=(Bobail(), Bobail(size=4)),
    # Positions tell who is to move. Rules are those of boardgamearena.com's page and of 1234.pm/bobail.
    facts=(
        *counted("value remoteness positions totals edges finished", DEFINITIONS)(
            (Bobail(3), -1, 4, 2_079, (1_168, 0, 911), 2_700, 1_148)
        ),
        *facts_of(Bobail(3, stepping=True), DEFINITIONS, positions=40, totals=(22, 0, 18)),
    ),
    twin=TextBobail,
    refused=(*bounds(Bobail, size=(3, 5)),),
    unreadable=(
        (Bobail(size=3), "OOO/.../XXX/X to move", "it has not one bobail: write one N"),
        (Bobail(size=3), "OOO/.N./XX./X to move", "X has 2 pieces: give both players 3"),
        (Bobail(size=3), "OOO/.N./XXX/first turn/O to move", "the first turn is not so: leave the line out"),
    ),
    written=((Bobail(size=3), "OOO/.N./XXX/first turn/X to move", "a3-a2 c3-c2 b3-a2 b3-c2"),),
)
