"""Pages of HTML that stand alone: one file, no scripts, no fonts or styles from elsewhere."""

import re
from collections.abc import Callable, Mapping, Sequence

from zermelo.core.notation.wording import format_share
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
th {{ vertical-align: bottom; }}
summary {{ cursor: pointer; padding: 0.4rem 0; color: var(--z-blue); }}
.findings {{ display: grid; gap: 1.5rem 2rem; }}
.findings {{ grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); }}
.findings h2 {{ margin: 0; font-size: {BODY + 2}px; }}
.findings p {{ margin: 0.25rem 0 0.5rem; }}
.findings figure {{ display: block; margin: 0 0 0.5rem; }}
.findings figure > svg:not(.zermelo) {{ display: block; max-width: min(100%, 21rem); max-height: 14rem; }}
.findings figure > table {{ width: 100%; margin: 0; }}
.findings table table, .findings details table {{ font-size: {SMALL}px; line-height: 1.3; }}
.findings th, .findings td {{ padding-right: 0.6rem; overflow-wrap: break-word; }}
.findings th:last-child, .findings td:last-child {{ padding-right: 0; }}
.key > span {{ margin-right: 1rem; font-weight: 400; white-space: nowrap; }}
.shares tr {{ border: 0; }}
.shares th, .shares td {{ padding: 0.15rem 0.6rem 0.15rem 0; vertical-align: middle; }}
.shares th {{ white-space: nowrap; }}
.shares td {{ width: 62%; }}
.bar {{ display: flex; height: 14px; min-width: 5rem; print-color-adjust: exact; }}
.bar span {{ box-sizing: border-box; min-width: 1px; }}
.b-win, .b-all {{ background: var(--z-blue); }}
.b-draw {{ background: var(--z-grey-wash); border: 1px solid var(--z-grey); }}
.b-loss {{ border: 1px solid var(--z-red); }}
.b-loss {{ background: repeating-linear-gradient(135deg, var(--z-red) 0 2px, var(--z-paper) 2px 6px); }}
small {{ font-size: {SMALL}px; }}
"""
    + "".join(
        f".{tone} {{ color: var(--z-{own}); font-weight: 600; }}\n.{tone}::before {{ content: '{sign} '; }}\n"
        for tone, sign in SIGNS.items()
        for own, _ in [TONES[tone]]
    )
    + """@media screen and (max-width: 480px) {
body { margin: 1rem auto; }
figure { display: block; margin-right: 0; }
th, td { padding-right: 0.5rem; }
.facts th, .facts td { display: block; padding: 0.3rem 0 0; }
.facts td { padding: 0 0 0.3rem; }
}
@media print {
body { margin: 0; max-width: none; font-size: 11pt; }
figure, tr, svg, pre, .findings > section { break-inside: avoid; }
h2 { break-after: avoid; }
}
"""
)


def style_sheet(*, with_pictures: bool) -> str:
    """Return the style sheet of a page, with that of pictures where it has some."""
    return STYLE + (all_class_styles() if with_pictures else "")


PageFrame = Callable[[str, str], str]  # of a page: from its title, and what stands in its `main` element


def html_page(
    title: str,
    *content: str,
    subtitle: str = "",
    head: str = "",
    styles: Sequence[str] = (),
    frame: PageFrame | None = None,
) -> str:
    """Return a whole HTML page without scripts; titles are plain text, `styles` replace the usual sheet.

    A `frame` puts the title and the content in a page that has a style sheet of its own.
    """
    under = [element("p", escape(subtitle), class_="subtitle")] if subtitle else []
    main = "".join((element("h1", escape(title)), *under, *map(remove_picture_style_sheets, content)))
    title = f"{title}, {subtitle}" if subtitle else title
    if frame is not None:
        return frame(title, main)
    styles = styles or [style_sheet(with_pictures=any("<svg" in part for part in content))]
    top = element(
        "head",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        element("title", escape(title)),
        head,
        *(element("style", text) for text in styles),
    )
    return f"<!DOCTYPE html>\n{element('html', top, element('body', element('main', main)), lang='en')}\n"


def page_style_sheet() -> str:
    """Return the style sheet of a page with pictures, which need none of their own.

    Returns
    -------
    str
        CSS.
    """
    return style_sheet(with_pictures=True)


def findings_html(findings: Sequence[str]) -> str:
    """Return findings beside each other, on a phone one below the other."""
    return element("div", *findings, class_="findings")


def finding_html(heading: str, text: str, figure: str, folded: Mapping[str, str] | None = None) -> str:
    """Return a finding: its heading, sentences, and a figure; `folded` are details by their summaries."""
    drawn = element("figure", figure) if figure else ""
    more = (details_html(summary, content) for summary, content in (folded or {}).items())
    return element("section", element("h2", escape(heading)), element("p", escape(text)), drawn, *more)


def details_html(summary: str, content: str) -> str:
    """Return what a reader may unfold, or nothing where it has no content."""
    return element("details", element("summary", escape(summary)), content) if content else ""


def outcome_bars_html(rows: Sequence[tuple[str, Sequence[float]]], names: Mapping[str, str]) -> str:
    """Return a bar for each row: its shares of wins, draws and losses, which `names` explains."""
    key = [element("span", escape(name), class_=tone) for tone, name in names.items()]
    lines = []
    for label, shares in rows:
        parts = dict(zip(names, shares, strict=True))
        said = ", ".join(f"{names[tone]} {format_share(share)}" for tone, share in parts.items())
        pieces = [
            element("span", "", class_=f"b-{tone}", style=f"width:{100 * share:.3g}%")
            for tone, share in parts.items()
            if share
        ]
        drawn = element("span", *pieces, class_="bar", role="img", aria_label=said)
        lines.append(element("tr", element("th", escape(label)), element("td", drawn)))
    return element("table", *lines, class_="shares") + element("figcaption", *key, class_="key")


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
