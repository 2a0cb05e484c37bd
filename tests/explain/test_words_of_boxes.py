"""Words for chains of boxes and for bars of chocolate: counted once more on the text of every position."""

from collections.abc import Iterator
from itertools import product

import pytest
from support.marks import few
from twins import naive

import zermelo
from zermelo.core.game import Game, Position
from zermelo.explain.lists.finding import find_rules
from zermelo.explain.lists.vocabulary import FAMILIES, features_of, tried

Box = tuple[int, int]  # column, row of its middle in the text
Counted = dict[str, int]  # by the keys of features
SIDES = ((0, -1), (0, 1), (-1, 0), (1, 0))  # from a box to its sides in the text


def unfinished(game: Game) -> list[Position]:
    return [position for position in naive.positions(game) if naive.children(game, position)]


def lines_of(rows: list[str]) -> set[Box]:
    """Return where lines are drawn in a text."""
    return {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in "-|"}


def free_sides(rows: list[str]) -> dict[Box, set[Box]]:
    """Return the sides of each box that are not drawn."""
    middles = product(range(1, len(rows[0]), 2), range(1, len(rows), 2))
    drawn = lines_of(rows)
    return {(x, y): {(x + a, y + b) for a, b in SIDES} - drawn for x, y in middles}


def hanging_together(free: dict[Box, set[Box]]) -> Iterator[set[Box]]:
    """Yield the chains and rings, begun or not: sets of boxes grown one at a time."""
    rest = {box for box, sides in free.items() if len(sides) in (1, 2)}
    while rest:
        part = {min(rest)}
        while more := {one for one in rest - part if any(free[one] & free[other] for other in part)}:
            part |= more
        rest -= part
        yield part


def after(rows: list[str]) -> Counted:
    """Return words of what a position with these rows looks like."""
    free = free_sides(rows)
    sides = [4 - len(each) for each in free.values()]
    chains, rings, begun = [], [], 0
    for part in hanging_together(free):
        lines = set().union(*(free[box] for box in part))
        if any(len(free[box]) == 1 for box in part):
            begun += len(part)
        elif len(lines) == len(part):  # around a ring there are as many lines as boxes, else one more
            rings.append(len(part))
        else:
            chains.append(len(part))
    every = set().union(*free.values())
    safe = [line for line in every if not any(len(each - {line}) == 1 for each in free.values())]
    wide, high = len(rows[0]) - 1, len(rows) - 1
    drawn = lines_of(rows)
    whole = "\n".join(rows).translate(str.maketrans("-|", "xx"))
    mirrored = [row[::-1] for row in whole.split("\n")]
    crossed = ["".join(column) for column in zip(*whole.split("\n"), strict=True)]
    other = [row[::-1] for row in crossed[::-1]]
    return {
        "open": sides.count(3),
        "two": sides.count(2),
        "one": sides.count(1),
        "bare": sides.count(0),
        "corners": sum(len(each) == 2 and len({x % 2 for x, _ in each}) == 2 for each in free.values()),
        "safe": len(safe),
        "safe%2": len(safe) % 2,
        "free": len(every),
        "free%2": len(every) % 2,
        "boxes": sum(each < 4 for each in sides),
        "chains": len(chains),
        "long": sum(each > 2 for each in chains),
        "rings": len(rings),
        "begun": begun,
        "shortest": min(chains + rings, default=0),
        "longest": max(chains + rings, default=0),
        "turned": int(whole == whole[::-1]),
        "mirrored": int(mirrored == whole.split("\n") or whole.split("\n")[::-1] == whole.split("\n")),
        "crossed": int(wide == high and whole.split("\n") in (crossed, other)),
        "on the rim": sum(x in (0, wide) or y in (0, high) for x, y in drawn),
    }


def dots(line: Box) -> set[Box]:
    """Return the two ends of a line, an even column and an even row each."""
    x, y = line
    return {(x - x % 2, y - y % 2), (x + x % 2, y + y % 2)}


BOXES = (
    ("dots_and_boxes(columns=3, rows=1)", 1),
    ("with_points(game=dots_and_boxes(columns=2, rows=1))", 1),
    ("dots_and_boxes", 5),
    ("dots_and_boxes", 1),
)


