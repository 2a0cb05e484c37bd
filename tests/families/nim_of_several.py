from families import BRUTE_FORCE, Family, bounds, facts_of
from families._text_boards import Text
from families.nim import TextNim
from zermelo.games.payoffs.nim_of_several import NimOfSeveral


class TextSeats(Text):
    @property
    def players(self) -> int:  # type: ignore[override]
        return self.game.seats

    def inner(self) -> TextNim:
        return TextNim(self.game)

    def start(self) -> str:
        return f"{self.inner().start()} player 1"

    def moves(self, position: str) -> list[tuple[int, int]]:
        return self.inner().moves(position.split(" player ")[0])

    def play(self, position: str, move: tuple[int, int]) -> str:
        heaps, seat = position.split(" player ")
        return f"{self.inner().play(heaps, move)} player {int(seat) % self.game.seats + 1}"

    def mover(self, position: str) -> int:
        return int(position.split()[-1]) - 1

    def payoffs(self, position: str) -> list[int]:
        ranks = list(range(self.game.seats)) * 2  # the player to move is stuck: 0 for them, 1 for the next
        first = self.game.seats - self.mover(position)
        return ranks[first : first + self.game.seats]


FAMILY = Family(
    several=(
        NimOfSeveral(),
        NimOfSeveral((2, 2), seats=4),
        NimOfSeveral((3, 1), seats=2),
        NimOfSeveral((0,), seats=3),
        NimOfSeveral((5,), seats=7),
    ),
    # Lines of play of one heap: the compositions of its stones.
    facts=facts_of(NimOfSeveral((5,), 7), BRUTE_FORCE, games=16),
    twin=TextSeats,
    refused=(
        *bounds(NimOfSeveral, seats=(2, 7)),
        (NimOfSeveral, {"heaps": (-1,)}, r"heaps\[0\]=-1 is too small"),
        (NimOfSeveral, {"heaps": (1_000_000,) * 4}, "needs 83 bits a position"),
    ),
    unreadable=(
        (NimOfSeveral(), "", "does not end with a player from 1 to 3"),
        (NimOfSeveral(), "1 2 3", "does not end with a player from 1 to 3"),
        (NimOfSeveral(), "1 2 3 player 4", "does not end with a player from 1 to 3"),
        (NimOfSeveral(), "1 2 player 1", "it has not 3 heaps"),
        (NimOfSeveral(), "1 2 x player 1", "it has not 3 heaps"),
        (NimOfSeveral(), "1 3 3 player 1", "heap 2 cannot hold 3, as it began with 2"),
    ),
    written=((NimOfSeveral(), "0, 1, 2 Player 3", "1 from heap 2 1 from heap 3 2 from heap 3"),),
)
