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
    moves_to_later_tiers: Callable[[int], Any] | None  # these three are asked where the game has them
    neighbour_indexes_in_tier: Callable[[int, bool], Any] | None
    indexes_in_later_tiers: Callable[[int], Any] | None
    is_row_of_indexes: Callable[[int], bool] | None  # a game with this one has the next five
    row_places_with_position: Callable[[int], int]
    row_places_handled_singly: Callable[[int], int]
    row_moves_to_later_tiers: Callable[[int], Any]
    row_moves_within_tier: Callable[[int, bool], Any]
    row_neighbours_of_place: Callable[[int, int, bool], int]
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
        moves_to_later_tiers=own.get("moves_to_later_tiers"),
        neighbour_indexes_in_tier=own.get("neighbour_indexes_in_tier"),
        indexes_in_later_tiers=own.get("indexes_in_later_tiers"),
        is_row_of_indexes=own.get("is_row_of_indexes"),
        row_places_with_position=own.get("row_places_with_position") or jit.inline(_return_no_index),
        row_places_handled_singly=own.get("row_places_handled_singly") or jit.inline(_return_no_index),
        row_moves_to_later_tiers=own.get("row_moves_to_later_tiers") or jit.inline(_yield_no_rows_out),
        row_moves_within_tier=own.get("row_moves_within_tier") or jit.inline(_yield_no_rows),
        row_neighbours_of_place=own.get("row_neighbours_of_place") or jit.inline(_return_no_places),
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

    def does_mover_change(position: int, child: int) -> bool:
        return bool(mover(position) != mover(child))

    return jit.inline(does_mover_change)


def build_least_image_kernel(symmetries: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Return canonical(position) -> the least of its symmetric images."""
    if symmetries is None:
        return jit.inline(_return_same_position)

    def find_least_image(position: int) -> int:
        best = position
        for image in symmetries(position):
            if image < best:  # not min(): a position may be a tuple
                best = image
        return best

    return jit.inline(find_least_image)


def _build_is_image_kernel(symmetries: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Return is_image(position, other) -> whether the other is among the position's symmetric images."""
    if symmetries is None:
        return jit.inline(_is_same_position)

    def is_image(position: int, other: int) -> bool:
        for image in symmetries(position):
            if image == other:
                return True
        return position == other

    return jit.inline(is_image)


def _build_orbit_size_kernel(symmetries: Callable[..., Any] | None, jit: Jit) -> Callable[..., Any]:
    """Count a class by the orbit-stabiliser theorem: images, over images that are the position."""
    if symmetries is None:
        return jit.inline(_return_orbit_of_one)

    def count_orbit_positions(position: int) -> int:
        images = 0
        fixed = 0
        for image in symmetries(position):
            images += 1
            if image == position:
                fixed += 1
        if fixed == 0:  # the game forgot to yield the position itself
            return images + 1
        return images // fixed

    return jit.inline(count_orbit_positions)
