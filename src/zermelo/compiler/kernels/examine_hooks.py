"""All answers of the hooks about one position, for comparing compiled hooks with their source."""

from typing import Any

from zermelo.compiler.kernels import DONE, MANY, Jit
from zermelo.compiler.kernels.search_hooks import SearchHooks

BEFORE = (
    6  # both bounds, those of the length, the estimate, is it quiet; then each move's order, the candidates
)


def build_examine_hooks_kernel(hooks: SearchHooks, jit: Jit) -> Any:
    """Return examine_hooks(position, facts) -> (facts written, status), for positions that go on.

    `facts` int64 receives the two bounds, those of the length, what is forced, the estimate, whether it is
    quiet, the order of each move and the candidates.
    """
    moves, candidates = hooks.moves, hooks.candidates
    bounds, order, estimate, quiet = hooks.bounds, hooks.order, hooks.estimate, hooks.quiet

    def return_no_length_bounds(position: Any) -> tuple[int, int]:
        return 0, 0

    forced, length_bounds = hooks.forced, hooks.length_bounds or jit.inline(return_no_length_bounds)

    def examine_hooks(position: Any, facts: Any) -> tuple[int, int]:
        facts[0], facts[1] = bounds(position)
        facts[2], facts[3] = length_bounds(position)
        facts[4] = forced(position)
        facts[5] = estimate(position)
        facts[6] = 1 if quiet(position) else 0
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
