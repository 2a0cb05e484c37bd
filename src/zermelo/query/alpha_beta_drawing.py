"""Alpha-beta drawn: the vertices that `search.textbook_alpha_beta` visits, and the branches that it cuts.

Nothing is searched here: a listener hears of every step and keeps what a picture needs.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.query.induction import Known
from zermelo.query.vertex import Arrival, Cut, Numbers, Vertex, arrive
from zermelo.search.textbook_alpha_beta import Cutoff, Found, Visit, alpha_beta
from zermelo.trust.branches import Branch


def draw_alpha_beta(
    game: Game,
    root: Arrival,
    known: Mapping[Position, Known],
    depth: int | None,
    numbers: Numbers,
) -> Vertex:
    """Return the tree that the search visits below `root`; `known` gives values where `depth` ends it."""

    def value(position: Position) -> int:
        if position not in known:
            raise BadParameter(
                f"alpha-beta has no values at depth {depth} of {game!r}: too much lies below; "
                "begin at a later position, or leave out --alpha-beta"
            )
        return known[position].value

    drawing = _Drawing(game, root, numbers)
    alpha_beta(game, root.position, depth=depth, guess=value, listener=drawing)
    assert drawing.whole is not None
    return drawing.whole


@dataclass
class _Open:
    """A vertex that the search is below of, and its branches so far."""

    vertex: Vertex
    children: list[Vertex] = field(default_factory=list)


class _Drawing:
    """What a listener has heard of so far."""

    def __init__(self, game: Game, root: Arrival, numbers: Numbers) -> None:
        self.game, self.root, self.numbers = game, root, numbers
        self.way: list[_Open] = []
        self.whole: Vertex | None = None

    def enter(self, vertex: Visit, branch: Branch | None) -> None:
        """Open a vertex."""
        number = self.numbers.next(vertex.depth)
        assert number == vertex.number, "what is drawn is what was visited"
        arrival = self.root if branch is None else self._arrive(branch)
        self.way.append(_Open(Vertex(*arrival, number=number)))

    def cut(self, cutoff: Cutoff, branches: Iterable[Branch]) -> None:
        """Add the branches that are cut."""
        assert cutoff.ancestor is not None, "no largest value was given"
        for branch in branches:
            self.numbers.draw()
            cut = Vertex(*self._arrive(branch), cut=Cut.BOUND, cause=cutoff.ancestor.number)
            self.way[-1].children.append(cut)

    def leave(self, vertex: Visit, found: Found) -> None:
        """Close a vertex, and hang it below the one above."""
        opened = self.way.pop()
        bound = "" if found.low == found.high else ">=" if found.low == found.value else "<="
        if found.best is not None and bound != "<=":  # else no move is known to be better than another
            opened.children[found.best] = replace(opened.children[found.best], is_best=True)
        whole = replace(
            opened.vertex,
            value=found.value,
            bound=bound,
            is_finished=found.best is None and not found.is_guess,
            cut=Cut.DEPTH if found.is_guess else Cut.NONE,
            children=tuple(opened.children),
        )
        if self.way:
            self.way[-1].children.append(whole)
        else:
            self.whole = whole

    def _arrive(self, branch: Branch) -> Arrival:
        above = self.way[-1].vertex
        return arrive(self.game, above.position, above.mover, branch)
