"""Lists of rules: the figures of the specification, and every method against lists that are played out one by one."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import naive
import naive_rule_lists as twin
import pytest
from hashable_games import SymmetricNim
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomDag, RandomGame, RandomLayers, RandomMirror, RandomScoredTurns, RandomTurns

from zermelo.core.errors import (
    BadParameter,
    CheckFailed,
    IllegalMove,
    LoopFound,
    MissingCapability,
    OutdatedPolicy,
    StorageFailed,
)
from zermelo.core.game import Game, Move, Position, beginning_at
from zermelo.explain.lists import everywhere
from zermelo.explain.lists.certified import certify_list
from zermelo.explain.lists.decisions import decisions_of
from zermelo.explain.lists.everywhere import find_everywhere
from zermelo.explain.lists.explanation import Explanation, find_rules
from zermelo.explain.lists.pool import make_pool
from zermelo.explain.lists.predicates import Rule, read_rule
from zermelo.explain.lists.reachable import find_shortest
from zermelo.explain.lists.rule_files import load_list, save_list
from zermelo.explain.lists.rule_list import EXCEPTION, RuleList, least_image
from zermelo.explain.lists.vocabulary import every_feature, features_of
from zermelo.games.connect_four import ConnectFour
from zermelo.games.domineering import Domineering
from zermelo.games.mnk import Mnk, TicTacToe
from zermelo.games.nim import Nim
from zermelo.games.subtraction import Subtraction
from zermelo.policy.certificate import certify_side

Own = Callable[[Game, Position, Move], int]
SIDES = {"first": [True], "second": [False], "both": [True, False]}


def list_of(game: Game, *keys: str, **known: Any) -> RuleList:
    """Return the list with these rules."""
    features = every_feature(game)
    return RuleList(game, [read_rule(key, features) for key in keys], **known)


def keys(found: Explanation) -> list[str]:
    """Return the rules as files write them."""
    return [rule.key for rule in found.rules.rules]


def counts(found: Explanation) -> dict[str, tuple[int | None, int | None, int | None]]:
    """Return lines of play won, drawn and lost, of each side that a list is for."""
    return {name: (side.won, side.drawn, side.lost) for name, side in found.certificate.items()}


def refuted(found: Explanation) -> list[tuple[int, int | None]]:
    """Return the numbers of rules, and of literals, that were refuted; proofs are checked once more."""
    for bound in found.bounds:
        bound.refutation.check()
    return [(bound.rules, bound.literals) for bound in found.bounds]


# ---------------------------------------------------------------------------------------------------------
# Figures of the specification


def test_tic_tac_toe_in_five_rules() -> None:
    found = find_rules(TicTacToe())
    assert (len(found.rules.rules), found.rules.literals, found.minimal, found.method) == (5, 6, True, "sat")
    assert refuted(found) == [(4, None), (5, 5)]
    assert counts(found) == {"first": (1552, 720, 0), "second": (1312, 896, 0)}
    first, second, third, fourth, fifth = keys(found)
    assert (first, second, third, fifth) == ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "unforkable")
    assert set(fourth.split(" & ")) == {"lines(0,1)>=1", "lines(0,0)>=2"}
    assert found.rules.words()[0] == "completes a line"


def test_tic_tac_toe_for_the_first_player_in_three() -> None:
    found = find_rules(TicTacToe(), side="first")
    assert (len(found.rules.rules), found.minimal) == (3, True)
    assert refuted(found)[0] == (2, None)
    assert set(found.certificate) == {"first"}
    assert found.certificate["first"].never_loses


def test_tic_tac_toe_without_ever_giving_away_value_in_six() -> None:
    found = find_rules(TicTacToe(), goal="always")
    assert (len(found.rules.rules), found.minimal) == (6, True)
    assert refuted(found)[0] == (5, None)
    assert [side.given_away_count for side in found.certificate.values()] == [0, 0]


def test_tic_tac_toe_from_any_position_not_lost_in_six() -> None:
    game = TicTacToe()
    found = find_rules(game, method="list", goal="always")
    assert (len(found.rules.rules), found.minimal, found.uncovered, found.decisions) == (6, True, (), 538)
    check_everywhere(found.rules, "always")
    found = find_rules(game, method="list")
    assert (len(found.rules.rules), found.rules.literals, found.minimal) == (6, 9, True)
    check_everywhere(found.rules, "start")


def check_everywhere(rules: RuleList, goal: str) -> None:
    """Assert that a list is right at every position, whether or not play gets there, and allows a move."""
    words = twin.Lists(rules.game, {})
    for position in words.decisions:
        allowed = rules(position)
        assert allowed, rules.game.show(position)
        assert all(words.is_good(position, move, goal) for move in allowed), rules.game.show(position)


def test_single_predicates_are_not_enough_for_tic_tac_toe() -> None:
    """As many levels as rules are conclusive, as no list needs a rule twice."""
    game = TicTacToe()
    made = decisions_of(game)
    pool = make_pool(made, made.walk((0, 1), "start").places(), features_of(game), pairs=False)
    assert (len(pool.rules), pool.singles) == (21, 21)
    found = find_shortest(made, pool, most=len(pool.rules))
    assert found.rules is None
    assert [each.levels for each in found.refuted] == list(range(1, 22))
    explained = find_rules(game, pairs=False)
    assert (explained.method, explained.minimal) == ("greedy", False)
    assert explained.rules.exceptions
    assert refuted(explained) == [(8, None)]


def test_three_in_a_row_on_four_columns_is_won_by_the_first_player() -> None:
    found = find_rules(Mnk(columns=4, rows=3, line=3), side="first")
    assert (len(found.rules.rules), found.rules.literals, found.minimal) == (3, 4, True)
    assert found.decisions == 7125
    (first,) = found.certificate.values()
    assert (first.drawn, first.lost) == (0, 0)


@pytest.mark.parametrize("heaps", [(1, 2, 4), (3, 4, 5), (1, 3, 5), (2, 3)])
def test_nim_by_the_textbook(heaps: tuple[int, ...]) -> None:
    found = find_rules(Nim(heaps=heaps), pairs=False)
    assert keys(found) == ["nim_sum==0", "any"]
    assert refuted(found)[0] == (1, None)


@pytest.mark.parametrize("heaps", [(3, 4, 5), (2, 3, 4)])
def test_misere_nim_by_the_textbook(heaps: tuple[int, ...]) -> None:
    found = find_rules(Nim(heaps=heaps, misere=True))
    first, *rest = keys(found)
    assert rest == ["nim_sum==0", "any"]
    assert set(first.split(" & ")) == {"large==0", "heaps%2==1"}
    assert refuted(found)[0] == (2, None)


@pytest.mark.parametrize("columns", [3, 4])
def test_domineering_by_one_rule(columns: int) -> None:
    game = Domineering(columns=columns, rows=3)
    found = find_rules(game)
    assert (len(found.rules.rules), found.rules.literals, found.minimal) == (1, 1, True)
    for key in ("his_moves least", "more_safe most"):  # as short as each other
        certify_list(list_of(game, key))


def test_three_in_a_row_with_gravity() -> None:
    found = find_rules(ConnectFour(columns=3, rows=3, line=3))
    assert (len(found.rules.rules), found.rules.literals, found.minimal) == (6, 6, True)
    assert refuted(found) == [(5, None), (6, 5)]
    assert [side.lost for side in found.certificate.values()] == [0, 0]


# ---------------------------------------------------------------------------------------------------------
# The shortest, against every list there is


def drawn(number: int, modulus: int, flag: bool) -> Own:
    """Return a feature drawn by lot, the same on images of a position.

    Where `number` is even it is right about most moves, so that lists of it are longer than one rule.
    """

    def lot(game: Any, position: Any, move: Any) -> int:
        child = game.play(position, move)
        if isinstance(game, RandomMirror):
            least = game.least(position)
            move = move if position == least else game.count(position) - 1 - move
            position = least
        thrown = RandomGame(seed=number).lot(position, move)
        if number % 2:
            return int(thrown % modulus)
        value, kept = solved(game)[position][0], solved(game)[child][0]
        keeps = value == (-kept if naive.is_flipped(game, position, child) else kept)
        return int(keeps) if thrown % 4 else int(thrown // 4 % modulus)

    lot.__name__ = f"lot_{number}"
    lot.__annotations__["return"] = bool if flag else int
    return lot


@cache
def solved(game: Game) -> dict[Position, Any]:
    """Return the values of all positions."""
    return naive.solve(game)


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
) -> tuple[int, int] | None:
    """Compare the shortest list by SAT with all lists, played out one by one; return its length and literals.

    The pool is made of `own` and of those of the game's features that `features` counts once more.
    """
    lists = twin.Lists(game, features, frozenset(flags))
    pool = lists.pool(pairs=pairs)
    expected = lists.shortest(pool, most, lambda rules: lists.is_right(rules, SIDES[side], goal))
    made = decisions_of(game)
    chosen = [feature for feature in every_feature(game, own) if feature.key in features]
    assert len(chosen) == len(features)
    places = made.walk({"first": (0,), "second": (1,), "both": (0, 1)}[side], goal).places()
    if not len(places):
        return None
    found = find_shortest(made, make_pool(made, places, chosen, pairs=pairs), side, goal, most=most)
    if found.rules is None:
        assert expected is None
        return None
    assert expected == (len(found.rules), sum(rule.literals for rule in found.rules))
    assert lists.is_right([as_tuples(rule) for rule in found.rules], SIDES[side], goal)
    rules = RuleList(game, found.rules, side=side, goal=goal)
    certify_list(rules)
    return expected


def as_tuples(rule: Rule) -> twin.Rule:
    """Return a rule as the twin writes it."""
    return tuple(
        (predicate.feature.key, predicate.relation.strip(), predicate.number) for predicate in rule.predicates
    )


def chosen_from(features: dict[str, twin.Feature], *names: str) -> dict[str, twin.Feature]:
    """Return some of the features."""
    return {name: features[name] for name in names}


@st.composite
def random_questions(draw: st.DrawFn) -> tuple[Game, list[Own], str, str]:
    """Return a random game, features, a side and a goal."""
    seed = draw(st.integers(0, 10**6))
    kind = draw(st.sampled_from(["layers", "dag", "turns", "mirror", "starts"]))
    games: dict[str, Callable[[], Game]] = {
        "layers": lambda: RandomLayers(seed=seed, width=4, depth=5),
        "dag": lambda: RandomDag(seed=seed, size=14, most=3),
        "turns": lambda: RandomTurns(seed=seed, width=3, depth=5),
        "mirror": lambda: RandomMirror(seed=seed, bits=3, depth=5),
        "starts": lambda: RandomLayers(seed=seed, width=4, depth=5, begins=3),
    }
    own = [
        drawn(number, modulus, modulus == 2)
        for number, modulus in draw(
            st.lists(
                st.tuples(st.integers(1, 10**6), st.sampled_from([2, 3])),
                min_size=1,
                max_size=2,
                unique_by=lambda pair: pair[0],
            )
        )
    ]
    return (
        games[kind](),
        own,
        draw(st.sampled_from(sorted(SIDES))),
        draw(st.sampled_from(["start", "always"])),
    )


def as_features(game: Game, own: Sequence[Own]) -> dict[str, twin.Feature]:
    """Return functions of (position, move)."""
    return {function.__name__: lambda at, move, by=function: by(game, at, move) for function in own}


def flags_of(own: Sequence[Own]) -> list[str]:
    """Return the names of those that say they are yes or no."""
    return [function.__name__ for function in own if function.__annotations__["return"] is bool]


@settings(max_examples=120, deadline=None)
@given(random_questions())
def test_the_shortest_list_of_random_games(question: tuple[Game, list[Own], str, str]) -> None:
    game, own, side, goal = question
    check_shortest(game, own, as_features(game, own), flags_of(own), side=side, goal=goal)


@settings(max_examples=120, deadline=None)
@given(random_questions())
def test_the_shortest_list_with_conjunctions_of_random_games(
    question: tuple[Game, list[Own], str, str],
) -> None:
    game, own, side, goal = question
    own = [drawn(int(function.__name__.removeprefix("lot_")), 2, True) for function in own]
    check_shortest(game, own, as_features(game, own), flags_of(own), side=side, goal=goal, pairs=True, most=2)


QUESTIONS: tuple[tuple[Game, Callable[[Game], dict[str, twin.Feature]], tuple[str, ...]], ...] = (
    (Nim(heaps=(1, 2)), twin.heap_features, ("nim_sum", "heaps%2", "ones")),
    (Nim(heaps=(1, 1, 2)), twin.heap_features, ("nim_sum", "large")),
    (Nim(heaps=(2, 3), misere=True), twin.heap_features, ("nim_sum", "large", "heaps%2")),
    (Nim(heaps=(2, 2), misere=True), twin.heap_features, ("heaps%2", "largest", "ones")),
    (Subtraction(heap=9), twin.heap_features, ("left%4", "left")),
    (Subtraction(heap=7, misere=True), twin.heap_features, ("left%4", "left%2")),
    (Domineering(columns=3, rows=2), twin.move_features, ("his_moves", "my_moves", "wins")),
    (Domineering(columns=3, rows=3), twin.move_features, ("his_moves", "more_safe")),
    (SymmetricNim(heaps=(1, 2, 2)), twin.move_features, ("his_moves", "wins", "he_wins")),
)


@pytest.mark.parametrize("goal", ["start", "always"])
@pytest.mark.parametrize("side", ["first", "second", "both"])
@pytest.mark.parametrize(("game", "count", "names"), QUESTIONS, ids=[repr(row[0]) for row in QUESTIONS])
def test_the_shortest_list_of_small_games(
    game: Game, count: Callable[[Game], dict[str, twin.Feature]], names: tuple[str, ...], side: str, goal: str
) -> None:
    flags = [name for name in names if name in ("wins", "he_wins")]
    check_shortest(game, (), chosen_from(count(game), *names), flags, side=side, goal=goal, most=2)


LATE = (  # positions near the end: four to six stones
    "XO./.X./..O",
    "X.O/.O./X..",
    "XO./.XO/...",
    "XOX/.O./...",
)


@pytest.mark.parametrize("goal", ["start", "always"])
@pytest.mark.parametrize("side", ["first", "second", "both"])
@pytest.mark.parametrize("text", LATE)
def test_the_shortest_list_near_the_end_of_tic_tac_toe(text: str, side: str, goal: str) -> None:
    game = beginning_at(TicTacToe(), TicTacToe().parse(text))
    features = twin.line_features(game, twin.rectangle(3, 3, 3), 3)
    chosen = chosen_from(features, "lines(2,0)", "lines(0,2)", "lines(0,0)", "unforkable", "lines")
    # No position has its image among these: what is the same on all is not asked here.
    check_shortest(game, (), {**chosen}, FORKS, side=side, goal=goal, most=2)


FORKS = ("unforkable", "unforkable_now", "forking")


@pytest.mark.parametrize("side", ["first", "second", "both"])
def test_the_shortest_list_with_gravity(side: str) -> None:
    game = ConnectFour(columns=3, rows=2, line=2)
    features = twin.line_features(game, twin.rectangle(3, 2, 2), 2, falls=True)
    chosen = chosen_from(features, "lines(1,0)", "lines(0,1)", "his_wins", "lines")
    check_shortest(game, (), chosen, FORKS, side=side, goal="start")


# Features of a whole board with its symmetries folded, against a twin that folds nothing.


def test_all_lists_of_two_rules_for_the_second_player_of_a_small_board() -> None:
    game = Mnk(columns=3, rows=2, line=3)
    features = twin.line_features(game, twin.rectangle(3, 2, 3), 3)
    chosen = chosen_from(features, "lines(2,0)", "lines(0,2)", "lines(0,1)")
    for side in SIDES:
        check_shortest(game, (), chosen, FORKS, side=side, goal="start", most=2)


def test_what_has_to_be_kept_from_each_of_several_starts() -> None:
    """One start is won and one is lost: a list that spoils the won one is refused all the same."""
    game = TwoStarts()
    with pytest.raises(CheckFailed, match="do not hold for the first player"):
        certify_list(RuleList(game, [Rule()], side="first"))
    found = find_rules(game, own=[takes_all], families=[], side="first")
    assert keys(found) == ["takes_all", "any"]


class TwoStarts(Game):
    """Take one or two; from 2 it is won, from 3 lost."""

    def start(self) -> int:
        return 3

    def starts(self) -> tuple[int, int]:
        return 3, 2

    def moves(self, position: int) -> range:
        return range(1, min(2, position) + 1)

    def play(self, position: int, move: int) -> int:
        return position - move


def takes_all(game: Game, position: Position, move: Move) -> bool:
    return bool(position == move)


# ---------------------------------------------------------------------------------------------------------
# Right everywhere


def check_list_everywhere(
    game: Game,
    own: Sequence[Own],
    features: dict[str, twin.Feature],
    flags: Sequence[str],
    goal: str,
    most: int,
    pairs: bool = False,
) -> None:
    """Compare iterative deepening with all lists, looked at position by position."""
    lists = twin.Lists(game, features, frozenset(flags))
    pool = lists.pool(pairs=pairs)
    made = decisions_of(game)
    places = made.places[made.values[made.places] >= 0]
    if not len(places):
        return
    chosen = [feature for feature in every_feature(game, own) if feature.key in features]
    found = find_everywhere(made, make_pool(made, places, chosen, pairs=pairs), goal)
    open_ones = {made.position(place) for place in found.uncovered}
    unfolded = {
        at
        for at in lists.decisions
        if least_image(game, at) in {least_image(game, each) for each in open_ones}
    }
    assert unfolded == lists.uncovered(pool, goal)
    assert (found.rules is None) == bool(open_ones)
    expected = lists.shortest(pool, most, lambda rules: lists.is_right_everywhere(rules, goal))
    if found.rules is None:
        assert expected is None
    else:
        assert found.minimal
        length = len(found.rules), sum(rule.literals for rule in found.rules)
        assert expected == length if len(found.rules) <= most else expected is None
        assert lists.is_right_everywhere([as_tuples(rule) for rule in found.rules], goal)


@settings(max_examples=80, deadline=None)
@given(random_questions())
def test_lists_right_everywhere_in_random_games(question: tuple[Game, list[Own], str, str]) -> None:
    game, own, _, goal = question
    check_list_everywhere(game, own, as_features(game, own), flags_of(own), goal, most=3)


@settings(max_examples=150, deadline=None)
@given(random_questions(), st.integers(1, 10**6))
def test_conjunctions_right_everywhere_in_random_games(
    question: tuple[Game, list[Own], str, str], number: int
) -> None:
    game, own, _, goal = question
    numbers = dict.fromkeys([2 * number, *(int(each.__name__.removeprefix("lot_")) for each in own)])
    own = [drawn(each, 2, True) for each in numbers]
    check_list_everywhere(game, own, as_features(game, own), flags_of(own), goal, most=2, pairs=True)


@pytest.mark.parametrize("goal", ["start", "always"])
@pytest.mark.parametrize(("game", "count", "names"), QUESTIONS, ids=[repr(row[0]) for row in QUESTIONS])
def test_lists_right_everywhere_in_small_games(
    game: Game, count: Callable[[Game], dict[str, twin.Feature]], names: tuple[str, ...], goal: str
) -> None:
    flags = [name for name in names if name in ("wins", "he_wins")]
    check_list_everywhere(game, (), chosen_from(count(game), *names), flags, goal, most=2)


def test_a_search_that_gives_up_says_that_it_is_not_minimal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = TicTacToe()
    made = decisions_of(game)
    pool = make_pool(made, made.places[made.values[made.places] >= 0], features_of(game))
    sure = []
    for most in (0, 1, 10, 100, 2_000_000):
        monkeypatch.setattr(everywhere, "MOST_LISTS", most)
        found = find_everywhere(made, pool, "start")
        assert found.rules is not None
        sure.append(found.minimal)
        check_everywhere(RuleList(game, found.rules, otherwise=True), "start")
    assert (sure[0], sure[-1]) == (False, True)
    assert sure == sorted(sure)


def test_where_no_rule_is_right_exceptions_are_made_and_lost_positions_are_played() -> None:
    """From a lost start play gets to lost positions, which the search for a list leaves out."""
    game = Domineering(columns=4, rows=3)
    for side in ("first", "second", "both"):
        found = find_rules(game, method="list", side=side, own=[leaves_even], families=[])
        assert found.uncovered
        assert found.method == "greedy"
        certify_list(found.rules)


def leaves_even(game: Game, position: Position, move: Move) -> bool:
    """It leaves him an even number of moves."""
    return len(list(game.moves(game.play(position, move)))) % 2 == 0


# ---------------------------------------------------------------------------------------------------------
# Greedy lists and their exceptions


def wrong_in_its_reach(rules: RuleList, side: str) -> set[Position]:
    """Return where a list goes wrong, least images, when play at exceptions is what the table says.

    Every line of play is followed from the start. What has to be kept is the start's outcome, in whichever role
    a position comes about; the greatest of several.
    """
    game = rules.game
    plain = replace(rules, exceptions={})
    values = naive.solve(game)
    demands: dict[Position, int] = {}
    met: dict[Position, None] = {}
    for first in SIDES[side]:
        value = values[game.start()][0] * (1 if first else -1)
        walk(game, None, first, values, value, demands)
    for first in SIDES[side]:
        met |= dict.fromkeys(walk(game, rules, first, values, 0, {}))
    wrong = set()
    for position in met:
        least = least_image(game, position)
        allowed = plain(position)
        kept = [naive.worth(game, position, move, values[game.play(position, move)][0]) for move in allowed]
        if not kept or min(kept) < demands[least]:
            wrong.add(least)
    return wrong


def walk(
    game: Game,
    rules: RuleList | None,
    first: bool,
    values: dict[Position, Any],
    demand: int,
    demands: dict[Position, int],
) -> list[Position]:
    """Return where the list's player has to move; without rules he makes every move that keeps `demand`."""
    waiting, seen, own_ones = [(game.start(), first)], set(), []
    while waiting:
        position, own = waiting.pop()
        if (position, own) in seen or not naive.children(game, position):
            continue
        seen.add((position, own))
        moves = list(game.moves(position))
        if own:
            own_ones.append(position)
            least = least_image(game, position)
            demands[least] = (
                max(demand, demands.get(least, demand)) if demand >= 0 else demands.get(least, -9)
            )
            if rules is not None:
                moves = rules(position)
            else:
                moves = [
                    move
                    for move in moves
                    if demand < 0
                    or naive.worth(game, position, move, values[game.play(position, move)][0]) >= demand
                ]
        waiting += [(game.play(position, move), not own) for move in moves]
    return own_ones


