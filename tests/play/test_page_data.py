"""What a page of one file holds, read back slowly and held against the rules and the solution everywhere."""

import copy
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.listed import list_of
from support.marks import few
from support.one_files import Decoded, decode

import zermelo
from zermelo.boards.pictures.picture import Picture
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingCapability, TooLarge
from zermelo.core.rule_queries import points_of_move
from zermelo.draw.pictures.colour_theme import PAGE_CELL
from zermelo.draw.pictures.picture_svg import (
    NO_HIGHLIGHTS,
    _draw_layers,
    make_pixel_scale,
    remove_turn_note_and_mover,
)
from zermelo.draw.pictures.position_picture import depict_for_player
from zermelo.draw.pictures.svg_markup import escape
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.games.dice.pig import Pig
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.mnk import TicTacToe
from zermelo.play.matches.match import Match
from zermelo.play.notebook.match_scene import Scene
from zermelo.play.pages.standalone_page import StandalonePage, make_page

GAMES = (
    "hexapawn",
    "nim(heaps=(1, 2, 3))",
    "dots_and_boxes(columns=1, rows=2)",
    "hex(size=2)",
    "sliding_tiles(columns=3, rows=2)",
    "pig(target=6)",
    "subtraction(heap=9)",
    "fox_and_hounds(columns=4, rows=4)",
    "kalah(houses=2, seeds=2)",
    "chomp(columns=3, rows=2)",
    "stochastic_nim(heaps=(2, 3))",
    "mu_torere",
    "bear_off(checkers=2, points=2)",
    "dao(size=3)",
    "peg_solitaire(board='oo.oo/ooooo/o.ooo', last='')",
    "tic_tac_toe",
    "connect_four(columns=3, rows=3, line=3)",
)
QUICK = 10
ON_BOARDS = tuple(game for game in GAMES if not game.startswith("subtraction"))


@cache
def made(game: Any) -> tuple[zermelo.Solution, StandalonePage, Decoded]:
    solution = zermelo.solve(game)
    page = make_page(solution, budget=Budget())
    return solution, page, decode(page.html)


def pairs(solution: zermelo.Solution, data: Decoded) -> dict[tuple[Any, int], int]:
    """Return the number of each position with its mover, all play gone through by the rules."""
    starts = list(solution.game.starts())
    first = Match(solution.game, [starts[0]])
    begins = [(start, first._mover_at(start, 0)) for start in starts]
    found = dict(zip(begins, data.head["starts"], strict=True))
    waiting = list(found)
    while waiting:
        position, mover = waiting.pop()
        match = Match(solution.game, [position])
        match.movers = [mover]
        edges = data.edges[found[position, mover]]
        children = [child for _, child in match.throws()] or [
            solution.game.play(position, move) for move in match.moves()
        ]
        assert len(edges) == len(children)
        for edge, child in zip(edges, children, strict=True):
            key = child, match.mover_after(child)
            if key not in found:
                found[key] = edge.child
                waiting.append(key)
            assert found[key] == edge.child
    return found


@pytest.mark.parametrize("game", few(GAMES, QUICK))
def test_a_page_says_of_every_position_what_rules_and_solution_say(game: str) -> None:
    solution, page, data = made(game)
    numbers = pairs(solution, data)
    assert sorted(numbers.values()) == list(range(page.positions))
    for (position, mover), at in numbers.items():
        match = Match(solution.game, [position])
        match.movers = [mover]
        answer = solution.value(position)
        assert data.text(at) == match.text
        assert data.movers[at] == mover
        assert data.values[at] == answer.value
        assert data.plies[at] == answer.remoteness
        throws = match.throws()
        if throws:
            assert [edge.chance for edge in data.edges[at]] == [chance for chance, _ in throws]
            assert all(edge.name and not edge.cells for edge in data.edges[at])
            continue
        choices = Scene.from_match(match).choices
        assert [edge.name for edge in data.edges[at]] == [each.name for each in choices]
        assert [edge.gain for edge in data.edges[at]] == [
            points_of_move(solution.game, position, each.move) for each in choices
        ]
        if data.head["drawn"]:
            assert [edge.cells for edge in data.edges[at]] == [each.cells for each in choices]
            for edge, choice in zip(data.edges[at], choices, strict=True):
                after = copy.deepcopy(match)
                after.play(choice.move)
                last, shown = Scene.from_match(after).last, after.picture
                grounds = [data.ground_name(spot, edge.child) for spot in edge.last]
                assert shown is not None
                assert sorted(grounds) == sorted(shown.places[number].name for number in last)


