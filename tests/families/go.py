from collections.abc import Iterator

from families import Family, facts_of
from families._text_boards import Cell, Rectangle, beside, cells_of, exchanged, group_of, text_of
from zermelo import UNDECIDED
from zermelo.games.territory.go import Go

WERF = "Van der Werf, Van den Herik and Uiterwijk, Solving Go on small boards, ICGA Journal 26 (2003)"


class TextGo(Rectangle):
    scored = True

    def cells(self, position: str) -> dict[Cell, str]:
        return cells_of("\n".join(position.split("\n")[: self.game.rows]))

    def lives(self, cells: dict[Cell, str], group: set[Cell]) -> bool:
        return any(cells.get(other) == "." for cell in group for other in beside(cell))

    def moves(self, position: str) -> Iterator[Cell | None]:
        for cell, sign in self.cells(position).items():
            if sign == ".":
                after, _ = self.put(position, cell)
                if self.lives(after, group_of(after, cell)):
                    yield cell
        yield None

    def put(self, position: str, cell: Cell) -> tuple[dict[Cell, str], set[Cell]]:
        """Return the board with a stone of X and without what it takes, and what that was."""
        cells = self.cells(position.replace("!", ".")) | {cell: "X"}
        taken: set[Cell] = set()
        for other in beside(cell):
            if cells.get(other) == "O" and not self.lives(cells, group_of(cells, other)):
                taken |= group_of(cells, other)
        return cells | dict.fromkeys(taken, "."), taken

    def play(self, position: str, move: Cell | None) -> str:
        if move is None:
            board = exchanged(text_of(self.cells(position.replace("!", "."))))
            return f"{board}\n{'over' if position.endswith('passed') else 'passed'}"
        cells, taken = self.put(position, move)
        free = [other for other in beside(move) if cells.get(other) == "."]
        if len(taken) == 1 and group_of(cells, move) == {move} and free == list(taken):
            cells[free[0]] = "!"
        return exchanged(text_of(cells))

    def outcome(self, position: str) -> int:
        if not position.endswith("over"):
            return UNDECIDED
        cells = self.cells(position)
        score = 0
        for cell, sign in cells.items():
            around = {sign}
            if sign == ".":
                around = {cells.get(other, ".") for each in group_of(cells, cell) for other in beside(each)}
            score += {"X": 1, "O": -1}.get("".join(sorted(around - {"."})), 0)
        return score


FAMILY = Family(
    small=(Go(2, 2), Go(4, 1), Go(1, 1), Go(3, 2)),
    larger=(Go(), Go(4, 3), Go(5, 5)),
    facts=facts_of(Go(), WERF, "literature", "medium", value=9),
    twin=TextGo,
    refused=(
        (Go, {"columns": 0}, "columns=0 is too small"),
        (Go, {"columns": 6, "rows": 6}, "a board of 6 x 6 needs 74 bits"),
    ),
    unreadable=(
        (Go(2, 2), "XO/OX", "a group has no free point beside it"),
        (Go(2, 2), "!!/OX", "ko forbids one point at most"),
        (Go(2, 2), "!O/O./passed", "none after a pass"),
    ),
    written=(
        (Go(2, 2), "../..", "a1 b1 a2 b2 pass"),
        (Go(3, 2), ".XO/XO.", "c2 pass"),
        (Go(4, 1), "!OX.", "pass"),
        (Go(2, 2), "X./../passed", "b1 a2 b2 pass"),
    ),
)
