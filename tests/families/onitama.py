from families import DEFINITIONS, Family, bounds, counted
from families._text_boards import Cell, Rectangle, cells_of, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.chess.onitama import Onitama

NO_MIRROR = "eel ox horse cobra mantis"
ONE_SIDED = "frog rabbit goose rooster boar"  # the first two mirror each other, and so do the next two
DRAWN = {  # each card as it is printed: o is where the man stands, x where he may go
    "tiger": "..x.. ..... ..o.. ..x.. .....",
    "dragon": "..... x...x ..o.. .x.x. .....",
    "frog": "..... .x... x.o.. ...x. .....",
    "rabbit": "..... ...x. ..o.x .x... .....",
    "crab": "..... ..x.. x.o.x ..... .....",
    "elephant": "..... .x.x. .xox. ..... .....",
    "goose": "..... .x... .xox. ...x. .....",
    "rooster": "..... ...x. .xox. .x... .....",
    "monkey": "..... .x.x. ..o.. .x.x. .....",
    "mantis": "..... .x.x. ..o.. ..x.. .....",
    "horse": "..... ..x.. .xo.. ..x.. .....",
    "ox": "..... ..x.. ..ox. ..x.. .....",
    "crane": "..... ..x.. ..o.. .x.x. .....",
    "boar": "..... ..x.. .xox. ..... .....",
    "eel": "..... .x... ..ox. .x... .....",
    "cobra": "..... ...x. .xo.. ...x. .....",
}
Read = tuple[dict[Cell, str], list[str], list[str], str]
Turn = tuple[str, Cell | None, Cell | None]  # a card, and from where to where it moves a piece


