"""Two bits a position: what a solution without remoteness answers, what it refuses, and how it is proven."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.lively_games import lively
from made.random_games import RandomIndex, RandomParents, seeds
from reference import naive
from support.commands import check_refusal
from support.forging import forge_solution
from support.places import MADE
from support.tables import everywhere, expected, one_thread, table_of

import zermelo
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core.errors import BadParameter, DamagedSolution, MissingCapability, UnknownPosition
from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex
from zermelo.core.values import NO_END, UNDECIDED, UNTIMED, Answer, ValueAlone, answer_from
from zermelo.solution.in_memory import load_into_memory
from zermelo.solution.solution import Solution
from zermelo.solution.verification import solution_verification
from zermelo.solver.records.compact_records import StorageMode
from zermelo.solver.records.two_bit_values import pack_values, unpack_value_of_rank, unpack_values
from zermelo.solver.runs import integer_run
from zermelo.solver.runs.integer_run import solve_integer_game
from zermelo.solver.solution_files import parquet_tables
from zermelo.solver.solution_files import solution_store as stores

GAME = RandomIndex(seed=6, size=151, most=3)
MOVING = RandomIndex(seed=5, size=151, most=3)  # whose start has moves
TEXT = f"{MADE / 'random_games.py'}:RandomIndex(seed=5, size=151, most=3)"


def alone(game: Game, store: Path | None = None, **options: Any) -> Solution:
    return zermelo.solve(game, store=store, values_only=True, budget=one_thread(), **options)


# What it says


def test_an_answer_without_remoteness_is_another_than_one_without_end() -> None:
    unknown, endless = answer_from(0, UNTIMED, False), answer_from(0, NO_END, False)
    assert (str(unknown), str(endless)) == ("draw", "draw by endless play")
    assert not unknown.is_timed and endless.is_timed
    assert unknown.remoteness is endless.remoteness is None
    assert unknown != endless and endless != unknown
    assert unknown == ValueAlone(0, None) != ValueAlone(1, None)
    assert len({unknown, endless, ValueAlone(0, None), Answer(0, None)}) == 2


@given(st.lists(st.sampled_from([None, -1, 0, 1]), max_size=40))
def test_pairs_are_packed_four_a_byte(places: list[int | None]) -> None:
    values = np.array([value or 0 for value in places], np.int16)
    legal = np.array([value is not None for value in places], bool)
    packed = pack_values(values, legal)
    bits = sum((0 if value is None else value + 2) << 2 * place for place, value in enumerate(places))
    assert packed.tobytes() == bits.to_bytes(-(-len(places) // 4), "little")
    assert [unpack_value_of_rank(packed, place) for place in range(len(places))] == places
    found, there = unpack_values(packed)
    assert not there[len(places) :].any() and len(found) == 4 * len(packed)
    assert (found[: len(places)] == values).all() and (there[: len(places)] == legal).all()


indexed = lively(
    st.sampled_from([RandomIndex, RandomParents]).flatmap(
        lambda kind: st.builds(kind, seed=seeds, size=st.integers(1, 40), most=st.integers(1, 4))
    ),
    8,
)


@settings(max_examples=30)
@given(indexed)
def test_values_are_the_naive_ones(game: Game) -> None:
    summary, records = solve_integer_game(
        interpret_game(game), one_thread(), None, kept=StorageMode(values_only=True)
    )
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


@pytest.mark.parametrize("game", [GAME, RandomParents(seed=7, size=100, most=3)], ids=repr)
def test_in_memory_and_on_disk(game: Any, store: Path) -> None:
    """What has no position is unknown."""
    check(alone(game))
    check(alone(game, store))
    check(zermelo.open(game, store))
    assert zermelo.open(game, store).summary == alone(game, store).summary
    holes = [2 * index + 1 for index in range(game.size) if game.unrank(index) == -1]
    assert holes or game != GAME
    for solution in (alone(game), alone(game, store)):
        for position in [*holes, 2 * game.size + 1, 2 * game.size + 7]:
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
    table = pq.read_table(directory / "tier-0000.parquet")
    assert [(field.name, str(field.type)) for field in table.schema] == [("values", "uint8")]
    known = naive.solve(GAME)
    bits = 0
    for index in range(GAME.size):
        if GAME.unrank(index) != -1:
            bits |= (known[GAME.unrank(index)][0] + 2) << 2 * index
    assert bytes(table["values"].to_pylist()) == bits.to_bytes(-(-GAME.size // 4), "little")
    manifest = json.loads((directory / "_solution.json").read_text())
    assert manifest["files"][0]["records"] == len(known) == manifest["summary"]["solved"]
    assert pq.read_metadata(directory / "tier-0000.parquet").row_group(0).column(0).compression == "ZSTD"


@pytest.mark.usefixtures("plain")
def test_more_than_one_slice_and_row_group(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere(monkeypatch, "SLICE", solution_verification.SLICE, 64)
    everywhere(monkeypatch, "ROW_GROUP", parquet_tables.ROW_GROUP, 8)  # of bytes, which hold four values each
    known, places = naive.solve(GAME), [GAME.unrank(index) for index in range(GAME.size)]
    want = [(place != -1, known[place][0] if place != -1 else 0) for place in places]
    in_memory, on_disk = alone(GAME, interpreted=False), alone(GAME, store, interpreted=False)
    for solution in (in_memory, on_disk):
        check(solution)
        counted = [solution.records.count_tier_records(tier) for tier in range(solution.records.tier_count)]
        assert counted == [sum(there for there, _ in want[begin : begin + 64]) for begin in (0, 64, 128)]
        held, there = unpack_values(load_into_memory(solution).answers)
        assert list(zip(there.tolist(), held.tolist(), strict=True))[: GAME.size] == want
    assert on_disk.directory is not None
    assert pq.ParquetFile(on_disk.directory / "tier-0000.parquet").num_row_groups == 2
    assert on_disk.verify().checked == len(known)
    full = zermelo.solve(GAME, store=store, interpreted=False)
    assert not full.summary.values_only
    held, there = unpack_values(full.records.answers.read_packed_values_of_slice(1))  # type: ignore[attr-defined]
    assert list(zip(there.tolist(), held.tolist(), strict=True)) == want[64:128]


# What it refuses


WISHES: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("a line of perfect play", lambda solution: list(solution.line())),
    ("perfect play", lambda solution: solution.policy(1)),
    ("this", lambda solution: solution.stats()),
    ("this", lambda solution: solution.puzzles()),
    ("this", lambda solution: solution.compare(solution)),
    ("this", lambda solution: solution.report()),
    ("this", lambda solution: solution.records.read_tier_block(0)),
)


def test_what_needs_remoteness_says_so(store: Path) -> None:
    for solution in (alone(GAME), alone(GAME, store)):
        for wish, call in WISHES:
            with pytest.raises(MissingCapability) as caught:
                call(solution)
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


# Beside solutions with remoteness


def test_more_is_kept_and_takes_the_place_of_less(store: Path) -> None:
    check(alone(GAME, store))
    full = zermelo.solve(GAME, store=store, budget=one_thread())
    assert table_of(full) == table_of(zermelo.open(GAME, store)) == expected(GAME)
    before = (full.directory / "_solution.json").read_bytes()  # type: ignore[operator]
    same = alone(GAME, store)
    assert not same.summary.values_only and table_of(same) == expected(GAME)
    assert (full.directory / "_solution.json").read_bytes() == before  # type: ignore[operator]
    check(alone(GAME, store, again=True))
    check(zermelo.open(GAME, store))
    assert list(store.iterdir()) == [full.directory]


# Killed


def die(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt  # which nobody catches


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("where", ["writing", "finishing", "publishing"])
def test_a_killed_run_is_gone_on_with(where: str, first: bool, second: bool, store: Path) -> None:
    owner, name = {
        "writing": (integer_run, "write_rank_slice"),
        "finishing": (stores, "finish_run"),
        "publishing": (stores, "publish_solution"),
    }[where]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, die)
        with pytest.raises(KeyboardInterrupt):
            zermelo.solve(GAME, store=store, values_only=first, budget=one_thread())
    assert [path.suffix for path in store.iterdir()] == [".partial"]
    solution = zermelo.solve(GAME, store=store, values_only=second, budget=one_thread())
    if second and solution.summary.values_only:
        check(solution)
    else:  # one with remoteness that was whole answers values too
        assert not second or (where, first) == ("publishing", False)
        assert table_of(solution) == expected(GAME)
    assert solution.verify().checked == len(expected(GAME))
    assert len(list(store.iterdir())) == 1


def test_a_run_killed_after_its_notes_were_removed(store: Path) -> None:
    alone(GAME, store)
    (target,) = store.iterdir()
    target.rename(store / (target.name + ".partial"))  # all of publishing but its last step
    assert table_of(zermelo.solve(GAME, store=store, budget=one_thread())) == expected(GAME)


# Proof


class Ring(Game, PerfectIndex):
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


def sealed(directory: Path | None, packed: bytes, **figures: Any) -> None:
    """Give the one file other pairs and the summary other figures."""
    assert directory is not None
    forge_solution(
        directory,
        columns=lambda rows: rows.update(values=list(packed)),
        manifest=lambda found: found["summary"].update(figures),
    )


def test_wins_that_only_support_each_other_are_no_proof(store: Path) -> None:
    game = Ring()
    directory = alone(game, store).directory
    assert directory is not None and zermelo.open(game, store).verify().checked == 4
    sealed(directory, bytes([0b01110111]), wins=2, losses=2, draws=0, value=1)
    claimed = zermelo.open(game, store)
    for position in range(4):  # every value is what its move gives
        assert claimed.value(position).value == -claimed.value(game.play(position, 0)).value != 0
    with pytest.raises(DamagedSolution, match="position 0 is stored as win, but its moves give draw"):
        claimed.verify()


@settings(max_examples=25)
@given(st.data(), indexed)
def test_verify_finds_every_wrong_value(data: st.DataObject, game: Any) -> None:
    summary, records = solve_integer_game(
        interpret_game(game), one_thread(), None, kept=StorageMode(values_only=True)
    )
    solution = Solution(game, summary, records, None)
    assert solution.verify(interpreted=True).checked == len(expected(game))
    index = data.draw(st.integers(0, game.size - 1))
    other = data.draw(st.integers(1, 3))
    packed = records.answers.packed  # type: ignore[attr-defined]
    packed[index // 4] ^= other << 2 * (index % 4)
    with pytest.raises(
        DamagedSolution, match=r"is stored as \w+, but its moves give \w+: |has a record and no"
    ):
        solution.verify(interpreted=True)


def test_wrong_figures_are_caught(store: Path) -> None:
    solution = alone(GAME, store)
    packed = solution.records.answers.read_packed_values_of_slice(0).tobytes()  # type: ignore[attr-defined]
    for figure in ("wins", "draws", "losses", "longest", "value", "solved"):
        true = getattr(solution.summary, figure)
        sealed(solution.directory, packed, **{figure: true + 1})
        said = "its summary another number" if figure == "solved" else f"the summary says {figure}"
        with pytest.raises(DamagedSolution, match=said):
            zermelo.open(GAME, store).verify()
        if figure != "solved":  # which no manifest may say that is read again
            sealed(solution.directory, packed, **{figure: true})


def test_damaged_files_are_caught(store: Path) -> None:
    solution = alone(GAME, store)
    packed = solution.records.answers.read_packed_values_of_slice(0).tobytes()  # type: ignore[attr-defined]
    assert solution.directory is not None
    sealed(solution.directory, packed[:-1])
    with pytest.raises(DamagedSolution, match="other columns or rows"):
        zermelo.open(GAME, store).verify()
    with pytest.raises(DamagedSolution, match="other columns or rows"):
        load_into_memory(zermelo.open(GAME, store))
    path = solution.directory / "tier-0000.parquet"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(DamagedSolution, match="its bytes have changed"):
        zermelo.open(GAME, store).verify()


# The command line


def test_the_command_line(store: Path, command: Any) -> None:
    value = naive.solve(MOVING)[1][0]
    word = {1: "win", 0: "draw", -1: "loss"}[value]
    made = command("solve", TEXT, "--values-only")
    assert made.status == 0 and made.out.startswith(f"{MOVING!r}: {word}\n"), made
    for words in (("solve", TEXT, "--values-only", "--json"), ("value", TEXT, "--json")):
        found = json.loads(command(*words).out)
        assert (found["values_only"], found["remoteness"], found["outcome"]) == (True, None, word)
    assert {move["remoteness"] for move in found["moves"]} == {None}
    assert command("value", TEXT).out.splitlines()[-1].split()[-1] in ("win", "draw", "loss")
    for words in (("value", TEXT, "--line"), ("play", TEXT), ("play", TEXT, "--opponent", "erring")):
        check_refusal(command(*words), 2, "perfect play needs the remoteness", "without --values-only")
    check_refusal(command("stats", TEXT), 2, "needs the remoteness", "without --values-only")
    assert "each recomputed from its moves' records" in command("verify", TEXT).out
    rows = sorted((position, value) for position, (value, _) in naive.solve(MOVING).items())
    lines = ["position,value,remoteness", *(f"{position},{value}," for position, value in rows)]
    assert command("export", TEXT).out == "\n".join(lines) + "\n"
    whole = command("solve", TEXT, "--again")
    made = command("solve", TEXT, "--values-only")
    said = "nothing was to be done: this solution keeps more than was asked for\n"
    assert made.out == whole.out + said
    assert "values_only" not in json.loads(command("solve", TEXT, "--values-only", "--json").out)
    assert command("value", TEXT, "--line").status == 0


def test_it_takes_less_memory_to_keep() -> None:
    assert load_into_memory(zermelo.solve(GAME, budget=one_thread())).nbytes == 2 * GAME.size
    assert load_into_memory(alone(GAME)).nbytes == -(-GAME.size // 4)
