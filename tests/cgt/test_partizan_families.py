"""Partizan games that fall apart: parts, options and tiers of positions, by the rules alone.

Then their values: against the families' twins, and against other libraries.
"""

import functools
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import cgt_py
import pycgt
import pytest
from families import build, twin
from families.shove import number_of
from pycgt.rulesets import clobber as other_clobber
from pycgt.rulesets import toads_and_frogs as other_toads

import zermelo
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.position_forms import find_position_form
from zermelo.cgt.partizan.short_game_form import Form, options_form
from zermelo.core.game import Game

COLOURED = [  # a move is a move in one part, cell by cell
    *(f"col(graph='{graph}')" for graph in ("path 6", "cycle 7", "grid 3x3", "star 5", "complete 4")),
    *(
        f"snort(graph='{graph}')"
        for graph in ("path 6", "cycle 6", "grid 3x2", "grid 2x3", "star 4", "complete 5")
    ),
    *(f"{name}(graph='1-2 2-3 3-1 3-4 4-5 6')" for name in ("col", "snort")),
    *(f"hackenbush('{picture}')" for picture in ("BR(G)+BR(G)+GB", "(B)(R)G+RB")),
    "hackenbush('0-1:B 1-2:R 2-0:G 0-3:R 3-3:B 0-0:G')",
    *(f"nogo(columns={columns}, rows={rows})" for columns, rows in ((3, 2), (7, 1), (4, 2))),
    *(
        f"green_hackenbush('{picture}')"
        for picture in ("GG(G)+GG(G)+G", "0-1:G 1-2:G 2-0:G 0-3:G 3-3:G 0-0:G")
    ),
    *("impartial_nogo(columns=3, rows=2)", "impartial_nogo(columns=7, rows=1)"),
]
STRIPS = [  # what cannot be moved any more is left out of the parts
    *("domineering(columns=4, rows=3)", "domineering(columns=8, rows=8)", "cutcake(columns=4, rows=3)"),
    *("maundy_cake(columns=6, rows=2)", "toppling_dominoes('lerlrel')", "amazons('.x.#o..#x.')"),
    *("amazons('x.#/.#o/..x')", "partizan_subtraction(heap=12)", "partizan_euclid(a=89, b=34)"),
    *("clobber(columns=4, rows=3)", "clobber('xo.x/ox.o/x.ox', piece='king')"),
    *("clobber('xo.x/.x.o/xo..', piece='rook')", "clobber('xo.x/ox.o/x..x', piece='queen')"),
    *("konane(columns=5, rows=4)", "konane('xo..xo/..xo../xo.o.x')", "konane('xo.ox.xo.xx.ox')"),
    *("toads_and_frogs('tftf.tftf..t')", "toads_and_frogs('ft.tf.t..ft')"),
    *("toads_and_frogs('ttt..ff.f', longest=2)", "toads_and_frogs('tf..tf.tf..', longest=0)"),
]
ALL = [*map(build, COLOURED + STRIPS)]


def options_of(game: Any, position: Any, player: int) -> list[Any]:
    """Return where a player can move to; in an impartial game both can do the same."""
    if game.impartial:
        return [game.play(position, move) for move in game.moves(position)]
    return list(game.options(position, player))


def seen_by_left(game: Any, position: Any) -> Any:
    """Return the position as a part shows it, with player 0 to move where positions hold a mover."""
    return position if game.impartial else game.with_mover(position, 0)


@cache
def sampled(game: Any, count: int) -> list[Any]:
    """Return ends of random play in which either player moves at any time."""
    chance, found = random.Random(1913), []
    for _ in range(count):
        position = game.start()
        for _ in range(chance.randint(0, 60 if position == (0, 0) else 12)):
            options = [option for player in (0, 1) for option in options_of(game, position, player)]
            if not options:
                break
            position = chance.choice(options)
        found.append(position)
    return list(dict.fromkeys(found))


# Parts and options.


@pytest.mark.parametrize("game", ALL, ids=repr)
def test_a_part_is_a_position_of_one_part(game: Any) -> None:
    for position in sampled(game, 60):
        parts = list(game.parts(position))
        for part in parts:
            assert list(game.parts(part)) == [part], game.show(position)
            assert part == seen_by_left(game, part)
            assert game.parse(game.show(part)) == part
        if not any(options_of(game, position, player) for player in range(2)):
            assert parts == [] or game in ALL[len(COLOURED) :]
        if not game.impartial:
            assert sorted(parts) == sorted(game.parts(seen_by_left(game, position)))
        if game in ALL[: len(COLOURED)] and hasattr(game, "symmetries"):
            assert all(sorted(game.parts(image)) == sorted(parts) for image in game.symmetries(position))


