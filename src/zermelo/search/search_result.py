"""The result of the search of one position: the answer, a line of best play, and the cost."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import UNSET, UnsetType

from zermelo.core.game import Move
from zermelo.core.notation.result import Count, about
from zermelo.core.values import Answer
from zermelo.search.search_methods import METHODS
from zermelo.solver.records.solve_summary import SolvedGame
from zermelo.verify.search_proof import Proof


class SearchedPosition(SolvedGame, frozen=True, kw_only=True):
    """One position, by a search; nothing is known of others."""

    tree: Annotated[
        Count | UnsetType | None,
        about("with dice: positions of the whole tree, where that is known"),
    ] = UNSET
    guessed: Annotated[
        Count | UnsetType,
        about("with dice: positions whose values are estimates, as the depth ended there"),
    ] = UNSET
    proof: Annotated[str | UnsetType, about("the file of the proof")] = UNSET


@dataclass(frozen=True)
class SearchResult:
    """Answer at one position, found by a search; nothing is known of other positions.

    Parameters
    ----------
    game : str
        Name of the game.
    method : str
        Key of `METHODS`.
    answer : Answer
        The answer; a `ValueAlone` where the plies to the end were not asked for, or are not known.
    line : tuple
        Moves of best play, as far as the search still knows them.
    nodes : int
        Visits of positions by all threads. A move whose end the table or the rules tell is no visit.
    seconds : float
        Time by the clock.
    peak_memory : int
        Largest memory of the process, in bytes.
    proof : Proof or None
        Claims that the answer rests on, where they were asked for.
    tree : int or None
        With dice: vertices of the whole game tree.
    guessed : int
        With dice: visited vertices that only the depth ended.
    """

    game: str
    method: str
    answer: Answer
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    peak_memory: int
    proof: Proof | None = field(default=None, repr=False)
    tree: int | None = None
    guessed: int = 0

    def __str__(self) -> str:
        return f"{self.game}: {self.answer}, {self.nodes:,} positions visited"

    def __repr__(self) -> str:
        return str(self)

    def as_result(self, proof_file: str | None = None) -> SearchedPosition:
        """Return what `solve --method --json` prints.

        Parameters
        ----------
        proof_file : str or None
            File to which the proof was saved.

        Returns
        -------
        SearchedPosition
            Answer and cost; counts of other positions are None. With dice it has `tree` and `guessed`, too.
        """
        has_dice = METHODS[self.method].dice
        return SearchedPosition(
            game=self.game,
            method=self.method,
            **(self.answer.as_json() | {"win_probability": None}),
            domain="position",
            nodes=self.nodes,
            seconds=round(self.seconds, 3),
            peak_memory=self.peak_memory,
            tree=self.tree if has_dice else UNSET,
            guessed=self.guessed if has_dice else UNSET,
            proof=UNSET if proof_file is None else proof_file,
        )
