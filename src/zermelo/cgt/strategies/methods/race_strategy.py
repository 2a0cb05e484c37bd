"""Counting up to an end: "say a number that is one more than a multiple of 4".

If moves increase one number and the game has a largest one, the distance to the largest is counted. Moves
make this distance smaller, and the period is looked for in it. Every number that play reaches is looked at,
so the rule is proven for the game as it is.
"""

from collections.abc import Iterator

import numpy as np

from zermelo.cgt.strategies.outcome_table import build_whole_outcome_table
from zermelo.cgt.strategies.strategy_wording import format_number_list, format_remainders
from zermelo.cgt.strategies.symbolic.losing_periods import PeriodicSet, yield_candidate_periods
from zermelo.cgt.strategies.worded_strategy import Strategy, yield_reachable_positions
from zermelo.core.game import Game

FEWEST = 6  # numbers that a period is looked for in


def find_race_strategy(game: Game) -> Strategy | None:
    """Return the rule of a game that counts one number up to an end, or None where it is none."""
    start = game.start()
    if type(start) is not int or game.show(start).strip() != str(start):
        return None
    table = build_whole_outcome_table(game)
    if table is None or len(table.lost) < FEWEST:
        return None
    for number, children in table.children.items():
        if type(number) is not int or any(type(child) is not int or child <= number for child in children):
            return None
    last = max(table.lost)
    if len(table.lost) != last - min(table.lost) + 1:
        return None
    to_go = np.array([table.lost[last - far] for far in range(len(table.lost))], dtype=np.bool_)
    claim = next(yield_candidate_periods(to_go), None)
    if claim is None or not 0 < len(claim.lost) < claim.modulus:
        return None
    said = PeriodicSet(claim.modulus, frozenset((last - far) % claim.modulus for far in claim.lost))
    near = tuple(number for number in range(last - claim.begin + 1, last + 1) if table.lost[number])
    return Strategy(
        game,
        "race",
        tuple(_yield_race_sentences(claim, said, near, last, game.start())),
        f"all {len(table.lost):,} numbers that play reaches were checked by the rules themselves",
        lambda position: (last - position) in claim,
        lambda size: (number for number in yield_reachable_positions(game) if size is None or number <= size),
    )


def _yield_race_sentences(
    claim: PeriodicSet, said: PeriodicSet, near: tuple[int, ...], last: int, start: int
) -> Iterator[str]:
    leave = format_remainders(said.modulus, said.lost)
    if claim.begin:
        end = (
            f"above {last - claim.begin}, {format_number_list(near)}"
            if near
            else f"but none above {last - claim.begin}"
        )
        yield f"Reach {leave}; {end}."
    else:
        yield f"Reach {leave}."
    regular = range(start + 1, last - claim.begin + 1)  # the start itself nobody reaches
    first = [number for number in regular[: 4 * said.modulus] if (last - number) in claim]
    if len(first) > 2:
        end = f"up to {last - claim.begin}" if claim.begin else "to the end"
        yield f"These are {', '.join(map(str, first[:4]))} and so on {end}."
    yield "If your opponent has reached one, good play beats you: make a small step and hope for a mistake."
