"""A vertex of a game tree: a position as play arrives there, and the vertices of its moves."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position, has
from zermelo.query.induction import first_mover, next_mover
from zermelo.solvers.subgame_perfect import Payoffs
from zermelo.trust.branches import Branch, asking

DEEPEST = 100  # plies; more cannot be looked at, and drawing goes down by recursion


class Cut(Enum):
    """Why nothing is drawn below a vertex that has moves."""

    NONE = "it is drawn in full"
    DEPTH = "the depth asked for ends here"
    SHARED = "the same position is drawn elsewhere"
    LOOP = "the same position stands above, on the way here"
    BOUND = "alpha-beta need not look at it"


@dataclass(frozen=True)
class Vertex:
    """A position, who moves there, the move that led there, and the vertices below.

    `value` is the mover's, None where it is not known, and `remoteness` None where that or play need not
    end; for alpha-beta it is what the search returned,
    and `bound` says whether the true value is at least (">=") or at most ("<=") that. In games of payoffs
    `payoffs` are all that subgame-perfect play can bring, None where that is not known. `number` counts
    vertices in the order of visiting, from 1; `cause` is the number of the vertex that shows the same
    position, or whose bound made the cut. A branch that alpha-beta has cut has no number, 0.
    """

    position: Position
    mover: int
    move: Move | None = None
    name: str = ""
    gain: int = 0
    number: int = 0
    value: int | None = None
    remoteness: int | None = None
    payoffs: tuple[Payoffs, ...] | None = None
    bound: str = ""
    is_finished: bool = False
    is_best: bool = False
    cut: Cut = Cut.NONE
    cause: int | None = None
    children: tuple["Vertex", ...] = ()

    def walk(self) -> Iterator["Vertex"]:
        """Yield this vertex and all below it, each before its children."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def height(self) -> int:
        """The branches on the longest way down from here."""
        return 1 + max(child.height for child in self.children) if self.children else 0


class Arrival(NamedTuple):
    """How play comes to a vertex: all that is known before looking at it."""

    position: Position
    mover: int
    move: Move | None = None
    name: str = ""
    gain: int = 0


def arrive(game: Game, position: Position, mover: int, branch: Branch) -> Arrival:
    """Return the arrival at the end of a branch."""
    with asking(game, position):
        name = game.name(position, branch.move)
    is_said = has(game, "mover") or game.players == 1
    after = first_mover(game, branch.child) if is_said else next_mover(mover, branch)
    return Arrival(branch.child, after, branch.move, name, branch.gain)


class Numbers:
    """The numbers of vertices, given out in turn up to a limit; `remedy` is what else may help beyond it."""

    def __init__(self, game: Game, limit: int, remedy: str) -> None:
        if limit < 1:
            raise BadParameter(f"the limit {limit} is no number of vertices: give 1 or more")
        self.game, self.limit, self.remedy = game, limit, remedy
        self.drawn = 0
        self.last = 0

    def next(self, depth: int) -> int:
        """Return the next number; raises `BadParameter` past the limit, or where the tree is too deep."""
        self.draw()
        if depth > DEEPEST:
            raise BadParameter(
                f"the tree of {self.game!r} is deeper than {DEEPEST} plies: give --depth {DEEPEST} or less, "
                "or begin at a later position"
            )
        self.last += 1
        return self.last

    def draw(self, count: int = 1) -> None:
        """Count what is drawn without a number: a branch that is cut, or the other frames of a folding."""
        self.drawn += count
        if self.drawn > self.limit:
            raise BadParameter(
                f"the tree of {self.game!r} has more than {self.limit:,} vertices to draw: "
                f"give {self.remedy}, a later position, or a larger --limit"
            )
