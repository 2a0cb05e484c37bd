from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from families import BOTH, Fact, Family, bounds, counted
from families._text_boards import Cell, Text, above, cells_of, text_of
from zermelo import UNDECIDED, WIN
from zermelo.games.dice.royal_game_of_ur import RoyalGameOfUr

HELED = "J. Heled, King of Ur: jheled.github.io/royalur/solve.html"
ITERATED = "independent value iteration on sorted tuples of how far each man has come"
ENDS = (  # the rows of X, who is to throw, and of O, one man left on each side; the chance of X
    ("*...  X.", "*...  O.", 4 / 7),
    ("*...  *X", "*...  O.", 116 / 161),
    ("*...  X.", "*...  *O", 74 / 161),
)
FINKEL: dict[str, Any] = {}
MASTERS: dict[str, Any] = {"route": "masters", "dice": 3, "safe": False, "none_is_most": True}
BLITZ: dict[str, Any] = {"route": "masters", "safe": False, "taking_throws": True}
GAMES = (
    (1, FINKEL, 0.5300498395248594),
    (1, MASTERS, 0.5275982581059862),
    (1, BLITZ, 0.5092376483607278),
    (2, FINKEL, 0.5185729074956591),
    (2, MASTERS, 0.5103549155267314),
    (2, BLITZ, 0.505027398163177),
)
EMPTY = ["*...  *.", "...*....", "*...  *."]
WALKS = {  # rows and columns of X, from 0, after the first four squares and before the last two
    "finkel": [(1, column) for column in range(8)],
    "masters": [*((1, column) for column in range(7)), (2, 6), (2, 7), (1, 7)],
}


class TextUr(Text):
    def start(self) -> str:
        return "\n".join([*EMPTY, "X 0 home, O 0 home, X to throw"])

    def mover(self, position: str) -> int:
        return "XO".index(position.splitlines()[3].split(", ")[2][0])

    def homes(self, position: str) -> list[int]:
        return [int(words.split()[1]) for words in position.splitlines()[3].split(", ")[:2]]

    def thrown(self, position: str) -> int:
        return 0 if "throw" in position else int(position[-1])

    def walk(self, player: int) -> list[Cell]:
        """Return the places of a route, X's first row being O's last."""
        places = [*((0, column) for column in (3, 2, 1, 0)), *WALKS[self.game.route], (0, 7), (0, 6)]
        return [(2 - row if player else row, column) for row, column in places]

    def outcome(self, position: str) -> int:
        return WIN if self.homes(position)[self.mover(position)] == self.game.pieces else UNDECIDED

    def chances(self, position: str) -> Iterator[tuple[float, str]]:
        if self.thrown(position):
            return
        for count, ways in Counter(map(sum, product((0, 1), repeat=self.game.dice))).items():
            thrown = self.game.dice + 1 if count == 0 and self.game.none_is_most else count
            after = position.replace("throw", f"move {thrown}")
            if thrown == 0 or not list(self.moves(after)):
                sign = "XO"[self.mover(position)]
                after = position.replace(f"{sign} to throw", f"{'XO'.replace(sign, '')} to throw")
            yield ways / 2**self.game.dice, after

    def moves(self, position: str) -> Iterator[int]:
        """Yield how far the piece that moves has come: 0 is outside."""
        throw, mover = self.thrown(position), self.mover(position)
        if throw == 0:
            return
        cells, walk = cells_of(above(position)), self.walk(mover)
        on_board = list(cells.values()).count("XO"[mover])
        for come in range(len(walk) + 1):
            if come == 0 and on_board + self.homes(position)[mover] == self.game.pieces:
                continue
            if come > 0 and cells[walk[come - 1]] != "XO"[mover]:
                continue
            if come + throw == len(walk) + 1:
                yield come
            elif come + throw <= len(walk):
                end = walk[come + throw - 1]
                is_safe = self.game.safe and cells_of("\n".join(EMPTY))[end] == "*"
                if cells[end] in ".*" or (cells[end] == "OX"[mover] and not is_safe):
                    yield come

    def play(self, position: str, move: int) -> str:
        throw, mover, homes = self.thrown(position), self.mover(position), self.homes(position)
        cells, empty, walk = cells_of(above(position)), cells_of("\n".join(EMPTY)), self.walk(mover)
        if move:
            cells[walk[move - 1]] = empty[walk[move - 1]]
        following = 1 - mover
        if move + throw == len(walk) + 1:
            homes[mover] += 1
            if homes[mover] == self.game.pieces:
                following = mover
        else:
            end = walk[move + throw - 1]
            if empty[end] == "*" or (self.game.taking_throws and cells[end] == "OX"[mover]):
                following = mover
            cells[end] = "XO"[mover]
        return f"{text_of(cells)}\nX {homes[0]} home, O {homes[1]} home, {'XO'[following]} to throw"


ALONE = RoyalGameOfUr(pieces=1)
BEGUN = "*...  *./...*..../*...  *."


def ends() -> Iterator[Fact]:
    """Yield the chances near the end, as Heled has them."""
    for mine, theirs, chance in ENDS:
        position = ALONE.parse(f"{mine}/...*..../{theirs}/X 0 home, O 0 home, X to throw")
        yield Fact(f"{ALONE!r} from {position}", "win_probability", chance, HELED, BOTH, "dice")


FAMILY = Family(
    dice=(
        ALONE,
        RoyalGameOfUr(pieces=1, **MASTERS),
        RoyalGameOfUr(pieces=1, route="masters", dice=2, taking_throws=True),
    ),
    facts=(
        *ends(),
        *counted("win_probability", ITERATED, size="dice")(
            *((RoyalGameOfUr(pieces, **parameters), chance) for pieces, parameters, chance in GAMES)
        ),
    ),
    twin=TextUr,
    refused=(
        *bounds(RoyalGameOfUr, pieces=(1, 7), dice=(1, 6)),
        (RoyalGameOfUr, {"route": "murray"}, "route='murray' is unknown: give 'finkel' or 'masters'"),
    ),
    unreadable=(
        (ALONE, BEGUN, "says not who is home and who is to throw or to move"),
        (ALONE, "X 0 home, O 0 home, X to throw", "it has not three rows of 8"),
        (ALONE, f"{BEGUN[:-1]}Y/X 0 home, O 0 home, X to throw", "'Y' is no square at h3"),
        (ALONE, f"{BEGUN[:-1]}X/X 0 home, O 0 home, X to throw", "X does not come to h3"),
        (ALONE, f"X{BEGUN[1:]}/X 1 home, O 0 home, X to throw", "X has more than 1 pieces"),
        (ALONE, f"{BEGUN}/X 0 home, O 1 home, X to throw", "the game is over"),
        (ALONE, f"{BEGUN}/X 0 home, O 0 home, X to move 5", "4 dice do not count 5"),
        (ALONE, f"{BEGUN}/X 1 home, O 0 home, X to move 1", "the other is to throw"),
    ),
    written=(
        (RoyalGameOfUr(), f"{BEGUN}/X 0 home, O 2 home, O to move 2", "c3"),
        (RoyalGameOfUr(), "*X..  X./..XO..../*...  *./X 3 home, O 2 home, X to move 1", "d1 b1-a1 g1-off"),
        (RoyalGameOfUr(), "*X..  X./..XO..../*...  *./X 3 home, O 2 home, X to move 2", "c1 b1-a2 c2-e2"),
        (
            RoyalGameOfUr(pieces=1, **MASTERS),
            "*...  *./......X./*...  *./X 0 home, O 0 home, X to move 1",
            "g2-g3",
        ),
    ),
)
