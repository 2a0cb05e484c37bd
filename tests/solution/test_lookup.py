"""Many positions at once are told what each alone is told: in memory and on disk, by machine code or one by one."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from made.random_games import RandomDag, RandomIndex, RandomMirror, RandomPond, RandomScoredTurns
from reference import naive
from support.marks import few

import zermelo
from zermelo.core.errors import BadParameter, DamagedSolution, UnknownPosition, UnreadablePosition
from zermelo.core.game import Game
from zermelo.solution.lookup import batch_lookup as module
from zermelo.solution.lookup.lookup_result import NONE, UNKNOWN_VALUE, LookupResult
from zermelo.solution.lookup.position_arrays import positions_as_python
from zermelo.solution.solution import Solution
from zermelo.solver.solution_files.parquet_tables import CheckedParquetFile

GAMES = [
    "tic_tac_toe",
    "subtraction(heap=9)",
    "dao(size=3)",
    "dots_and_boxes(columns=2, rows=1)",
    "stochastic_nim(heaps=(2, 3))",
    "pig(target=12)",
    "cutcake",
    "lights_out(columns=3, rows=3)",
    "bear_off_alone(checkers=2, points=3)",
]
RANDOM = (RandomDag, RandomMirror, RandomPond, RandomScoredTurns, RandomIndex)


def some_positions(game: Game, count: int = 400) -> list[Any]:
    """Positions that random play meets, some of them twice."""
    chance = random.Random(1913)
    found: list[Any] = []
    while len(found) < count:
        where = chance.choice(list(game.starts()))
        for _ in range(60):
            found.append(where)
            children = naive.children(game, where)
            if not children:
                break
            where = chance.choice(children)
    chance.shuffle(found)
    return found[:count]


def check(solution: Solution, positions: list[Any], found: LookupResult) -> None:
    """Compare everything that was found with what single positions are told."""
    assert len(found) == len(positions) and found.known.all()
    assert [found.answer(place) for place in range(len(found))] == [
        solution.value(each) for each in positions
    ]
    assert positions_as_python(found.positions) == positions
    if found.moves is None:
        return
    for place, where in enumerate(positions):
        begin, end = found.moves.offsets[place : place + 2]
        own = {answer.move: answer for answer in solution.moves(where)}
        assert found.moves.moves_of(place) == list(dict.fromkeys(found.moves.moves_of(place)))
        assert set(found.moves.moves_of(place)) == set(own)
        assert set(found.moves.best_moves_of(place)) == {answer.move for answer in solution.best(where)}
        leads = positions_as_python(found.moves.positions[begin:end])
        for move, child, value, plies in zip(
            found.moves.moves_of(place),
            leads,
            found.moves.values[begin:end].tolist(),
            found.moves.remoteness[begin:end].tolist(),
            strict=True,
        ):
            assert child == solution.game.play(where, move)
            assert value == pytest.approx(own[move].answer.value)
            assert plies == (NONE if own[move].answer.remoteness is None else own[move].answer.remoteness)


@pytest.mark.parametrize(
    ("game", "few"),
    [
        *((zermelo.game(text), module.FEW) for text in GAMES),
        *((zermelo.game(GAMES[number]), 0) for number in (0, 2, 3, 6)),
        *((kind(seed=seed), 0) for kind in RANDOM for seed in range(2)),
    ],
    ids=repr,
)
def test_many_positions_are_told_what_each_is_told(
    game: Game, few: int, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One by one, and by kernels however few positions there are; small games run those as ordinary Python."""
    monkeypatch.setattr(module, "FEW", few)
    zermelo.solve(game, store=store)
    positions = sorted(naive.positions(game)) if type(game) in RANDOM else some_positions(game, 60)
    for solution in (zermelo.solve(game), zermelo.open(game, store)):
        check(solution, positions, solution.lookup(positions, moves=True))


