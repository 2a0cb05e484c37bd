"""Boards: what their masks and tables say is what the rules of a board say, cell by cell."""

import random
from collections.abc import Callable
from itertools import product

import pytest

from zermelo.boards import Board, each, graph, hexagon, points, rhombus, ring, squares, strip
from zermelo.boards.board_symmetries import find_delta_swaps, find_symmetry_walk
from zermelo.core import BadParameter, BadRules

pytestmark = pytest.mark.quick

BOARDS: dict[str, Callable[[], Board]] = {
    "squares": lambda: squares(4, 3),
    "a square": lambda: squares(3, 3),
    "holes": lambda: squares(4, 4, holes=("b2", "d4")),
    "torus": lambda: squares(4, 3, around=True),
    "narrow torus": lambda: squares(4, 2, around=True, leaping=True, holes=("b1",)),
    "dark": lambda: squares(6, 4, dark_only=True),
    "apart": lambda: squares(3, 3, dark_only=True, holes=("b2",)),
    "leaps": lambda: squares(4, 3, leaping=True),
    "rhombus": lambda: rhombus(3),
    "hexagon": lambda: hexagon(2),
    "points": lambda: points(".-.-.", "|\\|/|", ".-.-.", "|/|\\|", ".-.-."),
    "pong": lambda: points(".   .", "|\\ /|", "| . |", "|/ \\|", ".---."),
    "ring": lambda: ring(7),
    "strip": lambda: strip(5),
    "graph": lambda: graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "e")]),
}
board_of = pytest.mark.parametrize("name", BOARDS)


def some_sets(board: Board, count: int = 30) -> list[int]:
    chance = random.Random(board.cells)
    return [0, board.full, *(chance.getrandbits(board.cells) for _ in range(count))]


@board_of
def test_all_cells_step_as_each_does(name: str) -> None:
    board = BOARDS[name]()
    for way in board.all_directions:
        for cells in some_sets(board):
            ends = {board.next_cells[way][cell] for cell in each(cells)} - {-1}
            assert set(each(board.step(cells, way))) == ends
        for cell in range(board.cells):
            end = board.next_cells[way][cell]
            if end >= 0:
                assert board.start_of_step(end, way) == cell
            if end >= 0 and board.opposite[way] >= 0:
                assert board.next_cells[board.opposite[way]][end] == cell
        assert set(each(board.edge(way))) == {c for c in range(board.cells) if board.next_cells[way][c] < 0}


@board_of
def test_groups_are_what_a_walk_from_cell_to_cell_finds(name: str) -> None:
    board = BOARDS[name]()

    def neighbours(cell: int) -> set[int]:
        return {board.next_cells[way][cell] for way in board.side_directions} - {-1}

    for number, men in enumerate(some_sets(board)):
        assert set(each(board.adjacent(men))) == {near for cell in each(men) for near in neighbours(cell)}
        found: set[int] = set()
        waiting = [number % board.cells] if men >> number % board.cells & 1 else []
        while waiting:
            cell = waiting.pop()
            if cell not in found:
                found.add(cell)
                waiting += [near for near in neighbours(cell) if men >> near & 1]
        assert set(each(board.group(1 << number % board.cells, men))) == found
        free = board.full & ~men & 0b1011011
        choked = {
            cell
            for cell in each(men)
            if not any(
                free >> near & 1 for one in each(board.group(1 << cell, men)) for near in neighbours(one)
            )
        }
        assert set(each(board.without_liberties(men, free))) == choked


@pytest.mark.parametrize("name", [name for name in BOARDS if name != "graph"])
def test_rows_and_what_is_between(name: str) -> None:
    board = BOARDS[name]()
    for men in some_sets(board, 12):
        theirs = board.full & ~men & 0b1110111011101110111
        for cell in range(board.cells):
            enclosed, custody = set(), set()
            for way in board.all_directions:
                row, end = [], cell
                while end >= 0 and men >> end & 1 and end not in row:
                    row.append(end)
                    end = board.next_cells[way][end]
                assert list(each(board.row(1 << cell, way, men))) == sorted(row)
                passed, end = [], board.next_cells[way][cell]
                while end >= 0 and theirs >> end & 1 and end not in passed:
                    passed.append(end)
                    end = board.next_cells[way][end]
                if passed and end >= 0 and men >> end & 1:
                    enclosed |= set(passed)
                beyond = board.next_cells[way][passed[0]] if passed else -1
                if passed and way in board.side_directions and beyond >= 0 and men >> beyond & 1:
                    custody.add(passed[0])
            assert set(each(board.outflanked(1 << cell, men, theirs, board.all_directions))) == enclosed
            assert set(each(board.custodial_captures(1 << cell, men, theirs))) == custody


