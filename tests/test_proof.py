"""Proofs of a search: right ones hold, and no wrong one passes, whatever is changed in it.

The proofs are made here, by definition, from all that follows from all; what they say is judged by the naive
twin's values. A wrong claim must be refused. A changed proof that passes must still be true, claim by claim.
"""

import ast
import functools
import json
import random
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import naive
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from commands import Ran, check_refusal, runner
from hashable_games import AllOrders, Coins, SymmetricNim, TupleNim, Word
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from lively_games import lively_games, lively_ponds
from random_games import RandomLoop, catalogue_games

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadParameter,
    Cancelled,
    CheckFailed,
    DamagedProof,
    MissingCapability,
    OutdatedProof,
    StorageFailed,
    ZermeloError,
)
from zermelo.core.game import Game, has
from zermelo.core.values import UNDECIDED
from zermelo.games.connect_four import ConnectFour
from zermelo.games.dots_and_boxes import DotsAndBoxes
from zermelo.games.mnk import TicTacToe
from zermelo.games.subtraction import Subtraction
from zermelo.policy import proof as proof_module
from zermelo.policy.files import PROOF, read_proof, write_proof
from zermelo.policy.proof import Claim, Proof, Proven, check_proof

MOST = 32_000
quick = settings(
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


# A prover by definition


@dataclass(frozen=True)
class Wish:
    """That a class's mover gets at least `limit` (bound 1) or at most (-1)."""

    position: Any
    bound: int
    limit: int


class Prover:
    """All that can be claimed, as far as a wish needs it: what holds, and at which height."""

    def __init__(self, game: Game, timed: bool = False) -> None:
        self.game, self.timed = game, timed
        self.heights: dict[Wish, int] = {}
        self.steps: dict[Wish, dict[Any, Wish] | None] = {}  # of each move; None where play is over

    def end(self, position: Any) -> int | None:
        """What a finished position is worth, None where play goes on."""
        game = self.game
        value = game.outcome(position)
        if value == UNDECIDED:
            if list(game.moves(position)):
                return None
            value = game.stuck(position)
        return MOST * value if self.timed else value

    def after(self, wish: Wish, move: Any) -> Wish:
        """What must hold after a move for the move to fulfil a wish."""
        child = self.game.play(wish.position, move)
        sign = -1 if naive.is_flipped(self.game, wish.position, child) else 1
        limit = wish.limit - naive.points(self.game, wish.position, move)
        if self.timed and limit:
            limit = max(-MOST, min(MOST, limit + (1 if limit > 0 else -1)))
        return Wish(naive.canonical(self.game, child), sign * wish.bound, sign * limit)

    def is_free(self, wish: Wish) -> bool:
        """Whether play without end fulfils the wish."""
        return not has(self.game, "gain") and wish.bound * wish.limit <= 0

    def explore(self, wish: Wish) -> None:
        waiting = [wish]
        while waiting:
            wish = waiting.pop()
            if wish in self.steps:
                continue
            if len(self.steps) > 5000:
                assume(False)
            if self.end(wish.position) is not None:
                self.steps[wish] = None
                continue
            self.steps[wish] = {move: self.after(wish, move) for move in self.game.moves(wish.position)}
            waiting.extend(self.steps[wish].values())  # type: ignore[union-attr]

    def holds(self, wish: Wish, known: Any) -> bool:
        steps = self.steps[wish]
        if steps is None:
            end = self.end(wish.position)
            assert end is not None
            return wish.bound * end >= wish.bound * wish.limit
        return (any if wish.bound == 1 else all)(child in known for child in steps.values())

    def settle(self) -> None:
        """Find what holds: level by level, and then what is free unless something speaks against it."""
        self.heights = {}
        level = 0
        while found := [
            wish for wish in self.steps if wish not in self.heights and self.holds(wish, self.heights)
        ]:
            self.heights |= dict.fromkeys(found, level)
            level += 1
        free = {wish for wish in self.steps if self.is_free(wish)} | set(self.heights)
        while gone := {wish for wish in free - set(self.heights) if not self.holds(wish, free)}:
            free -= gone
        self.heights |= dict.fromkeys(free - set(self.heights), 0)
        self.went_round = free

    def prove(self, wishes: list[Wish], draw: random.Random) -> list[Claim] | None:
        """Return claims for all wishes, or None where one does not hold; images and moves are drawn by lot."""
        for wish in wishes:
            self.explore(wish)
        self.settle()
        if not all(wish in self.heights for wish in wishes):
            return None
        claims: dict[Wish, Claim] = {}
        waiting = list(wishes)
        while waiting:
            wish = waiting.pop()
            if wish in claims:
                continue
            steps = self.steps[wish] or {}
            if wish.bound == 1 and steps:
                good = [move for move, child in steps.items() if self.may_rest(wish, child)]
                move = draw.choice(good)
                steps = {move: steps[move]}
            claims[wish] = self.claim(wish, steps, draw)
            waiting.extend(steps.values())
        return draw.sample(list(claims.values()), len(claims))

    def may_rest(self, wish: Wish, child: Wish) -> bool:
        if child not in self.heights:
            return False
        return self.is_free(wish) or self.heights[child] < self.heights[wish]

    def claim(self, wish: Wish, steps: dict[Any, Wish], draw: random.Random) -> Claim:
        """Return a wish as a claim about some image of its position."""
        image = draw.choice(sorted(naive.orbit(self.game, wish.position)))
        move = None
        if wish.bound == 1 and steps:
            (child,) = steps.values()
            move = next(
                move
                for move in self.game.moves(image)
                if self.after(replace(wish, position=image), move) == child
            )
        return Claim(image, wish.bound, wish.limit, move, self.heights[wish])


@functools.cache
def answers_of(game: Game) -> dict[Any, tuple[int, int | None]]:
    """What the naive twin finds, by the least images of the positions."""
    return {naive.canonical(game, position): answer for position, answer in naive.solve(game).items()}


def score_of(answer: tuple[int, int | None], timed: bool) -> int:
    """A position's value, or its score where the length counts."""
    value, remoteness = answer
    if not timed or value == 0:
        return value
    assert remoteness is not None
    return (MOST - remoteness) * value


def make_proof(
    game: Game, draw: random.Random, *, timed: bool = False, slack: tuple[int, int] = (0, 0)
) -> Proof | None:
    """Return a proof of a start's value (with `slack`, of less), None where it rests on going round for points."""
    start = draw.choice(list(game.starts()))
    least = naive.canonical(game, start)
    score = score_of(answers_of(game)[least], timed)
    wishes = [
        Wish(least, bound, score - bound * looser) for bound, looser in zip((1, -1), slack, strict=True)
    ]
    claims = Prover(game, timed).prove(wishes, draw)
    return None if claims is None else Proof(game, start, claims, timed)


def is_true(proof: Proof) -> bool:
    """Whether every claim about a position of the game is true, by the naive twin's values."""
    answers = answers_of(proof.game)
    for claim in proof.claims:
        image = naive.canonical(proof.game, claim.position)
        if image in answers:
            score = score_of(answers[image], proof.timed)
            if claim.bound * score < claim.bound * claim.limit:
                return False
    low, high = proof.says
    score = score_of(answers[naive.canonical(proof.game, proof.start)], proof.timed)
    return (low is None or low <= score) and (high is None or score <= high)


def check_or_refuse(proof: Proof) -> bool:
    """Return whether the checker accepts a proof; what it accepts must be true."""
    try:
        proven = check_proof(proof)
    except CheckFailed as error:
        assert "\n" not in str(error)
        return False
    assert is_true(proof), proof
    assert (proven.low, proven.high) == proof.says
    return True


SMALL: list[Game] = [
    TupleNim(heaps=(2, 3)),
    SymmetricNim(heaps=(1, 2, 2)),
    AllOrders(heaps=(1, 2)),
    Word(),
    Coins(row=(3, 1, 2)),
    DotsAndBoxes(columns=1, rows=2),
    TicTacToe(),
    ConnectFour(columns=3, rows=3, line=3),
    Subtraction(heap=9),
]


def is_for_points(game: Game) -> bool:
    return game.scored or has(game, "gain")


def any_games() -> Any:
    return st.one_of(lively_games(small=True), lively_ponds(), catalogue_games(), st.sampled_from(SMALL[:6]))


# What is right holds


@pytest.mark.parametrize("game", SMALL, ids=repr)
@pytest.mark.parametrize("timed", [False, True])
def test_a_proof_of_the_value_holds(game: Game, timed: bool) -> None:
    if timed and is_for_points(game):
        return
    proof = make_proof(game, random.Random(1), timed=timed)
    assert proof is not None
    proven = check_proof(proof)
    score = score_of(answers_of(game)[naive.canonical(game, proof.start)], timed)
    assert proof.says == (proven.low, proven.high) == (score, score)
    assert proven.claims == len(proof.claims) > 1


@settings(quick, max_examples=60)
@given(game=any_games(), seed=st.integers(0, 99), slack=st.tuples(st.integers(0, 2), st.integers(0, 2)))
def test_random_proofs_hold(game: Game, seed: int, slack: tuple[int, int]) -> None:
    for timed in (False,) if is_for_points(game) else (False, True):
        proof = make_proof(game, random.Random(seed), timed=timed, slack=slack)
        if proof is None:  # nobody can be made to go round for points that were won before
            assert has(game, "gain")
            continue
        assert check_or_refuse(proof)
        score = score_of(answers_of(game)[naive.canonical(game, proof.start)], timed)
        low, high = proof.says
        assert low is not None and score - slack[0] <= low <= score
        assert high is not None and score <= high <= score + slack[1]


@quick
@given(game=any_games(), seed=st.integers(0, 99))
def test_one_side_alone_is_proven(game: Game, seed: int) -> None:
    draw = random.Random(seed)
    start = next(iter(game.starts()))
    value = naive.solve(game)[start][0]
    for bound in (1, -1):
        claims = Prover(game).prove([Wish(naive.canonical(game, start), bound, value)], draw)
        if claims is not None:
            proven = check_proof(Proof(game, start, claims))
            assert (proven.low, proven.high) == ((value, None) if bound == 1 else (None, value))


def test_the_prover_knows_no_more_than_the_truth() -> None:
    """The twin of this file: what it holds provable is what is so, for every position and limit."""
    for game in [RandomLoop(seed=3), *SMALL[:5]]:
        answers = naive.solve(game)
        for bound in (1, -1):
            for limit in (-1, 0, 1):
                prover = Prover(game)
                for position in answers:
                    prover.explore(Wish(naive.canonical(game, position), bound, limit))
                prover.settle()
                for position, (value, _) in answers.items():
                    holds = Wish(naive.canonical(game, position), bound, limit) in prover.heights
                    assert holds == (bound * value >= bound * limit)


# What is changed is refused, or still right


def changed(proof: Proof, draw: random.Random, positions: list[Any]) -> Iterator[Proof]:
    """Yield the proof with one thing changed, for every field in turn, at claims drawn by lot."""
    claims = list(proof.claims)

    def put(place: int, *others: Claim) -> Proof:
        return replace(proof, claims=[*claims[:place], *others, *claims[place + 1 :]])

    for _ in range(3):
        place = draw.randrange(len(claims))
        claim = claims[place]
        inner = [one for one in range(len(claims)) if claims[one].move is not None]
        mover = draw.choice(inner) if inner else place
        moves = list(proof.game.moves(claims[mover].position)) if inner else []
        yield put(place)
        yield put(place, replace(claim, position=draw.choice(positions)))
        yield put(place, replace(claim, bound=-claim.bound))
        yield put(place, replace(claim, limit=claim.limit + claim.bound))
        yield put(place, replace(claim, limit=claim.limit - claim.bound))
        yield put(place, replace(claim, limit=0))
        yield put(mover, replace(claims[mover], move=draw.choice([*moves, None, "no move", -1])))
        yield put(place, replace(claim, height=draw.randrange(-2, 9)))
        yield put(place, replace(claim, height=1000))
        other = draw.choice(claims)
        yield put(place, claim, replace(other, limit=other.limit + other.bound, height=-5))
        yield put(place, replace(other, position=claim.position))


@settings(quick, max_examples=60)
@given(game=any_games(), seed=st.integers(0, 99))
def test_a_changed_proof_is_refused_or_still_right(game: Game, seed: int) -> None:
    draw = random.Random(seed)
    positions = sorted(naive.positions(game))
    for timed in (False,) if is_for_points(game) else (False, True):
        proof = make_proof(game, draw, timed=timed)
        if proof is not None:
            for other in changed(proof, draw, positions):
                check_or_refuse(other)


def test_most_changes_are_refused() -> None:
    """Over hundreds of them; those that pass are looser limits, other heights, other good moves."""
    draw = random.Random(5)
    planted = refused = 0
    for game in SMALL:
        proof = make_proof(game, draw)
        assert proof is not None
        positions = sorted(naive.positions(game))
        for _ in range(5):
            for other in changed(proof, draw, positions):
                planted += 1
                refused += not check_or_refuse(other)
    assert planted > 1000 and planted / 3 < refused < planted


@pytest.mark.parametrize("timed", [False, True])
def test_every_claim_tightened_is_refused(timed: bool) -> None:
    """Where all limits are exact, each is the most that can be claimed: as a wrong bound in a table would be."""
    for game in (TicTacToe(), SymmetricNim(heaps=(1, 2, 2)), Subtraction(heap=9)):
        answers = answers_of(game)
        proof = make_proof(game, random.Random(2), timed=timed)
        assert proof is not None
        planted = 0
        for place, claim in enumerate(proof.claims):
            if claim.limit != score_of(answers[naive.canonical(game, claim.position)], timed):
                continue
            planted += 1
            worse = replace(claim, limit=claim.limit + claim.bound)
            claims = [*proof.claims[:place], worse, *proof.claims[place + 1 :]]
            with pytest.raises(CheckFailed, match="does not hold"):
                check_proof(replace(proof, claims=claims))
        assert planted > 3


def test_every_claim_is_needed() -> None:
    proof = make_proof(TicTacToe(), random.Random(3))
    assert proof is not None
    for place in range(0, len(proof.claims), 7):
        rest = [*proof.claims[:place], *proof.claims[place + 1 :]]
        assert not check_or_refuse(replace(proof, claims=rest)) or rest == proof.claims


# Circles


class Ring(Game):
    """Four places in a ring, and from each a way out, to a place where the game is lost for who is to move."""

    exits: bool = False

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        yield 0
        if self.exits and position == 3:
            yield 1

    def play(self, position: int, move: int) -> int:
        return 4 if move else (position + 1) % 4

    def outcome(self, position: int) -> int:
        return -1 if position == 4 else UNDECIDED


class PaidRing(Ring):
    """The same, where a move could bring points."""

    def gain(self, position: int, move: int) -> int:
        return 0


def round_claims(limit: int, heights: list[int]) -> list[Claim]:
    """Claims that the one to move at 0 gets at least `limit`, each resting on the next, all round the ring."""
    return [
        Claim(place, -1 if place % 2 else 1, -limit if place % 2 else limit, 0, heights[place])
        for place in range(4)
    ]


@pytest.mark.parametrize("heights", [[0, 0, 0, 0], [3, 2, 1, 0], [0, 1, 2, 3], [9, -1, 5, 5]])
def test_a_false_win_in_a_circle_is_refused(heights: list[int]) -> None:
    for limit in (1, 2):
        with pytest.raises(CheckFailed, match="rest on each other in a circle"):
            check_proof(Proof(Ring(), 0, round_claims(limit, heights)))
    for limit in (0, -1):
        proven = check_proof(Proof(Ring(), 0, round_claims(limit, heights)))
        assert (proven.low, proven.high) == (limit, None), "going round for ever is worth 0"
        with pytest.raises(CheckFailed, match="rest on each other in a circle"):
            check_proof(Proof(PaidRing(), 0, round_claims(limit, heights)))
        assert check_proof(Proof(Ring(), 0, round_claims(limit, heights), timed=True)).low == limit


@pytest.mark.parametrize("heights", [[0, 0, 0, 0], [3, 2, 1, 0], [0, 1, 2, 3]])
def test_a_false_loss_in_a_circle_is_refused(heights: list[int]) -> None:
    claims = [replace(claim, bound=-claim.bound, limit=-claim.limit) for claim in round_claims(1, heights)]
    with pytest.raises(CheckFailed, match="rest on each other in a circle"):
        check_proof(Proof(Ring(), 0, claims))


def test_a_draw_that_rests_on_a_win() -> None:
    """Who can go round may also leave: from 3 the one to move wins, so at 2 he is lost who must go there."""
    answers = naive.solve(Ring(exits=True))
    assert [answers[place][0] for place in range(5)] == [-1, 1, -1, 1, -1]
    game = Ring(exits=True)
    claims = [Claim(4, -1, -1), Claim(3, 1, 1, 1, 1), Claim(2, -1, -1, None, 2), Claim(1, 1, 1, 0, 3)]
    assert check_proof(Proof(game, 0, [*claims, Claim(0, -1, -1, None, 4)])).high == -1
    assert check_proof(Proof(game, 0, [*claims, Claim(0, -1, 0, None, -7)])).high == 0, "any height will do"
    with pytest.raises(CheckFailed, match="has height 3, which is not less than its own, 3"):
        check_proof(Proof(game, 0, [*claims, Claim(0, -1, -1, None, 3)]))
    with pytest.raises(CheckFailed, match="no claim says that this is at least anything"):
        check_proof(Proof(Ring(exits=True), 1, [Claim(1, -1, 0, None, 9)]))


@settings(quick, max_examples=60)
@given(game=lively_ponds(), seed=st.integers(0, 99))
def test_claims_that_hold_each_other_up(game: Game, seed: int) -> None:
    """All that speaks for itself and for nothing else, at any heights: what is false among it is refused."""
    draw = random.Random(seed)
    prover = Prover(game)
    for position in naive.positions(game):
        for bound in (1, -1):
            prover.explore(Wish(naive.canonical(game, position), bound, bound))
    standing = set(prover.steps)
    while gone := {wish for wish in standing if not prover.holds(wish, standing)}:
        standing -= gone
    claims = []
    for wish in standing:
        steps = prover.steps[wish] or {}
        good = [move for move, child in steps.items() if child in standing]
        move = draw.choice(good) if wish.bound == 1 and good else None
        claims.append(Claim(wish.position, wish.bound, wish.limit, move, draw.randrange(4)))
    if claims:
        check_or_refuse(Proof(game, claims[0].position, claims))
        flat = [replace(claim, height=0) for claim in claims]
        check_or_refuse(Proof(game, claims[0].position, flat))


# The longest wins


def test_a_win_that_is_longer_than_scores_can_tell_stays_a_win() -> None:
    """One stone at a time: with an odd number the mover wins, in as many plies; no length makes a draw of it."""
    game = Subtraction(heap=32_001, take=(1,))
    lost = [Claim(heap, -1, min(-1, heap - MOST), None, heap) for heap in range(0, 32_001, 2)]
    won = [Claim(heap, 1, max(1, MOST - heap), 1, heap) for heap in range(1, 32_002, 2)]
    proven = check_proof(Proof(game, 32_001, [*lost, *won], timed=True))
    assert (proven.low, proven.high) == (1, None)
    slow = [Claim(heap, 1, heap - MOST, 1 if heap else None, heap) for heap in range(0, 32_000, 2)]
    slow += [Claim(heap, -1, MOST - heap, None, heap) for heap in range(1, 32_000, 2)]
    assert check_proof(Proof(game, 31_999, slow, timed=True)).high == 1
    for claim in (Claim(32_000, 1, 0, 1, 32_000), Claim(32_000, 1, -1, 1, 32_000)):
        accepted = check_or_refuse_long(Proof(game, 32_000, [*slow, claim], timed=True))
        assert accepted == (claim.limit == -1), "a loss in 32,000 plies is no draw"


def check_or_refuse_long(proof: Proof) -> bool:
    try:
        check_proof(proof)
    except CheckFailed:
        return False
    return True


# What a claim can say wrong


def stones(*claims: Claim, start: int = 5) -> Proof:
    return Proof(Subtraction(heap=5), start, claims)


FIVE = (
    Claim(5, 1, 1, 1, 2),
    Claim(4, -1, -1, None, 1),
    *(Claim(heap, 1, 1, heap, 0) for heap in (1, 2, 3)),
    Claim(0, -1, -1, None, -1),
)


def test_the_tightest_claims_say_what_is_proven() -> None:
    """Looser ones may stand beside them, at the start and elsewhere."""
    loose = [Claim(5, 1, -7, 1, 9), Claim(5, 1, 0, 1, 8), Claim(4, -1, 3, None, 7), Claim(5, -1, 9, None, 9)]
    loose += [Claim(4, 1, -9, 3, 2), Claim(1, -1, 9, None, 1), Claim(0, 1, -1)]
    proof = stones(*loose[:2], *FIVE, *loose[2:])
    assert proof.says == (1, 9) and proof.in_words() == "at least 1 and at most 9"
    assert check_proof(proof) == Proven(repr(Subtraction(heap=5)), 13, 1, 9)


def test_claims_are_refused_in_words() -> None:
    assert check_proof(stones(*FIVE)) == Proven(repr(Subtraction(heap=5)), 6, 1, None)
    for claims, words in [
        ((), "no claim is about 5, where the proof begins: it proves nothing"),
        (FIVE[1:], "no claim is about 5"),
        ((Claim(5, 1, 1, 4),), "the claim that 5 is at least 1 does not hold: its move 4 is no move there"),
        ((Claim(5, 1, 1),), "its move None is no move there"),
        (FIVE[:1], "move 1 leads to 4, and no claim says that this is at most anything"),
        ((FIVE[0], Claim(4, -1, 0), Claim(4, -1, 5)), "move 1 leads to 4, of which no more is claimed than at most 0"),
        (
            (*FIVE, Claim(0, 1, 1)),
            "the claim that 0 is at least 1 does not hold: play is over there, and it is -1",
        ),
        ((*FIVE, Claim(5, 2, 1)), r"its bound 2 is neither 1, at least, nor -1, at most"),
        ((*FIVE, Claim([5], 1, 1)), "the rules raise TypeError: unhashable type"),
        ((*FIVE, Claim("five", 1, 1)), "the rules raise TypeError"),
    ]:
        with pytest.raises(CheckFailed, match=words):
            check_proof(stones(*claims))


def test_claims_that_contradict_each_other_show_wrong_symmetries() -> None:
    class Same(Subtraction):
        def symmetries(self, position: int) -> Iterator[int]:
            yield 4
            yield position

    claims = [Claim(4, -1, -1, None, 3), Claim(3, 1, 1, 3, 2), Claim(2, 1, 1, 2, 2), Claim(1, 1, 1, 1, 2)]
    claims += [Claim(0, -1, -1)]
    with pytest.raises(CheckFailed, match="its symmetries cannot be right"):
        check_proof(Proof(Same(heap=5), 5, [Claim(5, 1, 1, 1, 4), *claims]))


def test_positions_that_are_equal_and_not_the_same() -> None:
    """1 == 1.0 == True: a claim about one of them says nothing of the others, as rules can tell them apart."""

    class Halves(Subtraction):
        def outcome(self, position: Any) -> int:
            return UNDECIDED if isinstance(position, int) and not isinstance(position, bool) else -1

        def stuck(self, position: Any) -> int:
            return 1

    game = Halves(heap=1, take=(1,))
    assert naive.solve(game)[1] == (-1, 1)
    assert check_proof(Proof(game, 1, [Claim(1, -1, -1, None, 1), Claim(0, 1, 1)])).high == -1
    for false in (0.0, False):
        with pytest.raises(CheckFailed, match="no claim says"):
            check_proof(Proof(game, 1, [Claim(1, 1, 1, 1, 1), Claim(false, -1, -1)]))
    pair = TupleNim(heaps=(1, 0))
    right = [Claim((1, 0), 1, 1, (0, 0), 1), Claim((0, 0), -1, -1)]
    assert check_proof(Proof(pair, (1, 0), right)).low == 1
    for wrong in ((0.0, 0), (False, 0)):
        with pytest.raises(CheckFailed, match="no claim says"):
            check_proof(Proof(pair, (1, 0), [right[0], Claim(wrong, -1, -1)]))


def test_moves_without_end() -> None:
    class Endless(Subtraction):
        def moves(self, position: int) -> Iterator[int]:
            while position == 4:
                yield 1
            yield from super().moves(position)

    with pytest.raises(CheckFailed, match=r"moves\(\) does not end there"):
        check_proof(Proof(Endless(heap=5), 5, FIVE))


def test_the_searchers_hooks_are_not_asked() -> None:
    class Hooked(Subtraction):
        def candidates(self, position: int) -> Iterator[int]:
            raise AssertionError("asked")

        bounds = order = estimate = quiet = candidates  # type: ignore[assignment]

    assert check_proof(Proof(Hooked(heap=5), 5, FIVE)).low == 1


def test_the_checker_shares_nothing_with_the_searcher() -> None:
    """Of what it imports, `graph.faults` only puts positions into words."""
    tree = ast.parse(Path(proof_module.__file__).read_text())
    found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    ours = {name for name in found if name is not None and name.startswith("zermelo")}
    core = {f"zermelo.core.{name}" for name in ("budget", "errors", "game", "values")}
    assert ours == {*core, "zermelo.graph.faults", "zermelo.policy.two_players"}


def test_other_games_are_refused() -> None:
    class Three(Subtraction):
        players = 3

    with pytest.raises(MissingCapability, match="3 players: proofs are for two players"):
        check_proof(Proof(Three(heap=5), 5, FIVE))
    with pytest.raises(BadParameter, match="is played for points"):
        check_proof(Proof(DotsAndBoxes(), 0, [], timed=True))


def test_a_check_reports_and_stops() -> None:
    budget = Budget()
    seen: list[Any] = []
    budget.listener = seen.append
    check_proof(stones(*FIVE), budget)
    assert [(progress.phase, progress.done, progress.total) for progress in seen] == [("proof", 0, 6)]
    budget.stop.set()
    with pytest.raises(Cancelled):
        check_proof(stones(*FIVE), budget)


# Words


def test_what_is_proven_in_words() -> None:
    for low, high, timed, scored, said in [
        (0, 0, False, False, "at least 0 and at most 0, so a draw"),
        (1, None, False, False, "at least 1, so a win"),
        (None, -1, False, False, "at most -1, so a loss"),
        (0, None, False, False, "at least 0"),
        (-3, -3, False, True, "at least -3 and at most -3, so a loss by 3"),
        (0, 0, False, True, "at least 0 and at most 0, so a draw"),
        (2, 5, False, True, "at least 2 and at most 5, so a win"),
        (31_959, 31_959, True, False, "win in 41"),
        (-31_996, -31_996, True, False, "loss in 4"),
        (0, 0, True, False, "draw"),
        (1, 1, True, False, "win in 31,999 or more"),
        (-31_990, 31_993, True, False, "at least loss in 10 and at most win in 7"),
    ]:
        proven = Proven("chess()", 1234, low, high, timed, scored)
        assert str(proven) == f"chess()\nproven: {said}: 1,234 claims, each recomputed from its moves'"
    assert stones(*FIVE).in_words() == "at least 1" and stones().in_words() == "nothing"
    assert str(check_proof(stones(Claim(0, -1, -1), start=0))).startswith(f"{Subtraction(heap=5)!r} at 0\n")


# Files


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    proof = make_proof(TicTacToe(), random.Random(4), timed=True)
    zermelo.save_proof(proof, tmp_path / "saved.parquet")
    return tmp_path / "saved.parquet"


def sorted_claims(proof: Proof) -> list[Claim]:
    return sorted(proof.claims, key=repr)


@settings(quick, max_examples=25)
@given(game=any_games(), seed=st.integers(0, 99))
def test_a_file_gives_the_proof_back(game: Game, seed: int, tmp_path: Path) -> None:
    file = tmp_path / "saved.parquet"
    proof = make_proof(game, random.Random(seed), timed=not is_for_points(game))
    if proof is not None:
        write_proof(proof, repr(game), file)
        found = read_proof(file, game)
        assert (found.game, found.start, found.timed) == (game, proof.start, proof.timed)
        assert sorted_claims(found) == sorted_claims(proof)
        assert check_proof(found) == check_proof(proof)
        assert list(tmp_path.iterdir()) == [file], "nothing else is left"


def test_columns_and_metadata(saved: Path) -> None:
    table = pq.read_table(saved)
    names = ["position", "bound", "limit", "move", "height"]
    assert table.schema.names == names
    assert table.schema.types == [pa.int64(), pa.int8(), pa.int64(), pa.int64(), pa.int64()]
    positions = table.column("position").to_pylist()
    assert positions == sorted(positions)
    found = json.loads(table.schema.metadata[b"zermelo.proof"])
    sealed = {"format", "zermelo", "game", "source", "rules", "claims", "start", "timed", "checksum"}
    assert set(found) == sealed
    assert (found["format"], found["game"], found["claims"]) == (1, repr(TicTacToe()), len(positions))
    assert (found["start"], found["timed"]) == ("0", True)


def test_any_damaged_byte_is_noticed(saved: Path) -> None:
    """Each place in turn: what is still read is the same proof (Parquet has bytes that mean nothing)."""
    whole, told = saved.read_bytes(), sorted_claims(read_proof(saved, TicTacToe()))
    noticed = 0
    step = max(1, len(whole) // 300)
    for place in range(0, len(whole), step):
        saved.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            assert sorted_claims(read_proof(saved, TicTacToe())) == told, place
        except (DamagedProof, BadParameter):
            noticed += 1
    assert noticed > 150
    for length in (4, len(whole) // 2, len(whole) - 1):
        saved.write_bytes(whole[:length])
        with pytest.raises(DamagedProof, match=r"is damaged.* search again for a proof"):
            zermelo.verify_proof(saved)


def rewritten(file: Path, **changes: Any) -> None:
    table = pq.read_table(file)
    found = json.loads(table.schema.metadata[PROOF.key]) | changes
    pq.write_table(table.replace_schema_metadata({PROOF.key: json.dumps(found).encode()}), file)


def test_other_formats_and_changed_rows(saved: Path) -> None:
    table = pq.read_table(saved)
    for changes in ({"timed": False}, {"start": "1"}, {"game": "nim"}, {"claims": 1}):
        rewritten(saved, **changes)
        with pytest.raises(DamagedProof, match="its checksum is wrong"):
            zermelo.verify_proof(saved)
        pq.write_table(table, saved)
    rewritten(saved, format=2)
    with pytest.raises(OutdatedProof, match="has format 2, this version reads 1"):
        zermelo.verify_proof(saved)
    pq.write_table(table.slice(1), saved)
    with pytest.raises(DamagedProof, match="its checksum is wrong"):
        zermelo.verify_proof(saved)


def test_what_is_no_literal_is_refused(tmp_path: Path) -> None:
    """A file that was forged, checksum and all, is refused in words too."""
    game, file = Word(), tmp_path / "saved.parquet"
    proof = make_proof(game, random.Random(0))
    assert proof is not None
    write_proof(proof, repr(game), file)
    table = pq.read_table(file)
    texts = ["open('x')", *table.column("position").to_pylist()[1:]]
    from zermelo.policy.tables import _checksum

    table = table.set_column(0, "position", pa.array(texts))
    found = json.loads(table.schema.metadata[PROOF.key])
    found["checksum"] = _checksum(found, table.columns)
    pq.write_table(table.replace_schema_metadata({PROOF.key: json.dumps(found).encode()}), file)
    with pytest.raises(DamagedProof, match="is no literal"):
        read_proof(file, game)


def test_files_of_other_kinds(saved: Path, tmp_path: Path) -> None:
    proof, policy = read_proof(saved, TicTacToe()), tmp_path / "policy.parquet"
    zermelo.save_policy(lambda _: [1], Subtraction(heap=5), policy)
    (tmp_path / "text").write_text("a letter")
    for other in (policy, tmp_path / "text"):
        before = other.read_bytes()
        with pytest.raises(BadParameter, match="holds something else than a proof"):
            zermelo.verify_proof(other)
        with pytest.raises(BadParameter, match="holds something else than a proof"):
            zermelo.save_proof(proof, other)
        assert other.read_bytes() == before
    with pytest.raises(BadParameter, match="holds something else than a policy"):
        zermelo.load_policy(saved)
    with pytest.raises(StorageFailed, match=r"there is no file .*: give a saved proof"):
        zermelo.verify_proof(tmp_path / "nowhere.parquet")
    for claim in (Claim(frozenset(), 1, 0), Claim(0, 1 << 9, 0), Claim(0, 1, 1 << 70), Claim(0, 1, 0.5)):
        with pytest.raises(BadParameter, match="cannot be written"):
            zermelo.save_proof(replace(proof, claims=[claim]), tmp_path / "new.parquet")
    assert not (tmp_path / "new.parquet").exists()


def test_another_game_or_other_rules(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match=r"is a proof of tic_tac_toe.* not of subtraction"):
        zermelo.verify_proof(saved, "subtraction")
    rules, file = tmp_path / "stones.py", tmp_path / "stones.parquet"

    def write(most: int) -> str:
        rules.write_text(
            textwrap.dedent(f"""
            from zermelo import Game

            class Stones(Game):
                def start(self):
                    return 5

                def moves(self, position):
                    yield from range(1, min({most}, position) + 1)

                def play(self, position, move):
                    return position - move
            """)
        )
        return f"{rules}:Stones"

    zermelo.save_proof(Proof(zermelo.game(write(3)), 5, FIVE), file)
    assert zermelo.verify_proof(file).low == 1
    write(4)
    with pytest.raises(OutdatedProof, match="was made from other rules"):
        zermelo.verify_proof(file)


# The command


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def test_verify_a_file(command: Callable[..., Ran], saved: Path) -> None:
    proof = read_proof(saved, TicTacToe())
    ran = command("verify", str(saved))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{check_proof(proof)}\n"
    found = json.loads(command("verify", str(saved), "--json").out)
    assert found == {
        "game": repr(TicTacToe()),
        "claims": len(proof.claims),
        "low": 0,
        "high": 0,
        "timed": True,
        "verified": True,
    }
    zermelo.save_proof(replace(proof, claims=[Claim(0, -1, 0)]), saved)
    check_refusal(command("verify", str(saved)), 1, "no claim")
    check_refusal(command("verify", str(saved), "0"), 2, "is a proof with a start of its own")
    saved.write_bytes(saved.read_bytes()[:-1])
    check_refusal(command("verify", str(saved)), 1, "is damaged")
    saved.write_text("a letter")
    check_refusal(command("verify", str(saved)), 2, "holds something else than a proof")


def test_the_errors_are_of_the_family() -> None:
    for kind, status in ((DamagedProof, 1), (OutdatedProof, 2), (CheckFailed, 1)):
        assert issubclass(kind, ZermeloError) and kind.exit_status == status
