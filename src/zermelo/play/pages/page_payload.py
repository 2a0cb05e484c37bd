"""A solved game as bytes that a page unpacks: the things drawn once, and planes of numbers for all positions.

    4 bytes   how long the head is, the lowest first
    head      JSON: names, pieces of markup, labels of moves, and how wide each column is
    columns   in the order of the head, each in planes: the lowest bytes of all numbers, then the next ones

All of it is packed by zlib. Positions at the same distance from the start are together, sorted by the things
on their spots. The children of the same move are then in nearly the same order. A child is stored as its
distance from the previous child of this move.
"""

import json
import zlib
from collections.abc import Hashable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.game import Game, has
from zermelo.core.notation.wording import SIDES, capitalize, join_name_and_verb
from zermelo.core.rule_queries import chances_at, moves_at
from zermelo.core.values import WinChance
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.play.matches.match import ChanceOutcome, Match
from zermelo.play.notebook.match_scene import find_place_and_piece_words
from zermelo.play.pages.page_layout import TEXT, PageLayout, PageSpot, build_page_layout
from zermelo.play.pages.picture_parts import (
    MARK,
    NOTE,
    STROKE,
    THING,
    GroundPart,
    PartSheet,
    hides_ground,
    is_piece_centred_on,
    make_sign_rules,
)
from zermelo.play.pages.position_graph import (
    REPORTED,
    PositionGraph,
    enumerate_positions,
    read_answers_of_positions,
)
from zermelo.solution.puzzle_search import find_puzzles
from zermelo.solution.solution import Solution

KINDS: Final = ("longest", "single")  # kinds of puzzles: a zugzwang has no solution to find
PUZZLES: Final = 5  # of each kind
LEVEL: Final = 8  # of zlib: level 9 took two minutes for 7 MB, this one a second for the same size

Column = npt.NDArray[Any]


