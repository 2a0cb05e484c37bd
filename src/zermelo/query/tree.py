"""Game trees to look at: values by backward induction, alpha-beta, folding, shared positions.

A tree is for a board and for a page. It has a vertex for each way of play, so even small games outgrow
it: above a limit it is refused, and a depth, or drawing each position once, helps.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.core.requirements import is_of_payoffs, refuse_payoffs
from zermelo.core.values import Answer, outcome_word
from zermelo.drawing.shapes import Frame, Shape, Stroke
from zermelo.drawing.tree_mermaid import tree_mermaid
from zermelo.drawing.tree_svg import tree_svg
from zermelo.drawing.tree_text import tree_text
from zermelo.graph.discovery import Exploration
from zermelo.query.alpha_beta_drawing import draw_alpha_beta
from zermelo.query.equilibria import say_payoffs
from zermelo.query.induction import check_drawable, check_position, first_mover
from zermelo.query.vertex import Arrival, Cut, Numbers, Vertex, arrive
from zermelo.query.worth import Judge, ValueJudge, judge
from zermelo.solvers.subgame_perfect import check_has_payoffs
from zermelo.trust.branches import Expansion, Rules, asking

PLAYERS = "AB"
VERTICES = 400  # drawn, unless more are asked for
SMALL = 20_000  # positions below the root that are looked at for the values where a depth ends the tree
KINDS = {
    "plain": "game tree",
    "alpha-beta": "game tree as alpha-beta looks at it",
    "folded": "backward induction, folding the tree",
    "shared": "game tree, each position expanded once",
}


@dataclass(frozen=True, repr=False)
class Tree:
    """A game tree that shows itself: text at a prompt, a picture in a notebook.

    `kind` is "plain", "alpha-beta", "folded" or "shared".
    """

    game: Game
    root: Vertex
    kind: str = "plain"

    def __str__(self) -> str:
        parts = ["\n".join(self._header())]
        for frame in self.frames():
            parts.append("\n".join(part for part in (frame.heading, tree_text(frame.root)) if part))
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return str(self)

    def mermaid(self) -> str:
        """Return a Mermaid flowchart; of a folding a page of Markdown with one for each step."""
        frames = list(self.frames())
        if len(frames) == 1 and not frames[0].heading:
            return tree_mermaid(frames[0].root)
        parts = [f"## {frame.heading}\n\n```mermaid\n{tree_mermaid(frame.root)}\n```" for frame in frames]
        return "\n\n".join(parts)

    def svg(self) -> str:
        """Return a picture."""
        return tree_svg(self._header(), list(self.frames()))

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
        """How many branches alpha-beta did not look at."""
        return sum(vertex.cut is Cut.BOUND for vertex in self.root.walk())

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures of the tree: one, or one for each step of a folding."""
        if self.kind != "folded":
            yield Frame("", self._shape(self.root, (), None))
            return
        steps = self.root.height
        for step in range(steps + 1):
            what = "only the ends have values" if step == 0 else "values one ply further up"
            yield Frame(f"step {step} of {steps}: {what}", self._shape(self.root, (), step))

    def _header(self) -> list[str]:
        """Say what is drawn, and whose the values are."""
        is_search = self.kind == "alpha-beta"
        count = f"{self.visited:,} vertices, {self.leaves:,} of them leaves"
        if is_search:
            count = f"visits {count}; {self.cuts:,} branches are cut"
        if self.kind == "shared":
            again = sum(vertex.cut is Cut.SHARED for vertex in self.root.walk())
            count = (
                f"{self.visited - again:,} positions, and {again:,} branches that lead to one of them again"
            )
        words = "win 1, draw 0, loss -1" if is_search else "win, draw or loss"
        unit = "points still to come" if self.game.scored else words
        unit += ", >= and <= where only a bound is known" if is_search else ", and the plies to the end"
        values = f"each value is the mover's, A or B: {unit}"
        if is_of_payoffs(self.game):
            values = "who moves, and what subgame-perfect play brings: payoffs of the players in order"
        lines = [f"{self.game!r}: {KINDS[self.kind]}", count, values]
        if any(vertex.cut is Cut.LOOP for vertex in self.root.walk()):
            lines.append("as #n above: play comes back to that position, and may go round in a circle")
        if any(_is_unknown(vertex) for vertex in self.root.walk()):
            lines.append("?: not known, because too much lies below or play can go round in a circle")
        return lines

    @cached_property
    def _pointed_at(self) -> set[int]:
        """The numbers that are drawn: all for alpha-beta, else those that something refers to."""
        if self.kind == "alpha-beta":
            return {vertex.number for vertex in self.root.walk() if vertex.number}
        return {vertex.cause for vertex in self.root.walk() if vertex.cause is not None}

    def _shape(self, vertex: Vertex, path: tuple[int, ...], step: int | None) -> Shape:
        """Return the shape of a vertex; in a folding, as it is after `step` steps."""
        children: tuple[Shape, ...] = ()
        is_folded = step is not None and vertex.height <= step
        if not is_folded:
            children = tuple(
                self._shape(child, (*path, place), step) for place, child in enumerate(vertex.children)
            )
        is_cut = vertex.cut is Cut.BOUND
        stroke = Stroke.CUT if is_cut else Stroke.BEST if vertex.is_best and step is None else Stroke.PLAIN
        said = step is None or is_folded
        return Shape(
            key=(vertex.position, vertex.mover) if self.kind == "shared" else path,
            lines=() if is_cut else self._lines(vertex.position),
            answer="" if is_cut else self._answer(vertex) if said else self._who(vertex),
            tone=_tone(vertex) if said else "unknown",
            branch=f"{vertex.name} ({vertex.gain:+})" if vertex.gain else vertex.name,
            stroke=stroke,
            number=f"#{vertex.number}" if vertex.number in self._pointed_at else "",
            note=_note(vertex),
            children=children,
        )

    def _lines(self, position: Position) -> tuple[str, ...]:
        with asking(self.game, position):
            return tuple(self.game.show(position).strip().splitlines()) or (repr(position),)

    def _who(self, vertex: Vertex) -> str:
        return f"player {vertex.mover + 1}" if is_of_payoffs(self.game) else PLAYERS[vertex.mover]

    def _answer(self, vertex: Vertex) -> str:
        who = self._who(vertex)
        if _is_unknown(vertex):
            return f"{who}: ?"
        if vertex.payoffs is not None:
            said = " or ".join(map(say_payoffs, vertex.payoffs))
            return f"{said}, over" if vertex.is_finished else f"{who}: {said}"
        assert vertex.value is not None
        if self.kind == "alpha-beta":
            return f"{who}: {vertex.bound} {vertex.value}" if vertex.bound else f"{who}: {vertex.value}"
        answer = Answer(vertex.value, vertex.remoteness, self.game.scored)
        said = f"{_without_plies(answer)}, over" if vertex.is_finished else str(answer)
        return f"{who}: {said}"


