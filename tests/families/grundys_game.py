from families import BRUTE_FORCE, Family, bounds, counted, size_of
from families._text_boards import Misere
from zermelo.games.heaps.grundys_game import GrundysGame

LOST = (1, 2, 4, 7, 10, 20, 23, 26, 50, 53)  # of all heaps up to 62
LOST_MISERE = (3, 6, 9, 12, 15, 18, 21, 24, 27, 30)  # of all heaps up to 30
NIMBERS = (0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0)  # of the heaps 0, 1, 2, ...
PARTITIONS = {49: 173_525, 50: 204_226, 53: 329_931, 54: 386_155, 62: 1_300_156}


class TextGrundy(Misere):
    def start(self) -> str:
        return f"({self.game.heap})"

    def moves(self, position: str) -> list[tuple[int, int]]:
        heaps = {int(word) for word in position.strip("()").split()}
        return [(heap, part) for heap in heaps for part in range(1, heap) if part < heap - part]

    def play(self, position: str, move: tuple[int, int]) -> str:
        heap, part = move
        heaps = [int(word) for word in position.strip("()").split()]
        heaps.remove(heap)
        return f"({' '.join(map(str, sorted([*heaps, part, heap - part])))})"


FAMILY = Family(
    small=(GrundysGame(heap=18, misere=True),),
    larger=(GrundysGame(heap=62),),
    facts=(
        # One heap each; its positions are fewer than the partitions of its size.
        *counted("value size", BRUTE_FORCE)(
            *(
                (GrundysGame(heap), -1 if heap in LOST else 1, size_of(PARTITIONS.get(heap, 0)))
                for heap in (*range(1, 24), *PARTITIONS)
            )
        ),
        *counted("value", BRUTE_FORCE)(
            *(
                (GrundysGame(heap, misere=True), -1 if heap in LOST_MISERE else 1)
                for heap in (*range(1, 25), 27, 30)
            )
        ),
        *counted("nimber", "Berlekamp, Conway and Guy, Winning Ways, chapter 4 (OEIS A002188)", "literature")(
            *((GrundysGame(heap), nimber) for heap, nimber in enumerate(NIMBERS) if heap)
        ),
    ),
    twin=TextGrundy,
    refused=(*bounds(GrundysGame, heap=(1, 62)),),
    unreadable=(
        (GrundysGame(), "", r"it has 0 stones, not 12: write it like '\(12\)'"),
        (GrundysGame(), "(5 6)", "it has 11 stones, not 12"),
        (GrundysGame(), "(12 0)", "a heap has at least one stone"),
        (GrundysGame(), "(5 x)", "'x' is no number of stones"),
    ),
    written=((GrundysGame(), "5, 1, 4 2", "4 = 1 + 3 5 = 1 + 4 5 = 2 + 3"),),
)
