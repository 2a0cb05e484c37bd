"""Make, open and verify books: the exact answers of a game's first plies.

A book is kept in a store, or in a file of its own; one comes with zermelo.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.game import Game
from zermelo.core.system.directories import store_directory
from zermelo.games.game_lookup import game

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
    from zermelo.search.books.book_store import make_stored_book as make

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
    from zermelo.search.books.book_store import require_book as find

    return find(store_directory() if store is None else as_path(store), game(game_or_text))


def verify_book(
    file_or_book: "str | Path | AnswerBook",
    game_or_text: Game | str | None = None,
    *,
    sample: int | None = None,
    budget: Budget | None = None,
    run_rules: bool = False,
) -> "CheckedBook":
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
    CheckedBook
        Numbers of positions that were recomputed and searched.

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
    from zermelo.search.books.answer_book import BOOK, AnswerBook, read_answer_book
    from zermelo.search.books.book_construction import SAMPLE, check_book
    from zermelo.verify.policy_files import find_saved_game

    book = file_or_book
    if not isinstance(book, AnswerBook):
        file = as_path(book)
        book = read_answer_book(file, find_saved_game(BOOK, file, game_or_text, run_rules=run_rules))
    return check_book(book, as_budget(budget), sample=SAMPLE if sample is None else sample)