GREEDY: tuple[tuple[Game, str, dict[str, Any]], ...] = (
    (TicTacToe(), "both", {"pairs": False}),
    (TicTacToe(), "first", {"families": ["mobility"]}),
    (TicTacToe(misere=True), "both", {}),
    (TicTacToe(), "second", {}),
    (Mnk(columns=4, rows=2, line=3), "both", {"families": ["mobility"]}),
    (ConnectFour(columns=3, rows=3, line=3), "both", {}),
    (ConnectFour(columns=3, rows=3, line=3), "first", {"families": ["mobility"]}),
    (ConnectFour(columns=3, rows=3, line=3), "second", {"pairs": False}),
    (Nim(heaps=(1, 2, 3)), "both", {"families": ["mobility"]}),
)


@pytest.mark.parametrize(("game", "side", "options"), GREEDY)
def test_exceptions_are_where_a_greedy_list_goes_wrong(
    game: Game, side: str, options: dict[str, Any]
) -> None:
    found = find_rules(game, side=side, method="greedy", **options)
    assert not found.minimal
    exceptions = found.rules.exceptions
    assert set(exceptions) == wrong_in_its_reach(found.rules, side)
    assert all(least_image(game, position) == position for position in exceptions)
    certify_list(found.rules)
    if exceptions:
        with pytest.raises((CheckFailed, IllegalMove)):
            certify_list(replace(found.rules, exceptions={}))


