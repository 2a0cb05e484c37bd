"""A vertex of a game tree: a position at the end of a line of play, and the vertices of its moves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple

from zermelo.compiler.guards.checked_rules import CheckedMove, rule_errors_at
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.core.game_kind import ByKind
from zermelo.solution.game_trees.tree_edges import TreeEdge, format_probability
from zermelo.solution.game_trees.tree_induction import find_first_mover, find_next_mover
from zermelo.solver.methods.subgame_perfect import Payoffs, read_mover

DEEPEST = 100  # plies; more cannot be looked at, and drawing goes down by recursion


class VertexCut(Enum):
    """Why nothing is drawn below a vertex that has moves."""

    NONE = "it is drawn in full"
    DEPTH = "the depth asked for ends here"
    SHARED = "the same position is drawn elsewhere"
    LOOP = "the same position stands above, on the way here"
    BOUND = "a search need not look at it"


@dataclass(frozen=True)
class Vertex:
    """A position, who moves there, the move that led there, and the vertices below.

    Of two players `mover` is 0 for A, who is player 0 of a game that says who moves and else who moves at the
    root, and 1 for B; of several it is their number.
    `value` is the mover's, None where it is not known, and `remoteness` None where that or play need not end.
    For alpha-beta the value is what the search returned, and `bound` says whether the true value is at least
    (">=") or at most ("<=") that; `window` is (alpha, beta) as the search came there, `hard` what a fail-hard
    search returns, all the mover's. Below and above throws the true value is `between` two numbers, and
    `is_probed` says that Star2 looked at one move there before it came back. In games of payoffs `payoffs`
    are all that subgame-perfect play can bring, None where that is not known, and `ends` where it can end.
    Where dice decide, `is_chance`, the value is the mean, and each child has its `probability`. `siblings`
    says how many siblings a vertex stands for, `ties` which moves, by their names, are equally good, and no
    other better. `number` counts vertices in the order of visiting, from 1, and is 0 for a branch that was
    cut; `cause` is the number of the vertex that shows the same position, or whose bound made the cut, None
    where what is cut could not be beaten by anything.
    """

    position: Position
    mover: int
    move: Move | None = None
    name: str = ""
    gain: int = 0
    probability: float | None = None
    siblings: int = 1
    number: int = 0
    value: Any = None
    remoteness: int | None = None
    payoffs: tuple[Payoffs, ...] | None = None
    ends: tuple[Position, ...] = ()
    bound: str = ""
    window: tuple[Any, Any] | None = None
    between: tuple[Any, Any] | None = None
    is_probed: bool = False
    hard: Any = None
    is_finished: bool = False
    is_chance: bool = False
    is_best: bool = False
    ties: tuple[tuple[str, ...], ...] = ()
    cut: VertexCut = VertexCut.NONE
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


class VertexArrival(NamedTuple):
    """How play comes to a vertex: all that is known before looking at it."""

    position: Position
    mover: int
    move: Move | None = None
    name: str = ""
    gain: int = 0
    probability: float | None = None
    siblings: int = 1


def make_root_arrival(game: Game, position: Position) -> VertexArrival:
    """Return the arrival at the root."""
    return VertexArrival(position, FIRST_MOVERS.choose(game)(game, position))


def make_arrival_by_edge(game: Game, position: Position, mover: int, edge: TreeEdge) -> VertexArrival:
    """Return the arrival at the end of an edge."""
    branch = edge.branch
    if edge.probability is None:
        with rule_errors_at(game, position):
            name = game.name(position, branch.move)
    else:
        name = format_probability(edge.probability)
    after = NEXT_MOVERS.choose(game)(game, mover, branch)
    return VertexArrival(branch.child, after, branch.move, name, branch.gain, edge.probability, edge.siblings)


FIRST_MOVERS: Final = ByKind("who moves at the root", find_first_mover, payoffs=read_mover)
NEXT_MOVERS: Final[ByKind[Callable[[Game, int, CheckedMove], int]]] = ByKind(
    "who moves after a move",
    lambda _, mover, branch: find_next_mover(mover, branch),
    payoffs=lambda game, _, branch: read_mover(game, branch.child),
)


class VertexNumbers:
    """The numbers of vertices, given out in turn up to a limit; `remedy` is what else may help beyond it."""

    def __init__(self, game: Game, limit: int, remedy: str) -> None:
        if limit < 1:
            raise BadParameter(f"the limit {limit} is no number of vertices: give 1 or more")
        self.game, self.limit, self.remedy = game, limit, remedy
        self.drawn = 0
        self.last = 0

    def next_number(self, depth: int) -> int:
        """Return the next number; raises `BadParameter` past the limit, or where the tree is too deep."""
        self.add_unnumbered()
        if depth > DEEPEST:
            raise BadParameter(
                f"the tree of {self.game!r} is deeper than {DEEPEST} plies: give --depth {DEEPEST} or less, "
                "or begin at a later position"
            )
        self.last += 1
        return self.last

    def add_unnumbered(self, count: int = 1) -> None:
        """Count what is drawn without a number: a branch that is cut, or the other frames of a folding."""
        self.drawn += count
        if self.drawn > self.limit:
            raise BadParameter(
                f"the tree of {self.game!r} has more than {self.limit:,} vertices to draw: "
                f"give {self.remedy}, a later position, or a larger --limit"
            )
