from families import DEFINITIONS, Family, bounds, counted
from families._text_boards import Cell, Turns, above, blank, cells_of, text_of
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.hunt.bagh_chal import BaghChal

Point = Cell
Turn = tuple[Point | None, Point]  # from where, or from the hand, and to where


class TextBaghChal(Turns):
    """Whether a line joins two points is asked of both."""

    names = ("goats", "tigers")

    def start(self) -> str:
        bottom, right = self.game.rows - 1, self.game.columns - 1
        corners = [(0, 0), (bottom, right), (0, right), (bottom, 0)][: self.game.tigers]
        board = text_of(cells_of(blank(self.game.columns, self.game.rows)) | dict.fromkeys(corners, "T"))
        return f"{board}\n{self.game.goats} goats in hand\ngoats to move"

    def read(self, position: str) -> tuple[dict[Cell, str], int]:
        """Return what stands on each point, and how many goats are in hand."""
        board, hand = above(position).rsplit("\n", 1)
        return cells_of(board), int(hand.split()[0])

    def is_joined(self, one: Point, other: Point) -> bool:
        """Whether a line leads from a point to another that is next to it; aslant, from every second one."""
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        return down + right == 1 or (down == right == 1 and sum(one) % 2 == 0)

    def moves(self, position: str) -> list[Turn]:
        cells, in_hand = self.read(position)
        is_tiger = self.mover(position) == 1
        free = [point for point, sign in cells.items() if sign == "."]
        if not is_tiger and in_hand > 0:
            return [(None, point) for point in free]
        return [
            (start, end)
            for start, sign in cells.items()
            if sign == "GT"[is_tiger]
            for end in free
            if self.is_joined(start, end) or (is_tiger and self.jumped(cells, start, end))
        ]

    def jumped(self, cells: dict[Cell, str], start: Point, end: Point) -> Point | None:
        """Return the goat that lies in the middle of a straight line of two steps, None where there is none."""
        down, right = end[0] - start[0], end[1] - start[1]
        middle = (start[0] + down // 2, start[1] + right // 2)
        is_two_steps = {abs(down), abs(right)} <= {0, 2} and self.is_joined(start, middle)
        return middle if is_two_steps and cells[middle] == "G" else None

    def play(self, position: str, move: Turn) -> str:
        cells, in_hand = self.read(position)
        start, end = move
        if start is None:
            return self.next_turn(position, f"{text_of(cells | {end: 'G'})}\n{in_hand - 1} goats in hand")
        goat = None if self.is_joined(start, end) else self.jumped(cells, start, end)
        cells |= {start: ".", end: cells[start]} | ({goat: "."} if goat else {})
        return self.next_turn(position, f"{text_of(cells)}\n{in_hand} goats in hand")

    def outcome(self, position: str) -> int:
        cells, in_hand = self.read(position)
        lost = self.game.goats - in_hand - list(cells.values()).count("G")
        if lost < self.game.captures:
            return UNDECIDED
        return WIN if self.mover(position) else LOSS


FAMILY = Family(
    small=(
        BaghChal(goats=2),
        BaghChal(columns=4, rows=2, tigers=1, goats=3, captures=1),
        BaghChal(columns=2, rows=3, tigers=4, goats=2, captures=1),
    ),
    larger=(BaghChal(columns=5, rows=5, tigers=4, goats=20, captures=5), BaghChal(columns=4, rows=4)),
    # All by the twin; loops are slow for the definitions. Positions tell who is to move, and how many goats
    # are in hand.
    facts=(
        *counted("positions totals value", DEFINITIONS, size="medium")(
            (BaghChal(3, 3, 2, 3, captures=1), 3_749, (797, 2_142, 810), 0),
            (BaghChal(3, 3, 1, 4, captures=1), 3_007, (536, 1_947, 524), 0),
        ),
        *counted("positions totals value remoteness size", DEFINITIONS)(
            (BaghChal(4, 2, 1, 5), 3_017, (1_617, 0, 1_400), 1, 11, "medium"),
            (BaghChal(2, 3, 4, 2, captures=1), 15, (7, 0, 8), 1, 3, "small"),
            (BaghChal(3, 3, 3, 3), 7_143, (3_085, 0, 4_058), -1, 12, "medium"),
            (BaghChal(), 16_450, (5_330, 7_132, 3_988), 1, 15, "medium"),
        ),
    ),
    twin=TextBaghChal,
    refused=(
        *bounds(BaghChal, columns=(2, 5), rows=(2, 5), tigers=(1, 4)),
        (BaghChal, {"goats": 8}, "goats=8 is too large: give a whole number from 1 to 7"),
        (BaghChal, {"captures": 7}, "captures=7 is too large"),
    ),
    unreadable=(
        (BaghChal(), "", "it does not say how many goats are to come: write 6 goats in hand"),
        (BaghChal(), "T../.../..T/six goats in hand/goats to move", "it does not say how many goats"),
        (BaghChal(), "T../.../..T/6 goats in hand", "it does not say how many goats are to come"),
        (BaghChal(), "T../.../..T/6 goats in hand/G to move", "it does not say who moves"),
        (BaghChal(), "T../.../.../6 goats in hand/goats to move", "it has 1 tigers: write 2"),
        (
            BaghChal(),
            "T../.../..T/3 goats in hand/goats to move",
            "0 goats stand and 3 are in hand: give 4 to 6",
        ),
        (BaghChal(), "TG./.../..T/6 goats in hand/goats to move", "1 goats stand and 6 are in hand"),
    ),
    written=(
        (BaghChal(), "TGG/GGG/..T/1 goats in hand/goats to move", "a3 b3"),
        (BaghChal(), "TGG/GGG/G.T/0 goats in hand/tigers to move", "c3-b3"),
        (BaghChal(), "TG./.../..T/5 goats in hand/tigers to move", "a1-a2 c3-b3 c3-c2 a1-b2 c3-b2 a1-c1"),
        (BaghChal(goats=3), ".TG/.../..T/0 goats in hand/goats to move", "c1-c2 c1-b2"),
    ),
)
