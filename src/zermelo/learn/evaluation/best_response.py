"""The best response to a player: how much the player loses to an opponent who knows it, and the line of play.

The player moves at random with known probabilities. So against it the game is a problem for the opponent
alone, with chance (a Markov decision process). Where play ends, it is solved backwards. Where play may cycle,
positions that lead back to each other are solved together. There the opponent may be able to cycle for ever,
which is worth 0. Those parts are found first (maximal end components), and each is treated as one position
with one more choice. What remains ends with probability 1 under any play, so bounds from both sides converge
to the value (interval iteration: Haddad and Monmege, *Interval iteration algorithm for MDPs and IMDPs*, 2018;
Baier and others, *Ensuring the reliability of your model checker*, 2017).

A policy that allows several moves is assumed to play each with equal probability.
`learn.evaluation.policy_grade` assumes the worst of them instead. For a player without random moves both
agree, and the tests compare them. The mean of the player's losses over both sides is its exploitability.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any

from zermelo.compiler.guards.checked_rules import CheckedRules
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget, UnknownPosition
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import Count, GameInput, Names, Result, about
from zermelo.core.notation.wording import SIDES
from zermelo.core.requirements import check_question
from zermelo.core.values import ROUNDING
from zermelo.learn.evaluation.end_components import ChanceEdge, find_end_components
from zermelo.learn.evaluation.policy_grade import MOST_POSITIONS, yield_strongly_connected_components
from zermelo.play.move_probabilities import read_move_probabilities
from zermelo.solution.solution import Solution
from zermelo.solver.graph.discovery import Discovery

Playing = Callable[[Position], Mapping[Move, float] | Iterable[Move]]  # a player, or a policy

WITHIN = 1e-12  # the required distance of the bounds where play cycles
MOST_SWEEPS = 100_000  # over positions that lead back to each other
LONGEST_LINE = 500  # plies of the printed line
EXPLOITABILITY = "what the best replies win in the mean of both sides, in units of the game's result"
ELSEWHERE = "positions that play against this player does not reach are not looked at: it may err there"


class ExploitedSide(Result, frozen=True, kw_only=True):
    """What the best reply makes of a player, on one side.

    Called with a position at which the opponent is to move, it returns the best response's move.
    """

    value: Annotated[
        float | None,
        about("what the player could have, from their side; null where the game was not solved"),
    ]
    worth: Annotated[float, about("what the player gets, from their side, in the mean over the starts")]
    short: Annotated[float | None, about("how much less that is; null where the game was not solved")]
    error: Annotated[float, about("by how much `worth` may be wrong")]
    line: Annotated[Names, about("the moves of a line of play under the best reply")]
    probability: Annotated[float, about("how likely the player's moves and the throws in that line are")]
    endless: Annotated[bool, about("whether that line repeats from its end")]
    positions: Annotated[Count, about("at which the player was asked")]
    _moves: dict[Any, Move]  # of the best response, by position
    _game: Game

    def __call__(self, position: Position) -> Move:
        """Return the best response's move; raises `UnknownPosition` where this play does not lead."""
        where = as_position(self._game, position)
        if where not in self._moves:
            raise UnknownPosition(
                f"{self._game!r}: the best reply is not to move at "
                f"{describe_position(self._game, where)}, or play "
                "against this player does not lead there"
            )
        return self._moves[where]

    def __str__(self) -> str:
        result = f"gets {self.worth:g} against the best reply"
        if self.value is not None and self.short is not None:
            less = f": {self.short:g} less" if self.short > ROUNDING else ""
            result += f", of {self.value:g} that they could have{less}"
        return f"{result}; asked at {self.positions:,} positions"

    def describe_line(self) -> str:
        """Return the line of play in words."""
        if not self.line:
            return "play is over at once"
        likely = "a line" if self.probability == 1 else f"a likely line (probability {self.probability:.2g})"
        ever = " for ever" if self.probability == 1 else ""
        again = f", and again{ever}" if self.endless else ""
        return f"{likely}: {' '.join(self.line)}{again}"