@pytest.mark.parametrize("game", ALL[: len(COLOURED)], ids=repr)
def test_a_move_is_a_move_in_one_part(game: Any) -> None:
    """The parts of the options are the options of the parts, as bags: so the sums are the same game.

    A part may stand elsewhere than its cells did, but it comes to the same place however it is reached.
    """
    for position in sampled(game, 60):
        parts = list(game.parts(position))
        for player in range(2):
            whole = {tuple(sorted(game.parts(option))) for option in options_of(game, position, player)}
            apart = set()
            for place, part in enumerate(parts):
                for option in options_of(game, part, player):
                    apart.add(tuple(sorted([*parts[:place], *game.parts(option), *parts[place + 1 :]])))
            assert whole == apart, game.show(position)


@pytest.mark.parametrize("game", [each for each in ALL if not each.impartial], ids=repr)
def test_options_are_the_moves_of_each_player_and_do_not_ask_who_is_to_move(game: Any) -> None:
    for position in sampled(game, 20):
        for player in (0, 1):
            here, there = game.with_mover(position, player), game.with_mover(position, 1 - player)
            moved = {seen_by_left(game, game.play(here, move)) for move in game.moves(here)}
            for each in (here, there):
                assert {seen_by_left(game, option) for option in game.options(each, player)} == moved


@pytest.mark.parametrize("game", [each for each in ALL if hasattr(each, "tier")], ids=repr)
def test_tiers_grow(game: Any) -> None:
    for position in sampled(game, 20):
        for player in (0, 1):
            for option in options_of(game, position, player):
                assert game.tier(option) >= game.tier(position) + 1


@pytest.mark.parametrize(
    ("name", "text", "parts"),
    [
        (
            "domineering(columns=4, rows=3)",
            "..#./###./#.../vertical to move",
            "..##/####/#### ##.#/##.#/...#",
        ),
        ("clobber('xo.x/oo.x/...o')", "xo.x/oo.x/...o/x to move", "xo../oo../.... x.../x.../o..."),
        ("clobber('x.o.xx')", "x.o.xx/x to move", ""),
        ("clobber('x.o.xx', piece='rook')", "x.o.xx/x to move", "x.o.xx"),
        ("konane('xo.oxoo..x')", "xo.oxoo..x/x to move", "xo.oxoo..."),
        ("toads_and_frogs('ft.tffttf.')", "ft.tffttf./toads to move", "t.tffttf.t"),
        ("amazons('x.#o')", "x.#o/left to move", "x.##"),
        ("cutcake(columns=3, rows=2)", "+__/|../left to move", "_+_/||. _+_/||."),
        ("col(graph='path 7')", "L.#R#.L/left to move", ".L##### .L##### R######"),
        ("snort(graph='star 3')", "#.LR/left to move", ".### L### R###"),
        ("hackenbush('BR+BR+G')", "..+BR+G/left to move", "..+..+G BR+..+."),
        ("nogo(columns=4, rows=3)", ".x##/x###/####/left to move", ""),  # nobody can move
    ],
)
def test_equal_parts_stand_in_one_place(name: str, text: str, parts: str) -> None:
    game: Any = build(name)
    shown = (game.show(part).rsplit("\n", 1)[0].replace("\n", "/") for part in game.parts(game.parse(text)))
    assert sorted(shown) == sorted(parts.split())


def test_a_part_of_nogo_stands_in_the_corner_in_one_way() -> None:
    game, other = build("nogo(columns=4, rows=3)"), build("impartial_nogo(columns=4, rows=2)")
    here, there = ".x##/.o##/####/left to move", "####/##o./##x./right to move"
    assert list(game.parts(game.parse(here))) == list(game.parts(game.parse(there)))
    assert len(list(game.parts(game.parse("x.##/o.##/.#../left to move")))) == 2
    assert list(other.parts(other.parse("x..#/####"))) == list(other.parts(other.parse("####/#..o")))


# Against the families' twins: canonical forms from the twin's moves alone, without parts or symmetries.


def by_the_twin(game: Game) -> Callable[[str], Form]:
    """Return the value of a board as a function of its text, without the line that says who moves."""
    other: Any = twin(game)
    players = [game.show(game.with_mover(game.start(), player)).split("\n")[-1] for player in (0, 1)]

    def options(board: str, player: int) -> set[str]:
        text = f"{board}\n{players[player]}"
        return {other.play(text, move).rpartition("\n")[0] for move in other.moves(text)}

    @functools.cache
    def value(board: str) -> Form:
        return options_form(*([value(option) for option in options(board, player)] for player in (0, 1)))

    return value


def boards_of(game: Any, seed: int, plays: int = 6) -> list[str]:
    """Return boards of random play in which either player may move twice, the start's first."""
    chance, found = random.Random(seed), {}
    for _ in range(plays):
        position = game.start()
        while True:
            found[game.show(position).rpartition("\n")[0]] = None
            options = [*game.options(position, 0), *game.options(position, 1)]
            if not options:
                break
            position = chance.choice(options)
    return list(found)


