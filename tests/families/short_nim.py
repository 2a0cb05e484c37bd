from families import BRUTE_FORCE, Family, bounds, counted
from families._text_boards import Text
from zermelo.games.heaps.short_nim import ShortNim

A131469 = (  # nimbers of the heaps 0 to 53, as listed by Schlatter and James in 2007
    *(0, 1, 1, 2, 3, 3, 2, 4, 5, 5, 6, 7, 7, 6, 4, 8, 9, 9, 8, 10, 11, 11, 12, 13, 13, 14, 15, 15),
    *(16, 17, 17, 14, 18, 19, 16, 17, 18, 20, 10, 19, 20, 21, 21, 22, 23, 23, 24, 25, 25, 24, 26, 27, 27, 28),
)
LATER = (  # of the heaps from 54, by a table of NumPy's that knows no positions
    *(29, 29, 28, 26, 30, 31, 31, 30, 32, 33, 22, 34, 35, 35, 36, 36, 24, 37, 38, 38, 37),
    *(34, 39, 38, 40, 41, 41, 32, 42, 33, 39, 43, 42, 44, 43, 44, 45, 46, 46, 40, 47),
)


class TextShortNim(Text):
    """The stones, and the number that may not be taken where it could be."""

    def start(self) -> str:
        return str(self.game.heap)

    def moves(self, position: str) -> list[int]:
        stones = int(position.split(",")[0])
        return [taken for taken in range(1, stones + 1) if not position.endswith(f"take {taken}")]

    def play(self, position: str, move: int) -> str:
        left = int(position.split(",")[0]) - move
        return f"{left}, do not take {move}" if move <= left else str(left)


FAMILY = Family(
    small=(ShortNim(heap=40),),
    larger=(ShortNim(heap=1_000),),
    facts=(
        # Heaps up to 94; `docs/results.md` has those up to 119.
        *counted("nimber", "OEIS A131469", "literature")(
            *((ShortNim(heap), nimber) for heap, nimber in enumerate(A131469))
        ),
        *counted("nimber", BRUTE_FORCE)(
            *((ShortNim(heap), nimber) for heap, nimber in enumerate(LATER, len(A131469)))
        ),
    ),
    twin=TextShortNim,
    refused=(*bounds(ShortNim, heap=(0, 1_000_000)),),
    unreadable=(
        (ShortNim(), "", "it has 0 numbers, not one or two: write it like '20'"),
        (ShortNim(), "1 2 3", "it has 3 numbers"),
        (ShortNim(), "20, do not take 2", "no play from 20 comes to it"),
        (ShortNim(), "5, do not take 6", "6 cannot be taken of 5: leave it out"),
        (ShortNim(), "18, do not take 1", "no play from 20 comes to it"),
        (ShortNim(), "16, do not take 2", "no play from 20 comes to it"),
        (ShortNim(), "18", "no play from 20 comes to it"),
        (ShortNim(), "19, take 2", "'take' is no number"),
    ),
    written=((ShortNim(), "5 3", "1 2 4 5"),),
)
