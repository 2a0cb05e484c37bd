"""Setting up a position by hand: a piece is chosen and a touch puts it on a cell; or its text is typed.

Nothing is known of a game but its text and its pictures. Where each row of places has a line of the text
with as many characters, a touch changes a character. The palette shows what stands on places with that
character in games at random. Where only columns have names, pieces fall. What the rules then read back is a
position. What they refuse is tried with the other player to move and with other pieces in hand; else the page
says why.
"""

import functools
import itertools
import random
import re
from dataclasses import replace
from typing import Any, Final

from zermelo import Game, ZermeloError
from zermelo.boards import Mark, Picture, Place
from zermelo.core import UnreadablePosition
from zermelo.draw import ClickTarget, picture_svg, read_grid
from zermelo.games import parse_position
from zermelo.play import Match
from zermelo.web.pages.position_view import PositionView
from zermelo.web.requests.position_url import PositionUrl

GAMES, PLIES = 20, 60  # of random play, in which signs are seen
EMPTY: Final = "."
NOTHING: Final = "nothing"  # in hand
OUTSIDE: Final = ("", " ", " _", " #", " -|")  # characters of a text that are no places of the board
NO_CELLS: Final = (("bare", "button", "exit"), ("button", "exit"))  # grounds of places beside a board
HAND: Final = "hand"  # the place of a piece that is in hand
NUMBER: Final = re.compile(r"\b\d+\b")
IN_HAND: Final = re.compile(r"(\S+) in hand")
TURNS: Final = {"first": "second", "second": "first"}
LABELS: Final = {EMPTY: "Eraser", "-": "Line", "|": "Line"}
PIECE: Final = 44.0  # pixels: the side of a cell in the palette
MOST_TRIED: Final = 64  # texts
NEAR: Final = 0.3  # of a cell: what stands on a place is so near to its middle
Spot = tuple[int, int, int]  # where a sign stands in a text: its line, and the characters from and to


def build_position_editor_values(view: PositionView) -> dict[str, Any]:
    """Return the panel: the pieces to choose among, who is to move, the text, and the places that answer."""
    text, picture = view.scene.text, view.scene.picture
    pieces = draw_pieces_of_game(view.line.game) if map_places_to_text(text, picture) else {}
    chosen, touches, refused = _choose_piece(view, list(pieces))
    address = _make_editor_url(view.address, chosen)
    return {
        "name": "setup",
        "title": "Set up a position",
        "body": "",
        "error": "",
        "refused": refused,
        "text": text,
        "below": next((line for line in text.split("\n") if line.endswith("in hand")), ""),
        "action": view.address.with_position_set_up("").path,
        "second": view.line.match.mover == 1,
        "pieces": [
            {
                "label": LABELS.get(sign, sign),
                "words": LABELS.get(sign, f"Piece {sign}"),
                "drawn": drawn,
                "url": _make_editor_url(view.address, sign).url(),
                "now": sign == chosen,
            }
            for sign, drawn in pieces.items()
        ],
        "movers": _list_players_to_move(view, address),
        "cleared": _make_url_of_text(view, address, clear_cells(text, picture)) if pieces else "",
        "begun": address.with_position_set_up("").with_view_options(panel="setup", sign=chosen).url(),
        "touches": touches,
        "close": view.address.with_view_options(panel="").url(),
    }


def _choose_piece(view: PositionView, signs: list[str]) -> tuple[str, list[ClickTarget], str]:
    """Return the piece that touches put, the places that take it, and why the one chosen fits nowhere."""
    asked = view.address.view.sign if view.address.view.sign in signs else ""
    refused = ""
    for sign in dict.fromkeys([*([asked] if asked else []), *signs]):
        touches = _make_click_targets(view, sign)
        if any(touch.href for touch in touches):
            closed = [touch.label.partition(": ")[2] for touch in touches if not touch.href]
            if sign != EMPTY and 2 * len(closed) > len(touches):
                refused = refused or f"{sign} fits hardly anywhere now: {max(closed, key=closed.count)}"
            return sign, touches, refused
        if sign == asked and touches:
            refused = f"{sign} fits nowhere now: {touches[0].label.partition(': ')[2]}"
    return asked, [], refused


def _make_editor_url(address: PositionUrl, sign: str) -> PositionUrl:
    return address.with_view_options(panel="setup", sign=sign)


