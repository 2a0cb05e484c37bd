from typing import Any

from families import DEFINITIONS, Family, counted, facts_of
from families._text_boards import AROUND, DIAGONAL, STRAIGHT, Cell, Text, above, cells_of, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.chess.dobutsu_shogi import DobutsuShogi

TANAKA = "T. Tanaka, An analysis of a board game Doubutsu Shogi, IPSJ SIG Game Informatics 22 (2009)"
COUNTED = f"{TANAKA}; jh85/dobutsushogi on GitHub, README: 196,773,087 won, 2,682,700 drawn, 47,347,380 lost"
WAYS = {  # rows and columns on the way, for a piece that looks up
    "L": AROUND,
    "G": STRAIGHT,
    "E": DIAGONAL,
    "C": ((-1, 0),),
    "H": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)),
}


class TextDobutsuShogi(Text):
    """After each move the text is read backwards, with large and small letters changed."""

    def start(self) -> str:
        board = "gle\n.c.\n.C.\nELG"
        for sign in "GEC":
            if sign not in self.game.men:
                board = board.replace(sign, ".").replace(sign.lower(), ".")
        return f"{board}\nhands - -"

    def steps(self, cells: dict[Cell, str]) -> list[tuple[str, Cell, Cell]]:
        return [
            (sign, (row, column), (row + down, column + right))
            for (row, column), sign in cells.items()
            for down, right in WAYS.get(sign, ())
            if cells.get((row + down, column + right), "X") in ".glech"
        ]

    def catches(self, cells: dict[Cell, str]) -> list[tuple[str, Cell, Cell]]:
        return [step for step in self.steps(cells) if cells[step[2]] == "l"]

    def moves(self, position: str) -> list[Any]:
        cells = cells_of(above(position))
        mine = position.split("hands ")[1].split(" ")[0].replace("-", "")
        drops = [(sign, None, cell) for sign in set(mine) for cell in cells if cells[cell] == "."]
        return self.catches(cells) or [*self.steps(cells), *drops]

    def play(self, position: str, move: tuple[str, Cell | None, Cell]) -> str:
        cells = cells_of(above(position))
        mine, theirs = position.split("hands ")[1].replace("-", "").split(" ")
        sign, start, end = move
        if cells[end] == "l":
            return "...\n...\n...\n...\nhands - -"
        if start is None:
            mine = mine.replace(sign, "", 1)
        else:
            cells[start] = "."
            mine += cells[end].upper().replace("H", "C").replace(".", "")
            if sign == "C" and end[0] == 0:
                sign = "H"
        hands = ["".join(sorted(hand.upper(), key="GEC".index)) or "-" for hand in (theirs, mine)]
        board = text_of(cells | {end: sign})[::-1].swapcase()
        return f"{board}\nhands {hands[0]} {hands[1].lower()}"

    def outcome(self, position: str) -> int:
        board = above(position)
        safe = "l" in board.split("\n")[3] and (self.game.bold or not self.catches(cells_of(board)))
        return LOSS if safe or "l" not in board else UNDECIDED


FAMILY = Family(
    small=(DobutsuShogi(men=""), DobutsuShogi(men="", bold=True)),
    larger=(DobutsuShogi(), DobutsuShogi(bold=True), DobutsuShogi(men="G"), DobutsuShogi(men="EC")),
    facts=(
        # Positions are as their movers see them; classes count a board and its mirror image once, as Tanaka
        # does. By those rules play is over where the mover can take the lion; here it is taken, and the board that
        # is left, one for all of them, is the one class more. A safe lion on the last row ends play in both
        # counts.
        *facts_of(DobutsuShogi(""), DEFINITIONS, value=1, remoteness=5, positions=74, totals=(49, 7, 18)),
        *facts_of(DobutsuShogi("", bold=True), DEFINITIONS, totals=(45, 7, 22), finished=13),
        *counted("value positions totals longest edges", DEFINITIONS, size="medium")(
            (DobutsuShogi("G"), 0, 13_853, (9_682, 1_491, 2_680), 16, 51_943)
        ),
        *counted("value remoteness positions totals edges finished", DEFINITIONS, size="medium")(
            (DobutsuShogi("C"), 1, 15, 49_347, (35_388, 1_464, 12_495), 161_914, 3_521)
        ),
        *facts_of(DobutsuShogi(), TANAKA, "literature", "large", value=-1, remoteness=78),
        *facts_of(DobutsuShogi(), COUNTED, "literature", "large", classes=246_803_168),
    ),
    twin=TextDobutsuShogi,
    refused=(
        (DobutsuShogi, {"men": "EG"}, "men='EG' are not pieces: take some of 'GEC', in this order"),
        (DobutsuShogi, {"men": 3}, "men=3 are not pieces"),
    ),
    unreadable=(
        (DobutsuShogi(), "", "its last line is not the hands: write one like hands GE c or hands - -"),
        (DobutsuShogi(), "gle/.c./.C./ELG", "its last line is not the hands"),
        (DobutsuShogi(), "gle/.c./.K./ELG/hands - -", "'K' is no cell"),
        (DobutsuShogi(), "gle/.c./.../ELG/hands L -", "'L' is in hand: take some of 'GEC', or -"),
        (DobutsuShogi(), "gle/.c./.../ELG/hands - -", "it has 1 pieces C, hens as chicks: write 2"),
        (DobutsuShogi(men="C"), "gl./.c./.C./.LG/hands - -", "it has 2 pieces G, hens as chicks: write 0"),
        (DobutsuShogi(), "gLe/.c./.C./ELG/hands - -", "a player has no lion, or two: write one L and one l"),
    ),
    written=(
        (DobutsuShogi(), "gle/.c./.C./ELG/hands - -", "b3-b2 b4-a3 b4-c3 c4-c3"),
        (
            DobutsuShogi(),
            "g.e/lc./.C./.LG/hands E -",
            "b3-b2 b4-a3 b4-c3 b4-a4 c4-c3 E*b1 E*c2 E*a3 E*c3 E*a4",
        ),
        (DobutsuShogi(men=""), ".../.l./L../.../hands - -", "a3-b2"),
    ),
)