@pytest.mark.parametrize(("columns", "rows"), [(4, 3), (3, 4)])
def test_a_greedy_list_with_gravity(columns: int, rows: int) -> None:
    found = find_rules(ConnectFour(columns=columns, rows=rows, line=3), method="greedy")
    for side in found.certificate.values():
        assert side.losing_line == () or side.can_lose
    certify_list(found.rules)


@pytest.mark.long
def test_a_greedy_list_of_more_than_a_hundred_thousand_decisions() -> None:
    game = ConnectFour(columns=4, rows=4, line=4)
    assert sum(bool(naive.children(game, position)) for position in naive.positions(game)) == 134_289
    found = find_rules(game, method="greedy")
    assert found.rules.exceptions
    assert [side.lost for side in found.certificate.values()] == [0, 0]


# ---------------------------------------------------------------------------------------------------------
# Lists as policies


@cache
def greedy_list() -> RuleList:
    """Return a list of tic-tac-toe with exceptions."""
    return find_rules(TicTacToe(), method="greedy", families=["mobility"]).rules


def test_exceptions_are_the_same_on_all_images() -> None:
    """By text: a position is turned as it is shown, and so are the moves."""
    rules = greedy_list()
    game = rules.game
    assert rules.exceptions
    for position, moves in rules.exceptions.items():
        assert set(moves) <= set(game.moves(position))
        expected = {game.show(game.play(position, move)) for move in moves}
        for turn in range(8):
            image = game.parse(turned(game.show(position), turn))
            number, allowed = rules.fired(image)
            assert number == EXCEPTION
            reached = {game.show(game.play(image, move)) for move in allowed}
            assert reached >= {turned(text, turn) for text in expected}
            classes = {min(turned(text, each) for each in range(8)) for text in expected}
            assert {min(turned(text, each) for each in range(8)) for text in reached} == classes


