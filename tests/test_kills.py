"""The short form of `kills.py`: a few kills at random moments, each run finished and compared."""

import pytest
from kills import GAMES, check


@pytest.mark.parametrize("game", GAMES)
def test_killed_runs_end_with_the_same_records(game: str) -> None:
    assert check(game, kills=2, seed=7, together=2) >= 1
