"""The families of features: lines, heaps, mobility, pieces, forced wins, theory, chess, and the user's own.

Lines come first, as every line game has moves to count, and heaps before mobility. Any family can be
requested by name. A list can be short because its features say much, so those of a game's own structure are
tried first. Where no list of so many rules is right with these, all other families that fit are tried as
well. Among them are those that look a few plies ahead, and those that know the theory of the game's parts.
"""

from collections.abc import Callable, Sequence
from typing import Final

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.explain.features import (
    forced_win_features,
    heap_features,
    mobility_features,
    number_features,
    point_features,
    strategy_features,
)
from zermelo.explain.features.board_games import (
    box_chain_features,
    chess_ending_features,
    landing_features,
    line_features,
    neutral_piece_features,
    pawn_ending_features,
    piece_features,
    puzzle_location_features,
    puzzle_piece_features,
    staircase_features,
)
from zermelo.explain.features.user_features import FeatureFunction, build_user_features
from zermelo.explain.rule_lists.rule_predicates import Feature

FAMILIES: dict[str, tuple[Callable[[Game], bool], Callable[[Game], Sequence[Feature]]]] = {
    "lines": (line_features.applies_to_game, line_features.build_features),
    "heaps": (heap_features.applies_to_game, heap_features.build_features),
    "mobility": (mobility_features.applies_to_game, mobility_features.build_features),
    "placement": (piece_features.applies_to_game, piece_features.build_features),
    "ahead": (forced_win_features.applies_to_game, forced_win_features.build_features),
    "theory": (strategy_features.applies_to_game, strategy_features.build_features),
    "landing": (landing_features.applies_to_game, landing_features.build_features),
    "points": (point_features.applies_to_game, point_features.build_features),
    "numbers": (number_features.applies_to_game, number_features.build_features),
    "chess": (chess_ending_features.applies_to_game, chess_ending_features.build_features),
    "pawn": (pawn_ending_features.applies_to_game, pawn_ending_features.build_features),
    "places": (puzzle_location_features.applies_to_game, puzzle_location_features.build_features),
    "chains": (box_chain_features.applies_to_game, box_chain_features.build_features),
    "bars": (staircase_features.applies_to_game, staircase_features.build_features),
    "pieces": (puzzle_piece_features.applies_to_game, puzzle_piece_features.build_features),
    "neutral": (neutral_piece_features.applies_to_game, neutral_piece_features.build_features),
}

FIRST_FAMILIES: Final = ByKind[tuple[str, ...]]("families tried first", (), payoffs=(), dice=("numbers",))
LAST_FAMILIES: Final = ("neutral",)  # with them, few games have shorter lists, and many take longer


def build_game_features(
    game: Game, own: Sequence[FeatureFunction] = (), families: Sequence[str] | None = None
) -> tuple[Feature, ...]:
    """Return the features of a game's moves that rules can use.

    Parameters
    ----------
    game : Game
        The game.
    own : sequence of callable, default ()
        Your own predicates, as for `find_rules`.
    families : sequence of str, optional
        Families of features; by default those usual for the game.

    Returns
    -------
    tuple of Feature
        The features, with their keys and words.

    Raises
    ------
    BadParameter
        If a family is unknown or does not fit.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> [feature.key for feature in build_game_features(TicTacToe())][:3]
    ['lines(2,0)', 'lines(1,1)', 'lines(0,2)']
    """
    if families is None:
        families = _choose_usual_families(game)
    found: list[Feature] = []
    for name in families:
        if name not in FAMILIES or not FAMILIES[name][0](game):
            fitting = [each for each, (fits, _) in FAMILIES.items() if fits(game)]
            raise BadParameter(
                f"{game!r} has no features of {name!r}: choose among {', '.join(fitting) or 'none'}"
            )
        found += FAMILIES[name][1](game)
    mine = build_user_features(game, own)
    taken = {feature.key for _, (fits, of) in FAMILIES.items() if mine and fits(game) for feature in of(game)}
    for feature in mine:
        if feature.key in taken:
            raise BadParameter(f"the predicate {feature.key} has the name of one of ours: give it another")
    found += mine
    return tuple({feature.key: feature for feature in found}.values())


def list_family_stages(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the sets of families in the order of trying: the usual ones, others that fit, the last."""
    usual = _choose_usual_families(game)
    others = [
        name for name, (fits, _) in FAMILIES.items() if name not in (*usual, *LAST_FAMILIES) and fits(game)
    ]
    last = [name for name in LAST_FAMILIES if name not in usual and FAMILIES[name][0](game)]
    return tuple(usual), (*usual, *others), (*usual, *others, *last)


def _choose_usual_families(game: Game) -> list[str]:
    """Return the first family that fits, and in two cases a second.

    Two families are usual for numbers that are not impartial, and for pieces that move about. Where a game
    has `options`, the player with the last move wins, so the number of moves counts. With dice, the numbers
    of a position show what its moves do not.
    """
    for name in FIRST_FAMILIES.choose(game):
        if FAMILIES[name][0](game):
            return [name]
    first = next(name for name, (fits, _) in FAMILIES.items() if fits(game))
    if first == "heaps" and not game.impartial:
        return ["heaps", "mobility"]
    if first == "mobility" and not has(game, "options"):
        own = next((name for name in ("placement", "places", "bars") if FAMILIES[name][0](game)), None)
        return [first] if own is None else [first, own]
    return [first]


def build_all_features(game: Game, own: Sequence[FeatureFunction] = ()) -> tuple[Feature, ...]:
    """Return the features of all families that fit a game, and the user's own; files use their keys."""
    return build_game_features(game, own, [name for name, (fits, _) in FAMILIES.items() if fits(game)])
