"""Exact search of one position: negamax with a transposition table.

A score is what a search compares. Of a position's value alone it is the value, or the points still to come.
Where the game's length counts too (`timed`), a win in r plies is MOST - r, a loss r - MOST and a draw 0: so
the winner hurries and the loser delays. On the way up a score goes one towards zero with each ply, and the
window one away from it on the way down.

Moves are the game's `candidates`, in its `order`, what was best before first. A position with one candidate
is neither looked up nor kept: forced play costs no memory.
"""

from dataclasses import dataclass
from typing import Any, Final

from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.kernels import FAR, MANY, VALUE, Jit
from zermelo.kernels.hooks import Hooks
from zermelo.kernels.line import FIRST_RANK, build_enrol, build_gather
from zermelo.kernels.transposition import MOVE_BITS, NO_MOVE, NONE, build_data, build_desks, build_table
from zermelo.kernels.watch import Watch, build_goes_on

MOST: Final = LARGEST_VALUE  # a timed score's bound
UNBOUND: Final = MOST + 1  # outside every score
MOST_DEFERRED: Final = 60  # of a position's moves


@dataclass(frozen=True)
class Question:
    """What a search asks: the value, or with `timed` the plies to the end too."""

    timed: bool = False
    folded: bool = True  # symmetric positions are one

    @property
    def name(self) -> str:
        """The part of a kernel's name that says so."""
        return f"{'timed' if self.timed else 'value'}{'-folded' if self.folded else ''}"


def plain(number: int) -> int:
    """Return a value as its score, and a score as it is seen from the position before."""
    return number


def timed_end(value: int) -> int:
    """Return the score of a finished position where the length counts."""
    return MOST * value


def nearer(score: int) -> int:
    """Return a score as it is seen from the position before, one ply farther from the end."""
    return score - 1 if score > 0 else score + 1 if score < 0 else 0


def farther_low(limit: int) -> int:
    """Return the limit below that `nearer` brings above this one what is above it."""
    return limit + 1 if limit >= 0 else limit - 1


def farther_high(limit: int) -> int:
    """Return the least score that `nearer` brings to this one or above."""
    return limit + 1 if limit > 0 else limit - 1


def scores_of(question: Question) -> tuple[Any, Any, Any, Any]:
    """Return end(value), up(score), down_low(alpha) and down_high(beta) of a question."""
    if question.timed:
        return timed_end, nearer, farther_low, farther_high
    return plain, plain, plain, plain


def build_rank(hooks: Hooks, jit: Jit) -> Any:
    """Return rank(position, count, first, row): sort moves, what was best before first."""
    order = hooks.order
    enrol = build_enrol(jit)

    def rank(position: Any, count: int, first: int, row: Any) -> None:
        for place in range(count):
            number = FIRST_RANK
            if place != first:
                number = order(position, int(row[place].move)) << MOVE_BITS
            enrol(row, place, number + NO_MOVE - place)

    return jit.inline(rank)


def build_effort(jit: Jit) -> Any:
    """Return effort(nodes) -> the binary digits of a number of nodes: a slot's work."""

    def effort(nodes: int) -> int:
        digits = 0
        while nodes > 0:
            nodes >>= 1
            digits += 1
        return digits

    return jit.inline(effort)


