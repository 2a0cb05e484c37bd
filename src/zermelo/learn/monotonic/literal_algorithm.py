"""Algorithm 1 exactly as in the paper: a slow reference implementation, to be read beside its pseudo-code.

Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial Games*. A model of
the opponent makes the game a Markov decision process, which policy iteration solves. Then the board is
turned, and the model plays what the agent has just learned:

    given a model P, and some policy pi
    repeat
        repeat                                                                      policy iteration
            repeat  V(s) = sum over s' of P(s, pi(s), s') (R(s, pi(s), s') + gamma V(s'))
            until the largest change is below epsilon                               policy evaluation
            pi(s) = the a with the largest sum over s' of P(s, a, s') (R(s, a, s') + gamma V(s'))
        until pi is stable                                                          policy improvement
        P = with probability alpha the move of pi, the rest spread evenly           model update
    until P is the model that it was

A state s of the paper is here a position where the agent is to move. The mover at any position may be the
agent. So the states are all positions that are not finished, and the policy has moves for both players. An
action a is a move. s' is the agent's next decision: after the opponent's reply, after several where the
opponent moves several times, or at once where the agent moves again. The transition that ends the game brings
the reward, and is not discounted: gamma counts the decisions that the agent still takes before the end, from
the next on.

The code follows the print. Where the print is silent or cannot be followed, it does this:

    P_0(s, a, .) ~ U(0, 1)      numbers that need not sum to 1: the model "unnormalised"; "random" divides by
                                their sum, "uniform" is 1 over the number of replies. A state that cannot
                                follow has no share, though the print gives one to each
    V_0, V_-1, pi_0, pi_-1      V_0 = 0, and pi_0 is the last iteration's policy, or that of first moves;
                                the index -1 only lets the loops begin
    epsilon                     a parameter, 1e-14 by default. A larger one means fewer sweeps, and values
                                that need not be the policy's yet. Each improvement continues from them, so
                                policies were the same in every game that was tried, even with 3.0
    (1 - alpha) / (|S(s)| - 1)  the text spreads 1 - alpha over the other replies to the agent's move, and so
                                does every other method here: `spread` "replies". In print S(s) has all states
                                that can follow s, also after other moves of the agent. So with probability
                                1 - alpha play may go on as after such a move: `spread` "states"
    gamma in [0, 1)             1 is allowed too, because no play here is endless; 0 is not, because only an
                                immediate end would count
    |S|, |A|                    have one more state and action, for finished play: no V here

Play without loops makes both repetitions end. A sweep changes nothing any more after as many sweeps as the
longest game has moves, and the policy settles backwards from the last decisions. For the same reason one
backward sweep is enough, and that is the fast form.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.result import Count, InJson, about
from zermelo.core.requirements import check_question
from zermelo.games.derived.with_points import keep_points_in_position
from zermelo.learn.monotonic.decision_process import Choices, DecisionProcess, Transition, Transitions
from zermelo.learn.monotonic.rng import hash_to_uniform
from zermelo.learn.monotonic.self_play_iteration import (
    LearningRun,
    LinesOfBothSides,
    SelfPlayIteration,
    check_side,
    find_best_iteration,
    get_lines_if_limit,
)
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.verify.policy_certificate import count_policy_lines

SPREADS = ("replies", "states")  # the targets over which 1 - alpha is spread


class LiteralIteration(SelfPlayIteration, frozen=True, kw_only=True):
    """The result of one iteration, learned against the previous iteration's model.

    `policy` and `values` have every position that is not finished: the move to make there, and the mover's
    expected discounted reward.
    """

    improvements: Annotated[Count, about("how often the policy was improved, the last time without effect")]
    sweeps: Annotated[Count, about("of policy evaluation, all together")]
    policy: dict[Position, Move]
    values: dict[Position, float]

    def policy_moves(self, position: Position) -> list[Move]:
        """Return the policy's one move as a list, for `zermelo.play.certify`."""
        return [self.policy[position]]


