"""Tak with all its stones: what others found by search, found again; and in how many plies."""

import pytest

from zermelo.core.game import Game
from zermelo.core.values import DRAW, UNDECIDED
from zermelo.games.tak import Tak
from zermelo.search.solving import solve_position

# Joshua Achiam, 3x3 Tak is a (weakly) solved game (2016), github.com/jachiam/tak-ai and reddit.com/r/Tak.
WON_IN_AT_MOST = 13
LEFT = 15


class Within(Game):
    """Tak that is a draw after so many plies, up to 15: they are counted down in the lowest bits."""

    inner: Tak
    plies: int = WON_IN_AT_MOST

    def start(self) -> int:
        return self.inner.start() << 4 | self.plies

    def moves(self, position: int):  # type: ignore[no-untyped-def]  # as the inner game's
        yield from self.inner.moves(position >> 4)

    def play(self, position: int, move: int) -> int:
        return self.inner.play(position >> 4, move) << 4 | (position & LEFT) - 1

    def outcome(self, position: int) -> int:
        value = self.inner.outcome(position >> 4)
        return DRAW if value == UNDECIDED and position & LEFT == 0 else value

    def tier(self, position: int) -> int:
        return self.plies - (position & LEFT)

    def symmetries(self, position: int):  # type: ignore[no-untyped-def]
        for image in self.inner.symmetries(position >> 4):
            yield image << 4 | position & LEFT


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
