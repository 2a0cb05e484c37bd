"""Policies over arenas: kernels against the checker that knows the rules alone, and against the slow twin."""

import math
import random
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.lively_games import lively_games
from reference import naive
from reference import naive_self_play as twin

import zermelo
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import Cancelled, IllegalMove, UnknownPosition
from zermelo.core.game import Game, has
from zermelo.learn.monotonic.model_improvement import make_self_play_arena
from zermelo.solution.arena import arena_policies as checked
from zermelo.solution.arena import arena_values as solved
from zermelo.solution.arena.arena_policies import (
    AllowedMoves,
    ChosenMoves,
    LineCounter,
    bound_log2_of_line_count,
)
from zermelo.solution.arena.arena_values import fewest_losses_policy, quickest_policy, solve_arena
from zermelo.solution.arena.position_arena import Arena
from zermelo.solver.methods.chinese_remainder import iterate_primes_below
from zermelo.verify.policy_certificate import Certificate, Policy, certify_policy

TIC_TAC_TOE = zermelo.game("tic_tac_toe")


@cache
def small_arena(game: Game) -> Arena:
    """The rules are asked by the interpreter, and gone through in machine code."""
    return replace(make_self_play_arena(game, interpreted=True), gradual=LazyKernels(compiled=True))


def at_random(arena: Arena, seed: int) -> ChosenMoves:
    """A policy that takes any move, drawn once for each position."""
    chance = random.Random(seed)
    widths = np.diff(arena.bounds)
    moves = [chance.randrange(width) if width else -1 for width in widths.tolist()]
    return ChosenMoves(arena, np.array(moves, np.int16))


def by_position(policy: ChosenMoves) -> twin.Policy:
    """The same policy as the slow twin has it."""
    places = enumerate(policy.moves.tolist())
    return {policy.arena.position_at(number): place for number, place in places if place >= 0}


def without_line(certificate: Certificate) -> list[dict[str, Any]]:
    return [
        msgspec.structs.asdict(side)
        | {"losing_line": len(side.losing_line), "given_away": set(side.given_away or ())}
        for side in (certificate.first, certificate.second)
    ]


def is_lost(game: Game, policy: Policy, position: Any, own: bool, line: tuple[str, ...]) -> bool:
    """Whether moves of these names lead from a position to a loss, the policy's player making its moves alone."""
    over = not naive.children(game, position)
    if over or not line:
        value = game.outcome(position) if naive.is_finished(game, position) else game.stuck(position)
        return over and not line and (value if own else -value) < 0
    for move in policy(position) if own else game.moves(position):
        if game.name(position, move) == line[0]:
            child = game.play(position, move)
            after = own != naive.is_flipped(game, position, child)
            if is_lost(game, policy, child, after, line[1:]):
                return True
    return False


@settings(max_examples=50)
@given(lively_games(), st.integers(0, 99), st.booleans())
def test_certificates_are_those_of_the_checker(game: Game, seed: int, ties: bool) -> None:
    """Of one move at each position, and of any sets of moves; where one is empty and play gets there, both refuse."""
    arena = small_arena(game)
    policy: Any = at_random(arena, seed)
    if ties:
        chance = random.Random(seed)
        bits = np.packbits([chance.random() < 0.7 for _ in arena.children], bitorder="little")
        policy = AllowedMoves(arena, bits)
    values = solve_arena(arena).values
    try:
        mine = LineCounter(arena).certify_policy(policy, values)
    except IllegalMove:
        assert ties
        with pytest.raises(IllegalMove, match="allows no move at"):
            certify_policy(policy, arena.game)
        return
    theirs = certify_policy(
        policy, arena.game, values=lambda position: int(values[arena.find_number(position)])
    )
    assert without_line(mine) == without_line(theirs)
    for side, first in ((mine.first, True), (mine.second, False)):
        if side.can_lose:
            game = arena.game
            assert any(is_lost(game, policy, start, first, side.losing_line) for start in game.starts())


