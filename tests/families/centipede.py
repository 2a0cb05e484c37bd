from families import BRUTE_FORCE, Family, bounds, counted
from families._text_boards import Text
from zermelo.games.payoffs.centipede import Centipede


class TextCentipede(Text):
    def start(self) -> str:
        return "0 passes"

    def moves(self, position: str) -> list[str]:
        over = "taken" in position or position.split()[0] == str(self.game.passes)
        return [] if over else ["take", "pass"]

    def play(self, position: str, move: str) -> str:
        if move == "take":
            return f"{position} taken"
        count = int(position.split()[0]) + 1
        return "1 pass" if count == 1 else f"{count} passes"

    def mover(self, position: str) -> int:
        return int(position.split()[0]) % 2

    def payoffs(self, position: str) -> list[int]:
        piles = [self.game.large, self.game.small]
        for _ in range(int(position.split()[0])):
            piles = [self.game.factor * pile for pile in reversed(piles)]
        return piles


FAMILY = Family(
    several=(
        Centipede(),
        Centipede(passes=6),
        Centipede(small=20),
        Centipede(passes=5, large=3, small=2),
        Centipede(passes=3, large=1, small=1, factor=1),
    ),
    facts=(
        # Lines of play: one for each place where the piles may be taken, and one without.
        *counted("games", BRUTE_FORCE)(*((Centipede(passes), passes + 1) for passes in (1, 4, 6))),
    ),
    twin=TextCentipede,
    refused=(
        *bounds(Centipede, factor=(1, 10)),
        (Centipede, {"passes": 0}, "passes=0 is too small"),
        (Centipede, {"large": 10, "small": 11}, "small=11 is more than large=10: exchange them"),
    ),
    unreadable=(
        (Centipede(), "", "it says no passes"),
        (Centipede(), "2 passes given", "it says no passes"),
        (Centipede(), "2 passes taken twice", "it says no passes"),
        (Centipede(), "5 passes", "write a number from 0 to 4"),
        (Centipede(), "4 passes taken", "write a number from 0 to 3"),
    ),
    written=((Centipede(), " 3 passes ", "take pass"), (Centipede(), "1 PASS", "take pass")),
)
