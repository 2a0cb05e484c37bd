"""Three men's morris and its kin: known facts, and what is no position."""

from collections.abc import Iterator
from typing import Any

from families import BOTH, BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.three_mens_morris import Achi, Picaria, Tapatan, ThreeMensMorris

FOLKLORE = "folklore; Wikipedia, Three men's morris: the player who begins wins, in the centre only"
SEPARATE = "a separate program, dictionaries of tuples"

GAMES = (  # game; value, remoteness, totals, edges, finished, source
    ("three_mens_morris(diagonals=False, flying=False)", 1, 9, (2_121, 980, 769), 14_573, 268, SEPARATE),
    ("three_mens_morris(diagonals=True, flying=False)", 1, 9, (2_161, 936, 773), 15_973, 268, SEPARATE),
    ("three_mens_morris(diagonals=False, flying=True)", 0, None, (2_278, 772, 820), 22_785, 268, BRUTE_FORCE),
    ("tapatan()", 1, 9, (2_161, 936, 773), 15_973, 268, SEPARATE),
    ("picaria()", 0, None, (2_046, 1_228, 596), 17_317, 268, BRUTE_FORCE),
    ("achi(diagonals=False, passing=False)", 1, 11, (3_402, 0, 1_998), 16_241, 909, BRUTE_FORCE),
    ("achi(diagonals=True, passing=False)", 1, 11, (3_403, 0, 1_997), 16_373, 888, BRUTE_FORCE),
    ("achi(diagonals=True, passing=True)", 1, 11, (3_403, 0, 1_997), 16_381, 880, SEPARATE),
)


def facts() -> Iterator[Fact]:
    """The board is that of the mover; where the value is 0, play goes on for ever and has no remoteness."""
    for game, value, remoteness, totals, edges, finished, source in GAMES:
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", sum(totals)),
            ("totals", totals),
            ("edges", edges),
            ("finished", finished),
        ):
            yield Fact(game, quantity, expected, source, "recomputed", "small")
    game = "three_mens_morris(diagonals=False, flying=False)"
    yield Fact(game, "value", 1, FOLKLORE, BOTH, "small")
    yield Fact(game, "winning_moves", ("b2",), FOLKLORE, BOTH, "small")


def twin(game: Game) -> Game:
    """Return the game on text, a cell asked for each of its neighbours."""
    lines = {"tapatan": "drawn", "picaria": "king"}.get(repr(game).partition("(")[0], "square")
    if getattr(game, "diagonals", False):
        lines = "drawn"
    if getattr(game, "flying", False):
        lines = "any"
    return TextMorris(
        men=4 if isinstance(game, Achi) else 3, lines=lines, passing=getattr(game, "passing", False)
    )


CELLS = [(row, column) for row in range(3) for column in range(3)]
ROWS = [
    *([(row, column) for column in range(3)] for row in range(3)),
    *([(row, column) for row in range(3)] for column in range(3)),
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


class TextMorris(Game):
    men: int
    lines: str
    passing: bool

    def start(self) -> str:
        return "...\n...\n..."

    def moves(self, position: str) -> list[Any]:
        board = cells_of(position)
        free = [cell for cell in CELLS if board[cell] == "."]
        if position.count("X") < self.men:
            return [(cell,) for cell in free]
        mine = [cell for cell in CELLS if board[cell] == "X"]
        moves: list[Any] = [(cell, other) for cell in mine for other in free if self.joined(cell, other)]
        return moves or [()] * self.passing

    def joined(self, cell: tuple[int, int], other: tuple[int, int]) -> bool:
        far = sorted((abs(cell[0] - other[0]), abs(cell[1] - other[1])))
        if self.lines == "any" or far == [0, 1]:
            return True
        if self.lines == "drawn":
            return far == [1, 1] and (1, 1) in (cell, other)
        return self.lines == "king" and far == [1, 1]

    def play(self, position: str, move: tuple[tuple[int, int], ...]) -> str:
        board = cells_of(position)
        if move:
            board[move[-1]] = "X"
        if len(move) == 2:
            board[move[0]] = "."
        text = "\n".join("".join(board[row, column] for column in range(3)) for row in range(3))
        return text.translate(str.maketrans("XO", "OX"))

    def outcome(self, position: str) -> int:
        board = cells_of(position)
        return LOSS if any(all(board[cell] == "O" for cell in row) for row in ROWS) else UNDECIDED


def cells_of(position: str) -> dict[tuple[int, int], str]:
    rows = position.split("\n")
    return {(row, column): rows[row][column] for row, column in CELLS}


FAMILY = Family(
    small=(ThreeMensMorris(), Tapatan(), Picaria(), Achi(passing=True)),
    larger=(ThreeMensMorris(flying=True), ThreeMensMorris(diagonals=True), Achi()),
    facts=facts,
    twin=twin,
    refused=(
        (ThreeMensMorris, {"diagonals": 1}, "diagonals=1 is not a yes or no"),
        (ThreeMensMorris, {"flying": "no"}, "flying='no' is not a yes or no"),
        (Achi, {"diagonals": 0}, "diagonals=0 is not a yes or no"),
        (Achi, {"passing": None}, "passing=None is not a yes or no"),
    ),
    unreadable=(
        (ThreeMensMorris(), "", "its rows have lengths 0: write 3 rows of 3"),
        (ThreeMensMorris(), "X../.O.", "write 3 rows of 3"),
        (ThreeMensMorris(), "x../.O./...", "'x' is no cell"),
        (ThreeMensMorris(), "X../.../...", "X has 1 and O has 0: X is to move"),
        (ThreeMensMorris(), "OO./.../...", "X has 0 and O has 2: X is to move"),
        (ThreeMensMorris(), "XX./OO./XXO", "X has 4 and O has 3: leave each at most 3"),
        (ThreeMensMorris(), "XXX/OO./..O", "play had ended before O moved"),
        (Achi(), "XOX/OXO/OXO", "X has 4 and O has 5: leave each at most 4"),
    ),
    written=(
        (ThreeMensMorris(), "O../.../...", "b1 c1 a2 b2 c2 a3 b3 c3"),
        (ThreeMensMorris(), "XO./.X./XOO", "b2-c2 a1-a2 b2-a2 a3-a2"),
        (Tapatan(), "XO./.X./XOO", "b2-c2 a1-a2 b2-a2 a3-a2 b2-c1"),
        (Picaria(), ".XO/X.O/XO.", "a2-b2 b1-b2 b1-a1 a2-a1 a3-b2"),
        (
            ThreeMensMorris(flying=True),
            "XO./.X./XOO",
            "a1-c1 a1-a2 a1-c2 b2-c1 b2-a2 b2-c2 a3-c1 a3-a2 a3-c2",
        ),
        (Achi(), "X.O/OXX/XOO", "a1-b1 b2-b1"),
        (Achi(passing=True), ".OX/OOX/XXO", "pass"),
    ),
)
