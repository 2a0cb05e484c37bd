"""Every way to a list, against all lists there are, played out one by one on small games and pools."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive
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
from support.listed import check_everywhere, keys
from support.marks import few

import zermelo
from zermelo.core.errors import CheckFailed, IllegalMove
from zermelo.core.game import Game, Move, Position, beginning_at
from zermelo.explain.features.feature_families import build_all_features, build_game_features
from zermelo.explain.list_search import deepening_list_search, rule_finder
from zermelo.explain.list_search.deepening_list_search import find_shortest_list_right_everywhere
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.list_search.rule_pool import make_rule_pool
from zermelo.explain.list_search.sat_list_search import find_shortest_list
from zermelo.explain.rule_lists.game_decisions import build_decisions
from zermelo.explain.rule_lists.list_certificate import certify_list
from zermelo.explain.rule_lists.list_walk import ListWalk
from zermelo.explain.rule_lists.rule_list import RuleList, find_least_image
from zermelo.explain.rule_lists.rule_predicates import Rule
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk, TicTacToe

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
) -> tuple[int, int] | None:
    """Compare the shortest list by SAT with all lists, played out one by one; return its length and literals.

    The pool is made of `own` and of those of the game's features that `features` counts once more.
    """
    lists = twin.Lists(game, features, frozenset(flags))
    pool = lists.pool(pairs=pairs)
    expected = lists.shortest(pool, most, lambda rules: lists.is_right(rules, SIDES[side], goal))
    made = build_decisions(game)
    chosen = [feature for feature in build_all_features(game, own) if feature.key in features]
    assert len(chosen) == len(features)
    places = ListWalk(
        made, {"first": (0,), "second": (1,), "both": (0, 1)}[side], goal
    ).list_decision_places()
    if not len(places):
        return None
    found = find_shortest_list(made, make_rule_pool(made, places, chosen, pairs=pairs), side, goal, most=most)
    if found.rules is None:
        assert expected is None
        return None
    assert expected == (len(found.rules), sum(rule.literal_count for rule in found.rules))
    assert lists.is_right([as_tuples(rule) for rule in found.rules], SIDES[side], goal)
    rules = RuleList(game, found.rules, side=side, goal=goal)
    certify_list(rules)
    return expected


def with_pairs(own: list[Own], *numbers: int) -> list[Own]:
    """Return features that are yes or no, so that conjunctions of them are few."""
    drawn_by = [*numbers, *(int(function.__name__.removeprefix("lot_")) for function in own)]
    return [drawn(number, 2, True) for number in dict.fromkeys(drawn_by)]


@settings(max_examples=60)
@given(random_questions(), st.booleans())
def test_the_shortest_list_of_random_games(question: tuple[Game, list[Own], str, str], pairs: bool) -> None:
    game, own, side, goal = question
    own, most = (with_pairs(own), 2) if pairs else (own, 3)
    known = as_features(game, own), flags_of(own)
    check_shortest(game, own, *known, side=side, goal=goal, pairs=pairs, most=most)


@pytest.mark.parametrize("goal", ["start", "always"])
@pytest.mark.parametrize("side", ["first", "second", "both"])
@pytest.mark.parametrize(("game", "count", "names"), QUESTIONS, ids=[repr(row[0]) for row in QUESTIONS])
def test_the_shortest_list_of_small_games(
    game: Game, count: Callable[[Game], dict[str, twin.Feature]], names: tuple[str, ...], side: str, goal: str
) -> None:
    flags = [name for name in names if name in ("wins", "he_wins")]
    check_shortest(game, (), chosen_from(count(game), *names), flags, side=side, goal=goal, most=2)


LATE = ("XO./.X./..O", "X.O/.O./X..", "XO./.XO/...", "XOX/.O./...")  # four to six stones


@pytest.mark.parametrize("goal", ["start", "always"])
@pytest.mark.parametrize("side", ["first", "second", "both"])
@pytest.mark.parametrize("text", few(LATE, 1))
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
    made = build_decisions(game)
    places = made.unfinished_places[made.values[made.unfinished_places] >= 0]
    if not len(places):
        return
    chosen = [feature for feature in build_all_features(game, own) if feature.key in features]
    found = find_shortest_list_right_everywhere(made, make_rule_pool(made, places, chosen, pairs=pairs), goal)
    open_ones = {made.get_representative_position(place) for place in found.uncovered}
    images = {find_least_image(game, each) for each in open_ones}
    unfolded = {at for at in lists.decisions if find_least_image(game, at) in images}
    assert unfolded == lists.uncovered(pool, goal)
    assert (found.rules is None) == bool(open_ones)
    expected = lists.shortest(pool, most, lambda rules: lists.is_right_everywhere(rules, goal))
    if found.rules is None:
        assert expected is None
    else:
        assert found.minimal
        length = len(found.rules), sum(rule.literal_count for rule in found.rules)
        assert expected == length if len(found.rules) <= most else expected is None
        assert lists.is_right_everywhere([as_tuples(rule) for rule in found.rules], goal)


@settings(max_examples=60)
@given(random_questions(), st.none() | st.integers(1, 10**6))
def test_lists_right_everywhere_in_random_games(
    question: tuple[Game, list[Own], str, str], pairs: int | None
) -> None:
    game, own, _, goal = question
    own, most = (own, 3) if pairs is None else (with_pairs(own, 2 * pairs), 2)
    known = as_features(game, own), flags_of(own)
    check_list_everywhere(game, own, *known, goal, most=most, pairs=pairs is not None)


@pytest.mark.parametrize("goal", ["start", "always"])
@pytest.mark.parametrize(("game", "count", "names"), QUESTIONS, ids=[repr(row[0]) for row in QUESTIONS])
def test_lists_right_everywhere_in_small_games(
    game: Game, count: Callable[[Game], dict[str, twin.Feature]], names: tuple[str, ...], goal: str
) -> None:
    flags = [name for name in names if name in ("wins", "he_wins")]
    check_list_everywhere(game, (), chosen_from(count(game), *names), flags, goal, most=2)


def test_a_search_that_gives_up_says_that_it_is_not_minimal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = TicTacToe()
    made = build_decisions(game)
    pool = make_rule_pool(
        made, made.unfinished_places[made.values[made.unfinished_places] >= 0], build_game_features(game)
    )
    sure = []
    for most in (0, 10, 2_000_000):
        monkeypatch.setattr(deepening_list_search, "MOST_LISTS", most)
        found = find_shortest_list_right_everywhere(made, pool, "start")
        assert found.rules is not None
        sure.append(found.minimal)
        check_everywhere(RuleList(game, found.rules, otherwise=True), "start")
    assert (sure[0], sure[-1]) == (False, True)
    assert sure == sorted(sure)


def test_where_no_rule_is_right_exceptions_are_made_and_lost_positions_are_played() -> None:
    """From a lost start play gets to lost positions, which the search for a list leaves out."""
    for side in SIDES:
        found = find_rules(Domineering(4, 3), method="list", side=side, own=[leaves_even], families=[])
        assert found.uncovered and found.method == "greedy"
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
        least = find_least_image(game, position)
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
            least = find_least_image(game, position)
            before = demands.get(least, -9)
            demands[least] = max(demand, before) if demand >= 0 else before
            if rules is not None:
                moves = rules(position)
            elif demand >= 0:
                after = {move: values[game.play(position, move)][0] for move in moves}
                moves = [move for move in moves if naive.worth(game, position, move, after[move]) >= demand]
        waiting += [(game.play(position, move), not own) for move in moves]
    return own_ones


GREEDY: tuple[tuple[Game, str, dict[str, Any]], ...] = (
    (ConnectFour(columns=3, rows=3, line=3), "first", {"families": ["mobility"]}),
    (ConnectFour(columns=3, rows=3, line=3), "second", {"pairs": False}),
    (Nim(heaps=(1, 2, 3)), "both", {"families": ["mobility"]}),
    (Mnk(columns=4, rows=2, line=3), "both", {"families": ["mobility"]}),
    (TicTacToe(), "first", {"families": ["mobility"]}),
    (TicTacToe(), "second", {}),
    (ConnectFour(columns=3, rows=3, line=3), "both", {}),
    (TicTacToe(), "both", {"pairs": False}),
    (TicTacToe(misere=True), "both", {}),
)


@pytest.mark.parametrize(("game", "side", "options"), few(GREEDY, 3))
def test_exceptions_are_where_a_greedy_list_goes_wrong(
    game: Game, side: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_finder._FamilySearch, "shorten_greedy_explanation", lambda _, greedy: greedy)
    found = find_rules(game, side=side, method="greedy", **options)
    assert not found.minimal
    exceptions = found.rules.exceptions
    assert set(exceptions) == wrong_in_its_reach(found.rules, side)
    assert all(find_least_image(game, position) == position for position in exceptions)
    certify_list(found.rules)
    if exceptions:
        with pytest.raises((CheckFailed, IllegalMove)):
            certify_list(replace(found.rules, exceptions={}))


@pytest.mark.long
def test_a_greedy_list_of_more_than_a_hundred_thousand_decisions() -> None:
    game = ConnectFour(columns=4, rows=4, line=4)
    assert sum(bool(naive.children(game, position)) for position in naive.positions(game)) == 134_289
    found = find_rules(game, method="greedy")
    assert found.rules.exceptions
    assert [side.lost for side in found.certificate.values()] == [0, 0]


@pytest.mark.parametrize(
    "name", few(["kayles", "dawsons_kayles", "grundys_game", "hexapawn", "domineering"], 1)
)
def test_easy_words_are_not_bought_with_more_literals(name: str) -> None:
    """What is hard to see is brought down last, among lists of as few literals as there can be."""
    found = find_rules(zermelo.game(name))
    assert found.minimal
    refuted = [bound.literals for bound in found.bounds if bound.literals is not None]
    assert refuted == [found.rules.literal_count - 1]
