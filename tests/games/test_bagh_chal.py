"""Bagh chal on its own board: as many positions as were published, counted by its symmetries."""

from support.orbits import orbits

from zermelo.games.hunt.bagh_chal import BaghChal

# Lim Yew Jin and J. Nievergelt, Tigers and Goats is a draw (2009): the database of play after the placing.
MOVING = 88_260_972


def test_as_many_positions_after_the_placing_as_were_published() -> None:
    game = BaghChal(columns=5, rows=5, tigers=4, goats=20, captures=5)
    counted = orbits(game.symmetries_kept_by_rules)
    undecided = range(game.goats - game.captures + 1, game.goats + 1)
    assert (
        2 * sum(counted[game.tigers, goats] for goats in undecided) == MOVING
    )  # either player may be to move
