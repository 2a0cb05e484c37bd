"""Books of answers: where they are kept, how one is made or resumed after a kill, and which one is used.

A game's book is the file STORE/NAME.book.parquet. While it is made, STORE/NAME.book.partial, locked, holds
what was found: a line for each position, its score and a check of both, written at once. A line that is not
whole, or of other rules, counts as none. Some books come with zermelo, in `search/books`.
"""

import contextlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

from zermelo.compiler.fingerprints import refusal, rules_fingerprint
from zermelo.core.budget import Budget
from zermelo.core.errors import MissingSolution, OutdatedBook
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import encode, types_of
from zermelo.core.system.input_files import read_input_file
from zermelo.search.books.answer_book import AnswerBook, read_answer_book, write_answer_book
from zermelo.solver.solution_files import directory_ownership
from zermelo.solver.solution_files.solution_store import lock_solution, recorded_source, solution_directory
from zermelo.solver.storage.atomic_files import explain_write_errors, write_atomically
from zermelo.solver.storage.output_files import OutputFile

SUFFIX: Final = ".book.parquet"
SHIPPED: Final = Path(__file__).parent


def book_file(store: Path, game: Game) -> Path:
    """Return where the game's book stands, or would stand."""
    directory = solution_directory(store, game)
    return directory.with_name(directory.name + SUFFIX)


def find_book(store: Path, game: Game) -> AnswerBook | None:
    """Return the book of a game with the most plies: of the store, or one that comes with zermelo; or None.

    One of other rules is none. Raises `DamagedBook`, `StorageFailed`.
    """
    found = [_read_book(book_file(place, game), game) for place in (store, SHIPPED)]
    books = [book for book in found if book is not None]
    return max(books, key=lambda book: book.plies, default=None)


def _read_book(file: Path, game: Game) -> AnswerBook | None:
    with contextlib.suppress(OutdatedBook):
        return read_answer_book(file, game) if file.is_file() else None
    return None


def require_book(store: Path, game: Game) -> AnswerBook:
    """Return what `find_book` does; raises `MissingSolution` for none, `OutdatedBook` for other rules'."""
    book = find_book(store, game)
    if book is not None:
        return book
    file = book_file(store, game)
    if file.is_file():
        return read_answer_book(file, game)  # which reports why not
    raise MissingSolution(f"there is no book of {game!r} in {store}: run `zermelo book`")


def make_stored_book(
    game: Game,
    plies: int,
    store: Path,
    budget: Budget,
    *,
    output: Path | None = None,
    replace: bool = False,
    interpreted: bool = False,
) -> AnswerBook:
    """Make the book of a game's first plies, in the store or in a file of its own; what was begun goes on.

    One that is there with as many plies or more is returned as it is. Raises what `search_book_answers` does,
    `BadParameter` for a file that is there and not to be replaced, `StorageFailed`.
    """
    from zermelo.search.books.book_construction import search_book_answers  # opening a book needs no search

    file = book_file(store, game) if output is None else output
    if output is not None:
        OutputFile(output, replace=replace).check()
    elif (there := _read_book(file, game)) is not None and there.plies >= plies:
        return there
    partial = book_file(store, game).with_suffix(".partial")
    directory_ownership.check_owned(partial)
    with explain_write_errors(partial):
        partial.mkdir(parents=True, exist_ok=True)
    with lock_solution(partial):
        directory_ownership.mark_owned(partial)
        with _open_journal(partial / directory_ownership.JOURNAL, game) as (known, note):
            book = search_book_answers(game, plies, budget, known, note, interpreted=interpreted)
        write_answer_book(book, recorded_source(game), file, replace=replace or output is None)
        directory_ownership.remove_owned(partial)
    return AnswerBook(game, plies, book.positions, book.values, book.remoteness, file)


class _BookJournal:
    """The lines of a journal that are whole, and where more are written."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def __call__(self, position: Position, score: int) -> None:
        """Write what was found of a position, before the next is searched."""
        self._out.write(_journal_line(encode(position), score))
        self._out.flush()


def _journal_line(position: str, score: int) -> str:
    text = f"{score} {position}"
    return f"{zlib.crc32(text.encode()):08x} {text}\n"


@contextlib.contextmanager
def _open_journal(file: Path, game: Game) -> Iterator[tuple[dict[Position, int], _BookJournal]]:
    """Give what an earlier run of the same rules has found, and what takes down more."""
    rules = rules_fingerprint(game)
    with explain_write_errors(file):
        lines = read_input_file(file, "remove it").decode().splitlines() if file.is_file() else []
    whole = [text for line in lines if (text := _parse_line(line)) is not None]
    is_ours = bool(whole) and refusal(whole[0][1], rules) is None
    known = {types_of(game).decode(position): score for score, position in whole[1:]} if is_ours else {}
    kept = [
        _journal_line(rules, 0),
        *(_journal_line(encode(position), score) for position, score in known.items()),
    ]
    write_atomically(file, "".join(kept).encode())
    with explain_write_errors(file), file.open("a") as out:
        yield known, _BookJournal(out)


def _parse_line(line: str) -> tuple[int, str] | None:
    """Return the score and the text of a line; None where it was cut short or is damaged."""
    check, _, text = line.partition(" ")
    score, _, said = text.partition(" ")
    if check != f"{zlib.crc32(text.encode()):08x}" or not score.lstrip("-").isdecimal():
        return None
    return int(score), said
