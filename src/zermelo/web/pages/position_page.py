"""The page of a position: the board, what it is worth, the moves, how to look at it, and the line so far."""

import inspect
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from zermelo.compiler import describe_position
from zermelo.core import has
from zermelo.play import ChanceOutcome, parse_player
from zermelo.web.pages.home_page import about, title_of
from zermelo.web.pages.line_history import history_chart, list_made_moves, list_mistakes, list_moments
from zermelo.web.pages.position_view import (
    PositionView,
    count_sides,
    describe_turn,
    describe_value,
    list_board_links,
    list_points,
    moves_of,
    player_name,
    throws_of,
)
from zermelo.web.pages.work_status import work_of
from zermelo.web.practice.training_puzzles import TrainingUrl
from zermelo.web.requests.position_url import HINTS, SIDES, PositionUrl
from zermelo.web.services.explorer_opponents import list_opponents

HINT_WORDS: Final = {"on": "on", "ask": "on request", "off": "off"}


def position_page(seen: PositionView, panel: dict[str, Any], own_players: dict[str, Path]) -> dict[str, Any]:
    """Return the values of the template `position.html`."""
    address, game, match, view = seen.address, seen.line.game, seen.line.match, seen.address.view
    tone, answer, sign = describe_value(seen)
    chart, shown = history_chart(list_moments(seen))
    moves = moves_of(seen)
    is_set_up = view.panel == "setup"
    touches = panel["touches"] if is_set_up else list_board_links(seen)
    with_values = seen.shows_hints and not is_set_up
    alone = game.is_puzzle
    with_side = bool(answer) and not (alone or seen.is_over or game.has_payoffs)
    return {
        "title": title_of(address.game.partition("(")[0]),
        "game": address.game,
        "said": repr(game),
        "rules": inspect.cleandoc(type(game).__doc__ or about(type(game))),
        "start": address.at(0).url(),
        "board": seen.scene.board_html(
            with_values=with_values, targets=touches, touched=view.touched, turned=view.turned
        ),
        "turn": describe_turn(seen),
        "tone": tone,
        "answer": f"{SIDES[view.side]}: {answer}" if with_side else answer,
        "sign": sign,
        "note": seen.note,
        "exchange": seen.line.exchange,
        "over": seen.is_over,
        "moves": moves,
        "throws": throws_of(seen),
        "throw": address.url() + ("&" if "?" in address.url() else "?") + "throw=1",
        "touched": view.touched,
        "untouched": address.looked().url(),
        "data": {"moves": moves if not view.touched else [], "touched": bool(view.touched)},
        "points": list_points(seen),
        "measure": _describe_value_unit(seen),
        "undo": _make_undo_url(seen),
        "redo": address.at(len(address.moves) + 1).url() if view.ahead else "",
        "turned": address.looked(turned=not view.turned).url(),
        "sides": [] if alone else _list_side_choices(seen),
        "hints": _list_hint_choices(seen),
        "ask": _make_hint_url(seen),
        "opponents": _list_opponent_choices(seen, own_players),
        "hidden": _list_hidden_fields(address),
        "plain": address.path,
        "made": _list_moves_made(seen),
        "history": chart,
        "finding": shown,
        "review": list_mistakes(seen),
        "work": work_of(seen),
        "panel": panel,
        "panels": panel["all"],
        "train": ""
        if seen.known.solution is None or has(game, "chances")
        else TrainingUrl(address.game).path,
        "json": address.url(suffix=".json"),
        "file": f"/-/page?game={quote(address.game)}" if seen.known.solution is not None else "",
        "text": describe_position(game, match.position),
        "alone": alone,
        "several": game.has_payoffs,
        "shows": seen.shows_hints,
    }


def _describe_value_unit(seen: PositionView) -> str:
    """Return what the moves' values count, where that may be one of two."""
    if not has(seen.line.game, "gain") or not seen.shows_hints:
        return ""
    return "by the final result" if seen.line.match.begins_at_start else "by the points still to come"


def _make_undo_url(seen: PositionView) -> str:
    """Return where taking a move back leads: against somebody, to the person's own last turn."""
    address, match = seen.address, seen.line.match
    ply = len(match.played) - 1
    if address.view.opponent:
        while ply > 0 and (
            match.movers[ply] != address.view.side or isinstance(match.played[ply], ChanceOutcome)
        ):
            ply -= 1
        if ply >= 0 and match.movers[ply] != address.view.side:
            return ""
    return address.at(ply).url() if ply >= 0 else ""


def _list_side_choices(seen: PositionView) -> list[dict[str, Any]]:
    own = seen.address.view.side
    return [
        {"name": player_name(side), "url": seen.address.looked(side=side).url(), "now": side == own}
        for side in range(count_sides(seen.line.game))
    ]


def _list_hint_choices(seen: PositionView) -> list[dict[str, Any]]:
    return [
        {"name": HINT_WORDS[each], "url": seen.address.looked(hints=each).url(), "now": each == seen.hints}
        for each in HINTS
    ]


def _make_hint_url(seen: PositionView) -> str:
    """Return where hints are shown this once, "" where they are shown or never are."""
    if seen.hints != "ask" or seen.address.view.shown or seen.is_over:
        return ""
    return seen.address.looked(shown=True).url()


def _list_opponent_choices(seen: PositionView, own: dict[str, Path]) -> list[dict[str, Any]]:
    game, chosen = seen.line.game, seen.address.view.opponent
    if game.is_puzzle:
        return []
    rows = list_opponents(game, own, solved=seen.known.solution is not None)
    if chosen and chosen not in dict(rows) and parse_player(chosen).name:
        rows = [*rows, (chosen, chosen)]
    return [
        {"value": value, "name": name, "now": value == chosen}
        for value, name in [("", "none: I play all sides"), *rows]
    ]


def _list_hidden_fields(address: PositionUrl) -> list[tuple[str, str]]:
    """Return what a form keeps of how the position is looked at."""
    return [
        (name, value)
        for name, value in address.query()
        if name not in ("with", "ahead", "touch", "show", "sign")
    ]


def _list_moves_made(seen: PositionView) -> list[dict[str, Any]]:
    """Return the moves of the line, those taken back too."""
    made = list_made_moves(seen)
    ahead = [
        {
            "ply": len(made) + number,
            "name": name,
            "who": -1,
            "url": seen.address.url_at(len(made) + number),
        }
        for number, name in enumerate(seen.address.view.ahead, 1)
    ]
    return [
        *({**each, "now": each["ply"] == len(made), "back": False} for each in made),
        *({**each, "now": False, "back": True} for each in ahead),
    ]
