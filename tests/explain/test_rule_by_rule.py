"""How often each derived rule is right, counted once more position by position; and the player who compares results."""

from collections import Counter
from functools import cache

import pytest
from reference import naive
from support.marks import few

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED, WIN
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.derivation.derivation_game import make_derivation_game
from zermelo.explain.derivation.derived_rules import RuleDerivation
from zermelo.explain.rule_players.derivation_evaluation import evaluate_derivation
from zermelo.explain.rule_players.result_player import ResultPlayer
from zermelo.explain.rule_players.rule_accuracy import measure_rule_accuracy
from zermelo.games import TicTacToe
from zermelo.games.derived.declared import Declared
from zermelo.verify.policy_certificate import certify_policy

HEX = (
    "cells 2 x 2; step a1 b1, a1 a2, b1 a2, b1 b2, a2 b2; near first a1, b1; near second a1, a2; "
    "far first a2, b2; far second b1, b2; action put a*; wins near{a=A}step{a=A b=A}far{b=A}"
)


@cache
def derived(game: Game) -> RuleDerivation:
    return derive_rules(game, literal=True)


@pytest.mark.parametrize("game", [TicTacToe(), Declared(rules=HEX)], ids=["tic_tac_toe", "hex"])
def test_counts_position_by_position(game: Game) -> None:
    derivation, ground = derived(game), make_derivation_game(game)
    value = {position: known for position, (known, _) in naive.solve(game).items()}
    rules = derivation.rules[:5]
    counted: Counter[tuple[object, ...]] = Counter()
    unfinished = [each for each in value if game.outcome(each) == UNDECIDED and list(game.moves(each))]
    for position in unfinished:
        mine, theirs = ground.read_stone_masks(position)
        side = ground.find_side_to_move(position)
        after = {}  # what each move leaves: both players' stones, as the mover sees them -> its value to him
        for move in game.moves(position):
            left = game.play(position, move)
            after[ground.read_stone_masks(left)[::-1]] = -value[left]
        first = True
        for rule in rules:
            attacks = rule.kind == "attack"
            there = (mine, theirs) if attacks else (theirs, mine)
            who = side if attacks or ground.abstract.is_board_same_for_both_players else 1 - side
            allowed = set()
            for structure in rule.structures:
                for place in structure.sides[who]:
                    if place.is_present_among(*there):
                        made = place.stones_after_action(*there)
                        allowed.add(made if attacks else made[::-1])
            if not allowed:
                continue
            worth = [after[each] for each in allowed]
            ignored = [worth for each, worth in after.items() if each not in allowed]
            for where in ("present", "first") if first else ("present",):
                key = rule.number, where
                counted[*key, "positions"] += 1
                counted[*key, "every"] += all(each == value[position] for each in worth)
                counted[*key, "some"] += any(each == value[position] for each in worth)
                counted[*key, "every_wins"] += all(each == WIN for each in worth)
                counted[*key, "some_wins"] += any(each == WIN for each in worth)
                if not attacks:
                    counted[*key, "ignored"] += len(ignored)
                    counted[*key, "not lost"] += sum(each >= 0 for each in ignored)
            first = False
        if first:
            counted[None, "first", "positions"] += 1
            counted[None, "first", "every"] += all(each == value[position] for each in after.values())
    found = measure_rule_accuracy(derivation, 5)
    assert found.positions == len(unfinished)
    for row in found.rules:
        for where in ("first", "present") if row.number else ("first",):
            right = getattr(row, where)
            for name in ("positions", "every", *(["some", "every_wins", "some_wins"] if row.number else [])):
                assert getattr(right, name) == counted[row.number, where, name], (row.number, where, name)
        if row.kind == "defence":
            for ignoring, where in ((row.ignoring, "present"), (row.ignoring_first, "first")):
                assert ignoring == tuple(counted[row.number, where, name] for name in ("ignored", "not lost"))


def test_figures_of_the_thesis_counted_before() -> None:
    """Counted by an audit that shares no code; of rule 5 it counted wins: 10 every, 50 some, and 4 keep a draw."""
    rows = {row.number: row for row in measure_rule_accuracy(derived(TicTacToe()), 5).rules}
    assert [(rows[n].first.positions, rows[n].first.every, rows[n].first.some) for n in (1, 2, 3, 4)] == [
        (2_358, 2_358, 2_358), (1_484, 1_484, 1_484), (192, 192, 192), (254, 192, 232),
    ]  # fmt: skip
    fifth = rows[5].first
    assert (fifth.positions, fifth.some, fifth.some_wins) == (54, 54, 50)
    assert (fifth.every_wins, fifth.every) == (10, 14)
    assert (rows[None].first.positions, rows[None].first.every) == (178, 157)
    assert (rows[3].present.positions, rows[3].present.every_wins) == (960, 500)
    assert (rows[5].present.positions, rows[5].present.every_wins) == (452, 34)
    assert rows[4].ignoring == (4_156, 2_012)


# The player who compares results.


READINGS = (  # how results are read, whether it completes a line, and the lines lost: observed, and pinned
    ("avoid", True, (128, 520)),
    ("both", False, (48, 888)),
    ("both", True, (0, 216)),
    ("avoid", False, (360, 1_232)),
    ("seek", True, (2_608, 7_328)),
    ("seek", False, (35_136, 42_752)),
)


@pytest.mark.parametrize(("reading", "finish", "lost"), few(READINGS, 2))
def test_the_player_of_results_loses_in_every_reading(
    reading: str, finish: bool, lost: tuple[int, int]
) -> None:
    """What it is derived from is a lost game each."""
    game = TicTacToe()
    found = certify_policy(ResultPlayer(game, reading, finish=finish, derivation=derived(game)), game)
    assert (found.first.lost, found.second.lost) == lost


def test_what_the_player_of_results_sees() -> None:
    game = TicTacToe()
    player = ResultPlayer(game, derivation=derived(game))

    def allowed(text: str, player: ResultPlayer = player) -> list[str]:
        position = game.parse(text)
        return [game.name(position, move) for move in player(position)]

    assert allowed("XX./OO./...") == ["c1"]  # completes, though no input is a whole line
    passing = ResultPlayer(game, finish=False, derivation=derived(game))
    assert "c1" not in allowed("XX./OO./...", passing)  # c2 stops it: the result has an input of rule 1
    assert allowed("X../.O./..X") == ["b1", "c1", "a2", "c2", "a3", "b3"]  # each leaves X a line or a fork
    with pytest.raises(BadParameter, match="reading 'none' is none"):
        ResultPlayer(game, "none")


def test_a_derivation_is_judged_whole() -> None:
    judged = evaluate_derivation(derived(TicTacToe()))
    said = judged.format_audit()
    assert "as first   6,856 won" in str(judged) and "--audit" in str(judged)
    assert "rule 6 has 3 inputs, none of them an input of rules 1 to 4" in said
    assert "5,960 won, 2,576 drawn, 32 lost" in said and "2,792 won, 416 drawn, 0 lost" in said
    shown = judged.as_json()
    assert shown["rule_by_rule"]["rules"][3]["ignoring"] == [4_156, 2_012]
    assert [shown[each]["second"]["lost"] for each in ("with_one_rule_more", "by_results")] == [528, 216]