class TextOnitama(Rectangle):
    """Before and after each of the second player's moves the board is read backwards, letters changed."""

    def start(self) -> str:
        middle = self.game.columns // 2
        columns = sorted(range(self.game.columns), key=lambda column: (abs(column - middle), -column))
        row = ["."] * self.game.columns
        for column, sign in zip(columns, "M" + "P" * self.game.pupils, strict=False):
            row[column] = sign
        mine = "".join(row)
        cards = self.game.cards.split()
        return "\n".join(
            [
                *(mine[::-1].lower(), *["." * self.game.columns] * (self.game.rows - 2), mine),
                *(f"first {cards[0]} {cards[1]}", f"second {cards[2]} {cards[3]}", f"aside {cards[4]}"),
                "first to move",
            ]
        )

    def mover(self, position: str) -> int:
        return int(position.endswith("second to move"))

    def starts(self) -> list[str]:
        *rows, first, second, aside, _ = self.start().split("\n")
        board = "\n".join(rows)[::-1].swapcase()
        hands = f"first {second.removeprefix('second ')}\nsecond {first.removeprefix('first ')}\n{aside}"
        begun = [self.start(), f"{board}\n{hands}\nsecond to move"]
        return list(dict.fromkeys([*begun, *map(self.mirrored, begun)]))

    def mirrored(self, position: str) -> str:
        """Return the mirror image, or the position itself where that is of other cards or a slanting board."""
        reversed_cards = {}
        for name in self.game.cards.split():
            image = " ".join(row[::-1] for row in DRAWN[name].split(" "))
            images = [other for other in self.game.cards.split() if DRAWN[other] == image]
            if not images or self.game.columns % 2 == 0:
                return position
            reversed_cards[name] = images[0]
        rows = position.split("\n")
        cards = []
        for line in rows[self.game.rows : -1]:
            word, *names = line.split(" ")
            cards.append(" ".join([word, *self.in_order([reversed_cards[name] for name in names])]))
        return "\n".join([*(row[::-1] for row in rows[: self.game.rows]), *cards, rows[-1]])

    def in_order(self, names: list[str]) -> list[str]:
        return [name for name in self.game.cards.split() if name in names]

    def read(self, position: str) -> Read:
        lines = position.split("\n")
        board = "\n".join(lines[: self.game.rows])
        first, second, aside = (line.split(" ")[1:] for line in lines[self.game.rows : -1])
        if lines[-1] == "first to move":
            return cells_of(board), first, second, aside[0]
        return cells_of(board[::-1].swapcase()), second, first, aside[0]

    def moves(self, position: str) -> list[Turn]:
        cells, mine, _, _ = self.read(position)
        found: list[Turn] = []
        for card in mine:
            for (down, right), sign in cells_of(DRAWN[card].replace(" ", "\n")).items():
                for row, column in cells:
                    end = row + down - 2, column + right - 2
                    if sign == "x" and cells[row, column] in "MP" and cells.get(end, "M") not in "MP":
                        found.append((card, (row, column), end))
        return found or [(card, None, None) for card in mine]

    def play(self, position: str, move: Turn) -> str:
        cells, mine, theirs, aside = self.read(position)
        card, begin, end = move
        if begin and end:
            cells |= {begin: ".", end: cells[begin]}
        kept = [name for name in mine if name != card] + [aside]
        mine, theirs = " ".join(self.in_order(kept)), " ".join(self.in_order(theirs))
        if position.endswith("first to move"):
            return f"{text_of(cells)}\nfirst {mine}\nsecond {theirs}\naside {card}\nsecond to move"
        board = text_of(cells)[::-1].swapcase()
        return f"{board}\nfirst {theirs}\nsecond {mine}\naside {card}\nfirst to move"

    def outcome(self, position: str) -> int:
        cells, _, _, _ = self.read(position)
        has_lost = "M" not in cells.values() or cells[self.game.rows - 1, self.game.columns // 2] == "m"
        return LOSS if has_lost else UNDECIDED


SMALL = Onitama(columns=3, rows=3, pupils=0)
CARDS = "/first tiger crab/second monkey crane/aside boar/first to move"


FAMILY = Family(
    small=(
        Onitama(columns=3, rows=3, pupils=0),
        Onitama(cards=ONE_SIDED, columns=3, rows=3, pupils=0),
        Onitama(cards=NO_MIRROR, columns=2, rows=3, pupils=0),
    ),
    larger=(
        Onitama(),
        Onitama(cards="dragon elephant eel cobra rooster"),
        Onitama(columns=4, rows=5, pupils=2),
    ),
    facts=counted("value remoteness positions totals longest edges finished size", DEFINITIONS)(
        (SMALL, 1, 1, 3_812, (2_256, 0, 1_556), 7, 9_094, 854, "small"),
        (Onitama(ONE_SIDED, 3, 3, 0), -1, 2, 3_428, (2_120, 0, 1_308), 8, 9_284, 760, "small"),
        (Onitama(columns=3, rows=4, pupils=0), 1, 3, 7_430, (4_648, 0, 2_782), 14, 21_266, 1_214, "medium"),
        (Onitama(NO_MIRROR, 2, 3, 1), -1, 4, 31_346, (17_322, 0, 14_024), 11, 82_942, 11_280, "medium"),
        (Onitama(pupils=0), 1, 5, 35_596, (23_238, 736, 11_622), 16, 137_550, 2_792, "medium"),
    ),
    twin=TextOnitama,
    refused=(
        *bounds(Onitama, columns=(1, 5), rows=(2, 5)),
        (
            Onitama,
            {"cards": "tiger crab"},
            "cards='tiger crab' are not five cards: name five of tiger dragon",
        ),
        (Onitama, {"cards": "ox ox boar eel crab"}, "cards='ox ox boar eel crab' are not five cards"),
        (Onitama, {"cards": "ox cow boar eel crab"}, "are not five cards"),
        (Onitama, {"cards": 5}, "cards=5 is no text"),
        (Onitama, {"columns": 3}, "pupils=4 is too large: give a whole number from 0 to 2"),
    ),
    unreadable=(
        (
            SMALL,
            ".m./.../.M./first to move",
            "its last lines are not the cards: write first tiger crab/second monkey crane/aside boar",
        ),
        (
            SMALL,
            ".m./.../.M./first tiger crab/second monkey crane/aside ox/first to move",
            "its cards are not dealt so: deal tiger crab monkey crane boar: two, two and one",
        ),
        (SMALL, ".m./.../.M." + CARDS.removesuffix("/first to move"), "it does not say who moves"),
        (SMALL, ".m./..P/.M." + CARDS, "P stands on 1 cells: write at most 0"),
        (SMALL, ".../.../.M." + CARDS, "a player has no master, or two: write one M and one m"),
        (SMALL, ".m./.../M" + CARDS, "write 3 rows of 3"),
    ),
    written=(
        (
            Onitama(columns=3, rows=3, pupils=1),
            "m../.p./.MP/first crab tiger/second crane monkey/aside boar/first to move",
            "tiger b1-b3 tiger c1-c3 crab c1-a1 crab b1-b2 crab c1-c2",
        ),
        (
            SMALL,
            ".../.M./..m/first crab crane/second tiger boar/aside monkey/second to move",
            "tiger c1-c2 boar c1-b1",
        ),
        (
            Onitama(cards=NO_MIRROR, columns=2, rows=3, pupils=0),
            ".M/m./../first ox mantis/second eel cobra/aside horse/first to move",
            "ox b3-b2 mantis b3-b2",
        ),
        (
            Onitama(cards="elephant boar crab crane monkey", columns=1, rows=3, pupils=0),
            "M/./m/first elephant boar/second crab crane/aside monkey/first to move",
            "elephant pass boar pass",
        ),
    ),
)
