"""Trees as text: one line a vertex, branches as box-drawing characters.

    2 2  A: loss in 3
    ├── 1 from heap 1 → 1 2  B: win in 2
    ┕━━ 2 from heap 1 → 0 2  B: win in 2

Best moves have heavy branches, cut ones dotted branches and scissors. A position of several rows
stands on one line, with `/` between the rows.
"""

from zermelo.draw.trees.tree_shapes import BranchStyle, TreeShape

FORKS = {BranchStyle.PLAIN: "├── ", BranchStyle.BEST: "┝━━ ", BranchStyle.CUT: "├┄┄ "}
CORNERS = {BranchStyle.PLAIN: "└── ", BranchStyle.BEST: "┕━━ ", BranchStyle.CUT: "└┄┄ "}


def tree_text(root: TreeShape) -> str:
    """Return the tree below `root`, a line a vertex."""
    lines = [_vertex_text(root)]
    _append_subtree_lines(root, "", lines)
    return "\n".join(lines)


def join_rows_on_one_line(rows: tuple[str, ...]) -> str:
    """Return the rows of a position on one line."""
    return "/".join(rows)


def _append_subtree_lines(shape: TreeShape, indent: str, lines: list[str]) -> None:
    for child in shape.children:
        is_last = child is shape.children[-1]
        lines.append(indent + (CORNERS if is_last else FORKS)[child.stroke] + _branch_text(child))
        _append_subtree_lines(child, indent + ("    " if is_last else "│   "), lines)


def _branch_text(shape: TreeShape) -> str:
    if not shape.lines:
        return f"✂ {shape.branch}: {', '.join(shape.notes)}"
    return f"{shape.branch} → {_vertex_text(shape)}"


def _vertex_text(shape: TreeShape) -> str:
    said = f"{shape.number} {join_rows_on_one_line(shape.lines)}".strip()
    return "  ".join(part for part in (said, shape.mover_and_value, *shape.notes) if part)
