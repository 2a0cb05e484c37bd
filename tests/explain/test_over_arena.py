"""The repaired player as bits over an arena: the same policy, and the same certificate, as in plain Python."""

import pytest

from zermelo.core.errors import MissingCapability
from zermelo.explain.players.over_arena import allowed_over
from zermelo.explain.players.repaired import RepairedPlayer
from zermelo.games import Mnk, TicTacToe
from zermelo.policy.certificate import certify
from zermelo.policy.choices import LineCounter
from zermelo.solvers.arena import worth_of
from zermelo.work.arenas import arena_of


@pytest.mark.long  # the kernel of the player over an arena is compiled
@pytest.mark.parametrize("player", [RepairedPlayer(TicTacToe()), RepairedPlayer(TicTacToe(), threats=0)])
def test_the_same_moves_and_the_same_certificate(player: RepairedPlayer) -> None:
    arena = arena_of(player.game, interpreted=False)
    allowed = allowed_over(player, arena)
    for number in range(arena.positions):
        if arena.bounds[number] < arena.bounds[number + 1]:
            position = arena.position(number)
            assert allowed(position) == player(position)
    fast, slow = LineCounter(arena).certify(allowed), certify(player, player.game)
    for one, other in ((fast.first, slow.first), (fast.second, slow.second)):
        for name in ("won", "drawn", "lost", "positions"):
            assert getattr(one, name) == getattr(other, name)
        assert len(one.losing_line) == len(other.losing_line)


@pytest.mark.long
def test_three_in_a_row_on_3x4_is_always_won_first() -> None:
    game = Mnk(4, 3, 3)
    arena = arena_of(game, interpreted=False)
    found = LineCounter(arena).certify(allowed_over(RepairedPlayer(game), arena), worth_of(arena).values)
    first = found.first
    assert (first.won, first.drawn, first.lost, first.given_away_count) == (28_096, 0, 0, 0)


@pytest.mark.long
def test_four_in_a_row_on_4x4_never_loses() -> None:
    """All ties, both sides, every position that can come about: 9.7 million in the arena."""
    game = Mnk(4, 4, 4)
    arena = arena_of(game, interpreted=False)
    found = LineCounter(arena).certify(allowed_over(RepairedPlayer(game), arena), worth_of(arena).values)
    sides = found.first, found.second
    assert [(side.won, side.drawn, side.lost) for side in sides] == [
        (484_817_113_728, 3_848_888_994_048, 0),
        (496_336_400_640, 3_848_888_994_048, 0),
    ]
    assert [(side.positions, side.given_away_count) for side in sides] == [(8_149_983, 0), (7_245_497, 0)]


def test_a_player_that_is_not_compiled_is_refused() -> None:
    with pytest.raises(MissingCapability, match="leaves something out that is compiled"):
        allowed_over(RepairedPlayer(TicTacToe(), tempo=False), arena_of(TicTacToe()))
