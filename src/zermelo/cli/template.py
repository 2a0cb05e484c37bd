"""The file that `zermelo new` writes: a small whole game, commented for its next author."""

import keyword
import re
from pathlib import Path

from zermelo.errors import BadParameter
from zermelo.files import write_output

TEMPLATE = '''"""Say here what the game is, for people who do not know it."""

from collections.abc import Iterator

from zermelo import DRAW, LOSS, UNDECIDED, Game
from zermelo.errors import UnreadablePosition


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


def write_template(file: Path) -> str:
    """Write the template and return the name of its class, made from the file's.

    Raises `BadParameter` where the file's name is no name for a module, or it exists, `StorageFailed` where
    it cannot be written.
    """
    if file.suffix != ".py" or not file.stem.isidentifier() or keyword.iskeyword(file.stem):
        raise BadParameter(f"{str(file)!r} is no Python file's name: write for example my_game.py")
    name = "".join(word.capitalize() for word in re.split("_+", file.stem))
    if not name.isidentifier() or keyword.iskeyword(name) or name in ("Game", "Iterator"):
        name = "MyGame"
    write_output(TEMPLATE.replace("NAME", name).encode(), file, remedy="give another name")
    return name