class BestResponse(Result, frozen=True, kw_only=True):
    """The best response to a fixed policy."""

    game: GameInput
    first: Annotated[ExploitedSide, about("against the player as the one who begins")]
    second: Annotated[ExploitedSide, about("against the player as the other one")]
    exploitability: Annotated[
        float,
        about("what the best replies win in the mean of both sides, for play from the start alone"),
    ]
    perfect: Annotated[
        bool | None,
        about("whether it gets what it could have from the start; null where the game was not solved"),
    ]

    def __str__(self) -> str:
        lines = [self.game]
        for name, side in zip(SIDES, (self.first, self.second), strict=True):
            lines += [f"  {name + ':':<8}{side}", f"    {side.describe_line()}"]
        lines.append(f"exploitability from the start {self.exploitability:g}: {EXPLOITABILITY}")
        if self.perfect:
            lines.append("no reply to play from the start gets more than the game's value")
        return "\n".join([*lines, ELSEWHERE])


def exploit(
    player: Playing,
    game_or_solution: Game | Solution,
    *,
    most: int = MOST_POSITIONS,
    budget: Budget | None = None,
) -> BestResponse:
    """Compute the best response to a player: how much the player loses, and the line of play.

    Parameters
    ----------
    player : callable
        A function from a position to moves, or to the probability of each. It is called once at each
        reachable position; several moves without probabilities are equally likely.
    game_or_solution : Game or Solution
        The game. With a solution the loss against the game's value is reported too.
    most : int
        Largest number of positions to visit.
    budget : Budget, optional
        Progress and cancellation.

    Returns
    -------
    BestResponse
        Results on both sides.

    Raises
    ------
    MissingCapability
        If the game does not have two players.
    IllegalMove
        If the player makes an illegal move, or none.
    OutOfBudget
        If there are more than `most` positions.
    BadRules, Cancelled
        By the rules and the budget.

    References
    ----------
    Haddad and Monmege, *Interval iteration algorithm for MDPs and IMDPs*, 2018.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> found = exploit(lambda heap: [1], Subtraction(heap=6, take=(1, 2)))
    >>> found.first.worth, found.first.line
    (-1, ('1', '1', '1', '1', '1', '1'))
    """
    solution = game_or_solution if isinstance(game_or_solution, Solution) else None
    game = solution.game if solution is not None else game_or_solution
    assert isinstance(game, Game)
    check_question(game, "exploit")
    known: dict[Position, dict[Move, float]] = {}
    first, second = (
        _DecisionGraph(game, player, known, most, budget or Budget()).solve_side(own, solution)
        for own in (True, False)
    )
    return BestResponse(
        game=repr(game),
        first=first,
        second=second,
        exploitability=-(first.worth + second.worth) / 2 + 0.0,  # no minus sign before 0
        perfect=None
        if solution is None
        else all((side.short or 0) <= side.error + ROUNDING for side in (first, second)),
    )


