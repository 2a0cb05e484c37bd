"""The extraction of a checkable proof from a finished search: the claims that its answer rests on.

The search is asked again, position by position: which move gives so much? Its table still knows most of that.
Nothing here judges: where the search cannot support what it said itself, the claim stands without support,
and the checker of `verify.search_proof` says so.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from zermelo.compiler.guards.symmetry_classes import representative
from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.rule_queries import is_finished, list_moves, moves_again, points_of_move
from zermelo.core.values import Answer
from zermelo.search.kernels.score_arithmetic import MOST, farther_high
from zermelo.verify.search_proof import Proof, ProofClaim

MOST_CLAIMS = 2_000_000
LIKELY = MOST // 2  # no game is so long: timed limits nearer to 0 than this are limits of the value alone


class ClaimOracle(Protocol):
    """A search that can be asked about single claims."""

    game: Game
    timed: bool

    def score_of(self, answer: Answer) -> int:
        """Return the score that an answer stands for."""

    def holds(self, position: Position, own: bool, bound: int, limit: int) -> bool:
        """Return whether the mover's value is at least (1) or at most (-1) so much.

        `own` is whether the mover is the player who was to move where the search began.
        """


class ClaimKey(NamedTuple):
    """A claim: a class of positions, whether the player who moved at the root moves there, and the bound."""

    position: Position
    own: bool
    bound: int
    limit: int


@dataclass
class ClaimSupport:
    """What a claim rests on: "at most" on all supports, "at least" on one, after the move of its place."""

    supports: list[ClaimKey] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    is_end: bool = False
    tried: int = 0  # moves that were asked about


class ScoredMove(NamedTuple):
    """A move, where it leads, and what makes of a score there one here."""

    move: Move
    position: Position
    sign: int
    gain: int


def extract_proof(
    judge: ClaimOracle, position: Position, answer: Answer, *, budget: Budget, most: int = MOST_CLAIMS
) -> Proof:
    """Return the claims that an answer at a position rests on, from the search that gave it.

    Raises `OutOfBudget` where there are more than `most`.
    """
    score = judge.score_of(answer)
    gathering = ProofBuilder(judge, budget, most)
    least = MOST if judge.timed else 1
    for bound in (1, -1):
        if judge.game.scored or bound * score > -least:  # else the claim is empty
            gathering.add(ClaimKey(gathering.representative(position), True, bound, score))
    heights = gathering.heights()
    while gathering.look_further(heights):
        heights = gathering.heights()
    claims = []
    for key, ground in gathering.grounds.items():
        settled = [heights[each] for each in ground.supports if each in heights]
        move = None
        if key.bound > 0 and ground.moves:
            move = ground.moves[0]
            if settled:
                nearest = min(settled)
                move = next(
                    each
                    for each, support in zip(ground.moves, ground.supports, strict=True)
                    if heights.get(support) == nearest
                )
        claims.append(ProofClaim(key.position, key.bound, key.limit, move, heights.get(key, 0)))
    return Proof(judge.game, position, claims, judge.timed)


class ProofBuilder:
    """A collection of claims, each with what it rests on, until all rest on ends or on cycles."""

    def __init__(self, judge: ClaimOracle, budget: Budget, most: int) -> None:
        self.judge, self.budget, self.most = judge, budget, most
        self.game: Any = judge.game
        self.representative = representative(judge.game)
        self.may_go_round = not has(judge.game, "gain")
        self.grounds: dict[ClaimKey, ClaimSupport] = {}

    def add(self, key: ClaimKey) -> None:
        """Take in a claim and all that it rests on."""
        waiting = [key]
        while waiting:
            key = waiting.pop()
            if key in self.grounds:
                continue
            self.grounds[key] = ground = self._ground(key)
            waiting += ground.supports
            if len(self.grounds) > self.most:
                raise OutOfBudget(
                    f"{self.game!r}: the proof has more than {self.most:,} claims: prove a later position, "
                    "or solve the game whole and verify that"
                )
            if len(self.grounds) % 1024 == 0:
                self.budget.report("prove", len(self.grounds))

    def _ground(self, key: ClaimKey) -> ClaimSupport:
        if is_finished(self.game, key.position):
            return ClaimSupport(is_end=True)
        children = self._children(key.position)
        if not children:
            return ClaimSupport(is_end=True)
        if key.bound < 0:
            return ClaimSupport([self._below(key, child) for child in children])
        ground = ClaimSupport()
        self._find_move(key, ground, children)
        return ground

    def _find_move(self, key: ClaimKey, ground: ClaimSupport, children: list[ScoredMove]) -> bool:
        """Give a claim one more move that will do; return whether there is one that was not tried yet."""
        while ground.tried < len(children):
            child = children[ground.tried]
            ground.tried += 1
            below = self._below(key, child)
            if below in self.grounds or self.judge.holds(*below):
                ground.moves.append(child.move)
                ground.supports.append(below)
                return True
        return False

    def _children(self, position: Position) -> list[ScoredMove]:
        """Return where the moves lead, those that the game would look at first in front."""
        moves = list_moves(self.game, position)
        if has(self.game, "candidates") and moves:
            moves = list(dict.fromkeys((*self.game.candidates(position), *moves)))
        children = []
        for move in moves:
            child = self.game.play(position, move)
            sign = 1 if moves_again(self.game, position, child) else -1
            children.append(ScoredMove(move, child, sign, points_of_move(self.game, position, move)))
        return children

    def _below(self, key: ClaimKey, child: ScoredMove) -> ClaimKey:
        """Return what must hold after a move for a claim to hold before it."""
        limit = key.limit - child.gain
        if self.judge.timed:
            limit = farther_high(limit) if key.bound > 0 else farther_high(limit + 1) - 1
            limit = limit if abs(limit) > LIKELY else 0
        own = key.own if child.sign > 0 else not key.own
        return ClaimKey(self.representative(child.position), own, child.sign * key.bound, child.sign * limit)

    def heights(self) -> dict[ClaimKey, int]:
        """Return the height of every claim that rests on ends, and on nothing that rests on it."""
        above: dict[ClaimKey, list[ClaimKey]] = {}
        waiting: dict[ClaimKey, int] = {}
        heights: dict[ClaimKey, int] = {}
        ready: deque[ClaimKey] = deque()
        for key, ground in self.grounds.items():
            for support in ground.supports:
                above.setdefault(support, []).append(key)
            waiting[key] = len(ground.supports) if key.bound < 0 else min(1, len(ground.supports))
            if ground.is_end:
                heights[key] = 0
                ready.append(key)
        while ready:
            key = ready.popleft()
            for other in above.get(key, ()):
                waiting[other] -= 1
                if waiting[other] == 0:
                    settled = [heights[each] for each in self.grounds[other].supports if each in heights]
                    heights[other] = 1 + (max(settled) if other.bound < 0 else min(settled))
                    ready.append(other)
        return heights

    def look_further(self, heights: dict[ClaimKey, int]) -> bool:
        """Give claims that rest on each other in a circle another move each; return whether one has any.

        Won play may cycle too, where the search happened to name a move that keeps the win and brings it no
        nearer.
        """
        found = False
        for key, ground in list(self.grounds.items()):
            goes_round = self.may_go_round and key.bound * key.limit <= 0
            if key in heights or goes_round or key.bound < 0 or ground.is_end:
                continue
            if self._find_move(key, ground, self._children(key.position)):
                found = True
                self.add(ground.supports[-1])
        return found
