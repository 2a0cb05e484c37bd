"""The slow obvious twin of what proves: all that can be claimed of a game, by definition, and whether it is true.

It asks the rules and nothing else. What holds is found by trying all claims again until nothing changes.
"""

import functools
import random
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import assume
from reference import naive

from zermelo.core.game import Game, has
from zermelo.core.values import UNDECIDED
from zermelo.verify.search_proof import Proof, ProofClaim

MOST = 32_000


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

    def prove(self, wishes: list[Wish], draw: random.Random) -> list[ProofClaim] | None:
        """Return claims for all wishes, or None where one does not hold; images and moves are drawn at random."""
        for wish in wishes:
            self.explore(wish)
        self.settle()
        if not all(wish in self.heights for wish in wishes):
            return None
        claims: dict[Wish, ProofClaim] = {}
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

    def claim(self, wish: Wish, steps: dict[Any, Wish], draw: random.Random) -> ProofClaim:
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
        return ProofClaim(image, wish.bound, wish.limit, move, self.heights[wish])


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
    low, high = proof.proven_limits
    score = score_of(answers[naive.canonical(proof.game, proof.start)], proof.timed)
    return (low is None or low <= score) and (high is None or score <= high)


def is_for_points(game: Game) -> bool:
    """Whether a proof of the game's length makes no sense."""
    return game.scored or has(game, "gain")
