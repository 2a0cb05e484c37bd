"""Two bits a position: what a solution without remoteness answers, what it refuses, and how it is proven."""

import io
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.lively_games import lively
from made.random_games import RandomIndex, RandomParents, RandomPond, seeds
from support.commands import Ran, check_refusal, runner
from support.tables import expected, one_thread, table_of
from twins import naive

import zermelo
from zermelo.compiler import interpret_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, DamagedSolution, MissingCapability, UnknownPosition
from zermelo.core.game import Game
from zermelo.core.values import NO_END, UNDECIDED, UNTIMED, Answer, ValueAlone, answer_from
from zermelo.query.held import hold
from zermelo.query.solution import Solution
from zermelo.solution.checked import measured
from zermelo.solution.export import write_csv
from zermelo.solution.lean import Kept
from zermelo.solution.pairs import one_value, pack_pairs, unpack_pairs
from zermelo.solution.ranked import SLICE
from zermelo.storage.sealed import seal
from zermelo.work import integer_run
from zermelo.work import store as stores
from zermelo.work.integer_run import solve_integers

GAME = RandomIndex(seed=6, size=301, most=3)
KRVK = "chess_endgame(material='KRvK')"


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def alone(game: Game, store: Path | None = None, **options: Any) -> Solution:
    return zermelo.solve(game, store=store, values_only=True, budget=one_thread(), **options)


# What it says


def test_an_answer_without_remoteness_is_another_than_one_without_end() -> None:
    unknown, endless = answer_from(0, UNTIMED, False), answer_from(0, NO_END, False)
    assert (str(unknown), str(endless)) == ("draw", "draw without end")
    assert not unknown.is_timed and endless.is_timed
    assert unknown.remoteness is endless.remoteness is None
    assert unknown != endless and endless != unknown
    assert unknown == ValueAlone(0, None) != ValueAlone(1, None)
    assert len({unknown, endless, ValueAlone(0, None), Answer(0, None)}) == 2


