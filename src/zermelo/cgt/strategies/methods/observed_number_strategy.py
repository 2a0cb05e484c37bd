"""Games of one number whose rules can only be evaluated for one number at a time.

The first numbers are evaluated, and the rule found holds for them: for every position of a game that begins
among them, and for no others. Besides remainders, a few named sequences are looked for.
"""

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.cgt.strategies.strategy_wording import (
    find_counted_noun,
    make_leave_numbers_sentence,
    make_number_is_found_sentence,
)
from zermelo.cgt.strategies.symbolic.losing_periods import yield_candidate_periods
from zermelo.cgt.strategies.worded_strategy import (
    Strategy,
    UnsoundStrategy,
    get_value_where_play_ends,
    list_child_positions,
)
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN

MOST_LISTED = 12  # numbers below the period, or in place of one
FEWEST_NAMED = 6  # lost numbers that are given a name
FIRST_NUMBERS = 1_000  # numbers that are asked, and all up to the start where that is not much larger
MOST_MOVES = 2_000_000
LINES = 30  # of random play from a start that is larger, along which the rule is tried
MOST_PLIES = 40
MOST_TRIED = 300  # moves of a position where it is tried

NAMED: tuple[tuple[str, Callable[[int], bool]], ...] = (
    ("one less than a power of two: 0, 1, 3, 7, 15 ...", lambda number: number & (number + 1) == 0),
    ("a power of two: 1, 2, 4, 8, 16 ...", lambda number: number > 0 and number & (number - 1) == 0),
    ("a square: 0, 1, 4, 9, 16 ...", lambda number: math.isqrt(number) ** 2 == number),
)


def _find_name_of_lost_numbers(lost: npt.NDArray[np.bool_]) -> str | None:
    """Return the name of the numbers that are lost, where there are enough of them to tell."""
    if lost.sum() < FEWEST_NAMED:
        return None
    return next(
        (name for name, has in NAMED if all(has(n) == is_lost for n, is_lost in enumerate(lost))), None
    )


def find_observed_strategy(game: Game) -> Strategy | None:
    """Return a rule that holds for the first numbers of a game of one number, or None where none is seen."""
    lost = _observe_lost_numbers(game)
    if lost is None:
        return None
    seen = len(lost) - 1
    whole = game.start() <= seen
    name = _find_name_of_lost_numbers(lost)
    short = (
        claim
        for claim in yield_candidate_periods(lost)
        if 2 * claim.begin <= seen and len(claim.early) <= MOST_LISTED
    )
    claim = next(short, None)
    if name is not None:
        leave, found, leaves = f"Leave {name}", "such a number already", dict(NAMED)[name]
    elif claim is not None and (claim.lost or claim.early) and len(claim.lost) < claim.modulus:
        leave, found, leaves = (
            make_leave_numbers_sentence(claim, find_counted_noun(game)),
            make_number_is_found_sentence(claim),
            claim.__contains__,
        )
    else:
        return None
    if not whole and not _does_rule_hold_on_random_lines(game, leaves):
        return None
    hopeless = f"If you find {found}, good play beats you: make a small move and hope for a mistake."
    at_once = name is None and claim is not None and not claim.lost and claim.early == {0}
    return Strategy(
        game,
        "remainders" if name is None else "named numbers",
        (leave,) if at_once else (leave, hopeless),
        f"every number from 0 to {seen:,} was checked by the rules themselves, which can only be asked "
        "about one number at a time; beyond that nothing is proven",
        leaves,
        lambda size: _yield_numbers_shown_as_positions(game, game.start() if size is None else size),
        observed_to=None if whole else f"{seen:,}",
    )


def _does_rule_hold_on_random_lines(game: Game, leaves: Callable[[int], bool]) -> bool:
    """Whether a rule bears what play from the start shows: a number may be many things written as one.

    Along random lines, no position that it leaves may lead to another, and each other one must.
    """
    chance = random.Random(1913)
    for _ in range(LINES):
        position: Any = game.start()
        for _ in range(MOST_PLIES):
            children: list[Any] = list_child_positions(game, position, MOST_TRIED + 1)
            value = get_value_where_play_ends(game, position, children)
            if value is None and len(children) <= MOST_TRIED:
                value = LOSS if not any(leaves(child) for child in children) else WIN
            if value is not None and leaves(position) != (value == LOSS):
                return False
            if not children:
                break
            position = chance.choice(children)
    return True


def _yield_numbers_shown_as_positions(game: Game, size: int) -> Iterator[int]:
    """Yield the numbers up to a size that are positions of the game: they are shown as what they are."""
    for number in range(size + 1):
        if game.show(number).strip() != str(number):
            return
        yield number


def _observe_lost_numbers(game: Game) -> npt.NDArray[np.bool_] | None:
    """Return which of the first numbers are lost; None where moves do not make them smaller."""
    start: Any = game.start()
    lost: list[bool] = []
    moves = 0
    for number in range(max(start if start <= 10 * FIRST_NUMBERS else 0, FIRST_NUMBERS) + 1):
        try:
            if game.show(number).strip() != str(number):
                break
            children = list_child_positions(game, number)
            end = get_value_where_play_ends(game, number, children)
        except UnsoundStrategy:
            raise
        except Exception:  # foreign rules may not bear a number beyond their start
            break
        if any(type(child) is not int or not 0 <= child < number for child in children):
            return None
        if end not in (WIN, LOSS, None):
            return None
        lost.append(not any(lost[child] for child in children) if end is None else end == LOSS)
        moves += len(children)
        if moves > MOST_MOVES:
            break
    return np.array(lost, dtype=np.bool_) if len(lost) > 1 else None
