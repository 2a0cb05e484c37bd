"""Statistics of a solved game: counts, lengths, choices, curiosities, and a hash of the whole table."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Final, Literal

from zermelo.core.game_kind import ByKind
from zermelo.core.notation.player_view import format_position_in_one_line
from zermelo.core.notation.result import (
    AnswerFields,
    Count,
    PlayedGame,
    PositionJson,
    Result,
    about,
)
from zermelo.core.notation.wording import format_count, format_labelled_lines, format_share
from zermelo.core.rule_queries import VALUE_COUNTS, list_future_points_note
from zermelo.core.values import DEAD_END, SOLVABLE, Answer, outcome_word
from zermelo.solution.solution import MoveAnswer, list_move_rows

SHOWN = 5  # positions of each curiosity


TITLES: Final = ByKind(
    "share of positions that are decided",
    "{share} of all {counted} are won for one side",
    puzzle=f"{{share}} of all {{counted}} are {SOLVABLE}",
    gains="In {share} of all {counted} one side has more points still to come",
)
LONGEST: Final = ByKind(
    "headings of the longest positions",
    ("longest wins", "longest draws", "longest losses"),
    gains=("longest, more to come", "longest, the same to come", "longest, less to come"),
)


class TierStatistics(Result, frozen=True, kw_only=True):
    """A set of positions solved together."""

    tier: Annotated[Count, about("its number")]
    positions: Annotated[Count, about("in it")]
    wins: Annotated[Count, about("that their movers win")]
    draws: Annotated[Count, about("that are drawn")]
    losses: Annotated[Count, about("that their movers lose")]
    finished: Annotated[Count, about("that are over, or have no move")]
    move_count: Annotated[Count, about("moves of all of them together")]


class NotablePosition(AnswerFields, frozen=True, kw_only=True):
    """A position worth looking at."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    move_count: Annotated[Count, about("moves that it has")]


Curiosities = Annotated[tuple[NotablePosition, ...], about("positions, the first of an order")]


class LongestGames(Result, frozen=True, kw_only=True):
    """Positions of the greatest remoteness."""

    win: Curiosities
    draw: Curiosities
    loss: Curiosities


