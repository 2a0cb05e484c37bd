"""The functions that a search needs of a game, with defaults for those that the game lacks.

Positions are as the rules have them, an integer or a tuple of integers: a search holds few at a time, and so
needs no keys. Each hook that a game does not define gets an answer that is always right and costs nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.complete_rules import (
    build_least_image_kernel,
    build_mover_changes_kernel,
    return_no_gain,
    return_single_tier,
)
from zermelo.compiler.kernels.position_hashing import FIRST, HALF, build_mix_kernel
from zermelo.core.values import LARGEST_VALUE

LARGEST_ORDER = 1 << 40
HOOKS = ("candidates", "bounds", "length_bounds", "forced", "order", "estimate", "quiet", "endgame")


@dataclass(frozen=True)
class PositionShape:
    """How positions are written: `width` words, 0 for an integer that is no tuple."""

    width: int

    @property
    def name(self) -> str:
        """The part of a kernel's name that says so."""
        return f"words{self.width}"

    @property
    def words(self) -> int:
        """The words that a position takes in a table."""
        return max(1, self.width)


class SearchHooks(NamedTuple):
    """What searching kernels call. Values are the mover's."""

    moves: Callable[[Any], Any]
    play: Callable[[Any, int], Any]
    outcome: Callable[[Any], int]
    stuck: Callable[[Any], int]
    gain: Callable[[Any, int], int]
    flips: Callable[[Any, Any], bool]
    canonical: Callable[[Any], Any]
    tier: Callable[[Any], int]  # 0 without `tier`
    candidates: Callable[[Any], Any]  # some of the moves, a best one among them
    bounds: Callable[[Any], Any]  # (low, high), between which the value of an unfinished position lies
    length_bounds: (
        Callable[[Any], Any] | None
    )  # (worst, best): plies to a win, less those to a loss; 0 for a draw
    forced: Callable[[Any], int]  # the only move that need be looked at, -1 where several may
    order: Callable[[Any, int], int]  # larger is looked at first
    estimate: Callable[[Any], int]  # a guess of the value
    quiet: Callable[[Any], bool]  # whether the guess can be trusted
    endgame: Callable[[Any], Any]  # the same position of another game, which may be solved; -1 for none
    shape: PositionShape


def complete_search_hooks(
    own: Mapping[str, Callable[..., Any]], shape: PositionShape, jit: Jit
) -> SearchHooks:
    """Return what a search asks of a game that defines the functions `own`, by name."""
    return SearchHooks(
        moves=own["moves"],
        play=own["play"],
        outcome=own["outcome"],
        stuck=own["stuck"],
        gain=own.get("gain") or jit.inline(return_no_gain),
        flips=build_mover_changes_kernel(own.get("mover"), jit),
        canonical=build_least_image_kernel(own.get("symmetries"), jit),
        tier=own.get("tier") or jit.inline(return_single_tier),
        candidates=own.get("candidates") or own["moves"],
        bounds=_build_clipped_bounds(own.get("bounds"), jit),
        length_bounds=own.get("length_bounds"),
        forced=own.get("forced") or jit.inline(_return_no_forced_move),
        order=_build_clipped_order(own.get("order"), jit),
        estimate=own.get("estimate") or jit.inline(_return_even_estimate),
        quiet=own.get("quiet") or jit.inline(is_always_quiet),
        endgame=own.get("endgame") or jit.inline(_return_same_position),
        shape=shape,
    )


def _build_clipped_bounds(bounds: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Return the bounds, limited to the range of values that a table can hold."""

    def return_widest_bounds(position: Any) -> tuple[int, int]:
        return -LARGEST_VALUE, LARGEST_VALUE

    if bounds is None:
        return jit.inline(return_widest_bounds)

    def clip_bounds(position: Any) -> tuple[int, int]:
        low, high = bounds(position)
        return max(low, -LARGEST_VALUE), min(high, LARGEST_VALUE)

    return jit.inline(clip_bounds)


def _build_clipped_order(order: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Return the order, limited to the range that a rank can hold."""

    def return_no_order(position: Any, move: int) -> int:
        return 0

    if order is None:
        return jit.inline(return_no_order)

    def clip_order(position: Any, move: int) -> Any:
        return max(-LARGEST_ORDER, min(order(position, move), LARGEST_ORDER))

    return jit.inline(clip_order)


def _return_no_forced_move(position: Any) -> int:
    return -1


def _return_even_estimate(position: Any) -> int:
    return 0


def is_always_quiet(position: Any) -> bool:
    """Return True: no position is looked into further."""
    return True


def _return_same_position(position: Any) -> Any:
    return position


def build_hash_position_kernel(shape: PositionShape, jit: Jit) -> Any:
    """Return hash_position(position) -> uint64: of one word a bijection, of several a hash."""
    mix = build_mix_kernel(jit)
    if shape.width == 0:
        return mix
    width = shape.width

    def hash_position(position: Any) -> Any:
        mixed = mix(position[0])
        for place in range(1, width):
            mixed = (mixed ^ (mixed >> HALF) ^ np.uint64(position[place])) * FIRST
        return mixed ^ (mixed >> HALF)

    return jit.inline(hash_position)
