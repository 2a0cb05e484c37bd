"""Features that agree on symmetric positions, tested on some positions."""

from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.core.game import Game, Move, Position, has
from zermelo.explain.rule_lists.rule_predicates import Feature

Image = tuple[Position, Sequence[Move], Sequence[Any]]  # with its moves, and the class that each leads to


def select_symmetric_features(
    game: Game, features: Iterable[Feature], positions: Sequence[Position]
) -> list[Feature]:
    """Return the features that have the same numbers, move by move, on these positions and their images."""
    kept = list(features)
    for position in positions if has(game, "symmetries") else ():
        images = list_images(game, position)
        kept = [feature for feature in kept if find_differing_image([feature], images) is None]
    return kept


def list_images(game: Any, position: Position) -> list[Image]:
    """Return a position's images, itself among them."""
    return [
        (image, moves, [min(game.symmetries(game.play(image, move))) for move in moves])
        for image in game.symmetries(position)
        for moves in [tuple(game.moves(image))]
    ]


def find_differing_image(features: Sequence[Feature], images: Sequence[Image]) -> Position | None:
    """Return an image whose moves have other numbers than those to the same classes at the first, or None."""
    expected = None
    for at, moves, leads in images:
        rows = sorted(zip(leads, *(feature.measure(at, moves) for feature in features), strict=True))
        expected = rows if expected is None else expected
        if rows != expected:
            return at
    return None