GAMES = (
    *("domineering(columns=3, rows=3)", "cutcake(columns=4, rows=3)", "maundy_cake(columns=4, rows=3)"),
    *("eatcake(columns=4, rows=3)", "nogo(columns=3, rows=2)"),
    *("col(graph='grid 3x2')", "snort(graph='grid 3x2')", "toppling_dominoes('lerlre')"),
    *("hackenbush('0-1:B 1-2:R 2-0:G 2-3:B 3-0:R')", "hackenbush('BR(G)+RB')"),
    *("amazons('x.#./..o.')", "amazons('x..o#..')", "konane('xo.x/.xo./xo.o')", "konane('xo.ox.xo')"),
    *("clobber('xo.x/ox.o')", "clobber('xoxo/ox..', piece='king')", "clobber('x..o/.xo.', piece='rook')"),
    *("clobber('x.o/o.x/x.o', piece='queen')", "clobber('xo./oxx/.ox', piece='ferz')"),
    *("clobber('xox/o.o/xox', piece='knight')", "toads_and_frogs('tft.f.tf')"),
    *(f"toads_and_frogs('tt..ff.t', longest={longest})" for longest in range(4)),
    *("shove('rl.lrl')", "push('lr.lr.rl')", "cannibal_clobber('xoo/oxx')"),
    *("cutthroat('grid 3x3', colours='lre')", "cutthroat('1-2 2-3 3-1 3-4 4-5 5-6 6-4', colours='lrr')"),
    "childish_hackenbush('B(RG)B+R(B)B')",
    "childish_hackenbush('0-1:B 1-2:R 2-0:G 2-3:B 3-0:R 1-3:G')",
    *("fission('...../..x../...../....#')", "elephants_and_rhinos('t.t..ff.f')"),
    "cannibal_clobber('x.oo/.ox.', piece='queen')",
)


@pytest.mark.parametrize("text", GAMES)
def test_canonical_forms_are_the_twins(text: str) -> None:
    game: Any = build(text)
    value = by_the_twin(game)
    last = game.show(game.start()).rpartition("\n")[2]
    for board in boards_of(game, 1913):
        found = find_position_form(game, game.parse(f"{board}\n{last}"), interpreted=True)
        assert found is value(board), board


def test_rows_of_shove_are_the_numbers_of_the_formula() -> None:
    for length in (1, 4):
        for signs in product("lr.", repeat=length):
            row = "".join(signs)
            assert Fraction(str(zermelo.cgt.canonical(f"shove('{row}')", interpreted=True))) == number_of(row)


# Against other libraries.


def value_of(game: str, text: str | None = None) -> Form:
    found = zermelo.game(game)
    return find_position_form(found, None if text is None else found.parse(text), interpreted=True)


def random_board(chance: random.Random, signs: str, most: int) -> str:
    columns = chance.randint(1, 5)
    rows = chance.randint(1, max(1, min(4, most // columns)))
    return "/".join("".join(chance.choices(signs, k=columns)) for _ in range(rows))


def random_graph(chance: random.Random) -> tuple[str, int, list[tuple[int, int]]]:
    """Return a graph as our text, its vertices, and its edges from 0."""
    size = chance.randint(1, 7)
    pairs = [(one, other) for other in range(size) for one in range(other) if chance.random() < 0.4]
    named = [f"{one + 1}-{other + 1}" for one, other in pairs] + [str(n + 1) for n in range(size)]
    return " ".join(named), size, pairs


@pytest.mark.parametrize("kind", ["snort", "col"])
def test_cgt_py_finds_the_same_forms_of_coloured_graphs(kind: str) -> None:
    """Its blue vertices are open to Left alone and its red ones to Right; those shut to both are left out."""
    chance = random.Random(1982)
    library = {"snort": cgt_py.Snort, "col": cgt_py.Col}[kind]
    hot = 0
    for _ in range(60):
        text, size, edges = random_graph(chance)
        tints = "".join(chance.choices(".LR#", [5, 1, 1, 1], k=size))
        kept = [vertex for vertex in range(size) if tints[vertex] != "#"]
        theirs = library(
            len(kept),
            [(kept.index(one), kept.index(other)) for one, other in edges if {one, other} <= set(kept)],
            blue=[n for n, vertex in enumerate(kept) if tints[vertex] == "L"],
            red=[n for n, vertex in enumerate(kept) if tints[vertex] == "R"],
        )
        found = value_of(f"{kind}(graph='{text}')", f"{tints}/left to move")
        assert found is form(repr(theirs.canonical_form)[15:-2]), (text, tints)
        hot += found.temperature > 0
    assert (hot > 20) == (kind == "snort")  # col is cold: numbers, and numbers with a star


def ours(theirs: pycgt.Game) -> Form:
    return options_form(map(ours, theirs.left), map(ours, theirs.right))


def test_pycgt_finds_the_same_forms_of_clobber_and_of_toads_and_frogs() -> None:
    chance = random.Random(2001)
    for _ in range(30):
        board = random_board(chance, "xo.xo", 8)
        theirs = other_clobber.parse(board.replace("/", "|"))
        assert value_of(f"clobber(setup='{board}')") is ours(theirs), board
    for _ in range(50):
        row = "".join(chance.choices("tf.", k=chance.randint(1, 9)))
        assert value_of(f"toads_and_frogs(board='{row}')") is ours(other_toads.parse(row)), row
