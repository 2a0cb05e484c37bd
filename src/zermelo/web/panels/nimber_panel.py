"""The panel of nimbers: the position's, its options' with the mex, those of the parts it falls into."""

from typing import Annotated, Final, Literal
from urllib.parse import quote

from msgspec import Meta

from zermelo.cgt import NimberDerivation, derive_nimber
from zermelo.core import Result, capitalize
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    LinkedMove,
    PanelAnswer,
    PanelRequest,
    link_moves,
    make_url_of_position_text,
)
from zermelo.web.requests.position_url import IN_QUERY

MOST_ROWS: Final = 200  # kinds of options that are listed
NAMED: Final = 24  # moves in a row
MOST_MEX: Final = 40  # numbers in the row of the mex


class MexNumber(Result, frozen=True, kw_only=True):
    """A number of the row that shows the least one missing."""

    number: Annotated[int, Meta(ge=0, description="the number")]
    reached: Annotated[bool, Meta(description="whether an option has it")]
    least: Annotated[bool, Meta(description="whether it is the least that no option has")]


class ComponentNimber(Result, frozen=True, kw_only=True):
    """A position with its nimber."""

    text: Annotated[str, Meta(description="the position in one line")]
    nimber: Annotated[int, Meta(ge=0, description="its nimber")]
    apart: Annotated[tuple[int, ...], Meta(description="nimbers of the parts that it falls into")]


class NimberPart(ComponentNimber, frozen=True, kw_only=True):
    """A part of the position."""

    binary: Annotated[str, Meta(description="its nimber in binary, as long as that of every part")]
    url: Annotated[str, Meta(description="its page; empty where its text does not say it all")]


class NimberPanelOption(ComponentNimber, frozen=True, kw_only=True):
    """Moves that leave the same."""

    moves: Annotated[tuple[LinkedMove, ...], Meta(description="the moves")]
    more: Annotated[int, Meta(ge=0, description="moves that are not listed")]
    wins: Annotated[bool, Meta(description="whether they win")]


class NimberPanel(PanelAnswer, frozen=True, kw_only=True):
    """The nimber of a position, and its derivation."""

    name: Annotated[Literal["nimber"], Meta(description="which panel")] = "nimber"
    reason: Annotated[str, Meta(description="why the next player wins, or the previous one")]
    least: Annotated[str, Meta(description="which nimbers options have, and the least that none has")]
    nimber: Annotated[int, Meta(ge=0, description="its nimber")]
    outcome_class: Annotated[str, Meta(description="who wins: N the next player, P the previous one")]
    mex: Annotated[tuple[MexNumber, ...], Meta(description="which numbers the options have")]
    options: Annotated[tuple[NimberPanelOption, ...], Meta(description="kinds of options")]
    more: Annotated[int, Meta(ge=0, description="kinds of options that are not listed")]
    winning: Annotated[tuple[LinkedMove, ...], Meta(description="moves that win")]
    parts: Annotated[tuple[NimberPart, ...], Meta(description="the parts that it falls into")]
    sum: Annotated[str, Meta(description="the address at which it stands beside other games")]


def build_nimber_panel(view: PositionView, request: PanelRequest) -> NimberPanel:
    """Return the nimber here and its derivation."""
    game, where = view.line.game, view.line.match.position
    whole = derive_nimber(game, where, whole=True, budget=request.time_budget)[0]
    apart = derive_nimber(game, where, budget=request.time_budget)[0]
    nimber = whole.nimber
    return NimberPanel(
        finding=capitalize(whole.title),
        reason=capitalize(whole.winner_text),
        least=capitalize(whole.mex_text),
        nimber=nimber,
        outcome_class=whole.outcome_class,
        mex=build_mex_row({option.nimber for option in whole.options}, nimber),
        options=tuple(
            NimberPanelOption(
                text=option.text,
                nimber=option.nimber,
                apart=tuple(option.parts),
                moves=link_moves(view, option.moves[:NAMED]),
                more=max(0, len(option.moves) - NAMED),
                wins=option.nimber == 0,
            )
            for option in sorted(whole.options, key=lambda each: each.nimber)[:MOST_ROWS]
        ),
        more=max(0, len(whole.options) - MOST_ROWS),
        winning=link_moves(view, whole.winning_moves[:NAMED]),
        parts=_list_parts(view, apart),
        sum=make_sum_url(view),
    )


def build_mex_row(option_nimbers: set[int], nimber: int) -> tuple[MexNumber, ...]:
    """Return the numbers from 0 as far as they matter: which the options have, which is the least missing.

    >>> [(each.number, each.reached, each.least) for each in build_mex_row({0, 2}, 1)]
    [(0, True, False), (1, False, True), (2, True, False)]
    """
    last = min(max(option_nimbers | {nimber}), max(nimber, MOST_MEX))
    return tuple(
        MexNumber(number=number, reached=number in option_nimbers, least=number == nimber)
        for number in range(last + 1)
    )


def _list_parts(view: PositionView, derivation: NimberDerivation) -> tuple[NimberPart, ...]:
    """Return the parts of a position with their nimbers, in binary too: the exclusive or is seen there."""
    digits = max((term.nimber.bit_length() for term in derivation.terms), default=1) or 1
    return tuple(
        NimberPart(
            text=term.text,
            nimber=term.nimber,
            apart=tuple(term.parts),
            binary=f"{term.nimber:0{digits}b}",
            url=make_url_of_position_text(view, term.text),
        )
        for term in derivation.terms
    )


def make_sum_url(view: PositionView) -> str:
    """Return the address of a sum in which the position is the first game."""
    where = repr(view.line.game.show(view.line.match.position))
    begun = (
        f"{view.address.game} from {where}" if view.address.moves or view.address.start else view.address.game
    )
    return f"/-/sum?game={quote(begun, safe=IN_QUERY)}"
