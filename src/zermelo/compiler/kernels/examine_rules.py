"""All answers of the rules about one position, for comparing compiled rules with their source."""

from typing import Any

from zermelo.compiler.kernels import DONE, MANY, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import UNDECIDED

HEAD = 3  # outcome; stuck or 0; orbit
WIDTH = 5  # move, child, its representative, does the mover change, gain


def build_examine_rules_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return examine_rules(position, facts) -> (moves, status).

    `facts` [HEAD + WIDTH * moves] int64 receives the outcome, what being stuck is worth (0 where there are
    moves), the size of the class, then WIDTH facts for each move.
    """
    moves, play, outcome, stuck = rules.moves, rules.play, rules.outcome, rules.stuck
    canonical, flips, gain, orbit = rules.canonical, rules.flips, rules.gain, rules.orbit

    def examine_rules(position: int, facts: Any) -> tuple[int, int]:
        count = 0
        facts[0] = outcome(position)
        facts[1] = 0
        facts[2] = orbit(position)
        if facts[0] != UNDECIDED:
            return 0, DONE
        for move in moves(position):
            place = HEAD + WIDTH * count
            if place + WIDTH > len(facts):
                return count, MANY
            child = play(position, move)
            facts[place] = move
            facts[place + 1] = child
            facts[place + 2] = canonical(child)
            facts[place + 3] = 1 if flips(position, child) else 0
            facts[place + 4] = gain(position, move)
            count += 1
        if count == 0:
            facts[1] = stuck(position)
        return count, DONE

    return jit.kernel(examine_rules)
