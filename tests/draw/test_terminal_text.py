"""Pictures for a terminal: what stands in them is what the game's text says, cell by cell."""

import random
from typing import Any

import pytest
from contact_sheet import played

import zermelo
from zermelo.boards import Mark, Picture, Place, Stroke, Thing
from zermelo.draw import draw_terminal_rows
from zermelo.draw.pictures.position_picture import depict_position
from zermelo.draw.pictures.terminal_board import MEN
from zermelo.games import catalogue

MEANT = {"●": "X", "✕": "X", "○": "O", "▒": "#", "·": "."}
ON_SQUARES = ("dao", "teeko", "isola", "mnk", "othello", "torus", "connect_four")


@pytest.mark.parametrize("name", ON_SQUARES)
def test_a_terminal_shows_what_the_text_says(name: str) -> None:
    game = catalogue()[name]()
    for seed in range(5):
        position, _, _ = played(game, random.Random(seed))
        text = [row for row in game.show(position).split("\n") if "move" not in row]
        picture = depict_position(game, position)
        assert picture is not None
        rows = [
            row
            for row in draw_terminal_rows(picture)
            if "move" not in row and not row.replace(" ", "").isalnum()
        ]
        signs = ["".join(row.lstrip("123456789 ").split(" ")) for row in rows]
        read = ["".join(MEANT.get(sign, "X" if sign == "♙" else "O") for sign in row) for row in signs]
        assert read == text


def test_signs_are_put_on_empty_places_alone() -> None:
    game = zermelo.game("tic_tac_toe")
    picture = depict_position(game, game.parse("X../.O./..."))
    assert picture is not None
    signs = {"a1": "*", "b1": "*", "c3": "?", "z9": "?"}
    rows = draw_terminal_rows(picture, signs=signs)
    assert [row[2:] for row in rows[1:4]] == ["✕ * ·", "· ○ ·", "· · ?"]
    assert draw_terminal_rows(picture, signs={}) == draw_terminal_rows(picture)


@pytest.mark.parametrize("name", list(catalogue()))
def test_what_is_drawn_has_every_thing_and_every_coordinate(name: str) -> None:
    game: Any = catalogue()[name]()
    try:
        position, _, _ = played(game, random.Random(2))
    except zermelo.ZermeloError:
        position = next(iter(game.starts()))
    picture = depict_position(game, position)
    rows = draw_terminal_rows(picture) if picture is not None else []
    if rows and picture is not None:
        shown = "".join(rows)
        spots = {(place.x, place.y) for place in picture.places}
        empty = len(picture.places) - len(
            spots & {at for thing in picture.things for at in thing.covered_points()}
        )
        assert shown.count("·") <= empty
        for mark in picture.marks:
            assert mark.text in shown
        roles: list[str] = []

        def noted(text: str, role: str) -> str:
            roles.append(role)
            return text

        assert draw_terminal_rows(picture, noted) == rows
        for side, role in enumerate(("first", "second")):
            says = bool(picture.notes) and picture.mover == side and picture.mover_shapes[side] in MEN
            owned = [thing for thing in picture.things if thing.owner == side and thing.shape != "store"]
            assert roles.count(role) == len(owned) + says


def test_most_games_are_drawn_in_a_terminal() -> None:
    """What is not drawn keeps its text: heaps, cards, edges, and boards whose coordinates are in the way."""
    starts = {name: kind() for name, kind in catalogue().items()}
    pictures = {name: depict_position(game, next(iter(game.starts()))) for name, game in starts.items()}
    drawn = {
        name for name, picture in pictures.items() if picture is not None and draw_terminal_rows(picture)
    }
    assert {"tic_tac_toe", "connect_four", "hex", "nine_mens_morris", "chess_endgame", "tapatan"} <= drawn
    assert not drawn & {"nim", "dots_and_boxes", "quarto", "english_draughts", "pig"}
    assert 2 * len(drawn) > len(starts)


def test_cars_cover_cells_and_cards_stand_below() -> None:
    yard: Any = catalogue()["rush_hour"]()
    assert draw_terminal_rows(yard.depict(yard.start()))[:3] == [
        "B B · · · C",
        "· · · D · C",
        "A A · D · C →",
    ]
    cards: Any = catalogue()["onitama"]()
    painted = draw_terminal_rows(cards.depict(cards.start()), lambda text, role: f"{role[:1]}:{text}")
    assert painted[-3:-1] == ["s:monkey  s:crane", "f:tiger  f:crab  boar"]


def test_what_a_terminal_cannot_show_is_not_drawn() -> None:
    places = (Place("a", 0, 0), Place("b", 1, 0))
    assert draw_terminal_rows(Picture(places)) == ["· ·"]
    assert draw_terminal_rows(Picture(places, things=(Thing("disc", 0.5, 0, 0),))) == []  # on no place
    assert draw_terminal_rows(Picture(places, things=(Thing("match", 0, 0, 0),))) == []  # no sign for it
    assert draw_terminal_rows(Picture(places, things=(Thing("text", 0, 0, None, "12"),))) == []  # too long
    assert draw_terminal_rows(Picture(places, (Stroke(0, 0, 1, 0, "wall"),))) == []  # drawn by a player
    crowded = (Mark("10", 0, 1), Mark("11", 1, 1))
    assert draw_terminal_rows(Picture(places, marks=crowded)) == []
    assert draw_terminal_rows(Picture(places, marks=crowded[1:])) == ["· ·", "  11"]
    assert draw_terminal_rows(Picture()) == []


def test_lines_cross_where_they_cross() -> None:
    places = tuple(Place(f"{x}{y}", x, y, "point") for y in (0, 1) for x in (0, 1))
    across = Stroke(0, 0, 1, 0), Stroke(0, 0, 1, 1), Stroke(1, 0, 0, 1), Stroke(0, 0, 0, 1)
    assert draw_terminal_rows(Picture(places, across)) == ["·───·", "│ ╳", "·   ·"]