class _DecisionGraph:
    """Play against one player on one side: vertices are positions with the player to move."""

    def __init__(
        self,
        game: Game,
        player: Playing,
        known: dict[Position, dict[Move, float]],
        most: int,
        budget: Budget,
    ) -> None:
        self.game, self.player, self.known, self.most, self.budget = game, player, known, most, budget
        self.rules = CheckedRules(game, bounded=False, whole=False)
        self.walk: Discovery[tuple[Position, bool]] = Discovery([])
        self.edges: list[list[ChanceEdge]] = []
        self.ends: list[Any] = []
        self.chooses: list[bool] = []  # whether the opponent does
        self.asked = 0
        self.worth: dict[Any, Any] = {}  # by vertex, from the player's side
        self.best: dict[int, ChanceEdge] = {}  # at the vertices where the opponent chooses
        self.error = 0.0

    def solve_side(self, own: bool, solution: Solution | None) -> ExploitedSide:
        """Return the result against the player on one side, as the one who begins (`own`) or as the other."""
        starts = self.walk.number_nodes((start, own) for start in self.game.starts())
        self._visit_reachable_vertices()
        for start in starts:
            for component in yield_strongly_connected_components(start, self._list_children, self.worth):  # type: ignore[arg-type]
                self._solve_component(component)  # type: ignore[arg-type]
        worst = min(starts, key=lambda start: self.worth[start])
        line, probability, endless = self._find_principal_line(worst)
        moves = {}
        for vertex, edge in self.best.items():
            moves[self.walk.nodes[vertex][0]] = edge.move
        value = None if solution is None else self._compute_mean_game_value(solution, own)
        worth = _compute_mean([self.worth[start] for start in starts])
        return ExploitedSide(
            value=value,
            worth=worth,
            short=None if value is None else value - worth,
            error=self.error,
            line=line,
            probability=probability,
            endless=endless,
            positions=self.asked,
            _moves=moves,
            _game=self.game,
        )

    def _compute_mean_game_value(self, solution: Solution, own: bool) -> Any:
        values = [solution.value(start).value for start in self.game.starts()]
        return _compute_mean([value if own else -value for value in values])

    def _visit_reachable_vertices(self) -> None:
        """Visit every vertex that play can reach."""
        for number, (position, own) in self.walk.yield_unvisited_nodes(
            lambda met: self.budget.report("exploit", met)
        ):
            if number >= self.most:
                raise OutOfBudget(
                    f"{self.game!r}: play against this player comes to more than {self.most:,} positions: "
                    "take a smaller game, or allow more with most="
                )
            found = self.rules.expand(position)
            end = found.end or 0
            self.ends.append(end if own else -end)
            lots: Iterable[float] = [0.0] * len(found.children)
            moves: list[Any] = found.moves
            if found.probabilities is not None:
                lots, moves = found.probabilities, [None] * len(found.children)
            elif own and found.children:
                shares = self._find_player_probabilities(position, moves)
                lots = [shares.get(move, 0.0) for move in moves]
            chooses = bool(found.children) and not own and found.probabilities is None
            signs = found.signs or [-1] * len(found.children)
            gains = found.gains or [0] * len(found.children)
            rows = [
                row
                for row in zip(moves, found.children, signs, gains, lots, strict=True)
                if chooses or row[4]
            ]
            children = self.walk.number_nodes((child, own == (sign > 0)) for _, child, sign, _, _ in rows)
            self.chooses.append(chooses)
            self.edges.append(
                [
                    ChanceEdge(child, lot, gain if own else -gain, move)
                    for child, (move, _, _, gain, lot) in zip(children, rows, strict=True)
                ]
            )

    def _find_player_probabilities(self, position: Position, moves: list[Move]) -> dict[Move, float]:
        self.asked += 1
        if position not in self.known:
            self.known[position] = read_move_probabilities(self.game, position, self.player(position), moves)
        return self.known[position]

    def _list_children(self, vertex: int) -> list[int]:
        return [edge.child for edge in self.edges[vertex]]

    def _solve_component(self, component: list[int]) -> None:
        """Find the worth of vertices that lead back to each other, with all later ones known."""
        if len(component) == 1 and component[0] not in self._list_children(component[0]):
            vertex = component[0]
            self.worth[vertex] = (
                self._back_up_value(vertex, self.worth) if self.edges[vertex] else self.ends[vertex]
            )
            return
        blocks = find_end_components(set(component), self.edges, self.chooses)
        of = {vertex: block for block in blocks for vertex in block}
        low, high = self._compute_value_bounds(component)
        lower, upper = dict.fromkeys(component, low), dict.fromkeys(component, high)
        singles = [vertex for vertex in component if vertex not in of]
        for _ in range(MOST_SWEEPS):
            for found in (lower, upper):
                known = _ValueBounds(found, self.worth)
                for block in blocks:
                    ways = [edge.gain + known[edge.child] for edge in self._list_exits(block)]
                    found.update(dict.fromkeys(block, min([0, *ways])))
                for vertex in singles:
                    found[vertex] = self._back_up_value(vertex, known)
            apart = max(upper[vertex] - lower[vertex] for vertex in component)
            if apart <= WITHIN:
                break
        self.error = max(self.error, float(apart) / 2)
        for vertex in component:
            same = lower[vertex] == upper[vertex]
            self.worth[vertex] = lower[vertex] if same else (lower[vertex] + upper[vertex]) / 2
        for vertex in singles:
            self._back_up_value(vertex, self.worth)  # records the best move
        for block in blocks:
            self._record_cycle_moves(block)

    def _back_up_value(self, vertex: int, known: Any) -> Any:
        """Return the worth of a vertex from its children; the opponent's best move is recorded."""
        edges = self.edges[vertex]
        if not self.chooses[vertex]:
            if len(edges) == 1:
                return edges[0].gain + known[edges[0].child]  # a whole number stays one
            return math.fsum(edge.probability * (edge.gain + known[edge.child]) for edge in edges)
        self.best[vertex] = min(edges, key=lambda edge: edge.gain + known[edge.child])
        return self.best[vertex].gain + known[self.best[vertex].child]

    def _compute_value_bounds(self, component: list[int]) -> tuple[Any, Any]:
        inside = set(component)
        beyond = [
            edge.gain + self.worth[edge.child]
            for vertex in component
            for edge in self.edges[vertex]
            if edge.child not in inside
        ]
        return min([0, *beyond]), max([0, *beyond])

    def _list_exits(self, block: set[int]) -> list[ChanceEdge]:
        """Return the moves by which the opponent can leave a part in which play may stay for ever."""
        return [
            edge
            for vertex in sorted(block)
            if self.chooses[vertex]
            for edge in self.edges[vertex]
            if edge.child not in block
        ]

    def _record_cycle_moves(self, block: set[int]) -> None:
        """Record the opponent's moves in a part where play may cycle: to stay, or to reach the best exit."""
        ways = self._list_exits(block)
        out = min(ways, key=lambda edge: edge.gain + self.worth[edge.child], default=None)
        if out is None or out.gain + self.worth[out.child] >= 0:
            for vertex in block:
                if self.chooses[vertex]:
                    self.best[vertex] = next(edge for edge in self.edges[vertex] if edge.child in block)
            return
        leaving = next(
            vertex for vertex in sorted(block) if out in self.edges[vertex] and self.chooses[vertex]
        )
        self.best[leaving] = out
        near, before = {leaving}, [leaving]
        while before:
            following = []
            for vertex in sorted(block - near):
                towards = [edge for edge in self.edges[vertex] if edge.child in near]
                if towards:
                    following.append(vertex)
                    if self.chooses[vertex]:
                        self.best[vertex] = towards[0]
            near.update(following)
            before = following

    def _find_principal_line(self, vertex: int) -> tuple[tuple[str, ...], float, bool]:
        """Return a line of play: the best response, and the likeliest moves of the player and the dice."""
        names: list[str] = []
        probability, met = 1.0, set[int]()
        while self.edges[vertex] and len(names) < LONGEST_LINE:
            if vertex in met:
                return tuple(names), probability, True
            met.add(vertex)
            edges = self.edges[vertex]
            edge = (
                self.best[vertex] if self.chooses[vertex] else max(edges, key=lambda each: each.probability)
            )
            probability *= 1.0 if self.chooses[vertex] else edge.probability
            position, child = self.walk.nodes[vertex][0], self.walk.nodes[edge.child][0]
            names.append(
                f"({'/'.join(self.game.show(child).split())})"
                if edge.move is None
                else self.game.name(position, edge.move)
            )
            vertex = edge.child
        return tuple(names), probability, False


class _ValueBounds:
    """The worth of some vertices, and of the known ones beyond them."""

    def __init__(self, found: dict[int, Any], known: dict[Any, Any]) -> None:
        self.found, self.known = found, known

    def __getitem__(self, vertex: int) -> Any:
        return self.found[vertex] if vertex in self.found else self.known[vertex]


def _compute_mean(values: list[Any]) -> Any:
    if all(isinstance(value, int) for value in values):
        mean = Fraction(sum(values), len(values))
        return int(mean) if mean.denominator == 1 else float(mean)
    return math.fsum(values) / len(values)