def overlapping(pieces: list[str]) -> set[tuple[str, str]]:
    """Return pairs of men that lie less than a man apart, the lower one first."""
    men = [
        (piece, re.search(r'^<g transform="translate\(([\d.]+) ([\d.]+)\)scale\(([\d.]+)', piece))
        for piece in pieces
    ]
    placed = [(piece, float(at[1]), float(at[2]), 74 * float(at[3])) for piece, at in men if at]
    return {
        (one[0], other[0])
        for number, one in enumerate(placed)
        for other in placed[number + 1 :]
        if abs(one[1] - other[1]) < one[3] and abs(one[2] - other[2]) < one[3]
    }


@pytest.mark.parametrize("game", few(ON_BOARDS, QUICK - 1))
def test_what_lies_on_spots_is_the_picture_of_every_position(game: str) -> None:
    solution, _, data = made(game)
    numbers = pairs(solution, data)
    pictures = {key: depict_for_player(solution.game, *key) for key in numbers}
    for view in (0, 1):
        seen: Any = {key: each.rotate() if view else each for key, each in pictures.items() if each}
        whole = [
            tuple(dict.fromkeys(each for picture in seen.values() for each in getattr(picture, name)))
            for name in ("places", "strokes", "things", "marks")
        ]
        paper = make_pixel_scale(Picture(*whole), PAGE_CELL)
        for key, at in numbers.items():
            drawn = [piece for piece in _draw_layers(seen[key], NO_HIGHLIGHTS, paper) if piece]
            pieces = [piece for piece in data.markup(at, view) if piece]
            notes = remove_turn_note_and_mover(seen[key]).notes
            count = len(notes)
            board = pieces[: len(pieces) - count]
            assert sorted(board) == sorted(drawn)
            assert overlapping(board) == overlapping(drawn)
            assert all(note.split()[0] in "".join(pieces[-count:]) for note in notes if note.split())


def test_a_page_begins_where_the_game_does() -> None:
    begun = zermelo.game("tic_tac_toe from X../.O./..X")
    solution, page, data = made(begun)
    (start,) = data.head["starts"]
    assert data.text(start) == "X..\n.O.\n..X" and data.movers[start] == 0
    whole = {key[0] for key in pairs(solution, data)}
    assert page.positions == len(whole) < 5_478 / 10


def test_puzzles_are_those_of_the_solution() -> None:
    solution, _, data = made("tic_tac_toe")
    numbers = pairs(solution, data)
    puzzles = solution.puzzles(kinds=("longest", "single"))
    expected = [
        (
            each.kind,
            {numbers[key] for key in numbers if key[0] in set(solution.game.symmetries(each.position))},
        )
        for each in puzzles
    ]
    assert len(data.head["puzzles"]) == len(expected) > 5
    for (kind, at, task), (own, places), puzzle in zip(data.head["puzzles"], expected, puzzles, strict=True):
        assert kind == own and at in places
        assert task == f"{'XO'[data.movers[at]]} to move: {puzzle.task}"


def test_with_dice_puzzles_are_where_one_move_is_clearly_best() -> None:
    solution, _, data = made("pig(target=6)")
    puzzles = solution.puzzles()
    assert len(data.head["puzzles"]) == len(puzzles) > 2
    for (kind, at, task), puzzle in zip(data.head["puzzles"], puzzles, strict=True):
        assert kind == "single" and data.text(at) == solution.game.show(puzzle.position)
        assert task == f"The {('first', 'second')[data.movers[at]]} player to move: {puzzle.task}"


