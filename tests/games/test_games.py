"""The rules of the catalogue: against known facts, against explicit grids, and what a person types."""

import dataclasses
import importlib
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, get_type_hints

import pytest
from families import Family, NoFamily, build, check_names, collected, every_family, facts, family_of, twin
from hypothesis import given, settings
from hypothesis import strategies as st
from made.random_games import catalogue_games
from reference import naive
from solver.methods.test_solving import ASKED
from support.grids import images_of_grid
from support.marks import long_unless
from support.together import starts_together, step_together

import zermelo.games
from zermelo.compiler.kernels.search_hooks import HOOKS
from zermelo.core.errors import BadParameter, UnknownGame, UnreadablePosition
from zermelo.core.game import Game, has
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import LOSS, WIN
from zermelo.games import game_catalogue
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Powers, Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes

PLIES = 40  # of random play with a twin
FIRST = [games[0] for family in every_family().values() for games in (family.small, family.larger) if games]

repeatable = settings(max_examples=60)

LARGE = (  # as large as a word allows, or as people play them
    Mnk(6, 5, 4),
    Mnk(5, 6, 5),
    Mnk(31, 1, 3),
    Mnk(1, 31, 4),
    Mnk(5, 5, 4, misere=True),
    ConnectFour(),
    ConnectFour(9, 6),
    ConnectFour(7, 8),
    ConnectFour(31, 1, 3),
    ConnectFour(1, 62),
    ConnectFour(6, 7, 5),
    DotsAndBoxes(5, 5),
    DotsAndBoxes(3, 3),
    DotsAndBoxes(20, 1),
    DotsAndBoxes(1, 20),
    DotsAndBoxes(2, 4),
    Nim((127,) * 9),
    Nim((1, 3, 5, 7)),
    Subtraction(heap=10**12, take=(10**10, 10**11)),
    Powers(heap=10**9, base=10),
)


def is_first(game: Game) -> bool:
    """Whether a game is the first of its family."""
    return any(game is first for first in FIRST)


def any_game() -> st.SearchStrategy[Game]:
    return st.one_of(catalogue_games(), st.sampled_from(LARGE))


def played(game: Game, data: st.DataObject) -> list[Any]:
    """Return the positions of one line of play drawn from `data`."""
    line = [game.start()]
    plies = data.draw(st.integers(0, 64))
    for _ in range(plies):
        if naive.is_finished(game, line[-1]):
            break
        moves = list(game.moves(line[-1]))
        if not moves:
            break
        line.append(game.play(line[-1], data.draw(st.sampled_from(moves))))
    return line


# Facts


@cache
def solved(text: str) -> dict[Any, tuple[int, int | None]]:
    return naive.solve(build(text))


def found(text: str, quantity: str) -> Any:
    """Return what the definitions say of the game."""
    game = build(text)
    if quantity in ("value", "remoteness"):
        return solved(text)[game.start()][quantity == "remoteness"]
    if quantity == "results":
        signs = {1: 0, 0: 0, -1: 0}
        for total, lines in naive.results(game).items():
            signs[(total > 0) - (total < 0)] += lines
        return tuple(signs.values())
    if quantity == "positions":
        return len(solved(text))
    if quantity == "totals":
        values = [value for value, _ in solved(text).values()]
        return tuple(sum((value > 0) - (value < 0) == sign for value in values) for sign in (1, 0, -1))
    if quantity == "longest":
        return max(remoteness for _, remoteness in solved(text).values() if remoteness is not None)
    if quantity == "nimber":
        return naive.nimbers(game)[game.start()]
    if quantity == "winning_moves":
        return winning_moves(game, lambda position: solved(text)[position][0])
    return getattr(naive, quantity)(game)


def winning_moves(game: Game, value: Callable[[Any], int]) -> tuple[str, ...]:
    """Return the names of the start's moves that win, for a game whose players alternate."""
    start = game.start()
    wins = (move for move in game.moves(start) if value(game.play(start, move)) < 0)
    return tuple(sorted(game.name(start, move) for move in wins))


