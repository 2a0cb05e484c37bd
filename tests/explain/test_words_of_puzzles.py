"""Words for banks, pegs and pieces of puzzles: counted once more on the text of every position."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.marks import few
from twins import naive

import zermelo
from zermelo.core.game import Game, Position
from zermelo.explain.lists.decisions import decisions_of
from zermelo.explain.lists.finding import find_rules
from zermelo.explain.lists.vocabulary import FAMILIES, features_of

Cells = set[tuple[int, int]]  # column, row from the top
Counted = dict[str, int]  # by the keys of features
WITHOUT = ("tic_tac_toe", "nim", "missionaries_and_cannibals", "dots_and_boxes", "pancakes")


def unfinished(game: Game) -> list[Position]:
    return [position for position in naive.positions(game) if naive.children(game, position)]


def compare(game: Game, family: str, count: Callable[[str, str, str], Counted], step: int = 1) -> int:
    """Compare a family with what is counted on the texts before and after each move, and the move's name.

    Of the positions one in `step` is looked at.
    """
    known = {feature.key: feature for feature in features_of(game, families=[family])}
    compared = 0
    for position in unfinished(game)[::step]:
        moves = list(game.moves(position))
        measured: dict[str, Any] = {}
        for number, move in enumerate(moves):
            child = game.play(position, move)
            texts = game.show(position), game.show(child), game.name(position, move)
            for key, expected in count(*texts).items():
                if key not in measured:
                    measured[key] = known[key].measure(position, moves)
                assert measured[key][number] == expected, (key, *texts)
                compared += 1
    return compared


def of_banks(before: str, after: str, name: str) -> Counted:
    """Return words of jealous husbands for one move: A, B, C and a, b, c are on two banks, and the boat."""
    near, far = (set(part.split()) - {".", "boat"} for part in after.split("|"))
    over = set() if name == "alone" else set(name.split("+"))
    found = {
        "moved(all)": len(over),
        "left(all,near)": len(near),
        "left(all,far)": len(far),
        "had(all,near)": len(set(before.split("|")[0].split()) - {".", "boat"}),
    }
    if "A" in near | far:
        found |= {
            "moved(capitals)": sum(each in "ABC" for each in over),
            "left(small,near)": sum(each in "abc" for each in near),
            "left(capitals,far)": sum(each in "ABC" for each in far),
            "apart": sum((each in near) != (each.lower() in near) for each in "ABC"),
            "moves(B)": int("B" in over),
            "is(c,far)": int("c" in far),
            "was(a,near)": int("a" in before.split("|")[0].split()),
        }
    else:
        found |= {"moves(goat)": int("goat" in over), "is(wolf,near)": int("wolf" in near)}
    return found


@pytest.mark.parametrize("name", ["river_crossing", "jealous_husbands", "jealous_husbands(couples=2)"])
def test_who_is_on_which_bank(name: str) -> None:
    game = zermelo.game(name)
    count = of_banks
    if "couples=2" in name:

        def count(before: str, after: str, name: str) -> Counted:
            return {key: value for key, value in of_banks(before, after, name).items() if "c" not in key}

    assert compare(game, "places", count) > 50


def of_pegs(before: str, after: str, name: str) -> Counted:
    """Return words of the towers of Hanoi for one move, "1-3": from the first peg to the third."""
    old, new = ([part.split() for part in text.replace(".", "").split("|")] for text in (before, after))
    source, target = (int(each) - 1 for each in name.split("-"))
    disc, under = old[source][-1], old[target][-1:]
    return {
        "smallest": int(disc == "1"),
        "step": (target - source) % 3,
        "bare": int(not under),
        "alike": int(bool(under) and (int(under[0]) + int(disc)) % 2 == 0),
        "left(all,2)": len(new[1]),
        "had(all,3)": len(old[2]),
        "moved(all)": 1,
        "moves(2)": int(disc == "2"),
        "was(1,3)": int("1" in old[2]),
        "is(3,1)": int("3" in new[0]),
    }


def test_discs_on_pegs() -> None:
    assert compare(zermelo.game("hanoi(discs=4)"), "places", of_pegs) > 2000


def cells(text: str, sign: str) -> Cells:
    rows = text.split("\n")
    return {(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == sign}


def beside(at: tuple[int, int], things: Cells) -> int:
    return sum(abs(at[0] - x) + abs(at[1] - y) == 1 for x, y in things)


def parts(things: Cells) -> int:
    """Return how many groups there are, by giving both ends of every pair the lesser number until nothing changes."""
    numbers = {at: number for number, at in enumerate(sorted(things))}
    for _ in things:
        for at in things:
            near = [other for other in things if abs(at[0] - other[0]) + abs(at[1] - other[1]) <= 1]
            numbers[at] = min(numbers[other] for other in near)
    return len(set(numbers.values()))


def at(name: str) -> tuple[int, int]:
    return ord(name[0]) - 97, int(name[1]) - 1


def of_jumps(before: str, after: str, name: str) -> Counted:
    """Return words of peg solitaire on a cross of 33 holes for one move."""
    old, new = cells(before, "o"), cells(after, "o")
    holes = old | cells(before, ".")
    source, target = map(at, name.split("-"))
    near = [beside(hole, holes) for hole in new]
    return {
        "left(count)": len(new),
        "left(alone)": sum(beside(peg, new) == 0 for peg in new),
        "left(groups)": parts(new),
        "left(pairs)": sum(beside(peg, new) for peg in new) // 2,
        "left(rim)": sum(each < 4 for each in near),
        "left(corner)": sum(each == 2 for each in near),
        "left(spread)": round(max(((a - c) ** 2 + (b - d) ** 2) ** 0.5 for a, b in new for c, d in new)),
        "left(middle)": round(sum(((x - 3) ** 2 + (y - 3) ** 2) ** 0.5 for x, y in new)),
        "had(count)": len(old),
        "to(near)": beside(target, old),
        "to(after)": beside(target, new),
        "to(rim)": int(beside(target, holes) < 4),
        "from(near)": beside(source, old),
        "from(corner)": int(beside(source, holes) == 2),
    }


def test_pegs_in_holes() -> None:
    game = zermelo.game("peg_solitaire")
    keys = {feature.key for feature in features_of(game, families=["pieces"])}
    assert not any("first" in key or "last" in key for key in keys), "symmetries turn the board"
    assert compare(game, "pieces", of_jumps) > 1000


def of_lamps(before: str, _: str, name: str) -> Counted:
    """Return words of lights out on 3 x 3 for one move."""
    lit, place = cells(before, "O"), at(name)
    rows = before.replace("\n", "")
    first = divmod(rows.index("O"), 3)
    return {
        "on": int(place in lit),
        "first": int(place == first[::-1]),
        "below": int(place == (first[1], first[0] + 1)),
        "to(near)": beside(place, lit),
        "to(corner)": int(place[0] != 1 and place[1] != 1),
        "to(rim)": int(place != (1, 1)),
        "had(first)": before.split("\n")[0].count("O"),
        "had(last)": before.split("\n")[2].count("O"),
    }


def test_lamps() -> None:
    assert compare(zermelo.game("lights_out"), "pieces", of_lamps) > 20_000


def of_cars(before: str, after: str, name: str) -> Counted:
    """Return words of rush hour for one move, "Cd2": the car C down by two."""
    row = next(line for line in before.split("\n") if "A" in line)
    now = next(line for line in after.split("\n") if "A" in line)
    return {
        "far": int(name[2:]),
        "moves(C)": int(name[0] == "C"),
        "had(exit)": len(set(row) - {"."}),
        "left(exit)": len(set(now) - {"."}),
    }


@pytest.mark.parametrize("step", few([5, 1], 1))
def test_cars(step: int) -> None:
    assert compare(zermelo.game("rush_hour"), "pieces", of_cars, step) > 20_000 / step


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("jealous_husbands", "places"),
        ("hanoi", "places"),
        ("lights_out", "pieces"),
        ("triangle_solitaire(side=4, empty='b2')", "pieces"),
        ("sokoban", "pieces"),
        ("rush_hour", "pieces"),
        ("chomp", "bars"),
        ("with_points(game=dots_and_boxes(columns=2, rows=1))", "chains"),
    ],
)
def test_many_moves_at_once_are_measured_like_one(name: str, family: str) -> None:
    """What moves leave is counted for a whole arena as for one position; `places` are one of each class."""
    game = zermelo.game(name)
    made = decisions_of(game)
    bounds = made.arena.bounds
    edges = np.concatenate([np.arange(bounds[place], bounds[place + 1]) for place in made.places])
    several = 0
    for feature in features_of(game, families=[family]):
        if feature.at_once is not None:
            measured = [
                number
                for place in made.places.tolist()
                for number in feature.measure(made.position(place), made.moves(place))
            ]
            assert feature.at_once(made, edges).tolist() == measured, feature.key
            several += len(set(measured)) > 1
    assert several >= 3


@pytest.mark.parametrize("name", WITHOUT)
def test_games_without_places_or_pieces(name: str) -> None:
    game = zermelo.game(name)
    assert not FAMILIES["places"][0](game)
    assert not FAMILIES["pieces"][0](game)


@pytest.mark.parametrize(
    ("name", "rules", "literals"),
    [("river_crossing", 2, 3), ("jealous_husbands", 2, 3), ("peg_solitaire", 2, 2), ("sokoban", 3, 3)],
)
def test_shortest_lists_without_exceptions(name: str, rules: int, literals: int) -> None:
    found = find_rules(zermelo.game(name))
    assert (len(found.rules.rules), found.rules.literals, found.minimal) == (rules, literals, True)
    assert not found.rules.exceptions
    (played,) = found.certificate.values()
    assert (played.drawn, played.lost) == (0, 0)


@pytest.mark.parametrize("name", few(["hanoi(discs=3)", "rush_hour", "lights_out"], 1))
def test_two_rules_are_enough(name: str) -> None:
    found = find_rules(zermelo.game(name))
    assert (len(found.rules.rules), dict(found.rules.exceptions)) == (2, {})
