"""The ways of solving: where positions lie (layouts), and who computes (executors).

A cell solves one game in one way, into a folder of its own. Cells of one layout write the same files. To try
a new implementation, put its function into `CELLS`.
"""

import contextlib
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from reference import naive, naive_dice, naive_payoffs
from support.performing import perform_plainly
from support.places import finding_tests
from support.tables import expected, table_of
from support.tasks import InOrder, files_of, in_groups_of

import zermelo
from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.guards.program_guard import check_compiled_program
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile, MissingCapability
from zermelo.core.game import Game, has
from zermelo.solution.solution import Solution
from zermelo.solution.subgame_perfect_play import Equilibria
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.task_context import TaskReport
from zermelo.solver.cluster.task_executors import LocalExecutor, RayExecutor, TaskExecutor
from zermelo.solver.graph import thread_slices, tier_expansion, tier_overlap
from zermelo.solver.kernels.dense.dense_retrograde import BLOCK_BITS
from zermelo.solver.methods import indexed_retrograde, retrograde_analysis
from zermelo.solver.methods.predecessor_sources import PredecessorSource
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.runs.solve_game import solve_game
from zermelo.solver.sorted_keys import key_directory, tier_sort

ROUNDING = 1e-12
WHOLE_TIER = 1 << 20  # positions of a bucket that holds any tier of a game made for tests

Record = tuple[Any, Any, Any]  # position, value, remoteness


class Found(NamedTuple):
    """What a cell gives: all records in order of position, the figures of the summary, the files' bytes."""

    records: list[Record]
    figures: dict[str, Any]
    files: dict[str, bytes]


# What the reference implementations give


@cache
def reference(game: Game) -> Found:
    """Return the records and figures that the definitions give, with no file."""
    if hasattr(game, "payoffs"):
        records = [(each, found, None) for each, found in naive_payoffs.solve(game).items()]
        return Found(sorted(records), {"positions": len(records)}, {})
    if has(game, "chances"):
        return _reference_of_dice(game)
    table = naive.solve(game)
    starts = set(game.starts())
    closed = all(naive.orbit(game, start) <= starts for start in starts)
    classes = expected(game)
    wins, draws, losses = naive.totals(game) if closed else (None, None, None)
    value, remoteness = table[next(iter(game.starts()))]
    figures = {
        "value": value,
        "remoteness": remoteness,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "positions": len(table) if closed else None,
        "solved": len(classes),
        "longest": max((plies for _, plies in table.values() if plies is not None), default=0),
    }
    return Found(in_order((each, *answer) for each, answer in classes.items()), figures, {})


def _reference_of_dice(game: Any) -> Found:
    """Return values alone, and as `decisive` whether every end is won or lost."""
    try:
        table: dict[Any, Any] = naive_dice.exact(game)
    except RecursionError:
        table = naive_dice.iterated(game)
    places = naive.legal(game) or table
    ends = {naive_dice.end(game, each) for each in places if naive_dice.edges(game, each) == ([], [])}
    decisive = not game.scored and ends <= {-1, 1}
    return Found(
        [(each, float(value), None) for each, value in sorted(table.items())], {"decisive": decisive}, {}
    )


def check(game: Game, found: Found) -> None:
    """Compare what a cell gives with the definitions; values of dice may be as far off as the cell says."""
    want = reference(game)
    if not has(game, "chances"):
        assert found.records == want.records
        assert {name: found.figures[name] for name in want.figures} == want.figures
        return
    bound = found.figures["error_bound"]
    assert bound < 1e-9
    assert (found.figures["win_probability"] is not None) == want.figures["decisive"]
    values = {position: value for position, value, _ in want.records}
    if not has(game, "rank"):  # else files hold no position that only a throw leads to
        assert found.figures["positions"] == found.figures["solved"] == len(values)
        assert [position for position, *_ in found.records] == list(values)
    else:
        hidden = {position for position in values if game.rank(position) < 0}  # type: ignore[attr-defined]
        assert {position for position, *_ in found.records} >= set(values) - hidden
    for position, value, _ in found.records:
        if position in values:
            assert abs(value - values[position]) <= bound + ROUNDING * 10, position


# Reading a solution


def in_order(records: Any) -> list[Record]:
    """Return records in order of position."""
    return sorted(records, key=lambda record: record[0] if type(record[0]) is int else repr(record[0]))


def records_of(solution: Solution) -> list[Record]:
    """Return all records of a solution."""
    words, table = solution.records.words, table_of(solution)
    return in_order(
        (position if words is None else words.unpack(position), *answer) for position, answer in table.items()
    )


FIGURES = (
    *("value", "remoteness", "positions", "solved", "wins", "draws", "losses", "longest"),
    *("method", "domain", "win_probability", "error_bound"),
)


def figures_of(summary: Summary) -> dict[str, Any]:
    """Return the figures of a summary that no clock decides."""
    return {name: getattr(summary, name) for name in FIGURES}


