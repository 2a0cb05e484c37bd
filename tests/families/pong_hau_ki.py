from families import BOTH, BRUTE_FORCE, Family, facts_of
from families._text_boards import Text, exchanged, moved
from zermelo.games.blockade.pong_hau_ki import PongHauKi

UPPER_LEFT, UPPER_RIGHT, MIDDLE, LOWER_LEFT, LOWER_RIGHT = 0, 4, 8, 12, 16  # characters of the text
LINES = (
    *((corner, MIDDLE) for corner in (UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT)),
    *((UPPER_LEFT, LOWER_LEFT), (UPPER_RIGHT, LOWER_RIGHT), (LOWER_LEFT, LOWER_RIGHT)),
)


class TextPongHauKi(Text):
    def start(self) -> str:
        return "X   X\n| . |\nO---O"

    def moves(self, position: str) -> list[tuple[int, int]]:
        ways = [*LINES, *((end, start) for start, end in LINES)]
        return [(start, end) for start, end in ways if position[start] == "X" and position[end] == "."]

    def play(self, position: str, move: tuple[int, int]) -> str:
        return exchanged(moved(position, *move))


FAMILY = Family(
    small=(PongHauKi(),),
    # The board is that of the mover; a draw is play without end, so the start has no remoteness.
    facts=(
        *facts_of(PongHauKi(), BRUTE_FORCE, BOTH, value=0, positions=28),
        *facts_of(PongHauKi(), BRUTE_FORCE, totals=(4, 22, 2), edges=38, finished=2),
    ),
    twin=TextPongHauKi,
    unreadable=(
        (PongHauKi(), "x   X/| . |/O---O", "'x' is no cell"),
        (PongHauKi(), "X---X/| . |/O---O", "'-' stands where no cell is"),
        (PongHauKi(), "X   ./| . |/O---O", "X has 1 pieces: give both players 2"),
        (PongHauKi(), "X   X/| O |/O---O", "O has 3 pieces: give both players 2"),
    ),
    written=(
        (PongHauKi(), "X   X/| . |/O---O", "a1-b2 c1-b2"),
        (PongHauKi(), "O   X/| X |/O---.", "c1-c3 b2-c3"),
        (PongHauKi(), "X   ./| O |/X---O", ""),
    ),
)
