"""The conformance suite: games of the catalogue pass, each kind of broken game is caught and named."""

from typing import Any

import pytest
from families import collected, every_family
from made import broken_games
from made.hashable_games import AllOrders, Coins, NodeKayles, SymmetricNim, TupleNim, Word
from made.random_games import RandomIndex, RandomLoop, RandomMirror, RandomParents
from reference import naive
from support.commands import broken
from support.marks import few, kind_of, long_unless

import zermelo
from zermelo.compiler.kernels.search_hooks import HOOKS
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game, has
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.solver.graph.small_games import make_small_game_program
from zermelo.verify.conformance import conformance_suite, index_checks
from zermelo.verify.conformance.conformance_suite import verify_game

COMPILED = (ConnectFour(columns=3, rows=4, line=3), Nim(heaps=(3, 4, 5), misere=True), DotsAndBoxes(2, 1))
SMALL = long_unless(collected("small"), COMPILED.__contains__)
SOLVED = long_unless(collected("small"), COMPILED[2:].__contains__)
PLAYED = few([*(case.values[0] for case in SMALL if not case.marks), *collected("larger")], 3)
FIRST = [family.small[0] for family in every_family().values() if family.small]


def test_machine_code_of_what_solvers_and_searches_ask_is_compared_by_default() -> None:
    kept = [case.values[0] for case in PLAYED if not case.marks]
    asked = {"gain", "mover", "outcome", "stuck", "symmetries", "tier", *HOOKS} - {"endgame"}
    assert asked <= set().union(*map(kind_of, kept))


