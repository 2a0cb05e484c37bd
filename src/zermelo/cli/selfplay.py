"""`selfplay`: Algorithm 1 on a game, every iteration counted exactly, and what we add to it."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.options import (
    Anyway,
    Force,
    GameText,
    HowRun,
    Json,
    Memory,
    PositionText,
    check_outputs,
    game_of,
    is_printed,
    metered,
    print_json,
    write_output,
)

if TYPE_CHECKING:
    from zermelo.arenas import Lines
    from zermelo.learning import SelfPlayReport


def selfplay(
    game: GameText,
    position: PositionText = None,
    alpha: Annotated[float, typer.Option(help="how surely the model plays the last policy's move")] = 0.9,
    gamma: Annotated[float, typer.Option(help="discount for each decision of the agent's own")] = 0.9,
    rewards: Annotated[
        str, typer.Option(metavar="WIN/DRAW/LOSS", help="what the ends of a game are worth")
    ] = "1/0/-1",
    model: Annotated[str, typer.Option(help="P_0: uniform, random, unnormalised")] = "uniform",
    ties: Annotated[str, typer.Option(help="among best moves: first, last, random, keep")] = "first",
    tolerance: Annotated[float, typer.Option(help="moves that differ by no more are equally good")] = 1e-12,
    seed: Annotated[int, typer.Option(help="of what is drawn")] = 0,
    most: Annotated[int, typer.Option(metavar="N", help="iterations, at most")] = 1_000,
    policy: Annotated[
        Path | None, typer.Option(metavar="FILE", help="save the best policy, as `certify` takes it")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="draw the lines lost")] = None,
    force: Force = False,
    memory: Memory = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    as_json: Json = False,
) -> None:
    """Learn a policy by self-play, counting every line of play after each iteration."""
    from zermelo import policies
    from zermelo.learning import Parameters, losses_chart, read_rewards, report_on

    which = game_of(game, position)
    chosen = Parameters(alpha, gamma, read_rewards(rewards), model, ties, tolerance, seed)
    check_outputs(policy, plot, force=force)
    with metered(memory, None, anyway=anyway) as budget:
        report = report_on(which, chosen, budget=budget, most=most, interpreted=interpreted)
        if policy is not None:
            policies.save(report.run.policy, report.run.game, policy, replace=force)
    if plot is not None:
        write_output(losses_chart(report.run), plot, force=force)
        if is_printed(plot):
            return None
    if as_json:
        return print_json(report.as_json())
    print(selfplay_text(report))
    return None


def selfplay_text(report: "SelfPlayReport") -> str:
    """Return what `selfplay` prints."""
    run = report.run
    chosen = run.parameters
    heads = ("", "changed", "first: won", "drawn", "lost", "second: won", "drawn", "lost")
    rows = [
        (str(each.number), f"{each.changed:,}", *_counts(each.first), *_counts(each.second))
        for each in run.iterations
    ]
    rows.append(("", "", *[""] * 6))
    best = run.best
    rows.append((f"best ({best.number})", "", *_counts(best.first), *_counts(best.second)))
    for name, (first, second) in report.besides.items():
        rows.append((name, "", *_counts(first), *_counts(second)))
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    table = [
        "  ".join(
            text.ljust(width) if column == 0 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (heads, *rows)
    ]
    end = (
        f"the policy no longer changes after iteration {run.last.number}"
        if run.converged
        else f"not known: stopped after iteration {run.last.number}, which still changed the policy"
    )
    faults = report.faults
    return "\n".join(
        (
            f"{run.game!r}: {run.arena.positions:,} positions",
            f"alpha {chosen.alpha:g}, gamma {chosen.gamma:g}, rewards {chosen.rewards}, P_0 {chosen.model}, "
            f"ties {chosen.ties}",
            "",
            *table,
            "",
            f"limit       {end}",
            f"value       the last policy loses it at {faults.losing:,} of {faults.positions:,} positions",
            f"wins        {faults.slow_wins:,} of {faults.wins:,} can take more or fewer plies than need be",
            f"for sure    {report.condition}",
        )
    )


def _counts(lines: "Lines") -> tuple[Any, ...]:
    return tuple(_written(count) for count in lines)


def _written(count: int) -> str:
    """Return a count as a person reads it: beyond forty digits, how large it is.

    >>> _written(1_234_567), _written(7**1000)
    ('1,234,567', '1.253e845')
    """
    if count < 10**40:
        return f"{count:,}"
    power = int((count.bit_length() - 1) * math.log10(2))
    if 10 ** (power + 1) <= count:
        power += 1
    return f"{count // 10 ** (power - 3) / 1000:.3f}e{power}"
