"""Check that a solve fits while its positions are being found, at no cost for small games.

An enumeration reports how large its tiers have become (`Budget.grown`). Once they are large, a trend, free of
cost and generous, separates most games that end soon from those that do not. Only for the latter a plan is
made afresh: some seconds beside minutes. A solve that surely does not fit is refused, with advice on what
would work. For any other the expected time is reported. The size of a perfect index is known at the start.

Planning uses the solver's own steps, and the solver calls this module. So `solver.plans.solve_planner` is
imported only when it is needed.
"""

import dataclasses
import math
import random
import shlex
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget, compute_default_memory, measure_resident_memory
from zermelo.core.errors import BeyondMemory, TooLarge, ZermeloError
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.wording import format_bytes, format_duration
from zermelo.core.registry import find_registered
from zermelo.core.rule_queries import moves_at
from zermelo.solver.solution_files.solution_store import source_of
from zermelo.solver.storage.disk_quota import count_free_bytes, format_exact_bytes

if TYPE_CHECKING:
    from zermelo.solver.plans.solve_plan import Plan

T = TypeVar("T")
FIRST: Final = 1 << 20  # positions from which it is asked, compiled: half a second's work
FIRST_INTERPRETED: Final = 1 << 14  # interpreted: some seconds
FIRST_PLACES: Final = 1 << 26  # of a perfect index
AGAIN: Final = 8  # times as many positions, at which the check is repeated
SHOWN: Final = 5  # last steps that show how growth slows down
SLOWING: Final = (
    0.8  # so much of that is believed: what was overestimated was by 3 to 20, what was under by 1.2
)
SAFETY: Final = 4.0  # times what the trend says must fit, else a plan is made
A_TIER, ALL, PLAIN, ON_DISK = (
    54,
    56,
    700,
    9,
)  # bytes a class: of the largest tier, of all; of files and checkpoints
SURELY: Final = 0.9  # of the disk that a plan says to be the least: it was 4 % too much at most, all counted
LONG: Final = 600.0  # seconds from which the expected time is reported
PLANNING: Final = 144 << 20  # bytes that a plan takes meanwhile: 130 MB in quixo(size=4)
STEPS: Final = 4_000
GAMES, PLIES = 100, 500  # of random play, to see how much shorter a smaller game is


def add_size_gate_to_budget(
    game: Game,
    program: Program | None,
    budget: Budget,
    directory: Path | None = None,
) -> Budget:
    """Return the budget with a gate that refuses, with `TooLarge`, what surely cannot fit.

    Files go to `directory`, or where temporary ones go. A budget that says `anyway`, and games that cannot be
    planned, have no gate: those of chance end by themselves where their edges no longer fit, as all of them
    are held in memory.
    """
    make_gate = GATES.choose(game)
    if budget.anyway or make_gate is None:
        return budget
    return dataclasses.replace(budget, gate=make_gate(game, budget, directory, interpreted=program is None))


def solve_with_size_gate(
    game: Game,
    program: Program | None,
    budget: Budget,
    directory: Path | None,
    solve: Callable[[Budget], T],
    *,
    by_buckets: bool,
) -> T:
    """Solve within a budget with such a gate; with `by_buckets` it ends with `BeyondMemory` what is for them.

    Where a plan does not fit beside what has been found, that is let go, the plan is made, and where it does
    not say otherwise the solve begins anew.
    """
    make_gate = GATES.choose(game)
    if budget.anyway or make_gate is None:
        return solve(budget)
    gate = make_gate(
        game, budget, directory, interpreted=program is None, solving=True, by_buckets=by_buckets
    )
    while True:
        try:
            return solve(dataclasses.replace(budget, gate=gate))
        except _NoRoomToPlan:
            pass  # here the error still holds all that has been found
        gate.check_plan()


def refuse_large_index(
    game: Game, budget: Budget, directory: Path | None = None, *, by_buckets: bool = False
) -> None:
    """Do the same for a game with a perfect index, whose size is known."""
    size: Any = game
    if not budget.anyway and int(size.size) >= FIRST_PLACES:
        _SizeGate(
            game, budget, directory, interpreted=False, solving=True, by_buckets=by_buckets
        ).check_plan()


def describe_planned_disk(game: Game, budget: Budget) -> str:
    """Return what a plan says of the disk, as the end of a sentence; nothing where none can be made."""
    from zermelo.solver.plans.solve_planner import plan_solve

    try:
        made = plan_solve(game, dataclasses.replace(budget, gate=None, listener=None), quick=True)
    except ZermeloError:
        return ""
    sure = "" if made.factor == 1 else f", right within a factor of {made.factor:.2g}"
    takes, least = format_exact_bytes(made.disk), format_exact_bytes(made.least_disk)
    return f"; by a plan it takes {takes}, and at least {least}{sure}"


class _NoRoomToPlan(Exception):
    """The memory left beside the enumeration is too small to make a plan."""


