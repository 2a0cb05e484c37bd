"""Games of players who move at random, played on the rules with a solution in memory.

The kinds of player are those of `play.kernels.match_expectations`: a perfect one makes any best move, a
random one any move, and an erring one is random with a small probability and else perfect. The random player
needs no solution. The perfect one looks up its position and each move. Best moves are those that keep the
position's value and end in as many plies. Nothing else is stored, so games of any size can be played.
"""

from typing import Any, Final

from zermelo.compiler.kernels import DONE, MANY, MISSING, RANGE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import UNDECIDED
from zermelo.solver.kernels.random_walks import FACTOR, PRIME
from zermelo.solver.kernels.slot_lookup import SlotLookup
from zermelo.solver.kernels.solution_probe import UNKNOWN_HERE, build_probe_solution_kernel

ERRING: Final = 1


def build_play_games_out(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return play_games_out(tables, answers, terms, players, seeds, found, work) -> (status, position).

    Plays one game for each of `seeds`, from 1 to PRIME - 1; `players` are the kinds of the first and the
    second. `tables` and `answers` are those of `solution.in_memory`. `terms` is (shift, start, error_rate,
    longest): how answers are packed, where games begin, how often the erring player moves at random, and
    after how many plies a game is stopped. `work` is (children int64, gains int64), of one length. `found`
    [games, 3] float64 receives the first player's points (those so far where a game is stopped), the plies,
    and 1 where the game ended. Stops at a position with more moves than `work` holds (MANY) or with a child
    that is no position (RANGE). Also stops where the solution has no answer or no best move (MISSING).
    """
    ask = build_probe_solution_kernel(rules, lookup, jit)
    outcome, moves, play, stuck = rules.outcome, rules.moves, rules.play, rules.stuck
    gain, flips = rules.gain, rules.flips

    def write_children(position: int, work: Any) -> int:
        """Write the children and the gains of their moves; return how many, or a negative status."""
        children, gains = work
        made = 0
        for move in moves(position):
            if made == len(children):
                return -MANY
            child = play(position, move)
            if child < 0:
                return -RANGE
            children[made] = child
            gains[made] = gain(position, move)
            made += 1
        return made

    spread_out = jit.inline(write_children)

    def move_best_children_first(
        tables: Any, answers: Any, shift: int, position: int, made: int, work: Any
    ) -> int:
        """Move the best of the children to the front; return how many, 0 where the solution has none."""
        children, gains = work
        rest = (1 << shift) - 1
        own = ask(tables, answers, position)
        if own == UNKNOWN_HERE:
            return 0
        value, plies = own >> shift, own & rest
        count = 0
        for each in range(made):
            child = int(children[each])
            answer = ask(tables, answers, child)
            if answer == UNKNOWN_HERE:
                return 0
            worth, left = answer >> shift, answer & rest
            if flips(position, child):
                worth = -worth
            if left != rest:
                left += 1
            if gains[each] + worth == value and left == plies:
                children[count] = child
                gains[count] = gains[each]
                count += 1
        return count

    best_kept = jit.inline(move_best_children_first)

    def play_games_out(
        tables: Any, answers: Any, terms: Any, players: Any, seeds: Any, found: Any, work: Any
    ) -> tuple[int, int]:
        shift, start, error_rate, longest = terms
        children, gains = work
        for game in range(len(seeds)):
            position, seed = start, int(seeds[game])
            side, points, ply, value = 1, 0, 0, outcome(start)
            while value == UNDECIDED:
                count = spread_out(position, work)
                if count < 0:
                    return -count, position
                if count == 0:
                    value = stuck(position)
                    break
                if ply == longest:
                    break
                kind = players[0] if side > 0 else players[1]
                at_random = kind > ERRING
                if kind == ERRING:
                    seed = seed * FACTOR % PRIME
                    at_random = seed < error_rate * PRIME
                if not at_random:
                    count = best_kept(tables, answers, shift, position, count, work)
                    if count == 0:
                        return MISSING, position
                seed = seed * FACTOR % PRIME
                chosen = (seed >> 4) % count
                child = int(children[chosen])
                points += side * int(gains[chosen])
                if flips(position, child):
                    side = -side
                position = child
                ply += 1
                value = outcome(position)
            over = value != UNDECIDED
            found[game, 0] = points + side * value if over else points
            found[game, 1] = ply
            found[game, 2] = 1.0 if over else 0.0
        return DONE, start

    return jit.kernel(play_games_out)
