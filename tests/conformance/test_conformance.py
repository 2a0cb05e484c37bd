"""The conformance suite: games of the catalogue pass, each kind of broken game is caught and named."""

from typing import Any

import pytest
from families import collected, family_of_game, is_soon_checked
from made import broken_games
from made.hashable_games import AllOrders, Coins, NodeKayles, SymmetricNim, TupleNim, Word
from made.random_games import RandomIndex, RandomLoop, RandomMirror, RandomParents
from solvers.test_solving import COMPILED
from support.commands import broken
from support.marks import few, kind_of, long_unless, one_a_kind
from twins import naive

import zermelo
from zermelo.conformance import index
from zermelo.conformance.suite import check
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game, has
from zermelo.graph.small import small_program
from zermelo.kernels.hooks import HOOKS


def test_what_any_game_says_is_said_by_one_that_is_compiled_every_time() -> None:
    for name, marked in (("small", SMALL), ("larger", LARGER)):
        assert [case.values[0] for case in marked] == collected(name)
        assert 0 < sum(not case.marks for case in marked) < len(marked) // 2
    every = [*SMALL, *LARGER]
    kept = [case.values[0] for case in every if not case.marks]
    assert set().union(*map(kind_of, kept)) == set().union(*(kind_of(case.values[0]) for case in every))


def is_slow_to_check(game: Game) -> bool:
    """Whether others of its kind are to be asked first."""
    return family_of_game(game).slow_larger


QUICK = long_unless(collected("small"), is_soon_checked)
SMALL = one_a_kind(collected("small"))
LARGER = one_a_kind(collected("larger"), beside=[case.values[0] for case in SMALL if not case.marks])


@pytest.mark.parametrize("game", QUICK, ids=repr)
def test_the_catalogue_passes(game: Game) -> None:
    report = check(game, compiled=False)
    assert report.exhaustive and report.positions == len(naive.legal(game) or naive.positions(game))
    assert any("machine code was not made" in note for note in report.notes)
    agree = "solutions in arrays and in dictionaries agree at every position"
    assert (agree in report.passed) == (small_program(game) is not None)
    assert ("symmetries keep moves and outcomes" in report.passed) == has(game, "symmetries")
    assert ("tier never falls along a move" in report.passed) == has(game, "tier")


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_machine_code_of_the_catalogue_agrees(game: Game) -> None:
    report = check(game, compiled=True)
    assert report.exhaustive
    assert "compiled rules answer as the interpreter's" in report.passed
    assert "compiled and interpreted solutions agree at every position" in report.passed


@pytest.mark.parametrize("game", one_a_kind(sorted(collected("larger"), key=is_slow_to_check)), ids=repr)
def test_large_games_are_checked_at_random_positions(game: Game) -> None:
    report = check(game, limit=50, compiled=False)
    assert not report.exhaustive and report.positions > 50
    assert ("of its index" if has(game, "rank") else "of random play") in str(report).partition("\n")[0]


@pytest.mark.parametrize("game", LARGER, ids=repr)
def test_machine_code_of_large_games_is_compared_at_random_positions(game: Game) -> None:
    report = check(game, limit=50, compiled=True)
    assert not report.exhaustive and report.positions > 50
    assert ("compiled hooks answer as the interpreter's" in report.passed) == any(
        has(game, name) for name in HOOKS
    )


@pytest.mark.parametrize("game", [game for game in COMPILED if has(game, "symmetries")], ids=repr)
def test_random_games_pass(game: Game) -> None:
    assert zermelo.check(game).exhaustive


@pytest.mark.parametrize(
    "game", [TupleNim(), SymmetricNim(), AllOrders(), Word(), NodeKayles(size=5), Coins()], ids=repr
)
def test_positions_that_are_no_integers_pass_where_they_are_text(game: Game) -> None:
    report = check(game)
    assert report.exhaustive and report.positions == len(naive.legal(game) or naive.positions(game))


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


@pytest.mark.parametrize(("name", "where", "what"), BROKEN, ids=[row[0] for row in BROKEN])
def test_each_broken_game_is_caught_and_its_first_bad_position_named(
    name: str, where: str, what: str
) -> None:
    with pytest.raises(CheckFailed) as caught:
        check(zermelo.game(broken(name)))
    assert caught.value.exit_status == 1
    assert where in str(caught.value) and what in str(caught.value), str(caught.value)


def test_the_broken_games_break_but_one() -> None:
    names = [
        name for name, kind in vars(broken_games).items() if isinstance(kind, type) and issubclass(kind, Game)
    ]
    elsewhere = {
        "Game",
        "Countdown",
        "Listed",
        "ListStart",
        "NeverEndsAnew",
        "NeverEndsLate",
        "Loops",
        "Divides",
        "Misere",
    }
    indexed = {"Shore", *(row[0] for row in BROKEN_INDEX)}
    assert set(names) == elsewhere | indexed | {row[0].partition("(")[0] for row in BROKEN}
    assert check(broken_games.Countdown()).exhaustive


@pytest.mark.parametrize(
    "game", few([broken_games.Loops(), RandomLoop(seed=3, size=12, most=2)], 1), ids=repr
)
def test_loops_are_noted(game: Game) -> None:
    report = check(game, compiled=True)
    assert "play may go round in a circle: solved as such, nobody has to lose there" in report.notes
    assert "play ends: no loops" not in report.passed
    assert "compiled and interpreted solutions agree at every position" in report.passed


# A perfect index

INDEX = ["rank and unrank give every position its own index", "moves and symmetries stay in the index"]


@pytest.mark.parametrize(
    ("game", "more"),
    few(
        [
            (RandomParents(seed=7, size=30, most=3), ["parents are the moves of a tier turned round"]),
            (broken_games.Shore(), ["the index is ordered by tier", *INDEX[1:], broken_games.PARENTS]),
            (RandomIndex(seed=6, size=30, most=3), []),
        ],
        2,
    ),
    ids=["parents", "tiers", "index"],
)
def test_an_index_is_checked_at_every_position(game: Any, more: list[str]) -> None:
    report = check(game, compiled=True)
    places = [place for place in map(game.unrank, range(game.size)) if place != -1]
    assert report.exhaustive and report.positions == len(places)
    assert [line for line in report.passed if "ind" in line or "parents" in line] == (
        INDEX + more if broken_games.PARENTS not in more[2:] else INDEX[:1] + more
    )
    assert "compiled and interpreted solutions agree at every position" in report.passed


@pytest.mark.parametrize("most", [5, 12])
def test_a_large_index_is_checked_at_a_sample(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "MOST_SAMPLED", most)
    report = check(RandomParents(seed=7, size=60, most=3), limit=20)
    assert report.positions == most and not report.exhaustive
    assert str(report).splitlines()[0].endswith(f"the contract is kept at {most} positions of its index")


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


@pytest.mark.parametrize(("name", "what"), BROKEN_INDEX, ids=[row[0] for row in BROKEN_INDEX])
def test_each_broken_index_is_caught(name: str, what: str) -> None:
    with pytest.raises(CheckFailed) as caught:
        check(zermelo.game(broken(name)))
    assert what in str(caught.value), str(caught.value)


def test_a_symmetry_that_moves_the_start_is_noted() -> None:
    class OneStart(RandomMirror):
        def starts(self):  # type: ignore[no-untyped-def]
            yield 0

    report = check(OneStart(seed=31, bits=4, depth=5, most=3))
    assert any("counted by class only; give all its images as starts()" in note for note in report.notes)


def test_rules_that_do_not_compile_are_noted() -> None:
    report = check(broken_games.Listed(heap=3, row=[1]))
    assert report.exhaustive
