"""Features of games of boxes: chains and rings, boxes that can be closed, and lines that give nothing away.

They are read off the picture that the game draws: lines of length one, faint until they are drawn, and boxes,
which have all four sides among them. A box with three sides is open: the next line closes it. Boxes with two
sides or more hang together where the line between them is not drawn: in a ring where nothing else is free
around them, else in a chain. A chain of three boxes or more is long. A line is safe where no box is open
after it.

Berlekamp, *The Dots and Boxes Game* (2000), has chains, safe moves and the parity of long chains.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game, Position, has
from zermelo.explain.features.position_views import PositionViews
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, GlossaryTerm

COMPARED: Final = (MOST, LEAST, AT_LEAST, EQUAL)
LONG: Final = 3  # boxes of a chain of which all but two may be taken
DRAWN: Final = "wall"
FREE: Final = "faint"

Line = tuple[float, float, float, float]  # from x, y to x, y: to the right or down
Box = tuple[Line, Line, Line, Line]


class BoxChains(NamedTuple):
    """What the boxes of a position look like."""

    sides: tuple[int, ...]  # of each box: how many are drawn
    safe: int  # lines after which no box is open
    free: int  # lines that are not drawn
    rim: int  # lines of the rim that are drawn
    meetings: int  # pairs of drawn lines with an end in common
    corners: int  # boxes with two sides that meet
    chains: tuple[int, ...]  # boxes of each chain without an open one
    rings: tuple[int, ...]  # of each ring
    begun: int  # boxes in chains with an open one
    turned: bool  # whether half a turn of the board leaves the lines as they are
    mirrored: bool  # whether a mirror between left and right, or above and below, does
    crossed: bool  # whether a mirror along a diagonal does

    def count_boxes_with_sides(self, sides: int) -> int:
        """Return how many boxes have so many sides."""
        return self.sides.count(sides)


SAFE: Final = GlossaryTerm("a safe line", "one after which no box has three sides")
CHAIN: Final = GlossaryTerm(
    "a chain", "boxes with two sides each that hang together where no line is drawn; one alone is a chain too"
)
TERMS: Final = {
    "safe": (SAFE,),
    "chains": (CHAIN,),
    "long": (CHAIN, GlossaryTerm("a long chain", f"a chain of {LONG} boxes or more")),
    "rings": (
        CHAIN,
        GlossaryTerm("a ring", "a chain that closes in itself; it is not counted among the chains"),
    ),
    "shortest": (CHAIN, GlossaryTerm("a ring", "a chain that closes in itself")),
    "longest": (CHAIN, GlossaryTerm("a ring", "a chain that closes in itself")),
    "begun": (
        CHAIN,
        GlossaryTerm("a chain that is begun", "one in which a box has three sides: the next line closes it"),
    ),
}
COUNTS: Final[tuple[tuple[str, str, Callable[[BoxChains], int]], ...]] = (
    ("open", "boxes with three sides", lambda boxes: boxes.count_boxes_with_sides(3)),
    ("two", "boxes with two sides", lambda boxes: boxes.count_boxes_with_sides(2)),
    ("one", "boxes with one side", lambda boxes: boxes.count_boxes_with_sides(1)),
    ("bare", "boxes without a side", lambda boxes: boxes.count_boxes_with_sides(0)),
    ("corners", "boxes with two sides that meet", lambda boxes: boxes.corners),
    ("safe", "safe lines", lambda boxes: boxes.safe),
    ("chains", "chains", lambda boxes: len(boxes.chains)),
    ("long", "long chains", lambda boxes: sum(chain >= LONG for chain in boxes.chains)),
    ("rings", "rings", lambda boxes: len(boxes.rings)),
    (
        "shortest",
        "boxes in the shortest chain or ring",
        lambda boxes: min(boxes.chains + boxes.rings, default=0),
    ),
    (
        "longest",
        "boxes in the longest chain or ring",
        lambda boxes: max(boxes.chains + boxes.rings, default=0),
    ),
    ("begun", "boxes in chains that are begun", lambda boxes: boxes.begun),
    ("boxes", "boxes that are not closed", lambda boxes: len(boxes.sides) - boxes.count_boxes_with_sides(4)),
    ("free", "lines left to draw", lambda boxes: boxes.free),
)
PARITIES: Final = ("chains", "long", "safe", "free")
KEPT: Final[tuple[tuple[str, str, Callable[[BoxChains], bool]], ...]] = (
    ("turned", "half a turn of the board", lambda boxes: boxes.turned),
    ("mirrored", "a mirror between left and right, or above and below,", lambda boxes: boxes.mirrored),
    ("crossed", "a mirror along a diagonal", lambda boxes: boxes.crossed),
)


def applies_to_game(game: Game) -> bool:
    """Return whether the game draws boxes whose sides are lines that are not yet drawn."""
    if game.players != 2 or not has(game, "depict"):
        return False
    asked: Any = game
    return bool(_find_boxes_in_picture(asked.depict(next(iter(game.starts())))))


def build_features(game: Game) -> list[Feature]:
    """Return what there is of chains, rings, open boxes and safe lines, and where the line is drawn."""
    asked: Any = game

    def read_box_chains(position: Position) -> BoxChains:
        return find_box_chains(asked.depict(position))

    views = PositionViews(game, read_box_chains)
    found = []
    for key, words, count in COUNTS:
        terms = TERMS.get(key, ())
        found.append(
            views.build_feature_after_move(key, f"{words}, after it", count, compared=COMPARED, terms=terms)
        )
        before = f"{words}, before it"
        found.append(
            views.build_feature_before_move(f"had({key})", before, count, compared=COMPARED[2:], terms=terms)
        )
    for key, words, count in COUNTS:
        if key in PARITIES:

            def count_modulo_2(boxes: BoxChains, count: Callable[[BoxChains], int] = count) -> int:
                return count(boxes) % 2

            said = {
                f"=={odd}": f"leaves an {name} number of {words}" for odd, name in enumerate(("even", "odd"))
            }
            found.append(
                views.build_feature_after_move(
                    f"{key}%2",
                    f"{words} after it, modulo 2",
                    count_modulo_2,
                    compared=(EQUAL,),
                    said=said,
                    terms=TERMS.get(key, ()),
                )
            )
    for key, what, holds in KEPT:
        words = f"leaves lines that {what} leaves as they are"
        found.append(views.build_feature_after_move(key, words, holds, is_flag=True, compared=(EQUAL,)))
    found.append(
        views.build_feature_of_both_positions(
            "rim",
            "draws a line of the rim",
            lambda before, after: after.rim > before.rim,
            is_flag=True,
            compared=(EQUAL,),
            said={"==0": "draws a line inside"},
        )
    )
    found.append(
        views.build_feature_of_both_positions(
            "meets",
            "drawn lines that it meets",
            lambda before, after: after.meetings - before.meetings,
            compared=COMPARED,
        )
    )
    return found


def find_box_chains(picture: Picture) -> BoxChains:
    """Return what the boxes of a picture look like."""
    boxes = _find_boxes_in_picture(picture)
    drawn = {_read_line_endpoints(each) for each in picture.strokes if each.kind == DRAWN}
    missing = {box: [side for side in box if side not in drawn] for box in boxes}
    beside: dict[Line, list[Box]] = {}
    everywhere: dict[Line, int] = {}
    for box in boxes:
        for side in box:
            everywhere[side] = everywhere.get(side, 0) + 1
            if side not in drawn:
                beside.setdefault(side, []).append(box)
    chains, rings, begun = [], [], 0
    for part in _find_chains_and_rings(missing, beside):
        if any(len(missing[box]) == 1 for box in part):
            begun += len(part)
        elif all(len(part.intersection(beside[side])) == 2 for box in part for side in missing[box]):
            rings.append(len(part))
        else:
            chains.append(len(part))
    is_open = {box for box, sides in missing.items() if len(sides) == 1}
    safe = sum(
        is_open <= set(touched) and all(len(missing[box]) != 2 for box in touched)
        for touched in beside.values()
    )
    turned, mirrored, crossed = _find_line_symmetries(drawn, everywhere)
    return BoxChains(
        tuple(4 - len(missing[box]) for box in boxes),
        safe,
        len(beside),
        sum(everywhere.get(line) == 1 for line in drawn),
        sum(_do_lines_share_endpoint(one, other) for one in drawn for other in drawn if one < other),
        sum(len(sides) == 2 and _do_lines_share_endpoint(*sides) for sides in missing.values()),
        tuple(sorted(chains)),
        tuple(sorted(rings)),
        begun,
        turned,
        mirrored,
        crossed,
    )


def _find_chains_and_rings(missing: dict[Box, list[Line]], beside: dict[Line, list[Box]]) -> list[set[Box]]:
    """Return the chains and rings: unclosed boxes with two sides or more that hang together."""
    left = {box for box, sides in missing.items() if len(sides) in (1, 2)}
    found = []
    while left:
        todo = [left.pop()]
        part = set(todo)
        while todo:
            new = {box for side in missing[todo.pop()] for box in beside[side]} & left
            left -= new
            part |= new
            todo += new
        found.append(part)
    return found


def _find_line_symmetries(drawn: set[Line], everywhere: dict[Line, int]) -> tuple[bool, bool, bool]:
    """Return whether half a turn, a mirror along a side, and one along a diagonal keep the lines."""
    right, down = max(line[2] for line in everywhere), max(line[3] for line in everywhere)

    def keeps_drawn_lines(image: Callable[[float, float], tuple[float, float]]) -> bool:
        images = ((*sorted((image(*line[:2]), image(*line[2:]))),) for line in drawn)
        return {(*one, *other) for one, other in images} == drawn

    return (
        keeps_drawn_lines(lambda x, y: (right - x, down - y)),
        keeps_drawn_lines(lambda x, y: (right - x, y)) or keeps_drawn_lines(lambda x, y: (x, down - y)),
        right == down
        and (keeps_drawn_lines(lambda x, y: (y, x)) or keeps_drawn_lines(lambda x, y: (right - y, down - x))),
    )


def _do_lines_share_endpoint(one: Line, other: Line) -> bool:
    """Return whether two lines have an end in common."""
    return bool({one[:2], one[2:]} & {other[:2], other[2:]})


def _read_line_endpoints(stroke: Any) -> Line:
    return (stroke.x1, stroke.y1, stroke.x2, stroke.y2)


def _find_boxes_in_picture(picture: Picture) -> list[Box]:
    """Return the boxes all of whose sides are lines of length one, drawn or not."""
    lines = {_read_line_endpoints(each) for each in picture.strokes if each.kind in (DRAWN, FREE)}
    found = []
    for x, y, right, down in sorted(lines):
        if (right, down) == (x + 1, y):
            below = y + 1
            box = ((x, y, right, y), (x, below, right, below), (x, y, x, below), (right, y, right, below))
            if lines >= set(box):
                found.append(box)
    return found
