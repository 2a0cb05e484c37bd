"""Features of puzzles whose text says where each thing is: on which bank of a river, on which peg.

The places are the parts of a position's text between bars, "wolf cabbage | goat boat". They are called as
the marks of its picture call them, if there are as many. What moves every time, the boat, is not counted as
a thing. Words of one letter are of two kinds, capitals and small letters; A and a are a couple. Of numbers
the smallest is said, and what lies on what: the last one in a place is on top.
"""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game, Position, has
from zermelo.core.rule_queries import moves_at
from zermelo.explain.features.position_views import PositionViews
from zermelo.explain.features.symmetric_features import select_symmetric_features
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature

COMPARED: Final = (MOST, LEAST, AT_LEAST, EQUAL)
WALKS: Final = 10  # random walks, to find which things there are
STEPS: Final = 60  # of each walk
LOOKED_AT: Final = 60  # positions whose images are looked at
MOST_THINGS: Final = 8  # that words speak of one by one

Towers = tuple[tuple[str, ...], ...]  # the things in each place, the lowest first


class LocationSurvey(NamedTuple):
    """What random walks found: things that do not move every time, and the names of the places."""

    things: tuple[str, ...]
    places: tuple[str, ...]
    positions: tuple[Position, ...]  # some unfinished ones


def applies_to_game(game: Game) -> bool:
    """Return whether the text of a puzzle for one always says of the same things where they are."""
    return game.players == 1 and _survey_locations(game) is not None


def build_features(game: Game) -> list[Feature]:
    """Return the features that agree on all images of the positions that random walks met."""
    survey = _survey_locations(game)
    assert survey is not None
    things = frozenset(survey.things)

    def read_towers(position: Position) -> Towers:
        return tuple(
            tuple(word for word in tower if word in things)
            for tower in _parse_things_by_place(game.show(position))
        )

    views = PositionViews(game, read_towers)
    found = [*_yield_count_features(survey, views), *_yield_couple_features(survey, views)]
    if all(each.isdigit() for each in survey.things):
        found += _yield_landing_features(survey, views)
    if len(survey.things) <= MOST_THINGS:
        found += _yield_single_thing_features(survey, views)
    return select_symmetric_features(game, found, survey.positions[:LOOKED_AT])


def _yield_count_features(survey: LocationSurvey, views: PositionViews[Towers]) -> Iterator[Feature]:
    """Yield how many things of a kind move, and how many are in a place before and after it."""
    for key, words, kind in _group_things_by_kind(survey.things):

        def count_moved_things(before: Towers, after: Towers, kind: frozenset[str] = kind) -> int:
            return len(_find_moved_things(before, after) & kind)

        yield views.build_feature_of_both_positions(
            f"moved({key})", f"{words} that move", count_moved_things, compared=COMPARED
        )
        for number, place in enumerate(survey.places):

            def count_things_at_place(towers: Towers, at: int = number, kind: frozenset[str] = kind) -> int:
                return len(kind.intersection(towers[at]))

            called = f"{words} {_describe_place(place)}"
            yield views.build_feature_before_move(
                f"had({key},{place})", f"{called}, before it", count_things_at_place, compared=COMPARED[2:]
            )
            yield views.build_feature_after_move(
                f"left({key},{place})", f"{called}, after it", count_things_at_place, compared=COMPARED
            )


def _yield_couple_features(survey: LocationSurvey, views: PositionViews[Towers]) -> Iterator[Feature]:
    """Yield how many couples are not in one place, where there are couples."""
    couples = [(each, each.lower()) for each in survey.things if each != each.lower() in survey.things]
    if couples:

        def count_separated_couples(after: Towers) -> int:
            return sum(
                _find_place_of_thing(after, one) != _find_place_of_thing(after, other)
                for one, other in couples
            )

        yield views.build_feature_after_move(
            "apart", "couples that are apart after it", count_separated_couples, compared=COMPARED
        )


