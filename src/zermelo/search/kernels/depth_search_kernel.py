"""Search to a depth, where the end of a game is too far away: negamax with guesses at the frontier.

Scores as in `search.kernels.negamax`, timed: a win in r plies is MOST - r, and wins and losses come one
nearer to zero with each ply. The game's guesses lie strictly between them and stay what they are; in games of
points a score is points. Where the rules and the game's `bounds` tell that a position is won but not how far
from the end, it is UNTOLD.

Principal variation search: the first move gets the whole window, each other a window of nothing, and the
whole one only where it turns out to be better. Looked at first is the move that was best before, then as the
game's `order` says. Among equals, which are all moves where it says nothing, the two that last cut off at
this ply come first (*killers*), then those that have cut off most so far (their *history*). Measured with
killers before the order, on six positions each: 4.8 times the positions in Connect Four, twice as many in
Othello, 4% more in draughts. At the frontier a position that is not `quiet` is looked into further, as long
as the product of the numbers of candidates on the way stays within 2**QUIET_BITS: forced moves are free, a
wide choice ends it.

A position that is repeated on the line is worth 0. What was found below it is kept in the table for other
lines too, where it may not hold: depth-limited values near repetitions are guesses, and count as such.
Guesses are counted: what rests on none was found by the rules alone, and is kept with the depth WHOLE. Wins
and losses need no such mark, as neither guesses nor repetitions can make them.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import MANY, Jit
from zermelo.compiler.kernels.search_hooks import SearchHooks, is_always_quiet
from zermelo.compiler.kernels.transposition_table import (
    NO_MOVE,
    NONE,
    build_count_binary_digits_kernel,
    build_entry_packing_kernels,
    build_table_access_kernels,
)
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.search.kernels.depth_search_line import (
    SearchLine,
    SearchNotes,
    build_move_ordering_kernels,
    build_search_line_kernels,
)
from zermelo.search.kernels.endgame_probe import EndgameProbe, build_endgame_score_kernel
from zermelo.search.kernels.line_of_play import build_fill_row_with_candidates_kernel
from zermelo.search.kernels.score_arithmetic import MOST, UNBOUND
from zermelo.solver.kernels.solution_probe import UNKNOWN_HERE

FARTHEST: Final = 1_024  # plies to an end that scores distinguish, and more than a line can have
NO_REMOTENESS: Final = MOST - FARTHEST  # won, in an unknown number of plies
LEAST_WIN: Final = MOST - 2 * FARTHEST + 1
LARGEST_GUESS: Final = LEAST_WIN - 1
QUIET_BITS: Final = 6
WHOLE: Final = 255  # the depth of what was searched to the end
DEEPEST: Final = WHOLE - 1
GENERATIONS: Final = 64  # searches that share a table; what earlier ones found gives way first
EFFORT_BITS: Final = 6


@dataclass(frozen=True)
class DepthSearchTerms:
    """What a search to a depth compares: wins by their length, or points; and where solutions end it."""

    points: bool = False
    folded: bool = True  # symmetric positions are one
    quiescence: bool = True  # what is not quiet is looked into further
    ending: EndgameProbe | None = None

    @property
    def name(self) -> str:
        """The part of a kernel's name that says so."""
        ending = "" if self.ending is None else f"-{self.ending.name}"
        further = "" if self.quiescence else "-blunt"
        return f"{'points' if self.points else 'wins'}{'-folded' if self.folded else ''}{further}{ending}"


def build_score_arithmetic_kernels(points: bool, jit: Jit) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Return score_end(value), up(score), low(limit), high(limit), guess(estimate), sure(low, high)."""

    def keep_number(number: int) -> int:
        return number

    def clip_to_values(number: int) -> int:
        return min(max(number, -LARGEST_VALUE), LARGEST_VALUE)

    def keep_bounds(low: int, high: int) -> tuple[int, int]:
        return low, high

    def score_end(value: int) -> int:
        return MOST * value

    def score_one_ply_earlier(score: int) -> int:
        return score - 1 if score > LARGEST_GUESS else score + 1 if score < -LARGEST_GUESS else score

    def low_limit_one_ply_later(limit: int) -> int:
        return limit + 1 if limit >= LARGEST_GUESS else limit - 1 if limit < -LARGEST_GUESS else limit

    def high_limit_one_ply_later(limit: int) -> int:
        return limit + 1 if limit > LARGEST_GUESS else limit - 1 if limit <= -LARGEST_GUESS else limit

    def clip_estimate(estimate: int) -> int:
        return min(max(estimate, -LARGEST_GUESS), LARGEST_GUESS)

    def score_proven_bounds(low: int, high: int) -> tuple[int, int]:
        return (
            NO_REMOTENESS if low > 0 else -MOST if low < 0 else 0,
            MOST if high > 0 else -NO_REMOTENESS if high < 0 else 0,
        )

    if points:
        return (*(jit.inline(keep_number),) * 4, jit.inline(clip_to_values), jit.inline(keep_bounds))
    return tuple(  # type: ignore[return-value]  # there are six
        jit.inline(each)
        for each in (
            score_end,
            score_one_ply_earlier,
            low_limit_one_ply_later,
            high_limit_one_ply_later,
            clip_estimate,
            score_proven_bounds,
        )
    )


def build_solution_score_kernel(points: bool, jit: Jit) -> Any:
    """Return told(value, plies) -> the score of a solution's answer."""

    def score_by_value(value: int, plies: int) -> int:
        return value

    def score_by_value_and_plies(value: int, plies: int) -> int:
        far = FARTHEST if plies < 0 else min(plies, FARTHEST)
        return MOST - far if value > 0 else far - MOST if value < 0 else 0

    return jit.inline(score_by_value if points else score_by_value_and_plies)


