"""How nimbers come about: every step of a derivation against the definition; heaps of known rules."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from families import family_of_game
from made.broken_games import Countdown
from reference.naive_nimbers import NaiveNimbers
from support.commands import Ran, check_refusal, runner

import zermelo
from zermelo.cgt import derive_nimber, derive_sum
from zermelo.cgt.impartial.coded_nimbers import CodedHeapNimbers
from zermelo.cgt.impartial.mex import mex
from zermelo.cgt.strategies.methods.coded_heap_strategy import find_coded_heap_strategy
from zermelo.core.errors import BadParameter, BadRules, CheckFailed, MissingCapability
from zermelo.core.game import Game
from zermelo.games import Cram, Kayles, Nim, Nukit, Stripes, Subtraction, Wythoff

SMALL = (
    *(Kayles(pins=6), Nim(heaps=(1, 2, 3)), Nim(heaps=(2, 2)), Nukit(a=3, b=3, c=3, d=3)),
    *(Cram(columns=3, rows=2), Stripes(length=9, strips=(2, 3)), Subtraction(heap=9), Wythoff(a=3, b=3)),
)


def reachable(game: Any) -> list[Any]:
    found, waiting = {game.start()}, [game.start()]
    while waiting:
        here = waiting.pop()
        for move in game.moves(here):
            child = game.play(here, move)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return sorted(found)


def line(game: Any, position: Any) -> str:
    return "/".join(row.strip() for row in game.show(position).strip().splitlines())


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_each_option_is_said_with_the_moves_that_lead_to_it(game: Game) -> None:
    """At every position: no move is left out, none has another nimber, and the conclusion follows."""
    naive = NaiveNimbers(game)
    for position in reachable(game):
        (found,) = derive_nimber(game, position, whole=True)
        assert (found.text, found.nimber) == (line(game, position), naive(position))
        assert found.terms == ()
        said = {name: option for option in found.options for name in option.moves}
        assert sum(len(option.moves) for option in found.options) == len(said)
        moves = {game.name(position, move): game.play(position, move) for move in game.moves(position)}
        assert said.keys() == moves.keys()
        assert all(said[name].nimber == naive(child) for name, child in moves.items())
        assert {option.text for option in found.options} <= {line(game, child) for child in moves.values()}
        assert sorted(found.winning_moves) == sorted(
            name for name, child in moves.items() if naive(child) == 0
        )
        last = str(found).splitlines()[-1]
        assert last.startswith("  N-position: " if naive(position) else "  P-position: ")


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_parts_are_said_where_there_are_several(game: Any) -> None:
    naive = NaiveNimbers(game)
    for position in reachable(game):
        (found,) = derive_nimber(game, position)
        parts = list(game.parts(position)) if hasattr(game, "parts") else []
        assert len(found.terms) == (len(parts) if len(parts) > 1 else 0)
        total = 0
        for term, part in zip(found.terms, parts, strict=False):
            assert term.nimber == naive(part)
            total ^= term.nimber
        if found.terms:
            assert total == found.nimber == naive(position)
            assert bool(found.winning_moves) == bool(total)
        for option in found.options:
            below = 0
            for nimber in option.parts:
                below ^= nimber
            assert not option.parts or below == option.nimber


def test_with_depth_each_class_is_said_once_and_all_it_rests_on_is_there() -> None:
    found = derive_nimber("cram(columns=3, rows=2)", depth=9)
    texts = [each.text for each in found]
    assert len(texts) == len(set(texts))
    assert texts[0] == ".../..."
    rests = {option.text for each in found for option in each.options}
    rests |= {term.text for each in found for term in each.terms}
    assert rests <= set(texts)
    assert len(derive_nimber("cram(columns=3, rows=2)", depth=2)) == 1 + len(found[0].options)


def test_mex() -> None:
    for size in range(4):
        for nimbers in product(range(5), repeat=size):
            assert mex(nimbers) == min(set(range(6)) - set(nimbers))
    for wrong in (-1, 1.5, True, "2"):
        with pytest.raises(BadParameter, match="is no nimber"):
            mex([0, wrong])  # type: ignore[list-item]


def test_a_sum_of_games() -> None:
    terms = [Kayles(pins=5), (Kayles(pins=5), 0b01011), 3, Nim(heaps=(1, 2))]
    found = derive_sum(terms)
    assert [term.nimber for term in found.terms] == [4, 3, 3, 3]
    assert found.nimber == 7 and found.outcome_class == "N"
    assert "kayles(pins=5, misere=False) from ii.i." in str(found)
    assert derive_sum([]).nimber == 0 and str(derive_sum([])).startswith("nothing: nimber 0")
    assert derive_sum([3, 3]).winning_moves == ()
    with pytest.raises(MissingCapability):
        derive_sum([zermelo.game("domineering")])


def test_depths_that_are_none() -> None:
    for depth in (0, -1, True, 1.0):
        with pytest.raises(BadParameter, match="is none: give 1 or more"):
            derive_nimber("kayles", depth=depth)  # type: ignore[arg-type]  # that is asked


# Heaps of known rules.


def rows(length: int, strips: tuple[int, ...]) -> list[int]:
    """Return the nimbers of rows of 0 to `length` cells: every strip at every place, as it is told in words."""
    nimbers: list[int] = []
    for cells in range(length + 1):
        met = {
            nimbers[left] ^ nimbers[cells - strip - left]
            for strip in strips
            for left in range(cells - strip + 1)
        }
        nimbers.append(next(number for number in range(len(met) + 1) if number not in met))
    return nimbers


@pytest.mark.parametrize("strips", [(2, 2, 2), (3, 4, 7), (1, 5, 1), (10, 15, 23), (400,)])
def test_long_rows_against_every_strip_at_every_place(strips: tuple[int, ...]) -> None:
    nimbers = rows(420, strips)
    for length in (*range(0, 90, 4), *range(90, 421, 30)):
        assert zermelo.cgt.nimber(Stripes(length=length, strips=strips)) == nimbers[length]


def test_a_row_of_fifteen_hundred_cells_and_its_winning_moves() -> None:
    game, nimbers = Stripes(length=1_500, strips=(30, 47)), rows(1_500, (30, 47))
    assert zermelo.cgt.nimber(game) == nimbers[1_500] > 0
    wins = [
        f"{left + 1}-{left + strip}"
        for strip in (30, 47)
        for left in range((1_500 - strip) // 2 + 1)
        if nimbers[left] == nimbers[1_500 - strip - left]
    ]
    assert zermelo.cgt.nimber_moves(game) == wins != []


def test_short_and_long_rows_are_one_game() -> None:
    """A row that fits in a word, and the same row as a part of a long game."""
    for length in range(63):
        short = zermelo.cgt.nimber(Stripes(length=length, strips=(3, 5)))
        assert zermelo.cgt.nimber(Stripes(length=80, strips=(3, 5)), str(length)) == short
    assert repr(Stripes(length=80)) == "stripes(length=80, strips=(2, 2, 2), misere=False)"
    assert zermelo.game(repr(Stripes(length=80))).start() == "80"


@pytest.mark.parametrize("misere", [False, True])
def test_long_rows_are_played_as_strips_on_cells(misere: bool) -> None:
    game: Any = Stripes(length=66, strips=(13, 20, 30), misere=misere)
    assert zermelo.check(game, compiled=False).details["exhaustive"]
    twin: Any = family_of_game(game).twin(game)
    positions = reachable(game)
    assert positions == reachable(twin)
    nimbers, counted = NaiveNimbers(game), NaiveNimbers(twin)
    for position in positions:
        assert len(list(game.moves(position))) == len(twin.moves(position))
        assert nimbers(position) == counted(position)
        assert misere or CodedHeapNimbers(game).nimber(position) == counted(position)
    solution, same = zermelo.solve(game), zermelo.solve(twin)
    assert all(solution.value(position) == same.value(position) for position in positions)


@pytest.mark.parametrize(("length", "strips"), [(300, (2, 2, 2)), (300, (2, 4)), (400, (90, 150))])
def test_the_strategy_of_a_long_row_is_that_of_its_code(length: int, strips: tuple[int, ...]) -> None:
    """Right at every pair of rows, and following it wins; a game of misere play is told nothing."""
    game: Any = Stripes(length=length, strips=strips)
    found = find_coded_heap_strategy(game)
    assert found is not None and found.proven
    nimbers = rows(length, strips)
    assert found.starter_wins == (nimbers[length] != 0)
    for first in range(min(strips), length // 2, 7):
        for second in range(first, length - first + 1, 5):
            assert found.leaves(f"{first} {second}") == (nimbers[first] == nimbers[second])
    assert found.rules[1].startswith("One heap: you ")
    assert find_coded_heap_strategy(Stripes(length=length, strips=strips, misere=True)) is None
    assert find_coded_heap_strategy(Kayles(pins=5)) is None


class Liar(Countdown):
    """Take one or two stones, and say that it is Nim."""

    heap: int = 5
    impartial = True

    def coded_heaps(self, position: int) -> Iterator[tuple[str, int]]:
        yield "nim", position


def test_heaps_that_are_not_the_positions_are_refused() -> None:
    with pytest.raises(
        BadRules, match=r"coded_heaps\(\) at position 5 makes the nimber 5, and 0 is the least"
    ):
        zermelo.cgt.nimber(Liar())
    with pytest.raises(CheckFailed, match="nimbers of coded heaps are the mex of the moves' fails"):
        zermelo.check(Liar())
    assert CodedHeapNimbers(Liar()).has_nimber(2, 2)
    with pytest.raises(BadRules, match="normal play"):
        zermelo.cgt.nimber("stripes(length=100, misere=True)")


# The commands.


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def test_what_the_command_prints(command: Callable[..., Ran]) -> None:
    ran = command("nimber", "nim(heaps=(1, 2, 4))", "--derivation", "--depth", "2")
    assert ran.status == 0
    assert ran.out.startswith(
        """nimber 7: the mover wins (N-position)

