"""Files in the language of ludax: its own games, read from its wheel, against ours, position by position.

The wheel is installed without what it depends on, so it is found and never imported.
"""

import importlib.util
import itertools
import random
from pathlib import Path

import pytest

import zermelo
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.elsewhere.ludax.layout import Layout
from zermelo.errors import BadRules, UnknownGame, UnreadablePosition
from zermelo.rules import source_of

NAMES = (
    "connect_four", "connect_six", "dai_hasami_shogi", "english_draughts", "english_draughts_hex", "gomoku",
    "gridworld", "hasami_shogi", "hex", "hop_through", "pente", "reversi", "test", "tic_tac_toe", "wolf_and_sheep",
    "yavalath", "yavalax",
)  # fmt: skip


def folder() -> Path:
    spec = importlib.util.find_spec("ludax")
    if spec is None or spec.origin is None:
        pytest.fail("ludax is not installed: pip install --no-deps ludax==1.0.0")
    return Path(spec.origin).parent / "games"


def own(name: str) -> str:
    return str(folder() / f"{name}.ldx")


def edited(tmp_path: Path, name: str, *changes: tuple[str, str]) -> zermelo.Game:
    text = (folder() / f"{name}.ldx").read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file = tmp_path / f"{name}.ldx"
    file.write_text(text)
    return zermelo.game(str(file))


def walk(game):
    seen, waiting = {game.start()}, [game.start()]
    for position in waiting:
        yield position
        if game.outcome(position) == UNDECIDED:
            for move in game.moves(position):
                child = game.play(position, move)
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)


def board_of(game, position, between=""):
    lines = game.show(position).splitlines()
    return "/".join(between.join(line.split()) for line in lines[:-1]), lines[-1].split(",")[0]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_of_the_wheel_is_read_and_played(name):
    """Play goes on to an end or fifty plies, moves have names of their own, and positions are read back."""
    game = zermelo.game(own(name))
    assert sorted(each.stem for each in folder().glob("*.ldx")) == sorted(NAMES)
    chosen, position = random.Random(5), game.start()
    for _ in range(50):
        shown = game.show(position)
        assert game.parse(shown) == game.parse(shown.replace("\n", "/")) == position
        if game.outcome(position) != UNDECIDED:
            break
        moves = list(game.moves(position))
        names = {game.name(position, move) for move in moves}
        assert len(names) == len(moves)
        if not moves:
            break
        position = game.play(position, chosen.choice(moves))
    assert position != game.start()


SAME = {  # a game of ours: a file, with what is changed in it or which of its variants
    "tic_tac_toe": ("tic_tac_toe",),
    "hex(size=3)": ("hex:Hex3x3",),
    "connect_four(columns=3, rows=3, line=3)": (
        "connect_four",
        ("rectangle 6 7", "rectangle 3 3"),
        ('"token" 4', '"token" 3'),
    ),
    "mnk(columns=3, rows=3, line=3)": ("gomoku", ("square 15", "rectangle 3 3"), ('"token" 5', '"token" 3')),
}


@pytest.mark.parametrize("ours", SAME)
def test_values_and_remoteness_are_those_of_our_game_everywhere(tmp_path, ours):
    name, *changes = SAME[ours]
    file, _, variant = name.partition(":")
    game = edited(tmp_path, file, *changes) if changes else f"{own(file)}{variant and ':'}{variant}"
    told, known = zermelo.solve(game, interpreted=True), zermelo.solve(ours, interpreted=True)
    positions = list(walk(told.game))
    for position in positions:
        board, _ = board_of(told.game, position)
        assert told.value(position) == known.value(known.game.parse(board))
    assert len(positions) == known.summary.positions


def as_othello(game, position, player):
    """The board as a player sees it, X being he, which is how ours is written."""
    board, _ = board_of(game, position)
    return (board.translate(str.maketrans("XO", "OX")) if player else board) + "/X to move"


def small_reversi(tmp_path):
    return edited(tmp_path, "reversi", ("square 8", "square 4"), ("28 35", "6 9"), ("27 36", "5 10"))


@pytest.mark.long
def test_reversi_has_the_values_of_our_othello(tmp_path):
    """On four by four, wherever there is a move: who wins, at all positions."""
    told = zermelo.solve(small_reversi(tmp_path))
    ours = zermelo.solve("othello(columns=4, rows=4)")
    game, compared = told.game, 0
    for position in walk(game):
        if (
            game.outcome(position) == UNDECIDED
            and game.name(position, next(iter(game.moves(position)))) != "pass"
        ):
            points = ours.value(ours.game.parse(as_othello(game, position, game.mover(position)))).value
            assert told.value(position).value == (points > 0) - (points < 0)
            compared += 1
    assert compared == 49_785