class PagePayload:
    """The head and the columns of a game's data, while they are assembled."""

    def __init__(self) -> None:
        self.head: dict[str, Any] = {"columns": {}}
        self._planes: list[bytes] = []

    def add_column(self, name: str, numbers: Column) -> None:
        """Add a column of whole numbers, none of them negative, or of floats."""
        if numbers.dtype == np.float64:
            raw, width = np.ascontiguousarray(numbers, "<f8").view(np.uint8).reshape(-1, 8), 8
        else:
            width = max(1, -(-int(numbers.max(initial=0)).bit_length() // 8))
            raw = np.ascontiguousarray(numbers, "<i8").view(np.uint8).reshape(-1, 8)
        self.head["columns"][name] = width
        self._planes += [raw[:, plane].tobytes() for plane in range(width)]

    def to_bytes(self) -> bytes:
        """Return all of it, before it is packed."""
        head = json.dumps(self.head, separators=(",", ":")).encode()
        return len(head).to_bytes(4, "little") + head + b"".join(self._planes)

    def to_compressed_bytes(self) -> bytes:
        """Return all of it, packed."""
        return zlib.compress(self.to_bytes(), LEVEL)


def pack_solution(
    solution: Solution, budget: Budget, limit: int, rules: RuleList | None = None, line: Match | None = None
) -> PagePayload:
    """Return a solved game's data for a page of at most `limit` positions, with the `rules` at each.

    The page opens at the end of a `line` of play, if it has its positions.

    Raises `TooLarge`, `MissingCapability` for games of payoffs and solutions of values only, `BadRules`,
    `Cancelled`.
    """
    solution.require_best_moves("a page")
    found = enumerate_positions(solution, budget, limit)
    values, plies = read_answers_of_positions(solution, found, budget)
    layout = build_page_layout(found, budget)
    order = _sort_positions(found, layout)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    made = PagePayload()
    made.head |= _collect_game_facts(solution, found)
    made.head["starts"] = place[: found.starts].tolist()
    made.head["opened"] = None if line is None else _number_line(found, line, place)
    made.head["puzzles"] = [
        [kind, int(place[number]), task] for kind, number, task in _list_puzzles(solution, found)
    ]
    made.head["labels"] = [
        [found.kinds[step].name, list(cells), found.kinds[step].chance, found.kinds[step].gain, list(last)]
        for step, cells, last in layout.labels
    ]
    made.add_column("mover", np.frombuffer(bytes(found.movers), np.uint8)[order])
    made.add_column("value", values[order] if values.dtype == np.float64 else _zigzag_encode(values[order]))
    made.add_column("plies", plies[order] + 1)
    _add_edges(made, found, layout, order, place)
    made.head |= _draw_things_on_spots(layout, solution.game)
    for number, spot in enumerate(layout.spots):
        if not _holds_same_thing_everywhere(spot):
            made.add_column(f"spot {number}", spot.plane[order])
    if rules is not None:
        _add_rules(made, found, order, rules, budget)
    return made


def _number_line(found: PositionGraph, line: Match, place: Column) -> list[Any] | None:
    """Return the number of a line's first position and those of its moves; None where it is not there."""
    first = found.find_position_number(line.positions[0], line.movers[0])
    if first is None:
        return None
    moves = []
    for position, played in zip(line.positions, line.played, strict=False):
        if isinstance(played, ChanceOutcome):
            moves.append([child for _, child in chances_at(line.game, position)].index(played.position))
        else:
            moves.append(moves_at(line.game, position).index(played))
    return [int(place[first]), moves]


def _sort_positions(found: PositionGraph, layout: PageLayout) -> Column:
    """Return the positions sorted within each layer by the things on their spots."""
    sorting = [
        spot.plane for spot in layout.spots if not _holds_same_thing_everywhere(spot) and spot.layer < NOTE
    ]
    sorting = sorting or [spot.plane for spot in layout.spots if not _holds_same_thing_everywhere(spot)]
    layer = np.zeros(len(found.positions), np.int64)
    layer[found.layers[1:]] = 1
    order: Column = np.lexsort((*sorting[::-1], np.cumsum(layer)))
    return order


def _add_edges(
    made: PagePayload, found: PositionGraph, layout: PageLayout, order: Column, place: Column
) -> None:
    """Add how many edges each position has, their labels, and their children as distances."""
    degrees, edges = np.diff(found.firsts)[order], _order_edges(found, order)
    labels, children = layout.edges[edges].astype(np.int64), place[found.children[edges]]
    by_label = np.argsort(labels, kind="stable")
    distances = np.empty(len(edges), np.int64)
    in_order = children[by_label]
    ahead = np.diff(in_order, prepend=0)
    firsts = np.flatnonzero(np.diff(labels[by_label], prepend=-1))
    ahead[firsts] = in_order[firsts]
    distances[by_label] = ahead
    made.add_column("degree", degrees)
    made.add_column("label", labels)
    made.add_column("child", _zigzag_encode(distances))


def _order_edges(found: PositionGraph, order: Column) -> Column:
    """Return the edges of the positions in an order."""
    degrees = np.diff(found.firsts)[order]
    begins = np.cumsum(degrees) - degrees
    edges: Column = np.arange(int(degrees.sum())) + np.repeat(found.firsts[order] - begins, degrees)
    return edges


def _add_rules(
    made: PagePayload, found: PositionGraph, order: Column, rules: RuleList, budget: Budget
) -> None:
    """Add the rule that applies at each position, and whether it allows each edge.

    A rule is given as its number plus 1, and the table of exceptions as 1. It is 0 where no rule applies,
    where play is over, where dice are thrown, and where the other player moves in a list for one side.
    """
    fires = np.zeros(len(found.positions), np.int64)
    allowed = np.zeros(len(found.children), np.int64)
    for number, position in enumerate(found.positions):
        first, last = (int(edge) for edge in found.firsts[number : number + 2])
        is_thrown = first < last and found.kinds[found.steps[first]].chance > 0
        if first == last or is_thrown or rules.side not in ("both", SIDES[found.movers[number]]):
            continue
        fired, moves = rules.find_firing_rule(position)
        fires[number] = 0 if fired is None else fired + 1
        if fired is not None:
            allowed[first:last] = [move in moves for move in found.game.moves(position)]
        if number % REPORTED == 0:
            budget.report("rules", number, len(found.positions))
    made.head["rules"] = rules.list_rule_sentences()
    made.add_column("rule", fires[order])
    made.add_column("allowed", allowed[_order_edges(found, order)])


def _zigzag_encode(numbers: Column) -> Column:
    """Return whole numbers with their sign in the lowest bit."""
    wide = numbers.astype(np.int64)
    found: Column = np.where(wide < 0, -2 * wide - 1, 2 * wide)
    return found


def _holds_same_thing_everywhere(spot: PageSpot) -> bool:
    """Return whether a spot holds the same thing in every position."""
    return bool((spot.plane == spot.plane[0]).all())


def _collect_game_facts(solution: Solution, found: PositionGraph) -> dict[str, Any]:
    """Return the facts of the game that a page needs."""
    summary, match = solution.summary, Match(solution.game)
    players = [match.player_name(player) for player in (0, 1)]
    return {
        "game": repr(solution.game),
        "players": players,
        "word": match.move_word,
        "plural": [join_name_and_verb(player, "") == f"{player} " for player in players],
        "positions": len(found.positions),
        "edges": len(found.children),
        "alone": summary.alone,
        "scored": bool(solution.game.scored),
        "chance": summary.has_expectations,
        "wins": isinstance(summary.answer, WinChance),
        "gains": summary.is_to_come,
        "slack": solution.value_tolerance,
    }


def _list_puzzles(solution: Solution, found: PositionGraph) -> list[tuple[str, int, str]]:
    """Return puzzles whose positions, or symmetric ones, play can reach: kind, position, task."""
    kinds = ("single",) if solution.summary.answer.is_expected else KINDS
    made = find_puzzles(solution, kinds=kinds, count=PUZZLES)
    game: Any = solution.game
    players = [Match(game).player_name(player) for player in (0, 1)]
    rows: list[tuple[str, int, str]] = []
    for each in made:
        images = [each.position, *(game.symmetries(each.position) if has(game, "symmetries") else ())]
        numbers = [found.find_position_number(image, mover) for mover in (0, 1) for image in images]
        number = next((number for number in numbers if number is not None), None)
        if number is not None:
            whose = "" if solution.summary.alone else f"{capitalize(players[found.movers[number]])} to move: "
            rows.append((each.kind, number, whose + each.task))
    return rows


def _draw_things_on_spots(layout: PageLayout, game: Game) -> dict[str, Any]:
    """Return the things on spots, as markup from both sides of the board; lines of text unchanged."""
    spots = layout.spots
    parts: list[list[Hashable]] = [list(spot.parts) for spot in spots]
    drawn = [what for spot, mine in zip(spots, parts, strict=True) if spot.layer < TEXT for what in mine]
    places = [
        number
        for number, spot in enumerate(spots)
        if any(isinstance(each, GroundPart) for each in spot.parts)
    ]
    grounds = {number: [each for each in parts[number] if isinstance(each, GroundPart)] for number in places}
    views = []
    for turned in (False, True) if layout.is_drawn else ():
        sheet = PartSheet(drawn, turned=turned)
        pieces = [
            [sheet.draw_part(what) for what in mine] if spot.layer < TEXT else []
            for spot, mine in zip(spots, parts, strict=True)
        ]
        marks = {
            number: [sheet.make_place_marks(each) for each in parts[number] if isinstance(each, GroundPart)]
            for number in places
        }
        boxes = [[sheet.list_obstacles(what) for what in mine] for mine in parts]
        views.append(
            {"frame": sheet.make_frame_markup(), "parts": pieces, "marks": marks, "boxes": boxes}
            | {"outside": sheet.list_obstacles(None), "sizes": sheet.map_signs_to_sizes()}
        )
    return {
        "drawn": layout.is_drawn,
        "layers": [spot.layer for spot in spots],
        "steps": {"stroke": STROKE, "mark": MARK, "note": NOTE, "text": TEXT},
        "same": [int(spot.plane[0]) if _holds_same_thing_everywhere(spot) else -1 for spot in spots],
        "lines": [mine if spot.layer == TEXT else [] for spot, mine in zip(spots, parts, strict=True)],
        "names": {number: [each.place.name for each in own] for number, own in grounds.items()},
        "called": {
            number: [find_place_and_piece_words(each.place, each.column, game) for each in own]
            for number, own in grounds.items()
        },
        "standing": {number: _find_piece_spots(spots, parts[number]) for number in places},
        "covering": [
            [int(hides_ground(what)) for what in mine] if spot.layer == THING else []
            for spot, mine in zip(spots, parts, strict=True)
        ],
        "views": views,
        "signs": make_sign_rules(),
    }


def _find_piece_spots(spots: list[PageSpot], grounds: list[Hashable]) -> list[int]:
    """Return the spots of pieces and coordinates in the middle of a place."""
    place = next(each.place for each in grounds if isinstance(each, GroundPart))
    return [
        number
        for number, spot in enumerate(spots)
        if spot.layer in (THING, MARK) and any(is_piece_centred_on(what, place) for what in spot.parts)
    ]
