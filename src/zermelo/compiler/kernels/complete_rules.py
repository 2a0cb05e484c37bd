"""Complete a game's own functions to everything that kernels ask.

Games define what they need; kernels would have to ask which. Here each capability that a game does
not define gets the meaning that DESIGN gives to its absence, as a function that costs nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from zermelo.compiler.kernels import Jit


class KernelRules(NamedTuple):
    """What kernels call. Positions and moves are integers; values are the mover's."""

    moves: Callable[[int], Any]
    play: Callable[[int, int], int]
    outcome: Callable[[int], int]
    stuck: Callable[[int], int]
    gain: Callable[[int, int], int]  # points the mover gets at once; 0 without `gain`
    flips: Callable[[int, int], bool]  # flips(position, child): does the mover change?
    canonical: Callable[[int], int]  # the representative of the position's class
    is_image: Callable[[int, int], bool]  # is_image(position, other): is it a symmetric image of that one?
    orbit: Callable[[int], int]  # how many positions the class holds
    tier: Callable[[int], int]  # 0 without `tier`
    rank: Callable[[int], int]  # without a perfect index these three are never called
    unrank: Callable[[int], int]
    parents: Callable[[int], Any]
    moves_out: Callable[[int], Any] | None  # these three are asked where the game has them
    indexes_beside: Callable[[int, bool], Any] | None
    indexes_out: Callable[[int], Any] | None
    is_row: Callable[[int], bool] | None  # a game with this one has the next five
    row_places: Callable[[int], int]
    row_alone: Callable[[int], int]
    row_out: Callable[[int], Any]
    row_beside: Callable[[int, bool], Any]
    row_within: Callable[[int, int, bool], int]
    chances: Callable[[int], Any]  # none without dice


def complete_rules(own: Mapping[str, Callable[..., Any]], jit: Jit) -> KernelRules:
    """Return the complete rules of a game that defines the functions `own`, by name."""
    return KernelRules(
        moves=own["moves"],
        play=own["play"],
        outcome=own["outcome"],
        stuck=own["stuck"],
        gain=own.get("gain") or jit.inline(return_no_gain),
        flips=build_mover_changes_kernel(own.get("mover"), jit),
        canonical=build_least_image_kernel(own.get("symmetries"), jit),
        is_image=_build_is_image_kernel(own.get("symmetries"), jit),
        orbit=_build_orbit_size_kernel(own.get("symmetries"), jit),
        tier=own.get("tier") or jit.inline(return_single_tier),
        rank=own.get("rank") or jit.inline(_return_no_index),
        unrank=own.get("unrank") or jit.inline(_return_no_index),
        parents=own.get("parents") or jit.inline(_return_no_index),
        moves_out=own.get("moves_out"),
        indexes_beside=own.get("indexes_beside"),
        indexes_out=own.get("indexes_out"),
        is_row=own.get("is_row"),
        row_places=own.get("row_places") or jit.inline(_return_no_index),
        row_alone=own.get("row_alone") or jit.inline(_return_no_index),
        row_out=own.get("row_out") or jit.inline(_yield_no_rows_out),
        row_beside=own.get("row_beside") or jit.inline(_yield_no_rows),
        row_within=own.get("row_within") or jit.inline(_return_no_places),
        chances=own.get("chances") or jit.inline(_yield_no_chances),
    )


def return_no_gain(position: Any, move: int) -> int:
    """Return 0: moves bring no points."""
    return 0


def return_single_tier(position: Any) -> int:
    """Return 0: all positions are solved together."""
    return 0


def _return_no_index(number: int) -> int:
    return -1


def _yield_no_rows(index: int, back: bool) -> Iterator[tuple[int, int, int]]:
    for _ in range(0):
        yield index, 0, 0


def _yield_no_rows_out(index: int) -> Iterator[tuple[int, int, int]]:
    for _ in range(0):
        yield index, 0, 0


def _return_no_places(index: int, place: int, back: bool) -> int:
    return 0


def _yield_no_chances(position: int) -> Iterator[tuple[float, int]]:
    for _ in range(0):
        yield 1.0, position


def _always_changes_mover(position: Any, child: Any) -> bool:
    return True


def _return_same_position(position: Any) -> Any:
    return position


def _is_same_position(position: int, other: int) -> bool:
    return position == other


def _return_orbit_of_one(position: int) -> int:
    return 1


def build_mover_changes_kernel(mover: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Return flips(position, child) -> whether the mover changes: always, unless the game says who moves."""
    if mover is None:
        return jit.inline(_always_changes_mover)

    def changes(position: int, child: int) -> bool:
        return bool(mover(position) != mover(child))

    return jit.inline(changes)


def build_least_image_kernel(symmetries: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Return canonical(position) -> the least of its symmetric images."""
    if symmetries is None:
        return jit.inline(_return_same_position)

    def least(position: int) -> int:
        best = position
        for image in symmetries(position):
            if image < best:  # not min(): a position may be a tuple
                best = image
        return best

    return jit.inline(least)


def _build_is_image_kernel(symmetries: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Return is_image(position, other) -> whether the other is among the position's symmetric images."""
    if symmetries is None:
        return jit.inline(_is_same_position)

    def found(position: int, other: int) -> bool:
        for image in symmetries(position):
            if image == other:
                return True
        return position == other

    return jit.inline(found)


def _build_orbit_size_kernel(symmetries: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Count a class by the orbit-stabiliser theorem: images, over images that are the position."""
    if symmetries is None:
        return jit.inline(_return_orbit_of_one)

    def size(position: int) -> int:
        images = 0
        fixed = 0
        for image in symmetries(position):
            images += 1
            if image == position:
                fixed += 1
        if fixed == 0:  # the game forgot to yield the position itself
            return images + 1
        return images // fixed

    return jit.inline(size)
