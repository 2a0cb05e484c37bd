"""Words of king and pawn against king: once more from the definition, on boards as text."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import product

import pytest
from support.marks import few

import zermelo
from zermelo.core.game import Game, Move, Position
from zermelo.explain.lists.predicates import Feature
from zermelo.explain.lists.vocabulary import pawn

Cell = tuple[int, int]  # file and row, both from 0, a1 first
CELLS: tuple[Cell, ...] = tuple(product(range(8), range(8)))
LETTERS = "abcdefgh"
FAR = 9  # where there is nothing to count
FLAGS = {"pawn", "runs"}
PLAIN = {"pawn", "runs", "row", "race", "files", "rim", "queening"}
AHEAD = {"key(3)": 3, "key(4)": 4, "key(7)": 7}
# White's king, the pawn, his king: with White to move, where there is something to be missed.
CHOSEN = (
    ("b6", "a6", "a8"),  # the push leaves a stalemate
    ("c6", "c7", "a7"),  # the queen leaves a stalemate, the rook does not
    ("d6", "e7", "e8"),  # a king's move leaves a stalemate, others lose the pawn
    ("d6", "b7", "e4"),  # nobody is near the new queen
    ("c6", "b7", "a7"),  # the new queen is protected by nobody
    ("c7", "b7", "a7"),  # ... by the king
    ("b7", "c7", "a5"),
    ("b8", "a7", "d7"),  # in the corner my king shuts himself in, and has no move
    ("a8", "a6", "c7"),
    ("h7", "h5", "f7"),
    ("g1", "a2", "f4"),  # whether the pawn is caught turns on the double step
    ("h1", "a2", "f3"),
    ("h1", "a2", "f2"),
    ("a3", "a2", "f6"),  # my king is in the way
    ("a4", "a2", "h8"),
    ("e4", "e3", "e6"),
    ("c4", "d2", "d6"),
    ("d6", "d5", "d8"),
    ("d6", "d5", "e8"),
    ("b6", "b5", "b8"),
    ("f7", "g5", "h7"),
    ("b6", "c7", "a8"),  # the queen mates
    ("b3", "b7", "a1"),  # my king stands between the queen and the square that his king has left
)


@cache
def endgame() -> Game:
    return zermelo.game("chess_endgame(material='KPvK')")


@cache
def words() -> dict[str, Feature]:
    return {feature.key: feature for feature in pawn.features_of(endgame())}


def cell_of(square: str) -> Cell:
    return LETTERS.index(square[0]), int(square[1]) - 1


def board(men: dict[Cell, str], mover: str = "white") -> Position:
    """Return the position with these men; an error is raised where it is not legal."""
    rows = ("".join(men.get((file, row), ".") for file in range(8)) for row in reversed(range(8)))
    return endgame().parse("\n".join([*rows, f"{mover} to move"]))


def by_lot(
    count: int, files: Sequence[int], rows: Sequence[int], near: int, sign: str = "P", seed: int = 17
) -> list[Position]:
    """Return positions, White to move, with his man on these files and rows and the kings at most so far."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        man = chance.choice(files), chance.choice(rows)
        around = [cell for cell in CELLS if cell != man and king_steps(cell, man) <= near]
        king, his = chance.sample(around, 2)
        try:
            found.append(board({man: sign, king: "K", his: "k"}))
        except zermelo.errors.UnreadablePosition:
            continue
    return found


def chosen() -> list[Position]:
    return [board({cell_of(king): "K", cell_of(man): "P", cell_of(his): "k"}) for king, man, his in CHOSEN]


@cache
def where(position: Position) -> dict[str, Cell]:
    """Return where each man stands in the text of a position."""
    rows = endgame().show(position).split("\n")[:8]
    return {rows[7 - row][file]: (file, row) for file, row in CELLS if rows[7 - row][file] != "."}


@cache
def king_steps(one: Cell, other: Cell) -> int:
    """Return how many steps, counted one by one: the rings around a square."""
    ring, reached = 0, {one}
    while other not in reached:
        reached |= {(x + a, y + b) for x, y in reached for a, b in product((-1, 0, 1), repeat=2)}
        ring += 1
    return ring


@cache
def children(position: Position) -> tuple[Position, ...]:
    return tuple(endgame().play(position, move) for move in endgame().moves(position))


def is_takeable(position: Position) -> bool:
    """Return whether Black, who is to move, can leave White with his king alone."""
    return any(set(where(child)) == {"K", "k"} for child in children(position))


def is_stalemate(position: Position) -> bool:
    return not children(position) and endgame().stuck(position) == 0