def test_reversi_is_our_othello(tmp_path):
    """On four by four: the moves, and what they turn over, in some dozen lines of play."""
    game = small_reversi(tmp_path)
    ours = zermelo.game("othello(columns=4, rows=4)")
    chosen = random.Random(1)
    passes = compared = 0
    for _ in range(60):
        position = game.start()
        while game.outcome(position) == UNDECIDED:
            moves = list(game.moves(position))
            names = {game.name(position, move) for move in moves}
            if names == {"pass"}:
                passes += 1
            else:
                other = ours.parse(as_othello(game, position, game.mover(position)))
                from_below = {
                    f"{(name := ours.name(other, move))[0]}{5 - int(name[1])}": move
                    for move in ours.moves(other)
                }
                assert names == from_below.keys()
                move = chosen.choice(moves)
                same = from_below[game.name(position, move)]
                child = as_othello(game, game.play(position, move), 1 - game.mover(position))
                assert child == "/".join(ours.show(ours.play(other, same)).splitlines())
                compared += 1
            position = game.play(position, moves[-1] if names == {"pass"} else move)
    assert passes > 10 and compared > 400


def turns(game, position):
    """Every position after a whole turn, with all the hops that one piece makes in it."""
    mover = game.mover(position)
    for move in game.moves(position):
        child = game.play(position, move)
        if game.outcome(child) == UNDECIDED and game.mover(child) == mover:
            yield from turns(game, child)
        else:
            yield child


def test_english_draughts_has_our_turns():
    """As many lines of play of some turns as ours has; a turn of several hops is one."""
    game, ours = zermelo.game(own("english_draughts")), zermelo.game("english_draughts")
    these, those = [game.start()], [ours.start()]
    for count in (7, 49, 302, 1_469):
        these = [child for position in these for child in turns(game, position)]
        those = [ours.play(position, move) for position in those for move in ours.moves(position)]
        assert len(these) == len(those) == count


def test_wolf_and_sheep_is_our_fox_and_hounds(tmp_path):
    """On four by four, turned round: who wins, wherever the fox has neither passed nor been shut in."""
    game = edited(tmp_path, "wolf_and_sheep", ("square 8", "square 4"), ("56 58 60 62", "12 14"))
    told = zermelo.solve(game, interpreted=True)
    ours = zermelo.solve("fox_and_hounds(columns=4, rows=4)", interpreted=True)
    compared = 0
    for position in walk(told.game):
        if game.outcome(position) != UNDECIDED:
            continue
        board, said = board_of(game, position)
        rows = board.replace("S", "H").replace("s", "H").replace("W", "F")[::-1].split("/")
        mover = "fox" if said.startswith("X") else "hounds"
        other = ours.game.parse("/".join([*rows, f"{mover} to move"]))
        if ours.game.outcome(other) == UNDECIDED:
            assert told.value(position).value == ours.value(other).value
            compared += 1
    assert compared > 50


def test_gridworld_is_a_walk():
    """Sixteen steps round the walls, by nobody else's leave."""
    answer = zermelo.solve(zermelo.game(own("gridworld")), interpreted=True).value()
    assert (answer.value, answer.remoteness) == (WIN, 16)


def told(tmp_path: Path, play: str, end: str = "(if (full_board) (draw))", **parts: str) -> zermelo.Game:
    """A game on a board of three by three."""
    board, start, name = parts.get("board", "(square 3)"), parts.get("start", ""), parts.get("name", '"Told"')
    players, pieces = (
        parts.get("players", "2 (set_forward (P1 up) (P2 down))"),
        parts.get("pieces", '("man" both) ("king" both)'),
    )
    regions = parts.get("regions", '("home" (0 1))')
    file = tmp_path / "told.ldx"
    file.write_text(
        f"(game {name}\n(players {players})\n(equipment (board {board})\n"
        f"(pieces {pieces})\n(regions {regions}))\n"
        f"(rules {start}\n(play {play})\n(end {end})))"
    )
    return zermelo.game(str(file))


PLACE = '(repeat (P1 P2) (place "man" (destination (empty))))'


def shown(game, *moves):
    position = game.start()
    for name in moves:
        position = game.play(
            position, next(each for each in game.moves(position) if game.name(position, each) == name)
        )
    return game.show(position)


