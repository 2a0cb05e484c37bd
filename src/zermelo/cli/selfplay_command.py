"""`selfplay`: Algorithm 1 on a game, every iteration counted exactly, and zermelo's additions to it.

Best replies are found by one sweep, by policy iteration as the paper prints it, or by a network.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from zermelo.cli.console.command_options import (
    Anyway,
    Force,
    GameText,
    HowRun,
    Json,
    Memory,
    PositionText,
    check_output_files_are_writable,
    find_game,
    is_standard_output,
    make_budget_with_progress,
    print_json,
    print_or_write_text,
)
from zermelo.core import BadParameter

if TYPE_CHECKING:
    from zermelo import Budget, Game
    from zermelo.core import Result
    from zermelo.learn import DeepSelfPlay, LiteralRun, SelfPlayIteration, SelfPlayParameters
    from zermelo.verify import Policy

MOST = 1_000  # iterations
ITERATIONS = 5  # of networks, which need not settle
STEPS = 1_000_000  # decisions that a network learns from in each iteration: the paper's number
EPSILON = 1e-14  # of policy evaluation
HEADS = (
    "",
    "changed",
    *("first: won", "drawn", "lost", "longest"),
    *("second: won", "drawn", "lost", "longest"),
)


class SelfPlayOutput(NamedTuple):
    """The report of a run, as printed or as JSON."""

    game: "Game"
    policy: "Policy"
    text: str
    result: "Result"
    chart: Callable[[str], str]  # from the game as it was typed


def run_and_print_self_play(
    game: GameText,
    position: PositionText = None,
    alpha: Annotated[
        float, typer.Option(help="probability with which the model plays the last policy's move")
    ] = 0.9,
    gamma: Annotated[
        float, typer.Option(help="discount of rewards for each later decision of the agent")
    ] = 0.9,
    rewards: Annotated[
        str, typer.Option(metavar="WIN/DRAW/LOSS", help="rewards of a game won, drawn and lost")
    ] = "1/0/-1",
    model: Annotated[str, typer.Option(help="first model P_0: uniform, random or unnormalised")] = "uniform",
    ties: Annotated[
        str, typer.Option(help="choice among equally good moves: first, last, random or keep")
    ] = "first",
    tolerance: Annotated[
        float, typer.Option(help="moves whose expected rewards differ by no more are equally good")
    ] = 1e-12,
    seed: Annotated[int, typer.Option(help="seed of the random numbers")] = 0,
    side: Annotated[
        str, typer.Option(help="player whose best policy is kept and drawn: first, second or both")
    ] = "both",
    most: Annotated[
        int | None,
        typer.Option(metavar="N", help="largest number of iterations; default: 1000, or 5 with --deep"),
    ] = None,
    literal: Annotated[
        bool, typer.Option("--literal", help="use policy iteration, as the paper prints it")
    ] = False,
    epsilon: Annotated[
        float | None,
        typer.Option(
            help="with --literal: policy evaluation ends when values change by less; default: 1e-14"
        ),
    ] = None,
    spread: Annotated[
        str | None,
        typer.Option(help="with --literal: 1 - alpha is spread over replies, or over states as printed"),
    ] = None,
    deep: Annotated[
        str | None, typer.Option(metavar="OPTIMISER", help="train a network by a2c, ppo, dqn or maskable_ppo")
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(metavar="N", help="with --deep: decisions in each iteration; default: 1000000"),
    ] = None,
    reduced: Annotated[
        bool, typer.Option("--reduced", help="with --deep: treat symmetric positions as one")
    ] = False,
    policy: Annotated[
        Path | None, typer.Option(metavar="FILE", help="save the best policy for `zermelo certify --policy`")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.svg", help="draw lines won, drawn and lost by iteration; - is standard output"
        ),
    ] = None,
    force: Force = False,
    memory: Memory = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    as_json: Json = False,
) -> None:
    """Learn a policy by self-play, and count every line of play after each iteration."""
    from zermelo import play
    from zermelo.learn import OutcomeRewards, SelfPlayParameters

    which = find_game(game, position)
    chosen = SelfPlayParameters(alpha, gamma, OutcomeRewards.parse(rewards), model, ties, tolerance, seed)
    check_output_files_are_writable(policy, plot, force=force)
    _check_self_play_options(
        literal, deep, {"--epsilon": epsilon, "--spread": spread}, {"--steps": steps, "--reduced": reduced}
    )
    many = MOST if most is None else most
    with make_budget_with_progress(memory, None, anyway=anyway) as budget:
        if deep is not None:
            told = _run_deep_self_play(
                which,
                chosen,
                deep,
                STEPS if steps is None else steps,
                reduced,
                side,
                ITERATIONS if most is None else most,
                budget,
            )
        elif literal:
            told = _run_literal_self_play(which, chosen, epsilon, spread, side, many, budget)
        else:
            told = _run_fast_self_play(which, chosen, side, many, budget, interpreted)
        if policy is not None:
            play.save_policy(told.policy, told.game, policy, replace=force)
    if plot is not None:
        print_or_write_text(told.chart(game), plot, force=force)
        if is_standard_output(plot):
            return None
    if as_json:
        return print_json(told.result)
    print(told.text)
    return None


def _check_self_play_options(
    literal: bool, deep: str | None, for_literal: Mapping[str, Any], for_deep: Mapping[str, Any]
) -> None:
    """Raise `BadParameter` where options do not go together."""
    if literal and deep is not None:
        raise BadParameter("--literal and --deep are two ways to the best reply: choose one of them")
    for way, chosen, options in (("--literal", literal, for_literal), ("--deep", deep, for_deep)):
        for name, value in options.items():
            if value not in (None, False) and not chosen:
                raise BadParameter(f"{name} is for {way} alone: add {way}, or leave {name} out")


def _run_fast_self_play(
    game: "Game",
    chosen: "SelfPlayParameters",
    side: str,
    most: int,
    budget: "Budget",
    interpreted: bool | None,
) -> SelfPlayOutput:
    from zermelo.learn import make_self_play_report

    report = make_self_play_report(game, chosen, side=side, budget=budget, most=most, interpreted=interpreted)
    run, mistakes = report.run, report.mistakes
    lines = (
        f"{run.game!r}: {run.arena.positions:,} positions",
        str(run.parameters),
        "",
        *_format_iteration_table(run.iterations, run.best, run.side, report.comparisons),
        "",
        f"limit       {_format_convergence(run.last.number, run.converged)}",
        f"value       the last policy loses it at {mistakes.losing:,} of {mistakes.positions:,} positions",
        f"wins        {mistakes.slow_wins:,} of {mistakes.wins:,} can take more or fewer plies than need be",
        f"for sure    {report.condition}",
    )
    return SelfPlayOutput(run.game, run.policy, "\n".join(lines), report.as_result(), report.chart)


def _run_literal_self_play(
    game: "Game",
    chosen: "SelfPlayParameters",
    epsilon: float | None,
    spread: str | None,
    side: str,
    most: int,
    budget: "Budget",
) -> SelfPlayOutput:
    from zermelo.learn import run_literal

    epsilon = EPSILON if epsilon is None else epsilon
    run = run_literal(
        game, chosen, epsilon=epsilon, spread=spread or "replies", side=side, most=most, budget=budget
    )
    return SelfPlayOutput(
        run.game, run.best.policy_moves, format_literal_run(run), run.as_result(), run.chart
    )


def _run_deep_self_play(
    game: "Game",
    chosen: "SelfPlayParameters",
    optimiser: str,
    steps: int,
    reduced: bool,
    side: str,
    iterations: int,
    budget: "Budget",
) -> SelfPlayOutput:
    from zermelo.learn import train

    run = train(
        game,
        chosen,
        optimiser=optimiser,
        steps=steps,
        iterations=iterations,
        reduced=reduced,
        side=side,
        budget=budget,
    )
    return SelfPlayOutput(run.game, run.policy, format_deep_run(run), run.as_result(), run.chart)


def format_literal_run(run: "LiteralRun") -> str:
    """Return what `selfplay --literal` prints."""
    counted = run.line_counts
    over = "other replies" if run.spread == "replies" else "all other states that can follow"
    return "\n".join(
        (
            f"{run.game!r}, Algorithm 1 as printed: epsilon {run.epsilon:g}, 1 - alpha over {over}",
            str(run.parameters),
            "",
            *_format_iteration_table(counted, run.best.line_counts, run.side, {}),
            "",
            f"limit       {_format_convergence(counted[-1].number, run.limit is not None)}",
            f"improved    {_join_numbers(each.improvements for each in run.iterations)} times",
            f"evaluated   {_join_numbers(each.sweeps for each in run.iterations)} sweeps",
        )
    )


def format_deep_run(run: "DeepSelfPlay") -> str:
    """Return what `selfplay --deep` prints."""
    return "\n".join(
        (f"{run.game!r}", run.settings, "", *_format_iteration_table(run.iterations, run.best, run.side, {}))
    )


def _format_iteration_table(
    iterations: "Sequence[SelfPlayIteration]",
    best: "SelfPlayIteration",
    side: str,
    comparisons: Mapping[str, Any],
) -> list[str]:
    """Return the lines of the table: each iteration, the best one of the side, and other policies."""
    kept = f"best {'' if side == 'both' else side + ' '}({best.number})"
    rows = [
        *((str(each.number), f"{each.changed:,}", *_format_line_counts(each.sides)) for each in iterations),
        ("",) * len(HEADS),
        *(
            (name, "", *_format_line_counts(sides))
            for name, sides in ((kept, best.sides), *comparisons.items())
        ),
    ]
    widths = [max(len(row[column]) for row in (HEADS, *rows)) for column in range(len(HEADS))]
    return [
        "  ".join(
            text.ljust(width) if column == 0 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (HEADS, *rows)
    ]


def _format_convergence(number: int, converged: bool) -> str:
    if converged:
        return f"the policy no longer changes after iteration {number}"
    return f"not known: stopped after iteration {number}, which still changed the policy"


def _format_line_counts(sides: Any) -> tuple[str, ...]:
    return tuple(_format_large_count(count) for played in sides for count in (*played.lines, played.longest))


def _join_numbers(numbers: Any) -> str:
    return ", ".join(f"{number:,}" for number in numbers)


def _format_large_count(count: int) -> str:
    """Return a count as a person reads it: beyond forty digits, how large it is.

    >>> _format_large_count(1_234_567), _format_large_count(7**1000)
    ('1,234,567', '1.253e845')
    """
    if count < 10**40:
        return f"{count:,}"
    power = int((count.bit_length() - 1) * math.log10(2))
    if 10 ** (power + 1) <= count:
        power += 1
    return f"{count // 10 ** (power - 3) / 1000:.3f}e{power}"
