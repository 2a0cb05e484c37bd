"""Two solutions side by side: which positions both hold, and where their answers differ.

For a designer who changed a rule, or anyone with two tables of what should be one game. Positions are
compared as they are stored, one of each symmetry class.
"""

from typing import Annotated, Any

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter
from zermelo.core.game import has
from zermelo.core.notation.result import Count, PositionJson, Result, about
from zermelo.core.requirements import check_question
from zermelo.core.values import Answer
from zermelo.solution.scan import scan_records, unpack_answer
from zermelo.solution.solution import Solution
from zermelo.solver.kernels.position_folds import LONG
from zermelo.solver.records.solution_records import RecordBlock, Records

SHOWN = 5
LOOKED_AT = 1_000  # positions that are shown by both games


class AnswerDifference(Result, frozen=True, kw_only=True):
    """A position with both answers."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    first: Annotated[Answer, about("the first solution's")]
    second: Annotated[Answer, about("the second's")]
    _text: str  # the position as the first game shows it, and both answers


class SolutionComparison(Result, frozen=True, kw_only=True):
    """Two solutions, position by position."""

    first: Annotated[str, about("the first solution's game")]
    second: Annotated[str, about("the second solution's game")]
    both: Annotated[Count, about("classes of positions in both")]
    only_first: Annotated[Count, about("classes in the first alone")]
    only_second: Annotated[Count, about("classes in the second alone")]
    values: Annotated[Count, about("of those in both: with other values")]
    remoteness: Annotated[Count, about("of those in both: with the same value and another remoteness")]
    differences: Annotated[
        tuple[AnswerDifference, ...], about("the first few, other values before other remoteness")
    ]
    missing: Annotated[tuple[PositionJson, ...], about("the first few of those that one lacks")]
    same: Annotated[bool, about("whether both say the same of the same positions")]

    def __str__(self) -> str:
        lines = [
            f"first   {self.first}",
            f"second  {self.second}",
            f"in both {self.both:,}, only in the first {self.only_first:,}, "
            f"only in the second {self.only_second:,}",
            f"other values {self.values:,}, other remoteness {self.remoteness:,}",
        ]
        lines += [f"  {found._text}" for found in self.differences]
        return "\n".join([*lines, "the same" if self.same else "they differ"])


def compare(first: Solution, second: Solution) -> SolutionComparison:
    """Compare two solutions, position by position.

    Positions are matched as both games write them down, so both have to mean the same by them: raises
    `BadParameter` where one of those that are looked at shows otherwise in the other game, as on a board of
    another size, or in another game; and where there are none, as boards of two sizes write them.
    """
    for solution in (first, second):
        check_question(solution.game, "compare_positions")
    tables = [_sort_records(solution.records) for solution in (first, second)]
    kinds = [positions.dtype == object for positions, _, _ in tables]
    if kinds[0] != kinds[1]:
        raise BadParameter(
            f"{first.game!r} and {second.game!r} have positions of different kinds: nothing can be compared"
        )
    (mine, my_answers, held), (theirs, their_answers, _) = tables
    _, places, other_places = np.intersect1d(mine, theirs, assume_unique=True, return_indices=True)
    if len(places):
        _refuse_differing_boards(first, second, held[places])
    else:
        _refuse_differing_board_sizes(first, second)
    pairs = my_answers[places], their_answers[other_places]
    values = np.flatnonzero(pairs[0][:, 0] != pairs[1][:, 0])
    remoteness = np.flatnonzero((pairs[0] != pairs[1]).any(axis=1) & (pairs[0][:, 0] == pairs[1][:, 0]))
    both = len(places)
    lacking: Any = np.setxor1d(mine, theirs, assume_unique=True)[:SHOWN]
    shown = []
    for index in [*values[:SHOWN], *remoteness[:SHOWN]][:SHOWN]:
        position = _convert_to_position(mine[places[index]])
        one, other = (
            unpack_answer(solution.game, (int(answers[index, 0]) << LONG) + int(answers[index, 1]))
            for answers, solution in zip(pairs, (first, second), strict=True)
        )
        said = describe_position(first.game, position) if isinstance(position, int) else str(position)
        shown.append(
            AnswerDifference(
                position=position,
                first=one,
                second=other,
                _text=f"{said}: {one}, and {other}",
            )
        )
    lacks = len(mine) - both, len(theirs) - both
    return SolutionComparison(
        first=repr(first),
        second=repr(second),
        both=both,
        only_first=lacks[0],
        only_second=lacks[1],
        values=len(values),
        remoteness=len(remoteness),
        differences=tuple(shown),
        missing=tuple(map(_convert_to_position, lacking)),
        same=not (any(lacks) or len(values) or len(remoteness)),
    )


def _refuse_differing_boards(first: Solution, second: Solution, positions: Any) -> None:
    """Raise `BadParameter` where a position that both have, evenly many of them, is not one to a person."""
    for place in np.unique(
        np.linspace(0, len(positions) - 1, min(len(positions), LOOKED_AT), dtype=np.int64)
    ):
        position = _convert_to_position(positions[place])
        shown = []
        for solution in (first, second):
            try:
                shown.append(solution.game.show(position))
            except Exception:  # of rules that are asked about what is no position of theirs
                shown.append("nothing")
        if shown[0] != shown[1]:
            one, other = ("/".join(text.splitlines()) for text in shown)
            raise BadParameter(
                f"{first.game!r} and {second.game!r} write different positions as {position} ({one}, and "
                f"{other}): compare games with the same board"
            )


def _refuse_differing_board_sizes(first: Solution, second: Solution) -> None:
    """Raise `BadParameter` where the starts show as boards of two sizes, and so no position is in both."""
    games = [solution.game for solution in (first, second)]
    if not all(has(game, "show") for game in games):
        return  # they show as numbers and tuples, and no position is in both for reasons of play
    shapes = [[len(line) for line in game.show(next(iter(game.starts()))).splitlines()] for game in games]
    if shapes[0] != shapes[1]:
        raise BadParameter(
            f"{first.game!r} and {second.game!r} have no position in common, as their boards differ: "
            "compare games with the same board"
        )


def _sort_records(records: Records) -> tuple[Any, Any, Any]:
    """Return all positions, sorted, with their (value, remoteness), and the positions as the game has them.

    What are no integers are sorted as the text of their repr.
    """
    blocks = [records.read_tier_block(tier) for tier in range(records.tier_count)]
    answers = np.concatenate([_pack_answers(block) for block in blocks])
    positions = np.concatenate([block.positions for block in blocks])
    whole = positions.dtype != object or all(isinstance(position, int) for position in positions)
    if records.words is None and whole:
        held = positions = positions.astype(np.int64)
    else:
        held = np.empty(len(positions), object)
        held[:] = [position for position, _ in scan_records(records)]
        positions = np.array(list(map(repr, held)), object)
    order = np.argsort(positions)
    return positions[order], answers[order], held[order]


def _pack_answers(block: RecordBlock) -> Any:
    return np.stack([block.values.astype(np.int32), block.remoteness.astype(np.int32)], axis=1)


def _convert_to_position(position: Any) -> Any:
    return int(position) if isinstance(position, np.integer) else position
