"""Everything the hooks say about one position, for comparing compiled hooks with their source."""

from typing import Any

from zermelo.kernels import DONE, MANY, Jit
from zermelo.kernels.hooks import Hooks

BEFORE = 4  # the bounds, the estimate, whether it is quiet; then each move's order, then the candidates


def build_examine_hooks(hooks: Hooks, jit: Jit) -> Any:
    """Return examine_hooks(position, facts) -> (facts written, status), for positions that go on.

    `facts` int64 receives the two bounds, the estimate, whether it is quiet, the order of each move and the
    candidates.
    """
    moves, candidates = hooks.moves, hooks.candidates
    bounds, order, estimate, quiet = hooks.bounds, hooks.order, hooks.estimate, hooks.quiet

    def examine_hooks(position: Any, facts: Any) -> tuple[int, int]:
        facts[0], facts[1] = bounds(position)
        facts[2] = estimate(position)
        facts[3] = 1 if quiet(position) else 0
        count = BEFORE
        for move in moves(position):
            if count >= len(facts):
                return count, MANY
            facts[count] = order(position, move)
            count += 1
        for move in candidates(position):
            if count >= len(facts):
                return count, MANY
            facts[count] = move
            count += 1
        return count, DONE

    return jit.kernel(examine_hooks)
