"""Mu torere: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.games.mu_torere import MuTorere

FACTS = (  # restricted; quantity, expected, confidence
    (True, "value", 0, BOTH),
    (True, "positions", 590, BOTH),
    (True, "totals", (104, 422, 64), "recomputed"),
    (True, "longest", 5, "recomputed"),
    (True, "edges", 960, "recomputed"),
    (True, "finished", 40, "recomputed"),
    (False, "value", 1, "recomputed"),
    (False, "remoteness", 1, "recomputed"),
    (False, "positions", 590, "recomputed"),
    (False, "totals", (160, 350, 80), "recomputed"),
    (False, "edges", 1_000, "recomputed"),
    (False, "finished", 40, "recomputed"),
)


def facts() -> Iterator[Fact]:
    """The board is that of the mover; a draw is play without end, so it has no remoteness."""
    for restricted, quantity, expected, confidence in FACTS:
        yield Fact(
            f"mu_torere(restricted={restricted})", quantity, expected, BRUTE_FORCE, confidence, "small"
        )


def twin(game: MuTorere) -> Game:
    """Return the game on text: men are looked at one by one."""
    return TextMuTorere(restricted=game.restricted)


STAR = (0, 1, 2, 6, 10, 9, 8, 4)  # characters of the text, round the star
CENTRE = 5


class TextMuTorere(Game):
    restricted: bool

    def start(self) -> str:
        return "XXX\nO.X\nOOO"

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        for place, point in enumerate(STAR):
            beside = [STAR[place - 1], STAR[(place + 1) % 8]]
            enters = not self.restricted or any(position[other] == "O" for other in beside)
            for start, end in [(point, other) for other in beside] + [(point, CENTRE)] * enters:
                if position[start] == "X" and position[end] == ".":
                    yield start, end
            if position[CENTRE] == "X" and position[point] == ".":
                yield CENTRE, point

    def play(self, position: str, move: tuple[int, int]) -> str:
        signs = list(position)
        signs[move[0]], signs[move[1]] = ".", "X"
        return "".join(signs).translate(str.maketrans("XO", "OX"))


FAMILY = Family(
    small=(MuTorere(),),
    larger=(MuTorere(restricted=False),),
    facts=tuple(facts()),
    twin=twin,
    refused=((MuTorere, {"restricted": 1}, "restricted=1 is not a yes or no"),),
    unreadable=(
        (MuTorere(), "", "its rows have lengths 0: write 3 rows of 3"),
        (MuTorere(), "XXX/O.X/OO", "its rows have lengths 3 3 2"),
        (MuTorere(), "XXX/O?X/OOO", r"'\?' is no cell"),
        (MuTorere(), "XXX/..X/OOO", "O has 3 men: give both players 4"),
        (MuTorere(), "XXX/XOX/OOO", "X has 5 men: give both players 4"),
    ),
    written=(
        (MuTorere(), "XXX/O.X/OOO", "c2-b2 a1-b2"),
        (MuTorere(restricted=False), "XXX/O.X/OOO", "b1-b2 c2-b2 a1-b2 c1-b2"),
        (MuTorere(), ".XX/XXO/OOO", "b1-a1 a2-a1 b2-a1"),
    ),
)
