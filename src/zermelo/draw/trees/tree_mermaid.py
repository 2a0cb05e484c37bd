"""Trees as Mermaid flowcharts, which GitHub and many notebooks draw from text.

Shapes with one key become one vertex, so that a tree with shared positions is drawn as the graph it is.
"""

from collections.abc import Hashable

from zermelo.draw.pictures.colour_theme import TONES, hex_colour
from zermelo.draw.trees.tree_layout import choose_layout, layout_down, list_vertex_text_rows
from zermelo.draw.trees.tree_shapes import BranchStyle, TreeShape

ARROWS = {BranchStyle.PLAIN: "-->", BranchStyle.BEST: "==>", BranchStyle.CUT: "-.->"}
CLASSES = [
    "    classDef default font-family:monospace",
    *(
        f"    classDef {tone} fill:{hex_colour(wash)},stroke:{hex_colour(own)},color:{hex_colour('ink')}"
        for tone, (own, wash) in TONES.items()
    ),
    f"    classDef cut "
    f"fill:{hex_colour('paper')},stroke:{hex_colour('line')},color:{hex_colour('soft')},stroke-dasharray:4",
]


def tree_mermaid(root: TreeShape) -> str:
    """Return the tree below `root` as one flowchart: downwards, or to the right where that is too wide."""
    names: dict[Hashable, str] = {}
    drawn: dict[Hashable, TreeShape] = {}
    for shape in root.walk():
        names.setdefault(shape.key, f"v{len(names) + 1}")
        if shape.key not in drawn or (shape.children and not drawn[shape.key].children):
            drawn[shape.key] = shape  # the occurrence that is expanded says most
    is_narrow = choose_layout([root]) is layout_down
    lines = ["graph TD" if is_narrow else "graph LR"]
    for key, shape in drawn.items():
        kind = shape.tone if shape.lines else "cut"
        lines.append(f'    {names[key]}["{_vertex_label(shape)}"]:::{kind}')
    for shape in root.walk():
        for child in shape.children:
            arrow, branch = ARROWS[child.stroke], _escape_label(child.branch)
            scissors = "✂ " if child.stroke is BranchStyle.CUT else ""
            lines.append(f'    {names[shape.key]} {arrow}|"{scissors}{branch}"| {names[child.key]}')
    return "\n".join([*lines, *CLASSES])


def _vertex_label(shape: TreeShape) -> str:
    own = len(shape.lines)
    rows = [_escape_label(line).replace(" ", "#160;") for line in shape.lines]
    return "<br/>".join([*rows, *map(_escape_label, list_vertex_text_rows(shape)[own:])])


def _escape_label(text: str) -> str:
    """Return `text` for a label in quotes; letters, digits and a few signs stand for themselves."""
    return "".join(sign if sign.isalnum() or sign in " .,:()+-=/…≥≤✂" else f"#{ord(sign)};" for sign in text)