1 2 4: nimber 7
  1 0 0         nimber 1  001
  2 0 0         nimber 2  010
  4 0 0         nimber 4  100
  exclusive or  nimber 7  111
  N-position: 1 from heap 3 leaves nimber 0, a P-position

1 0 0: nimber 1
"""
    )
    assert ran.out.count("the least that is missing is") == 3
    lost = command("nimber", "nim(heaps=(1, 1))", "--derivation", "--whole").out
    assert "1 from heap 1, 1 from heap 2  leaves 0 1  nimber 1" in lost
    assert "options have 1; the least that is missing is 0\n  P-position: every option is an N" in lost
    check_refusal(command("nimber", "nim", "--whole"), 2, "--whole is for a derivation")
    check_refusal(command("nimber", "nim", "--depth", "2"), 2, "--depth is for a derivation")


def test_the_commands_objects(command: Callable[..., Ran]) -> None:
    found = json.loads(command("nimber", "kayles(pins=3)", "--derivation", "--json").out)
    (step,) = found["derivation"]
    option = step["options"][1]
    assert (option["moves"], option["text"], option["nimber"], option["parts"]) == (["2"], "i.i", 0, [1, 1])
    assert step["winning_moves"] == ["2"] and step["terms"] == []
    whole = json.loads(command("sum", "kayles(pins=3) + *2 - nim(heaps=(1,))", "--derivation", "--json").out)
    assert [term["nimber"] for term in whole["derivation"]["terms"]] == [3, 1, 2]
    assert whole["derivation"]["nimber"] == 0
    check_refusal(command("sum", "clobber('xo') + 1", "--derivation"), 2, "has no nimber")
