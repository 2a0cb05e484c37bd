"""Features that agree on symmetric positions, tested on some positions."""

from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.core.game import Game, Position, has
from zermelo.explain.rule_lists.rule_predicates import Feature


def select_symmetric_features(
    game: Game, features: Iterable[Feature], positions: Sequence[Position]
) -> list[Feature]:
    """Return the features that have the same numbers, move by move, on these positions and their images."""
    kept = list(features)
    asked: Any = game
    for position in positions if has(game, "symmetries") else ():
        images = []  # with their moves, and the class that each move leads to: the same for all features
        for image in asked.symmetries(position):  # the position among them
            moves = tuple(game.moves(image))
            images.append((image, moves, [min(asked.symmetries(game.play(image, move))) for move in moves]))
        kept = [feature for feature in kept if _is_feature_same_on_images(feature, images)]
    return kept


def _is_feature_same_on_images(
    feature: Feature, images: Sequence[tuple[Position, Sequence[Any], Sequence[Position]]]
) -> bool:
    """Return whether the classes that moves lead to have the same numbers at all images as at the first."""
    rows = (sorted(zip(leads, feature.measure(at, moves), strict=True)) for at, moves, leads in images)
    first = next(rows)
    return all(row == first for row in rows)
