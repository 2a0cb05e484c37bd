"""Pictures of positions: everything is drawn, inside the frame, and what is marked is where it belongs."""

import random
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from contact_sheet import marked, played

import zermelo
from zermelo.boards.pictures.game_pictures import depict_row
from zermelo.boards.pictures.move_highlights import (
    MoveHighlights,
    ValueSign,
    find_move_cells,
    find_move_target,
)
from zermelo.boards.pictures.picture import (
    ANIMALS,
    BESIDE_BOARD,
    GROUNDS,
    SHAPES,
    STROKES,
    Mark,
    Picture,
    Place,
    Stroke,
    Thing,
)
from zermelo.boards.pictures.picture_places import RISE, square_places
from zermelo.core.game import Game, Position, has
from zermelo.core.values import UNDECIDED
from zermelo.draw.pictures.animal_outlines import HEADS
from zermelo.draw.pictures.click_target import ClickTarget
from zermelo.draw.pictures.colour_theme import PAGE_CELL, all_class_styles, used_class_styles
from zermelo.draw.pictures.joined_pieces import join_pieces
from zermelo.draw.pictures.picture_svg import (
    WIDEST,
    compute_picture_bounds,
    picture_svg,
    remove_turn_note_and_mover,
)
from zermelo.draw.pictures.piece_outlines import CHESS, DRAWN
from zermelo.draw.pictures.position_picture import board_svg, depict_position
from zermelo.draw.pictures.scenery_outlines import STRETCHED
from zermelo.games import catalogue
from zermelo.play import ChanceOutcome, Match, Scene
from zermelo.solution.annotated_board import make_value_marks

SVG = "{http://www.w3.org/2000/svg}"
NO_PLACES = {  # what is moved there has no place: numbers, one heap, reactions, words, how many are in the boat
    *(
        "euclid",
        "partizan_euclid",
        "subtraction",
        "powers",
        "subtract_a_square",
        "fibonacci_nim",
        "take_away",
    ),
    *("short_nim", "mem", "partizan_subtraction", "grundys_game", "centipede", "pig", "pancakes"),
    "missionaries_and_cannibals",
}
WORDS = {"pass", "swap", "roll", "hold", "take"}


def parsed(markup: str) -> Any:
    return ElementTree.fromstring(markup)


def classes(markup: str) -> list[str]:
    return [name for said in re.findall(r'class="([^"]+)"', markup) for name in said.split()]


# The parts


def test_every_shape_ground_and_stroke_is_drawn() -> None:
    assert set(SHAPES) == {*CHESS, *DRAWN, *HEADS, *STRETCHED} and set(ANIMALS) == set(HEADS)
    known = set(re.findall(r"\.zermelo \.([\w-]+)\{", all_class_styles()))
    for shape in SHAPES:
        for side in (None, 0, 1, 2, 3, 4, 5):
            for text in ("", "3", "12"):
                markup = picture_svg(Picture(things=(Thing(shape, 0, 0, side, text),)), shape)
                assert len(list(parsed(markup).iter())) > 4 - (shape in ("text", "seeds")), shape
                assert {name for name in classes(markup) if name.startswith("z-")} <= known, (shape, side)
    plain = len(list(parsed(picture_svg(Picture(places=(Place("a", 0, 0, "bare"),)), "")).iter()))
    for ground in GROUNDS[:-3]:  # the others have no look
        markup = picture_svg(Picture(places=(Place("a", 0, 0, ground),)), "")
        parts = (
            2 if ground in ("bowl", "hollow", "slot", "exit") else 1
        )  # a board, and a hole in it or a word
        assert len(list(parsed(markup).iter())) == plain + parts, ground
    chequered = picture_svg(Picture(places=square_places(2, 2, chequered=True)), "")
    assert chequered.count('class="z-f-shade"') == 2 and "z-f-cell z-s-line" not in chequered, "no lines"
    for kind in STROKES:
        for owner in (None, 0, 1, 2, 3):
            markup = picture_svg(Picture(strokes=(Stroke(0, 0, 1, 1, kind, owner),)), "")
            assert markup.count("<line") + markup.count("<rect") == 2  # the ground, and it
            assert markup.count("<path") == (kind == "arrow")
            assert set(classes(markup)) - {"zermelo"} <= known


