"""What processes beside the server report, and how the work on a game stands, each with its words."""

import math
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from zermelo.core import Count, Result, about, format_bytes, format_count, format_duration
from zermelo.solver import Plan

COMPILING: Final = "compile"  # the phase of a job whose rules are compiled
LONGEST_OFFERED: Final = 86_400.0  # seconds of a solve that is offered
JobState = Literal["waiting", "planning", "large", "solving", "solved", "failed", "stopped"]
STATE_WORDS: Final = {
    "waiting": "waiting for its turn: other games are being solved",
    "planning": "estimating the size of this game",
    "solving": "being solved, just begun",
    "solved": "solved",
    "stopped": "you have stopped solving it; what was finished is kept, and solving goes on from there",
    "failed": "not solved: ",
}


class JobProgress(Result, frozen=True, kw_only=True):
    """How far a solve is."""

    phase: Annotated[str, about("what is being done")]
    done: Annotated[Count, about("so much of it")]
    total: Annotated[Annotated[int, Meta(ge=0)] | None, about("of so much; null where nobody knows")]
    seconds: Annotated[float, Meta(ge=0, description="since this began")]
    left: Annotated[float | None, about("seconds still to come; null where nobody knows")]

    def __str__(self) -> str:
        if self.phase == COMPILING:
            if not self.left:
                return "compiling the rules for this machine, longer than usual: it may be busy"
            return (
                f"compiling the rules for this machine, about {math.ceil(self.left)} s, the first time only"
            )
        left = f", {format_duration(self.left)} left of this step" if self.left else ""
        of = f" of {self.total:,}" if self.total else ""
        pace = f", {self.done / self.seconds:,.0f} a second" if self.seconds >= 1 else ""
        return f"being solved: {self.phase}, {self.done:,}{of} positions{pace}{left}"


class JobStatus(Result, frozen=True, kw_only=True):
    """The work on a game that is not solved."""

    ALL_MOVES_KNOWN: ClassVar[str] = "only the whole game is too large to be solved"

    state: Annotated[JobState, about("how it stands")]
    plan: Annotated[Plan | None, about("what it will take")]
    progress: Annotated[JobProgress | None, about("how far it is")]
    error: Annotated[str | None, about("why it failed")]
    seconds: float = 0.0  # since a process began with it, or since it waits
    is_requested: bool = False  # somebody has asked for it
    is_unkept: bool = False  # it is small, and browsing may keep no more

    def __str__(self) -> str:
        progress = self.progress
        if progress is not None and (self.state == "solving" or progress.phase == COMPILING):
            return str(progress)
        if self.state == "large":
            return self._describe_large_game()
        is_timed = self.state in ("waiting", "planning") and self.seconds >= 1
        for_long = f", for {format_duration(self.seconds)} now" if is_timed else ""
        return STATE_WORDS[self.state] + for_long + (self.error or "")

    def _describe_large_game(self) -> str:
        """Return why a game is not solved while its page opens, and what there is in its place."""
        plan = self.plan
        if self.is_unkept:
            return "many solutions have been kept already, so this one is solved when you ask for it"
        if plan is not None and self.is_offered:
            return f"solving the whole game takes about {_name_time(plan.seconds + plan.seconds_writing)}"
        size = ""
        if plan is not None:
            size = f", {'at least' if plan.open else 'about'} {format_count(plan.positions, 'position')}"
        return (
            f"too large to be solved whole on this machine{size}: each position is searched when you open it"
        )

    @property
    def learning(self) -> str:
        """What there is to learn from before the game is solved, or where it never is."""
        if self.is_too_large:
            return "this game is too large to be solved whole; moves are searched as you look"
        when = "if" if self.state in ("waiting", "planning") else "when"
        return f"reasons, rules to remember and puzzles come {when} the game is solved"

    @property
    def is_too_large(self) -> bool:
        """Whether nobody is offered to solve it, because of its size."""
        return self.state == "large" and not self.is_offered

    @property
    def is_offered(self) -> bool:
        """Whether a person is offered to solve the game: it fits this machine, and ends within a day."""
        plan = self.plan
        if self.is_unkept or (self.is_requested and self.state in ("stopped", "failed")):
            return True
        if plan is None or self.state not in ("large", "stopped", "failed"):
            return False
        return plan.fits and not plan.open and plan.seconds + plan.seconds_writing <= LONGEST_OFFERED

    def rows(self) -> list[tuple[str, str]]:
        """Return what solving will take, as rows of a table; none where it is not offered."""
        plan = self.plan
        if plan is None or not (self.is_offered or self.is_requested):
            return []
        roughly = "" if plan.factor == 1 else f" (estimate, within a factor of {plan.factor:.2g})"
        least = "at least " if plan.open else ""
        rows = [
            ("positions", f"{least}{format_count(plan.positions, 'position')}{roughly}"),
            ("time", f"{least}{format_duration(plan.seconds + plan.seconds_writing)}"),
            ("memory", f"{format_bytes(plan.least_memory)} of {format_bytes(plan.budget)}"),
            ("disk", format_bytes(plan.disk)),
            ("method", plan.method),
        ]
        return rows + [("advice", each) for each in plan.advice]

    @property
    def percent_done(self) -> int | None:
        """How much of the current step is done, in per cent; None where that is not known."""
        if self.state != "solving" or self.progress is None or not self.progress.total:
            return None
        return int(min(100, 100 * self.progress.done / self.progress.total))


