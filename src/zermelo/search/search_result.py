"""The result of the search of one position: the answer, a line of best play, and the cost."""

from dataclasses import dataclass, field
from typing import Any

from zermelo.core.game import Move
from zermelo.core.values import Answer, outcome_word
from zermelo.search.search_methods import METHODS
from zermelo.verify.search_proof import Proof


@dataclass(frozen=True)
class SearchResult:
    """The answer at one position, by a search; nothing is known of others.

    `answer` is a `ValueAlone` where the plies to the end were not asked for, or are not those of a win.
    `line` is best play as far as the search still knows it. `nodes` counts visits of positions until the
    answer stood, by all threads: the one asked about at each question put to it, others as often as a search
    goes there. What a table, or the rules, tell of a move's end without going there is no visit. Where there
    are dice, `tree` is how many vertices the game tree has, all of which the textbook's search visits, and
    `guessed` how many of those visited the depth alone ended. `proof` is what the answer rests on, where it
    was asked for.
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
        """Return the object that `solve --json` prints: of other positions it knows nothing.

        Where there are dice it has `tree` and `guessed`, too.
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
