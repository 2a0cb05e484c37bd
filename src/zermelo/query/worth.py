"""What a vertex of a tree is worth: its value and remoteness, or payoffs where a game has several players."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from zermelo.core.game import Game, Position
from zermelo.core.requirements import is_of_payoffs
from zermelo.query.induction import (
    Known,
    best,
    given_by,
    refuse_loop,
    resolve,
    resolve_payoffs,
    resolve_whole,
)
from zermelo.solvers.subgame_perfect import Payoffs, Ways, enough_for, mover_at, payoffs_at
from zermelo.trust.branches import Branch, Expansion


class Worth(NamedTuple):
    """What a vertex shows; all of it is None where it is not known, and the payoffs in games of values."""

    value: int | None = None
    remoteness: int | None = None
    payoffs: tuple[Payoffs, ...] | None = None


class Judge(Protocol):
    """Who knows what positions are worth."""

    def worth(self, position: Position, expansion: Expansion) -> Worth:
        """Return what is known of a position."""

    def best(self, position: Position, branches: Sequence[Branch]) -> list[bool]:
        """Return which branches of a position are best moves, none where that is not known."""


class ValueJudge:
    """Values of two players, by what is `known` of positions."""

    def __init__(self, known: Mapping[Position, Known]) -> None:
        self.known = known

    def worth(self, position: Position, expansion: Expansion) -> Worth:
        """Return the value and the remoteness of a position."""
        return Worth(*self.known[position]) if position in self.known else Worth(expansion.end)

    def best(self, position: Position, branches: Sequence[Branch]) -> list[bool]:
        """Return which branches give the most, soonest in a win and latest in a loss."""
        if not branches or any(branch.child not in self.known for branch in branches):
            return [False] * len(branches)
        given = [given_by(branch, self.known[branch.child]) for branch in branches]
        top = best(given)
        return [each == top for each in given]


class PayoffJudge:
    """Payoffs, by what is `known` that subgame-perfect play can bring."""

    def __init__(self, game: Game, known: Mapping[Position, Ways]) -> None:
        self.game, self.known = game, known

    def worth(self, position: Position, expansion: Expansion) -> Worth:
        """Return the payoffs that subgame-perfect play can bring."""
        if expansion.end is not None:
            return Worth(payoffs=(payoffs_at(self.game, position),))
        if position not in self.known:
            return Worth()
        return Worth(payoffs=tuple(sorted(self.known[position], reverse=True)))

    def best(self, position: Position, branches: Sequence[Branch]) -> list[bool]:
        """Return which branches are moves of subgame-perfect play."""
        if not branches or any(branch.child not in self.known for branch in branches):
            return [False] * len(branches)
        mover, after = mover_at(self.game, position), [self.known[branch.child] for branch in branches]
        enough = enough_for(after, mover)
        return [any(payoffs[mover] >= enough for payoffs in ways) for ways in after]


def judge(game: Game, graph: Mapping[Hashable, Expansion], *, is_whole: bool, ends: bool) -> Judge:
    """Return who knows what the positions of a graph are worth, as far as that follows from them.

    Where `ends`, play must: raises `LoopFound` where the whole graph has a loop.
    """
    known: Any
    if is_of_payoffs(game):
        known = resolve_payoffs(game, graph)
        if is_whole and ends:
            refuse_loop(game, graph, known, _itself)
        return PayoffJudge(game, known)
    known = resolve(graph, _itself)
    if is_whole and ends:
        refuse_loop(game, graph, known, _itself)
    return ValueJudge(resolve_whole(game, graph, _itself) if is_whole else known)


def _itself(position: Position) -> Position:
    return position
