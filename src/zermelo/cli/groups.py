"""The commands by what people want, in the order in which `zermelo --help` tells them.

A new command is a function and a row here.
"""

from collections.abc import Callable
from typing import Any, Final

from typer.core import TyperGroup

from zermelo.cli import (
    analysis,
    asking,
    books,
    classifying,
    coins,
    compounds,
    datasets,
    describing,
    engines,
    explain,
    exploiting,
    exploring,
    field,
    heaps,
    house,
    ladders,
    lattice,
    lookup,
    matches,
    misere,
    paging,
    partizan,
    reference,
    selfplay,
    solving,
    strategies,
    views,
    why,
    winners,
)

GROUPS: Final[dict[str, dict[str, Callable[..., None]]]] = {
    "Solve": {
        "solve": solving.solve,
        "plan": analysis.plan,
        "book": books.book,
        "verify": solving.verify,
    },
    "Ask": {
        "value": asking.value,
        "lookup": lookup.lookup,
        "show": asking.show,
        "count": asking.count,
        "nimber": asking.nimber,
        "classify": classifying.classify,
        "winners": winners.winners,
    },
    "Play": {
        "explore": exploring.explore,
        "play": matches.play,
        "match": matches.match,
        "certify": matches.certify,
        "exploit": exploiting.exploit,
        "ladder": ladders.ladder,
        "engine": engines.engine,
        "page": paging.page,
    },
    "Teach": {
        "tree": views.tree,
        "table": views.table,
        "puzzles": analysis.puzzles,
    },
    "Explain": {
        "why": why.why,
        "explain": explain.explain,
        "strategy": strategies.strategy,
    },
    "Design": {
        "games": house.games,
        "new": analysis.new,
        "check": solving.check,
        "report": analysis.report,
        "stats": analysis.stats,
        "compare": analysis.compare,
    },
    "Sums of games": {
        "sum": partizan.sum_command,
        "compound": compounds.compound,
        "canonical": partizan.canonical,
        "thermograph": partizan.thermograph,
        "lattice": lattice.lattice,
        "octal": heaps.octal,
        "coins": coins.coins,
        "misere": misere.misere,
        "field": field.field,
    },
    "Learn": {
        "selfplay": selfplay.selfplay,
    },
    "Files": {
        "export": analysis.export,
        "dataset": datasets.dataset,
        "cache": house.cache,
        "schema": describing.schema,
        "reference": reference.reference,
    },
}
VALUES: Final = (
    "canonical",
    "thermograph",
    "sum",
    "compound",
    "misere",
)  # what is asked about may begin with a minus


class Grouped(TyperGroup):
    """The program, which lists its commands under the headings of `GROUPS`."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group's commands with their first lines, all in one width."""
        width = max(map(len, self.commands))
        for heading, rows in GROUPS.items():
            with formatter.section(heading):
                limit = formatter.width - 6 - width
                texts = {name: self.commands[name].get_short_help_str(limit) for name in rows}
                formatter.write_dl([(name.ljust(width), text) for name, text in texts.items()])
