"""Many positions at once: their values, remoteness and moves as arrays, from memory or from files.

What is asked may be a list, an array, or a column of Arrow, pandas or Polars; of integers, of tuples of them
as rows, or of texts. Positions become those that stand for their classes, and those are looked up together
(see `solution.many`): in machine code where rules compile, one by one where they do not or where there are
few. What moves lead to is one more lookup.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from zermelo.compiler import Program
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, UnknownPosition, UnreadablePosition, quoted
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.grids import encode
from zermelo.core.positions import as_position
from zermelo.core.rules import gained, goes_on, is_finished
from zermelo.core.values import NO_END, UNTIMED, Answer
from zermelo.graph.slices import GRAIN, Workers
from zermelo.kernels import DONE, FULL, MANY, MOST_MOVES
from zermelo.kernels.lookup import build_classes, build_outgoing, build_ranks
from zermelo.query.passes import program_for
from zermelo.query.solution import Solution
from zermelo.solution.files import FileRecords
from zermelo.solution.many import FEW, Many, find_keys, find_ranks, nothing_known
from zermelo.solution.ranked import RankedRecords
from zermelo.solution.records import ShelfRecords
from zermelo.storage.arrow import as_numpy
from zermelo.trust.classes import representative
from zermelo.trust.faults import raise_fault, say_position
from zermelo.trust.throws import is_chance

Column = npt.NDArray[Any]
Unknown = Literal["raise", "mark"]

NONE: Final = -1  # a remoteness that there is not
NOT_KNOWN: Final = -(1 << 15)  # a value that is not known; with dice it is NaN
CLOSER: Final = 1 << 17  # how much one of value is more than any remoteness


@dataclass(frozen=True, eq=False)
class FoundMoves:
    """The moves of many positions: those of the i-th lie from `offsets[i]` to `offsets[i + 1]`.

    offsets     [n + 1] int64; a position that is over, unknown, or where dice are thrown has none
    moves       [m], int64 or objects, in the order of the game
    positions   [m], what each leads to, as `Found.positions`
    values      [m], what each gives who makes it, as `Found.values`
    remoteness  [m] int32, counted from the position before it, as `Found.remoteness`
    best        [m] bool, whether perfect play makes it: value first, then remoteness
    """

    offsets: Column
    moves: Column
    positions: Column
    values: Column
    remoteness: Column
    best: Column

    def __len__(self) -> int:
        return len(self.moves)

    def of(self, place: int) -> list[Move]:
        """Return the moves of one of the positions."""
        return self._between(place, self.moves)

    def best_of(self, place: int) -> list[Move]:
        """Return the moves of perfect play at one of the positions."""
        begin, end = self.offsets[place : place + 2]
        return self._between(place, self.moves[begin:end][self.best[begin:end]], whole=True)

    def _between(self, place: int, column: Column, *, whole: bool = False) -> list[Move]:
        begin, end = (0, len(column)) if whole else self.offsets[place : place + 2]
        return column[begin:end].tolist()  # type: ignore[no-any-return]  # whatever the moves are


@dataclass(frozen=True, eq=False)
class Found:
    """What a solution says of n positions, as arrays in the order in which they were asked for.

    positions   [n] int64, or [n, words] int64 where positions are tuples of integers, else [n] objects; -1 or
                None where what was given is none
    values      [n] int16, float64 with dice: the mover's; -32768 or NaN where it is not known
    remoteness  [n] int32, plies to the end; -1 where there is none: play need not end, or it was not kept
    known       [n] bool
    moves       every position's moves with what they give, where they were asked for
    """

    solution: Solution = field(repr=False)
    positions: Column
    values: Column
    remoteness: Column
    known: Column
    moves: FoundMoves | None = None

    def __len__(self) -> int:
        return len(self.values)

    def answer(self, place: int) -> Answer | None:
        """Return the answer of one position, as `Solution.value` does; None where it is not known."""
        if not self.known[place]:
            return None
        plies = int(self.remoteness[place])
        if plies == NONE:
            plies = UNTIMED if self.solution.is_untimed else NO_END
        return self.solution.answer(self.values[place].item(), plies)

    @property
    def best(self) -> list[list[Move]]:
        """The moves of perfect play at each position; `BadParameter` where moves were not asked for."""
        if self.moves is None:
            raise BadParameter("moves were not asked for: lookup(positions, moves=True)")
        return [self.moves.best_of(place) for place in range(len(self))]

    def to_arrow(self) -> pa.Table:
        """Return position, value and remoteness as a table, null for what is not known or not there.

        With moves a column has the best of them by name, as a list.
        """
        columns = {
            "position": arrow_positions(self.positions, self.known),
            "value": pa.array(self.values, mask=~self.known),
            "remoteness": pa.array(self.remoteness, mask=self.remoteness == NONE),
        }
        if self.moves is not None:
            columns["best"] = pa.array(self._best_names(), pa.list_(pa.string()))
        return pa.table(columns)

    def _best_names(self) -> list[list[str]]:
        game = self.solution.game
        wheres = plain_positions(self.positions)
        return [
            [game.name(where, move) for move in moves] for where, moves in zip(wheres, self.best, strict=True)
        ]


class Read(NamedTuple):
    """Positions as they were given: `positions` as of `Found`, and whether each `fits` what one may be."""

    positions: Column
    fits: Column


def lookup(
    solution: Solution,
    positions: Any,
    *,
    moves: bool = False,
    unknown: Unknown = "raise",
    budget: Budget | None = None,
) -> Found:
    """Return what a solution says of many positions: see `Solution.lookup`."""
    if unknown not in ("raise", "mark"):
        raise BadParameter(f"unknown={unknown!r}: say raise or mark")
    strict = unknown == "raise"
    read = read_positions(solution.game, positions, strict=strict)
    with Workers(budget or Budget()) as workers:
        asker = _Asker(solution, workers, strict=strict)
        found = asker.find(read)
        if strict and not found.known.all():
            first = int(np.argmin(found.known))
            where = plain_positions(read.positions[first : first + 1])[0]
            solution.value(where)  # which says what is wrong with it
            raise UnknownPosition(
                f"position {say_position(solution.game, where)} is not reachable in {solution.game!r}"
            )
        values, remoteness = _told(found)
        table = asker.moves(read.positions, found) if moves else None
    return Found(solution, read.positions, values, remoteness, found.known, table)


# Reading.


def read_positions(game: Game, given: Any, *, strict: bool) -> Read:
    """Return positions as arrays; raises `UnreadablePosition`, where `strict` also for a single one.

    >>> from zermelo.games import Nim
    >>> read_positions(Nim(heaps=(1, 2)), [3, "1 2", -1, None], strict=False)
    Read(positions=array([ 3,  9, -1, -1]), fits=array([ True,  True, False, False]))
    """
    start = next(iter(game.starts()))
    width = len(start) if _is_of_integers(start) else 0
    listed = _unwrapped(given)
    if isinstance(listed, np.ndarray) and listed.dtype.kind in "iu":
        if listed.ndim != (2 if width else 1) or (width and listed.shape[1] != width):
            raise UnreadablePosition(_shape_error(game, listed.shape, width))
        if width or type(start) is int:
            return _read_integers(game, listed, strict=strict)
    if isinstance(listed, np.ndarray) and listed.dtype.kind == "U" and listed.ndim == 3:
        listed = encode(game, listed)
    if isinstance(listed, np.ndarray):
        if listed.dtype.kind not in "iuUO":
            raise UnreadablePosition(
                f"an array of {listed.dtype} holds no positions of {game!r}: give integers or texts"
            )
        listed = listed.tolist()
    if isinstance(listed, str | bytes) or not isinstance(listed, Iterable):
        raise UnreadablePosition(f"{quoted(given)} is no list of positions of {game!r}")
    listed = list(listed)
    if type(start) is int and all(type(each) is int for each in listed):
        try:
            return _read_integers(game, np.array(listed, np.int64), strict=strict)
        except OverflowError:
            pass
    return _read_each(game, start, listed, width, strict=strict)


def _is_of_integers(start: Position) -> bool:
    return isinstance(start, tuple) and bool(start) and all(type(word) is int for word in start)


def _unwrapped(given: Any) -> Any:
    """Return a column of another library as an array, or as a list where parts of it are null."""
    library = type(given).__module__.partition(".")[0]
    if library == "polars":
        given = given.to_arrow()
    if library in ("pyarrow", "polars"):
        whole = given.combine_chunks() if isinstance(given, pa.ChunkedArray) else given
        plain = pa.types.is_integer(whole.type) and whole.null_count == 0
        return as_numpy(whole) if plain else whole.to_pylist()
    return given.to_numpy() if library == "pandas" else given


def _shape_error(game: Game, shape: tuple[int, ...], width: int) -> str:
    wanted = f"[n, {width}]" if width else "[n]"
    return f"an array of integers of shape {list(shape)} holds no positions of {game!r}: give {wanted}"


def _read_integers(game: Game, given: Column, *, strict: bool) -> Read:
    """Return integers of any width as int64; what is none of 0 <= p < 2**63 does not fit."""
    positions = given.astype(np.int64)  # unsigned ones past 2**63 become negative
    fits: Any = positions >= 0 if positions.ndim == 1 else (positions >= 0).all(axis=1)
    if strict and not fits.all():
        as_position(game, given[int(np.argmin(fits))].tolist())  # which raises
    return Read(positions, fits)


def _read_each(game: Game, start: Position, listed: list[Any], width: int, *, strict: bool) -> Read:
    fits: Column = np.zeros(len(listed), np.bool_)
    blank = (-1,) * width if width else -1 if type(start) is int else None
    read: list[Any] = [blank] * len(listed)
    for place, given in enumerate(listed):
        try:
            if given is None:
                raise UnreadablePosition(f"None is no position of {game!r}")
            where = as_position(game, given, start)
            if width and len(where) != width:
                raise UnreadablePosition(f"{quoted(given)} is no position of {game!r}: it has {width} words")
            read[place], fits[place] = where, True
        except UnreadablePosition:
            if strict:
                raise
    if (width or type(start) is int) and all(_is_small(each) for each in read):
        return Read(np.array(read, np.int64).reshape((len(read), width) if width else len(read)), fits)
    return Read(as_objects(read), fits)


def _is_small(where: Any) -> bool:
    words = where if isinstance(where, tuple) else (where,)
    return all(-(1 << 63) <= word < 1 << 63 for word in words)


def as_objects(listed: Sequence[Any]) -> Column:
    """Return an array of objects, of one dimension whatever they are."""
    made: Column = np.empty(len(listed), object)

    for place, each in enumerate(listed):
        made[place] = each
    return made


def plain_positions(positions: Column) -> list[Position]:
    """Return positions of an array as the game has them."""
    return list(map(tuple, positions.tolist())) if positions.ndim == 2 else positions.tolist()


def arrow_positions(positions: Column, known: Column | None = None) -> pa.Array:
    """Return positions as a column: int64, lists of int64, or text where they are neither."""
    if positions.ndim == 2:
        return pa.FixedSizeListArray.from_arrays(pa.array(positions.reshape(-1)), positions.shape[1])
    if positions.dtype != object:
        return pa.array(positions)
    return pa.array([each if isinstance(each, str | None) else repr(each) for each in positions], pa.string())


# Finding.


class _Asker:
    """Asks one solution; loads its rules' machine code at most once, where there are enough positions."""

    def __init__(self, solution: Solution, workers: Workers, *, strict: bool) -> None:
        self.solution, self.workers, self.strict = solution, workers, strict
        self.game, self.records = solution.game, solution.records
        self.expected = isinstance(solution.summary.value, float)
        self._program: Program | None = None
        self._is_asked = False

    def program(self, count: int) -> Program | None:
        """Return the rules in machine code where there are that many positions to ask, else None."""
        if count > FEW and not self._is_asked:
            self._program, self._is_asked = program_for(self.game, self.records), True
        return self._program

    def find(self, read: Read) -> Many:
        """Return what is kept of positions."""
        keys = self._keys(read)
        if keys is None:
            return self._one_by_one(read)
        if isinstance(self.records, RankedRecords):
            ranks = self._mapped(keys, self._rank_one, build_ranks, self.records.size)
            found = find_ranks(self.records, ranks, self.workers, expected=self.expected)
            if has(self.game, "chances"):  # what throws lead to has no rank
                self._fill(read, found, np.flatnonzero(read.fits & ~found.known))
            return found
        return find_keys(self.records, self._classes(keys), self.workers, expected=self.expected)

    def _keys(self, read: Read) -> Column | None:
        """Return positions as records know them, -1 for what is none; None where they know no integers."""
        records, positions = self.records, read.positions
        if positions.dtype == object or not isinstance(records, FileRecords | ShelfRecords | RankedRecords):
            return None
        if isinstance(records, FileRecords) and records.textual:
            return None
        if positions.ndim == 2:
            if records.words is None or len(records.words.widths) != positions.shape[1]:
                return None
            positions = records.words.pack_all(positions)
        return np.where(read.fits, positions, -1)

    def _classes(self, keys: Column) -> Column:
        if not has(self.game, "symmetries"):
            return keys
        return self._mapped(keys, self._class_one, build_classes)

    def _class_one(self, key: int) -> int:
        words = self.records.words
        least: Any = representative(self.game)(key if words is None else words.unpack(key))
        return int(least) if words is None else words.pack(least)

    def _rank_one(self, key: int) -> int:
        game: Any = self.game
        rank = int(game.rank(key))
        return rank if 0 <= rank < game.size and game.rank(game.unrank(rank)) == rank else -1

    def _mapped(
        self, keys: Column, one: Callable[[int], int], build: Callable[..., Any], *further: int
    ) -> Column:
        """Return what a kernel, or `one` for each, makes of keys; -1 stays, and so does what is none."""
        if build is build_ranks:
            keys = self._classes(keys)
        made: Column = np.full(len(keys), -1, np.int64)
        program = self.program(len(keys))
        kernel = None if program is None else program.kernel(build)

        def work(begin: int, end: int) -> None:
            mine = np.ascontiguousarray(keys[begin:end])
            if kernel is not None and (mine >= 0).all():
                try:
                    kernel(mine, 0, len(mine), *further, made[begin:end])
                    return
                except Exception:  # something there is no position: which one is found out below
                    made[begin:end] = -1
            for place in np.flatnonzero(mine >= 0).tolist():
                made[begin + place] = self._guarded(one, int(mine[place]))

        self.workers.spans(work, len(keys))
        return made

    def _guarded(self, one: Callable[[int], int], key: int) -> int:
        try:
            return one(key)
        except Exception:
            words = self.records.words
            try:
                self.solution.value(key if words is None else words.unpack(key))  # which says what is wrong
            except UnreadablePosition:
                if self.strict:
                    raise
            except UnknownPosition:
                pass
            return -1

    def _one_by_one(self, read: Read) -> Many:
        found = nothing_known(len(read.positions), expected=self.expected)
        self._fill(read, found, np.flatnonzero(read.fits))
        return found

    def _fill(self, read: Read, found: Many, places: Column) -> None:
        """Look single positions up, in the order of their texts where those are what is kept."""
        wheres = plain_positions(read.positions[places])
        order = range(len(wheres))
        if isinstance(self.records, FileRecords):
            order = sorted(order, key=lambda each: repr(wheres[each]))  # type: ignore[assignment]
        for each in order:
            try:
                answer = self.solution.find(wheres[each])
            except UnreadablePosition:
                if self.strict:
                    raise
                continue
            if answer is not None:
                place = places[each]
                found.values[place], found.remoteness[place] = answer
                found.known[place] = True

    # Moves.

    def moves(self, positions: Column, found: Many) -> FoundMoves:
        """Return the moves of the known positions, with what is kept of where they lead."""
        offsets, moves, children, signs, gains = self._outgoing(positions, found.known)
        after = self.find(Read(children, np.ones(len(moves), np.bool_)))
        if not after.known.all():
            lost = int(np.argmin(after.known))
            place = int(np.searchsorted(offsets, lost, "right")) - 1
            self.solution.moves(plain_positions(positions[place : place + 1])[0])  # which says what is wrong
            raise UnknownPosition(f"{self.game!r}: a move leads to a position that is not kept")
        values = gains + signs * after.values
        plies = np.where(after.remoteness < NO_END, after.remoteness + 1, after.remoteness)
        best = best_among(offsets, values, plies, self.solution.slack)
        values = values if self.expected else values.astype(np.int16)
        given, remoteness = _told(Many(values, plies, after.known))
        return FoundMoves(offsets, moves, children, given, remoteness, best)

    def _outgoing(self, positions: Column, known: Column) -> tuple[Column, ...]:
        program = None
        if positions.dtype != object and not has(self.game, "chances"):
            program = self.program(len(positions))
        if program is None or (positions.ndim == 2 and program.words is None):
            return self._outgoing_plainly(positions, known)
        words = program.words
        keys = positions if words is None else words.pack_all(positions)
        places = np.flatnonzero(known)
        parts = self.workers.spans(lambda *span: _spread(program, keys[places[slice(*span)]]), len(places))
        counts = np.zeros(len(positions), np.int64)
        counts[places] = np.concatenate([part[0] for part in parts] or [np.zeros(0, np.int64)])
        moves, children, signs, gains = (
            np.concatenate([part[which] for part in parts] or [np.zeros(0, np.int64)])
            for which in (1, 2, 3, 4)
        )
        children = children if words is None else words.unpack_all(children)
        return np.concatenate(([0], np.cumsum(counts))), moves, children, signs, gains

    def _outgoing_plainly(self, positions: Column, known: Column) -> tuple[Column, ...]:
        game, offsets = self.game, [0]
        made: list[tuple[Any, Any, int, int]] = []
        for where, is_known in zip(plain_positions(positions), known.tolist(), strict=True):
            if is_known and not is_finished(game, where) and not is_chance(game, where):
                for move in game.moves(where):
                    child = game.play(where, move)
                    made.append(
                        (move, child, 1 if goes_on(game, where, child) else -1, gained(game, where, move))
                    )
            offsets.append(len(made))
        moves, children, signs, gains = zip(*made, strict=True) if made else ((), (), (), ())
        return (
            np.array(offsets, np.int64),
            np.array(moves, np.int64) if all(type(move) is int for move in moves) else as_objects(moves),
            _like(positions, children),
            np.array(signs, np.int64),
            np.array(gains, np.int64),
        )


