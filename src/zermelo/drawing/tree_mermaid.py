"""Trees as Mermaid flowcharts, which GitHub and many notebooks draw from text.

Shapes with one key become one vertex, so that a tree with shared positions is drawn as the graph it is.
"""

from collections.abc import Hashable

from zermelo.drawing.look import TONES, hue
from zermelo.drawing.shapes import Shape, Stroke
from zermelo.drawing.tree_places import downwards, layout_for, rows_of

ARROWS = {Stroke.PLAIN: "-->", Stroke.BEST: "==>", Stroke.CUT: "-.->"}
CLASSES = [
    "    classDef default font-family:monospace",
    *(
        f"    classDef {tone} fill:{hue(wash)},stroke:{hue(own)},color:{hue('ink')}"
        for tone, (own, wash) in TONES.items()
    ),
    f"    classDef cut fill:{hue('paper')},stroke:{hue('line')},color:{hue('soft')},stroke-dasharray:4",
]


def tree_mermaid(root: Shape) -> str:
    """Return the tree below `root` as one flowchart: downwards, or to the right where that is too wide."""
    names: dict[Hashable, str] = {}
    drawn: dict[Hashable, Shape] = {}
    for shape in root.walk():
        names.setdefault(shape.key, f"v{len(names) + 1}")
        if shape.key not in drawn or (shape.children and not drawn[shape.key].children):
            drawn[shape.key] = shape  # the occurrence that is expanded says most
    is_narrow = layout_for([root]) is downwards
    lines = ["graph TD" if is_narrow else "graph LR"]
    for key, shape in drawn.items():
        kind = shape.tone if shape.lines else "cut"
        lines.append(f'    {names[key]}["{_label(shape)}"]:::{kind}')
    for shape in root.walk():
        for child in shape.children:
            arrow, branch = ARROWS[child.stroke], _escape(child.branch)
            scissors = "✂ " if child.stroke is Stroke.CUT else ""
            lines.append(f'    {names[shape.key]} {arrow}|"{scissors}{branch}"| {names[child.key]}')
    return "\n".join([*lines, *CLASSES])


def _label(shape: Shape) -> str:
    own = len(shape.lines)
    rows = [_escape(line).replace(" ", "#160;") for line in shape.lines]
    return "<br/>".join([*rows, *map(_escape, rows_of(shape)[own:])])


def _escape(text: str) -> str:
    """Return `text` for a label in quotes; letters, digits and a few signs stand for themselves."""
    return "".join(sign if sign.isalnum() or sign in " .,:()+-=/…≥≤✂" else f"#{ord(sign)};" for sign in text)
