"""Games that fall apart: nimbers, partizan values and sums of them, heaps, misere quotients, strategies.

Forms are numbered once in a process and shared by all threads; whatever is found of them is kept.
"""

from typing import TYPE_CHECKING, Any

from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, quoted
from zermelo.core.game import Game, Position
from zermelo.naming import game, position, refuse_unreadable

if TYPE_CHECKING:
    from zermelo.theory.heaps.solved import solve_heaps as solve_heaps
    from zermelo.theory.misere.quotients import misere_quotient as misere_quotient
    from zermelo.theory.partizan.form import Form as Form
    from zermelo.theory.partizan.parsing import form as form
    from zermelo.theory.strategies import find_strategy as find_strategy
    from zermelo.theory.sum import Sum as Sum

# Names that stand elsewhere, imported when they are used.
_HOMES = {
    "Form": "partizan.form",
    "Sum": "sum",
    "find_strategy": "strategies",
    "form": "partizan.parsing",
    "misere_quotient": "misere.quotients",
    "solve_heaps": "heaps.solved",
}

__all__ = [*_HOMES, "canonical", "nimber", "nimber_moves", "sum_of"]


def __getattr__(name: str) -> Any:
    import importlib

    if name in _HOMES:
        return getattr(importlib.import_module(f"zermelo.theory.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'zermelo.sums' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


def nimber(game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool | None = None) -> int:
    """Return the nimber of an impartial game's start under normal play.

    Raises `MissingCapability` where the game does not say that it is impartial, `BadRules`, `LoopFound`,
    `OutOfBudget`, `Cancelled`.

    >>> nimber("nim(heaps=(1, 2, 4))")
    7
    """
    from zermelo.work.folding import find_nimber

    return find_nimber(game(game_or_text), as_budget(budget), interpreted=interpreted)


def nimber_moves(
    game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool | None = None
) -> list[str]:
    """Return the names of the moves that win an impartial game from its start, under normal play.

    Raises as `nimber` does.

    >>> nimber_moves("nim(heaps=(1, 2, 4))")
    ['1 from heap 3']
    """
    from zermelo.work.folding import find_winning_moves

    which = game(game_or_text)
    start = next(iter(which.starts()))
    found = find_winning_moves(which, as_budget(budget), interpreted=interpreted)
    return [which.name(start, move) for move in found]


def canonical(
    game_or_text: "Game | Form | str",
    where: Position | None = None,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> "Form":
    """Return the canonical form of a position (default: the start), of a written value, or of a sum of both.

    Whoever is to move in the position does not matter. Raises `MissingCapability` where the game tells no
    `options`, `LoopFound` where play may come round.

    >>> canonical("domineering(columns=2, rows=2)"), canonical("{1|*} + *"), canonical("clobber('xoxo') - 1")
    (+-1, {1*|0}, {-1*,-1^|-1*,-1v})
    """
    from zermelo.theory.partizan.form import Form
    from zermelo.theory.partizan.positions import position_form

    if isinstance(game_or_text, Form):
        return game_or_text
    if isinstance(game_or_text, str) and where is None:
        return sum_of(game_or_text, budget=budget, interpreted=interpreted).value
    which = game(game_or_text)
    place = where if where is None else position(which, where)
    if isinstance(where, str):
        refuse_unreadable(which, place)
    return position_form(which, place, budget=budget, interpreted=interpreted)


def sum_of(text: str, *, budget: Budget | None = None, interpreted: bool = False) -> "Sum":
    """Return a sum of games and values as it is typed; it tells who wins, and both players' moves.

    Raises `BadParameter` where it cannot be read, and what `canonical` raises.

    >>> sum_of("domineering(columns=4, rows=2) + clobber('xoxo') + *2").outcome_class
    'N'
    """
    from zermelo.theory.expression import split_sum
    from zermelo.theory.partizan.parsing import forms
    from zermelo.theory.sum import Sum, Term

    if not isinstance(text, str):
        raise BadParameter(f"{quoted(text)} is no text: a sum is typed, as in 'clobber + *2'")
    terms: list[Term | Form] = []
    for written in split_sum(text):
        if not written.is_game:
            terms.extend(forms(written.text))
            continue
        which = game(written.text)
        start = next(iter(which.starts()))
        refuse_unreadable(which, start)
        terms.append(Term(which, start, written.is_negative))
    return Sum(*terms, budget=budget, interpreted=interpreted)