def _like(positions: Column, listed: Sequence[Any]) -> Column:
    """Return positions in an array like another one."""
    if positions.dtype == object:
        return as_objects(listed)
    return np.array(listed, np.int64).reshape((len(listed), *positions.shape[1:]))


def _spread(program: Program, keys: Column) -> tuple[Column, ...]:
    """Return (moves of each, moves, children, signs, gains) of some positions."""
    kernel = program.kernel(build_outgoing)
    bounds: Column = np.zeros(len(keys) + 1, np.int64)
    counts: Column = np.zeros(len(keys), np.int64)
    parts = []
    begin, room = 0, 32 * GRAIN
    while begin < len(keys):
        made: Any = tuple(np.empty(room, kind) for kind in (np.int64, np.int64, np.int8, np.int32))
        bounds[begin] = 0
        ended, count, status = kernel(keys, begin, len(keys), bounds, made)
        counts[begin:ended] = np.diff(bounds[begin : ended + 1])
        parts.append(tuple(column[:count].copy() for column in made))
        begin = ended
        if status == MANY and room < MOST_MOVES:
            room *= 8
        elif status not in (DONE, FULL):
            raise_fault(program.game, program.position(int(keys[begin])), status)
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)] if parts else [bounds[:0]] * 4
    return counts, columns[0], columns[1], columns[2].astype(np.int64), columns[3].astype(np.int64)


def best_among(offsets: Column, values: Column, remoteness: Column, slack: float) -> Column:
    """Return which moves are best among those of their position: the winner hurries, the loser delays."""
    best: Column = np.zeros(len(values), np.bool_)
    starts = offsets[:-1][np.diff(offsets) > 0]
    if not len(starts):
        return best
    if values.dtype.kind == "f":
        worth: Column = values
    else:
        worth = values.astype(np.int64) * CLOSER + np.where(
            values < 0, remoteness, -remoteness.astype(np.int64)
        )
    most = np.maximum.reduceat(worth, starts)
    counts = np.diff(offsets)[np.diff(offsets) > 0]
    return worth >= np.repeat(most, counts) - slack


def _told(found: Many) -> tuple[Column, Column]:
    """Return values and remoteness as they are given out, what is not known marked."""
    missing = np.nan if found.values.dtype.kind == "f" else NOT_KNOWN
    values = np.where(found.known, found.values, np.array(missing, found.values.dtype))
    timed = found.known & (found.remoteness < NO_END)
    return values, np.where(timed, found.remoteness, NONE).astype(np.int32)
