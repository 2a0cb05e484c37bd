from families import BOTH, BRUTE_FORCE, Family, bounds, counted
from families.fibonacci_nim import FIBONACCI, TextTakeAway
from zermelo.games.heaps.take_away import TakeAway

SCHWENK = "A. J. Schwenk, Take-away games (1970), and brute force"
LOSING = {  # times: the heaps up to 40 that lose
    1: (1, 2, 4, 8, 16, 32),
    2: (1, *FIBONACCI[:-2]),
    3: (1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40),
}
NIMBERS = {  # times: of the heaps from 1 on
    1: (0, 0, 2, 0, 3, 3, 3, 0, 4, 4, 4, 4, 4, 5, 5, 0, 5, 5, 5, 5),
    3: (0, 0, 0, 0, 4, 0, 5, 0, 6, 6, 0, 7, 7, 7, 0, 8, 8, 8, 8, 9),
    4: (0, 0, 0, 0, 0, 5, 0, 6, 0, 7, 7, 0, 8, 8, 0, 9, 9, 9, 0, 10),
}


FAMILY = Family(
    small=(TakeAway(heap=30), TakeAway(heap=30, times=1)),
    larger=(TakeAway(heap=1_000, times=5),),
    facts=(
        *counted("value", SCHWENK, BOTH)(
            *(
                (TakeAway(heap, times), -1 if heap in losing else 1)
                for times, losing in LOSING.items()
                for heap in range(1, 41)
            )
        ),
        # The nimber of 10 is the tests' of CGSuite 2.2, too.
        *counted("nimber", BRUTE_FORCE)(
            *(
                (TakeAway(heap, times), nimber)
                for times, nimbers in NIMBERS.items()
                for heap, nimber in enumerate(nimbers, 1)
            )
        ),
    ),
    twin=lambda game: TextTakeAway(game, game.times),
    refused=(
        *bounds(TakeAway, times=(1, 1_000)),
        (TakeAway, {"heap": 0}, "heap=0 is too small"),
    ),
    unreadable=(
        (TakeAway(), "20", "it has 1 numbers"),
        (TakeAway(), "18, take at most 4", "no play from 20 allows 4 there"),
        (TakeAway(), "18, take at most 9", "no play from 20 allows 9 there"),
    ),
    written=((TakeAway(), "18 3", "1 2 3"), (TakeAway(times=1), "18, take at most 2", "1 2")),
)