@pytest.mark.parametrize("game", FIRST, ids=repr)
def test_each_family_is_checked_at_some_positions(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """At all of them where they are few."""
    monkeypatch.setattr(conformance_suite, "MOST_PLAYED", 15)
    monkeypatch.setattr(index_checks, "MOST_SAMPLED", 15)
    report = verify_game(game, limit=30, compiled=False)
    assert report.checked >= 15 or report.details["exhaustive"]
    assert any("machine code was not made" in note for note in report.details["notes"])


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_the_catalogue_passes(game: Game) -> None:
    report = verify_game(game, compiled=False)
    assert report.details["exhaustive"] and report.checked == len(naive.legal(game) or naive.positions(game))
    join_name_and_verb = "solutions in arrays and in dictionaries agree at every position"
    assert (join_name_and_verb in report.details["passed"]) == (make_small_game_program(game) is not None)
    assert ("symmetries keep moves and outcomes" in report.details["passed"]) == has(game, "symmetries")
    assert ("tier never falls along a move" in report.details["passed"]) == has(game, "tier")


@pytest.mark.slow("the check of compiled rules against interpreted ones")
@pytest.mark.parametrize("game", SOLVED, ids=repr)
def test_machine_code_of_the_catalogue_agrees(game: Game) -> None:
    report = verify_game(game, compiled=True)
    assert report.details["exhaustive"]
    assert "compiled rules answer as the interpreter's" in report.details["passed"]
    assert "compiled and interpreted solutions agree at every position" in report.details["passed"]


@pytest.mark.parametrize("game", long_unless(collected("larger"), [ConnectFour()].__contains__), ids=repr)
def test_large_games_are_checked_at_random_positions(game: Game) -> None:
    report = verify_game(game, limit=50, compiled=False)
    assert not report.details["exhaustive"] and report.checked > 50
    assert ("of its index" if has(game, "rank") else "of random play") in report.method


@pytest.mark.long
@pytest.mark.parametrize("game", PLAYED, ids=repr)
def test_machine_code_of_large_games_is_compared_at_random_positions(game: Game) -> None:
    report = verify_game(game, limit=50, compiled=True)
    assert not report.details["exhaustive"] and report.checked > 50
    assert ("compiled hooks answer as the interpreter's" in report.details["passed"]) == any(
        has(game, name) for name in HOOKS
    )


@pytest.mark.parametrize(
    "game",
    [
        *(TupleNim(), SymmetricNim(), AllOrders(), Word(), NodeKayles(size=5), Coins()),
        RandomMirror(seed=31, bits=4, depth=7, most=4),
    ],
    ids=repr,
)
def test_positions_of_any_kind_pass(game: Game) -> None:
    report = zermelo.check(game)
    assert report.details["exhaustive"] and report.checked == len(naive.legal(game) or naive.positions(game))


BROKEN = [
    ("RaisesInPlay", "position 3", "ValueError"),
    ("RaisesInMoves", "position 3", "ZeroDivisionError"),
    ("RaisesInOutcome", "position 3", "ZeroDivisionError"),
    ("RaisesInStuck", "position 0", "ZeroDivisionError"),
    ("RaisesInStart", "", "OSError"),
    ("RaisesInName", "position", "IndexError"),
    ("RaisesInShow", "position", "IndexError"),
    ("RaisesInTier", "position", "ZeroDivisionError"),
    ("RaisesInSymmetries", "position", "ZeroDivisionError"),
    ("Negative", "position 3", "-1"),
    ("Huge", "position 3", "9223372036854775808"),
    ("NegativeImage", "position", "-3"),
    ("NegativeStart", "-1", "2**63"),
    ("NoStart", "", "yields nothing"),
    ("NeverEnds", "position 3", "does not end"),
    ("HugeScore", "position 0", "32001"),
    ("NoAnswer", "position 3", ""),
    ("TwoAlike", "position 4", "a move twice"),
    ("Moody", "position 4", "when asked twice"),
    ("MoodyPlay", "position 4", "when asked twice"),
    ("TierFalls", "position", "falls from"),
    ("WrongImage", "position", "other outcomes or moves"),
    ("NotItself(heap=3)", "position 3", "the position itself"),
    ("OtherClass", "position 3", "is another"),
    ("Unreadable", "position 3", "parse"),
    ("Unparsed", "position 3", "parse"),
    ("SameNames", "position 3", "one name"),
    ("LongNames", "position 3", "more than one line"),
    ("ThirdPlayer", "position 3", "mover() returns 2"),
    ("FewerOptions", "position", "1 options for 2 children"),
    ("OptionsOfNobody", "position", "without mover()"),
    ("NoMoves", "", "moves"),
]


@pytest.mark.quick
@pytest.mark.parametrize(("name", "where", "what"), BROKEN, ids=[row[0] for row in BROKEN])
def test_each_broken_game_is_caught_and_its_first_bad_position_named(
    name: str, where: str, what: str
) -> None:
    with pytest.raises(CheckFailed) as caught:
        verify_game(zermelo.game(broken(name)))
    assert caught.value.exit_status == 1
    assert where in str(caught.value) and what in str(caught.value), str(caught.value)


def test_the_broken_games_break_but_one() -> None:
    names = [
        name for name, kind in vars(broken_games).items() if isinstance(kind, type) and issubclass(kind, Game)
    ]
    elsewhere = {"Countdown", "Listed", "ListStart", "NeverEndsAnew", "NeverEndsLate", "Divides", "Misere"}
    elsewhere |= {"Game", "Loops", "Shore", *(row[0] for row in BROKEN_INDEX)}
    assert set(names) == elsewhere | {row[0].partition("(")[0] for row in BROKEN}
    assert verify_game(broken_games.Countdown()).details["exhaustive"]


@pytest.mark.parametrize("compiled", few([False, True], 1))
@pytest.mark.parametrize("game", [broken_games.Loops(), RandomLoop(seed=3, size=12, most=2)], ids=repr)
def test_loops_are_noted(game: Game, compiled: bool) -> None:
    report = verify_game(game, compiled=compiled)
    assert "play may cycle: solved as a game with cycles; endless play is a draw" in report.details["notes"]
    assert "play ends: no loops" not in report.details["passed"]
    assert (
        "compiled and interpreted solutions agree at every position" in report.details["passed"]
    ) == compiled


# A perfect index

INDEX = ["rank and unrank give every position its own index", "moves and symmetries stay in the index"]


@pytest.mark.parametrize("compiled", few([False, True], 1))
@pytest.mark.parametrize(
    ("game", "more"),
    [
        (RandomParents(seed=7, size=30, most=3), ["parents are the moves of a tier turned round"]),
        (broken_games.Shore(), ["the index is ordered by tier", *INDEX[1:], broken_games.PARENTS]),
        (RandomIndex(seed=6, size=30, most=3), []),
    ],
    ids=["parents", "tiers", "index"],
)
def test_an_index_is_checked_at_every_position(game: Any, more: list[str], compiled: bool) -> None:
    report = verify_game(game, compiled=compiled)
    places = [place for place in map(game.unrank, range(game.size)) if place != -1]
    assert report.details["exhaustive"] and report.checked == len(places)
    assert [line for line in report.details["passed"] if "ind" in line or "parents" in line] == (
        INDEX + more if broken_games.PARENTS not in more[2:] else INDEX[:1] + more
    )
    assert (
        "compiled and interpreted solutions agree at every position" in report.details["passed"]
    ) == compiled


@pytest.mark.parametrize("most", [5, 12])
def test_a_large_index_is_checked_at_a_sample(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_checks, "MOST_SAMPLED", most)
    report = verify_game(RandomParents(seed=7, size=60, most=3), limit=20)
    assert report.checked == most and not report.details["exhaustive"]
    assert f"checked     {most} positions of its index\n" in str(report)


BROKEN_INDEX = [
    ("Hole", "the move to 4 has rank 4, where unrank() says that there is no position"),
    ("WrongRank", "unrank(5) gives it, and its rank is 4"),
    ("SharedRank", "has rank 2, where 2 stands, which is another"),
    ("OutsideRank", "has rank 9, not one of 0 .. 8"),
    ("WrongParent", "no move leads to it from its parent 0"),
    ("FinishedParent", "its parent 8 is finished"),
    ("MissingParent", "it is not among the parents of 4"),
    ("WrongOrder", "its tier 0 comes after tier 1"),
    ("NoSize", "size is 0"),
    ("NobodyThere", "gives no position at all"),
    ("RaisesInRank", "IndexError"),
]


@pytest.mark.quick
@pytest.mark.parametrize(("name", "what"), BROKEN_INDEX, ids=[row[0] for row in BROKEN_INDEX])
def test_each_broken_index_is_caught(name: str, what: str) -> None:
    with pytest.raises(CheckFailed) as caught:
        verify_game(zermelo.game(broken(name)))
    assert what in str(caught.value), str(caught.value)


def test_a_symmetry_that_moves_the_start_is_noted() -> None:
    class OneStart(RandomMirror):
        def starts(self):  # type: ignore[no-untyped-def]
            yield 0

    report = verify_game(OneStart(seed=31, bits=4, depth=5, most=3))
    assert any(
        "counted by class only; give all its images as starts()" in note for note in report.details["notes"]
    )


def test_rules_that_do_not_compile_are_noted() -> None:
    report = verify_game(broken_games.Listed(heap=3, row=[1]))
    assert report.details["exhaustive"]
