from families import BOTH, BRUTE_FORCE, SEPARATE, Family, bounds, counted, facts_of
from families._text_boards import Turns, above
from zermelo import UNDECIDED
from zermelo.games.sowing.kalah import Kalah

IRVING = "W/D/L agrees with Irving, Donkers and Uiterwijk, Solving Kalah (2000), as recalled"
KALAH = (  # houses, seeds; value by the usual rules, and with empty captures
    (1, 1, 0, None),
    (1, 2, -2, None),
    (1, 3, None, 6),
    (1, 4, -2, -2),
    (1, 5, None, 2),
    (1, 6, None, 0),
    (2, 2, -2, -2),
    (2, 3, None, -2),
    (2, 4, -10, None),
    (2, 5, 6, 6),
    (2, 6, 8, None),
    (3, 1, 0, 0),
    (3, 2, 4, 4),
    (3, 3, 2, 2),
    (3, 5, 6, 6),
    (4, 1, None, 2),
    (4, 2, 6, 6),
    (4, 3, 6, 8),
    (4, 4, 2, 2),
)


class TextKalah(Turns):
    scored = True
    names = ("first", "second")

    def start(self) -> str:
        row = " ".join([str(self.game.seeds)] * self.game.houses)
        return f"{row}\n{row}\nfirst to move"

    def sides(self, position: str) -> tuple[list[int], list[int]]:
        """Return the mover's houses and the other's, each from its owner's left."""
        second, first = ([int(word) for word in row.split()] for row in above(position).split("\n"))
        return (second[::-1], first) if self.mover(position) else (first, second[::-1])

    def moves(self, position: str) -> list[int]:
        return [house for house, seeds in enumerate(self.sides(position)[0]) if seeds > 0]

    def sown(self, position: str, move: int) -> tuple[str, int]:
        """Return the position after a move and the seeds it brings home."""
        mine, theirs = self.sides(position)
        hand, mine[move] = mine[move], 0
        store, pit = 0, move
        while hand > 0:
            pit = (pit + 1) % (2 * self.game.houses + 1)
            hand -= 1
            if pit < self.game.houses:
                mine[pit] += 1
            elif pit == self.game.houses:
                store += 1
            else:
                theirs[pit - self.game.houses - 1] += 1
        if pit < self.game.houses and mine[pit] == 1:
            across = self.game.houses - 1 - pit
            if theirs[across] > 0 or self.game.empty_capture:
                store += 1 + theirs[across]
                mine[pit] = theirs[across] = 0
        second, first = (mine, theirs) if self.mover(position) else (theirs, mine)
        board = "\n".join(" ".join(map(str, row)) for row in (second[::-1], first))
        after = self.next_turn(position, board)
        return after if pit != self.game.houses else self.next_turn(after, board), store

    def play(self, position: str, move: int) -> str:
        return self.sown(position, move)[0]

    def gain(self, position: str, move: int) -> int:
        return self.sown(position, move)[1]

    def outcome(self, position: str) -> int:
        mine, theirs = map(sum, self.sides(position))
        if mine > 0 and theirs > 0:
            return UNDECIDED
        return mine - theirs if self.game.leftover == "owner" else theirs - mine


def size(houses: int, seeds: int) -> str:
    if (houses, seeds) == (4, 4):
        return "large"  # 10,286,928 positions
    return "small" if houses <= 2 or seeds == 1 or (houses == 3 and seeds <= 3) else "medium"


FAMILY = Family(
    small=(Kalah(houses=3, seeds=2),),
    larger=(
        Kalah(houses=2, seeds=6, empty_capture=True, leftover="finisher"),
        Kalah(houses=5, seeds=3),
        Kalah(houses=6, seeds=4),
    ),
    facts=(
        # The margin of the player who begins, the seeds left going to whose side they lie on.
        *counted("value size", IRVING, BOTH)(
            *(
                (Kalah(houses, seeds, empty_capture), value, size(houses, seeds))
                for houses, seeds, *values in KALAH
                for empty_capture, value in zip((False, True), values, strict=True)
                if value is not None
            )
        ),
        *facts_of(Kalah(6, 1), BRUTE_FORCE, BOTH, "medium", value=2),
        *counted("value remoteness positions totals", SEPARATE)(
            (Kalah(2, 4, leftover="finisher"), -6, 12, 160, (110, 6, 44)),
            (Kalah(2, 5), 6, 8, 156, (79, 20, 57)),
            (Kalah(2, 6, empty_capture=True, leftover="finisher"), 16, 10, 1_284, (900, 49, 335)),
            (Kalah(3, 2), 4, 8, 2_197, (1_197, 173, 827)),
            (Kalah(3, 2, empty_capture=True), 4, 8, 1_747, (976, 121, 650)),
            (Kalah(), 2, 18, 12_543, (7_202, 790, 4_551)),
            (Kalah(leftover="finisher"), 2, 11, 12_543, (8_453, 807, 3_283)),
            (Kalah(3, 4), 2, 19, 68_418, (41_536, 4_320, 22_562)),
        ),
    ),
    twin=TextKalah,
    refused=(
        *bounds(Kalah, houses=(1, 31), seeds=(1, 1_000_000)),
        (Kalah, {"leftover": "nobody"}, "leftover='nobody' .*: give 'owner' or 'finisher'"),
        (Kalah, {"houses": 12, "seeds": 4}, "a side of houses=12 with seeds=4 needs 85 bits"),
    ),
    unreadable=(
        (Kalah(), "3 3 3/first to move", "its size is another: write two rows of 3"),
        (Kalah(), "3 3 3/3 3 3 0/first to move", "its size is another"),
        (Kalah(), "3 3 3/3 3 -1/first to move", "'-1' is no number of seeds"),
        (Kalah(), "3 3 3/3 3 4/second to move", "it has 19 seeds: play began with 18"),
    ),
    written=(
        (Kalah(), "3 3 3/0 4 4/first to move", "2 3"),
        (Kalah(), "0 2 1 / 1 1 0 / second to move", "1 2"),
    ),
)
