"""Games that know their parents, solved in place: every answer, against the definitions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.random_games import TURNS, RandomBrook, RandomOutlets, RandomRows
from support.cells import plain as plain
from support.tables import expected, table_of

import zermelo
from zermelo.boards.indexes.index_rows import ALL_TO_ONE, ROW, map_place_by_turn
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import Cancelled, CheckFailed
from zermelo.core.game import Game
from zermelo.core.mix_ins import RetrogradeIndex
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.solver.kernels.dense.dense_retrograde import FIRST, NONE
from zermelo.solver.kernels.dense.exit_values import EMPTY
from zermelo.solver.kernels.dense.row_sets import build_set_symmetry_functions
from zermelo.solver.methods import indexed_retrograde
from zermelo.solver.methods.answer_codes import COLUMNS, REST, AnswerCodes, CodesExhausted, pack_answer
from zermelo.verify.conformance import index_checks
from zermelo.verify.conformance.conformance_suite import verify_game


class Corridors(Game, RetrogradeIndex):
    """A row of rooms, so many a tier: one step towards its end; the first at the end has won."""

    rooms: int = 600
    tiered: int = 100

    def start(self) -> int:
        return 0

    @property
    def size(self) -> int:
        return self.rooms

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index

    def moves(self, position: int) -> Iterator[int]:
        yield 1

    def play(self, position: int, move: int) -> int:
        return position + move

    def outcome(self, position: int) -> int:
        return LOSS if position == self.rooms - 1 else UNDECIDED

    def tier(self, position: int) -> int:
        return position // self.tiered

    def parents(self, position: int) -> Iterator[int]:
        if position % self.tiered > 0:
            yield position - 1


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list to which every tier that is solved from now on is added."""
    began: list[int] = []
    solve = indexed_retrograde.IndexedTier.solve

    def solve_and_note(tier: Any) -> None:
        began.append(tier.first // 100)
        solve(tier)

    monkeypatch.setattr(indexed_retrograde.IndexedTier, "solve", solve_and_note)
    return began


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("stored", [False, True])
def test_codes_become_wider_and_what_is_solved_stays(
    stored: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six tiers of which the fourth from the end wants more answers than a byte holds: it begins again, alone."""
    game = Corridors(rooms=600)
    want = expected(game)
    began = counted(monkeypatch)
    keep: dict[str, Any] = {"store": tmp_path} if stored else {}
    assert table_of(zermelo.solve(game, interpreted=False, **keep)) == want
    assert began == [5, 4, 3, 3, 2, 1, 0]
    alone = Corridors(rooms=300, tiered=300)
    assert table_of(zermelo.solve(alone, interpreted=False)) == expected(alone)


@pytest.mark.usefixtures("plain")
def test_a_run_stopped_after_its_codes_became_wider_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Corridors(rooms=600)
    for left in (450, 250, 250):  # the second stops just after, and so does the third at once
        budget = Budget(threads=1)

        def stop(progress: Progress, budget: Budget = budget, left: int = left) -> None:
            if progress.phase == "solve" and progress.done > progress.total - left:
                budget.stop.set()

        budget.listener = stop
        with pytest.raises(Cancelled):
            zermelo.solve(game, store=tmp_path, budget=budget, interpreted=False)
    names = {path.name for path in tmp_path.rglob("answers-*")}
    assert names and all("uint16" in name for name in names)
    began = counted(monkeypatch)
    assert table_of(zermelo.solve(game, store=tmp_path, interpreted=False)) == expected(game)
    assert began[0] < 3


def test_a_book_is_full_at_last() -> None:
    book = AnswerCodes(COLUMNS[0])
    codes = [book.get_or_add_code(pack_answer(1, level)) for level in range(256 - FIRST)]
    assert codes == list(range(FIRST, 256))
    assert (
        book.find_code_of_value_and_remoteness(1, 5) == FIRST + 5
        and book.find_code_of_value_and_remoteness(-1, 5) == NONE
    )
    with pytest.raises(CodesExhausted):
        book.get_or_add_code(pack_answer(-1, 0))
    with pytest.raises(CodesExhausted):
        book.find_existing_or_next_code(pack_answer(-1, 0))
    assert AnswerCodes(COLUMNS[1], book.answers).get_or_add_code(pack_answer(-1, 0)) == 256
    answers, places = book.known
    assert sorted(answers[answers != EMPTY].tolist()) == sorted(book.answers)
    assert all(
        book.answers[code - FIRST] == answer for answer, code in zip(answers, places, strict=True) if code
    )
    assert book.list_codes_with_answers()[7] == (FIRST + 7, 1, 7) and np.iinfo(np.uint16).max == REST


class WrongOut(RandomBrook):
    """`RandomBrook` that forgets the moves out of a tier."""

    def moves_to_later_tiers(self, position: int) -> Iterator[int]:
        return iter(())


class WrongOutlets(RandomOutlets):
    """`RandomOutlets` that forgets one index."""

    def indexes_in_later_tiers(self, position: int) -> Iterator[int]:
        found: list[int] = list(super().indexes_in_later_tiers(position))
        yield from found[1:]


class LateOutlets(RandomOutlets):
    """`RandomOutlets` that yields an index where play is over."""

    def indexes_in_later_tiers(self, position: int) -> Iterator[int]:
        yield from super().indexes_in_later_tiers(position)
        if self.outcome(position) != UNDECIDED:
            yield self.size - 1


class WrongBeside(RandomBrook):
    """`RandomBrook` that forgets one that is beside."""

    def neighbour_indexes_in_tier(self, index: int, back: bool) -> Iterator[int]:
        found: list[int] = list(super().neighbour_indexes_in_tier(index, back))
        yield from found[: -1 if back else len(found)]


class WrongRows(RandomRows):
    """`RandomRows` with something wrong about its rows."""

    wrong: str = "row_places_with_position"

    def row_places_with_position(self, index: int) -> int:
        return super().row_places_with_position(index) ^ (self.wrong == "row_places_with_position")

    def row_places_handled_singly(self, index: int) -> int:
        return 0 if self.wrong == "row_places_handled_singly" else super().row_places_handled_singly(index)

    def row_moves_to_later_tiers(self, index: int) -> Iterator[tuple[int, int, int]]:
        for where, places, turn in super().row_moves_to_later_tiers(index):
            yield (
                where,
                places,
                turn ^ 7 if self.wrong == "row_moves_to_later_tiers" and turn != ALL_TO_ONE else turn,
            )

    def row_moves_within_tier(self, index: int, back: bool) -> Iterator[tuple[int, int, int]]:
        for row, places, turn in super().row_moves_within_tier(index, back):
            if not (self.wrong == f"row_moves_within_tier {back}" and turn == 0):
                yield row, places, turn

    def row_neighbours_of_place(self, index: int, place: int, back: bool) -> int:
        return super().row_neighbours_of_place(
            index, place, back if self.wrong != "row_neighbours_of_place" else not back
        )


@pytest.mark.parametrize("turn", TURNS)
def test_a_row_is_turned_as_each_of_its_places(turn: int) -> None:
    turned, turned_back = build_set_symmetry_functions(PlainJit())
    for places in (1, -1 << 63, 0x123456789ABCDEF, -0x123456789ABCDEF, -1, 0):
        found = int(turned(np.int64(places), turn))
        wanted = {map_place_by_turn(place, turn) for place in range(ROW) if places >> place & 1}
        assert {place for place in range(ROW) if found >> place & 1} == wanted
        assert turned_back(np.int64(found), turn) == places


ROWS: dict[str, Any] = {"seed": 3, "size": 512, "most": 3}
BROOK: dict[str, Any] = {"seed": 8, "size": 60, "most": 3}


def test_the_check_passes_what_rows_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_checks, "MOST_SAMPLED", 40)
    assert index_checks.ROWS in verify_game(RandomRows(**ROWS), limit=100, compiled=False).details["passed"]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (WrongRows(wrong="row_places_with_position", **ROWS), "row_places_with_position.* gives"),
        (WrongRows(wrong="row_places_handled_singly", **ROWS), "row_places_handled_singly.* does not say so"),
        (WrongRows(wrong="row_moves_to_later_tiers", **ROWS), "row_moves_to_later_tiers.* leads it to"),
        (WrongRows(wrong="row_moves_within_tier False", **ROWS), "row_moves_within_tier.*False. gives"),
        (WrongRows(wrong="row_moves_within_tier True", **ROWS), "row_moves_within_tier.*True. gives"),
        (WrongRows(wrong="row_neighbours_of_place", **ROWS), "row_moves_within_tier.* gives"),
        (WrongOut(**BROOK), "moves_to_later_tiers gives"),
        (WrongOutlets(**BROOK), "indexes_in_later_tiers gives"),
        (LateOutlets(**BROOK), "play is over there, and"),
        (WrongBeside(**BROOK), "neighbour_indexes_in_tier.*True. gives"),
    ],
    ids=repr,
)
def test_the_check_tells_what_is_said_wrongly(game: Game, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a large index at some places."""
    monkeypatch.setattr(index_checks, "MOST_SAMPLED", 120 if "True" in said else 40)
    with pytest.raises(CheckFailed, match=said):
        verify_game(game, limit=100, compiled=False)
