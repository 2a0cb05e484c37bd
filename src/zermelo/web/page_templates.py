"""Templates: they turn plain values into a page; also the style sheet of all pages."""

import functools
import json
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from zermelo.core import BadParameter, capitalize, format_count
from zermelo.draw import page_style_sheet as base_style
from zermelo.draw import remove_picture_style_sheets
from zermelo.play import value_sign_html

HERE = Path(__file__).parent
LARGEST: Final = 4_000_000  # characters of a page


@functools.cache
def _make_template_environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["drawn"] = lambda markup: Markup(remove_picture_style_sheets(markup))
    made.globals["sign"] = lambda tone, said: Markup(remove_picture_style_sheets(value_sign_html(tone, said)))
    made.filters |= {"capital": capitalize, "count": format_count, "number": "{:,}".format}
    made.filters["data"] = lambda value: Markup(format_json_for_html(value))
    return made


def render_template(template: str, **values: Any) -> str:
    """Return a page; what is drawn has no style of its own there, as the page has all of it."""
    return _generate_page(_make_template_environment().get_template(template), values)


def render_template_text(text: str, **values: Any) -> str:
    """Return a part of a page that a template given as text lays out."""
    return _generate_page(_make_template_environment().from_string(text), values)


def _generate_page(template: Template, values: dict[str, Any]) -> str:
    parts, length = [], 0
    for part in template.generate(**values):
        parts.append(part)
        length += len(part)
        if length > LARGEST:
            raise BadParameter(f"this page has more than {LARGEST:,} characters: ask for less at once")
    return "".join(parts)


def format_json_for_html(value: object) -> str:
    """Return a value as JSON that may stand within a page: no element ends in it."""
    return json.dumps(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@functools.cache
def read_page_style_sheet() -> str:
    """Return the style sheet of all pages."""
    own = (HERE / "static" / name for name in ("explorer.css", "home.css"))
    return base_style() + "".join(file.read_text(encoding="utf-8") for file in own)