class LiteralRun(LearningRun, frozen=True, kw_only=True, eq=False):
    """A run of Algorithm 1, iteration by iteration."""

    iterations: Annotated[tuple[LiteralIteration, ...], about("in order")]
    epsilon: Annotated[float, about("when an evaluation ends")] = 1e-14
    spread: Annotated[Literal["replies", "states"], about("over what 1 - alpha is spread")] = "replies"

    @property
    def best(self) -> InJson[LiteralIteration]:
        """The iteration with that side's fewest lines lost, then fewest drawn; the earliest of several."""
        return find_best_iteration(self.iterations, self.side)

    @property
    def limit(self) -> InJson[LinesOfBothSides | None]:
        """Of the policy that changes no more; null where it still changed."""
        return get_lines_if_limit(self.iterations[-1])

    @property
    def converged(self) -> InJson[bool]:
        """Whether the last iteration changed nothing."""
        return self.limit is not None

    def __str__(self) -> str:
        over = "other replies" if self.spread == "replies" else "all other states that can follow"
        improvements = ", ".join(f"{each.improvements:,}" for each in self.iterations)
        sweeps = ", ".join(f"{each.sweeps:,}" for each in self.iterations)
        return "\n".join(
            (
                f"{self.game!r}, Algorithm 1 as printed: epsilon {self.epsilon:g}, 1 - alpha over {over}",
                str(self.parameters),
                "",
                *self.format_table_lines(self.best, {}),
                "",
                f"limit       {self.limit_text}",
                f"improved    {improvements} times",
                f"evaluated   {sweeps} sweeps",
            )
        )

    @property
    def settings(self) -> str:
        """The settings of the run, in one line of text."""
        return f"{self.parameters}; literal, epsilon {self.epsilon:g}, over {self.spread}"


def run_literal(
    game: Game,
    parameters: SelfPlayParameters | None = None,
    *,
    epsilon: float = 1e-14,
    spread: str = "replies",
    side: str = "both",
    most: int = 100,
    before: Mapping[Position, Move] | None = None,
    budget: Budget | None = None,
) -> LiteralRun:
    """Run Algorithm 1 as the paper prints it, by policy iteration, until the policy no longer changes.

    Time and memory grow with the triples of position, move and reply: for games of up to some ten thousand
    positions.

    Parameters
    ----------
    game : Game
        A game of two players without dice, in which play ends. Points during play are put into the position.
    parameters : SelfPlayParameters, optional
        Parameters of self-play.
    epsilon : float
        Largest change of a value after which policy evaluation ends.
    spread : str
        Targets over which a model spreads 1 - alpha: the other "replies" to the agent's move, or, as the
        paper prints it, all other "states" that can follow.
    side : str
        Player by whose lost lines the best iteration is chosen: "first", "second" or "both".
    most : int
        Largest number of iterations.
    before : mapping of position to move, optional
        A policy to start from in place of P_0: the first model prefers its moves with probability alpha.
    budget : Budget, optional
        Limits of memory, progress and cancellation.

    Returns
    -------
    LiteralRun
        Every iteration, with its policy and values.

    Raises
    ------
    LoopFound
        If play can return to an earlier position.
    MissingCapability
        For dice, or for more than two players.
    BadParameter
        If a parameter is out of its range.
    IllegalMove
        If `before` is no policy of the game.

    Examples
    --------
    >>> from zermelo.games.dominoes.cram import Cram
    >>> run = run_literal(Cram(columns=3, rows=3))
    >>> [(iteration.number, iteration.changed, str(iteration.second)) for iteration in run.iterations]
    [(1, 89, '49 won, 0 drawn, 0 lost'), (2, 0, '49 won, 0 drawn, 0 lost')]
    """
    parameters, budget = parameters or SelfPlayParameters(), budget or Budget()
    _check_literal_arguments(game, epsilon, spread, most)
    check_side(side)
    process = DecisionProcess(keep_points_in_position(game), parameters.rewards, budget)
    if before is None:
        model = process.make_initial_model(parameters)
        last = None
    else:
        last = process.list_choices_of_policy(before)
        model = process.make_policy_model(last, parameters.alpha)
    iterations: list[LiteralIteration] = []
    while len(iterations) < most and not (iterations and iterations[-1].changed == 0):
        number = len(iterations) + 1
        if spread == "states" and last is not None:
            chances = process.list_printed_transitions(model, last, parameters.alpha)
        else:
            chances = process.list_all_transitions(model)
        found = _run_policy_iteration(process, parameters, chances, number, last, epsilon, budget)
        iterations.append(_make_iteration(process, found, last, number, budget))
        last = found.choices
        model = process.make_policy_model(last, parameters.alpha)
    return LiteralRun(
        game=process.game,
        parameters=parameters,
        iterations=tuple(iterations),
        epsilon=epsilon,
        spread=spread,  # type: ignore[arg-type]  # checked
        side=side,  # type: ignore[arg-type]  # checked
    )


