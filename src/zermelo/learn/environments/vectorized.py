"""Many games at once, over arrays.

The common part of `learn.environments.gymnasium_vector` and `learn.environments.game_batch`.

Positions are the keys of the compiled rules, whose kernels play the games (`learn.kernels.vectorized_games`).
Observations are written for all games together. Each game draws its numbers from its own generator, some at a
time, in the same order as a single game (`learn.environments.gymnasium_environment`).
"""

import contextlib
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.guards.program_guard import check_compiled_program
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernel_binders import Binder, Program
from zermelo.compiler.kernel_kinds import LAYERED
from zermelo.compiler.kernels import DONE, FULL
from zermelo.compiler.kernels.layer_planes import LayerRules, build_fill_layers_kernel
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    CannotCompile,
    MissingCapability,
    OutdatedSolution,
    OutOfBudget,
    UnknownPosition,
)
from zermelo.core.game import Game, Position
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.position_codec import START
from zermelo.learn.datasets.labels import (
    NO_REMOTENESS,
    check_solution_matches_encoding,
    label_position,
    make_empty_label,
)
from zermelo.learn.encoding.board_planes import PlaneObserver
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.learn.encoding.word_observer import Observation, PositionObserver, WordObserver
from zermelo.learn.kernels.vectorized_games import (
    EVERY_PLAYER,
    OVER,
    PLAYED,
    ManyGames,
    MoveNumbering,
    build_advance_games,
    build_look_up_solution_labels,
    build_make_move_masks,
)
from zermelo.solution.in_memory import InMemoryTable, load_into_memory
from zermelo.solution.solution import Solution
from zermelo.solver.kernels.solution_probe import UNKNOWN_HERE

NO_NUMBER: Final = 1 << 62  # a number below 0, or at least so large, is no move's number
RANDOM_BLOCK: Final = 64  # random numbers drawn at a time for a game
POSITIONS_TRIED: Final = 1 << 16  # positions whose planes are kept

Array = npt.NDArray[Any]


