"""`ladder`: how a player's mistakes go with the distance to the end, as a table and as a chart."""

from typing import Annotated

import typer

from zermelo.cli.console.command_options import (
    Every,
    Force,
    GameText,
    HowRun,
    Json,
    RunRules,
    Store,
    convert_rule_errors_to_bad_rules,
    find_game,
    make_budget_with_progress,
    open_or_solve,
)
from zermelo.cli.console.figure_output import FigureFile, Plot, choose_figure_file, print_answer_and_figure
from zermelo.cli.players.match_commands import PlayerText, open_player_context


def print_mistakes_by_plies_to_end(
    game: GameText,
    player: Annotated[str, typer.Option("--player", metavar="PLAYER", help=PlayerText)] = "shallow",
    most: Annotated[
        int,
        typer.Option(
            "--most",
            metavar="N",
            help="number of positions; in larger games this many are taken from random play",
        ),
    ] = 10_000,
    seed: Annotated[int, typer.Option(metavar="N", help="seed of that random play")] = 1913,
    plot: Plot = False,
    output: FigureFile = None,
    force: Force = False,
    run_rules: RunRules = False,
    store: Store = None,
    interpreted: HowRun = None,
    every: Every = False,
    as_json: Json = False,
) -> None:
    """Print how often and how badly a player errs, by plies to the end."""
    from zermelo.core import check_question
    from zermelo.play import make_player, parse_player
    from zermelo.play import profile_mistakes as ladder_of

    which = find_game(game)
    check_question(which, "ladder")
    parse_player(player)  # before anything is solved
    figure = choose_figure_file(output, plot=plot, name=f"{game} ladder", force=force)
    solution = open_or_solve(which, store, interpreted)
    with (
        convert_rule_errors_to_bad_rules(which, next(iter(which.starts()))),
        make_budget_with_progress(None, None) as budget,
        open_player_context(which, lambda: solution, store, interpreted, run_rules=run_rules) as context,
    ):
        shares = make_player(player, context)[0]
        found = ladder_of(shares, solution, name=player, most=most, seed=seed, budget=budget)
    print_answer_and_figure(
        found,
        figure,
        found.draw_chart,
        lambda blocks: found.text_chart(blocks=blocks),
        force=force,
        as_json=as_json,
        every=every,
    )
