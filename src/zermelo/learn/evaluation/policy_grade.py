"""Grades of a policy against the solution: where it gives away value, and what that costs it.

Two questions, both answered exhaustively. At how many positions does the policy allow a move that loses
value? Of all positions, and of those that come about when it is played. And how much can an opponent win who
knows the policy? Its worst line is found among all lines that it allows, as the player who begins and as the
other; what it falls short of the game's value is what perfect play could have had on top.

The sum of both shortfalls is NashConv, and half of it the exploitability (Lanctot et al., *A unified
game-theoretic approach to multiagent reinforcement learning*, 2017; OpenSpiel): by the minimax theorem the
value cancels out, and it is what two best replies win together against the policy on the other side. Here
best replies are exact, and a policy that allows several moves is held to the worst of them.

A line that never ends is drawn, worth 0 from where it begins to go round.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import IllegalMove, UnknownPosition
from zermelo.core.game import Game
from zermelo.core.requirements import check_two_players
from zermelo.learn.game_walk import GameWalk, WalkStep, whole_walk
from zermelo.solution.solution import Solution
from zermelo.solver.runs.solve_game import solve_game
from zermelo.verify.policy_certificate import Policy

MOST_POSITIONS = 5_000_000  # of a game, unless told
SIDES = ("first", "second")


@dataclass(frozen=True)
class ValueLosses:
    """At how many of these positions the policy allows a move that gives away value."""

    positions: int
    losing: int

    @property
    def share(self) -> float:
        """The share, from 0 to 1."""
        return self.losing / self.positions if self.positions else 0.0

    def __str__(self) -> str:
        return f"{self.losing:,} of {self.positions:,} ({self.share:.2%})"


@dataclass(frozen=True)
class Regret:
    """What this player could have, and what the policy is sure of, as he sees it: means over the starts."""

    value: Fraction
    worst: Fraction

    @property
    def short(self) -> Fraction:
        """What an opponent who knows the policy wins by knowing it; never below 0."""
        return self.value - self.worst


@dataclass(frozen=True)
class Grade:
    """A policy measured by the solution; values are the game's own: WIN 1, DRAW 0, LOSS -1, or points.

    `everywhere` counts the positions with a move that play can reach at all, but for the `silent` ones: those
    that do not come about under the policy, and at which it has nothing to say. `met` are those where it is
    to move in some line that it allows, as either player.
    """

    game: str
    everywhere: ValueLosses
    silent: int
    met: ValueLosses
    first: Regret
    second: Regret

    @property
    def nash_conv(self) -> float:
        """What two best replies win together, each against the policy on the other side."""
        return float(self.first.short + self.second.short)

    @property
    def exploitability(self) -> float:
        """Half of it: what a best reply wins in the mean over both sides."""
        return self.nash_conv / 2

    @property
    def is_perfect(self) -> bool:
        """Whether the policy keeps the game's value as either player, whatever the opponent does: proven."""
        return self.first.short == self.second.short == 0

    def __str__(self) -> str:
        return (
            f"{self.game}: value is lost at {self.everywhere}; "
            f"where the policy leads, at {self.met}; exploitability from the start "
            f"{self.exploitability:g}: what the best replies win in the mean of both sides"
        )


