"""Drivers: which null windows to ask a search for, until a score is exact.

A null window, from alpha to alpha + 1, is a single question: is the score at least alpha + 1? Most moves are
cut at once, and what is found bounds the score (fail-soft). A driver knows no game: it calls
`ask(alpha, beta)` of a search, whose table keeps what earlier questions found.
"""

from collections.abc import Callable

from zermelo.search.kernels.score_arithmetic import MOST

Ask = Callable[[int, int], int]


def find_outcome_by_null_windows(search_window: Ask) -> int:
    """Return the value of a game of wins, draws and losses: it is asked about a win, and then about a loss.

    >>> find_outcome_by_null_windows(lambda alpha, beta: 0)
    0
    """
    if search_window(0, 1) > 0:
        return 1
    return -1 if search_window(-1, 0) < 0 else 0


def mtd_f(search_window: Ask, low: int, high: int, guess: int) -> int:
    """Return the score, between `low` and `high`: each question begins where the last one pointed.

    This is MTD(f), `guess` being its f: a bad one costs questions, and never a wrong answer. A. Plaat et al.,
    *Best-first fixed-depth minimax algorithms*, 1996.

    >>> mtd_f(lambda alpha, beta: 5, -100, 100, 0)
    5
    """
    score = guess
    while low < high:
        asked = min(max(score, low + 1), high)
        score = search_window(asked - 1, asked)
        if score < asked:
            high = score
        else:
            low = score
    return low


def find_score_by_bisection(search_window: Ask) -> int:
    """Return the score of a timed search: once it is known who wins, the length by halving what is left open.

    A question for wins within so many plies looks no further than these, so this deepens step by step.

    >>> find_score_by_bisection(lambda alpha, beta: 3 - MOST) == 3 - MOST
    True
    """
    score = search_window(0, 1)
    if score <= 0:
        score = search_window(-1, 0)
    if score == 0:
        return 0
    sign = 1 if score > 0 else -1
    nearest, farthest = 0, MOST - abs(score)  # it ends within `farthest` plies, and not before `nearest`
    while nearest < farthest:
        middle = (nearest + farthest) // 2
        limit = MOST - middle
        window = (limit - 1, limit) if sign > 0 else (-limit, 1 - limit)
        score = sign * search_window(*window)
        if score >= limit:
            farthest = MOST - score
        else:
            nearest = max(middle + 1, MOST - score if score > 0 else 0)  # fail-soft: a tighter bound
    return sign * (MOST - farthest)
