"""Setting up a position by hand: a sign is chosen and a touch puts it on a cell; or its text is typed.

Nothing is known of a game but its text: where that is a grid with a character for each place of the picture,
in the same order, a touch changes that character. What the rules then read back is a position; what they
refuse is said.
"""

import functools
import random
from typing import Any, Final

from zermelo import Game, ZermeloError
from zermelo.boards import Picture
from zermelo.draw import ClickTarget, read_grid
from zermelo.games import parse_position
from zermelo.play import Match
from zermelo.web.pages.position_view import PositionView
from zermelo.web.requests.position_url import PositionUrl

GAMES, PLIES = 20, 60  # of random play, in which signs are seen
EMPTY: Final = "."


def build_position_editor_values(view: PositionView) -> dict[str, Any]:
    """Return the panel: the text, the signs to choose among, and the places that answer."""
    text, picture = view.scene.text, view.scene.picture
    signs = find_signs_on_board(view.line.game) if map_places_to_text_cells(text, picture) else ()
    chosen = view.address.view.sign if view.address.view.sign in signs else (signs[0] if signs else "")
    return {
        "name": "setup",
        "title": "Set up a position",
        "body": "",
        "text": text,
        "action": view.address.with_position_set_up("").path,
        "second": view.line.match.mover == 1,
        "signs": [
            {"sign": sign, "url": _make_editor_url(view.address, sign).url(), "now": sign == chosen}
            for sign in signs
        ],
        "touches": _make_click_targets(view, chosen) if chosen else [],
        "close": view.address.with_view_options(panel="analyse").url(),
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
    spots = [(y, x) for y, row in enumerate(grid[0]) for x in range(len(row))]
    if len(order) != len(spots):
        return {}
    return {place.name: spot for place, spot in zip(order, spots, strict=True)}


@functools.lru_cache(maxsize=200)
def find_signs_on_board(game: Game) -> tuple[str, ...]:
    """Return the signs that stand on the board in some games at random, the empty one last."""
    chance, found = random.Random(1), set()
    for _ in range(GAMES):
        match = Match(game)
        for _ in range(PLIES):
            grid = read_grid(match.text)
            found |= {sign for row in grid[0] for sign in row} if grid else set()
            moves = match.moves()
            if not moves:
                break
            match.play(chance.choice(moves))
    return (*sorted(found - {EMPTY}, key=lambda sign: (not sign.isupper(), sign)), EMPTY) if found else ()


def _make_click_targets(view: PositionView, sign: str) -> list[ClickTarget]:
    text = view.scene.text
    found = []
    for name, (row, column) in map_places_to_text_cells(text, view.scene.picture).items():
        changed = replace_sign_in_text(text, row, column, sign)
        address = _make_editor_url(
            view.address.with_position_set_up(changed, second=view.line.match.mover == 1), sign
        )
        try:
            parse_position(view.line.game, changed)
        except ZermeloError as error:
            found.append(ClickTarget(name, f"{name}: {error}"))
            continue
        found.append(ClickTarget(name, f"{name}: put {sign}", address.url()))
    return found


def replace_sign_in_text(text: str, row: int, column: int, sign: str) -> str:
    r"""Return the text of a position with another sign on a cell.

    >>> replace_sign_in_text("X.\n.O\nO to move", 1, 0, "X")
    'X.\nXO\nO to move'
    """
    lines = text.split("\n")
    line = lines[row]
    place = len(line) - len(line.lstrip()) + column * (2 if " " in line.strip() else 1)
    lines[row] = line[:place] + sign + line[place + 1 :]
    return "\n".join(lines)
