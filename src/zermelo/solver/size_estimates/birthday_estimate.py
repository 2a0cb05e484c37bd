"""A lower bound of the number of positions of a game of any size, from what random games have in common.

Two positions drawn at random from one distribution are equal with probability the sum of p² over all
positions. This is never under 1/N for N positions, whatever the distribution (Cauchy and Schwarz). So in many
random games the pairs of positions from different games are counted, and those that are equal; their ratio is
N or less. The error of the count is estimated from game to game (the jackknife of a mean over pairs: Arvesen
1969). Positions near the start and near the end are met again and again. So each stretch of plies is a
distribution of its own, and the one that shows most positions is used.

It is a lower bound only: random play sees little of a game that only careful play prolongs.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernel_binders import Program
from zermelo.core.game import Game, Position
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.kernels.random_walks import PRIME, build_random_walk_kernel

GAMES, INTERPRETED_GAMES = 4_096, 64
PLIES = 256
ASKED = 100_000  # children of all games together, past which the rules are not asked for more
FIRST = 4  # plies at which the first stretch begins; each is twice as long as the one before
ERRORS, NONE = 3.0, 6.0  # standard errors added to the equal pairs, and pairs where not one is equal

Met = npt.NDArray[np.int64]


def compute_birthday_bound(met: Met, lengths: Met) -> float:
    """Return a number of positions that the game has, at least, from those `met` [games, plies] int64."""
    least, begin, plies = 0.0, FIRST, met.shape[1]
    while begin < plies:
        stretch = met[:, begin : 2 * begin]
        held = np.arange(begin, begin + stretch.shape[1]) < lengths[:, None]
        least = max(least, _compute_birthday_bound_of_stretch(stretch[held], np.nonzero(held)[0], len(met)))
        begin *= 2
    return least


def _compute_birthday_bound_of_stretch(positions: Met, games: Met, count: int) -> float:
    """Return the bound of one stretch: `positions` and the game that each is of, of `count` games."""
    if len(positions) < 2:
        return 0.0
    _, numbers, times = np.unique(positions, return_inverse=True, return_counts=True)
    own, own_times = np.unique(numbers.reshape(-1) * count + games, return_counts=True)
    others = times[own // count] - own_times
    equal = np.bincount(own % count, own_times * others, count)  # pairs with other games, for each
    sizes = np.bincount(games, minlength=count).astype(float)
    pairs = (sizes.sum() ** 2 - (sizes**2).sum()) / 2
    doubt = float(np.sqrt(((equal - equal.mean()) ** 2).sum()))
    return float(pairs / (equal.sum() / 2 + ERRORS * doubt + NONE))


def estimate_fewest_classes(program: Program, seed: int = 1913) -> float:
    """Return how many classes of positions compiled rules have, at least."""
    chance = np.random.default_rng(seed)
    starts = np.resize(list_start_keys(program), GAMES)
    seeds = chance.integers(1, PRIME, GAMES)
    met, lengths = np.empty((GAMES, PLIES), np.int64), np.empty(GAMES, np.int64)
    program.kernel(build_random_walk_kernel)(starts, seeds, met, lengths)
    return compute_birthday_bound(met, lengths)


def estimate_fewest_classes_interpreted(
    game: Game,
    canonical: Callable[[Position], Position],
    ask_rules: Callable[[Game, Position], list[Position]],
    seed: int = 1913,
) -> float:
    """Return the same by asking the rules themselves."""
    chance = random.Random(seed)
    starts = list(game.starts())
    known: dict[Position, int] = {}
    met, lengths = np.zeros((INTERPRETED_GAMES, PLIES), np.int64), np.zeros(INTERPRETED_GAMES, np.int64)
    asked = 0
    for number in range(INTERPRETED_GAMES):
        position: Any = chance.choice(starts)
        for ply in range(PLIES):
            children = ask_rules(game, position) if asked <= ASKED else []
            asked += len(children)
            if not children:
                break
            position = chance.choice(children)
            met[number, ply] = known.setdefault(canonical(position), len(known))
            lengths[number] = ply + 1
    return compute_birthday_bound(met, lengths)
