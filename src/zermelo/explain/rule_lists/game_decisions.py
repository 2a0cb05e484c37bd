"""The decisions of a game: its unfinished positions, symmetric ones as one, with their moves and values.

The player who follows a list meets a position in a role: this player is to move there, or the opponent. What
the list has to keep is a goal:

    start    the outcome of the start for this player: a list that never loses may give back what an
             opponent's error gave it
    always   the value of every position where this player is to move

For a list that is to be right everywhere, "start" demands that nothing becomes lost. Where a start is won, it
also demands that no won position becomes less.

Where play may cycle, a list also has to make progress: while it has to keep a win, no line of play that it
allows may cycle. Draws may be held for ever.

Predicates speak of a game's structure, which symmetric positions share; so one of each class is enough. The
user's own predicates are tried on all images.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, OutOfBudget
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import check_question, refuse_games_with_gains
from zermelo.solution.arena.arena_builder import build_arena_quickly
from zermelo.solution.arena.arena_values import solve_arena
from zermelo.solution.arena.position_arena import Arena
from zermelo.solver.graph.hashable_graph import TooManyPositions

Bools = npt.NDArray[np.bool_]

GOALS: Final = ("start", "always")
SIDES: Final[dict[str, tuple[int, ...]]] = {"first": (0,), "second": (1,), "both": (0, 1)}
NOTHING: Final = -(1 << 15)  # less than any value: where nothing has to be kept
LARGEST: Final = 2_000_000  # positions: beyond it the table, in Python, takes more than some minutes


def _keep_draw_or_win(value: int) -> int:
    return value if value >= 0 else NOTHING


START_TARGETS: Final[ByKind[Callable[[int], int]]] = ByKind(
    "what a list has to keep at a start", _keep_draw_or_win, gains=lambda _: NOTHING
)


def choose_side(game: Game, side: str) -> str:
    """Return the side that a list is for: of a puzzle for one, its player's."""
    return "first" if side == "both" and game.players == 1 else side


class RolePosition(NamedTuple):
    """A position in a role: its class, whether the list's player is to move, and that player's demand."""

    place: int
    own: bool
    demand: int  # from the view of the list's player


@dataclass(frozen=True, eq=False)
class Decisions:
    """A game's decisions.

    classes   [positions] int32: for each position of the arena, the least number of its class
    values    [positions] int16, the movers'
    plies     [positions] int32, remoteness; -1 of draws, where play may cycle
    kept      [moves] int16: what each move keeps, to who makes it
    alone     whether each unfinished position is asked for by itself, whichever player is to move
    """

    game: Game
    arena: Arena = field(repr=False)
    classes: npt.NDArray[np.int32] = field(repr=False)
    values: npt.NDArray[np.int16] = field(repr=False)
    plies: npt.NDArray[np.int32] = field(repr=False)
    kept: npt.NDArray[np.int16] = field(repr=False)
    alone: bool = False

    @cached_property
    def unfinished_places(self) -> npt.NDArray[np.int64]:
        """The unfinished classes, ascending: what a list has to decide."""
        own = self.classes == np.arange(self.arena.positions)
        return np.flatnonzero(own & (np.diff(self.arena.bounds) > 0))

    def get_representative_position(self, place: int) -> Position:
        """Return a class's representative."""
        return self.arena.position_at(place)

    def list_moves(self, place: int) -> list[Move]:
        """Return its moves, in the game's order."""
        return list(self.game.moves(self.get_representative_position(place)))

    def list_edges(self, place: int) -> range:
        """Return the numbers of its moves in the arena."""
        return range(int(self.arena.bounds[place]), int(self.arena.bounds[place + 1]))

    @cached_property
    def child_places(self) -> npt.NDArray[np.int32]:
        """[moves]: the class of the position that each move leads to."""
        return np.asarray(self.classes[self.arena.children >> 1])

    def find_kept_value(self, edge: int) -> int:
        """Return what a move keeps, to who makes it."""
        return int(self.kept[edge])

    def list_start_positions(self, sides: Sequence[int]) -> list[RolePosition]:
        """Return the starts in each role, with what has to be kept there."""
        if self.alone:
            return [RolePosition(place, True, NOTHING) for place in self.unfinished_places.tolist()]
        find_target, found = START_TARGETS.choose(self.game), []
        for number in self.arena.starts:
            place = int(self.classes[number])
            for side in sides:
                value = int(np.sign(self.values[place])) * (1 if side == 0 else -1)
                found.append(RolePosition(place, side == 0, find_target(value)))
        return list(dict.fromkeys(found))

    @property
    def longest_best_play(self) -> int | None:
        """Plies of best play from the start where it is longest; None where it need not end."""
        plies = [int(self.plies[start]) for start in self.arena.starts]
        return None if min(plies) < 0 else max(plies)

    def find_highest_demand(self, sides: Sequence[int]) -> int:
        """Return the most that any start asks to be kept: 1 where one is won, else 0."""
        return max(0, *(at.demand for at in self.list_start_positions(sides)))

    def look_up_value(self, position: Position) -> int:
        """Return a position's value, the mover's."""
        return int(self.values[self.arena.find_number(position)])

    def find_demand(self, at: RolePosition, goal: str) -> int:
        """Return what the list's player has to keep at a position where this player is to move."""
        return max(at.demand, int(self.values[at.place])) if goal == "always" else at.demand

    def find_child(self, at: RolePosition, edge: int) -> RolePosition:
        """Return what a move leads to."""
        stays = bool(self.arena.children[edge] & 1)
        return RolePosition(int(self.child_places[edge]), at.own == stays, at.demand)

    @cached_property
    def kernel_arrays(self) -> tuple[Any, ...]:
        """What kernels want: bounds, where moves lead to, where the turn stays, what is kept, values."""
        turns = (self.arena.children & 1).astype(np.int8)
        return self.arena.bounds, self.child_places, turns, self.kept, self.values

    def compile_kernel(self, build: Callable[..., Any], passes: int = 1) -> Callable[..., Any]:
        """Return the kernel that `build(jit)` makes, to go through all moves so many times more."""
        return self.arena.prepare_kernel(build, passes)


