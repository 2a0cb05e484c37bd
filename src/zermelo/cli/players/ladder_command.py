"""`ladder`: how a player's mistakes go with the distance to the end, as a table and as a chart."""

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.console.command_options import (
    Force,
    GameText,
    HowRun,
    Json,
    RunRules,
    Store,
    check_output_files_are_writable,
    convert_rule_errors_to_bad_rules,
    find_game,
    make_budget_with_progress,
    open_or_solve,
    print_json,
    print_or_write_text,
)
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
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="draw the rates as SVG; needs the extra `plots`"),
    ] = None,
    force: Force = False,
    run_rules: RunRules = False,
    store: Store = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Print how often and how badly a player errs, by plies to the end."""
    from zermelo.core import check_question
    from zermelo.play import make_player, parse_player
    from zermelo.play import profile_mistakes as ladder_of

    which = find_game(game)
    check_question(which, "ladder")
    parse_player(player)  # before anything is solved
    check_output_files_are_writable(plot, force=force)
    solution = open_or_solve(which, store, interpreted)
    with (
        convert_rule_errors_to_bad_rules(which, next(iter(which.starts()))),
        make_budget_with_progress(None, None) as budget,
        open_player_context(which, lambda: solution, store, interpreted, run_rules=run_rules) as context,
    ):
        shares = make_player(player, context)[0]
        found = ladder_of(shares, solution, name=player, most=most, seed=seed, budget=budget)
    if plot is not None:
        print_or_write_text(found.draw_chart(), plot, force=force)
    if as_json:
        return print_json(found)
    print(found)
    return None
