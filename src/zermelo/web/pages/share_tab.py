"""What is sent to others: the address of a position, its QR code, its picture, and it as text."""

import functools
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any, Final

import resvg_py
import segno

from zermelo.draw import picture_svg
from zermelo.play import Match, Scene
from zermelo.web.pages.home_page import draw_text_as_svg
from zermelo.web.pages.position_view import PositionView
from zermelo.web.requests.position_url import PositionUrl

LONGEST_CODE: Final = 700  # characters: phones hardly read a denser code
PNG_SIDE: Final = 1200  # pixels of the longer side: what sites that show a preview ask for
CELL: Final = 100.0  # pixels: the side of a cell in the picture, at most


def build_share_values(view: PositionView, host: str) -> dict[str, Any]:
    """Return what the tab shows; `host` begins the address."""
    shared = view.address.with_view_options(panel="")
    address = host.rstrip("/") + shared.url()
    return {
        "address": address,
        "code": draw_qr_code(address) if len(address) <= LONGEST_CODE else "",
        "svg": shared.url(suffix=".svg"),
        "png": shared.url(suffix=".png"),
        "text": view.line.match.text,
        "moves": ", ".join(name.replace("\n", "/") for name in view.line.match.played_names()),
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
