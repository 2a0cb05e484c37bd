"""The slow twin of self-play: the same questions over lists and dictionaries, one obvious loop each.

Nothing here knows of kernels, arrays or the literal algorithm. A policy is a dictionary from every position
that is not finished to the place of a move among the game's moves.
"""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from reference import naive

from zermelo.core.game import Game, Position
from zermelo.learn.self_play_parameters import SelfPlayParameters

Policy = dict[Position, int]
Count = tuple[int, int, int]  # lines won, drawn and lost


class Laid(NamedTuple):
    """A game laid out: every position after all that its moves lead to."""

    game: Game
    order: list[Position]
    after: dict[Position, list[tuple[Position, bool]]]  # in the moves' order, with whether the turn passes
    ends: dict[Position, int]  # 1, 0, -1 where no move follows, as its mover sees it

    @property
    def unfinished(self) -> list[Position]:
        return [position for position in self.order if position not in self.ends]


@lru_cache(maxsize=8)
def laid_out(game: Game) -> Laid:
    order = naive.backwards(game, game.starts())
    after: dict[Position, list[tuple[Position, bool]]] = {}
    ends = {}
    for position in order:
        following = naive.children(game, position)
        after[position] = [(child, naive.is_flipped(game, position, child)) for child in following]
        if not following:
            finished = naive.is_finished(game, position)
            value = game.outcome(position) if finished else game.stuck(position)
            ends[position] = (value > 0) - (value < 0)
    return Laid(game, order, after, ends)


# Opponents


class Opponent(NamedTuple):
    """The probabilities of the moves at an adversary's position, where he answers a move in some place."""

    chances: Callable[[Position, int, Position], list[float]]  # (position, place, adversary's position)
    heeds: bool  # whether it matters what he answers


def evenly(laid: Laid) -> Opponent:
    def chances(_s: Position, _i: int, adversary: Position) -> list[float]:
        return [1 / len(laid.after[adversary])] * len(laid.after[adversary])

    return Opponent(chances, heeds=False)


def policy_model(laid: Laid, policy: Policy, alpha: float) -> Opponent:
    def chances(_s: Position, _i: int, adversary: Position) -> list[float]:
        number = len(laid.after[adversary])
        if number == 1:
            return [1.0]
        others = (1 - alpha) / (number - 1)
        return [alpha if place == policy[adversary] else others for place in range(number)]

    return Opponent(chances, heeds=False)


def drawn_by_lot(laid: Laid, seed: int, *, normalised: bool) -> Opponent:
    def chances(position: Position, place: int, adversary: Position) -> list[float]:
        lots = [lot(seed, position, place, adversary, j) for j in range(len(laid.after[adversary]))]
        return [each / sum(lots) for each in lots] if normalised else lots

    return Opponent(chances, heeds=True)


