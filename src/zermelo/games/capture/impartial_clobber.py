"""Impartial clobber: clobber in which both players move stones of either colour.

The rules of clobber are in Albert, Grossman, Nowakowski and Wolfe, *An introduction to clobber* (2005). Two
boards in one word, x below and o above. A move is 4 times the cell of the stone that moves and the direction,
0 to 3 for right, down, left and up.

Where stones are `cannibals` they take those of their own colour too, and colours no longer matter. A row of n
such stones is the octal game 0.6: a move empties one cell, takes one stone, and leaves what stood on the two
sides of that cell, n - 1 stones in one row or two, and never nothing.
"""

from collections.abc import Iterator

from zermelo.boards.bitboards.rectangle import Rectangle
from zermelo.boards.notation.setup_text import SetupFromText
from zermelo.boards.notation.sign_grid_text import (
    boards_to_signs,
    cell_name,
    read_signs,
    show_signs,
    signs_to_boards,
)
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import LOSS, WIN

LOOKS = {"x": ("disc", 0), "o": ("disc", 1)}


class ImpartialClobber(Rectangle, SetupFromText):
    """Move a stone, x or o, onto an adjacent one of the other colour, which is taken; no move loses.

    It wins where `misere`. Where stones are `cannibals` the colour does not matter. The start is the `setup`
    that text gives, rows with `/` between, "xox/oxo", or else a checkerboard with x in the upper left corner.
    Values are win and loss.

    >>> game = ImpartialClobber("xxo")
    >>> [game.show(game.play(game.start(), move)) for move in game.moves(game.start())]
    ['x.x', 'xo.']
    """

    columns: int = whole(4, 1, WORD_BITS // 2)
    rows: int = whole(3, 1, WORD_BITS // 2)
    cannibals: bool = False
    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not make", "wins") if self.misere else ("Make", "loses")
        onto = "any other stone" if self.cannibals else "one of the other colour"
        return (
            f"{goal} the last move.",
            f"Move a stone of either colour one square up, down or sideways onto {onto} and take it.",
            f"The player who cannot move {end}; there are no draws.",
        )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.cells)

    def start(self) -> int:
        if self.setup:
            signs = dict(enumerate(self.setup.replace("/", "")))
        else:
            signs = {cell: "xo"[sum(divmod(cell, self.columns)) % 2] for cell in range(self.cells)}
        first, second = signs_to_boards(signs, "xo")
        return first | second << self.cells

    def first_colour_stones(self, position: int) -> int:
        return position & self.full

    def second_colour_stones(self, position: int) -> int:
        return position >> self.cells

    def moves(self, position: int) -> Iterator[int]:
        first, second = self.first_colour_stones(position), self.second_colour_stones(position)
        stones = first | second
        while stones:
            stone = stones & -stones
            stones ^= stone
            prey = first | second
            if not self.cannibals:
                prey = second if first & stone else first
            for direction in range(4):
                if self.step(stone, direction) & prey:
                    yield 4 * (stone - 1).bit_count() + direction

    def play(self, position: int, move: int) -> int:
        stone = 1 << (move >> 2)
        taken = self.step(stone, move & 3)
        moved = taken if position & stone else taken << self.cells
        return position & ~(stone | stone << self.cells | taken | taken << self.cells) | moved

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: int) -> int:
        return self.cells - position.bit_count()

    # Stones that touch are played together, where any of them can move; equal groups have one place.

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, self.both, image)
            yield position
            yield self.exchange_colours(position)

    def exchange_colours(self, position: int) -> int:
        return self.second_colour_stones(position) | self.first_colour_stones(position) << self.cells

    def parts(self, position: int) -> Iterator[int]:
        """Yield the stones that touch, two colours at least or two cannibals, in the upper left corner."""
        first, second = self.first_colour_stones(position), self.second_colour_stones(position)
        stones = first | second
        while stones:
            group, before = stones & -stones, 0
            while group != before:
                before = group
                for direction in range(4):
                    group |= self.step(group, direction) & stones
            stones ^= group
            if self.cannibals and group & (group - 1):
                yield self.canonical_part(group)
            elif not self.cannibals and group & first and group & second:
                yield self.canonical_part(first & group | (second & group) << self.cells)

    def canonical_part(self, part: int) -> int:
        """Return the least of a group's images in the corner."""
        first = self.move_part_to_corner(part)
        for image in self.symmetries(part):
            first = min(first, self.move_part_to_corner(image))
        return first

    def move_part_to_corner(self, part: int) -> int:
        distance = self.distance_from_corner(self.first_colour_stones(part) | self.second_colour_stones(part))
        return (
            self.first_colour_stones(part) >> distance
            | self.second_colour_stones(part) >> distance << self.cells
        )

    # Text format: x and o.

    def show(self, position: int) -> str:
        signs = boards_to_signs(
            (self.first_colour_stones(position), self.second_colour_stones(position)), "xo"
        )
        return show_signs(signs, self.columns, self.rows)

    def parse(self, text: str) -> int:
        """Read rows of x, o and `.`, apart or with `/` between them; raises `UnreadablePosition`."""
        first, second = signs_to_boards(read_signs(self, text, self.columns, self.rows, "xo"), "xo")
        return first | second << self.cells

    def name(self, position: int, move: int) -> str:
        begin = move >> 2
        end = self.step(1 << begin, move & 3).bit_length() - 1
        return f"{cell_name(begin, self.columns)}-{cell_name(end, self.columns)}"

    def depict(self, position: int) -> Picture:
        signs = boards_to_signs(
            (self.first_colour_stones(position), self.second_colour_stones(position)), "xo"
        )
        return depict_signs(signs, LOOKS, self.columns, self.rows)