def build_static_bounds_kernel(hooks: SearchHooks, looking: DepthSearchTerms, jit: Jit) -> Any:
    """Return compute_static_bounds(position, ply, alpha, beta, notes, held, is_met) -> (enough, low, high).

    What is known of an unfinished position without a look at its moves: between which scores its own lies,
    and whether that is enough, `low` being its score. At the root what is known tells no move. `is_met` says
    that the line had it before.
    """
    bounds = hooks.bounds
    settled = build_endgame_score_kernel(
        hooks, looking.ending, build_solution_score_kernel(looking.points, jit), jit
    )
    sure = build_score_arithmetic_kernels(looking.points, jit)[-1]

    def compute_static_bounds(
        position: Any, ply: int, alpha: int, beta: int, notes: SearchNotes, held: Any, is_met: bool
    ) -> tuple[bool, int, int]:
        if ply == 0:
            return False, -MOST, MOST
        if is_met:
            notes.guessed += 1
            return True, 0, 0
        known = settled(position, held)
        if known != UNKNOWN_HERE:
            return True, known, known
        known_low, known_high = bounds(position)
        low, high = sure(known_low, known_high)
        if low >= beta or low == high:
            return True, low, low
        return high <= alpha, high if high <= alpha else low, high

    return jit.inline(compute_static_bounds)


def build_table_lookup_kernels(hooks: SearchHooks, looking: DepthSearchTerms, jit: Jit) -> tuple[Any, Any]:
    """Return look_up_table(position, depth, window, sure, notes, table), and write_table.

    The first returns (enough, low, high, place): where it is enough, `low` is the score, and `place` is that
    of what was best before. `window` is (alpha, beta), and `sure` between which scores the position's lies.
    The second, write_table(position, low, high, place, depth, spent, table, notes), keeps what was found.
    """
    probe, store = build_table_access_kernels(hooks.shape, jit)
    pack, unpack = build_entry_packing_kernels(jit)
    effort = build_count_binary_digits_kernel(jit)
    decisive = UNBOUND if looking.points else LEAST_WIN

    def look_up_table(
        position: Any, depth: int, window: Any, sure: Any, notes: SearchNotes, table: Any
    ) -> tuple[bool, int, int, int]:
        low, high = sure
        alpha, beta = window
        data = probe(table, position)
        if data == NONE:
            return False, low, high, NO_MOVE
        known_low, known_high, place, known_depth, _ = unpack(data)
        if notes.ply == 0:
            return False, low, high, place
        if known_depth == WHOLE or known_low >= decisive:
            low = max(low, known_low)
        if known_depth == WHOLE or known_high <= -decisive:
            high = min(high, known_high)
        if low >= beta or low >= high:
            return True, low, high, place
        if high <= alpha:
            return True, high, high, place
        if known_depth >= depth:
            if known_low >= beta or known_low == known_high:
                notes.guessed += 1
                return True, known_low, high, place
            if known_high <= alpha:
                notes.guessed += 1
                return True, known_high, high, place
        return False, low, high, place

    def write_table(
        position: Any, low: int, high: int, place: int, depth: int, spent: int, table: Any, notes: SearchNotes
    ) -> None:
        work = min(effort(spent), (1 << EFFORT_BITS) - 1) + (notes.generation << EFFORT_BITS)
        work = np.int64(work)  # its highest bit becomes the word's, also where Python counts
        store(table, position, pack(low, high, place, depth, work))

    return jit.inline(look_up_table), jit.inline(write_table)