@given(st.lists(st.sampled_from([None, -1, 0, 1]), max_size=40))
def test_pairs_are_packed_four_a_byte(places: list[int | None]) -> None:
    values = np.array([value or 0 for value in places], np.int16)
    legal = np.array([value is not None for value in places], bool)
    packed = pack_pairs(values, legal)
    bits = sum((0 if value is None else value + 2) << 2 * place for place, value in enumerate(places))
    assert packed.tobytes() == bits.to_bytes(-(-len(places) // 4), "little")
    assert [one_value(packed, place) for place in range(len(places))] == places
    found, there = unpack_pairs(packed)
    assert not there[len(places) :].any() and len(found) == 4 * len(packed)
    assert (found[: len(places)] == values).all() and (there[: len(places)] == legal).all()


indexed = lively(
    st.sampled_from([RandomIndex, RandomParents]).flatmap(
        lambda kind: st.builds(kind, seed=seeds, size=st.integers(1, 40), most=st.integers(1, 4))
    ),
    8,
)


@settings(max_examples=60)
@given(indexed)
def test_values_are_the_naive_ones(game: Game) -> None:
    summary, records = solve_integers(interpret_game(game), one_thread(), None, kept=Kept(values_only=True))
    check(Solution(game, summary, records, None))


def check(solution: Solution) -> None:
    """Compare values, counts and moves with the naive twin's, and see that no remoteness is told."""
    game: Any = solution.game
    table = naive.solve(game)
    assert solution.summary.values_only and solution.summary.remoteness is None
    assert (solution.summary.wins, solution.summary.draws, solution.summary.losses) == naive.totals(game)
    ends = [remoteness for _, remoteness in table.values() if remoteness is not None]
    assert solution.summary.longest == max(ends, default=0)
    for position, (value, _) in table.items():
        answer = solution.value(position)
        assert answer == ValueAlone(value, None)
        moves = list(game.moves(position)) if game.outcome(position) == UNDECIDED else []
        worth = [naive.worth(game, position, move, table[game.play(position, move)][0]) for move in moves]
        found = solution.moves(position)
        assert sorted((each.answer.value, each.move) for each in found) == sorted(
            zip(worth, moves, strict=True)
        )
        assert [each.answer.value for each in found] == sorted(worth, reverse=True)
        assert not any(each.answer.is_timed for each in found)
        kept = {move for move, each in zip(moves, worth, strict=True) if each == value}
        assert {each.move for each in solution.best(position)} == kept


@pytest.mark.parametrize("game", [GAME, RandomParents(seed=7, size=300, most=3)], ids=repr)
def test_compiled_in_memory_and_on_disk(game: Game, store: Path) -> None:
    check(alone(game, interpreted=False))
    check(alone(game, store, interpreted=False))
    check(zermelo.open(game, store))
    assert zermelo.open(game, store).summary == alone(game, store).summary


def test_what_has_no_position_is_unknown(store: Path) -> None:
    holes = [2 * index + 1 for index in range(GAME.size) if GAME.unrank(index) == -1]
    assert len(holes) > 40
    for solution in (alone(GAME), alone(GAME, store)):
        for position in [*holes, 2 * GAME.size + 1, 2 * GAME.size + 7]:
            with pytest.raises(UnknownPosition):
                solution.value(position)


def test_its_words(store: Path) -> None:
    solution = alone(GAME, store)
    value = naive.solve(GAME)[1][0]
    word = {1: "win", 0: "draw", -1: "loss"}[value]
    assert repr(solution) == f"{GAME!r}: {word}, {len(naive.positions(GAME))} positions"
    other = next(position for position in sorted(naive.positions(GAME)) if naive.children(GAME, position))
    for move in solution.moves(other):
        assert str(move) in (f"{move.name}  win", f"{move.name}  draw", f"{move.name}  loss")
    assert f"<td>{word}</td>" in solution._repr_html_()


# The files


def test_a_file_is_one_column_of_pairs(store: Path) -> None:
    directory = alone(GAME, store).directory
    assert directory is not None
    assert sorted(path.name for path in directory.iterdir()) == [
        ".zermelo",
        "_solution.json",
        "tier-0000.parquet",
    ]
    table = pq.read_table(directory / "tier-0000.parquet")
    assert [(field.name, str(field.type)) for field in table.schema] == [("values", "uint8")]
    known = naive.solve(GAME)
    bits = 0
    for index in range(GAME.size):
        if GAME.unrank(index) != -1:
            bits |= (known[GAME.unrank(index)][0] + 2) << 2 * index
    assert bytes(table["values"].to_pylist()) == bits.to_bytes(-(-GAME.size // 4), "little")
    manifest = json.loads((directory / "_solution.json").read_text())
    assert manifest["summary"]["values_only"] is True
    assert manifest["files"][0]["records"] == len(known) == manifest["summary"]["solved"]
    assert (
        pq.ParquetFile(directory / "tier-0000.parquet").metadata.row_group(0).column(0).compression == "ZSTD"
    )


class Halving(Game):
    """A heap is halved or made a third, rounding down; every rank is a position, and there are many."""

    size: int = SLICE + 12_345

    def start(self) -> int:
        return self.size - 1

    def moves(self, position: int) -> Iterator[int]:
        if position > 0:
            yield 2
            yield 3

    def play(self, position: int, move: int) -> int:
        return position // move

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index


def halving_values(size: int) -> Any:
    lost = np.zeros(size, bool)
    lost[0] = True
    begin = 1
    while begin < size:
        end = min(2 * begin, size)
        heaps = np.arange(begin, end)
        lost[begin:end] = ~(lost[heaps // 2] | lost[heaps // 3])
        begin = end
    return np.where(lost, -1, 1)


def test_more_than_one_slice_and_row_group(store: Path) -> None:
    game = Halving()
    want = halving_values(game.size)
    chance = random.Random(5)
    edges = [edge + step for edge in (0, 4, 1 << 19, SLICE, game.size) for step in range(-5, 5)]
    asked = [position for position in edges if 0 <= position < game.size]
    asked += [chance.randrange(game.size) for _ in range(50)]
    in_memory, on_disk = alone(game), alone(game, store)
    for solution in (in_memory, on_disk):
        assert [solution.value(position).value for position in asked] == want[asked].tolist()
        counted = [solution.records.count(tier) for tier in range(solution.records.tiers)]
        assert counted == [SLICE, 12_345]
        assert (solution.summary.wins, solution.summary.losses) == ((want > 0).sum(), (want < 0).sum())
        held = unpack_pairs(hold(solution).answers)
        assert (held[0][: game.size] == want).all() and held[1].sum() == game.size
    assert on_disk.verify().records == game.size
    full = zermelo.solve(game, store=store)
    assert not full.summary.values_only
    assert (unpack_pairs(full.records.answers.pairs(1))[0][:12_345] == want[SLICE:]).all()  # type: ignore[attr-defined]


# What it refuses


def test_what_needs_remoteness_says_so(store: Path) -> None:
    for solution in (alone(GAME), alone(GAME, store)):
        wishes: list[tuple[str, Callable[[], Any]]] = [
            ("a line of perfect play", lambda: list(solution.line())),  # noqa: B023 - called in this round
            ("perfect play", lambda: solution.policy(1)),  # noqa: B023 - called in this round
            ("this", lambda: solution.stats()),  # noqa: B023 - called in this round
            ("this", lambda: solution.puzzles()),  # noqa: B023 - called in this round
            ("this", lambda: solution.compare(solution)),  # noqa: B023 - called in this round
            ("this", lambda: solution.report()),  # noqa: B023 - called in this round
            ("this", lambda: solution.records.block(0)),  # noqa: B023 - called in this round
        ]
        for wish, call in wishes:
            with pytest.raises(MissingCapability) as caught:
                call()
            assert f"{wish} needs the remoteness, and the solution keeps values only" in str(caught.value)
            assert "run `zermelo solve` again without --values-only" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("pig(target=5)", "it has chances, and expectations take more than two bits"),
        ("awari_endgame", "it counts points, and two bits hold a win, a draw or a loss"),
    ],
)
def test_games_that_two_bits_do_not_suffice_for(text: str, reason: str, store: Path, command: Any) -> None:
    with pytest.raises(BadParameter, match=reason):
        alone(zermelo.game(text), store)
    with pytest.raises(BadParameter, match=reason):
        alone(zermelo.game(text))
    check_refusal(command("solve", text, "--values-only"), 2, "cannot be solved for values only", reason)
    assert not list(store.iterdir())


def test_it_is_exported_without_remoteness(store: Path) -> None:
    want = sorted((position, value) for position, (value, _) in naive.solve(GAME).items())
    for solution in (alone(GAME), alone(GAME, store)):
        out = io.StringIO()
        assert write_csv(solution.records, out) == len(want)
        lines = ["position,value,remoteness", *(f"{position},{value}," for position, value in want)]
        assert out.getvalue() == "\n".join(lines) + "\n"


# Beside solutions with remoteness


def test_a_solution_with_remoteness_answers_all_of_it(store: Path) -> None:
    full = zermelo.solve(GAME, store=store, budget=one_thread())
    before = (full.directory / "_solution.json").read_bytes()  # type: ignore[operator]
    same = alone(GAME, store)
    assert not same.summary.values_only and table_of(same) == expected(GAME)
    assert (full.directory / "_solution.json").read_bytes() == before  # type: ignore[operator]


def test_one_takes_the_place_of_the_other_when_asked(store: Path) -> None:
    check(alone(GAME, store))
    full = zermelo.solve(GAME, store=store, budget=one_thread())
    assert table_of(full) == table_of(zermelo.open(GAME, store)) == expected(GAME)
    check(alone(GAME, store, again=True))
    check(zermelo.open(GAME, store))
    assert [path.name for path in store.iterdir()] == [full.directory.name]  # type: ignore[union-attr]


# Killed


class Killed(BaseException):
    """Nobody catches it."""


def die(*_: Any, **__: Any) -> Any:
    raise Killed


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("where", ["writing", "finishing", "publishing"])
def test_a_killed_run_is_gone_on_with(where: str, first: bool, second: bool, store: Path) -> None:
    owner, name = {
        "writing": (integer_run, "write_pairs" if first else "write_slice"),
        "finishing": (stores, "finish"),
        "publishing": (stores, "publish"),
    }[where]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, die)
        with pytest.raises(Killed):
            zermelo.solve(GAME, store=store, values_only=first, budget=one_thread())
    assert [path.suffix for path in store.iterdir()] == [".partial"]
    solution = zermelo.solve(GAME, store=store, values_only=second, budget=one_thread())
    if second and solution.summary.values_only:
        check(solution)
    else:  # one with remoteness that was whole answers values too
        assert not second or (where, first) == ("publishing", False)
        assert table_of(solution) == expected(GAME)
    assert solution.verify().records == len(expected(GAME))
    assert len(list(store.iterdir())) == 1


def test_a_run_killed_after_its_notes_were_removed(store: Path) -> None:
    alone(GAME, store)
    (target,) = store.iterdir()
    target.rename(store / (target.name + ".partial"))  # all of publishing but its last step
    assert table_of(zermelo.solve(GAME, store=store, budget=one_thread())) == expected(GAME)


# Proof


class Ring(Game):
    """Four places in a ring, and nothing else: nobody ever wins, but wins and losses could support each other."""

    size: int = 4

    def moves(self, position: int) -> Iterator[int]:
        yield 0

    def play(self, position: int, move: int) -> int:
        return (position + 1) % self.size

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index


def sealed(directory: Path, packed: bytes, **figures: Any) -> None:
    """Give the one file other pairs, and everything the right checksum."""
    path = directory / "tier-0000.parquet"
    pq.write_table(pa.table({"values": pa.array(list(packed), pa.uint8())}), path)
    manifest = json.loads((directory / "_solution.json").read_text())
    manifest["summary"] |= figures
    manifest["files"][0] |= measured(path)
    del manifest["checksum"]
    (directory / "_solution.json").write_bytes(seal(manifest))


def test_wins_that_only_support_each_other_are_no_proof(store: Path) -> None:
    game = Ring()
    directory = alone(game, store).directory
    assert directory is not None and zermelo.open(game, store).verify().records == 4
    sealed(directory, bytes([0b01110111]), wins=2, losses=2, draws=0, value=1)
    claimed = zermelo.open(game, store)
    for position in range(4):  # every value is what its move gives
        assert claimed.value(position).value == -claimed.value(game.play(position, 0)).value != 0
    with pytest.raises(DamagedSolution, match="position 0 is stored as win, but its moves give draw"):
        claimed.verify()


@settings(max_examples=40)
@given(st.data(), indexed)
def test_verify_finds_every_wrong_value(data: st.DataObject, game: Any) -> None:
    summary, records = solve_integers(interpret_game(game), one_thread(), None, kept=Kept(values_only=True))
    solution = Solution(game, summary, records, None)
    assert solution.verify(interpreted=True).records == len(expected(game))
    index = data.draw(st.integers(0, game.size - 1))
    other = data.draw(st.integers(1, 3))
    packed = records.answers.packed  # type: ignore[attr-defined]
    packed[index // 4] ^= other << 2 * (index % 4)
    with pytest.raises(
        DamagedSolution, match=r"is stored as \w+, but its moves give \w+: |has a record and no"
    ):
        solution.verify(interpreted=True)


@pytest.mark.parametrize(
    ("figure", "by"), [("wins", 1), ("draws", -1), ("losses", 1), ("longest", 1), ("value", 1), ("solved", 1)]
)
def test_wrong_figures_are_caught(figure: str, by: int, store: Path) -> None:
    solution = alone(GAME, store)
    packed = solution.records.answers.pairs(0).tobytes()  # type: ignore[attr-defined]
    sealed(solution.directory, packed, **{figure: getattr(solution.summary, figure) + by})  # type: ignore[arg-type]
    said = "its summary another number" if figure == "solved" else f"the summary says {figure}"
    with pytest.raises(DamagedSolution, match=said):
        zermelo.open(GAME, store).verify()


def test_damaged_files_are_caught(store: Path) -> None:
    solution = alone(GAME, store)
    packed = solution.records.answers.pairs(0).tobytes()  # type: ignore[attr-defined]
    assert solution.directory is not None
    sealed(solution.directory, packed[:-1])
    with pytest.raises(DamagedSolution, match="other columns or rows"):
        zermelo.open(GAME, store).verify()
    with pytest.raises(DamagedSolution, match="other columns or rows"):
        hold(zermelo.open(GAME, store))
    path = solution.directory / "tier-0000.parquet"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(DamagedSolution, match="its bytes have changed"):
        zermelo.open(GAME, store).verify()


# The command line


@pytest.mark.slow("the commands of a solution that keeps only values")
def test_the_command_line(store: Path, command: Any) -> None:
    made = command("solve", KRVK, "--values-only")
    assert made.status == 0 and made.out.startswith(f"{KRVK}: win\n"), made
    assert "nothing was to be done" not in made.out
    found = json.loads(command("solve", KRVK, "--values-only", "--json").out)
    assert (found["values_only"], found["remoteness"], found["outcome"]) == (True, None, "win")
    value = json.loads(command("value", KRVK, "--json").out)
    assert (value["values_only"], value["remoteness"], value["outcome"]) == (True, None, "win")
    assert {move["remoteness"] for move in value["moves"]} == {None}
    assert command("value", KRVK).out.splitlines()[8:10][-1].split()[-1] == "win"
    for words in (("value", KRVK, "--line"), ("play", KRVK), ("play", KRVK, "--opponent", "erring")):
        check_refusal(command(*words), 2, "perfect play needs the remoteness", "without --values-only")
    check_refusal(command("stats", KRVK), 2, "needs the remoteness", "without --values-only")
    assert (
        command("verify", KRVK)
        .out.strip()
        .endswith("verified from their moves' records, 600 of them by the interpreter")
    )
    assert command("export", KRVK).out.splitlines()[1].endswith(",")


def test_the_command_line_says_that_nothing_is_to_be_done(store: Path, command: Any) -> None:
    whole = command("solve", KRVK)
    made = command("solve", KRVK, "--values-only")
    said = "nothing was to be done: this solution keeps more than was asked for\n"
    assert made.out == whole.out + said
    assert "values_only" not in json.loads(command("solve", KRVK, "--values-only", "--json").out)
    assert command("value", KRVK, "--line").status == 0


def test_it_takes_less_memory_to_keep() -> None:
    game = RandomPond(seed=3, size=300, most=3)
    with pytest.raises(BadParameter):
        alone(game)
    full = zermelo.solve(GAME, budget=Budget(threads=1))
    assert hold(full).nbytes == 2 * GAME.size
    assert hold(alone(GAME)).nbytes == -(-GAME.size // 4)