def _name_time(seconds: float) -> str:
    """Return a time in the largest unit of which there are two."""
    for size, unit in ((3_600, "hour"), (60, "minute")):
        if seconds >= 2 * size:
            return format_count(round(seconds / size), unit)
    return format_count(max(1, round(seconds)), "second")


class RequestedSolve(JobStatus, frozen=True, kw_only=True):
    """A game that is solved on request."""

    source: Annotated[str, about("the game")]


class RequestedSolves(Result, frozen=True, kw_only=True):
    """What is being planned and solved on request."""

    work: Annotated[tuple[RequestedSolve, ...], about("games")]


class MoveFinding(Result, frozen=True, kw_only=True):
    """What a search has found of a move, as its mover sees it."""

    name: Annotated[str, about("the move")]
    value: Annotated[int | None, about("what it is worth, exactly")]
    remoteness: Annotated[int | None, about("plies to the end")]
    score: Annotated[int | None, about("an estimate")]
    depth: Annotated[int, about("plies that the estimate looks ahead")]
    line: Annotated[tuple[str, ...], about("the moves that are expected after it")] = ()

    def describe_estimate(self, sign: int, *, is_to_come: bool) -> str:
        """Return the estimate in words; `sign` is -1 where another player is looked from."""
        said = f"about {sign * self.score:+d}" if self.score else "about even"
        return f"{said}{' to come' if is_to_come else ''}, {self.depth} plies deep"


class SearchStatus(Result, frozen=True, kw_only=True):
    """A search of a position whose game is not solved."""

    going: Annotated[bool, about("whether more may come")]
    exact: Annotated[Count, about("moves that are known exactly")]
    moves: Annotated[Count, about("moves that there are")]
    nodes: Annotated[Count, about("positions that it has visited")]
    error: Annotated[str | None, about("why it ended")]
    is_compiling: bool
    depths: tuple[int, ...]  # of the estimates
    seconds: float

    def __str__(self) -> str:
        if self.error:
            return f"The search has ended: {self.error}"
        if self.is_compiling:
            return "Compiling the search for these rules, some seconds, the first time only"
        if self.exact == self.moves:
            return f"All moves are known exactly{', their lengths are searched' if self.going else ''}"
        if self.going and not (self.exact or self.depths):
            return "Searching each move: first estimates come in a moment"
        found = f"{self.exact} of {self.moves} moves {'is' if self.exact == 1 else 'are'} known exactly"
        if self.depths:
            far = " to ".join(map(str, sorted({min(self.depths), max(self.depths)})))
            count = len(self.depths)
            found += f"; {count} {'is an estimate' if count == 1 else 'are estimates'}, {far} plies deep"
        if self.nodes:
            found += f"; {self.nodes:,} positions visited"
        if self.nodes and self.seconds >= 1:
            found += f", {self.nodes / self.seconds:,.0f} a second"
        return found if self.going else f"{found}. The search has ended: there may be more in a longer one"
