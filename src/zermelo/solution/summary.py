"""What a solution says of itself: the answer at the start, counts, and where it all comes from."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from zermelo.core.values import Answer, outcome_word


@dataclass(frozen=True)
class Summary:
    """The figures of a solve. Counts are over whole symmetry classes; None where they are unknown.

    `wins`, `draws` and `losses` count positions as their own movers see them. `solved` counts what was
    solved and stored: one position a symmetry class. `seconds` is the time of enumeration and solving.
    """

    game: str
    method: str
    value: int
    remoteness: int | None
    domain: str
    positions: int | None
    solved: int
    wins: int | None
    draws: int | None
    losses: int | None
    seconds: float
    peak_memory: int
    scored: bool
    longest: int  # the greatest remoteness of any position
    seconds_writing: float = 0.0

    @property
    def answer(self) -> Answer:
        """The value and remoteness at the (first) start."""
        return Answer(self.value, self.remoteness, self.scored)

    def as_json(self, solution: str | None) -> dict[str, Any]:
        """Return the object that `solve --json` prints."""
        return {
            "game": self.game,
            "method": self.method,
            "value": self.value,
            "outcome": outcome_word(self.value),
            "remoteness": self.remoteness,
            "domain": self.domain,
            "positions": self.positions,
            "solved": self.solved,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "win_probability": None,
            "nodes": None,
            "seconds": round(self.seconds, 3),
            "seconds_writing": round(self.seconds_writing, 3),
            "peak_memory": self.peak_memory,
            "solution": solution,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, for `solution.json`."""
        return dataclasses.asdict(self)
