"""Pong hau k'i: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.games.pong_hau_ki import PongHauKi


def facts() -> Iterator[Fact]:
    """The board is that of the mover; a draw is play without end, so the start has no remoteness."""
    for quantity, expected, confidence in (
        ("value", 0, BOTH),
        ("positions", 28, BOTH),
        ("totals", (4, 22, 2), "recomputed"),
        ("edges", 38, "recomputed"),
        ("finished", 2, "recomputed"),
    ):
        yield Fact("pong_hau_ki()", quantity, expected, BRUTE_FORCE, confidence, "small")


def twin(game: PongHauKi) -> Game:
    """Return the game on text, whose lines are written down one by one."""
    return TextPongHauKi()


UPPER_LEFT, UPPER_RIGHT, MIDDLE, LOWER_LEFT, LOWER_RIGHT = 0, 4, 8, 12, 16  # characters of the text
LINES = (
    (UPPER_LEFT, MIDDLE),
    (UPPER_RIGHT, MIDDLE),
    (LOWER_LEFT, MIDDLE),
    (LOWER_RIGHT, MIDDLE),
    (UPPER_LEFT, LOWER_LEFT),
    (UPPER_RIGHT, LOWER_RIGHT),
    (LOWER_LEFT, LOWER_RIGHT),
)


class TextPongHauKi(Game):
    def start(self) -> str:
        return "X   X\n| . |\nO---O"

    def moves(self, position: str) -> list[tuple[int, int]]:
        ways = [*LINES, *((end, start) for start, end in LINES)]
        return [(start, end) for start, end in ways if position[start] == "X" and position[end] == "."]

    def play(self, position: str, move: tuple[int, int]) -> str:
        signs = list(position)
        signs[move[0]], signs[move[1]] = ".", "X"
        return "".join(signs).translate(str.maketrans("XO", "OX"))


FAMILY = Family(
    small=(PongHauKi(),),
    facts=tuple(facts()),
    twin=twin,
    unreadable=(
        (PongHauKi(), "", "its rows have lengths 0: write rows like .   ./| . |/.---."),
        (PongHauKi(), "X   X/| . |", "its rows have lengths 5 5"),
        (PongHauKi(), "x   X/| . |/O---O", "'x' is no cell"),
        (PongHauKi(), "X---X/| . |/O---O", "'-' stands where no cell is"),
        (PongHauKi(), "X   ./| . |/O---O", "X has 1 men: give both players 2"),
        (PongHauKi(), "X   X/| O |/O---O", "O has 3 men: give both players 2"),
    ),
    written=(
        (PongHauKi(), "X   X/| . |/O---O", "a1-b2 c1-b2"),
        (PongHauKi(), "O   X/| X |/O---.", "c1-c3 b2-c3"),
        (PongHauKi(), "X   ./| O |/X---O", ""),
    ),
)