def read(game: Game, folder: Path) -> Found:
    """Return what is in a store, where nothing but one solution may be left."""
    (place,) = folder.iterdir()
    solution = zermelo.open(game, folder)
    return Found(records_of(solution), figures_of(solution.summary), files_of(place))


# In this process


def by_interpreter(game: Game, folder: Path | None) -> Found:
    """Solve by dictionaries."""
    if hasattr(game, "payoffs"):
        equilibria = Equilibria(game)
        records = [
            (position, (set(equilibria.payoffs(position)), equilibria.line_count(position)), None)
            for position in naive.positions(game)
        ]
        return Found(in_order(records), {"positions": equilibria.positions}, {})
    return solved(game, folder, interpreted=True)


def in_memory(game: Game, folder: Path | None) -> Found:
    """Solve by kernels."""
    return solved(game, folder, interpreted=False)


def in_memory_by_threads(game: Game, folder: Path | None) -> Found:
    """Solve by two threads, with every buffer so small that what happens to large games happens.

    Half of the games ask their rules again for what leads to a position, as where no memory is left for links.
    """
    with pytest.MonkeyPatch.context() as patch:
        everything_small(patch)
        if random.Random(repr(game)).random() < 0.5:
            patch.setattr(
                retrograde_analysis, "choose_predecessor_source", lambda *_: PredecessorSource.AGAIN
            )
        return solved(game, folder, interpreted=False, threads=2)


def solved(game: Game, folder: Path | None, *, interpreted: bool, threads: int = 1) -> Found:
    """Solve in this process, into a folder or into memory alone."""
    made = solve_game(game, Budget(threads=threads), folder, interpreted=interpreted)
    if not interpreted and "interpreted" in made.summary.method:
        raise CannotCompile(f"{game!r} was solved by dictionaries")
    if folder is None:
        return Found(
            records_of(Solution(game, made.summary, made.records, None)), figures_of(made.summary), {}
        )
    return read(game, folder)