def test_words_of_the_language(tmp_path):
    """Each on three by three: what a person would say happens."""
    custodial = '(repeat (P1 P2) (place "man" (destination (empty)) (effects (capture (custodial "man" 1) increment_score:true))))'
    game = told(tmp_path, custodial, "(if (>= (score mover) 1) (mover win))")
    assert shown(game, "a3", "b3", "c3").splitlines() == [
        "M . M",
        ". . .",
        ". . .",
        "O to move, X scores 1, X has won",
    ]
    corner = (
        '(repeat (P1 P2) (place "man" (destination (empty)) (effects (capture (corner_custodial "man")))))'
    )
    assert shown(told(tmp_path, corner), "a2", "a3", "b3").splitlines()[0] == ". M ."
    flip = (
        '(repeat (P1 P2) (place "man" (destination (empty)) (effects (flip (adjacent (prev_move mover))))))'
    )
    assert shown(told(tmp_path, flip), "a3", "b2").splitlines() == ["m . .", ". m .", ". . .", "X to move"]
    promote = '(repeat (P1 P2) (move (step "man" direction:forward) (effects (promote "man" "king" (edge forward)))))'
    game = told(tmp_path, promote, start='(start (place "man" P1 (3 5)) (place "man" P2 (4)))')
    assert shown(game, "a2-a3").splitlines()[0] == "K . ."
    assert shown(game, "a2-a3", "b2-b1").splitlines()[2] == ". k ."
    twice = '(repeat (P1 P2) (place "man" (destination (empty)) (effects (if (last_move_in (region "home")) (extra_turn mover)))))'
    assert shown(told(tmp_path, twice), "a3").endswith("X to move")
    assert shown(told(tmp_path, twice), "a1").endswith("O to move")
    lose = '(if (line "man" 3) (mover lose))'
    assert shown(told(tmp_path, PLACE, lose), "a1", "b1", "a2", "b2", "a3").endswith("O has won")
    square = '(if (pattern "man" (square 2)) (mover win))'
    assert shown(told(tmp_path, PLACE, square), "a1", "c3", "a2", "c2", "b1", "c1", "b2").endswith(
        "X has won"
    )
    near = '(repeat (P1 P2) (place "man" (destination (and (empty) (not (adjacent (prev_move opponent)))))))'
    game = told(tmp_path, near)
    after = game.play(game.start(), next(iter(game.moves(game.start()))))
    assert len(list(game.moves(after))) == 5  # not beside the corner
    exact = '(if (= (line "man" 2 exact:true orientation:horizontal) 1) (mover win))'
    assert shown(told(tmp_path, PLACE, exact), "a1", "b3", "c1", "b2", "b1").count("won") == 0
    edges = '(if (>= (connected "man" (edges)) 3) (mover win))'
    assert shown(told(tmp_path, PLACE, edges), "a1", "b2", "b1", "b3", "c1").endswith("X has won")
    slide = '(repeat (P1 P2) (move (or (slide "man" direction:orthogonal) (hop "king" hop_over:opponent capture:true))))'
    start = '(start (place "man" P1 (0)) (place "king" P1 (8)) (place "man" P2 (4)))'
    game = told(tmp_path, slide, start=start)
    names = {game.name(game.start(), move) for move in game.moves(game.start())}
    assert names == {"a3-b3", "a3-c3", "a3-a2", "a3-a1"}  # the king's way is blocked by his own man
    assert shown(game, "a3-b3", "b2-a2").splitlines()[0] == ". M ."


def test_boards_are_depicted():
    """A place for each cell under the name that moves have, and a thing for each piece."""
    game = zermelo.game(own("english_draughts_hex"))
    picture = game.depict(game.start())
    assert (
        len({place.name for place in picture.places})
        == len({(place.x, place.y) for place in picture.places})
        == 61
    )
    assert len(picture.things) == 12 and {thing.text for thing in picture.things} == {"P"}
    names = {place.name for place in picture.places}
    assert all(set(game.name(game.start(), move).split("-")) <= names for move in game.moves(game.start()))
    top = next(place for place in picture.places if place.name == "a9")
    assert min(place.y for place in picture.places) == top.y


def test_who_cannot_move_loses(tmp_path):
    game = told(
        tmp_path,
        '(repeat (P1 P2) (place "man" (destination (and (empty) (corners)))))',
        "(if (full_board) (draw))",
    )
    assert zermelo.solve(game, interpreted=True).value().value == LOSS  # four corners, so the first is stuck


def test_two_pieces_on_one_cell_are_both_shown_and_read(tmp_path):
    """A man is put on a king: the king stays below, as the language's own program has it."""
    game = told(
        tmp_path,
        '(repeat (P1 P2) (place "man" (destination (not (occupied mover)))))',
        '(if (line "man" 3) (mover win))',
        start='(start (place "king" P2 (4)))',
    )
    assert shown(game, "b2").splitlines()[1] == ". Mk ."
    for position in itertools.islice(walk(game), 3_000):
        assert game.parse(game.show(position)) == position