def map_places_to_text(text: str, picture: Picture | None) -> dict[str, tuple[Spot, ...]]:
    """Return where the sign of each place that can be touched stands in a text; nothing where they differ.

    A place over cells without names stands for all of them, from the top.
    """
    cells = _list_cells(text, picture)
    if picture is None or not cells:
        return {}
    found: dict[str, tuple[Spot, ...]] = {place.name: (spot,) for place, spot in cells if place.name}
    if not found:
        heads = [place for place in picture.places if place.name]
        found = {
            head.name: tuple(spot for place, spot in cells if abs(place.x - head.x) < NEAR) for head in heads
        }
    for number, line in enumerate(text.split("\n")):
        held = IN_HAND.fullmatch(line)
        if held and any(place.name == HAND for place in picture.places):
            found[HAND] = ((number, 0, held.end(1)),)
    return found if all(found.values()) else {}


def _list_cells(text: str, picture: Picture | None) -> list[tuple[Place, Spot]]:
    """Return the cells of a board and where their signs stand: a row of cells is a line with as many.

    Where rows and lines differ, as where walls are written or a row is drawn in two, all cells are counted.
    """
    if picture is None:
        return []
    lines, grid = text.split("\n"), read_grid(text)
    for no_cells, outside in itertools.product(NO_CELLS, OUTSIDE):
        rows: dict[float, list[Place]] = {}
        for place in sorted(picture.places, key=lambda each: (round(each.y, 3), round(each.x, 3))):
            if place.ground not in no_cells:
                rows.setdefault(round(place.y, 3), []).append(place)
        places = [place for row in rows.values() for place in row]
        for height in (len(rows), 0 if grid is None else len(grid[0])):
            spots = [
                [(number, at, at + 1) for at, sign in enumerate(line) if sign not in outside]
                for number, line in enumerate(lines[:height])
            ]
            alike = height != len(rows) or [*map(len, rows.values())] == [*map(len, spots)]
            if alike and 0 < len(places) == sum(map(len, spots)):
                return list(zip(places, itertools.chain(*spots), strict=True))
    return _list_cells_of_blocks(lines, picture)


def _list_cells_of_blocks(lines: list[str], picture: Picture) -> list[tuple[Place, Spot]]:
    """Return the cells of a board in several blocks, which stand beside each other in the text."""
    blocks: list[list[Place]] = []
    for place in picture.places:
        near = [
            each
            for each in blocks
            if any(max(abs(place.x - other.x), abs(place.y - other.y)) < 1.1 for other in each)
        ]
        blocks = [each for each in blocks if each not in near] + [[place, *itertools.chain(*near)]]
    for block in blocks:
        block.sort(key=lambda place: (place.y, place.x))
    blocks.sort(key=lambda block: (round(block[0].y, 3), block[0].x))
    groups = [
        [
            [(number, at, at + 1) for at in range(*found.span())]
            for number, line in enumerate(lines)
            for found in [*re.finditer(r"\S+", line)][block : block + 1]
        ]
        for block in range(len(blocks))
    ]
    spots = [list(itertools.chain(*group)) for group in groups]
    if len(blocks) == 1 or [*map(len, blocks)] != [*map(len, spots)]:
        return []
    return list(zip(itertools.chain(*blocks), itertools.chain(*spots), strict=True))


@functools.lru_cache(maxsize=200)
def draw_pieces_of_game(game: Game) -> dict[str, str]:
    """Return the signs that stand on the board in some games at random, each drawn, the empty one last.

    What stands at the start where it stands at the end of every game is no piece.
    """
    chance, found, known = random.Random(1), dict[str, str](), set[tuple[int, str]]()
    fixed: set[tuple[str, Spot]] | None = None
    for _ in range(GAMES):
        match = Match(game)
        for _ in range(PLIES):
            signs_by_line = {
                (number, sign) for number, line in enumerate(match.text.split("\n")) for sign in line
            }
            if not signs_by_line <= known:
                known |= signs_by_line
                _draw_new_pieces(match, found)
            moves = match.moves()
            if not moves:
                break
            match.play(chance.choice(moves))
        last = {(read_sign(match.text, spot), spot) for _, spot in _list_cells(match.text, match.picture)}
        fixed = last if fixed is None else fixed & last
    start = Match(game)
    begun = [(read_sign(start.text, spot), spot) for _, spot in _list_cells(start.text, start.picture)]
    still = {sign for sign, _ in begun if all(each in (fixed or ()) for each in begun if each[0] == sign)}
    signs = [sign for sign in found if sign == EMPTY or sign not in still]
    family = str(getattr(game, "piece_signs", ""))
    _draw_pieces_of_other_games(start, family, found)
    signs = list(dict.fromkeys([*signs, *(sign for sign in family if sign in found)]))
    signs.sort(key=lambda sign: (sign == EMPTY, family.find(sign), not sign.isupper(), sign))
    return {sign: found[sign] for sign in signs}