class VectorGames:
    """A number of plays of one game, each at its own position.

    Raises `CannotCompile` for payoffs, positions that do not fit 63 bits, and rules that do not compile,
    unless `interpreted`: then the same kernels run as ordinary Python.
    """

    def __init__(
        self,
        encoding: GameEncoding,
        games: int,
        longest: int,
        *,
        solution: Solution | None = None,
        interpreted: bool = False,
    ) -> None:
        self.encoding, self.game, self.longest, self.solution = encoding, encoding.game, longest, solution
        self.program = make_checked_program(self.game, interpreted=interpreted)
        program = self.program
        columns: list[Any] = [np.zeros(games, np.int64) for _ in range(6)]
        columns += [np.zeros((games, RANDOM_BLOCK)), np.full(games, RANDOM_BLOCK)]
        self.games = ManyGames(*columns)
        self.numbering = make_move_numbering(encoding)
        self.generators: list[np.random.Generator] = [np.random.default_rng() for _ in range(games)]
        self.starts = np.array([program.key_of_position(start) for start in self.game.starts()], np.int64)
        self._advance = program.kernel(*ADVANCES.choose(self.game))
        self._mask = program.kernel(build_make_move_masks)
        self._planes: dict[int, Observation] = {}
        self._plane_kernel = make_plane_kernel(encoding.observer, self.program, interpreted=interpreted)
        self.solution_kernel: SolutionKernel | None = None
        if solution is not None:
            check_solution_matches_encoding(encoding, solution)
            self.solution_kernel = make_solution_kernel(encoding, solution, program)

    def set_generator(self, game: int, generator: np.random.Generator) -> None:
        """Let a game draw its random numbers from this generator from now on."""
        self.generators[game] = generator
        self.games.drawn[game] = RANDOM_BLOCK

    def draw_uniform(self, which: Array) -> Array:
        """Draw one number from 0 to 1 for each of these games."""
        games = self.games
        for game in which[games.drawn[which] == RANDOM_BLOCK]:
            self._draw_more_uniforms(int(game))
        drawn: Array = games.uniforms[which, games.drawn[which]]
        games.drawn[which] += 1
        return drawn

    def draw_index(self, which: Array, number: int) -> Array:
        """Draw one of so many for each of these games; nothing is drawn for one."""
        if number == 1:
            return np.zeros(len(which), np.int64)
        return (self.draw_uniform(which) * number).astype(np.int64)

    def begin_games(self, which: Array, agents: Array | int, start: Position = START) -> None:
        """Begin these games, and play each up to its agent's first decision, or to the end."""
        games = self.games
        if start is START:
            keys = self.starts[self.draw_index(which, len(self.starts))]
        else:
            keys = np.full(len(which), self._encode_position(start))
        games.positions[which] = keys
        games.agents[which] = agents
        for column in (games.players, games.points, games.plies, games.states):
            column[which] = 0
        self.advance_games(which, np.full(len(games.positions), PLAYED))

    def advance_games(self, which: Array, choices: Array) -> None:
        """Make the chosen moves of these games, by number, and play on to the next decisions.

        `choices` [games] int64 are overwritten. Raises `BadRules` where the rules break the contract.
        """
        place, status = 0, DONE
        while place < len(which):
            with track_kernel_positions(self.program, self.games.positions[which].tolist()):
                place, status = self._advance(self.games, which, choices, self.numbering, self.longest, place)
            if status == FULL:
                self._draw_more_uniforms(int(which[place]))
            elif status != DONE:
                raise_status_error(self.game, self.position(int(which[place])), status)

    def mark_deciding_games(self) -> Array:
        """Return in which games a learner is to move: [games] bool."""
        games = self.games
        own = (games.agents == EVERY_PLAYER) | (games.agents == games.players)
        deciding: Array = own & (games.states != OVER)
        return deciding

    def make_move_masks(self, deciding: Array) -> Array:
        """Return which numbers are moves: [games, choices] int8, all 0 where not `deciding`."""
        masks = np.empty((len(deciding), self.encoding.choices), np.int8)
        game, status = self._mask(self.games.positions, deciding, self.numbering, masks)
        if status != DONE:
            self.encoding.numbered_moves(self.position(game))  # which raises the error
            raise AssertionError("a move without a number is refused by the encoding")
        return masks

    def observe(self, others: Array) -> Observation:
        """Return movers' observations, the other player's where `others` [games] bool: [games, *shape]."""
        seen = self._observe_for_movers()
        seen[others, -2] = 0
        seen[others, -1] = 1
        return seen

    def make_labels(self, deciding: Array) -> dict[str, Array]:
        """Return value [games], remoteness [games] and best [games, choices] where `deciding`."""
        assert self.solution is not None
        if self.solution_kernel is not None:
            return self.solution_kernel.look_up_labels(self.games.positions, deciding)
        return self._label_one_by_one(deciding)

    def position(self, game: int) -> Position:
        """Return the position of a game."""
        return self.program.position_of_key(int(self.games.positions[game]))

    def positions(self) -> list[Position]:
        """Return the positions of all games."""
        return [self.program.position_of_key(key) for key in self.games.positions.tolist()]

    def _label_one_by_one(self, deciding: Array) -> dict[str, Array]:
        assert self.solution is not None
        found = []
        for game, decides in enumerate(deciding.tolist()):
            truth = make_empty_label(self.encoding)
            if decides:
                with contextlib.suppress(UnknownPosition):
                    truth = label_position(self.solution, self.encoding, self.position(game))
            found.append(truth)
        return {name: np.array([truth[name] for truth in found]) for name in found[0]}

    def _draw_more_uniforms(self, game: int) -> None:
        self.games.uniforms[game] = self.generators[game].random(RANDOM_BLOCK)
        self.games.drawn[game] = 0

    def _encode_position(self, position: Position) -> int:
        key = self.program.key_of_position(position)
        if key < 0:
            raise BadParameter(f"start={position!r} is no position of {self.game!r}: give one that it has")
        return key

    def _observe_for_movers(self) -> Observation:
        observer, keys = self.encoding.observer, self.games.positions
        if isinstance(observer, WordObserver):
            if observer.has_only_bits:
                return observer.observe_words(unpack_keys(self.program, keys))
            return observer.observe_all(self.positions())
        if self._plane_kernel is not None:
            return self._plane_kernel.observe(keys)
        missing = [key for key in dict.fromkeys(keys.tolist()) if key not in self._planes]
        if len(self._planes) + len(missing) > POSITIONS_TRIED:
            self._planes.clear()
            missing = list(dict.fromkeys(keys.tolist()))
        for key in missing:
            self._planes[key] = observer.observe(self.program.position_of_key(key))
        return np.stack([self._planes[key] for key in keys.tolist()])


ADVANCES: Final = ByKind(
    "kernel of many games at once",
    (build_advance_games, False),
    dice=(build_advance_games, True),
)


NOT_COMPILED: Final = ByKind(
    "why many games are not played at once",
    "",
    payoffs="pays each player separately: such games are played one by one, by MultiAgentEnvironment or "
    "GameEnvironment",
)


def make_checked_program(game: Game, *, interpreted: bool = False) -> Program:
    """Return the rules of a game for kernels, checked; raises `CannotCompile` and `BadRules`."""
    if fault := NOT_COMPILED.choose(game):
        raise CannotCompile(f"{game!r} {fault}")
    program = interpret_game(game) if interpreted else compile_game(game)
    check_compiled_program(program)
    return program


