"""Whether lists are right wherever play stands, in a game where it may come round: by definition once more."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from zermelo.core.errors import CheckFailed
from zermelo.core.game import Move, Position
from zermelo.explain.rule_lists.game_decisions import Decisions, build_decisions
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Feature, Predicate, Rule
from zermelo.explain.rule_lists.verify_all_positions import (
    describe_everywhere,
    mark_positions_of_side_to_move,
    verify_all_positions,
)
from zermelo.games.morris.three_mens_morris import ThreeMensMorris

pytestmark = pytest.mark.quick


@cache
def morris() -> Decisions:
    return build_decisions(ThreeMensMorris())


def ruled(good: Callable[[int, Position, Move], bool], side: str = "both") -> RuleList:
    """Return the list of one rule that allows what is good: (number of the position, position, move)."""
    decisions = morris()

    def measure(position: Position, moves: Sequence[Move]) -> list[int]:
        number = decisions.arena.find_number(position)
        return [int(good(number, position, move)) for move in moves]

    rule = Rule((Predicate(Feature("good", "is good", measure, is_flag=True)),))
    return RuleList(decisions.game, [rule], side=side, goal="always", everywhere=True)


def keeps(number: int, position: Position, move: Move) -> bool:
    decisions = morris()
    return -decisions.look_up_value(decisions.game.play(position, move)) >= int(decisions.values[number])


def quickest(number: int, position: Position, move: Move) -> bool:
    """Keeps the value, and a won position's distance from the end grows less by one."""
    decisions = morris()
    if not keeps(number, position, move) or decisions.values[number] <= 0:
        return keeps(number, position, move)
    child = decisions.arena.find_number(decisions.game.play(position, move))
    return int(decisions.plies[child]) == int(decisions.plies[number]) - 1


def test_the_quickest_moves_are_right_and_take_what_best_play_takes() -> None:
    decisions = morris()
    found = verify_all_positions(ruled(quickest), decisions)
    unfinished = [number for number in range(decisions.arena.positions) if len(decisions.list_edges(number))]
    assert found.checked == sum(int(decisions.values[number]) >= 0 for number in unfinished)
    longest = max(int(decisions.plies[number]) for number in unfinished if decisions.values[number] > 0)
    assert found.details["most_moves"] == found.details["best"] == (longest + 1) // 2
    best = found.details["best"]
    assert f"at most {best} moves, where best play takes {best}" in describe_everywhere(found)


def test_keeping_every_win_may_cycle() -> None:
    with pytest.raises(CheckFailed, match="play can cycle"):
        verify_all_positions(ruled(keeps), morris())


def test_one_wrong_move_anywhere_is_found() -> None:
    decisions = morris()
    wrong = next(
        number
        for number in range(decisions.arena.positions - 1, 0, -1)
        if decisions.values[number] > 0
        and any(decisions.find_kept_value(edge) < 1 for edge in decisions.list_edges(number))
    )
    spoiled = ruled(lambda number, at, move: number == wrong or quickest(number, at, move))
    silent = ruled(lambda number, at, move: number != wrong and quickest(number, at, move))
    for rules, said in ((spoiled, "gives away value"), (silent, "no rule fires")):
        with pytest.raises(CheckFailed, match=said):
            verify_all_positions(rules, decisions)


def test_a_player_may_move_where_any_line_of_play_gets_him() -> None:
    """By walking pairs of a position and who is to move."""
    decisions = morris()
    arena, game = decisions.arena, decisions.game
    for side, first in (("first", True), ("second", False)):
        met = {(position, first) for position in game.starts()}
        left = list(met)
        while left:
            position, own = left.pop()
            if not len(decisions.list_edges(arena.find_number(position))):
                continue
            for move in game.moves(position):
                child = (game.play(position, move), not own)
                if child not in met:
                    met.add(child)
                    left.append(child)
        expected = {arena.find_number(position) for position, own in met if own}
        assert {
            number for number, may in enumerate(mark_positions_of_side_to_move(decisions, side)) if may
        } == expected


def marked(places: Sequence[int]) -> Rule:
    """Return the rule that fires at some positions only, given by their numbers."""
    decisions = morris()

    def measure(position: Position, moves: Sequence[Move]) -> list[int]:
        return [int(decisions.arena.find_number(position) in places)] * len(moves)

    return Rule((Predicate(Feature("marked", "is marked", measure, is_flag=True)),))


def comes_to(places: Sequence[int]) -> set[int]:
    """Return where the player of `quickest` is to move: at some positions, and in what he makes of won ones."""
    decisions = morris()
    arena, game = decisions.arena, decisions.game
    met, left = set(places), list(places)
    while left:
        number = left.pop()
        position = arena.position_at(number)
        is_won = decisions.values[number] > 0 and len(decisions.list_edges(number))
        moves = list(game.moves(position)) if is_won else []
        for child in (game.play(position, move) for move in moves if quickest(number, position, move)):
            replies = game.moves(child) if len(decisions.list_edges(arena.find_number(child))) else ()
            for after in {arena.find_number(game.play(child, reply)) for reply in replies} - met:
                met.add(after)
                left.append(after)
    return met


def test_a_list_may_claim_some_positions_and_what_it_makes_of_them() -> None:
    decisions = morris()
    own = [number for number, may in enumerate(mark_positions_of_side_to_move(decisions, "first")) if may]
    places = [number for number in own if len(decisions.list_edges(number))][::40]
    met = comes_to(places)
    judged = {number for number in met if len(decisions.list_edges(number)) and decisions.values[number] >= 0}
    rules = replace(ruled(quickest, "first"), where=marked(places))
    found = verify_all_positions(rules, decisions)
    assert found.checked == len(judged) < len(own)
    longest = max(int(decisions.plies[each]) for each in judged if decisions.values[each])
    assert found.details["best"] == (longest + 1) // 2
    assert "of those where a move is marked" in describe_everywhere(found)

    def spoiled(wrong: int) -> RuleList:
        return replace(
            ruled(lambda number, at, move: number != wrong and quickest(number, at, move), "first"),
            where=marked(places),
        )

    on_the_way = min(judged - set(places))
    with pytest.raises(CheckFailed, match="no rule fires"):
        verify_all_positions(spoiled(on_the_way), decisions)
    beyond = next(number for number in own if number not in met and decisions.values[number] >= 0)
    again = verify_all_positions(spoiled(beyond), decisions)
    assert (again.checked, again.details) == (found.checked, found.details)
