"""Grades of policies, against every line followed one by one."""

import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.hashable_games import AllOrders, Coins, NodeKayles, Word
from made.lively_games import lively_games, lively_ponds
from made.random_games import RandomFalls
from reference import naive
from support.marks import few

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import Cancelled, IllegalMove, MissingCapability, OutOfBudget, UnknownPosition
from zermelo.core.game import Game
from zermelo.learn.evaluation.policy_grade import grade
from zermelo.solution.solution import Solution
from zermelo.verify.policy_certificate import certify_policy

TIC_TAC_TOE = zermelo.game("tic_tac_toe")
FAMILIES = (
    "nim(heaps=(1, 2, 3))",
    "domineering(columns=3, rows=3)",
    "cram(columns=3, rows=3)",
    "dots_and_boxes(columns=2, rows=1)",
    "kalah(houses=2, seeds=2)",
    "hexapawn",
    "pong_hau_ki",
    "tic_tac_toe",
)


class Whim:
    """A policy that allows one move or several, the same each time it is asked."""

    def __init__(self, game: Game, seed: int, most: int) -> None:
        self.game, self.seed, self.most = game, seed, most

    def __call__(self, position: Any) -> list[Any]:
        moves = list(self.game.moves(position))
        lots = random.Random(f"{self.seed} {position!r}")
        return lots.sample(moves, min(len(moves), lots.randint(1, self.most)))


# The twin: follow every line, with its points, and see where it ends or goes round.

Place = tuple[Any, bool, int]  # position, is the policy's player to move, his points so far


def next_places(policy: Any, game: Game, place: Place) -> list[Place]:
    position, own, total = place
    if naive.is_finished(game, position):
        return []
    moves = list(game.moves(position))
    found = []
    for move in policy(position) if own and moves else moves:
        child = game.play(position, move)
        points = naive.points(game, position, move)
        passes = naive.is_flipped(game, position, child)
        found.append((child, own != passes, total + (points if own else -points)))
    return found


def reached(policy: Any, game: Game, roots: list[Place]) -> dict[Place, list[Place]]:
    found: dict[Place, list[Place]] = {}
    waiting = list(roots)
    while waiting:
        place = waiting.pop()
        if place not in found:
            found[place] = next_places(policy, game, place)
            waiting += found[place]
    return found


def worst(policy: Any, game: Game, start: Any, first: bool) -> int:
    """Return the least that any line brings, those that never end included."""
    found = reached(policy, game, [(start, first, 0)])
    results = []
    for (position, own, total), after in found.items():
        if not after:
            value = game.outcome(position) if naive.is_finished(game, position) else game.stuck(position)
            results.append(total + (value if own else -value))
    return min(results + [total for _, _, total in coming_back(found)])


def coming_back(found: dict[Place, list[Place]]) -> set[Place]:
    """Return the places to which a line can come back; what it has by then is what it gets if it always does."""
    left = set(found)
    while ending := {place for place in left if not left.intersection(found[place])}:
        left -= ending  # from here every line ends
    return {place for place in left if place in below(found, place)}


def below(found: dict[Place, list[Place]], place: Place) -> set[Place]:
    seen: set[Place] = set()
    waiting = list(found[place])
    while waiting:
        after = waiting.pop()
        if after not in seen:
            seen.add(after)
            waiting += found[after]
    return seen


def losing_positions(policy: Any, game: Game) -> set[Any]:
    values = {position: value for position, (value, _) in naive.solve(game).items()}
    return {
        position
        for position in reachable(game)
        if has_moves(game, position)
        and any(
            naive.worth(game, position, move, values[game.play(position, move)]) < values[position]
            for move in policy(position)
        )
    }


def reachable(game: Game) -> set[Any]:
    found: set[Any] = set()
    waiting = list(game.starts())
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting += naive.children(game, position)
    return found


def has_moves(game: Game, position: Any) -> bool:
    return not naive.is_finished(game, position) and bool(list(game.moves(position)))


def check_grade(policy: Any, game: Game) -> None:
    found = grade(policy, zermelo.solve(game, interpreted=True))
    starts = list(dict.fromkeys(game.starts()))
    values = {position: value for position, (value, _) in naive.solve(game).items()}
    for shortfall, sign in ((found.first, 1), (found.second, -1)):
        lines = [worst(policy, game, start, sign > 0) for start in starts]
        assert shortfall.worst == Fraction(sum(lines), len(starts))
        assert shortfall.value == Fraction(sign * sum(values[start] for start in starts), len(starts))
        assert shortfall.shortfall >= 0
    losing = losing_positions(policy, game)
    met = {
        position
        for first in (True, False)
        for position, own, _ in reached(policy, game, [(start, first, 0) for start in starts])
        if own and has_moves(game, position)
    }
    everywhere = [position for position in reachable(game) if has_moves(game, position)]
    assert (found.everywhere.positions, found.everywhere.losing) == (len(everywhere), len(losing))
    assert (found.visited.positions, found.visited.losing) == (len(met), len(met & losing))
    assert found.unanswered == 0
    assert found.nash_conv == pytest.approx(float(found.first.shortfall + found.second.shortfall))
    assert found.exploitability == found.nash_conv / 2


