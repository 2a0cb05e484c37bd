"""Algorithm 1 as the paper has it: the reference, to be read beside its pseudo-code, and slow.

Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial Games*. A model of
the opponent makes the game a Markov decision process, which policy iteration solves; then the board is
turned, and the model plays as the agent has just learned to:

    given a model P, and some policy pi
    repeat
        repeat                                                                      policy iteration
            repeat  V(s) = sum over s' of P(s, pi(s), s') (R(s, pi(s), s') + gamma V(s'))
            until the largest change is below epsilon                               policy evaluation
            pi(s) = the a with the largest sum over s' of P(s, a, s') (R(s, a, s') + gamma V(s'))
        until pi is stable                                                          policy improvement
        P = with probability alpha the move of pi, the rest spread evenly           model update
    until P is the model that it was

What the paper calls a state s is here a position where the agent is to move. Whoever moves at a position may
be the agent, so these are all positions that are not finished, and the policy speaks for both players. An
action a is a move; s' is where the agent decides next: after the opponent's reply, after several where he
moves several times, or at once where the agent goes on. The transition that ends the game brings the reward,
and is not discounted: gamma counts the decisions that the agent still takes before the end, from the next on.

Play without loops makes both repetitions end. A sweep changes nothing any more once there were as many as the
longest game has moves, and the policy settles backwards from the last decisions. For the same reason one
sweep backwards is as good, and that is the fast form.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, IllegalMove
from zermelo.core.game import Game, Move, Position
from zermelo.core.requirements import check_two_players, refuse_points_on_the_way
from zermelo.core.rules import end_at, goes_on, moves_at
from zermelo.graph.loops import find_loop, loop_error
from zermelo.learn.lots import draw
from zermelo.learn.parameters import Parameters, Rewards
from zermelo.policy.certificate import certify
from zermelo.policy.lines import Lines
from zermelo.trust.faults import say_position

# P(s, a, .): the probabilities of the opponent's moves at the third position, in their order, when he answers
# the agent's move in the given place at the first.
Model = Callable[[Position, int, Position], list[float]]

Choices = dict[Position, int]  # a policy, as the place of its move among the moves


@dataclass(frozen=True)
class LiteralIteration:
    """What one iteration has learned, against the model of the one before.

    `policy` and `values` have every position that is not finished: the move to make there, and the expected
    discounted reward of whoever makes it. `first` and `second` are None where lines were not counted.
    """

    number: int
    changed: int  # positions whose move is another than in the iteration before; in the first one, all
    policy: dict[Position, Move]
    values: dict[Position, float]
    improvements: int  # how often the policy was improved, the last time without effect included
    sweeps: int  # of policy evaluation, all improvements together
    first: Lines | None = None
    second: Lines | None = None

    def plays(self, position: Position) -> list[Move]:
        """Return the one move of the policy, as `zermelo.policies.certify` takes it."""
        return [self.policy[position]]


@dataclass(frozen=True)
class Literal:
    """A run of Algorithm 1, iteration by iteration."""

    game: Game
    parameters: Parameters
    iterations: tuple[LiteralIteration, ...]

    @property
    def limit(self) -> LiteralIteration | None:
        """The last iteration, which has changed nothing; None where the run was ended before."""
        last = self.iterations[-1]
        return last if last.changed == 0 else None


def literal(
    game: Game,
    parameters: Parameters | None = None,
    *,
    epsilon: float = 1e-14,
    most: int = 100,
    before: Mapping[Position, Move] | None = None,
    counted: bool = True,
    budget: Budget | None = None,
) -> Literal:
    """Run Algorithm 1 until the policy no longer changes, at most `most` iterations.

    `epsilon` ends the sweeps of policy evaluation. `before` is a policy to go on from in place of P_0: the
    first model prefers its moves with probability alpha. With `counted` the lines of play that each policy
    wins, draws and loses against every reply are counted. Time and memory grow with the triples of position,
    move and reply: for games of up to some ten thousand positions.

    Raises `LoopFound` where play can return to an earlier position, `MissingCapability` for dice, more
    players and points that come on the way, `BadParameter`, and `IllegalMove` where `before` is no policy.

    >>> from zermelo.games.cram import Cram
    >>> run = literal(Cram(columns=3, rows=3))
    >>> [(iteration.number, iteration.changed, str(iteration.second)) for iteration in run.iterations]
    [(1, 89, '49 won, 0 drawn, 0 lost'), (2, 0, '49 won, 0 drawn, 0 lost')]
    """
    parameters, budget = parameters or Parameters(), budget or Budget()
    _check(game, epsilon, most)
    process = DecisionProcess(game, parameters.rewards, budget)
    if before is None:
        model = process.first_model(parameters)
        last = None
    else:
        last = process.choices_of(before)
        model = process.preferring(last, parameters.alpha)
    iterations: list[LiteralIteration] = []
    while len(iterations) < most and not (iterations and iterations[-1].changed == 0):
        number = len(iterations) + 1
        found = _iterate(process, parameters, model, number, last, epsilon, budget)
        iterations.append(_finished(process, found, last, number, budget if counted else None))
        last = found.choices
        model = process.preferring(last, parameters.alpha)
    return Literal(game, parameters, tuple(iterations))


def _check(game: Game, epsilon: float, most: int) -> None:
    check_two_players(game, "self-play is")
    refuse_points_on_the_way(game, "self-play rewards how a game ends")
    if not (0 < epsilon < math.inf):
        raise BadParameter(f"epsilon={epsilon!r} ends no sweeps: take a small number above 0, such as 1e-14")
    if most < 1:
        raise BadParameter(f"most={most!r} leaves no iteration: take 1 or more")


# The game as the agent's Markov decision process


@dataclass(frozen=True, slots=True)
class Transition:
    """One way on from a position by a move: the position where the agent decides next, None at the end."""

    probability: float
    reward: float
    towards: Position | None


class DecisionProcess:
    """A game as its agent meets it, who may be either player; only the opponent's model is missing."""

    def __init__(self, game: Game, rewards: Rewards, budget: Budget) -> None:
        """Find every position that play reaches; raises `LoopFound`."""
        self.game, self.rewards = game, rewards
        self.moves: dict[Position, list[Move]] = {}  # of the positions that are not finished
        # After each move, in the same order: the position, and whether the same player goes on there.
        self.after: dict[Position, list[tuple[Position, bool]]] = {}
        self.ends: dict[Position, int] = {}  # of the others: their outcomes, as their movers see them
        self._explore(budget)

    def _explore(self, budget: Budget) -> None:
        found = dict.fromkeys(self.game.starts())
        waiting = list(found)
        for position in waiting:  # which grows meanwhile
            self._expand(position)
            for child, _ in self.after.get(position, ()):
                if child not in found:
                    found[child] = None
                    waiting.append(child)
            if len(waiting) % 1024 == 0:
                budget.report("enumerate", len(waiting))
        if loop := find_loop(set(self.moves), lambda position: [child for child, _ in self.after[position]]):
            raise loop_error(self.game, loop)

    def _expand(self, position: Position) -> None:
        moves = moves_at(self.game, position)
        if not moves:
            self.ends[position] = end_at(self.game, position)
            return
        self.moves[position] = moves
        children = [self.game.play(position, move) for move in moves]
        self.after[position] = [(child, goes_on(self.game, position, child)) for child in children]

    def transitions(self, model: Model, position: Position, place: int) -> list[Transition]:
        """Return P(s, a, .) and R(s, a, .): what can come of the agent's move in this place."""
        child, same = self.after[position][place]
        ways = [(1.0, child, same)]  # how likely, what position, whether the agent is its mover
        found = []
        while ways:
            probability, reached, agent = ways.pop()
            if reached in self.ends:
                found.append(Transition(probability, self.reward(reached, agent), None))
            elif agent:
                found.append(Transition(probability, 0.0, reached))
            else:
                replies = zip(model(position, place, reached), self.after[reached], strict=True)
                further = [(probability * chance, child, not same) for chance, (child, same) in replies]
                ways.extend(reversed(further))  # so that they are taken up in the order of the moves
        return found

    def reward(self, position: Position, agent: bool) -> float:
        """Return what a finished position is worth to the agent, who is its mover or the other player."""
        outcome = self.ends[position] if agent else -self.ends[position]
        if outcome == 0:
            return self.rewards.draw
        return self.rewards.win if outcome > 0 else self.rewards.loss

    def choices_of(self, policy: Mapping[Position, Move]) -> Choices:
        """Return a policy's moves by their places; raises `IllegalMove` where one is missing or wrong."""
        for position, moves in self.moves.items():
            if policy.get(position) not in moves:
                where = say_position(self.game, position)
                what = (
                    f"makes {policy[position]!r}, which is no move" if position in policy else "says nothing"
                )
                raise IllegalMove(
                    f"{self.game!r}: the policy before {what} at {where}: give one of this game"
                )
        return {position: moves.index(policy[position]) for position, moves in self.moves.items()}

    # Models of the opponent

    def first_model(self, parameters: Parameters) -> Model:
        """Return P_0."""
        if parameters.model == "uniform":
            return lambda _position, _place, opponent: self.evenly(opponent)
        normalised = parameters.model == "random"
        return lambda *answering: self.by_lot(parameters.seed, *answering, normalised=normalised)

    def preferring(self, choices: Choices, alpha: float) -> Model:
        """Return P_k: he makes the policy's move with probability alpha, and else any other alike."""

        def model(_position: Position, _place: int, opponent: Position) -> list[float]:
            others = len(self.moves[opponent]) - 1
            if others == 0:
                return [1.0]
            chances = [(1 - alpha) / others] * (others + 1)
            chances[choices[opponent]] = alpha
            return chances

        return model

    def evenly(self, opponent: Position) -> list[float]:
        """Return the same probability for each of the opponent's moves."""
        number = len(self.moves[opponent])
        return [1 / number] * number

    def by_lot(
        self, seed: int, position: Position, place: int, opponent: Position, *, normalised: bool
    ) -> list[float]:
        """Return a number drawn for each reply, divided by their sum where `normalised`."""
        replies = range(len(self.moves[opponent]))
        lots = [draw(seed, position, place, opponent, reply) for reply in replies]
        whole = sum(lots) if normalised else 1.0
        return [lot / whole for lot in lots]