@pytest.mark.parametrize("name", [name for name in BOARDS if name != "graph"])  # edges lead nowhere straight
def test_lines_and_ways_between_cells(name: str) -> None:
    board = BOARDS[name]()
    for cell, end in product(range(board.cells), repeat=2):
        lines = {way: walked(board, cell, way) for way in board.all_directions}
        far = {way: line.index(end) for way, line in lines.items() if end in line}
        nearest = [way for way in far if far[way] == min(far.values())]
        passed = {frozenset(lines[way][: far[way]]) for way in nearest}
        if len(nearest) > 1:
            with pytest.raises(BadRules, match="several directions"):
                board.direction_to(cell, end)
        else:
            assert board.direction_to(cell, end) == (nearest[0] if nearest else -1)
        if len(passed) > 1:
            with pytest.raises(BadRules, match="several lines"):
                board.between(cell, end)
        else:
            assert set(each(board.between(cell, end))) == set().union(*passed)
        for way in far:
            assert set(each(board.passed_cells(cell, end, way))) == set(lines[way][: far[way]])
    for length in (2, 3):
        straight = {
            frozenset([cell, *walked(board, cell, way)][:length])
            for cell in range(board.cells)
            for way in board.all_directions
        }
        straight = {line for line in straight if len(line) == length}
        assert {frozenset(each(line)) for line in board.lines(length)} == straight
        for men in some_sets(board):
            has = any(all(men >> cell & 1 for cell in line) for line in straight)
            assert board.has_line(men, length) == has


def walked(board: Board, cell: int, way: int) -> list[int]:
    found: list[int] = []
    end = board.next_cells[way][cell]
    while end not in (-1, cell):
        found.append(end)
        end = board.next_cells[way][end]
    return found


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("squares", 4),
        ("a square", 8),
        ("holes", 2),
        ("torus", 48),
        ("dark", 2),
        ("leaps", 4),
        ("rhombus", 4),
        ("hexagon", 12),
        ("points", 8),
        ("pong", 2),
        ("ring", 14),
        ("strip", 2),
        ("graph", 2),
    ],
)
def test_symmetries_keep_neighbours_and_are_all_there(name: str, count: int) -> None:
    board = BOARDS[name]()
    assert len(board.symmetries) == count and board.symmetries[0] == tuple(range(board.cells))
    lines = {frozenset((cell, end)) for way in board.next_cells for cell, end in enumerate(way) if end >= 0}
    for turn in board.symmetries:
        assert {frozenset(turn[cell] for cell in line) for line in lines} == lines
    here = board.symmetries[0]
    seen = {here}
    for step in find_symmetry_walk(board.symmetries):
        here = tuple(step[place] for place in here)
        seen.add(here)
    assert seen == set(board.symmetries)


def test_exchanges_make_any_permutation() -> None:
    chance = random.Random(1)
    for cells in range(1, 40):
        step = list(range(cells))
        chance.shuffle(step)
        men = chance.getrandbits(cells)
        moved = men
        for mask, distance in find_delta_swaps(tuple(step)):
            changed = (moved ^ moved >> distance) & mask
            moved ^= changed ^ changed << distance
        assert moved == sum(1 << step[cell] for cell in each(men))


@pytest.mark.parametrize(
    ("drawing", "row", "sign", "place", "reason"),
    [
        ((".-.", " x ", ". ."), 2, "x", 2, "which is no sign: draw points as . and lines as - | \\ / or"),
        ((".-.", "\\|x", ". ."), 2, "x", 3, "which is no sign"),  # said before what it breaks
        ((".+.",), 1, "+", 2, "which is no sign"),
        ((".-.", "\\| ", ". ."), 2, "\\", 1, "its line does not lead from a point to a point"),
        ((".-.", "  \\", ". ."), 2, "\\", 3, "its line does not lead"),
        ((".- .",), 1, "-", 2, "its line does not lead"),
        ((".-.", " X ", ".  "), 2, "X", 2, "one of its lines does not lead"),
        ((".-/-.",), 1, "-", 2, "its line does not lead"),
    ],
)
def test_what_a_drawing_has_for_nothing_is_refused(
    drawing: tuple[str, ...], row: int, sign: str, place: int, reason: str
) -> None:
    with pytest.raises(BadParameter) as caught:
        points(*drawing)
    said = f"row {row} of the drawing, {drawing[row - 1]!r}, has {sign!r} at place {place}, "
    assert str(caught.value).startswith(said) and reason in str(caught.value)


def test_lines_of_a_drawing_are_ways() -> None:
    long = points(".---.", "|\\ /|", "| X |", "|/ \\|", ".---.")
    assert all(beside == 15 & ~(1 << cell) for cell, beside in enumerate(long.adjacent_by_cell))


def test_cells_by_name() -> None:
    board = squares(3, 3)
    assert board.cells_named("a1", "c3", "a1") == 0b100000001
    with pytest.raises(
        BadParameter, match=r"named\('c3', 'z9'\): 'z9' is no cell .* cells are a1, b1, .*, c3$"
    ):
        board.cells_named("c3", "z9")
    with pytest.raises(BadParameter, match=r"d7 and 36 others$"):
        squares(10, 10).cells_named("k1")
