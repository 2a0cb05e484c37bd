"""Game trees to look at: values by backward induction, alpha-beta, folding, shared and merged positions.

A tree is for a board and for a page. It has a vertex for each way of play, so even small games outgrow
it: above a limit it is refused, and a depth, or drawing symmetric moves as one or each position once, helps.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, Final

from zermelo.boards.pictures.picture import Picture
from zermelo.compiler.guards.checked_rules import CheckedExpansion, rule_errors_at
from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.player_view import TO_MOVE
from zermelo.core.notation.position_codec import encode
from zermelo.core.requirements import check_question
from zermelo.draw.pictures.position_picture import depict_for_player
from zermelo.draw.trees.tree_mermaid import tree_mermaid
from zermelo.draw.trees.tree_shapes import BranchStyle, TreeFrame, TreeShape
from zermelo.draw.trees.tree_svg import tree_svg
from zermelo.draw.trees.tree_text import join_rows_on_one_line, tree_text
from zermelo.search.exact.textbook_alpha_beta import Outcomes
from zermelo.solution.game_trees.alpha_beta_steps import (
    AlphaBetaStep,
    compute_window_after_children,
    yield_search_steps,
)
from zermelo.solution.game_trees.alpha_beta_tree import build_alpha_beta_tree
from zermelo.solution.game_trees.captions import CaptionWriter, Viewer, check_viewer, is_value_unknown
from zermelo.solution.game_trees.pruning_savings import format_savings_lines, format_star_savings_lines
from zermelo.solution.game_trees.star_tree import (
    STARS,
    StarTreeSearch,
    build_star_tree,
    find_value_limits,
)
from zermelo.solution.game_trees.tree_description import TreeDescription, build_tree_description
from zermelo.solution.game_trees.tree_edges import (
    EdgeArrangement,
    Order,
    check_edge_order,
    format_number,
    make_representative_function,
)
from zermelo.solution.game_trees.tree_growth import TreeGrowth
from zermelo.solution.game_trees.tree_induction import check_can_draw_tree, check_position_number
from zermelo.solution.game_trees.tree_vertex import Vertex, VertexCut, VertexNumbers, make_root_arrival
from zermelo.solution.game_trees.vertex_value import OutcomeValuer, make_vertex_valuer
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.methods.subgame_perfect import check_has_payoffs

VERTICES = 400  # drawn, unless more are asked for
MOST_PLACES = 64  # of a board that is drawn in a box
SMALL = 20_000  # positions below the root that are looked at for the values where a depth ends the tree
KINDS = {
    "plain": "game tree",
    "alpha-beta": "game tree as alpha-beta looks at it",
    "star1": "game tree as Star1 looks at it",
    "star2": "game tree as Star2 looks at it",
    "folded": "backward induction, folding the tree",
    "shared": "game tree, each position expanded once",
}
FIRST = {"given": "", "best": ", best moves first", "worst": ", worst moves first"}


@dataclass(frozen=True, repr=False)
class Tree:
    """A game tree that shows itself: text at a prompt, a picture in a notebook.

    Parameters
    ----------
    game : Game
        Rules of the game.
    root : Vertex
        Vertex of the first position.
    kind : {"plain", "alpha-beta", "star1", "star2", "folded", "shared"}
        Kind of the tree.
    values : {"A", "mover"}
        Side whose values are shown.
    merged : bool, default False
        Whether symmetric moves are drawn once.
    order : {"given", "best", "worst"}
        Order of the moves.
    savings : tuple of str
        Lines about what a search left out.
    has_steps : bool, default False
        Whether every step of a search is printed.
    is_hard : bool, default False
        Whether vertices show what a fail-hard search returns.
    """

    LOOP: ClassVar = "play returns to that position, and may cycle"
    UNKNOWN: ClassVar = "not known, because too much lies below or play can cycle"

    game: Game
    root: Vertex
    kind: str = "plain"
    values: Viewer = "A"
    merged: bool = False
    order: Order = "given"
    savings: tuple[str, ...] = ()
    has_steps: bool = False
    is_hard: bool = False

    def __str__(self) -> str:
        parts = ["\n".join(self._list_header_lines())]
        for frame in self.frames():
            drawn = "" if frame.is_step else tree_text(frame.root)
            parts.append("\n".join(part for part in (frame.heading, drawn) if part))
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return str(self)

    def mermaid(self) -> str:
        """Return a Mermaid flowchart.

        Returns
        -------
        str
            Of a folding or of steps, a page of Markdown with a flowchart for each.
        """
        frames = list(self.frames())
        if len(frames) == 1 and not frames[0].heading:
            return tree_mermaid(frames[0].root)
        parts = [f"## {frame.heading}\n\n```mermaid\n{tree_mermaid(frame.root)}\n```" for frame in frames]
        return "\n\n".join(parts)

    def svg(self) -> str:
        """Return a picture, as wide as a page.

        Returns
        -------
        str
            SVG, from top to bottom, or to the right where that would be wider.
        """
        return tree_svg(self._list_header_lines(), list(self.frames()))

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def visited(self) -> int:
        """How many vertices there are, branches that were cut not counted."""
        return sum(vertex.number > 0 for vertex in self.root.walk())

    @property
    def leaves(self) -> int:
        """How many of them have nothing below: finished, or where the depth ends."""
        return sum(vertex.number > 0 and not vertex.children for vertex in self.root.walk())

    @property
    def cuts(self) -> int:
        """How many branches a search did not look at."""
        return sum(vertex.cut is VertexCut.BOUND for vertex in self.root.walk())

    @property
    def is_search(self) -> bool:
        """Whether the tree shows what a search visits and cuts."""
        return self.kind in ("alpha-beta", *STARS)

    @property
    def undecided(self) -> int:
        """How many vertices have a mover to whom several moves are equally good, and no other better."""
        return sum(bool(vertex.ties) for vertex in self.root.walk())

    def as_result(self) -> TreeDescription:
        """Return what `zermelo tree --json` prints.

        Returns
        -------
        TreeDescription
            The tree with all its vertices.
        """
        return build_tree_description(self)

    def frames(self) -> Iterator[TreeFrame]:
        """Yield the pictures of the tree.

        Yields
        ------
        TreeFrame
            One, or one for each step of a folding or of a search.
        """
        if self.has_steps:
            for step in yield_search_steps(
                self.root,
                self._caption_writer,
                lambda at: join_rows_on_one_line(self._list_position_text_lines(at.position, at.mover)),
            ):
                yield TreeFrame(step.told, self._make_shape_after_step(self.root, (), step), is_step=True)
            yield TreeFrame("the whole search", self._make_vertex_shape(self.root, None, ()))
        elif self.kind != "folded":
            yield TreeFrame("", self._make_vertex_shape(self.root, None, ()))
        else:
            steps = self.root.height
            for folded in range(steps + 1):
                heading = f"step {folded} of {steps}: {self._format_folding_step(folded)}"
                yield TreeFrame(heading, self._make_vertex_shape(self.root, None, (), folded))

    def _format_folding_step(self, step: int) -> str:
        if step == 0:
            return "only the ends have values"
        movers = {self._caption_writer.format_mover(each) for each in self.root.walk() if each.height == step}
        who = movers.pop().removesuffix(" to move")
        if movers:
            return "values one ply further up"
        return "the mean of what chance brings" if "chance" in who else f"{who} has chosen"

    def _list_header_lines(self) -> list[str]:
        """Return lines that state what is drawn, and whose the values are."""
        merged = ", symmetric moves as one" if self.merged else ""
        lines = [
            f"{self.game!r}: {KINDS[self.kind]}{merged}{FIRST[self.order]}",
            self.size_text,
            *VIEWERS.choose(self.game)(self),
        ]
        lines += self.savings
        if self.undecided:
            where = "1 vertex" if self.undecided == 1 else f"{self.undecided:,} vertices"
            heavy = "" if self.kind == "folded" else ", and each is heavy"
            lines.append(f"indifferent at {where}: several moves are equally good to the mover{heavy}")
        if any(vertex.siblings > 1 for vertex in self.root.walk()):
            lines.append("×n: so many symmetric moves, the first of which is drawn")
        if any(vertex.is_chance for vertex in self.root.walk()):
            lines.append("chance: nobody moves; fractions at branches are probabilities")
        if any(vertex.cut is VertexCut.LOOP for vertex in self.root.walk()):
            lines.append(f"as #n above: {self.LOOP}")
        if any(is_value_unknown(vertex) for vertex in self.root.walk()):
            lines.append(f"?: {self.UNKNOWN}")
        return lines

    @property
    def size_text(self) -> str:
        """How many vertices there are, in words."""
        if self.kind == "shared":
            again = sum(vertex.cut is VertexCut.SHARED for vertex in self.root.walk())
            lead = "1 branch that leads" if again == 1 else f"{again:,} branches that lead"
            return f"{self.visited - again:,} positions, and {lead} to one of them again"
        count = f"{self.visited:,} vertices, {self.leaves:,} of them leaves"
        cuts = "1 branch is cut" if self.cuts == 1 else f"{self.cuts:,} branches are cut"
        return f"visits {count}; {cuts}" if self.is_search else count

    def _format_payoff_lines(self) -> list[str]:
        return ["who moves, and what subgame-perfect play brings: payoffs of the players in order"]

    def _format_value_lines(self) -> list[str]:
        if self._caption_writer.is_number:
            unit = "a number" if self.game.scored else "win 1, draw 0, loss -1"
        elif isinstance(self.root.value, float):
            unit = "the mean of " + (
                "the points still to come" if self.game.scored else "win 1, draw 0, loss -1"
            )
        else:
            unit = (
                "points still to come" if self.game.scored else "win, draw or loss"
            ) + ", and the plies to the end"
        whose = "the mover's, A or B"
        if self.values == "A":
            whose = "A's, against whom B moves first" if self.root.mover else "A's, who moves first"
        lines = [f"each value is {whose}: {unit}"]
        if self.is_search:
            bounds = "" if self.is_hard else "; >=, <=: bounds"
            lines.append(f"α: what A has for sure on the way there; β: what B need not let A exceed{bounds}")
        if self.kind in STARS:
            lines.append(
                "at an outcome of chance: α and β are what it must pass for the throw to pass its own"
            )
        if self.kind == "star2":
            lines.append("probed: one move there was looked at before the search came back for the others")
        if self.is_hard:
            lines.append("values are what fail-hard functions return: nothing outside α and β")
        return lines

    @cached_property
    def _caption_writer(self) -> CaptionWriter:
        return CaptionWriter(self.game, self.values, is_search=self.is_search, is_hard=self.is_hard)

    @cached_property
    def _representative_function(self) -> Callable[[Position], Position]:
        return make_representative_function(self.game) if self.merged else lambda position: position

    @cached_property
    def _referenced_numbers(self) -> set[int]:
        """The numbers that are drawn: all for a search, else those that something refers to."""
        if self.is_search:
            return {vertex.number for vertex in self.root.walk() if vertex.number}
        return {vertex.cause for vertex in self.root.walk() if vertex.cause is not None}

    def _make_vertex_shape(
        self, vertex: Vertex, above: Vertex | None, path: tuple[int, ...], step: int | None = None
    ) -> TreeShape:
        """Return the shape of a vertex; in a folding, as it is after `step` steps."""
        is_folded = step is not None and vertex.height <= step
        below = [] if is_folded else list(enumerate(vertex.children))
        children = tuple(
            self._make_vertex_shape(child, vertex, (*path, place), step) for place, child in below
        )
        is_cut = vertex.cut is VertexCut.BOUND
        stroke = (
            BranchStyle.CUT
            if is_cut
            else BranchStyle.BEST
            if vertex.is_best and step is None
            else BranchStyle.PLAIN
        )
        said = (step is None or is_folded) and not is_cut
        teller = self._caption_writer
        return TreeShape(
            key=(self._representative_function(vertex.position), vertex.mover)
            if self.kind == "shared"
            else path,
            lines=() if is_cut else self._list_position_text_lines(vertex.position, vertex.mover),
            picture=None if is_cut else self._draw_board(vertex),
            who=teller.format_mover(vertex),
            answer=teller.format_answer(vertex) if said else "",
            tone=teller.find_outcome_tone(vertex) if said else "unknown",
            branch=self._format_branch(vertex, above),
            stroke=stroke,
            number=f"#{vertex.number}" if vertex.number in self._referenced_numbers else "",
            notes=teller.list_notes(vertex) if said or is_cut else (),
            children=children,
        )

    def _format_branch(self, vertex: Vertex, above: Vertex | None) -> str:
        gain = "" if above is None else self._caption_writer.format_gain(above.mover, vertex.gain)
        return f"{vertex.name}{gain}{f' ×{vertex.siblings}' if vertex.siblings > 1 else ''}"

    def _list_position_text_lines(self, position: Position, mover: int) -> tuple[str, ...]:
        with rule_errors_at(self.game, position):
            text = self.game.show_for_player(position, mover) if mover in (0, 1) else self.game.show(position)
            lines = [line for line in text.strip().splitlines() if line not in TO_MOVE]  # the caption has it
            return tuple(lines) or (encode(position),)

    def _draw_board(self, vertex: Vertex) -> Picture | None:
        """Return the board of a vertex, each side who it was at the root; None where text does."""
        game = self.game
        if not has(game, "depict") or has(game, "draw"):
            return None
        with rule_errors_at(game, vertex.position):
            if "\n" not in game.show(vertex.position).strip():  # one line of text takes less space
                return None
            picture = depict_for_player(game, vertex.position, vertex.mover)
        return None if picture is None or len(picture.places) > MOST_PLACES else picture

    def _make_shape_after_step(self, vertex: Vertex, path: tuple[int, ...], step: AlphaBetaStep) -> TreeShape:
        """Return the shape of a vertex of a search at one step: left already, or still being looked at."""
        met = [
            (place, child)
            for place, child in enumerate(vertex.children)
            if 0 < child.number <= step.latest_vertex_number
            or (not child.number and vertex.number in step.done)
        ]
        if vertex.number in step.done or not vertex.number:
            own = self._make_vertex_shape(replace(vertex, children=()), None, path)
            notes = (*own.notes, *(["left now"] if vertex is step.vertex else []))
        else:
            alpha, beta = compute_window_after_children(vertex, self._caption_writer, step.done)
            own = self._make_vertex_shape(replace(vertex, children=(), is_best=False), None, path)
            open_notes = f"α {format_number(alpha)} β {format_number(beta)}"
            own = replace(own, answer="", tone="unknown")
            notes = (open_notes,)
        below = []
        for place, child in met:
            shape = replace(
                self._make_shape_after_step(child, (*path, place), step),
                branch=self._format_branch(child, vertex),
            )
            is_known = vertex.number in step.done  # only then is a move known to be the best
            below.append(shape if is_known else replace(shape, stroke=BranchStyle.PLAIN))
        return replace(own, notes=notes, children=tuple(below))


def draw_tree(
    game: Game,
    position: Position,
    *,
    depth: int | None = None,
    limit: int = VERTICES,
    alpha_beta: bool = False,
    fold: bool = False,
    shared: bool = False,
    merged: bool = False,
    values: Viewer = "A",
    order: Order = "given",
    outcomes: Outcomes | None = None,
    steps: bool = False,
    hard: bool = False,
    star2: bool = False,
    looked: int = SMALL,
) -> Tree:
    """Return the game tree below `position`, where A is to move unless the game has a `mover`.

    With `depth` it ends after so many plies; values there are the true ones where no more than `looked`
    positions lie below, else unknown. `alpha_beta` draws what that search visits and cuts, `fold` every step
    of backward induction, `shared` each position once, a later occurrence pointing to it. `merged` draws
    symmetric moves as one; `order` has the mover's "best" or "worst" moves first; `values` are shown as "A"
    sees them or the "mover". For alpha-beta `outcomes` are the least and the largest that A can get, with
    which it stops at what cannot be beaten, `steps` tells every step, and `hard` shows what a fail-hard
    search returns. Where chance decides the search is Star1, or `star2`, within the `outcomes` or else the
    values there are. Where play comes back to a position, a vertex says so and ends the branch; searches and
    folding know no such thing. Raises `BadParameter` where more than `limit` vertices would be drawn,
    `LoopFound`, `BadRules`, `MissingCapability`.
    """
    if alpha_beta + fold + shared > 1:
        raise BadParameter("--alpha-beta, --fold and --shared draw different trees: choose one of them")
    if not alpha_beta and (outcomes is not None or steps or hard or star2):
        raise BadParameter(
            "--outcomes, --steps, --fail-hard and --star2 are for a search: give --alpha-beta too"
        )
    if steps and values != "A":
        raise BadParameter("--steps tells what A and B have for sure, all of it A's: leave out --values")
    if not is_count(limit, 1):
        raise BadParameter(f"the limit {limit!r} is no number of vertices: give 1 or more")
    if depth is not None and not is_count(depth, 0):
        raise BadParameter(f"the depth {depth!r} is no number of plies: give 0 or more")
    if not is_count(looked, 1):
        raise BadParameter(f"looked {looked!r} is no number of positions: give 1 or more")
    check_viewer(values)
    check_edge_order(order)
    _check_game_and_order(game, position, alpha_beta, order)
    stars = STAR_SEARCHES.choose(game) if alpha_beta else None
    _check_star_options(game, is_star=stars is not None, star2=star2, steps=steps, hard=hard)
    remedies = [] if alpha_beta or fold or shared else ["--shared"]
    remedies += [] if merged or not has(game, "symmetries") else ["--merged"]
    numbers = VertexNumbers(game, limit, ", ".join(["--depth N", *remedies]))
    graph, is_whole = _explore_nearest_positions(
        game, position, looked if depth is not None else max(looked, limit)
    )
    judging = make_vertex_valuer(game, graph, is_whole=is_whole, ends=depth is None and (alpha_beta or fold))
    known = judging.known if isinstance(judging, OutcomeValuer) else {}
    arrangement = EdgeArrangement(game, known, order, merged=merged)
    root = make_root_arrival(game, position)
    if stars is not None:
        name, other = ("star2", "star1") if star2 else ("star1", "star2")
        search = stars(game, graph, arrangement, depth, outcomes or find_value_limits(game, position, known))
        drawn = build_star_tree(name, search, root, numbers)
        savings = format_star_savings_lines(search, position, other, is_given=outcomes is not None)
        return _count_steps(Tree(game, drawn, name, values, merged, order, savings, has_steps=steps), numbers)
    if alpha_beta:
        drawn = build_alpha_beta_tree(game, root, arrangement, numbers, depth=depth, outcomes=outcomes)
        found = Tree(game, drawn, "alpha-beta", values, merged, order, has_steps=steps, is_hard=hard)
        savings = format_savings_lines(game, position, graph, arrangement, depth, outcomes)
        return _count_steps(replace(found, savings=savings), numbers)
    growth = TreeGrowth(game, graph, judging, arrangement, numbers, depth=depth, shared=shared)
    grown = growth.grow_vertex(root, 0, False)
    if fold:
        _check_folding_size(grown, numbers)
    return Tree(game, grown, "folded" if fold else "shared" if shared else "plain", values, merged, order)


def _check_game_and_order(game: Game, position: Position, alpha_beta: bool, order: Order) -> None:
    if alpha_beta:
        check_question(game, "tree_alpha_beta")
    if order != "given":
        check_question(game, "tree_order")
    TREE_CHECKS.choose(game)(game, position)


def _check_star_options(game: Game, *, is_star: bool, star2: bool, steps: bool, hard: bool) -> None:
    if star2 and not is_star:
        raise BadParameter(f"--star2 is for games where chance decides, which {game!r} is not: leave it out")
    if is_star and hard:
        raise BadParameter("--fail-hard is for games without chance: leave it out")
    if star2 and steps:
        raise BadParameter("--steps tells a search that does not come back to a vertex: leave out --star2")


def _check_payoff_tree(game: Game, position: Position) -> None:
    check_has_payoffs(game)
    check_position_number(game, position)


VIEWERS: Final = ByKind(
    "whose values a tree has", Tree._format_value_lines, payoffs=Tree._format_payoff_lines
)
STAR_SEARCHES: Final = ByKind[type[StarTreeSearch] | None](
    "alpha-beta where chance decides", None, dice=StarTreeSearch
)
TREE_CHECKS: Final = ByKind("check of a tree", check_can_draw_tree, payoffs=_check_payoff_tree)


def _count_steps(tree: Tree, numbers: VertexNumbers) -> Tree:
    """Count the vertices of all steps, where they are drawn."""
    if tree.has_steps:
        numbers.add_unnumbered(tree.visited * (tree.visited + 1) // 2)
    return tree


def _explore_nearest_positions(
    game: Game, position: Position, most: int
) -> tuple[dict[Any, CheckedExpansion], bool]:
    """Return the positions nearest to `position`, at most `most` of them, and whether that is all."""
    walk = Exploration(game, [position], whole=False)
    graph = {walk.nodes[number]: expansion for number, expansion, _ in islice(walk.explore_positions(), most)}
    return graph, walk.visited == len(walk.nodes)


def _check_folding_size(root: Vertex, numbers: VertexNumbers) -> None:
    """Count the vertices of all frames but the first: each is there until its parent is folded."""
    waiting = [(root, root.height + 1)]
    for vertex, frames in waiting:  # grows while it is walked
        numbers.add_unnumbered(frames - 1)
        waiting += [(child, vertex.height) for child in vertex.children]
