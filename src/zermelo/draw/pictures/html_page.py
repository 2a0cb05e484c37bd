"""Pages of HTML that stand alone: one file, no scripts, no fonts or styles from elsewhere."""

import re
from collections.abc import Sequence

from zermelo.draw.pictures.colour_theme import (
    BODY,
    COLOURS,
    LARGE,
    MONO,
    SANS,
    SMALL,
    TONES,
    all_class_styles,
    colour_variables,
    remove_picture_style_sheets,
)
from zermelo.draw.pictures.svg_markup import element, escape

NUMBER = re.compile(r"(under |over )?[+-]?[\d,]*\.?\d+%?")
SIGNS = {"win": "●", "draw": "○", "loss": "◇"}  # before an answer: colour is never its only mark
STYLE = (
    f"""
:root {{ {colour_variables(COLOURS)} color-scheme: light dark; }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ {colour_variables(COLOURS, dark=True)} }} }}
body {{ font: {BODY + 2}px/1.5 {SANS}; color: var(--z-ink); background: var(--z-paper); }}
body {{ max-width: 62rem; margin: 2rem auto; padding: 0 1rem; font-variant-numeric: tabular-nums; }}
h1 {{ font-size: {LARGE + 4}px; line-height: 1.25; overflow-wrap: anywhere; }}
.subtitle {{ margin: -0.75rem 0 1rem; color: var(--z-soft); overflow-wrap: anywhere; }}
h2 {{ font-size: {LARGE}px; margin: 2.5rem 0 0.5rem; }}
table {{ border-collapse: collapse; margin: 1rem 0; font-size: {BODY}px; }}
th, td {{ text-align: left; vertical-align: top; padding: 0.3rem 1.2rem 0.3rem 0; }}
tr {{ border-bottom: 1px solid var(--z-rule); }}
.facts td, td:first-child {{ overflow-wrap: anywhere; }}
th {{ font-weight: 600; color: var(--z-soft); }}
figure {{ display: inline-block; margin: 0.5rem 2rem 1rem 0; vertical-align: top; }}
figcaption {{ font-size: {BODY}px; color: var(--z-soft); max-width: 20rem; }}
svg {{ max-width: 100%; height: auto; }}
pre, code {{ font-family: {MONO}; }}
code {{ overflow-wrap: anywhere; }}
pre {{ font-size: {LARGE}px; line-height: 1.2; }}
.number {{ text-align: right; }}
div.lead {{ display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }}
div.lead > svg {{ flex: 0 1 20rem; width: 20rem; }}
div.lead > table {{ flex: 1 1 24rem; margin: 0; }}
small {{ font-size: {SMALL}px; }}
"""
    + "".join(
        f".{tone} {{ color: var(--z-{own}); font-weight: 600; }}\n.{tone}::before {{ content: '{sign} '; }}\n"
        for tone, sign in SIGNS.items()
        for own, _ in [TONES[tone]]
    )
    + """.row { display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: flex-start; }
@media screen and (max-width: 480px) {
body { margin: 1rem auto; }
figure { display: block; margin-right: 0; }
div.lead > svg { order: 1; }
th, td { padding-right: 0.5rem; }
.facts th, .facts td { display: block; padding: 0.3rem 0 0; }
.facts td { padding: 0 0 0.3rem; }
.row table { font-size: 12px; line-height: 1.3; } .row th, .row td { padding-right: 0.3rem; }
.row td:first-child { min-width: 3rem; }
}
@media print {
body { margin: 0; max-width: none; font-size: 11pt; }
figure, tr, svg, pre { break-inside: avoid; }
h2 { break-after: avoid; }
}
"""
)


def style_sheet(*, with_pictures: bool) -> str:
    """Return the style sheet of a page, with that of pictures where it has some."""
    return STYLE + (all_class_styles() if with_pictures else "")


def html_page(
    title: str, *content: str, subtitle: str = "", head: str = "", styles: Sequence[str] = ()
) -> str:
    """Return a whole HTML page without scripts; titles are plain text, `styles` replace the usual sheet."""
    styles = styles or [style_sheet(with_pictures=any("<svg" in part for part in content))]
    top = element(
        "head",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        element("title", escape(f"{title}, {subtitle}" if subtitle else title)),
        head,
        *(element("style", text) for text in styles),
    )
    under = [element("p", escape(subtitle), class_="subtitle")] if subtitle else []
    main = element("main", element("h1", escape(title)), *under, *map(remove_picture_style_sheets, content))
    body = element("body", main)
    return f"<!DOCTYPE html>\n{element('html', top, body, lang='en')}\n"


def page_style_sheet() -> str:
    """Return the style sheet of a page with pictures, which need none of their own.

    Returns
    -------
    str
        CSS.
    """
    return style_sheet(with_pictures=True)


def html_section(heading: str, *content: str) -> str:
    """Return a section, or nothing where it has no content."""
    if not any(content):
        return ""
    return element("section", element("h2", escape(heading)) if heading else "", *content)


def lead_html(board: str, rows: Sequence[tuple[str, str]]) -> str:
    """Return a board beside a table of facts, on a phone above it."""
    return element("div", board, facts_table(rows), class_="lead")


def row_html(*content: str) -> str:
    """Return parts beside each other, on a phone one below the other."""
    return element("div", *content, class_="row")


def facts_table(rows: Sequence[tuple[str, str]]) -> str:
    """Return a table of two columns, names and values."""
    lines = (element("tr", element("th", escape(what)), element("td", escape(said))) for what, said in rows)
    return element("table", *lines, class_="facts")


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]], colour: int | None = None) -> str:
    """Return a table; the column `colour` holds answers, shown in the colour of their first word.

    Columns of numbers are aligned to the right.
    """
    columns = zip(*(row[: len(heads)] for row in rows), strict=True) if rows else [()] * len(heads)
    number = ["number" if all(map(NUMBER.fullmatch, column)) and column else "" for column in columns]
    lines = [element("tr", *map(_make_cell, ["th"] * len(heads), heads, number))]
    for row in rows:
        kinds = [text.split()[0] if place == colour else number[place] for place, text in enumerate(row)]
        lines.append(element("tr", *map(_make_cell, ["td"] * len(heads), row, kinds)))
    return element("table", *lines)


def _make_cell(tag: str, text: str, kind: str) -> str:
    return element(tag, escape(text), **({"class_": kind} if kind else {}))