def test_one_answer_reads_one_row_group(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the game tells the tier, no other file is asked; and what none has is none."""
    game: Any = zermelo.game("connect_four(columns=3, rows=3, line=3)")
    in_memory = zermelo.solve(game)
    zermelo.solve(game, store=store)
    read: list[Path] = []
    plain = CheckedParquetFile.read_row_group

    def noting(file: CheckedParquetFile, number: int) -> Any:
        read.append(file.path)
        return plain(file, number)

    monkeypatch.setattr(CheckedParquetFile, "read_row_group", noting)
    positions = sorted(naive.positions(game))
    for where in random.Random(1).sample(positions, 60):
        filed = zermelo.open(game, store)  # which has read nothing yet
        read.clear()
        assert filed.value(where) == in_memory.value(where)
        assert len(read) == 1
    filed = zermelo.open(game, store)
    assert [filed.find_record(where) for where in positions] == [
        in_memory.find_record(where) for where in positions
    ]
    others = [where ^ 1 << bit for where in positions[:100] for bit in range(62)]
    assert [filed.find_record(where) for where in others] == [
        in_memory.find_record(where) for where in others
    ]


@pytest.mark.long
def test_machine_code_on_a_whole_table(store: Path) -> None:
    """More positions than are asked one by one, of a game that is solved in machine code."""
    game = zermelo.game("connect_four(columns=4, rows=3)")
    in_memory = zermelo.solve(game, interpreted=False)
    zermelo.solve(game, store=store, interpreted=False)
    positions = sorted(naive.positions(game))
    assert len(positions) > 4 * module.FEW
    random.Random(1).shuffle(positions)
    known = {where: in_memory.value(where) for where in positions}
    for solution in (in_memory, zermelo.open(game, store)):
        found = solution.lookup(np.array(positions), moves=True)
        assert [found.answer(place) for place in range(len(found))] == [known[where] for where in positions]
        sample = random.Random(2).sample(range(len(positions)), 200)
        for place in sample:
            assert set(found.moves.best_moves_of(place)) == {
                answer.move for answer in solution.best(positions[place])
            }


@pytest.mark.parametrize("filed", [False, True])
def test_values_alone_have_no_remoteness(filed: bool, store: Path) -> None:
    game: Any = RandomIndex(seed=1)
    if filed:
        zermelo.solve(game, store=store, values_only=True)
    solution = zermelo.open(game, store) if filed else zermelo.solve(game, values_only=True)
    positions = sorted(naive.positions(game))
    found = solution.lookup(positions)
    assert (found.remoteness == NONE).all()
    check(solution, positions, found)


def test_what_play_does_not_reach_is_marked_or_raised() -> None:
    solution = zermelo.solve("tic_tac_toe")
    given = [0, 3, 1 << 40, -1, "X../.../...", "XX./.../...", "no board", 2.5, None, True]
    given += [np.uint64(1 << 63), 1 << 80]
    found = solution.lookup(given, unknown="mark", moves=True)
    assert found.known.tolist() == [True] + [False] * 3 + [True] + [False] * 7
    assert (found.values[~found.known] == UNKNOWN_VALUE).all() and (
        found.remoteness[~found.known] == NONE
    ).all()
    assert [found.answer(place) is None for place in range(len(given))] == (~found.known).tolist()
    assert (
        all(not found.moves.moves_of(place) for place in np.flatnonzero(~found.known))
        if found.moves
        else False
    )
    for wrong in given[1:4] + given[5:]:
        if wrong is None:  # alone it means the start
            continue
        with pytest.raises((UnknownPosition, UnreadablePosition)) as single:
            solution.value(wrong)
        with pytest.raises(type(single.value)) as of_many:
            solution.lookup([0, wrong])
        assert str(of_many.value) == str(single.value)


INDEXED = [
    "lights_out(columns=3, rows=3)",
    "chess_endgame(material='KQvK')",
    "chess_endgame(material='KPvK')",
    "antichess(material='KvK')",
    "atomic(material='KQvK')",
    "racing_kings(material='KvK')",
    "morris_endgame(men=3)",
    "draughts_endgame",
    "draughts_up_to(pieces=2)",
    "awari_endgame(stones=4)",
]


@pytest.mark.parametrize("text", few(INDEXED, 1))
def test_what_is_no_position_has_no_rank(text: str) -> None:
    """Any numbers, and positions with a bit changed: what an index knows is worth what its text is."""
    game: Any = zermelo.game(text)
    solution = zermelo.solve(game)
    chance = random.Random(1)
    numbers = [chance.getrandbits(bits) for bits in (10, 20, 30, 40, 50, 63) for _ in range(300)]
    real = some_positions(game, 200)
    numbers += [where ^ 1 << chance.randrange(63) for where in real for _ in range(8)]
    found = solution.lookup(numbers + real, unknown="mark")
    assert found.known[len(numbers) :].all()
    for place, (where, known) in enumerate(zip(numbers, found.known.tolist(), strict=False)):
        if known:
            assert found.answer(place) == solution.value(game.show(where)), where


class Heaps(Game):
    """Two heaps of three bits; seen from the other side they change places, and other bits go."""

    def start(self) -> int:
        return 5 | 3 << 3

    def moves(self, position: int) -> Any:
        for heap in range(2):
            for left in range(position >> 3 * heap & 7):
                yield heap << 3 | left

    def play(self, position: int, move: int) -> int:
        heap = move >> 3
        return position & ~(7 << 3 * heap) | (move & 7) << 3 * heap

    def symmetries(self, position: int) -> Any:
        yield position
        yield position >> 3 & 7 | (position & 7) << 3


@pytest.mark.parametrize("few", [0, 1000])
@pytest.mark.parametrize(
    "game",
    [
        Heaps(),
        *map(zermelo.game, ("col", "tic_tac_toe(columns=2, rows=2, line=2)", "cutcake", "hex(size=2)")),
    ],
    ids=repr,
)
def test_what_only_symmetries_take_for_a_position(
    game: Any, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They pass over bits that no position has, so what is no position has an image that is one."""
    monkeypatch.setattr(module, "FEW", few)
    solution = zermelo.solve(game)
    known = {image for where in naive.positions(game) for image in game.symmetries(where)}
    changed: list[Any] = []
    for where in sorted(known)[:200]:
        for bit in range(0, 62, 3):
            is_whole = isinstance(where, int)
            changed.append(where ^ 1 << bit if is_whole else (*where[:-1], where[-1] ^ 1 << bit))
    found = solution.lookup(changed, unknown="mark")
    assert found.known.tolist() == [where in known for where in changed]
    for where in random.Random(1).sample(changed, 100):
        if where not in known:
            with pytest.raises((UnknownPosition, UnreadablePosition)):
                solution.value(where)


def test_expectations_that_are_not_known_are_no_number() -> None:
    solution = zermelo.solve("pig(target=12)")
    found = solution.lookup([next(iter(solution.game.starts())), 1 << 50], unknown="mark")
    assert found.known.tolist() == [True, False] and np.isnan(found.values[1])


def test_where_a_position_makes_rules_raise_the_others_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code stops at the first; each of that part is then asked alone."""
    monkeypatch.setattr(module, "FEW", 0)  # it is asked however few positions there are
    solution = zermelo.solve("lights_out")
    good = some_positions(solution.game, 50)
    mixed = [*good[:25], (1 << 62) + 5, 1 << 60, *good[25:]]
    found = solution.lookup(mixed, unknown="mark")
    assert found.known.tolist() == [True] * 25 + [False] * 2 + [True] * 25
    assert [found.answer(place) for place in range(25)] == [solution.value(each) for each in good[:25]]


INTEGERS: Any = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


def test_columns_of_other_libraries() -> None:
    import pandas
    import polars

    solution = zermelo.solve("subtraction(heap=9)")
    whole = solution.lookup(list(range(10))).values.tolist()
    for column in (
        pa.array(range(10)),
        pa.chunked_array([[0, 1, 2, 3], [4, 5, 6, 7, 8, 9]]),
        pandas.Series(range(10)),
        polars.Series(range(10)),
        pa.array([str(heap) for heap in range(10)]),
        polars.Series([str(heap) for heap in range(10)]),
        pandas.Series([str(heap) for heap in range(10)]),
        (heap for heap in range(10)),
        range(10),
        *(np.arange(10, dtype=kind) for kind in INTEGERS),
    ):
        assert solution.lookup(column).values.tolist() == whole
    for kind in INTEGERS:
        assert [solution.value(kind(heap)).value for heap in range(10)] == whole
    holes = solution.lookup(pa.array([1, None, 3]), unknown="mark")
    assert holes.known.tolist() == [True, False, True]
    with pytest.raises(UnreadablePosition, match="None"):
        solution.lookup(polars.Series([1, None]))


def test_nulls_and_masks_hide_what_stands_below() -> None:
    import pandas
    import polars

    solution = zermelo.solve("subtraction(heap=9)")
    for column in (
        np.ma.array([1, 2, 3], mask=[False, True, False]),
        np.ma.array(["1", "2", "3"], mask=[False, True, False]),
        pandas.Series([1, None, 3], dtype="Int64"),
        pandas.Series([1, None, 3], dtype="int64[pyarrow]"),
        pandas.Series(["1", None, "3"], dtype="category"),
        polars.Series([1, None, 3]),
        polars.Series(["1", None, "3"], dtype=polars.Categorical),
        polars.Series([1, None, 3], dtype=polars.Object),
        pa.chunked_array([[1, None], [3]]),
        pa.array(["1", None, "3"]).dictionary_encode(),
        pa.array([9, 1, None, 3])[1:],
    ):
        found = solution.lookup(column, unknown="mark")
        assert found.known.tolist() == [True, False, True], column
        assert found.values[[0, 2]].tolist() == [1, 1], column
        with pytest.raises(UnreadablePosition):
            solution.lookup(column)
    large = pandas.Series([(1 << 60) + 1, None], dtype="Int64")  # as a float it would be another number
    assert solution.lookup(large, unknown="mark").positions.tolist() == [(1 << 60) + 1, -1]


def test_arrays_and_columns_without_positions_are_refused_whole() -> None:
    import pandas
    import polars

    solution = zermelo.solve("subtraction(heap=9)")
    for column in (
        *(np.array([0.0, 1.0]), np.array([np.nan]), np.array([True]), np.zeros((2, 2), int)),
        *("1 2", 7, np.array(["2020"], "M8[D]")),
        pa.array([1.0]),
        pa.array([True]),
        pa.array([1], pa.timestamp("s")),
        pa.array([1], pa.decimal128(5, 0)),
        pa.array([1.0]).dictionary_encode(),
        pandas.Series([1, None]),
        pandas.Series([1, None], dtype="Float64"),
        pandas.Series([True, None], dtype="boolean"),
        polars.Series([1.0]),
        np.ma.array([1.0], mask=[True]),
        pa.table({"position": [1]}),
        pa.scalar(1),
        polars.DataFrame({"position": [1]}),
        polars.DataFrame({"position": [1]}).lazy(),
        pandas.DataFrame({"position": [1]}),
    ):
        for unknown in ("raise", "mark"):
            with pytest.raises(UnreadablePosition):
                solution.lookup(column, unknown=unknown)


class Below(Game):
    """Positions have words below 0: they are kept, as Python plays them."""

    def start(self) -> tuple[int, int]:
        return (5, -5)

    def moves(self, position: tuple[int, int]) -> Any:
        yield from range(1, min(2, position[0]) + 1)

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return (position[0] - move, position[1] + move)


def test_words_below_0_are_words() -> None:
    solution = zermelo.solve(Below(), interpreted=True)
    positions = [(heap, -heap) for heap in range(5)]
    check(solution, positions, solution.lookup(positions, moves=True))
    check(solution, positions, solution.lookup(np.array(positions), moves=True))
    huge = np.array([[2, 1 << 63], [2, 2]], np.uint64)
    assert solution.lookup(huge, unknown="mark").known.tolist() == [False, False]
    with pytest.raises(UnreadablePosition, match=r"2\*\*63"):
        solution.lookup(huge)
    with pytest.raises(UnknownPosition):
        solution.lookup(np.array([[2, -3]]))


def test_records_that_contradict_their_moves_are_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a single answer says it: of a position whose best move gives something else."""
    solution = zermelo.solve("tic_tac_toe")
    plain = module.find_answers_of_keys

    def wrong(records: Any, keys: Any, *rest: Any, **named: Any) -> Any:
        found = plain(records, keys, *rest, **named)
        found.values[keys == 0] = 1
        return found

    monkeypatch.setattr(module, "find_answers_of_keys", wrong)
    assert solution.lookup([0]).values.tolist() == [1]
    with pytest.raises(DamagedSolution, match="zermelo verify"):
        solution.lookup([0], moves=True)


def test_tuples_are_rows() -> None:
    solution = zermelo.solve("cutcake")
    positions = some_positions(solution.game, 40)
    rows = np.array(positions)
    check(solution, positions, solution.lookup(rows))
    with pytest.raises(UnreadablePosition, match="give"):
        solution.lookup(rows[:, :-1])
    short = solution.lookup([positions[0], positions[0][:-1], 5], unknown="mark")
    assert short.known.tolist() == [True, False, False]


def test_a_table_of_what_was_found() -> None:
    solution = zermelo.solve("dao(size=3)")
    positions = some_positions(solution.game, 60)
    table = solution.lookup([*positions, 1], unknown="mark", moves=True).to_arrow()
    assert table.column_names == ["position", "value", "remoteness", "best"]
    rows = table.to_pylist()
    assert rows[-1]["value"] is None and rows[-1]["best"] == []
    for where, row in zip(positions, rows, strict=False):
        answer = solution.value(where)
        assert (row["value"], row["remoteness"]) == (answer.value, answer.remoteness)
        assert set(row["best"]) == {move.name for move in solution.best(where)}


def test_nothing_asked_is_nothing_found() -> None:
    solution = zermelo.solve("tic_tac_toe")
    found = solution.lookup([], moves=True)
    assert len(found) == 0 and found.moves is not None and len(found.moves) == 0 and found.best == []
    with pytest.raises(BadParameter, match="moves=True"):
        _ = solution.lookup([0]).best
    with pytest.raises(BadParameter, match="mark"):
        solution.lookup([0], unknown="ignore")
