"""Games of several players: what `solve` and `value` print of them, as text."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from zermelo import Game
from zermelo.cli.console.command_options import (
    convert_rule_errors_to_bad_rules,
    make_budget_with_progress,
    print_json,
)
from zermelo.core import BadParameter
from zermelo.solution import format_payoffs

if TYPE_CHECKING:
    from zermelo.solution import Equilibria

LISTED = 20  # lines and positions that a text has, before it counts the rest


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
        if as_json:
            return print_json(found.as_result())
        print(format_equilibria(found))
    return None


def print_equilibrium_at_position(game: Game, position: Any, *, line: bool, as_json: bool) -> None:
    """Print what subgame-perfect play gives from a position on."""
    with make_budget_with_progress(None, None) as budget:
        found = Game.equilibria(game, budget=budget)  # by whatever name the game has of its own
    with convert_rule_errors_to_bad_rules(game, position):
        if as_json:
            return print_json(found.describe_payoffs(position, line=line))
        print(
            format_equilibrium_lines(found, position) if line else format_payoffs_at_position(found, position)
        )
    return None


def format_equilibria(equilibria: "Equilibria") -> str:
    """Return what `solve` prints."""
    lines = [
        f"{equilibria.game!r}: subgame-perfect play of {_format_player_count(equilibria.game)}",
        f"payoffs     {_format_all_payoffs(equilibria.payoffs())}",
        *_list_line_rows(equilibria, None),
        *(_list_indifference_rows(equilibria, list(equilibria.indifferences())) or ["indifferent nobody"]),
        f"positions   {equilibria.positions:,}",
    ]
    return "\n".join(lines)


def format_payoffs_at_position(equilibria: "Equilibria", position: Any) -> str:
    """Return what `value` prints: the position, who moves, and what each move brings, * at perfect ones."""
    mover = equilibria.mover(position)
    who = "over" if mover is None else f"player {mover + 1} to move"
    return "\n".join(
        [
            equilibria.game.show(position),
            f"{who}: {_format_all_payoffs(equilibria.payoffs(position))}",
            *list_move_payoff_rows(equilibria, position),
        ]
    )


def list_move_payoff_rows(equilibria: "Equilibria", position: Any) -> list[str]:
    """Return the payoffs of each move, * at perfect ones, and whether the mover has a free choice."""
    lines = []
    moves = equilibria.moves(position)
    width = max((len(move.name) for move in moves), default=0)
    for move in moves:
        lines.append(
            f"  {'*' if move.perfect else ' '} {move.name:<{width}}  {_format_all_payoffs(move.payoffs)}"
        )
    if not moves:
        return lines
    free = [f"indifferent {each.text(equilibria.game)}" for each in equilibria.indifferences_at(position)]
    return [*lines, "* a move of subgame-perfect play", *free]


def format_equilibrium_lines(equilibria: "Equilibria", position: Any) -> str:
    """Return what `value --line` prints: every line of subgame-perfect play, and who is indifferent."""
    lines = equilibria.lines(position)
    several = list(equilibria.indifferences_along(lines, position))
    return "\n".join(
        [*(line.text(equilibria.game) for line in lines), *_list_indifference_rows(equilibria, several)]
    )


def _format_player_count(game: Game) -> str:
    return "1 player" if game.players == 1 else f"{game.players} players"


def _format_all_payoffs(several: tuple[tuple[Any, ...], ...]) -> str:
    said = " or ".join(format_payoffs(payoffs) for payoffs in several[:LISTED])
    return said + (f" or {len(several) - LISTED:,} more" if len(several) > LISTED else "")


def _list_line_rows(equilibria: "Equilibria", position: Any) -> list[str]:
    count = equilibria.line_count(position)
    if count > LISTED:
        return [f"lines       {count:,}, too many to list: see `zermelo value GAME POSITION --line`"]
    return [
        f"lines       {count}",
        *(f"  {line.text(equilibria.game)}" for line in equilibria.lines(position)),
    ]


def _list_indifference_rows(equilibria: "Equilibria", several: list[Any]) -> list[str]:
    if len(several) > LISTED:
        counts = sorted(Counter(each.player for each in several).items())
        said = ", ".join(f"player {player} at {count:,}" for player, count in counts)
        return [f"indifferent {said} positions"]
    rows = [each.text(equilibria.game) for each in several]
    return [f"{'indifferent' if not place else '':<12}{row}" for place, row in enumerate(rows)]
