"""Partizan families against other libraries, and against their rules once more.

The second set of rules is written from the rules alone: positions are rows of signs, nothing is a part of
anything, and no two positions are taken for one by symmetry.
"""

import functools
import random
from collections.abc import Callable, Iterable, Iterator

import cgt_py
import pycgt
import pytest
from pycgt.rulesets import clobber as other_clobber
from pycgt.rulesets import toads_and_frogs as other_toads

import zermelo
from zermelo.theory.partizan.form import Form, options_form
from zermelo.theory.partizan.parsing import form
from zermelo.theory.partizan.positions import position_form

BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = (*BESIDE, (1, 1), (1, -1), (-1, 1), (-1, -1))
Cells = dict[tuple[int, int], str]
Rules = Callable[[str, int], Iterable[str]]  # of a text and a player: the texts that he can reach


def value_of(game: str, text: str | None = None) -> Form:
    found = zermelo.game(game)
    return position_form(found, None if text is None else found.parse(text), interpreted=True)


def played_out(rules: Rules, text: str) -> Form:
    """The value of a position by its options, theirs by theirs, and so on."""

    @functools.cache
    def value(text: str) -> Form:
        return options_form(*([value(option) for option in set(rules(text, player))] for player in (0, 1)))

    return value(text)


def cells_of(text: str) -> Cells:
    return {
        (row, column): sign for row, signs in enumerate(text.split("/")) for column, sign in enumerate(signs)
    }


def text_of(cells: Cells) -> str:
    rows = max(row for row, _ in cells) + 1
    return "/".join(
        "".join(cells[place] for place in sorted(cells) if place[0] == row) for row in range(rows)
    )


def changed(cells: Cells, **signs: Iterable[tuple[int, int]]) -> Cells:
    named = {"free": ".", "wall": "#"}
    return cells | {place: named.get(sign, sign) for sign, places in signs.items() for place in places}


