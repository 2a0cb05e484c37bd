"""Any game of this library as a game of OpenSpiel's: `python_zermelo`, whose one parameter names it.

A state is a position, whose turn it is, the points so far and the plies: all else is asked of the rules.
Actions are the numbers that environments and networks here give moves (`learn.encoding.game_encoding`): of a
game that is small enough to be walked through, every move that occurs has one, in ascending order; of a
larger one a move's number is its place in `moves(position)`. Chances are explicit; an outcome's number is its
place in `chances(position)`.

Play that may cycle has no longest length, and OpenSpiel requires one. So play is cut after `LONGEST`
decisions, and then each player gets what they have so far. A state's text does not contain the plies, so
OpenSpiel's solvers should identify the states of a game that is cut by more than the text.

Texts of games hold brackets and commas, by which OpenSpiel parts its own: so `quote_game_text` writes them as
URLs do, and both ways are read.
"""

import dataclasses
import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

import numpy as np

from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.rule_queries import moves_at, points_of_move, terminal_value
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.formats.open_spiel.spiel_registration import (
    DEFAULT_GAME,
    NAME,
    make_spiel_game_type,
    quote_game_text,
    register_zermelo_game,
)
from zermelo.formats.open_spiel.spiel_states import library as pyspiel
from zermelo.games.game_lookup import game as named_game
from zermelo.learn.encoding.game_encoding import MOST_POSITIONS, find_most_moves_in_random_play, make_encoding
from zermelo.learn.encoding.word_observer import PositionObserver, make_row_observer, make_wide_row_observer
from zermelo.learn.game_walk import sort_distinct_moves
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.loop_detection import sort_topologically
from zermelo.solver.solution_files.solution_store import source_of

LONGEST: Final = 1_000  # decisions, of a game that may cycle, or is too large to be walked through
PLACES: Final = 1_024  # numbers of moves, and of chances, of a game of dice that is too large for that
MOST_OUTCOMES: Final = ByKind("outcomes of a throw, at most", 0, payoffs=0, dice=PLACES)
_LEAD: Final = "\nthe first is ahead by {}"
LEADS: Final = ByKind("points in a state's text", "", payoffs="", dice_gains=_LEAD, gains=_LEAD)
UTILITY_SUMS: Final = ByKind[float | None]("sum of payoffs", 0.0, payoffs=None, puzzle=None)


@dataclass(frozen=True, eq=False)
class SpielLayout:
    """A game laid out for OpenSpiel: its moves by number, and how large everything may be."""

    game: Game
    start: Position
    players: int
    named: tuple[Move, ...] = field(repr=False)  # the moves by number; none where a number is a place
    numbers: dict[Move, int] = field(repr=False)
    choices: int
    outcomes: int  # that a throw may have
    decisions: int  # on the longest line of play
    throws: int
    low: float  # of what a player may get
    high: float
    observer: PositionObserver | None = field(repr=False)

    def __deepcopy__(self, _: object) -> "SpielLayout":
        """Return the object itself: copies of a state share it."""
        return self

    def list_numbered_moves(self, position: Position) -> list[tuple[int, Move]]:
        """Return the moves of a position with their numbers, in ascending order."""
        moves = moves_at(self.game, position)
        if self.numbers:
            return sorted((self.numbers[move], move) for move in moves)
        if len(moves) > self.choices:
            raise BadParameter(
                f"{self.game!r} has {len(moves)} moves in a position, and {self.choices} places"
            )
        return list(enumerate(moves))

    def find_move(self, position: Position, action: int) -> Move:
        """Return the move of a number."""
        return self.named[action] if self.numbers else moves_at(self.game, position)[action]

    def find_move_number(self, position: Position, move: Move) -> int:
        """Return the number of a move."""
        return self.numbers[move] if self.numbers else moves_at(self.game, position).index(move)