def grade(
    policy: Policy, solution: Solution | Game, *, most: int = MOST_POSITIONS, budget: Budget | None = None
) -> Grade:
    """Return how the policy does against a solution; a game is solved first, in memory.

    Every position is looked at, `most` at most. Raises `MissingCapability` for games of chance or of more
    players, `IllegalMove` where the policy allows a move that is none, or has nothing to say where it is to
    move, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.games import Subtraction
    >>> print(grade(lambda heap: [1], Subtraction(heap=6, take=(1, 2))))
    subtraction(heap=6, take=(1, 2), misere=False, stop=0): value is lost at 2 of 6 (33.33%); \
where the policy leads, at 2 of 6 (33.33%); exploitability from the start 1: what the best replies win in \
the mean of both sides
    """
    budget = budget or Budget()
    game = solution if isinstance(solution, Game) else solution.game
    check_two_players(game, "grades are")
    if isinstance(solution, Game):
        solved = solve_game(game, budget)
        solution = Solution(game, solved.summary, solved.records, solved.directory)
    walk = whole_walk(game, most, "a grade looks at", budget)
    values = [solution.value(position).value for position in walk.positions]
    allowed = [_allowed(policy, walk, number) for number in range(len(walk.positions))]
    losing = [
        _gives_away(walk.steps[number], allowed[number], values, number) for number in range(len(values))
    ]
    sides, met = [], set[int]()
    for player in (0, 1):
        lines = _Lines(walk, allowed, player, budget)
        worst = Fraction(sum(lines.worst[start, player == 0] for start in range(walk.starts)), walk.starts)
        value = Fraction((1, -1)[player] * sum(values[: walk.starts]), walk.starts)
        sides.append(Regret(value, worst))
        met |= lines.met
    heard = [number for number in walk.open if allowed[number]]
    return Grade(
        repr(game),
        ValueLosses(len(heard), sum(losing[number] for number in heard)),
        len(walk.open) - len(heard),
        ValueLosses(len(met), sum(losing[number] for number in met)),
        *sides,
    )


def _allowed(policy: Policy, walk: GameWalk, number: int) -> tuple[WalkStep, ...]:
    """Return the steps that the policy allows at a position, none where it has nothing to say."""
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


def _gives_away(
    steps: tuple[WalkStep, ...], allowed: tuple[WalkStep, ...], values: list[Any], number: int
) -> bool:
    kept = [step.gain + (1 if step.stays else -1) * values[step.child] for step in allowed]
    return any(value < values[number] for value in kept)


Vertex = tuple[int, bool]  # a position, and whether the policy's player is to move


class _Lines:
    """All lines that a policy allows its player; the worst that can come from each place that they pass.

    Where play may go round, positions that lead back to each other have one worst line: they all can go
    round, which is worth 0, as moves among them bring no points, and they can leave by each other's ways out.
    """

    def __init__(
        self, walk: GameWalk, allowed: list[tuple[WalkStep, ...]], player: int, budget: Budget
    ) -> None:
        self.walk, self.allowed, self.budget = walk, allowed, budget
        self.worst: dict[Vertex, int] = {}  # as the policy's player sees it
        self.met: set[int] = set()  # positions with a move, where he is to move
        self.asked = 0
        for start in range(walk.starts):
            for ring in strong_components((start, player == 0), self.after, self.worst):
                self._settle(ring)

    def after(self, vertex: Vertex) -> list[Vertex]:
        """Return where the lines go from here."""
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

    def _settle(self, ring: list[Vertex]) -> None:
        inside = set(ring)
        goes_round = len(ring) > 1 or ring[0] in self.after(ring[0])
        outcomes = [0] if goes_round else []
        for vertex in ring:
            number, own = vertex
            if not self.walk.steps[number]:
                outcomes.append(self.walk.ends[number] * (1 if own else -1))
            for step in self.allowed[number] if own else self.walk.steps[number]:
                child = (step.child, own == step.stays)
                if child not in inside:
                    outcomes.append((step.gain if own else -step.gain) + self.worst[child])
        self.worst.update(dict.fromkeys(ring, min(outcomes)))


def strong_components(
    root: Vertex, after: Callable[[Vertex], list[Vertex]], known: dict[Vertex, int]
) -> Iterator[list[Vertex]]:
    """Yield the vertices below `root` that are not known, those that lead back to each other together.

    What a ring leads to comes before it; the caller makes each known before he asks for the next. Tarjan,
    *Depth-first search and linear graph algorithms*, 1972, without recursion.
    """
    if root in known:
        return
    order: dict[Vertex, int] = {root: 0}
    lowest = {root: 0}
    waiting = [root]  # met, and in no ring so far
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
                ring = [waiting.pop()]
                while ring[-1] != vertex:
                    ring.append(waiting.pop())
                yield ring
