r"""The method `expectiminimax`, for games of chance, and the pruning of Star1 and Star2.

    value(p) = V(p) where play is over,
               the best of the flipped values after the moves where the mover decides,
               the mean of the flipped values after the dice, by their probabilities, where they are thrown

Alpha-beta stops at a chance position only when it knows that none of the outcomes left can matter, so it
needs limits that no value passes. *Star1* takes the limits for all outcomes not looked at yet, and gives each
outcome the window outside which it alone decides the matter. *Star2* first probes: one move after each
outcome, which bounds what its mover has there at least, and may end the matter before anything else is
searched. Bruce W. Ballard, *The \*-minimax search procedure for trees containing chance nodes*, Artificial
Intelligence 21 (1983); T. Hauk, M. Buro and J. Schaeffer, *Rediscovering \*-minimax search*, Computers and
Games (2004).

All three find the same value. What Star2 has probed it need not search again: the window of a probe is so
wide that it either ends the matter or says exactly what its move is worth. A `StarListener` receives every
step of a search; trees are drawn from these steps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol

from zermelo.compiler.guards.chance_guard import Edge, find_position_kind_and_edges
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, DECISION, END
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, LoopFound
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import require
from zermelo.core.rule_queries import answer_from_record
from zermelo.core.values import LARGEST_VALUE, UNTIMED, Answer, ExpectedValue
from zermelo.search.exact.generator_recursion import Call, run_generator_recursion

Limits = tuple[float, float]  # between which the first mover's values lie, everywhere
Guess = Callable[[Position], float]
Begun = tuple[list[Edge], float]  # moves that are left, and what the first of all brings
Expand = Callable[[Position], tuple[int, Any, list[Edge]]]  # kind, what an end is worth, edges as searched

CERTAIN: Limits = (-1.0, 1.0)
REPORT = 1 << 12  # visits between two reports
NO_VALUE = float("-inf")
MOST_COUNTED = 200_000  # positions that are looked at to count the tree
TOLERANCE = 1e-9  # how far a value may be outside the limits by rounding


class StarListener(Protocol):
    """A listener that receives every step of a search, in order; values are those of the mover there."""

    def enter(self, position: Position, edge: Edge | None, alpha: float, beta: float) -> None:
        """Receive a visit, and the edge that led there from the vertex that is open, None at the root."""

    def pause(self, value: float) -> None:
        """Receive what the probed move of the open vertex brings; the vertex is left for now."""

    def resume(self, edge: Edge, alpha: float, beta: float) -> None:
        """Receive that the moves left after an edge are searched now."""

    def leave(self, value: float) -> None:
        """Receive what the open vertex returned."""


class DrawnSearch(NamedTuple):
    """A search that is to be drawn: the edges that are searched, in order, and who hears of each step."""

    expand: Expand
    listener: StarListener | None


@dataclass(frozen=True)
class ExpectationResult:
    """What a search found: what the mover expects, and how many positions it came to.

    `leaves` of those ended the play or the depth, `guessed` the depth alone. `cutoffs` counts decisions that
    were left early, `star_cutoffs` chance positions, of which `probed` by probing.
    """

    answer: ExpectedValue
    visited: int
    leaves: int
    guessed: int
    cutoffs: int = 0
    star_cutoffs: int = 0
    probed: int = 0


def expectiminimax(
    game: Game,
    position: Position,
    *,
    depth: int | None = None,
    guess: Guess | None = None,
    budget: Budget | None = None,
) -> ExpectationResult:
    """Return what the mover expects at a position, by looking at all that may come.

    With `depth` the search ends after so many plies, throws of dice included, and takes `guess(position)` for
    the value, by default the game's `estimate`, or 0. Without it play must end: raises `LoopFound` where it
    comes back to a position. Raises `BadRules`, `Cancelled`.

    >>> from zermelo.games import StochasticNim
    >>> expectiminimax(StochasticNim(heaps=(2,), faces=2), 2).answer
    expects 0
    """
    return _ExpectiminimaxRun(game, depth, guess, CERTAIN, budget, cuts=False, probes=False).search_root(
        position
    )


def star1(
    game: Game,
    position: Position,
    *,
    depth: int | None = None,
    guess: Guess | None = None,
    limits: Limits = CERTAIN,
    budget: Budget | None = None,
    drawn: DrawnSearch | None = None,
) -> ExpectationResult:
    """Return what `expectiminimax` does, leaving out what cannot matter; no value passes the `limits`.

    Limits are what the mover of `position` may get; where the other moves, they are turned round. Raises
    `BadParameter` where a value passes them.

    >>> from zermelo.games import StochasticNim
    >>> star1(StochasticNim(heaps=(2,), faces=2), 2).answer
    expects 0
    """
    return _ExpectiminimaxRun(
        game, depth, guess, limits, budget, cuts=True, probes=False, drawn=drawn
    ).search_root(position)


def star2(
    game: Game,
    position: Position,
    *,
    depth: int | None = None,
    guess: Guess | None = None,
    limits: Limits = CERTAIN,
    budget: Budget | None = None,
    drawn: DrawnSearch | None = None,
) -> ExpectationResult:
    """Return what `star1` does, probing one move after each outcome first: the first in the game's `order`.

    >>> from zermelo.games import StochasticNim
    >>> star2(StochasticNim(heaps=(2,), faces=2), 2).answer
    expects 0
    """
    return _ExpectiminimaxRun(
        game, depth, guess, limits, budget, cuts=True, probes=True, drawn=drawn
    ).search_root(position)


class ExpectiminimaxSearch:
    """The method `expectiminimax`: a game's positions, each searched anew, to `depth` plies if it is given.

    In a game of points limits that no value passes are not known, but for those of all values.
    """

    algorithm: ClassVar[Any] = staticmethod(expectiminimax)
    limited: ClassVar[bool] = False  # whether it takes limits

    def __init__(
        self,
        game: Game,
        budget: Budget | None = None,
        *,
        interpreted: bool = True,
        depth: int | None = None,
    ) -> None:
        require(game, "this search is for games of chance", needs=("chances",))
        self.game, self.budget, self.depth = game, budget, depth
        self.limits = (-float(LARGEST_VALUE), float(LARGEST_VALUE)) if game.scored else CERTAIN
        self.nodes = 0
        self.found: ExpectationResult | None = None  # at the position asked about last
        self.tree: int | None = None  # vertices below it, which expectiminimax looks at; None: not counted

    def answer(self, position: Position) -> Answer:
        """Return what the mover expects."""
        asked: dict[str, Any] = {"limits": self.limits} if self.limited else {}
        self.found = self.algorithm(self.game, position, depth=self.depth, budget=self.budget, **asked)
        self.nodes += self.found.visited
        self.tree = count_vertices(self.game, position, self.depth) if self.limited else self.found.visited
        return self.found.answer

    def line(self, position: Position, answer: Answer) -> tuple[Move, ...]:
        """Return no line, because dice decide how play goes on."""
        return ()


def count_vertices(
    game: Game, position: Position, depth: int | None = None, *, most: int = MOST_COUNTED
) -> int | None:
    """Return how many vertices the game tree below a position has, cut off at `depth`; 1 where it ends there.

    Each position is looked at once for each number of plies left, up to `most` times; then it is None. Where
    no depth is given play must end.

    >>> from zermelo.games import StochasticNim
    >>> game = StochasticNim(heaps=(2,), faces=2)
    >>> count_vertices(game, 2), expectiminimax(game, 2).visited
    (14, 14)
    """
    known: dict[tuple[Position, int | None], int] = {}

    def count_vertices_below(where: Position, left: int | None) -> Call:
        if left == 0 or len(known) > most:
            return 1
        if (where, left) not in known:
            _, _, edges = find_position_kind_and_edges(game, where)
            after = None if left is None else left - 1
            total = 1
            for _, child, _ in edges:
                total += yield count_vertices_below(child, after)
            known[where, left] = total
        return known[where, left]

    total: int = run_generator_recursion(count_vertices_below(position, depth))
    return total if len(known) <= most else None


class _ExpectiminimaxRun:
    """One search: its limits, its counters, and the line of play it is at."""

    def __init__(
        self,
        game: Game,
        depth: int | None,
        guess: Guess | None,
        limits: Limits,
        budget: Budget | None,
        *,
        cuts: bool,
        probes: bool,
        drawn: DrawnSearch | None = None,
    ) -> None:
        if depth is not None and depth < 0:
            raise BadParameter(f"depth {depth} is too small: give a number of plies, at least 0")
        if not limits[0] < limits[1]:
            raise BadParameter(f"limits {limits} hold no values: give the least, then the largest")
        rules: Any = game
        self.game = rules
        self.depth, self.limits, self.budget = depth, limits, budget or Budget()
        estimate: Guess = rules.estimate if has(game, "estimate") else lambda _: 0
        self.guess = guess or estimate
        self.cuts, self.probes = cuts, probes
        self.is_drawn = drawn is not None
        self.expand, self.listener = drawn or DrawnSearch(partial(find_position_kind_and_edges, game), None)
        self.path: set[Position] = set()
        self.visited = self.leaves = self.guessed = self.cutoffs = self.star_cutoffs = self.probed = 0

    def search_root(self, position: Position) -> ExpectationResult:
        """Return what is found at the root."""
        low, high = self.limits
        value: float = run_generator_recursion(self.search_position(position, None, 0, low, high, 1))
        counts = (self.visited, self.leaves, self.guessed, self.cutoffs, self.star_cutoffs, self.probed)
        answer = answer_from_record(self.game, float(value), UNTIMED)
        assert isinstance(answer, ExpectedValue)
        return ExpectationResult(answer, *counts)

    def search_position(
        self, position: Position, edge: Edge | None, depth: int, alpha: float, beta: float, side: int
    ) -> Call:
        """Return the value, or a bound outside `alpha` and `beta`; `side` is -1 where the other moves."""
        kind, end, edges = self._enter_position(position, edge, alpha, beta)
        if kind == END or depth == self.depth:
            self.leaves += 1
            self.guessed += kind != END
            value = self._require_value_within_limits(
                position, float(end if kind == END else self.guess(position)), side
            )
        else:
            self.path.add(position)
            if kind == CHANCE:
                value = yield self._compute_chance_value(edges, depth, alpha, beta, side)
            else:
                value = yield self._compute_best_move_value(
                    self._sort_edges(position, edges), depth, alpha, beta, side
                )
            self.path.discard(position)
        if self.listener is not None:
            self.listener.leave(value)
        return value

    def _enter_position(
        self, position: Position, edge: Edge | None, alpha: float, beta: float
    ) -> tuple[int, Any, list[Edge]]:
        if self.depth is None and position in self.path:
            raise LoopFound(
                f"{self.game!r}: play comes back to position {describe_position(self.game, position)}: "
                "give a depth, or solve the game"
            )
        if self.visited % REPORT == 0:
            self.budget.report("search", self.visited)
        self.visited += 1
        if self.listener is not None:
            self.listener.enter(position, edge, alpha, beta)
        return self.expand(position)

    def _require_value_within_limits(self, position: Position, value: float, side: int) -> float:
        low, high = self._find_value_limits(side)
        if self.cuts and not low - TOLERANCE <= value <= high + TOLERANCE:
            raise BadParameter(
                f"limits {self.limits} are too narrow: the value of position "
                f"{describe_position(self.game, position)} is {value:g}, for the mover there; give wider ones"
            )
        return value

    def _find_value_limits(self, side: int) -> Limits:
        low, high = self.limits
        return (low, high) if side > 0 else (-high, -low)

    def _sort_edges(self, position: Position, edges: list[Edge]) -> list[Edge]:
        """Return the edges of a decision, the largest in the game's `order` first."""
        if self.is_drawn or not has(self.game, "order"):
            return edges
        ranks = [self.game.order(position, move) for move in self.game.moves(position)]
        return [edges[place] for place in sorted(range(len(edges)), key=lambda place: -ranks[place])]

    def _compute_best_move_value(
        self, edges: list[Edge], depth: int, alpha: float, beta: float, side: int, best: float = NO_VALUE
    ) -> Call:
        """Return the best of what moves bring, `best` being known of one that is not among them."""
        for edge in edges:
            if self.cuts and best >= beta:
                self.cutoffs += 1
                break
            best = max(
                best, (yield self._compute_edge_value(edge, edge[0], depth, max(alpha, best), beta, side))
            )
        return best

    def _compute_edge_value(
        self, edge: Edge, gain: float, depth: int, alpha: float, beta: float, side: int
    ) -> Call:
        """Return what an edge brings the mover before it: the flipped value after it, and a gain."""
        _, child, flips = edge
        if flips:
            return gain - (
                yield self.search_position(child, edge, depth + 1, gain - beta, gain - alpha, -side)
            )
        return gain + (yield self.search_position(child, edge, depth + 1, alpha - gain, beta - gain, side))

    def _compute_chance_value(
        self, edges: list[Edge], depth: int, alpha: float, beta: float, side: int
    ) -> Call:
        """Return the mean over what dice bring, or a bound of it that is outside the window."""
        outcomes = _Outcomes(edges, *self._find_value_limits(side))
        if self.probes and (yield self._probe_outcomes(outcomes, depth, alpha, beta, side)):
            self.star_cutoffs += 1
            self.probed += 1
            return outcomes.lower_bound if outcomes.lower_bound >= beta else outcomes.upper_bound
        for place, edge in enumerate(edges):
            least, most = (
                outcomes.compute_outcome_window(place, alpha, beta) if self.cuts else (NO_VALUE, -NO_VALUE)
            )
            if place in outcomes.begun:
                value = yield self._search_remaining_moves(
                    edge, outcomes.begun[place], depth, least, most, side
                )
            else:
                value = yield self._compute_edge_value(edge, 0.0, depth, least, most, side)
            if place < len(edges) - 1 and not least < value < most:
                self.star_cutoffs += 1
                return outcomes.compute_bound_with_outcome_value(place, value, is_high=value >= most)
            outcomes.set_value(place, value)
        return outcomes.lower_bound

    def _probe_outcomes(
        self, outcomes: "_Outcomes", depth: int, alpha: float, beta: float, side: int
    ) -> Call:
        """Look at one move after each outcome; return whether that is enough to be outside the window."""
        for place, edge in enumerate(outcomes.edges):
            _, child, flips = edge
            kind, _, edges = self.expand(child)
            if kind != DECISION or depth + 1 == self.depth:
                continue
            least, most = outcomes.compute_outcome_window(place, alpha, beta)
            below, enough = (-outcomes.highs[place], -least) if flips else (outcomes.lows[place], most)
            self._enter_position(child, edge, below, enough)
            self.path.add(child)
            first, *others = self._sort_edges(child, edges)
            found = yield self._compute_edge_value(
                first, first[0], depth + 1, below, enough, -side if flips else side
            )
            self.path.discard(child)
            if self.listener is not None:
                self.listener.pause(found)
            outcomes.begun[place] = others, found
            if flips:
                outcomes.highs[place] = min(outcomes.highs[place], -found)
            else:
                outcomes.lows[place] = max(outcomes.lows[place], found)
            if outcomes.lower_bound >= beta or outcomes.upper_bound <= alpha:
                return True
        return False

    def _search_remaining_moves(
        self, edge: Edge, begun: Begun, depth: int, alpha: float, beta: float, side: int
    ) -> Call:
        """Look at the moves after an outcome that probing left."""
        _, child, flips = edge
        others, best = begun
        low, high, whose = (-beta, -alpha, -side) if flips else (alpha, beta, side)
        self.path.add(child)
        if self.listener is not None:
            self.listener.resume(edge, low, high)
        value: float = yield self._compute_best_move_value(others, depth + 1, low, high, whose, best)
        if self.listener is not None:
            self.listener.leave(value)
        self.path.discard(child)
        return -value if flips else value


