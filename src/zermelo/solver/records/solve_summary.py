"""Summary of a solution: the answer at the start, counts, and how it was made."""

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

from zermelo.core.arguments import is_count
from zermelo.core.values import NO_END, UNTIMED, Answer, WinChance, answer_from


@dataclass(frozen=True)
class Summary:
    """Answer at the start of a solved game, counts of positions, and the cost of the solve.

    Counts are over whole symmetry classes, and None where they are unknown.

    Parameters
    ----------
    game : str
        Name of the game.
    method : str
        How it was solved.
    value : float
        Value at the first start, to its mover; an integer without dice.
    remoteness : int or None
        Plies to the end at the first start; None with dice, with `values_only`, and where play does not end.
    domain : str
        "reachable" positions, or the whole "index".
    positions : int or None
        Positions.
    solved : int
        Positions that were solved and stored: one of each symmetry class.
    wins, draws, losses : int or None
        Positions of each value to their own movers.
    seconds : float
        Time to enumerate and solve.
    peak_memory : int
        Largest memory of the process, in bytes.
    scored : bool
        Whether the game counts points.
    longest : int
        Greatest remoteness of any position.
    seconds_writing : float
        Time to write.
    values_only : bool
        Whether no remoteness was kept.
    win_probability : float or None
        With dice: the mover's at the start, where every ending is a win or a loss.
    error_bound : float or None
        With dice: largest possible error of any value.
    alone : bool
        Whether the game is a puzzle for one player.
    lean : bool
        Whether nothing is stored that one ply decides; see `solver.records.compact_records`.
    """

    game: str
    method: str
    value: float  # an integer without dice
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
    values_only: bool = False
    win_probability: float | None = None
    error_bound: float | None = None  # None without dice
    alone: bool = False  # a puzzle for one
    lean: bool = False

    @property
    def has_cycles(self) -> bool:
        """Whether it was solved as a game in which play may cycle."""
        return self.method.startswith("retrograde")

    @property
    def answer(self) -> Answer:
        """Value at the first start, and its remoteness where it was kept."""
        if self.win_probability is not None:
            return WinChance(self.value)
        without = UNTIMED if self.values_only else NO_END
        remoteness = without if self.remoteness is None else self.remoteness
        return answer_from(self.value, remoteness, self.scored, alone=self.alone)

    def as_json(self, solution: str | None) -> dict[str, Any]:
        """Return the object that `solve --json` prints.

        Parameters
        ----------
        solution : str or None
            Where the solution is stored.

        Returns
        -------
        dict
            The fields; `values_only` and `lean` only where they are true, `error_bound` only with dice.
        """
        return {
            "game": self.game,
            "method": self.method,
            "value": self.value,
            "outcome": self.answer.outcome,
            "remoteness": self.remoteness,
            "domain": self.domain,
            "positions": self.positions,
            "solved": self.solved,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "win_probability": self.win_probability,
            "nodes": None,
            "seconds": round(self.seconds, 3),
            "seconds_writing": round(self.seconds_writing, 3),
            "peak_memory": self.peak_memory,
            "solution": solution,
            **({"values_only": True} if self.values_only else {}),
            **({"lean": True} if self.lean else {}),
            **({} if self.error_bound is None else {"error_bound": self.error_bound}),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as `_solution.json` has them.

        Returns
        -------
        dict
            The fields; `alone` and `lean` only where they are true.
        """
        fields = dataclasses.asdict(self)
        return {name: field for name, field in fields.items() if name not in WHERE_TRUE or field}


WHERE_TRUE = {"alone", "lean"}
COUNTS = ("solved", "peak_memory", "longest")
COUNTS_OR_NONE = ("remoteness", "positions", "wins", "draws", "losses")


def find_summary_fault(content: dict[str, Any]) -> str | None:
    """Return what is wrong in fields that are to make a `Summary`, None where nothing is."""
    if set(content) | WHERE_TRUE != {field.name for field in dataclasses.fields(Summary)}:
        return "its summary has other fields"
    fits = {
        **{name: isinstance(content[name], str) for name in ("game", "method")},
        **{name: is_count(content[name], 0) for name in COUNTS},
        **{name: content[name] is None or is_count(content[name], 0) for name in COUNTS_OR_NONE},
        **{name: _is_number(content[name]) for name in ("value", "seconds", "seconds_writing")},
        **{name: isinstance(content[name], bool) for name in ("scored", "values_only")},
        **{
            name: content[name] is None or _is_number(content[name])
            for name in ("win_probability", "error_bound")
        },
        "domain": content["domain"] in ("reachable", "index"),
        **{name: content.get(name) in (None, True) for name in WHERE_TRUE},
    }
    wrong = next((name for name, good in fits.items() if not good), None)
    return None if wrong is None else f"{wrong} of its summary is {str(content.get(wrong))[:40]!r}"


def _is_number(thing: Any) -> bool:
    """Return whether a thing is a number that can be shown and compared."""
    return (type(thing) is int and abs(thing) < 1 << 62) or (type(thing) is float and math.isfinite(thing))