def test_hexagons_meet() -> None:
    """Each inner edge is one of two hexagons': its ends are the same points."""
    places = (Place("", x + y / 2, y * RISE, "hexagon") for y in range(3) for x in range(3))
    markup = picture_svg(Picture(places=tuple(places)), "", cell=100)
    corners = [re.findall(r"([\d.]+) ([\d.]+)", path) for path in re.findall(r'<path d="M([^"]+)Z"', markup)]
    edges: list[frozenset[tuple[int, int]]] = []
    for around in corners:
        points = [(round(float(x)), round(float(y))) for x, y in around]
        edges += [frozenset(pair) for pair in zip(points, points[1:] + points[:1], strict=True)]
    near = [
        sum(all(any(abs(a - c) + abs(b - d) <= 2 for c, d in other) for a, b in one) for other in edges)
        for one in edges
    ]
    assert near.count(2) == 2 * 16 and near.count(1) == 54 - 32  # 9 hexagons, 16 shared edges


def test_exchanging_sides_twice_changes_nothing() -> None:
    picture = zermelo.game("tic_tac_toe").depict(9)  # type: ignore[attr-defined]
    other = picture.swap_sides()
    assert other.swap_sides() == picture and other.mover != picture.mover
    assert [thing.shape for thing in other.things] != [thing.shape for thing in picture.things]