def build_depth_search_kernel(hooks: SearchHooks, looking: DepthSearchTerms, jit: Jit) -> Any:
    """Return search_root(position, depth, table, line, notes, held) -> score.

    `notes.chosen` is looked at first where it is set before. With `notes.stop` set the score means nothing,
    and the notes tell as much as there is. `held` are the tables and answers of the ending, or 0.
    """
    play, outcome, stuck, tier_of = hooks.play, hooks.outcome, hooks.stuck, hooks.tier
    gain, flips = hooks.gain, hooks.flips
    estimate = hooks.estimate
    is_quiet = hooks.quiet if looking.quiescence else jit.inline(is_always_quiet)
    end, up, down_low, down_high, guess, _ = build_score_arithmetic_kernels(looking.points, jit)
    keep, is_repeated = build_search_line_kernels(hooks.shape, jit)
    gather = build_fill_row_with_candidates_kernel(hooks, jit)
    rank, praise = build_move_ordering_kernels(hooks, jit)
    glance = build_static_bounds_kernel(hooks, looking, jit)
    recall, write = build_table_lookup_kernels(hooks, looking, jit)

    def return_position(position: Any) -> Any:
        return position

    canonical = hooks.canonical if looking.folded else jit.inline(return_position)

    def find_depth_after_move(depth: int, count: int) -> int:
        """Return the depth that is left after a move; what a wide choice costs where none is left before."""
        if depth > 0:
            return depth - 1
        further = depth
        while 1 << depth - further < count:
            further -= 1
        return further

    further_of = jit.inline(find_depth_after_move)

    def search_position(
        position: Any,
        alpha: int,
        beta: int,
        depth: int,
        table: Any,
        line: SearchLine,
        notes: SearchNotes,
        held: Any,
    ) -> int:
        notes.nodes += 1
        value = outcome(position)
        if value != UNDECIDED:
            return end(value)  # type: ignore[no-any-return]
        if notes.stop != 0:
            return 0
        ply = int(notes.ply)
        tier = tier_of(position)
        is_met = is_repeated(line.rows, ply, position, tier)
        is_enough, low, high = glance(position, ply, alpha, beta, notes, held, is_met)
        if is_enough:
            return low  # type: ignore[no-any-return]
        at_end = depth <= 0 and (ply + 1 >= len(line.rows) or is_quiet(position))
        choices = line.choices[ply]
        count = gather(position, choices, at_end)
        if count < 0:
            notes.stop = MANY
            return 0
        if count == 0:
            return end(stuck(position))  # type: ignore[no-any-return]
        further = further_of(depth, count)
        if depth <= 0 and (at_end or -further > QUIET_BITS):
            notes.guessed += 1
            return min(max(guess(estimate(position)), low), high)  # type: ignore[no-any-return]
        best_before = NO_MOVE
        if depth > 0 and count > 1:
            is_enough, low, high, best_before = recall(
                position, depth, (alpha, beta), (low, high), notes, table
            )
            if is_enough:
                return low  # type: ignore[no-any-return]
        if ply == 0 and notes.chosen != NO_MOVE:
            best_before = int(notes.chosen)
        row = line.rows[ply]
        keep(row, position, tier)
        rank(position, count, best_before, row, choices, notes)
        before, guessed = notes.nodes, notes.guessed
        floor = max(alpha, low)
        ceiling = min(beta, high)
        best = -UNBOUND
        best_place = NO_MOVE
        for turn in range(count):
            place = NO_MOVE - int(choices[turn].rank & NO_MOVE)
            move = int(choices[place].move)
            child = play(position, move)
            turned = flips(position, child)
            points = gain(position, move)
            child = canonical(child)
            guessed_before = notes.guessed
            line.rows[ply + 1].side = row.side ^ turned
            under, over = down_low(floor - points), down_high(ceiling - points)
            whole = turn == 0 or ceiling - floor <= 1
            if not whole:
                over = under + 1
            while True:
                notes.ply = ply + 1
                if turned:
                    score = -search_position(child, -over, -under, further, table, line, notes, held)
                else:
                    score = search_position(child, under, over, further, table, line, notes, held)
                notes.ply = ply
                score = up(score) + points
                if whole or score <= floor or score >= ceiling:
                    break
                over = down_high(ceiling - points)
                whole = True
            if notes.stop != 0:
                return 0
            if score > best:
                best = score
                best_place = place
                floor = max(floor, score)
            if ply == 0:
                notes.chosen = best_place
                notes.chosen_score = best
                notes.finished = turn + 1
            if floor >= ceiling:
                if best >= beta and notes.guessed == guessed_before:  # the other moves do not matter
                    notes.guessed = guessed
                if depth > 0:
                    praise(move, depth, row, notes)
                break
        best = min(max(best, low), high)
        if depth > 0 and count > 1:
            if best > alpha:
                low = best
            if best < beta:
                high = best
            reached = WHOLE if notes.guessed == guessed else depth
            write(position, low, high, best_place, reached, notes.nodes - before, table, notes)
        return best  # type: ignore[no-any-return]

    search_position = jit.recursive(search_position)

    def search_root(
        position: Any, depth: int, table: Any, line: SearchLine, notes: SearchNotes, held: Any
    ) -> int:
        notes.ply = 0
        notes.guessed = 0
        notes.finished = 0
        return search_position(position, -UNBOUND, UNBOUND, depth, table, line, notes, held)

    return jit.kernel(search_root)
