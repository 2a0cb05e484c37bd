"""Exact counts of any size: positions, complete lines of play, nodes of the game tree.

The counts soon leave 64 bits (99 stones make a tree of 10^25 nodes), so they are folded modulo primes
below 2^62 and put together by the Chinese remainder theorem. How many primes are needed is itself a
fold: the logarithm of the tree's size, with a margin for rounding.
"""

from collections.abc import Callable
from typing import Annotated, Any

from zermelo.core.notation.result import Count, GameInput, Result, about
from zermelo.solver.kernels.position_folds import GAMES, MAGNITUDE, NODES
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.chinese_remainder import choose_primes_for_bits, combine_remainders


class Counts(Result, frozen=True, kw_only=True):
    """Exact counts of what lies below the starts of a game.

    `positions` is None where symmetries do not map starts to starts.
    """

    game: GameInput
    positions: Annotated[
        Count | None, about("positions that play reaches; null where only classes are counted")
    ]
    games: Annotated[Count, about("complete lines of play")]
    nodes: Annotated[Count, about("nodes of the whole game tree")]

    def __str__(self) -> str:
        positions = "by class only" if self.positions is None else f"{self.positions:,}"
        return f"positions  {positions}\ngames      {self.games:,}\nnodes      {self.nodes:,}"


def count_games_and_nodes(fold_starts: Callable[[FoldQuestion], list[Any]]) -> tuple[int, int]:
    """Return (games, nodes) below all starts.

    `fold_starts` folds a question over the game and returns the answers at the starts.
    """
    magnitude = max(float(answer) for answer in fold_starts(FoldQuestion(MAGNITUDE)))
    bits = magnitude * (1 + 1e-9) + 2
    primes = choose_primes_for_bits(bits)
    games, nodes = (
        sum(combine_remainders(primes, found) for found in zip(*asked, strict=True))  # one for each start
        for asked in ([fold_starts(FoldQuestion(fold, prime)) for prime in primes] for fold in (GAMES, NODES))
    )
    return games, nodes