def build_decisions(game: Game, budget: Budget | None = None) -> Decisions:
    """Return the decisions of a game of win and loss, solved; of others see `rated`.

    Raises `OutOfBudget` beyond two million positions. Raises `MissingCapability` for dice, for more than two
    players, for points that come on the way, and for points where play may cycle.

    >>> from zermelo.games import TicTacToe
    >>> len(build_decisions(TicTacToe()).unfinished_places)
    627
    """
    check_question(game, "explain")
    refuse_games_with_gains(game, "what has to be kept here is how play ends")
    try:
        arena = build_arena_quickly(game, budget, allow_cycles=True, most=LARGEST)
    except TooManyPositions:
        raise make_too_large_error(game) from None
    values, plies = solve_arena(arena, budget)
    signs = np.where(arena.children & 1, 1, -1).astype(np.int16)
    kept = np.asarray(values[arena.children >> 1] * signs, np.int16)
    return Decisions(game, arena, find_symmetry_classes(game, arena, budget), values, plies, kept)


def make_too_large_error(game: Game) -> OutOfBudget:
    """Return the refusal of a game of too many positions."""
    return OutOfBudget(
        f"{game!r}: it has more than the {LARGEST:,} positions that lists of rules are looked for in: "
        "take a smaller game"
    )


def find_symmetry_classes(game: Game, arena: Arena, budget: Budget | None) -> npt.NDArray[np.int32]:
    """Return the least number in each position's class; its own where the game says no symmetries."""
    classes = np.arange(arena.positions, dtype=np.int32)
    if not has(game, "symmetries"):
        return classes
    known: dict[Position, int] = {}
    for number in range(arena.positions):
        position = arena.position_at(number)
        found = known.get(position)
        if found is None:
            found = number
            for image in game.symmetries(position):  # type: ignore[attr-defined]
                known[image] = number
        classes[number] = found
        if budget is not None and number % 65_536 == 0:
            budget.report("find classes", number, arena.positions)
    return classes


def find_roles_of_side(goal: str, side: str) -> tuple[int, ...]:
    """Return the roles of a side; raises `BadParameter` for an unknown goal or side."""
    if goal not in GOALS:
        raise BadParameter(f"goal {goal!r} is unknown: choose one of {', '.join(GOALS)}")
    if not isinstance(side, str) or side not in SIDES:
        raise BadParameter(f"side {side!r} is unknown: choose one of {', '.join(SIDES)}")
    return SIDES[side]
