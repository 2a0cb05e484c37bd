"""The value of a tree's vertex: value and remoteness, or payoffs where a game has several players."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedMove
from zermelo.core.game import Game, Position
from zermelo.core.game_kind import ByKind
from zermelo.core.values import ROUNDING
from zermelo.solution.game_trees.tree_induction import (
    Ends,
    KnownValue,
    choose_best_value,
    compute_branch_value,
    raise_if_loop,
    solve_from_ends,
    solve_payoffs_and_ends,
    solve_whole_graph,
)
from zermelo.solver.methods.subgame_perfect import (
    Payoffs,
    find_least_acceptable_payoff,
    read_mover,
    read_payoffs_at_end,
)


class VertexValue(NamedTuple):
    """What a vertex shows; all of it is None where it is not known, and the payoffs in games of values."""

    value: Any = None
    remoteness: int | None = None
    payoffs: tuple[Payoffs, ...] | None = None
    ends: tuple[Position, ...] = ()


class VertexValuer(Protocol):
    """A source of the values of positions."""

    def find_vertex_value(self, position: Position, expansion: CheckedExpansion) -> VertexValue:
        """Return what is known of a position."""

    def mark_best_branches(self, position: Position, branches: Sequence[CheckedMove]) -> list[bool]:
        """Return which branches of a position are best moves, none where that is not known."""

    def find_tied_branches(self, position: Position, branches: Sequence[CheckedMove]) -> list[list[int]]:
        """Return the places of branches that are equally good, and no other better; one list an amount."""


class OutcomeValuer:
    """Values of two players, by what is `known` of positions."""

    def __init__(self, known: Mapping[Position, KnownValue]) -> None:
        self.known = known

    def find_vertex_value(self, position: Position, expansion: CheckedExpansion) -> VertexValue:
        """Return the value and the remoteness of a position."""
        return VertexValue(*self.known[position]) if position in self.known else VertexValue(expansion.end)

    def mark_best_branches(self, position: Position, branches: Sequence[CheckedMove]) -> list[bool]:
        """Return which branches give the most, soonest in a win and latest in a loss."""
        if not branches or any(branch.child not in self.known for branch in branches):
            return [False] * len(branches)
        given = [compute_branch_value(branch, self.known[branch.child]) for branch in branches]
        top = choose_best_value(given)
        if isinstance(top.value, float):  # an expectation, so the last digits are rounding
            return [top.value - each.value < ROUNDING for each in given]
        return [each == top for each in given]

    def find_tied_branches(self, position: Position, branches: Sequence[CheckedMove]) -> list[list[int]]:
        """Return the places of the best branches, where they are several."""
        places = [
            place for place, is_best in enumerate(self.mark_best_branches(position, branches)) if is_best
        ]
        return [places] if len(places) > 1 else []


class PayoffValuer:
    """Payoffs, by what is `known`: what subgame-perfect play can bring, and where it ends then."""

    def __init__(self, game: Game, known: Mapping[Position, Ends]) -> None:
        self.game, self.known = game, known

    def find_vertex_value(self, position: Position, expansion: CheckedExpansion) -> VertexValue:
        """Return the payoffs that subgame-perfect play can bring, the largest first, and its ends."""
        if expansion.end is not None:
            return VertexValue(payoffs=(read_payoffs_at_end(self.game, position),), ends=(position,))
        if position not in self.known:
            return VertexValue()
        payoffs = tuple(sorted(self.known[position], reverse=True))
        ends = (end for each in payoffs for end in self.known[position][each])
        return VertexValue(payoffs=payoffs, ends=tuple(dict.fromkeys(ends)))

    def mark_best_branches(self, position: Position, branches: Sequence[CheckedMove]) -> list[bool]:
        """Return which branches are moves of subgame-perfect play."""
        return [bool(amounts) for amounts in self._list_possible_payoffs(position, branches)]

    def find_tied_branches(self, position: Position, branches: Sequence[CheckedMove]) -> list[list[int]]:
        """Return the places of branches that may bring the mover as much; one list for each amount."""
        amounts = self._list_possible_payoffs(position, branches)
        found = [
            [place for place, several in enumerate(amounts) if amount in several]
            for amount in sorted(set().union(*amounts), reverse=True)
        ]
        return [places for places in found if len(places) > 1]

    def _list_possible_payoffs(self, position: Position, branches: Sequence[CheckedMove]) -> list[set[Any]]:
        """Return the payoffs by which the mover may choose each branch, none where they are unknown."""
        if not branches or any(branch.child not in self.known for branch in branches):
            return [set() for _ in branches]
        mover, after = read_mover(self.game, position), [self.known[branch.child] for branch in branches]
        enough = find_least_acceptable_payoff(after, mover)
        return [{each[mover] for each in ways if each[mover] >= enough} for ways in after]


def make_vertex_valuer(
    game: Game, graph: Mapping[Hashable, CheckedExpansion], *, is_whole: bool, ends: bool
) -> VertexValuer:
    """Return the source of the values of a graph's positions, as far as these follow from the graph.

    Where `ends`, play must: raises `LoopFound` where the whole graph has a loop.
    """
    return VALUERS.choose(game)(game, graph, is_whole=is_whole, ends=ends)


def _make_payoff_valuer(
    game: Game, graph: Mapping[Hashable, CheckedExpansion], *, is_whole: bool, ends: bool
) -> PayoffValuer:
    known: Any = solve_payoffs_and_ends(game, graph)
    if is_whole and ends:
        raise_if_loop(game, graph, known, _identity)
    return PayoffValuer(game, known)


def _make_outcome_valuer(
    game: Game, graph: Mapping[Hashable, CheckedExpansion], *, is_whole: bool, ends: bool
) -> OutcomeValuer:
    known = solve_from_ends(game, graph, _identity)
    if is_whole and ends:
        raise_if_loop(game, graph, known, _identity)
    return OutcomeValuer(solve_whole_graph(game, graph, _identity) if is_whole else known)


VALUERS: Final[ByKind[Callable[..., VertexValuer]]] = ByKind(
    "values of a tree", _make_outcome_valuer, payoffs=_make_payoff_valuer
)


def _identity(position: Position) -> Position:
    return position
