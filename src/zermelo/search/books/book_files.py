"""Make, open and verify books: the exact answers of a game's first plies.

A book is kept in a store, or in a file of its own; one comes with zermelo.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.game import Game
from zermelo.core.system.directories import store_directory
from zermelo.games.game_lookup import RecordedAccess, game

if TYPE_CHECKING:
    from zermelo.search.books.answer_book import AnswerBook
    from zermelo.search.books.book_construction import CheckedBook


def make_book(
    game_or_text: Game | str,
    plies: int,
    *,
    store: str | Path | None = None,
    output: str | Path | None = None,
    replace: bool = False,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> "AnswerBook":
    """Make the book of a game's first plies: every position after at most so many, exact, with lengths.

    It is kept in `store` (default: the user's own), or in the file `output` where one is given, and what was
    found before a kill is not searched again. A book that is there with as many plies is returned as it is.
    Raises `MissingCapability` for dice or several players, `LoopFound`, `BadParameter`, `StorageFailed`,
    `Cancelled`.
    """
    from zermelo.search.books.book_store import make_book as make

    return make(
        game(game_or_text),
        plies,
        store_directory() if store is None else as_path(store),
        as_budget(budget),
        output=None if output is None else as_path(output),
        replace=replace,
        interpreted=interpreted,
    )


def open_book(game_or_text: Game | str, store: str | Path | None = None) -> "AnswerBook":
    """Return a game's book: of the store, or one that comes with zermelo, whichever has more plies.

    Raises `MissingSolution` where there is none, `OutdatedBook`, `DamagedBook`, `StorageFailed`.

    >>> import zermelo
    >>> open_book("connect_four").find(zermelo.game("connect_four").start())
    (1, 41)
    """
    from zermelo.search.books.book_store import open_book as find

    return find(store_directory() if store is None else as_path(store), game(game_or_text))


def is_book(file: str | Path) -> bool:
    """Return whether the metadata of a file states that it is a book; the content is not read."""
    from zermelo.search.books.answer_book import BOOK
    from zermelo.solver.storage.sealed_table import is_of_kind

    return is_of_kind(BOOK, as_path(file))


def verify_book(
    file_or_book: "str | Path | AnswerBook",
    game_or_text: Game | str | None = None,
    *,
    sample: int | None = None,
    budget: Budget | None = None,
    run_rules: bool = False,
) -> "CheckedBook":
    """Recompute a book, or one in a file: each answer from its moves', `sample` of the last ply by search.

    A file names its game; one that is given has to be the same, and one of a Python file has to be given, or
    let run with `run_rules`: see `zermelo.open`. Raises `CheckFailed` with the first fault, `BadParameter`,
    `OutdatedBook`, `DamagedBook`, `StorageFailed`, `Cancelled`.
    """
    from zermelo.search.books.answer_book import BOOK, AnswerBook, read_answer_book
    from zermelo.search.books.book_construction import SAMPLE, check_book
    from zermelo.verify.policy_files import source_in

    book = file_or_book
    if not isinstance(book, AnswerBook):
        file = as_path(book)
        if game_or_text is None:
            source = source_in(file, BOOK)
            which = RecordedAccess(
                file, source.text, source.files, BOOK.outdated, BOOK.remedy, run_rules=run_rules
            ).game()
        else:
            which = game(game_or_text)
        book = read_answer_book(file, which)
    return check_book(book, as_budget(budget), sample=SAMPLE if sample is None else sample)
