"""Methods of a solution at a prompt, found by completion after the dot.

Each imports what answers it when it is called, as that imports `Solution`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter
from zermelo.core.requirements import refuse_games_with_dice
from zermelo.core.rule_errors import with_rule_errors_in_methods

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow as pa

    from zermelo.core.game import Position
    from zermelo.core.notation.evidence import Evidence
    from zermelo.solution.lookup.batch_lookup import Unknown
    from zermelo.solution.lookup.lookup_result import LookupResult
    from zermelo.solution.lookup.stratified_sample import By
    from zermelo.solution.puzzle_answers import Puzzle
    from zermelo.solution.solution import Solution
    from zermelo.solution.solution_comparison import SolutionComparison
    from zermelo.solution.solution_statistics import Statistics
    from zermelo.verify.policy_certificate import Certificate


@with_rule_errors_in_methods
class SolutionMethods:
    """The questions. Each goes through the records anew and keeps nothing, so threads may ask at once."""

    def lookup(
        self: Any,
        positions: Iterable[Any],
        *,
        moves: bool = False,
        unknown: "Unknown" = "raise",
        budget: Budget | None = None,
    ) -> "LookupResult":
        """Return values, remoteness and, with `moves`, all moves of many positions at once, as arrays.

        `positions` is a list, an array, or a column of Arrow, pandas or Polars: integers of any kind, texts,
        rows of integers where positions are tuples, or boards of characters as `Game.decode` makes them. A
        position that play does not reach, or that is none, raises `UnknownPosition` or `UnreadablePosition`;
        with `unknown="mark"` it is only not `known`.

        >>> import zermelo
        >>> found = zermelo.solve("nim(heaps=(1, 2))").lookup([0, 1, "1 2"], moves=True)
        >>> found.values, found.remoteness, found.best
        (array([-1,  1,  1], dtype=int16), array([0, 1, 3], dtype=int32), [[], [1], [4]])
        """
        from zermelo.solution.lookup.batch_lookup import lookup

        return lookup(self, positions, moves=moves, unknown=unknown, budget=as_budget(budget))

    def sample(self: Any, count: int, *, by: "By | None" = None, seed: int = 0) -> "LookupResult":
        """Return `count` different random positions, each as likely as any other, in the form of `lookup`.

        `by` "value" or "remoteness" draws as many of each, fewer of one only where there are no more. The
        same seed draws the same. Where there are fewer positions than `count`, all are returned, in some
        order.

        >>> import zermelo
        >>> zermelo.solve("tic_tac_toe").sample(6, by="value", seed=1).values
        array([ 0,  1,  1, -1, -1,  0], dtype=int16)
        """
        from zermelo.solution.lookup.stratified_sample import sample_positions

        return sample_positions(self, count, by=by, seed=seed)

    def scan(self: Any, rows: int = 65_536) -> "Iterator[pa.RecordBatch]":
        """Yield every record, at most `rows` at a time, as batches of Arrow: memory does not grow with them.

        The columns are position, value (the mover's) and remoteness in plies, null where there is none; one
        position stands for each class of symmetric ones.

        >>> import zermelo
        >>> sum(batch.num_rows for batch in zermelo.solve("tic_tac_toe").scan())
        765
        """
        from zermelo.solution.lookup.arrow_export import scan_record_batches

        return scan_record_batches(self, rows)

    def to_arrow(self: Any) -> "pa.Table":
        """Return every record as a table of Arrow, with the columns of `scan_record_batches`.

        >>> import zermelo
        >>> zermelo.solve("subtraction(heap=2)").to_arrow().to_pydict()
        {'position': [0, 1, 2], 'value': [-1, 1, 1], 'remoteness': [0, 1, 1]}
        """
        from zermelo.solution.lookup.arrow_export import to_arrow

        return to_arrow(self)

    def to_pandas(self: Any) -> "pandas.DataFrame":
        """Return every record as a frame of pandas, with the columns of `scan_record_batches`.

        Raises `MissingExtra`.
        """
        from zermelo.solution.lookup.arrow_export import to_pandas

        return to_pandas(self)

    def to_polars(self: Any) -> "polars.DataFrame":
        """Return every record as a frame of Polars, with the columns of `scan_record_batches`.

        Raises `MissingExtra`.
        """
        from zermelo.solution.lookup.arrow_export import to_polars

        return to_polars(self)

    def verify(self: Any, *, budget: Budget | None = None, interpreted: bool | None = None) -> "Evidence":
        """Recompute every record from its moves' records; return what was compared.

        A sample is asked of the interpreter too, and in small games everything. Raises `DamagedSolution` at
        the first record that is wrong, `OutOfBudget`, `Cancelled`.

        >>> import zermelo
        >>> zermelo.solve("nim(heaps=(1, 2))").verify().checked
        6
        """
        from zermelo.solution.verification.solution_verification import verify_solution

        return verify_solution(self, as_budget(budget), interpreted=interpreted)

    def stats(self: Any, *, budget: Budget | None = None, interpreted: bool | None = None) -> "Statistics":
        """Return the statistics: values, lengths in plies, choices, curiosities, a hash of the table.

        Raises `MissingCapability` for games of chance and solutions of values only, `DamagedSolution`,
        `OutOfBudget`, `Cancelled`.

        >>> import zermelo
        >>> zermelo.solve("tic_tac_toe").stats().saving
        2184
        """
        from zermelo.solution.statistics_scan import compute_statistics

        return compute_statistics(self, as_budget(budget), interpreted=interpreted)

    def puzzles(
        self: Any,
        *,
        kinds: tuple[str, ...] | None = None,
        count: int = 5,
        margin: float | None = None,
        budget: Budget | None = None,
        interpreted: bool | None = None,
    ) -> "list[Puzzle]":
        """Return at most `count` puzzles of each kind, the hardest first; the same ones every time.

        Kinds are longest, single and zugzwang; without them all that the game allows. With dice it is single:
        every other move loses at least `margin` (default 0.05), in probability of winning where every game
        is won or lost, else in expected value. Raises `BadParameter`, and `MissingCapability` where the game
        does not allow what is asked for: zugzwang needs `passed`, a margin needs dice.

        >>> import zermelo
        >>> solution = zermelo.solve("tic_tac_toe")
        >>> [puzzle.line for puzzle in solution.puzzles(kinds=("longest",), count=1)]
        [('c2', 'c3', 'b2', 'b1', 'a2')]
        """
        from zermelo.solution.puzzle_search import find_puzzles

        return find_puzzles(
            self,
            kinds=kinds,
            count=count,
            margin=margin,
            budget=as_budget(budget),
            interpreted=interpreted,
        )

    def compare(self: Any, other: "Solution") -> "SolutionComparison":
        """Return how another solution differs from this one, position by position.

        >>> import zermelo
        >>> zermelo.solve("nim(heaps=(1, 2))").compare(zermelo.solve("nim(heaps=(1, 2), misere=True)")).values
        4
        """
        from zermelo.solution.solution import Solution
        from zermelo.solution.solution_comparison import compare

        if not isinstance(other, Solution):
            raise BadParameter(f"{other!r} is no solution: give what zermelo.solve or zermelo.open returns")
        return compare(self, other)

    def export(
        self: Any,
        file: str | Path | TextIO,
        *,
        text: bool = False,
        moves: bool = False,
        replace: bool = False,
        budget: Budget | None = None,
    ) -> int:
        """Write every record as comma-separated text, and return how many there are.

        They come in the order of the files. The columns are position, value to the mover, remoteness in
        plies, and with `text` the position as the game shows it, on one line; with `moves` its moves by name
        with what each is worth to the mover, best first, parted by semicolons. A `file` that is there is
        replaced only with `replace`; an open one is written to as it is. Raises `BadParameter`,
        `StorageFailed`, `MissingCapability` for the moves of a game of chance, and `BadRules` where a
        position cannot be shown, `Cancelled`.

        >>> import sys, zermelo
        >>> zermelo.solve("nim(heaps=(1, 1))").export(sys.stdout)
        position,value,remoteness
        3,-1,2
        1,1,1
        0,-1,0
        3
        """
        from zermelo.compiler.guards.checked_rules import rule_errors_at
        from zermelo.solver.solution_files.csv_export import export_csv, write_csv

        def format_position(where: "Position") -> str:
            with rule_errors_at(self.game, where):
                return str(self.game.show(where).replace("\n", "/"))

        def format_move_answers(where: "Position") -> str:
            with rule_errors_at(self.game, where):
                return "; ".join(f"{each.name} {each.answer}" for each in self.moves(where))

        if moves:
            refuse_games_with_dice(self.game, "writing moves with their values is")
        further = ({"text": format_position} if text else {}) | (
            {"moves": format_move_answers} if moves else {}
        )
        told = as_budget(budget)

        def report(count: int) -> None:
            told.report("export", count, self.summary.solved)

        if isinstance(file, str | Path):
            return export_csv(self.records, as_path(file), further, replace=replace, report=report)
        return write_csv(self.records, file, further, report=report)

    def certify(self: Any, *, budget: Budget | None = None) -> "Certificate":
        """Play perfect play, all ties of it, exhaustively on both sides; return games won, drawn and lost.

        Raises `MissingCapability` where only values were kept, and for games of chance or of more players.

        >>> import zermelo
        >>> print(zermelo.solve("tic_tac_toe").certify().second.lost)
        0
        """
        from zermelo.verify.policy_certificate import certify_policy

        def find_value(position: "Position") -> int:
            return int(self.value(position).value)

        return certify_policy(self.policy, self.game, values=find_value, budget=as_budget(budget))
