"""Boards of dominoes past words, cell by cell: moves, regions, symmetries, and values as on small boards."""

import random
from typing import Any

import pytest
from support.marks import few

import zermelo
from zermelo.cgt.impartial.nimber_finder import find_position_nimber
from zermelo.cgt.partizan.position_forms import find_position_form
from zermelo.core.errors import CannotCompile
from zermelo.games.dominoes._domino_rectangle import show_covered_cells
from zermelo.games.dominoes._domino_rows import MOST
from zermelo.games.dominoes.cram import Cram
from zermelo.games.dominoes.domineering import STARTERS, Domineering

Cells = frozenset[tuple[int, int]]
WIDE: tuple[Cram | Domineering, ...] = (
    Cram(columns=10, rows=10),
    Cram(columns=7, rows=20),
    Cram(columns=2, rows=MOST),
    Domineering(columns=7, rows=20),
    Domineering(columns=12, rows=12, starter="horizontal"),
    Domineering(columns=MOST, rows=5),
)


def free_cells(game: Any, position: Any) -> Cells:
    """Return the free cells as text shows them."""
    rows = game.show(position).splitlines()[: game.rows]
    return frozenset(
        (row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "."
    )


def mover_at(game: Any, position: Any) -> int:
    """Return who moves, 0 where both have the same moves."""
    return 0 if game.impartial else game.mover(position)


def text_of(game: Any, free: Cells, mover: int) -> str:
    """Return the text of a board with these cells free."""
    lines = [
        "".join(".#"[(row, column) not in free] for column in range(game.columns)) for row in range(game.rows)
    ]
    return "\n".join([*lines, *([] if game.impartial else [f"{STARTERS[mover]} to move"])])


def dominoes(free: Cells, ways: list[tuple[int, int]]) -> set[Cells]:
    """Return the dominoes that can be laid, each as its cells."""
    pairs = ({(row, column), (row + down, column + right)} for row, column in free for down, right in ways)
    return {frozenset(pair) for pair in pairs if pair <= free}


def ways_of(game: Any, mover: int) -> list[tuple[int, int]]:
    """Return the ways, down and to the right, that the mover's dominoes lie."""
    return [(1, 0), (0, 1)] if game.impartial else [[(1, 0)], [(0, 1)]][mover]


def regions(free: Cells) -> list[Cells]:
    """Return the regions of two cells or more."""
    left, found = set(free), []
    while left:
        region = {left.pop()}
        while more := {
            cell
            for cell in left
            if any(abs(cell[0] - row) + abs(cell[1] - column) == 1 for row, column in region)
        }:
            region |= more
            left -= more
        found += [frozenset(region)] if len(region) > 1 else []
    return found


def shape(region: Cells, *, turned: bool) -> tuple[tuple[int, int], ...]:
    """Return the least of a region's images, moved into the corner."""
    images = []
    for cells in (region, {(column, row) for row, column in region} if turned else region):
        for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            image = {(down * row, right * column) for row, column in cells}
            top, left = min(row for row, _ in image), min(column for _, column in image)
            images.append(tuple(sorted((row - top, column - left) for row, column in image)))
    return min(images)


@pytest.mark.parametrize("game", few(WIDE, 5), ids=repr)
def test_rules_are_those_of_sets_of_cells(game: Any) -> None:
    chance, position = random.Random(3), game.start()
    free, mover, laid = free_cells(game, position), mover_at(game, position), 0
    assert len(free) == game.columns * game.rows
    while moves := list(game.moves(position)):
        assert free_cells(game, position) == free and game.tier(position) == laid
        after = {free - free_cells(game, game.play(position, move)): move for move in moves}
        assert len(after) == len(moves) and set(after) == dominoes(free, ways_of(game, mover))
        cells = chance.choice(sorted(map(sorted, after)))
        free, move = free - frozenset(cells), after[frozenset(cells)]
        names = [f"{show_name(column)}{row + 1}" for row, column in cells]
        assert game.name(position, move) == "-".join(names)
        position, laid = game.play(position, move), laid + 1
        assert game.impartial or game.mover(position) == 1 - mover
        mover = mover_at(game, position)
        assert game.parse(game.show(position)) == position
    assert not dominoes(free, ways_of(game, mover))


def show_name(column: int) -> str:
    """Return the letters of a column."""
    return "a" * (column // 26) + "abcdefghijklmnopqrstuvwxyz"[column % 26]


@pytest.mark.parametrize(
    "game", [*WIDE, *(Cram(*size) for size in ((5, 3), (3, 5), (4, 4), (6, 2)))], ids=repr
)
def test_regions_are_found_once_whichever_way_they_lie(game: Any) -> None:
    chance, seen, met = random.Random(8), {}, 0
    for density in (0.3, 0.35, 0.4, 0.45, 0.5, 0.6) * 2:
        cells = [(row, column) for row in range(game.rows) for column in range(game.columns)]
        free = frozenset(cell for cell in cells if chance.random() < density)
        mover = chance.randrange(2)
        parts = list(game.parts(game.parse(text_of(game, free, mover))))
        assert len(parts) == len(regions(free))
        turned = bool(game.impartial)
        shapes = sorted(shape(region, turned=turned) for region in regions(free))
        assert sorted(shape(free_cells(game, part), turned=turned) for part in parts) == shapes
        for part in parts:
            assert list(game.parts(part)) == [part]
            assert game.impartial or game.mover(part) == mover
            form = (shape(free_cells(game, part), turned=turned), 0 if turned else mover)
            met += form in seen
            assert seen.setdefault(form, part) == part
    assert len(set(seen.values())) == len(seen) and (met > 20 or game not in WIDE)


@pytest.mark.parametrize("game", WIDE[:-1], ids=repr)
def test_symmetries_are_those_of_the_board(game: Any) -> None:
    chance, down, right = random.Random(2), game.rows - 1, game.columns - 1
    cells = [(row, column) for row in range(game.rows) for column in range(game.columns)]
    free = frozenset(cell for cell in cells if chance.random() < 0.5)
    images = {free, frozenset((down - row, column) for row, column in free)}
    images |= {frozenset((row, right - column) for row, column in image) for image in images}
    if game.impartial and game.rows == game.columns:
        images |= {frozenset((column, row) for row, column in image) for image in images}
    found = list(game.symmetries(game.parse(text_of(game, free, 1))))
    assert len(found) == len(images)
    assert {free_cells(game, image) for image in found} == images
    assert game.impartial or {game.mover(image) for image in found} == {1}


def scattered(chance: random.Random, wide: Any, small: Any) -> tuple[Cells, list[Cells]]:
    """Return the free cells of a wide board with regions of small ones on it, a line apart, and of the small ones."""
    free, boards = frozenset[tuple[int, int]](), []
    for top in range(0, wide.rows - small.rows + 1, small.rows + 1):
        for left in range(0, wide.columns - small.columns + 1, small.columns + 1):
            cells = [(row, column) for row in range(small.rows) for column in range(small.columns)]
            boards.append(frozenset(cell for cell in cells if chance.random() < 0.6))
            free |= {(top + row, left + column) for row, column in boards[-1]}
    return free, boards


@pytest.mark.parametrize(("columns", "rows"), [(10, 10), (20, 20), (7, 20)])
def test_nimbers_are_those_of_the_same_regions_on_small_boards(columns: int, rows: int) -> None:
    wide, small, chance = Cram(columns=columns, rows=rows), Cram(columns=4, rows=3), random.Random(columns)
    values = set()
    for _ in range(4):
        free, boards = scattered(chance, wide, small)
        total = 0
        for board in boards:
            total ^= find_position_nimber(small, small.parse(text_of(small, board, 0)))
        position = wide.parse(text_of(wide, free, 0))
        assert find_position_nimber(wide, position) == total
        assert str(find_position_form(wide, position)) == (
            "0" if total == 0 else f"*{total}".replace("*1", "*")
        )
        values.add(total)
    assert len(values) > 1


@pytest.mark.parametrize(("columns", "rows"), [(12, 12), (20, 20), (7, 20)])
def test_forms_are_those_of_the_same_regions_on_small_boards(columns: int, rows: int) -> None:
    wide, small = Domineering(columns=columns, rows=rows), Domineering(columns=3, rows=3)
    chance, values = random.Random(rows), set()
    for mover in (0, 1):
        free, boards = scattered(chance, wide, small)
        forms = [find_position_form(small, small.parse(text_of(small, board, mover))) for board in boards]
        found = find_position_form(wide, wide.parse(text_of(wide, free, mover)))
        assert found == sum(forms, start=forms[0] - forms[0])
        values.add(str(found))
    assert len(values) == 2


def test_what_two_words_hold_is_as_it_was() -> None:
    """One row fewer is two words, one row more a word a row; the same regions have the same form."""
    held, wide = Domineering(columns=20, rows=6), Domineering(columns=20, rows=7)
    text = "\n".join(
        ["..##.#..##...###.#..", ".#.#...#.##.##.#####", "#..#.###...##.#..#.."] + ["#" * 20] * 3
    )
    forms = [
        find_position_form(game, game.parse(text + more + "\nvertical to move"))
        for game, more in ((held, ""), (wide, "\n" + "#" * 20))
    ]
    assert forms[0] == forms[1] and len(held.start()) == 2 and len(wide.start()) == 8  # type: ignore[arg-type]


@pytest.mark.parametrize("game", WIDE[:4], ids=repr)
def test_machine_code_refuses_what_no_word_holds(game: Any) -> None:
    """A board of 100 cells that ran on in one word gave cram the nimber 3."""
    from zermelo.cgt.impartial.nimber_search import NimberSearch
    from zermelo.compiler.game_compiler import compile_game

    with pytest.raises(CannotCompile):
        compile_game(game)
    if game.impartial:
        with pytest.raises(CannotCompile):
            NimberSearch(game)


def test_a_search_answers_by_the_interpreter() -> None:
    """Who wins, by a search and by the nimber."""
    game, chance = Cram(columns=10, rows=10), random.Random(4)
    for _ in range(4):
        free = frozenset(divmod(cell, 10) for cell in chance.sample(range(100), 26))
        position = game.parse(text_of(game, free, 0))
        found = zermelo.solve_position(game, position)
        assert found.answer.value == (1 if find_position_nimber(game, position) else -1)


def test_a_cell_is_named_by_its_covered_sign() -> None:
    game = Cram(columns=10, rows=10)
    position = game.play(game.start(), next(iter(game.moves(game.start()))))
    assert game.show(position) == show_covered_cells(1 | 1 << 10, 10, 10)
    assert list(game.layers(position)) == [1 | 1 << 10]
