"""Grades of a policy against the solution: where it gives away value, and what that costs it.

It answers two questions exhaustively. At how many positions does the policy allow a move that loses value?
This is counted over all positions, and over those that occur when it is played. And how much can an opponent
win who knows the policy? The policy's worst line is found among all lines that it allows, as the player who
begins and as the other. Its shortfall from the game's value is the additional result of perfect play.

The sum of both shortfalls is NashConv, and half of it the exploitability (Lanctot et al., *A unified
game-theoretic approach to multiagent reinforcement learning*, 2017; OpenSpiel). By the minimax theorem the
value cancels out: it is the joint gain of two best responses against the policy on the other side. Here best
responses are exact, and for a policy that allows several moves the worst of them counts.

A line that never ends is drawn, worth 0 from where it begins to cycle.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import IllegalMove, UnknownPosition
from zermelo.core.game import Game
from zermelo.core.requirements import check_question
from zermelo.learn.game_walk import EnumeratedGame, EnumeratedMove, enumerate_game
from zermelo.solution.solution import Solution
from zermelo.solver.runs.solve_game import solve_game
from zermelo.verify.policy_certificate import Policy

MOST_POSITIONS = 5_000_000  # of a game, by default


@dataclass(frozen=True)
class ValueLosses:
    """The number of positions at which the policy allows a move that gives away value."""

    positions: int
    losing: int

    @property
    def share(self) -> float:
        """Share of positions at which value is given away, from 0 to 1."""
        return self.losing / self.positions if self.positions else 0.0

    def __str__(self) -> str:
        return f"{self.losing:,} of {self.positions:,} ({self.share:.2%})"


@dataclass(frozen=True)
class Regret:
    """The game's value and the policy's assured result to one player: means over the starts."""

    value: Fraction
    worst: Fraction

    @property
    def shortfall(self) -> Fraction:
        """Gain of an opponent who knows the policy; never below 0."""
        return self.value - self.worst


@dataclass(frozen=True)
class Grade:
    """A policy measured by the solution; values are the game's own: WIN 1, DRAW 0, LOSS -1, or points.

    Parameters
    ----------
    game : str
        The game's full name.
    everywhere : ValueLosses
        `positions` with a move that play can reach at all, except the unanswered ones, and how many of them
        are `losing`: the policy allows a move there that gives away value.
    unanswered : int
        Positions where the policy has no move; they do not occur under the policy.
    visited : ValueLosses
        The same for the positions where the policy is to move in some line that it allows, as either player.
    first, second : Regret
        The game's `value` to that player, the policy's `worst` result, and the `shortfall` between them:
        means over the starts.
    """

    game: str
    everywhere: ValueLosses
    unanswered: int
    visited: ValueLosses
    first: Regret
    second: Regret

    @property
    def nash_conv(self) -> float:
        """Joint gain of two best responses, each against the policy on the other side."""
        return float(self.first.shortfall + self.second.shortfall)

    @property
    def exploitability(self) -> float:
        """Mean gain of a best response over both sides: half of NashConv."""
        return self.nash_conv / 2

    @property
    def is_perfect(self) -> bool:
        """Whether the policy provably keeps the game's value as either player, against any opponent."""
        return self.first.shortfall == self.second.shortfall == 0

    def __str__(self) -> str:
        return (
            f"{self.game}: value is lost at {self.everywhere}; "
            f"where the policy leads, at {self.visited}; exploitability from the start "
            f"{self.exploitability:g}: what the best replies win in the mean of both sides"
        )


def grade(
    policy: Policy, solution: Solution | Game, *, most: int = MOST_POSITIONS, budget: Budget | None = None
) -> Grade:
    """Grade a policy against a solution: where it gives away value, and how much an opponent can win by it.

    Parameters
    ----------
    policy : callable
        A function from a position to the moves that it allows.
    solution : Solution or Game
        The solution; a game is solved first, in memory.
    most : int
        Largest number of positions; all are visited.
    budget : Budget, optional
        Limits of memory, progress and cancellation.

    Returns
    -------
    Grade
        Counts of positions, and the worst results of both sides.

    Raises
    ------
    MissingCapability
        For games of chance or of more players.
    IllegalMove
        If the policy allows an illegal move, or none where it is to move.
    OutOfBudget, Cancelled
        By `most` and the budget.

    References
    ----------
    Lanctot et al., *A unified game-theoretic approach to multiagent reinforcement learning*, 2017.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> print(grade(lambda heap: [1], Subtraction(heap=6, take=(1, 2))))
    subtraction(heap=6, take=(1, 2), misere=False, stop=0): value is lost at 2 of 6 (33.33%); \
where the policy leads, at 2 of 6 (33.33%); exploitability from the start 1: what the best replies win in \
the mean of both sides
    """
    budget = budget or Budget()
    game = solution if isinstance(solution, Game) else solution.game
    check_question(game, "grade")
    if isinstance(solution, Game):
        solved = solve_game(game, budget)
        solution = Solution(game, solved.summary, solved.records, solved.directory)
    walk = enumerate_game(game, most, "a grade looks at", budget)
    values = [solution.value(position).value for position in walk.positions]
    allowed = [_list_allowed_moves(policy, walk, number) for number in range(len(walk.positions))]
    losing = [
        _loses_value(walk.steps[number], allowed[number], values, number) for number in range(len(values))
    ]
    sides, met = [], set[int]()
    for player in (0, 1):
        lines = _AllowedLines(walk, allowed, player, budget)
        worst = Fraction(sum(lines.worst[start, player == 0] for start in range(walk.starts)), walk.starts)
        value = Fraction((1, -1)[player] * sum(values[: walk.starts]), walk.starts)
        sides.append(Regret(value, worst))
        met |= lines.met
    heard = [number for number in walk.numbers_with_moves if allowed[number]]
    return Grade(
        repr(game),
        ValueLosses(len(heard), sum(losing[number] for number in heard)),
        len(walk.numbers_with_moves) - len(heard),
        ValueLosses(len(met), sum(losing[number] for number in met)),
        *sides,
    )


