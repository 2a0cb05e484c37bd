"""Monotonic model improvement by self-play, fast: one backward sweep an iteration, and one for the limit.

Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial Games*. The agent's
opponent is a model P_k. An iteration finds the agent's best policy against P_k. Then the board is turned, and
P_{k+1} plays that policy's move with probability alpha and the others evenly. The run ends where the policy
no longer changes. The paper uses policy iteration (`literal_algorithm`). Games without loops need
one sweep over the positions, the last first (`learn.kernels.self_play_kernels`), and give the same result, as
the tests show.

Above the largest position whose move has changed, a sweep would find the same as the last one. So the next
sweep covers only the positions up to it. After every iteration all lines of play are counted, as first and as
second player. The sequence is not monotone, despite its name, so the best policy by these counts is kept, for
either side or for both.
"""

from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, InJson, about
from zermelo.core.requirements import check_question
from zermelo.games.derived.with_points import keep_points_in_position
from zermelo.learn.kernels.self_play_kernels import (
    AT_ONCE,
    BY_POLICY,
    FIRST,
    KEEP,
    LAST,
    NO_CHOICE,
    NORMALISED,
    RANDOM,
    RAW,
    UNIFORM,
    build_improve_policy,
    build_improve_policy_on_random_model,
)
from zermelo.learn.monotonic.perfect_limit import SufficientCondition, find_sufficient_condition
from zermelo.learn.monotonic.rng import hash_position
from zermelo.learn.monotonic.self_play_iteration import (
    LearningRun,
    LinesOfBothSides,
    SelfPlayIteration,
    check_side,
    find_best_iteration,
    get_lines_if_limit,
)
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.solution.arena.arena_builder import arena_of
from zermelo.solution.arena.arena_policies import ChosenMoves, LineCounter
from zermelo.solution.arena.arena_values import ArenaValues, solve_arena
from zermelo.solution.arena.position_arena import Arena, check_memory_for
from zermelo.verify.policy_certificate import Certificate

MOST = 1_000  # iterations
EXACT = 1e-12  # the tolerance of exact ties
MODELS = {"uniform": UNIFORM, "random": NORMALISED, "unnormalised": RAW}
TIES = {"first": FIRST, "last": LAST, "random": RANDOM, "keep": KEEP}
MOVES_PER_RANDOM_NUMBER = 10  # moves visited in the time of one random draw, in ordinary Python
BYTES_A_POSITION = 16 + 3 * 2 + 1 + 4  # expected rewards, policies, and the counting of lines


class SelfPlay(LearningRun, frozen=True, kw_only=True, eq=False, dict=True):
    """The result of self-play: every iteration's counts, the best policy and the last one."""

    iterations: Annotated[tuple[SelfPlayIteration, ...], about("in order")]
    arena: Arena  # all positions and moves of the game
    converged: Annotated[bool, about("whether the last iteration changed nothing")]
    best_moves: Any  # [positions] int16: the index of the best iteration's move, -1 where there is none
    last_moves: Any  # the same of the last iteration

    @property
    def positions(self) -> InJson[Count]:
        """Positions."""
        return self.arena.positions

    @property
    def limit(self) -> InJson[LinesOfBothSides | None]:
        """Of the policy that changes no more; null where it still changed."""
        return get_lines_if_limit(self.last)

    @property
    def best(self) -> InJson[SelfPlayIteration]:
        """The iteration with that side's fewest lines lost, then fewest drawn; the earliest of several."""
        return find_best_iteration(self.iterations, self.side)

    @property
    def last(self) -> SelfPlayIteration:
        """The last iteration: the limit, where it has `converged`."""
        return self.iterations[-1]

    @property
    def policy(self) -> ChosenMoves:
        """The policy of the best iteration."""
        return ChosenMoves(self.arena, self.best_moves)

    @property
    def last_policy(self) -> ChosenMoves:
        """The policy of the last iteration."""
        return ChosenMoves(self.arena, self.last_moves)

    @cached_property
    def arena_values(self) -> ArenaValues:
        """Value and remoteness of all positions of the arena."""
        return solve_arena(self.arena)

    def certificate(self, budget: Budget | None = None) -> Certificate:
        """Check the best policy against every reply, on both sides, and list where it gives away value.

        Parameters
        ----------
        budget : Budget, optional
            Limits of memory, and progress.

        Returns
        -------
        Certificate
            Lines of both sides and the positions where value is given away.
        """
        return LineCounter(self.arena, budget).certify_policy(self.policy, self.arena_values.values)

    def run_last_phase(self, *, budget: Budget | None = None, most: int = MOST) -> "SelfPlay":
        """Continue from the last policy with alpha = 1, and keep moves among exact ties.

        With rewards (1, 0, -1) its limit gives away value nowhere. The exception is games so long that gamma
        makes late rewards smaller than 1e-12 (`sufficient_condition` checks this). The moves learned from a
        model that errs still decide where perfect play does not: fewer lines are lost from lost starts.

        Parameters
        ----------
        budget : Budget, optional
            Limits of memory, progress and cancellation.
        most : int
            Largest number of iterations.

        Returns
        -------
        SelfPlay
            The result of the second run.

        Raises
        ------
        OutOfBudget, Cancelled
            By the budget.
        """
        parameters = self.parameters.replace(alpha=1.0, ties="keep", tolerance=EXACT)
        return run_self_play(
            self.arena, parameters, before=self.last_policy, side=self.side, budget=budget, most=most
        )

    def sufficient_condition(self, budget: Budget | None = None) -> SufficientCondition:
        """Test a condition under which the limit certainly gives away no value at any position.

        Parameters
        ----------
        budget : Budget, optional
            Limits of memory, and progress.

        Returns
        -------
        SufficientCondition
            `holds`, and `least_alpha`: every larger alpha is enough, None where none is.
        """
        return find_sufficient_condition(self.arena, self.parameters, budget)

    def __str__(self) -> str:
        ended = "the limit" if self.converged else "the policy still changed"
        return "\n".join(
            (
                f"{self.game!r}",
                *map(str, self.iterations),
                f"best: {self.best.number}; {ended}: {self.last.number}",
            )
        )