class _SizeGate:
    """The gate of one run."""

    def __init__(
        self,
        game: Game,
        budget: Budget,
        directory: Path | None,
        *,
        interpreted: bool,
        solving: bool = False,
        by_buckets: bool = False,
    ) -> None:
        self.game, self.budget, self.directory = game, budget, directory
        self.by_buckets = by_buckets
        self.interpreted, self.solving = interpreted, solving
        self.checked_size = False
        self.notified = ""
        self.next: float = FIRST_INTERPRETED if interpreted else FIRST

    def __call__(self, sizes: Sequence[int], *, whole: bool) -> None:
        """Judge by the sizes of the tiers so far; `whole`: all of them stay in memory at once."""
        total = sum(sizes)
        if total < self.next:
            return
        self.next = AGAIN * total
        if self._fits_if_growth_ends_soon(sizes, whole):
            return
        if self.solving and measure_resident_memory() + PLANNING > self.budget.memory:
            raise _NoRoomToPlan
        self.check_plan()

    def check_plan(self) -> None:
        """Make a plan; raise `TooLarge` where it surely does not fit, and report what takes long."""
        from zermelo.solver.plans.solve_plan import PROCESS
        from zermelo.solver.plans.solve_planner import plan_solve  # what is small does without

        budget = dataclasses.replace(self.budget, gate=None)
        made = plan_solve(
            self.game,
            budget,
            interpreted=self.interpreted,
            quick=not self.checked_size,
            by_buckets=self.by_buckets,
        )
        self.checked_size = True  # when there is much more, there is time to count more
        lacking = self._list_missing_resources(made)
        if lacking:
            raise TooLarge(
                format_too_large_message(
                    self.game, made, lacking, self.solving, self._compute_available_share(made)
                )
            )
        likely = (made.least_memory - PROCESS) * made.factor**0.5
        fits = made.has_room and likely <= self.budget.array_memory
        if fits:
            self.next = math.inf
        said = self._format_wait_notice(made, fits=fits)
        if self.budget.notice is not None and said and said != self.notified:
            self.notified = said
            refused = self.budget.notice(
                f"{made.game}: {said}: `zermelo plan` says more", made.seconds + made.seconds_writing
            )
            if refused:
                raise TooLarge(refused)
        if made.by_buckets:
            raise BeyondMemory(f"{made.game}: its tiers are larger than memory")

    def _format_wait_notice(self, made: "Plan", *, fits: bool) -> str:
        """Return the notice to show before a long wait, or an empty text."""
        seconds = made.seconds + made.seconds_writing
        if made.open:
            wait = f", which takes {format_duration(seconds)} at least" if seconds > LONG else ""
            return (
                f"more positions than {made.positions:.1g}{wait}; play can cycle, so how many more is not "
                "known, nor whether they fit"
            )
        if fits and made.seconds <= LONG and not made.longer:
            return ""
        doubt = "" if fits else ", and whether it fits is not sure"
        about = "at least" if made.longer else "about"
        return f"about {made.positions:.2g} positions, which takes {about} {format_duration(seconds)}{doubt}"

    def _fits_if_growth_ends_soon(self, sizes: Sequence[int], whole: bool) -> bool:
        largest, total = extrapolate_tier_sizes(sizes)
        memory = PLAIN * total if self.interpreted else ALL * total if whole else A_TIER * largest
        fits_disk = SAFETY * ON_DISK * total < self._count_free_disk_bytes()
        return SAFETY * memory < self.budget.array_memory and fits_disk

    def _compute_available_share(self, made: "Plan") -> float:
        """Return which part of what it takes there is, of memory or disk, whichever is less."""
        return min(made.budget / made.least_memory, self._count_free_disk_bytes() / max(1, made.least_disk))

    def _count_free_disk_bytes(self) -> int:
        """Return the bytes of disk that may be taken."""
        return count_free_bytes(self.directory or Path(tempfile.gettempdir()), self.budget.disk)

    def _list_missing_resources(self, made: "Plan") -> list[str]:
        """Return what there is too little of even where the estimate is too large by all that it may be."""
        from zermelo.solver.plans.solve_plan import PROCESS  # a plan is of a process that holds nothing else

        lacking = []
        arrays, room = made.least_memory - PROCESS, self.budget.array_memory
        if arrays > made.factor * room:
            lacking.append(f"{format_bytes(arrays)} of memory and {format_bytes(room)} may be used")
        free = self._count_free_disk_bytes()
        if (self.directory is not None or made.by_buckets) and SURELY * made.least_disk > made.factor * free:
            given = (
                f"{format_bytes(free)} may be taken"
                if free == self.budget.disk
                else f"{format_bytes(free)} are free"
            )
            lacking.append(f"{format_bytes(made.least_disk)} of disk and {given}")
        return lacking


def extrapolate_tier_sizes(sizes: Sequence[int]) -> tuple[float, float]:
    """Return the largest tier and the total that a slowing growth leads to.

    >>> largest, total = extrapolate_tier_sizes([1, 8, 40, 120, 240, 360])
    >>> 360 < largest < 1000, 1000 < total < 10000
    (True, True)
    """
    steps = [math.log(after / before) for before, after in pairwise(sizes)][-SHOWN:]
    size, largest = float(sizes[-1]), float(max(sizes))
    total = float(sum(sizes))
    if not steps:
        return math.inf, math.inf
    step = steps[-1]
    slowing = SLOWING * max(0.0, steps[0] - steps[-1]) / max(1, len(steps) - 1)
    for _ in range(STEPS):
        step -= slowing
        size *= math.exp(step)
        largest, total = max(largest, size), total + size
        if size < 1 or total > 1e30:
            break
    return largest, total


