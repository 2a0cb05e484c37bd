"""Play that cycles, by tasks: wider answers, and tiers that the game numbers itself."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.kinds import Pools
from support.tables import expected, table_of
from support.tasks import InOrder, files_of

import zermelo
from zermelo import UNDECIDED, Game, clusters
from zermelo.cluster import loop_tasks
from zermelo.cluster.loop_tasks import WIDTHS, widened
from zermelo.cluster.solving import solve_on
from zermelo.core.errors import BadRules, MissingCapability
from zermelo.core.values import NO_END
from zermelo.solution.records import split

pytestmark = pytest.mark.usefixtures("plain")


def test_long_play_takes_wide_answers_in_its_tier_alone(tmp_path: Path, monkeypatch: Any) -> None:
    """One tier of several says that its remoteness does not fit: those before it are wide too, the others not."""
    game = Pools(seed=1)
    want = files_of(zermelo.solve(game, store=tmp_path / "one", interpreted=False).directory)
    solve, widths = loop_tasks.solve_places, list[int]()

    def refusing(places: Any, question: Any, *others: Any) -> Any:
        width = np.dtype(question.fold.column).itemsize
        if width == 2 and len(widths) == 3:
            raise loop_tasks.TooFar
        widths.append(width)
        return solve(places, question, *others)

    monkeypatch.setattr(loop_tasks, "solve_places", refusing)
    solved = solve_on(game, InOrder(), str(tmp_path / "many"))
    assert widths[:3] == [2, 2, 2] and 4 in widths
    assert files_of(solved.place) == want


def test_answers_are_widened() -> None:
    narrow = WIDTHS[2]
    rest = (1 << narrow.parameter) - 1
    answers = np.array(
        [(value << narrow.parameter) + plies for value in (-1, 0, 1) for plies in (0, 7, rest - 1, rest)],
        np.int16,
    )
    wide = widened(answers, 4)
    assert wide.dtype == WIDTHS[4].fold.column and widened(wide, 4) is wide
    before, after = split(answers, narrow.parameter), split(wide, WIDTHS[4].parameter)
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    assert NO_END in after[1]


class Ring(Game):
    """Two counters of which one goes round, in tiers that begin at `lowest`; some moves lead back."""

    lowest: int = 0
    back: bool = False

    def start(self) -> int:
        return 12

    def moves(self, position: int):  # type: ignore[no-untyped-def]
        for move in range(3):
            yield move

    def play(self, position: int, move: int) -> int:
        ring, place = position // 4, position % 4
        if move == 0:
            return 4 * ring + (place + 1) % 4
        if move == 1 and self.back:
            return 4 * (ring + 1) + place if ring < 5 else position
        return 4 * (ring - 1) + place if ring > 0 else position

    def outcome(self, position: int) -> int:
        return -1 if position == 2 else UNDECIDED

    def tier(self, position: int) -> int:
        return self.lowest - position // 4 + 5


def test_tiers_of_the_games_own(tmp_path: Path) -> None:
    game = Ring(lowest=7)
    solve_on(game, InOrder(), str(tmp_path))
    assert table_of(zermelo.open(game, tmp_path)) == expected(game)


def test_a_move_back_to_an_earlier_tier_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match=r"leads from tier 9 back to .* in tier 8"):
        solve_on(Ring(lowest=7, back=True), InOrder(), str(tmp_path))


@pytest.mark.parametrize("lowest", [-20, 10**6])
def test_tiers_without_room_are_refused(lowest: int, tmp_path: Path) -> None:
    with pytest.raises(MissingCapability, match="number the tiers so, or leave out"):
        clusters.solve_on(Ring(lowest=lowest), str(tmp_path), "threads")
