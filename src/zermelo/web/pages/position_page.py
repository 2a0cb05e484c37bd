"""The page of a position: the board, what it is worth, the moves, how to look at it, and the line so far."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from zermelo.compiler import describe_position
from zermelo.core import can_ask
from zermelo.games import format_game_name
from zermelo.play import (
    ChanceOutcome,
    Headline,
    Scene,
    draw_evaluation_bar,
    parse_player,
    value_sign_html,
)
from zermelo.web.pages.line_history import (
    describe_end,
    draw_history_chart,
    find_last_mistake,
    list_expected_moves,
    list_made_moves,
    list_mistakes,
)
from zermelo.web.pages.position_view import (
    PositionView,
    build_board_script_values,
    build_headline,
    compute_line_score,
    count_sides_to_view_from,
    describe_what_to_click,
    list_clickable_board_places,
    list_move_choices,
    list_named_points,
    list_possible_dice_rolls,
)
from zermelo.web.pages.variant_form import make_variant_form_fields
from zermelo.web.pages.work_status import build_work_status_values
from zermelo.web.practice.training_puzzles import TrainingUrl
from zermelo.web.requests.position_url import HINTS, SIDES, PositionUrl
from zermelo.web.services.explorer_opponents import NOBODY, list_opponents

HINT_WORDS: Final = {"on": "on", "ask": "on request", "off": "off"}


def build_position_page_values(
    view: PositionView, panel: dict[str, Any], own_players: dict[str, Path]
) -> dict[str, Any]:
    """Return the values of the template `position.html`."""
    address, game, match, options = view.address, view.line.game, view.line.match, view.address.view
    headline = build_headline(view, shown=view.shows_hints_now)
    if options.opponent and match.mover == options.person and headline.turn and not headline.words:
        headline = headline.for_person(match)
    ending = describe_end(view)
    chart, shown = draw_history_chart(view)
    moves = list_move_choices(view)
    is_set_up = options.panel == "setup"
    touches = panel["touches"] if is_set_up else list_clickable_board_places(view)
    with_values = view.shows_hints_now and not is_set_up
    with_points = compute_line_score(view) is not None
    return {
        "title": format_game_name(address.game.partition("(")[0]),
        "game": address.game,
        "variants": make_variant_form_fields(address.game, game),
        "how": match.how_to_play,
        "start": address.at_ply(0).url(),
        "board": _lay_piece(view).board_html(
            with_values=with_values, targets=touches, touched=options.touched, turned=options.turned
        ),
        "wide": view.scene.needs_wide_page(),
        "headline": {
            "text": ending or headline.sentence or _describe_unsolved_puzzle(view),
            "turn": headline.turn,
            "words": headline.words,
            "tone": headline.tone,
            "sign": value_sign_html(headline.tone, "" if view.scene.is_alike else headline.value_sign_text)
            if headline.tone != "unknown"
            else "",
            "piece": _draw_headline_piece(view),
        },
        "bar": _build_evaluation_bar(view, headline),
        "click": "" if is_set_up else describe_what_to_click(view),
        "actions": _list_actions(view, own_players),
        "note": view.note,
        "against": _describe_opponent(view, own_players),
        "exchange": view.line.exchange,
        "over": view.is_over,
        "moves": moves,
        "throws": list_possible_dice_rolls(view),
        "throw": address.url() + ("&" if "?" in address.url() else "?") + "throw=1",
        "touched": options.touched,
        "most": 12 if len(options.touched) < view.scene.unordered else 36,
        "untouched": address.with_view_options().url(),
        "data": {"moves": [], "touched": []} if is_set_up else build_board_script_values(view),
        "points": list_named_points(view),
        "measure": match.points_measure if with_points and view.shows_hints_now else "",
        "legend": view.scene.numbers_text if view.shows_hints_now else "",
        "best_line": list_expected_moves(view)
        if any(tab["now"] and tab["name"] == "analyse" for tab in panel["tabs"])
        else [],
        "slip": find_last_mistake(view),
        "undo": _make_undo_url(view),
        "redo": address.at_ply(len(address.moves) + 1).url() if options.ahead else "",
        "turned": address.with_view_options(turned=not options.turned).url() if _can_turn(view) else "",
        "sides": _list_side_choices(view),
        "whose": "You play" if options.opponent else "Values",
        "hints": _list_hint_choices(view),
        "ask": _make_hint_url(view),
        "opponents": _list_opponent_choices(view, own_players),
        "hidden": _list_hidden_form_fields(address),
        "seat": SIDES[options.person if options.opponent else match.mover],
        "plain": address.path,
        "made": _list_moves_made(view),
        "history": chart,
        "finding": shown,
        "review": list_mistakes(view),
        "is_review_exact": view.review is None or view.review.is_exact,
        "work": build_work_status_values(view),
        "panel": panel,
        "train": ""
        if view.known.solution is None or not can_ask(game, "puzzles")
        else TrainingUrl(address.game).path,
        "json": address.url(suffix=".json"),
        "picture": address.url(suffix=".png"),
        "text": describe_position(game, match.position),
        "has_bar": game.players > 1 and can_ask(game, "values"),
        "shows": view.shows_hints_now,
    }


def _lay_piece(view: PositionView) -> Scene:
    """Return the scene, a piece laid where all places that it is to cover have been clicked one by one."""
    scene, touched = view.scene, view.address.view.touched
    covered = set(touched[: scene.unordered])
    laid = [each for each in scene.choices if covered and set(each.cells) == covered]
    if not laid or scene.picture is None:
        return scene
    after = view.line.match.copy()
    after.play(laid[0].move)
    things = scene.picture.things if after.picture is None else after.picture.things
    return replace(scene, picture=replace(scene.picture, things=things))


def _describe_unsolved_puzzle(view: PositionView) -> str:
    """Return what is said first of a puzzle where no value is known, or none is to be shown."""
    return "Unsolved" if view.shows_hints_now else "Your move"


def _can_turn(view: PositionView) -> bool:
    """Return whether the board looks different from the other side."""
    picture = view.scene.picture
    return picture is not None and picture.rotate() != picture


def _make_undo_url(view: PositionView) -> str:
    """Return where taking a move back leads: against somebody, to the person's own last turn."""
    address, match = view.address, view.line.match
    ply = len(match.played) - 1
    if address.view.opponent:
        while ply > 0 and (
            match.movers[ply] != address.view.person or isinstance(match.played[ply], ChanceOutcome)
        ):
            ply -= 1
        if ply >= 0 and match.movers[ply] != address.view.person:
            return ""
    return address.at_ply(ply).url() if ply >= 0 else ""


