"""What else the conformance suite must see: every random game passes, and the less obvious breaches are named."""

import pytest
from hypothesis import given, settings
from made import broken_rules
from made.lively_games import lively_games
from made.random_games import catalogue_games
from reference import naive

from zermelo.cgt.strategies.strategy_finder import find_strategy
from zermelo.core.errors import CheckFailed, MissingCapability
from zermelo.core.game import Game, has
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.verify.conformance import conformance_suite
from zermelo.verify.conformance.conformance_suite import verify_game


@pytest.mark.parametrize("strategy", [lively_games(), catalogue_games()], ids=["random", "catalogue"])
def test_games_of_any_parameters_pass_interpreted(strategy: object) -> None:
    @settings(max_examples=8)
    @given(strategy)
    def passes(game: Game) -> None:
        report = verify_game(game, compiled=False)
        assert report.details["exhaustive"] and report.checked == len(naive.positions(game))
        assert "play ends: no loops" in report.details["passed"]
        names = [name for name, needs, _ in conformance_suite.CHECKS if not needs or has(game, needs)]
        assert list(report.details["passed"][: len(names)]) == names
        assert any("machine code was not made" in note for note in report.details["notes"])
        if has(game, "symmetries"):
            starts = set(game.starts())
            closed = all(naive.orbit(game, start) <= starts for start in starts)
            assert ("symmetries map starts to starts" in report.details["passed"]) == closed
        played = verify_game(game, limit=0, compiled=False)
        assert not played.details["exhaustive"] and 0 < played.checked <= report.checked

    passes()


BREACHES = [
    ("MoodyMoves", "position 4", "moves() answers differently"),
    ("MoodyGain", "position 4", "gain() answers differently"),
    ("MoodyStuck", "position 0", "stuck() answers differently"),
    ("MoodyMover", "position 4", "mover() answers differently"),
    ("HalfAPoint", "position 4", "returns 0.5: return WIN"),
    ("HalfStuck", "position 0", "returns -0.5: return WIN"),
    ("TwoPoints", "position 4", "returns 2: return WIN"),
    ("HalfAStone", "position 4", "returns 1.5"),
    ("Uneven", "position 3", "more often than others"),
    ("OnlyValues", "position 4", "other outcomes or moves"),
    ("NegativeZero", "position 4", "a move twice"),
]


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(("name", "where", "what"), BREACHES, ids=[row[0] for row in BREACHES])
def test_breaches_are_named(name: str, where: str, what: str, whole: bool) -> None:
    """At every position of a small game, and at those of random play, where nothing is solved."""
    with pytest.raises(CheckFailed) as caught:
        verify_game(getattr(broken_rules, name)(), limit=20_000 if whole else 0)
    assert where in str(caught.value) and what in str(caught.value), str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_first_of_several_bad_positions_is_named() -> None:
    class Odd(Subtraction):
        def name(self, position: int, move: int) -> str:
            return "take" if position in (2, 5, 6) else str(move)

    with pytest.raises(CheckFailed, match="position 6: name"):  # breadth first from the start
        verify_game(Odd(heap=9))


@pytest.mark.parametrize("game", ["Shifts", "ShiftsEnd"])
def test_what_machine_code_cannot_hold_is_caught(game: str) -> None:
    kind = getattr(broken_rules, game)
    assert (
        "compiled rules answer as the interpreter's"
        in verify_game(kind(heap=20), limit=1, compiled=True).details["passed"]
    )
    with pytest.raises(CheckFailed, match=r"an integer leaves 64 bits.* at position"):
        verify_game(kind(heap=70), limit=1, compiled=True)


def test_play_begins_at_the_first_start_where_no_other_is_named() -> None:
    class Two(Subtraction):
        start = Game.start  # type: ignore[assignment]  # as if nobody had defined it

        def starts(self):  # type: ignore[no-untyped-def]
            yield from (4, 9)

    assert Two().start() == 4
    rule = find_strategy(Two(take=(1, 2)))  # asks for the start; `starts` alone was refused
    assert rule is not None and rule.who_wins == "the player who begins, with 1"


def test_a_game_without_a_start_is_refused_in_words() -> None:
    class Nowhere(Subtraction):
        start = Game.start  # type: ignore[assignment]

    class InACircle(Nowhere):
        def starts(self):  # type: ignore[no-untyped-def]
            yield self.start()

    class Empty(Nowhere):
        def starts(self):  # type: ignore[no-untyped-def]
            return iter(())

    for kind in (Nowhere, InACircle, Empty):
        with pytest.raises(MissingCapability, match=f"{kind.__name__} has no position where play begins"):
            kind().start()
