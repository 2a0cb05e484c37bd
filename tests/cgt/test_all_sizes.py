"""Claims about all sizes: each against brute force on models by lot, against solved sizes, and as the page has it."""

import re
from functools import cache
from itertools import product

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.commands import check_refusal, runner
from support.marks import few
from support.places import DOCS

from zermelo.cgt.partizan.short_game_form import Form, make_number_form, options_form
from zermelo.cgt.sizes.board_families.cram_sizes import DOMINOES
from zermelo.cgt.sizes.board_families.snort_sizes import COLOURED, TINTS
from zermelo.cgt.sizes.board_widths import find_winning_widths, is_left_confined_to_columns
from zermelo.cgt.sizes.placement_comparison import SizedBoard, compare_placements, make_open_cell_reader
from zermelo.cgt.sizes.placement_games import (
    EVEN,
    ODD,
    PARITIES,
    PlacementGame,
    PlacementPattern,
    does_turn_exchange_players,
    find_copying_strategy,
    make_covering_pattern,
)
from zermelo.cgt.sizes.row_periods import RowSplit, find_row_period
from zermelo.cgt.sizes.size_claims import AllSizes
from zermelo.cgt.sizes.size_families import all_sizes, list_known_families
from zermelo.core.errors import BadParameter, CheckFailed
from zermelo.games.capture.clobber import Clobber
from zermelo.games.dominoes.cram import Cram
from zermelo.games.graphs.snort import Snort

PAGE = DOCS / "all-sizes.md"
BLOCK = re.compile(r"```console\nzermelo explain (\w+) --all-sizes\n```\n\n```text\n(.*?)\n```", re.DOTALL)
CRAM = PlacementGame(DOMINOES, DOMINOES, impartial=True)
COVERED = make_open_cell_reader({".": (True, True), "#": (False, False)})
SMALL = [(x, y) for x, y in product(range(1, 6), repeat=2) if x * y <= 9]


@cache
def asked(name: str) -> AllSizes:
    return all_sizes(name)


def brute(model: PlacementGame, columns: int, rows: int, starter: int = 0) -> bool:
    """Whether who begins wins, by nothing but the definition of a game of placements."""
    everything = frozenset(product(range(columns), range(rows)))

    @cache
    def wins(mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]], player: int) -> bool:
        for pattern in (model.left, model.right)[player]:
            for x, y in everything:
                if all((x + a, y + b) in mine for a, b in pattern.needs):
                    own = mine - {(x + a, y + b) for a, b in pattern.mine}
                    other = theirs - {(x + a, y + b) for a, b in pattern.theirs}
                    if not wins(other, own, 1 - player):
                        return True
        return False

    return wins(everything, everything, starter)


offsets = st.frozensets(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), min_size=1, max_size=3)


@st.composite
def models(draw: st.DrawFn) -> PlacementGame:
    """Games whose half turn exchanges the players' patterns: both have some patterns and all their images."""
    impartial = draw(st.booleans())
    made = []
    for _ in range(draw(st.integers(1, 2))):
        needs, mine, theirs = draw(offsets), draw(offsets), draw(offsets)
        made.append(PlacementPattern(needs, needs | mine, needs | (mine if impartial else theirs)))
    left = tuple(
        dict.fromkeys(
            [each.move_to_origin() for each in made] + [each.make_image_under_turn((-1, -1)) for each in made]
        )
    )
    return PlacementGame(left, left, impartial)


@settings(max_examples=30)
@given(models())
def test_models_by_lot_are_won_as_the_theorem_says(model: PlacementGame) -> None:
    said = 0
    for parity in PARITIES:
        copying = find_copying_strategy(model, parity)
        for columns, rows in SMALL if copying else ():
            if (columns % 2, rows % 2) != parity:
                continue
            if columns < copying.least[0] or rows < copying.least[1]:
                continue
            for starter in (0, 1):
                assert brute(model, columns, rows, starter) == (copying.winner == "first"), (columns, rows)
            said += 1
    assume(said)


