"""Summary of a solution: the answer at the start, counts, and how it was made."""

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

from zermelo.core.values import NO_END, UNTIMED, Answer, WinChance, answer_from


@dataclass(frozen=True)
class Summary:
    """The figures of a solve. Counts are over whole symmetry classes; None where they are unknown.

    `wins`, `draws` and `losses` count positions as their own movers see them. `solved` counts what was
    solved and stored: one position a symmetry class. `seconds` is the time of enumeration and solving.
    With `values_only` no remoteness was kept, and `remoteness` is None; `longest` is what the solver saw.
    What is `lean` keeps nothing that one ply decides: see `solver.records.compact_records`.
    In games of chance `value` is a float, nowhere farther than `error_bound` from the true one, and there is
    no remoteness; `win_probability` is the mover's at the start where every ending is a win or a loss.
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
    def goes_round(self) -> bool:
        """Whether it was solved as a game in which play may cycle."""
        return self.method.startswith("retrograde")

    @property
    def answer(self) -> Answer:
        """The value at the (first) start, and its remoteness where it was kept."""
        if self.win_probability is not None:
            return WinChance(self.value)
        without = UNTIMED if self.values_only else NO_END
        remoteness = without if self.remoteness is None else self.remoteness
        return answer_from(self.value, remoteness, self.scored, alone=self.alone)

    def as_json(self, solution: str | None) -> dict[str, Any]:
        """Return the object that `solve --json` prints.

        `values_only` and `lean` are there where they are true, `error_bound` with dice.
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
        """Return the fields, for `_solution.json`; `alone` and `lean` only where they are true."""
        fields = dataclasses.asdict(self)
        return {name: field for name, field in fields.items() if name not in WHERE_TRUE or field}


WHERE_TRUE = {"alone", "lean"}
COUNTS = ("solved", "peak_memory", "longest")
COUNTS_OR_NONE = ("remoteness", "positions", "wins", "draws", "losses")


def summary_fault(content: dict[str, Any]) -> str | None:
    """Return what is wrong in fields that are to make a `Summary`, None where nothing is."""
    if set(content) | WHERE_TRUE != {field.name for field in dataclasses.fields(Summary)}:
        return "its summary has other fields"
    fits = {
        **{name: isinstance(content[name], str) for name in ("game", "method")},
        **{name: _is_count(content[name]) for name in COUNTS},
        **{name: content[name] is None or _is_count(content[name]) for name in COUNTS_OR_NONE},
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


def _is_count(thing: Any) -> bool:
    return type(thing) is int and thing >= 0


def _is_number(thing: Any) -> bool:
    """Return whether a thing is a number that can be shown and compared."""
    return (type(thing) is int and abs(thing) < 1 << 62) or (type(thing) is float and math.isfinite(thing))
