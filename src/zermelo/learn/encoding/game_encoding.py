"""The encoding of positions and moves as arrays: a network's inputs, and the move of each output.

A move has a meaning in one position only, and may be of any type: cells, bit masks, tuples. In a small game
all moves that occur anywhere are numbered in ascending order. So an output keeps its meaning from position to
position (cell 4 is cell 4). For a game too large to be enumerated, the caller can give its `moves`. Without
them, a move is its own number where all moves in random play are integers below `LARGEST_NUMBER`. There are
as many numbers as the bits of the largest allow. Otherwise a position's moves are numbered in the order of
`moves(position)`. An output then has another meaning in each position, which is hard for a network to learn.
"""

import math
import random
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import moves_at
from zermelo.learn.encoding.board_planes import make_plane_observer
from zermelo.learn.encoding.word_observer import (
    Observation,
    PositionObserver,
    make_row_observer,
    make_wide_row_observer,
)
from zermelo.learn.environments.episode import Episode
from zermelo.learn.game_walk import (
    EnumeratedGame,
    iterate_legal_moves,
    list_distinct_moves,
    list_positions,
    sort_distinct_moves,
)

Mask = npt.NDArray[np.bool_]  # [choices], True where there is such a move

MOST_POSITIONS = 100_000  # up to which all moves of a game are numbered
SAMPLE_GAMES = 64  # random games, where it has more
SAMPLE_PLIES = 400  # of each, at most
LARGEST_NUMBER = 1 << 13  # integer moves of a large game below it are their own numbers


