"""Nim: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, SPECIFICATION, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games.nim import Nim

CLASSES = (  # heaps; classes: of k equal heaps, multisets of k sizes from 0 to n, C(n + k, k)
    ((2, 2), 6),
    ((2, 1, 2, 2), 2 * 10),
    ((2, 3, 2, 3), 6 * 10),
    ((2, 2, 2, 2), 15),
    ((1, 1, 1, 1, 1), 2**5),  # 120 orders are too many: every position by itself
    ((1, 3, 5, 7), 2 * 4 * 6 * 8),
)

NIM = (  # heaps; does the mover win, does he under misere play
    ((0, 0, 1), True, False),
    ((0, 1, 1), False, True),
    ((1, 1, 1), True, False),
    ((1, 1, 2), True, True),
    ((1, 2, 3), False, False),
    ((1, 4, 5), False, False),
    ((2, 4, 5), True, True),
    ((3, 4, 5), True, True),
)


def facts() -> Iterator[Fact]:
    """Outcomes of a few starts under both ways of ending."""
    for heaps, normal, misere in NIM:
        for flag, is_won in ((False, normal), (True, misere)):
            game = f"nim(heaps={heaps!r}, misere={flag})"
            yield Fact(game, "value", 1 if is_won else -1, BRUTE_FORCE, "recomputed", "small")
    for heaps, classes in CLASSES:
        game = f"nim(heaps={heaps!r}, misere=False)"
        yield Fact(game, "classes", classes, "counting multisets by hand", "recomputed", "small")
    for quantity, expected in (("classes", 6), ("value", -1)):
        game = "nim(heaps=(2, 2), misere=True)"
        yield Fact(game, quantity, expected, SPECIFICATION, "specification", "small")  # "II-Nim"


def twin(game: Nim) -> Game:
    """Return the game on text: the heaps as numbers with blanks between them."""
    return TextNim(heaps=game.heaps, misere=game.misere)


class TextNim(Game):
    heaps: tuple[int, ...]
    misere: bool

    def start(self) -> str:
        return " ".join(map(str, self.heaps))

    def moves(self, position: str) -> list[tuple[int, int]]:
        heaps = [int(word) for word in position.split()]
        return [(heap, left) for heap, stones in enumerate(heaps) for left in range(stones)]

    def play(self, position: str, move: tuple[int, int]) -> str:
        words = position.split()
        words[move[0]] = str(move[1])
        return " ".join(words)

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


FAMILY = Family(
    small=(Nim(heaps=(3, 4, 5), misere=True), Nim(heaps=(2, 1, 2, 2), misere=True)),
    larger=(Nim(heaps=(127,) * 9),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Nim, {"heaps": ()}, "is not a tuple of whole numbers"),
        (Nim, {"heaps": 5}, "heaps=5 is not a tuple of whole numbers"),
        (Nim, {"heaps": [1, 2]}, "is not a tuple of whole numbers"),
        (Nim, {"heaps": (1, -1)}, r"heaps\[1\]=-1 is too small"),
        (Nim, {"heaps": (1, "2")}, r"heaps\[1\]='2' is not a whole number"),
        (Nim, {"heaps": (7,) * 22}, "needs 66 bits"),
        (Nim, {"misere": None}, "misere=None is not a yes or no"),
    ),
    unreadable=(
        (Nim(), "", "it has not 4 heaps"),
        (Nim(), "1 3 5", "it has not 4 heaps"),
        (Nim(), "1 3 5 x", "it has not 4 heaps"),
        (Nim(), "1 3 5 -1", "it has not 4 heaps"),
        (Nim(), "2 3 5 7", "heap 1 cannot hold 2"),
        (Nim(), "1 3 5 ²", "it has not 4 heaps"),
    ),
    written=((Nim(), "(1, 0, 2, 0)", "1 from heap 1 1 from heap 3 2 from heap 3"),),
)
