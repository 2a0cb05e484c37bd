"""The panel of values: canonical form, temperature, thermograph, the options of both, parts played apart."""

from typing import Annotated, Any, Final, Literal

from msgspec.structs import asdict

from zermelo import Game
from zermelo.cgt import ShortGameValue, Sum, canonical
from zermelo.core import Count, Result, about, capitalize, format_position_in_one_line, has
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.nimber_panel import make_sum_url
from zermelo.web.panels.panel_request import (
    PanelFact,
    PanelRequest,
    draw_position_as_html,
    list_panel_facts,
    make_position_url,
    make_url_after_moves,
)

MOST_OPTIONS: Final = 60  # of a player
MOST_PARTS: Final = 30
LONGEST: Final = 200  # characters of a value that is shown whole


class ValueOption(Result, frozen=True, kw_only=True):
    """A move of a player."""

    name: Annotated[str, about("its name in one line")]
    url: Annotated[str, about("the page after it; empty where it cannot be made here")]
    value: Annotated[str, about("the value that it leaves")]
    wins: Annotated[bool, about("whether it wins")]
    best: Annotated[bool, about("whether none is better")]


class PlayerOptions(Result, frozen=True, kw_only=True):
    """The options of a player."""

    moves: Annotated[tuple[ValueOption, ...], about("the moves")]
    more: Annotated[Count, about("moves that are not listed")]


class ValuePart(Result, frozen=True, kw_only=True):
    """A part that is played apart."""

    text: Annotated[str, about("the part in one line")]
    url: Annotated[str, about("its page; empty where its text does not say it all")]
    value: Annotated[str, about("its value")]


class ValuePanel(ShortGameValue, frozen=True, kw_only=True):
    """The value of a position as a game."""

    name: Annotated[Literal["value"], about("which panel")] = "value"
    finding: Annotated[str, about("the heading: who wins")]
    options: Annotated[dict[str, PlayerOptions], about("of `Left` and of `Right`")]
    parts: Annotated[tuple[ValuePart, ...], about("the parts that are played apart")]
    sum: Annotated[str, about("the address at which it stands beside other games")]
    _rows: tuple[PanelFact, ...]  # the properties
    _thermograph: str  # drawn, as markup
    _pictures: tuple[str, ...]  # of the parts, as markup


def build_game_value_panel(view: PositionView, request: PanelRequest) -> ValuePanel:
    """Return the value of the position as a game, with either player to move."""
    game, where = view.line.game, view.line.match.position
    budget = request.time_budget
    whole = Sum((game, where), budget=budget)
    names = set(view.line.match.move_names())
    options = {}
    for player in Sum.PLAYERS:
        moves = whole.moves(player)
        options[player] = PlayerOptions(
            moves=tuple(_build_option_values(view, move, names, player) for move in moves[:MOST_OPTIONS]),
            more=max(0, len(moves) - MOST_OPTIONS),
        )
    parts = _list_component_values(view, game, where, budget)
    apart = _list_independent_components(game, where)[:MOST_PARTS] if parts else []
    found = whole.form.as_result()
    return ValuePanel(
        finding=capitalize(found.winner_text),
        **asdict(found) | {"value": truncate_long_value(found.value)},
        _rows=list_panel_facts(found.rows()),
        options=options,
        parts=parts,
        sum=make_sum_url(view),
        _thermograph=whole.form.thermograph.svg(),
        _pictures=tuple(draw_position_as_html(game, part) for part in apart),
    )


def truncate_long_value(text: str) -> str:
    """Return a value, cut where it is far too long for a page.

    >>> truncate_long_value("{1|*}")
    '{1|*}'
    """
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} signs)"


def _build_option_values(view: PositionView, move: Any, names: set[str], player: str) -> ValueOption:
    can_move = move.name in names and _is_player_to_move(view, player)
    return ValueOption(
        name=move.name.replace("\n", "/"),
        url=make_url_after_moves(view, move.name) if can_move else "",
        value=truncate_long_value(str(move.value)),
        wins=move.wins,
        best=move.best,
    )


def _is_player_to_move(view: PositionView, player: str) -> bool:
    game: Any = view.line.game
    return not has(game, "mover") or game.mover(view.line.match.position) == Sum.PLAYERS.index(player)


def _list_independent_components(game: Any, where: Any) -> list[Any]:
    return list(game.parts(where)) if has(game, "parts") else []


def _list_component_values(view: PositionView, game: Game, where: Any, budget: Any) -> tuple[ValuePart, ...]:
    """Return the parts that are played apart, each with its own value; none where it does not fall apart."""
    found = _list_independent_components(game, where)
    if len(found) < 2:
        return ()
    return tuple(
        ValuePart(
            text=format_position_in_one_line(game, part),
            url=make_position_url(view, part),
            value=truncate_long_value(str(canonical(game, part, budget=budget))),
        )
        for part in found[:MOST_PARTS]
    )