@dataclass(frozen=True, eq=False)
class GameEncoding:
    """A game's positions as rows or planes of zeros and ones, and its moves as numbers below `choices`.

    Parameters
    ----------
    game : Game
        The game.
    observer : PositionObserver
        Makes the observations.
    choices : int
        Number of different move numbers.
    number_of_move : dict of move to int, or None
        Number of each move. None means that a move's number is its index in `moves(position)`.
    moves_by_number : tuple of move
        The moves by number, empty where `number_of_move` is None.
    """

    game: Game
    observer: PositionObserver = field(repr=False)
    choices: int
    number_of_move: dict[Move, int] | None = field(repr=False)
    moves_by_number: tuple[Move, ...] = field(repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of an observation: its width, or its planes, rows and columns."""
        return self.observer.shape

    @property
    def width(self) -> int:
        """Number of zeros and ones in an observation."""
        return math.prod(self.shape)

    def observe(self, position: Position, moving: bool = True, *, after: int = 1) -> Observation:
        """Return a player's observation of a position.

        Parameters
        ----------
        position : Position
            A position of the game.
        moving : bool
            Whether the mover looks.
        after : int
            Else the player this many seats after the mover looks.

        Returns
        -------
        float32 [*shape]
            Zeros and ones.
        """
        return self.observer.observe(position, moving, after=after)

    def numbered_moves(self, position: Position) -> list[tuple[int, Move]]:
        """List the moves with their numbers, in the game's order.

        Parameters
        ----------
        position : Position
            A position of the game.

        Returns
        -------
        list of (int, move)
            Empty at a finished position.

        Raises
        ------
        BadParameter
            If a move has no number.
        """
        moves = moves_at(self.game, position)
        if self.number_of_move is None:
            if len(moves) > self.choices:
                raise BadParameter(
                    f"{self.game!r} has {len(moves)} moves at {describe_position(self.game, position)}, and "
                    f"places={self.choices}: give more places, or all moves"
                )
            return list(enumerate(moves))
        try:
            return [(self.number_of_move[move], move) for move in moves]
        except (KeyError, TypeError) as error:
            raise BadParameter(
                f"{self.game!r} has a move that has no number at "
                f"{describe_position(self.game, position)} ({error}): give all moves, or none of them"
            ) from error

    def legal_mask(self, position: Position) -> Mask:
        """Return which numbers are legal moves at a position.

        Parameters
        ----------
        position : Position
            A position of the game.

        Returns
        -------
        bool [choices]
            All False at a finished position.
        """
        mask = np.zeros(self.choices, np.bool_)
        for number, _ in self.numbered_moves(position):
            mask[number] = True
        return mask

    def decode_move(self, position: Position, number: int) -> Move | None:
        """Return the move with a number at a position.

        Parameters
        ----------
        position : Position
            A position of the game.
        number : int
            Number of a move.

        Returns
        -------
        move or None
            None where the number is no legal move there.
        """
        return next((move for known, move in self.numbered_moves(position) if known == number), None)


def make_encoding(
    game: Game,
    *,
    most: int = MOST_POSITIONS,
    moves: Iterable[Move] | None = None,
    places: int | None = None,
    planes: bool = False,
    budget: Budget | None = None,
) -> GameEncoding:
    """Make the encoding of a game's positions and moves as arrays, for learners.

    The game may have two players or several, dice, or be a puzzle for one.

    Parameters
    ----------
    game : Game
        The game to encode.
    most : int
        Largest number of positions up to which the game is enumerated, and every move that occurs gets a
        number.
    moves : iterable of move, optional
        All moves of a larger game, in the order of their numbers. Without them a larger game's moves are
        their own numbers, or are numbered by their index in `moves(position)`.
    places : int, optional
        Number of such indices: by default twice as many as random play meets.
    planes : bool
        Whether positions are seen as planes (`learn.encoding.board_planes`); else they are rows
        (`learn.encoding.word_observer`).
    budget : Budget, optional
        Progress and cancellation.

    Returns
    -------
    GameEncoding
        The encoding.

    Raises
    ------
    MissingCapability
        If the game cannot be encoded.
    BadParameter
        If it has no move.
    BadRules
        If the rules break the contract.

    Examples
    --------
    >>> from zermelo.games import Cram
    >>> encoding = make_encoding(Cram(columns=2, rows=2))
    >>> encoding.moves_by_number, encoding.legal_mask(3)
    ((3, 5, 10, 12), array([False, False, False,  True]))
    """
    positions = list_positions(game, most, budget)
    if positions is not None:
        flat, known, whole = make_row_observer(game, positions), positions, True
        moves = sort_distinct_moves(iterate_legal_moves(game, positions)) if moves is None else moves
    else:
        flat, whole = make_wide_row_observer(game), False
        known, met = _sample_positions_and_moves(game)
        if moves is None and places is None:
            moves = _find_range_of_integer_moves(move for each in met for move in each)
        if moves is None and places is None:
            places = 2 * max(map(len, met))
    observer = make_plane_observer(game, flat, known, whole=whole) if planes else flat
    if moves is None:
        return GameEncoding(game, observer, places or 0, None, ())
    return _make_encoding_with_numbered_moves(game, observer, moves)


def make_enumerated_encoding(walk: EnumeratedGame, moves: Iterable[Move] | None = None) -> GameEncoding:
    """Return the encoding of an enumerated game; raises `BadParameter` where it has no move."""
    observer = make_row_observer(walk.game, walk.positions)
    return _make_encoding_with_numbered_moves(
        walk.game, observer, list_distinct_moves(walk) if moves is None else moves
    )


def _make_encoding_with_numbered_moves(
    game: Game, observer: PositionObserver, moves: Iterable[Move]
) -> GameEncoding:
    named = tuple(dict.fromkeys(moves))
    if not named:
        raise BadParameter(f"{game!r} has no move at all: there is nothing to choose")
    return GameEncoding(game, observer, len(named), {move: place for place, move in enumerate(named)}, named)


def find_most_moves_in_random_play(game: Game) -> int:
    """Return the largest number of moves at a position in some random games, the same every time."""
    return max(map(len, _sample_positions_and_moves(game)[1]))


def _find_range_of_integer_moves(moves: Iterable[Move]) -> range | None:
    """Return the range of numbers where a large game's moves are their own numbers, None where too large."""
    largest = 0
    for move in moves:
        if type(move) is not int or not 0 <= move < LARGEST_NUMBER:
            return None
        largest = max(largest, move)
    return range(1 << largest.bit_length())


def _sample_positions_and_moves(game: Game) -> tuple[list[Position], list[list[Move]]]:
    """Return the positions of some random games, and the moves of each, the same every time."""
    chance = random.Random(1913)
    starts: list[Hashable] = list(game.starts())
    positions: list[Position] = []
    met: list[list[Move]] = []
    for _ in range(SAMPLE_GAMES):
        course = Episode(game, chance.choice(starts))
        for _ in range(SAMPLE_PLIES):
            course.resolve_chance(chance.random)
            moves = course.moves()
            positions.append(course.position)
            met.append(moves)
            if not moves:
                break
            course.play(chance.choice(moves))
    return positions, met
