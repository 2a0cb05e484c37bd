"""Answers for a game too large to solve: the first plies come from a book, the rest from searches.

Each position is answered exactly, with the length of wins and losses, when somebody asks. A draw's length is
not known. All searches share one table, which is kept, and every core; what was found is remembered. What
would go through all positions is refused.
"""

from pathlib import Path
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import (
    NO_CLASS,
    build_representative_function,
    make_checked_representative_function,
)
from zermelo.core.budget import Budget, as_budget, measure_peak_memory
from zermelo.core.errors import UnknownPosition
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import is_finished, list_moves
from zermelo.core.values import UNTIMED
from zermelo.search.books.answer_book import AnswerBook
from zermelo.search.books.book_store import open_book
from zermelo.search.exact.alpha_beta import ExactSearch
from zermelo.search.known_scores import KnownScores, convert_record_to_score, convert_score_to_record
from zermelo.solution.solution import MoveAnswer, Solution
from zermelo.solver.records.solution_records import UnlistedRecords
from zermelo.solver.records.solve_summary import Summary, make_summary

MOST_REMEMBERED = 1 << 20  # positions


class OnDemandRecords(UnlistedRecords):
    """A record of any position, found when it is asked for: in a book, from its moves', or by search."""

    def __init__(self, book: AnswerBook, budget: Budget, *, interpreted: bool = False) -> None:
        self.game, self.book, self.budget, self.interpreted = book.game, book, budget, interpreted
        self.scores = KnownScores(book.game, self._score_without_search)
        self.search: ExactSearch | None = None
        self._found: dict[Position, int] = {}

    def _score_without_search(self, least: Position) -> int | None:
        """Return the score of the least position of a class, as far as nothing is searched."""
        found = self._found.get(least)
        if found is None and (record := self.book.find_representative_answer(least)) is not None:
            return convert_record_to_score(record)
        return found

    def find_known(self, position: Position) -> tuple[int, int] | None:
        """Return the record of a position that needs no search, None where one is needed."""
        score = self.scores.find_score(position)
        if score is None:
            score = self.scores.compute_score_from_moves(position)
        return None if score is None else convert_score_to_record(score, self.game)

    def find(self, position: Any) -> tuple[int, int]:
        """Return (value, plies to the end or UNTIMED) of a position; raises what a search does."""
        known = self.find_known(position)
        if known is not None:
            return known
        if self.search is None:
            self.search = ExactSearch(self.game, self.budget, timed=True, interpreted=self.interpreted)
        score = self.search.convert_answer_to_score(self.search.answer(position))
        if len(self._found) >= MOST_REMEMBERED:
            self._found.clear()
        self._found[position] = score
        return convert_score_to_record(score, self.game)

    def explain_refusal(self) -> str:
        """Return why there is no list."""
        return f"{self.game!r} is not solved, and answered position by position, from a book and by search"


