"""The method `minimax` of textbooks: visit every line of play below a position, and keep nothing.

    value(p) = V(p) where play is over, else the best of the flipped values after the moves

So it holds one line of play at a time, the space being that of the longest, and takes as much time as the
game tree has vertices: a position that is reached in several ways is looked at anew each time. Where the
largest possible value is known (1 in a game that is won or lost), the moves after one that brings it need no
look.
After Andrew W. Moore's tutorial slides on game-tree search.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.compiler.guards.checked_rules import CheckedMove, CheckedRules, rule_errors_at
from zermelo.core.budget import Budget
from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import answer_from_record
from zermelo.core.values import UNTIMED, Answer
from zermelo.search.exact.generator_recursion import Call, run_generator_recursion
from zermelo.search.exact.search_path import (
    Moves,
    SearchPath,
    TreeSearchResult,
    list_moves_of_line,
    make_value_bound_error,
)


def minimax(
    game: Game,
    position: Position,
    *,
    largest: int | None = None,
    depth: int | None = None,
    guess: Callable[[Position], int] | None = None,
    budget: Budget | None = None,
) -> TreeSearchResult:
    """Return the value of a position, its remoteness and a line of best play.

    With `largest`, which no value passes, a vertex is left as soon as a move brings so much; then the answer
    is a value alone. With `depth` the search ends after so many plies and takes `guess(position)` for the
    value, by default the game's `estimate`. Without it play must end: raises `LoopFound` where it comes back
    to a position, `BadParameter` where a value passes `largest`, `MissingCapability`, `BadRules`,
    `Cancelled`.

    >>> from zermelo.games import Subtraction
    >>> found = minimax(Subtraction(), 5)
    >>> found.answer, found.line, found.visited, found.leaves
    (win in 3, (1, 1, 3), 28, 13)
    """
    search = _Minimax(game, depth, guess, budget, largest)
    found: _MinimaxResult = run_generator_recursion(search.search_position(position, 0))
    is_timed = largest is None and not search.line.guessed
    return TreeSearchResult(
        answer_from_record(game, found.value, found.remoteness if is_timed else UNTIMED),
        list_moves_of_line(found.line),
        search.line.visited,
        search.line.leaves,
        search.line.guessed,
    )


class MinimaxSearch:
    """The method `minimax`: a game's positions, each searched anew. There is no machine code to leave out."""

    def __init__(self, game: Game, budget: Budget | None = None, *, interpreted: bool = True) -> None:
        self.game, self.budget = game, budget
        self.nodes = 0
        self.found: TreeSearchResult | None = None  # at the position asked about last

    def answer(self, position: Position) -> Answer:
        """Return the value and the plies to the end."""
        self.found = minimax(self.game, position, budget=self.budget)
        self.nodes += self.found.visited
        return self.found.answer

    def line(self, position: Position, answer: Answer) -> tuple[Move, ...]:
        """Return the line of best play that the answer was found by."""
        assert self.found is not None
        return self.found.line


class _MinimaxResult(NamedTuple):
    """A value, the mover's, the plies to the end, and the line of play that leads there."""

    value: int
    remoteness: int
    line: Moves

    @property
    def sort_key(self) -> tuple[int, int]:
        """What is larger is better: first the value, then the winner hurries and the loser delays."""
        return self.value, self.remoteness if self.value < 0 else -self.remoteness


class _Minimax:
    """One search."""

    def __init__(
        self,
        game: Game,
        depth: int | None,
        guess: Callable[[Position], int] | None,
        budget: Budget | None,
        largest: int | None,
    ) -> None:
        self.game, self.rules, self.largest = game, CheckedRules(game), largest
        self.line = SearchPath(game, depth, guess, budget)

    def search_position(self, position: Position, depth: int) -> Call:
        """Return what a position gives its mover."""
        with rule_errors_at(self.game, position):
            self.line.enter_position(position, depth)
            best: _MinimaxResult | None = None
            for branch in self.rules.yield_branches(position):
                if depth == self.line.depth:
                    best = _MinimaxResult(self.line.estimate_leaf_value(position), 0, None)
                    break
                given = _make_branch_result(branch, (yield self.search_position(branch.child, depth + 1)))
                if best is None or given.sort_key > best.sort_key:
                    best = given
                if best.value == self.largest:
                    break
            best = best or _MinimaxResult(self.rules.end(position), 0, None)
            self._check_value(position, best.value)
            self.line.leaves += best.line is None
            self.line.leave_position()
            return best

    def _check_value(self, position: Position, value: int) -> None:
        self.line.check_value(position, value)
        if self.largest is not None and value > self.largest:
            raise make_value_bound_error(self.game, position, value, self.largest)


def _make_branch_result(branch: CheckedMove, child: Any) -> _MinimaxResult:
    """Return what a branch gives its mover, where the position after it is known."""
    value = branch.gain + branch.sign * child.value
    return _MinimaxResult(value, child.remoteness + 1, (branch.move, child.line))
