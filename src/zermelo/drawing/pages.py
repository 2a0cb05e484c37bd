"""Pages of HTML that stand alone: one file, no scripts, no fonts or styles from elsewhere."""

from collections.abc import Sequence

from zermelo.drawing.markup import TONES, element, escape

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.9rem 0.2rem 0; }
tr { border-bottom: 1px solid #eee; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
th { font-weight: 600; }
figure { display: inline-block; margin: 0.5rem 1.5rem 0.5rem 0; vertical-align: top; }
figcaption { font-size: 0.85rem; color: #555; max-width: 18rem; }
svg { max-width: 100%; height: auto; }
pre { font-size: 1.1rem; line-height: 1.2; }
""" + "".join(f".{tone} {{ color: {stroke}; }}\n" for tone, (_, stroke) in TONES.items())


def page(title: str, *content: str) -> str:
    """Return a whole page."""
    head = element(
        "head",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        element("title", escape(title)),
        element("style", STYLE),
    )
    body = element("body", element("h1", escape(title)), *content)
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def section(heading: str, *content: str) -> str:
    """Return a section, or nothing where it has no content."""
    if not any(content):
        return ""
    return element("section", element("h2", escape(heading)) if heading else "", *content)


def facts_table(rows: Sequence[tuple[str, str]]) -> str:
    """Return a table of two columns, what and what is said of it."""
    return element(
        "table",
        *(element("tr", element("th", escape(what)), element("td", escape(said))) for what, said in rows),
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], colour: int | None = None) -> str:
    """Return a table; the column `colour` holds answers, shown in the colour of their first word."""
    lines = [element("tr", *(element("th", escape(head)) for head in heads))]
    for row in rows:
        cells = []
        for place, text in enumerate(row[: len(heads)]):
            kind = text.split()[0] if place == colour else ""
            cells.append(element("td", escape(text), **({"class_": kind} if kind else {})))
        lines.append(element("tr", *cells))
    return element("table", *lines)