# Policy iteration


@dataclass
class _Learned:
    choices: Choices
    values: dict[Position, float]
    improvements: int = 0
    sweeps: int = 0


def _iterate(
    process: DecisionProcess,
    parameters: Parameters,
    model: Model,
    number: int,
    last: Choices | None,
    epsilon: float,
    budget: Budget,
) -> _Learned:
    """Return the best policy against `model`, by policy iteration from the last one, or from first moves."""
    chances = {
        position: [process.transitions(model, position, place) for place in range(len(moves))]
        for position, moves in process.moves.items()
    }
    learned = _Learned(dict(last or dict.fromkeys(process.moves, 0)), dict.fromkeys(process.moves, 0.0))
    stable = False
    while not stable:
        budget.report(f"iteration {number}", learned.improvements)
        learned.sweeps += _evaluate(chances, learned.choices, learned.values, parameters.gamma, epsilon)
        stable = True
        for position, ways in chances.items():
            worths = [_worth(way, learned.values, parameters.gamma) for way in ways]
            choice = _choice(worths, parameters, position, last)
            stable = stable and choice == learned.choices[position]
            learned.choices[position] = choice
        learned.improvements += 1
    return learned


def _evaluate(
    chances: Mapping[Position, list[list[Transition]]],
    choices: Choices,
    values: dict[Position, float],
    gamma: float,
    epsilon: float,
) -> int:
    """Sweep over the policy's values until the largest change is below epsilon; return how often."""
    sweeps, change = 0, math.inf
    while change >= epsilon:
        change = 0.0
        for position, ways in chances.items():
            value = _worth(ways[choices[position]], values, gamma)
            change = max(change, abs(value - values[position]))
            values[position] = value
        sweeps += 1
    return sweeps


