"""Every way of solving on every kind of game: the records of the reference implementations, and the same files.

Kinds of games (`made.kinds`) x layouts x executors (`support.cells`). Kernels run as ordinary Python here, but
for `MACHINE`, a few games that have every kernel compiled between them.
"""

import random
from pathlib import Path

import pytest
from made.kinds import KINDS, FromTheTop, IndexedSteps, Pools, RandomPairs
from made.random_games import (
    RandomLadder,
    RandomMirror,
    RandomRows,
    RandomScoredBrook,
    RandomScores,
    RandomSteps,
)
from support.cells import ABSENT, CELLS, EXECUTORS, Cell, Found, check, plain_kernels, stored, tasks_of
from support.cells import pools_end as pools_end
from support.marks import few

from zermelo.core.game import Game, has
from zermelo.solver.runs.integer_run import METHOD, RETROGRADE

CASES = [
    pytest.param(kind, cell, id=f"{kind}-{cell}".replace(", ", "-").replace(" ", "_"))
    for cell in sorted(
        CELLS, key=lambda cell: cell.executor == "Ray"
    )  # which computes as long as it is there
    for kind in KINDS
    if kind not in cell.refuses and (KINDS[kind].families(cell.asked) or cell.layout == "interpreter")
]
REFUSED = [(kind, cell) for cell in CELLS for kind in cell.refuses]


def solve_all(kind: str, cell: Cell, seed: int = 0, times: int = 1) -> None:
    """Solve games of a kind, and compare each with the reference and with the layout's first cell."""
    with_files, number = times * cell.games, times * (cell.games + cell.in_memory)
    games = list(KINDS[kind].games(number, cell.asked, seed))
    assert games
    for place, game in enumerate(games):
        is_stored = place < max(with_files, len(KINDS[kind].given))
        try:
            found = stored(cell, game) if is_stored else cell.solve(game, None)
            check(game, found)
            if is_stored and cell.layout != "interpreter":
                check_files(game, found, cell)
        except AssertionError as error:
            error.add_note(f"{game!r}, {cell}")
            raise


def check_files(game: Game, found: Found, cell: Cell) -> None:
    """Compare with the first cell of all that write such files: records to the bit, files to the byte."""
    alike = [
        each
        for each in CELLS
        if each.layout != "interpreter" and (each.asked == "keyed") == (cell.asked == "keyed")
    ]
    if cell.layout == "index by ranges" and has(game, "chances"):
        # tasks narrow bounds until nothing moves; in memory that ends sooner
        alike = [each for each in CELLS if each.layout == cell.layout]
    want = stored(alike[0], game)
    figures = dict(found.figures)
    if cell.layout == "buckets on disk" and figures["method"] == RETROGRADE:  # buckets order no positions
        figures["method"] = want.figures["method"]
        assert figures["method"] in (METHOD, RETROGRADE)
    assert found.files == want.files != {} and figures == want.figures
    assert found.records == want.records


@pytest.mark.slow("every kind of game in every layout by every executor")
@pytest.mark.parametrize(("kind", "cell"), CASES)
def test_records_are_those_of_the_reference(kind: str, cell: Cell) -> None:
    with plain_kernels():
        solve_all(kind, cell)


@pytest.mark.parametrize(("kind", "cell"), REFUSED, ids=str)
def test_what_a_cell_does_not_support_is_refused(kind: str, cell: Cell, tmp_path: Path) -> None:
    error, words = cell.refuses[kind]
    for game in KINDS[kind].games(1):
        with plain_kernels(), pytest.raises(error, match=words):
            cell.solve(game, tmp_path)


@pytest.mark.parametrize("kind", ["dice", "plies"])
def test_an_index_of_dice_or_without_parents_has_no_tasks_that_are_tiers(kind: str, tmp_path: Path) -> None:
    """It is solved by ranges; `by_tasks` looks at the kinds of tasks."""
    game = next(KINDS[kind].games(1, "indexed"))
    with plain_kernels():
        check(game, tasks_of("this process", 0.9)(game, tmp_path))


@pytest.mark.quick
def test_every_cell_is_there_or_has_a_reason() -> None:
    layouts = {cell.layout for cell in CELLS}
    there = [(cell.layout, cell.executor) for cell in CELLS]
    assert sorted([*there, *ABSENT]) == sorted((layout, each) for layout in layouts for each in EXECUTORS)


MACHINE: tuple[tuple[Game, str], ...] = (  # what they have that the others do not
    (RandomMirror(seed=31, bits=4, depth=7, most=4), "hashed tiers"),
    (Pools(seed=1), "hashed tiers, buckets on disk"),
    (RandomSteps(seed=2, size=70), "hashed tiers, buckets on disk"),
    (RandomLadder(seed=6, size=60), "index by ranges"),
    (RandomScoredBrook(seed=8, size=60), "index in memory, index by tiers"),
    (IndexedSteps(seed=2, size=60), "index in memory"),
    (IndexedSteps(seed=2, size=60), "index by ranges"),
    (RandomLadder(seed=6, size=60), "index in memory"),
    (FromTheTop(seed=38, width=9, depth=6, most=4, begins=3), "hashed tiers, buckets on disk"),
    (RandomScores(seed=2, size=50, most=4), "hashed tiers, buckets on disk"),
    (RandomPairs(seed=1, size=60, most=4), "hashed tiers"),
    (RandomRows(seed=3, size=256), "index in memory"),
)


@pytest.mark.slow("machine code of every kind of kernel solves")
@pytest.mark.parametrize(
    ("game", "layouts"),
    few(MACHINE, 6),
    ids=repr,
)
def test_machine_code_gives_the_same(game: Game, layouts: str, tmp_path: Path) -> None:
    tried = [cell for cell in CELLS if cell.executor == "this process" and cell.layout in layouts.split(", ")]
    assert len(tried) == layouts.count(",") + 1
    for cell in tried:
        folder = tmp_path / cell.layout
        found = cell.solve(game, folder / "machine code")
        assert len(found.records) > 20
        check(game, found)
        with plain_kernels():
            plain = cell.solve(game, folder / "plain")
        assert found.files == plain.files != {} and found == plain


@pytest.mark.long
@pytest.mark.parametrize(("kind", "cell"), CASES)
def test_more_games(kind: str, cell: Cell) -> None:
    """Other games each time."""
    with plain_kernels():
        solve_all(kind, cell, seed=random.randrange(1 << 30), times=5)
