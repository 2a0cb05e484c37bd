"""The commands by purpose, in the order in which `zermelo --help` lists them.

A new command is a function and a row here, with an example. An installed package adds commands by entry
points of the group "zermelo.commands".
"""

import functools
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from zermelo.cli import catalogue_commands, explore_command, selfplay_command
from zermelo.cli.combinatorial import (
    coins_command,
    compound_command,
    field_command,
    lattice_command,
    misere_command,
    octal_command,
    partizan_commands,
)
from zermelo.cli.explanations import explain_command, read_command, strategy_command, why_command
from zermelo.cli.exports import dataset_command, new_command, schema_command
from zermelo.cli.players import engine_command, exploit_command, ladder_command, match_commands
from zermelo.cli.positions import (
    classify_command,
    lookup_command,
    position_commands,
    tree_commands,
    winners_command,
)
from zermelo.cli.solutions import analysis_commands, book_command, page_command, solve_commands
from zermelo.core import PluginTable, find_rule_error


class CommandRow(NamedTuple):
    """A command's function, and the arguments of the example that ends its help."""

    function: Callable[..., None]
    example: str


GROUPS: Final[dict[str, dict[str, CommandRow]]] = {
    "Solve": {
        "solve": CommandRow(solve_commands.solve_game, '"connect_four(columns=5, rows=4)"'),
        "plan": CommandRow(analysis_commands.print_solving_estimate, '"connect_four(columns=6, rows=6)"'),
        "book": CommandRow(book_command.make_and_print_book, '"connect_four(columns=6, rows=5)" --plies 6'),
        "verify": CommandRow(solve_commands.verify_solution_or_file, "tic_tac_toe"),
    },
    "Ask": {
        "value": CommandRow(position_commands.print_position_value, '"subtraction(heap=21)" --line'),
        "lookup": CommandRow(
            lookup_command.look_up_many_positions, "tic_tac_toe --input positions.txt --output answers.csv"
        ),
        "show": CommandRow(position_commands.print_position_and_moves, 'tic_tac_toe "X../.O./..X"'),
        "count": CommandRow(position_commands.print_position_and_game_counts, "tic_tac_toe"),
        "nimber": CommandRow(position_commands.print_nimber_of_position, '"nim(heaps=(3, 4, 5))" --moves'),
        "classify": CommandRow(classify_command.print_game_properties, '"nim(heaps=(2, 2), misere=True)"'),
        "winners": CommandRow(
            winners_command.print_winner_of_each_position, '"nim(heaps=({}, {}, {}))" positions.txt'
        ),
    },
    "Play": {
        "explore": CommandRow(explore_command.open_games_in_browser, "tic_tac_toe"),
        "play": CommandRow(match_commands.play_one_match, "tic_tac_toe --opponent erring"),
        "match": CommandRow(
            match_commands.play_and_summarize_matches,
            'tic_tac_toe --first perfect --second "shallow(plies=2)"',
        ),
        "certify": CommandRow(match_commands.certify_policy, "tic_tac_toe --player perfect"),
        "exploit": CommandRow(exploit_command.print_best_response, "tic_tac_toe --player by_results"),
        "ladder": CommandRow(
            ladder_command.print_mistakes_by_plies_to_end, 'tic_tac_toe --player "shallow(plies=2)"'
        ),
        "engine": CommandRow(engine_command.run_game_engine, "connect_four --time 2s"),
        "page": CommandRow(page_command.write_standalone_page, "tic_tac_toe --output game.html"),
    },
    "Teach": {
        "read": CommandRow(read_command.read_document, "blog"),
        "tree": CommandRow(
            tree_commands.print_or_draw_game_tree, '"nim(heaps=(2, 2), misere=True)" --merged'
        ),
        "table": CommandRow(tree_commands.print_quintuplet_table, '"nim(heaps=(2, 2), misere=True)"'),
        "puzzles": CommandRow(analysis_commands.print_puzzles, "\"chess_endgame(material='KPvK')\""),
    },
    "Explain": {
        "why": CommandRow(why_command.explain_move_at_position, 'tic_tac_toe "X../.O./..X"'),
        "explain": CommandRow(explain_command.explain_game_by_rule_list, "tic_tac_toe --teach"),
        "strategy": CommandRow(strategy_command.print_winning_strategy, '"subtraction(heap=99)"'),
    },
    "Design": {
        "games": CommandRow(catalogue_commands.print_catalogue_games, "checkers"),
        "new": CommandRow(new_command.write_new_game_file, "my_game.py --board 5x4"),
        "check": CommandRow(solve_commands.check_game_rules, "my_game.py:MyGame"),
        "report": CommandRow(analysis_commands.print_game_design_report, "hexapawn --output hexapawn.html"),
        "stats": CommandRow(analysis_commands.print_solution_statistics, '"connect_four(columns=4, rows=4)"'),
        "compare": CommandRow(analysis_commands.print_comparison_of_games, 'mnk "mnk(misere=True)"'),
    },
    "Sums of games": {
        "sum": CommandRow(
            partizan_commands.print_sum_winner_and_moves,
            "\"domineering(columns=4, rows=2) + clobber('xoxo') + *2\"",
        ),
        "compound": CommandRow(
            compound_command.print_compound_game_winner, 'selective "nim(heaps=(2, 3))" "kayles(pins=4)"'
        ),
        "canonical": CommandRow(partizan_commands.print_canonical_form, '"domineering(columns=3, rows=3)"'),
        "thermograph": CommandRow(
            partizan_commands.print_or_draw_thermographs, '"{3||2|1}" --output walls.svg'
        ),
        "lattice": CommandRow(lattice_command.print_or_draw_lattice_of_games, "2"),
        "octal": CommandRow(octal_command.print_octal_game_nimbers, "0.77"),
        "coins": CommandRow(coins_command.print_coin_turning_nimbers, "mock_turtles hhth"),
        "misere": CommandRow(misere_command.print_misere_quotient_or_winner, "0.77 --heaps 20"),
        "field": CommandRow(field_command.calculate_with_nimbers, '"19 * 23"'),
    },
    "Learn": {
        "selfplay": CommandRow(selfplay_command.run_and_print_self_play, "tic_tac_toe --alpha 0.6"),
    },
    "Files": {
        "export": CommandRow(analysis_commands.export_solution_as_csv, "tic_tac_toe --output positions.csv"),
        "dataset": CommandRow(dataset_command.write_learning_dataset, "tic_tac_toe --output set"),
        "cache": CommandRow(catalogue_commands.print_or_clear_kernel_cache, "--json"),
        "schema": CommandRow(schema_command.print_json_schema, "value"),
    },
}
VALUES: Final = (
    "canonical",
    "thermograph",
    "sum",
    "compound",
    "misere",
)  # what is asked about may begin with a minus


