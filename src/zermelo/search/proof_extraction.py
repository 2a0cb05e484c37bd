"""The extraction of a checkable proof from a finished search: the claims that its answer rests on.

The search is asked again, position by position: which move gives so much? Its table still knows most of that.
Nothing here judges: where the search cannot support what it said itself, the claim stands without support,
and the checker of `verify.search_proof` says so.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.rule_queries import is_finished, keeps_turn, list_moves, points_of_move
from zermelo.core.values import Answer
from zermelo.search.kernels.score_arithmetic import MOST, high_limit_one_ply_later
from zermelo.verify.search_proof import Proof, ProofClaim

MOST_CLAIMS = 2_000_000
LIKELY = MOST // 2  # no game is so long: timed limits nearer to 0 than this are limits of the value alone


class ClaimOracle(Protocol):
    """A search that can be asked about single claims."""

    game: Game
    timed: bool

    def convert_answer_to_score(self, answer: Answer) -> int:
        """Return the score that an answer stands for."""

    def proves_bound(self, position: Position, own: bool, bound: int, limit: int) -> bool:
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


IS_PROVEN_BY_CYCLE: Final[ByKind[Callable[[ClaimKey], bool]]] = ByKind(
    "claims that endless play proves", lambda key: key.bound * key.limit <= 0, gains=lambda _: False
)


def extract_proof(
    oracle: ClaimOracle, position: Position, answer: Answer, *, budget: Budget, most: int = MOST_CLAIMS
) -> Proof:
    """Return the claims that an answer at a position rests on, from the search that gave it.

    Raises `OutOfBudget` where there are more than `most`.
    """
    score = oracle.convert_answer_to_score(answer)
    gathering = ProofBuilder(oracle, budget, most)
    least = MOST if oracle.timed else 1
    for bound in (1, -1):
        if oracle.game.scored or bound * score > -least:  # else the claim is empty
            gathering.add_claim_and_support(ClaimKey(gathering.representative(position), True, bound, score))
    heights = gathering.compute_claim_heights()
    while gathering.extend_circular_claims(heights):
        heights = gathering.compute_claim_heights()
    claims = []
    for key, ground in gathering.supports.items():
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
    return Proof(oracle.game, position, claims, oracle.timed)


class ProofBuilder:
    """A collection of claims, each with what it rests on, until all rest on ends or on cycles."""

    def __init__(self, oracle: ClaimOracle, budget: Budget, most: int) -> None:
        self.oracle, self.budget, self.most = oracle, budget, most
        self.game: Any = oracle.game
        self.representative = build_representative_function(oracle.game)
        self.supports: dict[ClaimKey, ClaimSupport] = {}

    def add_claim_and_support(self, key: ClaimKey) -> None:
        """Take in a claim and all that it rests on."""
        waiting = [key]
        while waiting:
            key = waiting.pop()
            if key in self.supports:
                continue
            self.supports[key] = ground = self._find_claim_support(key)
            waiting += ground.supports
            if len(self.supports) > self.most:
                raise OutOfBudget(
                    f"{self.game!r}: the proof has more than {self.most:,} claims: prove a later position, "
                    "or solve the game whole and verify that"
                )
            if len(self.supports) % 1024 == 0:
                self.budget.report("prove", len(self.supports))

    def _find_claim_support(self, key: ClaimKey) -> ClaimSupport:
        if is_finished(self.game, key.position):
            return ClaimSupport(is_end=True)
        children = self._list_scored_moves(key.position)
        if not children:
            return ClaimSupport(is_end=True)
        if key.bound < 0:
            return ClaimSupport([self._compute_claim_after_move(key, child) for child in children])
        ground = ClaimSupport()
        self._find_next_supporting_move(key, ground, children)
        return ground

    def _find_next_supporting_move(
        self, key: ClaimKey, ground: ClaimSupport, children: list[ScoredMove]
    ) -> bool:
        """Give a claim one more move that will do; return whether there is one that was not tried yet."""
        while ground.tried < len(children):
            child = children[ground.tried]
            ground.tried += 1
            below = self._compute_claim_after_move(key, child)
            if below in self.supports or self.oracle.proves_bound(*below):
                ground.moves.append(child.move)
                ground.supports.append(below)
                return True
        return False

    def _list_scored_moves(self, position: Position) -> list[ScoredMove]:
        """Return where the moves lead, those that the game would look at first in front."""
        moves = list_moves(self.game, position)
        if has(self.game, "candidates") and moves:
            moves = list(dict.fromkeys((*self.game.candidates(position), *moves)))
        children = []
        for move in moves:
            child = self.game.play(position, move)
            sign = 1 if keeps_turn(self.game, position, child) else -1
            children.append(ScoredMove(move, child, sign, points_of_move(self.game, position, move)))
        return children

    def _compute_claim_after_move(self, key: ClaimKey, child: ScoredMove) -> ClaimKey:
        """Return what must hold after a move for a claim to hold before it."""
        limit = key.limit - child.gain
        if self.oracle.timed:
            limit = (
                high_limit_one_ply_later(limit) if key.bound > 0 else high_limit_one_ply_later(limit + 1) - 1
            )
            limit = limit if abs(limit) > LIKELY else 0
        own = key.own if child.sign > 0 else not key.own
        return ClaimKey(self.representative(child.position), own, child.sign * key.bound, child.sign * limit)

    def compute_claim_heights(self) -> dict[ClaimKey, int]:
        """Return the height of every claim that rests on ends, and on nothing that rests on it."""
        above: dict[ClaimKey, list[ClaimKey]] = {}
        waiting: dict[ClaimKey, int] = {}
        heights: dict[ClaimKey, int] = {}
        ready: deque[ClaimKey] = deque()
        for key, ground in self.supports.items():
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
                    settled = [heights[each] for each in self.supports[other].supports if each in heights]
                    heights[other] = 1 + (max(settled) if other.bound < 0 else min(settled))
                    ready.append(other)
        return heights

    def extend_circular_claims(self, heights: dict[ClaimKey, int]) -> bool:
        """Give claims that rest on each other in a circle another move each; return whether one has any.

        Won play may cycle too, where the search happened to name a move that keeps the win and brings it no
        nearer.
        """
        found = False
        for key, ground in list(self.supports.items()):
            goes_round = IS_PROVEN_BY_CYCLE.choose(self.game)(key)
            if key in heights or goes_round or key.bound < 0 or ground.is_end:
                continue
            if self._find_next_supporting_move(key, ground, self._list_scored_moves(key.position)):
                found = True
                self.add_claim_and_support(ground.supports[-1])
        return found
