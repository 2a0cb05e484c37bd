"""Expected payoffs of perfect, erring and random players, exactly, in games with dice or of payoffs.

What players of given kinds get is an expectation over the whole graph of the game, whose states are its
positions. With dice a position counts twice, as the first and as the second player may be its mover. The
variance of the result is the sum, over the states that play visits, of the variance that one throw or one
choice adds (increments of a martingale are uncorrelated). The part of the throws is the luck of the dice; the
rest are choices at random.

Perfect players of games of payoffs are those of `backward_induction_player`: each makes a move that is best
for itself, chosen at random where several are.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, DECISION, END
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, OutOfBudget
from zermelo.core.game import Game, Position
from zermelo.core.notation.result import Names, Result, about
from zermelo.core.values import ROUNDING
from zermelo.play.matches.multiplayer import compute_expected_payoffs, keep_best_payoffs_for_mover
from zermelo.play.win_rates.tournament import KINDS
from zermelo.solution.subgame_perfect_play import Equilibria
from zermelo.solver.graph.chance_graph import ChanceGraph, build_chance_graph
from zermelo.solver.methods.subgame_perfect import read_mover
from zermelo.solver.methods.value_iteration import solve_values_of_chance_graph, sort_components
from zermelo.solver.runs.solve_game import choose_solve_program
from zermelo.solver.storage.array_store import ArrayStore

MOST_EDGES: Final = 1_000_000  # about a minute
MOST_SWEEPS: Final = 20_000
CLOSE: Final = 1e-12  # change in a sweep, relative to the largest result, below which sweeps end

Floats = npt.NDArray[np.float64]


class ExpectedPayoffs(Result, frozen=True, kw_only=True):
    """What players of given kinds can expect, exactly."""

    players: Annotated[Names, about("the kind of each player, in their order: perfect, erring or random")]
    payoffs: Annotated[
        tuple[float, ...], about("what each player can expect: 1 a win, -1 a loss, or points or payoffs")
    ]
    plies: Annotated[float, about("moves that a game takes on average, throws not counted")]
    luck: Annotated[
        float | None, about("share of the result's variance that dice cause; null without dice or variance")
    ]
    kingmaking: Annotated[
        float, about("choices a game on average that change what others get, and not what their mover gets")
    ]
    _variances: tuple[float, float]  # of the result, that dice and that choices add

    @property
    def win_probability(self) -> float:
        """The probability that the first player wins, of a game that is won or lost."""
        return (1 + self.payoffs[0]) / 2

    @property
    def spread(self) -> float:
        """The largest payoff minus the smallest."""
        return max(self.payoffs) - min(self.payoffs)


class PayoffFigures(NamedTuple):
    """Figures of a game: what players can expect, by the kind of each, and how much choices matter."""

    expected: tuple[ExpectedPayoffs, ...]
    positions: int
    decisions: int
    matters: int
    kingmakers: int
    mean_moves: float
    mean_loss: float
    decisive: bool


def compute_dice_figures(game: Game, error_rate: float, budget: Budget) -> PayoffFigures:
    """Return the figures of a game with dice. Raises `OutOfBudget` where its graph is too large."""
    budget.record_base_memory()
    _, play, decisive = _build_dice_play(game, budget)
    return play.compute_figures(2, error_rate, decisive=decisive)


def compute_expected_plies(game: Game, budget: Budget) -> Callable[[Position], float]:
    """Return the function from a position to the moves that perfect play still takes, on average.

    Throws are not counted, and a player with several best moves makes each equally often. Raises
    `OutOfBudget` where the graph is too large.
    """
    graph, play, _ = _build_dice_play(game, budget)
    plies = play.count_plies()
    places = {graph.position_at(place): place for place in range(len(graph.positions))}
    find_representative = build_representative_function(game)
    return lambda position: float(plies[places[find_representative(position)]])


def _build_dice_play(game: Game, budget: Budget) -> tuple[ChanceGraph, "_Play", bool]:
    """Return the graph, play through it, and whether all play ends won or lost."""
    with ArrayStore(budget) as array_store, array_store.reserve(0) as reservation:
        graph = build_chance_graph(game, choose_solve_program(game), budget, reservation, MOST_EDGES)
        found = solve_values_of_chance_graph(game, graph, budget)
        play = _build_play_of_dice_game(graph, found.values, _find_component_numbers(graph, budget))
        return graph, play, graph.is_decisive and not found.is_endless


def compute_payoff_figures(equilibria: Equilibria, error_rate: float) -> PayoffFigures:
    """Return the figures of a game of payoffs. Raises `OutOfBudget` where its graph is too large."""
    game, edges = equilibria.game, sum(map(len, equilibria.graph.children))
    if edges > MOST_EDGES:
        raise OutOfBudget(
            f"{game!r} has {edges:,} moves in all, and reports on payoffs are for games of at most "
            f"{MOST_EDGES:,}: take a smaller game, or begin at a later position"
        )
    play = _build_play_of_payoff_game(equilibria)
    return play.compute_figures(game.players, error_rate, decisive=False)


def find_expected(
    expected: Sequence[ExpectedPayoffs], kind: str, other: str = "", seat: int = 0
) -> ExpectedPayoffs:
    """Return what players of one kind can expect, where one seat, from 0, may have another kind."""
    players = [kind] * len(expected[0].players)
    players[seat] = other or kind
    return next(each for each in expected if each.players == tuple(players))


class _States(NamedTuple):
    """The states of play: arrays whose last axis is the state."""

    kinds: npt.NDArray[np.int8]
    movers: npt.NDArray[np.int64]
    ends: Floats  # [player, state] what each player gets where play is over; of two with dice only the first
    levels: npt.NDArray[np.int64]  # one more than the highest of other components that it leads to
    is_counted: npt.NDArray[np.bool_]  # not a position's second state
    is_kingmaking: npt.NDArray[np.bool_]


class _Edges(NamedTuple):
    """Moves and throws: arrays whose last axis is the edge."""

    sources: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    weights: Floats  # the probability of a throw
    gains: Floats  # [player, edge] what a move brings at once
    losses: Floats  # what the mover loses by a move
    is_best: npt.NDArray[np.bool_]


class _Play:
    """The states and edges of a game, by level: edges lead to the same level or lower ones."""

    def __init__(self, states: _States, edges: _Edges, start: int) -> None:
        order = np.argsort(states.levels, kind="stable")
        self.numbers = numbers = np.empty(len(order), np.int64)
        numbers[order] = np.arange(len(order))
        by_source = np.argsort(numbers[edges.sources], kind="stable")
        self.states = _States._make(each[..., order] for each in states)
        self.edges = _Edges._make(each[..., by_source] for each in edges)
        self.edges = self.edges._replace(
            sources=numbers[self.edges.sources], targets=numbers[self.edges.targets]
        )
        self.start = int(numbers[start])
        self.count = len(order)
        self.widths = np.bincount(self.edges.sources, minlength=self.count)
        bounds = np.searchsorted(self.states.levels, np.arange(states.levels.max() + 2))
        places = np.searchsorted(self.edges.sources, bounds)
        self.levels = list(zip(bounds, bounds[1:], places, places[1:], strict=False))

    def compute_figures(self, players: int, error_rate: float, *, decisive: bool) -> PayoffFigures:
        """Return all figures."""
        policies = np.stack([self._make_policy(rate) for rate in (0.0, error_rate, 1.0)])
        expected = tuple(self._evaluate(kinds, policies) for kinds in _list_kinds_of_players(players))
        decides = self.states.is_counted & (self.states.kinds == DECISION)
        has_choice = decides & (self.widths > 1)
        edges = self.edges
        matters = np.bincount(edges.sources, ~edges.is_best, self.count) > 0
        loss = np.bincount(edges.sources, edges.losses, self.count) / np.maximum(self.widths, 1)
        return PayoffFigures(
            expected=expected,
            positions=int(self.states.is_counted.sum()),
            decisions=int(has_choice.sum()),
            matters=int((has_choice & matters).sum()),
            kingmakers=int(self.states.is_kingmaking.sum()),
            mean_moves=float(self.widths[decides].mean()) if decides.any() else 0.0,
            mean_loss=float(loss[has_choice].mean()) if has_choice.any() else 0.0,
            decisive=decisive,
        )

    def count_plies(self) -> Floats:
        """Return how many moves perfect play takes from each state on average, in the order given."""
        is_move = (self.states.kinds[self.edges.sources] == DECISION).astype(np.float64)
        return self._expect(self._make_policy(0.0), np.zeros(self.count), is_move)[self.numbers]

    def _make_policy(self, error_rate: float) -> Floats:
        """Return the probability of each edge: any move with `error_rate`, else one of the best."""
        edges = self.edges
        counts = np.bincount(edges.sources, edges.is_best, self.count)[edges.sources]
        perfect = np.where(edges.is_best, 1 / np.maximum(counts, 1), 0.0)
        chances = (1 - error_rate) * perfect + error_rate / self.widths[edges.sources]
        return np.where(self.states.kinds[edges.sources] == DECISION, chances, edges.weights)

    def _evaluate(self, kinds: tuple[int, ...], policies: Floats) -> ExpectedPayoffs:
        """Return what players of these kinds can expect; `policies` [kind, edge] are those of each kind."""
        sources, targets = self.edges.sources, self.edges.targets
        kind_of_edge = np.array(kinds)[self.states.movers[sources]]
        chances = policies[kind_of_edge, np.arange(len(sources))]
        visits, decides = self._count_visits(chances), self.states.kinds == DECISION
        throws = self.states.kinds == CHANCE
        payoffs, added = [], np.zeros(self.count)
        for ends, gains in zip(self.states.ends, self.edges.gains, strict=True):
            value = self._expect(chances, ends, gains)
            payoffs.append(float(value[self.start]))
            if throws.any():
                after = gains + value[targets]
                squares = np.bincount(sources, chances * after**2, self.count)
                added += visits * (squares - np.bincount(sources, chances * after, self.count) ** 2)
        by_dice, by_choices = (max(0.0, float(added[of].sum())) for of in (throws, decides))
        return ExpectedPayoffs(
            players=tuple(KINDS[kind] for kind in kinds),
            payoffs=tuple(payoffs) if len(payoffs) == len(kinds) else (payoffs[0], 0.0 - payoffs[0]),
            plies=float(visits[decides].sum()),
            luck=by_dice / (by_dice + by_choices) if by_dice + by_choices > CLOSE else None,
            kingmaking=float(visits[self.states.is_kingmaking].sum()),
            _variances=(by_dice, by_choices),
        )

    def _expect(self, chances: Floats, ends: Floats, gains: Floats) -> Floats:
        """Return the sum of gains on the way and of the end that play can expect at each state."""
        value: Floats = ends + np.bincount(self.edges.sources, chances * gains, self.count)
        for begin, end, first, last in self.levels:
            sources, targets = self.edges.sources[first:last] - begin, self.edges.targets[first:last]
            part, fixed = chances[first:last], value[begin:end].copy()
            for _ in range(MOST_SWEEPS):
                following = fixed + np.bincount(sources, part * value[targets], end - begin)
                change = np.abs(following - value[begin:end]).max(initial=0.0)
                value[begin:end] = following
                if change <= CLOSE * max(1.0, np.abs(following).max(initial=0.0)):
                    break
            else:
                raise _make_too_slow_error()
        return value

    def _count_visits(self, chances: Floats) -> Floats:
        """Return how often each state is visited, as an expectation."""
        visits = np.zeros(self.count)
        visits[self.start] = 1.0
        for begin, end, first, last in reversed(self.levels):
            sources, targets = self.edges.sources[first:last], self.edges.targets[first:last]
            part, stays = chances[first:last], (targets >= begin) & (targets < end)
            inner, outer = np.flatnonzero(stays), np.flatnonzero(~stays)
            now: Any = visits[begin:end].copy()
            for _ in range(MOST_SWEEPS):
                now = np.bincount(
                    targets[inner] - begin, part[inner] * now[sources[inner] - begin], end - begin
                )
                visits[begin:end] += now
                if now.sum() <= CLOSE:
                    break
            else:
                raise _make_too_slow_error()
            visits += np.bincount(targets[outer], part[outer] * visits[sources[outer]], self.count)
        return visits


def _list_kinds_of_players(players: int) -> list[tuple[int, ...]]:
    """Return the kinds of all players that are looked at: of one kind, but for one player at most."""
    kinds = range(len(KINDS))
    return sorted(
        {
            (*(most,) * seat, one, *(most,) * (players - seat - 1))
            for most in kinds
            for one in kinds
            for seat in range(players)
        }
    )


def _build_play_of_dice_game(graph: ChanceGraph, values: Floats, components: npt.NDArray[np.int64]) -> _Play:
    """Return the play of a game with dice; the first half of the states has the first player as its mover."""
    heads, kinds, ends, children, weights = (np.asarray(each) for each in graph.arrays)
    count = len(kinds)
    sign = np.repeat([1.0, -1.0], count)
    sources = np.repeat(np.arange(count), np.diff(heads))
    is_flipped = children < 0
    children = np.where(is_flipped, ~children, children)
    states = _States(
        kinds=np.tile(kinds, 2),
        movers=np.repeat([0, 1], count),
        ends=np.tile(np.where(kinds == END, ends, 0.0), (1, 2)) * sign,
        levels=np.tile(_find_levels(sources, children, heads, components), 2),
        is_counted=sign > 0,
        is_kingmaking=np.zeros(2 * count, np.bool_),
    )
    sources = np.concatenate([sources, sources + count])
    targets = np.concatenate([children + count * is_flipped, children + count * ~is_flipped])
    to_first, weights = np.concatenate([values, -values]), np.tile(weights, 2)
    is_choice = states.kinds[sources] == DECISION
    gains = np.where(is_choice, weights * sign[sources], 0.0)
    losses = np.where(is_choice, sign[sources] * (to_first[sources] - gains - to_first[targets]), 0.0)
    is_best = is_choice & (losses <= ROUNDING * max(1.0, float(np.abs(values).max(initial=0.0))))
    return _Play(states, _Edges(sources, targets, weights, gains[None], losses, is_best), graph.starts[0])


def _build_play_of_payoff_game(equilibria: Equilibria) -> _Play:
    """Return the play of a game of payoffs; what is best and what is lost is computed in fractions."""
    game, graph = equilibria.game, equilibria.graph
    count, players = len(graph.positions), game.players
    means = compute_expected_payoffs(game, graph, keep_best_payoffs_for_mover)
    movers, ends = np.zeros(count, np.int64), np.zeros((players, count))
    is_kingmaking = np.zeros(count, np.bool_)
    losses: list[float] = []
    is_best: list[bool] = []
    try:
        for place, children in enumerate(graph.children):
            if place in graph.ends:
                ends[:, place] = [float(each) for each in means[place]]
                continue
            mover = movers[place] = read_mover(game, graph.positions[place])
            lost = [means[place][mover] - means[child][mover] for child in children]
            losses += map(float, lost)
            is_best += [each == 0 for each in lost]
            is_kingmaking[place] = not any(lost) and len({means[child] for child in children}) > 1
    except OverflowError:
        raise BadParameter(
            f"{game!r} has payoffs of 1e308 or more: reports are for smaller numbers"
        ) from None
    widths = np.array([len(children) for children in graph.children])
    heads = np.concatenate([[0], np.cumsum(widths)])
    sources = np.repeat(np.arange(count), widths)
    targets = np.fromiter(chain.from_iterable(graph.children), np.int64, len(sources))
    states = _States(
        kinds=np.where(widths > 0, DECISION, END),
        movers=movers,
        ends=ends,
        levels=_find_levels(sources, targets, heads, np.arange(count)),
        is_counted=np.ones(count, np.bool_),
        is_kingmaking=is_kingmaking,
    )
    edges = _Edges(
        sources,
        targets,
        weights=np.zeros(len(sources)),
        gains=np.zeros((players, len(sources))),
        losses=np.array(losses),
        is_best=np.array(is_best, np.bool_),
    )
    return _Play(states, edges, 0)


def _find_component_numbers(graph: ChanceGraph, budget: Budget) -> npt.NDArray[np.int64]:
    """Return the number of each position's strongly connected component."""
    order, bounds = sort_components(graph, LazyKernels(), budget)
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    return numbers


def _find_levels(sources: Any, children: Any, heads: Any, components: Any) -> npt.NDArray[np.int64]:
    """Return the level of each position: one more than the highest of other components that it leads to."""
    levels = np.zeros(len(components), np.int64)
    if not len(children):
        return levels
    higher = (components[sources] != components[children]).astype(np.int64)
    has_edges = np.flatnonzero(np.diff(heads))
    while True:
        following = levels.copy()
        following[has_edges] = np.maximum.reduceat(levels[children] + higher, heads[has_edges])
        if np.array_equal(following, levels):
            return levels
        levels = following


def _make_too_slow_error() -> OutOfBudget:
    return OutOfBudget(
        f"play between these players has not settled after {MOST_SWEEPS:,} plies, and need not end: "
        "take a smaller game, or let the rules end play"
    )
