"""Which cases of a table are tried every time, and which by the long command (`pytest -m long`).

Machine code takes seconds to make, anew for every set of rules: what many games have in common is tried on few
of them here, and on all of them there.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import pytest

from zermelo.core.capabilities import CAPABILITIES
from zermelo.core.game import Game, has


def long_unless(cases: Iterable[Any], is_kept: Callable[[Any], bool]) -> list[Any]:
    """Return the cases, those marked long that are not kept; a tuple is a case of several arguments."""
    marked = []
    for case in cases:
        values = case if type(case) is tuple else (case,)
        marked.append(pytest.param(*values, marks=() if is_kept(case) else pytest.mark.long))
    return marked


def few(cases: Iterable[Any], kept: int) -> list[Any]:
    """Return the cases, all but the first `kept` marked long."""
    every = list(cases)
    return long_unless(every, lambda case: any(case is other for other in every[:kept]))


def one_in(step: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases, marked long but for each `step`-th of them: of a long table some of every part."""
    every = list(cases)
    return long_unless(every, lambda case: any(case is other for other in every[::step]))


def kind_of(game: Game) -> set[str]:
    """Return what a game says beside its moves, what its positions are, and whether it has several starts."""
    begin, *more = islice(game.starts(), 2)
    words = {f"words {len(begin)}"} if isinstance(begin, tuple) else {type(begin).__name__}
    declared = {name for name in ("scored", "impartial") if getattr(game, name)}
    said = {name for name in CAPABILITIES if has(game, name) and (more or name != "starts")}
    return said | words | declared | {f"{game.players} players"}
