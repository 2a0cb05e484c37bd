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
    """After each move the text is read backwards, with large and small letters changed."""

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
                *(f"mine {cards[0]} {cards[1]}", f"theirs {cards[2]} {cards[3]}", f"aside {cards[4]}"),
            ]
        )

    def starts(self) -> list[str]:
        start = self.start()
        return list(dict.fromkeys([start, self.mirrored(start)]))

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
        for line in rows[self.game.rows :]:
            word, *names = line.split(" ")
            cards.append(" ".join([word, *self.in_order([reversed_cards[name] for name in names])]))
        return "\n".join([row[::-1] for row in rows[: self.game.rows]] + cards)

    def in_order(self, names: list[str]) -> list[str]:
        return [name for name in self.game.cards.split() if name in names]

    def read(self, position: str) -> Read:
        lines = position.split("\n")
        mine, theirs, aside = (line.split(" ")[1:] for line in lines[self.game.rows :])
        return cells_of("\n".join(lines[: self.game.rows])), mine, theirs, aside[0]

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
        hands = (
            f"mine {' '.join(self.in_order(theirs))}\ntheirs {' '.join(self.in_order(kept))}\naside {card}"
        )
        return f"{text_of(cells)[::-1].swapcase()}\n{hands}"

    def outcome(self, position: str) -> int:
        cells, _, _, _ = self.read(position)
        has_lost = "M" not in cells.values() or cells[self.game.rows - 1, self.game.columns // 2] == "m"
        return LOSS if has_lost else UNDECIDED


SMALL = Onitama(columns=3, rows=3, pupils=0)
CARDS = "/mine tiger crab/theirs monkey crane/aside boar"


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
        (SMALL, 1, 1, 1_906, (1_128, 0, 778), 7, 4_547, 427, "small"),
        (Onitama(ONE_SIDED, 3, 3, 0), -1, 2, 1_714, (1_060, 0, 654), 8, 4_642, 380, "small"),
        (Onitama(columns=3, rows=4, pupils=0), 1, 3, 3_715, (2_324, 0, 1_391), 14, 10_633, 607, "medium"),
        (Onitama(NO_MIRROR, 2, 3, 1), -1, 4, 15_673, (8_661, 0, 7_012), 11, 41_471, 5_640, "medium"),
        (Onitama(pupils=0), 1, 5, 17_798, (11_619, 368, 5_811), 16, 68_775, 1_396, "medium"),
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
        (Onitama, {"cards": 5}, "cards=5 are not five cards"),
        (Onitama, {"columns": 3}, "pupils=4 is too large: give a whole number from 0 to 2"),
    ),
    unreadable=(
        (
            SMALL,
            ".m./.../.M.",
            "its last lines are not the cards: write mine tiger crab/theirs monkey crane/aside boar",
        ),
        (
            SMALL,
            ".m./.../.M./mine tiger crab/theirs monkey crane/aside ox",
            "its cards are not dealt so: deal tiger crab monkey crane boar: two, two and one",
        ),
        (SMALL, ".m./..P/.M." + CARDS, "P stands on 1 cells: write at most 0"),
        (SMALL, ".../.../.M." + CARDS, "a player has no master, or two: write one M and one m"),
        (SMALL, ".m./.../M" + CARDS, "write 3 rows of 3"),
    ),
    written=(
        (
            Onitama(columns=3, rows=3, pupils=1),
            "m../.p./.MP/mine crab tiger/theirs crane monkey/aside boar",
            "tiger b1-b3 tiger c1-c3 crab c1-a1 crab b1-b2 crab c1-c2",
        ),
        (SMALL, "M../.m./.../mine tiger boar/theirs crab crane/aside monkey", "tiger a3-a2 boar a3-b3"),
        (
            Onitama(cards=NO_MIRROR, columns=2, rows=3, pupils=0),
            ".M/m./../mine ox mantis/theirs eel cobra/aside horse",
            "ox b3-b2 mantis b3-b2",
        ),
        (
            Onitama(cards="elephant boar crab crane monkey", columns=1, rows=3, pupils=0),
            "M/./m/mine elephant boar/theirs crab crane/aside monkey",
            "elephant pass boar pass",
        ),
    ),
)