def turned(text: str, turn: int) -> str:
    """Return a square of signs turned by so many quarters, from 4 on mirrored first."""
    rows = [list(row) for row in text.splitlines()]
    if turn >= 4:
        rows = [row[::-1] for row in rows]
    for _ in range(turn % 4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
    return "\n".join("".join(row) for row in rows)


def test_the_first_rule_that_fires_says_what_is_allowed() -> None:
    game = TicTacToe()
    rules = list_of(game, "lines(2,0)>=1", "lines>=4", "lines>=3")
    assert rules.fired(game.start()) == (2, [4])
    assert rules.fired(game.parse("XX./OO./...")) == (1, [2])
    position = game.parse("XOX/.O./...")
    assert rules.fired(position)[0] == 3
    edges = game.parse("X.O/.O./X.X")
    assert rules.fired(edges) == (None, [])
    assert replace(rules, otherwise=True).fired(edges) == (None, list(game.moves(edges)))
    assert str(replace(rules, otherwise=True)).splitlines()[-1] == "-  any move, where the position is lost"


def test_a_list_where_no_rule_fires_is_refused() -> None:
    with pytest.raises(IllegalMove, match="allows no move"):
        certify_list(list_of(TicTacToe(), "lines(2,0)>=1"))


LOSING = (  # lists with one thing wrong, and for whom it fails
    (("lines(2,0)>=1", "lines>=4", "any"), "first", "lost by"),
    (("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "any"), "first|second", "lost by"),
    (("lines(0,2)>=1", "lines==2", "unforkable"), "first|second", "lost by"),
)


@pytest.mark.parametrize(("wrong", "who", "reason"), LOSING)
def test_a_planted_wrong_rule_is_caught(wrong: tuple[str, ...], who: str, reason: str) -> None:
    rules = list_of(TicTacToe(), *wrong)
    with pytest.raises(CheckFailed, match=f"do not hold for the ({who}) player of .*{reason} ") as caught:
        certify_list(rules)
    line = str(caught.value).rpartition("lost by ")[2].split()
    assert is_lost(rules, line)


def is_lost(rules: RuleList, line: list[str]) -> bool:
    """Play a line out: every move is legal, those of one player are the list's, and he loses."""
    game = rules.game
    lost = []
    for first in (True, False):
        position, own, allowed = game.start(), first, True
        for name in line:
            names = {game.name(position, move): move for move in game.moves(position)}
            allowed &= not own or names[name] in rules(position)
            position, own = game.play(position, names[name]), not own
        lost.append(
            allowed and naive.solve(beginning_at(game, position))[position][0] * (1 if own else -1) < 0
        )
    return any(lost)


def test_what_gives_away_value_is_caught_though_it_never_loses() -> None:
    rules = find_rules(TicTacToe()).rules
    with pytest.raises(CheckFailed, match="gives away"):
        certify_list(replace(rules, goal="always"))


def test_a_win_that_becomes_a_draw_is_caught() -> None:
    game = beginning_at(TicTacToe(), TicTacToe().parse("XX./OO./..."))
    certify_list(list_of(game, "lines(2,0)>=1", "any", side="first"))
    with pytest.raises(CheckFailed, match="do not hold for the first player"):
        certify_list(list_of(game, "lines(0,2)>=1", "any", side="first"))


# ---------------------------------------------------------------------------------------------------------
# Files


def test_a_list_is_saved_and_loaded(tmp_path: Path) -> None:
    for number, rules in enumerate((greedy_list(), list_of(Nim(heaps=(1, 2, 3)), "nim_sum==0", "any"))):
        file = tmp_path / f"{number}.json"
        save_list(rules, file)
        loaded = load_list(file, rules.game)
        assert loaded.rules == tuple(rules.rules) or list(loaded.rules) == list(rules.rules)
        assert (loaded.side, loaded.goal, loaded.otherwise) == (rules.side, rules.goal, rules.otherwise)
        for position in naive.positions(rules.game):
            if naive.children(rules.game, position):
                assert loaded.fired(position) == rules.fired(position)
        assert counts_of(certify_list(loaded)) == counts_of(certify_list(rules))
        save_list(loaded, file)  # in place of the earlier one
        assert str(load_list(file, rules.game)) == str(rules)


def counts_of(found: Any) -> dict[str, Any]:
    """Return the lines of play of each side."""
    return {name: (side.won, side.drawn, side.lost) for name, side in found.certificate.items()}


def test_lists_of_games_with_other_positions_are_saved(tmp_path: Path) -> None:
    game = SymmetricNim(heaps=(1, 2, 2))
    own = every_feature(game, [drawn_by_size])
    asking = RuleList(game, [read_rule("drawn_by_size", own), Rule()])
    file = tmp_path / "list.json"
    with pytest.raises(
        BadParameter, match="the rules ask drawn_by_size, which is not the game's: name the file"
    ):
        save_list(asking, file)
    assert not file.exists()
    exceptional = replace(asking, rules=[Rule()], exceptions={(1, 2, 2): [(0, 0)]})
    save_list(exceptional, file)
    loaded = load_list(file, game)
    assert loaded((2, 1, 2)) == [(1, 0)]
    assert loaded((1, 2, 2)) == [(0, 0)]


def drawn_by_size(game: Game, position: Any, move: Any) -> bool:
    """It takes a whole heap."""
    return bool(move[1] == 0)


def test_own_predicates_are_found_again_by_their_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "def fours(game, position, move) -> bool:\n    '''leaves a multiple of four'''\n"
        "    return game.play(position, move) % 4 == 0\n"
    )
    from zermelo.explain.lists.vocabulary.own import read_functions

    game = Subtraction(heap=10)
    found = find_rules(game, own=read_functions(mine), families=[])
    assert keys(found) == ["fours", "any"]
    file = tmp_path / "list.json"
    save_list(found.rules, file, predicates=mine)
    certify_list(load_list(file, game))
    mine.write_text(mine.read_text().replace("== 0", "== 1"))
    with pytest.raises(CheckFailed, match="do not hold"):
        certify_list(load_list(file, game))
    mine.unlink()
    with pytest.raises(BadParameter, match=r"there is no file .*mine.py"):
        load_list(file, game)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A list of tic-tac-toe in a file."""
    file = tmp_path / "list.json"
    rules = list_of(
        TicTacToe(),
        "lines(2,0)>=1",
        "lines(0,2)>=1",
        "lines>=4",
        "lines(0,1)>=1 & lines(0,0)>=2",
        "unforkable",
    )
    certify_list(rules)
    save_list(rules, file)
    return file


def changed(file: Path, **fields: Any) -> Path:
    """Change what a file says."""
    said = json.loads(file.read_text())
    file.write_text(json.dumps(said | fields))
    return file


def test_a_rule_changed_by_hand_is_judged_anew(saved: Path) -> None:
    said = json.loads(saved.read_text())
    assert [rule["rule"] for rule in said["rules"]][1] == "lines(0,2)>=1"
    said["rules"][1]["rule"] = "lines(0,2)>=2"
    saved.write_text(json.dumps(said))
    rules = load_list(saved, TicTacToe())
    with pytest.raises(CheckFailed, match="lost by") as caught:
        certify_list(rules)
    assert is_lost(rules, str(caught.value).rpartition("lost by ")[2].split())


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"rules": [{"rule": "lines(7,7)>=1"}]}, "does not fit: 'lines\\(7,7\\)>=1' is no predicate"),
        ({"rules": [{"rule": 3}]}, "is no list of rules"),
        ({"rules": [{"words": "any move"}]}, "is no list of rules"),
        ({"rules": ["any"]}, "is no list of rules"),
        ({"rules": 5}, "is no list of rules"),
        ({"rules": None}, "is no list of rules"),
        ({"exceptions": [{"position": "0x", "moves": []}]}, "is no list of rules"),
        ({"exceptions": [{"position": "[1]", "moves": []}]}, "is no list of rules"),
        ({"exceptions": [{"position": "0", "moves": ["f()"]}]}, "is no list of rules"),
        ({"exceptions": [{"position": "0"}]}, "is no list of rules"),
        ({"exceptions": 7}, "is no list of rules"),
        ({"exceptions": [{"position": 0, "moves": ["1"]}]}, "is no list of rules"),
        ({"side": "third"}, "side 'third' is unknown"),
        ({"side": ["first"]}, "is unknown"),
        ({"goal": "never"}, "goal 'never' is unknown"),
        ({"goal": None}, "goal None is unknown"),
        ({"otherwise": "no"}, "otherwise='no': write true or false"),
        ({"predicates": 3}, "is no list of rules"),
        ({"predicates": "nowhere.py"}, "there is no file nowhere.py"),
        ({"list": 2}, "holds no list of rules"),
        ({"more": 1}, "holds no list of rules"),
        (
            {"game": "nim(heaps=(1, 2))"},
            "is a list of rules for nim\\(heaps=\\(1, 2\\)\\), not for tic_tac_toe",
        ),
    ],
)
def test_a_damaged_file_is_refused_in_words(saved: Path, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadParameter, match=reason) as caught:
        load_list(changed(saved, **fields), TicTacToe())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"list": 1}', "\x00", "any"])
def test_what_is_no_list_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "list.json"
    file.write_text(text)
    with pytest.raises(BadParameter, match="holds no list of rules: give one that"):
        load_list(file, TicTacToe())
    if text:
        with pytest.raises(BadParameter, match="holds no list of rules"):
            save_list(list_of(TicTacToe(), "any"), file)
        assert file.read_text() == text
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadParameter, match="holds no list of rules"):
        load_list(file, TicTacToe())


def test_a_file_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match=r"there is no file .*: give one that"):
        load_list(tmp_path / "none.json", TicTacToe())
    with pytest.raises(StorageFailed, match="there is no file"):
        load_list(tmp_path, TicTacToe())
    with pytest.raises(StorageFailed, match="cannot be written"):
        save_list(list_of(TicTacToe(), "any"), tmp_path / "no" / "folder.json")


def test_a_list_for_other_rules_of_the_game_is_refused(saved: Path) -> None:
    changed(saved, rules_of_game="0" * 64)
    with pytest.raises(
        OutdatedPolicy, match=r"was made for other rules of tic_tac_toe.*run `zermelo explain` again"
    ):
        load_list(saved, TicTacToe())


def test_exceptions_changed_by_hand_are_judged_too(saved: Path) -> None:
    game = TicTacToe()
    losing = game.play(game.start(), 4)
    exception = {"position": repr(least_image(game, losing)), "show": "", "moves": ["1"]}
    rules = load_list(changed(saved, exceptions=[exception]), game)
    with pytest.raises(CheckFailed, match=r"do not hold for the second player.*lost by"):
        certify_list(rules)
    with pytest.raises(BadParameter, match=r"the exception 8192 has moves \[4\], and legal are"):
        load_list(changed(saved, exceptions=[exception | {"moves": ["4"]}]), game)
    corner = min(game.symmetries(1)), max(game.symmetries(1))  # a stone in one corner, and in another
    assert corner[0] != corner[1]
    with pytest.raises(BadParameter, match="at the least of symmetric positions"):
        turned = exception | {"position": repr(corner[1] << 9), "moves": ["4"]}
        load_list(changed(saved, exceptions=[turned]), game)


# ---------------------------------------------------------------------------------------------------------
# Odd games, and words


@pytest.mark.parametrize(
    ("game", "error", "reason"),
    [
        ("dots_and_boxes(columns=1, rows=1)", MissingCapability, "keep them in the position, as with_points"),
        ("kalah(houses=1, seeds=1)", MissingCapability, "with_points\\(game=kalah"),
        ("dodgem(size=3)", LoopFound, "play can return to an earlier position"),
        ("pig(target=5)", MissingCapability, "has chances: rules for a player are for two players"),
        ("strike", MissingCapability, "has 3 players: rules for a player are"),
        ("nim(heaps=(0, 0))", BadParameter, "leaves this player nothing to decide"),
    ],
)
def test_games_without_lists_say_why(game: str, error: type[Exception], reason: str) -> None:
    from zermelo import game as game_of

    for method in ("sat", "list", "greedy"):
        with pytest.raises(error, match=reason):
            find_rules(game_of(game), method=method)


@pytest.mark.parametrize("method", ["sat", "list", "greedy"])
def test_a_game_over_at_the_start_leaves_nothing_to_decide(method: str) -> None:
    game = beginning_at(TicTacToe(), TicTacToe().parse("XXX/OO./..."))
    with pytest.raises(BadParameter, match="leaves this player nothing to decide"):
        find_rules(game, method=method)
    with pytest.raises(BadParameter, match="leaves this player nothing to decide"):
        find_rules(Nim(heaps=(1,)), method=method, side="second")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"side": "third"}, "side 'third' is unknown: choose one of first, second, both"),
        ({"goal": "win"}, "goal 'win' is unknown: choose one of start, always"),
        ({"method": "guess"}, "method 'guess' is unknown: choose one of sat, list, greedy"),
        ({"families": ["heaps"]}, "has no features of 'heaps': choose among lines, mobility"),
        ({"families": ["colours"]}, "has no features of 'colours'"),
    ],
)
def test_wrong_wishes_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadParameter, match=reason):
        find_rules(TicTacToe(), **options)


ODD = (
    "tic_tac_toe(misere=True)",
    "chomp(columns=3, rows=3)",
    "wythoff(a=3, b=4)",
    "cram(columns=3, rows=3)",
    "clobber(columns=3, rows=2)",
    "with_points(game=dots_and_boxes(columns=1, rows=1))",
    "hex(size=2)",
    "kayles(pins=5)",
    "nim(heaps=(1,))",
    "mnk(columns=1, rows=1, line=1)",
    "mnk(columns=2, rows=1, line=2)",
)


@pytest.mark.parametrize(("game", "method"), list(product(ODD, ["sat", "list", "greedy"])))
def test_odd_games_get_a_list_that_keeps_the_outcome(game: str, method: str) -> None:
    from zermelo import game as game_of

    which = game_of(game)
    found = find_rules(which, method=method, most=3)
    value = naive.solve(which)[which.start()][0]
    for name, kept in (("first", value), ("second", -value)):
        side = certify_side(found.rules, which, name == "first")
        assert (side.won, side.drawn, side.lost) == counts(found)[name]
        assert kept < 0 or side.lost == 0
        assert kept <= 0 or side.drawn == 0
    assert str(found).startswith(repr(which))
    assert json.loads(json.dumps(found.as_json()))["rules"] == found.rules.words()


def test_scored_games_keep_the_sign_and_always_every_point() -> None:
    for seed in range(12):
        with pytest.raises(MissingCapability, match="points that come on the way"):
            find_rules(RandomScoredTurns(seed=seed))
