"""The savings of alpha-beta: against the whole tree, against the fewest leaves, and by known outcomes."""

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from zermelo.compiler.guards.checked_rules import CheckedExpansion
from zermelo.core.game import Game, Position
from zermelo.search.exact.textbook_alpha_beta import Outcomes, alpha_beta
from zermelo.solution.game_trees.star_tree import StarTreeSearch
from zermelo.solution.game_trees.tree_edges import EdgeArrangement, format_number

MOST = 200_000  # vertices that are searched again, to compare


class TreeSize(NamedTuple):
    """A tree's vertices, leaves and plies, and the moves of a vertex where all have as many."""

    vertices: int
    leaves: int
    plies: int
    moves: int | None  # None where it is not uniform; 0 at a leaf


def format_savings_lines(
    game: Game,
    root: Position,
    graph: Mapping[Hashable, CheckedExpansion],
    arrangement: EdgeArrangement,
    depth: int | None,
    outcomes: Outcomes | None,
) -> tuple[str, ...]:
    """Return lines that compare what a search visited with what there is; none where that is not known."""
    size = compute_tree_size(root, graph, arrangement, depth)
    if size is None:
        return ()
    lines = [f"the whole tree has {size.vertices:,} vertices, {size.leaves:,} of them leaves"]
    if size.moves and size.plies > 1:
        half, rest = (size.plies + 1) // 2, size.plies // 2
        fewest = size.moves**half + size.moves**rest - 1
        lines.append(
            f"{size.moves} moves everywhere, {size.plies} plies: {size.moves}^{size.plies} = {size.leaves:,} "
            f"leaves, at least {size.moves}^{half} + {size.moves}^{rest} - 1 = {fewest:,} must be looked at"
        )
    if outcomes is not None and size.vertices <= MOST:
        known = arrangement.known
        without = alpha_beta(
            game,
            root,
            depth=depth,
            guess=lambda position: known[position].value,
            arrange=arrangement.order_branches,
            whole=False,
        )
        least, largest = map(format_number, outcomes)
        lines.append(
            f"outcomes from {least} to {largest} are known; else it would visit "
            f"{without.visited:,} vertices, {without.leaves:,} of them leaves"
        )
    return tuple(lines)


def format_star_savings_lines(
    search: StarTreeSearch, root: Position, other: str, *, is_given: bool
) -> tuple[str, ...]:
    """Return lines that compare what Star1 or Star2 visited with the whole tree and with the other one."""
    least, largest = map(format_number, search.limits)
    lines = [f"outcomes from {least} to {largest} are {'given' if is_given else 'known'}"]
    size = compute_tree_size(root, search.graph, search.arrangement, search.depth)
    if size is not None:
        lines.insert(0, f"the whole tree has {size.vertices:,} vertices, {size.leaves:,} of them leaves")
        if size.vertices <= MOST:
            found = search.run(other, root)
            seen = f"{found.visited:,} vertices, {found.leaves:,} of them leaves"
            lines.append(f"{other.capitalize()} would visit {seen}")
    return tuple(lines)


def compute_tree_size(
    root: Position,
    graph: Mapping[Hashable, CheckedExpansion],
    arrangement: EdgeArrangement,
    depth: int | None,
) -> TreeSize | None:
    """Return the size of the tree below a position, to a depth; None where not all of it is in the graph."""
    found: dict[tuple[Any, int | None], TreeSize | None] = {}

    def get_or_compute_size(position: Position, left: int | None) -> TreeSize | None:
        key = position, left
        if key not in found:
            found[key] = None  # where play comes back to it, until it is known
            found[key] = compute_size_below(position, left)
        return found[key]

    def compute_size_below(position: Position, left: int | None) -> TreeSize | None:
        if position not in graph:
            return None
        edges = [] if left == 0 else arrangement.list_edges(position, graph[position])
        below = [get_or_compute_size(edge.branch.child, None if left is None else left - 1) for edge in edges]
        known = [size for size in below if size is not None]
        if len(known) < len(below):
            return None
        if not known:
            return TreeSize(1, 1, 0, 0)
        alike = {(size.plies, size.moves) for size in known} in (
            {(known[0].plies, 0)},
            {(known[0].plies, len(known))},
        )
        return TreeSize(
            1 + sum(size.vertices for size in known),
            sum(size.leaves for size in known),
            1 + max(size.plies for size in known),
            len(known) if alike else None,
        )

    return get_or_compute_size(root, depth)
