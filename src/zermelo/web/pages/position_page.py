"""The page of a position: the board, what it is worth, the moves, how to look at it, and the line so far."""

from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from zermelo.compiler import describe_position
from zermelo.core import can_ask, has, read_how_to_play
from zermelo.play import ChanceOutcome, parse_player
from zermelo.web.pages.home_page import format_game_name
from zermelo.web.pages.line_history import (
    draw_history_chart,
    list_line_positions_with_values,
    list_made_moves,
    list_mistakes,
)
from zermelo.web.pages.position_view import (
    PositionView,
    count_sides_to_view_from,
    describe_player_to_move,
    describe_position_value,
    format_player_name,
    list_clickable_board_places,
    list_move_choices,
    list_named_points,
    list_possible_dice_rolls,
)
from zermelo.web.pages.work_status import build_work_status_values
from zermelo.web.practice.training_puzzles import TrainingUrl
from zermelo.web.requests.position_url import HINTS, SIDES, PositionUrl
from zermelo.web.services.explorer_opponents import list_opponents

HINT_WORDS: Final = {"on": "on", "ask": "on request", "off": "off"}


def build_position_page_values(
    view: PositionView, panel: dict[str, Any], own_players: dict[str, Path]
) -> dict[str, Any]:
    """Return the values of the template `position.html`."""
    address, game, match, options = view.address, view.line.game, view.line.match, view.address.view
    tone, answer, sign = describe_position_value(view)
    chart, shown = draw_history_chart(list_line_positions_with_values(view))
    moves = list_move_choices(view)
    is_set_up = options.panel == "setup"
    touches = panel["touches"] if is_set_up else list_clickable_board_places(view)
    with_values = view.shows_hints_now and not is_set_up
    alone = game.is_puzzle
    with_side = bool(answer) and not (alone or view.is_over or game.has_payoffs)
    return {
        "title": format_game_name(address.game.partition("(")[0]),
        "game": address.game,
        "said": repr(game),
        "how": read_how_to_play(game),
        "start": address.at_ply(0).url(),
        "board": view.scene.board_html(
            with_values=with_values, targets=touches, touched=options.touched, turned=options.turned
        ),
        "turn": describe_player_to_move(view),
        "tone": tone,
        "answer": f"{SIDES[options.side]}: {answer}" if with_side else answer,
        "sign": sign,
        "note": view.note,
        "exchange": view.line.exchange,
        "over": view.is_over,
        "moves": moves,
        "throws": list_possible_dice_rolls(view),
        "throw": address.url() + ("&" if "?" in address.url() else "?") + "throw=1",
        "touched": options.touched,
        "untouched": address.with_view_options().url(),
        "data": {"moves": moves if not options.touched else [], "touched": bool(options.touched)},
        "points": list_named_points(view),
        "measure": _describe_value_unit(view),
        "undo": _make_undo_url(view),
        "redo": address.at_ply(len(address.moves) + 1).url() if options.ahead else "",
        "turned": address.with_view_options(turned=not options.turned).url(),
        "sides": [] if alone else _list_side_choices(view),
        "hints": _list_hint_choices(view),
        "ask": _make_hint_url(view),
        "opponents": _list_opponent_choices(view, own_players),
        "hidden": _list_hidden_form_fields(address),
        "plain": address.path,
        "made": _list_moves_made(view),
        "history": chart,
        "finding": shown,
        "review": list_mistakes(view),
        "work": build_work_status_values(view),
        "panel": panel,
        "panels": panel["all"],
        "train": ""
        if view.known.solution is None or not can_ask(game, "puzzles")
        else TrainingUrl(address.game).path,
        "json": address.url(suffix=".json"),
        "file": f"/-/page?game={quote(address.game)}" if view.known.solution is not None else "",
        "text": describe_position(game, match.position),
        "alone": alone,
        "several": game.has_payoffs,
        "shows": view.shows_hints_now,
    }


def _describe_value_unit(view: PositionView) -> str:
    """Return what the moves' values count, where that may be one of two."""
    if not has(view.line.game, "gain") or not view.shows_hints_now:
        return ""
    return "by the final result" if view.line.match.begins_at_start else "by the points still to come"


def _make_undo_url(view: PositionView) -> str:
    """Return where taking a move back leads: against somebody, to the person's own last turn."""
    address, match = view.address, view.line.match
    ply = len(match.played) - 1
    if address.view.opponent:
        while ply > 0 and (
            match.movers[ply] != address.view.side or isinstance(match.played[ply], ChanceOutcome)
        ):
            ply -= 1
        if ply >= 0 and match.movers[ply] != address.view.side:
            return ""
    return address.at_ply(ply).url() if ply >= 0 else ""


def _list_side_choices(view: PositionView) -> list[dict[str, Any]]:
    own = view.address.view.side
    return [
        {
            "name": format_player_name(side),
            "url": view.address.with_view_options(side=side).url(),
            "now": side == own,
        }
        for side in range(count_sides_to_view_from(view.line.game))
    ]


def _list_hint_choices(view: PositionView) -> list[dict[str, Any]]:
    return [
        {
            "name": HINT_WORDS[each],
            "url": view.address.with_view_options(hints=each).url(),
            "now": each == view.hint_mode,
        }
        for each in HINTS
    ]


def _make_hint_url(view: PositionView) -> str:
    """Return where hints are shown this once, "" where they are shown or never are."""
    if view.hint_mode != "ask" or view.address.view.shown or view.is_over:
        return ""
    return view.address.with_view_options(shown=True).url()


def _list_opponent_choices(view: PositionView, own: dict[str, Path]) -> list[dict[str, Any]]:
    game, chosen = view.line.game, view.address.view.opponent
    if game.is_puzzle:
        return []
    rows = list_opponents(game, own, solved=view.known.solution is not None)
    if chosen and chosen not in dict(rows) and parse_player(chosen).name:
        rows = [*rows, (chosen, chosen)]
    return [
        {"value": value, "name": name, "now": value == chosen}
        for value, name in [("", "none: I play all sides"), *rows]
    ]


def _list_hidden_form_fields(address: PositionUrl) -> list[tuple[str, str]]:
    """Return what a form keeps of how the position is looked at."""
    return [
        (name, value)
        for name, value in address.list_query_fields()
        if name not in ("with", "ahead", "touch", "show", "sign")
    ]


def _list_moves_made(view: PositionView) -> list[dict[str, Any]]:
    """Return the moves of the line, those taken back too."""
    made = list_made_moves(view)
    ahead = [
        {
            "ply": len(made) + number,
            "name": name,
            "who": -1,
            "url": view.address.url_at_ply(len(made) + number),
        }
        for number, name in enumerate(view.address.view.ahead, 1)
    ]
    return [
        *({**each, "now": each["ply"] == len(made), "back": False} for each in made),
        *({**each, "now": False, "back": True} for each in ahead),
    ]