def report_rule_errors(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command, with exceptions raised by rules reported as errors of the rules."""

    @functools.wraps(command)
    def run_reporting_rule_errors(*arguments: Any, **named: Any) -> None:
        try:
            command(*arguments, **named)
        except BaseException as error:
            if isinstance(error, OSError | MemoryError) or (fault := find_rule_error(error)) is None:
                raise
            raise fault from error

    return run_reporting_rule_errors


def _make_plugin_command(name: str, function: Any) -> Any:
    """Return the command of a plug-in's function, whose parameters are described as Typer wants them."""
    if not callable(function):
        raise TypeError("it is no function")
    program = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    program.command(name)(report_rule_errors(function))
    return get_command(program)


COMMANDS: Final[PluginTable[Any]] = PluginTable(
    "zermelo.commands",
    {name: row.function for rows in GROUPS.values() for name, row in rows.items()},
    _make_plugin_command,
)


class CommandGroups(TyperGroup):
    """The program, which lists its commands under the headings of `GROUPS`, and those of plug-ins."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return [*super().list_commands(ctx), *COMMANDS.plugins()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of a name, None where there is none."""
        return super().get_command(ctx, cmd_name) or COMMANDS.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group's commands with their first lines, all in one width."""
        commands = {**self.commands, **COMMANDS.plugins()}
        width = max(map(len, commands))
        for heading, rows in (*GROUPS.items(), ("Installed packages", COMMANDS.plugins())):
            if rows:
                with formatter.section(heading):
                    limit = formatter.width - 6 - width
                    texts = {name: commands[name].get_short_help_str(limit) for name in rows}
                    formatter.write_dl([(name.ljust(width), text) for name, text in texts.items()])
