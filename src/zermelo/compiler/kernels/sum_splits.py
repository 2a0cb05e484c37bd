"""The functions that kernels of sums need: how a position decomposes, and what each player could do there.

A position is a key, one integer. Where a game does not define `parts`, a position is its own only part. Where
it does not define `options`, both players have the moves: so it is in impartial games.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from zermelo.compiler.kernels import DONE, MANY, Jit
from zermelo.compiler.kernels.complete_rules import build_least_image_kernel
from zermelo.core.values import LARGEST_VALUE, UNDECIDED

ASKED = ("options", "parts", "symmetries", "mover", "bounds")  # where a game defines them
HEAD = 4  # of the facts: outcome, the representative, the two bounds; then lists, each after its length


class Splits(NamedTuple):
    """What kernels of sums call. Values are the mover's."""

    moves: Callable[[int], Any]
    play: Callable[[int, int], int]
    outcome: Callable[[int], int]
    stuck: Callable[[int], int]
    options: Callable[[int, int], Any]  # options(position, player) yields positions, no outcome asked
    parts: Callable[[int], Any]  # yields positions whose sum is worth as much
    canonical: Callable[[int], int]  # the representative of the position's class
    mover: Callable[[int], int]  # 0 without `mover`
    bounds: Callable[[int], Any]  # (low, high), between which the value of an unfinished position lies


def complete_split_rules(own: Mapping[str, Callable[..., Any]], jit: Jit) -> Splits:
    """Return what kernels of sums ask of a game that defines the functions `own`, by name."""
    return Splits(
        moves=own["moves"],
        play=own["play"],
        outcome=own["outcome"],
        stuck=own["stuck"],
        options=own.get("options") or _build_options_from_moves(own["moves"], own["play"], jit),
        parts=own.get("parts") or jit.inline(yield_position_itself),
        canonical=build_least_image_kernel(own.get("symmetries"), jit),
        mover=own.get("mover") or jit.inline(_return_no_player),
        bounds=own.get("bounds") or jit.inline(_return_widest_bounds),
    )


def yield_position_itself(position: int) -> Any:
    """Yield the position alone: it is not taken apart."""
    yield position


def _return_no_player(position: int) -> int:
    return 0


def _return_widest_bounds(position: int) -> tuple[int, int]:
    return -LARGEST_VALUE, LARGEST_VALUE


def _build_options_from_moves(
    moves: Callable[..., Any], play: Callable[..., Any], jit: Jit
) -> Callable[..., Any]:
    """Return the options of a game in which both players have the same moves."""

    def yield_options(position: int, player: int) -> Any:
        for move in moves(position):
            yield play(position, move)

    return jit.inline(yield_options)


def build_examine_splits_kernel(splits: Splits, jit: Jit) -> Any:
    """Return examine_splits(position, facts) -> (facts written, status).

    `facts` int64 receives the outcome, the representative and the bounds, and then three lists, each after
    its length: the parts, the options of player 0 and those of player 1. A finished position has neither
    bounds nor options.
    """
    outcome, canonical, bounds = splits.outcome, splits.canonical, splits.bounds
    parts, options = splits.parts, splits.options

    def examine_splits(position: int, facts: Any) -> tuple[int, int]:
        facts[0] = outcome(position)
        facts[1] = canonical(position)
        facts[2] = facts[3] = 0
        if facts[0] == UNDECIDED:
            facts[2], facts[3] = bounds(position)
        at = HEAD
        begin = at
        at += 1
        for part in parts(position):
            if at + 3 >= len(facts):
                return at, MANY
            facts[at] = part
            at += 1
        facts[begin] = at - begin - 1
        for player in range(2):
            begin = at
            at += 1
            if facts[0] == UNDECIDED:
                for option in options(position, player):
                    if at + 3 >= len(facts):
                        return at, MANY
                    facts[at] = option
                    at += 1
            facts[begin] = at - begin - 1
        return at, DONE

    return jit.kernel(examine_splits)
