"""The file that `zermelo new` writes: a small whole game, commented for its next author.

Without a board it is one on plain integers, which says all there is to say; on a board it is a few lines with
`zermelo.boards`.
"""

import keyword
import re
from pathlib import Path
from typing import Final, NamedTuple

from zermelo.core import BadParameter
from zermelo.solver import OutputFile

TEMPLATE = '''"""Say here what the game is, for people who do not know it."""

from collections.abc import Iterator

from zermelo import DRAW, LOSS, UNDECIDED, Game
from zermelo.core import UnreadablePosition


class NAME(Game):
    """Put a stone on a free cell of a strip; three of yours side by side win, a full strip is a draw."""

    # Parameters, with their defaults: NAME(cells=8) is a smaller game.
    cells: int = 10

    # A position holds all that decides what may follow. Here it is one integer: the mover's stones are its
    # low bits, the other player's stand above them. So nobody's turn needs storing: players alternate.

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        """The mover's moves. Never asked where `outcome` says that the game is over."""
        for cell in range(self.cells):
            if not (position | position >> self.cells) >> cell & 1:
                yield cell

    def play(self, position: int, move: int) -> int:
        """The position after a move, as the other player sees it: the two halves change places."""
        mine = position & self.strip | 1 << move
        return position >> self.cells | mine << self.cells

    def outcome(self, position: int) -> int:
        """WIN, DRAW or LOSS for the mover where the game is over, else UNDECIDED."""
        theirs = position >> self.cells  # the other player has just moved
        if theirs & theirs >> 1 & theirs >> 2:
            return LOSS
        return DRAW if (position | theirs) & self.strip == self.strip else UNDECIDED

    # Everything from here on may be left out. What else there is: docs/your-own-game.md.

    def tier(self, position: int) -> int:
        """A number that grows by one with every move: lets large games be solved tier by tier."""
        return position.bit_count()

    def symmetries(self, position: int) -> Iterator[int]:
        """Every position that is this one seen otherwise, itself included: only one is solved."""
        yield position
        mirrored = 0
        for cell in range(self.cells):
            mirrored |= (position >> cell & 1) << self.cells - 1 - cell
            mirrored |= (position >> self.cells + cell & 1) << 2 * self.cells - 1 - cell
        yield mirrored

    @property
    def strip(self) -> int:
        return (1 << self.cells) - 1

    # What a person reads. X began; so X is to move where both have as many stones.

    def show(self, position: int) -> str:
        signs = "XO" if position.bit_count() % 2 == 0 else "OX"
        text = ""
        for cell in range(self.cells):
            if position >> cell & 1:
                text += signs[0]
            elif position >> self.cells + cell & 1:
                text += signs[1]
            else:
                text += "."
        return text

    def parse(self, text: str) -> int:
        """Read what `show` prints."""
        text = text.strip()
        crosses, noughts = text.count("X"), text.count("O")
        if len(text) != self.cells or set(text) - set("XO.") or crosses - noughts not in (0, 1):
            raise UnreadablePosition(f"{text!r} is no position: write {self.cells} of X, O and .")
        mine, theirs = "XO" if crosses == noughts else "OX"
        position = 0
        for cell, sign in enumerate(text):
            position |= (sign == mine) << cell | (sign == theirs) << self.cells + cell
        return position

    def name(self, position: int, move: int) -> str:
        return str(move + 1)
'''

ON_A_BOARD = '''"""Say here what the game is, for people who do not know it."""

from collections.abc import Iterator
IMPORTS
from zermelo import DRAW, LOSS, UNDECIDED
from zermelo.boards import BoardGame, BOARD_NAMES


class NAME(BoardGame):
    """Put a piece on a free cell; LINE of yours in a straight row win, a full board is a draw."""

PARAMETERS
    line: int = LINE

    # The player to move is X. `pieces` returns the mover's pieces and the opponent's, as sets of cells:
    # integers with a bit for each cell. A move is a cell's number, or `self.encode_move(start, end)`. More:
    # docs/boards.md.

    def moves(self, position: int) -> Iterator[int]:
        """The mover's moves. Never asked where `outcome` says that the game is over."""
        yield from each(self.empty_cells(position))

    def play(self, position: int, move: int) -> int:
        """The position after a move, the other player to move."""
        mine, theirs = self.pieces(position)
        return self.next_position(position, mine | 1 << move, theirs)

    def outcome(self, position: int) -> int:
        """WIN, DRAW or LOSS for the mover where the game is over, else UNDECIDED."""
        mine, theirs = self.pieces(position)  # the other player has just moved
        if self.board.has_line(theirs, self.line):
            return LOSS
        return UNDECIDED if self.empty_cells(position) else DRAW

    # Symmetries, text, names of moves and pictures come with the board. This may be left out:

    def tier(self, position: int) -> int:
        """A number that grows by one with every move: lets large games be solved tier by tier."""
        mine, theirs = self.pieces(position)
        return (mine | theirs).bit_count()
'''
OWN_BOARD = """\
    @cached_property
    def board(self) -> Board:
        return MAKING
"""
LINE = 3  # pieces in a row that win, on boards where so many fit


