"""Textbook alpha-beta, with the general cut-off rule; each cut-off records whose bound allowed it.

Negamax, from left to right, fail-soft, and keeping nothing, as `minimax` does. A search below a vertex knows
what every ancestor has secured already, so that a cut-off can be due to one far above (a deep cut-off): D. E.
Knuth and R. W. Moore, *An analysis of alpha-beta pruning*, Artificial Intelligence 6 (1975). With the best
move first everywhere, a tree of b moves and d plies has b^ceil(d/2) + b^floor(d/2) - 1 leaves that must be
looked at, about the square root of b^d. With the worst move first it may be all of them, and in three plies
or fewer it is, where no two leaves are alike. Where the limits of outcomes are known, the search
begins with them as its window. A move that brings the upper limit then ends its vertex: a search that knows
only wins and losses stops at the first win.

Russell's functions, which Andrew W. Moore's tutorial slides on game-tree search show, are fail-hard: they
return nothing outside alpha and beta. They visit the same vertices; `VertexResult.hard` is what they return.
A `SearchListener` receives every step of a search; trees are drawn from these steps. The method `alpha_beta`
runs another search, `search.exact.alpha_beta`.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from zermelo.compiler.guards.checked_rules import CheckedMove, CheckedRules, rule_errors_at
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.core.values import ValueAlone
from zermelo.search.exact.generator_recursion import Call, run_generator_recursion
from zermelo.search.exact.search_path import Moves, SearchPath, TreeSearchResult, list_moves_of_line

Outcomes = tuple[Any, Any]  # the least and the largest that the mover of the root can get
Arrange = Callable[
    [Position, list[CheckedMove]], list[CheckedMove]
]  # which branches are looked at, in which order


class VertexVisit(NamedTuple):
    """A vertex as the search comes to it: its number in the order of visits, from 1, and its depth.

    Its mover has `alpha` for sure at a vertex above, and the opponent allows no more than `beta`, both
    counted for that mover.
    """

    number: int
    depth: int
    position: Position
    alpha: float = -math.inf
    beta: float = math.inf


class Cutoff(NamedTuple):
    """The moves of `vertex` that are left out: it gives its mover `value` at least, and `bound` is enough.

    The bound is counted for the mover of `vertex`. The opponent need not allow as much, because the opponent
    surely has a value as good at `ancestor`. Of all vertices above where the opponent moves, `ancestor` is
    the one with the best value, and of equals the nearest. Without an ancestor neither player can get more.
    """

    vertex: VertexVisit
    value: Any
    bound: Any
    ancestor: VertexVisit | None

    @property
    def is_deep(self) -> bool:
        """Whether the ancestor is farther away than the parent."""
        return self.ancestor is not None and self.ancestor.depth < self.vertex.depth - 1


class VertexResult(NamedTuple):
    """What a vertex returned, the mover's, and the limits between which its true value lies.

    `best` is the place of the move that brought it among those looked at, None at a leaf; `is_guess` where
    that is a leaf because the depth ends there. `hard` is what a fail-hard search returns: the value, or the
    end of the window that it lies beyond.
    """

    value: Any
    low: float
    high: float
    best: int | None
    line: Moves
    is_guess: bool = False
    hard: Any = None


class SearchListener(Protocol):
    """A listener that receives every step of a search, in order."""

    def enter(self, vertex: VertexVisit, branch: CheckedMove | None) -> None:
        """Receive a visit and the branch that led there, None at the root."""

    def cut(self, cutoff: Cutoff, branches: Iterable[CheckedMove]) -> None:
        """Receive a cut-off and the branches that are not looked at."""

    def leave(self, vertex: VertexVisit, found: VertexResult) -> None:
        """Hear what a vertex returned."""


def alpha_beta(
    game: Game,
    position: Position,
    *,
    outcomes: Outcomes | None = None,
    depth: int | None = None,
    guess: Callable[[Position], Any] | None = None,
    arrange: Arrange | None = None,
    listener: SearchListener | None = None,
    budget: Budget | None = None,
    whole: bool = True,
) -> TreeSearchResult:
    """Return the value of a position and a line of play that brings it.

    `outcomes` are the least and the largest that its mover can get: with them the search stops where a move
    brings all there is. With `depth` it ends after so many plies and takes `guess(position)` for the value,
    by default the game's `estimate`. `arrange` says which branches of a position are looked at and in which
    order, by default all as the game gives them. With `whole` values must be integers, else any numbers.
    Without a depth play must end: raises `LoopFound` where it comes back to a position, `BadParameter` where
    an outcome passes `outcomes`, `MissingCapability`, `BadRules`, `Cancelled`.

    >>> from zermelo.games import Subtraction
    >>> alpha_beta(Subtraction(), 5)
    TreeSearchResult(answer=win, line=(1, 1, 3), visited=24, leaves=10, guessed=0, cutoffs=2, deep_cutoffs=0)
    >>> alpha_beta(Subtraction(), 5, outcomes=(-1, 1)).visited
    16
    """
    least, largest = (-math.inf, math.inf) if outcomes is None else outcomes
    if not least < largest:
        raise BadParameter(
            f"outcomes {outcomes} are no range: give the least, then the largest, as in (-1, 1)"
        )
    line = SearchPath(game, depth, guess, budget, whole=whole)
    search = _AlphaBeta(game, line, arrange, listener, whole)
    window = _Window(_Bound(least, None), _Bound(largest, None), least, largest)
    found: VertexResult = run_generator_recursion(search.search_position(position, 0, None, window))
    assert found.low == found.value == found.high or outcomes is not None, "a window of all values"
    return TreeSearchResult(
        ValueAlone(found.value, None, game.scored),
        list_moves_of_line(found.line),
        line.visited,
        line.leaves,
        line.guessed,
        search.cutoffs,
        search.deep_cutoffs,
    )


class _Bound(NamedTuple):
    """A value that a player has for sure, counted for the mover here, and the vertex where it is sure."""

    value: float
    holder: VertexVisit | None

    def convert_for_child(self, branch: CheckedMove) -> "_Bound":
        """Return the bound as the mover after a branch counts it."""
        return _Bound(branch.sign * (self.value - branch.gain), self.holder)


class _Window(NamedTuple):
    """What matters at a vertex: more than `alpha` and less than `beta`; and what there can be at all."""

    alpha: _Bound
    beta: _Bound
    least: float
    largest: float

    def convert_for_child(self, branch: CheckedMove, alpha: _Bound) -> "_Window":
        """Return the window after a branch of a vertex whose mover has secured `alpha`."""
        low, high = alpha.convert_for_child(branch), self.beta.convert_for_child(branch)
        least, largest = (branch.sign * (end - branch.gain) for end in (self.least, self.largest))
        return _Window(low, high, least, largest) if branch.sign > 0 else _Window(high, low, largest, least)


class _AlphaBeta:
    """One search."""

    def __init__(
        self,
        game: Game,
        line: SearchPath,
        arrange: Arrange | None,
        listener: SearchListener | None,
        whole: bool,
    ) -> None:
        self.game, self.rules, self.line = game, CheckedRules(game, whole=whole), line
        self.arrange, self.listener = arrange, listener
        self.cutoffs = self.deep_cutoffs = 0

    def search_position(
        self, position: Position, depth: int, by: CheckedMove | None, window: _Window
    ) -> Call:
        """Search a position in a window, all counted as its mover sees it."""
        with rule_errors_at(self.game, position):
            self.line.enter_position(position, depth)
            here = VertexVisit(self.line.visited, depth, position, window.alpha.value, window.beta.value)
            if self.listener is not None:
                self.listener.enter(here, by)
            branches = self._iterate_sorted_branches(position)
            first = next(branches, None)
            if first is None:
                found = self._make_leaf_result(here, self.rules.end(position), window)
            elif depth == self.line.depth:
                found = self._make_leaf_result(
                    here, self.line.estimate_leaf_value(position), window, is_guess=True
                )
            else:
                found = yield from self._search_branches(here, itertools.chain((first,), branches), window)
            self.line.leave_position()
            if self.listener is not None:
                self.listener.leave(here, found)
            return found

    def _iterate_sorted_branches(self, position: Position) -> Iterator[CheckedMove]:
        """Return the branches in the order in which they are looked at."""
        branches = self.rules.yield_branches(position)
        return branches if self.arrange is None else iter(self.arrange(position, list(branches)))

    def _make_leaf_result(
        self, here: VertexVisit, value: Any, window: _Window, is_guess: bool = False
    ) -> VertexResult:
        if not window.least <= value <= window.largest:
            where = describe_position(self.game, here.position)
            raise BadParameter(
                f"{self.game!r}: {where} is worth {value}, beyond the outcomes said to be possible, "
                f"{window.least} to {window.largest} for who moves there: give wider ones"
            )
        self.line.leaves += 1
        return VertexResult(value, value, value, None, None, is_guess, value)

    def _search_branches(self, here: VertexVisit, branches: Iterator[CheckedMove], window: _Window) -> Call:
        """Search the moves of a vertex, one by one, until its mover has more than is allowed."""
        alpha, beta = window.alpha, window.beta
        best: Any = -math.inf
        low = high = -math.inf
        chosen, line = 0, None
        for place, branch in enumerate(branches):
            if best >= beta.value:
                self._report_cutoff(here, best, beta, itertools.chain((branch,), branches))
                high = window.largest
                break
            # Of ancestors that have as much the nearest is named for a cut-off. But only what is sure counts:
            # a move that fails low may be worth less than `best`.
            secured = _Bound(low, here) if -math.inf < low >= alpha.value else alpha
            child = yield self.search_position(
                branch.child, here.depth + 1, branch, window.convert_for_child(branch, secured)
            )
            ends = sorted(branch.gain + branch.sign * end for end in (child.low, child.high))
            low, high = max(low, ends[0]), max(high, ends[1])
            worth = branch.gain + branch.sign * child.value
            self.line.check_value(here.position, worth)
            if worth > best:
                best, chosen, line = worth, place, (branch.move, child.line)
        hard = max(alpha.value, min(beta.value, best))
        return VertexResult(best, low, high, chosen, line, hard=hard)

    def _report_cutoff(
        self, here: VertexVisit, best: Any, beta: _Bound, branches: Iterable[CheckedMove]
    ) -> None:
        cutoff = Cutoff(here, best, beta.value, beta.holder)
        self.cutoffs += 1
        self.deep_cutoffs += cutoff.is_deep
        if self.listener is not None:
            self.listener.cut(cutoff, branches)