def is_lost(position: Position) -> bool:
    return is_takeable(position) or is_stalemate(position)


@cache
def runs(position: Position) -> bool:
    """Return whether the pawn alone goes on and becomes a queen, whatever Black, who is to move, does."""
    if is_lost(position) or not children(position):
        return False
    return all(any(gets_through(after) for after in pawn_moves(reply)) for reply in children(position))


def pawn_moves(position: Position) -> list[Position]:
    return [child for child in children(position) if where(child)["K"] == where(position)["K"]]


def gets_through(position: Position) -> bool:
    """Return whether a pawn's move, which led here, is one of a run to the end."""
    if "P" in where(position):
        return runs(position)
    return "Q" in where(position) and not is_takeable(position)


def key_squares(man: Cell) -> list[Cell]:
    file, row = man
    if file in (0, 7):
        beside = 1 if file == 0 else 6
        return [(beside, 6), (beside, 7)]
    rows = {1: (3,), 2: (4,), 3: (5,), 4: (5, 6), 5: (6, 7), 6: (6, 7)}[row]
    return [cell for cell in product((file - 1, file, file + 1), rows) if cell != man]


@cache
def steps_to_key(position: Position, moves: int) -> int:
    """Return N: how near White's king surely is to a key square after so many more of his moves."""
    if is_lost(position):
        return FAR
    if not children(position) or "Q" in where(position):  # mate, as it is no stalemate
        return 0
    if moves == 0:
        men = where(position)
        return min(king_steps(men["K"], cell) for cell in key_squares(men["P"]))
    return max(best_steps(reply, moves - 1) for reply in children(position))


@cache
def best_steps(position: Position, moves: int) -> int:
    """Return the least N of White's moves; where he has none, it is far."""
    after = [child for child in children(position) if where(child).keys() & {"P", "Q"}]
    return min((steps_to_key(child, moves) for child in after), default=FAR)


def expected(position: Position, move: Move, key: str) -> int:
    """Return what a word should say of a move."""
    child = endgame().play(position, move)
    men = where(child)
    if key == "pawn":
        traps = ["Q" in where(after) and is_stalemate(after) for after in children(position)]
        return int("P" in where(position) and not is_blacks(position) and not any(traps))
    if "K" not in men or "P" not in where(position) or not men.keys() & {"P", "Q"} or is_blacks(position):
        return 0 if key in FLAGS or key == "row" else FAR
    king, his, man = men["K"], men["k"], men["P" if "P" in men else "Q"]
    if key in AHEAD:
        return steps_to_key(child, AHEAD[key])
    return {
        "runs": lambda: int(runs(child) if "P" in men else not is_lost(child)),
        "row": lambda: 1 + man[1],
        "race": lambda: min(
            king_steps(king, cell) - king_steps(his, cell) for cell in key_squares(before(man))
        ),
        "files": lambda: abs(king[0] - man[0]),
        "rim": lambda: min(king_steps(king, cell) for cell in CELLS if {0, 7} & set(cell)),
        "queening": lambda: king_steps(king, (man[0], 7)),
    }[key]()


def is_blacks(position: Position) -> bool:
    return "black to move" in endgame().show(position)


def before(man: Cell) -> Cell:
    """Return where the pawn stood that has become a queen; else where it stands."""
    return (man[0], min(man[1], 6))


def disagreements(key: str, positions: Sequence[Position], met: set[int]) -> list[str]:
    """Return the moves of which a word says something else than its definition, in words."""
    game = endgame()
    found: list[str] = []
    for position in positions:
        moves = list(game.moves(position))
        measured = list(words()[key].measure(position, moves))
        assert len(measured) == len(moves)
        for move, said in zip(moves, measured, strict=True):
            due = expected(position, move, key)
            met.add(due)
            if said != due:
                found.append(f"{where(position)} {game.name(position, move)}: {key} {said}, not {due}")
    return found


def test_all_words_are_here() -> None:
    assert words().keys() == PLAIN | AHEAD.keys()
    assert {key for key, feature in words().items() if feature.is_flag} == FLAGS


@pytest.mark.parametrize("key", sorted(PLAIN))
def test_words_say_what_they_say(key: str) -> None:
    met: set[int] = set()
    positions = [*chosen(), *by_lot(25, range(8), range(1, 7), 7), *by_lot(25, range(8), range(3, 7), 2)]
    assert disagreements(key, positions, met) == []
    assert met == {0, 1} if key in FLAGS else len(met) > 4