def _check_literal_arguments(game: Game, epsilon: float, spread: str, most: int) -> None:
    check_question(game, "selfplay")
    if not (0 < epsilon < math.inf):
        raise BadParameter(f"epsilon={epsilon!r} ends no sweeps: take a small number above 0, such as 1e-14")
    if spread not in SPREADS:
        raise BadParameter(f"spread={spread!r} is none: take one of {', '.join(SPREADS)}")
    if most < 1:
        raise BadParameter(f"most={most!r} leaves no iteration: take 1 or more")


# Policy iteration


@dataclass
class _IterationResult:
    choices: Choices
    values: dict[Position, float]
    improvements: int = 0
    sweeps: int = 0


def _run_policy_iteration(
    process: DecisionProcess,
    parameters: SelfPlayParameters,
    chances: Transitions,
    number: int,
    last: Choices | None,
    epsilon: float,
    budget: Budget,
) -> _IterationResult:
    """Return the best policy against a model, by policy iteration from the last one, or from first moves."""
    learned = _IterationResult(
        dict(last or dict.fromkeys(process.moves, 0)), dict.fromkeys(process.moves, 0.0)
    )
    stable = False
    while not stable:
        _evaluate_policy(chances, learned, number, parameters.gamma, epsilon, budget)
        stable = True
        for position, ways in chances.items():
            worths = [_compute_expected_return(way, learned.values, parameters.gamma) for way in ways]
            choice = _find_best_move_index(worths, parameters, position, last)
            stable = stable and choice == learned.choices[position]
            learned.choices[position] = choice
        learned.improvements += 1
    return learned


def _evaluate_policy(
    chances: Transitions,
    learned: _IterationResult,
    number: int,
    gamma: float,
    epsilon: float,
    budget: Budget,
) -> None:
    """Sweep over the policy's values until the largest change is below epsilon."""
    change, values = math.inf, learned.values
    while change >= epsilon:
        budget.report(f"iteration {number}", learned.sweeps, unit="sweeps")
        change = 0.0
        for position, ways in chances.items():
            value = _compute_expected_return(ways[learned.choices[position]], values, gamma)
            change = max(change, abs(value - values[position]))
            values[position] = value
        learned.sweeps += 1


def _compute_expected_return(ways: list[Transition], values: Mapping[Position, float], gamma: float) -> float:
    """Return the sum over s' of P(s, a, s') (R(s, a, s') + gamma V(s')), where an end has no V."""
    total = 0.0
    for way in ways:
        later = 0.0 if way.ends else gamma * values[way.next_state]
        total += way.probability * (way.reward + later)
    return total


def _find_best_move_index(
    worths: list[float], parameters: SelfPlayParameters, position: Position, last: Choices | None
) -> int:
    """Return the index of the best move, by the rule for ties where several are equally good."""
    least = max(worths) - parameters.tolerance
    tied = [place for place, worth in enumerate(worths) if worth >= least]
    if parameters.ties == "last":
        return tied[-1]
    if parameters.ties == "random":
        return max(tied, key=lambda place: hash_to_uniform(parameters.seed, position, place, position, 0))
    if parameters.ties == "keep" and last is not None and last[position] in tied:
        return last[position]
    return tied[0]


def _make_iteration(
    process: DecisionProcess,
    learned: _IterationResult,
    last: Choices | None,
    number: int,
    budget: Budget,
) -> LiteralIteration:
    """Return an iteration's result, with its lines counted."""
    changed = [
        position for position, choice in learned.choices.items() if last is None or choice != last[position]
    ]
    policy = {position: process.moves[position][choice] for position, choice in learned.choices.items()}
    first, second = count_policy_lines(lambda position: [policy[position]], process.game, budget)
    return LiteralIteration(
        number=number,
        changed=len(changed),
        first=first,
        second=second,
        improvements=learned.improvements,
        sweeps=learned.sweeps,
        policy=policy,
        values=learned.values,
    )
