from families import BOTH, BRUTE_FORCE, SEPARATE, Family, bounds, counted, facts_of
from families._text_boards import STRAIGHT, Cell, Lining, cells_of
from zermelo.games.connection.hex import Hex

NASH = "John Nash: strategy stealing"


class TextHex(Lining):
    """A line joins two opposite sides; stones are followed one by one."""

    def start(self) -> str:
        return "\n".join(" " * row + "." * self.game.size for row in range(self.game.size))

    def has_line(self, position: str, sign: str) -> bool:
        along = "XO".index(sign)  # X goes down the rows
        cells = cells_of("\n".join(line.strip() for line in position.split("\n")))
        own = {cell for cell, found in cells.items() if found == sign}
        reached: set[Cell] = set()
        waiting = [cell for cell in own if cell[along] == 0]
        while waiting:
            row, column = cell = waiting.pop()
            if cell in own - reached:
                reached.add(cell)
                waiting += [(row + down, column + right) for down, right in (*STRAIGHT, (-1, 1), (1, -1))]
        return any(cell[along] == self.game.size - 1 for cell in reached)


FAMILY = Family(
    small=(Hex(size=3),),
    larger=(Hex(size=5), Hex(size=6)),
    # Who begins wins; on 4 x 4 only by the short diagonal.
    facts=(
        *counted("value size", NASH, "literature")(
            (Hex(1), 1, "small"),
            (Hex(2), 1, "small"),
            (Hex(), 1, "small"),
            (Hex(4), 1, "medium"),
            (Hex(5), 1, "searched"),
        ),
        *facts_of(Hex(), BRUTE_FORCE, winning_moves=("a2", "a3", "b2", "c1", "c2")),
        *facts_of(Hex(4), BRUTE_FORCE, BOTH, "medium", winning_moves=("a4", "b3", "c2", "d1")),
        *counted("remoteness positions totals edges finished", SEPARATE)(
            (Hex(2), 3, 32, (19, 0, 13), 46, 9), (Hex(), 5, 5_514, (3_401, 0, 2_113), 16_167, 994)
        ),
    ),
    twin=TextHex,
    refused=(*bounds(Hex, size=(1, 7)),),
    unreadable=(
        (Hex(), "x../.../...", "'x' is no cell"),
        (Hex(), "O../.../...", "X has 0 and O has 1"),
        (Hex(), "X../X../X.O", "X has 3 and O has 1"),
        (Hex(), "XO./XO./X.O", "play had ended"),
        (Hex(), "X.O/XO./XO.", "play had ended"),
    ),
    written=(
        (Hex(), "X../.O./..X", "b1 c1 a2 c2 a3 b3"),
        (Hex(), "XO.\n XO.\n  ...", "c1 c2 a3 b3 c3"),
        (Hex(size=2), ".X/\n O.", "a1 b2"),
    ),
)
