"""Whether features are the same on symmetric positions, as far as some positions show it."""

from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.core.game import Game, Position, has
from zermelo.explain.lists.predicates import Feature


def symmetric(game: Game, features: Iterable[Feature], positions: Sequence[Position]) -> list[Feature]:
    """Return the features that have the same numbers, move by move, on these positions and their images."""
    return [feature for feature in features if _is_symmetric(game, feature, positions)]


def _is_symmetric(game: Game, feature: Feature, positions: Sequence[Position]) -> bool:
    if not has(game, "symmetries"):
        return True
    asked: Any = game

    def row(position: Position) -> list[tuple[Position, int]]:
        moves = tuple(game.moves(position))
        leads = [min(asked.symmetries(game.play(position, move))) for move in moves]
        return sorted(zip(leads, feature.measure(position, moves), strict=True))

    return all(row(position) == row(image) for position in positions for image in asked.symmetries(position))