def random_board(chance: random.Random, signs: str, most: int) -> str:
    columns = chance.randint(1, 5)
    rows = chance.randint(1, max(1, min(4, most // columns)))
    return "/".join("".join(chance.choices(signs, k=columns)) for _ in range(rows))


# Other libraries.


def random_graph(chance: random.Random) -> tuple[str, int, list[tuple[int, int]]]:
    """Return a graph as our text, its vertices, and its edges from 0."""
    size = chance.randint(1, 7)
    kind = chance.choice(["edges", "grid", "path", "cycle", "star", "complete"])
    if kind == "grid":
        columns = chance.randint(1, 3)
        rows = chance.randint(1, 8 // columns)
        size = columns * rows
        across = [(cell, cell + 1) for cell in range(size) if (cell + 1) % columns]
        return (
            f"grid {columns}x{rows}",
            size,
            across + [(cell, cell + columns) for cell in range(size - columns)],
        )
    if kind == "cycle":
        size = max(size, 3)
        return f"cycle {size}", size, [(n, (n + 1) % size) for n in range(size)]
    if kind == "path":
        return f"path {size}", size, [(n, n + 1) for n in range(size - 1)]
    if kind == "star":
        return f"star {size}", size + 1, [(0, n + 1) for n in range(size)]
    pairs = [(one, other) for other in range(size) for one in range(other)]
    if kind == "complete":
        return f"complete {size}", size, pairs
    pairs = [pair for pair in pairs if chance.random() < 0.4]
    named = [f"{one + 1}-{other + 1}" for one, other in pairs] + [str(n + 1) for n in range(size)]
    return " ".join(named), size, pairs


@pytest.mark.parametrize("kind", ["snort", "col"])
def test_cgt_py_finds_the_same_forms_of_coloured_graphs(kind: str) -> None:
    """Its blue vertices are open to Left alone and its red ones to Right; those shut to both are left out."""
    chance = random.Random(1982)
    library = {"snort": cgt_py.Snort, "col": cgt_py.Col}[kind]
    hot = 0
    for _ in range(150):
        text, size, edges = random_graph(chance)
        tints = "".join(chance.choices(".LR#", [5, 1, 1, 1], k=size))
        kept = [vertex for vertex in range(size) if tints[vertex] != "#"]
        theirs = library(
            len(kept),
            [(kept.index(one), kept.index(other)) for one, other in edges if {one, other} <= set(kept)],
            blue=[n for n, vertex in enumerate(kept) if tints[vertex] == "L"],
            red=[n for n, vertex in enumerate(kept) if tints[vertex] == "R"],
        )
        columns = int(text[5:].split("x")[0]) if text.startswith("grid") else size
        rows = [tints[first : first + columns] for first in range(0, size, columns)]
        found = value_of(f"{kind}(graph='{text}')", "/".join([*rows, "left to move"]))
        assert found is form(repr(theirs.canonical_form)[15:-2]), (text, tints)
        hot += found.temperature > 0
    assert (hot > 50) == (kind == "snort")  # col is cold: numbers, and numbers with a star


def ours(theirs: pycgt.Game) -> Form:
    return options_form(map(ours, theirs.left), map(ours, theirs.right))


def test_pycgt_finds_the_same_forms_of_clobber_and_of_toads_and_frogs() -> None:
    chance = random.Random(2001)
    for _ in range(60):
        board = random_board(chance, "xo.xo", 8)
        theirs = other_clobber.parse(board.replace("/", "|"))
        assert value_of(f"clobber(setup='{board}')") is ours(theirs), board
    for _ in range(100):
        row = "".join(chance.choices("tf.", k=chance.randint(1, 9)))
        assert value_of(f"toads_and_frogs(board='{row}')") is ours(other_toads.parse(row)), row


# The rules once more.


def amazons(text: str, player: int) -> Iterator[str]:
    def slides(cells: Cells, begin: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for down, right in AROUND:
            row, column = begin[0] + down, begin[1] + right
            while cells.get((row, column)) == ".":
                yield row, column
                row, column = row + down, column + right

    cells, own = cells_of(text), "xo"[player]
    for begin in [place for place, sign in cells.items() if sign == own]:
        for end in slides(cells, begin):
            moved = changed(cells, free=[begin]) | {end: own}
            for arrow in slides(moved, end):
                yield text_of(changed(moved, wall=[arrow]))


def konane(text: str, player: int) -> Iterator[str]:
    cells, own, others = cells_of(text), "xo"[player], "ox"[player]
    for begin in [place for place, sign in cells.items() if sign == own]:
        for down, right in BESIDE:
            moved, (row, column) = cells, begin
            while (
                moved.get((row + down, column + right)) == others
                and moved.get((row + 2 * down, column + 2 * right)) == "."
            ):
                moved = changed(moved, free=[(row, column), (row + down, column + right)])
                row, column = row + 2 * down, column + 2 * right
                moved = moved | {(row, column): own}
                yield text_of(moved)


def clobber(piece: str) -> Rules:
    def options(text: str, player: int) -> Iterator[str]:
        cells, own, others = cells_of(text), "xo"[player], "ox"[player]
        for begin in [place for place, sign in cells.items() if sign == own]:
            for down, right in AROUND if piece in ("king", "queen") else BESIDE:
                row, column = begin[0] + down, begin[1] + right
                while piece in ("rook", "queen") and cells.get((row, column)) == ".":
                    row, column = row + down, column + right
                if cells.get((row, column)) == others:
                    yield text_of(changed(cells, free=[begin]) | {(row, column): own})

    return options


def all_breathe(cells: Cells) -> bool:
    """Whether every group of stones has a free cell beside it."""
    for begin, sign in cells.items():
        group, waiting, breathes = {begin}, [begin], sign not in "xo"
        while waiting and not breathes:
            row, column = waiting.pop()
            for down, right in BESIDE:
                place = row + down, column + right
                breathes = breathes or cells.get(place) == "."
                if cells.get(place) == sign and place not in group:
                    group.add(place)
                    waiting.append(place)
        if not breathes:
            return False
    return True


def nogo(text: str, player: int) -> Iterator[str]:
    cells = cells_of(text)
    for place in [place for place, sign in cells.items() if sign == "."]:
        after = cells | {place: "xo"[player]}
        if all_breathe(after):
            yield text_of(after)


def toads_and_frogs(longest: int) -> Rules:
    def options(row: str, player: int) -> Iterator[str]:
        own, others, step = ("t", "f", 1) if player == 0 else ("f", "t", -1)
        for begin in [cell for cell, sign in enumerate(row) if sign == own]:
            end, passed = begin + step, 0
            while 0 <= end < len(row) and row[end] == others and passed < longest:
                end, passed = end + step, passed + 1
            if 0 <= end < len(row) and row[end] == ".":
                signs = list(row)
                signs[begin], signs[end] = ".", own
                yield "".join(signs)

    return options


def toppling(row: str, player: int) -> Iterator[str]:
    for place, sign in enumerate(row):
        if sign in ("le", "re")[player]:
            yield row[:place]
            yield row[place + 1 :]


def hackenbush(picture: str, player: int) -> Iterator[str]:
    edges = picture.split()
    for cut in [edge for edge in edges if edge[-1] in ("BG", "RG")[player]]:
        rest, joined, size = list(edges), {"0"}, 0
        rest.remove(cut)
        while size != len(joined):
            size = len(joined)
            for edge in rest:
                if joined & set(edge[:-2].split("-")):
                    joined |= set(edge[:-2].split("-"))
        yield " ".join(edge for edge in rest if edge[0] in joined)


BOARDS: list[tuple[str, Rules, str, int, str]] = [  # game, rules, signs, cells at most, whose turn
    ("amazons(columns={}, rows={})", amazons, "....##xo", 8, "left"),
    ("konane(columns={}, rows={})", konane, "xo.", 15, "x"),
    ("clobber(columns={}, rows={})", clobber("wazir"), "xo.xo", 9, "o"),
    ("clobber(columns={}, rows={}, piece='king')", clobber("king"), "xo.xo", 8, "x"),
    ("clobber(columns={}, rows={}, piece='rook')", clobber("rook"), "xo.", 9, "x"),
    ("clobber(columns={}, rows={}, piece='queen')", clobber("queen"), "xo.", 9, "o"),
    ("nogo(columns={}, rows={})", nogo, "...xo#", 9, "right"),
]


@pytest.mark.parametrize(("game", "rules", "signs", "most", "mover"), BOARDS, ids=[row[0] for row in BOARDS])
def test_boards_by_their_rules_alone(game: str, rules: Rules, signs: str, most: int, mover: str) -> None:
    chance = random.Random(1913)
    for _ in range(12):
        board = random_board(chance, signs, most)
        while rules is nogo and not (board.count(".") < 8 and all_breathe(cells_of(board))):
            board = random_board(chance, signs, most)
        rows = board.split("/")
        text = game.format(len(rows[0]), len(rows))
        assert value_of(text, f"{board}/{mover} to move") is played_out(rules, board), (text, board)


def test_rows_by_their_rules_alone() -> None:
    chance = random.Random(1976)
    for _ in range(60):
        row, longest = "".join(chance.choices("tf.", k=chance.randint(3, 9))), chance.choice((0, 1, 2, 3))
        longest = min(longest, len(row))
        found = value_of(f"toads_and_frogs(board='{row}', longest={longest})")
        assert found is played_out(toads_and_frogs(longest), row), (row, longest)
        row = "".join(chance.choices("lre", k=chance.randint(1, 8)))
        assert value_of(f"toppling_dominoes(row='{row}')") is played_out(toppling, row), row


def test_pictures_by_their_rules_alone() -> None:
    chance = random.Random(1974)
    for _ in range(50):
        size = chance.randint(1, 4)
        ends = [(chance.randrange(vertex), vertex) for vertex in range(1, size + 1)]
        ends += [(chance.randint(0, size), chance.randint(0, size)) for _ in range(chance.randint(0, 3))]
        chance.shuffle(ends)
        picture = " ".join(f"{one}-{other}:{chance.choice('BRG')}" for one, other in ends)
        assert value_of(f"hackenbush(picture='{picture}')") is played_out(hackenbush, picture), picture