FAMILIES = [
    name for name, family in every_family().items() if any(fact.size == "small" for fact in family.facts)
]


def agrees(fact: Any) -> bool:
    """Whether the definitions say the same."""
    if fact.quantity == "nimbers":
        nimbers = naive.nimbers(build(fact.game))
        return bool(nimbers == {stones: fact.expected[stones] for stones in nimbers})
    if fact.quantity == "lost_modulo":
        period, remainders = fact.expected
        return all(
            value == (LOSS if stones % period in remainders else WIN)
            for stones, (value, _) in solved(fact.game).items()
        )
    return bool(found(fact.game, fact.quantity) == fact.expected)


@pytest.mark.parametrize(
    "is_slow", [False, pytest.param(True, marks=pytest.mark.long)], ids=("small", "slow")
)
@pytest.mark.parametrize("family", FAMILIES)
def test_facts(family: str, is_slow: bool) -> None:
    """By the definitions, some; what the engine answers is asked of it every time, and of them in long runs."""
    told = every_family()[family]
    known = [fact for fact in told.facts if fact.size == "small"]
    quick = [
        fact for fact in known if not fact.game.startswith(told.slow_facts) and fact.quantity not in ASKED
    ]
    tried = [fact for fact in known if fact not in quick[::6]] if is_slow else quick[::6]
    assert [fact for fact in tried if not agrees(fact)] == []


def test_small_facts_are_those_of_the_families_and_name_games_by_their_repr() -> None:
    small = [fact for name in FAMILIES for fact in every_family()[name].facts if fact.size == "small"]
    assert len(small) == len(facts("small")) > 2_000
    texts = {fact.game for fact in facts()}
    assert [text for text in texts if repr(build(text)) != text] == [] and len(texts) > 1_000


def test_what_a_familys_file_lacks_is_named() -> None:
    with pytest.raises(
        NoFamily, match=r"tests/families/ludo.py has no FAMILY: end it with FAMILY = Family\("
    ):
        family_of("ludo", object())
    with pytest.raises(NoFamily, match=r"ludo has no tests/families/ludo.py: write it, as docs/extending.md"):
        check_names(["ludo", "nim"], ["nim"])
    with pytest.raises(NoFamily, match=r"families/ludo.py is of no game: write src/zermelo/games/ludo.py"):
        check_names(["nim"], ["ludo", "nim"])
    with pytest.raises(ValueError, match="a Family without a game: give small="):
        Family(facts=(), twin=lambda game: game)


# The catalogue


@pytest.mark.parametrize("name", zermelo.games.catalogue())
def test_every_game_is_found_by_its_name(name: str) -> None:
    kind = zermelo.games.catalogue()[name]
    assert zermelo.games.find_game_class(name) is kind
    assert game_catalogue._find_family_by_source(name) == kind.__module__.rpartition(".")[2]
    assert getattr(zermelo.games, kind.__name__) is kind
    assert repr(kind()).startswith(f"{name}(")


@pytest.mark.parametrize("family", every_family())
def test_every_game_of_a_family_is_tried_and_in_the_catalogue(family: str) -> None:
    games = game_catalogue.find_games_in_module(
        importlib.import_module(game_catalogue.map_families_to_modules()[family])
    )
    assert games and games.items() <= zermelo.games.catalogue().items()
    assert {type(game) for game in every_family()[family].games} >= set(games.values())


def test_the_catalogue_is_sorted() -> None:
    games = zermelo.games.catalogue()
    assert list(games) == sorted(games)
    assert game_catalogue._find_family_by_source("nothing_like_it") is None


ASKED_BY_SEARCHES = [
    kind
    for kind in zermelo.games.catalogue().values()
    if any(
        hasattr(kind, name) and getattr(kind, name) is not getattr(PuzzleForOne, name, None) for name in HOOKS
    )
]


