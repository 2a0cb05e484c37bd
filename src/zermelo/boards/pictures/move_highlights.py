"""Marks on a picture: the last move, legal moves and their values; also the cells that belong to a move.

The caller gives marks as plain values, by the names of the picture's places; the last move's, by their
numbers. A place that the picture lacks is ignored, because it is not drawn.

>>> from zermelo.boards.pictures.picture_places import square_places
>>> board = Picture(places=square_places(3, 3))
>>> find_move_cells(board, "b2-c3")
('b2', 'c3')
>>> find_move_cells(board, "roll")
()
"""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from zermelo.boards.pictures.picture import BESIDE_BOARD, Picture, Place, Stroke, Thing

BETWEEN = re.compile(r"[-x:/|,+*<>=\s]*")  # what may stand between numbers where they name cells
NO_CELL = re.compile(r"^\d+: |/off$")  # the die that a move uses, and a piece that leaves the board
NEAR = 0.51  # cells: what stands so near a place stands on it


@dataclass(frozen=True)
class ValueSign:
    """The value of the move to a place for the player who makes it.

    Of several moves to one place the first is shown; a script shows another when its piece is picked up.
    """

    place: str  # its name
    tone: str  # "win", "draw", "loss" or "unknown"
    text: str = ""  # in the sign: plies to the end, or points
    best: bool = True  # whether no move is better; signs of other moves are smaller
    origin: str = ""  # name of the place where the move begins, "" for a move of one place


@dataclass(frozen=True)
class PlaceHeat:
    """The rating of a place, shown as a shade."""

    place: str  # its name
    share: float  # the shade, from 0 to 1
    text: str = ""  # on the place


@dataclass(frozen=True)
class MoveHighlights:
    """Marks on a picture, by the names of its places, those of the last move by their numbers."""

    last: tuple[int, ...] = ()  # places of the last move, by their numbers: some have no name
    legal: tuple[str, ...] = ()  # places of legal moves
    arrows: tuple[tuple[str, str], ...] = ()  # from one place to another
    values: tuple[ValueSign, ...] = ()  # of moves
    heats: tuple[PlaceHeat, ...] = ()  # ratings of places
    chosen: tuple[str, ...] = ()  # places that are framed: of the moves that a player or a rule chose


def find_move_cells(before: Picture, name: str, after: Picture | None = None) -> tuple[str, ...]:
    """Return the places of a move: those in its name, in its order; else those where `after` differs.

    Where a name gives only the place that a piece goes to, the place it came from is added if the pictures
    show it. A piece of several places comes from all of them, and goes to the farthest. Both pictures show
    the board from one side, with the same colours. Numbers are places only where a name is nothing else.
    """
    if after is not None and after.places != before.places:
        after = _name_places_as_before(before, after)
    named = _find_named_places(before, name)
    if not named and after is not None and (cells := _find_places_of_wide_piece(before, after)):
        return cells
    changed = _find_changed_places(before, after) if after is not None else ()
    if not named:
        return changed
    if len(named) == 1 and after is not None:
        came = _find_origin(before, after, named[0], changed)
        return (came, *named) if came else named
    return named


def find_move_target(before: Picture, name: str, after: Picture | None = None) -> str:
    """Return the place that shows a move's value: the last of its cells, or no name at all."""
    cells = find_move_cells(before, name, after)
    return cells[-1] if cells else ""


def find_last_move_places(before: Picture, name: str, after: Picture) -> tuple[int, ...]:
    """Return the numbers of the places in `after` where a move changed something.

    Where it changed what stands on no place, or nothing else, they are also those in its name that are left.
    """
    left = {_round_point(place) for place in after.places}
    kept = replace(before, places=tuple(each for each in before.places if _round_point(each) in left))
    named = _find_named_places(kept, name)
    old, new = _group_looks_by_point(before), _group_looks_by_point(after)
    lines = set(_list_stroke_ends(before.strokes)) ^ set(_list_stroke_ends(after.strokes))
    changed = [
        number
        for number, place in enumerate(after.places)
        if (old.get(_round_point(place)) != new[_round_point(place)] and place.ground not in BESIDE_BOARD)
        or any(_is_at_line_middle(place, line) for line in lines)
    ]
    if not changed or old[None] != new[None]:
        points = {
            _round_point(place)
            for place in before.places
            if place.name in named and not (changed and place.ground in BESIDE_BOARD)
        }
        changed += [number for number, place in enumerate(after.places) if _round_point(place) in points]
    return tuple(sorted(set(changed)))


def _name_places_as_before(before: Picture, after: Picture) -> Picture:
    """Return the later picture with the names of the earlier one: some belong to the player to move."""
    names = {_round_point(place): place.name for place in before.places}
    if names.keys() != {_round_point(place) for place in after.places}:
        return after
    return replace(
        after, places=tuple(replace(each, name=names[_round_point(each)]) for each in after.places)
    )


def _round_point(thing: Place | Thing) -> tuple[float, float]:
    return round(thing.x, 2) + 0.0, round(thing.y, 2) + 0.0


