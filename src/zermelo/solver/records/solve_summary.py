"""Summary of a solution: the answer at the start, counts, and how it was made."""

import math
from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from zermelo.core.arguments import is_count
from zermelo.core.game import Game
from zermelo.core.notation.result import AnswerFields, Count, GameInput, about
from zermelo.core.notation.wording import format_count, format_duration, format_labelled_lines
from zermelo.core.rule_queries import START_ANSWERS, answer_from_record
from zermelo.core.values import NO_END, UNTIMED, WinChance, list_value_counts


class Summary(AnswerFields, frozen=True, kw_only=True):
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
    solved: Annotated[Count, about("classes of positions that were solved, symmetric ones as one")]
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
    longest: int  # the greatest remoteness of any position
    is_to_come: bool  # whether values are of points still to come

    @property
    def has_cycles(self) -> bool:
        """Whether it was solved as a game in which play may cycle."""
        return self.method.startswith("retrograde")

    @property
    def has_expectations(self) -> bool:
        """Whether values are expectations, as dice decide."""
        return self.error_bound is not UNSET

    @property
    def alone(self) -> bool:
        """Whether it is a puzzle for one player."""
        return self.answer.alone

    def value_counts(self) -> list[tuple[str, str]]:
        """Return how many positions have which value.

        Returns
        -------
        list of tuple
            A label and a text for each; empty where only classes were counted.
        """
        if self.positions is None:
            return []
        counts = self.wins or 0, self.draws or 0, self.losses or 0
        return list_value_counts(*counts, alone=self.alone, to_come=self.is_to_come)

    def __str__(self) -> str:
        counted, classes, legal, expected = self.positions, "", "", ""
        if counted is not None:
            classes = f" ({self.solved:,} classes)" if counted != self.solved else ""
            legal = ", every legal one" if self.domain == "index" else ""
            expected = "" if self.error_bound is UNSET or self.alone else " expected"
        said = f"by class only: {self.solved:,}" if counted is None else f"{counted:,}{classes}{legal}"
        rows = [("positions", said)]
        rows += [(label, f"{text}{expected}") for label, text in self.value_counts()]
        if self.alone:
            if self.wins == counted:  # else the longest may be of dead ends, which `stats` keeps apart
                rows.append(("hardest", format_count(self.longest, "move")))
        elif self.error_bound is UNSET:
            rows.append(("longest", f"{self.longest} plies under best play"))
        else:
            rows.append(("error", f"at most {self.error_bound:.1e} by {self.method}, and rounding"))
        writing = f" and {format_duration(self.seconds_writing)} to write" if self.solution else ""
        memory = f"{self.peak_memory / 1e6:,.0f} MB at most"
        rows.append(("took", f"{format_duration(self.seconds)} to solve{writing}, {memory}"))
        if self.solution:
            rows.append(("solution", self.solution))
        return "\n".join([f"{self.game}: {self.answer}", *format_labelled_lines(rows)])

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as `_solution.json` has them.

        Returns
        -------
        dict
            The fields; `alone` and `lean` only where they are true.
        """
        others: dict[str, Any] = {"scored": self.answer.scored, "longest": self.longest, "alone": self.alone}
        others |= {"values_only": bool(self.values_only), "lean": bool(self.lean)}
        others["error_bound"] = None if self.error_bound is UNSET else self.error_bound
        fields = {name: others[name] if name in others else getattr(self, name) for name in STORED}
        return {name: field for name, field in fields.items() if name not in WHERE_TRUE or field}


def make_summary(
    game: Game,
    *,
    value: float,
    remoteness: int | None,
    seconds: float,
    longest: int,
    seconds_writing: float = 0.0,
    values_only: bool = False,
    lean: bool = False,
    win_probability: float | None = None,
    error_bound: float | None = None,
    **counts: Any,
) -> Summary:
    """Return the summary of a solved game.

    `value` is that of the first start to its mover, an integer without dice. `remoteness` is its plies to the
    end, None where there are none. With dice there is an `error_bound`, and a `win_probability` where every
    ending is a win or a loss. Counts are over whole symmetry classes, and None where they are unknown.
    """
    without = UNTIMED if values_only else NO_END
    plies = without if remoteness is None else remoteness
    answer = START_ANSWERS.choose(game)(value, plies, game.scored)
    return Summary.of(
        answer if win_probability is None else WinChance(value),
        game=repr(game),
        win_probability=win_probability,
        seconds=round(seconds, 3),
        seconds_writing=round(seconds_writing, 3),
        values_only=values_only or UNSET,
        lean=lean or UNSET,
        error_bound=UNSET if error_bound is None else error_bound,
        longest=longest,
        is_to_come=answer_from_record(game, value, plies).is_to_come,
        **counts,
    )


def read_stored_summary(game: Game, content: dict[str, Any], solution: str | None) -> Summary:
    """Return the summary that `to_dict` wrote, of a solution that is stored there."""
    fields = {name: field for name, field in content.items() if name not in ("game", "scored", "alone")}
    return make_summary(game, solution=solution, **fields)


STORED = (
    *("game", "method", "value", "remoteness", "domain", "positions", "solved", "wins", "draws", "losses"),
    *("seconds", "peak_memory", "scored", "longest", "seconds_writing", "values_only"),
    *("win_probability", "error_bound", "alone", "lean"),
)
WHERE_TRUE = {"alone", "lean"}
COUNTS = ("solved", "peak_memory", "longest")
COUNTS_OR_NONE = ("remoteness", "positions", "wins", "draws", "losses")


def find_summary_fault(content: dict[str, Any]) -> str | None:
    """Return what is wrong in fields that are to make a `Summary`, None where nothing is."""
    if set(content) | WHERE_TRUE != set(STORED):
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