def build_negamax(hooks: Hooks, question: Question, jit: Jit) -> Any:
    """Return search(position, alpha, beta, table, choices, watch) -> score.

    The score is exact where it lies between `alpha` and `beta`, else a bound (fail-soft). With `watch.stop`
    set, what comes back means nothing. `choices` is as of `new_choices`.
    """
    play, outcome, stuck = hooks.play, hooks.outcome, hooks.stuck
    gain, flips, bounds = hooks.gain, hooks.flips, hooks.bounds
    probe, store = build_table(hooks.shape, jit)
    pack, unpack = build_data(jit)
    end, up, down_low, down_high = (jit.inline(each) for each in scores_of(question))
    desk_of, is_at, sit, rise = build_desks(hooks.shape, jit)
    gather, rank = build_gather(hooks, jit), build_rank(hooks, jit)
    effort, goes_on = build_effort(jit), build_goes_on(jit)
    timed = question.timed
    largest = 1 if timed else LARGEST_VALUE

    def itself(position: Any) -> Any:
        return position

    canonical = hooks.canonical if question.folded else jit.inline(itself)

    def finish(value: int, watch: Watch) -> Any:
        """Return the score of a finished position."""
        if value > largest or value < -largest:
            watch.stop = VALUE
        return end(value)

    finished = jit.inline(finish)

    def glance(position: Any) -> tuple[int, int]:
        """Return between which scores an unfinished position's lies."""
        low, high = bounds(position)
        if timed:
            low = 1 if low > 0 else -MOST if low < 0 else 0  # it may have no move, and be over now
            high = MOST if high > 0 else -1 if high < 0 else 0
        return low, high

    glimpse = jit.inline(glance)

    def refute(position: Any, count: int, ceiling: int, row: Any, table: Any) -> Any:
        """Return a score of at least `ceiling` that the table promises for a move, else -UNBOUND."""
        for turn in range(count):
            move = int(row[NO_MOVE - (row[turn].rank & NO_MOVE)].move)
            child = play(position, move)
            sign = -1 if flips(position, child) else 1
            data = probe(table, canonical(child))
            if data != NONE:
                known_low, known_high, _, _, _ = unpack(data)
                score = up(-known_high if sign < 0 else known_low) + gain(position, move)
                if score >= ceiling:
                    return score
        return -UNBOUND

    refuted = jit.inline(refute)

    def visit(position: Any, alpha: int, beta: int, ply: int, table: Any, choices: Any, watch: Watch) -> Any:
        watch.nodes += 1
        value = outcome(position)
        if value != UNDECIDED:
            return finished(value, watch)
        if not goes_on(watch):
            return 0
        low, high = glimpse(position)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        if ply >= len(choices):
            watch.stop = FAR
            return 0
        row = choices[ply]
        count = gather(position, row, False)
        if count < 0:
            watch.stop = MANY
            return 0
        if count == 0:
            return finished(stuck(position), watch)
        if timed:
            low, high = max(low, 1 - MOST), min(high, MOST - 1)
            if low >= beta or high <= alpha:
                return low if low >= beta else high
        row[0].rank = NO_MOVE
        if count > 1:
            best_before = NO_MOVE
            data = probe(table, position)
            if data != NONE:
                known_low, known_high, best_before, _, _ = unpack(data)
                low = max(low, known_low)
                high = min(high, known_high)
                if low >= beta or low >= high:
                    return low
                if high <= alpha:
                    return high
            rank(position, count, best_before, row)
        before = watch.nodes
        floor = max(alpha, low)
        ceiling = min(beta, high)
        if count > 1:
            score = refuted(position, count, ceiling, row, table)
            if score >= ceiling:
                return score
        best = -UNBOUND
        best_place = NO_MOVE
        shared = ply < watch.together and count > 1
        deferred = 0
        for passing in range(2):
            for turn in range(count):
                if passing == 1 and deferred >> min(turn, MOST_DEFERRED) & 1 == 0:
                    continue
                place = NO_MOVE - (row[turn].rank & NO_MOVE)
                move = int(row[place].move)
                child = play(position, move)
                sign = -1 if flips(position, child) else 1
                points = gain(position, move)
                child = canonical(child)
                desk = 0
                if shared:
                    desk = desk_of(table, child)
                    if passing == 0 and 0 < turn < MOST_DEFERRED and is_at(table, desk, child):
                        deferred |= 1 << turn
                        continue
                    sit(table, desk, child)
                wide = ceiling - floor == 1 or turn == 0
                while True:
                    under = down_low(floor - points)
                    over = down_high(ceiling - points) if wide else under + 1
                    if sign < 0:
                        score = -visit(child, -over, -under, ply + 1, table, choices, watch)
                    else:
                        score = visit(child, under, over, ply + 1, table, choices, watch)
                    score = up(score) + points
                    if wide or score <= floor or score >= ceiling or watch.stop != 0:
                        break
                    wide = True
                if shared:
                    rise(table, desk)
                if watch.stop != 0:
                    return 0
                if score > best:
                    best = score
                    best_place = place
                    floor = max(floor, score)
                    if floor >= ceiling:
                        break
            if deferred == 0 or floor >= ceiling:
                break
        if best > MOST or best < -MOST:
            watch.stop = VALUE
            return 0
        best = min(max(best, low), high)
        if count > 1:
            if best > alpha:
                low = best
            if best < beta:
                high = best
            store(table, position, pack(low, high, best_place, 0, effort(watch.nodes - before)))
        return best

    visit = jit.recursive(visit)

    def search(position: Any, alpha: int, beta: int, table: Any, choices: Any, watch: Watch) -> Any:
        return visit(position, alpha, beta, 0, table, choices, watch)

    return jit.kernel(search)
