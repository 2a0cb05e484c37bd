"""Games of several players: `solve` and `value`."""

from typing import Any, Final

from zermelo import Game
from zermelo.cli.console.command_options import (
    convert_rule_errors_to_bad_rules,
    make_budget_with_progress,
    print_json,
)
from zermelo.core import BadParameter, ByKind


def solve_and_print_equilibria(
    game: Game, memory: str | None, *, values_only: bool, method: str, as_json: bool
) -> None:
    """Solve a game of several players and print what subgame-perfect play gives; nothing is kept."""
    if values_only:
        raise BadParameter(f"{game!r} has no wins and losses, but payoffs: leave out --values-only")
    if method not in ("auto", "backward_induction"):
        raise BadParameter(
            f"method {method!r} is for two players without payoffs, and {game!r} has payoffs: leave it out"
        )
    with make_budget_with_progress(memory, None) as budget:
        found = Game.equilibria(game, budget=budget)  # by whatever name the game has of its own
    with convert_rule_errors_to_bad_rules(game, next(iter(game.starts()))):
        answer = found.as_result()
        return print_json(answer) if as_json else print(answer)


def print_equilibrium_at_position(game: Game, position: Any, *, line: bool, as_json: bool) -> None:
    """Print what subgame-perfect play gives from a position on."""
    with make_budget_with_progress(None, None) as budget:
        found = Game.equilibria(game, budget=budget)  # by whatever name the game has of its own
    with convert_rule_errors_to_bad_rules(game, position):
        if line and not as_json:
            found.lines(position)  # which refuses too many
        answer = found.find_position_payoffs(position, line=line)
        return print_json(answer) if as_json else print(answer)


# None where the command goes on with a solution.
SOLVES: Final = ByKind("`solve` without a solution", None, payoffs=solve_and_print_equilibria)
VALUES: Final = ByKind("`value` without a solution", None, payoffs=print_equilibrium_at_position)
