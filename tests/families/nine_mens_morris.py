"""Nine men's morris: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.nine_mens_morris import NineMensMorris

SEPARATE = "a separate program in C++, tables of all boards"

# Gasser's draw of the whole game (1996) is beyond this: 142,430,121,724 boards of moving men alone.
GAMES = (  # men, rings, flying; value, remoteness, totals, edges, finished, longest
    (3, 1, True, 0, None, (464, 1_157, 96), 8_152, 60, 3),
    (3, 1, False, 0, None, (984, 213, 520), 5_704, 88, 12),
    (4, 1, True, -1, 8, (1_592, 672, 1_051), 12_208, 178, 8),
    (3, 2, True, 0, None, (95_584, 108_617, 8_064), 5_449_072, 728, 8),
    (3, 3, True, 1, 23, (2_549_605, 5_856, 589_872), 154_917_192, 3_696, 29),
    (3, 3, False, 0, None, (1_761_650, 735_479, 648_204), 26_347_624, 3_696, 39),
)


def facts() -> Iterator[Fact]:
    """Few men, or few squares; where the value is 0, play goes on for ever and has no remoteness."""
    for men, rings, flying, *expected in GAMES:
        game = f"nine_mens_morris(men={men}, rings={rings}, flying={flying}, double=False)"
        yield from facts_of(game, *expected)


def facts_of(
    game: str,
    value: int,
    remoteness: int | None,
    totals: tuple[int, int, int],
    edges: int,
    finished: int,
    longest: int,
) -> Iterator[Fact]:
    for quantity, expected in (
        ("value", value),
        ("remoteness", remoteness),
        ("positions", sum(totals)),
        ("totals", totals),
        ("edges", edges),
        ("finished", finished),
        ("longest", longest),
    ):
        yield Fact(game, quantity, expected, SEPARATE, "recomputed", size_of(sum(totals)))


def twin(game: NineMensMorris) -> Game:
    """Return the game on text: lines are followed in the picture."""
    return TextMorris(men=game.men, rings=game.rings, flying=game.flying, double=game.double)


PICTURES = {
    1: """\
...
. .
...""",
    2: """\
.-.-.
|...|
.. ..
|...|
.-.-.""",
    3: """\
