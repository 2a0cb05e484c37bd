"""Games by what people type: names, other names, kinds and misspellings."""

from collections.abc import Iterator

import pytest
from support.commands import check_refusal, runner, text

import zermelo
from zermelo.core import UnknownGame
from zermelo.games import (
    catalogue,
    find_game_class,
    format_game_name,
    list_catalogue,
    search_games,
)
from zermelo.games.game_aliases import ALIASES, NEAREST_GAMES, TITLES
from zermelo.games.game_search import GROUPS, build_search_phrases, find_similar_names

FOUND = [  # what is typed, and a game that is among the first three
    ("checkers", "english_draughts"),
    ("checkers", "draughts_endgame"),
    ("draughts", "english_draughts"),
    ("chess endings", "chess_endgame"),
    ("chess", "chess_endgame"),
    ("noughts", "tic_tac_toe"),
    ("ttt", "tic_tac_toe"),
    ("tictactoe", "tic_tac_toe"),
    ("x and o", "tic_tac_toe"),
    ("c4", "connect_four"),
    ("rook", "chess_endgame"),
    ("hex", "hex"),
    ("cube", "pocket_cube"),
    ("towers", "hanoi"),
    ("wolf goat cabbage", "river_crossing"),
    ("Tic-Tac-Toe", "tic_tac_toe"),
    ("tic tac toe", "tic_tac_toe"),
    ("wild tic", "wild_tic_tac_toe"),
    ("four in a row", "connect_four"),
    ("four-in-a-row", "connect_four"),
    ("connect 4", "connect_four"),
    ("reversi", "othello"),
    ("mill", "nine_mens_morris"),
    ("mills", "nine_mens_morris"),
    ("morris", "nine_mens_morris"),
    ("nine men\N{RIGHT SINGLE QUOTATION MARK}s", "nine_mens_morris"),
    ("EinStein wurfelt", "einstein"),
    ("quiz", "strike"),
    ("stones", "subtraction"),
    ("nukit", "nukit"),
    ("stripes", "stripes"),
    ("peg-o-stripes", "stripes"),
    ("dominoes", "domineering"),
    ("dominoes", "cram"),
    ("II-Nim", "nim"),
    ("mancala", "kalah"),
    ("mancala", "oware"),
    ("ttt", "tic_tac_toe"),
    ("c4", "connect_four"),
    ("noughts and crosses", "tic_tac_toe"),
    ("lion", "dobutsu_shogi"),  # words of its goal
    ("subjects", "strike"),
    ("strips never run out", "stripes"),  # of its rules
]
KINDS = [("dice", "dice"), ("puzzle", "puzzles"), ("one player", "puzzles"), ("hunting", "hunt")]


@pytest.mark.parametrize(("typed", "game"), FOUND)
def test_what_people_type_finds_the_game(typed: str, game: str) -> None:
    assert game in search_games(typed).meant[:3]


@pytest.mark.parametrize(("typed", "folder"), KINDS)
def test_kinds_find_all_their_games(typed: str, folder: str) -> None:
    inside = {name for name, kind in catalogue().items() if kind.__module__.split(".")[2] == folder}
    assert inside <= set(search_games(typed).meant)


@pytest.mark.parametrize("also", ALIASES)
def test_other_names_find_their_game_first(also: str) -> None:
    assert search_games(also).meant[0] == ALIASES[also] == find_game_class(also).family_name()


def misspellings(title: str) -> Iterator[str]:
    """The title with each letter left out, swapped with the next, and doubled."""
    for place, letter in enumerate(title):
        before, after = title[:place], title[place + 1 :]
        yield before + after
        yield before + after[:1] + letter + after[1:]
        yield before + letter + letter + after


def test_misspelled_titles_find_the_game() -> None:
    """Of short ones other games may be meant as well: there the similar names have it, where four letters say it."""
    phrases = {name: build_search_phrases(name, kind) for name, kind in catalogue().items()}
    count = 0
    for name in phrases:
        title = format_game_name(name)
        for typed in misspellings(title):
            found = search_games(typed)
            near = [*found.meant[:5], *find_similar_names(typed, phrases, 5)]
            assert (
                name in ([*found.meant, *found.similar][:5] if len(title) > 5 else near) or len(title) < 4
            ), typed
            count += 1
    assert count > 4_000


def test_every_title_and_group_is_used() -> None:
    assert set(TITLES) <= set(catalogue())
    assert len({format_game_name(name) for name in catalogue()}) == len(catalogue())
    for name, kind in catalogue().items():
        assert build_search_phrases(name, kind).group in GROUPS
        assert find_game_class(format_game_name(name)) is kind and "_" not in format_game_name(name)


def test_nothing_means_every_game_and_nonsense_none() -> None:
    assert search_games(" ").meant == list(catalogue())
    assert search_games("xyzzy") == ([], [], None)
    with pytest.raises(UnknownGame, match="did you mean othello"):
        list_catalogue("othelo")
    with pytest.raises(UnknownGame, match=r"did you mean quiz \(strike\)"):
        find_game_class("quizz")
    with pytest.raises(UnknownGame, match="`zermelo games` lists all of them"):
        find_game_class("xyzzy")
    for other in NEAREST_GAMES:
        near = search_games(other).nearest
        assert near is not None and near.name == other and near == search_games(other[:-1]).nearest
        assert find_game_class(near.nearest.partition("(")[0])
        with pytest.raises(UnknownGame, match="the nearest is"):
            find_game_class(other)


def test_a_game_without_usual_parameters_is_found_by_its_name() -> None:
    class Bare(zermelo.Game):
        """Take the last pebble."""

        stones: int

    assert (
        search_games("bare", {"bare": Bare}).meant == search_games("pebble", {"bare": Bare}).meant == ["bare"]
    )


def test_the_command_finds_games(capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    assert text(command("games", "tic", "tac", "toe")).startswith("tic_tac_toe(")
    check_refusal(command("games", "othelo"), 2, "did you mean othello")