@pytest.mark.quick
@settings(max_examples=30)
@given(lively_games(), st.integers(0, 99))
def test_bits_lines_and_worths_are_those_of_the_slow_twins(game: Game, seed: int) -> None:
    arena = small_arena(game)
    policy = at_random(arena, seed)
    laid = twin.laid_out(arena.game)
    assert LineCounter(arena).count_lines(policy) == twin.counts(laid, by_position(policy))
    assert 2 ** bound_log2_of_line_count(arena) >= naive.games(arena.game) - 1e-6
    worth, expected = solve_arena(arena), naive.solve(arena.game)
    for number in range(arena.positions):
        position = arena.position_at(number)
        if arena.bounds[number] < arena.bounds[number + 1]:
            assert policy.as_allowed_moves(position) == policy(position)
        if (
            has(game, "gain") or not game.scored
        ):  # else an arena of self-play has the sign of the outcome alone
            assert (worth.values[number], worth.remoteness[number]) == expected[position]
    if not arena.game.scored:
        judged = twin.judged(laid, by_position(quickest_policy(arena)))
        assert (judged.losing_value, judged.not_fastest, judged.not_slowest) == (0, 0, 0)


def test_counts_beyond_64_bits() -> None:
    """400 stones: more lines than two words count, of one policy too; and with small primes, many."""
    game = zermelo.game("subtraction(heap=400, stop=3)")
    arena = small_arena(game)
    policy = at_random(arena, 7)
    counter = LineCounter(arena)
    assert len(counter.primes) > 1
    expected = twin.counts(twin.laid_out(game), by_position(policy))
    assert counter.count_lines(policy) == expected
    assert max(expected[0]) > 1 << 128
    small = LineCounter(arena)
    small.primes = [prime for prime in iterate_primes_below(3_000) if prime > 1_000]
    assert math.prod(small.primes) > max(*expected[0], *expected[1])
    assert small.count_lines(policy) == expected
    least = fewest_losses_policy(arena)
    best = twin.extreme_counts(twin.laid_out(game), lambda count: (count[2], count[1], -count[0]))
    assert counter.count_lines(least) == best and max(*best[0], *best[1]) > 1 << 62


@settings(max_examples=30)
@given(lively_games(), st.booleans())
def test_fewest_losses_are_the_fewest(game: Game, large: bool) -> None:
    """In machine words, and in Python's integers where the counts might not fit."""
    arena = small_arena(game)
    with pytest.MonkeyPatch.context() as patch:
        if large:
            patch.setattr(solved, "bound_log2_of_line_count", lambda *_: 99.0)
        policy = fewest_losses_policy(arena)
    laid = twin.laid_out(arena.game)
    best = twin.extreme_counts(laid, lambda count: (count[2], count[1], -count[0]))
    assert twin.counts(laid, by_position(policy)) == best
    assert LineCounter(arena).count_lines(policy) == best


def test_a_policy_is_asked_as_any_other() -> None:
    """Where play goes on, and nowhere else; counting its lines is stopped on request."""
    arena = make_self_play_arena(TIC_TAC_TOE, interpreted=False)
    policy = quickest_policy(arena)
    assert policy(TIC_TAC_TOE.start()) == [0]
    over = int(np.flatnonzero(np.diff(arena.bounds) == 0)[0])
    for position, words in ((arena.position_at(over), "play is over at"), (511, "is not a position that")):
        with pytest.raises(UnknownPosition, match=words):
            policy(position)
    assert zermelo.play.certify(policy, TIC_TAC_TOE).never_loses
    budget = Budget()
    budget.stop.set()
    with pytest.raises(Cancelled):
        LineCounter(arena, budget).count_lines(policy)


def test_what_is_given_away_is_shown_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = make_self_play_arena(TIC_TAC_TOE, interpreted=False)
    policy = at_random(arena, 3)
    whole = LineCounter(arena).certify_policy(policy, solve_arena(arena).values)
    monkeypatch.setattr(checked, "MOST_SHOWN", 2)
    some = LineCounter(arena).certify_policy(policy, solve_arena(arena).values)
    assert len(some.second.given_away) == 2 < some.second.given_away_count
    assert some.second.given_away == whole.second.given_away[:2]
    assert LineCounter(arena).certify_policy(policy).second.given_away_count is None
