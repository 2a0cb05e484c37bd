"""Lists with exceptions: the shortest against every list with every table, and what the formula says of them."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from reference import naive_rule_lists as twin
from support.asked_lists import (
    QUESTIONS,
    SIDES,
    Own,
    as_features,
    as_tuples,
    chosen_from,
    drawn,
    flags_of,
    random_questions,
)
from support.listed import refuted
from support.marks import few

from zermelo.core.errors import CheckFailed, IllegalMove, MissingExtra
from zermelo.core.game import Game, Position
from zermelo.explain.features.feature_families import build_all_features, build_game_features
from zermelo.explain.list_search import rule_finder, sat_exception_search, unsat_proof
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.list_search.rule_pool import make_rule_pool
from zermelo.explain.list_search.sat_exception_search import (
    ExceptionEncoding,
    find_shortest_list_with_exceptions,
)
from zermelo.explain.list_search.sat_list_search import ShortestList
from zermelo.explain.list_search.unsat_proof import Refutation, prove_unsatisfiable
from zermelo.explain.rule_lists.game_decisions import (
    Decisions,
    RolePosition,
    build_decisions,
    find_roles_of_side,
)
from zermelo.explain.rule_lists.list_certificate import certify_list
from zermelo.explain.rule_lists.list_walk import ListWalk
from zermelo.explain.rule_lists.rule_list import find_least_image
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.morris.three_mens_morris import ThreeMensMorris

# ---------------------------------------------------------------------------------------------------------
# The shortest, against every list there is


def check_shortest(
    game: Game,
    own: Sequence[Own],
    features: dict[str, twin.Feature],
    flags: Sequence[str],
    *,
    side: str,
    goal: str,
    pairs: bool = False,
    most: int = 3,
    several: bool = True,
) -> int | None:
    """Compare the shortest list, exceptions counted as rules, with all lists and tables; return its length.

    The pool is made of `own` and of those of the game's features that `features` counts once more.
    """
    least = partial(find_least_image, game)
    lists = twin.Lists(game, features, frozenset(flags), least=least)
    expected = lists.shortest_with_exceptions(
        lists.pool(pairs=pairs), most, SIDES[side], goal, several=several
    )
    made = build_decisions(game)
    places = ListWalk(made, find_roles_of_side(goal, side), goal).list_decision_places()
    if not len(places):
        assert expected == 0
        return None
    chosen = [feature for feature in build_all_features(game, own) if feature.key in features]
    pool = make_rule_pool(made, places, chosen, pairs=pairs)
    found = find_shortest_list_with_exceptions(made, pool, side, goal, shorter_than=most + 1)
    for each in found.refuted:
        assert each.exceptions
        proof = prove_unsatisfiable(each.clauses)
        assert proof is not None
        proof.check_proof()
    if found.rules is None:
        assert expected is None
        assert [each.levels for each in found.refuted] == list(range(most + 1))
        return None
    length = len(found.rules) + len(found.exceptions)
    assert expected == length
    assert [each.levels for each in found.refuted] == list(range(length))
    rules = [as_tuples(rule) for rule in found.rules]
    assert lists.is_right(rules, SIDES[side], goal, table_of(found, made, least))
    return length


def table_of(found: ShortestList, made: Decisions, least: Callable[[Position], Position]) -> twin.Table:
    """Return the exceptions as the twin writes them."""
    table = {}
    for place, numbers in found.exceptions.items():
        leads = {int(made.child_places[made.list_edges(place)[number]]) for number in numbers}
        table[least(made.get_representative_position(place))] = frozenset(
            least(made.get_representative_position(lead)) for lead in leads
        )
    return table


@pytest.mark.slow("shortest lists against every list there is")
@settings(max_examples=50)
@given(random_questions(), st.booleans())
def test_the_shortest_list_with_exceptions_of_random_games(
    question: tuple[Game, list[Own], str, str], pairs: bool
) -> None:
    game, own, side, goal = question
    own = [drawn(int(each.__name__.removeprefix("lot_")), 2, True) for each in own] if pairs else own[:1]
    check_shortest(game, own, as_features(game, own), flags_of(own), side=side, goal=goal, pairs=pairs)


@pytest.mark.parametrize("goal", ["start", "always"])
@pytest.mark.parametrize("side", few(["both", "first", "second"], 1))
@pytest.mark.parametrize(("game", "count", "names"), QUESTIONS, ids=[repr(row[0]) for row in QUESTIONS])
def test_the_shortest_list_with_exceptions_of_small_games(
    game: Game, count: Callable[[Game], dict[str, twin.Feature]], names: tuple[str, ...], side: str, goal: str
) -> None:
    flags = [name for name in names if name in ("wins", "he_wins")]
    check_shortest(game, (), chosen_from(count(game), *names), flags, side=side, goal=goal, several=False)


# ---------------------------------------------------------------------------------------------------------
# What the formula says


class Roundabout(Game):
    """From 2 one may take all, which wins, or go to 1, from where the other can only go back."""

    def start(self) -> int:
        return 2

    def moves(self, position: int) -> tuple[int, ...]:
        return {0: (), 1: (2,), 2: (0, 1)}[position]

    def play(self, position: int, move: int) -> int:
        return move


def formula(game: Game, side: str) -> tuple[ExceptionEncoding, RolePosition]:
    """Return the formula of lists whose only rule is any move, with the start."""
    made = build_decisions(game)
    places = ListWalk(made, find_roles_of_side("start", side), "start").list_decision_places()
    (start,) = starts = made.list_start_positions(find_roles_of_side("start", side))
    encoding = ExceptionEncoding(made, make_rule_pool(made, places, ()), "start", starts)
    encoding.make_length_literals(1)
    encoding.add_position_clauses(start)
    return encoding, start


def can_be(encoding: ExceptionEncoding, *supposed: int) -> bool:
    """Return whether the formula can be satisfied with these literals."""
    return prove_unsatisfiable([*encoding.clauses, *([each] for each in supposed)]) is None


def test_an_exception_may_not_go_round() -> None:
    encoding, start = formula(Roundabout(), "first")
    made, excepted = encoding.decisions, encoding.excepted[start.place]
    takes, stays = encoding.group_moves_by_child(start.place)
    if made.get_representative_position(takes >> 1) != 0:
        takes, stays = stays, takes
    assert can_be(encoding, -excepted) and can_be(
        encoding, excepted, encoding._get_leads_to_variable(start.place, stays)
    )
    walk = ListWalk(made, (0,), "start")
    (circle,) = walk.find_cycles(2)
    for met, _ in circle:
        encoding.add_position_clauses(met)
    encoding.add_cycle_clause(circle)
    assert not can_be(encoding, -excepted)  # any move is allowed
    assert not can_be(encoding, encoding._get_leads_to_variable(start.place, stays))
    assert can_be(encoding, excepted, encoding._get_leads_to_variable(start.place, takes))


@pytest.mark.parametrize("classes", [0, 1, 2, 4])
def test_exceptions_are_counted_as_the_formula_grows(classes: int) -> None:
    """By `many[k]` more than k are: of every choice of exceptions, columns and rows added in turn."""
    encoding, _ = formula(Nim(heaps=(1, 2)), "first")
    encoding.clauses.clear()
    encoding.excepted.clear()
    encoding.counted.clear()
    for number in range(classes):
        encoding.excepted[-number] = encoding.get_or_create_variable()
        encoding.counted.append([])
        for _ in encoding.many:
            encoding._add_exception_counter(number, encoding.excepted[-number])
        if number == 1:
            encoding.make_length_literals(3)
    encoding.make_length_literals(classes + 1)
    for truth in twin.assignments(classes):
        chosen = [
            each if true else -each for each, true in zip(encoding.excepted.values(), truth, strict=True)
        ]
        for k, many in enumerate(encoding.many):
            assert can_be(encoding, *chosen, -many) == (sum(truth) <= k)


# ---------------------------------------------------------------------------------------------------------
# What is found and said


def words_of_lines(**known: Any) -> Any:
    return find_rules(TicTacToe(), pairs=False, families=["lines"], **known)


@cache
def greedy_list() -> Any:
    return words_of_lines(method="greedy")


@pytest.mark.parametrize("method", few(["greedy", "sat"], 1))
def test_a_greedy_list_is_the_shortest_where_no_shorter_one_is_right(method: str) -> None:
    found = greedy_list() if method == "greedy" else words_of_lines(method=method)
    assert (len(found.rules.rules), len(found.rules.exceptions), found.method) == (4, 1, "greedy")
    assert refuted(found) == [*([(8, None)] * (method == "sat")), (4, None)]
    assert [bound.exceptions for bound in found.bounds] == [*([False] * (method == "sat")), True]
    assert (found.length, found.least_length, found.minimal) == (5, 5, False)
    said = found.proof_lines()
    assert (
        said[0]
        == "found       the shortest, exceptions counted as rules, chosen from 21 rules for 454 positions"
    )
    assert said[-1].startswith("shorter     none of 4 rules and exceptions together: unsatisfiable over ")
    shown = found.as_json()
    assert (shown["length"], shown["least_length"], shown["minimal"]) == (5, 5, False)
    assert (shown["unsatisfiable"][-1]["rules"], shown["unsatisfiable"][-1]["exceptions"]) == (4, True)


SHORTER = (  # rules and exceptions
    (ConnectFour(columns=3, rows=3, line=3), {"side": "first", "families": ["mobility"]}, (2, 2)),
    (Nim(heaps=(1, 2, 3)), {"families": ["mobility"]}, (2, 2)),
    (TicTacToe(), {"side": "first", "families": ["mobility"]}, (1, 3)),
    (ThreeMensMorris(), {"method": "greedy"}, (4, 0)),
)


@pytest.mark.parametrize(("game", "options", "length"), few(SHORTER, 1))
def test_a_shorter_list_is_given_where_it_is_found(
    game: Game, options: dict[str, Any], length: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_rules(game, **options)
    rules, exceptions = length
    assert (len(found.rules.rules), len(found.rules.exceptions), found.method) == (*length, "sat")
    assert found.length == found.least_length == rules + exceptions
    assert refuted(found)[-1] == (rules + exceptions - 1, None)
    certify_list(found.rules)
    for position in found.rules.exceptions:
        fewer = {at: moves for at, moves in found.rules.exceptions.items() if at != position}
        with pytest.raises((CheckFailed, IllegalMove)):
            certify_list(replace(found.rules, exceptions=fewer))
    monkeypatch.setattr(rule_finder._FamilySearch, "shorten_greedy_explanation", lambda _, greedy: greedy)
    greedy = find_rules(game, **options)
    assert greedy.length > found.length
    assert (greedy.method, greedy.least_length) == ("greedy", None)
    assert greedy.proof_lines()[0].startswith("found       not known to be the shortest, chosen from ")


def test_where_the_search_gives_up_it_is_said_how_much_longer_a_list_may_be() -> None:
    found = greedy_list()
    (bound,) = found.bounds
    less = structs.replace(found, bounds=(structs.replace(bound, rules=2),))
    assert (less.length, less.least_length) == (5, 3)
    assert less.proof_lines()[0].startswith(
        "found       at most 2 longer than the shortest, exceptions counted as rules,"
    )
    without = replace(found.rules, exceptions={})
    for rules, words, fewest in ((3, (), True), (2, (), False), (3, ("lines",), False)):
        refuted = structs.replace(bound, rules=rules, words=words, exceptions=False)
        said = structs.replace(found, rules=without, minimal=False, bounds=(refuted,)).shortness
        assert said == ("of the fewest rules" if fewest else "not known to be the shortest")
    for other in (
        structs.replace(bound, words=("lines",)),
        structs.replace(bound, exceptions=False),
    ):  # not of all these words
        unknown = structs.replace(found, bounds=(other,))
        assert unknown.least_length is None
        assert unknown.proof_lines()[0].startswith("found       not known to be the shortest, chosen from ")


def test_without_a_solver_a_greedy_list_is_found_and_nothing_is_said_of_shorter_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    found = words_of_lines(method="greedy")
    assert (found.length, found.least_length, found.bounds) == (5, None, ())
    with pytest.raises(MissingExtra, match="python-sat"):
        words_of_lines()


def test_every_limit_ends_the_search() -> None:
    made = build_decisions(TicTacToe())
    words = [each for each in build_game_features(made.game) if each.key.startswith("line")]
    pool = make_rule_pool(made, ListWalk(made, (0, 1), "start").list_decision_places(), words, pairs=False)
    whole = find_shortest_list_with_exceptions(made, pool, shorter_than=5)
    assert whole.rules is None and [each.levels for each in whole.refuted] == [0, 1, 2, 3, 4]
    for limit in ("conflicts", "all_conflicts", "propagations", "clauses", "walked_positions"):
        limits = sat_exception_search.LIMITS._replace(**{limit: -1})
        found = find_shortest_list_with_exceptions(made, pool, shorter_than=5, limits=limits)
        lengths = [each.levels for each in found.refuted]
        assert found.rules is None and lengths in ([], [1], [1, 2], [1, 2, 3]), limit


@pytest.mark.parametrize("fault", few(["cut", "none"], 1))
def test_a_length_is_told_only_where_its_proof_holds(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(formula: Sequence[Sequence[int]]) -> Refutation | None:
        found = prove_unsatisfiable(formula)
        assert found is not None
        return None if fault == "none" else replace(found, formula=found.formula[:-1])

    monkeypatch.setattr(unsat_proof, "prove_unsatisfiable", faulty)
    said = "4 rules and exceptions together is right was not confirmed" if fault == "none" else "the proof"
    with pytest.raises(CheckFailed, match=said):
        words_of_lines(method="greedy")
