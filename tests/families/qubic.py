from itertools import product

from families import SEPARATE, Family, bounds, counted
from families._text_boards import Lining
from zermelo.games.lines.qubic import Qubic


class TextQubic(Lining):
    def start(self) -> str:
        return "\n".join([" ".join(["." * self.game.size] * self.game.size)] * self.game.size)

    def has_line(self, position: str, sign: str) -> bool:
        own = {
            (level, row, column)
            for row, text in enumerate(position.split("\n"))
            for level, part in enumerate(text.split(" "))
            for column, found in enumerate(part)
            if found == sign
        }
        return any(
            {(x + step * right, y + step * down, z + step * up) for step in range(self.game.line)} <= own
            for x, y, z in own
            for right, down, up in product((-1, 0, 1), repeat=3)
            if (right, down, up) != (0, 0, 0)
        )


FAMILY = Family(
    small=(Qubic(size=2, line=2),),
    larger=(Qubic(),),
    # The cube of side 2, where every two cells make a line.
    facts=counted("value remoteness positions totals edges finished", SEPARATE)(
        (Qubic(2, 2), 1, 3, 233, (57, 0, 176), 400, 168),
        (Qubic(2, 2, misere=True), -1, 3, 233, (176, 0, 57), 400, 168),
    ),
    twin=TextQubic,
    refused=(
        *bounds(Qubic, size=(1, 3), line=(1, 63)),
        (Qubic, {"size": 4, "line": 4}, "size=4 is too large: give a whole number from 1 to 3"),
    ),
    unreadable=(
        (Qubic(), "... ... .../... ... ...", "lengths 11 11: write rows like ... ... .../... ... .../"),
        (Qubic(), ".../.../...", "it has not 3 boards"),
        (Qubic(), "X.. X.. .../... ... .../... ... ...", "X has 2 and O has 0"),
        (Qubic(size=2, line=2), "XX OO/.. ..", "play had ended"),
        (Qubic(size=2, line=2), "XX O./X. .O", "play had ended"),
    ),
    written=((Qubic(size=2, line=2), "X. .O/.. ..", "1b1 1a2 1b2 2a1 2a2 2b2"),),
)
