"""Search to a depth, where the end of a game is too far away: negamax with guesses at the frontier.

Scores as in `kernels.negamax`, timed: a win in r plies is MOST - r, and wins and losses come one nearer to
zero with each ply. The game's guesses lie strictly between them and stay what they are; in games of points a
score is points. Where the rules and the game's `bounds` tell that a position is won but not how far from the
end, it is UNTOLD.

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

from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.kernels import MANY, Jit
from zermelo.kernels.completion import Rules
from zermelo.kernels.held import UNKNOWN_HERE, build_ask
from zermelo.kernels.hooks import Hooks
from zermelo.kernels.negamax import COUNTERS, FIRST_RANK, MOST, NODES, STATUS, STOP, UNBOUND
from zermelo.kernels.places import Lookup
from zermelo.kernels.transposition import MOVE_BITS, NO_MOVE, NONE, build_data, build_table

FARTHEST: Final = 1_024  # plies to an end that scores can tell apart, and more than a line can have
UNTOLD: Final = MOST - FARTHEST  # won, but who knows when
LEAST_WIN: Final = MOST - 2 * FARTHEST + 1
LARGEST_GUESS: Final = LEAST_WIN - 1
QUIET_BITS: Final = 6
WHOLE: Final = 255  # the depth of what was searched to the end
DEEPEST: Final = WHOLE - 1
GENERATIONS: Final = 64  # searches that share a table; what earlier ones found gives way first
EFFORT_BITS: Final = 6
# Of `notes`, after those of `kernels.negamax`.
PLY, GUESSED, CHOSEN, CHOSEN_SCORE, FINISHED, GENERATION = range(COUNTERS, COUNTERS + 6)
NOTES: Final = COUNTERS + 8
HISTORY_BITS: Final = 12
HISTORY: Final = 1 << HISTORY_BITS  # counts for each side: moves share them, by their last bits
MOST_HISTORY: Final = 1 << 15
# Of a row of `lines`: the position's words, then these, then a column and a rank for each move.
TIER, SIDE, KILLER, SECOND_KILLER, HEAD = 0, 1, 2, 3, 4
NO_KILLER: Final = -(1 << 62)
ORDER_AT: Final = 28  # a rank is the game's order, then history, then the place


@dataclass(frozen=True)
class Ending:
    """A solution that ends lines of play: of this game, or of the one that `endgame` leads to."""

    rules: Rules  # of the solution's game
    lookup: Lookup
    shift: int  # of its answers; 0 where they are values alone
    digest: str  # of the rules

    @property
    def name(self) -> str:
        """The part of a kernel's name that says so."""
        return f"{self.lookup.name}{self.shift}-{self.digest}"


@dataclass(frozen=True)
class Looking:
    """What a search to a depth compares: wins by their length, or points; and where solutions end it."""

    points: bool = False
    folded: bool = True  # symmetric positions are one
    ending: Ending | None = None

    @property
    def name(self) -> str:
        """The part of a kernel's name that says so."""
        ending = "" if self.ending is None else f"-{self.ending.name}"
        return f"{'points' if self.points else 'wins'}{'-folded' if self.folded else ''}{ending}"


def columns_of(words: int, most: int) -> int:
    """Return the columns of `lines` for positions of so many words with up to `most` moves."""
    return words + HEAD + 2 * most


