"""`selfplay`: Algorithm 1 on a game, every iteration counted exactly, and zermelo's additions to it.

Best replies are found by one sweep, by policy iteration as the paper prints it, or by a network.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.console.command_options import (
    Anyway,
    Every,
    Force,
    GameText,
    HowRun,
    Json,
    Memory,
    PositionText,
    check_output_files_are_writable,
    find_game,
    make_budget_with_progress,
)
from zermelo.cli.console.figure_output import FigureFile, Plot, choose_figure_file, print_answer_and_figure
from zermelo.core import BadParameter

MOST = 1_000  # iterations
ITERATIONS = 5  # of networks, which need not settle
STEPS = 1_000_000  # decisions that a network learns from in each iteration: the paper's number
EPSILON = 1e-14  # of policy evaluation


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
    plot: Plot = False,
    output: FigureFile = None,
    force: Force = False,
    memory: Memory = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    every: Every = False,
    as_json: Json = False,
) -> None:
    """Learn a policy by self-play, and count every line of play after each iteration."""
    from zermelo import play
    from zermelo.learn import OutcomeRewards, SelfPlayParameters, make_self_play_report, run_literal, train

    which = find_game(game, position)
    chosen = SelfPlayParameters(alpha, gamma, OutcomeRewards.parse(rewards), model, ties, tolerance, seed)
    check_output_files_are_writable(policy, force=force)
    figure = choose_figure_file(output, plot=plot, name=f"{game} selfplay", force=force)
    _check_self_play_options(
        literal, deep, {"--epsilon": epsilon, "--spread": spread}, {"--steps": steps, "--reduced": reduced}
    )
    many = MOST if most is None else most
    with make_budget_with_progress(memory, None, anyway=anyway) as budget:
        run: Any
        if deep is not None:
            run = train(
                which,
                chosen,
                optimiser=deep,
                steps=STEPS if steps is None else steps,
                iterations=ITERATIONS if most is None else most,
                reduced=reduced,
                side=side,
                budget=budget,
            )
        elif literal:
            end = EPSILON if epsilon is None else epsilon
            over = spread or "replies"
            run = run_literal(which, chosen, epsilon=end, spread=over, side=side, most=many, budget=budget)
        else:
            run = make_self_play_report(
                which, chosen, side=side, budget=budget, most=many, interpreted=interpreted
            )
        if policy is not None:
            learned = run.best.policy_moves if literal else run.policy
            play.save_policy(learned, run.game, policy, replace=force)
    print_answer_and_figure(
        run,
        figure,
        lambda: run.chart(game),
        lambda blocks: run.text_chart(game, blocks=blocks),
        force=force,
        as_json=as_json,
        every=every,
    )


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