@functools.lru_cache(maxsize=16)
def make_spiel_layout(game: Game, planes: bool = False) -> SpielLayout:
    """Return a game laid out for OpenSpiel, seen as rows or as `planes` of its board.

    Raises `BadRules`, and `BadParameter` where it has no move.
    """
    if planes:
        return dataclasses.replace(
            make_spiel_layout(game), observer=make_encoding(game, planes=True).observer
        )
    starts = list_checked_starts(game)
    walk = Exploration(game, starts, bounded=False)
    met: dict[Move, None] = {}
    after: list[list[int]] = []
    throwing: list[bool] = []
    ends: list[Position] = []
    outcomes, budget = 0, Budget()
    for number, expansion, children in walk.explore_positions(lambda done: budget.report("positions", done)):
        if len(walk.nodes) > MOST_POSITIONS:
            return _make_layout_without_enumeration(game, starts[0])
        met.update(dict.fromkeys(expansion.moves))
        after.append(children)
        throwing.append(expansion.probabilities is not None)
        if expansion.probabilities is not None:
            outcomes = max(outcomes, len(children))
        if expansion.end is not None:
            ends.append(walk.nodes[number])
    if not met:
        raise BadParameter(f"{game!r} has no move at all: there is nothing to choose")
    named = tuple(sort_distinct_moves(met))
    decisions, throws = _measure_longest_line(after, throwing)
    low, high = RANGES.choose(game)(game, ends)
    if decisions == LONGEST:  # play that is cut brings no player anything
        low, high = min(low, 0), max(high, 0)
    return SpielLayout(
        game,
        starts[0],
        game.players,
        named,
        {move: number for number, move in enumerate(named)},
        len(named),
        outcomes,
        decisions,
        throws,
        low,
        high,
        make_row_observer(game, walk.nodes),
    )


def _make_layout_without_enumeration(game: Game, start: Position) -> SpielLayout:
    try:
        observer: PositionObserver | None = make_wide_row_observer(game)
    except MissingCapability:
        observer = None
    outcomes = MOST_OUTCOMES.choose(game)
    low, high = RANGES.choose(game)(game, None)
    throws = LONGEST if outcomes else 0
    places = PLACES if outcomes else 2 * find_most_moves_in_random_play(game)
    return SpielLayout(
        game, start, game.players, (), {}, places, outcomes, LONGEST, throws, low, high, observer
    )


def _measure_longest_line(after: list[list[int]], has_dice: list[bool]) -> tuple[int, int]:
    """Return the most decisions and the most throws on a line of play; `LONGEST` where it may cycle."""
    order, loop = sort_topologically(after)
    if loop:
        return LONGEST, LONGEST if any(has_dice) else 0
    most = [(0, 0)] * len(after)
    for place in reversed(order):
        if after[place]:
            decisions, throws = (max(most[child][which] for child in after[place]) for which in (0, 1))
            most[place] = (decisions, throws + 1) if has_dice[place] else (decisions + 1, throws)
    return max(1, most[0][0]), most[0][1]


_Ends = Sequence[Position] | None
_UNBOUNDED: Final = (-LARGEST_VALUE, LARGEST_VALUE)


def _find_range_of_ends(game: Game, ends: _Ends) -> tuple[float, float]:
    if not game.scored:
        return -1, 1
    if ends is None:
        return _UNBOUNDED
    most = max((abs(terminal_value(game, end)) for end in ends), default=0)
    return -most, most


def _find_range_of_payoffs(game: Any, ends: _Ends) -> tuple[float, float]:
    payoffs = [each for end in ends or () for each in game.payoffs(end)]
    return (min(payoffs), max(payoffs)) if payoffs else _UNBOUNDED


RANGES: Final[ByKind[Callable[[Game, _Ends], tuple[float, float]]]] = ByKind(
    "least and most that a player may get",
    _find_range_of_ends,
    payoffs=_find_range_of_payoffs,
    dice_gains=lambda *_: _UNBOUNDED,
    puzzle=lambda *_: (0, 1),
    gains=lambda *_: _UNBOUNDED,
)


