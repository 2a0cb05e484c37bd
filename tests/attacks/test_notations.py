"""The texts of positions that people were seen to type, and what is said where they are none."""

import warnings

import pytest

import zermelo
from zermelo.core.errors import ColoursExchanged, UnreadablePosition
from zermelo.games import parse_position

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("game", "text", "shown"),
    [
        ("connect_four", "44", "......./......./......./......./...O.../...X..."),
        ("connect_four", "after 4 4", "......./......./......./......./...O.../...X..."),
        ("connect_four(columns=4, rows=4)", "1, 2", None),
        ("tic_tac_toe", "XX-OO----", "XX./OO./..."),
        ("tic_tac_toe", "XX_OO____", "XX./OO./..."),
        ("tic_tac_toe", "XX- OO- ---", "XX./OO./..."),
        ("tic_tac_toe", "after b2, A1 c3", "O../.X./..X"),
        ("tic_tac_toe", "after 1. b2 a1 2. c3", "O../.X./..X"),
        ("nim", "[1,3,5,7]", "1 3 5 7"),
        ("nim", "(1, 3, 5, 7)", "1 3 5 7"),
        ("nim", "1,3,5,7", "1 3 5 7"),
        ("nim", "after 3 from heap 2 1 from heap 1", "0 0 5 7"),
        ("subtraction", "21", "21"),
        ("kalah", "[4,0,4,1,1,5] first to move", None),
        ("wythoff", "[3, 4]", "3 4"),
        ("hex", "X..|.O.|...", None),
        ("kayles", "iiii-i--i--i", "iiii.i..i..i"),
        ("pig", "after roll ~1", None),
        ("centipede", "after take", "0 passes taken"),
    ],
)
def test_notations(game: str, text: str, shown: str | None) -> None:
    which = zermelo.game(game)
    try:
        found = which.show(parse_position(which, text))
    except UnreadablePosition as error:
        found = str(error)
    if shown is None:  # refused or read: in one line either way, and consistently
        assert "is not a position of" in found or which.parse(found) == parse_position(which, text)
    else:
        assert "/".join(found.split("\n")) == shown


START = "...........................OX......XO..........................."