def lot(seed: int, position: Position, place: int, other: Position, number: int) -> float:
    """Return what is drawn for four numbers, evenly between 0 and 1: bits stirred as SplitMix64 does it."""
    stirred = seed
    for word in (number_of(position), place, number_of(other), number):
        stirred = (stirred ^ word) + 11400714819323198485  # the golden ratio's share of 2**64
        stirred %= 2**64
        stirred = (stirred ^ stirred >> 30) * 13787848793156543929 % 2**64
        stirred = (stirred ^ stirred >> 27) * 10723151780598845931 % 2**64
        stirred ^= stirred >> 31
    return (stirred // 2048 + 0.5) / 2**53


def number_of(position: Position) -> int:
    if isinstance(position, int):
        return position
    return int(hashlib.blake2b(repr(position).encode()).hexdigest()[:16], 16) // 2


# Best replies, one iteration after the other


def best_reply(
    laid: Laid, parameters: SelfPlayParameters, opponent: Opponent, before: Policy | None
) -> tuple[Policy, dict[Position, float]]:
    """Return the agent's best policy against an opponent, and what it is worth where the agent is to move."""
    policy: Policy = {}
    worth: dict[Position, float] = {}
    known: dict[
        Position, float
    ] = {}  # what it is worth where the adversary is to move, if that is one number

    def expected(child: Position, agent: bool, position: Position, place: int) -> float:
        if child in laid.ends:
            return reward(parameters, laid.ends[child] if agent else -laid.ends[child])
        if agent:
            return parameters.gamma * worth[child]
        if child in known:
            return known[child]
        total = 0.0
        replies = zip(opponent.chances(position, place, child), laid.after[child], strict=True)
        for chance, (following, passes) in replies:
            total += chance * expected(following, passes, position, place)
        if not opponent.heeds:
            known[child] = total
        return total

    for position in laid.unfinished:
        moves = laid.after[position]
        worths = [expected(child, not passes, position, place) for place, (child, passes) in enumerate(moves)]
        policy[position] = choice(worths, parameters, position, before)
        worth[position] = worths[policy[position]]
    return policy, worth


def reward(parameters: SelfPlayParameters, outcome: int) -> float:
    return {1: parameters.rewards.win, 0: parameters.rewards.draw, -1: parameters.rewards.loss}[outcome]


def choice(
    worths: list[float], parameters: SelfPlayParameters, position: Position, before: Policy | None
) -> int:
    least = max(worths) - parameters.tolerance
    tied = [place for place, worth in enumerate(worths) if worth >= least]
    if parameters.ties == "last":
        return tied[-1]
    if parameters.ties == "random":
        return max(tied, key=lambda place: lot(parameters.seed, position, place, position, 0))
    if parameters.ties == "keep" and before is not None and before[position] in tied:
        return before[position]
    return tied[0]


class Round(NamedTuple):
    """One iteration."""

    changed: int
    policy: Policy
    worth: dict[Position, float]
    first: Count
    second: Count


def rounds(
    laid: Laid, parameters: SelfPlayParameters, *, most: int = 100, before: Policy | None = None
) -> list[Round]:
    """Return the iterations until nothing changes, at most so many; `before` is a policy to begin after."""
    if before is not None:
        opponent = policy_model(laid, before, parameters.alpha)
    elif parameters.model == "uniform":
        opponent = evenly(laid)
    else:
        opponent = drawn_by_lot(laid, parameters.seed, normalised=parameters.model == "random")
    found: list[Round] = []
    while len(found) < most and not (found and found[-1].changed == 0):
        policy, worth = best_reply(laid, parameters, opponent, before)
        changed = [position for position in policy if before is None or policy[position] != before[position]]
        found.append(Round(len(changed), policy, worth, *counts(laid, policy)))
        opponent, before = policy_model(laid, policy, parameters.alpha), policy
    return found


def one_pass(laid: Laid, parameters: SelfPlayParameters) -> Policy:
    """Return the limit: at each position the choice, and at once the adversary who prefers it."""
    policy: Policy = {}
    agent: dict[Position, float] = {}  # the agent is to move: what his next decision makes of it, discounted
    adversary: dict[Position, float] = {}
    for position in laid.order:
        if position in laid.ends:
            agent[position] = reward(parameters, laid.ends[position])
            adversary[position] = reward(parameters, -laid.ends[position])
            continue
        moves = laid.after[position]
        worths = [adversary[child] if passes else agent[child] for child, passes in moves]
        policy[position] = choice(worths, parameters, position, None)
        agent[position] = parameters.gamma * worths[policy[position]]
        chances = policy_model(laid, policy, parameters.alpha).chances(None, 0, position)
        replies = [agent[child] if passes else adversary[child] for child, passes in moves]
        adversary[position] = sum(chance * reply for chance, reply in zip(chances, replies, strict=True))
    return policy


# Lines of play, counted exactly


def counts(laid: Laid, policy: Policy) -> tuple[Count, Count]:
    """Return the lines that the policy wins, draws and loses against every reply, first and second."""
    own: dict[Position, Count] = {}
    other: dict[Position, Count] = {}
    for position in laid.order:
        if position in laid.ends:
            own[position] = ended(laid.ends[position])
            other[position] = ended(-laid.ends[position])
            continue
        child, passes = laid.after[position][policy[position]]
        own[position] = other[child] if passes else own[child]
        other[position] = together(
            own[child] if passes else other[child] for child, passes in laid.after[position]
        )
    starts = list(laid.game.starts())
    return together(own[start] for start in starts), together(other[start] for start in starts)


def longest(laid: Laid, policy: Policy) -> tuple[int, int]:
    """Return the plies of the longest line that the policy plays against any reply, first and second."""
    own: dict[Position, int] = {}
    other: dict[Position, int] = {}
    for position in laid.order:
        own[position] = other[position] = 0
        if position not in laid.ends:
            child, passes = laid.after[position][policy[position]]
            own[position] = 1 + (other[child] if passes else own[child])
            other[position] = 1 + max(
                own[child] if passes else other[child] for child, passes in laid.after[position]
            )
    starts = list(laid.game.starts())
    return max(own[start] for start in starts), max(other[start] for start in starts)


def ended(outcome: int) -> Count:
    return int(outcome > 0), int(outcome == 0), int(outcome < 0)


def together(many: Any) -> Count:
    won, drawn, lost = (sum(column) for column in zip(*many, strict=True))
    return won, drawn, lost


def extreme_counts(laid: Laid, preference: Callable[[Count], Any]) -> tuple[Count, Count]:
    """Return the counts, first and second, of the policy whose counts are least by `preference`.

    Exact where the preference of a sum is least where those of its terms are, as for the number of losses, and
    of draws among the fewest losses.
    """
    own: dict[Position, Count] = {}
    other: dict[Position, Count] = {}
    for position in laid.order:
        if position in laid.ends:
            own[position] = ended(laid.ends[position])
            other[position] = ended(-laid.ends[position])
            continue
        moves = laid.after[position]
        own[position] = min(
            (other[child] if passes else own[child] for child, passes in moves), key=preference
        )
        other[position] = together(own[child] if passes else other[child] for child, passes in moves)
    starts = list(laid.game.starts())
    return together(own[start] for start in starts), together(other[start] for start in starts)


# Policies judged by best play


class Judged(NamedTuple):
    """How a policy compares with best play, over all positions that are not finished."""

    losing_value: int  # positions where it gives away value
    to_loss: int  # and then loses
    winning: int  # positions that are won
    not_fastest: int  # and where some reply makes play longer than best play
    losing: int
    not_slowest: int  # lost positions where some best reply makes play shorter than best play
    wins_missed: int  # won positions where some reply makes play longer, or keeps the policy from winning


@lru_cache(maxsize=8)
def best_play(game: Game) -> dict[Position, tuple[int, int | None]]:
    return naive.solve(game)


def judged(laid: Laid, policy: Policy) -> Judged:
    best = best_play(laid.game)
    longest: dict[tuple[Position, bool], float] = {}  # plies to the end, whatever that is
    slowest_win: dict[tuple[Position, bool], float] = {}  # the same, endless where the game is not won
    shortest: dict[tuple[Position, bool], float] = {}  # against winning moves alone, where there are such
    for position in laid.order:
        if position in laid.ends:
            for own in (True, False):
                longest[position, own] = shortest[position, own] = 0
                is_won = laid.ends[position] == (1 if own else -1)
                slowest_win[position, own] = 0 if is_won else float("inf")
            continue
        moves = laid.after[position]
        child, passes = moves[policy[position]]
        best_replies = [(child, passes) for child, passes in moves if kept(best, child, passes=passes) == 1]
        for table, combine, replies in (
            (longest, max, moves),
            (slowest_win, max, moves),
            (shortest, min, best_replies or moves),
        ):
            table[position, True] = 1 + table[child, not passes]
            table[position, False] = 1 + combine(table[child, passes] for child, passes in replies)
    losing_value = to_loss = winning = not_fastest = losing = not_slowest = wins_missed = 0
    for position in laid.unfinished:
        value, remoteness = best[position]
        child, passes = laid.after[position][policy[position]]
        value = (value > 0) - (value < 0)
        if kept(best, child, passes=passes) < value:
            losing_value += 1
            to_loss += kept(best, child, passes=passes) == -1
        winning += value == 1
        not_fastest += value == 1 and longest[position, True] != remoteness
        wins_missed += value == 1 and slowest_win[position, True] != remoteness
        losing += value == -1
        not_slowest += value == -1 and shortest[position, True] != remoteness
    return Judged(losing_value, to_loss, winning, not_fastest, losing, not_slowest, wins_missed)


def kept(best: dict[Position, tuple[int, int | None]], child: Position, *, passes: bool) -> int:
    """Return the value, as its mover sees it, of a move that leads to `child`: win 1, draw 0, loss -1."""
    value = -best[child][0] if passes else best[child][0]
    return (value > 0) - (value < 0)


def replies_left(laid: Laid) -> int:
    """Return how many moves the opponent can still make after a move of the agent's: D of the condition."""
    most: dict[tuple[Position, bool], int] = {}
    for position in laid.order:
        for agent in (True, False):
            made = [(not agent) + most[child, agent != passes] for child, passes in laid.after[position]]
            most[position, agent] = max(made, default=0)
    return max(most[position, True] for position in laid.order)


def decisions_left(laid: Laid) -> int:
    """Return how many decisions the agent can still have after one of his: G of the condition."""
    most: dict[tuple[Position, bool], int] = {}
    for position in laid.order:
        for agent in (True, False):
            made = [agent + most[child, agent != passes] for child, passes in laid.after[position]]
            most[position, agent] = max(made, default=0)
    return max(0, max(most[position, True] for position in laid.order) - 1)


def satisfies_condition(alpha: float, gamma: float, loss: float, replies: int) -> bool:
    """Return whether alpha < 1 and gamma surely give away no value at the limit, rewards being 1/0/-loss."""
    risk = 1 - alpha**replies
    return loss * (alpha * gamma) ** replies > risk and gamma**replies > risk
