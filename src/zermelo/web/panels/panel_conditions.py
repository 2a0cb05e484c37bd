"""Which panels fit where: for what kinds of games, solved or not, a question has an answer."""

from zermelo.core import can_ask, has
from zermelo.web.pages.position_view import PositionView


def is_game_solved(view: PositionView) -> bool:
    """Return whether the game's solution is there."""
    return view.known.solution is not None


def is_play_going_on(view: PositionView) -> bool:
    """Return whether play is not over."""
    return not view.is_over


def has_several_players(view: PositionView) -> bool:
    """Return whether the game has adversaries."""
    return view.line.game.players > 1


def can_explain_moves(view: PositionView) -> bool:
    """Return whether moves are put against each other: by a solution, between two, without dice."""
    asked = can_ask(view.line.game, "why")
    return asked and is_game_solved(view) and not view.note and is_play_going_on(view)


def is_game_impartial(view: PositionView) -> bool:
    """Return whether both players have the same moves."""
    return view.line.game.impartial


def has_partizan_options(view: PositionView) -> bool:
    """Return whether the game says where either player could move to, and not both to the same."""
    return has(view.line.game, "options") and not view.line.game.impartial


def can_show_quintuplet_table(view: PositionView) -> bool:
    """Return whether the game can be written as a table of positions and movers."""
    return is_play_going_on(view) and has_several_players(view) and can_ask(view.line.game, "table")


def has_solution_statistics(view: PositionView) -> bool:
    """Return whether the game has a solution with figures to show."""
    return is_game_solved(view) and can_ask(view.line.game, "stats")
