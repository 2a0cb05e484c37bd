from functools import partial

from families import BRUTE_FORCE, Family, bounds, counted
from families.subtraction import TextHeap
from zermelo.games.heaps.subtract_a_square import SubtractASquare

LOST = (  # of all heaps up to 350: OEIS A030193
    *(0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119, 124, 127),
    *(130, 132, 137, 142, 147, 150, 170, 177, 180, 182, 187, 192, 197, 204, 210, 215, 238, 243, 249, 255),
    *(257, 260, 262, 267, 272, 275, 312, 317, 322, 327, 332, 335, 340, 345, 350),
)
SQUARES = tuple(root * root for root in range(1, 1_000))


FAMILY = Family(
    small=(SubtractASquare(heap=500),),
    larger=(SubtractASquare(heap=100_000),),
    facts=(
        *counted("value", BRUTE_FORCE)(
            *(
                (SubtractASquare(heap), -1 if heap in LOST else 1)
                for heap in {*range(60), *LOST, 99, 149, 176, 349}
            )
        ),
        *counted("totals", BRUTE_FORCE)((SubtractASquare(350), (351 - len(LOST), 0, len(LOST)))),
    ),
    twin=partial(TextHeap, take=SQUARES),
    refused=(*bounds(SubtractASquare, heap=(0, 1_000_000_000_000)),),
    unreadable=(
        (SubtractASquare(), "", "it has 0 heaps, not one: write it like '30'"),
        (SubtractASquare(), "5 5", "it has 2 heaps, not one"),
        (SubtractASquare(), "31", "play began with 30"),
        (SubtractASquare(), "nine", "'nine' is no number"),
    ),
    written=((SubtractASquare(), " 17 ", "1 4 9 16"),),
)
