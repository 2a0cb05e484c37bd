"""Nim of several players: the game on text. Li's theorem is in `test_several_players`."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.games.nim_of_several import NimOfSeveral


def facts() -> Iterator[Fact]:
    """Lines of play of one heap: the compositions of its stones."""
    yield Fact("nim_of_several(heaps=(5,), seats=7)", "games", 16, BRUTE_FORCE, "recomputed", "small")


def twin(game: NimOfSeveral) -> Game:
    """Return the game on text."""
    return TextNim(heaps=game.heaps, seats=game.seats)


class TextNim(Game):
    heaps: tuple[int, ...]
    seats: int

    @property
    def players(self) -> int:  # type: ignore[override]
        return self.seats

    def start(self) -> str:
        return " ".join(map(str, self.heaps)) + " player 1"

    def moves(self, position: str) -> list[tuple[int, int]]:
        heaps = [int(word) for word in position.split()[:-2]]
        return [(place, left) for place, heap in enumerate(heaps) for left in range(heap)]

    def play(self, position: str, move: tuple[int, int]) -> str:
        *heaps, word, seat = position.split()
        heaps[move[0]] = str(move[1])
        following = "1" if seat == str(self.seats) else str(int(seat) + 1)
        return " ".join([*heaps, word, following])

    def mover(self, position: str) -> int:
        return int(position.split()[-1]) - 1

    def payoffs(self, position: str) -> list[int]:
        ranks = list(range(self.seats)) * 2  # the mover is stuck: 0 for him, 1 for who comes next
        first = self.seats - self.mover(position)
        return ranks[first : first + self.seats]


FAMILY = Family(
    several=(
        NimOfSeveral(),
        NimOfSeveral((2, 2), seats=4),
        NimOfSeveral((3, 1), seats=2),
        NimOfSeveral((0,), seats=3),
        NimOfSeveral((5,), seats=7),
    ),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (NimOfSeveral, {"heaps": ()}, "is not a tuple of whole numbers"),
        (NimOfSeveral, {"heaps": (-1,)}, r"heaps\[0\]=-1 is too small"),
        (NimOfSeveral, {"heaps": (1_000_000,) * 4}, "needs 83 bits a position"),
        (NimOfSeveral, {"seats": 1}, "seats=1 is too small"),
        (NimOfSeveral, {"seats": 8}, "seats=8 is too large"),
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
