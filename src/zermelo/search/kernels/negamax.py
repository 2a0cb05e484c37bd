"""Exact search of one position: negamax with a transposition table.

A score is what a search compares. Of a position's value alone it is the value, or the points still to come.
Where the game's length counts too (`timed`), a win in r plies is MOST - r, a loss r - MOST and a draw 0: so
the winner hurries and the loser delays. On the way up a score goes one towards zero with each ply, and the
window one away from it on the way down.

Moves are the game's `candidates`, in its `order`, what was best before first. All positions that they lead to
are fetched from the table before anything is asked about them, and looked at before any is searched: where
what the rules say of one of them, or what is known, is enough, nothing is searched at all. A position with
one candidate is neither looked up nor kept: forced play costs no memory. Symmetric positions are one as far
from the root as `watch.folds` says: below a root that has no symmetry of its own they hardly ever meet.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import FAR, MANY, VALUE, Jit
from zermelo.compiler.kernels.kernel_records import new_record_rows
from zermelo.compiler.kernels.search_counters import SearchCounters, build_may_continue_kernel
from zermelo.compiler.kernels.search_hooks import PositionShape, SearchHooks
from zermelo.compiler.kernels.transposition_table import (
    MOVE_BITS,
    NO_MOVE,
    NONE,
    build_busy_marks_kernels,
    build_count_binary_digits_kernel,
    build_entry_packing_kernels,
    build_prefetch_bucket_kernel,
    build_table_access_kernels,
)
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.search.kernels.endgame_probe import build_endgame_score_kernel
from zermelo.search.kernels.line_of_play import (
    FIRST_RANK,
    build_fill_row_with_candidates_kernel,
    build_insert_move_rank_kernel,
    build_position_words_kernels,
)
from zermelo.search.kernels.score_arithmetic import (
    MOST,
    UNBOUND,
    ScoreQuestion,
    compute_timed_solution_score,
    compute_untimed_solution_score,
    select_score_functions,
)
from zermelo.solver.kernels.solution_probe import UNKNOWN_HERE

GLANCED: Final = 8  # of a position's moves, the first in order, that are looked at before one is searched
MOST_STEPS: Final = 64  # of forced play that are looked at before a move is searched
MOST_DEFERRED: Final = 60  # of a position's moves


@dataclass(slots=True)
class NegamaxMove:
    """A move of a position and what is known of it; beside it the rank that takes this turn, of any move."""

    child: Any  # [words] int64, the position that it leads to, or the next on the way with a choice
    move: int = 0
    rank: int = 0  # the largest first; its lowest bits are NO_MOVE less the place of its move
    steps: int = 1  # plies to the child
    sign: int = 0  # -1 where the other moves there
    points: int = 0  # that come on the way
    low: int = 0  # between which scores the child's lies, as its mover sees it
    high: int = 0
    seen: int = 0  # whether the rules were asked about the child


def make_negamax_move_buffer(shape: PositionShape, plies: int, moves: int, *, native: bool) -> Any:
    """Return a buffer for the moves of a line of play: [plies, most moves] of `NegamaxMove`."""
    return new_record_rows(
        lambda: NegamaxMove(np.zeros(shape.words, np.int64)), (plies, moves), native=native
    )


def build_score_bounds_kernel(hooks: SearchHooks, question: ScoreQuestion, jit: Jit) -> Any:
    """Return glimpse(position) -> the two scores between which that of an unfinished position surely lies."""
    bounds, length_bounds = hooks.bounds, hooks.length_bounds

    def bound_score_by_value(position: Any) -> tuple[int, int]:
        low, high = bounds(position)
        return low, high

    def bound_timed_score_by_value(position: Any) -> tuple[int, int]:
        low, high = bounds(position)
        low = 1 if low > 0 else -MOST if low < 0 else 0  # it may have no move, and be over now
        high = MOST if high > 0 else -1 if high < 0 else 0
        return low, high

    if not question.timed:
        return jit.inline(bound_score_by_value)
    if length_bounds is None:
        return jit.inline(bound_timed_score_by_value)

    def score_length(length: int) -> int:
        return MOST - length if length > 0 else -MOST - length if length < 0 else 0

    scored, told = jit.inline(score_length), length_bounds

    def bound_score_by_length(position: Any) -> tuple[int, int]:
        worst, best = told(position)
        low, high = scored(worst), scored(best)
        if worst == -1 and best != -1:
            low = -MOST  # it may have no move, and be over now
        if best == 1 and worst != 1:
            high = MOST
        return low, high

    return jit.inline(bound_score_by_length)


def build_negamax_kernel(hooks: SearchHooks, question: ScoreQuestion, jit: Jit) -> Any:
    """Return search_root(position, alpha, beta, table, choices, watch, held) -> score.

    The score is exact where it lies between `alpha` and `beta`, else a bound (fail-soft). With `watch.stop`
    set, what comes back means nothing. `choices` is of `make_negamax_move_buffer`; `held` are the tables and
    answers of the ending, or 0.
    """
    play, outcome, stuck = hooks.play, hooks.outcome, hooks.stuck
    gain, flips, order, forced = hooks.gain, hooks.flips, hooks.order, hooks.forced
    probe, store = build_table_access_kernels(hooks.shape, jit)
    fetch = build_prefetch_bucket_kernel(hooks.shape, jit)
    pack, unpack = build_entry_packing_kernels(jit)
    end, up, down_low, down_high = (jit.inline(each) for each in select_score_functions(question))
    desk_of, is_at, sit, rise = build_busy_marks_kernels(hooks.shape, jit)
    gather, enrol = build_fill_row_with_candidates_kernel(hooks, jit), build_insert_move_rank_kernel(jit)
    keep, _, back = build_position_words_kernels(hooks.shape, jit)
    effort, goes_on = build_count_binary_digits_kernel(jit), build_may_continue_kernel(jit)
    timed = question.timed
    largest = 1 if timed else LARGEST_VALUE

    canonical = hooks.canonical

    def score_end(value: int, watch: SearchCounters) -> Any:
        """Return the score of a finished position."""
        if value > largest or value < -largest:
            watch.stop = VALUE
        return end(value)

    finished = jit.inline(score_end)

    glimpse = build_score_bounds_kernel(hooks, question, jit)
    settled = build_endgame_score_kernel(
        hooks,
        question.ending,
        jit.inline(compute_timed_solution_score if timed else compute_untimed_solution_score),
        jit,
    )

    def evaluate_or_recall(position: Any, watch: SearchCounters, held: Any) -> tuple[int, int]:
        """Return between which scores a position's lies, as far as nothing is searched."""
        value = outcome(position)
        if value != UNDECIDED:
            score = finished(value, watch)
            return score, score
        known = settled(position, held)
        if known != UNKNOWN_HERE:
            return known, known
        low, high = glimpse(position)
        return low, high

    looked = jit.inline(evaluate_or_recall)

    def lay_out_children(
        position: Any, count: int, best_before: int, folds: bool, row: Any, table: Any
    ) -> None:
        """Make the moves of a row, fetch what is known of where they lead, and rank them."""
        for place in range(count):
            move = int(row[place].move)
            child = play(position, move)
            row[place].sign = -1 if flips(position, child) else 1
            if folds:
                child = canonical(child)
            keep(row[place].child, child)
            if count == 1:
                row[0].rank = NO_MOVE
            else:
                fetch(table, child)
                number = FIRST_RANK if place == best_before else order(position, move) << MOVE_BITS
                enrol(row, place, number + NO_MOVE - place)

    lay_out = jit.inline(lay_out_children)

    def raise_score_by_plies(score: int, steps: int) -> int:
        """Return a score as it is seen so many plies before, by the same player."""
        for _ in range(steps):
            score = up(score)
        return score

    lifted = jit.inline(raise_score_by_plies)

    def raise_bounds_by_plies(low: int, high: int, sign: int, steps: int, points: int) -> tuple[int, int]:
        """Return a child's bounds as counted for the mover so many plies before."""
        if sign < 0:
            low, high = -high, -low
        return lifted(low, steps) + points, lifted(high, steps) + points

    brought_up = jit.inline(raise_bounds_by_plies)

    def evaluate_children(
        position: Any,
        count: int,
        window: tuple[int, int],
        folds: bool,
        row: Any,
        table: Any,
        watch: SearchCounters,
        held: Any,
    ) -> tuple[int, int, int, int]:
        """Return (kept, floor, best, best_place) of what need not be searched, or best of at least `ceiling`.

        The first `kept` ranks of the row are those of moves to be searched. Of the others the best score is
        `best`, of the move in `best_place`; what of it is exact raises `floor`. First the rules are asked
        about the first GLANCED moves, on to where a choice comes; then the table about all.
        """
        floor, ceiling = window
        best = -UNBOUND
        best_place = NO_MOVE
        kept = 0
        for turn in range(count):
            place = NO_MOVE - (row[turn].rank & NO_MOVE)
            child = back(row[place].child)
            sign = row[place].sign
            points = gain(position, int(row[place].move))
            low = -MOST
            high = MOST
            steps = 1
            seen = turn < GLANCED
            if seen:
                low, high = looked(child, watch, held)
                while low < high and steps < MOST_STEPS:
                    move = forced(child)
                    if move < 0:
                        break
                    after = play(child, move)
                    points += sign * gain(child, move)
                    if flips(child, after):
                        sign = -sign
                    child = canonical(after) if folds else after
                    steps += 1
                    low, high = looked(child, watch, held)
                if steps > 1 and low < high:
                    keep(row[place].child, child)
                    row[place].sign = sign
                    fetch(table, child)
            least, most = brought_up(low, high, sign, steps, points)
            if least >= ceiling:
                return 0, floor, least, place
            if most <= floor or least == most:
                if most > best:
                    best = most
                    best_place = place
                    floor = max(floor, most)
                continue
            row[place].points = points
            row[place].low = low
            row[place].high = high
            row[place].seen = seen
            row[place].steps = steps
            row[kept].rank = row[turn].rank
            kept += 1
        if count > 1:
            among = kept
            kept = 0
            for turn in range(among):
                place = NO_MOVE - (row[turn].rank & NO_MOVE)
                data = probe(table, back(row[place].child))
                if data != NONE:
                    known_low, known_high, _, _, _ = unpack(data)
                    low, high = max(row[place].low, known_low), min(row[place].high, known_high)
                    sign, points, steps = row[place].sign, row[place].points, row[place].steps
                    least, most = brought_up(low, high, sign, steps, points)
                    if least >= ceiling:
                        return 0, floor, least, place
                    if most <= floor or least == most:
                        if most > best:
                            best = most
                            best_place = place
                            floor = max(floor, most)
                        continue
                    row[place].low = low
                    row[place].high = high
                row[kept].rank = row[turn].rank
                kept += 1
        return kept, floor, best, best_place

    look_ahead = jit.inline(evaluate_children)

    def search_unfinished_position(
        position: Any,
        low: int,
        high: int,
        alpha: int,
        beta: int,
        ply: int,
        table: Any,
        choices: Any,
        watch: SearchCounters,
        held: Any,
    ) -> Any:
        """Search an unfinished position of a score between `low` and `high`."""
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        watch.nodes += 1
        if not goes_on(watch):
            return 0
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
        best_before = NO_MOVE
        if count > 1:
            data = probe(table, position)
            if data != NONE:
                known_low, known_high, best_before, _, _ = unpack(data)
                low = max(low, known_low)
                high = min(high, known_high)
                if low >= beta or low >= high:
                    return low
                if high <= alpha:
                    return high
        floor = max(alpha, low)
        ceiling = min(beta, high)
        folds = ply < watch.folds
        lay_out(position, count, best_before, folds, row, table)
        window = floor, ceiling
        kept, floor, best, best_place = look_ahead(position, count, window, folds, row, table, watch, held)
        if best >= ceiling:
            return min(max(best, low), high)
        if watch.stop != 0:
            return 0
        before = watch.nodes
        shared = ply < watch.together and count > 1
        deferred = 0
        for passing in range(2):
            for turn in range(kept):
                if passing == 1 and deferred >> min(turn, MOST_DEFERRED) & 1 == 0:
                    continue
                if floor >= ceiling:
                    break
                place = NO_MOVE - (row[turn].rank & NO_MOVE)
                child = back(row[place].child)
                sign, points = row[place].sign, row[place].points
                child_low, child_high = row[place].low, row[place].high
                if not row[place].seen:
                    least, most = looked(child, watch, held)
                    child_low, child_high = max(child_low, least), min(child_high, most)
                desk = 0
                if shared:
                    desk = desk_of(table, child)
                    if passing == 0 and 0 < turn < MOST_DEFERRED and is_at(table, desk, child):
                        deferred |= 1 << turn
                        continue
                    sit(table, desk, child)
                wide = ceiling - floor == 1 or turn == 0
                while True:
                    under, over = floor - points, ceiling - points
                    for _ in range(row[place].steps):
                        under, over = down_low(under), down_high(over)
                    if not wide:
                        over = under + 1
                    if sign < 0:
                        score = -search_unfinished_position(
                            child, child_low, child_high, -over, -under, ply + 1, table, choices, watch, held
                        )
                    else:
                        score = search_unfinished_position(
                            child, child_low, child_high, under, over, ply + 1, table, choices, watch, held
                        )
                    score = lifted(score, row[place].steps) + points
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

    search_unfinished_position = jit.recursive(search_unfinished_position)

    def search_root(
        position: Any, alpha: int, beta: int, table: Any, choices: Any, watch: SearchCounters, held: Any
    ) -> Any:
        low, high = looked(position, watch, held)
        if low >= beta or low == high or high <= alpha:
            watch.nodes += 1
        return search_unfinished_position(position, low, high, alpha, beta, 0, table, choices, watch, held)

    return jit.kernel(search_root)