def _list_allowed_moves(policy: Policy, walk: EnumeratedGame, number: int) -> tuple[EnumeratedMove, ...]:
    """Return the steps that the policy allows at a position, empty where it has no move."""
    steps = walk.steps[number]
    if not steps:
        return ()
    position = walk.positions[number]
    try:
        moves = list(policy(position) or ())
    except UnknownPosition:
        return ()
    known = {step.move: step for step in steps}
    wrong = [move for move in moves if move not in known]
    if wrong:
        raise IllegalMove(
            f"{walk.game!r}: the policy allows {wrong[0]!r}, which is no move at "
            f"{describe_position(walk.game, position)}"
        )
    return tuple(known[move] for move in dict.fromkeys(moves))


def _loses_value(
    steps: tuple[EnumeratedMove, ...], allowed: tuple[EnumeratedMove, ...], values: list[Any], number: int
) -> bool:
    kept = [step.gain + (1 if step.stays else -1) * values[step.child] for step in allowed]
    return any(value < values[number] for value in kept)


Vertex = tuple[int, bool]  # a position, and whether the policy's player is to move


class _AllowedLines:
    """All lines that a policy allows its player, and the worst result from each vertex on them.

    Where play may cycle, positions that lead back to each other have one worst result. They all can stay in
    the cycle, which is worth 0, because moves among them bring no points. And all can leave by each other's
    exits.
    """

    def __init__(
        self, walk: EnumeratedGame, allowed: list[tuple[EnumeratedMove, ...]], player: int, budget: Budget
    ) -> None:
        self.walk, self.allowed, self.budget = walk, allowed, budget
        self.worst: dict[Vertex, int] = {}  # from the side of the policy's player
        self.met: set[int] = set()  # positions with a move, where the policy's player is to move
        self.asked = 0
        for start in range(walk.starts):
            for component in yield_strongly_connected_components(
                (start, player == 0), self.list_next_vertices, self.worst
            ):
                self._solve_component(component)

    def list_next_vertices(self, vertex: Vertex) -> list[Vertex]:
        """Return the vertices that follow on the lines."""
        self.asked += 1
        if self.asked % 4096 == 0:
            self.budget.report("worst lines", self.asked)
        number, own = vertex
        steps = self.allowed[number] if own else self.walk.steps[number]
        if own and self.walk.steps[number]:
            self.met.add(number)
            if not steps:
                where = describe_position(self.walk.game, self.walk.positions[number])
                raise IllegalMove(f"{self.walk.game!r}: the policy allows no move at {where}")
        return [(step.child, own == step.stays) for step in steps]

    def _solve_component(self, component: list[Vertex]) -> None:
        inside = set(component)
        cycles = len(component) > 1 or component[0] in self.list_next_vertices(component[0])
        outcomes = [0] if cycles else []
        for vertex in component:
            number, own = vertex
            if not self.walk.steps[number]:
                outcomes.append(self.walk.ends[number] * (1 if own else -1))
            for step in self.allowed[number] if own else self.walk.steps[number]:
                child = (step.child, own == step.stays)
                if child not in inside:
                    outcomes.append((step.gain if own else -step.gain) + self.worst[child])
        self.worst.update(dict.fromkeys(component, min(outcomes)))


def yield_strongly_connected_components(
    root: Vertex, after: Callable[[Vertex], list[Vertex]], known: dict[Vertex, int]
) -> Iterator[list[Vertex]]:
    """Yield the unknown vertices below `root`; those that lead back to each other are yielded together.

    Vertices that a component leads to are yielded before it; the caller makes each known before requesting
    the next. Tarjan, *Depth-first search and linear graph algorithms*, 1972, without recursion.
    """
    if root in known:
        return
    order: dict[Vertex, int] = {root: 0}
    lowest = {root: 0}
    waiting = [root]  # visited, and in no component so far
    way = [(root, iter(after(root)))]
    while way:
        vertex, ahead = way[-1]
        for child in ahead:
            if child in known:
                continue
            if child not in order:
                order[child] = lowest[child] = len(order)
                waiting.append(child)
                way.append((child, iter(after(child))))
                break
            lowest[vertex] = min(lowest[vertex], order[child])
        else:
            way.pop()
            if way:
                parent = way[-1][0]
                lowest[parent] = min(lowest[parent], lowest[vertex])
            if lowest[vertex] == order[vertex]:
                component = [waiting.pop()]
                while component[-1] != vertex:
                    component.append(waiting.pop())
                yield component