def _is_unknown(vertex: Vertex) -> bool:
    return vertex.value is None and vertex.payoffs is None and vertex.cut is not Cut.BOUND


def _tone(vertex: Vertex) -> str:
    """Return the word for a value's sign, where that is certain, or "payoffs"."""
    if vertex.payoffs is not None:
        return "payoffs"
    if vertex.value is None or (vertex.bound == ">=" and vertex.value <= 0):
        return "unknown"
    return "unknown" if vertex.bound == "<=" and vertex.value >= 0 else outcome_word(vertex.value)


def _without_plies(answer: Answer) -> str:
    return str(answer._replace(remoteness=0)).removesuffix(" in 0")


def _note(vertex: Vertex) -> str:
    notes = {
        Cut.NONE: "",
        Cut.DEPTH: "…",
        Cut.SHARED: f"see #{vertex.cause}",
        Cut.LOOP: f"as #{vertex.cause} above",
        Cut.BOUND: f"cut by #{vertex.cause}",
    }
    return notes[vertex.cut]


def tree(
    game: Game,
    position: Position,
    *,
    depth: int | None = None,
    limit: int = VERTICES,
    alpha_beta: bool = False,
    fold: bool = False,
    shared: bool = False,
) -> Tree:
    """Return the game tree below `position`, where A is to move unless the game has a `mover`.

    With `depth` it ends after so many plies; values there are the true ones where no more than 20,000
    positions lie below, else unknown. `alpha_beta` draws what that search visits and cuts, `fold` every
    step of backward induction, `shared` each position once, a later occurrence pointing to it. Where play
    comes back to a position, a vertex says so and ends the branch; alpha-beta and folding know no such thing.
    Raises `BadParameter` where more than `limit` vertices would be drawn, `LoopFound`, `BadRules`.
    """
    if alpha_beta + fold + shared > 1:
        raise BadParameter("--alpha-beta, --fold and --shared draw different trees: choose one of them")
    if not is_count(limit, 1):
        raise BadParameter(f"the limit {limit!r} is no number of vertices: give 1 or more")
    if depth is not None and not is_count(depth, 0):
        raise BadParameter(f"the depth {depth!r} is no number of plies: give 0 or more")
    _check_game(game, position, alpha_beta)
    numbers = Numbers(game, limit, "--depth N" if alpha_beta or fold or shared else "--depth N, --shared")
    root = Arrival(position, first_mover(game, position))
    graph, is_whole = _look(game, position, SMALL if depth is not None else max(SMALL, limit))
    judging = judge(game, graph, is_whole=is_whole, ends=depth is None and (alpha_beta or fold))
    if alpha_beta:
        assert isinstance(judging, ValueJudge)
        return Tree(game, draw_alpha_beta(game, root, judging.known, depth, numbers), "alpha-beta")
    growth = _Growth(game, graph, judging, depth, shared, numbers)
    grown = growth.grow(root, 0, False)
    if fold:
        _check_frames(grown, numbers)
    return Tree(game, grown, "folded" if fold else "shared" if shared else "plain")