def test_sizes() -> None:
    _, page, _ = made("tic_tac_toe")
    assert page.size_in_bytes <= 150_000 and page.positions == 5_478
    scripts = re.findall(r"<script>(.*?)</script>", page.html, re.DOTALL)
    assert len(scripts) == 3 and sum(len(each.encode()) for each in scripts) <= 40_000


@pytest.mark.long
def test_connect_four_on_four_by_four_is_small_enough_to_be_sent() -> None:
    page = make_page(zermelo.solve("connect_four(columns=4, rows=4)"), budget=Budget())
    assert page.positions == 161_029 and page.size_in_bytes <= 3_000_000


def test_what_is_too_large_or_has_no_lengths_or_other_rules_is_refused() -> None:
    with pytest.raises(TooLarge, match="GAME from POSITION"):
        make_page(zermelo.solve("tic_tac_toe"), budget=Budget(), limit=5_477)
    assert make_page(zermelo.solve("tic_tac_toe"), budget=Budget(), limit=5_478).positions == 5_478
    with pytest.raises(MissingCapability, match="keeps values only"):
        make_page(zermelo.solve("lights_out(columns=2, rows=2)", values_only=True), budget=Budget())
    with pytest.raises(BadParameter, match=r"the rules are for nim\(heaps=\(1, 2\)"):
        make_page(zermelo.solve("tic_tac_toe"), budget=Budget(), rules=list_of(Nim((1, 2)), "any"))


FIVE = ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "lines(0,1)>=1 & lines(0,0)>=2", "unforkable")
LISTS: dict[str, Callable[[], RuleList]] = {
    "of heaps": lambda: list_of(Nim((1, 2, 3)), "nim_sum==0", "any"),
    "with dice": lambda: list_of(Pig(6), "any"),
    "for one side, silent somewhere": lambda: list_of(TicTacToe(), *FIVE[:2], side="second"),
    "for both": lambda: list_of(TicTacToe(), *FIVE),
    "with exceptions": lambda: find_rules(TicTacToe(), method="greedy", families=["mobility"]).rules,
}


@pytest.mark.parametrize("name", few(LISTS, 2))
def test_the_rule_that_fires_at_every_position(name: str) -> None:
    """The page's columns, read slowly, against the list asked at each position that the rules come to."""
    rules = LISTS[name]()
    solution = zermelo.solve(rules.game)
    page = make_page(solution, budget=Budget(), rules=rules)
    data = decode(page.html)
    assert data.head["rules"] == rules.list_rule_sentences()
    fired_somewhere = set()
    for (position, mover), number in pairs(solution, data).items():
        match = Match(rules.game, [position])
        is_asked = bool(match.moves()) and rules.side in ("both", ("first", "second")[mover])
        fired, allowed = rules.find_firing_rule(position) if is_asked else (None, [])
        assert data.fires[number] == (0 if fired is None else fired + 1)
        named = [] if fired is None else [rules.game.name(position, move) for move in allowed]
        assert [edge.name for edge in data.edges[number] if edge.allowed] == [
            edge.name for edge in data.edges[number] if edge.name in named and is_asked
        ]
        fired_somewhere.add(data.fires[number])
    assert len(fired_somewhere) > 1
    for place, words in enumerate(rules.list_rule_sentences(), 1):
        assert f'<li value="{place}">{escape(words)}</li>' in page.html


@pytest.mark.parametrize("game", ["nim(heaps=(1, 2))", "pig(target=3)"])
def test_a_page_opens_at_a_line_of_play(game: str) -> None:
    """Its numbers lead to the position at the end; a line from elsewhere opens at the start."""
    solution = zermelo.solve(game)
    line, chance = Match(solution.game), random.Random(7)
    while len(line.played) < 3 and not line.is_over():
        line.throw(chance) if line.throws() else line.play(chance.choice(line.moves()))
    data = decode(make_page(solution, budget=Budget(), line=line).html)
    at, moves = data.head["opened"]
    assert at == data.head["starts"][0] and len(moves) == len(line.played) > 1
    for number in moves:
        at = data.edges[at][number].child
    assert data.text(at) == line.text and data.movers[at] == line.mover
    assert made(game)[2].head["opened"] is None
