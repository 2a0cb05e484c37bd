"""Which panels fit where: for what kinds of games, solved or not, a question has an answer."""

from zermelo.core import has
from zermelo.web.pages.position_view import PositionView


def is_solved(seen: PositionView) -> bool:
    """Return whether the game's solution is there."""
    return seen.known.solution is not None


def goes_on(seen: PositionView) -> bool:
    """Return whether play is not over."""
    return not seen.is_over


def is_of_several(seen: PositionView) -> bool:
    """Return whether the game has adversaries."""
    return not seen.line.game.is_puzzle


def has_reasons(seen: PositionView) -> bool:
    """Return whether moves are put against each other: by a solution, between two, without dice."""
    game = seen.line.game
    return (
        is_solved(seen)
        and not seen.note
        and goes_on(seen)
        and is_of_several(seen)
        and not game.has_payoffs
        and not has(game, "chances")
    )


def has_nimbers(seen: PositionView) -> bool:
    """Return whether both players have the same moves."""
    return seen.line.game.impartial


def has_options(seen: PositionView) -> bool:
    """Return whether the game says where either player could move to, and not both to the same."""
    return has(seen.line.game, "options") and not seen.line.game.impartial


def has_table(seen: PositionView) -> bool:
    """Return whether the game can be written as a table of positions and movers."""
    game = seen.line.game
    return goes_on(seen) and not game.has_payoffs and not game.is_puzzle


def has_figures(seen: PositionView) -> bool:
    """Return whether the game has a solution with figures to show."""
    return is_solved(seen) and not has(seen.line.game, "chances")