def test_a_piece_that_meets_its_image_is_not_proven() -> None:
    tromino = (
        make_covering_pattern((0, 0), (1, 0), (2, 0)),
    )  # its middle falls on its image's on odd boards
    bars = PlacementGame(tromino, tromino, impartial=True)
    assert find_copying_strategy(bars, (EVEN, EVEN)) is not None
    hook = make_covering_pattern((0, 0), (1, 0), (0, 1))  # its image is another piece
    assert not does_turn_exchange_players(PlacementGame((hook,), (hook,), impartial=True), (-1, -1))
    assert find_copying_strategy(PlacementGame((hook,), (hook,), impartial=True), (EVEN, EVEN)) is None
    assert find_copying_strategy(CRAM, (ODD, ODD)) is None
    lone = (
        make_covering_pattern((0, 0)),
    )  # on odd boards the centre is its own image, and may be taken first
    single = PlacementGame(lone, lone, impartial=True)
    found = find_copying_strategy(single, (ODD, ODD))
    assert found is not None and found.winner == "first"
    shuts = PlacementPattern(frozenset({(0, 0)}), frozenset({(0, 0)}), frozenset({(0, 0), (2, 0), (-2, 0)}))
    far = PlacementGame((shuts,), (shuts,), impartial=False)  # what is shut two cells off is the image beside
    assert find_copying_strategy(far, (ODD, ODD)) is None
    upright, level = (make_covering_pattern((0, 0), (0, 1)),), (make_covering_pattern((0, 0), (1, 0)),)
    domineering = PlacementGame(upright, level, impartial=False)  # no turn exchanges the players
    assert [find_copying_strategy(domineering, parity) for parity in PARITIES] == [None] * 4


class Overlapping(Cram):
    """Cram in which a level domino may also be laid on the first two cells while these are covered."""

    def moves(self, position):  # type: ignore[no-untyped-def]
        yield from super().moves(position)
        if not any(True for _ in super().moves(position)):
            yield from super().moves(self.start())


def test_rules_that_are_not_the_model_are_refused() -> None:
    with pytest.raises(CheckFailed, match="no such game of placements"):
        compare_placements(CRAM, COVERED, [SizedBoard(Overlapping(columns=2, rows=2), 2, 2)])
    with pytest.raises(CheckFailed, match="no such game of placements"):
        compare_placements(CRAM, COVERED, [SizedBoard(Cram(columns=3, rows=2, misere=True), 3, 2)])
    coloured = PlacementGame(COLOURED, COLOURED, impartial=False)
    with pytest.raises(CheckFailed, match="no such game of placements"):
        compare_placements(coloured, make_open_cell_reader(TINTS), [SizedBoard(Snort(graph="cycle 5"), 5, 1)])
    signs = {"x": (True, True), "o": (True, True), ".": (False, False)}
    with pytest.raises(CheckFailed):
        compare_placements(CRAM, make_open_cell_reader(signs), [SizedBoard(Clobber(), 4, 4)])
    assert compare_placements(CRAM, COVERED, [SizedBoard(Cram(columns=3, rows=3), 3, 3)]).positions == 98


CHEAP = ("hackenbush", "dawsons_kayles", "wythoff")


@pytest.mark.parametrize(
    "name", few([*CHEAP, *(name for name in list_known_families() if name not in CHEAP)], 3)
)
def test_claims_agree_with_solved_sizes_and_the_page_has_them(name: str) -> None:
    blocks = dict(BLOCK.findall(PAGE.read_text()))
    assert set(blocks) == set(list_known_families())
    checked = asked(name).check()
    assert checked.total > 0
    assert str(checked) == blocks[name]
    for claim in checked.claims:
        count = claim.agrees
        assert claim.status in ("proven", "theorem", "observed")
        assert (count is None) == (claim.answers is None)
        assert count is None or count > 0, claim.sizes
        assert claim.status == "observed" or claim.answers is not None


def test_a_wrong_claim_is_caught() -> None:
    cram = asked("cram")
    for claim in cram.proven:
        wrong = replace(claim, covers=lambda _: True)
        with pytest.raises(CheckFailed, match="says"):
            AllSizes("cram", cram.parameters, (wrong,), 6, "cells").check()


def lines_by_lot() -> st.SearchStrategy[tuple[RowSplit, ...]]:
    kinds = st.sampled_from("ab")
    split = st.builds(
        RowSplit,
        st.integers(0, 1),
        kinds,
        st.tuples(kinds, kinds),
        st.integers(1, 3),
        st.tuples(st.integers(0, 1), st.integers(0, 1)),
    )
    return st.lists(split, min_size=1, max_size=4).map(tuple)


