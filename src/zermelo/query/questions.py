"""What a solution can be asked at a prompt beyond its own records: figures, reasons, certificates, pages.

A person types the dot, so the answers are methods of `Solution`; they are made by rooms of which some stand
above this one, each imported when it is asked for. These imports and those of `core.questions` are the only
ones of the house that point upward.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter
from zermelo.core.misbehaviour import all_answering
from zermelo.core.position_codec import START
from zermelo.core.positions import as_move
from zermelo.core.requirements import refuse_chances

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow as pa

    from zermelo.core.game import Move, Position
    from zermelo.explain.lists.rule_list import RuleList
    from zermelo.explain.why.answer import Why
    from zermelo.play.report import Report
    from zermelo.play.report_for_one import ReportForOne
    from zermelo.play.variants import Variants
    from zermelo.playable.one_file import OneFile
    from zermelo.playable.widget import BoardWidget
    from zermelo.policy.certificate import Certificate
    from zermelo.query.comparison import Comparison
    from zermelo.query.found import Found
    from zermelo.query.lookup import Unknown
    from zermelo.query.puzzles import Puzzle
    from zermelo.query.sampling import By
    from zermelo.query.solution import Solution
    from zermelo.query.statistics import Statistics
    from zermelo.query.verification import Verification


@all_answering
class Questions:
    """The questions. Each goes through the records anew and keeps nothing, so threads may ask at once."""

    def lookup(
        self: Any,
        positions: Iterable[Any],
        *,
        moves: bool = False,
        unknown: "Unknown" = "raise",
        budget: Budget | None = None,
    ) -> "Found":
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
        from zermelo.query.lookup import lookup

        return lookup(self, positions, moves=moves, unknown=unknown, budget=as_budget(budget))

    def sample(self: Any, count: int, *, by: "By | None" = None, seed: int = 0) -> "Found":
        """Return `count` different positions drawn by lot, each as likely as any other, as `lookup` does.

        `by` "value" or "remoteness" draws as many of each, fewer of one only where there are no more. The
        same seed draws the same. Where there are fewer positions than are asked for, all come, in some order.

        >>> import zermelo
        >>> zermelo.solve("tic_tac_toe").sample(6, by="value", seed=1).values
        array([ 0,  1,  1, -1, -1,  0], dtype=int16)
        """
        from zermelo.query.sampling import sample

        return sample(self, count, by=by, seed=seed)

    def scan(self: Any, rows: int = 65_536) -> "Iterator[pa.RecordBatch]":
        """Yield every record, at most `rows` at a time, as batches of Arrow: memory does not grow with them.

        The columns are position, value (the mover's) and remoteness in plies, null where there is none; one
        position stands for each class of symmetric ones.

        >>> import zermelo
        >>> sum(batch.num_rows for batch in zermelo.solve("tic_tac_toe").scan())
        765
        """
        from zermelo.query.tables import scan

        return scan(self, rows)

    def to_arrow(self: Any) -> "pa.Table":
        """Return every record as a table of Arrow, with the columns of `scan`.

        >>> import zermelo
        >>> zermelo.solve("subtraction(heap=2)").to_arrow().to_pydict()
        {'position': [0, 1, 2], 'value': [-1, 1, 1], 'remoteness': [0, 1, 1]}
        """
        from zermelo.query.tables import to_arrow

        return to_arrow(self)

    def to_pandas(self: Any) -> "pandas.DataFrame":
        """Return every record as a frame of pandas, with the columns of `scan`; raises `MissingExtra`."""
        from zermelo.query.tables import to_pandas

        return to_pandas(self)

    def to_polars(self: Any) -> "polars.DataFrame":
        """Return every record as a frame of Polars, with the columns of `scan`; raises `MissingExtra`."""
        from zermelo.query.tables import to_polars

        return to_polars(self)

    def verify(self: Any, *, budget: Budget | None = None, interpreted: bool | None = None) -> "Verification":
        """Recompute every record from its moves' records; return what was compared.

        A sample is asked of the interpreter too, and in small games everything. Raises `DamagedSolution` at
        the first record that is wrong, `OutOfBudget`, `Cancelled`.

        >>> import zermelo
        >>> zermelo.solve("nim(heaps=(1, 2))").verify().records
        6
        """
        from zermelo.query.verification import verify

        return verify(self, as_budget(budget), interpreted=interpreted)

    def stats(self: Any, *, budget: Budget | None = None, interpreted: bool | None = None) -> "Statistics":
        """Return the statistics: values, lengths in plies, choices, curiosities, a hash of the table.

        Raises `MissingCapability` for games of chance and solutions of values only, `DamagedSolution`,
        `OutOfBudget`, `Cancelled`.

        >>> import zermelo
        >>> zermelo.solve("tic_tac_toe").stats().saving
        2184
        """
        from zermelo.query.statistics import statistics

        return statistics(self, as_budget(budget), interpreted=interpreted)

    def puzzles(
        self: Any,
        *,
        kinds: tuple[str, ...] | None = None,
        count: int = 5,
        budget: Budget | None = None,
        interpreted: bool | None = None,
    ) -> "list[Puzzle]":
        """Return at most `count` puzzles of each kind, the hardest first; the same ones every time.

        Kinds are longest, single and zugzwang; without them all that the game allows. Raises `BadParameter`,
        and `MissingCapability` where zugzwang is asked for and the game does not define `passed`.

        >>> import zermelo
        >>> solution = zermelo.solve("tic_tac_toe")
        >>> [puzzle.line for puzzle in solution.puzzles(kinds=("longest",), count=1)]
        [('c2', 'c3', 'b2', 'b1', 'a2')]
        """
        from zermelo.query.puzzles import puzzles

        return puzzles(self, kinds=kinds, count=count, budget=as_budget(budget), interpreted=interpreted)

    def why(
        self: Any,
        where: "Position" = START,
        move: "Move" = None,
        *,
        rules: "RuleList | None" = None,
        others: bool = True,
    ) -> "Why":
        """Return why a move is good, a best one by default, and what every other one gives.

        A position (default: the start) may be given as a text and a move by its name. `rules` is a list that
        the reason may follow; without `others` nothing is said of the other moves. Raises `MissingCapability`
        for dice, several players and solutions of values only, `BadParameter` where play is over or the rules
        are another game's, `IllegalMove`, `UnknownPosition`.

        >>> import zermelo
        >>> zermelo.solve("tic_tac_toe").why("XX./OO./...").reason[0].words
        'completes the line a1 b1 c1'
        """
        from zermelo.core.positions import as_position
        from zermelo.explain.why.telling import why

        place = as_position(self.game, where)
        if move is not None:
            move = as_move(self.game, place, move)
        return why(self, place, move, rules, others=others)

    def report(
        self: Any, *, budget: Budget | None = None, games: int | None = None, seed: int = 1913
    ) -> "Report | ReportForOne":
        """Return the designer's report: is the game fair, how long is it, what decides it; a page of its own.

        What random and erring players come to is exact where all that play can reach is kept with its moves
        (some millions of positions), else from 10,000 games for each pair of players, or 200 where rules do
        not compile, or with `games` from so many; `seed` is that of their lots.
        """
        from zermelo.play.report import report

        return report(self, as_budget(budget), games=games, seed=seed)

    def page(
        self: Any,
        file: str | Path,
        *,
        replace: bool = False,
        budget: Budget | None = None,
        rules: "RuleList | None" = None,
    ) -> "OneFile":
        """Write the game as one HTML file to be played in any browser, without a server or a network.

        It holds the board, every position with its value, a perfect opponent, and puzzles: see
        `docs/one-file.md`; with `rules`, which of them fires. A `file` that is there is replaced only with
        `replace`. Raises `TooLarge` where
        there are more than a million positions, `MissingCapability` for games of payoffs and solutions of
        values only, `BadParameter`, `StorageFailed`, `Cancelled`.

        >>> import tempfile, zermelo
        >>> solution = zermelo.solve("nim(heaps=(1, 2))")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     solution.page(f"{folder}/nim.html")
        OneFile(game='nim(heaps=(1, 2), misere=False)', positions=8)
        """
        from zermelo.playable.one_file import write_page

        return write_page(self, file, budget=as_budget(budget), replace=replace, rules=rules)

    def compare(self: Any, other: "Solution") -> "Comparison":
        """Return how another solution differs from this one, position by position.

        >>> import zermelo
        >>> zermelo.solve("nim(heaps=(1, 2))").compare(zermelo.solve("nim(heaps=(1, 2), misere=True)")).values
        4
        """
        from zermelo.query.comparison import compare
        from zermelo.query.solution import Solution

        if not isinstance(other, Solution):
            raise BadParameter(f"{other!r} is no solution: give what zermelo.solve or zermelo.open returns")
        return compare(self, other)

    def variants(
        self: Any,
        other: "Solution",
        *,
        budget: Budget | None = None,
        games: int | None = None,
        seed: int = 1913,
    ) -> "Variants":
        """Return what changes where this game's rules become another's: fairness, length, choice, openings.

        `games` and `seed` are those of `report`. Raises `BadParameter` where the games are not kin, as of one
        class with other parameters.

        >>> import zermelo
        >>> nim, misere = (zermelo.solve(f"nim(heaps=(1, 2, 3), misere={each})") for each in (False, True))
        >>> nim.variants(misere).rows[0].said
        ('loss in 6', 'loss in 5', 'shorter')
        """
        from zermelo.play.variants import variants
        from zermelo.query.solution import Solution

        if not isinstance(other, Solution):
            raise BadParameter(f"{other!r} is no solution: give what zermelo.solve or zermelo.open returns")
        return variants(self, other, as_budget(budget), games=games, seed=seed)

    def export(
        self: Any,
        file: str | Path | TextIO,
        *,
        text: bool = False,
        moves: bool = False,
        replace: bool = False,
    ) -> int:
        """Write every record as comma-separated text, and return how many there are.

        They come in the order of the files. The columns are position, value to the mover, remoteness in
        plies, and with `text` the position as the game shows it, on one line; with `moves` its moves by name
        with what each is worth to the mover, best first, parted by semicolons. A `file` that is there is
        replaced only with `replace`; an open one is written to as it is. Raises `BadParameter`,
        `StorageFailed`, `MissingCapability` for the moves of a game of chance, and `BadRules` where a
        position cannot be shown.

        >>> import sys, zermelo
        >>> zermelo.solve("nim(heaps=(1, 1))").export(sys.stdout)
        position,value,remoteness
        3,-1,2
        1,1,1
        0,-1,0
        3
        """
        from zermelo.solution.export import export_csv, write_csv
        from zermelo.trust.branches import asking

        def show(where: "Position") -> str:
            with asking(self.game, where):
                return str(self.game.show(where).replace("\n", "/"))

        def judge(where: "Position") -> str:
            with asking(self.game, where):
                return "; ".join(f"{each.name} {each.answer}" for each in self.moves(where))

        if moves:
            refuse_chances(self.game, "writing moves with their values is")
        further = ({"text": show} if text else {}) | ({"moves": judge} if moves else {})
        if isinstance(file, str | Path):
            return export_csv(self.records, as_path(file), further, replace=replace)
        return write_csv(self.records, file, further)

    def certify(self: Any, *, budget: Budget | None = None) -> "Certificate":
        """Play perfect play, all ties of it, exhaustively on both sides; return games won, drawn and lost.

        Raises `MissingCapability` where only values were kept, and for games of chance or of more players.

        >>> import zermelo
        >>> print(zermelo.solve("tic_tac_toe").certify().second.lost)
        0
        """
        from zermelo.policy.certificate import certify

        def value(position: "Position") -> int:
            return int(self.value(position).value)

        return certify(self.policy, self.game, values=value, budget=as_budget(budget))

    def save_policy(self: Any, file: str | Path, *, replace: bool = False) -> "Certificate":
        """Write perfect play to a file, as `zermelo.policies.save` does, and return its certificate."""
        from zermelo import policies

        return policies.save(self.policy, self.game, as_path(file), solution=self, replace=replace)

    def widget(
        self: Any, position: "Position" = None, *, side: int = 0, hints: bool = True, turned: bool = False
    ) -> "BoardWidget":
        """Return a board to click, for a notebook, with what moves are worth; see `showing.board_widget`.

        >>> import zermelo
        >>> zermelo.solve("tic_tac_toe").widget("X../.O./..X").view["words"]
        'draw in 6'
        """
        from zermelo.showing import board_widget

        return board_widget(self, position, side=side, hints=hints, turned=turned)
