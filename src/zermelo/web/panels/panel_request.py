"""The request to a panel, its time limit, and the links and answers that all panels share."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import UNSET, UnsetType

from zermelo import Answer, Budget, Game, ZermeloError
from zermelo.core import Progress, Result, about, format_position_in_one_line
from zermelo.games import parse_position
from zermelo.play import Match, Scene
from zermelo.solver import source_of
from zermelo.web.pages.position_view import PositionView
from zermelo.web.requests.position_url import PositionUrl

TIMES: Final = 2.0  # as long as other requests may take


class PanelAnswer(Result, frozen=True, kw_only=True):
    """What a panel says; its template lays it out."""

    name: Annotated[str, about("which panel")]
    finding: Annotated[str, about("the heading: what was found, in a sentence")]


class PanelRefusal(Result, frozen=True, kw_only=True):
    """Why a panel says nothing."""

    name: Annotated[str, about("which panel")]
    refused: Annotated[str, about("why it says nothing")]
    command: Annotated[str | UnsetType, about("a command that has the time; empty where none has")] = UNSET


class TooMuchForPage(ZermeloError, RuntimeError):
    """A panel has more to do than a page waits for; `command` is one that does it."""

    def __init__(self, why: str, command: str = "") -> None:
        super().__init__(why)
        self.command = command


MoveUrls = Annotated[dict[str, str], about("the page after each move, by its name")]


class PanelFact(Result, frozen=True, kw_only=True):
    """A row of a table of facts."""

    what: Annotated[str, about("what is counted or found")]
    said: Annotated[str, about("the fact")]


def list_panel_facts(rows: Iterable[tuple[str, str]]) -> tuple[PanelFact, ...]:
    """Return labels and texts as rows of a table of facts."""
    return tuple(PanelFact(what=what, said=said) for what, said in rows)


class ViewedValue(Result, frozen=True, kw_only=True):
    """What best play gives, from the viewer's side."""

    tone: Annotated[str, about("win, draw, loss or unknown: how a page shows it")]
    figures: Annotated[str, about("the value in few signs, where pages show it so")]
    words: Annotated[str, about("the value in words")]
    value: Annotated[float | None, about("the value; null where unknown")]
    remoteness: Annotated[
        int | None, about("plies to the end; null where play need not end, or where unknown")
    ]


@dataclass(frozen=True)
class PanelRequest:
    """What an address says of a panel behind its name, the files of rules, and how long it may take."""

    detail: str
    lists: Mapping[str, Path]
    seconds: float

    @property
    def time_budget(self) -> Budget:
        """A budget that ends the work when the time is up, by `Cancelled`."""
        return make_time_budget(self.seconds)

    def parse_detail_as_number(self, usual: int, most: int) -> int:
        """Return the detail as a number from 1 to `most`, the usual one where it is none."""
        if not (self.detail.isdecimal() and len(self.detail) < 6):
            return usual
        return max(1, min(most, int(self.detail)))


def make_time_budget(seconds: float) -> Budget:
    """Return a budget that ends the work after so many seconds, by `Cancelled`."""
    until = time.monotonic() + seconds
    budget = Budget()

    def stop_when_time_is_up(_: Progress) -> None:
        if time.monotonic() > until:
            budget.stop.set()

    budget.listener = stop_when_time_is_up
    return budget


def convert_answer_to_viewer(answer: Answer, *, same: bool) -> ViewedValue:
    """Return an answer from the viewer's side: the mover's where `same`."""
    seen = answer.for_viewer(is_mover=same)
    return ViewedValue(
        tone=seen.tone,
        figures=seen.value_sign_text,
        words=str(seen),
        value=seen.value,
        remoteness=seen.remoteness if seen.is_timed else None,
    )


def is_viewer_to_move(view: PositionView) -> bool:
    """Return whether the viewer is to move."""
    return view.line.match.mover == view.viewer


def make_url_after_moves(view: PositionView, *names: str) -> str:
    """Return the address that moves lead to from here."""
    return view.address.after_moves(*names).url()


def map_moves_to_urls(view: PositionView) -> dict[str, str]:
    """Return the addresses that the moves from here lead to, by the moves' names."""
    return {name: make_url_after_moves(view, name) for name in view.line.match.move_names()}


def make_position_url(view: PositionView, where: Any, *, second: bool = False, panel: str = "") -> str:
    """Return the address at which a position is set up, "" where its text does not say it all.

    There `panel` is opened.
    """
    game = view.line.game
    text = game.show(where)
    try:
        read = parse_position(game, text)
    except ZermeloError:
        return ""
    if read != where:
        return ""
    address = make_set_up_position_url(view.address, text, second=second).with_view_options(panel=panel)
    return address.url() + ("#panel" if panel else "")


def make_url_of_position_text(view: PositionView, text: str) -> str:
    """Return the address of the position that a text of one line says, "" where it does not say it all."""
    game = view.line.game
    try:
        where = parse_position(game, text)
    except ZermeloError:
        return ""
    return (
        make_set_up_position_url(view.address, game.show(where)).url()
        if format_position_in_one_line(game, where) == text
        else ""
    )


def make_set_up_position_url(address: PositionUrl, text: str, *, second: bool = False) -> PositionUrl:
    """Return the address of a position that is set up, with no panel opened there."""
    return address.with_view_options(panel="").with_position_set_up(text, second=second)


def draw_position_as_html(game: Game, where: Any) -> str:
    """Return a position as SVG, or as its text."""
    return Scene.from_match(Match(game, [where])).board_html()


def format_equivalent_command(view: PositionView, *words: str) -> str:
    """Return the command that prints the same at more length, with the game as it was named."""
    return " ".join(("zermelo", words[0], f'"{source_of(view.line.game)}"', *words[1:]))
