"""Setting up a position by hand: a piece is chosen and a touch puts it on a cell; or its text is typed.

Nothing is known of a game but its text and its pictures: where the text is a grid with a character for each
place of the picture, in the same order, a touch changes that character, and the palette shows what stands on
places with that character in games at random. What the rules then read back is a position; what they refuse
is said.
"""

import functools
import random
from dataclasses import replace
from typing import Any, Final

from zermelo import Game, ZermeloError
from zermelo.boards import Mark, Picture
from zermelo.draw import ClickTarget, picture_svg, read_grid
from zermelo.games import parse_position
from zermelo.play import Match
from zermelo.web.pages.position_view import PositionView
from zermelo.web.requests.position_url import PositionUrl

GAMES, PLIES = 20, 60  # of random play, in which signs are seen
EMPTY: Final = "."
OUTSIDE: Final = ("_", "#")  # cells of a text that are no places of the board
PIECE: Final = 44.0  # pixels: the side of a cell in the palette
NEAR: Final = 0.3  # of a cell: what stands on a place is so near to its middle


def build_position_editor_values(view: PositionView) -> dict[str, Any]:
    """Return the panel: the pieces to choose among, who is to move, the text, and the places that answer."""
    text, picture = view.scene.text, view.scene.picture
    pieces = draw_pieces_of_game(view.line.game) if map_places_to_text_cells(text, picture) else {}
    placed = (sign for sign in pieces if _make_click_targets(view, sign))  # those that fit somewhere
    chosen = view.address.view.sign if view.address.view.sign in pieces else next(placed, "")
    address = _make_editor_url(view.address, chosen)
    return {
        "name": "setup",
        "title": "Set up a position",
        "body": "",
        "error": "",
        "text": text,
        "action": view.address.with_position_set_up("").path,
        "second": view.line.match.mover == 1,
        "pieces": [
            {
                "sign": sign,
                "words": "Eraser" if sign == EMPTY else f"Piece {sign}",
                "drawn": drawn,
                "url": _make_editor_url(view.address, sign).url(),
                "now": sign == chosen,
            }
            for sign, drawn in pieces.items()
        ],
        "movers": _list_players_to_move(view, address),
        "cleared": _make_url_of_text(view, address, clear_cells(text, picture)) if pieces else "",
        "begun": address.with_position_set_up("").with_view_options(panel="setup", sign=chosen).url(),
        "touches": _make_click_targets(view, chosen) if chosen else [],
        "close": view.address.with_view_options(panel="").url(),
    }


def _make_editor_url(address: PositionUrl, sign: str) -> PositionUrl:
    return address.with_view_options(panel="setup", sign=sign)


def map_places_to_text_cells(text: str, picture: Picture | None) -> dict[str, tuple[int, int]]:
    """Return the row and the column in the text of each place of the picture; nothing where they differ."""
    grid = read_grid(text)
    if picture is None or grid is None or any(len(sign) != 1 for row in grid[0] for sign in row):
        return {}
    places = [place for place in picture.places if place.name]
    order = sorted(places, key=lambda place: (round(place.y, 3), round(place.x, 3)))
    for outside in ("", *OUTSIDE):
        signs = {(y, x): sign for y, row in enumerate(grid[0]) for x, sign in enumerate(row)}
        spots = [spot for spot, sign in signs.items() if sign != outside]
        if len(order) == len(spots):
            return {place.name: spot for place, spot in zip(order, spots, strict=True)}
    return {}


@functools.lru_cache(maxsize=200)
def draw_pieces_of_game(game: Game) -> dict[str, str]:
    """Return the signs that stand on the board in some games at random, each drawn, the empty one last."""
    chance, found = random.Random(1), dict[str, str]()
    for _ in range(GAMES):
        match = Match(game)
        for _ in range(PLIES):
            grid = read_grid(match.text)
            if grid and not {sign for row in grid[0] for sign in row} <= found.keys() | set(OUTSIDE):
                _draw_new_pieces(match, grid[0], found)
            moves = match.moves()
            if not moves:
                break
            match.play(chance.choice(moves))
    return dict(sorted(found.items(), key=lambda row: (row[0] == EMPTY, not row[0].isupper(), row[0])))


