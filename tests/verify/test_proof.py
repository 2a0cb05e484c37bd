"""Proofs of a search: right ones hold, and no wrong one passes, whatever is changed in it.

The proofs are those of `naive_proof`, by definition; what they say is judged by the naive twin's values. A wrong
claim must be refused. A changed proof that passes must still be true, claim by claim.
"""

import ast
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.hashable_games import AllOrders, Coins, SymmetricNim, TupleNim, Word
from made.lively_games import lively_games, lively_ponds
from made.random_games import RandomLoop, catalogue_games
from reference import naive
from reference.naive_proof import MOST, Prover, Wish, answers_of, is_for_points, is_true, make_proof, score_of

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, Cancelled, CheckFailed, MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.values import UNDECIDED
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.verify import search_proof as proof_module
from zermelo.verify.search_proof import Proof, ProofClaim, format_start_bounds, verify_proof

quick = settings(max_examples=15)


def check_or_refuse(proof: Proof) -> bool:
    """Return whether the checker accepts a proof; what it accepts must be true."""
    try:
        proven = verify_proof(proof)
    except CheckFailed as error:
        assert "\n" not in str(error)
        return False
    assert is_true(proof), proof
    assert (proven.details["low"], proven.details["high"]) == proof.proven_limits
    return True


SMALL: list[Game] = [TupleNim(heaps=(2, 3)), SymmetricNim(heaps=(1, 2, 2)), AllOrders(heaps=(1, 2)), Word()]
SMALL += [Coins(row=(3, 1, 2)), DotsAndBoxes(columns=1, rows=2), TicTacToe(), Subtraction(heap=9)]
SMALL += [ConnectFour(columns=3, rows=3, line=3)]


KINDS: dict[str, Any] = {  # each drawn alone, so that none is rare
    "without loops": lively_games(small=True),
    "with loops": lively_ponds(),
    "catalogue": catalogue_games(),
    "hashable": st.sampled_from(SMALL[:6]),
}
kinds = pytest.mark.parametrize("kind", KINDS)


# What is right holds


@kinds
@quick
@given(data=st.data(), seed=st.integers(0, 99), slack=st.tuples(st.integers(0, 2), st.integers(0, 2)))
def test_random_proofs_hold(kind: str, data: st.DataObject, seed: int, slack: tuple[int, int]) -> None:
    game = data.draw(KINDS[kind])
    for timed in (False,) if is_for_points(game) else (False, True):
        proof = make_proof(game, random.Random(seed), timed=timed, slack=slack)
        if proof is None:  # nobody can be made to go round for points that were won before
            assert has(game, "gain")
            continue
        assert check_or_refuse(proof)
        score = score_of(answers_of(game)[naive.canonical(game, proof.start)], timed)
        low, high = proof.proven_limits
        assert low is not None and score - slack[0] <= low <= score
        assert high is not None and score <= high <= score + slack[1]


@kinds
@settings(quick, max_examples=10)
@given(data=st.data(), seed=st.integers(0, 99))
def test_one_side_alone_is_proven(kind: str, data: st.DataObject, seed: int) -> None:
    game = data.draw(KINDS[kind])
    draw = random.Random(seed)
    start = next(iter(game.starts()))
    value = naive.solve(game)[start][0]
    for bound in (1, -1):
        claims = Prover(game).prove([Wish(naive.canonical(game, start), bound, value)], draw)
        if claims is not None:
            proof = Proof(game, start, claims)
            assert check_or_refuse(proof)
            low, high = proof.proven_limits
            assert (low if bound == 1 else high) == value
            other = high if bound == 1 else low  # where play may cycle the start may come again in a claim
            assert other is None or bound * (other - value) >= 0


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
    """Yield the proof with one thing changed, for every field in turn, at claims drawn at random."""
    claims = list(proof.claims)

    def put(place: int, *others: ProofClaim) -> Proof:
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


@kinds
@settings(quick, max_examples=10)
@given(data=st.data(), seed=st.integers(0, 99))
def test_a_changed_proof_is_refused_or_still_right(kind: str, data: st.DataObject, seed: int) -> None:
    game = data.draw(KINDS[kind])
    draw = random.Random(seed)
    positions = sorted(naive.positions(game))
    for timed in (False,) if is_for_points(game) else (False, True):
        proof = make_proof(game, draw, timed=timed)
        if proof is not None:
            for other in changed(proof, draw, positions):
                check_or_refuse(other)


