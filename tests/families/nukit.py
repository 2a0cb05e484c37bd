"""Nukit: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games.nukit import Nukit

NUKIT = (  # atoms of A, B, C and D; nimber; value under misere play
    ((0, 2, 0, 2), 0, 1),
    ((1, 3, 1, 3), 2, 1),
    ((1, 0, 8, 3), 1, -1),
    ((3, 3, 3, 3), 0, 1),
    ((8, 8, 6, 7), 0, 1),
    ((8, 8, 8, 8), 3, 1),
    ((0, 0, 0, 0), 0, 1),
    ((1, 0, 0, 1), 1, -1),
    ((0, 3, 0, 0), 1, -1),
    ((2, 1, 0, 2), 2, 1),
    ((30, 30, 30, 30), 1, -1),
    ((30, 0, 0, 30), 0, 1),
    ((0, 30, 0, 0), 0, 1),
    ((0, 0, 30, 15), 1, -1),
    ((29, 30, 30, 30), 3, 1),
    ((10, 20, 30, 5), 2, 1),
    ((15, 15, 15, 15), 1, 1),
    ((7, 7, 7, 7), 2, 1),
    ((28, 4, 17, 27), 0, 1),
    ((12, 3, 1, 24), 3, 1),
    ((23, 12, 12, 11), 2, 1),
    ((29, 25, 25, 4), 0, 1),
    ((10, 28, 24, 14), 0, 1),
    ((7, 7, 22, 23), 2, 1),
    ((26, 17, 11, 18), 1, 1),
    ((17, 25, 5, 8), 3, 1),
    ((4, 13, 5, 18), 2, 1),
    ((25, 17, 22, 19), 0, 1),
    ((19, 19, 17, 5), 3, 1),
    ((25, 20, 13, 30), 1, -1),
    ((8, 29, 26, 29), 0, 1),
    ((13, 8, 20, 1), 1, -1),
    ((19, 8, 25, 0), 0, 1),
    ((27, 28, 8, 12), 0, -1),
    ((18, 0, 4, 11), 1, -1),
    ((25, 3, 13, 17), 2, 1),
    ((22, 3, 1, 14), 3, 1),
    ((11, 17, 25, 9), 1, 1),
    ((0, 21, 4, 30), 1, -1),
    ((3, 10, 12, 1), 0, 1),
    ((13, 21, 26, 1), 2, 1),
    ((27, 2, 7, 28), 1, -1),
    ((28, 9, 20, 27), 3, 1),
    ((24, 0, 21, 9), 1, -1),
    ((27, 21, 0, 9), 0, 1),
    ((25, 14, 27, 1), 1, -1),
    ((20, 24, 11, 12), 1, -1),
    ((6, 15, 18, 26), 1, -1),
    ((24, 7, 1, 9), 1, -1),
    ((4, 0, 11, 23), 1, -1),
    ((27, 24, 23, 2), 2, 1),
    ((27, 13, 0, 26), 1, -1),
    ((1, 3, 21, 2), 3, 1),
    ((15, 28, 8, 11), 3, 1),
    ((0, 7, 7, 9), 1, -1),
    ((11, 27, 17, 25), 0, 1),
    ((18, 19, 11, 28), 2, 1),
    ((4, 13, 10, 27), 0, 1),
)


def facts() -> Iterator[Fact]:
    """Nimbers, values under normal play, 1 where the nimber is not 0, and under misere play."""
    for (a, b, c, d), nimber, misere in NUKIT:
        size = size_of((a + 1) * (b + 1) * (c + 1) * (d + 1) // 4)  # at most: most atoms never run out
        game = f"nukit(a={a}, b={b}, c={c}, d={d}, misere=False)"
        yield Fact(game, "nimber", nimber, BRUTE_FORCE, "recomputed", size)
        yield Fact(game, "value", 1 if nimber else -1, BRUTE_FORCE, "recomputed", size)
        game = f"nukit(a={a}, b={b}, c={c}, d={d}, misere=True)"
        yield Fact(game, "value", misere, BRUTE_FORCE, "recomputed", size)


def twin(game: Nukit) -> Game:
    """Return the game on text: the numbers of A, B, C and D."""
    return TextNukit(atoms=(game.a, game.b, game.c, game.d), misere=game.misere)


class TextNukit(Game):
    atoms: tuple[int, ...]
    misere: bool

    def start(self) -> str:
        return " ".join(map(str, self.atoms))

    def moves(self, position: str) -> list[str]:
        atoms = "".join(kind * int(number) for kind, number in zip("ABCD", position.split(), strict=True))
        reactions = ("AABDD", "ABCD", "CCD", "BBB", "AD")
        return [
            reaction for reaction in reactions if all(reaction.count(x) <= atoms.count(x) for x in "ABCD")
        ]

    def play(self, position: str, move: str) -> str:
        numbers = zip("ABCD", position.split(), strict=True)
        return " ".join(str(int(number) - move.count(kind)) for kind, number in numbers)

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


FAMILY = Family(
    small=(Nukit(a=8, b=9, c=8, d=10, misere=True),),
    larger=(Nukit(a=30, b=30, c=30, d=30), Nukit(a=16_383, b=16_383, c=16_383, d=16_383)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Nukit, {"a": -1}, "a=-1 is too small"),
        (Nukit, {"d": 16_384}, "d=16384 is too large"),
        (Nukit, {"c": None}, "c=None is not a whole number"),
        (Nukit, {"misere": 1}, "misere=1 is not a yes or no"),
    ),
    unreadable=(
        (Nukit(), "", "it has 0 kinds of atoms, not four: write it like '4 4 4 4'"),
        (Nukit(), "1 2 3", "it has 3 kinds of atoms"),
        (Nukit(), "1 2 5 3", "of C there were 4"),
        (Nukit(), "A 2 3 3", "'A' is no number"),
    ),
    written=((Nukit(), "(2, 3, 0, 2)", "AABDD BBB AD"),),
)
