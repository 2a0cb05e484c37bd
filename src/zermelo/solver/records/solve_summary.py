"""Summary of a solution: the answer at the start, counts, and how it was made."""

import dataclasses
import math
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from zermelo.core.arguments import is_count
from zermelo.core.notation.result import AnswerFields, Count, GameInput, about
from zermelo.core.values import NO_END, UNTIMED, Answer, WinChance, answer_from


class SolvedGame(AnswerFields, frozen=True, kw_only=True):
    """A solved game: the answer of its start, and counts."""

    game: GameInput
    method: Annotated[str, about("how it was solved")]
    domain: Annotated[
        Literal["reachable", "index", "position"],
        about("what was solved: positions reachable from the start, all that an index holds, or only this"),
    ]
    positions: Annotated[
        Count | None,
        about("what the game's own encoding distinguishes; null where only classes are counted"),
    ] = None
    solved: Annotated[Count | None, about("classes of positions that were solved, symmetric ones as one")] = (
        None
    )
    wins: Annotated[Count | None, about("positions that their movers win")] = None
    draws: Annotated[Count | None, about("positions that are drawn")] = None
    losses: Annotated[Count | None, about("positions that their movers lose")] = None
    win_probability: Annotated[
        float | None, about("with dice, without draws: how probable it is that the first to move wins")
    ] = None  # type: ignore[assignment]  # where there is none it is null here, and left out elsewhere
    nodes: Annotated[
        Count | None, about("positions that a search has visited; null where every position was solved")
    ] = None
    seconds: Annotated[float, about("that solving took")]
    seconds_writing: Annotated[float, about("that writing the solution took")] = 0.0
    peak_memory: Annotated[Count, about("bytes that the process held at most")]
    solution: Annotated[str | None, about("the solution's directory; null where nothing is kept")] = None
    values_only: Annotated[bool | UnsetType, about("there and true where no remoteness was kept")] = UNSET
    lean: Annotated[bool | UnsetType, about("there and true where nothing is kept that one ply decides")] = (
        UNSET
    )
    error_bound: Annotated[
        float | UnsetType, about("with dice: how far values may be off, at most, besides rounding")
    ] = UNSET


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
    def has_expectations(self) -> bool:
        """Whether values are expectations, as dice decide."""
        return self.error_bound is not None

    @property
    def answer(self) -> Answer:
        """Value at the first start, and its remoteness where it was kept."""
        if self.win_probability is not None:
            return WinChance(self.value)
        without = UNTIMED if self.values_only else NO_END
        remoteness = without if self.remoteness is None else self.remoteness
        return answer_from(self.value, remoteness, self.scored, alone=self.alone)

    def as_result(self, solution: str | None) -> SolvedGame:
        """Return what `solve --json` prints.

        Parameters
        ----------
        solution : str or None
            Where the solution is stored.

        Returns
        -------
        SolvedGame
            The answer, counts and cost.
        """
        same = ("game", "method", "domain", "positions", "solved", "wins", "draws", "losses", "peak_memory")
        return SolvedGame(
            **{name: getattr(self, name) for name in same},
            **(self.answer.as_json() | {"win_probability": self.win_probability}),
            seconds=round(self.seconds, 3),
            seconds_writing=round(self.seconds_writing, 3),
            solution=solution,
            values_only=self.values_only or UNSET,
            lean=self.lean or UNSET,
            error_bound=UNSET if self.error_bound is None else self.error_bound,
        )

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
