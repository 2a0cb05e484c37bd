"""Random games in which something happens: of games drawn freely, half are over before the first move.

Where a game has fewer than `least` positions, the next hundred seeds are tried.
"""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from made.random_games import (
    RandomDag,
    RandomLayers,
    RandomMirror,
    RandomScoredTurns,
    RandomScores,
    RandomTurns,
    ponds,
    seeds,
)
from reference import naive

from zermelo.core.game import Game


def lively(games: SearchStrategy[Any], least: int) -> SearchStrategy[Any]:
    """Return the same games, with seeds for which play reaches `least` positions, or as many as it can."""

    def wake(game: Any) -> Any:
        largest, most = game, 0
        for seed in range(game.seed, game.seed + 100):
            other = replace(game, seed=seed)
            reached = len(naive.positions(other))
            if reached > most:
                largest, most = other, reached
            if most >= least:
                break
        return largest

    return games.map(wake)


def lively_games(*, small: bool = False) -> SearchStrategy[Game]:
    """Random games with every trait; `small` ones have so few lines that each can be played."""
    depth = st.integers(2, 5 if small else 7)
    width = st.integers(2, 4 if small else 7)
    size = st.integers(6, 11) if small else st.integers(8, 40)
    most = st.integers(2, 3 if small else 4)
    bits = st.integers(1, 3 if small else 4)
    kinds = (
        st.builds(RandomLayers, seed=seeds, width=width, depth=depth, most=most, begins=st.integers(1, 2)),
        st.builds(RandomDag, seed=seeds, size=size, most=most),
        st.builds(RandomScores, seed=seeds, size=size, most=most),
        st.builds(RandomTurns, seed=seeds, width=width, depth=depth, most=most),
        st.builds(RandomScoredTurns, seed=seeds, width=width, depth=depth, most=most),
        st.builds(RandomMirror, seed=seeds, bits=bits, depth=depth, most=most),
    )
    return lively(st.sampled_from(kinds).flatmap(lambda kind: kind), 12 if small else 20)


def lively_ponds() -> SearchStrategy[Game]:
    """Random games with loops and every trait."""
    return lively(ponds(), 8)
