"""What is sent to others: the address of a position, its QR code, picture and text, and a game as a file."""

import functools
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

import resvg_py
import segno
from markupsafe import Markup

from zermelo.core import capitalize
from zermelo.draw import picture_svg
from zermelo.play import Headline, Match, Scene
from zermelo.web.page_templates import read_page_style_sheet
from zermelo.web.pages.home_page import draw_text_as_svg
from zermelo.web.pages.position_view import PositionView
from zermelo.web.requests.position_url import PositionUrl
from zermelo.web.services.solution_cache import GameStatus

LONGEST_CODE: Final = 700  # characters: phones hardly read a denser code
PNG_SIDE: Final = 1200  # pixels of the longer side: what sites that show a preview ask for
MOST_IN_A_FILE: Final = 20_000  # classes of positions of a game that is sent whole: some seconds
MOST_PLIES: Final = 200  # whose boards a file holds
CELL: Final = 100.0  # pixels: the side of a cell in the picture, at most


def build_share_values(view: PositionView, host: str) -> dict[str, Any]:
    """Return what the tab shows; `host` begins the address."""
    shared = view.address.with_view_options(panel="")
    address = host.rstrip("/") + shared.url()
    return {
        "file": f"/-/page?at={quote(shared.url())}",
        "is_whole": is_sent_whole(view.known),
        "address": address,
        "code": draw_qr_code(address) if len(address) <= LONGEST_CODE else "",
        "svg": shared.url(suffix=".svg"),
        "png": shared.url(suffix=".png"),
        "text": view.line.match.text,
        "moves": ", ".join(name.replace("\n", "/") for name in view.line.match.played_names()),
    }


def is_sent_whole(known: GameStatus) -> bool:
    """Return whether the file of a game has all of its positions, with perfect play."""
    return known.solution is not None and known.solution.summary.solved <= MOST_IN_A_FILE


def build_game_record_values(address: PositionUrl, match: Match) -> dict[str, Any]:
    """Return the values of the template `record.html`: a line of play, a board for each of its positions."""
    names = ["", *match.played_names()]
    first = max(0, len(names) - 1 - MOST_PLIES)
    over = match.is_over()
    return {
        "title": str(match.title.name),
        "subtitle": match.title.variant,
        "said": capitalize(match.result_text()) if over else str(Headline.from_answer(match)),
        "how": match.how_to_play,
        "styles": Markup(read_page_style_sheet()),
        "path": address.path,
        "text": match.text,
        "plies": [
            {
                "ply": ply,
                "name": names[ply],
                "who": match.player_name(match.movers[ply - 1]) if ply else "",
                "board": Scene.from_match(match.copy(ply)).board_html(turned=address.view.turned),
            }
            for ply in range(first, len(names))
        ],
    }


@functools.lru_cache(maxsize=100)
def draw_qr_code(address: str) -> str:
    """Return the QR code of an address as SVG, dark on light in every theme, as readers need it."""
    code = segno.make_qr(address, error="m")
    return code.svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, title="QR code of the address", svgclass=None
    )


def draw_shared_picture(address: PositionUrl, match: Match, *, theme: str = "") -> str:
    """Return the picture of a position for a file, see `picture_svg`: with its notes, without values."""
    scene = Scene.from_match(match)
    if scene.picture is None:
        return draw_text_as_svg(scene.text, repr(match.game), theme=theme)
    picture = scene.picture.rotate() if address.view.turned else scene.picture
    highlights = replace(scene.make_highlights(with_values=False), legal=())
    return picture_svg(picture, scene.text, highlights, CELL, theme=theme)


def draw_shared_picture_as_png(address: PositionUrl, match: Match) -> bytes:
    """Return the same as PNG, in light colours."""
    drawn = draw_shared_picture(address, match, theme="light")
    size = ElementTree.fromstring(drawn).attrib
    zoom = PNG_SIDE / max(float(size["width"]), float(size["height"]))
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=zoom))