@pytest.mark.parametrize(
    "text", [f"{START}X", f"{START.replace('.', '-')}X", f"{START} X", f"{START} X to move"]
)
def test_an_othello_board_on_one_line(text: str) -> None:
    othello = zermelo.game("othello(columns=8, rows=8)")
    assert parse_position(othello, text) == othello.start()


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("othello", f"{START}X", r"or name the game othello\(columns=8, rows=8\)"),
        ("tic_tac_toe", "X.../..../..../....", r"or name the game tic_tac_toe\(columns=4, rows=4\)"),
        ("tic_tac_toe", "31", "X has 0 and O has 5"),
        ("connect_four", "4444444", "4444444 is not a position"),
        ("connect_four", "48", "48 is not a position"),
        ("connect_four", "after 4 9", "'9' is no move at"),
        ("connect_four", "after", "names no move"),
        ("awari_endgame", "123456789012", "is not a position"),
        ("nim", "-1", "0 <= p < 2\\*\\*63"),
        ("nim(heaps=(3, 4)) ", "7777777", "is not a position"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(game: str, text: str, reason: str) -> None:
    with pytest.raises(UnreadablePosition, match=reason) as raised:
        parse_position(zermelo.game(game), text)
    assert "\n" not in str(raised.value)


def test_a_text_with_two_meanings_is_refused_with_both() -> None:
    class Doubled(zermelo.Game):
        """Its texts are half of its numbers."""

        def start(self) -> int:
            return 8

        def moves(self, position: int) -> list[int]:
            return [1] if position else []

        def play(self, position: int, move: int) -> int:
            return position - move

        def show(self, position: int) -> str:
            return str(2 * position)

        def parse(self, text: str) -> int:
            return int(text) // 2

    with pytest.raises(
        UnreadablePosition, match=r"may be each of two positions .* 4 \(.* or 8 \(.*numbered 4"
    ):
        parse_position(Doubled(), "4")


FEN = "8/8/8/1k6/8/8/K5Q1/8"


@pytest.mark.parametrize(
    "fields",
    [" w", " w - -", " w - - 5", " w - - 0 1", "_w_-_-_0_1", " w - - dm 12;", ' w - - bm Qg5+; id "a/b; 1";'],
)
def test_chess_positions_with_fields_of_every_kind(fields: str) -> None:
    chess = zermelo.game("chess_endgame(material='KQvK')")
    assert chess.show(parse_position(chess, FEN + fields)).endswith(
        "........\nK.....Q.\n........\nwhite to move"
    )


def test_colours_are_exchanged_where_the_game_has_the_other_material() -> None:
    chess = zermelo.game("chess_endgame(material='KRvK')")
    with pytest.warns(ColoursExchanged, match="colours exchanged.*black to move"):
        black = parse_position(chess, "8/8/8/1k6/8/8/K5r1/8 w - - 0 1")
    assert black == parse_position(chess, "8/k5R1/8/8/1K6/8/8/8 b - - 0 1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parse_position(chess, "8/8/8/1k6/8/8/K5R1/8 b - - 0 1")


@pytest.mark.parametrize(
    ("material", "text", "reason"),
    [
        ("KRvK", "8/8/8/1k6/8/8/K5r1/8 b - - 0 1", "white is in check and black is to move"),
        ("KPvK", "8/8/8/1k6/8/4p3/K7/8 w - e6 0 1", "no pawn has just passed e6"),
    ],
)
def test_a_refusal_of_exchanged_colours_speaks_of_the_board_as_it_was_typed(
    material: str, text: str, reason: str
) -> None:
    chess = zermelo.game(f"chess_endgame(material={material!r})")
    said = rf"{reason} \(the colours are exchanged, as {material} has them\)"
    with warnings.catch_warnings(), pytest.raises(UnreadablePosition, match=said):
        warnings.simplefilter("error")  # what is refused is not read, and no warning says so
        parse_position(chess, text)


def test_what_is_said_of_exchanged_colours_can_be_collected() -> None:
    chess = zermelo.game("chess_endgame(material='KRvK')")
    with warnings.catch_warnings(), ColoursExchanged.collect_messages() as messages:
        warnings.simplefilter("error")
        parse_position(chess, "8/8/8/1k6/8/8/K5R1/8 b - - 0 1")
        assert not messages
        parse_position(chess, "8/8/8/1k6/8/8/K5r1/8 w - - 0 1")
    assert len(messages) == 1 and "colours exchanged, as KRvK has them" in messages[0]


WHITE_MEN = ",".join(map(str, range(21, 33)))
BLACK_MEN = ",".join(map(str, range(1, 13)))


@pytest.mark.parametrize(
    "text", [f"B:W{WHITE_MEN}:B{BLACK_MEN}", "B:W21-32:B1-12.", "b:b1-12:w21-32", "B:W21-32:B1-12:H0:F1"]
)
def test_the_start_of_english_draughts_in_pdn(text: str) -> None:
    """Black has the squares 1 to 12 and moves first; his men go to higher squares."""
    draughts = zermelo.game("english_draughts")
    with pytest.warns(ColoursExchanged, match="33 - n"):
        assert parse_position(draughts, text) == draughts.start()
    start = draughts.start()
    white_to_move = "W:W21-32:B1-10,12,15"  # after Black's opening move 11-15
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        names = {draughts.play(start, move): draughts.name(start, move) for move in draughts.moves(start)}
        assert names[parse_position(draughts, white_to_move)] == "22-18"


def test_pieces_in_pdn_stand_where_their_squares_are() -> None:
    endgame = zermelo.game("draughts_endgame(white_men=1, white_kings=1, black_men=1, black_kings=1)")
    white = endgame.show(parse_position(endgame, "W:W31,K5:B1,K22"))
    assert white.split("\n") == [
        "_o_._._.", "X_._._._", "_._._._.", "._._._._", "_._._._.", "._O_._._", "_._._._.", "._._x_._",
    ]  # fmt: skip
    with pytest.warns(ColoursExchanged):
        black = endgame.show(parse_position(endgame, "B:W31,K5:B1,K22"))
    assert black == white[::-1].translate(str.maketrans("xXoO", "oOxX"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W:W33:B1", "W?33 names no square"),
        ("W:W31,31:B1", "31 is named twice"),
        ("W:W31:B31", "31 is named twice"),
        ("W:W2:B1", "a man stands on its last row"),
        ("B:W31:B32", "a man stands on its last row"),
        ("W:W31:W1", "it is no position of PDN"),
        ("W:W31", "it is no position of PDN"),
        ("W:W9-5:B1", "9-5 names no square"),
        ("W:W:B1-14", "o has 14 pieces"),
    ],
)
def test_what_is_no_position_of_pdn(text: str, reason: str) -> None:
    with warnings.catch_warnings(), pytest.raises(UnreadablePosition, match=reason):
        warnings.simplefilter("error")
        parse_position(zermelo.game("english_draughts"), text)