def test_a_move_between_the_first_cells_is_no_pass(tmp_path):
    """Among moves of pieces the number of a pass is a move like others."""
    game = told(
        tmp_path,
        '(once_through (P1 P2) (place "man" (destination (empty))) (force_pass)) '
        '(repeat (P1 P2) (move (step "man" direction:orthogonal)))',
        "(if (passed both) (draw))",
        board="(rectangle 1 3)",
    )
    start = game.play(game.play(game.start(), 1), 2)  # b and c
    assert [game.name(start, move) for move in game.moves(start)] == ["b1-a1"]
    assert next(iter(game.moves(start))) == game.told_layout.cells
    for position in walk(game):
        assert "passed" not in game.show(position) and game.outcome(position) == UNDECIDED
        assert game.parse(game.show(position)) == position
    assert {game.name(game.start(), move) for move in game.moves(game.start())} == {"a1", "b1", "c1"}


def test_scores_below_nothing_are_read_back(tmp_path):
    play = '(repeat (P1 P2) (place "man" (destination (empty)) (effects (set_score mover (subtract 0 3)))))'
    game = told(tmp_path, play, "(if (full_board) (by_score))")
    assert shown(game, "a1").endswith("X scores -3")
    for position in itertools.islice(walk(game), 500):
        assert game.parse(game.show(position)) == position


@pytest.mark.parametrize(
    "said", ["X last 10", "X last -1", "moves again from 99", "turn 2", "turn 1", "X passed 2", "O last ٣"]
)
def test_what_cannot_be_remembered_is_not_read(tmp_path, said):
    """Rules look into tables by these numbers, machine code without asking whether they are in them."""
    play = '(repeat (P1 P2) (place "man" (destination (and (empty) (not (adjacent (prev_move opponent)))))) (force_pass))'
    game = told(tmp_path, play, "(if (passed both) (draw))")
    assert game.parse("M . ./. . ./. . ./O to move, X last 1").count(1) > 1
    with pytest.raises(UnreadablePosition):
        game.parse(f"M . ./. . ./. . ./X to move, {said}")


REFUSED = [
    (PLACE.replace("empty", "nearby"), 7, "nearby is not understood as cells"),
    (PLACE.replace('"man"', '"queen"'), 7, "no piece of the file"),
    (PLACE.replace("P1 P2", "P1 P3"), 7, "who moves is written"),
    (PLACE.replace("repeat", "once_through"), 7, "the last phase of play has to be"),
    ('(repeat (P1 P2) (move (jump "man")))', 7, "jump is not understood as a hop"),
    ('(repeat (P1 P2) (move (slide "man" distance:2)))', 7, "distance: is not read"),
    (PLACE.replace("(empty)", "(captured)"), 7, "captured is only known of the move"),
    (PLACE[:-2] + "(effects (extra_turn opponent))))", 7, "of the mover alone"),
    (f"(once_through (P1) {PLACE[16:-2]} (effects (extra_turn mover)))) {PLACE}", 7, "in a .repeat"),
    (PLACE[:-2] + "(result (full_board) (full_board))))", 7, "has 2 parts, and 1 are wanted"),
    (PLACE[:-2] + "(result)))", 7, "has 0 parts, and 1 are wanted"),
    (PLACE[:-2] + "(result (exists (captured)))))", 7, "captured is only known of the move"),
    (PLACE[:-2] + "(result (action_was mover step))))", 7, "of the mover's own move, after it"),
    (PLACE[:-2] + "(effects)))", 7, "has 0 parts"),
    (PLACE.replace("(empty)", "(row 9)"), 7, "there is no row 9 on a square"),
    (PLACE.replace("(empty)", "(edge top_left)"), 7, "there is no edge top_left on a square"),
]
PARTS = [
    ({"pieces": '("man" anybody) ("king" both)'}, 4, "and not anybody"),
    ({"pieces": " ".join(f'("{"a" * size}" both)' for size in range(1, 12))}, 4, "one to 10 kinds of pieces"),
    ({"regions": '("a" (region "a"))'}, 5, "the region a is made of itself"),
    ({"regions": '("a" (0)) ("a" (1))'}, 5, "two regions are called a"),
    ({"regions": '("home" (occupied))'}, 5, "cells that never change"),
    ({"players": "2 (set_forward (P1 up) (P2 down)) more"}, 2, "write .players 2"),
    ({"players": "2 (set_forward (P1 up) (P2 down) (P1 left))"}, 2, "write .players 2"),
    ({"name": "Told"}, 1, "a game has a name"),
    ({"board": "(hexagon 3)", "end": '(if (line "man" 3 orientation:vertical) (draw))'}, 8, "vertical is no way of a hexagon"),
]  # fmt: skip


