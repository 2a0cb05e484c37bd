"""Books of answers: where they are kept, how one is made and goes on after a kill, and which one is used.

A game's book is the file STORE/NAME.book.parquet. While it is made, STORE/NAME.book.partial, locked, holds
what was found: a line for each position, its score and a check of both, written at once. A line that is not
whole, or of other rules, counts as none. Some books come with zermelo, in `policy/books`.
"""

import contextlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

from zermelo.compiler import refusal, rules_fingerprint
from zermelo.core.budget import Budget
from zermelo.core.errors import MissingSolution, OutdatedBook
from zermelo.core.game import Game, Position
from zermelo.core.given_files import read_given
from zermelo.core.position_codec import encode, types_of
from zermelo.policy.answer_book import AnswerBook, read_book, write_book
from zermelo.storage.outputs import check_output
from zermelo.storage.whole import write_whole, writing
from zermelo.work import owned
from zermelo.work.store import alone_in, recorded_source, solution_directory

SUFFIX: Final = ".book.parquet"
SHIPPED: Final = Path(__file__).parent.parent / "policy" / "books"


def book_file(store: Path, game: Game) -> Path:
    """Return where the game's book stands, or would stand."""
    directory = solution_directory(store, game)
    return directory.with_name(directory.name + SUFFIX)


def find_book(store: Path, game: Game) -> AnswerBook | None:
    """Return the book of a game with the most plies: of the store, or one that comes with zermelo; or None.

    One of other rules is none. Raises `DamagedBook`, `StorageFailed`.
    """
    found = [_read(book_file(place, game), game) for place in (store, SHIPPED)]
    books = [book for book in found if book is not None]
    return max(books, key=lambda book: book.plies, default=None)


def _read(file: Path, game: Game) -> AnswerBook | None:
    with contextlib.suppress(OutdatedBook):
        return read_book(file, game) if file.is_file() else None
    return None


def open_book(store: Path, game: Game) -> AnswerBook:
    """Return what `find_book` does; raises `MissingSolution` for none, `OutdatedBook` for other rules'."""
    book = find_book(store, game)
    if book is not None:
        return book
    file = book_file(store, game)
    if file.is_file():
        return read_book(file, game)  # which says why not
    raise MissingSolution(f"there is no book of {game!r} in {store}: run `zermelo book`")


def make_book(
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

    One that is there with as many plies or more is returned as it is. Raises what `make_answers` does,
    `BadParameter` for a file that is there and not to be replaced, `StorageFailed`.
    """
    from zermelo.search.book_making import make_answers  # who opens a book needs no search

    file = book_file(store, game) if output is None else output
    if output is not None:
        check_output(output, replace=replace)
    elif (there := _read(file, game)) is not None and there.plies >= plies:
        return there
    partial = book_file(store, game).with_suffix(".partial")
    owned.refuse_foreign(partial)
    with writing(partial):
        partial.mkdir(parents=True, exist_ok=True)
    with alone_in(partial):
        owned.mark(partial)
        with _journal(partial / owned.JOURNAL, game) as (known, note):
            book = make_answers(game, plies, budget, known, note, interpreted=interpreted)
        write_book(book, recorded_source(game), file, replace=replace or output is None)
        owned.remove(partial)
    return AnswerBook(game, plies, book.positions, book.values, book.remoteness, file)


class _Notes:
    """The lines of a journal that are whole, and where more are written."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def __call__(self, position: Position, score: int) -> None:
        """Write what was found of a position, before the next is searched."""
        self._out.write(_line(encode(position), score))
        self._out.flush()


def _line(position: str, score: int) -> str:
    text = f"{score} {position}"
    return f"{zlib.crc32(text.encode()):08x} {text}\n"


@contextlib.contextmanager
def _journal(file: Path, game: Game) -> Iterator[tuple[dict[Position, int], _Notes]]:
    """Give what an earlier run of the same rules has found, and what takes down more."""
    rules = rules_fingerprint(game)
    with writing(file):
        lines = read_given(file, "remove it").decode().splitlines() if file.is_file() else []
    whole = [text for line in lines if (text := _whole(line)) is not None]
    is_ours = bool(whole) and refusal(whole[0][1], rules) is None
    known = {types_of(game).decode(position): score for score, position in whole[1:]} if is_ours else {}
    kept = [_line(rules, 0), *(_line(encode(position), score) for position, score in known.items())]
    write_whole(file, "".join(kept).encode())
    with writing(file), file.open("a") as out:
        yield known, _Notes(out)


def _whole(line: str) -> tuple[int, str] | None:
    """Return the score and the text of a line; None where it was cut short or is damaged."""
    check, _, text = line.partition(" ")
    score, _, said = text.partition(" ")
    if check != f"{zlib.crc32(text.encode()):08x}" or not score.lstrip("-").isdecimal():
        return None
    return int(score), said
