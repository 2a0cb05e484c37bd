"""`why`: why this move, in any solved position, and what every other one would lose to."""

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.console.command_options import (
    GameText,
    HowRun,
    Json,
    PositionText,
    RunRules,
    Store,
    convert_rule_errors_to_bad_rules,
    find_game,
    open_or_solve,
    print_json,
)


def explain_move_at_position(
    game: GameText,
    position: PositionText = None,
    move: Annotated[
        str | None,
        typer.Option("--move", metavar="NAME", help="name of the move to explain; default: a best move"),
    ] = None,
    rules: Annotated[
        Path | None,
        typer.Option("--rules", metavar="FILE", help="a rule list that `zermelo explain --save` wrote"),
    ] = None,
    predicates: Annotated[
        Path | None,
        typer.Option(
            "--predicates", metavar="FILE.py", help="Python file with the predicates that the rules use"
        ),
    ] = None,
    run_rules: RunRules = False,
    store: Store = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Explain why a move is played: its threat or forced line, and how all other moves lose."""
    from zermelo.core import check_question
    from zermelo.games import parse_position as read_position
    from zermelo.play import Match

    which = find_game(game)
    check_question(which, "why")
    where = read_position(which, position)
    listed = None
    if rules is not None:
        from zermelo.explain import load_list

        listed = load_list(rules, which, predicates=predicates, run_rules=run_rules)
    solution = open_or_solve(which, store, interpreted)
    solution.value(where)  # whether it is a position of the game at all
    with convert_rule_errors_to_bad_rules(which, where):
        chosen = None if move is None else Match(which, [where]).find_move(move)
        found = solution.why(where, chosen, rules=listed)
        text = "" if as_json else str(found)
    if as_json:
        return print_json(found)
    print(text)
    return None
