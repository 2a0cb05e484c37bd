"""The result of the search of one position: the answer, a line of best play, and the cost."""

from dataclasses import dataclass, field
from typing import Any

from zermelo.core.game import Move
from zermelo.core.values import Answer, outcome_word
from zermelo.search.search_methods import METHODS
from zermelo.verify.search_proof import Proof


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

    def as_json(self) -> dict[str, Any]:
        """Return the object that `solve --json` prints.

        Returns
        -------
        dict
            Answer and cost; counts of other positions are None. With dice it has `tree` and `guessed`, too.
        """
        dice = {"tree": self.tree, "guessed": self.guessed} if METHODS[self.method].dice else {}
        return dice | {
            "game": self.game,
            "method": self.method,
            "value": self.answer.value,
            "outcome": outcome_word(self.answer.value),
            "remoteness": self.answer.remoteness,
            "domain": "position",
            "positions": None,
            "solved": None,
            "wins": None,
            "draws": None,
            "losses": None,
            "win_probability": None,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "seconds_writing": 0.0,
            "peak_memory": self.peak_memory,
            "solution": None,
        }
