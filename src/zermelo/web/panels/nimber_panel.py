"""The panel of nimbers: the position's, its options' with the mex, those of the parts it falls into."""

from typing import Annotated, Final, Literal
from urllib.parse import quote

from zermelo.cgt import NimberDerivation, derive_nimber
from zermelo.core import Count, Result, about, capitalize
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    MoveUrls,
    PanelAnswer,
    PanelRequest,
    make_url_of_position_text,
    map_moves_to_urls,
)
from zermelo.web.requests.position_url import IN_QUERY

MOST_MEX: Final = 40  # numbers in the row of the mex


class MexNumber(Result, frozen=True, kw_only=True):
    """A number of the row that shows the least one missing."""

    number: Annotated[Count, about("the number")]
    reached: Annotated[bool, about("whether an option has it")]
    least: Annotated[bool, about("whether it is the least that no option has")]


class NimberPanel(PanelAnswer, frozen=True, kw_only=True):
    """The nimber of a position, and its derivation."""

    name: Annotated[Literal["nimber"], about("which panel")] = "nimber"
    answer: Annotated[NimberDerivation, about("the nimber, by those of its options")]
    apart: Annotated[NimberDerivation, about("the same, by those of the parts it falls into")]
    mex: Annotated[tuple[MexNumber, ...], about("which numbers the options have")]
    urls: MoveUrls
    part_urls: Annotated[
        tuple[str, ...], about("the page of each part; empty where its text does not say it all")
    ]
    sum: Annotated[str, about("the address at which it stands beside other games")]


def build_nimber_panel(view: PositionView, request: PanelRequest) -> NimberPanel:
    """Return the nimber here and its derivation."""
    game, where = view.line.game, view.line.match.position
    whole = derive_nimber(game, where, whole=True, budget=request.time_budget)[0]
    apart = derive_nimber(game, where, budget=request.time_budget)[0]
    return NimberPanel(
        finding=capitalize(whole.title),
        answer=whole,
        apart=apart,
        mex=build_mex_row({option.nimber for option in whole.options}, whole.nimber),
        urls=map_moves_to_urls(view),
        part_urls=tuple(make_url_of_position_text(view, term.text) for term in apart.terms),
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


def make_sum_url(view: PositionView) -> str:
    """Return the address of a sum in which the position is the first game."""
    where = repr(view.line.game.show(view.line.match.position))
    begun = (
        f"{view.address.game} from {where}" if view.address.moves or view.address.start else view.address.game
    )
    return f"/-/sum?game={quote(begun, safe=IN_QUERY)}"