class _Outcomes:
    """What is known of the outcomes of a throw: between which values each lies, as the thrower sees it."""

    def __init__(self, edges: list[Edge], low: float, high: float) -> None:
        self.edges = edges
        self.lows, self.highs = [low] * len(edges), [high] * len(edges)
        self.begun: dict[int, Begun] = {}  # by place: what probing left

    @property
    def lower_bound(self) -> float:
        """The least that the throw may be worth."""
        return sum(edge[0] * low for edge, low in zip(self.edges, self.lows, strict=True))

    @property
    def upper_bound(self) -> float:
        """The most that the throw may be worth."""
        return sum(edge[0] * high for edge, high in zip(self.edges, self.highs, strict=True))

    def compute_outcome_window(self, place: int, alpha: float, beta: float) -> Limits:
        """Return the values of one outcome at or outside which the throw is outside `alpha` and `beta`."""
        probability = self.edges[place][0]
        least = (alpha - self.upper_bound) / probability + self.highs[place]
        most = (beta - self.lower_bound) / probability + self.lows[place]
        return least, most

    def set_value(self, place: int, value: float) -> None:
        """Note what an outcome is worth."""
        self.lows[place] = self.highs[place] = value

    def compute_bound_with_outcome_value(self, place: int, value: float, *, is_high: bool) -> float:
        """Return what the throw is worth at least (`is_high`) or at most, where an outcome has `value`."""
        self.set_value(place, value)
        return self.lower_bound if is_high else self.upper_bound