FALLS = st.builds(RandomFalls, seed=st.integers(0, 1 << 20), size=st.just(6))  # points before play goes round


@pytest.mark.parametrize(
    "games", [lively_games(small=True), lively_ponds(), FALLS], ids=["ends", "loops", "falls"]
)
@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 1 << 20), most=st.integers(1, 2))
def test_random_policies_in_random_games(games: Any, data: st.DataObject, seed: int, most: int) -> None:
    game = data.draw(games)
    check_grade(Whim(game, seed, most), game)


@pytest.mark.parametrize("game", [AllOrders(heaps=(1, 2)), Word(), NodeKayles(size=6), Coins()], ids=repr)
@pytest.mark.parametrize("seed", few(range(5), 2))
def test_positions_of_any_type(game: Game, seed: int) -> None:
    check_grade(Whim(game, seed, 2), game)


# Laws


@cache
def solved(text: str) -> Solution:
    return zermelo.solve(text, interpreted=True)


def test_a_game_is_solved_first() -> None:
    game = zermelo.game("cram(columns=2, rows=2)")
    first_move = Whim(game, 0, 1)
    assert grade(first_move, game) == grade(first_move, zermelo.solve(game))


@pytest.mark.parametrize("text", few(FAMILIES, 7))
def test_perfect_play_is_graded_perfect(text: str) -> None:
    solution = solved(text)
    found = grade(solution.policy, solution)
    assert found.is_perfect and found.exploitability == found.everywhere.share == 0
    assert found.everywhere.losing == found.visited.losing == 0


@pytest.mark.parametrize("text", FAMILIES)
@pytest.mark.parametrize("seed", few(range(3), 1))
def test_grade_and_certificate_agree(text: str, seed: int) -> None:
    solution = solved(text)
    game = solution.game
    policy = Whim(game, seed, 1)
    found = grade(policy, solution)
    proof = certify_policy(policy, game, values=lambda position: solution.value(position).value)
    for shortfall, side in ((found.first, proof.first), (found.second, proof.second)):
        assert (shortfall.worst < 0) == side.can_lose
    given = {each.position for side in (proof.first, proof.second) for each in side.given_away}
    assert found.visited.losing == len(given)
    assert proof.first.given_away_count < 1000  # all are listed


@settings(max_examples=40)
@given(lively_games(small=True), st.integers(0, 1 << 20))
def test_who_gives_nothing_away_cannot_be_exploited(game: Game, seed: int) -> None:
    values = {position: value for position, (value, _) in naive.solve(game).items()}
    lots = Whim(game, seed, 1)

    def keeping(position: Any) -> list[Any]:
        kept = [
            move
            for move in game.moves(position)
            if naive.worth(game, position, move, values[game.play(position, move)]) == values[position]
        ]
        return kept if lots.seed % 2 else kept[:1]

    found = grade(keeping, zermelo.solve(game, interpreted=True))
    assert found.everywhere.losing == 0
    assert found.is_perfect


def test_facts_of_tic_tac_toe() -> None:
    solution = solved("tic_tac_toe")
    any_move = grade(lambda position: list(TIC_TAC_TOE.moves(position)), solution)
    assert any_move.everywhere.positions == any_move.visited.positions == 4520  # as published
    assert any_move.exploitability == 1  # each side can lose a drawn game
    assert any_move.first.value == any_move.second.value == 0
    corner_first = grade(lambda position: [next(iter(TIC_TAC_TOE.moves(position)))], solution)
    assert str(corner_first) == (
        "tic_tac_toe(columns=3, rows=3, line=3, misere=False): value is lost at 1,869 of 4,520 (41.35%); "
        "where the policy leads, at 92 of 232 (39.66%); exploitability from the start 1: "
        "what the best replies win in the mean of both sides"
    )


# What is refused, and what is not asked


def test_a_policy_may_be_silent_where_it_does_not_lead() -> None:
    solution = solved("tic_tac_toe")
    asked: dict[Any, list[Any]] = {}

    def noted(position: Any) -> list[Any]:
        return asked.setdefault(position, solution.policy(position))

    certify_policy(noted, TIC_TAC_TOE)

    def raising(position: Any) -> list[Any]:
        if position not in asked:
            raise UnknownPosition("not mine")
        return asked[position]

    for silent in (lambda position: asked.get(position, []), raising):
        found = grade(silent, solution)
        assert found.unanswered == 4520 - len(asked) > 0
        assert found.everywhere == found.visited
        assert found.is_perfect


def test_refusals_name_position_and_reason() -> None:
    with pytest.raises(IllegalMove, match="allows no move at 0"):
        grade(lambda _: [], solved("tic_tac_toe"))
    with pytest.raises(IllegalMove, match="allows 99, which is no move at"):
        grade(lambda _: [99], solved("tic_tac_toe"))
    with pytest.raises(MissingCapability, match="grades are for two players without chance"):
        grade(lambda _: [], zermelo.game("pig(target=10)"))
    with pytest.raises(OutOfBudget, match="more than 100 positions"):
        grade(lambda _: [], solved("tic_tac_toe"), most=100)
    budget = Budget()
    budget.stop.set()
    with pytest.raises(Cancelled):
        grade(lambda _: [0], solved("tic_tac_toe"), budget=budget)
