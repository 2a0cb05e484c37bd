"""Markup for SVG and HTML: escaping, and elements from their parts.

Spaces in boards have a meaning and markup collapses them, so `escape_board_line` makes them unbreakable.
"""

import re

from zermelo.draw.pictures.colour_theme import COLOURS, used_class_styles

PLAIN = re.compile(r"[\w .,:;/#()=+*!?-]*", re.ASCII)  # stands in markup as it is
NO_CHARACTER = re.compile(  # what XML cannot hold, other controls, and what turns the direction of reading
    "[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    "|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def escape(text: str) -> str:
    """Return `text` as markup shows it, in content and in attributes.

    >>> escape('a < b & "c"')
    'a &lt; b &amp; &quot;c&quot;'
    """
    if PLAIN.fullmatch(text):  # as nearly every attribute is
        return text
    text = NO_CHARACTER.sub("\ufffd", text)
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(sign, entity)
    return text


def escape_board_line(line: str) -> str:
    """Return a line of a board as markup shows it, every space kept.

    >>> escape_board_line("X  O")
    'X&#160;&#160;O'
    """
    return escape(line.expandtabs()).replace(" ", "&#160;")


def element(name: str, *content: str, **attributes: object) -> str:
    """Return an SVG or HTML element; plain text in `content` must be escaped before, attributes are here.

    `_` stands for a hyphen, and one at the end keeps Python's own words apart. A `fill` or `stroke` that is a
    colour of the theme becomes its CSS class.

    >>> element("line", x1=0, x2=2.50, stroke_width=3, class_="best")
    '<line x1="0" x2="2.5" stroke-width="3" class="best"/>'
    >>> element("text", escape("1 < 2"), fill="red")
    '<text class="z-f-red">1 &lt; 2</text>'
    """
    words = [name]
    classes = [
        f"z-{what[0]}-{attributes.pop(what)}"
        for what in ("fill", "stroke")
        if attributes.get(what) in COLOURS
    ]
    if classes:
        attributes["class_"] = " ".join(
            [*classes, *([str(attributes["class_"])] if "class_" in attributes else [])]
        )
    for key, value in attributes.items():
        said = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(said)}"')
    start = " ".join(words)
    return f"<{start}>{''.join(content)}</{name}>" if content else f"<{start}/>"


def svg(width: float, height: float, title: str, *content: str) -> str:
    """Return a picture with a title, on paper that is light or dark by the reader's setting."""
    width, height = float(round(width)), float(round(height))
    ground = element("rect", width=width, height=height, fill="paper")
    return element(
        "svg",
        element("title", escape(title)),
        element("style", used_class_styles(ground, *content)),
        ground,
        *content,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        role="group" if any("<a " in part for part in content) else "img",  # what is an image has no links
        class_="zermelo",
    )
