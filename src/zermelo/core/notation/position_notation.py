"""Positions as people write them: what a typed text can mean for a game, and which meaning it has.

A text is read by the game's own `parse`, as the number or tuple that encodes a position, or as `after MOVES`.
Where `parse` refuses it, other ways of writing the same rows are tried: brackets and commas around numbers,
underscores for blanks as in links, and rows without a separator. A text with two meanings is refused.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate

from zermelo.core.errors import IllegalMove, UnreadablePosition, ZermeloError, quote
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.player_view import format_position_in_one_line, position_text_for_mover
from zermelo.core.notation.position_codec import START
from zermelo.core.rule_queries import chances_at, is_finished, moves_at

AFTER = re.compile(r"\s*after\b[\s:,]*(.*)", re.IGNORECASE | re.DOTALL)
BETWEEN_MOVES = re.compile(r"[\s,;]+")
MOVE_NUMBER = re.compile(r"\d+\.+")  # as in `1. e4 e5`
THROW = re.compile(r"~([1-9]\d{0,4})")
MOST_MOVES = 1_000  # in one text
MOST_WORDS = 12  # of one move's name
NUMBER = re.compile(r"[+-]?[0-9]{1,40}")
BRACKETS = {"[": "]", "(": ")", "{": "}"}
TO_MOVE = re.compile(r"\s+(\w+ to (?:move|roll|throw)\b.*)", re.DOTALL)

FindMove = Callable[[Game, Position, str], Move | None]


def read_position_notation(
    game: Game, start: Position, text: str, encoded: Position, find_move: FindMove
) -> Position:
    """Return the position that a text means, for a game whose first start is `start`.

    `encoded` is the position that the text writes as the rules encode one, `START` where it writes none.
    Raises `UnreadablePosition` where it means none, or several.

    >>> from zermelo.core.notation.position_input import read_position
    >>> from zermelo.games.heaps.nim import Nim
    >>> nim = Nim(heaps=(3, 4))
    >>> texts = "[2,1]", "2 1", "10", "after 1 from heap 1, 3 from heap 2"
    >>> [read_position(nim, nim.start(), text) for text in texts]
    [10, 10, 10, 10]
    """
    if has(game, "parse"):
        text = text.replace("\\n", "\n")
    readings: dict[Hashable, str] = {}
    refused: ZermeloError | None = None
    if encoded is START or has(game, "parse"):
        try:
            readings[_parse_position(game, text)] = "the position that the game reads"
        except ZermeloError as error:
            refused = error
    if encoded is not START:
        try:
            check_encoded_position(game, encoded)
            readings.setdefault(encoded, f"the position numbered {encoded!r}")
        except ZermeloError as error:
            if refused is None or not _is_shown_as(game, encoded, text):  # else it was read, and refused
                refused = _make_bad_number_error(game, text, error, find_move)
    moves_text = AFTER.fullmatch(text)
    if moves_text and not readings:
        return read_position_from_moves(game, start, moves_text[1], text, find_move)
    if not readings and encoded is START:
        for variant in _yield_other_spellings(game, start, text):
            try:
                readings.setdefault(_parse_position(game, variant), "/".join(variant.split("\n")))
            except ZermeloError:
                continue
    if len(readings) > 1:
        shown = " or ".join(
            f"{format_position_in_one_line(game, found)} ({how})" for found, how in readings.items()
        )
        raise UnreadablePosition(
            f"{quote(text)} may be each of two positions of {game!r}, {shown}: write it as one of these, "
            "or as `after MOVES`"
        )
    if not readings:
        assert refused is not None
        raise refused
    return next(iter(readings))


def check_encoded_position(game: Game, position: Position) -> None:
    """Raise `UnreadablePosition` for a number or tuple that no position has: its text is not read back.

    A game that defines no `parse` has no text to be checked by, and takes every one.
    """
    words = position if isinstance(position, tuple) else (position,)
    if isinstance(position, int) and not 0 <= position < 1 << 63:
        raise UnreadablePosition(
            f"{quote(str(position))} is not a position of {game!r}: numbers of positions are 0 <= p < 2**63"
        )
    if any(isinstance(word, int) and abs(word) >= 1 << 63 for word in words):
        raise UnreadablePosition(
            f"{quote(str(position))} is not a position of {game!r}: its numbers are too large"
        )
    if not has(game, "parse"):
        return
    try:
        shown = game.show(position)
        if game.parse(shown) == position:
            return
    except Exception as error:
        said = " ".join(str(error).split())
        reason = f" ({said.partition(f'{game!r}: ')[2] or said})"
    else:
        reason = f", though it would show as {'/'.join(shown.splitlines())}"
    raise UnreadablePosition(
        f"{position!r} is not a position of {game!r}{reason}: write it as `zermelo show` does, "
        "or as `after MOVES`"
    )


def read_position_from_moves(
    game: Game, start: Position, moves_text: str, text: str, find_move: FindMove
) -> Position:
    """Return the position that moves lead to from the start: their names, with blanks or commas between.

    `text` is what an error names. A throw of dice is named by its number, as in `~2`. Moves' names may have
    several words. Raises `UnreadablePosition` where a word names no move, or where a word is ambiguous.
    """
    words = [word for word in BETWEEN_MOVES.split(moves_text) if word and not MOVE_NUMBER.fullmatch(word)]
    if not words:
        raise _make_unreadable_position_error(
            game, text, "it names no move", "write after, and the moves from the start"
        )
    if len(words) > MOST_MOVES:
        raise _make_unreadable_position_error(
            game, text, f"it has {len(words):,} words", f"write at most {MOST_MOVES:,}"
        )
    reached: list[dict[Position, None]] = [{} for _ in range(len(words) + 1)]
    reached[0][start] = None
    for place in range(len(words)):
        for position in reached[place]:
            for end, child in _yield_ends_of_named_moves(game, position, words, place, text, find_move):
                reached[end][child] = None
    ends = list(reached[-1])
    if len(ends) > 1:
        shown = " or ".join(format_position_in_one_line(game, each) for each in ends)
        raise _make_unreadable_position_error(
            game, text, f"its moves may lead to each of {shown}", "write whole names of moves"
        )
    if not ends:
        last = max(place for place, found in enumerate(reached) if found)
        where = next(iter(reached[last]))
        names = _list_move_names(game, where)
        listed = ", ".join(names[:12]) + (f" and {len(names) - 12:,} others" if len(names) > 12 else "")
        remedy = f"moves there are {listed}" if names else "play is over there"
        raise _make_unreadable_position_error(
            game, text, f"{words[last]!r} is no move at {format_position_in_one_line(game, where)}", remedy
        )
    return ends[0]


def _yield_ends_of_named_moves(
    game: Game, position: Position, words: list[str], place: int, text: str, find_move: FindMove
) -> Iterator[tuple[int, Position]]:
    """Yield where the moves end that the next words name, and what they lead to."""
    throws = [child for _, child in chances_at(game, position)]
    if throws:
        number = THROW.fullmatch(words[place])
        if number and int(number[1]) <= len(throws):
            yield place + 1, throws[int(number[1]) - 1]
        return
    if is_finished(game, position):
        return
    spaced = {
        " ".join(BETWEEN_MOVES.split(name)): move for move, name in _list_moves_with_names(game, position)
    }
    for end in range(place + 1, min(place + MOST_WORDS, len(words)) + 1):
        said = " ".join(words[place:end])
        try:
            move = spaced[said] if said in spaced else find_move(game, position, said)
        except IllegalMove as error:
            raise _make_unreadable_position_error(game, text, str(error), "write the whole name") from error
        if move is not None:
            yield end, game.play(position, move)


def _list_moves_with_names(game: Game, position: Position) -> list[tuple[Move, str]]:
    return [(move, game.name(position, move)) for move in moves_at(game, position)]


def _list_move_names(game: Game, position: Position) -> list[str]:
    throws = [child for _, child in chances_at(game, position)]
    return [f"~{n + 1}" for n in range(len(throws))] or [
        name for _, name in _list_moves_with_names(game, position)
    ]


def _parse_position(game: Game, text: str) -> Position:
    try:
        return game.parse(position_text_for_mover(game, text) if has(game, "parse") else text)
    except UnreadablePosition as error:
        if "\n" not in str(error):
            raise
        raise UnreadablePosition(" ".join(str(error).split())) from error
    except ZermeloError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split())
        raise _make_unreadable_position_error(
            game, text, reason, "write it as `zermelo show` does"
        ) from error


def _is_shown_as(game: Game, position: Position, text: str) -> bool:
    if isinstance(position, int) and not 0 <= position < 1 << 63:
        return False
    try:
        return bool(game.show(position) == text.strip())
    except Exception:
        return False


def _make_bad_number_error(game: Game, text: str, error: ZermeloError, find_move: FindMove) -> ZermeloError:
    """Return the error of a number that is no position; where its digits are moves, it names them."""
    moves = " ".join(text.strip())
    try:
        read_position_from_moves(game, next(iter(game.starts())), moves, text, find_move)
    except Exception:
        return error
    return type(error)(str(error).replace("`after MOVES`", f"`after {moves}`"))


def _yield_other_spellings(game: Game, start: Position, text: str) -> Iterator[str]:
    """Yield other ways of writing a text, in which a game may read it."""
    text = text.strip()
    spaced = text.replace("_", " ") if "_" in text and not re.search(r"\s", text) else text
    if spaced != text:
        yield spaced
    if BRACKETS.get(text[:1]) == text[-1:]:
        yield " ".join(text[1:-1].replace(",", " ").split())
    if "," in text:
        yield " ".join(text.replace(",", " ").split())
    if "/" in spaced or "\n" in spaced:
        yield TO_MOVE.sub(r"\n\1", spaced)
        return
    rows = game.show(start).split("\n")
    if len(rows) > 1:
        yield TO_MOVE.sub(r"\n\1", spaced)
        yield from _yield_texts_cut_into_rows(rows, spaced)


def _yield_texts_cut_into_rows(rows: list[str], text: str) -> Iterator[str]:
    """Yield a text on one line as rows: as many signs, or words, in each as the start has.

    What is left over is the last row, and so it may be of any length.
    """
    words = text.split()
    for count in range(len(rows), 0, -1):
        for wide, parts, glue in (
            ([len(row.replace(" ", "")) for row in rows[:count]], list("".join(words)), ""),
            ([len(row) for row in rows[:count]], list(text), ""),
            ([len(row.split()) for row in rows[:count]], words, " "),
        ):
            ends = list(accumulate(wide))
            if len(parts) < ends[-1]:
                continue
            cut = [glue.join(parts[end - size : end]) for end, size in zip(ends, wide, strict=True)]
            left = _text_after_words(text, ends[-1], glue, whole=len(parts) == len(text))
            if len(rows) > count or not left:
                yield "\n".join([*cut, *([left] if left else [])])


def _text_after_words(text: str, used: int, glue: str, *, whole: bool) -> str:
    """Return what follows the first words, or signs, of a text."""
    if glue:
        return " ".join(text.split()[used:])
    if whole:
        return text[used:].strip()
    for place, sign in enumerate(text):
        if used == 0:
            return text[place:].strip()
        used -= not sign.isspace()
    return ""


def _make_unreadable_position_error(game: Game, text: str, reason: str, remedy: str) -> UnreadablePosition:
    return UnreadablePosition(f"{quote(text)} is not a position of {game!r}: {reason}: {remedy}")
