"""The method `df_pn`: depth-first proof-number search, also for games in which play may cycle.

Each question is whether the position is worth at least so much. A game of wins, draws and losses takes one or
two, points as many as halving what is left open takes.
"""

from functools import partial
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.kernels.search_counters import SearchCounters
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position
from zermelo.core.values import LARGEST_VALUE, Answer
from zermelo.search.kernel_search import PositionSearch
from zermelo.search.kernels.proof_number_kernel import (
    STOPPED,
    build_proof_number_kernel,
    compute_claim_key_shape,
    encode_claim,
    make_proof_line_buffers,
)


class ProofNumberSearch(PositionSearch):
    """Claims on positions, proven or disproven.

    >>> from zermelo.games import Dodgem
    >>> ProofNumberSearch(Dodgem(), interpreted=True).answer(Dodgem().start())
    win
    """

    first_question = encode_claim(1, mover=True)
    remedy = "solve the whole game"

    def __init__(self, game: Game, budget: Budget | None = None, *, interpreted: bool = False) -> None:
        super().__init__(game, budget, compute_claim_key_shape, interpreted=interpreted)
        self.threads = 1
        self.program = (build_proof_number_kernel,)
        self.kernel = self.searcher.kernel(*self.program)
        if not interpreted:
            self.compare_with_interpreter(partial(ProofNumberSearch, game, interpreted=True))

    def _allocate_buffers(self) -> Any:
        """Return the rows of a line of play."""
        words = self.searcher.asked.shape.words
        return make_proof_line_buffers(self.plies, self.moves, words, native=self.searcher.native)

    def _call_kernel(self, position: Position, question: Any, buffers: Any, counters: SearchCounters) -> Any:
        """Return 1 where the claim is proven and 0 where it is disproven."""
        verdict = int(self.kernel(position, question, self.table, buffers, counters))
        return None if verdict == STOPPED else verdict

    def proves_bound(self, position: Position, own: bool, bound: int, limit: int) -> bool:
        """Return whether a position is worth at least (`bound` 1) or at most (-1) `limit` to its mover.

        Asked as the search itself asked: of the player who began it, who is the mover where `own`.
        """
        claim, expected = self._make_root_claim(own, bound, limit)
        return bool(self.run_kernel(position, claim) == expected)

    def proves_bound_quickly(self, position: Position, own: bool, bound: int, limit: int) -> bool:
        """Return whether the same is found without searching long."""
        claim, expected = self._make_root_claim(own, bound, limit)
        return bool(self.run_kernel_quickly(position, claim) == expected)

    def _make_root_claim(self, own: bool, bound: int, limit: int) -> tuple[int, int]:
        """Return the claim of the player to move at the root, and the verdict that means yes."""
        if own:
            return (encode_claim(limit, True), 1) if bound > 0 else (encode_claim(limit + 1, True), 0)
        return (encode_claim(1 - limit, False), 0) if bound > 0 else (encode_claim(-limit, False), 1)

    def is_value_at_least(self, position: Position, least: int) -> bool:
        """Return whether a position is worth at least `least` to its mover, who begins the search."""
        return self.proves_bound(position, True, 1, least)

    def answer(self, position: Position) -> Answer:
        """Return the value."""
        return self.convert_score_to_answer(self.value(position))

    def value(self, position: Position) -> int:
        """Return the mover's value, points where the game is scored."""
        if not self.game.scored:
            if self.is_value_at_least(position, 1):
                return 1
            return 0 if self.is_value_at_least(position, 0) else -1
        low, high, step = -LARGEST_VALUE, LARGEST_VALUE, 1
        asked = 0
        while low < high:  # first away from 0 by doubled steps, then by halves
            if self.is_value_at_least(position, asked):
                low = asked
                asked = min(high, low + step)
            else:
                high = asked - 1
                asked = max(low, high - step)
            step *= 2
            if low > -LARGEST_VALUE and high < LARGEST_VALUE:
                asked = (low + high + 1) // 2
            asked = max(asked, low + 1)
        if abs(low) == LARGEST_VALUE:
            where = describe_position(self.game, position)
            raise BadRules(f"{self.game!r}: {where} is worth {LARGEST_VALUE:,} points or more: take less")
        return low
