"""Symmetry classes, asked of the game itself: for single positions, outside kernels."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from zermelo.compiler.guards.error_reports import describe_position, list_yielded_items
from zermelo.compiler.kernel_binders import Program
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, has
from zermelo.core.notation.position_codec import least_position

NO_CLASS: Final = object()  # None may be a position


def build_representative_function(game: Game) -> Callable[[Any], Any]:
    """Return the function that takes a position to the least of its symmetric ones."""
    if not has(game, "symmetries"):
        return lambda position: position
    symmetries: Callable[[Any], Iterable[Any]] = game.symmetries  # type: ignore[attr-defined]

    def find_representative(position: Any) -> Any:
        first = least_position(
            (position, *list_yielded_items(game, "symmetries", symmetries(position), position))
        )
        if type(first) is int and first < 0 <= position:
            raise BadRules(
                f"{game!r}: symmetries() leaves the range at position {describe_position(game, position)}: "
                f"it yields {first}, and positions that are integers are 0 <= p < 2**63"
            )
        return first

    return find_representative


def make_checked_representative_function(game: Game) -> Callable[[Any], Any]:
    """Return the function from a position to the least of its symmetric ones, `NO_CLASS` for what is none.

    Symmetries of any number whatever may pass over bits that no position has. So who is to be known by a
    representative has to be one of its images.
    """
    if not has(game, "symmetries"):
        return lambda position: position
    symmetries: Callable[[Any], Iterable[Any]] = game.symmetries  # type: ignore[attr-defined]

    def find_checked_representative(position: Any) -> Any:
        first = least_position(
            (position, *list_yielded_items(game, "symmetries", symmetries(position), position))
        )
        if first == position:
            return first
        return (
            first
            if position in list_yielded_items(game, "symmetries", symmetries(first), first)
            else NO_CLASS
        )

    return find_checked_representative


def make_kernel_representative_function(program: Program) -> Callable[[Any], Any]:
    """Return the function that takes a position to the one that stands for it in the program's kernels."""
    return (
        build_representative_function(program.game)
        if program.uses_symmetry_classes
        else lambda position: position
    )


def make_class_size_function(game: Game) -> Callable[[Any], int]:
    """Return the function that counts the positions of a position's class."""
    if not has(game, "symmetries"):
        return lambda _: 1
    symmetries: Callable[[Any], Iterable[Any]] = game.symmetries  # type: ignore[attr-defined]
    return lambda position: len(
        {position, *list_yielded_items(game, "symmetries", symmetries(position), position)}
    )


def are_starts_closed_under_symmetry(game: Game) -> bool:
    """Return whether symmetries map starts to starts; else classes do not count whole as reachable."""
    if not has(game, "symmetries"):
        return True
    starts = set(game.starts())
    return all(image in starts for start in starts for image in game.symmetries(start))  # type: ignore[attr-defined]