@pytest.mark.parametrize(("name", "step"), few(BOXES, 3))
def test_chains_and_rings(name: str, step: int) -> None:
    game = zermelo.game(name)
    known = {feature.key: feature for feature in features_of(game, families=["chains"])}
    compared, met = 0, set()

    def rows(position: Position) -> list[str]:
        return [row for row in game.show(position).split("\n") if row[0] in "+.| "]

    for position in unfinished(game)[::step]:
        moves = list(game.moves(position))
        measured = {key: feature.measure(position, moves) for key, feature in known.items()}
        before, drawn = after(rows(position)), lines_of(rows(position))
        for number, move in enumerate(moves):
            left = rows(game.play(position, move))
            expected = after(left)
            (line,) = lines_of(left) - drawn
            expected["rim"] = expected.pop("on the rim") - before["on the rim"]
            expected["meets"] = sum(bool(dots(line) & dots(other)) for other in drawn)
            expected |= {f"had({key})": before[key] for key in ("open", "safe", "two", "boxes")}
            for key, count in expected.items():
                assert measured[key][number] == count, (key, game.show(position), game.name(position, move))
                compared += 1
                met.add((key, count))
    assert compared > 1000
    assert {("open", 1), ("chains", 1), ("turned", 1), ("rim", 0)} <= met


def test_four_boxes_with_nothing_between_them_are_a_ring() -> None:
    game = zermelo.game("dots_and_boxes")
    known = {feature.key: feature for feature in features_of(game, families=["chains"])}
    position = game.parse("+-+-+/| . |/+.+.+/| . |/+.+-+/second")
    (last,) = [move for move in game.moves(position) if game.name(position, move) == "a3-b3"]
    measured = {key: feature.measure(position, [last])[0] for key, feature in known.items()}
    assert (measured["rings"], measured["chains"], measured["longest"], measured["safe"]) == (1, 0, 4, 0)


def test_what_is_left_of_a_bar() -> None:
    for name in ("chomp", "chomp(columns=3, rows=3)"):
        game = zermelo.game(name)
        known = {feature.key: feature for feature in features_of(game, families=["bars"])}
        assert ("wider" in known) == (name == "chomp"), "a square bar has no first row that is not a column"
        for position in unfinished(game):
            moves = list(game.moves(position))
            measured = {key: feature.measure(position, moves) for key, feature in known.items()}
            for number, move in enumerate(moves):
                text = game.show(game.play(position, move)).replace("P", "#").split("\n")
                rows = [row.count("#") for row in text if "#" in row]
                second, third = [*rows, 0, 0][1:3]
                columns = [column for column in map("".join, zip(*text, strict=True)) if "#" in column]
                inside = sum(row[1:].count("#") for row in text[1:])
                expected = {
                    "left": sum(rows),
                    "inside": inside,
                    "rows": len(rows),
                    "columns": len(columns),
                    "angle": int(inside == 0),
                    "even": int(len(rows) == len(columns)),
                    "even_angle": int(inside == 0 and len(rows) == len(columns)),
                    "pair": int(len(rows) == 2 and rows[0] - rows[1] == 1),
                    "block": int(sum(rows) == len(rows) * len(columns)),
                    "longer": abs(len(rows) - len(columns)),
                    "wider": len(columns) - len(rows),
                    "lengths": len(set(rows)),
                    "second": second,
                    "third": third,
                    "first_step": rows[0] - second,
                    "second_step": second - third,
                    "last": rows[-1],
                    "full": rows.count(len(columns)),
                }
                for key, count in expected.items():
                    if key in known:
                        assert measured[key][number] == count, (key, text)


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "domineering", "sim", "kayles", "cram", "lights_out"])
def test_games_without_boxes_or_bars(name: str) -> None:
    game = zermelo.game(name)
    assert not FAMILIES["chains"][0](game)
    assert not FAMILIES["bars"][0](game)


def test_bars_are_usual_for_chomp_and_chains_come_last() -> None:
    assert tried(zermelo.game("chomp"))[0] == ("mobility", "bars")
    assert "chains" not in tried(zermelo.game("dots_and_boxes"))[0]
    assert "chains" in tried(zermelo.game("dots_and_boxes"))[1]


@pytest.mark.parametrize(
    ("name", "rules"), few([("chomp(columns=4, rows=3)", 4), ("dots_and_boxes", 9), ("with_points", 8)], 1)
)
def test_greedy_lists_without_exceptions(name: str, rules: int) -> None:
    found = find_rules(zermelo.game(name), method="greedy", families=tried(zermelo.game(name))[1])
    assert (len(found.rules.rules), dict(found.rules.exceptions)) == (rules, {})