def _yield_landing_features(survey: LocationSurvey, views: PositionViews[Towers]) -> Iterator[Feature]:
    """Yield how what is put somewhere lies there, where play moves one numbered thing at a time."""
    smallest = min(survey.things, key=int)

    def find_moved_thing(before: Towers, after: Towers) -> str:
        return min(_find_moved_things(before, after), key=int)

    def find_thing_below_landing(before: Towers, after: Towers) -> str | None:
        """Return what lay on top where it is put."""
        return next(iter(before[_find_place_of_thing(after, find_moved_thing(before, after))][-1:]), None)

    def measure_step(before: Towers, after: Towers) -> int:
        which = find_moved_thing(before, after)
        return (_find_place_of_thing(after, which) - _find_place_of_thing(before, which)) % len(after)

    def lands_on_like_parity(before: Towers, after: Towers) -> bool:
        under = find_thing_below_landing(before, after)
        return under is not None and int(under) % 2 == int(find_moved_thing(before, after)) % 2

    right = "goes one place to the right, from the last one to the first"
    left = "goes one place to the left, from the first one to the last"
    yield views.build_feature_of_both_positions(
        "smallest",
        "moves the smallest",
        lambda *both: find_moved_thing(*both) == smallest,
        is_flag=True,
        compared=(EQUAL,),
    )
    yield views.build_feature_of_both_positions(
        "step",
        "places to the right that it goes, from the last one on to the first",
        measure_step,
        compared=(EQUAL,),
        said={"==1": right, f"=={len(survey.places) - 1}": left},
    )
    yield views.build_feature_of_both_positions(
        "alike", "puts odd on odd or even on even", lands_on_like_parity, is_flag=True, compared=(EQUAL,)
    )
    yield views.build_feature_of_both_positions(
        "bare",
        "puts it where nothing lies",
        lambda *both: find_thing_below_landing(*both) is None,
        is_flag=True,
        compared=(EQUAL,),
    )


def _yield_single_thing_features(survey: LocationSurvey, views: PositionViews[Towers]) -> Iterator[Feature]:
    """Yield of each thing whether it moves, and where it is before and after."""
    for thing in survey.things:
        called = f"no. {thing}" if thing.isdigit() else thing

        def does_thing_move(before: Towers, after: Towers, thing: str = thing) -> bool:
            return thing in _find_moved_things(before, after)

        yield views.build_feature_of_both_positions(
            f"moves({thing})", f"moves {called}", does_thing_move, is_flag=True, compared=(EQUAL,)
        )
        for number, place in enumerate(survey.places):

            def is_thing_at_place(towers: Towers, thing: str = thing, at: int = number) -> bool:
                return thing in towers[at]

            stands = f"{called} is {_describe_place(place)}"
            yield views.build_feature_before_move(
                f"was({thing},{place})", f"before it {stands}", is_thing_at_place, is_flag=True
            )
            yield views.build_feature_after_move(
                f"is({thing},{place})", f"after it {stands}", is_thing_at_place, is_flag=True
            )


def _group_things_by_kind(things: Sequence[str]) -> list[tuple[str, str, frozenset[str]]]:
    """Return a key, words and the things: of all, of capitals, of small letters."""
    capitals = frozenset(each for each in things if len(each) == 1 and each.isupper())
    small = frozenset(each for each in things if len(each) == 1 and each.islower())
    found = [("all", "things", frozenset(things))]
    if capitals and small:
        found += [("capitals", "capitals", capitals), ("small", "small letters", small)]
    return found


def _describe_place(place: str) -> str:
    return f"in place {place}" if place.isdigit() else f"on the {place} side"


def _find_place_of_thing(towers: Towers, thing: str) -> int:
    return next(number for number, tower in enumerate(towers) if thing in tower)


def _find_moved_things(before: Towers, after: Towers) -> frozenset[str]:
    """Return what is in another place after a move."""
    return frozenset().union(*(set(new) - set(old) for old, new in zip(before, after, strict=True)))


def _parse_things_by_place(text: str) -> Towers:
    return tuple(tuple(word for word in part.split() if word != ".") for part in text.split("|"))


@lru_cache(maxsize=16)
def _survey_locations(game: Game) -> LocationSurvey | None:
    """Return what random walks find.

    The result is None where a position's text does not give the places of the same things as the start's
    text.
    """
    starts = list(game.starts())
    text = game.show(starts[0])
    first = _parse_things_by_place(text)
    everything = sorted(word for tower in first for word in tower)
    if len(first) == 1 or "\n" in text or len(set(everything)) < len(everything):
        return None
    chance = random.Random(1913)
    always = set(everything)
    positions: dict[Position, None] = {}
    for _ in range(WALKS):
        position = chance.choice(starts)
        for _ in range(STEPS):
            towers = _parse_things_by_place(game.show(position))
            if len(towers) != len(first) or sorted(word for tower in towers for word in tower) != everything:
                return None
            moves = moves_at(game, position)
            if not moves:
                break
            positions[position] = None
            position = game.play(position, chance.choice(list(moves)))
            always &= _find_moved_things(towers, _parse_things_by_place(game.show(position)))
    things = tuple(word for word in everything if word not in always)
    asked: Any = game
    marks = [mark.text for mark in asked.depict(starts[0]).marks] if has(game, "depict") else []
    called = marks if len(marks) == len(first) else [str(place + 1) for place in range(len(first))]
    return LocationSurvey(things, tuple(called), tuple(positions)) if things else None