def _list_side_choices(view: PositionView) -> list[dict[str, Any]]:
    """Return whose values can be shown; against an opponent, who the person can be."""
    match, options = view.line.match, view.address.view
    if match.game.players == 1 or not (options.opponent or can_ask(match.game, "values")):
        return []
    rows: list[tuple[int | None, str]] = [(None, "of the player to move")]
    of = "" if options.opponent else "of "
    names = [f"{of}{match.player_name(side)}" for side in range(count_sides_to_view_from(match.game))]
    now = options.person if options.opponent else options.side
    return [
        {"name": name, "url": view.address.with_view_options(side=side).url(), "now": side == now}
        for side, name in [*([] if options.opponent else rows), *enumerate(names)]
    ]


def _build_evaluation_bar(view: PositionView, headline: Headline) -> dict[str, Any] | None:
    """Return the evaluation bar, lying and standing; None where no value is shown."""
    if headline.share is None or not (view.shows_hints_now or view.is_over):
        return None
    match = view.line.match
    players = match.player_name(0), match.player_name(1)
    lying, standing = (
        draw_evaluation_bar(
            headline.share, str(headline), players, is_exact=headline.is_exact, vertical=is_vertical
        )
        for is_vertical in (False, True)
    )
    return {
        "share": headline.share,
        "exact": headline.is_exact,
        "words": str(headline),
        "svg": lying,
        "vertical": standing,
    }


def _list_actions(view: PositionView, own: dict[str, Path]) -> list[dict[str, Any]]:
    """Return the two things to do here: a game against the computer, or to look around with hints."""
    address, match = view.address, view.line.match
    alone = match.game.players == 1
    if view.is_over:
        return _list_actions_at_end(view)
    explored = address.with_view_options(opponent="", side=None, hints="")
    is_playing = bool(address.view.opponent) or (alone and address.view.hints == "off")
    if alone:
        title, played = "Solve it yourself", address.with_view_options(hints="off")
    else:
        rows = list_opponents(match.game, own, solved=view.known.solution is not None)
        if not rows:
            return []
        title = "Play the computer"
        played = address.with_view_options(opponent=_choose_opponent(rows), side=match.mover, hints="")
    return [
        {"title": title, "url": played.url(), "now": is_playing},
        {"title": "Explore", "url": explored.url(), "now": not is_playing},
    ]


def _list_actions_at_end(view: PositionView) -> list[dict[str, Any]]:
    """Return what to do when play has ended: the same again, against an opponent also from the other side."""
    address, options = replace(view.address, moves=()), view.address.view
    again = {"title": "Play again", "url": replace(address, view=replace(options, ahead=(), panel="")).url()}
    if not options.opponent:
        return [{**again, "now": True}]
    changed = replace(options, side=1 - options.person, ahead=(), panel="")
    return [
        {**again, "now": True},
        {"title": "Change sides", "url": replace(address, view=changed).url(), "now": False},
    ]


def _draw_headline_piece(view: PositionView) -> str:
    """Return the piece of the player to move, or of the winner; "" where the picture has none."""
    match = view.line.match
    if match.game.players != 2 or not can_ask(match.game, "values"):
        return ""
    winner = match.result() if view.is_over else None
    if view.is_over and (not winner or view.address.view.opponent):
        return ""
    return view.scene.piece_html(is_mover=not winner or match.mover == int(winner < 0))


def _choose_opponent(rows: list[tuple[str, str]]) -> str:
    """Return the strongest opponent of those that can play: perfect, else a search, else the first."""
    names = [name for name, _ in rows]
    return next((name for name in names if name.startswith(("perfect", "search"))), names[0])


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
    if game.players == 1:
        return []
    rows = list_opponents(game, own, solved=view.known.solution is not None)
    if chosen and chosen not in dict(rows) and parse_player(chosen).name:
        rows = [*rows, (chosen, chosen)]
    return [{"value": value, "name": name, "now": value == chosen} for value, name in [NOBODY, *rows]]


def _describe_opponent(view: PositionView, own: dict[str, Path]) -> str:
    """Return whom the person plays against; "" without opponent."""
    options = view.address.view
    name = next((row["name"] for row in _list_opponent_choices(view, own) if row["now"]), "")
    return view.line.match.seat_text(options.person, name) if options.opponent and name else ""


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