LOTS = (
    ("key(3)", 20, range(1, 7), 3),
    ("key(3)", 10, range(1, 7), 7),
    ("key(4)", 15, range(1, 7), 3),
    ("key(7)", 8, range(4, 7), 3),
)
ASKED = [
    ("key(7)", 4, range(4, 7), 3, 0),
    ("key(3)", 6, range(1, 7), 3, 3),
    *((*lot, file) for lot, file in product(LOTS, (0, 1, 3, 6, 7))),
]


@pytest.mark.parametrize(("key", "count", "rows", "near", "file"), few(ASKED, 2))
def test_steps_to_a_key_square_are_after_the_worst_answers_to_the_best_moves(
    key: str, count: int, rows: Sequence[int], near: int, file: int
) -> None:
    met: set[int] = set()
    assert disagreements(key, by_lot(count, (file,), rows, near, seed=file), met) == []
    assert {0, FAR} <= met


@pytest.mark.slow("here looking ahead could miss a stalemate, a mate or the double step")
@pytest.mark.parametrize("key", few(AHEAD, 1))
def test_steps_to_a_key_square_where_something_could_be_missed(key: str) -> None:
    met: set[int] = set()
    positions = [
        position for position in chosen() if where(position)["P"][1] >= (4 if key == "key(7)" else 1)
    ]
    assert len(positions) > 4
    assert disagreements(key, positions, met) == []
    assert {0, 1, FAR} <= met


def mirrored(text: str) -> str:
    lines = text.split("\n")
    return "\n".join([*(line[::-1] for line in lines[:8]), *lines[8:]])


def test_words_say_the_same_of_the_mirror_image() -> None:
    game = endgame()
    for position in [*chosen()[::6], *by_lot(3, range(8), range(1, 7), 3)]:
        image = game.parse(mirrored(game.show(position)))
        assert image != position
        moves, others = list(game.moves(position)), list(game.moves(image))
        child = {move: game.show(game.play(position, move)) for move in moves}
        other = {mirrored(game.show(game.play(image, move))): move for move in others}
        assert set(child.values()) == set(other)
        for key, feature in words().items():
            if key == "key(7)":
                continue  # looks at too many positions
            there = [other[child[move]] for move in moves]
            said = feature.measure(position, moves), feature.measure(image, there)
            assert list(said[0]) == list(said[1]), (key, game.show(position))


def nothing(key: str) -> int:
    return 0 if key in FLAGS or key == "row" else FAR


def assert_nothing_said(position: Position) -> None:
    moves = list(endgame().moves(position))
    assert moves
    for key, feature in words().items():
        assert list(feature.measure(position, moves)) == [nothing(key)] * len(moves), (key, where(position))


def test_the_bare_king_has_no_words() -> None:
    game = endgame()
    asked = 0
    for position in by_lot(20, range(8), range(1, 7), 7):
        for move in game.moves(position):
            child = game.play(position, move)
            if list(game.moves(child)):
                assert_nothing_said(child)
                asked += 1
    assert asked > 60


def test_without_a_pawn_there_are_no_words() -> None:
    for sign in "QR":
        for position in by_lot(20, range(8), range(8), 7, sign):
            if list(endgame().moves(position)):
                assert_nothing_said(position)


def test_a_pawn_that_becomes_another_man_than_a_queen_has_no_words() -> None:
    game = endgame()
    seen = set()
    for position in by_lot(20, range(8), (6,), 4):
        moves = [
            move for move in game.moves(position) if where(game.play(position, move)).keys() & set("RBN")
        ]
        seen |= {sign for move in moves for sign in where(game.play(position, move))}
        for key, feature in words().items():
            due = [expected(position, move, key) if key == "pawn" else nothing(key) for move in moves]
            assert list(feature.measure(position, moves)) == due
    assert seen == set("KkRBN")


@pytest.mark.long
def test_words_of_some_moves_are_those_of_all() -> None:
    game = endgame()
    for position in by_lot(3, range(8), (6,), 3):
        moves = list(game.moves(position))
        for feature in words().values():
            said = list(feature.measure(position, moves))
            assert list(feature.measure(position, moves[::-2])) == said[::-2]
            assert list(feature.measure(position, [])) == []


def test_words_are_for_one_pawn_against_a_bare_king() -> None:
    materials = ("KPvK", "KQvK", "KRvK", "KPvKP", "KPPvK", "KBNvK")
    fits = [
        material for material in materials if pawn.fits(zermelo.game(f"chess_endgame(material='{material}')"))
    ]
    assert fits == ["KPvK"]
    assert not any(pawn.fits(zermelo.game(name)) for name in ("tic_tac_toe", "nim", "dodgem"))
