"""The commands by purpose, in the order in which `zermelo --help` lists them.

A new command is a function and a row here.
"""

from collections.abc import Callable
from typing import Any, Final

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

GROUPS: Final[dict[str, dict[str, Callable[..., None]]]] = {
    "Solve": {
        "solve": solve_commands.solve,
        "plan": analysis_commands.plan,
        "book": book_command.book,
        "verify": solve_commands.verify,
    },
    "Ask": {
        "value": position_commands.value,
        "lookup": lookup_command.lookup,
        "show": position_commands.show,
        "count": position_commands.count,
        "nimber": position_commands.nimber,
        "classify": classify_command.classify,
        "winners": winners_command.winners,
    },
    "Play": {
        "explore": explore_command.explore,
        "play": match_commands.play,
        "match": match_commands.match,
        "certify": match_commands.certify,
        "exploit": exploit_command.exploit,
        "ladder": ladder_command.ladder,
        "engine": engine_command.engine,
        "page": page_command.page,
    },
    "Teach": {
        "tree": tree_commands.tree,
        "table": tree_commands.table,
        "puzzles": analysis_commands.puzzles,
    },
    "Explain": {
        "why": why_command.why,
        "explain": explain_command.explain,
        "strategy": strategy_command.strategy,
    },
    "Design": {
        "games": catalogue_commands.games,
        "new": analysis_commands.new,
        "check": solve_commands.check,
        "report": analysis_commands.report,
        "stats": analysis_commands.stats,
        "compare": analysis_commands.compare,
    },
    "Sums of games": {
        "sum": partizan_commands.sum_command,
        "compound": compound_command.compound,
        "canonical": partizan_commands.canonical,
        "thermograph": partizan_commands.thermograph,
        "lattice": lattice_command.lattice,
        "octal": octal_command.octal,
        "coins": coins_command.coins,
        "misere": misere_command.misere,
        "field": field_command.field,
    },
    "Learn": {
        "selfplay": selfplay_command.selfplay,
    },
    "Files": {
        "export": analysis_commands.export,
        "dataset": dataset_command.dataset,
        "cache": catalogue_commands.cache,
        "schema": schema_command.schema,
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