def test_searches_ask_some_games_more() -> None:
    assert set(ASKED_BY_SEARCHES) >= {Mnk, TicTacToe, ConnectFour, DotsAndBoxes}


@pytest.mark.parametrize("kind", ASKED_BY_SEARCHES, ids=lambda kind: kind.family_name())
def test_rules_stand_apart_from_what_a_search_asks(kind: type[Game]) -> None:
    games = zermelo.games.catalogue()
    (rules,) = [base for base in kind.__mro__ if base.__name__.endswith("Rules")]
    assert not any(hasattr(rules, name) for name in HOOKS)
    assert rules.family_name().removesuffix("_rules") in games and rules.family_name() not in games
    assert all(hasattr(rules, name) for name in ("start", "moves", "play", "show", "parse", "name"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("conect_four", "connect_four"),
        ("zzz", "`zermelo games` lists all"),
        ("", "`zermelo games` lists all"),
    ],
)
def test_unknown_game_is_refused_with_suggestions(name: str, words: str) -> None:
    with pytest.raises(UnknownGame, match=words):
        zermelo.games.find_game_class(name)


def test_unknown_attribute() -> None:
    for name in ("ConectFour", "Connect_Four", "_missing", "missing"):
        assert not hasattr(zermelo.games, name)


def test_finding_a_game_imports_its_own_module_only() -> None:
    program = (
        "import sys, zermelo.games\n"
        "zermelo.games.ConnectFour; zermelo.games.find_game_class('nim'); zermelo.games.find_game_class('tic_tac_toe')\n"
        "print(*sorted(name for name in sys.modules if name.startswith('zermelo.games.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    families = set(game_catalogue.map_families_to_modules().values()) & set(done.stdout.split())
    assert families == {
        game_catalogue.map_families_to_modules()[name] for name in ("connect_four", "nim", "mnk")
    }


# Against the twins


@pytest.mark.parametrize(
    ("game", "most"),
    [
        *((game, 120) for game in collected("small") if is_first(game)),
        *(pytest.param(game, 10**9, marks=pytest.mark.long) for game in collected("small")),
    ],
    ids=repr,
)
def test_rules_are_those_of_the_twin_everywhere(game: Game, most: int) -> None:
    """At all positions, or at the first so many that a walk comes to."""
    other = twin(game)
    waiting = starts_together(game, other)
    met = dict(waiting)
    while waiting and len(met) < most:
        waiting += step_together(game, other, *waiting.pop(), met)
    assert len(set(met.values())) == len(met)


@pytest.mark.parametrize(
    ("game", "plays"),
    long_unless(
        [(game, plays) for game in collected("larger") for plays in (1, 6) if plays == 6 or is_first(game)],
        lambda case: case[1] == 1,
    ),
    ids=repr,
)
def test_rules_are_those_of_the_twin_in_random_play(game: Game, plays: int) -> None:
    other, chance = twin(game), random.Random(1913)
    starts = starts_together(game, other)
    for _ in range(plays):
        following = starts
        for _ in range(PLIES):
            if following:
                following = step_together(game, other, *chance.choice(following), {})


# Along random play


@repeatable
@given(any_game(), st.data())
def test_positions_are_words_and_texts_read_back(game: Game, data: st.DataObject) -> None:
    for position in played(game, data)[-8:]:
        assert isinstance(position, int)
        assert 0 <= position < 1 << 63
        text = game.show(position)
        assert game.parse(text) == position
        assert game.parse(f"  {text}\n") == position
        assert game.parse(text.replace("\n", "/")) == position


# Against explicit grids


def line_on_grid(cells: set[tuple[int, int]], line: int) -> bool:
    """Return whether `line` cells of the set stand in a row, looked for one after the other."""
    for row, column in cells:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if all((row + step * down, column + step * right) in cells for step in range(line)):
                return True
    return False


@repeatable
@given(st.integers(1, 6), st.integers(1, 5), st.integers(1, 7), st.data())
def test_mnk_lines_on_a_grid(columns: int, rows: int, line: int, data: st.DataObject) -> None:
    game = Mnk(columns, rows, line)
    for _ in range(10):
        stones = data.draw(st.integers(0, game.full)) | data.draw(st.integers(0, game.full))
        cells = {divmod(bit, columns) for bit in range(game.cells) if stones >> bit & 1}
        assert game.has_line(stones) == line_on_grid(cells, line)


@repeatable
@given(st.integers(1, 9), st.integers(1, 6), st.integers(1, 10), st.data())
def test_connect_four_lines_on_a_grid(columns: int, rows: int, line: int, data: st.DataObject) -> None:
    game = ConnectFour(columns, rows, line)
    board = game.bottom_cells * ((1 << rows) - 1)
    for _ in range(10):
        discs = (data.draw(st.integers(0, board)) | data.draw(st.integers(0, board))) & board
        cells = {divmod(bit, rows + 1) for bit in range(columns * (rows + 1)) if discs >> bit & 1}
        assert game.has_line(discs) == line_on_grid(cells, line)


GRIDS = [
    *(game for game in LARGE if isinstance(game, Mnk)),
    *(Mnk(4, 4, 4), TicTacToe()),
    *(DotsAndBoxes(*size) for size in ((1, 1), (2, 2), (3, 3), (5, 5), (3, 2), (1, 4))),
]


@repeatable
@given(st.sampled_from(GRIDS), st.data())
def test_symmetries_on_a_grid(game: Any, data: st.DataObject) -> None:
    position = played(game, data)[-1]
    swap = str.maketrans("-|", "EE")  # a quarter turn makes - of |

    def grid(image: int) -> list[str]:
        return [row for row in game.show(image).translate(swap).split("\n") if row not in ("first", "second")]

    found = list(game.symmetries(position))
    assert {tuple(grid(image)) for image in found} == images_of_grid(grid(position))
    assert len(found) == (8 if game.columns == game.rows else 4)
    assert not has(game, "mover") or {game.mover(image) for image in found} == {game.mover(position)}


# What a person types


def one_line(error: pytest.ExceptionInfo[Exception]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


TYPES: dict[Any, dict[Any, str]] = {  # of a parameter, what it must not be, and words of the error
    bool: dict.fromkeys((1, None, "no"), "is no yes or no: give True or False"),
    int: {
        **dict.fromkeys(("3", 3.0, True, None), "is not a whole number"),
        -(10**20): "is too small",
        10**20: "is too large",
    },
    tuple[int, ...]: dict.fromkeys(((), 5, (1, "2"), None), "whole number"),
    str: dict.fromkeys((5, None, ("a",)), ("is no text: ", "is unknown: ")),
    "starter": dict.fromkeys(("nobody", 0, "Left"), "is unknown: give '"),
    Game: {"kalah": "is no game: ", None: "is no game: "},
}


@pytest.mark.parametrize("kind", zermelo.games.catalogue().values(), ids=lambda kind: kind.family_name())
def test_parameters_of_another_type_or_far_too_large_are_refused(kind: type[Game]) -> None:
    types = get_type_hints(kind)
    for field in dataclasses.fields(kind):
        wrong = TYPES["starter"] if field.name == "starter" else TYPES.get(types[field.name], {})
        for value, words in wrong.items():
            with pytest.raises(BadParameter) as error:
                kind(**{field.name: value})
            assert one_line(error).startswith(field.name)
            assert any(each in one_line(error) for each in ([words] if isinstance(words, str) else words))


@pytest.mark.parametrize("family", every_family())
def test_bad_parameters_are_refused(family: str) -> None:
    for kind, fields, words in every_family()[family].refused:
        with pytest.raises(BadParameter, match=words) as error:
            kind(**fields)
        one_line(error)


OF_PARTS = ("bagh_chal", "chess_endgame", "chess_variants", "quoridor")  # other lines are looked for first


@pytest.mark.parametrize("family", every_family())
def test_a_text_that_does_not_say_who_moves_is_refused(family: str) -> None:
    for game in {type(game): game for game in every_family()[family].games}.values():
        board, _, last = game.show(next(iter(game.starts()))).rpartition("\n")
        if last.endswith(" to move") and family not in OF_PARTS:
            for text in ("", board, f"{board}\nnobody to move"):
                with pytest.raises(UnreadablePosition, match="it does not say who moves: write ") as error:
                    game.parse(text)
                one_line(error)


SIZES = r"rows have lengths|its size is another|its row has length|: write \d+ rows? of|: write rows"
# Families of which a text may be a number shorter, or that have words of their own for it.
OTHER_SIZES = """
    backsliding_toads_and_frogs bear_off centipede chess_endgame chess_variants childish_hackenbush chopsticks
    elephants_and_rhinos euclid fibonacci_nim generalized_wythoff grundys_game hackenbush hanoi mem nim
    nim_of_several nukit pancakes partizan_euclid partizan_subtraction pig push river_crossing royal_game_of_ur
    short_nim shove sliding_tiles stochastic_nim strike subtract_a_square subtraction take_away toads_and_frogs
    toppling_dominoes weighted_arc_kayles wythoff
"""
SIGNS = r"'\?[^']*' is no (cell|vertex|point|hole|edge|row|stack|number)"
# Families that have words of their own for an unknown sign.
OTHER_SIGNS = """
    bear_off centipede childish_hackenbush chomp chopsticks dots_and_boxes draughts_endgame english_draughts
    hackenbush hanoi hare_and_hounds nim nim_of_several pancakes partizan_subtraction pig pocket_cube push
    river_crossing royal_game_of_ur rush_hour shove sliding_tiles sokoban stochastic_nim strike subtraction
    toppling_dominoes
"""


@pytest.mark.parametrize("family", every_family())
def test_a_row_that_is_too_short_and_an_unknown_sign_are_refused(family: str) -> None:
    for game in {type(game): game for game in every_family()[family].games}.values():
        first, *rest = game.show(next(iter(game.starts()))).split("\n")
        signs = "is not a position of" if family in OTHER_SIGNS.split() else SIGNS
        wrong = [("", "is not a position of"), ("\n".join([f"?{first[1:]}", *rest]), signs)]
        if family not in OTHER_SIZES.split():
            wrong.append(("\n".join([first[:-1], *rest]), SIZES))
        for text, words in wrong:
            with pytest.raises(UnreadablePosition, match=words) as error:
                game.parse(text)
            one_line(error)


@pytest.mark.parametrize("family", every_family())
def test_unreadable_texts_are_refused(family: str) -> None:
    for game, text, words in every_family()[family].unreadable:
        with pytest.raises(UnreadablePosition, match=words) as error:
            game.parse(text)
        one_line(error)


@pytest.mark.parametrize(
    "game", [Mnk(3, 2, 2), Mnk(2, 2, 2, misere=True), Mnk(5, 1, 2), TicTacToe()], ids=repr
)
def test_mnk_reads_exactly_what_play_reaches(game: Mnk) -> None:
    reached = {game.show(position) for position in naive.positions(game)}
    for code in range(3**game.cells):
        signs = "".join(".XO"[code // 3**cell % 3] for cell in range(game.cells))
        text = "\n".join(signs[row * game.columns : (row + 1) * game.columns] for row in range(game.rows))
        if text in reached:
            assert game.show(game.parse(text)) == text
        else:
            with pytest.raises(UnreadablePosition):
                game.parse(text)


@pytest.mark.parametrize("family", every_family())
def test_moves_of_texts_as_people_write_them(family: str) -> None:
    for game, text, names in every_family()[family].written:
        position = game.parse(text)
        assert " ".join(game.name(position, move) for move in game.moves(position)) == names
