"""Pancakes: some from the top of a stack are turned over at once, until the smallest lies on top.

A position has the pancakes from the top, the uppermost lowest, in fields of one width: its size less 1, and a
bit above it where its burnt side is up, which counts in the burnt puzzle alone. "Harry Dweighter" (Jacob
Goodman), American Mathematical Monthly 82 (1975); Gates and Papadimitriou (1979). The most turns that a stack
of n may need are the pancake numbers: OEIS A058986, and A078941 where burnt sides go down.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture, Thing
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import check_bits, whole
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN


class Pancakes(PuzzleForOne):
    """Sort `pancakes` by turning over any number from the top, `burnt` ones with the burnt side down.

    `stack` is where it begins, from the top, as "2 4 1 3", with a minus before one whose burnt side is up.
    Without it the even ones lie on the odd ones, or all lie in order with the burnt side up.
    """

    move_word = "flipping"

    pancakes: int = whole(5, 1, 15)
    burnt: bool = False
    stack: str = ""

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        sides = " and every burnt side down" if self.burnt else ""
        return (
            f"Sort the pancakes by size, the smallest on top{sides}.",
            "Turn over any number of pancakes from the top at once, as one stack upside down.",
            "It is solved when all lie so; the fewer turns, the better.",
        )

    def __post_init__(self) -> None:
        check_bits(f"pancakes={self.pancakes}", self.pancakes * self.bits_per_pancake)
        fault = self.describe_fault_in_text(self.stack) if self.stack else ""
        if fault:
            raise BadParameter(f"stack={self.stack!r}: {fault}: write each pancake once, from the top")
        object.__setattr__(self, "stack", " ".join(self.stack.split()))

    @cached_property
    def bits_per_size(self) -> int:
        return max(1, (self.pancakes - 1).bit_length())

    @cached_property
    def bits_per_pancake(self) -> int:
        """Bits of a pancake: its size, and whether its burnt side is up."""
        return self.bits_per_size + self.burnt

    @cached_property
    def goal_position(self) -> int:
        return self.pack_position(list(range(1, self.pancakes + 1)))

    def start(self) -> int:
        if self.stack:
            return self.pack_position([int(word) for word in self.stack.split()])
        sizes = range(1, self.pancakes + 1)
        if self.burnt:
            return self.pack_position([-size for size in sizes])
        return self.pack_position([*sizes[1::2], *sizes[::2]])

    def moves(self, position: int) -> Iterator[int]:
        yield from range(1 if self.burnt else 2, self.pancakes + 1)

    def play(self, position: int, move: int) -> int:
        turned = 0
        for place in range(move):
            pancake = position >> place * self.bits_per_pancake & (1 << self.bits_per_pancake) - 1
            if self.burnt:
                pancake ^= 1 << self.bits_per_size
            turned |= pancake << (move - 1 - place) * self.bits_per_pancake
        below = move * self.bits_per_pancake
        return position >> below << below | turned

    def outcome(self, position: int) -> int:
        return WIN if position == self.goal_position else UNDECIDED

    # Text format: sizes from the top; a move is how many are turned over.

    def pancake_sizes(self, position: int) -> list[int]:
        """Return the sizes from the top, negative where the burnt side is up."""
        found = []
        for place in range(self.pancakes):
            pancake = position >> place * self.bits_per_pancake & (1 << self.bits_per_pancake) - 1
            size = (pancake & (1 << self.bits_per_size) - 1) + 1
            found.append(-size if self.burnt and pancake >> self.bits_per_size else size)
        return found

    def pack_position(self, sizes: list[int]) -> int:
        """Return the position with these sizes from the top."""
        return sum(
            (abs(size) - 1 | int(size < 0) << self.bits_per_size) << place * self.bits_per_pancake
            for place, size in enumerate(sizes)
        )

    def describe_fault_in_text(self, text: str) -> str:
        """Return what is wrong in a text of sizes, or nothing."""
        words = text.split()
        if sorted(word.removeprefix("-") for word in words) != sorted(map(str, range(1, self.pancakes + 1))):
            return f"its pancakes are not 1 to {self.pancakes}"
        if not self.burnt and "-" in text:
            return "no side of a pancake is burnt"
        return ""

    def show(self, position: int) -> str:
        return " ".join(map(str, self.pancake_sizes(position)))

    def parse(self, text: str) -> int:
        """Read sizes from the top, a minus where the burnt side is up. Raises `UnreadablePosition`."""
        fault = self.describe_fault_in_text(text)
        if fault:
            raise unreadable(self, text, fault, "write each pancake once, from the top")
        return self.pack_position([int(word) for word in text.split()])

    def depict(self, position: int) -> Picture:
        """Return the stack from the side; of a burnt pancake the burnt side is drawn, too."""
        things = []
        for place, size in enumerate(self.pancake_sizes(position)):
            text = ("^" if size < 0 else "v") if self.burnt else ""
            things.append(Thing("slab", 0, place / 2, 0, text, 0.5 + abs(size) / 2, 0.46))
        wide = 1.5 + self.pancakes / 2
        plate = Thing("slab", 0, self.pancakes / 2 - 0.09, None, "", wide, 0.2)
        return Picture(things=(*things, plate))
