"""The panel of statistics: values, lengths as bars, choices, and positions worth looking at."""

from typing import Annotated, Any, Final, Literal

from zermelo import Answer
from zermelo.core import Count, Result, about, format_position_in_one_line
from zermelo.solution import Statistics
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelAnswer,
    PanelFact,
    PanelRequest,
    TooMuchForPage,
    ViewedValue,
    convert_answer_to_viewer,
    format_equivalent_command,
    list_panel_facts,
    make_position_url,
)
from zermelo.web.services.solution_cache import call_solution_method_cached

MOST_SOLVED: Final = 3_000_000  # classes of positions, gone through in some seconds
MOST_BARS: Final = 40
WORDS: Final = ("win", "draw", "loss")


class RemotenessBar(Result, frozen=True, kw_only=True):
    """Positions with so many plies to the end."""

    label: Annotated[str, about("how many plies, or from how many to how many")]
    win: Annotated[Count, about("positions that are won")]
    draw: Annotated[Count, about("positions that are drawn")]
    loss: Annotated[Count, about("positions that are lost")]
    widths: Annotated[dict[str, float], about("of the bars, in per cent of the longest row")]


class BranchingBar(Result, frozen=True, kw_only=True):
    """Positions with so many moves."""

    label: Annotated[str, about("how many moves, or from how many to how many")]
    all: Annotated[Count, about("positions")]
    widths: Annotated[dict[str, float], about("of the bar, in per cent of the longest")]


class NotableRow(Result, frozen=True, kw_only=True):
    """A position worth looking at."""

    text: Annotated[str, about("the position in one line")]
    url: Annotated[str, about("its page; empty where its text does not say it all")]
    worth: Annotated[ViewedValue, about("what it is worth")]
    moves: Annotated[Count, about("how many moves it has")]


class NotableRows(Result, frozen=True, kw_only=True):
    """Positions worth looking at for one reason."""

    what: Annotated[str, about("the reason")]
    positions: Annotated[tuple[NotableRow, ...], about("the positions")]


class StatisticsPanel(PanelAnswer, frozen=True, kw_only=True):
    """The figures of a solution."""

    name: Annotated[Literal["statistics"], about("which panel")] = "statistics"
    counted: Annotated[str, about("what is counted: positions, or classes of them")]
    totals: Annotated[dict[str, int], about("how many are `win`, `draw` and `loss`")]
    alone: Annotated[bool, about("whether it is a puzzle for one")]
    rows: Annotated[tuple[PanelFact, ...], about("figures in words")]
    lengths: Annotated[tuple[RemotenessBar, ...], about("by plies to the end")]
    branching: Annotated[tuple[BranchingBar, ...], about("by how many moves they have")]
    curiosities: Annotated[tuple[NotableRows, ...], about("positions worth looking at")]
    table: Annotated[str, about("the hash of the table of values")]
    _names: dict[str, str]  # of positions by their values
    _length: str  # what is counted to the end


def build_statistics_panel(view: PositionView, request: PanelRequest) -> StatisticsPanel:
    """Return the figures of the whole solution."""
    solution = view.known.solution
    assert solution is not None
    solved = solution.summary.solved
    if solved > MOST_SOLVED:
        raise make_too_large_error(view, solved, "stats")
    return build_statistics_values(
        view, call_solution_method_cached(solution, "stats", budget=request.time_budget)
    )


def make_too_large_error(view: PositionView, solved: int, command: str) -> TooMuchForPage:
    """Return that a solution is too large to be gone through while a page waits, and what can be done."""
    return TooMuchForPage(
        f"{solved:,} positions are solved, and going through them takes longer than a page waits. "
        "At a prompt it is asked for:",
        format_equivalent_command(view, command),
    )


def build_statistics_values(view: PositionView, figures: Statistics) -> StatisticsPanel:
    """Return figures as a page shows them."""
    return StatisticsPanel(
        finding=figures.title,
        counted=figures.counted,
        totals={"win": figures.wins, "draw": figures.draws, "loss": figures.losses},
        alone=figures.answer.alone,
        rows=list_panel_facts(figures.rows()),
        lengths=tuple(RemotenessBar(**row) for row in build_remoteness_bars(figures)),
        branching=tuple(BranchingBar(**row) for row in build_branching_bars(figures)),
        curiosities=tuple(
            NotableRows(what=what, positions=tuple(_build_notable_row(view, each) for each in rows))
            for what, rows in figures.notable_positions()
        ),
        table=figures.table_hash,
        _names=figures.outcome_names,
        _length=figures.length_names[0],
    )


def build_remoteness_bars(figures: Statistics) -> list[dict[str, Any]]:
    """Return positions by plies to the end, a row for each number of them or several; no end comes last."""
    counts: dict[int | None, dict[str, int]] = {}
    for value, plies, positions in figures.answers:
        row = counts.setdefault(plies, dict.fromkeys(WORDS, 0))
        row[Answer(value, None).outcome] += positions
    last = max((plies for plies in counts if plies is not None), default=0)
    step = -(-(last + 1) // MOST_BARS)
    rows = []
    for begin in range(0, last + 1, step):
        row = dict.fromkeys(WORDS, 0)
        for plies in range(begin, begin + step):
            for word, count in counts.get(plies, {}).items():
                row[word] += count
        rows.append({"label": str(begin) if step == 1 else f"{begin}–{min(last, begin + step - 1)}", **row})
    if None in counts:
        rows.append({"label": figures.length_names[1], **counts[None]})
    return _add_bar_widths(rows, WORDS)


def build_branching_bars(figures: Statistics) -> list[dict[str, Any]]:
    """Return positions by how many moves they have."""
    most, counts = figures.most_moves, dict(figures.branching)
    step = -(-most // MOST_BARS) or 1
    rows = []
    for begin in range(1, most + 1, step):
        count = sum(counts.get(moves, 0) for moves in range(begin, begin + step))
        rows.append(
            {"label": str(begin) if step == 1 else f"{begin}–{min(most, begin + step - 1)}", "all": count}
        )
    return _add_bar_widths(rows, ("all",))


def _add_bar_widths(rows: list[dict[str, Any]], words: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return rows with the width of each bar, in per cent of the longest row."""
    longest = max((sum(row[word] for word in words) for row in rows), default=0) or 1
    return [row | {"widths": {word: round(100 * row[word] / longest, 2) for word in words}} for row in rows]


def _build_notable_row(view: PositionView, notable: Any) -> NotableRow:
    return NotableRow(
        text=format_position_in_one_line(view.line.game, notable.position),
        url=make_position_url(view, notable.position),
        worth=convert_answer_to_viewer(notable.answer, same=True),
        moves=notable.move_count,
    )
