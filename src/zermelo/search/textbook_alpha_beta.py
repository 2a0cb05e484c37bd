"""Alpha-beta as textbooks have it, with the general cut-off rule; each cut-off knows whose bound allowed it.

Negamax, from left to right, fail-soft, and keeping nothing, as `minimax` does. A search below a vertex knows
what every ancestor has secured already, so that a cut-off can be due to one far above (a deep cut-off):
D. E. Knuth and R. W. Moore, *An analysis of alpha-beta pruning*, Artificial Intelligence 6 (1975). With the
best move first everywhere, a tree of b moves and d plies has b^ceil(d/2) + b^floor(d/2) - 1 leaves that must
be looked at. Whoever wants to see a search, as the drawing of trees does, listens to it. What the method
`alpha_beta` runs is another one, `search.exact`.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from zermelo.core.budget import Budget
from zermelo.core.game import Game, Position
from zermelo.core.values import ValueAlone
from zermelo.search.line import LineOfPlay, Moves, Searched, moves_of, too_small
from zermelo.search.recursion import Call, run
from zermelo.trust.branches import Branch, Rules, asking


class Visit(NamedTuple):
    """A vertex as the search comes to it: its number in the order of visits, from 1, and its depth."""

    number: int
    depth: int
    position: Position


class Cutoff(NamedTuple):
    """The moves of `vertex` that are left out: it gives its mover `value` at least, and `bound` is enough.

    The bound, counted as the mover of `vertex` sees it there, is what the opponent need not allow, because he
    surely has as much at `ancestor`: of all above where he moves that with the most, of equals the nearest.
    Without an ancestor it is the largest value that there is.
    """

    vertex: Visit
    value: int
    bound: int
    ancestor: Visit | None

    @property
    def is_deep(self) -> bool:
        """Whether the ancestor is farther away than the parent."""
        return self.ancestor is not None and self.ancestor.depth < self.vertex.depth - 1


class Found(NamedTuple):
    """What a vertex returned, the mover's, and the limits between which its true value lies.

    `best` is the place of the move that brought it among those looked at, None at a leaf; `is_guess` where
    that is a leaf because the depth ends there.
    """

    value: int
    low: float
    high: float
    best: int | None
    line: Moves
    is_guess: bool = False


class Listener(Protocol):
    """Who is told about every step of a search, in the order of the steps."""

    def enter(self, vertex: Visit, branch: Branch | None) -> None:
        """Hear of a visit and the branch that led there, None at the root."""

    def cut(self, cutoff: Cutoff, branches: Iterable[Branch]) -> None:
        """Hear of a cut-off and the branches that are not looked at."""

    def leave(self, vertex: Visit, found: Found) -> None:
        """Hear what a vertex returned."""


def alpha_beta(
    game: Game,
    position: Position,
    *,
    largest: int | None = None,
    depth: int | None = None,
    guess: Callable[[Position], int] | None = None,
    listener: Listener | None = None,
    budget: Budget | None = None,
) -> Searched:
    """Return the value of a position and a line of play that brings it.

    With `largest`, which no value passes, the search stops where a move brings so much. With `depth` it ends
    after so many plies and takes `guess(position)` for the value, by default the game's `estimate`. Without
    one play must end: raises `LoopFound` where it comes back to a position, `BadParameter` where a value
    passes `largest`, `MissingCapability`, `BadRules`, `Cancelled`.

    >>> from zermelo.games import Subtraction
    >>> alpha_beta(Subtraction(), 5)
    Searched(answer=win, line=(1, 1, 3), visited=24, leaves=10, guessed=0, cutoffs=2, deep_cutoffs=0)
    """
    search = _AlphaBeta(game, depth, guess, listener, budget)
    most = math.inf if largest is None else largest
    found: Found = run(search.visit(position, 0, None, _Bound(-most, None), _Bound(most, None)))
    assert found.low == found.value == found.high or abs(found.value) >= most, "a window of all values"
    if abs(found.value) > most:
        raise too_small(game, position, found.value, most)
    return Searched(
        ValueAlone(found.value, None, game.scored),
        moves_of(found.line),
        search.line.visited,
        search.line.leaves,
        search.line.guessed,
        search.cutoffs,
        search.deep_cutoffs,
    )


class _Bound(NamedTuple):
    """A value that a player has for sure, as the mover here counts it, and where he has it."""

    value: float
    holder: Visit | None

    def below(self, branch: Branch) -> "_Bound":
        """Return the bound as the mover after a branch counts it."""
        return _Bound(branch.sign * (self.value - branch.gain), self.holder)


class _AlphaBeta:
    """One search."""

    def __init__(
        self,
        game: Game,
        depth: int | None,
        guess: Callable[[Position], int] | None,
        listener: Listener | None,
        budget: Budget | None,
    ) -> None:
        self.game, self.rules, self.listener = game, Rules(game), listener
        self.line = LineOfPlay(game, depth, guess, budget)
        self.cutoffs = self.deep_cutoffs = 0

    def visit(self, position: Position, depth: int, by: Branch | None, alpha: _Bound, beta: _Bound) -> Call:
        """Search a position; its mover has `alpha` for sure, and his opponent allows no `beta`."""
        with asking(self.game, position):
            self.line.enter(position, depth)
            here = Visit(self.line.visited, depth, position)
            if self.listener is not None:
                self.listener.enter(here, by)
            branches = self.rules.branches(position)
            first = next(branches, None)
            if first is None:
                found = self._leaf(self.rules.end(position))
            elif depth == self.line.depth:
                found = self._leaf(self.line.guessed_value(position), is_guess=True)
            else:
                found = yield from self._look_on(here, itertools.chain((first,), branches), alpha, beta)
            self.line.leave()
            if self.listener is not None:
                self.listener.leave(here, found)
            return found

    def _leaf(self, value: int, is_guess: bool = False) -> Found:
        self.line.leaves += 1
        return Found(value, value, value, None, None, is_guess)

    def _look_on(self, here: Visit, branches: Iterator[Branch], alpha: _Bound, beta: _Bound) -> Call:
        """Search the moves of a vertex, one by one, until its mover has more than is allowed."""
        best = low = high = -math.inf
        chosen, line = 0, None
        for place, branch in enumerate(branches):
            if best >= beta.value:
                self._cut(here, best, beta, itertools.chain((branch,), branches))
                high = math.inf
                break
            # Of ancestors that have as much the nearest is named for a cut-off. But only what is sure counts:
            # a move that fails low may be worth less than `best` says.
            secured = _Bound(low, here) if -math.inf < low >= alpha.value else alpha
            window = secured.below(branch), beta.below(branch)
            child = yield self.visit(
                branch.child, here.depth + 1, branch, *(window if branch.sign > 0 else reversed(window))
            )
            ends = sorted(branch.gain + branch.sign * end for end in (child.low, child.high))
            low, high = max(low, ends[0]), max(high, ends[1])
            worth = branch.gain + branch.sign * child.value
            self.line.check_value(here.position, worth)
            if worth > best:
                best, chosen, line = worth, place, (branch.move, child.line)
        return Found(int(best), low, high, chosen, line)

    def _cut(self, here: Visit, best: float, beta: _Bound, branches: Iterable[Branch]) -> None:
        cutoff = Cutoff(here, int(best), int(beta.value), beta.holder)
        self.cutoffs += 1
        self.deep_cutoffs += cutoff.is_deep
        if self.listener is not None:
            self.listener.cut(cutoff, branches)