@pytest.mark.parametrize(("parts", "line", "said"), PARTS, ids=[said for _, _, said in PARTS])
def test_parts_that_are_not_understood_are_refused_with_their_line(tmp_path, parts, line, said):
    play = (
        PLACE.replace("(empty)", '(and (empty) (region "a"))') if '"a"' in parts.get("regions", "") else PLACE
    )
    if parts.get("regions", "").startswith('("home"'):
        play = PLACE.replace("(empty)", '(region "home")')
    with pytest.raises(BadRules, match=rf"told\.ldx, line {line}: .*{said}"):
        told(tmp_path, play, **parts)


@pytest.mark.parametrize(("play", "line", "said"), REFUSED, ids=[said for _, _, said in REFUSED])
def test_what_is_not_understood_is_refused_with_its_line(tmp_path, play, line, said):
    with pytest.raises(BadRules, match=rf"told\.ldx, line {line}: .*{said}"):
        told(tmp_path, play)


ENDS = [
    ("(if (full_board) (both win))", "one wins what the other loses"),
    ("(if (fulll_board) (draw))", "fulll_board is not understood as a condition"),
    ("(when (full_board) (draw))", "when is not understood as an end rule"),
    ("(if (full_board) (tie))", "tie is not understood as a result"),
    ("(if (= 3) (draw))", "has 1 parts"),
    ('(if (line "man" 0) (draw))', "a line has at least one cell"),
    ('(if (line "man" 3 orientation:vertical orientation:any) (draw))', "orientation:any is not understood"),
    ('(if (pattern "man" (0 (0 1))) (draw))', "is not understood as a pattern"),
    ("", "no rule says when play ends"),
]


@pytest.mark.parametrize(("end", "said"), ENDS, ids=[said for _, said in ENDS])
def test_ends_that_are_not_understood(tmp_path, end, said):
    with pytest.raises(BadRules, match=rf"told\.ldx, line 8: .*{said}"):
        told(tmp_path, PLACE, end)


def test_boards_of_other_sizes():
    assert zermelo.game(f"{own('yavalath')}:Yavalath5").told_layout.cells == 19
    with pytest.raises(BadRules, match="cells are named by number here"):
        zermelo.game(f"{own('wolf_and_sheep')}:WolfAndSheep4")
    with pytest.raises(BadRules, match="a hex_rectangle has 2 sizes"):
        zermelo.game(f"{own('hex')}:Hex4")
    with pytest.raises(UnknownGame, match="Hex4x4 and so on"):
        zermelo.game(f"{own('hex')}:HexLarge")
    game = zermelo.game(f"{own('hex')}:Hex3x4")
    assert zermelo.game(source_of(game)) == game


def test_positions_that_are_none():
    odd = (
        "X . ./. . ./. . ./Z to move",
        "9 . ./. . ./. . ./X to move",
        "X . ./. . ./. . ./X to move, wings 2",
    )
    for text in ("", "X to move", "X../.../...", *odd):
        with pytest.raises(UnreadablePosition):
            zermelo.game(own("tic_tac_toe")).parse(text)


def test_machine_code_can_be_made_of_them():
    from zermelo.compiler.compiling import lower_game

    for text in (own("tic_tac_toe"), f"{own('hex')}:Hex3x3"):
        assert "def " in lower_game(zermelo.game(text)).text


@pytest.mark.parametrize(
    ("shape", "sizes", "cells", "lines", "corners"),
    [
        ("square", (3,), 9, 8, 4),
        ("rectangle", (2, 4), 8, 4, 4),
        ("hexagon", (3,), 7, 3, 6),
        ("hexagon", (5,), 19, 27, 6),
        ("hex_rectangle", (3, 3), 9, 7, 4),
    ],
)
def test_layouts(shape, sizes, cells, lines, corners):
    """Cells, lines of three, corners; and every way back leads back."""
    layout = Layout(shape, sizes)
    assert (
        layout.cells == cells and len(layout.lines(3, ["any"])) == lines and len(layout.corners()) == corners
    )
    for way, (down, right) in layout.vectors.items():
        back = next(name for name, vector in layout.vectors.items() if vector == (-down, -right))
        for cell in range(layout.cells):
            end = layout.next_to(cell, way)
            assert end == -1 or layout.next_to(end, back) == cell
