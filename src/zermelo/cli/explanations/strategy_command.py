"""`zermelo strategy`: the rule by which a person wins a game, in words, with its proof."""

from typing import Annotated

import typer

from zermelo.cli.console.command_options import (
    Json,
    PositionText,
    convert_rule_errors_to_bad_rules,
    find_game,
    make_budget_with_progress,
    print_json,
)

GameOrCode = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="a game, or rules for heaps of any size: 0.77, grundy, subtraction(1,2,3), all_but(2)",
    ),
]


def print_winning_strategy(
    game: GameOrCode,
    position: PositionText = None,
    every: Annotated[bool, typer.Option("--all", help="print every kind of rule that is found")] = False,
    to: Annotated[
        int | None,
        typer.Option(metavar="N", help="replay every position with numbers up to N, or of N counters", min=0),
    ] = None,
    prove: Annotated[
        bool, typer.Option("--prove", help="replay every position of the game, however long it takes")
    ] = False,
    misere: Annotated[
        bool, typer.Option("--misere", help="with heaps of any size: the player who takes last loses")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(metavar="N", help="with heaps of any size: number of heaps to compute", min=1),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print how to win a game, as rules in words.

    The exit status is 1 if a replay finds a rule wrong.
    """
    from zermelo.cgt import HeapGame, Strategy, find_strategies, find_strategy

    heaps = HeapGame.from_text(game, position, misere=misere)
    which = find_game(game, position) if heaps is None else heaps
    misere = misere and heaps is None
    with (
        convert_rule_errors_to_bad_rules(which, next(iter(which.starts()))),
        make_budget_with_progress(None, None) as budget,
    ):
        if every:
            found = find_strategies(which, misere=misere, limit=limit, budget=budget)
        else:
            one = find_strategy(which, misere=misere, limit=limit, budget=budget)
            found = () if one is None else (one,)
        if prove:
            found = tuple(each.prove(budget) for each in found)
        if to is not None:
            found = tuple(each.with_replay(to, budget) for each in found)
        told = Strategy.make_results(which, found)
        text = "" if as_json else str(told)
    if as_json:
        return print_json(told if every else told.first)
    print(text)
    return None