class SharedState(tuple[Any, ...]):
    """What copies of a state share: OpenSpiel copies all that a state holds, each entry of it."""

    __slots__ = ()

    def __deepcopy__(self, _: object) -> "SharedState":
        """Return it as it is."""
        return self


class ZermeloGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is not asked for its types
    """The game of OpenSpiel's that plays one of ours."""

    def __init__(self, params: dict[str, Any] | None = None, ours: Game | None = None) -> None:
        text, planes = (
            unquote((params or {}).get("game", DEFAULT_GAME)),
            bool((params or {}).get("planes", False)),
        )
        self.laid = make_spiel_layout(named_game(text) if ours is None else ours, planes)
        laid = self.laid
        info = pyspiel.GameInfo(
            num_distinct_actions=laid.choices,
            max_chance_outcomes=laid.outcomes,
            num_players=laid.players,
            min_utility=float(laid.low),
            max_utility=float(laid.high),
            utility_sum=UTILITY_SUMS.choose(laid.game),
            max_game_length=laid.decisions,
        )
        kind = make_spiel_game_type(
            repr(laid.game),
            (laid.players, laid.players),
            dice=laid.outcomes > 0,
            sums=UTILITY_SUMS.choose(laid.game) is None,
            seen=laid.observer is not None,
        )
        super().__init__(kind, info, make_spiel_parameters(text, planes))

    @property
    def zermelo_game(self) -> Game:
        """The game of this library."""
        return self.laid.game

    def new_initial_state(self) -> "ZermeloState":
        """Return the state where play begins: at the first of several starts."""
        return ZermeloState(self)

    def make_state_at_position(self, position: Position, player: int | None = None) -> "ZermeloState":
        """Return a state of any position, with no history; where that does not say who moves, `player`."""
        state = ZermeloState(self)
        state.set_position(position, player)
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return how many throws there may be on a line of play."""
        return self.laid.throws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what observes states."""
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return ZermeloObserver(self.laid, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> tuple[Any, ...]:
        given = self.get_parameters()
        return load_zermelo_game, (unquote(given["game"]), bool(given.get("planes", False)))


class ZermeloState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel is not asked for its types
    """A position, whose turn it is, what the first player is ahead by, and the decisions so far."""

    def __init__(self, game: ZermeloGame) -> None:
        super().__init__(game)
        self.laid = game.laid
        self.lead = self.decisions = 0
        self.set_position(self.laid.start)

    def set_position(self, position: Position, player: int | None = None) -> None:
        """Stand at a position; `player` is to move, where the position does not say."""
        game: Any = self.laid.game
        self.position = position
        self.player = int(game.mover(position)) if has(game, "mover") else player or 0
        self._store_actions()

    def _store_actions(self) -> None:
        """Find what there is here: moves by number, what dice may bring, or neither."""
        laid, game = self.laid, self.laid.game
        self.thrown = self.moves = SharedState()
        if game.outcome(self.position) == UNDECIDED:
            self.thrown = SharedState(game.chances(self.position))
            if not self.thrown and self.decisions < laid.decisions:
                self.moves = SharedState(laid.list_numbered_moves(self.position))

    def current_player(self) -> int:
        """Return who is to move."""
        if self.thrown:
            return int(pyspiel.PlayerId.CHANCE)
        return self.player if self.moves else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Return whether play is over."""
        return not (self.moves or self.thrown)

    def _legal_actions(self, player: int) -> list[int]:
        return [number for number, _ in self.moves]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of what dice may bring, with their probabilities."""
        return [(place, float(chance)) for place, (chance, _) in enumerate(self.thrown)]

    def _apply_action(self, action: int) -> None:
        game: Any = self.laid.game
        if self.thrown:
            after = self.thrown[action][1]
        else:
            move = next(move for number, move in self.moves if number == action)
            after = game.play(self.position, move)
            points = points_of_move(game, self.position, move)
            self.lead += points if self.player == 0 else -points
            self.decisions += 1
        self.position = after
        self.player = int(game.mover(after)) if has(game, "mover") else 1 - self.player
        self._store_actions()

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"dice {action}"
        return self.laid.game.name(self.position, self.laid.find_move(self.position, action))

    def returns(self) -> list[float]:
        """Return what each player has got where play is over: points on the way, and what the end brings.

        Before the end that is nothing, as OpenSpiel has it of games whose rewards come at the end.
        """
        if not self.is_terminal():
            return [0.0] * self.laid.players
        return RETURNS.choose(self.laid.game)(self, is_ended=not self._is_cut_off_by_length())

    def return_payoffs(self, *, is_ended: bool) -> list[float]:
        """Return each player's payoff, 0 where play was cut off."""
        asked: Any = self.laid.game
        payoffs = asked.payoffs(self.position) if is_ended else (0,) * self.laid.players
        return [float(each) for each in payoffs]

    def return_points(self, *, is_ended: bool) -> list[float]:
        """Return what the first player has more, and the other less; of a puzzle its value."""
        worth = terminal_value(self.laid.game, self.position) if is_ended else 0
        first = self.lead + (worth if self.player == 0 else -worth)
        return [float(first), float(-first)][: self.laid.players]

    def _is_cut_off_by_length(self) -> bool:
        """Return whether play ended only because it had gone on for so long."""
        laid = self.laid
        return self.decisions >= laid.decisions and bool(moves_at(laid.game, self.position))

    def __str__(self) -> str:
        game = self.laid.game
        turn = "dice to be thrown" if self.thrown else f"player {self.player} to move"
        points = LEADS.choose(game).format(self.lead)
        return f"{game.show_for_player(self.position, self.player)}{points}\n{turn}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_state_after_actions, (self.get_game(), self.history())


RETURNS: Final = ByKind(
    "what each player has got", ZermeloState.return_points, payoffs=ZermeloState.return_payoffs
)


class ZermeloObserver:
    """What a player sees of a state: the row or planes that networks see here, and its text."""

    def __init__(self, layout: SpielLayout, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, and {params} were given")
        self.laid = layout
        shape = layout.observer.shape if layout.observer is not None else (0,)
        self.tensor = np.zeros(math.prod(shape), np.float32)  # [all entries]
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: ZermeloState, player: int) -> None:
        """Note what a player sees."""
        if self.laid.observer is not None:
            after = (player - state.player) % self.laid.players
            self.tensor[:] = self.laid.observer.observe(state.position, after == 0, after=after).ravel()

    def string_from(self, state: ZermeloState, player: int) -> str:
        """Return the state's text, which all see."""
        return str(state)


def make_spiel_parameters(text: str, planes: bool) -> dict[str, Any]:
    """Return the parameters by which OpenSpiel names a game of ours."""
    return {"game": quote_game_text(text)} | ({"planes": True} if planes else {})


def load_zermelo_game(text: str, planes: bool = False) -> Any:
    """Return OpenSpiel's game of one of ours, by its name."""
    return pyspiel.load_game(NAME, make_spiel_parameters(text, planes))


def export_game(game: Game, *, planes: bool = False) -> ZermeloGame:
    """Return OpenSpiel's game of a zermelo game, also of one without a name in the catalogue.

    Parameters
    ----------
    game : Game
        Game to export.
    planes : bool, default False
        Whether observations are [planes, rows, columns] of the board; default: rows.

    Returns
    -------
    pyspiel.Game
        Game of OpenSpiel's, whose parameter is the game's text.
    """
    return ZermeloGame(make_spiel_parameters(source_of(game), planes), game)


def _make_state_after_actions(game: ZermeloGame, actions: list[int]) -> ZermeloState:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


register_zermelo_game()
