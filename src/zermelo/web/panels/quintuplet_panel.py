"""The panel of the quintuplet: every position below with its mover, where it leads, and what it is worth."""

from typing import Any, Final

import zermelo
from zermelo.core import BadParameter, has
from zermelo.solution import Quintuplet
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import PanelRequest, format_equivalent_command, make_position_url

MOST_ROWS: Final = 300
PLAYERS: Final = "AB"


def build_quintuplet_panel(view: PositionView, request: PanelRequest) -> dict[str, Any]:
    """Return the table of all that play reaches from here."""
    game, where = view.line.game, view.line.match.position
    try:
        found = zermelo.Game.table(game, where, limit=MOST_ROWS)
    except BadParameter as error:
        if "rows" not in str(error):
            raise
        return {
            "refused": f"The table of all positions below has more than {MOST_ROWS:,} rows. Go on with the "
            "game to where less is left, take a smaller one, or ask at a prompt:",
            "command": format_equivalent_command(view, "table", "--limit N"),
        }
    return build_quintuplet_values(view, found)


def build_quintuplet_values(view: PositionView, quintuplet: Quintuplet) -> dict[str, Any]:
    """Return the rows as plain values; all that is worth something is worth it to A."""
    game = view.line.game
    rows = []
    for number, row in enumerate(quintuplet.rows):
        rows.append(
            {
                "number": number,
                "text": row.text,
                "url": make_position_url(
                    view, row.position, second=row.mover == 1 and not has(game, "mover")
                ),
                "mover": "chance" if row.probabilities is not None else PLAYERS[row.mover],
                "successors": list(row.successors),
                "gains": list(row.gains) if has(game, "gain") else [],
                "probabilities": None if row.probabilities is None else list(map(float, row.probabilities)),
                "payoff": None if row.payoff is None else float(row.payoff),
                "value": float(row.value),
                "said": f"{float(row.value):.4g}",
                "tone": zermelo.Answer(row.value, None).outcome,
                "remoteness": row.remoteness,
                "reachable": row.is_reachable,
            }
        )
    finished = sum(row["payoff"] is not None for row in rows)
    first = rows[0]
    return {
        "finding": f"{len(rows):,} positions with their movers, {finished:,} of them finished",
        "first": {
            "text": first["text"],
            "mover": first["mover"],
            "value": first["said"],
            "tone": first["tone"],
        },
        "rows": rows,
        "has_unreached": any(not row["reachable"] for row in rows),
        "symmetric": has(game, "symmetries"),
        "scored": game.scored,
        "dice": has(game, "chances"),
    }
