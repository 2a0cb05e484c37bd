"""A board with the value of each move on its target: a solution's answers become marks on a picture.

Several moves may have one target; the best of them is said there. A move that names no place that is drawn,
such as a pass, has no mark.
"""

from collections.abc import Sequence
from typing import Protocol

from zermelo.boards.pictures.move_highlights import MoveHighlights, PlaceHeat, ValueSign, find_move_target
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game, Move, Position
from zermelo.core.values import Answer
from zermelo.draw.pictures.position_picture import board_svg, depict_position

MOST = 60  # moves: a board cannot show more of them clearly


class MoveWithValue(Protocol):
    """A move, its name, and what it gives the player who makes it."""

    @property
    def move(self) -> Move:
        """The move itself."""

    @property
    def name(self) -> str:
        """How a person writes it."""

    @property
    def answer(self) -> Answer:
        """What it gives the mover."""


def draw_annotated_board(game: Game, position: Position, moves: Sequence[MoveWithValue]) -> str:
    """Return the position as SVG, with what each move is worth; `moves` are given best first."""
    return board_svg(game, position, highlights=make_value_marks(game, position, moves))


def make_value_marks(game: Game, position: Position, moves: Sequence[MoveWithValue]) -> MoveHighlights:
    """Return the signs of values on the targets of `moves`, which are given best first.

    In the sign stand the plies to the end, or the points of a scored game.
    """
    picture = depict_position(game, position)
    if picture is None or len(moves) > MOST:
        return MoveHighlights()
    worths: dict[str, ValueSign] = {}
    for each in moves:
        place = find_move_target(picture, each.name) or _find_changed_place(game, position, picture, each)
        if place and place not in worths and isinstance(each.answer, Answer):
            is_best = each.answer == moves[0].answer
            worths[place] = ValueSign(place, each.answer.outcome, _format_value_mark(each.answer), is_best)
    return MoveHighlights(values=tuple(worths.values()))


def draw_heat_board(
    game: Game, position: Position, moves: Sequence[MoveWithValue], shares: Sequence[float]
) -> str:
    """Return the position as SVG with a shade on each move's target, or nothing where none has one.

    `shares`, of each move, are from 0 to 1; the least has no shade, the greatest the darkest, and each is
    said in per cent. Of several moves to one place the best is said.
    """
    picture = depict_position(game, position)
    if picture is None or not moves:
        return ""
    best: dict[str, float] = {}
    for each, share in zip(moves, shares, strict=True):
        place = find_move_target(picture, each.name) or _find_changed_place(game, position, picture, each)
        if place:
            best[place] = max(share, best.get(place, 0.0))
    if not best:
        return ""
    least, spread = min(best.values()), max(best.values()) - min(best.values())
    heats = [
        PlaceHeat(place, (share - least) / spread if spread else 0.5, f"{100 * share:.0f}")
        for place, share in best.items()
    ]
    return board_svg(game, position, highlights=MoveHighlights(heats=tuple(heats)))


def _find_changed_place(game: Game, position: Position, picture: Picture, move: MoveWithValue) -> str:
    """Return the place of a move from what it changes, for a name that states no place."""
    after = depict_position(game, game.play(position, move.move))
    if after is not None and after.mover is not None and after.mover == picture.mover:
        after = after.swap_sides()  # both pictures show the mover on the same side
    return find_move_target(picture, move.name, after)


def _format_value_mark(answer: Answer) -> str:
    if answer.scored:
        return f"{answer.value:+d}" if answer.value else "0"
    return "∞" if answer.remoteness is None else str(answer.remoteness)
