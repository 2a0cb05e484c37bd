"""Gobblet gobblers with all its men: who begins wins, and in how many plies."""

import pytest
from made.within import Within
from support.marks import few

import zermelo
from zermelo.core.game import beginning_at
from zermelo.games.lines.gobblet_gobblers import GobbletGobblers
from zermelo.search.position_solver import solve_position

WON_IN = 13  # a search of this project; that the first player wins is told wherever the game is spoken of


@pytest.mark.long
@pytest.mark.parametrize(("plies", "value"), [(WON_IN, 1), (WON_IN - 2, 0)])
def test_who_begins_wins_in_13_plies_and_no_sooner(plies: int, value: int) -> None:
    """Plies won in are odd, so 11 leave none between."""
    assert solve_position(Within(GobbletGobblers(), plies), method="df_pn").answer.value == value


@pytest.mark.parametrize("begun", few([516, 544, 1544], 1))  # wins in 5 and a loss in 4
@pytest.mark.parametrize("plies", (4, 5))
def test_the_search_finds_what_the_whole_table_says(begun: int, plies: int) -> None:
    game = beginning_at(GobbletGobblers(heights=1, copies=3), begun)
    whole = zermelo.solve(game, interpreted=True).value()
    assert whole.value != 0 and whole.remoteness in (4, 5)
    found = solve_position(Within(game, plies), method="df_pn", interpreted=True).answer.value
    assert found == (whole.value if whole.remoteness <= plies else 0)