class OnDemandSolution(Solution):
    """A solution that answers from a book of the first plies, and below it by search.

    `value`, `moves`, `best`, `line` and `policy` are those of `Solution`.

    Parameters
    ----------
    book : AnswerBook
        Exact answers of the first plies.
    budget : Budget, optional
        Memory and time of searches.
    interpreted : bool, default False
        Whether searches use the rules in Python.
    """

    records: OnDemandRecords
    is_searched = True

    def __init__(self, book: AnswerBook, budget: Budget | None = None, *, interpreted: bool = False) -> None:
        records = OnDemandRecords(book, budget or Budget(), interpreted=interpreted)
        super().__init__(book.game, _make_on_demand_summary(book, records), records, None)

    @property
    def budget(self) -> Budget:
        """The budget of searches, with their progress listener; a new budget is for the next search."""
        return self.records.budget

    @budget.setter
    def budget(self, budget: Budget) -> None:
        self.records.budget = budget
        if self.records.search is not None:
            self.records.search.budget = budget

    def moves_without_search(self, position: Position = START) -> list[MoveAnswer]:
        """Return the moves whose answers need no search.

        Parameters
        ----------
        position : position, optional
            Default: the start.

        Returns
        -------
        list of MoveAnswer
            Best first; empty where the book does not reach the position's moves.
        """
        where = as_position(self.game, position)
        known = [
            self._make_move_answer(where, move)
            for move in list_moves(self.game, where)
            if self._is_known(self.game.play(where, move))
        ]
        return sorted(known, key=lambda each: each.answer.preference)

    def is_in_book(self, position: Position) -> bool:
        """Return whether the book alone has the answer of a position.

        Parameters
        ----------
        position : position
            Any position of the game.

        Returns
        -------
        bool
            True for an end too, which the rules answer.
        """
        where = as_position(self.game, position)
        return is_finished(self.game, where) or self.records.book.find(where) is not None

    def has_book_moves(self, position: Position) -> bool:
        """Return whether the book alone has the answer of every move of a position.

        Parameters
        ----------
        position : position
            Unfinished position.

        Returns
        -------
        bool
            False at its last ply, below it, and where play has ended.
        """
        where = as_position(self.game, position)
        if is_finished(self.game, where):
            return False
        return all(self.is_in_book(self.game.play(where, move)) for move in list_moves(self.game, where))

    def book_policy(self, position: Position) -> list[Move]:
        """Return the best moves, as far as the book reaches.

        Parameters
        ----------
        position : position
            Unfinished position.

        Returns
        -------
        list of moves
            All that are best.

        Raises
        ------
        UnknownPosition
            If a move is not in the book.
        """
        if not self.has_book_moves(position):
            raise UnknownPosition(
                f"the book of {self.game!r} covers its first {self.records.book.plies} plies, and not the "
                f"moves at position {describe_position(self.game, as_position(self.game, position))}"
            )
        return self.policy(position)

    def describe_source(self, position: Position) -> str:
        """Return in words where the answers at a position come from.

        Parameters
        ----------
        position : position
            Any position of the game.

        Returns
        -------
        str
            From the book, by search, or both; empty where play has ended.
        """
        if is_finished(self.game, as_position(self.game, position)):
            return ""
        book = f"the book of the first {self.records.book.plies} plies"
        if self.has_book_moves(position):
            return f"from {book}"
        if self.is_in_book(position):
            return f"the value from {book}, the moves by search"
        return f"by search, past {book}"

    def _is_known(self, position: Position) -> bool:
        """Return whether the answer of a position needs no search."""
        least = make_checked_representative_function(self.game)(position)
        return least is not NO_CLASS and self.records.find_known(least) is not None

    def moves(self, position: Position = START) -> list[MoveAnswer]:
        """Return every move with what it gives the mover, best first.

        Parameters
        ----------
        position : position, optional
            Default: the start.

        Returns
        -------
        list of MoveAnswer
            From these the position's own answer follows.
        """
        where = as_position(self.game, position)
        if not is_finished(self.game, where):
            for move in list_moves(self.game, where):
                self.find_record(self.game.play(where, move))
        return super().moves(where)

    def __repr__(self) -> str:
        return f"{self.summary.game}: {self.value()}, by {self.summary.method}"


def _make_on_demand_summary(book: AnswerBook, records: OnDemandRecords) -> Summary:
    """Return what is known of the whole game."""
    start = next(iter(book.game.starts()))
    value, remoteness = records.find(build_representative_function(book.game)(start))
    longest = [int(plies) for plies in book.remoteness if plies != UNTIMED]
    return make_summary(
        book.game,
        method=f"a book of {book.plies} plies, and search",
        value=value,
        remoteness=None if remoteness == UNTIMED else remoteness,
        domain="reachable",
        positions=None,
        solved=len(book),
        wins=None,
        draws=None,
        losses=None,
        seconds=0.0,
        peak_memory=measure_peak_memory(),
        longest=max(longest, default=0),
    )


def open_on_demand(
    game_or_text: Game | str, *, store: str | Path | None = None, budget: Budget | None = None
) -> OnDemandSolution:
    """Open a game's book as a solution: below the book each move is searched, exactly.

    Parameters
    ----------
    game_or_text : Game or str
        The game.
    store : str or Path, optional
        Directory of books; default: that of `zermelo.search.open_book`.
    budget : Budget, optional
        Memory and time of searches.

    Returns
    -------
    OnDemandSolution
        The solution. What `open_book` raises is raised.
    """
    book = open_book(game_or_text, store)
    return OnDemandSolution(book, as_budget(budget))