class TemplateBoard(NamedTuple):
    """A kind of board: what `zermelo new` is asked with, and how the kit makes it."""

    option: str
    numbers: int  # that say how large it is
    least: int  # of each number
    parameters: tuple[str, ...]  # the game's, in the order of the numbers
    making: str


SHAPES: Final = {
    "board": TemplateBoard("--board", 2, 1, ("columns", "rows"), ""),
    "torus": TemplateBoard(
        "--torus", 2, 2, ("columns", "rows"), "squares(self.columns, self.rows, around=True)"
    ),
    "hex": TemplateBoard("--hex", 1, 2, ("size",), "rhombus(self.size)"),
    "hexagon": TemplateBoard("--hexagon", 1, 2, ("edge",), "hexagon(self.edge)"),
    "ring": TemplateBoard("--ring", 1, 3, ("length",), "ring(self.length)"),
}
MOST_CELLS: Final = 63  # of which machine code makes sets


def make_board_template(shape: str, size: str) -> str:
    """Return the template on a board of the `shape`, of a size as typed: `5x5`, or `4`.

    Raises `BadParameter` where it is no size of such a board.
    """
    kind = SHAPES[shape]
    words = size.lower().split("x")
    numbers = [int(word) for word in words if word.isdecimal()]
    if len(numbers) != len(words) or len(numbers) != kind.numbers or min(numbers, default=0) < kind.least:
        example = "5x4" if kind.numbers == 2 else "4"
        raise BadParameter(
            f"{kind.option} {size!r} is no size: write for example {example}, none less than {kind.least}"
        )
    cells = _count_board_cells(shape, numbers)
    if not LINE <= cells <= MOST_CELLS:
        raise BadParameter(
            f"{kind.option} {size!r} has {cells} cells: take from {LINE} to {MOST_CELLS}, of which machine "
            "code makes sets"
        )
    fields = zip(kind.parameters, numbers, strict=True)
    parameters = "\n".join(f"    {name}: int = {number}" for name, number in fields)
    line = min(LINE, max(numbers))
    names = ["each"]
    imports = ""
    if kind.making:
        parameters += f"\n    line: int = {line}\n\n{OWN_BOARD.replace('MAKING', kind.making).rstrip()}"
        names = sorted(["Board", "each", kind.making.split("(")[0]], key=lambda name: (name.islower(), name))
        imports = "from functools import cached_property\n"
    else:
        parameters += f"\n    line: int = {line}"
    text = ON_A_BOARD.replace("PARAMETERS\n    line: int = LINE\n", parameters + "\n")
    names_first = ", ".join(sorted([*names[:1], "BoardGame"] if "Board" in names else ["BoardGame"]))
    rest = [name for name in names if name != "Board"]
    text = text.replace("BoardGame, BOARD_NAMES", ", ".join([names_first, *rest]))
    return text.replace("IMPORTS\n", imports + "\n").replace("LINE", _spell_small_number(line))


def _count_board_cells(shape: str, numbers: list[int]) -> int:
    if shape == "hexagon":
        return 3 * numbers[0] * (numbers[0] - 1) + 1
    if shape == "ring":
        return numbers[0]
    return numbers[0] * numbers[-1]


def _spell_small_number(number: int) -> str:
    return {1: "one", 2: "two", 3: "three"}[number]


def save_game_file_and_name_class(file: Path, text: str = TEMPLATE) -> str:
    """Write the template, or another `text` of one, and return the name of its class, made from the file's.

    Raises `BadParameter` where the file's name is no name for a module, or it exists, `StorageFailed` where
    it cannot be written.
    """
    if file.suffix != ".py" or not file.stem.isidentifier() or keyword.iskeyword(file.stem):
        raise BadParameter(f"{str(file)!r} is no Python file's name: write for example my_game.py")
    name = "".join(word.capitalize() for word in re.split("_+", file.stem))
    if not name.isidentifier() or keyword.iskeyword(name) or name in ("Game", "Iterator"):
        name = "MyGame"
    OutputFile(file, remedy="give another name").write(text.replace("NAME", name).encode())
    return name
