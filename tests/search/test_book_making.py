"""Books of answers: they agree with the definitions, go on after a kill, are refused where they are wrong."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from made.random_games import (
    RandomDag,
    RandomLayers,
    RandomMirror,
    RandomScoredTurns,
    RandomScores,
    RandomTurns,
)
from reference import naive
from support.forging import forge
from support.marks import few
from support.searching import one_thread

import zermelo
from zermelo import search
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadParameter,
    Cancelled,
    CheckFailed,
    DamagedBook,
    LoopFound,
    MissingCapability,
    MissingSolution,
    OutdatedBook,
)
from zermelo.core.game import Game, Position
from zermelo.core.values import UNTIMED
from zermelo.search.books import book_store
from zermelo.search.books.answer_book import (
    BOOK,
    AnswerBook,
    make_answer_book,
    read_answer_book,
    write_answer_book,
)
from zermelo.search.books.book_construction import (
    build_book_by_search,
    collect_positions_by_ply,
    recompute_book,
)
from zermelo.search.exact.parallel_alpha_beta import ParallelSearch
from zermelo.solver.solution_files import directory_ownership
from zermelo.solver.solution_files.solution_store import make_game_source

SMALL = "connect_four(columns=4, rows=3, line=3)"


def record_of(game: Game, answer: tuple[int, int | None]) -> tuple[int, int | None]:
    """Return what a book keeps of a twin's answer: the length of wins and losses alone."""
    value, remoteness = answer
    return value, UNTIMED if game.scored or value == 0 else remoteness


def first(game: Game, plies: int) -> set[Position]:
    """Return the classes that go on after at most so many plies: the slow obvious way, line by line."""
    found, ends = set(), list(game.starts())
    for ply in range(plies + 1):
        ends = [end for end in ends if naive.children(game, end)]
        found |= set(map(build_representative_function(game), ends))
        if ply < plies:
            ends = list({child for end in ends for child in naive.children(game, end)})
    return found


def made(game: Game, plies: int, **options: Any) -> AnswerBook:
    return build_book_by_search(game, plies, one_thread(), {}, lambda *_: None, **options)


@pytest.mark.parametrize(
    "kind", [RandomDag, RandomLayers, RandomMirror, RandomTurns, RandomScores, RandomScoredTurns]
)
def test_books_of_random_games_are_what_the_definitions_say(kind: Any) -> None:
    for seed in range(10):
        game = kind(seed=seed)
        answers = naive.solve(game)
        plies = seed % 4
        book = made(game, plies, interpreted=True)
        assert set(book) == first(game, plies)
        for position in book:
            assert book.find(position) == record_of(game, answers[position])
        checked = recompute_book(book, one_thread(), interpreted=True)
        assert (checked.total, checked.details["plies"]) == (len(book), plies)


@pytest.mark.parametrize(
    "name",
    few(["connect_four(columns=4, rows=4)", "dots_and_boxes(columns=2, rows=2)", "nim(heaps=(3, 4, 5))"], 0),
)
def test_a_compiled_book_agrees_with_the_whole_solution(name: str, tmp_path: Path) -> None:
    """Each position of it, and its symmetric ones; two threads that take positions in turn find the same."""
    solution = zermelo.solve(name)
    book = search.make_book(name, 4, store=tmp_path, budget=Budget(threads=2, memory=1 << 29))
    again = read_answer_book(book.file, solution.game) if book.file else None
    assert again is not None and list(again) == list(book) and len(book) > 20
    symmetries: Any = getattr(solution.game, "symmetries", lambda position: [position])
    for position in book:
        answer = solution.value(position)
        for image in symmetries(position):
            assert again.find(image) == record_of(solution.game, (answer.value, answer.remoteness))
    assert again.find(-1) is None and again.find(1 << 62) is None
    assert search.verify_book(book.file or "").total == len(book)


def test_positions_of_any_plain_kind_are_kept(tmp_path: Path) -> None:
    game = zermelo.game("ultimate_tic_tac_toe")
    start = next(iter(game.starts()))
    assert isinstance(start, tuple)
    records = {position: (1, 9) for layer in collect_positions_by_ply(game, 1) for position in layer}
    book = make_answer_book(game, 1, records)
    file = tmp_path / "tuples.book.parquet"
    write_answer_book(book, make_game_source(game), file)
    again = read_answer_book(file, game)
    assert list(again) == list(book) and all(again.find(position) == (1, 9) for position in records)


