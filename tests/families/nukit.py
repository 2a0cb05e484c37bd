from collections.abc import Iterator
from math import prod

from families import BRUTE_FORCE, Family, counted, size_of
from families._text_boards import Misere
from zermelo.games.heaps.nukit import Nukit

NUKIT = {  # nimber, value under misere play: atoms of A, B, C and D
    (0, 1): "0 2 0 2, 3 3 3 3, 8 8 6 7, 0 0 0 0, 30 0 0 30, 0 30 0 0, 28 4 17 27, 29 25 25 4, 10 28 24 14, "
    "25 17 22 19, 8 29 26 29, 19 8 25 0, 3 10 12 1, 27 21 0 9, 11 27 17 25, 4 13 10 27",
    (0, -1): "27 28 8 12",
    (1, 1): "15 15 15 15, 26 17 11 18, 11 17 25 9",
    (1, -1): "1 0 8 3, 1 0 0 1, 0 3 0 0, 30 30 30 30, 0 0 30 15, 25 20 13 30, 13 8 20 1, 18 0 4 11, "
    "0 21 4 30, 27 2 7 28, 24 0 21 9, 25 14 27 1, 20 24 11 12, 6 15 18 26, 24 7 1 9, 4 0 11 23, "
    "27 13 0 26, 0 7 7 9",
    (2, 1): "1 3 1 3, 2 1 0 2, 10 20 30 5, 7 7 7 7, 23 12 12 11, 7 7 22 23, 4 13 5 18, 25 3 13 17, "
    "13 21 26 1, 27 24 23 2, 18 19 11 28",
    (3, 1): "8 8 8 8, 29 30 30 30, 12 3 1 24, 17 25 5 8, 19 19 17 5, 22 3 1 14, 28 9 20 27, 1 3 21 2, "
    "15 28 8 11",
}


class TextNukit(Misere):
    def start(self) -> str:
        return f"{self.game.a} {self.game.b} {self.game.c} {self.game.d}"

    def moves(self, position: str) -> list[str]:
        atoms = "".join(kind * int(number) for kind, number in zip("ABCD", position.split(), strict=True))
        reactions = ("AABDD", "ABCD", "CCD", "BBB", "AD")
        return [
            reaction for reaction in reactions if all(reaction.count(x) <= atoms.count(x) for x in "ABCD")
        ]

    def play(self, position: str, move: str) -> str:
        numbers = zip("ABCD", position.split(), strict=True)
        return " ".join(str(int(number) - move.count(kind)) for kind, number in numbers)


def table() -> Iterator[tuple[list[int], int, int, str]]:
    """Yield atoms, the nimber, the value under misere play, and the size of the game."""
    for (nimber, misere), texts in NUKIT.items():
        for text in texts.split(", "):
            atoms = [int(word) for word in text.split()]
            most = prod(number + 1 for number in atoms) // 4  # most atoms never run out
            yield atoms, nimber, misere, size_of(most)


FAMILY = Family(
    small=(Nukit(a=8, b=9, c=8, d=10, misere=True),),
    larger=(Nukit(a=30, b=30, c=30, d=30), Nukit(a=16_383, b=16_383, c=16_383, d=16_383)),
    facts=(
        *counted("nimber value size", BRUTE_FORCE)(
            *((Nukit(*atoms), nimber, 1 if nimber else -1, size) for atoms, nimber, _, size in table())
        ),
        *counted("value size", BRUTE_FORCE)(
            *((Nukit(*atoms, misere=True), value, size) for atoms, _, value, size in table())
        ),
    ),
    twin=TextNukit,
    refused=(
        (Nukit, {"a": -1}, "a=-1 is too small"),
        (Nukit, {"d": 16_384}, "d=16384 is too large"),
    ),
    unreadable=(
        (Nukit(), "", "it has 0 kinds of atoms, not four: write it like '4 4 4 4'"),
        (Nukit(), "1 2 3", "it has 3 kinds of atoms"),
        (Nukit(), "1 2 5 3", "of C there were 4"),
        (Nukit(), "A 2 3 3", "'A' is no number"),
    ),
    written=((Nukit(), "(2, 3, 0, 2)", "AABDD BBB AD"),),
)