def everything_small(patch: pytest.MonkeyPatch, slots: int = 32) -> None:
    """Make buffers, buckets, slices, shares and sorts of a few items."""
    for module, name, value in (
        (tier_expansion, "LARGE_BUFFER", 4 * slots),
        (tier_expansion, "SMALL_BUFFER", slots),
        (tier_expansion, "BUCKET", slots // 4),
        (tier_overlap, "SHARE", slots),
        (tier_sort, "SMALL", slots),
        (tier_sort, "SAMPLE", 16),
        (key_directory, "GRAIN", max(1, slots // 8)),
        (retrograde_analysis, "SMALL", 0),
        (retrograde_analysis, "ROOM", 3),
        (retrograde_analysis, "EDGES", 5),
        (retrograde_analysis, "MOST_GROUPS", 4),
        (retrograde_analysis, "MOST_NUMBERS", 0),
        (indexed_retrograde, "LOOKED_AT", 3),
        (indexed_retrograde, "GRAIN", 1 << BLOCK_BITS),
        (indexed_retrograde, "FEW", 1),
        (indexed_retrograde, "LEAVING", 1),
    ):
        patch.setattr(module, name, value)
    patch.setattr(thread_slices.split_into_spans, "__defaults__", (slots,))
    patch.setattr(thread_slices.Workers.map_spans, "__defaults__", (slots,))


# By tasks


def by_tasks(game: Game, folder: Path, executor: TaskExecutor, share: float) -> Found:
    """Solve by tasks; of an index whose codes take less than a `share` of the memory a task is a tier."""
    chance = random.Random(repr(game))
    bucket = chance.choice((6, 12, 12, 25, WHOLE_TIER))
    if has(game, "rank"):  # where play comes round or dice are thrown, each round takes all buckets
        bucket = max(bucket, game.size // (3 if has(game, "chances") else 6))  # type: ignore[attr-defined]
    if has(game, "chances") and has(game, "gain"):
        bucket = WHOLE_TIER  # smaller ones are refused
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.solver.cluster.cluster_solve.CODES_SHARE", share)
        in_groups_of(chance.choice((1, 4, 28)), patch, sent=chance.choice((5, 1 << 21)))
        reports: list[TaskReport] = []
        solved = solve_by_tasks(game, executor, str(folder), bucket=bucket, listen=reports.append)
    assert len(reports) == solved.figures.tasks > 0
    if has(game, "rank"):
        by_tiers = share > 0 and has(game, "parents") and not has(game, "chances")
        assert ("solve_index_tier" in {report.task.kind for report in reports}) == by_tiers
    found = read(game, folder)
    assert found.figures == figures_of(solved.summary)
    return found


def ray_executor() -> RayExecutor:
    """Begin a cluster of this machine whose processes find what tests import."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", finding_tests()["PYTHONPATH"])
        return RayExecutor("local", perform=perform_plainly)


POOLS: dict[str, Callable[[], TaskExecutor]] = {
    "threads": lambda: LocalExecutor(2),
    "processes": lambda: LocalExecutor(2, processes=True, perform=perform_plainly),
    "Ray": ray_executor,
}
_begun: dict[str, TaskExecutor] = {}


def pool(name: str) -> TaskExecutor:
    """Return an executor that is begun once and shared."""
    if name not in _begun:
        _begun[name] = POOLS[name]()
    return _begun[name]


@pytest.fixture(scope="module", autouse=True)
def pools_end() -> Iterator[None]:
    """Close executors behind the matrix: Ray computes as long as it is there."""
    yield
    while _begun:
        _begun.popitem()[1].close()


def by_file(game: Game) -> Game:
    """Return the game as another process finds it: by the file of its class."""
    file = sys.modules[type(game).__module__].__file__
    name, _, parameters = repr(game).partition("(")
    found: Game = zermelo.game(f"{file}:{type(game).__name__}({parameters}")
    assert repr(found).partition("(")[0].endswith(name)
    return found


def tasks_of(executor: str, share: float = 0) -> Callable[[Game, Path], Found]:
    """Return a cell's function."""

    def solve(game: Game, folder: Path) -> Found:
        if executor == "this process":
            return by_tasks(game, folder, InOrder(), share)
        named = by_file(game) if executor in ("processes", "Ray") else game
        return by_tasks(named, folder, pool(executor), share)

    return solve


# The table

Refusal = tuple[type[Exception], str]
PAYOFFS: Refusal = (MissingCapability, "player")
NOT_WORDS: Refusal = (CannotCompile, "--interpreted")


@dataclass(frozen=True, eq=False)
class Cell:
    """A layout by an executor: its function, how many games of a kind are solved so, and what it refuses.

    `in_memory` more games are solved without a folder, which takes less time.
    """

    layout: str
    executor: str
    solve: Callable[[Game, Any], Found]
    games: int
    in_memory: int = 0
    asked: str = "keyed"  # which games of a kind, see `Kind.families`
    refuses: dict[str, Refusal] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.layout}, {self.executor}"


@cache
def stored(cell: Cell, game: Game) -> Found:
    """Solve into a folder of its own, once for all cells that are compared with this one."""
    with TemporaryDirectory() as folder:
        return cell.solve(game, Path(folder))


KEYED: dict[str, Refusal] = {"several players": PAYOFFS, "other positions": NOT_WORDS}
CELLS = (
    Cell("interpreter", "this process", by_interpreter, 4, 8),
    Cell("hashed tiers", "this process", in_memory, 5, 5, refuses=KEYED),
    Cell("hashed tiers", "threads", in_memory_by_threads, 2, 5, refuses=KEYED),
    *(
        Cell("buckets on disk", executor, tasks_of(executor), games, refuses=KEYED)
        for executor, games in (("this process", 3), ("threads", 1), ("processes", 1), ("Ray", 1))
    ),
    Cell("index in memory", "this process", in_memory, 7, 2, asked="indexed"),
    Cell("index in memory", "threads", in_memory_by_threads, 2, 5, asked="indexed"),
    *(
        Cell(layout, executor, tasks_of(executor, share), games, asked=asked)
        for layout, share, asked in (("index by tiers", 0.9, "parents"), ("index by ranges", 0.0, "indexed"))
        for executor, games in (
            ("this process", 4 if share else 3),
            ("threads", 1),
            ("processes", 1),
            ("Ray", 1),
        )
    ),
)

# Not there, and why: no function takes such arguments
EXECUTORS = ("this process", "threads", "processes", "Ray")
ABSENT: dict[tuple[str, str], str] = {
    **{("interpreter", each): "dictionaries are filled by one thread of Python" for each in EXECUTORS[1:]},
    **{
        (layout, each): "arrays in memory are one process's"
        for layout in ("hashed tiers", "index in memory")
        for each in EXECUTORS[2:]
    },
}


@contextlib.contextmanager
def plain_kernels() -> Iterator[None]:
    """Let kernels run as ordinary Python: nothing is compiled."""

    def plain(game: Game) -> Any:
        program = interpret_game(game)
        if not has(game, "chances"):
            check_compiled_program(program)
        return program

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", plain)
        patch.setattr("zermelo.solver.cluster.solve_job.compile_game", interpret_game)
        patch.setattr("zermelo.solver.forecast.workload_models.compile_game", interpret_game)
        patch.setattr(
            "zermelo.solver.forecast.rule_costs.LazyKernels", lambda compiled: LazyKernels(compiled=False)
        )
        yield


@pytest.fixture
def plain() -> Iterator[None]:
    """Let kernels run as ordinary Python while a test runs, also those that go through records."""
    with plain_kernels(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.solution.scan.compile_game", interpret_game)
        yield
