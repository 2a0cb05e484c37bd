"""The class of solutions: ask one for values, moves, a line of perfect play, or a proof."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from msgspec import UNSET, field

from zermelo.compiler.guards.error_reports import describe_position, make_lookup_error
from zermelo.compiler.guards.symmetry_classes import NO_CLASS, make_checked_representative_function
from zermelo.core.errors import DamagedSolution, UnknownPosition
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_codec import LARGEST, START
from zermelo.core.notation.position_input import as_move, as_position
from zermelo.core.notation.result import AnswerFields, PositionJson, about
from zermelo.core.requirements import refuse_games_with_dice
from zermelo.core.rule_errors import with_rule_errors_in_methods
from zermelo.core.rule_queries import (
    ANSWERS,
    chances_at,
    is_chance_position,
    is_finished,
    keeps_turn,
    points_of_move,
)
from zermelo.core.values import NO_END, UNTIMED, Answer, WinChance
from zermelo.solution.methods.solution_methods import SolutionMethods
from zermelo.solution.methods.upper_methods import UpperSolutionMethods
from zermelo.solver.records.solution_records import Records, find_position_key
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.records.two_bit_values import make_values_only_error
from zermelo.solver.storage.file_locations import Location


class MoveAnswer(AnswerFields, frozen=True, kw_only=True):
    """A move with what it is worth to the player who makes it; plies are counted from before the move."""

    name: Annotated[str, about("the move's name, meaningful in its position")] = field(name="move")
    move: Move = field(name="_move")

    def __str__(self) -> str:
        return f"{self.name}  {self.answer}"


class ChanceAnswer(AnswerFields, frozen=True, kw_only=True):
    """What dice can bring at a position, and what that is worth to the mover of the position."""

    probability: Annotated[float, about("of this throw")]
    position: Annotated[PositionJson, about("the position, as its game encodes it")]


@dataclass(frozen=True)
class LineStep:
    """One ply of a line of play.

    Parameters
    ----------
    position : position
        Position before the move.
    answer : Answer
        Its value and remoteness.
    move : move or None
        Move made there, None at the end.
    """

    position: Position
    answer: Answer
    move: Move | None


@with_rule_errors_in_methods
class Solution(SolutionMethods, UpperSolutionMethods):
    """Every position's value and remoteness, and perfect play.

    One that was solved for values only has no remoteness of any position, so it has no line and no policy.

    >>> import zermelo
    >>> solution = zermelo.solve("subtraction(heap=5)")
    >>> solution.value()
    win in 3
    >>> [str(move) for move in solution.moves()][0]
    '1  win in 3'
    """

    is_searched = False  # whether it is asked for, position by position, of a game that is not solved

    def describe_source(self, position: Position) -> str:
        """Return in words where the answers at a position come from.

        Parameters
        ----------
        position : position
            Any position of the game.

        Returns
        -------
        str
            Empty where the game is solved.
        """
        return ""

    def __init__(self, game: Game, summary: Summary, records: Records, place: Location | None) -> None:
        self.game = game
        self.summary = summary
        self.records = records
        self.place = place  # where its files are: a directory, or a folder of a store by its URL
        self._representative = make_checked_representative_function(game)

    @property
    def directory(self) -> Path | None:
        """The directory of its files; None of a solution in memory, or read by URL: see `place`."""
        return self.place if isinstance(self.place, Path) else None

    def value(self, position: Position = START) -> Answer:
        """Return the value and remoteness of a position (default: the start), as its mover sees them.

        Where moves bring points it counts those still to come, and the answer's `is_to_come` is True.
        Where only values were kept the answer's `is_timed` is False. Raises `UnknownPosition` where the
        position is not reachable from the starts (a lean solution knows some of these), and
        `UnreadablePosition` where it is none: a position may be given as a text too, as an integer of any
        kind, and as a list or an array where it is a tuple.
        """
        return self._look_up_answer(self._read_position(position))

    def _read_position(self, position: Any) -> Position:
        """Return the position that is meant; None is one where it was solved."""
        if (
            position is None
            and not isinstance(self._first_start(), int)
            and self.find_record(None) is not None
        ):
            return None
        return as_position(self.game, position)

    def _look_up_answer(self, where: Position) -> Answer:
        found = self.find_record(where)
        if found is None:
            raise UnknownPosition(
                f"position {describe_position(self.game, where)} is not reachable in {self.game!r}: "
                "`zermelo show GAME` prints how positions are written"
            )
        return self.answer_from_record(*found)

    def chances(self, position: Position = START) -> list[ChanceAnswer]:
        """Return what the dice may bring, as `chances` yields it; nothing where the mover decides."""
        where = self._read_position(position)
        self._look_up_answer(where)
        return [
            ChanceAnswer.of(
                self._compute_answer_through_move(where, child, 0), probability=probability, position=child
            )
            for probability, child in chances_at(self.game, where)
        ]

    def moves(self, position: Position = START) -> list[MoveAnswer]:
        """Return every move with what it gives the mover, best first; none at a finished position.

        Raises `DamagedSolution` where the best of them is not what is known of the position itself.
        """
        where = self._read_position(position)
        known = self._look_up_answer(where)
        if is_finished(self.game, where) or is_chance_position(self.game, where):
            return []
        answers = [self._make_move_answer(where, move) for move in self.game.moves(where)]
        answers.sort(key=lambda each: each.answer.preference)
        if answers and answers[0].answer != known and not self.summary.has_expectations:
            raise DamagedSolution(
                f"{self.game!r}: position {describe_position(self.game, where)} is kept as "
                f"{known}, and its best "
                f"move gives {answers[0].answer}: `zermelo verify` says more"
            )
        return answers

    def best(self, position: Position = START) -> list[MoveAnswer]:
        """Return the moves of perfect play: best value, then best remoteness, ties included.

        Where only values were kept these are all moves that keep the value. Who plays any of them for ever
        may never bring a win home.
        """
        answers = self.moves(position)
        if isinstance(self.summary.value, float):  # what differs by less than the bound may be equal
            least = answers[0].answer.value - self.value_tolerance if answers else 0
            return [answer for answer in answers if answer.answer.value >= least]
        return [answer for answer in answers if answer.answer == answers[0].answer]

    def has_equal_moves(self, position: Position = START) -> bool:
        """Return whether every move of a position has the same value."""
        return len({move.answer.value for move in self.moves(position)}) == 1

    @property
    def value_tolerance(self) -> float:
        """By how much two values may seem apart that are equal: 0 without dice."""
        bound = self.summary.error_bound
        return 0 if bound is UNSET else 2 * bound + 1e-12

    def policy(self, position: Position) -> list[Move]:
        """Return the moves of perfect play: the solution as a policy, all ties allowed.

        Raises `MissingCapability` where only values were kept.
        """
        self.require_best_moves("perfect play")
        return [answer.move for answer in self.best(position)]

    def line(self, position: Position = START) -> Iterator[LineStep]:
        """Yield a line of perfect play from a position to the end; ties go to the first move.

        Where play need not end, the line does when a position comes again: its last step has a move.
        Raises `MissingCapability` where only values were kept: such a line may cycle.
        """
        self.require_remoteness("a line of perfect play")
        where = self._read_position(position)
        seen = set()
        while True:
            best = self.best(where)
            yield LineStep(where, self.value(where), best[0].move if best else None)
            if not best or where in seen:
                return
            seen.add(where)
            where = self.game.play(where, best[0].move)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a move, which may be given by its name; or raise `IllegalMove`."""
        where = self._read_position(position)
        return self.game.play(where, as_move(self.game, where, move))

    def require_remoteness(self, purpose: str) -> None:
        """Raise `MissingCapability` where there is no remoteness; `purpose` is what needs it."""
        refuse_games_with_dice(self.game, f"{purpose} is")
        self.require_best_moves(purpose)

    def require_best_moves(self, purpose: str) -> None:
        """Raise `MissingCapability` where only values were kept; `purpose` is what needs the best moves."""
        if self.summary.values_only:
            raise make_values_only_error(repr(self.game), purpose)

    @property
    def is_untimed(self) -> bool:
        """Whether remoteness was not kept, or is not defined: values only, or dice."""
        return bool(self.summary.values_only) or isinstance(self.summary.value, float)

    def find_record(self, where: Position) -> tuple[Any, int] | None:
        """Return the record of a position, (value, remoteness or `NO_END` or `UNTIMED`), or None.

        Raises `UnreadablePosition` for what is no position at all.
        """
        return self._find_record_of_class(where) if self._has_recorded_shape(where) else None

    def _find_record_of_class(self, position: Position) -> tuple[int, int] | None:
        try:
            least = self._representative(position)
        except Exception as error:
            raise make_lookup_error(self.game, position, error) from error
        return None if least is NO_CLASS else self.records.find(least)

    def _first_start(self) -> Position:
        return next(iter(self.game.starts()))

    def _has_recorded_shape(self, position: Position) -> bool:
        """Return whether it has the shape that records know: rules need not be asked about any other."""
        if self.records.words is not None:
            return find_position_key(position, self.records.words) is not None
        return type(position) is not int or 0 <= position < LARGEST

    def _make_move_answer(self, position: Position, move: Move) -> MoveAnswer:
        child = self.game.play(position, move)
        gain = points_of_move(self.game, position, move)
        answer = self._compute_answer_through_move(position, child, gain)
        return MoveAnswer.of(answer, name=self.game.name(position, move), move=move)

    def _compute_answer_through_move(self, position: Position, child: Position, gain: int) -> Answer:
        """Return what a child and the gain on the way to it give the mover of `position`."""
        answer = self._look_up_answer(child)
        sign = 1 if keeps_turn(self.game, position, child) else -1
        plies = NO_END if answer.remoteness is None else answer.remoteness + 1
        return self.answer_from_record(gain + sign * answer.value, plies if answer.is_timed else UNTIMED)

    def answer_from_record(self, value: float, remoteness: int) -> Answer:
        """Return the answer of a record: a value and `NO_END`, `UNTIMED` or plies."""
        if self.summary.win_probability is not None:
            return WinChance(float(value))
        return self._answer_maker(value, remoteness, self.game.scored)

    @cached_property
    def _answer_maker(self) -> Callable[..., Answer]:
        """What makes an answer of a record, by the kind of game."""
        return ANSWERS.choose(self.game)

    def _repr_html_(self) -> str:
        """Return the start as a picture with its answer, for a notebook."""
        from zermelo.draw.pictures.html_page import facts_table
        from zermelo.draw.pictures.svg_markup import element, escape
        from zermelo.solution.annotated_board import draw_annotated_board

        summary = self.summary
        rows = [("value", str(summary.answer)), ("solved", f"{summary.solved:,} classes of positions")]
        if summary.positions is not None:
            rows.append(("positions", f"{summary.positions:,}"))
            rows += summary.value_counts()
        rows.append(("best moves", ", ".join(move.name for move in self.best()) or "none"))
        name = element("p", element("code", escape(summary.game)))
        start = self._first_start()
        return element(
            "div", name, draw_annotated_board(self.game, start, self.moves(start)), facts_table(rows)
        )

    def __repr__(self) -> str:
        positions = self.summary.positions
        count = (
            f"{self.summary.solved:,} classes of positions"
            if positions is None
            else f"{positions:,} positions"
        )
        return f"{self.summary.game}: {self.summary.answer}, {count}"


def list_move_rows(moves: Iterable[MoveAnswer]) -> list[str]:
    """Return moves with their answers, one below the other."""
    rows = list(moves)
    width = max((len(move.name) for move in rows), default=0)
    return [f"  {move.name:<{width}}  {move.answer}" for move in rows]