def test_most_changes_are_refused() -> None:
    """Of hundreds; those that pass are looser limits, other heights, other good moves."""
    draw = random.Random(5)
    planted = refused = 0
    for game in SMALL:
        proof = make_proof(game, draw)
        assert proof is not None
        positions = sorted(naive.positions(game))
        for _ in range(2):
            for other in changed(proof, draw, positions):
                planted += 1
                refused += not check_or_refuse(other)
    assert planted > 400 and planted / 3 < refused < planted


@pytest.mark.parametrize("timed", [False, True])
def test_every_claim_tightened_is_refused(timed: bool) -> None:
    """Where all limits are exact, each is the most that can be claimed: as a wrong bound in a table would be."""
    for game in (Mnk(columns=3, rows=2, line=3), SymmetricNim(heaps=(1, 2, 2)), Subtraction(heap=9)):
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
                verify_proof(replace(proof, claims=claims))
        assert planted > 3


@pytest.mark.quick
def test_every_claim_is_needed() -> None:
    proof = make_proof(TicTacToe(), random.Random(3))
    assert proof is not None
    for place in range(0, len(proof.claims), 7):
        rest = [*proof.claims[:place], *proof.claims[place + 1 :]]
        assert not check_or_refuse(replace(proof, claims=rest))


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

    scored = True

    def gain(self, position: int, move: int) -> int:
        return 0


def round_claims(limit: int, heights: list[int]) -> list[ProofClaim]:
    """Claims that the one to move at 0 gets at least `limit`, each resting on the next, all round the ring."""
    return [
        ProofClaim(place, -1 if place % 2 else 1, -limit if place % 2 else limit, 0, heights[place])
        for place in range(4)
    ]


@pytest.mark.parametrize("heights", [[0, 0, 0, 0], [3, 2, 1, 0], [0, 1, 2, 3], [9, -1, 5, 5]])
def test_a_false_win_or_loss_in_a_circle_is_refused(heights: list[int]) -> None:
    won, more = (round_claims(limit, heights) for limit in (1, 2))
    lost = [replace(claim, bound=-claim.bound, limit=-claim.limit) for claim in won]
    for claims in (won, more, lost):
        with pytest.raises(CheckFailed, match="rest on each other in a circle"):
            verify_proof(Proof(Ring(), 0, claims))
    for limit in (0, -1):
        proven = verify_proof(Proof(Ring(), 0, round_claims(limit, heights)))
        assert (proven.details["low"], proven.details["high"]) == (limit, None), (
            "going round for ever is worth 0"
        )
        with pytest.raises(CheckFailed, match="rest on each other in a circle"):
            verify_proof(Proof(PaidRing(), 0, round_claims(limit, heights)))
        assert (
            verify_proof(Proof(Ring(), 0, round_claims(limit, heights), timed=True)).details["low"] == limit
        )


def test_a_draw_that_rests_on_a_win() -> None:
    """Who can go round may also leave: from 3 the one to move wins, so at 2 he is lost who must go there."""
    answers = naive.solve(Ring(exits=True))
    assert [answers[place][0] for place in range(5)] == [-1, 1, -1, 1, -1]
    game = Ring(exits=True)
    claims = [
        ProofClaim(4, -1, -1),
        ProofClaim(3, 1, 1, 1, 1),
        ProofClaim(2, -1, -1, None, 2),
        ProofClaim(1, 1, 1, 0, 3),
    ]
    assert verify_proof(Proof(game, 0, [*claims, ProofClaim(0, -1, -1, None, 4)])).details["high"] == -1
    assert verify_proof(Proof(game, 0, [*claims, ProofClaim(0, -1, 0, None, -7)])).details["high"] == 0, (
        "any height will do"
    )
    with pytest.raises(CheckFailed, match="has height 3, which is not less than its own, 3"):
        verify_proof(Proof(game, 0, [*claims, ProofClaim(0, -1, -1, None, 3)]))
    with pytest.raises(CheckFailed, match="no claim says that this is at least anything"):
        verify_proof(Proof(Ring(exits=True), 1, [ProofClaim(1, -1, 0, None, 9)]))


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
        claims.append(ProofClaim(wish.position, wish.bound, wish.limit, move, draw.randrange(4)))
    if claims:
        check_or_refuse(Proof(game, claims[0].position, claims))
        flat = [replace(claim, height=0) for claim in claims]
        check_or_refuse(Proof(game, claims[0].position, flat))


# The longest wins