def _group_looks_by_point(picture: Picture) -> dict[tuple[float, float] | None, Counter[Hashable]]:
    """Return what each place looks like with all that stands there; under None what stands on no place."""
    found: dict[tuple[float, float] | None, Counter[Hashable]] = {
        _round_point(place): Counter([(place.ground, place.shade)]) for place in picture.places
    }
    found[None] = Counter()
    for thing in picture.things:
        look = thing.shape, thing.side, thing.text
        for x, y in thing.covered_points():
            place = _find_nearest_place(picture.places, x, y)
            if place is None:
                found[None][look, _round_point(thing)] += 1
            else:
                found[_round_point(place)][look] += 1
    return found


def _find_named_places(picture: Picture, name: str) -> tuple[str, ...]:
    places = sorted({place.name for place in picture.places if place.name}, key=len, reverse=True)
    if not places:
        return ()
    if name in places:
        return (name,)
    bare = NO_CELL.sub("", name)
    if BETWEEN.fullmatch(re.sub("|".join(map(_place_name_pattern, places)), "", bare)):
        found = _split_place_names(places, bare)
    else:
        found = _split_place_names([place for place in places if not place.isdigit()], name)
    return tuple(dict.fromkeys(found))


def _split_place_names(places: list[str], name: str) -> list[str]:
    return re.findall("|".join(map(_place_name_pattern, places)), name) if places else []


def _place_name_pattern(place: str) -> str:
    """Return a pattern for a place's name that is no part of a longer number."""
    before = r"(?<!\d)" if place[0].isdigit() else ""
    after = r"(?!\d)" if place[-1].isdigit() else ""
    return f"{before}{re.escape(place)}{after}"


def _group_things_by_place(picture: Picture) -> dict[str, Counter[tuple[str, int | None, str]]]:
    """Return what stands on each named place."""
    found: dict[str, Counter[tuple[str, int | None, str]]] = {
        place.name: Counter() for place in picture.places if place.name
    }
    for thing in picture.things:
        for point in thing.covered_points():
            place = _find_nearest_place([each for each in picture.places if each.name], *point)
            if place is not None:
                found[place.name][thing.shape, thing.side, thing.text] += 1
    return found


def _find_nearest_place(places: Sequence[Place], x: float, y: float) -> Place | None:
    near = [
        (abs(place.x - x) + abs(place.y - y), number)
        for number, place in enumerate(places)
        if abs(place.x - x) < NEAR and abs(place.y - y) < NEAR
    ]
    return places[min(near)[1]] if near else None


def _find_changed_places(before: Picture, after: Picture) -> tuple[str, ...]:
    """Return the places where something else stands, those that are left first, or where a line is new."""
    old, new = _group_things_by_place(before), _group_things_by_place(after)
    differ = [name for name in old if old[name] != new.get(name, Counter())]
    lines = set(_list_stroke_ends(after.strokes)) ^ set(_list_stroke_ends(before.strokes))
    on_lines = [
        place.name
        for place in before.places
        if place.name and any(_is_at_line_middle(place, line) for line in lines) and place.name not in differ
    ]
    return (*sorted(differ, key=lambda name: bool(new.get(name))), *on_lines)


def _find_places_of_wide_piece(before: Picture, after: Picture) -> tuple[str, ...]:
    """Return the places that a piece of several covers, and the farthest where it goes, else nothing."""
    gone, come = set(before.things) - set(after.things), set(after.things) - set(before.things)
    if len(gone) != 1 or len(come) != 1:
        return ()
    (old,), (new,) = gone, come
    if replace(old, x=new.x, y=new.y) != new or len(old.covered_points()) < 2:
        return ()
    named = [each for each in before.places if each.name]
    left, reached = (
        [place for point in each.covered_points() if (place := _find_nearest_place(named, *point))]
        for each in (old, new)
    )
    target = max(reached, key=lambda place: abs(place.x - old.x) + abs(place.y - old.y))
    return (*(place.name for place in left), target.name)


def _list_stroke_ends(strokes: tuple[Stroke, ...]) -> list[tuple[float, float, float, float, str]]:
    return [(each.x1, each.y1, each.x2, each.y2, each.kind) for each in strokes]


def _is_at_line_middle(place: Place, line: tuple[float, float, float, float, str]) -> bool:
    x1, y1, x2, y2, _ = line
    return abs((x1 + x2) / 2 - place.x) < 0.01 and abs((y1 + y2) / 2 - place.y) < 0.01


def _find_origin(before: Picture, after: Picture, target: str, changed: tuple[str, ...]) -> str:
    """Return where the piece on `target` stood before, if only one place is possible."""
    old, new = _group_things_by_place(before), _group_things_by_place(after)
    arrived = new.get(target, Counter()) - old.get(target, Counter())
    left = [
        name
        for name in changed
        if name != target and (old[name] - new.get(name, Counter())) & arrived and not new.get(name)
    ]
    return left[0] if len(left) == 1 else ""
