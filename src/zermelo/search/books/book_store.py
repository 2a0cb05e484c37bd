"""Books of answers: where they are kept, how one is made or resumed after a kill, and which one is used.

A game's book is the file STORE/NAME.book.parquet. While it is made, STORE/NAME.book.partial, locked, holds
what was found: a line for each position, its score and a check of both, written at once. A line that is not
whole, or of other rules, counts as none. Some books come with zermelo, in `search/books`.
"""

import contextlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from zermelo.compiler.fingerprints import explain_fingerprint_mismatch, rules_fingerprint
from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import MissingSolution, OutdatedBook
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import encode, get_position_types
from zermelo.core.system.directories import store_directory
from zermelo.core.system.input_files import read_input_file
from zermelo.games.game_lookup import game
from zermelo.search.books.answer_book import BOOK, AnswerBook, read_answer_book, write_answer_book
from zermelo.solver.solution_files import directory_ownership
from zermelo.solver.solution_files.solution_store import (
    find_solution_directory,
    lock_solution,
    make_game_source,
)
from zermelo.solver.storage.atomic_files import explain_write_errors, write_atomically
from zermelo.solver.storage.output_files import OutputFile

if TYPE_CHECKING:
    from zermelo.core.notation.evidence import Evidence

SUFFIX: Final = ".book.parquet"
SHIPPED: Final = Path(__file__).parent


def book_file_path(store: Path, game: Game) -> Path:
    """Return where the game's book stands, or would stand."""
    directory = find_solution_directory(store, game)
    return directory.with_name(directory.name + SUFFIX)


def _read_current_book(file: Path, game: Game) -> AnswerBook | None:
    with contextlib.suppress(OutdatedBook):
        return read_answer_book(file, game) if file.is_file() else None
    return None


def open_book(game_or_text: Game | str, store: str | Path | None = None) -> AnswerBook:
    """Open a game's book: that of the store, or the one that comes with zermelo, whichever covers more plies.

    Parameters
    ----------
    game_or_text : Game or str
        Game, or its name.
    store : str or Path, optional
        Directory of books; the user's own by default.

    Returns
    -------
    AnswerBook
        The book.

    Raises
    ------
    MissingSolution
        There is no book of the game.
    OutdatedBook
        It was made from other rules, or in another format.
    DamagedBook
        Its content does not match its seal.
    StorageFailed
        It cannot be read.

    Examples
    --------
    >>> import zermelo
    >>> open_book("connect_four").find(zermelo.game("connect_four").start())
    (1, 41)
    """
    of, place = game(game_or_text), store_directory() if store is None else as_path(store)
    file = book_file_path(place, of)
    books = [
        book
        for each in (file, book_file_path(SHIPPED, of))
        if (book := _read_current_book(each, of)) is not None
    ]
    if books:
        return max(books, key=lambda book: book.plies)
    if file.is_file():
        return read_answer_book(file, of)  # which reports why not
    raise MissingSolution(f"there is no book of {of!r} in {place}: run `zermelo book`")