def run_self_play(
    game: Game | Arena,
    parameters: SelfPlayParameters | None = None,
    *,
    before: ChosenMoves | None = None,
    side: str = "both",
    budget: Budget | None = None,
    most: int = MOST,
    interpreted: bool | None = None,
) -> SelfPlay:
    """Run Algorithm 1 until the policy no longer changes, or `most` iterations.

    A game may be given with its arena. Points that come with the moves are put into the position first.
    `before` is a policy that the model plays at first, instead of P_0; `side` is the player whose best policy
    is kept. Raises `MissingCapability` for dice and more players, `LoopFound` where play need not end,
    `BadParameter`, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.games import TicTacToe
    >>> run = run_self_play(TicTacToe(), SelfPlayParameters(alpha=1))
    >>> [iteration.second.lost for iteration in run.iterations]
    [4, 0, 0, 0]
    """
    if most < 1:
        raise BadParameter(f"most={most} iterations are too few: take at least 1")
    check_side(side)
    budget = budget or Budget()
    arena = _prepare_arena(game, budget, interpreted=interpreted)
    counter = LineCounter(arena, budget)
    sweeps = SelfPlaySweeps(arena, parameters or SelfPlayParameters(), budget)
    if before is not None:
        sweeps.set_initial_policy(before)
    iterations: list[SelfPlayIteration] = []
    best, best_moves = None, sweeps.policy
    while len(iterations) < most:
        changed = sweeps.improve_policy()
        if iterations and changed == 0:
            first, second = iterations[-1].sides
        else:
            first, second = counter.count_lines_and_find_longest(ChosenMoves(arena, sweeps.policy))
        iteration = SelfPlayIteration(number=len(iterations) + 1, changed=changed, first=first, second=second)
        iterations.append(iteration)
        if best is None or iteration.ranking_key(side) < best:
            best, best_moves = iteration.ranking_key(side), sweeps.policy.copy()
        if changed == 0:
            break
    return SelfPlay(
        game=arena.game,
        arena=arena,
        parameters=sweeps.parameters,
        iterations=tuple(iterations),
        converged=changed == 0,
        best_moves=best_moves,
        last_moves=sweeps.policy,
        side=side,  # type: ignore[arg-type]  # checked
    )


