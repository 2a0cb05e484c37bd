"""Tak with all its stones: what others found by search, found again; and in how many plies."""

import pytest
from made.within import Within

from zermelo.games.connection.tak import Tak
from zermelo.search.position_solver import solve_position

# Joshua Achiam, 3x3 Tak is a (weakly) solved game (2016), github.com/jachiam/tak-ai and reddit.com/r/Tak.
WON_IN_AT_MOST = 13


@pytest.mark.long
def test_who_begins_with_ten_stones_each_wins() -> None:
    assert solve_position(Tak(stones=10), method="df_pn").answer.value == 1


@pytest.mark.long
@pytest.mark.parametrize(("plies", "value"), [(WON_IN_AT_MOST, 1), (WON_IN_AT_MOST - 2, 0)])
def test_how_soon_who_begins_with_ten_stones_each_wins(plies: int, value: int) -> None:
    assert solve_position(Within(Tak(stones=10), plies), method="df_pn").answer.value == value


@pytest.mark.parametrize("plies", [4, 5])
def test_with_few_stones_the_search_finds_what_the_definitions_do(plies: int) -> None:
    game = Within(Tak(stones=3, standing=False), plies)
    assert solve_position(game, method="df_pn", interpreted=True).answer.value == (plies >= 5)
