"""Counting what was solved, over whole symmetry classes, and the summary that says it."""

from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler import Program
from zermelo.core.budget import peak_memory
from zermelo.core.game import Game
from zermelo.graph.classes import starts_are_closed
from zermelo.graph.slices import Workers
from zermelo.kernels.backward import build_tally
from zermelo.solution.summary import Summary


class Tally(NamedTuple):
    """Counts of positions as their own movers see them, and the greatest remoteness."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    longest: int = 0

    def __add__(self, other: Any) -> "Tally":
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            max(self.longest, other.longest),
        )


def tally_tier(program: Program, keys: Any, answers: Any, shift: int, workers: Workers) -> Tally:
    """Return the tally of a tier of packed answers."""
    kernel = program.kernel(build_tally)

    def count(begin: int, end: int) -> Tally:
        totals = np.zeros(5, np.int64)
        kernel(keys, answers, begin, end, shift, totals)
        return Tally(*(int(total) for total in totals[:4]))

    return sum(workers.spans(count, len(keys)), Tally())


def summarise(
    game: Game, method: str, start: tuple[int, int], solved: int, tally: Tally, seconds: tuple[float, float]
) -> Summary:
    """Return the summary of a solve: `start` is the first start's value and remoteness.

    `seconds` are those of enumerating and solving, and those of writing.
    """
    whole = starts_are_closed(game)
    return Summary(
        game=repr(game),
        method=method,
        value=start[0],
        remoteness=start[1],
        domain="reachable",
        positions=tally.wins + tally.draws + tally.losses if whole else None,
        solved=solved,
        wins=tally.wins if whole else None,
        draws=tally.draws if whole else None,
        losses=tally.losses if whole else None,
        seconds=seconds[0],
        seconds_writing=seconds[1],
        peak_memory=peak_memory(),
        scored=game.scored,
        longest=tally.longest,
    )
