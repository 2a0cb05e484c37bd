"""What the reference implementations of several families share: boards, turns and heaps as text.

Everything here is slow and obvious, and shares no code with the rules in `zermelo.games`. A position is the
text that `show` prints: lines of cells, and below them, in many games, a line such as `left to move`.
"""

from typing import Any

from zermelo import DRAW, LOSS, UNDECIDED, WIN, Game, PuzzleForOne

Cell = tuple[int, int]  # row and column, from 0 at the upper left

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
AROUND = STRAIGHT + DIAGONAL
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))  # one of both directions of each line


def blank(columns: int, rows: int, sign: str = ".") -> str:
    """Return a board of equal cells."""
    return "\n".join([sign * columns] * rows)


def cells_of(board: str) -> dict[Cell, str]:
    """Return the sign of each cell."""
    lines = board.split("\n")
    return {(row, column): sign for row, line in enumerate(lines) for column, sign in enumerate(line)}


def text_of(cells: dict[Cell, str]) -> str:
    """Return the board with these signs: what `cells_of` reads."""
    lines: dict[int, str] = {}
    for (row, _), sign in sorted(cells.items()):
        lines[row] = lines.get(row, "") + sign
    return "\n".join(lines.values())


def replaced(board: str, place: int, sign: str) -> str:
    """Return the board with another sign at a place of the text."""
    return board[:place] + sign + board[place + 1 :]


def moved(board: str, begin: int, end: int, left: str = ".") -> str:
    """Return the board after a piece has gone from one place to another, and left something behind."""
    return replaced(replaced(board, end, board[begin]), begin, left)


def wrapped(signs: str, columns: int) -> str:
    """Return the signs as rows of so many."""
    return "\n".join(signs[begin : begin + columns] for begin in range(0, len(signs), columns))


def exchanged(board: str) -> str:
    """Return the board as the other player sees it: X is the player to move."""
    return board.translate(str.maketrans("XO", "OX"))


def has_line(cells: dict[Cell, str], sign: str, length: int) -> bool:
    """Whether so many of a sign stand in a row, column or diagonal, cell beside cell."""
    return any(
        all(cells.get((row + step * down, column + step * right)) == sign for step in range(length))
        for (row, column), first in cells.items()
        if first == sign
        for down, right in LINES
    )


def beside(cell: Cell) -> list[Cell]:
    """Return the four cells beside one, some perhaps outside the board."""
    return [(cell[0] + down, cell[1] + right) for down, right in STRAIGHT]


def group_of(cells: dict[Cell, str], cell: Cell) -> set[Cell]:
    """Return the cells that hang together with this one and have its sign."""
    group, waiting = {cell}, [cell]
    while waiting:
        for other in beside(waiting.pop()):
            if other not in group and cells.get(other) == cells[cell]:
                group.add(other)
                waiting.append(other)
    return group


def above(position: str) -> str:
    """Return the board of a position whose last line says something else."""
    return position.rpartition("\n")[0]


class Text(Game):
    """A game on text. The catalogue's `game` is asked for its parameters, and for nothing else."""

    game: Any


class Turns(Text):
    """The last line says who is to move, by one of two names."""

    names = ("left", "right")

    def mover(self, position: str) -> int:
        return int(position.endswith(f"{self.names[1]} to move"))

    def next_turn(self, position: str, board: str) -> str:
        """Return a board with the other player to move than in `position`."""
        return f"{board}\n{self.names[1 - self.mover(position)]} to move"


class LeftOrRight(Turns):
    """Either player may begin, on the `board` of the game."""

    def start(self) -> str:
        return f"{self.board()}\n{self.names[self.game.starter in ('right', self.names[1])]} to move"


class Puzzle(PuzzleForOne):
    """A puzzle on text, which begins where the catalogue's `game` does."""

    game: Any

    def start(self) -> str:
        return self.game.show(self.game.start())


class Rolling(Text):
    """The text names who is to roll or to move, and either player may begin."""

    def starts(self) -> list[str]:
        return [self.start(), self.start().replace("first", "second")]

    def mover(self, position: str) -> int:
        return 0 if "first" in position else 1


class Misere(Text):
    """A player who cannot move loses, or wins where play is misere."""

    def stuck(self, position: str) -> int:
        return WIN if self.game.misere else LOSS


class Rectangle(Text):
    """A rectangle that is empty at first."""

    def start(self) -> str:
        return self.board()

    def board(self) -> str:
        return blank(self.game.columns, self.game.rows)


class Placing(Text):
    """X and O are put on free cells by turns; who moves follows from the counts."""

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        sign = "X" if position.count("X") == position.count("O") else "O"
        return replaced(position, move, sign)


class Lining(Placing):
    """Placing that a line ends: `has_line` says whether a sign has one."""

    def outcome(self, position: str) -> int:
        if self.has_line(position, "X") or self.has_line(position, "O"):
            return WIN if self.is_misere() else LOSS
        return UNDECIDED if "." in position else DRAW

    def has_line(self, position: str, sign: str) -> bool:
        return has_line(cells_of(position), sign, self.game.line)

    def is_misere(self) -> bool:
        return getattr(self.game, "misere", False)