def test_a_win_that_is_longer_than_scores_can_tell_stays_a_win() -> None:
    """One stone at a time: with an odd number the mover wins, in as many plies; no length makes a draw of it."""
    game = Subtraction(heap=32_001, take=(1,))
    lost = [ProofClaim(heap, -1, min(-1, heap - MOST), None, heap) for heap in range(0, 32_001, 2)]
    won = [ProofClaim(heap, 1, max(1, MOST - heap), 1, heap) for heap in range(1, 32_002, 2)]
    proven = verify_proof(Proof(game, 32_001, [*lost, *won], timed=True))
    assert (proven.details["low"], proven.details["high"]) == (1, None)
    slow = [ProofClaim(heap, 1, heap - MOST, 1 if heap else None, heap) for heap in range(0, 32_000, 2)]
    slow += [ProofClaim(heap, -1, MOST - heap, None, heap) for heap in range(1, 32_000, 2)]
    assert verify_proof(Proof(game, 31_999, slow, timed=True)).details["high"] == 1
    loss, draw = ProofClaim(32_000, 1, -1, 1, 32_000), ProofClaim(32_000, 1, 0, 1, 32_000)
    assert verify_proof(Proof(game, 32_000, [*slow, loss], timed=True)).details["low"] == -1
    with pytest.raises(CheckFailed):  # a loss in 32,000 plies is no draw
        verify_proof(Proof(game, 32_000, [*slow, draw], timed=True))


# What a claim can say wrong


def stones(*claims: ProofClaim, start: int = 5) -> Proof:
    return Proof(Subtraction(heap=5), start, claims)


FIVE = (
    ProofClaim(5, 1, 1, 1, 2),
    ProofClaim(4, -1, -1, None, 1),
    *(ProofClaim(heap, 1, 1, heap, 0) for heap in (1, 2, 3)),
    ProofClaim(0, -1, -1, None, -1),
)


def test_the_tightest_claims_say_what_is_proven() -> None:
    """Looser ones may stand beside them, at the start and elsewhere."""
    loose = [
        ProofClaim(5, 1, -7, 1, 9),
        ProofClaim(5, 1, 0, 1, 8),
        ProofClaim(4, -1, 3, None, 7),
        ProofClaim(5, -1, 9, None, 9),
    ]
    loose += [ProofClaim(4, 1, -9, 3, 2), ProofClaim(1, -1, 9, None, 1), ProofClaim(0, 1, -1)]
    proof = stones(*loose[:2], *FIVE, *loose[2:])
    assert proof.proven_limits == (1, 9) and proof.in_words() == "at least 1 and at most 9"
    assert verify_proof(proof).details == {"claims": 13, "low": 1, "high": 9, "timed": False}


def test_claims_are_refused_in_words() -> None:
    assert verify_proof(stones(*FIVE)).details == {"claims": 6, "low": 1, "high": None, "timed": False}
    for claims, words in [
        ((), "no claim is about 5, where the proof begins: it proves nothing"),
        (
            (ProofClaim(5, 1, 1, 4),),
            "the claim that 5 is at least 1 does not hold: its move 4 is no move there",
        ),
        ((ProofClaim(5, 1, 1),), "its move None is no move there"),
        (FIVE[:1], "move 1 leads to 4, and no claim says that this is at most anything"),
        (
            (FIVE[0], ProofClaim(4, -1, 0), ProofClaim(4, -1, 5)),
            "leads to 4, of which no more is claimed than at most 0",
        ),
        (
            (*FIVE, ProofClaim(0, 1, 1)),
            "that 0 is at least 1 does not hold: play is over there, and it is -1",
        ),
        ((*FIVE, ProofClaim(5, 2, 1)), r"its bound 2 is neither 1, at least, nor -1, at most"),
        (
            (*FIVE, ProofClaim([5], 1, 1)),
            r"the list \[5\] can be changed, so it is not hashable: use a tuple",
        ),
        ((*FIVE, ProofClaim("five", 1, 1)), "the rules raise TypeError"),
    ]:
        with pytest.raises(CheckFailed, match=words):
            verify_proof(stones(*claims))


def test_claims_that_contradict_each_other_show_wrong_symmetries() -> None:
    class Same(Subtraction):
        def symmetries(self, position: int) -> Iterator[int]:
            yield 4
            yield position

    claims = [
        ProofClaim(4, -1, -1, None, 3),
        ProofClaim(3, 1, 1, 3, 2),
        ProofClaim(2, 1, 1, 2, 2),
        ProofClaim(1, 1, 1, 1, 2),
    ]
    claims += [ProofClaim(0, -1, -1)]
    with pytest.raises(CheckFailed, match="its symmetries cannot be right"):
        verify_proof(Proof(Same(heap=5), 5, [ProofClaim(5, 1, 1, 1, 4), *claims]))


