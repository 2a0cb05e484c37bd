from families import BRUTE_FORCE, Family, bounds, known_forms, outcomes
from families._text_boards import LeftOrRight, above
from zermelo.games.rows.partizan_take_and_break import PartizanTakeAndBreak

# The first is a test of CGSuite's, as partizan subtraction; where both have one code the heap is Kayles's nimber.
OUTCOMES = (  # codes; who wins the heaps from 0 on: left, right, the next player, the previous one
    ("0.7", "0.3", "PNPNPNPNPNPNP"),
    ("0.303", "0.033", "PLNNLLLLLLLLL"),
    ("0.77", "0.3", "PNLLLLLLLLLLL"),
    ("0.07", "0.7", "PRNRRRRRRRRRR"),
    ("0.6", "0.7", "PRRRRRRRRRRRR"),
    ("0.4", "0.5", "PRPRRNRRRRRRR"),
    ("0.07", "0.707", "PRNRRRRRRRRRR"),
    ("0.137", "0.77", "PNNNRNRRRRRRR"),
)


class TextHeaps(LeftOrRight):
    """Every run of counters that lie side by side is tried."""

    def board(self) -> str:
        return "#" * self.game.heap

    def moves(self, position: str) -> list[tuple[int, int]]:
        row = above(position)
        code = (self.game.left, self.game.right)[self.mover(position)].split(".")[1]
        found = []
        for taken, digit in enumerate(code, start=1):
            for begin in range(len(row) - taken + 1):
                if set(row[begin : begin + taken]) == {"#"}:
                    beside = row[:begin][-1:] + row[begin + taken :][:1]
                    if int(digit) & {0: 1, 1: 2, 2: 4}[beside.count("#")]:
                        found.append((begin, taken))
        return found

    def play(self, position: str, move: tuple[int, int]) -> str:
        row = above(position)
        begin, taken = move
        return self.next_turn(position, row[:begin] + "." * taken + row[begin + taken :])


FAMILY = Family(
    small=(
        PartizanTakeAndBreak(),
        PartizanTakeAndBreak(heap=9, left="0.137", right="0.606", starter="right"),
    ),
    larger=(PartizanTakeAndBreak(heap=60, left="0.07", right="0.707"),),
    facts=outcomes(PartizanTakeAndBreak, BRUTE_FORCE)(
        (
            ((heap, left, right), outcome)
            for left, right, outcomes_of_heaps in OUTCOMES
            for heap, outcome in enumerate(outcomes_of_heaps)
        )
    ),
    twin=TextHeaps,
    canonical=known_forms(
        """
        partizan_take_and_break(heap=6, left='0.303', right='0.033', starter='left')  -  {1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}  -  -
        partizan_take_and_break(heap=9, left='0.77', right='0.77', starter='left')  -  *4  -  -
        partizan_take_and_break(heap=11, left='0.77', right='0.77', starter='left')  -  *6  -  -
        """
    ),
    refused=(
        *bounds(PartizanTakeAndBreak, heap=(0, 62)),
        (PartizanTakeAndBreak, {"left": "0.8"}, "left='0.8' is no code"),
        (PartizanTakeAndBreak, {"right": "4.0"}, "right='4.0' is no code: write one like '0.37'"),
        (PartizanTakeAndBreak, {"left": 7}, "left=7 is no text"),
    ),
    unreadable=((PartizanTakeAndBreak(heap=3), "#x#/left to move", "'x' is no cell"),),
    written=(
        (PartizanTakeAndBreak(heap=5, left="0.7"), "##.##/left to move", "1 2 4 5"),
        (PartizanTakeAndBreak(heap=5, right="0.43"), "###.#/right to move", "2 1-2 2-3"),
    ),
)
