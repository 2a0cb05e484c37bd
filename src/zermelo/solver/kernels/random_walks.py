"""Random games from the starts, with every position met: pairs of equal ones give the number of positions."""

from typing import Any

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import UNDECIDED

FACTOR, PRIME = 48_271, (1 << 31) - 1  # of a multiplicative generator (Park, Miller and Stockmeyer 1993)


def build_random_walk_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return walk_randomly(starts, seeds, met, lengths), which plays one game for each seed.

    Game i begins at `starts[i]`; `seeds` are from 1 to PRIME - 1. `met` [games, plies] int64 receives the
    representative of the position after each ply, `lengths` [games] int64 how many there are.
    """
    moves, play, outcome, canonical = rules.moves, rules.play, rules.outcome, rules.canonical

    def walk_randomly(starts: Any, seeds: Any, met: Any, lengths: Any) -> None:
        for game in range(len(seeds)):
            position, seed = int(starts[game]), int(seeds[game])
            lengths[game] = 0
            for ply in range(met.shape[1]):
                if outcome(position) != UNDECIDED:
                    break
                count = 0
                for _ in moves(position):
                    count += 1
                if count == 0:
                    break
                seed = seed * FACTOR % PRIME
                wanted, place, chosen = (seed >> 4) % count, 0, 0
                for move in moves(position):
                    if place == wanted:
                        chosen = move
                        break
                    place += 1  # noqa: SIM113  # compiled as it stands
                position = play(position, chosen)
                met[game, ply] = canonical(position)
                lengths[game] = ply + 1

    return jit.kernel(walk_randomly)
