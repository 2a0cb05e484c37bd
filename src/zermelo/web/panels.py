"""Panels: what else can be asked at a position, each reckoned when somebody opens it.

A panel is a row of `PANELS`: what it is called, for which games it is, and a function that returns markup.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from zermelo.errors import ZermeloError, said_by
from zermelo.rules import has, is_for_one, is_of_payoffs
from zermelo.web.patience import Patience
from zermelo.web.views import Seen

SECONDS: Final = 20.0  # that a panel may take


@dataclass(frozen=True)
class Panel:
    """A question: its name in addresses, its title, whether it fits here, and the answer as markup."""

    name: str
    title: str
    fits: Callable[[Seen], bool]
    answer: Callable[[Seen], str]


def contents(seen: Seen, patience: Patience) -> dict[str, Any]:
    """Return the panel that is opened, and all that can be."""
    rows = [panel for panel in PANELS if panel.fits(seen)]
    listed = [
        {
            "name": panel.name,
            "title": panel.title,
            "now": panel.name == seen.address.view.panel,
            "url": seen.address.looked(
                panel="" if panel.name == seen.address.view.panel else panel.name
            ).url(),
        }
        for panel in rows
    ]
    opened = next((panel for panel in rows if panel.name == seen.address.view.panel), None)
    if opened is None:
        return {"name": "", "title": "", "body": "", "all": listed}
    return {"name": opened.name, "title": opened.title, "body": _asked(opened, seen, patience), "all": listed}


def _asked(panel: Panel, seen: Seen, patience: Patience) -> str:
    try:
        with patience.watching(f"{panel.title} of {seen.line.game!r}", SECONDS):
            return panel.answer(seen)
    except ZermeloError as error:
        return said(str(error))
    except Exception as error:
        return said(said_by(error))


def said(text: str) -> str:
    """Return a text as paragraphs of markup."""
    return Markup("").join(Markup("<p>{}</p>").format(part) for part in text.split("\n\n"))


def preformatted(text: str) -> str:
    """Return a text whose lines and spaces have a meaning."""
    return Markup("<pre>{}</pre>").format(text)


def _is_solved(seen: Seen) -> bool:
    return seen.known.solution is not None


def _is_plain(seen: Seen) -> bool:
    """Return whether it is a solved game of two adversaries without dice, and play goes on."""
    game = seen.line.game
    return _is_solved(seen) and not has(game, "chances") and not seen.is_over and not is_of_payoffs(game)


def _why(seen: Seen) -> str:
    assert seen.known.solution is not None
    return preformatted(str(seen.known.solution.why(seen.line.match.position)))


def _statistics(seen: Seen) -> str:
    assert seen.known.solution is not None
    return preformatted(str(seen.known.solution.stats()))


def _tree(seen: Seen) -> str:
    game = seen.line.game.beginning_at(seen.line.match.position)
    tree: Any = game.tree(depth=2)
    drawn = tree.to_svg() if hasattr(tree, "to_svg") else str(tree)
    return Markup(drawn) if drawn.startswith("<svg") else preformatted(drawn)


def _kind(seen: Seen) -> str:
    return preformatted(str(seen.line.game.classify(positions=5_000, seconds=5.0)))


PANELS: Final = (
    Panel("why", "Why?", lambda seen: _is_plain(seen) and not is_for_one(seen.line.game), _why),
    Panel(
        "statistics",
        "Statistics",
        lambda seen: _is_solved(seen) and not has(seen.line.game, "chances"),
        _statistics,
    ),
    Panel("kind", "What kind of game", lambda seen: not is_for_one(seen.line.game), _kind),
)