class Statistics(Result, frozen=True, kw_only=True):
    """What a solved game is like; counts are of positions, or of classes where `counted` says so."""

    game: PlayedGame
    answer: Annotated[Answer, about("of the start")]
    counted: Annotated[Literal["positions", "classes"], about("what is counted")]
    positions: Annotated[Count, about("all of them")]
    classes: Annotated[Count, about("classes of positions, symmetric ones as one")]
    answers: Annotated[
        tuple[tuple[int, int | None, int], ...],
        about("how many positions have which answer: value, remoteness or null, positions"),
    ]
    tiers: Annotated[tuple[TierStatistics, ...], about("one for all where the solution has no plies")]
    branching: Annotated[
        tuple[tuple[int, int], ...],
        about("how many positions have how many moves, finished ones left out: moves, positions"),
    ]
    choices: Annotated[Count, about("positions with two moves or more")]
    matters: Annotated[Count, about("of these, where some move loses value")]
    saving: Annotated[Count, about("of these, where a single move keeps the value")]
    most_shown: Annotated[Count, about("how many positions the next two lists have at most")] = SHOWN
    longest: Annotated[LongestGames, about("the greatest remoteness")]
    puzzles: Annotated[
        tuple[NotablePosition, ...], about("a single move keeps the value, the most plies first")
    ]
    first_moves: Annotated[tuple[MoveAnswer, ...], about("the start's moves, best first")]
    table_hash: Annotated[str, about("of every position with its answer, in any order")]
    finished: Annotated[Count, about("positions that are over, or have no move")]
    endless: Annotated[Count, about("positions from which play need not end")]
    move_count: Annotated[Count, about("moves of all positions together")]
    mean_branching: Annotated[float, about("moves a position that is not finished")]
    lengths: Annotated[
        tuple[int, int] | None,
        about("the fewest and the most plies of a game; null where the solution has no plies"),
    ]
    wins: Annotated[Count, about("positions that their movers win")]
    draws: Annotated[Count, about("positions that are drawn")]
    losses: Annotated[Count, about("positions that their movers lose")]

    def __str__(self) -> str:
        rows = format_labelled_lines([*self.rows(), ("table", self.table_hash)])
        lines = [f"{self.game!r}: {self.answer}", *rows, "", *self._yield_lines_of_counts_by_plies()]
        if len(self.tiers) > 1 and not self.answer.alone:
            lines += ["", *self._yield_tier_lines()]
        lines += ["", "first moves", *list_move_rows(self.first_moves)]
        for heading, positions in self.notable_positions():
            lines += ["", heading]
            lines += [
                f"  {format_position_in_one_line(self.game, each.position)}  {each.answer}, "
                f"{'of ' if self.answer.alone else ''}{format_count(each.move_count, 'move')}"
                for each in positions
            ]
        return "\n".join([*lines, *list_future_points_note(self.game)])

    @property
    def title(self) -> str:
        """How many positions are decided, as a sentence without its full stop."""
        share = self.wins / self.positions if self.answer.alone else 1 - self.draws / self.positions
        return TITLES.choose(self.game).format(share=format_share(share), counted=self.counted)

    @property
    def outcome_names(self) -> dict[str, str]:
        """The names of positions that are counted, by "win", "draw" and "loss"."""
        if self.answer.alone:
            return {"win": SOLVABLE, "draw": f"{DEAD_END}s", "loss": f"{DEAD_END}s"}
        return {"win": "wins", "draw": "draws", "loss": "losses"}

    @property
    def length_names(self) -> tuple[str, str]:
        """What is counted to the end of play, and the name of play without end."""
        return ("moves to solve it", "never") if self.answer.alone else ("plies to the end", "without end")

    def rows(self) -> list[tuple[str, str]]:
        """Return the figures in words.

        Returns
        -------
        list of tuple
            A label and a text for each.
        """
        alone = self.answer.alone
        by_class = "by class only: " if self.counted == "classes" else ""
        classes = "" if self.classes == self.positions else f" ({self.classes:,} classes)"
        over = "solved or without a move" if alone else "finished"
        loses, keeps = (
            ("is a dead end", "all but one are") if alone else ("loses value", "a single move keeps it")
        )
        rows = [
            ("positions", f"{by_class}{self.positions:,}{classes}, {self.finished:,} {over}"),
            *VALUE_COUNTS.choose(self.game)(self.wins, self.draws, self.losses),
        ]
        if alone and self.hardest:
            plies, count = self.hardest
            rows.append(("hardest", f"{format_count(plies, 'move')}, at {format_count(count, 'position')}"))
        moves = f"{self.mean_branching:.2f} a position, {self.most_moves} at most"
        share = f"{100 * self.matters / max(1, self.choices):.1f}%"
        rows += [
            ("moves", f"{self.move_count:,}: {moves}"),
            (
                "choice",
                f"{self.choices:,} with two moves or more; some move {loses} in {self.matters:,} ({share}), "
                f"{keeps} in {self.saving:,}",
            ),
        ]
        if self.endless and not alone:
            rows.append(("endless", f"{self.endless:,}, from which play need not end"))
        if self.lengths and not alone:
            rows.append(("games", f"{self.lengths[0]} to {self.lengths[1]} plies"))
        return rows

    def notable_positions(self) -> list[tuple[str, list[NotablePosition]]]:
        """Return the positions worth looking at.

        Returns
        -------
        list of tuple
            A heading and positions, of each kind that there is.
        """
        longest, puzzles = self.longest, list(self.puzzles)
        if self.answer.alone:
            kinds = [
                ("the hardest positions", list(longest.win)),
                ("every other move is a dead end", puzzles),
            ]
            kinds = [(heading, [each for each in found if each.value > 0]) for heading, found in kinds]
        else:
            words = LONGEST.choose(self.game)
            found = (longest.win, longest.draw, longest.loss)
            kinds = [(word, list(each)) for word, each in zip(words, found, strict=True)]
            kinds.append(("a single move keeps the value", puzzles))
        return [kind for kind in kinds if kind[1]]

    def _yield_lines_of_counts_by_plies(self) -> Iterator[str]:
        """Yield how many positions are how far from the end: of a puzzle, from its solution."""
        alone = self.answer.alone
        rows: dict[int | None, Counter[str]] = {}
        for value, remoteness, positions in self.answers:
            plies = None if alone and value <= 0 else remoteness
            rows.setdefault(plies, Counter())["positions" if alone else outcome_word(value)] += positions
        (heading, never), columns = self.length_names, self.outcome_names
        if alone:
            columns = {"positions": "positions"}
        yield " ".join([f"{heading:>16}", *(f"{title:>14}" for title in columns.values())])
        for plies, row in sorted(rows.items(), key=lambda each: (each[0] is None, each[0] or 0)):
            said = f"{never if plies is None else plies:>{len(heading)}}"
            yield " ".join([said, *(f"{row[column]:>14,}" for column in columns)])

    def _yield_tier_lines(self) -> Iterator[str]:
        yield f"{'tier':>4} {'positions':>14} {'wins':>14} {'draws':>14} {'losses':>14} {'finished':>13}"
        for tier in self.tiers:
            yield (
                f"{tier.tier:>4} {tier.positions:>14,} {tier.wins:>14,} {tier.draws:>14,} {tier.losses:>14,} "
                f"{tier.finished:>13,}"
            )

    def html(self) -> str:
        """Return a page of charts.

        Returns
        -------
        str
            An HTML page.

        Raises
        ------
        MissingExtra
            Where charts cannot be drawn.
        """
        from zermelo.solution.statistics_charts import make_charts_page

        return make_charts_page(self)

    @property
    def most_moves(self) -> int:
        """The most moves that a position has."""
        return max(self.branching, default=(0, 0))[0]

    @property
    def hardest(self) -> tuple[int, int] | None:
        """The most plies that a win needs, and how many positions need them; None where there are no wins."""
        won = [(plies, count) for value, plies, count in self.answers if value > 0 and plies]
        return max(won, default=None)

    @property
    def mean_moves(self) -> float:
        """The moves that solve a puzzle for one, in the mean of positions that can be and are not solved."""
        won = [(plies, count) for value, plies, count in self.answers if value > 0 and plies]
        return sum(plies * count for plies, count in won) / max(1, sum(count for _, count in won))
