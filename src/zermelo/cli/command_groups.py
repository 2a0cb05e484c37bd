"""The commands by purpose, in the order in which `zermelo --help` lists them.

A new command is a function and a row here, with an example.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from typer.core import TyperGroup

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
from zermelo.cli.explanations import explain_command, strategy_command, why_command
from zermelo.cli.exports import dataset_command, schema_command
from zermelo.cli.players import engine_command, exploit_command, ladder_command, match_commands
from zermelo.cli.positions import (
    classify_command,
    lookup_command,
    position_commands,
    tree_commands,
    winners_command,
)
from zermelo.cli.solutions import analysis_commands, book_command, page_command, solve_commands


class Row(NamedTuple):
    """A command's function, and the arguments of the example that ends its help."""

    function: Callable[..., None]
    example: str


GROUPS: Final[dict[str, dict[str, Row]]] = {
    "Solve": {
        "solve": Row(solve_commands.solve, '"connect_four(columns=5, rows=4)"'),
        "plan": Row(analysis_commands.plan, '"connect_four(columns=6, rows=6)"'),
        "book": Row(book_command.book, '"connect_four(columns=6, rows=5)" --plies 6'),
        "verify": Row(solve_commands.verify, "tic_tac_toe"),
    },
    "Ask": {
        "value": Row(position_commands.value, '"subtraction(heap=21)" --line'),
        "lookup": Row(lookup_command.lookup, "tic_tac_toe --input positions.txt --output answers.csv"),
        "show": Row(position_commands.show, 'tic_tac_toe "X../.O./..X"'),
        "count": Row(position_commands.count, "tic_tac_toe"),
        "nimber": Row(position_commands.nimber, '"nim(heaps=(3, 4, 5))" --moves'),
        "classify": Row(classify_command.classify, '"nim(heaps=(2, 2), misere=True)"'),
        "winners": Row(winners_command.winners, '"nim(heaps=({}, {}, {}))" positions.txt'),
    },
    "Play": {
        "explore": Row(explore_command.explore, "tic_tac_toe"),
        "play": Row(match_commands.play, "tic_tac_toe --opponent erring"),
        "match": Row(match_commands.match, 'tic_tac_toe --first perfect --second "shallow(plies=2)"'),
        "certify": Row(match_commands.certify, "tic_tac_toe --player perfect"),
        "exploit": Row(exploit_command.exploit, "tic_tac_toe --player by_results"),
        "ladder": Row(ladder_command.ladder, 'tic_tac_toe --player "shallow(plies=2)"'),
        "engine": Row(engine_command.engine, "connect_four --time 2s"),
        "page": Row(page_command.page, "tic_tac_toe --output game.html"),
    },
    "Teach": {
        "tree": Row(tree_commands.tree, '"nim(heaps=(2, 2), misere=True)" --merged'),
        "table": Row(tree_commands.table, '"nim(heaps=(2, 2), misere=True)"'),
        "puzzles": Row(analysis_commands.puzzles, "\"chess_endgame(material='KPvK')\""),
    },
    "Explain": {
        "why": Row(why_command.why, 'tic_tac_toe "X../.O./..X"'),
        "explain": Row(explain_command.explain, "tic_tac_toe --teach"),
        "strategy": Row(strategy_command.strategy, '"subtraction(heap=99)"'),
    },
    "Design": {
        "games": Row(catalogue_commands.games, "--json"),
        "new": Row(analysis_commands.new, "my_game.py --board 5x4"),
        "check": Row(solve_commands.check, "my_game.py:MyGame"),
        "report": Row(analysis_commands.report, "hexapawn --output hexapawn.html"),
        "stats": Row(analysis_commands.stats, '"connect_four(columns=4, rows=4)"'),
        "compare": Row(analysis_commands.compare, 'mnk "mnk(misere=True)"'),
    },
    "Sums of games": {
        "sum": Row(
            partizan_commands.sum_command, "\"domineering(columns=4, rows=2) + clobber('xoxo') + *2\""
        ),
        "compound": Row(compound_command.compound, 'selective "nim(heaps=(2, 3))" "kayles(pins=4)"'),
        "canonical": Row(partizan_commands.canonical, '"domineering(columns=3, rows=3)"'),
        "thermograph": Row(partizan_commands.thermograph, '"{3||2|1}" --output walls.svg'),
        "lattice": Row(lattice_command.lattice, "2"),
        "octal": Row(octal_command.octal, "0.77"),
        "coins": Row(coins_command.coins, "mock_turtles hhth"),
        "misere": Row(misere_command.misere, "0.77 --heaps 20"),
        "field": Row(field_command.field, '"19 * 23"'),
    },
    "Learn": {
        "selfplay": Row(selfplay_command.selfplay, "tic_tac_toe --alpha 0.6"),
    },
    "Files": {
        "export": Row(analysis_commands.export, "tic_tac_toe --output positions.csv"),
        "dataset": Row(dataset_command.dataset, "tic_tac_toe --output set"),
        "cache": Row(catalogue_commands.cache, "--json"),
        "schema": Row(schema_command.schema, "value"),
    },
}
VALUES: Final = (
    "canonical",
    "thermograph",
    "sum",
    "compound",
    "misere",
)  # what is asked about may begin with a minus


class CommandGroups(TyperGroup):
    """The program, which lists its commands under the headings of `GROUPS`."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group's commands with their first lines, all in one width."""
        width = max(map(len, self.commands))
        for heading, rows in GROUPS.items():
            with formatter.section(heading):
                limit = formatter.width - 6 - width
                texts = {name: self.commands[name].get_short_help_str(limit) for name in rows}
                formatter.write_dl([(name.ljust(width), text) for name, text in texts.items()])