def _draw_pieces_of_other_games(start: Match, signs: str, found: dict[str, str]) -> None:
    """Add pieces that another game of the family has: each is put on a cell of the start that takes it."""
    cells = [spot for _, spot in _list_cells(start.text, start.picture)]
    cells.sort(key=lambda spot: read_sign(start.text, spot) != EMPTY)  # else in place of a piece
    for sign, spot in itertools.product(signs, cells):
        if sign not in found:
            text = replace_sign_in_text(start.text, spot, sign)
            game, refused = find_game_of_text(start.game, text)
            if not refused:
                _draw_new_pieces(Match(game, [parse_position(game, text)]), found)


def _draw_new_pieces(match: Match, found: dict[str, str]) -> None:
    """Add what stands on places with signs that have not been seen; the sign where nothing is drawn."""
    picture = match.picture
    for place, spot in _list_cells(match.text, picture):
        sign = read_sign(match.text, spot)
        if sign in found or picture is None:
            continue
        things = [
            replace(thing, x=thing.x - place.x, y=thing.y - place.y)
            for thing in picture.things
            if max(abs(thing.x - place.x), abs(thing.y - place.y)) < NEAR
        ]
        lines = [
            replace(
                each, x1=each.x1 - place.x, y1=each.y1 - place.y, x2=each.x2 - place.x, y2=each.y2 - place.y
            )
            for each in picture.strokes
            if each.kind == "wall"
            and max(abs(each.x1 + each.x2 - 2 * place.x), abs(each.y1 + each.y2 - 2 * place.y)) < NEAR
        ]
        marks = () if things or lines or sign == EMPTY else (Mark(sign, 0.0, 0.0),)
        ground = replace(place, name="", x=0.0, y=0.0)
        found[sign] = picture_svg(Picture((ground,), tuple(lines), tuple(things), marks), sign, cell=PIECE)


def _list_players_to_move(view: PositionView, address: PositionUrl) -> list[dict[str, Any]]:
    """Return the players who can be to move here; none where the pieces say who is."""
    match, text = view.line.match, view.scene.text
    turns, lines = _name_turns(view), text.split("\n")
    if lines[-1] in TURNS:
        url = _make_url_of_text(view, address, "\n".join([*lines[:-1], TURNS[lines[-1]]]))
    elif lines[-1] == turns[match.mover]:
        url = _make_url_of_text(view, address, "\n".join([*lines[:-1], turns[1 - match.mover]]))
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
    """Return the address where a text is set up, "" where it is no position; a text may say who moves."""
    game, refused = find_game_of_text(view.line.game, text)
    if refused:
        return ""
    if game != view.line.game:
        address = replace(address, game=repr(game))
    said = [turn for turn in _name_turns(view) if turn in text.split("\n")]
    is_second = view.line.match.mover == 1 if second is None else second
    if said:
        is_second = said[0] == _name_turns(view)[1]
    return _make_editor_url(address.with_position_set_up(text, second=is_second), address.view.sign).url()


def clear_cells(text: str, picture: Picture | None) -> str:
    """Return the text of a position with every place of its picture empty."""
    for spots in sorted(map_places_to_text(text, picture).values()):
        for spot in spots:
            text = replace_sign_in_text(text, spot, EMPTY)
    return text


def _make_click_targets(view: PositionView, sign: str) -> list[ClickTarget]:
    """Return the places that take a sign; the only one of its kind may leave its place for it."""
    text, game, found = view.scene.text, view.line.game, []
    places = map_places_to_text(text, view.scene.picture)
    signs = list(draw_pieces_of_game(game))
    address = _make_editor_url(view.address, sign)
    every = [spot for spots in places.values() for spot in spots]
    others = [] if sign == EMPTY else [spot for spot in every if read_sign(text, spot) == sign]
    for name, spots in places.items():
        spot = _choose_spot(text, spots, sign)
        if spot is None:
            words = "nothing to erase" if sign == EMPTY else "the column is full"
            found.append(ClickTarget(name, f"{name}: {words}"))
            continue
        changed, said = replace_sign_in_text(text, spot, sign), "erase" if sign == EMPTY else f"put {sign}"
        texts = [changed]
        if len(others) == 1 and others[0] != spot:  # a later one first: it may change a line's length
            first, then = sorted([(others[0], EMPTY), (spot, sign)], reverse=True)
            texts.append(replace_sign_in_text(replace_sign_in_text(text, *first), *then))
        url = ""
        for number, each in enumerate(texts):
            tried = (
                _make_url_of_text(view, address, other)
                for other in _list_texts_to_try(each, signs, _name_turns(view))
            )
            url = url or next(filter(None, tried), "")
            if url and number and said.startswith("put"):
                said = f"move {sign} here"
            if url:
                break
        found.append(
            ClickTarget(name, f"{name}: {said if url else find_game_of_text(game, changed)[1]}", url)
        )
    return found