def _check_game(game: Game, position: Position, alpha_beta: bool) -> None:
    if alpha_beta:
        refuse_payoffs(game, "alpha-beta is")
    if is_of_payoffs(game):
        check_has_payoffs(game)
        check_position(game, position)
    else:
        check_drawable(game, position)


def _look(game: Game, position: Position, most: int) -> tuple[dict[Any, Expansion], bool]:
    """Return the positions nearest to `position`, at most `most` of them, and whether that is all."""
    walk = Exploration(game, [position])
    graph = {walk.nodes[number]: expansion for number, expansion, _ in islice(walk.steps(), most)}
    return graph, walk.visited == len(walk.nodes)


def _check_frames(root: Vertex, numbers: Numbers) -> None:
    """Count the vertices of all frames but the first: each is there until its parent is folded."""
    waiting = [(root, root.height + 1)]
    for vertex, frames in waiting:  # grows while it is walked
        numbers.draw(frames - 1)
        waiting += [(child, vertex.height) for child in vertex.children]


class _Growth:
    """A tree while it grows, from left to right."""

    def __init__(
        self,
        game: Game,
        graph: dict[Any, Expansion],
        judging: Judge,
        depth: int | None,
        shared: bool,
        numbers: Numbers,
    ) -> None:
        self.game, self.graph, self.judging, self.depth, self.numbers = game, graph, judging, depth, numbers
        self.rules = Rules(game)
        self.expanded: dict[tuple[Position, int], int] | None = {} if shared else None
        self.way: dict[tuple[Position, int], int] = {}  # from the root to where it grows

    def expand(self, position: Position) -> Expansion:
        """Return what the rules say of a position, asked once."""
        if position not in self.graph:
            self.graph[position] = self.rules.expand(position)
        return self.graph[position]

    def grow(self, arrival: Arrival, depth: int, is_best: bool) -> Vertex:
        """Return the vertex that an arrival leads to, with all that is drawn below it."""
        position = arrival.position
        expansion = self.expand(position)
        worth = self.judging.worth(position, expansion)
        vertex = Vertex(
            *arrival,
            number=self.numbers.next(depth),
            **worth._asdict(),
            is_finished=expansion.end is not None,
            is_best=is_best,
        )
        if self.expanded is not None:
            first = self.expanded.get((position, arrival.mover))
            if first is not None:
                return replace(vertex, cut=Cut.SHARED, cause=first)
        above = self.way.get((position, arrival.mover))
        if above is not None:
            return replace(vertex, cut=Cut.LOOP, cause=above)
        branches = expansion.branches
        if depth == self.depth and branches:
            return replace(vertex, cut=Cut.DEPTH)
        if self.expanded is not None:
            self.expanded[position, arrival.mover] = vertex.number
        best = self.judging.best(position, branches)
        self.way[position, arrival.mover] = vertex.number
        children = tuple(
            self.grow(arrive(self.game, position, arrival.mover, branch), depth + 1, is_best)
            for branch, is_best in zip(branches, best, strict=True)
        )
        del self.way[position, arrival.mover]
        return replace(vertex, children=children)
