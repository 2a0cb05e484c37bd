"""A guided reading on pages: one step at a time, or all steps below one another.

The address has the step, so that a page can be left, kept and sent. The board of one step answers: a click
leads to the explorer's page of the position after that move. Answers are folded, and no script is needed.
"""

from collections.abc import Callable
from typing import Any, Final

from zermelo.core import BadParameter
from zermelo.explain import Reading
from zermelo.play import Scene
from zermelo.web.pages.line_cache import PlayedLine
from zermelo.web.pages.position_view import (
    PositionView,
    build_board_script_values,
    list_clickable_board_places,
)
from zermelo.web.requests.position_url import PositionUrl
from zermelo.web.services.solution_cache import GameStatus

ALL: Final = "all"  # in place of a step's number
PANELS: Final = {
    "why": "why",
    "nimber": "nimber",
    "tree": "tree",
    "table": "table",
    "classify": "kind",
    "explain": "rules",
}
FindLine = Callable[[PositionUrl], PlayedLine]


def make_reading_url(name: str, step: int | str = 1) -> str:
    """Return the address of a step of a reading.

    >>> make_reading_url("blog"), make_reading_url("blog", 3)
    ('/-/read/blog', '/-/read/blog?step=3')
    """
    return f"/-/read/{name}" + ("" if step == 1 else f"?step={step}")


def _make_step_url(reading: Reading, step: int) -> str:
    """Return the address of a step, which a browser scrolls to."""
    return f"{make_reading_url(reading.name, step)}#step-{step}"


def parse_step_number(text: str) -> int | None:
    """Return the step that an address asks for, None for all. Raises `BadParameter`."""
    if text == ALL:
        return None
    if not (text.isdecimal() and len(text) < 4):
        raise BadParameter(f"step={text[:20]!r} is no step: write a number, from 1, or {ALL}")
    return int(text)


def list_reading_links() -> list[dict[str, str]]:
    """Return the readings that the first page offers."""
    readings = [Reading.load(name) for name in Reading.NAMES]
    return [
        {"title": each.title, "words": each.size_text, "url": make_reading_url(each.name)}
        for each in readings
    ]


def build_reading_page_values(reading: Reading, number: int | None, find_line: FindLine) -> dict[str, Any]:
    """Return what a page of a reading lays out: one step, or all where `number` is None."""
    count = len(reading.steps)
    shown = range(1, count + 1) if number is None else (number,)
    steps = [_build_step_values(reading, each, find_line, is_live=number is not None) for each in shown]
    is_first, is_last = number in (1, None), number in (count, None)
    return {
        "title": reading.title,
        "source": reading.source,
        "size": reading.size_text,
        "introduction": reading.introduction if is_first else "",
        "steps": steps,
        "number": number,
        "count": count,
        "back": "" if number is None or is_first else _make_step_url(reading, number - 1),
        "next": "" if number is None or is_last else _make_step_url(reading, number + 1),
        "whole": "" if number is None else make_reading_url(reading.name, ALL),
        "words": Reading.WORDS,
        "data": next((each["data"] for each in steps if each["data"]), {"moves": []}),
        "rows": [
            {
                "url": _make_step_url(reading, place),
                "place": each.place,
                "now": place == number,
                "done": number is not None and place < number,
            }
            for place, each in enumerate(reading.steps, 1)
        ],
    }


def _build_step_values(
    reading: Reading, number: int, find_line: FindLine, *, is_live: bool
) -> dict[str, Any]:
    """Return a step with its drawing or board, which answers where it is live."""
    step = reading.find_step(number)
    board, opened, data = "", "", None
    if step.board_place is not None:
        address = PositionUrl(step.board_place.game, start=step.board_place.position)
        line = find_line(address)
        scene = Scene.from_match(line.match)
        view = PositionView(address, line, GameStatus(line.game, repr(line.game)), scene, None)
        board = scene.board_html(targets=list_clickable_board_places(view) if is_live else ())
        data = build_board_script_values(view) if is_live else None
        panel = PANELS.get(step.words[0], "")
        opened = address.with_view_options(panel=panel).url() + ("#panel" if panel else "")
    return {
        "number": number,
        "label": reading.step_label(number),
        "step": step,
        "drawing": step.draw(),
        "board": board,
        "open": opened,
        "data": data,
    }
