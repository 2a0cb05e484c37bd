from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from families import BOTH, Fact, Family, bounds, facts_of
from families._text_boards import Text
from zermelo import UNDECIDED, WIN
from zermelo.games.dice.bear_off import BearOff, BearOffAlone

# Of 36 throws, those that bear off one man or two: the table that players know by heart.
ODDS = {
    (1,): 36, (2,): 36, (3,): 36, (4,): 34, (5,): 31, (6,): 27,
    (1, 1): 36, (1, 2): 36, (1, 3): 34, (1, 4): 29, (1, 5): 23, (1, 6): 15,
    (2, 2): 26, (2, 3): 25, (2, 4): 23, (2, 5): 19, (2, 6): 13,
    (3, 3): 17, (3, 4): 17, (3, 5): 14, (3, 6): 10,
    (4, 4): 11, (4, 5): 10, (4, 6): 8,
    (5, 5): 6, (5, 6): 6,
    (6, 6): 4,
}  # fmt: skip
TABLE = "the usual table of bear-off odds, as in P. Magriel, Backgammon, 1976"


class TextAlone(Text):
    scored = True

    def homes(self) -> list[str]:
        """Return what one player's points may hold, in the order of the starts."""
        stands = (
            stand
            for count in range(1, self.game.checkers + 1)
            for stand in combinations_with_replacement(range(self.game.points), count)
        )
        homes = [[stand.count(point) for point in range(self.game.points)] for stand in stands]
        return [" ".join(map(str, home)) for home in sorted(homes, key=lambda home: home[::-1], reverse=True)]

    def begun(self) -> str:
        return " ".join(["0"] * (self.game.points - 1) + [str(self.game.checkers)])

    def start(self) -> str:
        return f"{self.begun()}, to roll"

    def starts(self) -> Iterator[str]:
        yield from (f"{home}, to roll" for home in self.homes())

    def mover(self, position: str) -> int:
        return 0

    def home(self, position: str) -> list[int]:
        return [int(word) for word in position.split(", ")[self.mover(position)].split()]

    def dice(self, position: str) -> list[int]:
        return [int(word) for word in position.split("to move")[1].split()] if "to move" in position else []

    def outcome(self, position: str) -> int:
        return UNDECIDED if any(self.home(position)) else 0

    def chances(self, position: str) -> Iterator[tuple[float, str]]:
        if "to roll" in position:
            for one in range(1, 7):
                for other in range(1, one + 1):
                    dice = f"{one} {other}" if one != other else " ".join([str(one)] * 4)
                    yield (1 if one == other else 2) / 36, position.replace("to roll", f"to move {dice}")

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        home = self.home(position)
        for die in sorted(set(self.dice(position))):
            for point in range(1, self.game.points + 1):
                if home[point - 1] and (die <= point or not any(home[point:])):
                    yield die, point

    def play(self, position: str, move: tuple[int, int]) -> str:
        die, point = move
        home, dice = self.home(position), self.dice(position)
        home[point - 1] -= 1
        if point > die:
            home[point - die - 1] += 1
        dice.remove(die)
        return self.after(position, " ".join(map(str, home)), dice if any(home) else [])

    def gain(self, position: str, move: tuple[int, int]) -> int:
        dice = self.dice(position)
        return -1 if len(dice) == 4 or len(set(dice)) == 2 else 0

    def after(self, position: str, home: str, dice: list[int]) -> str:
        return f"{home}, {said(dice)}"


class TextBearOff(TextAlone):
    scored = False
    gain = None  # type: ignore[assignment]  # there are no points, only who is off first

    def start(self) -> str:
        return f"{self.begun()}, {self.begun()}, first to roll"

    def starts(self) -> Iterator[str]:
        for mine, theirs, player in product(self.homes(), self.homes(), ("first", "second")):
            yield f"{mine}, {theirs}, {player} to roll"

    def mover(self, position: str) -> int:
        return 0 if "first" in position else 1

    def outcome(self, position: str) -> int:
        return UNDECIDED if any(self.home(position)) else WIN

    def after(self, position: str, home: str, dice: list[int]) -> str:
        homes = position.split(", ")[:2]
        mover = self.mover(position)
        homes[mover] = home
        over = set(home.split()) == {"0"}
        player = ("first", "second")[mover if dice or over else 1 - mover]
        return f"{homes[0]}, {homes[1]}, {player} {said(dice)}"


def said(dice: list[int]) -> str:
    return f"to move {' '.join(map(str, dice))}" if dice else "to roll"


def odds() -> Iterator[Fact]:
    """Yield the odds of a player who has one throw left: the other has a checker on point 1."""
    for stand, throws in ODDS.items():
        home = " ".join(str(stand.count(point)) for point in range(1, 7))
        position = BearOff().parse(f"{home}, 1 0 0 0 0 0, first to roll")
        game = f"bear_off(checkers=2, points=6) from {position}"
        yield Fact(game, "win_probability", throws / 36, TABLE, BOTH, "odds")


FAMILY = Family(
    dice=(BearOff(checkers=1, points=6), BearOff(checkers=2, points=3), BearOffAlone(checkers=3, points=4)),
    facts=(*odds(), *facts_of(BearOffAlone(15), "C(21, 6)", BOTH, "homes", homes=54_264)),
    twin=lambda game: (TextBearOff if isinstance(game, BearOff) else TextAlone)(game),
    refused=(
        *bounds(BearOff, checkers=(1, 15), points=(1, 6)),
        *bounds(BearOffAlone, checkers=(1, 15), points=(1, 6)),
    ),
    unreadable=(
        (BearOff(), "0 0 0 0 0 2, 0 0 0 0 0 2", "it does not say who is to roll"),
        (BearOff(), "0 0 0 2, 0 0 0 0 0 2, first to roll", "it does not give the pieces of 6 points"),
        (BearOff(), "0 0 0 0 0 3, 0 0 0 0 0 2, first to roll", "it has more than 2 pieces"),
        (BearOff(), "0 0 0 0 0 2, 0 0 0 0 0 2, first rolls", "neither `to roll` nor which dice are left"),
        (BearOff(), "0 0 0 0 0 2, 0 0 0 0 0 2, first to move 7", "neither `to roll` nor which dice are left"),
        (BearOff(), "0 0 0 0 0 2, 0 0 0 0 0 2, first to move 3 2 1", "only two dice are thrown"),
        (BearOff(), "0 0 0 0 0 2, 0 0 0 0 0 0, first to roll", "the game is over"),
        (BearOff(), "0 0 0 0 0 0, 0 0 0 0 0 2, first to move 3", "the game is over"),
        (BearOffAlone(), "0 0 0 0 0 2", "neither `to roll` nor which dice are left"),
        (BearOffAlone(), "0 0 0 0 0 0, to move 3", "no piece is left"),
    ),
    written=(
        (BearOff(), "1 0 0 0 0 1, 0 0 0 0 0 2, first to move 5 2", "5: 6/1 2: 6/4"),
        (BearOff(), "1 0 0 1 0 0, 0 0 0 0 0 2, first to move 4 4", "4: 4/off"),
        (BearOffAlone(), "1 2 0 0 0 0 , to move 3", "3: 2/off"),
        (BearOffAlone(), "1 2 0 0 0 0, to roll", ""),
    ),
)
