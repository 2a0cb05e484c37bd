from families import BRUTE_FORCE, SPECIFICATION, Family, counted, facts_of, outcomes
from families._text_boards import Misere
from zermelo.games.heaps.nim import Nim


class TextNim(Misere):
    def start(self) -> str:
        return " ".join(map(str, self.game.heaps))

    def moves(self, position: str) -> list[tuple[int, int]]:
        heaps = [int(word) for word in position.split()]
        return [(heap, left) for heap, stones in enumerate(heaps) for left in range(stones)]

    def play(self, position: str, move: tuple[int, int]) -> str:
        words = position.split()
        words[move[0]] = str(move[1])
        return " ".join(words)


FAMILY = Family(
    small=(Nim(heaps=(3, 4, 5), misere=True), Nim(heaps=(2, 1, 2, 2), misere=True)),
    larger=(Nim(heaps=(127,) * 9),),
    facts=(
        *outcomes(lambda *heaps: Nim(heaps), BRUTE_FORCE, starters=())(
            N="0, 0, 1; 1, 1, 1; 1, 1, 2; 2, 4, 5; 3, 4, 5", P="0, 1, 1; 1, 2, 3; 1, 4, 5"
        ),
        *outcomes(lambda *heaps: Nim(heaps, misere=True), BRUTE_FORCE, starters=())(
            N="0, 1, 1; 1, 1, 2; 2, 4, 5; 3, 4, 5", P="0, 0, 1; 1, 1, 1; 1, 2, 3; 1, 4, 5"
        ),
        # Of k equal heaps, multisets of k sizes from 0 to n: C(n + k, k).
        *counted("classes", "counting multisets by hand")(
            (Nim((2, 2)), 6),
            (Nim((2, 1, 2, 2)), 2 * 10),
            (Nim((2, 3, 2, 3)), 6 * 10),
            (Nim((2, 2, 2, 2)), 15),
            (Nim((1, 1, 1, 1, 1)), 2**5),  # 120 orders are too many: every position by itself
            (Nim((1, 3, 5, 7)), 2 * 4 * 6 * 8),
        ),
        *facts_of(Nim((2, 2), misere=True), SPECIFICATION, "specification", classes=6, value=-1),  # "II-Nim"
    ),
    twin=TextNim,
    refused=(
        (Nim, {"heaps": (1, -1)}, r"heaps\[1\]=-1 is too small"),
        (Nim, {"heaps": (7,) * 22}, "needs 66 bits"),
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
