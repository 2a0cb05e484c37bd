from collections.abc import Iterator
from functools import cached_property

from families import Family, bounds, counted
from families._text_boards import STRAIGHT, Cell, Text, above, cells_of, exchanged, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.morris.nine_mens_morris import NineMensMorris

SEPARATE = "a separate program in C++, tables of all boards"
PICTURES = {  # by the number of rings
    1: ".../. ./...",
    2: ".-.-./|...|/.. ../|...|/.-.-.",
    3: ".--.--./|.-.-.|/||...||/... .../||...||/|.-.-.|/.--.--.",
}


class TextMorris(Text):
    def picture(self) -> str:
        return PICTURES[self.game.rings].replace("/", "\n")

    def start(self) -> str:
        return f"{self.picture()}\n{self.game.men} and {self.game.men} in hand"

    def next_to(self, cell: Cell, down: int, right: int) -> Cell | None:
        """Return the next point in one direction, where a line leads there."""
        row, column = cell[0] + down, cell[1] + right
        while self.signs.get((row, column)) == ("-" if right else "|"):
            row, column = row + down, column + right
        return (row, column) if self.signs.get((row, column)) == "." else None

    @cached_property
    def signs(self) -> dict[Cell, str]:
        return cells_of(self.picture())

    @cached_property
    def mills(self) -> list[set[Cell]]:
        found = []
        for first, sign in self.signs.items():
            for way in ((0, 1), (1, 0)) if sign == "." else ():
                second = self.next_to(first, *way)
                third = self.next_to(second, *way) if second else None
                if second and third:
                    found.append({first, second, third})
        return found

    def in_mill(self, men: set[Cell], man: Cell) -> int:
        return sum(man in mill and mill <= men for mill in self.mills)

    def exposed(self, men: set[Cell]) -> set[Cell]:
        return {man for man in men if not self.in_mill(men, man)} or men

    def hands(self, position: str) -> list[int]:
        return [int(word) for word in position.split("\n")[-1].removesuffix(" in hand").split(" and ")]

    def moves(self, position: str) -> Iterator[tuple[Cell | None, Cell, frozenset[Cell]]]:
        cells = cells_of(above(position))
        mine, theirs, free = ({cell for cell in cells if cells[cell] == sign} for sign in "XO.")
        if self.hands(position)[0] > 0:
            steps: list[tuple[Cell | None, Cell]] = [(None, cell) for cell in free]
        elif self.game.flying and len(mine) == 3:
            steps = [(man, cell) for man in mine for cell in free]
        else:
            reached = [(man, self.next_to(man, *way)) for man in mine for way in STRAIGHT]
            steps = [(man, cell) for man, cell in reached if cell in free]
        for man, cell in steps:
            closed = self.in_mill((mine - {man}) | {cell}, cell)
            for taken in self.taken(theirs, closed):
                yield man, cell, taken

    def taken(self, men: set[Cell], closed: int) -> set[frozenset[Cell]]:
        if closed == 0:
            return {frozenset()}
        if closed == 2 and getattr(self.game, "double", False):
            return {
                frozenset((one, other)) for one in self.exposed(men) for other in self.exposed(men - {one})
            }
        return {frozenset((man,)) for man in self.exposed(men)}

    def play(self, position: str, move: tuple[Cell | None, Cell, frozenset[Cell]]) -> str:
        source, target, taken = move
        left = dict.fromkeys([*taken, *([source] if source else [])], ".")
        board = exchanged(text_of(cells_of(above(position)) | left | {target: "X"}))
        hand, other_hand = self.hands(position)
        return f"{board}\n{other_hand} and {max(hand - 1, 0)} in hand"

    def outcome(self, position: str) -> int:
        return LOSS if position.count("X") + self.hands(position)[0] < 3 else UNDECIDED


ONE = NineMensMorris(men=4, rings=1)


FAMILY = Family(
    small=(NineMensMorris(men=4, rings=1),),
    larger=(NineMensMorris(), NineMensMorris(double=True), NineMensMorris(men=3, flying=False)),
    facts=(
        # Few men, or few squares; where the value is 0, play goes on for ever and has no remoteness. Gasser's
        # draw of the whole game (1996) is beyond this: 142,430,121,724 boards of moving men alone.
        *counted("value remoteness positions totals edges finished longest", SEPARATE)(
            (NineMensMorris(3, 1), 0, None, 1_717, (464, 1_157, 96), 8_152, 60, 3),
            (NineMensMorris(3, 1, flying=False), 0, None, 1_717, (984, 213, 520), 5_704, 88, 12),
            (NineMensMorris(4, 1), -1, 8, 3_315, (1_592, 672, 1_051), 12_208, 178, 8),
            (NineMensMorris(3, 2), 0, None, 212_265, (95_584, 108_617, 8_064), 5_449_072, 728, 8),
            (NineMensMorris(3), 1, 23, 3_145_333, (2_549_605, 5_856, 589_872), 154_917_192, 3_696, 29),
            (
                NineMensMorris(3, flying=False),
                0,
                None,
                3_145_333,
                (1_761_650, 735_479, 648_204),
                26_347_624,
                3_696,
                39,
            ),
        ),
    ),
    twin=TextMorris,
    refused=(
        *bounds(NineMensMorris, rings=(1, 3)),
        (NineMensMorris, {"men": 2}, "men=2 is too small"),
        (NineMensMorris, {"men": 13}, "men=13 is too large: give a whole number from 3 to 12"),
        (NineMensMorris, {"men": 5, "rings": 1}, "men=5 is too large"),
    ),
    unreadable=(
        (ONE, "", "it does not say how many pieces are in hand"),
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
