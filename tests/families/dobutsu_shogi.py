"""Dobutsu shogi: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.dobutsu_shogi import DobutsuShogi

TANAKA = "T. Tanaka, An analysis of a board game Doubutsu Shogi, IPSJ SIG Game Informatics 22 (2009)"
COUNTED = f"{TANAKA}; jh85/dobutsushogi on GitHub, README: 196,773,087 won, 2,682,700 drawn, 47,347,380 lost"
DEFINITIONS = "the rules on text and the definitions word for word"
NO_MEN, BOLD, GIRAFFES, CHICKS, ALL = (
    repr(DobutsuShogi(men="")),
    repr(DobutsuShogi(men="", bold=True)),
    repr(DobutsuShogi(men="G")),
    repr(DobutsuShogi(men="C")),
    repr(DobutsuShogi()),
)
FACTS = (  # game; quantity, expected, source, confidence, size
    (NO_MEN, "value", 1, DEFINITIONS, "recomputed", "small"),
    (NO_MEN, "remoteness", 5, DEFINITIONS, "recomputed", "small"),
    (NO_MEN, "positions", 74, DEFINITIONS, "recomputed", "small"),
    (NO_MEN, "totals", (49, 7, 18), DEFINITIONS, "recomputed", "small"),
    (BOLD, "totals", (45, 7, 22), DEFINITIONS, "recomputed", "small"),
    (BOLD, "finished", 13, DEFINITIONS, "recomputed", "small"),
    (GIRAFFES, "value", 0, DEFINITIONS, "recomputed", "medium"),
    (GIRAFFES, "positions", 13_853, DEFINITIONS, "recomputed", "medium"),
    (GIRAFFES, "totals", (9_682, 1_491, 2_680), DEFINITIONS, "recomputed", "medium"),
    (GIRAFFES, "longest", 16, DEFINITIONS, "recomputed", "medium"),
    (GIRAFFES, "edges", 51_943, DEFINITIONS, "recomputed", "medium"),
    (CHICKS, "value", 1, DEFINITIONS, "recomputed", "medium"),
    (CHICKS, "remoteness", 15, DEFINITIONS, "recomputed", "medium"),
    (CHICKS, "positions", 49_347, DEFINITIONS, "recomputed", "medium"),
    (CHICKS, "totals", (35_388, 1_464, 12_495), DEFINITIONS, "recomputed", "medium"),
    (CHICKS, "edges", 161_914, DEFINITIONS, "recomputed", "medium"),
    (CHICKS, "finished", 3_521, DEFINITIONS, "recomputed", "medium"),
    (ALL, "value", -1, TANAKA, "literature", "large"),
    (ALL, "remoteness", 78, TANAKA, "literature", "large"),
    (ALL, "classes", 246_803_167 + 1, COUNTED, "literature", "large"),
)


def facts() -> Iterator[Fact]:
    """Positions are as their movers see them; classes count a board and its mirror image once, as Tanaka does.

    With him, play is over where the mover can take the lion; here he takes it, and the board that is left,
    one for all of them, is the one class more. A safe lion on the last row ends play in both counts.
    """
    for game, quantity, expected, source, confidence, size in FACTS:
        yield Fact(game, quantity, expected, source, confidence, size)


def twin(game: DobutsuShogi) -> Game:
    """Return the game on text: after each move the text is read backwards, with large and small letters changed."""
    return TextDobutsuShogi(men=game.men, bold=game.bold)


WAYS = {  # rows and columns on the way, for a man who looks up
    "L": [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column],
    "G": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "E": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "C": [(-1, 0)],
    "H": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)],
}


class TextDobutsuShogi(Game):
    men: str
    bold: bool

    def start(self) -> str:
        text = "gle\n.c.\n.C.\nELG\nhands - -"
        for sign in "GEC":
            if sign not in self.men:
                text = text[:15].replace(sign, ".").replace(sign.lower(), ".") + text[15:]
        return text

    def read(self, position: str) -> tuple[dict[tuple[int, int], str], str, str]:
        *rows, hands = position.split("\n")
        cells = {(y, x): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        _, mine, theirs = hands.replace("-", "").split(" ")
        return cells, mine, theirs

    def catches(self, position: str) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
        cells, _, _ = self.read(position)
        found = []
        for (row, column), sign in cells.items():
            for down, right in WAYS.get(sign, []):
                if cells.get((row + down, column + right)) == "l":
                    found.append((sign, (row, column), (row + down, column + right)))
        return found

    def moves(self, position: str) -> list[tuple[str, tuple[int, int] | None, tuple[int, int]]]:
        catches = self.catches(position)
        if catches:
            return list(catches)
        cells, mine, _ = self.read(position)
        found: list[tuple[str, tuple[int, int] | None, tuple[int, int]]] = []
        for (row, column), sign in cells.items():
            for down, right in WAYS.get(sign, []):
                end = row + down, column + right
                if end in cells and not cells[end].isupper():
                    found.append((sign, (row, column), end))
        found += [(sign, None, cell) for sign in set(mine) for cell in cells if cells[cell] == "."]
        return found

    def play(self, position: str, move: tuple[str, tuple[int, int] | None, tuple[int, int]]) -> str:
        cells, mine, theirs = self.read(position)
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
        cells[end] = sign
        rows = ["".join(cells[row, column] for column in range(3)) for row in range(4)]
        hands = ["".join(sorted(hand.upper(), key="GEC".index)) for hand in (theirs, mine)]
        board = "\n".join(rows)[::-1].swapcase()
        return f"{board}\nhands {hands[0] or '-'} {hands[1].lower() or '-'}"

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        if "l" not in "".join(rows[:4]):
            return LOSS
        if "l" in rows[3] and (self.bold or not self.catches(position)):
            return LOSS
        return UNDECIDED


FAMILY = Family(
    small=(DobutsuShogi(men=""), DobutsuShogi(men="", bold=True)),
    larger=(DobutsuShogi(), DobutsuShogi(bold=True), DobutsuShogi(men="G"), DobutsuShogi(men="EC")),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (DobutsuShogi, {"men": "EG"}, "men='EG' are no men: take some of 'GEC', in this order"),
        (DobutsuShogi, {"men": 3}, "men=3 are no men"),
        (DobutsuShogi, {"bold": 1}, "bold=1 is not a yes or no"),
    ),
    unreadable=(
        (DobutsuShogi(), "", "its last line is no hands: write one like hands GE c or hands - -"),
        (DobutsuShogi(), "gle/.c./.C./ELG", "its last line is no hands"),
        (DobutsuShogi(), "gle/.c./.C./hands - -", "write 4 rows of 3"),
        (DobutsuShogi(), "gle/.c./.K./ELG/hands - -", "'K' is no cell"),
        (DobutsuShogi(), "gle/.c./.../ELG/hands L -", "'L' is in hand: take some of 'GEC', or -"),
        (DobutsuShogi(), "gle/.c./.../ELG/hands - -", "it has 1 men C, hens as chicks: write 2"),
        (DobutsuShogi(men="C"), "gl./.c./.C./.LG/hands - -", "it has 2 men G, hens as chicks: write 0"),
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