def _draw_new_pieces(match: Match, rows: list[list[str]], found: dict[str, str]) -> None:
    """Add what stands on places with signs that have not been seen; the sign where nothing is drawn."""
    picture = match.picture
    if picture is None:
        return
    cells = map_places_to_text_cells(match.text, picture)
    for place in picture.places:
        row, column = cells.get(place.name, (-1, -1))
        sign = rows[row][column] if row >= 0 else EMPTY
        if row < 0 or sign in found:
            continue
        things = [
            replace(thing, x=thing.x - place.x, y=thing.y - place.y)
            for thing in picture.things
            if max(abs(thing.x - place.x), abs(thing.y - place.y)) < NEAR
        ]
        marks = () if things or sign == EMPTY else (Mark(sign, 0.0, 0.0),)
        ground = replace(place, name="", x=0.0, y=0.0)
        found[sign] = picture_svg(Picture((ground,), (), tuple(things), marks), sign, cell=PIECE)


def _list_players_to_move(view: PositionView, address: PositionUrl) -> list[dict[str, Any]]:
    """Return the players who can be to move here; none where the pieces say who is."""
    match, text = view.line.match, view.scene.text
    other = f"{match.player_label(1 - match.mover)} to move"
    lines = text.split("\n")
    if lines[-1] == f"{match.player_label(match.mover)} to move":
        url = _make_url_of_text(view, address, "\n".join([*lines[:-1], other]))
    elif view.line.game.impartial:
        url = _make_url_of_text(view, address, text, second=match.mover == 0)
    else:
        url = ""
    if not url:
        return []
    return [
        {
            "name": f"{match.player_name(player)} to move",
            "now": player == match.mover,
            "url": address.url() if player == match.mover else url,
        }
        for player in (0, 1)
    ]


def _make_url_of_text(
    view: PositionView, address: PositionUrl, text: str, *, second: bool | None = None
) -> str:
    """Return the address where a text is set up, "" where it is no position."""
    try:
        parse_position(view.line.game, text)
    except ZermeloError:
        return ""
    is_second = view.line.match.mover == 1 if second is None else second
    return _make_editor_url(address.with_position_set_up(text, second=is_second), address.view.sign).url()


def clear_cells(text: str, picture: Picture | None) -> str:
    """Return the text of a position with every place of its picture empty."""
    for row, column in map_places_to_text_cells(text, picture).values():
        text = replace_sign_in_text(text, row, column, EMPTY)
    return text


def _make_click_targets(view: PositionView, sign: str) -> list[ClickTarget]:
    """Return the places that take a sign; the only one of its kind may leave its place for it."""
    text, found = view.scene.text, []
    cells = map_places_to_text_cells(text, view.scene.picture)
    address = _make_editor_url(view.address, sign)
    others = [] if sign == EMPTY else [cell for cell in cells.values() if read_sign(text, *cell) == sign]
    for name, cell in cells.items():
        changed = replace_sign_in_text(text, *cell, sign)
        url, said = _make_url_of_text(view, address, changed), "erase" if sign == EMPTY else f"put {sign}"
        if not url and len(others) == 1 and others[0] != cell:
            without = replace_sign_in_text(changed, *others[0], EMPTY)
            url, said = _make_url_of_text(view, address, without), f"move {sign} here"
        found.append(
            ClickTarget(name, f"{name}: {said if url else _explain_refusal(view.line.game, changed)}", url)
        )
    return found


def _explain_refusal(game: Game, text: str) -> str:
    """Return why a text is no position."""
    try:
        parse_position(game, text)
    except ZermeloError as error:
        return str(error)
    return ""


def _find_column(line: str, column: int) -> int:
    """Return where a cell stands in its line, which may have spaces between cells."""
    return len(line) - len(line.lstrip()) + column * (2 if " " in line.strip() else 1)


def read_sign(text: str, row: int, column: int) -> str:
    r"""Return the sign of a cell.

    >>> read_sign("X.\n.O\nO to move", 1, 1)
    'O'
    """
    line = text.split("\n")[row]
    return line[_find_column(line, column)]


def replace_sign_in_text(text: str, row: int, column: int, sign: str) -> str:
    r"""Return the text of a position with another sign on a cell.

    >>> replace_sign_in_text("X.\n.O\nO to move", 1, 0, "X")
    'X.\nXO\nO to move'
    """
    lines = text.split("\n")
    line = lines[row]
    place = _find_column(line, column)
    lines[row] = line[:place] + sign + line[place + 1 :]
    return "\n".join(lines)