def test_what_was_found_is_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended at any moment, a run goes on with what its journal has whole; damaged lines are searched anew."""
    game = zermelo.game(SMALL)
    whole = made(game, 4, interpreted=True)
    chance = random.Random(3)
    budget = Budget(threads=1, memory=1 << 29)

    def enough(progress: Any) -> None:
        if progress.phase == "book" and progress.done > 3:
            raise Cancelled("enough")

    score = ParallelSearch._score_position

    def score_some(self: ParallelSearch, *asked: Any) -> Any:
        """Score five positions, and wait for the end."""
        scored.append(asked[0])
        while len(scored) > 5 and not self._ended:
            time.sleep(0.001)
        return score(self, *asked)

    journal = book_store.book_file_path(tmp_path, game).with_suffix(".partial") / directory_ownership.JOURNAL
    budget.listener = enough
    for _ in range(2):
        scored: list[Any] = []
        with monkeypatch.context() as patch, pytest.raises(Cancelled):
            patch.setattr(ParallelSearch, "_score_position", score_some)
            search.make_book(game, 4, store=tmp_path, budget=budget, interpreted=True)
        lines = journal.read_text().splitlines()
        assert len(lines) > 4
    damaged = chance.randrange(1, len(lines))
    lines[damaged] = lines[damaged].replace(" ", " 1", 1)
    journal.write_text("\n".join(lines)[:-3])  # the last was cut short
    totals = []
    budget.listener = lambda progress: totals.append(progress.total)
    book = search.make_book(game, 4, store=tmp_path, budget=budget, interpreted=True)
    assert list(book) == list(whole)
    assert np.array_equal(book.values, whole.values) and np.array_equal(book.remoteness, whole.remoteness)
    assert totals[-1] == len(collect_positions_by_ply(game, 4)[-1]) - (len(lines) - 1) + 2
    assert not journal.parent.exists()
    assert search.make_book(game, 3, store=tmp_path, budget=budget).plies == 4  # which has more


def test_a_killed_command_goes_on(tmp_path: Path) -> None:
    """By SIGKILL, which nothing can be done about: what was found stays, and the book is the same."""
    command = [sys.executable, "-m", "zermelo.cli", "book", SMALL, "--plies", "4", "--interpreted"]
    command += ["--store", str(tmp_path), "--threads", "1", "--memory", "600MB"]
    journal = (
        book_store.book_file_path(tmp_path, zermelo.game(SMALL)).with_suffix(".partial")
        / directory_ownership.JOURNAL
    )
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and not (journal.is_file() and len(journal.read_text()) > 400):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    found = journal.read_text().splitlines()[:-1] if journal.is_file() else []
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    book = search.open_book(SMALL, tmp_path)
    assert recompute_book(book, one_thread(), sample=5, interpreted=True).total == len(book)
    assert set(book) == first(book.game, 4)
    for line in found[1:]:
        score, position = int(line.split()[1]), int(line.split()[2])
        value, remoteness = book.find(position) or (0, 0)
        assert score == value * (32_000 - remoteness)


def test_a_journal_of_other_rules_counts_as_none(tmp_path: Path) -> None:
    game = zermelo.game("nim(heaps=(1, 2, 3))")
    partial = book_store.book_file_path(tmp_path, game).with_suffix(".partial")
    directory_ownership.mark_directory_as_owned(_made(partial))
    lies = [
        book_store._format_journal_line("0" * 32, 0),
        *(book_store._format_journal_line(str(each), 1) for each in range(100)),
    ]
    (partial / directory_ownership.JOURNAL).write_text("".join(lies))
    book = search.make_book(game, 2, store=tmp_path, budget=one_thread(), interpreted=True)
    assert recompute_book(book, one_thread(), interpreted=True)


def _made(directory: Path) -> Path:
    directory.mkdir(parents=True)
    return directory


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "small.book.parquet"
    search.make_book("nim(heaps=(1, 2, 3))", 2, store=tmp_path, output=file, interpreted=True)
    return file


def test_a_wrong_book_is_found_out(saved: Path) -> None:
    """Whichever answer is changed: of the last ply by search, of the others by their moves; a gap, a stranger."""
    game = zermelo.game("nim(heaps=(1, 2, 3))")
    good = read_answer_book(saved, game)
    columns = good.positions, good.values, good.remoteness

    def check(words: str, plies: int, *wrong: Any) -> None:
        with pytest.raises(CheckFailed, match=words):
            recompute_book(AnswerBook(game, plies, *wrong), one_thread(), sample=1_000, interpreted=True)

    for place in range(len(good)):
        values, remoteness = good.values.copy(), good.remoteness.copy()
        values[place] *= -1
        remoteness[place] += 2
        check("the book has", good.plies, good.positions, values, good.remoteness)
        check("the book has", good.plies, good.positions, good.values, remoteness)
        check("is missing", good.plies, *(column[np.arange(len(good)) != place] for column in columns))
    check("is none of the first 1 plies", 1, *columns)


def test_damaged_and_foreign_books_are_refused(saved: Path, tmp_path: Path) -> None:
    game, content = zermelo.game("nim(heaps=(1, 2, 3))"), saved.read_bytes()
    for place in range(0, len(content), 37):
        file = tmp_path / "flipped.parquet"
        file.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
        with pytest.raises((DamagedBook, BadParameter)):
            read_answer_book(file, game)
    with pytest.raises(BadParameter, match="is a book of nim"):
        read_answer_book(saved, zermelo.game("nim(heaps=(1, 2, 4))"))
    for change, error, words in (
        ({"rules": "0" * 32}, OutdatedBook, "other rules"),
        ({"format": 9}, OutdatedBook, "format 9"),
        ({"positions": 3}, DamagedBook, "not as many positions"),
        ({"plies": -1}, DamagedBook, "its plies are none"),
        ({"plies": "2"}, DamagedBook, "its plies is"),
    ):
        saved.write_bytes(content)
        forge(BOOK, saved, lambda said, change=change: said.update(change))  # type: ignore[misc]
        with pytest.raises(error, match=words):
            read_answer_book(saved, game)
    saved.write_bytes(content)
    table = pq.read_table(saved)
    for name, column, words in (
        ("position", pa.array([0] * len(table), pa.int64()), "not in order"),
        ("value", pa.array([7] * len(table), pa.int16()), "a value is none"),
        ("remoteness", pa.array([None] * len(table), pa.uint16()), "has no length"),
    ):
        saved.write_bytes(content)
        forge(BOOK, saved, table=table.set_column(table.schema.get_field_index(name), name, column))
        with pytest.raises(DamagedBook, match=words):
            read_answer_book(saved, game)


def test_the_book_with_more_plies_is_used_and_one_of_other_rules_is_not(tmp_path: Path) -> None:
    game = zermelo.game("nim(heaps=(1, 2, 3))")
    with pytest.raises(MissingSolution, match="zermelo book"):
        search.open_book(game, tmp_path)
    file = search.make_book(game, 1, store=tmp_path, interpreted=True).file
    assert file is not None and search.open_book(game, tmp_path).plies == 1
    assert search.make_book(game, 2, store=tmp_path, interpreted=True).plies == 2
    assert search.open_book(game, tmp_path).plies == 2
    forge(BOOK, file, lambda said: said.update(rules="0" * 32))
    with pytest.raises(OutdatedBook):
        search.open_book(game, tmp_path)
    assert search.make_book(game, 1, store=tmp_path, interpreted=True).plies == 1  # it is made anew


def test_what_has_no_book_is_refused(tmp_path: Path) -> None:
    for name in ("pig(target=3)", "strike"):
        with pytest.raises(MissingCapability):
            search.make_book(name, 1, store=tmp_path)
    with pytest.raises(LoopFound):
        search.make_book("mu_torere", 1, store=tmp_path, interpreted=True)
    for plies in (-1, 65, 1.5):
        with pytest.raises(BadParameter, match="a book of"):
            search.make_book("nim", plies, store=tmp_path)  # type: ignore[arg-type]
    file = tmp_path / "there"
    file.write_text("mine")
    with pytest.raises(BadParameter, match="exists already"):
        search.make_book("nim", 1, store=tmp_path, output=file)
