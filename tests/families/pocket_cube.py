from functools import cache
from itertools import product

from families import BOTH, Family, counted
from families._text_boards import Puzzle, cells_of, text_of
from zermelo import UNDECIDED, WIN
from zermelo.games.puzzles.pocket_cube import PocketCube

SCHERPHUIS = "J. Scherphuis, Mini Cube, Jaap's Puzzle Page; Wikipedia, Pocket Cube: positions by distance"
HALF = (1, 9, 54, 321, 1_847, 9_992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2_644)
QUARTER = (
    *(1, 6, 27, 120, 534, 2_256, 8_969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90_280, 276),
)
BY_DISTANCE = {"half": HALF, "quarter": QUARTER}
Point = tuple[int, int, int]  # x to the right, y up, z to the viewer; a sticker's is 2 along its face's axis
# Of each face: the first column and row of it on the net, and the point of its upper left sticker with the
# steps to the right and down.
FACES = {
    "U": (2, 0, (-1, 2, -1), (2, 0, 0), (0, 0, 2)),
    "L": (0, 2, (-2, 1, -1), (0, 0, 2), (0, -2, 0)),
    "F": (2, 2, (-1, 1, 2), (2, 0, 0), (0, -2, 0)),
    "R": (4, 2, (2, 1, 1), (0, 0, -2), (0, -2, 0)),
    "B": (6, 2, (1, 1, -2), (-2, 0, 0), (0, -2, 0)),
    "D": (2, 4, (-1, -2, 1), (2, 0, 0), (0, 0, -2)),
}


@cache
def points() -> dict[Point, tuple[int, int]]:
    """Return the row and column of the net for every sticker's point."""
    found = {}
    for column, row, corner, right, down in FACES.values():
        for i, j in product(range(2), repeat=2):
            x, y, z = (corner[axis] + i * right[axis] + j * down[axis] for axis in range(3))
            found[x, y, z] = (row + j, column + i)
    return found


TURNED = {  # clockwise, seen from outside
    "U": lambda x, y, z: (-z, y, x) if y > 0 else (x, y, z),
    "R": lambda x, y, z: (x, z, -y) if x > 0 else (x, y, z),
    "F": lambda x, y, z: (y, -x, z) if z > 0 else (x, y, z),
}


class TextCube(Puzzle):
    """Stickers are points in space, and a face's turn is a turn of space."""

    def moves(self, position: str) -> list[tuple[str, int]]:
        return [
            (face, times)
            for face in "URF"
            for times in ((1, 3) if self.game.turns == "quarter" else (1, 2, 3))
        ]

    def play(self, position: str, move: tuple[str, int]) -> str:
        face, times = move
        for _ in range(times):
            cells = cells_of(position)
            turned = {points()[TURNED[face](*point)]: cells[cell] for point, cell in points().items()}
            position = text_of(cells | turned)
        return position

    def outcome(self, position: str) -> int:
        rows = position.splitlines()
        faces = [
            {rows[row + j][column + i] for i in range(2) for j in range(2)}
            for column, row, *_ in FACES.values()
        ]
        return WIN if all(len(face) == 1 for face in faces) else UNDECIDED


SOLVED = "UU/UU/LLFFRRBB/LLFFRRBB/DD/DD"


FAMILY = Family(
    larger=(PocketCube(), PocketCube(turns="quarter", scramble="R U")),
    facts=(
        # All positions can be solved, and how far the farthest are.
        *counted("totals longest remoteness", SCHERPHUIS, BOTH)(
            *(
                (PocketCube(turns), (sum(counts), 0, 0), len(counts) - 1, len(counts) - 1)
                for turns, counts in BY_DISTANCE.items()
            )
        ),
    ),
    twin=TextCube,
    refused=(
        (PocketCube, {"turns": "full"}, "turns='full' is unknown: give 'half' or 'quarter'"),
        (PocketCube, {"scramble": "R L"}, "has the turn 'L'"),
        (PocketCube, {"scramble": 5}, "scramble=5 is no text"),
    ),
    unreadable=(
        (PocketCube(), SOLVED.replace("F", "X"), "no corner has the colours"),
        (PocketCube(), "DD/DD/RRFFLLBB/RRFFLLBB/UU/UU", "the corner of D, B and L is elsewhere"),
        (PocketCube(), "UU/UF/LLFRURBB/LLFFRRBB/DD/DD", "a corner is twisted"),
    ),
    written=((PocketCube(turns="quarter"), "UF/UF/LLFDRRUB/LLFDRRUB/DB/DB", "U U' R R' F F'"),),
)
