"""Two families of one game: what oware's rules make of a position, and what those of awari do."""

import pytest
from reference import naive

from zermelo.games.sowing.awari_endgame import AwariEndgame
from zermelo.games.sowing.oware import Oware


@pytest.mark.parametrize(("slam", "of_awari"), [("barred", "takes"), ("nothing", "nothing")])
def test_oware_and_awari_agree_on_what_is_still_to_come(slam: str, of_awari: str) -> None:
    game = Oware(houses=2, seeds=2, grand_slam=slam)
    few = AwariEndgame(stones=8, houses=2, grand_slam=of_awari)
    theirs = naive.solve(few)
    for position, (value, _) in naive.solve(game).items():
        assert theirs[few.parse(game.show(position))][0] == value


@pytest.mark.parametrize(("stones", "boards"), [(12, 1_352_078), (20, 84_672_315), (24, 417_225_900)])
def test_an_index_has_a_place_for_each_board(stones: int, boards: int) -> None:
    """As many as there are boards of exactly so many stones, C(stones + 11, 11)."""
    assert AwariEndgame(stones=stones).size - AwariEndgame(stones=stones - 1).size == boards
