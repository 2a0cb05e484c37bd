"""The repaired player as bits over an arena: the same policy, and the same certificate, as in plain Python."""

import pytest

from zermelo.core.errors import MissingCapability
from zermelo.explain.rule_players.corrected_player import CorrectedPlayer
from zermelo.games import Mnk, TicTacToe
from zermelo.solution.arena.arena_builder import arena_of
from zermelo.solution.arena.arena_policies import LineCounter
from zermelo.solution.arena.arena_values import solve_arena
from zermelo.verify.policy_certificate import certify_policy


@pytest.mark.long  # the kernel of the player over an arena is compiled
@pytest.mark.parametrize("player", [CorrectedPlayer(TicTacToe()), CorrectedPlayer(TicTacToe(), threats=0)])
def test_the_same_moves_and_the_same_certificate(player: CorrectedPlayer) -> None:
    arena = arena_of(player.game, interpreted=False)
    allowed = player.find_allowed_moves_in_arena(arena)
    for number in range(arena.positions):
        if arena.bounds[number] < arena.bounds[number + 1]:
            position = arena.position_at(number)
            assert allowed(position) == player(position)
    fast, slow = LineCounter(arena).certify_policy(allowed), certify_policy(player, player.game)
    for one, other in ((fast.first, slow.first), (fast.second, slow.second)):
        for name in ("won", "drawn", "lost", "positions"):
            assert getattr(one, name) == getattr(other, name)
        assert len(one.losing_line) == len(other.losing_line)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Mnk(4, 3, 3), [(28_096, 0, 0)]),
        (Mnk(4, 4, 4), [(484_817_113_728, 3_848_888_994_048, 0), (496_336_400_640, 3_848_888_994_048, 0)]),
    ],
    ids=str,
)
def test_the_first_always_wins_or_nobody_loses(game: Mnk, expected: list[tuple[int, int, int]]) -> None:
    """All ties, both sides, every position that can come about: of 4 x 4 9.7 million in the arena."""
    arena = arena_of(game, interpreted=False)
    found = LineCounter(arena).certify_policy(
        CorrectedPlayer(game).find_allowed_moves_in_arena(arena), solve_arena(arena).values
    )
    sides = (found.first, found.second)[: len(expected)]
    assert [(side.won, side.drawn, side.lost) for side in sides] == expected
    assert [side.given_away_count for side in sides] == [0] * len(sides)
    assert len(sides) == 1 or [side.positions for side in sides] == [8_149_983, 7_245_497]


def test_a_player_that_is_not_compiled_is_refused() -> None:
    with pytest.raises(MissingCapability, match="leaves something out that is compiled"):
        CorrectedPlayer(TicTacToe(), tempo=False).find_allowed_moves_in_arena(arena_of(TicTacToe()))
