"""The two-bit sweep of a small game: after each pass every position is ?, won by White or Black, or drawn.

White is A, who moves first. The ends are marked first. A pass then looks at every position that is still ?,
by the marks that the pass before left. The mover's mark is given where one move leads to it. Where all moves
lead to marks, the best of them is given. The sweep ends with a pass that marks nothing: where ? is left,
neither can force a win, which is how loops are drawn. Pass n marks what is n plies from the end, so a sweep
takes as many passes as the longest forced win, and one more. (Marking in place takes fewer passes, by an
amount that depends on the order of the positions. Its marks are the same.)
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal

from zermelo.core.game import Game, Position
from zermelo.core.notation.player_view import TO_MOVE
from zermelo.core.notation.result import (
    Count,
    GameInput,
    PlayerNumber,
    PositionJson,
    Result,
    ShownText,
    about,
)
from zermelo.core.requirements import check_question, refuse_games_with_gains
from zermelo.solution.game_trees.captions import PLAYERS
from zermelo.solution.game_trees.quintuplet import ROWS, Quintuplet, make_quintuplet

Mark = Literal["?", "W", "B", "D"]
MINE: Final[tuple[Mark, Mark]] = ("W", "B")  # of A, who is White, and of B
FEW_LINES: Final = 60  # that a sweep is printed in, unless all of it is asked for
FEW_PASSES: Final = 16  # that are counted one by one
WIDTH: Final = 96
GAP: Final = "   "


class SweptPosition(Result, frozen=True, kw_only=True):
    """A position with its mover, and how it was marked."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    text: ShownText
    mover: Annotated[PlayerNumber, about("1 for A, who is White and moves first, 2 for B, who is Black")]
    mark: Annotated[Mark, about("at the end; ? where nobody can force a win")]
    marked_in: Annotated[Count | None, about("the pass that marked it, 0 for an end; null where it is ?")]


class SweepPass(Result, frozen=True, kw_only=True):
    """How many positions a pass marked."""

    white: Annotated[Count, about("marked W")]
    black: Annotated[Count, about("marked B")]
    drawn: Annotated[Count, about("marked D")]
    left: Annotated[Count, about("positions that are still ?")]