def test_positions_that_are_equal_and_not_the_same() -> None:
    """1 == 1.0 == True: a claim about one of them says nothing of the others, as rules can tell them apart."""

    class Halves(Subtraction):
        def outcome(self, position: Any) -> int:
            return UNDECIDED if isinstance(position, int) and not isinstance(position, bool) else -1

        def stuck(self, position: Any) -> int:
            return 1

    game = Halves(heap=1, take=(1,))
    assert naive.solve(game)[1] == (-1, 1)
    assert (
        verify_proof(Proof(game, 1, [ProofClaim(1, -1, -1, None, 1), ProofClaim(0, 1, 1)])).details["high"]
        == -1
    )
    for false in (0.0, False):
        with pytest.raises(CheckFailed, match="no claim says"):
            verify_proof(Proof(game, 1, [ProofClaim(1, 1, 1, 1, 1), ProofClaim(false, -1, -1)]))
    elsewhere = verify_proof(Proof(game, 1.0, [ProofClaim(1.0, -1, -1)]))
    assert elsewhere.game == f"{game!r} at 1.0", "what is proven of 1.0 is not said of the start"
    pair = TupleNim(heaps=(1, 0))
    right = [ProofClaim((1, 0), 1, 1, (0, 0), 1), ProofClaim((0, 0), -1, -1)]
    assert verify_proof(Proof(pair, (1, 0), right)).details["low"] == 1
    for wrong in ((0.0, 0), (False, 0)):
        with pytest.raises(CheckFailed, match="no claim says"):
            verify_proof(Proof(pair, (1, 0), [right[0], ProofClaim(wrong, -1, -1)]))


def test_the_checker_shares_nothing_with_the_searcher() -> None:
    """No hook is asked. Of what it imports, `faults` puts positions into words, `position_codec` orders them."""

    class Hooked(Subtraction):
        def candidates(self, *_: int) -> Any:
            raise AssertionError("asked")

        bounds = estimate = quiet = order = candidates

    assert verify_proof(Proof(Hooked(heap=5), 5, FIVE)).details["low"] == 1
    tree = ast.parse(Path(proof_module.__file__).read_text())
    found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    ours = {name for name in found if name is not None and name.startswith("zermelo")}
    names = "arguments budget errors game game_kind notation.evidence notation.position_codec requirements rule_queries values"
    assert ours == {
        "zermelo.compiler.guards.error_reports",
        *(f"zermelo.core.{name}" for name in names.split()),
        "zermelo.solver.solution_files.solution_store",  # these two where a proof is saved or loaded
        "zermelo.verify.policy_files",
    }


def test_other_games_are_refused() -> None:
    """Of three players, for points and timed; and moves without end."""

    class Three(Subtraction):
        players = 3

    class Endless(Subtraction):
        def moves(self, position: int) -> Iterator[int]:
            while position == 4:
                yield 1
            yield from super().moves(position)

    for proof, error, words in (
        (Proof(Three(heap=5), 5, FIVE), MissingCapability, "3 players: proofs are for one or two players"),
        (Proof(DotsAndBoxes(), 0, [], timed=True), BadParameter, "is played for points"),
        (Proof(Endless(heap=5), 5, FIVE), CheckFailed, r"moves\(\) does not end there"),
    ):
        with pytest.raises(error, match=words):
            verify_proof(proof)


def test_a_check_reports_and_stops() -> None:
    budget = Budget()
    seen: list[Any] = []
    budget.listener = seen.append
    verify_proof(stones(*FIVE), budget)
    assert [(progress.phase, progress.done, progress.total) for progress in seen] == [("proof", 0, 6)]
    budget.stop.set()
    with pytest.raises(Cancelled):
        verify_proof(stones(*FIVE), budget)


# Words


def test_what_is_proven_in_words() -> None:
    for low, high, timed, scored, said in [
        (0, 0, False, False, "at least 0 and at most 0, so a draw"),
        (1, None, False, False, "at least 1, so a win"),
        (None, -1, False, False, "at most -1, so a loss"),
        (-3, -3, False, True, "at least -3 and at most -3, so a loss by 3"),
        (2, 5, False, True, "at least 2 and at most 5, so a win"),
        (31_959, 31_959, True, False, "win in 41"),
        (0, 0, True, False, "draw"),
        (1, 1, True, False, "win in 31,999 or more"),
        (-31_990, 31_993, True, False, "at least loss in 10 and at most win in 7"),
    ]:
        assert format_start_bounds((low, high), timed, scored) == said
    assert stones(*FIVE).in_words() == "at least 1" and stones().in_words() == "nothing"
    assert str(verify_proof(stones(ProofClaim(0, -1, -1), start=0))).startswith(
        f"{Subtraction(heap=5)!r} at 0: proven: "
    )