.--.--.
|.-.-.|
||...||
... ...
||...||
|.-.-.|
.--.--.""",
}

Cell = tuple[int, int]


class TextMorris(Game):
    men: int
    rings: int
    flying: bool
    double: bool

    def start(self) -> str:
        return f"{PICTURES[self.rings]}\n{self.men} and {self.men} in hand"

    def next_to(self, cell: Cell, down: int, right: int) -> Cell | None:
        """Return the next point in one direction, where a line leads there."""
        picture = PICTURES[self.rings].split("\n")
        row, column = cell[0] + down, cell[1] + right
        while row in range(len(picture)) and column in range(len(picture)):
            if picture[row][column] == ".":
                return row, column
            if picture[row][column] != ("-" if right else "|"):
                return None
            row, column = row + down, column + right
        return None

    def mills(self) -> list[set[Cell]]:
        found = []
        for row, text in enumerate(PICTURES[self.rings].split("\n")):
            for column, sign in enumerate(text):
                for way in ((0, 1), (1, 0)) if sign == "." else ():
                    second = self.next_to((row, column), *way)
                    third = self.next_to(second, *way) if second else None
                    if second and third:
                        found.append({(row, column), second, third})
        return found

    def in_mill(self, men: set[Cell], man: Cell) -> int:
        return sum(man in mill and mill <= men for mill in self.mills())

    def exposed(self, men: set[Cell]) -> set[Cell]:
        return {man for man in men if not self.in_mill(men, man)} or men

    def moves(self, position: str) -> Iterator[tuple[Cell | None, Cell, frozenset[Cell]]]:
        board, (hand, _) = read(position)
        mine, theirs, free = ({cell for cell in board if board[cell] == sign} for sign in "XO.")
        if hand > 0:
            steps: list[tuple[Cell | None, Cell]] = [(None, cell) for cell in free]
        elif self.flying and len(mine) == 3:
            steps = [(man, cell) for man in mine for cell in free]
        else:
            ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
            reached = [(man, self.next_to(man, *way)) for man in mine for way in ways]
            steps = [(man, cell) for man, cell in reached if cell in free]
        for man, cell in steps:
            closed = self.in_mill((mine - {man}) | {cell}, cell)
            for taken in self.taken(theirs, closed):
                yield man, cell, taken

    def taken(self, men: set[Cell], closed: int) -> set[frozenset[Cell]]:
        if closed == 0:
            return {frozenset()}
        if closed == 2 and self.double:
            return {
                frozenset((one, other)) for one in self.exposed(men) for other in self.exposed(men - {one})
            }
        return {frozenset((man,)) for man in self.exposed(men)}

    def play(self, position: str, move: tuple[Cell | None, Cell, frozenset[Cell]]) -> str:
        rows = [list(row) for row in position.split("\n")[:-1]]
        _, (hand, other_hand) = read(position)
        source, target, taken = move
        rows[target[0]][target[1]] = "X"
        for row, column in [*taken, *([source] if source else [])]:
            rows[row][column] = "."
        board = "\n".join("".join(row) for row in rows).translate(str.maketrans("XO", "OX"))
        return f"{board}\n{other_hand} and {max(hand - 1, 0)} in hand"

    def outcome(self, position: str) -> int:
        _, (hand, _) = read(position)
        return LOSS if position.count("X") + hand < 3 else UNDECIDED


def read(position: str) -> tuple[dict[Cell, str], tuple[int, int]]:
    *rows, last = position.split("\n")
    cells = {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}
    words = last.split()
    return {cell: sign for cell, sign in cells.items() if sign in ".XO"}, (int(words[0]), int(words[2]))


ONE = NineMensMorris(men=4, rings=1)


FAMILY = Family(
    small=(NineMensMorris(men=4, rings=1),),
    larger=(NineMensMorris(), NineMensMorris(double=True), NineMensMorris(men=3, flying=False)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (NineMensMorris, {"men": 2}, "men=2 is too small"),
        (NineMensMorris, {"men": 13}, "men=13 is too large: give a whole number from 3 to 12"),
        (NineMensMorris, {"men": 5, "rings": 1}, "men=5 is too large"),
        (NineMensMorris, {"rings": 4}, "rings=4 is too large"),
        (NineMensMorris, {"rings": "3"}, "rings='3' is not a whole number"),
        (NineMensMorris, {"flying": 1}, "flying=1 is not a yes or no"),
        (NineMensMorris, {"double": 0}, "double=0 is not a yes or no"),
    ),
    unreadable=(
        (ONE, "", "it does not say how many men are in hand"),
        (ONE, ".../. ./...", "write a last line like 5 and 4 in hand"),
        (ONE, ".../. ./.../4 or 4 in hand", "it does not say how many"),
        (ONE, ".../. ./.../4 and 2 in hand", "X and O cannot have 4 and 2 in hand"),
        (ONE, ".../. ./.../3 and 4 in hand", "X and O cannot have 3 and 4 in hand"),
        (ONE, ".../. ./.../-1 and -1 in hand", "X and O cannot have -1 and -1 in hand"),
        (ONE, ".../. ./.../x and 4 in hand", "X and O cannot have x and 4 in hand"),
        (ONE, ".../. ./.../5 and 5 in hand", "X has 0 and 5 in hand: leave each at most 4 together"),
        (ONE, "XX./. ./.../3 and 3 in hand", "X has 2 and 3 in hand"),
        (ONE, "OO./. ./.../4 and 3 in hand", "O has 2 and 3 in hand"),
        (ONE, ".../.../.../4 and 4 in hand", "'.' stands where no point is"),
        (ONE, ".../x ./.../4 and 4 in hand", "'x' is no point"),
        (ONE, "..././.../4 and 4 in hand", "its rows have lengths 3 1 3: write rows like .../. ./..."),
        (NineMensMorris(), ".../. ./.../4 and 4 in hand", "its rows have lengths 3 3 3"),
    ),
    written=(
        (ONE, "O../. ./.../4 and 3 in hand", "b3 c3 c2 c1 b1 a1 a2"),
        (ONE, "XX./O ./O../2 and 2 in hand", "c3xa1 c3xa2 c2 c1 b1"),
        (ONE, "XXO/. O/OX./0 and 0 in hand", "a3-c1 a3-a2 b3-c1 b3-a2 b1-c1 b1-a2"),
        (
            NineMensMorris(men=3, flying=False),
            "X--.--./|X-.-.|/||...||/... .O./||...||/|.-.-.|/O--X--O/0 and 0 in hand",
            "a7-d7 a7-a4 d1-d2 b6-d6 b6-b4",
        ),
    ),
)