class TwoBitSweeps(Result, frozen=True, kw_only=True):
    """The sweep of a game; the first position is the start."""

    game: GameInput
    positions: Annotated[
        tuple[SweptPosition, ...],
        about("positions that play reaches, with their movers, numbered as in the table"),
    ]
    passes: Annotated[tuple[SweepPass, ...], about("the ends, then each pass; the last one marks nothing")]
    _game: Game

    def __str__(self) -> str:
        return self.format_text()

    def __repr__(self) -> str:
        return str(self)

    def format_text(self, most: int | None = FEW_LINES) -> str:
        """Return the sweep as text, in at most so many lines, where that is not None.

        Boards are drawn pass by pass. Where positions are a line of text, each is a row and each pass a
        column.
        """
        lines = [*self._list_header_lines(), ""]
        room = None if most is None else most - len(lines)
        boards = [self._list_board_lines(row) for row in self.positions]
        if all(len(board) == 1 for board in boards):
            return "\n".join([*lines, *_shorten(self._list_row_lines(), room, "rows")])
        return "\n".join([*lines, *self._list_pass_lines(boards, room)])

    def list_marks_after(self, number: int) -> tuple[Mark, ...]:
        """Return the mark of every position after a pass; 0 is before the first one, when ends are marked."""
        return tuple(
            row.mark if row.marked_in is not None and row.marked_in <= number else "?"
            for row in self.positions
        )

    def _list_header_lines(self) -> list[str]:
        drawn = any(each.drawn for each in self.passes)
        rows = [
            ("pass", "W", "B", *(["D"] if drawn else []), "? left"),
            *(
                (
                    str(number),
                    *(str(count) for count in (each.white, each.black, *([each.drawn] if drawn else []))),
                    str(each.left),
                )
                for number, each in enumerate(self.passes)
            ),
        ]
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        counted = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
        ]
        if len(counted) > FEW_PASSES + 1:
            missing = len(counted) - FEW_PASSES - 1
            counted[FEW_PASSES // 2 + 1 : -FEW_PASSES // 2] = [f"   …  ({missing} passes)"]
        left = self.passes[-1].left
        return [
            f"{self.game}: two bits a position, swept until a pass marks nothing",
            f"{len(self.positions):,} positions with their movers, A and B, that play reaches",
            "W: White, A, who moves first, has won from there; B: Black has"
            + ("; D: drawn by the rules" if drawn else ""),
            "pass 0 marks the ends; each pass goes by the marks that the one before left",
            f"? is left at {left:,}: nobody can force a win there" if left else "no ? is left",
            "",
            *counted,
        ]

    def _list_row_lines(self) -> list[str]:
        """Return a row for each position, with a column for each pass where those fit."""
        last = len(self.passes) - 1
        columns = [str(number) for number in range(last + 1)]
        width = len(columns[-1])
        text = max(len(row.text) for row in self.positions)
        head = f"{'#':>4} {'position':<{max(8, text)}} mover  "
        if len(head) + (width + 1) * len(columns) > WIDTH:
            columns = ["mark", "in pass"]
            width = 7
        lines = [head + " ".join(each.rjust(width) for each in columns)]
        for number, row in enumerate(self.positions):
            start = f"{number:>4} {row.text:<{max(8, text)}} {PLAYERS[row.mover - 1]:<5}  "
            if columns[0] == "mark":
                cells = [row.mark, "-" if row.marked_in is None else str(row.marked_in)]
            else:
                cells = [
                    row.mark if row.marked_in is not None and row.marked_in <= each else "?"
                    for each in range(last + 1)
                ]
            lines.append(start + " ".join(each.rjust(width) for each in cells))
        return lines

    def _list_pass_lines(self, boards: Sequence[Sequence[str]], room: int | None) -> list[str]:
        """Return the boards that each pass marked, and those that stay ?; in little room a row of each."""
        groups = [(f"pass {number} marks", number) for number in range(len(self.passes) - 1)]
        parts = []
        for title, number in [*groups, ("? stays at", None)]:
            places = [place for place, row in enumerate(self.positions) if row.marked_in == number]
            if places:
                parts.append((f"{title} {len(places):,}:", list(self._yield_board_rows(places, boards))))
        if room is None:
            return [
                line for title, rows in parts for line in (title, *(line for row in rows for line in row), "")
            ][:-1]
        lines: list[str] = []
        for place, (title, rows) in enumerate(parts):
            if len(lines) + 1 + len(rows[0]) + (place < len(parts) - 1) > room:
                lines.append(f"… boards of {len(parts) - place:,} more passes: --all shows them")
                break
            more = " the first of them (--all shows the others)" if len(rows) > 1 else ""
            lines += [f"{title}{more}", *rows[0]]
        return lines

    def _yield_board_rows(
        self, places: Sequence[int], boards: Sequence[Sequence[str]]
    ) -> Iterator[list[str]]:
        """Yield the lines of boards side by side, each with its number, mover and mark below."""
        cells = []
        for place in places:
            row = self.positions[place]
            cells.append([*boards[place], f"#{place} {PLAYERS[row.mover - 1]}: {row.mark}"])
        width = max(len(line) for cell in cells for line in cell)
        height = max(map(len, cells))
        across = max(1, (WIDTH + len(GAP)) // (width + len(GAP)))
        for first in range(0, len(cells), across):
            some = cells[first : first + across]
            padded = [[""] * (height - len(cell)) + cell for cell in some]
            yield [
                GAP.join(line.ljust(width) for line in each).rstrip() for each in zip(*padded, strict=True)
            ]

    def _list_board_lines(self, row: SweptPosition) -> list[str]:
        text = self._game.show_for_player(row.position, row.mover - 1)
        return [line for line in text.strip("\n").splitlines() if line not in TO_MOVE]


def _shorten(lines: list[str], room: int | None, what: str) -> list[str]:
    """Return lines that fit, the last of which says how many are missing."""
    if room is None or len(lines) <= room:
        return lines
    return [*lines[: room - 1], f"… {len(lines) - room + 1:,} more {what}: --all shows them"]


def sweep_two_bits(game: Game, position: Position, limit: int = ROWS) -> TwoBitSweeps:
    """Return the two-bit sweep of all that play reaches from `position`, A being the player who moves there.

    The positions are those of `make_quintuplet` that play reaches, in its order. Raises what that does, and
    `MissingCapability` where dice decide or moves bring points.
    """
    check_question(game, "sweeps")
    refuse_games_with_gains(game, "two bits hold who wins at the end")
    return sweep_quintuplet(game, make_quintuplet(game, position, limit))


def sweep_quintuplet(game: Game, table: Quintuplet) -> TwoBitSweeps:
    """Return the sweep of a table whose values are A's."""
    rows = [row for row in table.positions if row.reachable]  # which come first
    marks: list[Any] = [_mark_end(row.exact_payoff) if row.finished else "?" for row in rows]
    marked_in = [0 if row.finished else None for row in rows]
    passes = [_count_marks(marks, range(len(rows)))]
    while True:
        found = {}
        for place, row in enumerate(rows):
            if marks[place] == "?":
                mark = _mark_by_moves(row.mover, [marks[each] for each in row.successors])
                if mark != "?":
                    found[place] = mark
        for place, mark in found.items():
            marks[place], marked_in[place] = mark, len(passes)
        passes.append(_count_marks(marks, found))
        if not found:
            break
    return TwoBitSweeps(
        game=repr(game),
        positions=tuple(
            SweptPosition(
                position=row.position,
                text=row.text,
                mover=row.mover,
                mark=marks[place],
                marked_in=marked_in[place],
            )
            for place, row in enumerate(rows)
        ),
        passes=tuple(passes),
        _game=game,
    )


def _mark_end(payoff: Any) -> Mark:
    return "W" if payoff > 0 else "B" if payoff < 0 else "D"


def _mark_by_moves(mover: int, marks: Sequence[Mark]) -> Mark:
    """Return the mark that the marks after the moves give, ? where they give none."""
    mine, theirs = MINE[mover - 1], MINE[2 - mover]
    if mine in marks:
        return mine
    return "?" if "?" in marks else "D" if "D" in marks else theirs


def _count_marks(marks: Sequence[Mark], places: Any) -> SweepPass:
    given = [marks[place] for place in places]
    return SweepPass(
        white=given.count("W"), black=given.count("B"), drawn=given.count("D"), left=list(marks).count("?")
    )
