"""Searches of one position: the methods, what they find, a search against the clock, and books of answers.

`zermelo.solve_position` runs one of `METHODS`, a table of each method's name, what it is and what it gives
besides the value.

>>> from zermelo.searches import METHODS
>>> METHODS["df_pn"].about, METHODS["df_pn"].loops
('proof numbers and a table, on one core', True)

A book has the exact answers of a game's first plies. `make_book` makes one, and `searched` asks a game that
is not solved as if it were: the first plies from its book, and below them every move by search.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.directories import store_directory
from zermelo.core.game import Game
from zermelo.naming import Record, game

if TYPE_CHECKING:
    from zermelo.policy.answer_book import AnswerBook as AnswerBook
    from zermelo.query.held import endgame_of as endgame_of
    from zermelo.query.searched import Searched as Searched
    from zermelo.search.book import Book as Book
    from zermelo.search.book import first_plies as first_plies
    from zermelo.search.book_making import CheckedBook as CheckedBook
    from zermelo.search.clock import Chosen as Chosen
    from zermelo.search.clock import ClockSearch as ClockSearch
    from zermelo.search.clock import Limit as Limit
    from zermelo.search.clock import WallClock as WallClock
    from zermelo.search.clock import parse_time as parse_time
    from zermelo.search.ending import Endgame as Endgame
    from zermelo.search.exact import ExactSearch as ExactSearch
    from zermelo.search.found import Found as Found
    from zermelo.search.methods import METHODS as METHODS
    from zermelo.search.methods import Method as Method
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "policy.answer_book": ("AnswerBook",),
            "query.held": ("endgame_of",),
            "query.searched": ("Searched",),
            "search.book": ("Book", "first_plies"),
            "search.book_making": ("CheckedBook",),
            "search.clock": ("Chosen", "ClockSearch", "Limit", "WallClock", "parse_time"),
            "search.ending": ("Endgame",),
            "search.exact": ("ExactSearch",),
            "search.found": ("Found",),
            "search.methods": ("METHODS", "Method"),
        },
        ("is_book", "make_book", "open_book", "searched", "verify_book"),
    )


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
    from zermelo.work.books import make_book as make

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
    from zermelo.work.books import open_book as find

    return find(store_directory() if store is None else as_path(store), game(game_or_text))


def searched(
    game_or_text: Game | str, *, store: str | Path | None = None, budget: Budget | None = None
) -> "Searched":
    """Return a game with a book as a solution is asked: below the book each move is searched, exactly.

    Raises what `open_book` does.
    """
    book = open_book(game_or_text, store)
    from zermelo.query.searched import Searched

    return Searched(book, as_budget(budget))


def is_book(file: str | Path) -> bool:
    """Return whether a file says of itself that it is a book; what it holds is not looked at."""
    from zermelo.policy.answer_book import BOOK
    from zermelo.policy.table_files import says_it_is

    return says_it_is(BOOK, as_path(file))


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
    from zermelo.policy.answer_book import BOOK, AnswerBook, read_book
    from zermelo.policy.files import source_in
    from zermelo.search.book_making import SAMPLE, check_book

    book = file_or_book
    if not isinstance(book, AnswerBook):
        file = as_path(book)
        if game_or_text is None:
            source = source_in(file, BOOK)
            which = Record(
                file, source.text, source.files, BOOK.outdated, BOOK.remedy, run_rules=run_rules
            ).game()
        else:
            which = game(game_or_text)
        book = read_book(file, which)
    return check_book(book, as_budget(budget), sample=SAMPLE if sample is None else sample)
