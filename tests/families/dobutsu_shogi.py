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
    """Before and after the second player's moves the board is read backwards, with letters and hands changed."""

    def mover(self, position: str) -> int:
        return int(position.endswith("second to move"))

    def turned(self, position: str) -> str:
        *rows, hands, turn = position.split("\n")
        _, first, second = hands.split(" ")
        board = "\n".join(rows)[::-1].swapcase()
        return f"{board}\nhands {second.upper()} {first.lower()}\n{turn}"

    def start(self) -> str:
        board = "gle\n.c.\n.C.\nELG"
        for sign in "GEC":
            if sign not in self.game.men:
                board = board.replace(sign, ".").replace(sign.lower(), ".")
        return f"{board}\nhands - -\nfirst to move"

    def starts(self) -> list[str]:
        *rows, hands, turn = self.start().split("\n")
        begun = ["\n".join([*rows, hands, turn]), "\n".join([*(row[::-1] for row in rows), hands, turn])]
        turned = [self.turned(each).replace("first to move", "second to move") for each in begun]
        return list(dict.fromkeys([*begun, *turned]))

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
        position = self.turned(position) if self.mover(position) else position
        cells = cells_of(above(above(position)))
        mine = position.split("hands ")[1].split(" ")[0].replace("-", "")
        drops = [(sign, None, cell) for sign in set(mine) for cell in cells if cells[cell] == "."]
        return self.catches(cells) or [*self.steps(cells), *drops]

    def play(self, position: str, move: tuple[str, Cell | None, Cell]) -> str:
        is_second = self.mover(position)
        position = self.turned(position) if is_second else position
        cells = cells_of(above(above(position)))
        mine, theirs = position.split("\n")[4].removeprefix("hands ").replace("-", "").split(" ")
        turn = "first to move" if is_second else "second to move"
        sign, start, end = move
        if cells[end] == "l":
            return f"...\n...\n...\n...\nhands - -\n{turn}"
        if start is None:
            mine = mine.replace(sign, "", 1)
        else:
            cells[start] = "."
            mine += cells[end].upper().replace("H", "C").replace(".", "")
            if sign == "C" and end[0] == 0:
                sign = "H"
        mine = "".join(sorted(mine, key="GEC".index)) or "-"
        after = f"{text_of(cells | {end: sign})}\nhands {mine} {theirs or '-'}\n{turn}"
        return self.turned(after) if is_second else after

    def outcome(self, position: str) -> int:
        board = above(above(self.turned(position) if self.mover(position) else position))
        safe = "l" in board.split("\n")[3] and (self.game.bold or not self.catches(cells_of(board)))
        return LOSS if safe or "l" not in board else UNDECIDED


FAMILY = Family(
    small=(DobutsuShogi(men=""), DobutsuShogi(men="", bold=True)),
    larger=(DobutsuShogi(), DobutsuShogi(bold=True), DobutsuShogi(men="G"), DobutsuShogi(men="EC")),
    facts=(
        # Classes count a board and its mirror image once, as its mover sees it, as Tanaka does. By those rules
        # play is over where the mover can take the lion; here it is taken, and the board that is left, one for
        # all of them, is the one class more. A safe lion on the last row ends play in both counts.
        *facts_of(DobutsuShogi(""), DEFINITIONS, value=1, remoteness=5, positions=148, totals=(98, 14, 36)),
        *facts_of(DobutsuShogi("", bold=True), DEFINITIONS, totals=(90, 14, 44), finished=26),
        *counted("value positions totals longest edges", DEFINITIONS, size="medium")(
            (DobutsuShogi("G"), 0, 27_706, (19_364, 2_982, 5_360), 16, 103_886)
        ),
        *counted("value remoteness positions totals edges finished", DEFINITIONS, size="medium")(
            (DobutsuShogi("C"), 1, 15, 98_694, (70_776, 2_928, 24_990), 323_828, 7_042)
        ),
        *facts_of(DobutsuShogi(), TANAKA, "literature", "large", value=-1, remoteness=78),
        *facts_of(DobutsuShogi(), COUNTED, "literature", "large", classes=246_803_168),
    ),
    twin=TextDobutsuShogi,
    refused=(
        (DobutsuShogi, {"men": "EG"}, "men='EG' is unknown: give 'GEC', 'GE', 'GC'"),
        (DobutsuShogi, {"men": 3}, "men=3 is unknown"),
    ),
    unreadable=(
        (
            DobutsuShogi(),
            "first to move",
            "its last line is not the hands: write one like hands GE c or hands - -",
        ),
        (DobutsuShogi(), "gle/.c./.C./ELG/first to move", "its last line is not the hands"),
        (DobutsuShogi(), "gle/.c./.K./ELG/hands - -/first to move", "'K' is no cell"),
        (
            DobutsuShogi(),
            "gle/.c./.../ELG/hands L -/first to move",
            "'L' is in hand: take some of 'GEC', or -",
        ),
        (
            DobutsuShogi(),
            "gle/.c./.../ELG/hands - -/first to move",
            "it has 1 pieces C, hens as chicks: write 2",
        ),
        (
            DobutsuShogi(men="C"),
            "gl./.c./.C./.LG/hands - -/first to move",
            "it has 2 pieces G, hens as chicks: write 0",
        ),
        (
            DobutsuShogi(),
            "gLe/.c./.C./ELG/hands - -/first to move",
            "a player has no lion, or two: write one L and one l",
        ),
    ),
    written=(
        (DobutsuShogi(), "gle/.c./.C./ELG/hands - -/first to move", "b3-b2 b4-a3 b4-c3 c4-c3"),
        (
            DobutsuShogi(),
            "g.e/lc./.C./.LG/hands E -/first to move",
            "b3-b2 b4-a3 b4-c3 b4-a4 c4-c3 E*b1 E*c2 E*a3 E*c3 E*a4",
        ),
        (DobutsuShogi(men=""), ".../.l./L../.../hands - -/first to move", "a3-b2"),
        (DobutsuShogi(men=""), ".../..l/.L./.../hands - -/second to move", "c2-b3"),
    ),
)