def format_too_large_message(
    game: Game, made: "Plan", lacking: list[str], solving: bool, share: float
) -> str:
    """Return what is wrong, how that was found, and what would work instead; there is a `share` of it."""
    sure = "counted"
    if made.factor != 1:
        sure = f"estimated from {made.counted:,.0f} counted ones, right within a factor of {made.factor:.2g}"
    works = [
        *(SEARCHES.choose(game)(game, made) if solving else ()),
        *_yield_alternative_suggestions(game, made, share),
    ]
    instead = f"; what works: {'; '.join(works)}" if works else ""
    same = (
        f"`zermelo solve {_quote_for_shell(source_of(game))} --anyway`"
        if solving
        else "the same with --anyway"
    )
    if made.open:
        sure = "counted, or shown by random games, and there are more"
    about = "at least" if made.open else "about"
    return (
        f"{made.game} does not fit: {about} {made.positions:.2g} positions ({sure}) take at least "
        f"{', and '.join(lacking)}{instead}; or begin all the same: {same}, in Python Budget(anyway=True)"
    )


def _yield_depth_searches(game: Game, made: "Plan") -> Iterator[str]:
    methods = find_registered("searches", "methods")
    method = next(each.name for each in methods.values() if each.dice)
    called = _quote_for_shell(source_of(game))
    yield f"`zermelo solve {called} --method {method} --depth 3` looks so many plies ahead"


def _yield_value_searches(game: Game, made: "Plan") -> Iterator[str]:
    called = _quote_for_shell(source_of(game))
    methods = find_registered("searches", "methods")
    goes_round = made.method.startswith("retrograde")
    fit = (each.name for each in methods.values() if each.table and (each.loops or not goes_round))
    yield f"`zermelo solve {called} --method {next(fit)}` searches this one position"
    yield f"`zermelo play {called} --time 2s` plays against the clock"
    if has(game, "rank") and not game.scored:
        yield "--values-only leaves smaller files"


def _yield_alternative_suggestions(game: Game, made: "Plan", share: float) -> Iterator[str]:
    less = find_smaller_game(game, made, share)
    if less is not None:
        yield f"{less!r} should fit, ask `zermelo plan {_quote_for_shell(source_of(less))}`"
    if made.budget < made.least_memory < compute_default_memory():
        yield f"--memory {-(-made.least_memory >> 30)}GB"


def find_smaller_game(game: Game, made: "Plan", share: float) -> Game | None:
    """Return a smaller game of the family that should fit in such a share of what this one takes, or None.

    The size of a perfect index is known. Else the logarithm of the number of positions is taken to go with
    the longest game of random play.
    """
    if has(game, "rank"):
        whole: Any = game
        fitting = share * whole.size
        sizes: Iterator[Any] = _iterate_smaller_games(game)
        return next((each for each in sizes if each.size <= fitting), None)
    length = _find_longest_random_game(game)
    if not length:
        return None
    wanted = made.positions * share / 4
    for candidate in _iterate_smaller_games(game):
        shorter = _find_longest_random_game(candidate)
        if shorter is None:
            return None
        if made.positions ** (shorter / length) < wanted:
            return candidate
    return None


def _iterate_smaller_games(game: Any) -> Iterator[Game]:
    """Yield games with the largest number among the parameters made less by one, again and again."""
    while True:
        numbers = {
            field.name: getattr(game, field.name)
            for field in dataclasses.fields(game)
            if type(getattr(game, field.name)) is int
        }
        if not numbers:
            return
        name = max(numbers, key=lambda each: numbers[each])
        if numbers[name] <= 1:
            return
        try:
            game = dataclasses.replace(game, **{name: numbers[name] - 1})
            list(game.starts())
        except Exception:  # rules of anybody's: this size is none
            return
        yield game


def _find_longest_random_game(game: Game, seed: int = 1913) -> int | None:
    """Return the plies of the longest of some random games, None where one does not end or rules raise."""
    chance = random.Random(seed)
    longest = 0
    try:
        for _ in range(GAMES):
            position = next(iter(game.starts()))
            for ply in range(PLIES):
                moves = moves_at(game, position)
                if not moves:
                    longest = max(longest, ply)
                    break
                position = game.play(position, chance.choice(moves))
            else:
                return None
    except ZermeloError:
        raise
    except Exception:
        return None
    return longest


def _quote_for_shell(text: str) -> str:
    return text if text.isidentifier() else shlex.quote(text) if '"' in text else f'"{text}"'


GATES: Final = ByKind[type[_SizeGate] | None](
    "gate that refuses what cannot fit", _SizeGate, payoffs=_SizeGate, dice=None
)
SEARCHES: Final = ByKind(
    "searches that find a value",
    _yield_value_searches,
    payoffs=_yield_value_searches,
    dice=_yield_depth_searches,
)