def build_scale(points: bool, jit: Jit) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Return end(value), up(score), low(limit), high(limit), guess(estimate), sure(low, high)."""

    def plain(number: int) -> int:
        return number

    def within(number: int) -> int:
        return min(max(number, -LARGEST_VALUE), LARGEST_VALUE)

    def pair(low: int, high: int) -> tuple[int, int]:
        return low, high

    def end(value: int) -> int:
        return MOST * value

    def nearer(score: int) -> int:
        return score - 1 if score > LARGEST_GUESS else score + 1 if score < -LARGEST_GUESS else score

    def farther_low(limit: int) -> int:
        return limit + 1 if limit >= LARGEST_GUESS else limit - 1 if limit < -LARGEST_GUESS else limit

    def farther_high(limit: int) -> int:
        return limit + 1 if limit > LARGEST_GUESS else limit - 1 if limit <= -LARGEST_GUESS else limit

    def guess(estimate: int) -> int:
        return min(max(estimate, -LARGEST_GUESS), LARGEST_GUESS)

    def sure(low: int, high: int) -> tuple[int, int]:
        return (
            UNTOLD if low > 0 else -MOST if low < 0 else 0,
            MOST if high > 0 else -UNTOLD if high < 0 else 0,
        )

    if points:
        return (*(jit.inline(plain),) * 4, jit.inline(within), jit.inline(pair))
    return tuple(  # type: ignore[return-value]  # there are six
        jit.inline(each) for each in (end, nearer, farther_low, farther_high, guess, sure)
    )


def build_line(width: int, jit: Jit) -> tuple[Any, Any]:
    """Return keep(lines, ply, position), and is_repeated(lines, ply, position, tier)."""
    words = max(1, width)

    def keep_one(lines: Any, ply: int, position: Any) -> None:
        lines[ply, 0] = position

    def keep_many(lines: Any, ply: int, position: Any) -> None:
        for word in range(width):
            lines[ply, word] = position[word]

    def is_kept_one(lines: Any, ply: int, position: Any) -> bool:
        return bool(lines[ply, 0] == position)

    def is_kept_many(lines: Any, ply: int, position: Any) -> bool:
        for word in range(width):  # noqa: SIM110  # compiled as it stands
            if lines[ply, word] != position[word]:
                return False
        return True

    is_kept = jit.inline(is_kept_many if width else is_kept_one)

    def is_repeated(lines: Any, ply: int, position: Any, tier: int) -> bool:
        for above in range(ply - 1, -1, -1):
            if lines[above, words + TIER] != tier:
                return False
            if is_kept(lines, above, position):
                return True
        return False

    return jit.inline(keep_many if width else keep_one), jit.inline(is_repeated)


def build_ranking(hooks: Hooks, jit: Jit) -> tuple[Any, Any]:
    """Return rank(position, count, first, ply, lines, notes), and praise(move, depth, ply, lines, notes).

    The first sorts the moves of a row, so that ranks tell their places; the second notes a move that cut off.
    """
    order = hooks.order
    words = hooks.shape.words
    moves_at = words + HEAD

    def slot_of(move: int, side: int) -> int:
        mixed = move ^ move >> HISTORY_BITS ^ move >> 2 * HISTORY_BITS
        return NOTES + side * HISTORY + (mixed & HISTORY - 1)

    slot = jit.inline(slot_of)

    def rank(position: Any, count: int, first: int, ply: int, lines: Any, notes: Any) -> None:
        ranks_at = moves_at + (lines.shape[1] - moves_at) // 2
        side = lines[ply, words + SIDE]
        for place in range(count):
            move = int(lines[ply, moves_at + place])  # int: the interpreter's rules want Python's own
            number = NO_MOVE - place
            if place == first:
                number += FIRST_RANK
            else:
                merit = notes[slot(move, side)]
                if move == lines[ply, words + KILLER]:
                    merit = 2 * MOST_HISTORY - 1
                elif move == lines[ply, words + SECOND_KILLER]:
                    merit = 2 * MOST_HISTORY - 2
                number += (order(position, move) << ORDER_AT) + (merit << MOVE_BITS)
            other = ranks_at + place
            while other > ranks_at and lines[ply, other - 1] < number:
                lines[ply, other] = lines[ply, other - 1]
                other -= 1
            lines[ply, other] = number

    def praise(move: int, depth: int, ply: int, lines: Any, notes: Any) -> None:
        if move != lines[ply, words + KILLER]:
            lines[ply, words + SECOND_KILLER] = lines[ply, words + KILLER]
            lines[ply, words + KILLER] = move
        place = slot(move, lines[ply, words + SIDE])
        bonus = min(depth * depth, 1024)
        notes[place] += bonus - notes[place] * bonus // MOST_HISTORY

    return jit.inline(rank), jit.inline(praise)


def build_settled(hooks: Hooks, looking: Looking, jit: Jit) -> Any:
    """Return settled(position, held) -> the score that a solution gives, or UNKNOWN_HERE."""
    ending = looking.ending
    if ending is None:

        def unknown(position: Any, held: Any) -> int:
            return UNKNOWN_HERE

        return jit.inline(unknown)
    ask = build_ask(ending.rules, ending.lookup, jit)
    endgame = hooks.endgame
    points, shift = looking.points, ending.shift
    rest = (1 << shift) - 1

    def settled(position: Any, held: Any) -> int:
        answer = int(ask(held[0], held[1], endgame(position)))
        if answer == UNKNOWN_HERE:
            return answer
        value = answer >> shift
        if points or value == 0:
            return value
        plies = min(answer & rest, FARTHEST) if shift > 0 else FARTHEST
        return MOST - plies if value > 0 else plies - MOST

    return jit.inline(settled)


def build_deepening(hooks: Hooks, looking: Looking, jit: Jit) -> Any:
    """Return search(position, depth, table, lines, notes, held) -> score.

    `lines` is [plies, columns_of(words, most moves)] int64 and `notes` [NOTES + 2 * HISTORY] int64; in them
    `CHOSEN` is the place of the best move among the candidates, to be looked at first where it is set before,
    `CHOSEN_SCORE` its score, `FINISHED` how many moves were looked at, `GUESSED` whether guesses were made on
    the way. With `notes[STOP]` set, from outside or with a status, the score means nothing, and those tell as
    much as there is. `held` are the tables and answers of the ending, or 0.
    """
    moves_of, play, outcome, stuck = hooks.candidates, hooks.play, hooks.outcome, hooks.stuck
    gain, flips, bounds, tier_of = hooks.gain, hooks.flips, hooks.bounds, hooks.tier
    estimate, is_quiet = hooks.estimate, hooks.quiet
    probe, store = build_table(hooks.shape, jit)
    pack, unpack = build_data(jit)
    end, up, down_low, down_high, guess, sure = build_scale(looking.points, jit)
    keep, is_repeated = build_line(hooks.shape.width, jit)
    rank, praise = build_ranking(hooks, jit)
    settled = build_settled(hooks, looking, jit)
    words = hooks.shape.words
    moves_at = words + HEAD
    decisive = UNBOUND if looking.points else LEAST_WIN

    def itself(position: Any) -> Any:
        return position

    canonical = hooks.canonical if looking.folded else jit.inline(itself)

    def gather(position: Any, ply: int, only_one: bool, lines: Any) -> int:
        """Write the candidates into the line's row and return how many, -1 for too many."""
        count = 0
        room = (lines.shape[1] - moves_at) // 2
        for move in moves_of(position):
            if count == room:
                return -1
            lines[ply, moves_at + count] = move
            count += 1
            if only_one:
                break
        return count

    gathered = jit.inline(gather)

    def write(
        position: Any, low: int, high: int, place: int, depth: int, spent: int, table: Any, notes: Any
    ) -> None:
        effort = 0
        while spent > 0:
            spent >>= 1
            effort += 1
        effort = min(effort, (1 << EFFORT_BITS) - 1) + (notes[GENERATION] << EFFORT_BITS)
        store(table, position, pack(low, high, place, depth, effort))

    written = jit.inline(write)

    def visit(
        position: Any, alpha: int, beta: int, depth: int, table: Any, lines: Any, notes: Any, held: Any
    ) -> int:
        notes[NODES] += 1
        value = outcome(position)
        if value != UNDECIDED:
            return end(value)  # type: ignore[no-any-return]
        if notes[STOP] != 0:
            return 0
        ply = int(notes[PLY])
        tier = tier_of(position)
        if ply > 0:
            if is_repeated(lines, ply, position, tier):
                notes[GUESSED] += 1
                return 0
            known = settled(position, held)
            if known != UNKNOWN_HERE:
                return known  # type: ignore[no-any-return]
        low, high = -MOST, MOST
        if ply > 0:  # at the root what is known tells no move
            known_low, known_high = bounds(position)
            low, high = sure(known_low, known_high)
            if low >= beta or low == high:
                return low  # type: ignore[no-any-return]
            if high <= alpha:
                return high  # type: ignore[no-any-return]
        at_end = depth <= 0 and (ply + 1 >= lines.shape[0] or is_quiet(position))
        count = gathered(position, ply, at_end, lines)
        if count < 0:
            notes[STATUS] = MANY
            notes[STOP] = 1
            return 0
        if count == 0:
            return end(stuck(position))  # type: ignore[no-any-return]
        further = depth - 1
        if depth <= 0:
            further = depth
            while 1 << depth - further < count:
                further -= 1
            if at_end or -further > QUIET_BITS:
                notes[GUESSED] += 1
                return min(max(guess(estimate(position)), low), high)  # type: ignore[no-any-return]
        best_before = NO_MOVE
        if depth > 0 and count > 1:
            data = probe(table, position)
            if data != NONE:
                known_low, known_high, best_before, known_depth, _ = unpack(data)
                if ply > 0 and (known_depth == WHOLE or known_low >= decisive):
                    low = max(low, known_low)
                if ply > 0 and (known_depth == WHOLE or known_high <= -decisive):
                    high = min(high, known_high)
                if low >= beta or low >= high:
                    return low
                if high <= alpha:
                    return high
                if ply > 0 and known_depth >= depth:
                    if known_low >= beta or known_low == known_high:
                        notes[GUESSED] += 1
                        return known_low  # type: ignore[no-any-return]
                    if known_high <= alpha:
                        notes[GUESSED] += 1
                        return known_high  # type: ignore[no-any-return]
        if ply == 0 and notes[CHOSEN] != NO_MOVE:
            best_before = int(notes[CHOSEN])
        keep(lines, ply, position)
        lines[ply, words + TIER] = tier
        rank(position, count, best_before, ply, lines, notes)
        ranks_at = moves_at + (lines.shape[1] - moves_at) // 2
        before, guessed = notes[NODES], notes[GUESSED]
        floor = max(alpha, low)
        ceiling = min(beta, high)
        best = -UNBOUND
        best_place = NO_MOVE
        for turn in range(count):
            place = NO_MOVE - int(lines[ply, ranks_at + turn] & NO_MOVE)
            move = int(lines[ply, moves_at + place])
            child = play(position, move)
            turned = flips(position, child)
            points = gain(position, move)
            child = canonical(child)
            guessed_before = notes[GUESSED]
            lines[ply + 1, words + SIDE] = lines[ply, words + SIDE] ^ turned
            under, over = down_low(floor - points), down_high(ceiling - points)
            whole = turn == 0 or ceiling - floor <= 1
            if not whole:
                over = under + 1
            while True:
                notes[PLY] = ply + 1
                if turned:
                    score = -visit(child, -over, -under, further, table, lines, notes, held)
                else:
                    score = visit(child, under, over, further, table, lines, notes, held)
                notes[PLY] = ply
                score = up(score) + points
                if whole or score <= floor or score >= ceiling:
                    break
                over = down_high(ceiling - points)
                whole = True
            if notes[STOP] != 0:
                return 0
            if score > best:
                best = score
                best_place = place
                floor = max(floor, score)
            if ply == 0:
                notes[CHOSEN] = best_place
                notes[CHOSEN_SCORE] = best
                notes[FINISHED] = turn + 1
            if floor >= ceiling:
                if best >= beta and notes[GUESSED] == guessed_before:  # the other moves do not matter
                    notes[GUESSED] = guessed
                if depth > 0:
                    praise(move, depth, ply, lines, notes)
                break
        best = min(max(best, low), high)
        if depth > 0 and count > 1:
            if best > alpha:
                low = best
            if best < beta:
                high = best
            reached = WHOLE if notes[GUESSED] == guessed else depth
            written(position, low, high, best_place, reached, notes[NODES] - before, table, notes)
        return best

    visit = jit.recursive(visit)

    def search(position: Any, depth: int, table: Any, lines: Any, notes: Any, held: Any) -> int:
        notes[PLY] = 0
        notes[GUESSED] = 0
        notes[FINISHED] = 0
        return visit(position, -UNBOUND, UNBOUND, depth, table, lines, notes, held)

    return jit.kernel(search)