def test_marks_lie_on_their_cells() -> None:
    board = Picture(places=square_places(3, 3), things=(Thing("disc", 0, 0, 0),))
    worths = (
        ValueSign("c3", "win", "3"),
        ValueSign("b2", "loss", "12"),
        ValueSign("c1", "draw"),
        ValueSign("a3", "unknown"),
    )
    arrows = ("a1", "c3"), ("a1", "a1")
    marking = MoveHighlights(last=(0, 99), legal=("b1", "c3", "a1"), arrows=arrows, values=worths)
    markup = picture_svg(board, "", marking)
    found = classes(markup)
    assert found.count("z-f-last") == 1 and found.count("z-legal") == 1, "a worth needs no dot"
    assert found.count("z-arrow") == 1
    assert all(found.count(f"z-value-{tone}") == 1 for tone in ("win", "draw", "loss", "unknown"))
    win = next(each for each in parsed(markup).iter(f"{SVG}circle") if "z-value-win" in each.attrib["class"])
    cells = list(parsed(markup).iter(f"{SVG}rect"))[1:10]
    left, side = float(cells[8].attrib["x"]), float(cells[8].attrib["width"])
    arrow = next(each for each in parsed(markup).iter(f"{SVG}line") if each.attrib["class"] == "z-arrow")
    x1, y1, x2, y2 = (float(arrow.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
    assert x2 - x1 == pytest.approx(y2 - y1) and side < x2 - x1 < 2 * side, (
        "from a1 to c3, and not to their middles"
    )
    assert float(win.attrib["cx"]) == pytest.approx(left + side / 2)
    assert re.findall(r">(\d+)</text>", markup) == ["3", "12"]


def test_a_value_is_said_by_shape_too() -> None:
    place = Picture(places=(Place("a", 0, 0, "bare"),))
    win, draw, loss = (
        picture_svg(place, "", MoveHighlights(values=(ValueSign("a", tone),)))
        for tone in ("win", "draw", "loss")
    )
    assert [markup.count("<circle") for markup in (win, draw, loss)] == [1, 1, 0]
    assert "z-value-loss" in loss and "<path" in loss


# Which cells a move is of


def test_cells_in_a_name() -> None:
    board = Picture(places=square_places(3, 3))
    told = {"a1-b1/c2": "a1 b1 c2", "Xa1": "a1", "b1c1": "b1 c1", "c2xb3": "c2 b3", "a11": "", "pass": ""}
    assert {name: " ".join(find_move_cells(board, name)) for name in told} == told
    row = Picture(places=tuple(Place(str(n), n, 0) for n in range(1, 13)))  # numbers are cells only alone
    told = {"4-12": "4 12", "3<": "3", "3 from heap 2": "", "4: 6/2": "6 2", "3: 3/off": "3"}
    assert {name: " ".join(find_move_cells(row, name)) for name in told} == told


def test_a_slide_by_its_end_alone() -> None:
    before = Picture(places=square_places(3, 3), things=(Thing("queen", 0, 0, 0), Thing("king", 2, 2, 1)))
    after = replace(before, things=(Thing("queen", 2, 0, 0), Thing("king", 2, 2, 1)))
    assert (
        find_move_cells(before, "Qc1", after) == ("a1", "c1")
        and find_move_target(before, "Qc1", after) == "c1"
    )
    assert (
        find_move_cells(before, "wait", after) == ("a1", "c1")
        and find_move_cells(before, "wait", before) == ()
    )


def test_a_car_stands_on_all_its_cells() -> None:
    yard: Any = zermelo.game("rush_hour")
    move = next(each for each in yard.moves(yard.start()) if yard.name(yard.start(), each) == "A right 1")
    before, after = yard.depict(yard.start()), yard.depict(yard.play(yard.start(), move))
    assert find_move_cells(before, "A right 1", after) == ("a3", "b3", "c3"), "from all its cells to the last"
    framed = picture_svg(before, "", MoveHighlights(legal=("a3", "b3", "c3")))
    assert framed.count("stroke-dasharray") == 2 and framed.count("z-legal") == 2  # the last one in its style


def test_parts_of_a_piece_are_joined_where_they_are_drawn() -> None:
    game: Any = zermelo.game("l_game")
    picture = game.depict(game.start())
    drawn = {(each.x, each.y): set(each.text) for each in join_pieces(picture).things if each.side == 0}
    assert drawn == {(1, 0): {*">"}, (2, 0): {*"<v"}, (2, 1): {*"^v"}, (2, 2): {*"^"}}
    before, after = join_pieces(picture.rotate()).things, join_pieces(picture).rotate().things
    assert [set(each.text) for each in before] == [set(each.text) for each in after], "a turn changes nothing"


@pytest.mark.parametrize("name", ["cram", "domineering", "cram(columns=5, rows=4)"])
def test_dominoes_of_a_line_are_those_of_its_moves(name: str) -> None:
    """Each half points at the other one that its move names; of a position alone nothing is said but what is covered."""
    game: Any = zermelo.game(name)
    for seed in range(4):
        chance, match = random.Random(seed), Match(game)
        while match.moves():
            match.play(chance.choice(match.moves()))
        picture = Scene.from_match(match).picture
        assert picture is not None
        names = {(place.x, place.y): place.name for place in picture.places}
        laid = set()
        for each in picture.things:
            right, down = {">": (1, 0), "<": (-1, 0), "v": (0, 1), "^": (0, -1)}[each.text[0]]
            halves = sorted((names[each.x, each.y], names[each.x + right, each.y + down]))
            laid.add(("-".join(halves), each.side))
        assert laid == {(played, ply % 2) for ply, played in enumerate(match.played_names())}
        bare = join_pieces(game.depict(match.position)).things
        assert {each.side for each in bare} == {None} and not any(each.text[-1:].isdigit() for each in bare)


def test_what_goes_one_way_goes_the_other_from_the_other_side() -> None:
    tiger = "tiger|..o..............o......."
    things = tuple(Thing(shape, 0, 0, 0, text) for shape, text in (("frog", "<"), ("car", "^"), ("car", "A")))
    turned = Picture(things=(*things, Thing("pattern", 0, 0, 0, tiger))).rotate()
    assert [each.text for each in turned.things] == [">", "v", "A", f"tiger|{tiger[:5:-1]}"]
    assert turned.rotate().things[3].text == tiger


def test_the_last_move_leaves_what_is_written_in_a_bowl_legible() -> None:
    """White figures stand on dark wood: the move is a ring around it."""
    board = Picture((Place("1", 0, 0, "bowl"),), things=(Thing("seeds", 0, 0, None, "4"),))
    markup = picture_svg(board, "", MoveHighlights(last=(0,)))
    assert "z-s-last" in classes(markup) and "z-f-last" not in classes(markup)


# Every game


def positions(game: Game) -> list[Position]:
    return [game.start(), *(played(game, random.Random(seed), 4 + seed)[0] for seed in range(2))]


@pytest.mark.parametrize("name", catalogue())
def test_every_game_of_the_catalogue_is_drawn(name: str) -> None:
    game: Any = zermelo.game(name)
    assert has(game, "depict") or has(game, "draw")
    for position in positions(game):
        picture = depict_position(game, position)
        assert picture is not None
        left, top, right, bottom = compute_picture_bounds(picture)
        assert {each.ground for each in picture.places} <= set(GROUNDS)
        assert {each.kind for each in picture.strokes} <= set(STROKES)
        assert {each.shape for each in picture.things} <= set(SHAPES)
        for thing in picture.things:
            assert left <= thing.x <= right and top <= thing.y <= bottom
        named = [place.name for place in picture.places if place.name]
        assert len(named) == len(set(named)), "a name says one place"
        assert set(re.findall(r"\b[a-h][1-8]\b", " ".join(picture.notes))) <= set(named)
        markup = board_svg(game, position, highlights=marked(game, position, None, ""))
        assert len(markup) < 60_000 and parsed(markup) is not None
    drawn = parsed(board_svg(game, game.start()))
    sizes = [float(each.attrib["font-size"]) for each in drawn.iter(f"{SVG}text")]
    assert float(drawn.attrib["width"]) <= 700 and min(sizes, default=11) >= 11, "large enough on a page"


@pytest.mark.parametrize("name", [name for name in catalogue() if name not in NO_PLACES])
def test_places_have_the_names_that_moves_use(name: str) -> None:
    game: Any = zermelo.game(name)
    said = 0
    for position in positions(game):
        if game.outcome(position) != UNDECIDED or (has(game, "chances") and list(game.chances(position))):
            continue
        picture = depict_position(game, position)
        assert picture is not None
        for move in game.moves(position):
            words = game.name(position, move)
            if words in WORDS or words.endswith("from both"):
                continue
            said += 1
            after = depict_position(game, game.play(position, move))
            if after is not None and after.mover == picture.mover == 0:
                after = after.swap_sides()
            assert find_move_cells(picture, words, after), words
    assert said or name in ("bear_off",), "no move was met"


def looks_by_point(picture: Picture) -> dict[tuple[float, float], list[Any]]:
    """Return what is on each place."""
    found: dict[tuple[float, float], list[Any]] = {}
    for place in picture.places:
        things = [
            (each.shape, each.side, each.text)
            for each in picture.things
            if any(abs(x - place.x) < 0.5 and abs(y - place.y) < 0.5 for x, y in each.covered_points())
        ]
        found[round(place.x, 3), round(place.y, 3)] = [place.ground, place.shade, *sorted(things, key=repr)]
    return found


@pytest.mark.parametrize("name", ["onitama", "dobutsu_shogi", "english_draughts", "kalah", "oware"])
def test_the_board_lies_still_in_a_line_of_play(name: str) -> None:
    """Pieces that do not move stay where they are, in their colours; so do coordinates where cells have names."""
    chance, match = random.Random(name), Match(zermelo.game(name))
    marks = match.picture.marks if match.picture else ()
    while not match.is_over() and len(match.played) < 12:
        before = match.picture
        match.play(chance.choice(match.moves()))
        after = match.picture
        if match.is_over():
            break
        assert before is not None and after is not None
        old, new = looks_by_point(before), looks_by_point(after)
        sown = 9 if name in ("kalah", "oware") else 4
        board = [at for at in new if new[at][0] != "card"]
        assert old.keys() == new.keys() and 0 < sum(old[at] != new[at] for at in board) <= sown
        if name in ("onitama", "dobutsu_shogi"):
            assert after.marks == marks and after.mover == match.mover


@pytest.mark.parametrize("name", ["l_game", "onitama"])
def test_places_of_a_move_lead_to_it(name: str) -> None:
    """Those that a piece covers in any order, then another piece; a card before or after a piece and its cell."""
    chance, scene = random.Random(name), Scene.from_match(Match(zermelo.game(name)))
    for choice in scene.choices:
        head = scene.unordered or len(choice.cells)
        first = chance.sample(choice.cells[:head], head)
        for count in range(1, len(choice.cells) + 1):
            touched = (*first, *choice.cells[head:])[:count]
            assert choice in scene.choices_with_places(*touched)
            assert {*touched, *scene.list_next_places(choice, touched)} <= {*choice.cells}
        whole = [each for each in scene.choices_with_places(*choice.cells) if len(each.cells) == count]
        assert whole == [choice]
        signs = scene.make_highlights(with_values=True, touched=first[:1])
        assert not signs.values and (name == "onitama" or set(signs.legal).isdisjoint(first[:1]))


def test_each_direction_of_a_car_has_its_best_value_at_an_arrow() -> None:
    solution = zermelo.solve("rush_hour")
    scene = Scene.from_match(Match(solution.game), solution.moves(solution.game.start()))
    marks = scene.make_highlights(with_values=True)
    assert {end for _, end in marks.arrows} == {sign.place for sign in marks.values}
    letters = [choice.name.rsplit(" ", 1)[0] for choice in scene.choices]
    assert len(marks.arrows) == len(set(letters)) < len(letters)
    assert scene.make_highlights(with_values=True, touched=scene.choices[0].cells[:1]).arrows == ()


def test_dice_show_what_was_thrown() -> None:
    match = Match(zermelo.game("pig"))
    match.play(match.find_move("roll"))
    assert [dice.count("h0") or dice.count("<circle") for dice in Scene.list_thrown_dice(match)] == [
        *range(1, 7)
    ]
    faces = []
    for number in (None, 4):
        if number is not None:
            match.play(ChanceOutcome(match.throws()[number - 1][1]))
        picture = Scene.from_match(match).picture
        assert picture is not None
        faces += [thing.text for thing in picture.things if thing.shape == "die"]
    assert faces == ["?", "4"] and Scene.from_match(match).describe_clicks(match.game) == "Click hold or roll"
    assert Match(zermelo.game("royal_game_of_ur")).chance_outcome_names()[1:3] == [
        "X to move 1",
        "X to move 2",
    ]


def test_long_rows_have_lines_that_a_phone_shows_large() -> None:
    for count, lines in ((5, 1), (8, 1), (9, 2), (12, 2), (17, 3)):
        picture = depict_row([None] * count)
        assert len({place.y for place in picture.places}) == lines
        assert [place.name for place in picture.places] == [str(number + 1) for number in range(count)]
        assert max(place.x for place in picture.places) < 8
        joined = {(each.x1, each.y1) for each in picture.strokes} - {
            (each.x2, each.y2) for each in picture.strokes
        }
        ends = [one for one, two in pairwise(picture.places) if one.y < two.y]
        assert joined == {(place.x + 0.5, place.y) for place in ends}


@pytest.mark.parametrize("name", [name for name in catalogue() if name not in NO_PLACES])
def test_the_last_move_is_marked_where_it_changed_the_board(name: str) -> None:
    """All places that look otherwise, with or without a name, and none besides: the board is never turned.

    Trays beside the board, of pieces that are left, are not marked. Where a move changes lines, or what stands on no place, those that it names are marked too.
    """
    game: Any = zermelo.game(name)
    said = 0
    for seed in range(2):
        chance, match = random.Random(seed), Match(game)
        for _ in range(6):
            before = match.picture
            if match.is_over() or before is None:
                break
            if match.throws():
                match.throw(chance)
                continue
            match.play(chance.choice(match.moves()))
            after = match.picture
            assert after is not None
            old, new = looks_by_point(before), looks_by_point(after)
            beside = {(place.x, place.y) for place in after.places if place.ground in BESIDE_BOARD}
            changed = {at for at in new if old.get(at) != new[at]} - beside
            places = [after.places[number] for number in Scene.from_match(match).last]
            marked = {(round(place.x, 3), round(place.y, 3)) for place in places}
            assert changed <= marked, match.played_names()
            said += len(marked)
            called = {place.name for place in places if (round(place.x, 3), round(place.y, 3)) not in changed}
            assert called <= {*find_move_cells(before, match.played_names()[-1])} or before.strokes, called
    assert said or "hackenbush" in name, "nothing was marked"  # there the edge is gone


@pytest.mark.parametrize(
    "name", ["kalah(houses=3,seeds=3)", "oware(houses=2)", "dots_and_boxes(columns=3,rows=2)"]
)
def test_a_line_tells_who_closed_boxes_and_what_is_in_stores(name: str) -> None:
    """Moves after which there are more closed boxes, or fewer seeds on the board, are counted for their movers."""
    game: Any = zermelo.game(name)
    late = 0
    for seed in range(5):
        chance, match, taken = random.Random(seed), Match(game), [0, 0]
        while not match.is_over() and len(match.played) < 40:
            before, mover = depict_position(game, match.position), match.mover
            match.play(chance.choice(match.moves()))
            after = depict_position(game, match.position)
            assert before is not None and after is not None
            counts = [
                sum(thing.shape == "box" or int(thing.text or 0) for thing in each.things)
                for each in (before, after)
            ]
            taken[mover] += abs(counts[1] - counts[0])
            shown = Scene.from_match(match).picture
            assert shown is not None
            if "dots" in name:
                owned = [[each for each in shown.things if each.side == player] for player in (0, 1)]
                assert list(map(len, owned)) == taken
                assert {each.text for each in owned[0]} <= {"F"} and {each.text for each in owned[1]} <= {"S"}
            else:
                right, left = sorted(
                    (each for each in shown.things if each.y == 0.5 and each.shape == "seeds"),
                    key=lambda each: -each.x,
                )
                assert [int(right.text), int(left.text)] == taken
            rest = Scene.from_match(Match(game, [match.position])).picture
            if match.position != game.start():
                late += sum(taken) > 0
                assert rest == after, "nobody knows what was before"
    assert late


@pytest.mark.parametrize("game", ["kayles(pins=5)", "kayles(pins=6, misere=True)"])
def test_a_sign_is_of_the_best_move_that_a_touch_makes_or_begins(game: str) -> None:
    """At every position, where a touch of the place can make a move at once."""
    solution = zermelo.solve(game)
    for position in range(1, solution.game.start() + 1):
        scene = Scene.from_match(Match(solution.game, [position]), solution.moves(position))
        singles = {choice.target for choice in scene.choices if len(choice.cells) == 1}
        shown = {sign.place: sign.tone for sign in scene.make_highlights(with_values=True).values}
        assert singles <= set(shown)
        for place in singles:
            begun = {choice.tone for choice in scene.choices if choice.cells[0] == place}
            assert shown[place] == ("win" if "win" in begun else "loss"), place


@pytest.mark.parametrize(("name", "marked"), [("othello", 4), ("tic_tac_toe", 0), ("chess_endgame", 0)])
def test_cells_for_a_piece_are_marked_where_not_every_free_cell_is_one(name: str, marked: int) -> None:
    game = zermelo.game(name)
    scene = Scene.from_match(Match(game))
    legal = scene.make_highlights(with_values=False).legal
    assert len(legal) == marked and set(legal) <= {
        game.name(game.start(), each) for each in game.moves(game.start())
    }


def test_coordinates_are_those_of_the_places() -> None:
    solitaires = ("english_solitaire", "european_solitaire", "peg_solitaire", "lights_out")
    boards = ("tic_tac_toe", "breakthrough", "chess_endgame", "nine_mens_morris", "fox_and_hounds", "teeko")
    for name in (*boards, *solitaires):
        game: Any = zermelo.game(name)
        picture = game.depict(game.start())
        columns: dict[float, str] = {mark.x: mark.text for mark in picture.marks if mark.text.isalpha()}
        rows: dict[float, str] = {mark.y: mark.text for mark in picture.marks if mark.text.isdigit()}
        for place in picture.places:
            assert place.name == columns[place.x] + rows[place.y], name


def test_coordinates_of_a_triangle_stand_at_its_rows_and_columns() -> None:
    game: Any = zermelo.game("triangle_solitaire")
    picture = game.depict(game.start())
    marks = {mark.text: mark for mark in picture.marks}
    for place in picture.places:
        letter, number = marks[place.name[0]], marks[place.name[1:]]
        assert number.y == place.y and number.x < place.x
        beyond = (letter.y - place.y) * 0.5 / 0.866  # columns lean: half a hole to the left with each row
        assert abs(letter.x - (place.x - beyond)) < 0.05 and letter.y > place.y


def framed(markup: str) -> int:
    return sum(
        each.get("class") == "z-s-last-edge" and each.get("fill") == "none"
        for each in parsed(markup).iter(f"{SVG}rect")
    )


@pytest.mark.parametrize(("shape", "frames"), [("tile", 1), ("block", 1), ("disc", 0), ("cross", 0)])
def test_the_last_move_is_seen_on_what_hides_its_cell(shape: str, frames: int) -> None:
    places = (Place("a1", 0, 0), Place("b1", 1, 0))
    picture = Picture(places, things=(Thing(shape, 0, 0, 0),))
    assert framed(picture_svg(picture, "", MoveHighlights(last=(0,)))) == frames
    assert framed(picture_svg(picture, "", MoveHighlights(last=(1,)))) == 0


@pytest.mark.parametrize("columns", [3, 8, 12])
def test_words_do_not_grow_with_the_board(columns: int) -> None:
    """On a page a board of three columns is as wide as one of twelve; its words are not larger."""
    places = square_places(columns, 3)
    marks = (Mark("a", 0, -0.8), Mark("1", -0.9, 0), Mark("7", 0.3, -0.3))
    drawn = parsed(picture_svg(Picture(places, marks=marks, notes=("to move",)), "", cell=PAGE_CELL))
    assert float(drawn.attrib["width"]) == pytest.approx(WIDEST, abs=40)
    texts = list(drawn.iter(f"{SVG}text"))
    assert [float(each.attrib["font-size"]) for each in texts][:2] == [12, 12]
    assert all(12 < float(each.attrib["font-size"]) <= 16 for each in texts[2:])
    rows = [each for each in drawn.iter(f"{SVG}rect") if each.get("x")]
    left, top = (min(float(each.attrib[name]) for each in rows) for name in "xy")
    assert 8 < left - float(texts[1].attrib["x"]) < 20 and 2 < top - float(texts[0].attrib["y"]) < 14


def test_words_are_read_on_a_phone() -> None:
    """There a picture is drawn 340 pixels wide, and as a stamp it has no words."""
    style = used_class_styles('<text class="z-word"/>')
    (phone,) = re.findall(r"max-width:480px\)\{[^}]+font-size:(\d+)px", style)
    assert int(phone) * 340 / WIDEST >= 11
    assert re.search(r"max-width:240px\)\{[^}]+display:none", style)


def test_a_note_that_only_says_whose_turn_it_is_can_be_left_out() -> None:
    for note in ("to move", "white to move", "first to roll or to hold"):
        left = remove_turn_note_and_mover(Picture(notes=(note, "9 in hand"), mover=1))
        assert left.notes == ("9 in hand",) and left.mover is None
    for note in ("first to move 6 4", "take at most 3"):
        assert remove_turn_note_and_mover(Picture(notes=(note,), mover=1)).notes == (note,)


def test_a_coordinate_is_not_covered_by_what_is_marked_on_its_place() -> None:
    picture = Picture((Place("1", 0, 0, "bare"), Place("2", 0, 1, "bare")), marks=(Mark("1", 0, 0),))
    for name, is_taken in (("1", True), ("2", False)):
        legal = picture_svg(picture, "", MoveHighlights(legal=(name,)))
        assert ("stroke-dasharray" in legal) == is_taken
    radii = []
    for name in "12":
        drawn = parsed(picture_svg(picture, "", MoveHighlights(values=(ValueSign(name, "win", "3"),))))
        radii.append(float(next(drawn.iter(f"{SVG}circle")).attrib["r"]))
    assert radii[0] < radii[1]


@pytest.mark.parametrize("drawn", ["B(RG)(BB)+RB", "B(G)(R)(B)", "R(RR)(BB)"])
def test_names_of_edges_stand_clear_of_the_others(drawn: str) -> None:
    """A name is about half a cell wide: no other edge passes so near, where edges part."""
    game = zermelo.game(f"hackenbush(picture={drawn!r})")
    picture = depict_position(game, game.start())
    assert picture is not None
    edges = [each for each in picture.strokes if each.kind == "wall"]
    for mark in picture.marks:
        aside = sorted(abs(x_at(edge, mark.y) - mark.x) for edge in edges if passes(edge, mark.y))
        assert len(aside) == 1 or aside[1] > 0.45, mark.text


def passes(edge: Stroke, y: float) -> bool:
    return min(edge.y1, edge.y2) <= y <= max(edge.y1, edge.y2)


def x_at(edge: Stroke, y: float) -> float:
    """Return where an edge that is not level is at this height."""
    return edge.x1 + (edge.x2 - edge.x1) * (y - edge.y1) / (edge.y2 - edge.y1)


# Notebooks, solutions and reports


def test_a_game_shows_its_start_in_a_notebook() -> None:
    for name in ("tic_tac_toe", "chess_endgame", "nim"):
        game = zermelo.game(name)
        assert board_svg(game, game.start()) in game._repr_html_() and name in game._repr_html_()


def test_a_solution_says_on_the_board_what_moves_are_worth() -> None:
    game: Any = zermelo.game("tic_tac_toe")
    solution = zermelo.solve(game, interpreted=True)
    position = game.parse("XO./.X./..O")
    picture = depict_position(game, position)
    assert picture is not None
    found = {
        worth.place: worth for worth in make_value_marks(game, position, solution.moves(position)).values
    }
    for move in solution.moves(position):
        assert found[move.name].tone == move.answer.outcome
        assert found[move.name].text == str(move.answer.remoteness)
    assert set(found) == {"c1", "a2", "c2", "a3", "b3"}
    shown = solution._repr_html_()
    assert shown.count("z-value-draw z-") == 0 and shown.count('class="z-value-draw"') == 9


@pytest.mark.parametrize(
    "name", ["nim", "wythoff", "subtraction(heap=30)", "fibonacci_nim", "nim_of_several"]
)
def test_a_click_on_a_match_takes_it_and_what_it_reaches(name: str) -> None:
    """Its boxes hold as many matches as are gone from the picture after the move that it is called."""
    match = Match(zermelo.game(name))
    scene = Scene.from_match(match)
    assert scene.picture is not None and all(len(choice.cells) == 1 for choice in scene.choices)
    places = {place.name: place for place in scene.picture.places}
    matches = [thing for thing in scene.picture.things if thing.shape == "match"]
    for choice in scene.choices:
        place = places[choice.cells[0]]
        held = [
            thing
            for thing in matches
            for left, top, right, bottom in place.reach
            if left < thing.x - place.x < right and top < thing.y - place.y < bottom
        ]
        after = depict_position(match.game, match.game.play(match.position, choice.move))
        assert after is not None
        gone = len(matches) - sum(thing.shape == "match" for thing in after.things)
        if place.ground == "strip":
            assert len(held) == gone and any((thing.x, thing.y) == (place.x, place.y) for thing in held)
    assert scene.describe_clicks(match.game) == "Click a match: it and all beyond it go"


def test_a_piece_in_hand_is_put_before_another_is_given() -> None:
    match = Match(zermelo.game("quarto"))
    match.play(match.find_move("0"))
    scene = Scene.from_match(match)
    assert {choice.cells for choice in scene.choices} == {tuple(each.name.split()) for each in scene.choices}
    assert scene.describe_clicks(match.game, touched=("b2",)) == "Now click the piece you give"
    assert {sign.place for sign in scene.make_highlights(with_values=True).values} <= {*scene.places()[:9]}
    put, lying = (parsed(scene.board_html(touched=touched)) for touched in (("b2",), ()))
    (at,) = {each.get("transform") for each in put.iter()} - {each.get("transform") for each in lying.iter()}
    assert at


def test_nothing_covers_a_piece_that_was_picked_up() -> None:
    """What a click chooses is tinted beneath it; what fills its place has an outline."""
    for shape, is_under in (("queen", True), ("car", True), ("tile", False), ("pattern", False)):
        picture = Picture(places=(Place("a", 0, 0),), things=(Thing(shape, 0, 0, 0, "1"),))
        markup = picture_svg(picture, "", click_targets=[ClickTarget("a", "a", "/", chosen=True)])
        assert (markup.index("<a ") < markup.index("scale(")) == is_under
        assert ('class="z-chosen z-over"' in markup) != is_under
        assert 'pointer-events="none"' in markup
