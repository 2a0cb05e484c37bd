"""Lists of rules: the figures of the specification, and games that are odd in some way."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from made.random_games import RandomScoredTurns
from reference import naive
from reference.naive_rule_lists import ending
from support.listed import check_everywhere, counts, keys, list_of, refuted
from support.marks import few, long_unless

import zermelo
from zermelo.core.errors import BadParameter, CheckFailed, MissingCapability
from zermelo.core.game import Game, Move, Position, beginning_at
from zermelo.explain.features.feature_families import build_game_features
from zermelo.explain.features.user_features import build_user_features
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.list_search.rule_pool import make_rule_pool
from zermelo.explain.list_search.sat_list_search import find_shortest_list
from zermelo.explain.rule_lists.game_decisions import build_decisions
from zermelo.explain.rule_lists.list_certificate import certify_list
from zermelo.explain.rule_lists.list_walk import ListWalk
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import read_conjunction
from zermelo.games.blockade.pong_hau_ki import PongHauKi
from zermelo.games.heaps.chopsticks import Chopsticks
from zermelo.games.heaps.nim import Nim
from zermelo.games.hunt.hare_and_hounds import HareAndHounds
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.morris.three_mens_morris import Achi, Picaria, ThreeMensMorris
from zermelo.games.race.dodgem import Dodgem
from zermelo.verify.policy_certificate import certify_side

Own = Callable[[Game, Position, Move], int]
SIDES = {"first": [True], "second": [False], "both": [True, False]}


# ---------------------------------------------------------------------------------------------------------
# Figures of the specification


def test_tic_tac_toe_in_five_rules() -> None:
    found = find_rules(TicTacToe())
    assert (len(found.rules.rules), found.rules.literal_count, found.minimal, found.method) == (
        5,
        6,
        True,
        "sat",
    )
    assert refuted(found) == [(4, None), (5, 5)]
    assert counts(found) == {"first": (1552, 720, 0), "second": (1312, 896, 0)}
    first, second, third, fourth, fifth = keys(found)
    assert (first, second, third, fifth) == ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "unforkable")
    assert set(fourth.split(" & ")) == {"lines(0,1)>=1", "lines(0,0)>=2"}
    assert found.rules.list_rule_sentences()[0] == "completes a line"


@pytest.mark.parametrize(
    ("game", "options", "rules", "shorter"),
    [
        (TicTacToe(), {"side": "first"}, 3, [(2, None)]),
        (TicTacToe(), {"goal": "always"}, 6, [(5, None)]),
        (ConnectFour(columns=3, rows=3, line=3), {}, 6, [(5, None), (6, 5)]),
    ],
)
def test_lists_that_never_lose(
    game: Game, options: dict[str, str], rules: int, shorter: list[tuple[int, int | None]]
) -> None:
    found = find_rules(game, **options)
    assert (len(found.rules.rules), found.minimal) == (rules, True)
    assert refuted(found)[: len(shorter)] == shorter
    assert list(found.certificate) == (["first"] if "side" in options else ["first", "second"])
    for side in found.certificate.values():
        assert side.never_loses and (side.given_away_count == 0 or "goal" not in options)


@pytest.mark.parametrize("goal", few(["start", "always"], 1))
def test_tic_tac_toe_from_any_position_not_lost_in_six(goal: str) -> None:
    found = find_rules(TicTacToe(), method="list", goal=goal)
    assert (len(found.rules.rules), found.minimal, found.uncovered, found.decisions) == (6, True, (), 538)
    assert found.rules.literal_count == 9 or goal == "always"
    check_everywhere(found.rules, goal)


def test_single_predicates_are_not_enough_for_tic_tac_toe() -> None:
    """As many levels as rules are conclusive, as no list needs a rule twice."""
    game = TicTacToe()
    made = build_decisions(game)
    pool = make_rule_pool(
        made, ListWalk(made, (0, 1), "start").list_decision_places(), build_game_features(game), pairs=False
    )
    assert (len(pool.rules), pool.single_predicate_rule_count) == (21, 21)
    found = find_shortest_list(made, pool, most=len(pool.rules))
    assert found.rules is None
    assert [each.levels for each in found.refuted] == list(range(1, 22))
    explained = find_rules(game, pairs=False, families=["lines"])
    assert (explained.method, explained.minimal) == ("greedy", False)
    assert explained.rules.exceptions
    assert refuted(explained) == [(8, None), (4, None)]
    assert [bound.exceptions for bound in explained.bounds] == [False, True]


@pytest.mark.long
def test_three_in_a_row_on_four_columns_is_won_by_the_first_player() -> None:
    found = find_rules(Mnk(columns=4, rows=3, line=3), side="first")
    assert (len(found.rules.rules), found.rules.literal_count, found.minimal) == (3, 4, True)
    assert found.decisions == 7125
    (first,) = found.certificate.values()
    assert (first.drawn, first.lost) == (0, 0)


@pytest.mark.parametrize(
    ("heaps", "misere"),
    [((1, 2, 4), False), ((3, 4, 5), False), ((2, 3), False), ((3, 4, 5), True), ((2, 3, 4), True)],
)
def test_nim_by_the_textbook(heaps: tuple[int, ...], misere: bool) -> None:
    found = find_rules(Nim(heaps=heaps, misere=misere), pairs=misere)
    *before, first, last = keys(found)
    assert (first, last) == ("nim_sum==0", "any")
    assert [set(key.split(" & ")) for key in before] == [{"large==0", "heaps%2==1"}] * misere
    assert refuted(found)[0] == (1 + misere, None)


# ---------------------------------------------------------------------------------------------------------
# Odd games, and words


@pytest.mark.parametrize("method", ["sat", "list", "greedy"])
def test_where_nothing_is_to_be_decided_there_is_no_list(method: str) -> None:
    over = beginning_at(TicTacToe(), TicTacToe().parse("XXX/OO./..."))
    for game, side in ((Nim(heaps=(0, 0)), "both"), (over, "both"), (Nim(heaps=(1,)), "second")):
        with pytest.raises(BadParameter, match="leaves this player nothing to decide"):
            find_rules(game, method=method, side=side)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"side": "third"}, "side 'third' is unknown: choose one of first, second, both"),
        ({"goal": "win"}, "goal 'win' is unknown: choose one of start, always"),
        ({"method": "guess"}, "method 'guess' is unknown: choose one of sat, list, greedy"),
        ({"families": ["heaps"]}, "has no features of 'heaps': choose among lines, mobility"),
    ],
)
def test_wrong_wishes_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadParameter, match=reason):
        find_rules(TicTacToe(), **options)


MISERE = "tic_tac_toe(misere=True)"
ODD = (
    MISERE,
    "mnk(columns=3, rows=2, line=3, misere=True)",
    "chomp(columns=3, rows=3)",
    "wythoff(a=3, b=4)",
    "cram(columns=3, rows=3)",
    "clobber(columns=3, rows=2)",
    "with_points(game=dots_and_boxes(columns=1, rows=1))",
    "hex(size=2)",
    "kayles(pins=5)",
    "nim(heaps=(1,))",
    "mnk(columns=1, rows=1, line=1)",
)


@pytest.mark.parametrize(
    ("game", "method"), long_unless(product(ODD, ["sat", "list", "greedy"]), lambda case: case[0] != MISERE)
)
def test_odd_games_get_a_list_that_keeps_the_outcome(game: str, method: str) -> None:
    which = zermelo.game(game)
    found = find_rules(which, method=method, most=3)
    value = naive.solve(which)[which.start()][0]
    for name, kept in (("first", value), ("second", -value)):
        side = certify_side(found.rules, which, name == "first")
        assert (side.won, side.drawn, side.lost) == counts(found)[name]
        assert kept < 0 or side.lost == 0
        assert kept <= 0 or side.drawn == 0
    assert str(found).startswith(repr(which))
    assert json.loads(json.dumps(found.as_json()))["rules"] == found.rules.list_rule_sentences()


def test_lists_that_are_right_everywhere_are_of_games_that_end() -> None:
    reason = "play may cycle, and lists that are right everywhere are of games that end"
    for goal in ("start", "always"):
        with pytest.raises(MissingCapability, match=reason):
            find_rules(Dodgem(size=3), method="list", goal=goal)
    with pytest.raises(CheckFailed, match="do not hold"):
        certify_list(list_of(Dodgem(size=3), "any", everywhere=True))


WON_ROUND = (Chopsticks(), Dodgem(size=2), Achi(), Dodgem(size=3), ThreeMensMorris(), HareAndHounds())
DRAWN_ROUND = (PongHauKi(), Picaria())


@pytest.mark.parametrize(("game", "goal"), few(product(WON_ROUND, ["start", "always"]), 4))
def test_a_list_wins_what_is_won_although_play_may_come_round(game: Game, goal: str) -> None:
    """Every line that a list allows is played to its end, by the definition; best play is shorter, or as short."""
    found = find_rules(game, side="first", method="greedy", goal=goal)
    side = found.certificate["first"]
    assert (side.drawn, side.lost, side.has_endless_line, found.lost) == (0, 0, False, ())
    values = naive.solve(game)
    leads: dict[Any, set[Any]] = {}
    waiting: list[Any] = [(game.start(), True)]
    while waiting:
        position, own = waiting.pop()
        if (position, own) not in leads:
            moves = [] if naive.is_finished(game, position) else list(game.moves(position))
            children = [
                game.play(position, move) for move in (found.rules(position) if own and moves else moves)
            ]
            assert moves or values[position][0] * (1 if own else -1) > 0
            leads[position, own] = {
                (child, own != naive.is_flipped(game, position, child)) for child in children
            }
            waiting += leads[position, own]
    assert ending(leads) == set(leads)
    plies = values[game.start()][1]
    assert side.longest is not None and plies is not None and side.longest >= plies
    assert f"first       {side}" in str(found)


@pytest.mark.parametrize("game", few(DRAWN_ROUND, 1))
def test_a_list_may_hold_a_draw_for_ever(game: Game) -> None:
    found = find_rules(game, side="first", method="greedy", goal="always")
    side = found.certificate["first"]
    assert side.never_loses and side.has_endless_line and not side.can_wait
    assert side.given_away_count == 0


def test_a_list_that_goes_round_where_it_has_won_is_refused() -> None:
    game = HareAndHounds()
    values = {each: value for each, (value, _) in naive.solve(game).items()}
    features = build_user_features(game, [keeps_the_win(values)])
    rules = RuleList(
        game, [read_conjunction("keeps_the_win", features), read_conjunction("any", features)], side="first"
    )
    with pytest.raises(CheckFailed, match="it cycles by"):
        certify_list(rules)
    with pytest.raises(CheckFailed, match="where it has won, and are not counted"):
        certify_list(replace(rules, goal="always"))


def keeps_the_win(values: dict[Any, int]) -> Callable[[Game, Any, Any], bool]:
    """Return the feature of moves that keep a win, however long it takes."""

    def keeps_the_win(game: Game, position: Any, move: Any) -> bool:
        return values[game.play(position, move)] < 0

    return keeps_the_win


def test_points_that_come_on_the_way_are_kept() -> None:
    """Of random games, whoever is to move: the list gives away no point wherever its play gets."""
    decided = 0
    for seed in range(12):
        try:
            found = find_rules(RandomScoredTurns(seed=seed))
        except BadParameter as error:
            assert "nothing to decide" in str(error)
            continue
        decided += 1
        assert found.rules.goal == "always"
        assert [side.given_away_count for side in found.certificate.values()] == [0, 0]
    assert decided >= 4
