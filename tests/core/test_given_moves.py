"""Moves as people type them: signs, capitals, beginnings; and what is said where several are meant."""

import pytest

import zermelo
from zermelo.core import IllegalMove, UnknownGame
from zermelo.core.game import Game
from zermelo.core.notation.position_input import as_move, find_move
from zermelo.play import Match

pytestmark = pytest.mark.quick


class Named(Game):
    """Moves by the names of a chess player."""

    NAMES = ("Qd5", "Qd6", "Qxd7+", "Kc1", "Kc2", "Kb1", "a1-b2", "exd5", *(f"h{n}" for n in range(20)))

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> list[int]:
        return list(range(len(self.NAMES))) if position == 0 else []

    def play(self, position: int, move: int) -> int:
        return 1

    def name(self, position: int, move: int) -> str:
        return self.NAMES[move]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Qd5", "Qd5"),
        ("qd5", "Qd5"),
        ("Qd5+", "Qd5"),
        (" Q d5 ", "Qd5"),
        ("Qd7", "Qxd7+"),
        ("q x d7", "Qxd7+"),
        ("a1b2", "a1-b2"),
        ("A1 – B2", "a1-b2"),
        ("a1", "a1-b2"),
        ("kb", "Kb1"),
    ],
)
def test_a_move_is_read_forgivingly(typed: str, meant: str) -> None:
    assert Named.NAMES[as_move(Named(), 0, typed)] == meant
    assert Named.NAMES[Match(Named(), [0]).find_move(typed)] == meant


def test_whole_names_only_where_a_command_may_be_meant() -> None:
    assert find_move(Named(), 0, "kb") is None
    with pytest.raises(IllegalMove, match="'kb' is no move here"):
        Match(Named(), [0]).find_move("kb", exact=True)


def test_all_that_may_be_meant_are_named() -> None:
    with pytest.raises(IllegalMove, match="'K' may be each of Kc1, Kc2, Kb1: write more of it"):
        as_move(Named(), 0, "K")
    with pytest.raises(IllegalMove, match=r"'Kd4' is no move at 0: moves are Kc1, Kc2, Kb1 and 25 others$"):
        as_move(Named(), 0, "Kd4")
    every = ", ".join(f"h{n}" for n in range(20))
    with pytest.raises(IllegalMove, match=f"'h99' is no move at 0: moves are {every} and 8 others$"):
        as_move(Named(), 0, "h99")
    with pytest.raises(IllegalMove, match=f"'h99' is no move here: moves are {every} and 8 others$"):
        Match(Named(), [0]).find_move("h99")
    with pytest.raises(IllegalMove, match=r"'z' is no move at 0: moves are Qd5, .*, h3 and 16 others$"):
        as_move(Named(), 0, "z")
    with pytest.raises(IllegalMove, match="moves are none, the game is over"):
        as_move(Named(), 1, "z")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tictactoe", "tic_tac_toe"),
        ("Tic-Tac-Toe", "tic_tac_toe"),
        ("Connect 4", "connect_four"),
        ("checkers", "english_draughts"),
        ("Nine Men's Morris", "nine_mens_morris"),
        ("Dots & Boxes", "dots_and_boxes"),
    ],
)
def test_games_by_the_names_that_people_give_them(typed: str, meant: str) -> None:
    assert zermelo.game(typed) == zermelo.game(meant)


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("chess", r"the nearest is chess_endgame\(material='KQvK'\)"),
        ("gomoku", r"the nearest is mnk\(columns=7, rows=7, line=5\)"),
        ("backgammon", "the nearest is bear_off"),
        ("conect_four", r"did you mean connect_four\?"),
    ],
)
def test_the_nearest_is_said(typed: str, nearest: str) -> None:
    with pytest.raises(UnknownGame, match=nearest):
        zermelo.game(typed)


def test_other_names_lead_to_games() -> None:
    from zermelo.games import catalogue
    from zermelo.games.game_aliases import ALIASES, NEAREST_GAMES

    assert set(ALIASES.values()) <= set(catalogue()) and not set(ALIASES) & set(catalogue())
    assert not set(NEAREST_GAMES) & (set(ALIASES) | set(catalogue()))
    for nearest, reason in NEAREST_GAMES.values():
        assert zermelo.game(nearest) and reason
