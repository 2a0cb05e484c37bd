"""Charts of self-play: a policy's lines won, drawn and lost after each iteration, titled by the finding."""

from collections.abc import Sequence

from zermelo.draw.charts.curve_chart import format_short_count, outcome_curves_svg
from zermelo.draw.charts.terminal_chart import draw_terminal_chart
from zermelo.learn.monotonic.self_play_iteration import SelfPlayIteration, check_side

SIDES = {"first": "agent first", "second": "adversary first", "both": "both sides"}


def draw_lines_chart(
    iterations: Sequence[SelfPlayIteration],
    *,
    name: str,
    side: str = "both",
    settings: str = "",
    least: int | None = None,
) -> str:
    """Draw a chart of the lines won, drawn and lost after each iteration on a side, as SVG.

    The title is `format_lost_lines_finding`; `name` is the game's name, `settings` the parameters of
    learning, and `least` the fewest lines that any policy loses there. Raises `BadParameter`, and
    `MissingExtra` without matplotlib.
    """
    check_side(side)
    return outcome_curves_svg(
        format_lost_lines_finding(iterations, side, least),
        f"{name}, {SIDES[side]}\n{settings}".rstrip(),
        [each.number for each in iterations],
        _make_curves(iterations, side),
        across="iteration",
    )


def draw_lines_text_chart(
    iterations: Sequence[SelfPlayIteration], *, name: str, side: str, least: int | None, blocks: bool
) -> str:
    """Draw the same chart in a few lines of text."""
    return draw_terminal_chart(
        format_lost_lines_finding(iterations, side, least),
        f"{name}, {SIDES[side]}",
        [each.number for each in iterations],
        _make_curves(iterations, side),
        across="iteration",
        show=lambda count: format_short_count(int(count)),
        blocks=blocks,
        by_powers=True,
    )


def _make_curves(iterations: Sequence[SelfPlayIteration], side: str) -> dict[str, list[int]]:
    lines = [each.lines_on(side) for each in iterations]
    return {
        "won": [each.won for each in lines],
        "drawn": [each.drawn for each in lines],
        "lost": [each.lost for each in lines],
    }


def format_lost_lines_finding(
    iterations: Sequence[SelfPlayIteration], side: str = "both", least: int | None = None
) -> str:
    """Return the main finding about a side's lines, in a few words.

    >>> from zermelo.games import TicTacToe
    >>> from zermelo.learn.monotonic.model_improvement import run_self_play
    >>> run = run_self_play(TicTacToe())
    >>> [format_lost_lines_finding(run.iterations, side) for side in ("second", "first")]
    ['No line is lost from iteration 2 on', 'No line is lost in any iteration']
    """
    lines = [each.lines_on(side) for each in iterations]
    last = lines[-1].lost
    if last == least and last:
        return f"{_format_lines_with_verb(last)} lost in the end, as few as can be"
    if last:
        return f"{_format_lines_with_verb(last)} lost in the end" + (
            f", and {_format_line_count(least)} would be the fewest" if least else ""
        )
    lost = 1 + max((number for number, each in enumerate(lines, 1) if each.lost), default=0)
    drawn = 1 + max((number for number, each in enumerate(lines, 1) if each.drawn), default=0)
    found = "No line is lost in any iteration" if lost == 1 else f"No line is lost from iteration {lost} on"
    return found + (f", and none drawn from {drawn} on" if 1 < drawn <= len(lines) else "")


def _format_lines_with_verb(lines: int) -> str:
    return "1 line is" if lines == 1 else f"{_format_line_count(lines)} lines are"


def _format_line_count(lines: int) -> str:
    return f"{lines:,}" if lines < 10**12 else format_short_count(lines)
