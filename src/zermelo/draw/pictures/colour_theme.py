"""The theme of pictures: light and dark colours, line widths, type sizes, gaps, and the styles made of them.

Everything that is drawn takes its colours from here by a class, and a picture carries the rules of the
classes that it uses. So one file follows the reader's setting, also within a page. All pictures have the same
rules, so that several on a page do not conflict, and a page has them once (`remove_picture_style_sheets`).
Each colour is written twice, as itself and as a variable, because a PDF converter may not support variables.

A value is shown in three ways. Win is blue and a filled disc, draw grey and a ring, loss vermilion and an
open diamond, unknown a dotted outline; the number of plies stands in the shape.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final

COLOURS: Final[Mapping[str, tuple[str, str]]] = {  # name -> on a light ground, on a dark one
    "paper": ("#ffffff", "#14181d"),
    "ink": ("#1c2530", "#e8edf2"),
    "soft": ("#56616d", "#a3afbb"),  # words of less weight, coordinates
    "line": ("#76838f", "#7b8894"),  # lines with a meaning
    "rule": ("#dbe2e8", "#303a44"),  # lines without one: of tables, behind curves
    "cell": ("#f2f5f8", "#212932"),
    "shade": ("#cbd7e2", "#3a4754"),  # the darker squares
    "gone": ("#3f4a56", "#99a5b1"),  # cells that nobody can use
    "light": ("#f8d477", "#f3c552"),  # pieces of side 0, their outline, and what is drawn in their colour
    "light-edge": ("#614405", "#2a1c00"),
    "light-line": ("#956400", "#f3c552"),
    "dark": ("#2f4257", "#3b5576"),  # pieces of side 1: in the dark they stand out from holes and cells
    "dark-edge": ("#121b25", "#b4c5d6"),
    "dark-line": ("#2f4257", "#b4c5d6"),
    "dark-word": ("#ffffff", "#ffffff"),  # text on a dark piece
    "black": ("#23282e", "#0c0f13"),  # stones of games that have no other colours
    "black-edge": ("#0b0e12", "#8b99a7"),
    "white": ("#fdfdfc", "#eceff2"),
    "white-edge": ("#3f4a56", "#0c0f13"),
    "nobody": ("#d3dae1", "#5d6975"),
    "nobody-edge": ("#3f4a56", "#d3dae1"),
    "blue": ("#1a68ad", "#6db5f2"),  # further players and colours, and the values
    "red": ("#b8430f", "#ff9466"),
    "green": ("#0b7a5e", "#4fc3a1"),
    "purple": ("#7a3c78", "#d79bd4"),
    "grey": ("#5f6a75", "#b3bdc7"),
    "on-blue": ("#ffffff", "#0b1620"),  # words on a filled shape
    "blue-wash": ("#e3effa", "#14304c"),  # grounds of boxes
    "grey-wash": ("#eef1f4", "#2a323b"),
    "red-wash": ("#fcebe2", "#43210f"),
    "purple-wash": ("#f3ebf3", "#35203a"),
    "snow": ("#ffffff", "#eef2f5"),  # paints of cubes and cars; none is a value's
    "lemon": ("#f3d22b", "#f0cf2f"),
    "leaf": ("#3fa55f", "#3fae66"),
    "indigo": ("#4a4fb4", "#7479dd"),
    "crimson": ("#c4173c", "#de3f63"),
    "orange": ("#f39c3d", "#f2a14a"),
    "wood": ("#d3a467", "#b98a52"),  # materials
    "wood-edge": ("#3d2509", "#2b1a06"),
    "water": ("#c4e3ec", "#1d4552"),
    "water-edge": ("#5d9fb1", "#5fa6b8"),
    "grass": ("#c9dfb6", "#2c4227"),
    "grass-edge": ("#5f8246", "#83a86b"),
    "brick": ("#a3978f", "#6f6660"),
    "chocolate": ("#70452a", "#80522f"),
    "frame": ("#7f95ad", "#475d77"),  # of a board with holes
    "felt": ("#b5d1bd", "#2f4a3a"),
    "last": ("#cdeae5", "#1b433f"),  # the cells of the last move, and their outline
    "last-edge": ("#1d776d", "#63c9bc"),
    "arrow": ("#0f6b62", "#63c9bc"),
}
TONES: Final[Mapping[str, tuple[str, str]]] = {  # a value's colour, and the ground of its box
    "win": ("blue", "blue-wash"),
    "draw": ("grey", "grey-wash"),
    "loss": ("red", "red-wash"),
    "payoffs": ("purple", "purple-wash"),
    "unknown": ("soft", "paper"),
}
STONES: Final = ("black", "white")  # of side 0 and side 1, and what their players are called
SIDES: Final = ("light", "dark", "blue", "red", "green", "purple")
SERIES: Final = ("blue", "red", "grey", "purple")  # of curves that are no values, in turn

SANS: Final = 'system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'
MONO: Final = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace'
SMALL, BODY, LARGE = 12, 14, 18  # pixels: the three sizes of type
THIN, FIRM, HEAVY = 1.0, 1.8, 3.2  # pixels: the widths of lines
GAP: Final = 8.0  # pixels: the least distance between things; others are multiples
CELL: Final = 44.0  # pixels: the side of a board's cell in a text
PAGE_CELL: Final = 200.0  # pixels: the longest side of a cell of a board that fills its page

_RULES: Final[Mapping[str, str]] = {  # class -> declarations, in which {name} is a colour
    **{f"z-f-{name}": f"fill:{{{name}}}" for name in COLOURS},
    **{f"z-s-{name}": f"stroke:{{{name}}}" for name in COLOURS},
    "z-number": "font-variant-numeric:tabular-nums",
    "z-mono": f"font-family:{MONO}",
    "z-strong": "font-weight:600",
    "z-middle": "text-anchor:middle",
    "z-end": "text-anchor:end",
    # Boards.
    "z-cell": "fill:{cell};stroke:{line}",
    "z-shade": "fill:{shade};stroke:{line}",
    "z-well": "fill:{shade};stroke:{line}",
    "z-line": "stroke:{line};fill:none",
    "z-border": "stroke:{soft};fill:none",
    "z-wall": "stroke:{ink};fill:none",
    "z-apart": "stroke:{shade};stroke-width:3;stroke-linejoin:round;paint-order:stroke",
    "z-faint": "stroke:{line};fill:none;stroke-dasharray:1 7",
    "z-man-light": "fill:{light};stroke:{light-edge}",
    "z-man-dark": "fill:{dark};stroke:{dark-edge}",
    "z-man-nobody": "fill:{nobody};stroke:{nobody-edge}",
    "z-in-light": "stroke:{light-edge};fill:none",
    "z-in-dark": "stroke:{dark-word};fill:none",
    "z-in-nobody": "stroke:{nobody-edge};fill:none",
    "z-dot-light": "fill:{light-edge}",
    "z-dot-dark": "fill:{dark-word}",
    "z-dot-nobody": "fill:{nobody-edge}",
    "z-word-light": "fill:{light-edge}",
    "z-word-dark": "fill:{dark-word}",
    "z-word-nobody": "fill:{ink}",
    "z-stroke-light": "stroke:{light-line};fill:none",
    "z-stroke-dark": "stroke:{dark-line};fill:none",
    "z-stroke-nobody": "stroke:{gone};fill:none",
    **{f"z-man-{name}": f"fill:{{{name}}};stroke:{{ink}}" for name in SIDES[2:]},
    **{f"z-in-{name}": "stroke:{on-blue};fill:none" for name in SIDES[2:]},
    **{f"z-dot-{name}": "fill:{on-blue}" for name in SIDES[2:]},
    **{f"z-word-{name}": "fill:{on-blue}" for name in SIDES[2:]},
    **{f"z-stroke-{name}": f"stroke:{{{name}}};fill:none" for name in SIDES[2:]},
    **{f"z-man-{name}": f"fill:{{{name}}};stroke:{{{name}-edge}}" for name in STONES},
    **{f"z-in-{name}": f"stroke:{{{other}}};fill:none" for name, other in pairwise((*STONES, "black"))},
    **{f"z-word-{name}": f"fill:{{{other}}}" for name, other in pairwise((*STONES, "black"))},
    # Marks on a board.
    "z-last": "fill:{last};stroke:{last-edge}",
    "z-legal": "fill:{soft};stroke:{paper}",
    "z-arrow": "stroke:{arrow};fill:none",
    "z-arrow-head": "fill:{arrow}",
    "z-touch": "fill:{arrow};fill-opacity:0;stroke:{arrow};stroke-opacity:0;cursor:pointer",
    "z-target": "fill-opacity:0.14;stroke-opacity:0.5",
    "z-chosen": "fill:{arrow};fill-opacity:0.3;stroke:{arrow};stroke-width:4;cursor:pointer",
    "z-over": "fill:none;pointer-events:all",  # an outline, which hides nothing below it
    "z-value-win": "fill:{blue};stroke:{paper}",
    "z-value-draw": "fill:{paper};stroke:{grey}",
    "z-value-loss": "fill:{paper};stroke:{red}",
    "z-value-unknown": "fill:{paper};stroke:{soft};stroke-linecap:round",
    "z-said-win": "fill:{on-blue}",
    "z-said-draw": "fill:{grey}",
    "z-said-loss": "fill:{red}",
    "z-said-unknown": "fill:{soft}",
    "z-word": "",  # of a picture as wide as a page
    "z-tiny": "",  # what would be too small there on a phone, or cover a piece
}
# On a phone words are larger, and tiny ones go; a picture as small as a stamp has none, and lines are seen.
_NARROW: Final = (
    (480, ("z-word",), "font-size:24px"),
    (480, ("z-tiny",), "display:none"),
    (240, ("z-word",), "display:none"),
    (240, ("z-line", "z-f-cell"), "vector-effect:non-scaling-stroke;stroke-width:1px"),
)
_ROOT: Final = f"font-family:{SANS};max-width:100%;height:auto"
_CLASS = re.compile(r'class="([^"]*)"')
_STYLE = re.compile(r"<style>\.zermelo\{.*?</style>", re.DOTALL)
_COLOUR = re.compile(r"\{([a-z-]+)\}")


def choose_player_colours(players: tuple[str, str]) -> tuple[str, str]:
    """Return the names of the colours of two players' pieces, which have stones where they are called so.

    >>> choose_player_colours(("black", "white")), choose_player_colours(("X", "O"))
    (('black', 'white'), ('light', 'dark'))
    """
    return STONES if players == STONES else SIDES[:2]


def hex_colour(name: str, *, dark: bool = False) -> str:
    """Return a colour by its name, as `#` and six digits.

    >>> hex_colour("blue")
    '#1a68ad'
    """
    return COLOURS[name][dark]


def used_class_styles(*markup: str, names: Iterable[str] = ()) -> str:
    """Return the rules of the classes that `markup` uses, for a picture's own `<style>`.

    Colours of `names` are variables in it too.

    >>> used_class_styles('<circle class="z-f-ink"/>').endswith(".z-f-ink{fill:#1c2530;fill:var(--z-ink)}")
    True
    """
    used = {name for each in markup for said in _CLASS.findall(each) for name in said.split()}
    return _style_rules((name for name in _RULES if name in used), names)


def all_class_styles() -> str:
    """Return the rules of all classes, for a page."""
    return _style_rules(_RULES)


def remove_picture_style_sheets(markup: str) -> str:
    """Remove the style sheets of pictures, for a page that has the rules once.

    Parameters
    ----------
    markup : str
        Markup with any number of pictures.

    Returns
    -------
    str
        The markup without `<style>` elements of pictures.
    """
    return _STYLE.sub("", markup)


def fix_picture_colours(markup: str, *, dark: bool = False) -> str:
    """Return pictures with plain style rules, for programs that support no CSS variables or media queries."""
    used = {name for said in _CLASS.findall(markup) for name in said.split()}
    rules = "".join(
        f".{name}{{{_COLOUR.sub(lambda found: COLOURS[found[1]][dark], rule)}}}"
        for name, rule in _RULES.items()
        if rule and name in used
    )
    return _STYLE.sub(f"<style>.zermelo{{font-family:{SANS}}}{rules}</style>", markup)


def colour_variables(names: Iterable[str], *, dark: bool = False) -> str:
    """Return the colours as declarations of a style sheet.

    >>> colour_variables(["paper"])
    '--z-paper:#ffffff;'
    """
    return "".join(f"--z-{name}:{COLOURS[name][dark]};" for name in names)


def _style_rules(classes: Iterable[str], names: Iterable[str] = ()) -> str:
    said = {name: _RULES[name] for name in classes}
    used = sorted({*names, *(name for rule in said.values() for name in _COLOUR.findall(rule))})
    rules = "".join(
        f".zermelo .{name}{{{_expand_colour_declarations(rule)}}}" for name, rule in said.items() if rule
    )
    for width, narrowed, rule in _NARROW:
        chosen = ",".join(f".zermelo .{name}" for name in narrowed if name in said)
        rules += f"@media (max-width:{width}px){{{chosen}{{{rule}}}}}" if chosen else ""
    return (
        f".zermelo{{{colour_variables(used)}{_ROOT}}}"
        f"@media screen and (prefers-color-scheme:dark){{.zermelo{{{colour_variables(used, dark=True)}}}}}"
        f"@media print{{.zermelo{{break-inside:avoid;print-color-adjust:exact}}}}{rules}"
    )


def _expand_colour_declarations(rule: str) -> str:
    """Return declarations with their colours, each as itself and as a variable."""
    parts = []
    for part in rule.split(";"):
        found = _COLOUR.search(part)
        if found:
            parts.append(_COLOUR.sub(COLOURS[found[1]][0], part))
            part = _COLOUR.sub(f"var(--z-{found[1]})", part)
        parts.append(part)
    return ";".join(parts)
