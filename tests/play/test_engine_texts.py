"""Moves and positions as words: what is written is read back as it was, in every game of the catalogue."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.core.errors import IllegalMove, MissingCapability, UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.requirements import check_question
from zermelo.core.rule_queries import moves_at
from zermelo.games import catalogue
from zermelo.play.engine.ugi_notation import (
    decode_text_from_word,
    encode_text_as_word,
    format_move_word,
    format_position_word,
    map_words_to_moves,
    read_move,
    read_position,
)


@given(st.text())
def test_any_text_is_a_word_and_read_back(text: str) -> None:
    word = encode_text_as_word(text)
    assert decode_text_from_word(word) == text and word.split() == [word]


def is_for_two(name: str) -> bool:
    try:
        check_question(zermelo.game(name), "engine")
    except MissingCapability:
        return False
    return True


@pytest.mark.parametrize("name", [name for name in sorted(catalogue()) if is_for_two(name)])
def test_positions_and_moves_of_the_catalogue(name: str) -> None:
    game, chance = zermelo.game(name), random.Random(7)
    position = next(iter(game.starts()))
    for _ in range(6):
        word = format_position_word(game, position)
        assert " " not in word and read_position(game, word) == position
        moves = moves_at(game, position)
        words = map_words_to_moves(game, position)
        assert list(words.values()) == moves
        for written, move in words.items():
            assert written.split() == [written] and written
            assert read_move(game, position, written) == move
        if not moves:
            break
        move = chance.choice(moves)
        assert words[format_move_word(game, position, move)] == move
        position = game.play(position, move)


class Alike(Game):
    """Two moves whose names are one word."""

    def start(self) -> int:
        return 2

    def moves(self, position: int) -> list[int]:
        return [1, 2] if position else []

    def play(self, position: int, move: int) -> int:
        return position - move

    def name(self, position: int, move: int) -> str:
        return "take it"


def test_names_that_are_alike_are_told_apart_by_their_number() -> None:
    game = Alike()
    assert map_words_to_moves(game, 2) == {"take_it": 1, "take_it#2": 2}
    assert read_move(game, 2, "take_it#2") == 2 and format_move_word(game, 2, 2) == "take_it#2"


def test_people_are_read_too() -> None:
    game = zermelo.game("tic_tac_toe")
    assert read_position(game, "X../.O./..X") == read_position(game, "X.. / .O. / ..X".replace(" ", ""))
    nim = zermelo.game("nim(heaps=(1, 2))")
    assert read_position(nim, "1 1") == read_position(nim, "1_1") == read_position(nim, "5") == 5
    assert read_move(nim, nim.start(), "2_From_Heap_2") == read_move(nim, nim.start(), "2_from_heap_2")


def test_what_is_none_is_refused() -> None:
    game = zermelo.game("tic_tac_toe")
    with pytest.raises(UnreadablePosition, match="not a position"):
        read_position(game, "XXX")
    with pytest.raises(IllegalMove, match="no move"):
        read_move(game, 0, "z9")
    with pytest.raises(IllegalMove, match="no move"):
        format_move_word(game, 0, 77)