def make_book(
    game_or_text: Game | str,
    plies: int,
    *,
    store: str | Path | None = None,
    output: str | Path | None = None,
    replace: bool = False,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> AnswerBook:
    """Make the book of a game's first plies: the exact answer of every position in them.

    An interrupted call continues where it was killed. A book that exists with as many plies is returned.

    Parameters
    ----------
    game_or_text : Game or str
        Game, or its name.
    plies : int
        Plies that the book covers.
    store : str or Path, optional
        Directory that keeps the book; the user's own by default.
    output : str or Path, optional
        File for the book, instead of the store.
    replace : bool
        Whether `output` may be replaced.
    budget : Budget, optional
        Limits of memory and threads, and the listener for progress.
    interpreted : bool
        Whether to run the Python rules instead of compiled ones.

    Returns
    -------
    AnswerBook
        The book.

    Raises
    ------
    MissingCapability
        The game has dice, or more than two players.
    LoopFound
        Play may cycle.
    BadParameter
        A wrong number of plies, or a file that must not be replaced.
    StorageFailed
        The disk refuses.
    Cancelled
        The budget was stopped.
    """
    from zermelo.search.books.book_construction import build_book_by_search  # opening a book needs no search

    of = game(game_or_text)
    own = book_file_path(store_directory() if store is None else as_path(store), of)
    file = own if output is None else as_path(output)
    if output is not None:
        OutputFile(file, replace=replace).check_writable()
    elif (there := _read_current_book(file, of)) is not None and there.plies >= plies:
        return there
    partial = own.with_suffix(".partial")
    directory_ownership.check_directory_is_owned(partial)
    with explain_write_errors(partial):
        partial.mkdir(parents=True, exist_ok=True)
    with lock_solution(partial):
        directory_ownership.mark_directory_as_owned(partial)
        with _open_search_journal(partial / directory_ownership.JOURNAL, of) as (known, note):
            book = build_book_by_search(of, plies, as_budget(budget), known, note, interpreted=interpreted)
        write_answer_book(book, make_game_source(of), file, replace=replace or output is None)
        directory_ownership.remove_owned_directory(partial)
    return AnswerBook(of, plies, book.positions, book.values, book.remoteness, file)


def verify_book(
    file_or_book: str | Path | AnswerBook,
    game_or_text: Game | str | None = None,
    *,
    sample: int | None = None,
    budget: Budget | None = None,
    run_rules: bool = False,
) -> "Evidence":
    """Verify a book: compute each answer from those of its moves, and search some of the last ply.

    Parameters
    ----------
    file_or_book : str, Path or AnswerBook
        The book, or its file.
    game_or_text : Game or str, optional
        Game of the file, which has to be the same; needed where the rules are in a Python file.
    sample : int, optional
        Positions of the last ply to search; 20 by default.
    budget : Budget, optional
        Limits of memory and threads, and the listener for progress.
    run_rules : bool
        Whether rules in a Python file that the book names may be run; see `zermelo.open`.

    Returns
    -------
    Evidence
        With the numbers of positions that were recomputed and searched.

    Raises
    ------
    CheckFailed
        An answer is wrong, or a position is missing; the first is named.
    BadParameter
        The file is no book, or of another game.
    OutdatedBook
        The book was made from other rules, or in another format.
    DamagedBook
        Its content does not match its seal.
    StorageFailed
        It cannot be read.
    Cancelled
        The budget was stopped.
    """
    from zermelo.search.books.book_construction import SAMPLE, recompute_book
    from zermelo.verify.policy_files import find_saved_game

    book = file_or_book
    if not isinstance(book, AnswerBook):
        file = as_path(book)
        book = read_answer_book(file, find_saved_game(BOOK, file, game_or_text, run_rules=run_rules))
    return recompute_book(book, as_budget(budget), sample=SAMPLE if sample is None else sample)


class _BookJournal:
    """The lines of a journal that are whole, and where more are written."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def __call__(self, position: Position, score: int) -> None:
        """Write what was found of a position, before the next is searched."""
        self._out.write(_format_journal_line(encode(position), score))
        self._out.flush()


def _format_journal_line(position: str, score: int) -> str:
    text = f"{score} {position}"
    return f"{zlib.crc32(text.encode()):08x} {text}\n"


@contextlib.contextmanager
def _open_search_journal(file: Path, game: Game) -> Iterator[tuple[dict[Position, int], _BookJournal]]:
    """Give what an earlier run of the same rules has found, and what takes down more."""
    rules = rules_fingerprint(game)
    with explain_write_errors(file):
        lines = read_input_file(file, "remove it").decode().splitlines() if file.is_file() else []
    whole = [text for line in lines if (text := _parse_journal_line(line)) is not None]
    is_ours = bool(whole) and explain_fingerprint_mismatch(whole[0][1], rules) is None
    known = (
        {get_position_types(game).decode(position): score for score, position in whole[1:]} if is_ours else {}
    )
    kept = [
        _format_journal_line(rules, 0),
        *(_format_journal_line(encode(position), score) for position, score in known.items()),
    ]
    write_atomically(file, "".join(kept).encode())
    with explain_write_errors(file), file.open("a") as out:
        yield known, _BookJournal(out)


def _parse_journal_line(line: str) -> tuple[int, str] | None:
    """Return the score and the text of a line; None where it was cut short or is damaged."""
    check, _, text = line.partition(" ")
    score, _, said = text.partition(" ")
    if check != f"{zlib.crc32(text.encode()):08x}" or not score.lstrip("-").isdecimal():
        return None
    return int(score), said