def limit_policy(
    game: Game | Arena,
    parameters: SelfPlayParameters | None = None,
    *,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> ChosenMoves:
    """Compute the limit of all iterations in one sweep, in which each chosen move is at once the model's.

    The limit does not depend on P_0. Where ties are kept from iteration to iteration it is one of the limits,
    that of the first moves; with a coarse tolerance the iterations may reach another.

    Parameters
    ----------
    game : Game or Arena
        The game, or its arena.
    parameters : SelfPlayParameters, optional
        Parameters of self-play.
    budget : Budget, optional
        Limits of memory, progress and cancellation.
    interpreted : bool, optional
        Whether rules run as Python; None decides by the size of the game.

    Returns
    -------
    ChosenMoves
        The limit policy, with its `arena`.

    Raises
    ------
    MissingCapability
        For dice, or for more than two players.
    LoopFound
        If play can return to an earlier position.
    OutOfBudget, Cancelled
        By the budget.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> limit = limit_policy(TicTacToe())
    >>> limit(0)
    [4]
    """
    budget = budget or Budget()
    arena = _prepare_arena(game, budget, interpreted=interpreted)
    sweeps = SelfPlaySweeps(arena, parameters or SelfPlayParameters(), budget)
    sweeps.model = AT_ONCE
    sweeps.improve_policy()
    return ChosenMoves(arena, sweeps.policy)


def _prepare_arena(game: Game | Arena, budget: Budget, *, interpreted: bool | None) -> Arena:
    """Return the arena to play in; raises `BadParameter` for one in which points decide."""
    if not isinstance(game, Arena):
        return make_self_play_arena(game, budget, interpreted=interpreted)
    if keep_points_in_position(game.game) is not game.game or np.abs(game.ends).max() > 1:
        raise BadParameter(
            f"the arena of {game.game!r} is one of points: make it by make_self_play_arena(game)"
        )
    return game


def make_self_play_arena(
    game: Game, budget: Budget | None = None, *, interpreted: bool | None = None
) -> Arena:
    """Return the arena in which a game is won, drawn or lost, whatever points it counts.

    Points during play are put into the position. Raises what `run_self_play` raises.
    """
    check_question(game, "selfplay")
    whole = keep_points_in_position(game)
    arena = arena_of(whole, budget, interpreted=interpreted)
    return replace(arena, ends=np.sign(arena.ends)) if whole.scored else arena


class SelfPlaySweeps:
    """The iterations over one arena: `policy` [positions] int16 is the last one's."""

    def __init__(self, arena: Arena, parameters: SelfPlayParameters, budget: Budget) -> None:
        check_memory_for(budget, BYTES_A_POSITION * arena.positions, f"self-play on {arena.game!r}")
        self.arena, self.parameters, self.budget = arena, parameters, budget
        self.policy = np.full(arena.positions, NO_CHOICE, np.int16)
        self.model = MODELS[parameters.model]
        self._found = np.empty(max(1, int(np.diff(arena.bounds).max())))
        self._worth = np.empty((arena.positions, 2))
        self.number = 0  # of the iteration
        self._end = arena.positions  # from here on nothing would change
        drawn = parameters.ties == "random" or parameters.model != "uniform"
        self._identities = list_position_hashes(arena) if drawn else np.empty(0, np.int64)

    def set_initial_policy(self, policy: ChosenMoves) -> None:
        """Set the policy that the model plays at first; raises `BadParameter` for one of another arena."""
        widths = np.diff(self.arena.bounds)
        moves = policy.moves
        if policy.arena is not self.arena or len(moves) != len(widths) or (moves >= widths).any():
            raise BadParameter(
                f"{policy!r} is a policy of another arena: begin with one of this game's own run"
            )
        if ((moves < 0) & (widths > 0)).any():
            raise BadParameter(f"{policy!r} has no move at some position: begin with a whole policy")
        self.policy[:] = policy.moves
        self.model = BY_POLICY

    def improve_policy(self) -> int:
        """Make the policy the best response to the model; return the number of its new moves."""
        parameters, arena = self.parameters, self.arena
        drawn = self.model in (NORMALISED, RAW)
        kernel = arena.prepare_kernel(
            build_improve_policy_on_random_model if drawn else build_improve_policy,
            self._estimate_sweep_cost(drawn),
        )
        numbers = (parameters.alpha, parameters.gamma, *parameters.rewards, parameters.tolerance)
        ways = (self.model, TIES[parameters.ties], parameters.seed, self._identities)
        changed, highest = 0, -1
        self.number += 1
        found: Any = self._found
        if drawn:
            check_memory_for(self.budget, 8 * arena.positions, "a randomly drawn model")
            found = self._found, np.full(arena.positions, -1, np.int64)
        for begin, end in reversed(arena.list_slices()):
            if begin < self._end:
                stop = min(end, self._end)
                buffers = self._worth, self.policy, found
                more, last = kernel(arena.arrays, begin, stop, *buffers, numbers, ways)
                changed, highest = changed + int(more), max(highest, int(last))
            self.budget.report(f"iteration {self.number}", arena.positions - begin, arena.positions)
        # The model has changed where the policy has, and everywhere after P_0.
        self._end = highest + 1 if self.model == BY_POLICY else arena.positions
        self.model = BY_POLICY
        return changed

    def _estimate_sweep_cost(self, drawn: bool) -> int:
        """Return a sweep's cost in passes through the arena: a random draw costs as much as some moves."""
        arena = self.arena
        if drawn:  # one draw for every move, and every reply to it
            replies = int(np.diff(arena.bounds)[arena.children >> 1].sum())
            return 1 + MOVES_PER_RANDOM_NUMBER * replies // (arena.positions + len(arena.children))
        return 1 + MOVES_PER_RANDOM_NUMBER if self.parameters.ties == "random" else 1


def list_position_hashes(arena: Arena) -> Any:
    """Return the numbers of positions for random draws, int64 [positions]: themselves, or hashes of reprs."""
    if arena.program is not None and arena.program.words is None:
        return arena.keys
    return np.array([hash_position(arena.position_at(number)) for number in range(arena.positions)], np.int64)
