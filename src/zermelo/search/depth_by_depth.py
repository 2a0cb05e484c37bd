"""What a search finds to each depth: where quiescence and the horizon show."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from zermelo.core.game import Game, Position
from zermelo.core.notation.result import Count, GameInput, Names, PositionJson, Result, about
from zermelo.search.kernels.depth_search_kernel import FARTHEST, LEAST_WIN
from zermelo.search.kernels.score_arithmetic import MOST

if TYPE_CHECKING:  # the move of a search; its type is named for the reader alone
    from zermelo.search.timed_search import ClockMove


class DepthAnswer(Result, frozen=True, kw_only=True):
    """What a search to one depth found."""

    depth: Annotated[Count, about("plies that are searched")]
    move: Annotated[str, about("the move that it chooses, by its name")]
    score: Annotated[int, about("to the mover: an estimate; 32,000 less the plies where a win is found")]
    proven: Annotated[bool, about("whether the rules alone, no estimate, make it a best move")]
    remoteness: Annotated[Count | None, about("plies to the end of a win or loss that is found")]
    positions: Annotated[Count, about("visited, those of smaller depths too")]
    line: Annotated[Names, about("the moves that it expects")]

    _decided: bool  # whether the score is that of a win or loss

    @property
    def score_text(self) -> str:
        """The score in words where a win or loss is found."""
        if not self._decided:
            return f"{self.score:+}" if self.score else "0"
        word, plies = "win" if self.score > 0 else "loss", MOST - abs(self.score)
        if self.remoteness is not None:
            return f"{word} in {self.remoteness}"
        return f"{word} within {plies}" if plies < FARTHEST else word


class DepthByDepth(Result, frozen=True, kw_only=True):
    """A position searched to one depth after the other."""

    game: GameInput
    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    quiescence: Annotated[bool, about("whether positions that are not quiet are searched further")]
    depths: Annotated[tuple[DepthAnswer, ...], about("each depth, up to one that leaves nothing to find")]
    _has_quiet: bool

    def __str__(self) -> str:
        how = "on" if self.quiescence else "off"
        if not self._has_quiet:
            how = "without effect, as the game defines no quiet(position)"
        rows = [("depth", "move", "score", "positions", "line")]
        rows += [
            (str(each.depth), each.move, each.score_text, f"{each.positions:,}", " ".join(each.line))
            for each in self.depths
        ]
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        right = {0, 2, 3}
        table = [
            "  ".join(
                cell.rjust(width) if place in right else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        return "\n".join(
            [f"{self.game}: searched depth by depth, quiescence {how}", *table, *self._list_notes()]
        )

    def _list_notes(self) -> list[str]:
        last = self.depths[-1]
        notes = ["score: the game's estimate where the depth ends, to the mover"]
        if last.remoteness is not None:
            notes.append(f"proven at depth {last.depth}: nothing deeper is to be found")
        elif last.proven:
            notes.append(f"proven at depth {last.depth}, but not yet with the plies to the end")
        return notes


def build_depth_by_depth(
    game: Game, position: Position, found: Sequence["ClockMove"], *, quiescence: bool, has_quiet: bool
) -> DepthByDepth:
    """Return the answer for what searches to depths 1, 2, ... found."""
    depths = []
    for depth, each in enumerate(found, 1):
        names, where = [], position
        for move in each.line:
            names.append(game.name(where, move))
            where = game.play(where, move)
        depths.append(
            DepthAnswer(
                depth=depth,
                move=names[0],
                score=each.score or 0,
                proven=each.proven,
                remoteness=each.remoteness,
                positions=each.positions,
                line=tuple(names),
                _decided=not game.scored and abs(each.score or 0) >= LEAST_WIN,
            )
        )
    return DepthByDepth(
        game=repr(game),
        position=position,
        quiescence=quiescence,
        depths=tuple(depths),
        _has_quiet=has_quiet,
    )