@settings(max_examples=30)
@example((RowSplit(0, "a", ("a", "a")), RowSplit(1, "a", ("a", "a"))))
@example(
    (
        RowSplit(0, "a", ("a", "b"), 2),
        RowSplit(1, "a", ("b", "a"), 1, (1, 0)),
        RowSplit(1, "b", ("b", "b"), 3),
    )
)
@example((RowSplit(0, "a", ("a", "a"), 2), RowSplit(1, "a", ("a", "a"), 2), RowSplit(0, "b", ("a", "a"), 1)))
@given(lines_by_lot())
def test_rows_by_lot_repeat_as_proven(splits: tuple[RowSplit, ...]) -> None:
    found = find_row_period(splits, 14)
    if found is None:
        return
    values: dict[str, list[Form]] = {kind: [] for kind in found.values}
    for length in range(31):  # by the definition, far beyond what the proof looked at
        made = {}
        for kind in values:
            options: tuple[list[Form], list[Form]] = ([], [])
            for split in splits:
                for left, right in product(range(length + 1), repeat=2):
                    fits = left + right + split.taken == length
                    if split.of == kind and fits and left >= split.least[0] and right >= split.least[1]:
                        whole = values[split.into[0]][left] + values[split.into[1]][right]
                        options[split.player].append(whole)
            made[kind] = options_form(*options) if options[0] or options[1] else make_number_form(0)
        for kind, form in made.items():
            values[kind].append(form)
            assert found.value(kind, length) == form, (kind, length)


def test_rows_that_do_not_repeat_are_not_proven() -> None:
    assert find_row_period((RowSplit(0, "row", ("row", "row")),), 12) is None  # worth their lengths
    snort = tuple(
        RowSplit(player, x + y, (x + other, other + y), 1, (int(x == own), int(y == own)))
        for x, y in product(".LR", repeat=2)
        for player, (own, other) in enumerate(("LR", "RL"))
    )
    assert find_row_period(snort, 12) is None
    late = (RowSplit(0, "row", ("row", "row"), 9), RowSplit(1, "row", ("row", "row"), 9))
    assert find_row_period(late, 30) is None  # zeros for long, which prove nothing


@given(st.frozensets(st.integers(1, 9), min_size=1, max_size=3), st.frozensets(st.integers(1, 9), max_size=2))
def test_widths_are_sums(right: frozenset[int], draws: frozenset[int]) -> None:
    found = find_winning_widths(right, draws)
    sums, strict = {0}, set()
    for width in range(1, 200):
        if any(width - each in sums for each in right | draws):
            sums.add(width)
        if any(width - each in sums for each in right) or any(width - each in strict for each in draws):
            strict.add(width)
        assert found.is_proven_won_by_right(width) == (width in strict), width
        assert found.is_won_by_right_moving_second(width) == (width in sums), width


def test_boards_side_by_side_need_pieces_that_keep_to_columns() -> None:
    upright, level = (make_covering_pattern((0, 0), (0, 1)),), (make_covering_pattern((0, 0), (1, 0)),)
    assert is_left_confined_to_columns(PlacementGame(upright, level, impartial=False))
    assert not is_left_confined_to_columns(PlacementGame(level, upright, impartial=False))
    assert not is_left_confined_to_columns(PlacementGame(COLOURED, COLOURED, impartial=False))


@pytest.mark.long
@pytest.mark.parametrize(("columns", "rows"), [(8, 1), (4, 2), (8, 2), (4, 3), (5, 3), (2, 5)])
def test_right_wins_wide_boards_of_domineering_by_the_definition(columns: int, rows: int) -> None:
    claims = [each for each in asked("domineering").claims_about(columns, rows) if "row" in each.sizes]
    assert [each.answers and each.answers((columns, rows)) for each in claims] == [frozenset({"Right"})]
    upright, level = (make_covering_pattern((0, 0), (0, 1)),), (make_covering_pattern((0, 0), (1, 0)),)
    model = PlacementGame(upright, level, impartial=False)
    assert not brute(model, columns, rows, 0) and brute(model, columns, rows, 1)


def test_what_is_known_of_one_size() -> None:
    assert [claim.says for claim in asked("cram").claims_about(8, 8)] == ["the second player wins"]
    assert [claim.status for claim in asked("cram").claims_about(7, 9)] == ["observed"]
    assert [claim.says for claim in asked("snort").claims_about(10, 7)] == ["the player who begins wins"]
    assert asked("notakto").claims_about(1, 1, 2) == ()


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    run = runner(capsys)
    ran = run("explain", "wythoff", "--all-sizes", "--to", "6")
    assert ran.status == 0 and "up to 6 stones" in ran.out and "agrees with" in ran.out
    check_refusal(run("explain", "cram(columns=3)", "--all-sizes"), 2, "give the name alone, cram")
    check_refusal(run("explain", "othello", "--all-sizes"), 2, "known are")
    check_refusal(run("explain", "cram", "--to", "6"), 2, "--to does nothing here")
    check_refusal(run("explain", "cram", "--all-sizes", "--side", "first"), 2, "--side does nothing here")
    check_refusal(run("explain", "cram", "0", "--all-sizes"), 2, "leave it out")
    with pytest.raises(BadParameter):
        all_sizes("no such game")
