"""Go on small boards: known facts, the rules again on text, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.games.go import Go

WERF = "Van der Werf, Van den Herik and Uiterwijk, Solving Go on small boards, ICGA Journal 26 (2003)"


def facts() -> Iterator[Fact]:
    """The whole of 3 x 3 is Black's."""
    yield Fact(repr(Go()), "value", 9, WERF, "literature", "medium")


def twin(game: Go) -> Game:
    """Return the game on text: groups are walked point by point."""
    return TextGo(columns=game.columns, rows=game.rows)


Place = tuple[int, int]


class TextGo(Game):
    columns: int
    rows: int

    scored = True

    def start(self) -> str:
        return "\n".join(["." * self.columns] * self.rows)

    def board(self, position: str) -> dict[Place, str]:
        lines = position.split("\n")[: self.rows]
        return {(row, column): sign for row, line in enumerate(lines) for column, sign in enumerate(line)}

    def beside(self, place: Place) -> list[Place]:
        row, column = place
        found = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [(r, c) for r, c in found if 0 <= r < self.rows and 0 <= c < self.columns]

    def group(self, board: dict[Place, str], place: Place) -> set[Place]:
        found, waiting = {place}, [place]
        while waiting:
            for other in self.beside(waiting.pop()):
                if other not in found and board[other] == board[place]:
                    found.add(other)
                    waiting.append(other)
        return found

    def lives(self, board: dict[Place, str], group: set[Place]) -> bool:
        return any(board[other] == "." for place in group for other in self.beside(place))

    def moves(self, position: str) -> Iterator[Place | None]:
        for place, sign in self.board(position).items():
            if sign == ".":
                after = self.put(position, place)[0]
                if self.lives(after, self.group(after, place)):
                    yield place
        yield None

    def put(self, position: str, place: Place) -> tuple[dict[Place, str], set[Place]]:
        """Return the board with a stone of X and without what it takes, and what that was."""
        board = {each: "." if sign == "!" else sign for each, sign in self.board(position).items()}
        board[place] = "X"
        taken: set[Place] = set()
        for other in self.beside(place):
            if board[other] == "O" and not self.lives(board, self.group(board, other)):
                taken |= self.group(board, other)
        return board | dict.fromkeys(taken, "."), taken

    def play(self, position: str, move: Place | None) -> str:
        if move is None:
            board = {each: "." if sign == "!" else sign for each, sign in self.board(position).items()}
            return self.seen(board, "\nover" if position.endswith("passed") else "\npassed")
        board, taken = self.put(position, move)
        free = [other for other in self.beside(move) if board[other] == "."]
        if len(taken) == 1 and self.group(board, move) == {move} and free == list(taken):
            board[free[0]] = "!"
        return self.seen(board, "")

    def seen(self, board: dict[Place, str], last: str) -> str:
        """Return the board as the other player sees it."""
        lines = ["".join(board[row, column] for column in range(self.columns)) for row in range(self.rows)]
        return "\n".join(lines).translate(str.maketrans("XO", "OX")) + last

    def outcome(self, position: str) -> int:
        if not position.endswith("over"):
            return UNDECIDED
        board = self.board(position)
        score = 0
        for place, sign in board.items():
            around = {sign}
            if sign == ".":
                around = {board[other] for each in self.group(board, place) for other in self.beside(each)}
            around -= {"."}
            score += {frozenset("X"): 1, frozenset("O"): -1}.get(frozenset(around), 0)
        return score


FAMILY = Family(
    small=(Go(2, 2), Go(4, 1), Go(1, 1), Go(3, 2)),
    larger=(Go(), Go(4, 3), Go(5, 5)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Go, {"columns": 0}, "columns=0 is too small"),
        (Go, {"columns": 6, "rows": 6}, "a board of 6 x 6 needs 74 bits"),
    ),
    unreadable=(
        (Go(2, 2), "..", "write 2 rows of 2"),
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
