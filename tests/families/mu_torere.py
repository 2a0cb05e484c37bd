from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Family, counted, facts_of
from families._text_boards import Text, exchanged, moved
from zermelo.games.blockade.mu_torere import MuTorere

STAR = (0, 1, 2, 6, 10, 9, 8, 4)  # characters of the text, round the star
CENTRE = 5


class TextMuTorere(Text):
    def start(self) -> str:
        return "XXX\nO.X\nOOO"

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        for place, point in enumerate(STAR):
            beside = [STAR[place - 1], STAR[(place + 1) % 8]]
            enters = not self.game.restricted or any(position[other] == "O" for other in beside)
            for start, end in [(point, other) for other in beside] + [(point, CENTRE)] * enters:
                if position[start] == "X" and position[end] == ".":
                    yield start, end
            if position[CENTRE] == "X" and position[point] == ".":
                yield CENTRE, point

    def play(self, position: str, move: tuple[int, int]) -> str:
        return exchanged(moved(position, *move))


FAMILY = Family(
    small=(MuTorere(),),
    larger=(MuTorere(restricted=False),),
    # The board is that of the mover; a draw is play without end, so it has no remoteness.
    facts=(
        *facts_of(MuTorere(), BRUTE_FORCE, BOTH, value=0, positions=590),
        *facts_of(MuTorere(), BRUTE_FORCE, totals=(104, 422, 64), longest=5, edges=960, finished=40),
        *counted("value remoteness positions totals edges finished", BRUTE_FORCE)(
            (MuTorere(restricted=False), 1, 1, 590, (160, 350, 80), 1_000, 40)
        ),
    ),
    twin=TextMuTorere,
    unreadable=(
        (MuTorere(), "XXX/..X/OOO", "O has 3 pieces: give both players 4"),
        (MuTorere(), "XXX/XOX/OOO", "X has 5 pieces: give both players 4"),
    ),
    written=(
        (MuTorere(), "XXX/O.X/OOO", "c2-b2 a1-b2"),
        (MuTorere(restricted=False), "XXX/O.X/OOO", "b1-b2 c2-b2 a1-b2 c1-b2"),
        (MuTorere(), ".XX/XXO/OOO", "b1-a1 a2-a1 b2-a1"),
    ),
)