def build_line_of_table(hooks: Hooks, jit: Jit) -> Any:
    """Return walk(position, table, line) -> how many moves of best play the table knows, written into `line`.

    The table knows symmetric images, and the moves of those: at the position itself a move is looked for that
    leads to the same class. A position with one candidate is not in the table and needs not be.
    """
    moves_of, play, outcome, canonical = hooks.candidates, hooks.play, hooks.outcome, hooks.canonical
    probe, _ = build_table(hooks.shape, jit)
    _, unpack = build_data(jit)

    def best_place(position: Any, table: Any) -> int:
        """Return the place of the best candidate, NO_MOVE where it is not known."""
        count = 0
        for _ in moves_of(position):
            count += 1
        if count == 1:
            return 0
        data = probe(table, position)
        if data == NONE:
            return NO_MOVE
        _, _, place, _, _ = unpack(data)
        return place if place < count else NO_MOVE

    find_place = jit.inline(best_place)

    def follow(position: Any, table: Any) -> tuple[int, int]:
        """Return whether there is a next move, and the move."""
        if outcome(position) != UNDECIDED:
            return 0, 0
        least = canonical(position)
        left = find_place(least, table)
        if left == NO_MOVE:
            return 0, 0
        wanted = least
        for move in moves_of(least):
            if left == 0:
                wanted = canonical(play(least, move))
            left -= 1
        for move in moves_of(position):
            if canonical(play(position, move)) == wanted:
                return 1, move
        return 0, 0

    following = jit.inline(follow)

    def walk(position: Any, table: Any, line: Any) -> int:
        for ply in range(len(line)):
            found, move = following(position, table)
            if found == 0:
                return ply
            line[ply] = move
            position = play(position, move)
        return len(line)

    return jit.kernel(walk)
