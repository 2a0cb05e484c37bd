"""Moves and positions as engines write them: in the Universal Game Interface each is a text without spaces.

A space is written `_`, the end of a row `/`. These characters themselves and other white space are written by
their codes: `%5F`, `%2F`, `%25`, `%09`. So the text that `zermelo show` prints becomes one word, from which
the same text is read back. Reading is less strict: a position may have spaces and be a number, and a move is
known by its name, with or without its signs, as everywhere.
"""

import warnings
from urllib.parse import quote, unquote

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import ColoursExchanged, IllegalMove, UnreadablePosition, ZermeloError
from zermelo.core.errors import quote as quoted
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_move, as_position, moves_for_message
from zermelo.core.rule_queries import moves_at

EMPTY = "%"  # the empty text
WRITTEN = {" ": "_", "\n": "/", "_": "%5F", "/": "%2F", "%": "%25"}
READ = str.maketrans({"_": " ", "/": "\n"})


def encode_text_as_word(text: str) -> str:
    r"""Return a text as one word.

    >>> (
    ...     encode_text_as_word("X.O\n...\nO to move"),
    ...     encode_text_as_word("2 from heap 1"),
    ...     encode_text_as_word("a_b 50%"),
    ...     encode_text_as_word(""),
    ... )
    ('X.O/.../O_to_move', '2_from_heap_1', 'a%5Fb_50%25', '%')
    """
    return "".join(WRITTEN.get(sign) or _encode_character(sign) for sign in text) or EMPTY


def _encode_character(character: str) -> str:
    return character if character.isprintable() and not character.isspace() else quote(character, safe="")


def decode_text_from_word(word: str) -> str:
    r"""Return the text that a word encodes.

    >>> [decode_text_from_word(encode_text_as_word("two words\nand 50%_/\t")), decode_text_from_word("%")]
    ['two words\nand 50%_/\t', '']
    """
    return "" if word == EMPTY else unquote(word.translate(READ))


def format_position_word(game: Game, position: Position) -> str:
    """Return a position as one word, made from the text that the game shows."""
    return encode_text_as_word(game.show(position))


def map_words_to_moves(game: Game, position: Position) -> dict[str, Move]:
    """Return the moves of a position by their words, in the rules' order.

    Where two names give the same word, the first move has it, and the others are written by their number.
    """
    words: dict[str, Move] = {}
    for number, move in enumerate(moves_at(game, position), 1):
        word = encode_text_as_word(game.name(position, move))
        words[f"{word}#{number}" if word in words else word] = move
    return words


def format_move_word(game: Game, position: Position, move: Move) -> str:
    """Return the word of a move; raises `IllegalMove` where the move is not allowed."""
    words = map_words_to_moves(game, position)
    for word, known in words.items():
        if known == move:
            return word
    where = describe_position(game, position)
    raise IllegalMove(f"{quoted(move)} is no move at {where}: moves are {moves_for_message(list(words), '')}")


def read_move(game: Game, position: Position, word: str) -> Move:
    """Return the move of a word, read exactly or like a person's typing. Raises `IllegalMove`."""
    words = map_words_to_moves(game, position)
    return words[word] if word in words else as_move(game, position, decode_text_from_word(word))


def read_position(game: Game, text: str) -> Position:
    """Return the position of a word, or of a text with spaces; raises `UnreadablePosition`.

    Colours are not exchanged: a program keeps the names of its own board.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", ColoursExchanged)
        try:
            return as_position(game, decode_text_from_word(text))
        except ColoursExchanged as error:
            raise UnreadablePosition(f"{quoted(text)} has the colours exchanged: {error}") from error
        except ZermeloError:
            if decode_text_from_word(text) == text:
                raise
            return as_position(game, text)  # as a person writes it, without codes