def _choose_spot(text: str, spots: tuple[Spot, ...], sign: str) -> Spot | None:
    """Return where a sign goes on a place: in a column it falls, and the uppermost is erased."""
    if len(spots) == 1:
        return spots[0]
    taken = [spot for spot in spots if read_sign(text, spot) != EMPTY]
    free = [spot for spot in spots if spot not in taken]
    return next(iter(taken), None) if sign == EMPTY else free[-1] if free else None


def _list_texts_to_try(text: str, signs: list[str], turns: tuple[str, str]) -> list[str]:
    """Return a text, then the same with another player to move and others in hand, the nearest first."""
    lines = [_list_other_lines(line, signs, turns) for line in text.split("\n")]
    numbered = itertools.product(*map(enumerate, lines))
    nearest = sorted(
        itertools.islice(numbered, MOST_TRIED), key=lambda each: sum(number for number, _ in each)
    )
    return ["\n".join(line for _, line in each) for each in nearest]


def _list_other_lines(line: str, signs: list[str], turns: tuple[str, str]) -> list[str]:
    """Return a line of a text, then others that may stand in its place, the nearest first."""
    numbers = [int(number) for number in NUMBER.findall(line)]
    if line in turns:
        return [line, turns[1 - turns.index(line)]]
    if line in TURNS:
        return [line, TURNS[line]]
    if IN_HAND.fullmatch(line):
        return [line, *(f"{sign} in hand" for sign in (NOTHING, *signs) if sign != EMPTY)]
    if not line.endswith("in hand"):
        return [line]
    found = {line: 0}
    for step in itertools.product((0, -1, 1, -2, 2), repeat=len(numbers)):
        parts = NUMBER.split(line)
        others = (str(max(0, number + by)) for number, by in zip(numbers, step, strict=True))
        other = parts[0] + "".join(map("".join, zip(others, parts[1:], strict=True)))
        found.setdefault(other, sum(map(abs, step)))
    return sorted(found, key=lambda each: found[each])


def _name_turns(view: PositionView) -> tuple[str, str]:
    """Return the lines of a text that say who moves, by the names that the game's text has for players."""
    view.line.match.player_name(0)  # refuses names that are not two
    first, second = (f"{name} to move" for name in getattr(view.line.game, "player_names", TURNS))
    is_second = view.scene.text.endswith(f"\n{second}")
    return (first, second) if is_second == (view.line.match.mover == 1) else (second, first)


def find_game_of_text(game: Game, text: str) -> tuple[Game, str]:
    """Return the game of the family that has a position, and why none has, "" where one has."""
    refused = ""
    for _ in range(2):  # the game itself, then the one that its refusal names, whose own is not followed
        try:
            parse_position(game, text)
        except UnreadablePosition as error:
            refused = error.reason or str(error)
            if not isinstance(error.other, Game):
                break
            game = error.other
        except ZermeloError as error:
            return game, str(error)
        else:
            return game, ""
    return game, refused


def read_sign(text: str, spot: Spot) -> str:
    r"""Return the sign of a cell, the empty one where nothing is in hand.

    >>> read_sign("X.\n.O\nO to move", (1, 1, 2))
    'O'
    """
    line, begin, end = spot
    sign = text.split("\n")[line][begin:end]
    return EMPTY if sign == NOTHING else sign


def replace_sign_in_text(text: str, spot: Spot, sign: str) -> str:
    r"""Return the text of a position with another sign on a cell.

    >>> replace_sign_in_text("X.\n.O\nO to move", (1, 0, 1), "X")
    'X.\nXO\nO to move'
    """
    lines = text.split("\n")
    number, begin, end = spot
    line = lines[number]
    put = NOTHING if sign == EMPTY and IN_HAND.fullmatch(line) else sign
    lines[number] = line[:begin] + put + line[end:]
    return "\n".join(lines)
