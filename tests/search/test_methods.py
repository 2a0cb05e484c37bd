"""Every row of `METHODS`: it finds what the definitions give, gives what its row says, and refuses what the others do."""

import importlib
import random
from functools import cache
from typing import Any

import pytest
from families import collected
from hypothesis import given, settings
from made.extreme_games import Endless, Far, Raises
from made.random_games import catalogue_games, random_games
from reference import naive
from support.marks import one_in
from support.places import DOCS
from support.searching import FEW, Truth, below, check_method, endings, one_thread, searchable

import zermelo
from zermelo.core.errors import BadParameter, BadRules, LoopFound, MissingCapability
from zermelo.core.game import Game, Position
from zermelo.search.position_solver import solve_position
from zermelo.search.search_methods import METHODS

WITHOUT_DICE = [name for name, row in METHODS.items() if not row.dice]
SEARCHED = [game for game in collected("small") if searchable(game)]


@cache
def tried(game: Game) -> tuple[list[Position], Truth | None]:
    """Return endings of random play, the largest first, and what is true of all positions below them."""
    positions = list(endings(game, random.Random(repr(game)), 3))
    return positions, Truth(game, positions[0]) if positions else None


@pytest.mark.parametrize("game", one_in(12, SEARCHED), ids=repr)
def test_every_family_agrees_with_the_definitions(game: Game) -> None:
    """The kernels interpreted, with each family's own hooks; where play may go round, the methods that settle it."""
    positions, truth = tried(game)
    for position in positions:
        for method in METHODS:
            if truth is not None and truth.is_for(method, position):
                check_method(method, game, position, truth, interpreted=True)


@pytest.mark.long
@pytest.mark.parametrize("method", WITHOUT_DICE)
def test_many_families_are_searched(method: str) -> None:
    known = [(type(game), truth, where) for game in SEARCHED for where, truth in [tried(game)] if truth]
    searched = [
        (kind, truth.ends) for kind, truth, where in known if any(truth.is_for(method, one) for one in where)
    ]
    assert len({kind for kind, ends in searched if ends}) > 40
    assert (len({kind for kind, ends in searched if not ends}) > 5) == METHODS[method].loops


def test_random_games_agree_with_the_definitions() -> None:
    @settings(max_examples=60)
    @given(random_games() | catalogue_games())
    def run(game: Game) -> None:
        position = next(iter(game.starts()))
        if searchable(game) and below(game, position, FEW) is not None:
            truth = Truth(game, position)
            for method in METHODS:
                if truth.is_for(method, position):
                    check_method(method, game, position, truth, interpreted=True)

    run()


@pytest.mark.parametrize("method", WITHOUT_DICE)
def test_the_position_asked_about_is_visited_too(method: str) -> None:
    """Also where the rules settle each question at once."""
    game = zermelo.game("hexapawn(columns=3, rows=3)")
    over = [position for position in naive.positions(game) if not naive.children(game, position)]
    for position in over:
        assert solve_position(game, position, method, interpreted=True).nodes > 0
    assert len(over) > 40


REFUSED: tuple[tuple[Any, type[Exception], str], ...] = (
    (Far(), BadRules, "32,000"),
    (Far(step=0, end=40_000), BadRules, "32,000"),
    (Far(step=-10_000), BadRules, "32,000"),
    (Raises(), BadRules, "raise ZeroDivisionError"),
    (zermelo.game("pig"), MissingCapability, "two players without chance"),
    (zermelo.game("strike"), MissingCapability, "players"),
)


@pytest.mark.parametrize("method", WITHOUT_DICE)
def test_what_no_method_can_search_is_refused(method: str) -> None:
    for game, error, words in REFUSED:
        with pytest.raises(error, match=words):
            solve_position(game, method=method, interpreted=True)
    # Hooks past the range do no harm.
    assert solve_position(Far(step=7, end=-3), method=method, interpreted=True).answer.value == 53


@pytest.mark.parametrize("method", WITHOUT_DICE)
def test_play_that_goes_round_is_a_draw_or_refused(method: str) -> None:
    if METHODS[method].loops:
        assert solve_position(Endless(), method=method, interpreted=True).answer.value == 0
    else:
        with pytest.raises(LoopFound):
            solve_position(Endless(), method=method, interpreted=True)


@pytest.mark.parametrize("method", METHODS)
def test_what_its_row_does_not_give_is_refused(method: str) -> None:
    row, all_rows = METHODS[method], METHODS.values()
    nim, boxes = zermelo.game("nim"), zermelo.game("dots_and_boxes(columns=1, rows=1)")
    plies = " or ".join(each.name for each in all_rows if each.plies != "never")
    proof = " or ".join(each.name for each in all_rows if each.proof)
    refused = [
        (row.plies == "never", nim, {"timed": True}, f"use {plies}, or leave out --plies"),
        (not row.plies_beside_points, boxes, {"timed": True}, "leave out --plies"),
        (not row.proof, nim, {"proof": True}, f"{method} writes no proof: use {proof}"),
    ]
    for is_refused, game, options, words in refused:
        if is_refused:
            with pytest.raises(BadParameter, match=words):
                solve_position(game, method=method, **options)


def test_a_method_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadParameter, match=f"method 'best' is unknown: choose one of {', '.join(METHODS)}$"):
        solve_position(zermelo.game("nim"), method="best", budget=one_thread())


def test_the_file_of_a_method_says_that_it_is_one() -> None:
    """And with it its line on the page of the room."""
    for method, row in METHODS.items():
        module = importlib.import_module(row.search.rpartition(".")[0])
        assert (module.__doc__ or "").startswith(f"The method `{method}`"), module.__file__


def test_the_page_of_commands_has_the_table() -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    header = "| method | what it is | what for | plies to the end | play may cycle | a proof | dice |\n"
    begin = page.index(header) + len(header)
    assert page[begin : page.index("\n\n", begin)].split("\n")[1:] == [told(name) for name in METHODS]


def told(name: str) -> str:
    """Return a method's row in the table of docs/commands.md."""
    row = METHODS[name]
    plies = {"always": "yes", "if asked": "`--plies`", "never": "no"}[row.plies]
    if row.plies != "never" and not row.plies_beside_points:
        plies += ", without points"
    round_, proof, dice = ("yes" if given else "no" for given in (row.loops, row.proof, row.dice))
    return f"| `{name}` | {row.about} | {row.when} | {plies} | {round_} | {proof} | {dice} |"