def _worth(ways: list[Transition], values: Mapping[Position, float], gamma: float) -> float:
    """Return the sum over s' of P(s, a, s') (R(s, a, s') + gamma V(s')), where an end has no V."""
    total = 0.0
    for way in ways:
        later = 0.0 if way.towards is None else gamma * values[way.towards]
        total += way.probability * (way.reward + later)
    return total


def _choice(worths: list[float], parameters: Parameters, position: Position, last: Choices | None) -> int:
    """Return the place of the best move, by the rule for ties where several are as good."""
    least = max(worths) - parameters.tolerance
    tied = [place for place, worth in enumerate(worths) if worth >= least]
    if parameters.ties == "last":
        return tied[-1]
    if parameters.ties == "random":
        return max(tied, key=lambda place: draw(parameters.seed, position, place, position, 0))
    if parameters.ties == "keep" and last is not None and last[position] in tied:
        return last[position]
    return tied[0]


def _finished(
    process: DecisionProcess, learned: _Learned, last: Choices | None, number: int, budget: Budget | None
) -> LiteralIteration:
    """Return what an iteration has learned, with its lines counted where there is a budget for it."""
    changed = [
        position for position, choice in learned.choices.items() if last is None or choice != last[position]
    ]
    policy = {position: process.moves[position][choice] for position, choice in learned.choices.items()}
    first, second = _lines(process.game, policy, budget) if budget is not None else (None, None)
    return LiteralIteration(
        number, len(changed), policy, learned.values, learned.improvements, learned.sweeps, first, second
    )


def _lines(game: Game, policy: Mapping[Position, Move], budget: Budget) -> Iterator[Lines]:
    certificate = certify(lambda position: [policy[position]], game, budget=budget)
    for side in (certificate.first, certificate.second):
        assert side.won is not None and side.drawn is not None and side.lost is not None  # no loops
        yield Lines(side.won, side.drawn, side.lost)