def make_move_numbering(encoding: GameEncoding) -> MoveNumbering:
    """Return the numbers of moves for kernels; raises `CannotCompile` where moves are no integers."""
    try:
        named = np.array(encoding.moves_by_number, np.int64).reshape(len(encoding.moves_by_number))
    except (TypeError, ValueError, OverflowError) as error:
        raise CannotCompile(f"{encoding.game!r}: its moves are no integers of 64 bits") from error
    order = np.argsort(named, kind="stable")
    return MoveNumbering(named, named[order], order.astype(np.int64))


class PlaneKernel:
    """Planes of many positions, made from the game's layers by a kernel."""

    def __init__(
        self, observer: PlaneObserver, width: int, program: Program, binder: Binder[LayerRules]
    ) -> None:
        self.observer, self.width, self.program = observer, width, program
        self._fill = binder.kernel(build_fill_layers_kernel)

    def observe(self, keys: Array) -> Observation:
        """Return the movers' observations of positions given as keys [positions]: [positions, *shape]."""
        layers = np.zeros((len(keys), self.width), np.int64)
        with track_kernel_positions(self.program, keys.tolist()):
            place, status = self._fill(keys, layers)
        if status != DONE:
            game, position = self.program.game, self.program.position_of_key(int(keys[place]))
            raise BadRules(
                f"{game!r}: layers() yields more or fewer than {self.width} numbers at "
                f"{describe_position(game, position)}: yield as many everywhere"
            )
        words = unpack_keys(self.program, keys) if self.observer.with_rest else None
        return self.observer.make_planes_from_layers(
            layers, words, lambda place: self.program.position_of_key(int(keys[place]))
        )


def make_plane_kernel(
    observer: PositionObserver, program: Program, *, interpreted: bool
) -> PlaneKernel | None:
    """Return the kernel that makes planes from layers, None where pictures are to be drawn."""
    if not isinstance(observer, PlaneObserver) or observer.layer_map is None:
        return None
    try:
        binder = interpret_game(program.game, LAYERED) if interpreted else compile_game(program.game, LAYERED)
    except CannotCompile:
        return None
    return PlaneKernel(observer, observer.layer_map.width, program, binder)


def unpack_keys(program: Program, keys: Array) -> Array:
    """Return the words of positions [positions, words] int64 given as keys [positions]."""
    if program.words is None:
        return keys[:, np.newaxis]
    words, left = [], keys
    for width in reversed(program.words.widths):
        words.append(left & ((1 << width) - 1))
        left = left >> width
    return np.stack(words[::-1], axis=1)


class SolutionKernel:
    """A solution in memory, which a kernel looks up for many positions at once."""

    def __init__(self, encoding: GameEncoding, program: Program, held: InMemoryTable) -> None:
        self.program, self.held, self.choices = program, held, encoding.choices
        self._numbering = make_move_numbering(encoding)
        self._judge = program.kernel(build_look_up_solution_labels, held.lookup)

    def look_up_labels(self, keys: Array, deciding: Array) -> dict[str, Array]:
        """Return value [keys], remoteness [keys] and best [keys, choices] int8 of the `deciding` ones."""
        held = self.held
        answers, best = np.empty(len(keys), np.int64), np.empty((len(keys), self.choices), np.int8)
        known = held.tables, held.answers
        with track_kernel_positions(self.program, keys.tolist()):
            self._judge(known, held.shift, keys, deciding, self._numbering, answers, best)
        found, rest = answers != UNKNOWN_HERE, (1 << held.shift) - 1
        values = np.where(found, answers >> held.shift, np.nan)
        plies = answers & rest
        ends = found & (plies != rest)  # with values alone rest is 0, and so is each of `plies`
        return {"value": values, "remoteness": np.where(ends, plies, NO_REMOTENESS), "best": best}


def make_solution_kernel(
    encoding: GameEncoding, solution: Solution, program: Program, budget: Budget | None = None
) -> SolutionKernel | None:
    """Return the kernel that looks up a solution, None where it must be asked position by position.

    That is where dice decide, where it does not fit in memory, or where kernels cannot hold it.
    """
    try:
        return SolutionKernel(encoding, program, load_into_memory(solution, budget))
    except (BadParameter, CannotCompile, MissingCapability, OutdatedSolution, OutOfBudget):
        return None


def require_one_choice_per_game(choices: npt.ArrayLike, games: int) -> Array:
    """Return choices as [games] int64; raises `BadParameter` where their number is wrong."""
    found = np.asarray(choices)
    if found.shape != (games,) or not np.issubdtype(found.dtype, np.integer):
        raise BadParameter(
            f"choices have the shape {found.shape} of {found.dtype}: give {games} whole numbers"
        )
    return np.where(found < NO_NUMBER, np.where(found < 0, NO_NUMBER, found), NO_NUMBER).astype(np.int64)
